//! What pages are told. The page's type declarations (`page/protocol.d.ts`) are written from these types and from those of
//! what pages send ([`super::wire`]); see [`super::protocol`].

use super::ask::{Next, Question};
use super::games::SavedGame;
use super::journal::{Line, Row, Tick};
use super::moment::Compared;
use super::shapes::{Both, TableView};
use super::source::{Finding, SourceFile};
use crate::cli::Lang;
use serde::Serialize;
use ts_rs::TS;

/// A message to a page. Which of them a page gets depends on its role: only the host's hears of files, branches, the
/// trace and reloads. What a page may not see is in none of them.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Told<'a> {
    /// The first message on every connection.
    Hello(Hello),
    /// The table as it is now. Sent again whenever something about it changed.
    View(Now),
    /// Sentences for the log. They follow those sent before, or replace them after a reset.
    Log { reset: bool, lines: &'a [Line] },
    /// Ticks of the timeline; as with the log.
    Ticks { reset: bool, ticks: &'a [Tick] },
    /// Rows of the scheduler's trace; as with the log.
    Trace { reset: bool, rows: &'a [Row] },
    /// A question for this page. It stays open until the next view; the same one may come again.
    Ask { request: Question },
    /// The game waits for these seats, and none of them is this page's.
    Wait { seats: Vec<u8> },
    /// The game was rewound: this is what the question just asked was answered with.
    Was { answer: Both },
    /// The answer to a page's `next`: what may be added to the action it is building.
    Next { id: u64, key: u64, next: Next },
    /// An answer, or a step towards one, was refused; the question stays open if it was.
    Refused { id: u64, reason: Both },
    /// Something that a page sent or asked for came to nothing.
    Error { message: Both },
    /// Saved files are in force.
    Reloaded(Reloaded),
    /// Saved files have errors; what was in force still is.
    Failed(Failed),
    /// The errors of the last `failed` are gone.
    Mended,
    /// The same moment under the old code and the new.
    Moment(Compared),
    /// A file that was asked for.
    Source(SourceFile),
    /// A file was saved.
    Saved { file: String },
    /// All files that may be read, by their paths inside their packs.
    Files { files: Vec<String> },
    /// The game was saved as a scenario.
    Scenario(SavedScenario),
    /// The position that the table stands at, as text.
    Position { text: String },
    /// A position that can't be dealt, and why; nothing has changed.
    Misplaced(Misplaced),
    /// Links for friends, and the one for those who only watch.
    Seats { links: Vec<SeatLink>, watch: String },
    /// The saved games, the newest first.
    Games { games: Vec<SavedGame> },
    /// The game that was left in the middle, offered to the host of a new one.
    Offer { game: SavedGame },
}

/// Who a page is at this table.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Hello {
    pub role: RoleId,
    /// The seat it plays.
    pub seat: Option<u8>,
    /// The folders of the packs; empty for guests.
    pub packs: Vec<String>,
    /// The language to begin with.
    pub lang: Lang,
    pub version: &'static str,
    /// The generals of whom there is a picture at `pictures/<id>`.
    pub pictures: Vec<String>,
    /// May files be saved from the page?
    pub edit: bool,
}

/// What a page may do: everything, play a seat, or look on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RoleId {
    Host,
    Seat,
    Watch,
}

/// A moment of the game.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Now {
    /// Decisions made so far at the moment shown.
    pub at: u64,
    /// Decisions of the branch.
    pub end: u64,
    /// Is the moment shown the newest?
    pub live: bool,
    /// Does the game go on by itself? Never while it is rewound.
    pub playing: bool,
    /// How long a bot's decision is waited with, in milliseconds.
    pub pace: u64,
    /// The number of this branch.
    pub branch: usize,
    /// Futures that were left.
    pub branches: Vec<BranchRow>,
    pub view: TableView,
    /// How long those have who are asked at the same time.
    pub clock: Option<Clock>,
}

/// A clock that runs out, in milliseconds.
#[derive(Debug, Clone, Copy, Serialize, TS)]
pub struct Clock {
    pub left: u64,
    pub whole: u64,
}

/// A future that was left.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(rename = "Branch")]
pub struct BranchRow {
    pub id: usize,
    /// The decision at which it leaves the others.
    pub from: u64,
    /// How many decisions it has.
    pub end: usize,
    pub words: Both,
}

/// Files that were saved and are in force.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Reloaded {
    /// The time of day (UTC).
    pub at: String,
    pub files: Vec<String>,
    /// The decision at which to look at the same moment.
    pub same: Option<u64>,
    /// What is different now, in words.
    pub changed: Vec<Both>,
}

/// Files that were saved and can't be used.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Failed {
    /// The time of day (UTC).
    pub at: String,
    pub files: Vec<String>,
    pub findings: Vec<Finding>,
    /// Since when what is in force has been so.
    pub since: String,
}

/// A scenario that was written into a file. It passes.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(rename = "Scenario")]
pub struct SavedScenario {
    /// The file, inside its pack.
    pub file: String,
    pub text: String,
    /// The decision that it was to begin with.
    pub asked: u64,
    /// The decision that it begins with.
    pub from: u64,
    /// The moment that it leads to.
    pub to: u64,
    /// Why it is told no more plainly, and not from later on.
    pub why: Vec<String>,
}

/// What is wrong with the text of a position, and where.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Misplaced {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    pub message: String,
}

/// A link for a friend.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SeatLink {
    pub seat: u8,
    pub url: String,
    /// Is somebody there?
    pub taken: bool,
}

/// An error for a page.
pub fn complaint(zh: impl Into<String>, en: impl Into<String>) -> Told<'static> {
    Told::Error { message: Both::new(zh, en) }
}
