//! Functions, numbers, scopes and what an ability asks for: price, cards, targets, an option.

use super::card::CardType;
use crate::card::{Color, Suit};
use crate::history::Tally;
use crate::names::Name;
use crate::timing::FlowKind;
use smallvec::SmallVec;
use std::rc::Rc;

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

/// What a handler listens for at its timing, tested by the kernel before any script is called.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hears {
    /// For whom.
    pub who: Who,
    /// What the event's card must be: of the use, the response, the damage; what would do, for a need.
    pub card: CardTest,
    /// Damage: by the card itself, neither chained nor passed on.
    pub direct: bool,
    /// Only the first such event of the one it listens for in this scope.
    pub first: Option<Scope>,
}

impl Hears {
    /// Everything that is about this character.
    #[must_use]
    pub fn who(who: Who) -> Self {
        Hears { who, ..Hears::default() }
    }
}

/// What is counted where a handler listens for the first event of somebody; nothing if such events aren't counted for him.
#[must_use]
pub fn tally_of(flow: FlowKind, who: Who) -> Option<Tally> {
    Some(match (flow, who) {
        (FlowKind::Use, Who::User | Who::Player) => Tally::Uses,
        (FlowKind::Respond, Who::Player) => Tally::Responses,
        (FlowKind::Damage, Who::Source) => Tally::DamageDealt,
        (FlowKind::Damage, Who::Target | Who::Player) => Tally::DamageTaken,
        (FlowKind::LoseHp, Who::Player) => Tally::HpLosses,
        (FlowKind::Recover, Who::Player) => Tally::Recoveries,
        (FlowKind::Judge, Who::Player) => Tally::Judges,
        (FlowKind::Death, Who::Player) => Tally::Deaths,
        (FlowKind::Death, Who::Source) => Tally::Kills,
        _ => return None,
    })
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

/// For what a limit counts apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Each {
    /// For each target.
    Target,
    /// For each option.
    Option,
    /// For each suit of the cards chosen.
    Suit,
}

/// How often an ability may be used: `count` times in each `scope`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The scope that resets the count.
    pub scope: Scope,
    /// How many times, at least 1.
    pub count: Num,
    /// Counted apart for each of these.
    pub each: Option<Each>,
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
    /// Everybody's equipment and judgement areas.
    pub field: bool,
    /// The discard pile.
    pub discard_pile: bool,
}

impl From {
    /// No place.
    pub const NOWHERE: From =
        From { hand: false, equip: false, judge: false, pile: None, field: false, discard_pile: false };
    /// 手牌
    pub const HAND: From = From { hand: true, ..From::NOWHERE };
    /// 牌: hand and equipment.
    pub const CARDS: From = From { equip: true, ..From::HAND };
    /// Everything in one's zones (区域里的牌).
    pub const ALL: From = From { judge: true, ..From::CARDS };
}

/// What a card may be called in a [`CardTest`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// Of this name or family.
    Name(Name),
    /// Of this type.
    Type(CardType),
}

/// What a card must be, as far as a definition declares it: tested by the kernel without calling any script.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CardTest {
    /// One of these; anything if there are none.
    pub of: Rc<[Of]>,
    /// Of one of these suits; of any or none if there are none.
    pub suits: SmallVec<[Suit; 4]>,
    /// Of this colour.
    pub color: Option<Color>,
}

impl CardTest {
    /// Does every card pass?
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.of.is_empty() && self.suits.is_empty() && self.color.is_none()
    }
}

/// Cards to be picked by the one who acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardPick {
    /// Where from.
    pub from: From,
    /// At least.
    pub min: Num,
    /// At most; `None` is no bound.
    pub max: Option<Num>,
    /// What they must be.
    pub test: CardTest,
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
    /// The cards chosen in an action: those picked, or those of the price.
    #[must_use]
    pub fn chosen_cards(&self) -> Option<&CardPick> {
        self.cards.as_ref().or(self.price.discard.as_ref())
    }

    /// Is nothing to be chosen?
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.cards.is_none() && self.targets.is_none() && self.option.is_none() && self.price.discard.is_none()
    }
}
