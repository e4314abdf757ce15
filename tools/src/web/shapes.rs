//! The table as data, for one pair of eyes. Seats are numbered from 1; what is hidden is counted and never named.

use muniu_content::data::Text;
use muniu_kernel::card::{Color, Slot, Suit};
use muniu_kernel::event::Phase;
use serde::{Serialize, Serializer};
use std::rc::Rc;
use ts_rs::TS;

/// A text in both languages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "Words")]
pub struct Both {
    pub zh: String,
    pub en: String,
}

impl Both {
    pub fn new(zh: impl Into<String>, en: impl Into<String>) -> Self {
        Both { zh: zh.into(), en: en.into() }
    }

    /// What reads the same in both: numbers, signs, ids.
    pub fn same(text: impl Into<String>) -> Self {
        let text = text.into();
        Both { zh: text.clone(), en: text }
    }
}

impl From<&Text> for Both {
    fn from(text: &Text) -> Self {
        Both::new(&text.zh, &text.en)
    }
}

/// An id and what people call it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Named {
    pub id: String,
    pub words: Both,
}

/// A physical card that may be seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "Card")]
pub struct CardView {
    pub id: u16,
    /// The name printed on it.
    pub name: String,
    pub words: Both,
    #[ts(type = "Suit")]
    pub suit: Suit,
    /// 1 (A) to 13 (K).
    pub rank: u8,
    #[ts(type = "Color")]
    pub color: Color,
    #[serde(rename = "type")]
    #[ts(type = "CardType")]
    pub card_type: &'static str,
    /// Of equipment.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Slot")]
    pub slot: Option<Slot>,
    /// Of weapons.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub range: Option<i32>,
    pub text: Option<Both>,
    /// What it lies or counts as, where that isn't what is printed on it.
    #[serde(rename = "as", skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub other: Option<Both>,
}

/// A skill with its texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "Skill")]
pub struct SkillView {
    pub id: String,
    pub words: Both,
    pub text: Option<Both>,
    pub flags: Vec<SkillFlag>,
    /// Used up: a limited or awakening skill that was used.
    pub off: bool,
    pub from: SkillFrom,
    /// The file that says what it does.
    pub script: Option<String>,
}

/// A property of a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SkillFlag {
    Compulsory,
    Limited,
    Awakening,
    Lord,
    /// By the director.
    Given,
}

/// Where a skill comes from: printed on a general card, or gained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SkillFrom {
    General,
    Gained,
}

/// A general, to be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "General")]
pub struct GeneralView {
    pub id: String,
    pub words: Both,
    pub title: Option<Both>,
    pub kingdom: Option<Named>,
    pub hp: i32,
    pub max_hp: i32,
    pub skills: Vec<SkillView>,
}

/// A general card before a character; hidden ones are there for who may see them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct SeatGeneral {
    pub id: String,
    pub words: Both,
    pub title: Option<Both>,
    /// Face up?
    pub shown: bool,
}

/// Cards on or beside a general.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "Pile")]
pub struct PileView {
    pub id: String,
    pub words: Both,
    pub count: usize,
    /// Nothing while they may not be seen.
    pub cards: Option<Vec<CardView>>,
}

/// A mark with its number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "Mark")]
pub struct MarkView {
    pub id: String,
    pub words: Both,
    pub count: i32,
}

/// Who plays a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Plays {
    Human,
    Bot,
    /// A bot, since the friend who sat there has left.
    Away,
    /// Somebody who has not come back since the table was taken up again; the game waits for him.
    Awaited,
}

/// A character and everything before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "Seat")]
pub struct SeatView {
    pub seat: u8,
    /// Is it this page's own?
    pub you: bool,
    pub generals: Vec<SeatGeneral>,
    pub kingdom: Option<Named>,
    #[ts(type = "'male'|'female'|'neutral'")]
    pub gender: &'static str,
    pub hp: i32,
    pub max_hp: i32,
    pub alive: bool,
    /// Nothing while it may not be seen.
    pub role: Option<Named>,
    /// May everybody see the role?
    pub role_shown: bool,
    pub hand_count: usize,
    /// Nothing while it may not be seen.
    pub hand: Option<Vec<CardView>>,
    pub hand_limit: i32,
    pub range: i32,
    /// To every seat in order, itself and the dead included.
    pub distance: Vec<i32>,
    pub equips: Vec<CardView>,
    /// The newest last.
    pub judging: Vec<CardView>,
    pub piles: Vec<PileView>,
    pub marks: Vec<MarkView>,
    pub skills: Vec<SkillView>,
    pub chained: bool,
    pub face_down: bool,
    /// Is it this character's turn?
    pub turn: bool,
    /// Does the game wait for this character?
    pub asked: bool,
    pub player: Plays,
}

/// A card being used: who uses it on whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "Use")]
pub struct UseView {
    /// Nobody uses a delayed trick that takes effect.
    pub user: Option<u8>,
    /// What it is used as.
    pub card: Named,
    /// The physical cards, by id; there may be none.
    pub cards: Vec<u16>,
    /// Those who are still targets, in the order in which it takes effect.
    pub targets: Vec<u8>,
    /// The target it has come to.
    pub current: Option<u8>,
}

/// The whole table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "View")]
pub struct TableView {
    pub mode: Both,
    /// As text: it has more digits than a page's numbers.
    pub seed: String,
    pub round: u32,
    /// Whose turn it is.
    pub turn: Option<u8>,
    #[ts(type = "Phase | null")]
    pub phase: Option<Phase>,
    /// How many cards the draw pile has.
    pub draw: usize,
    /// How many cards the discard pile has.
    pub discard: usize,
    /// The newest of them, the newest first.
    #[serde(serialize_with = "shared")]
    #[ts(as = "Vec<CardView>")]
    pub discard_top: Vec<Rc<CardView>>,
    pub processing: Vec<CardView>,
    /// Uses under way, the innermost last.
    pub uses: Vec<UseView>,
    /// What all may see of a seat is put together once and shared.
    #[serde(serialize_with = "shared")]
    #[ts(as = "Vec<SeatView>")]
    pub seats: Vec<Rc<SeatView>>,
    /// Is everything shown, other hands too?
    pub all: bool,
    /// Once the game is over.
    pub result: Option<Winners>,
}

fn shared<T: Serialize, S: Serializer>(items: &[Rc<T>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(items.iter().map(|item| &**item))
}

/// How a game ended; nobody wins a draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Winners {
    pub winners: Vec<u8>,
}
