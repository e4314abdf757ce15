//! The replay file: JSON lines, only ever added to. A header, every answer, a digest of the state at every turn, the
//! result; of a game at the table also the director's changes, and the moments at which it was played on from an earlier
//! decision.

use super::plain::PlainAnswer;
use crate::load::Plan;
use crate::web::Change;
use anyhow::{Context, Result, bail};
use muniu_content::ContentSource;
use muniu_content::data::PackMeta;
use muniu_kernel::Game;
use muniu_kernel::request::{Answer, Request};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The version of the format that is written. Those before it are read too.
pub const VERSION: u32 = 2;

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
    /// A game at the table: it may be left at any time and taken up again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub table: bool,
}

impl Header {
    /// The header of a game that is about to be played.
    pub fn of(plan: &Plan, source: &ContentSource, table: bool) -> Header {
        let pack = |pack: &PackMeta| format!("{} {}", pack.id, pack.version);
        Header {
            version: VERSION,
            content: source.digest.clone(),
            mode: plan.mode.clone(),
            seed: plan.seed,
            seats: plan.seats,
            options: plan.options.clone(),
            position: plan.position.clone(),
            packs: source.merged.packs.iter().map(pack).collect(),
            table,
        }
    }

    /// What the game is made of.
    pub fn plan(&self) -> Plan {
        let Header { mode, seed, seats, options, position, .. } = self.clone();
        Plan { mode, seats, seed, options, position }
    }
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

/// A line after the header. It says one thing.
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
    /// The director's change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// The game is played on from here: so many answers and changes are kept, what came after them is a branch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<usize>,
    /// Branch number so many is taken up again, and what was in force takes the last place among the branches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<usize>,
    /// Who plays which general by now, by seat: for those who look through saved games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generals: Option<Vec<String>>,
}

/// What a line says about the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Decision(Decision),
    Change(Change),
    Turn(u32, String),
    Content(String),
    Result(Ended),
}

impl Step {
    /// One of the things that make the game, and not one that tells of it.
    fn makes(&self) -> bool {
        matches!(self, Step::Decision(_) | Step::Change(_))
    }
}

/// Steps, each with the number of its line, from 1.
pub type Steps = Vec<(usize, Step)>;

/// A future that was left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// From the beginning of the game.
    pub steps: Steps,
    /// The decision at which it leaves the others.
    pub from: u64,
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    pub header: Header,
    /// The branch in force.
    pub steps: Steps,
    pub branches: Vec<Left>,
    pub generals: Vec<String>,
    /// How many lines there are.
    pub lines: usize,
    /// How many bytes of the file are whole lines: the last line may be torn, if the writer was killed.
    pub whole: usize,
}

/// How many decisions these steps hold.
pub fn decisions(steps: &[(usize, Step)]) -> u64 {
    steps.iter().filter(|(_, step)| matches!(step, Step::Decision(_))).count() as u64
}

/// How many branches can be gone back to: the newest ones. The file holds them all.
const BRANCHES: usize = 64;

/// One more branch.
pub fn add_branch<T>(branches: &mut Vec<T>, branch: T) {
    branches.push(branch);
    if branches.len() > BRANCHES {
        branches.remove(0);
    }
}

impl Recording {
    /// Read a file.
    pub fn read(path: &Path) -> Result<Recording> {
        let text = std::fs::read(path).with_context(|| format!("can't read {}", path.display()))?;
        let file = path.display();
        let mut found: Option<Recording> = None;
        let mut end = 0;
        for (at, bytes) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
            end += bytes.len();
            let place = || format!("{file}:{}", at + 1);
            if bytes.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let Some(recording) = &mut found else {
                let header: Header = serde_json::from_slice(bytes)
                    .with_context(|| format!("{}: expected a replay's header", place()))?;
                if !(1..=VERSION).contains(&header.version) {
                    bail!("{}: version {} of the replay format, expected {VERSION}", place(), header.version);
                }
                found = Some(Recording {
                    header,
                    steps: Vec::new(),
                    branches: Vec::new(),
                    generals: Vec::new(),
                    lines: at + 1,
                    whole: end,
                });
                continue;
            };
            let line: Line = match serde_json::from_slice(bytes) {
                Ok(line) => line,
                Err(_) if !bytes.ends_with(b"\n") => break,
                Err(error) => {
                    return Err(error)
                        .with_context(|| format!("{}: garbled, expected a decision, a turn or the result", place()));
                }
            };
            recording.lines = at + 1;
            recording.whole = end;
            if !recording.take(at + 1, line) {
                bail!("{}: garbled, expected one thing: a decision, a turn with its digest, the result …", place());
            }
        }
        found.with_context(|| format!("{file}:1: the file is empty, expected a replay's header"))
    }

    /// What one more line does. False: it makes no sense.
    fn take(&mut self, number: usize, line: Line) -> bool {
        let Line { a, turn, digest, content, result, change, cut, branch, generals } = line;
        let said = [
            a.is_some(),
            turn.is_some(),
            content.is_some(),
            result.is_some(),
            change.is_some(),
            cut.is_some(),
            branch.is_some(),
            generals.is_some(),
        ];
        if said.iter().filter(|said| **said).count() != 1 || turn.is_some() != digest.is_some() {
            return false;
        }
        if let Some(keep) = cut {
            return self.cut(keep);
        }
        if let Some(id) = branch {
            return self.take_up(id);
        }
        if let Some(generals) = generals {
            self.generals = generals;
            return true;
        }
        let step = a.map(Step::Decision).or(change.map(Step::Change)).or(content.map(Step::Content));
        let step =
            step.or(result.map(Step::Result)).or(turn.zip(digest).map(|(turn, digest)| Step::Turn(turn, digest)));
        let Some(step) = step else { return false };
        // What a table says of a turn or of the end it may say again, after going back: the last time counts.
        let again = match (self.steps.last(), &step) {
            (Some((_, Step::Turn(last, _))), Step::Turn(turn, _)) => last == turn,
            (Some((_, Step::Result(_))), Step::Result(_)) => true,
            _ => false,
        };
        if again {
            self.steps.pop();
        }
        self.steps.push((number, step));
        true
    }

    fn cut(&mut self, keep: usize) -> bool {
        let mut makes = self.steps.iter().enumerate().filter(|(_, (_, step))| step.makes()).map(|(at, _)| at);
        let Some(at) = makes.nth(keep) else { return false };
        let steps = self.steps.clone();
        let content = steps[at..].iter().rev().find(|(_, step)| matches!(step, Step::Content(_)));
        self.steps.truncate(at);
        // It stays in force.
        self.steps.extend(content.cloned());
        add_branch(&mut self.branches, Left { steps, from: decisions(&self.steps) });
        true
    }

    fn take_up(&mut self, id: usize) -> bool {
        if id >= self.branches.len() {
            return false;
        }
        let branch = self.branches.remove(id);
        let steps = std::mem::replace(&mut self.steps, branch.steps);
        self.branches.push(Left { steps, from: branch.from });
        true
    }

    /// How the branch in force ended, if it did.
    pub fn ended(&self) -> Option<&Ended> {
        self.steps.iter().rev().find_map(|(_, step)| match step {
            Step::Result(ended) => Some(ended),
            _ => None,
        })
    }
}
