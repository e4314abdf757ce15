//! What pages send.

use crate::replay::plain::{PlainAction, PlainAnswer};
use serde::Deserialize;

/// A message of a page.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum Message {
    Answer {
        id: u64,
        answer: PlainAnswer,
    },
    Next {
        id: u64,
        key: u64,
        action: PlainAction,
    },
    Goto {
        n: u64,
    },
    Step {
        by: i64,
    },
    Turn {
        by: i64,
    },
    Play,
    Pause,
    Here,
    Branch {
        id: usize,
    },
    Speed {
        ms: u64,
    },
    Again {
        from: u64,
    },
    Keep {
        side: Side,
    },
    Direct {
        change: Change,
    },
    Take {
        seat: u8,
    },
    Bot {
        seat: u8,
        on: bool,
    },
    All {
        on: bool,
    },
    Source {
        file: String,
    },
    SaveSource {
        file: String,
        text: String,
    },
    Files,
    Seats,
    New {
        #[serde(default)]
        mode: Option<String>,
        #[serde(default)]
        seats: Option<usize>,
        #[serde(default)]
        seed: Option<u64>,
        #[serde(default)]
        general: Option<String>,
    },
}

/// Which version of a moment goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Old,
    New,
}

/// A change that the director makes. Seats are numbered from 1.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    Deal {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<u16>,
        /// `♥5 jink`, a face or a name alone: the first that fits, from the draw pile first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
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
}

/// Where a card is dealt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    Hand,
    Equip,
    Judge,
    /// The top of the draw pile.
    Top,
}
