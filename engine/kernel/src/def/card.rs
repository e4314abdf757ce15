//! Kinds of card, as TOML and their scripts declare them.

use super::ability::SkillDef;
use super::picks::{Fun, Num, Scope};
use crate::card::Slot;
use crate::names::Name;
use std::rc::Rc;

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
