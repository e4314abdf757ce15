//! Functions, numbers, scopes and what an ability asks for: price, cards, targets, an option.

use crate::names::Name;

/// A function of the rulebook. The kernel passes it around and never looks inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fun(pub u32);

/// A number that is declared or computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Num {
    /// Fixed.
    Is(i64),
    /// Asked of the rulebook each time.
    Ask(Fun),
}

/// Whom a handler listens for: tested by the kernel before any script is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Who {
    /// The event's leading character is the holder: the owner of the turn, the one who judges, is dying, is asked …
    Player,
    /// The holder uses the card.
    User,
    /// The holder is the target (of this entry of a use, of the damage).
    Target,
    /// The holder is the source of the damage, or the killer.
    Source,
    /// It is the holder's turn.
    Turn,
    /// The event's leading character is somebody else.
    Others,
    /// Always.
    #[default]
    Anyone,
}

/// Scopes in which uses are counted and effects last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named as in the rules")]
pub enum Scope {
    Phase,
    Turn,
    Round,
    Game,
}

/// How often an ability may be used: `count` times in each `scope`, counted separately for each target if `each_target`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The scope that resets the count.
    pub scope: Scope,
    /// How many times, at least 1.
    pub count: Num,
    /// Count for each target apart.
    pub each_target: bool,
    /// Count for each chosen option apart.
    pub each_option: bool,
}

/// Where cards may be picked from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct From {
    /// Own hand.
    pub hand: bool,
    /// Own equipment.
    pub equip: bool,
    /// Own judgement area.
    pub judge: bool,
    /// A named pile of one's own.
    pub pile: Option<Name>,
}

impl From {
    /// 手牌
    pub const HAND: From = From { hand: true, equip: false, judge: false, pile: None };
    /// 牌: hand and equipment.
    pub const CARDS: From = From { hand: true, equip: true, judge: false, pile: None };
    /// Everything in one's zones (区域里的牌).
    pub const ALL: From = From { hand: true, equip: true, judge: true, pile: None };
}

/// Cards to be picked by the one who acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardPick {
    /// Where from.
    pub from: From,
    /// At least.
    pub min: Num,
    /// At most; `None` is no bound.
    pub max: Option<Num>,
    /// `where(me, ev, card, act)`.
    pub filter: Option<Fun>,
}

/// Characters to be picked by the one who acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TargetPick {
    /// At least.
    pub min: Num,
    /// At most; `None` is no bound.
    pub max: Option<Num>,
    /// May the one who acts pick himself?
    pub own: bool,
    /// `where(me, ev, other, act)`, with the targets picked so far in `act`.
    pub filter: Option<Fun>,
}

/// What must be paid to use an ability. If a part can't be paid, the ability can't be used and nothing is paid.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Price {
    /// Cards discarded.
    pub discard: Option<CardPick>,
    /// Hp lost.
    pub hp: i32,
    /// Marks removed: name and how many.
    pub mark: Option<(Name, Num)>,
    /// The general cards turned over.
    pub flip: bool,
}

/// A choice made together with cards and targets: one of these words, or of what the function lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionPick {
    /// Fixed words.
    Words(Vec<Name>),
    /// `options(me, ev)` returns a list of values.
    Ask(Fun),
}

/// Everything chosen when an ability is used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picks {
    /// What is paid.
    pub price: Price,
    /// Cards chosen (shown, given, converted: as `run` says).
    pub cards: Option<CardPick>,
    /// Characters chosen.
    pub targets: Option<TargetPick>,
    /// A word chosen.
    pub option: Option<OptionPick>,
}

impl Picks {
    /// Is nothing to be chosen?
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.cards.is_none() && self.targets.is_none() && self.option.is_none() && self.price.discard.is_none()
    }
}
