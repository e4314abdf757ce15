//! Cards: what is printed on them, what they stand for, and where they can lie.

use crate::ids::{CardId, PlayerId};
use crate::names::Name;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A suit (花色).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the four suits")]
pub enum Suit {
    Spade,
    Heart,
    Club,
    Diamond,
}

/// A colour (颜色).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the two colours")]
pub enum Color {
    Red,
    Black,
}

impl Suit {
    /// All suits in printed order.
    pub const ALL: [Suit; 4] = [Suit::Spade, Suit::Heart, Suit::Club, Suit::Diamond];

    /// The colour of the suit.
    #[must_use]
    pub fn color(self) -> Color {
        if matches!(self, Suit::Heart | Suit::Diamond) { Color::Red } else { Color::Black }
    }

    /// The name scripts use.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Suit::Spade => "spade",
            Suit::Heart => "heart",
            Suit::Club => "club",
            Suit::Diamond => "diamond",
        }
    }

    /// The symbol printed on the card.
    #[must_use]
    pub fn symbol(self) -> char {
        match self {
            Suit::Spade => '♠',
            Suit::Heart => '♥',
            Suit::Club => '♣',
            Suit::Diamond => '♦',
        }
    }

    /// The suit with this id or symbol.
    #[must_use]
    pub fn parse(text: &str) -> Option<Suit> {
        Suit::ALL.into_iter().find(|suit| suit.id() == text || text.chars().eq([suit.symbol()]))
    }
}

impl Color {
    /// The name scripts use.
    #[must_use]
    pub fn id(self) -> &'static str {
        if self == Color::Red { "red" } else { "black" }
    }
}

/// What a card shows: its name, suit and rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face {
    /// The card's name.
    pub name: Name,
    /// Its suit.
    pub suit: Suit,
    /// Its rank, 1 (A) to 13 (K).
    pub rank: u8,
}

/// A rank as printed: `A`, `2` … `10`, `J`, `Q`, `K`.
#[must_use]
pub fn rank_text(rank: u8) -> &'static str {
    const TEXTS: [&str; 14] = ["?", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    TEXTS.get(usize::from(rank)).copied().unwrap_or("?")
}

/// The rank printed as `text`.
#[must_use]
pub fn parse_rank(text: &str) -> Option<u8> {
    (1..=13).find(|rank| rank_text(*rank) == text)
}

/// The physical cards of a virtual card.
pub type Cards = SmallVec<[CardId; 2]>;

/// A virtual card: what a use, a response or a delayed trick is, as opposed to the physical cards that stand for it.
///
/// Rules 4.2.3: one physical card gives suit and rank; several give a common colour at most; none gives nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VirtualCard {
    /// The name it is used as.
    pub name: Name,
    /// Suit, if it has one.
    pub suit: Option<Suit>,
    /// Colour, if it has one.
    pub color: Option<Color>,
    /// Rank, if it has one.
    pub rank: Option<u8>,
    /// The physical cards still tied to it.
    pub cards: Cards,
    /// The skill that made it, if it is not a card used as printed.
    pub skill: Option<Name>,
}

/// A slot of the equipment area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// 武器
    Weapon,
    /// 防具
    Armor,
    /// 防御坐骑 (+1)
    PlusHorse,
    /// 进攻坐骑 (−1)
    MinusHorse,
    /// 宝物
    Treasure,
}

impl Slot {
    /// All slots in the order of the character board.
    pub const ALL: [Slot; 5] = [Slot::Weapon, Slot::Armor, Slot::PlusHorse, Slot::MinusHorse, Slot::Treasure];

    /// The name scripts and TOML use.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Slot::Weapon => "weapon",
            Slot::Armor => "armor",
            Slot::PlusHorse => "plus_horse",
            Slot::MinusHorse => "minus_horse",
            Slot::Treasure => "treasure",
        }
    }

    /// The slot with this id.
    #[must_use]
    pub fn parse(text: &str) -> Option<Slot> {
        Slot::ALL.into_iter().find(|slot| slot.id() == text)
    }
}

/// Where a physical card is. Each is in exactly one zone, always.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    /// 牌堆
    DrawPile,
    /// 弃牌堆
    DiscardPile,
    /// 处理区
    Processing,
    /// 手牌区
    Hand(PlayerId),
    /// 装备区
    Equip(PlayerId, Slot),
    /// 判定区
    Judge(PlayerId),
    /// A named pile on or beside a general card.
    Pile(PlayerId, Name),
    /// Out of the game.
    Removed,
}

impl Zone {
    /// The character whose zone this is.
    #[must_use]
    pub fn owner(self) -> Option<PlayerId> {
        match self {
            Zone::Hand(p) | Zone::Equip(p, _) | Zone::Judge(p) | Zone::Pile(p, _) => Some(p),
            Zone::DrawPile | Zone::DiscardPile | Zone::Processing | Zone::Removed => None,
        }
    }

    /// Hand or equipment: the zones whose cards are "a character's cards" (牌).
    #[must_use]
    pub fn holds_own_cards(self) -> bool {
        matches!(self, Zone::Hand(_) | Zone::Equip(..))
    }

    /// The name scripts use for this sort of zone.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Zone::DrawPile => "draw_pile",
            Zone::DiscardPile => "discard_pile",
            Zone::Processing => "processing",
            Zone::Hand(_) => "hand",
            Zone::Equip(..) => "equip",
            Zone::Judge(_) => "judge",
            Zone::Pile(..) => "pile",
            Zone::Removed => "removed",
        }
    }
}
