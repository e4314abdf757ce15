//! Turns and their phases (rules 4.1.1.6).

use crate::ids::{CardId, PlayerId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A phase (阶段).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the six phases")]
pub enum Phase {
    Prepare,
    Judge,
    Draw,
    Play,
    Discard,
    Finish,
}

impl Phase {
    /// The phases of a turn in order.
    pub const ALL: [Phase; 6] = [Phase::Prepare, Phase::Judge, Phase::Draw, Phase::Play, Phase::Discard, Phase::Finish];

    /// The name scripts use.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Phase::Prepare => "prepare",
            Phase::Judge => "judge",
            Phase::Draw => "draw",
            Phase::Play => "play",
            Phase::Discard => "discard",
            Phase::Finish => "finish",
        }
    }

    /// The phase with this id.
    #[must_use]
    pub fn parse(text: &str) -> Option<Phase> {
        Phase::ALL.into_iter().find(|phase| phase.id() == text)
    }
}

/// A turn (回合).
#[derive(Debug, Clone)]
pub struct Turn {
    /// Whose.
    pub owner: PlayerId,
    /// Not one's regular turn (额外的回合).
    pub extra: bool,
    /// The phases still to come, next first.
    pub plan: SmallVec<[Phase; 8]>,
    /// Phases of this turn that are to be skipped when they come.
    pub skips: SmallVec<[Phase; 4]>,
    /// End the turn: go to "before the end of the turn ❶" when the current timing is done.
    pub ending: bool,
}

/// A phase of a turn.
#[derive(Debug, Clone)]
pub struct PhaseEvent {
    /// Whose.
    pub owner: PlayerId,
    /// Which.
    pub phase: Phase,
    /// Draw phase: how many cards will be drawn (额定摸牌数).
    pub count: i32,
    /// To be skipped; decided at "before the phase".
    pub skipped: bool,
    /// Draw phase: the draw was given up for something else.
    pub replaced: bool,
    /// Play phase: end at the next idle point.
    pub ending: bool,
    /// Discard phase: cards that the discard rule took.
    pub discarded: Vec<CardId>,
}
