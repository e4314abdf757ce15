//! A log of the timings that came up.

use muniu_kernel::Game;
use muniu_kernel::agent::Observer;
use muniu_kernel::event::Event;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::note::Note;
use muniu_kernel::timing::{FlowKind, Timing};

/// One entry of the log of timings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    pub timing: Timing,
    pub serial: u32,
    /// Whose target entry it is about.
    pub aim: Option<PlayerId>,
}

impl Seen {
    fn text(self) -> String {
        match self.aim {
            Some(player) => format!("{}@{}", self.timing.id(), player.0),
            None => self.timing.id().to_string(),
        }
    }
}

/// Collects every timing that comes up.
#[derive(Default)]
pub struct Recorder {
    pub seen: Vec<Seen>,
    pub refused: Vec<String>,
    pub unsound: Option<String>,
}

impl Observer for Recorder {
    fn note(&mut self, game: &Game, note: &Note) {
        match note {
            Note::Timing { timing, ev } => {
                let aim = match &*game.event(ev.id) {
                    Event::Use(used) => ev.aim.map(|aim| used.aims[usize::from(aim)].player),
                    _ => None,
                };
                self.seen.push(Seen { timing: *timing, serial: ev.id.serial, aim });
            }
            Note::Refused { reason, .. } => self.refused.push(reason.to_string()),
            Note::End { .. } => {
                if let Err(what) = game.sound() {
                    self.unsound.get_or_insert(what);
                }
            }
            _ => {}
        }
    }
}

/// The ids, those about a target followed by `@` and its seat.
pub fn texts(seen: &[Seen]) -> Vec<String> {
    seen.iter().map(|seen| seen.text()).collect()
}

/// How many timings chapter 4 of the rules has; those after them in the table are the kernel's own.
pub const RULES: usize = 150;

/// Only the timings of these flows that the rules know.
pub fn of(seen: &[Seen], flows: &[FlowKind]) -> Vec<Seen> {
    let fits = |seen: &&Seen| flows.contains(&seen.timing.row().flow) && (seen.timing as usize) < RULES;
    seen.iter().filter(fits).copied().collect()
}

/// Compare a sequence with ids written in one string.
pub fn assert_ids(seen: &[Seen], expected: &str) {
    let expected: Vec<&str> = expected.split_whitespace().collect();
    assert_eq!(texts(seen), expected);
}
