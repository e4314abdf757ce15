//! What of a table lasts when its thread has ended or its process was killed: enough to stand at the same question again.

use super::record::{self, Record, Seating};
use super::server::Command;
use super::session::{Branch, Entry, Outcome, Table, Then};
use crate::load::Plan;
use crate::replay::file::{Recording, Step, Steps};
use anyhow::Result;
use muniu_kernel::Game;
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// How long a bot's decision is shown before the next.
const PACE: Duration = Duration::from_millis(350);

/// A table at which nobody sits.
pub struct Kept {
    pub plan: Plan,
    pub entries: Vec<Entry>,
    pub branches: Vec<Branch>,
    pub record: Record,
    pub by_bot: Vec<bool>,
    pub playing: bool,
    pub pace: Duration,
    pub all: bool,
    /// Gone back to this decision.
    pub at: Option<u64>,
}

impl Kept {
    /// A game that has not begun.
    pub fn new(plan: Plan, record: Record) -> Kept {
        Kept {
            by_bot: vec![false; plan.seats],
            plan,
            entries: Vec::new(),
            branches: Vec::new(),
            record,
            playing: true,
            pace: PACE,
            all: false,
            at: None,
        }
    }

    /// A saved game, with the links of its table if they are still there.
    pub fn open(path: &Path) -> Result<(Kept, Option<Seating>)> {
        let (record, recording) = Record::open(path)?;
        let Recording { header, steps, branches, .. } = recording;
        let mut kept = Kept::new(header.plan(), record);
        kept.entries = entries(steps);
        kept.branches =
            branches.into_iter().map(|left| Branch { entries: entries(left.steps), from: left.from }).collect();
        let seating: Option<Seating> = record::read_beside(path);
        if let Some(seating) = &seating {
            kept.playing = !seating.paused;
            kept.at = seating.at;
            for seat in &seating.bots {
                if let Some(by_bot) = kept.by_bot.get_mut(usize::from(*seat).wrapping_sub(1)) {
                    *by_bot = true;
                }
            }
        }
        Ok((kept, seating))
    }
}

/// What of the steps makes the game.
fn entries(steps: Steps) -> Vec<Entry> {
    let entry = |(_, step)| match step {
        Step::Decision(decision) => Some(Entry::Answer(decision)),
        Step::Change(change) => Some(Entry::Change(change)),
        Step::Turn(..) | Step::Content(_) | Step::Result(_) => None,
    };
    steps.into_iter().filter_map(entry).collect()
}

impl Table {
    /// A game goes on once those who play it are back: no bot answers for them meanwhile.
    pub(super) fn await_people(&mut self) {
        let begun = !self.entries.is_empty();
        let people = self.room.people().into_iter().filter(|seat| begun && !self.room.is_taken(*seat));
        self.awaited = people.map(|seat| (seat, None)).collect();
    }

    /// Everything recorded has been played: back to where the table stands, if it is not there.
    pub(super) fn surveyed(&mut self) -> bool {
        let Some(at) = self.survey.take() else { return false };
        self.then = Then::Again(Some(at));
        true
    }

    /// What lasts when the thread ends.
    pub(super) fn kept(self) -> (Kept, Receiver<Command>) {
        let record = Rc::into_inner(self.record).map(RefCell::into_inner).expect("no game observes it");
        let kept = Kept {
            plan: self.plan,
            entries: self.entries,
            branches: self.branches,
            record,
            by_bot: self.by_bot,
            playing: self.playing,
            pace: self.pace,
            all: self.all,
            at: self.stop,
        };
        (kept, self.inbox)
    }

    /// Who sits where, and whether the table stands still, for the next process.
    pub(super) fn keep_seating(&self, game: &Game) {
        let bots = (1..).zip(&self.by_bot).filter(|(_, bot)| **bot).map(|(seat, _)| seat).collect();
        let at = Some(game.read().decisions).filter(|n| *n < self.end());
        let seating = Seating { links: self.room.links(), bots, paused: !self.playing, at };
        self.record.borrow_mut().keep_beside(&seating);
    }

    /// Another game on this table.
    pub(super) fn put_on(&mut self, kept: Kept) -> Outcome {
        let Kept { plan, entries, branches, record, by_bot, playing, at, pace: _, all: _ } = kept;
        (self.plan, self.entries, self.branches) = (plan, entries, branches);
        (self.by_bot, self.playing, self.survey) = (by_bot, playing, at);
        self.record = Rc::new(RefCell::new(record));
        self.journal.borrow_mut().clear();
        self.await_people();
        (self.old, self.moment) = (None, None);
        self.again(None)
    }
}
