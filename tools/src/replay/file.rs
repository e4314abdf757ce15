//! The replay file: JSON lines. A header, every answer, a digest of the state at every turn, the result.

use super::plain::PlainAnswer;
use crate::load::Plan;
use anyhow::{Context, Result, bail};
use muniu_kernel::Game;
use muniu_kernel::request::{Answer, Request};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The version of the format.
pub const VERSION: u32 = 1;

/// The first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format.
    pub version: u32,
    /// Digest of the content.
    pub content: String,
    pub mode: String,
    pub seed: u64,
    pub seats: usize,
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// The position that the game begins at, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The packs, each as `id version`, for people who look for them.
    #[serde(default)]
    pub packs: Vec<String>,
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// Whose, from 1.
    pub seat: u8,
    /// The sort of question.
    pub kind: String,
    pub answer: PlainAnswer,
}

impl Decision {
    /// The recorded answer, if the same question is asked and it is a legal answer to it.
    pub fn fits(&self, game: &Game, request: &Request) -> Option<Answer> {
        let same = self.seat == request.seat.0 + 1 && self.kind == request.ask.kind();
        let answer = self.answer.answer(game.names());
        (same && game.check(request, &answer).is_ok()).then_some(answer)
    }
}

/// How it ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// Seats that won, from 1; nobody in a draw.
    Winners(Vec<u8>),
    /// It was left in the middle.
    Left(String),
}

/// A line after the header.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<Decision>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The digest of content that was put in force here, while the game ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Ended>,
}

/// What a line says, with its number from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Decision(Decision),
    Turn(u32, String),
    Content(String),
    Result(Ended),
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    pub header: Header,
    pub steps: Vec<(usize, Step)>,
    /// How many lines there are.
    pub lines: usize,
}

impl Recording {
    /// Read a file.
    pub fn read(path: &Path) -> Result<Recording> {
        let text = std::fs::read(path).with_context(|| format!("can't read {}", path.display()))?;
        let file = path.display();
        let mut header = None;
        let mut steps = Vec::new();
        let mut lines = 0;
        for (at, bytes) in text.split(|byte| *byte == b'\n').enumerate() {
            if bytes.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            lines = at + 1;
            let place = || format!("{file}:{lines}");
            if header.is_none() {
                let found: Header = serde_json::from_slice(bytes)
                    .with_context(|| format!("{}: expected a replay's header", place()))?;
                if found.version != VERSION {
                    bail!("{}: version {} of the replay format, expected {VERSION}", place(), found.version);
                }
                header = Some(found);
                continue;
            }
            let line: Line = serde_json::from_slice(bytes)
                .with_context(|| format!("{}: garbled, expected a decision, a turn or the result", place()))?;
            let step = match (line.a, line.turn, line.digest, line.content, line.result) {
                (Some(decision), None, None, None, None) => Step::Decision(decision),
                (None, Some(turn), Some(digest), None, None) => Step::Turn(turn, digest),
                (None, None, None, Some(content), None) => Step::Content(content),
                (None, None, None, None, Some(result)) => Step::Result(result),
                _ => bail!("{}: garbled, expected one of a decision, a turn with its digest, the result", place()),
            };
            steps.push((lines, step));
        }
        let Some(header) = header else { bail!("{file}:1: the file is empty, expected a replay's header") };
        Ok(Recording { header, steps, lines })
    }

    /// What the game is made of.
    pub fn plan(&self) -> Plan {
        let Header { mode, seed, seats, options, position, .. } = self.header.clone();
        Plan { mode, seats, seed, options, position }
    }
}
