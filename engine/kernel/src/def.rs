//! Definitions: what content declares, as plain data. Whatever is code is a [`Fun`], which only the rulebook can run.

use crate::card::{Face, Slot, Suit};
use crate::names::{Name, Names};
use crate::timing::Timing;
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

/// `on.<timing>`: a triggered ability (触发类技能), or a delayed part of one inside an effect.
#[derive(Debug, Clone)]
pub struct Handler {
    /// When.
    pub timing: Timing,
    /// For whom.
    pub who: Who,
    /// `when(me, ev)`.
    pub when: Option<Fun>,
    /// `times(me, ev)`: how many times it may run at one timing; once if absent.
    pub times: Option<Fun>,
    /// Must it run?
    pub compulsory: bool,
    /// Does it only keep books (`watch`)? Never offered, never asked about.
    pub silent: bool,
    /// Counted limit.
    pub limit: Option<Limit>,
    /// What is paid and chosen.
    pub picks: Picks,
    /// `run(me, ev, act)`.
    pub run: Fun,
    /// Line of the script, for traces.
    pub line: u32,
}

/// `active`: used at an idle point of the play phase.
#[derive(Debug, Clone)]
pub struct Active {
    /// `when(me, ev)`.
    pub when: Option<Fun>,
    /// Counted limit.
    pub limit: Option<Limit>,
    /// What is paid and chosen.
    pub picks: Picks,
    /// `run(me, ev, act)`.
    pub run: Fun,
    /// Line of the script.
    pub line: u32,
}

/// Which names a conversion yields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum To {
    /// These.
    Names(Vec<Name>),
    /// Any name of these kinds.
    Kinds(Vec<CardType>),
    /// `to(me, ev, cards)` returns a name or a list of names, given the cards picked.
    Ask(Fun),
}

/// `convert`: cards used or responded with as another (转化), at "needs the card ❸".
#[derive(Debug, Clone)]
pub struct Convert {
    /// As what.
    pub to: To,
    /// From what; `None` needs no card.
    pub cards: Option<CardPick>,
    /// For uses?
    pub for_use: bool,
    /// For responses?
    pub for_respond: bool,
    /// `when(me, ev)`; `ev` is the need, or the idle point.
    pub when: Option<Fun>,
    /// Counted limit.
    pub limit: Option<Limit>,
    /// May the cards be recast as the named card allows (连环)?
    pub recast: bool,
    /// The cards are used face down: until `before` has run they count as having no suit, colour or rank (蛊惑).
    pub face_down: bool,
    /// `before(me, ev, act)`, after name, cards and targets are declared; returning `false` calls the use off, a name
    /// makes it a use of that name (蛊惑).
    pub before: Option<Fun>,
    /// Line of the script.
    pub line: u32,
}

/// `provide`: at "needs the card ❶", a card that others or chance provide (护驾, 激将, 八卦阵, 酒诗).
#[derive(Debug, Clone)]
pub struct Provide {
    /// The name provided.
    pub to: Vec<Name>,
    /// For uses?
    pub for_use: bool,
    /// For responses?
    pub for_respond: bool,
    /// `when(me, ev)`.
    pub when: Option<Fun>,
    /// Counted limit.
    pub limit: Option<Limit>,
    /// What is paid and chosen.
    pub picks: Picks,
    /// `run(me, ev, act)`: returns the physical cards that stand for the card, `true` for none, `nil` if it came to nothing.
    pub run: Fun,
    /// Line of the script.
    pub line: u32,
}

/// A number or fact that states change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Query {
    /// `(me, other)`: distance that the holder computes to others.
    DistanceFrom,
    /// `(me, other)`: distance that others compute to the holder.
    DistanceTo,
    /// `(me)`: the holder's attack range.
    AttackRange,
    /// `(me)`: the holder's hand limit.
    HandLimit,
    /// `(me, use)`: how many uses of the card its quota allows the holder.
    Quota,
    /// `(me, use)`: how many more targets the holder's card may have.
    TargetCount,
    /// `(me, use, other)`: is distance no matter when the holder's card names this target?
    Reach,
    /// `(me, card)`: what the holder's card counts as.
    Face,
    /// `(me, target_use)`: targets may be added to a use whose targets are prescribed (方天画戟).
    Prescribed,
}

impl Query {
    /// All queries.
    pub const ALL: [Query; 9] = [
        Query::DistanceFrom,
        Query::DistanceTo,
        Query::AttackRange,
        Query::HandLimit,
        Query::Quota,
        Query::TargetCount,
        Query::Reach,
        Query::Face,
        Query::Prescribed,
    ];

    /// The name scripts use after `modify.`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Query::DistanceFrom => "distance_from",
            Query::DistanceTo => "distance_to",
            Query::AttackRange => "attack_range",
            Query::HandLimit => "hand_limit",
            Query::Quota => "quota",
            Query::TargetCount => "target_count",
            Query::Reach => "reach",
            Query::Face => "face",
            Query::Prescribed => "prescribed",
        }
    }
}

/// `modify.<query>`.
#[derive(Debug, Clone)]
pub struct Modifier {
    /// What it changes.
    pub query: Query,
    /// Whose number: the holder's (`Player`), everybody's (`Anyone`), all but the holder's (`Others`).
    pub who: Who,
    /// `when(me, …)`.
    pub when: Option<Fun>,
    /// Added.
    pub by: Option<Num>,
    /// Set instead; the largest wins.
    pub to: Option<Num>,
    /// No bound at all.
    pub unlimited: bool,
    /// For `face`: the name it counts as.
    pub name: Option<Name>,
    /// For `face`: the suit it counts as.
    pub suit: Option<Suit>,
}

/// Something that is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Ban {
    /// `(me, use)`: the holder can't be a target of the use.
    Target,
    /// `(me, use)`: the holder can't use the card.
    Use,
    /// `(me, use)`: the holder can't respond with the card.
    Respond,
    /// `(me, card)`: the holder can't discard the card.
    Discard,
    /// `(me)`: the holder can't recover.
    Recover,
    /// `(me, name)`: a skill of the holder has no effect.
    Skill,
    /// `(me, card)`: an equipment of the holder has no effect.
    Equip,
    /// `(me)`: the holder can't be dealt the next in the turn plan: his phase named by the event is skipped.
    Pindian,
}

impl Ban {
    /// All bans.
    pub const ALL: [Ban; 8] =
        [Ban::Target, Ban::Use, Ban::Respond, Ban::Discard, Ban::Recover, Ban::Skill, Ban::Equip, Ban::Pindian];

    /// The name scripts use after `forbid.`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Ban::Target => "target",
            Ban::Use => "use",
            Ban::Respond => "respond",
            Ban::Discard => "discard",
            Ban::Recover => "recover",
            Ban::Skill => "skill",
            Ban::Equip => "equip",
            Ban::Pindian => "pindian",
        }
    }
}

/// `forbid.<what>`.
#[derive(Debug, Clone)]
pub struct Prohibition {
    /// What.
    pub ban: Ban,
    /// Of whom: the holder (`Player`), everybody (`Anyone`), all but the holder (`Others`).
    pub who: Who,
    /// `when(me, …)`; with `who` other than the holder the subject follows as the last argument.
    pub when: Option<Fun>,
}

/// One ability of a skill.
#[derive(Debug, Clone)]
pub enum Ability {
    /// `on.<timing>` and `watch.<timing>`
    On(Handler),
    /// `active`
    Active(Active),
    /// `convert`
    Convert(Convert),
    /// `provide`
    Provide(Provide),
    /// `modify.<query>`
    Modify(Modifier),
    /// `forbid.<ban>`
    Forbid(Prohibition),
    /// `lent.<name>`: an active ability of others; `to(me, other)` says whose, `me` being the holder.
    Lent {
        /// Its name.
        name: Name,
        /// `to(me, other)`.
        to: Option<Fun>,
        /// What they can do.
        active: Active,
    },
}

/// `effect.<name>`: a lasting effect with abilities of its own.
#[derive(Debug, Clone)]
pub struct EffectDef {
    /// Its name inside the skill.
    pub name: Name,
    /// Its abilities; triggered ones are compulsory unless they say otherwise.
    pub abilities: Vec<Ability>,
    /// `on_end(me, effect)`.
    pub on_end: Option<Fun>,
}

/// A skill (技能), or what an equipment or a mode does in the same terms.
#[derive(Debug, Clone)]
pub struct SkillDef {
    /// Its id.
    pub name: Name,
    /// 锁定技
    pub compulsory: bool,
    /// 限定技
    pub limited: bool,
    /// 觉醒技
    pub awakening: bool,
    /// 主公技
    pub lord: bool,
    /// In the order of the script.
    pub abilities: Vec<Ability>,
    /// Lasting effects it can set.
    pub effects: Vec<EffectDef>,
    /// Piles that go to the discard pile when the skill is lost.
    pub piles: Vec<Name>,
    /// `on_gain(me)`, `on_lose(me)`: keep the state that belongs to the skill.
    pub on_lose: Option<Fun>,
    /// The bots' hint: how much it is worth using (0 never, 1 always), declared.
    pub ai: Option<Fun>,
    /// Where the script is, for traces: path from the pack's root.
    pub script: Rc<str>,
}

/// Kinds of card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CardType {
    /// 基本牌
    Basic,
    /// 普通锦囊牌 (non-delayed)
    Trick,
    /// 延时类锦囊牌
    DelayedTrick,
    /// 装备牌
    Equip,
}

impl CardType {
    /// The name TOML and scripts use.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            CardType::Basic => "basic",
            CardType::Trick => "trick",
            CardType::DelayedTrick => "delayed_trick",
            CardType::Equip => "equip",
        }
    }

    /// 锦囊牌, delayed or not.
    #[must_use]
    pub fn is_trick(self) -> bool {
        matches!(self, CardType::Trick | CardType::DelayedTrick)
    }
}

/// Who a card's targets are (使用目标).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TargetRule {
    /// The user.
    Own,
    /// All characters that are legal.
    All,
    /// All others that are legal.
    Others,
    /// Chosen ones.
    Chosen {
        /// Nominal lower bound.
        min: Num,
        /// Nominal upper bound.
        max: Option<Num>,
        /// May the user be one?
        own: bool,
        /// Distance rule.
        reach: Reach,
    },
    /// The card is an answer: its target is the effect that it answers (闪, 无懈可击).
    Answer,
}

/// The distance rule of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// None.
    Any,
    /// Within the user's attack range.
    Range,
    /// Within this distance.
    Distance(i32),
}

/// What a card may answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaveRule {
    /// It can't save.
    No,
    /// Any dying character.
    Anyone,
    /// The dying user.
    Own,
}

/// A kind of card: everything with the same name.
#[derive(Debug, Clone)]
pub struct CardDef {
    /// Its id.
    pub name: Name,
    /// `slash` for 火杀 and 雷杀; its own name otherwise.
    pub family: Name,
    /// Basic, trick, delayed trick or equipment.
    pub card_type: CardType,
    /// Fire or thunder, as a name; for slashes.
    pub nature: Option<Nature>,
    /// Equipment: its slot.
    pub slot: Option<Slot>,
    /// Weapon: its range.
    pub range: i32,
    /// Mount: added to the distance others compute to the wearer.
    pub distance_to: i32,
    /// Mount: added to the distance the wearer computes to others.
    pub distance_from: i32,
    /// Usable at an idle point of the play phase?
    pub at_idle: bool,
    /// Targets.
    pub targets: TargetRule,
    /// `where(me, use, other)`: legal targets beyond the distance rule.
    pub target_filter: Option<Fun>,
    /// A second character chosen with each target (借刀杀人): `where(me, use, target, other)`.
    pub second: Option<Fun>,
    /// `when(me, use)`: may it be used at all?
    pub when: Option<Fun>,
    /// How often at idle points.
    pub quota: Option<(Scope, i64)>,
    /// The card its targets may answer it with (闪).
    pub answered_by: Option<Name>,
    /// Can it be cancelled by a nullifying card for one target? Tricks can, unless they say otherwise.
    pub nullifiable: bool,
    /// Does it nullify?
    pub nullifies: bool,
    /// Whom it can save.
    pub saves: SaveRule,
    /// May it be recast?
    pub recast: bool,
    /// `run(user, ev, target)`: its effect on one target.
    pub run: Option<Fun>,
    /// `save(user, ev, target)`: its effect when used to save; `run` if absent.
    pub run_save: Option<Fun>,
    /// `missed(user, ev, target)`: when it was cancelled or void for a target.
    pub missed: Option<Fun>,
    /// Its own handlers, as a skill: of the wearer for equipment, of the use for the rest.
    pub skill: Option<Rc<SkillDef>>,
}

/// A nature (属性) of damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Nature {
    /// 普通
    #[default]
    Normal,
    /// 火焰
    Fire,
    /// 雷电
    Thunder,
}

impl Nature {
    /// The name scripts use.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Nature::Normal => "normal",
            Nature::Fire => "fire",
            Nature::Thunder => "thunder",
        }
    }

    /// The nature with this id.
    #[must_use]
    pub fn parse(text: &str) -> Option<Nature> {
        [Nature::Normal, Nature::Fire, Nature::Thunder].into_iter().find(|n| n.id() == text)
    }
}

/// Gender as printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "as printed")]
pub enum Gender {
    Male,
    Female,
    Neutral,
}

impl Gender {
    /// The name TOML and scripts use.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Gender::Male => "male",
            Gender::Female => "female",
            Gender::Neutral => "neutral",
        }
    }

    /// The gender with this id.
    #[must_use]
    pub fn parse(text: &str) -> Option<Gender> {
        [Gender::Male, Gender::Female, Gender::Neutral].into_iter().find(|g| g.id() == text)
    }
}

/// A general (武将).
#[derive(Debug, Clone)]
pub struct GeneralDef {
    /// Its id.
    pub name: Name,
    /// Kingdom.
    pub kingdom: Name,
    /// Gender.
    pub gender: Gender,
    /// Maximum hp.
    pub hp: i32,
    /// Starting hp.
    pub start_hp: i32,
    /// Is it a lord general?
    pub lord: bool,
    /// Its skills.
    pub skills: Vec<Name>,
}

/// A mode: a script that sets a game up, ends it and rewards.
#[derive(Debug, Clone)]
pub struct ModeDef {
    /// Its id.
    pub name: Name,
    /// Fewest and most seats.
    pub seats: (usize, usize),
    /// `setup(game)`: roles, generals, hands.
    pub setup: Option<Fun>,
    /// `first(game)`: who has the first turn; seat 1 if absent.
    pub first: Option<Fun>,
    /// `over(game, dead)`: a list of winners (empty for a draw), or nil if the game goes on.
    pub over: Option<Fun>,
    /// `reward(game, dead, killer)`.
    pub reward: Option<Fun>,
    /// Table rules in the terms of a skill; the holder is whoever's turn it is.
    pub skill: Option<Rc<SkillDef>>,
}

/// Everything that content declares, at one moment. A reload makes a new one; [`Names`] is shared by all.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    /// The names.
    pub names: Names,
    /// Skills by name number.
    pub skills: Vec<Option<Rc<SkillDef>>>,
    /// Card kinds by name number.
    pub cards: Vec<Option<Rc<CardDef>>>,
    /// Card kinds in the order of their definition.
    pub card_order: Vec<Name>,
    /// Generals in order.
    pub generals: Vec<Rc<GeneralDef>>,
    /// Modes.
    pub modes: Vec<Rc<ModeDef>>,
    /// The deck in printed order.
    pub deck: Vec<Face>,
    /// Digest of the sources, 32 bytes in hex.
    pub digest: String,
}

impl Catalogue {
    /// The skill called `name`.
    #[must_use]
    pub fn skill(&self, name: Name) -> Option<&Rc<SkillDef>> {
        self.skills.get(name.index())?.as_ref()
    }

    /// The card kind called `name`.
    #[must_use]
    pub fn card(&self, name: Name) -> Option<&Rc<CardDef>> {
        self.cards.get(name.index())?.as_ref()
    }

    /// The general called `name`.
    #[must_use]
    pub fn general(&self, name: Name) -> Option<&Rc<GeneralDef>> {
        self.generals.iter().find(|general| general.name == name)
    }

    /// The mode called `name`.
    #[must_use]
    pub fn mode(&self, name: Name) -> Option<&Rc<ModeDef>> {
        self.modes.iter().find(|mode| mode.name == name)
    }

    /// Put a skill in (or replace it).
    pub fn add_skill(&mut self, def: SkillDef) {
        let at = def.name.index();
        if self.skills.len() <= at {
            self.skills.resize(at + 1, None);
        }
        self.skills[at] = Some(Rc::new(def));
    }

    /// Put a card kind in (or replace it).
    pub fn add_card(&mut self, def: CardDef) {
        let at = def.name.index();
        if self.cards.len() <= at {
            self.cards.resize(at + 1, None);
        }
        if self.cards[at].is_none() {
            self.card_order.push(def.name);
        }
        self.cards[at] = Some(Rc::new(def));
    }
}
