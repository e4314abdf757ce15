//! Abilities, lasting effects and skills.

use super::card::CardType;
use super::picks::{CardPick, CardTest, Fun, Hears, Limit, Num, Picks, Who};
use crate::card::{Slot, Suit};
use crate::names::Name;
use crate::timing::Timing;
use std::rc::Rc;

/// `on.<timing>`: a triggered ability (触发类技能), or a delayed part of one inside an effect.
#[derive(Debug, Clone)]
pub struct Handler {
    /// When.
    pub timing: Timing,
    /// What it listens for there.
    pub hears: Hears,
    /// `to(me, other)`: others to whom the ability is lent, each of whom uses it as his own (颂威); the holder himself
    /// if absent. With it `who`, `when` and `run` are about the one who uses it, and `when(other, ev, me)`.
    pub to: Option<Fun>,
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
    /// It makes any card of this very name another, also one that is only deemed to be used (朱雀羽扇).
    pub named: Option<Name>,
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
    /// What the card must be, for queries about one.
    pub card: CardTest,
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
    /// `(me, card)`: an equipment of the holder has no effect; `card` is nil for what a skill counts as wearing.
    Equip,
    /// `(me)`: nobody can compare cards with the holder.
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
    /// What the card must be, for bans about one.
    pub card: CardTest,
    /// `when(me, …)`; with `who` other than the holder the subject follows as the last argument.
    pub when: Option<Fun>,
    /// For `equip`: in this slot only.
    pub slot: Option<Slot>,
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

impl Ability {
    /// How often it may be used, if that is limited.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        match self {
            Ability::On(handler) => handler.limit,
            Ability::Active(active) | Ability::Lent { active, .. } => active.limit,
            Ability::Convert(convert) => convert.limit,
            Ability::Provide(provide) => provide.limit,
            Ability::Modify(_) | Ability::Forbid(_) => None,
        }
    }
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
    /// The kind of equipment that the holder counts as wearing while its slot is empty (八阵).
    pub wears: Option<Name>,
    /// Piles that go to the discard pile when the skill is lost.
    pub piles: Vec<Name>,
    /// `on_gain(me)`, `on_lose(me)`: keep the state that belongs to the skill.
    pub on_lose: Option<Fun>,
    /// The bots' hint: how much it is worth using (0 never, 1 always), declared.
    pub ai: Option<Fun>,
    /// Where the script is, for traces: path from the pack's root.
    pub script: Rc<str>,
}
