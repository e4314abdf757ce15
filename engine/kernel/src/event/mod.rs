//! Events (事件): frames on the event stack, with typed data for each kind.
//!
//! What a rule attaches to one use, one target or one damage lives here, on that record, never on a character. The larger
//! kinds have files of their own; what is small stands here, before the list of all kinds.

mod damage;
mod move_cards;
mod turn;
mod use_card;

pub use damage::{Damage, Dying, HpReduction};
pub use move_cards::{CardMove, Move, Reason, Spot};
pub use turn::{Phase, PhaseEvent, Turn};
pub use use_card::{Aim, Need, Outcome, Respond, Use};

use crate::card::{Color, Slot, Suit};
use crate::ids::{CardId, EventId, PlayerId, VirtualId};
use crate::names::Name;
use smallvec::SmallVec;

/// A pindian (拼点).
#[derive(Debug, Clone)]
pub struct Pindian {
    /// Who started it.
    pub from: PlayerId,
    /// The initiator's card.
    pub card: CardId,
    /// Targets with their cards.
    pub targets: SmallVec<[(PlayerId, CardId); 2]>,
    /// The pair whose result is decided now.
    pub current: u8,
    /// Did the initiator win against the current target?
    pub won: Option<bool>,
    /// The skill that asked for it.
    pub reason: Option<Name>,
}

/// A change of state of general cards (牌状态改变).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateChange {
    /// 横置 / 重置
    Chain(bool),
    /// 翻面: face up or not.
    Face(bool),
    /// 明置: general number.
    Reveal(u8),
}

/// The result of a judgement (判定结果).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JudgeResult {
    /// Name.
    pub name: Name,
    /// Suit.
    pub suit: Suit,
    /// Colour.
    pub color: Color,
    /// Rank.
    pub rank: u8,
}

/// A judgement (判定).
#[derive(Debug, Clone)]
pub struct Judge {
    /// Who judges.
    pub player: PlayerId,
    /// The card or skill that demands it.
    pub reason: Name,
    /// The judgement card.
    pub card: CardId,
    /// The result, once fixed.
    pub result: Option<JudgeResult>,
    /// The effect of the skill that judges, run at "result decided ❶" (洛神, 双雄, 屯田).
    pub then: Option<crate::def::Fun>,
}

/// What happens, with its data.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "each is described at its data")]
pub enum Event {
    Game,
    Turn(Turn),
    Phase(PhaseEvent),
    Need(Need),
    /// A use that is only being considered.
    Draft(Box<Use>),
    Use(Box<Use>),
    Respond(Respond),
    Pindian(Pindian),
    Move(Move),
    StateChange {
        player: PlayerId,
        change: StateChange,
    },
    Judge(Judge),
    Damage(Box<Damage>),
    LoseHp {
        player: PlayerId,
        amount: i32,
        reason: Option<Name>,
    },
    HpReduction(HpReduction),
    Recover {
        player: PlayerId,
        amount: i32,
        source: Option<PlayerId>,
        card: Option<VirtualId>,
        skill: Option<Name>,
    },
    MaxHp {
        player: PlayerId,
        amount: i32,
    },
    Dying(Dying),
    Death {
        player: PlayerId,
        killer: Option<PlayerId>,
        damage: Option<EventId>,
    },
    Skill {
        player: PlayerId,
        skill: Name,
        gained: bool,
    },
    SkillUse {
        /// Cards that lie hidden and that a seat looks at until the skill's use is over.
        seen: Vec<(PlayerId, CardId)>,
        player: PlayerId,
        owner: PlayerId,
        skill: Name,
        ability: u16,
        targets: SmallVec<[PlayerId; 4]>,
        cards: Vec<CardId>,
    },
    Area {
        player: PlayerId,
        slots: SmallVec<[Slot; 5]>,
        judge: bool,
        abolished: bool,
    },
    Mark {
        player: PlayerId,
        mark: Name,
        count: i32,
    },
    Reshuffle,
}

impl Event {
    /// The kind of event, as scripts say it.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Event::Game => "game",
            Event::Turn(_) => "turn",
            Event::Phase(_) => "phase",
            Event::Need(_) => "need",
            Event::Draft(_) | Event::Use(_) => "use",
            Event::Respond(_) => "respond",
            Event::Pindian(_) => "pindian",
            Event::Move(_) => "move",
            Event::StateChange { .. } => "state_change",
            Event::Judge(_) => "judge",
            Event::Damage(_) => "damage",
            Event::LoseHp { .. } => "lose_hp",
            Event::HpReduction(_) => "hp_reduction",
            Event::Recover { .. } => "recover",
            Event::MaxHp { .. } => "max_hp",
            Event::Dying(_) => "dying",
            Event::Death { .. } => "death",
            Event::Skill { .. } => "skill",
            Event::SkillUse { .. } => "skill_use",
            Event::Area { .. } => "area",
            Event::Mark { .. } => "mark",
            Event::Reshuffle => "reshuffle",
        }
    }

    /// The leading character: owner, judging, dying, asked, moved from …
    #[must_use]
    pub fn player(&self) -> Option<PlayerId> {
        match self {
            Event::Game | Event::Reshuffle => None,
            Event::Turn(turn) => Some(turn.owner),
            Event::Phase(phase) => Some(phase.owner),
            Event::Need(need) => Some(need.player),
            Event::Draft(used) | Event::Use(used) => used.user,
            Event::Respond(respond) => Some(respond.player),
            Event::Pindian(pindian) => Some(pindian.from),
            Event::Move(moved) => moved.by,
            Event::Judge(judge) => Some(judge.player),
            Event::Damage(damage) => Some(damage.target),
            Event::HpReduction(reduction) => Some(reduction.player),
            Event::Dying(dying) => Some(dying.player),
            Event::StateChange { player, .. }
            | Event::LoseHp { player, .. }
            | Event::Recover { player, .. }
            | Event::MaxHp { player, .. }
            | Event::Death { player, .. }
            | Event::Skill { player, .. }
            | Event::SkillUse { player, .. }
            | Event::Area { player, .. }
            | Event::Mark { player, .. } => Some(*player),
        }
    }

    /// The use, running or considered.
    #[must_use]
    pub fn as_use(&self) -> Option<&Use> {
        if let Event::Use(used) | Event::Draft(used) = self { Some(used) } else { None }
    }
}

/// A frame of the event stack.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Serial number; with the depth it makes the [`EventId`].
    pub serial: u32,
    /// The data.
    pub event: Event,
    /// Number of the record that was made of it, once there is one.
    pub record: Option<u32>,
}
