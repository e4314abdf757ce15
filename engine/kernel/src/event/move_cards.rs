//! Moves of cards (rules 4.2.9): batches, why they move, and where they come to lie.

use crate::card::Zone;
use crate::ids::{CardId, PlayerId};
use crate::names::Name;
use serde::{Deserialize, Serialize};

/// Why cards move (rules 4.2.9, list of reasons).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// 使用
    Use,
    /// 打出
    Respond,
    /// 重铸
    Recast,
    /// 弃置
    Discard,
    /// 交给
    Give,
    /// 拼点
    Pindian,
    /// 交换
    Swap,
    /// 获得
    Obtain,
    /// 摸牌
    Draw,
    /// 判定
    Judge,
    /// 置入, 置于
    Put,
    /// The system clears the processing area or a dead character's zones.
    System,
}

impl Reason {
    /// The name scripts use.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Reason::Use => "use",
            Reason::Respond => "respond",
            Reason::Recast => "recast",
            Reason::Discard => "discard",
            Reason::Give => "give",
            Reason::Pindian => "pindian",
            Reason::Swap => "swap",
            Reason::Obtain => "obtain",
            Reason::Draw => "draw",
            Reason::Judge => "judge",
            Reason::Put => "put",
            Reason::System => "system",
        }
    }
}

/// Where in the draw pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Spot {
    /// On top.
    #[default]
    Top,
    /// At the bottom.
    Bottom,
    /// Under this many cards from the top; at the bottom if there are fewer.
    Under(u16),
}

/// One card of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardMove {
    /// The card.
    pub card: CardId,
    /// Where it was.
    pub from: Zone,
    /// Where it goes.
    pub to: Zone,
    /// Into the draw pile: where.
    pub spot: Spot,
    /// Everybody sees it.
    pub open: bool,
    /// Whose it was before it came into the processing area to be exchanged (交换).
    pub former: Option<PlayerId>,
}

/// A batch of cards moved at once (移动).
#[derive(Debug, Clone)]
pub struct Move {
    /// The cards.
    pub moves: Vec<CardMove>,
    /// Why.
    pub reason: Reason,
    /// Who does it (操作者); nobody for the system.
    pub by: Option<PlayerId>,
    /// The reason of the event in which cards of the processing area were put there, when the system clears them.
    pub origin: Option<Reason>,
    /// The skill that does it, if one does.
    pub skill: Option<Name>,
}
