//! What pages send.

use crate::replay::plain::{PlainAction, PlainAnswer};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A message of a page.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum Message {
    /// Answer the question with this number.
    Answer { id: u64, answer: PlainAnswer },
    /// Ask what may be added to an action that answers the question; the key comes back with the word on it.
    Next { id: u64, key: u64, action: PlainAction },
    /// To this decision.
    Goto { n: u64 },
    /// So many decisions on, or back.
    Step { by: i64 },
    /// To the next turn, or back to the one before.
    Turn { by: i64 },
    /// Let bots play all seats until so many turns more have ended, then stand still.
    Bots { turns: u32 },
    /// Let bots and recorded answers go on.
    Play,
    /// Let them wait.
    Pause,
    /// Play on from the moment shown; what was recorded after it becomes a branch.
    Here,
    /// To this branch.
    Branch { id: usize },
    /// How long a bot's decision is waited with, in milliseconds.
    Speed { ms: u64 },
    /// Look at the same moment, beginning with this decision, under the old code and the new.
    Again { from: u64 },
    /// Show the same moment to this page after every reload, or no longer.
    Same { on: bool },
    /// Go on with one of the two.
    Keep { side: Choice },
    /// Change something on the table.
    Direct { change: Change },
    /// Sit down at this seat.
    Take { seat: u8 },
    /// Have a bot play this seat, or no longer.
    Bot { seat: u8, on: bool },
    /// Show everything that is hidden, or no longer.
    All { on: bool },
    /// Read a file.
    Source { file: String },
    /// Save a file.
    SaveSource { file: String, text: String },
    /// List the files.
    Files,
    /// List the links.
    Seats,
    /// List the saved games.
    Games,
    /// Play this saved game.
    Open { file: String },
    /// Remove this saved game.
    Remove { file: String },
    /// The game from the last idle point at or before this decision to the present moment, as a scenario file.
    SaveScenario { from: u64 },
    /// The position that the table stands at, as text.
    Position,
    /// Begin a game at the position from this text.
    DealPosition { text: String },
    /// Begin another game; what isn't said stays as it is.
    New {
        #[serde(default)]
        #[ts(optional)]
        mode: Option<String>,
        #[serde(default)]
        #[ts(optional)]
        seats: Option<usize>,
        #[serde(default)]
        #[ts(optional)]
        seed: Option<u64>,
        /// Of the host.
        #[serde(default)]
        #[ts(optional)]
        general: Option<String>,
    },
}

/// Which version of a moment goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    Old,
    New,
}

/// A change that the director makes. Seats are numbered from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    Deal {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        card: Option<u16>,
        /// `♥5 jink`, a face or a name alone: the first that fits, from the draw pile first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        text: Option<String>,
        to: u8,
        zone: Place,
    },
    Hp {
        seat: u8,
        value: i32,
    },
    MaxHp {
        seat: u8,
        value: i32,
    },
    Mark {
        seat: u8,
        mark: String,
        count: i32,
    },
    Chain {
        seat: u8,
    },
    Flip {
        seat: u8,
    },
    General {
        seat: u8,
        id: String,
    },
    Gain {
        seat: u8,
        skill: String,
    },
    Lose {
        seat: u8,
        skill: String,
    },
    Kill {
        seat: u8,
    },
    Revive {
        seat: u8,
    },
    /// It is this seat's turn: its play phase begins.
    Turn {
        seat: u8,
    },
}

/// Where a card is dealt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    Hand,
    Equip,
    Judge,
    /// The top of the draw pile.
    Top,
}
