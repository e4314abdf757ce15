//! Playing a recording: seats that answer what was answered, and the comparison.

use super::file::{Ended, Recording, Step};
use super::record::ended;
use crate::load::Seat;
use crate::web;
use muniu_kernel::Game;
use muniu_kernel::agent::{Agent, Observer, View};
use muniu_kernel::names::Names;
use muniu_kernel::note::Note;
use muniu_kernel::request::{Answer, Request};
use muniu_kernel::rulebook::{Flow, Interrupt};
use muniu_kernel::state::GameResult;
use std::cell::RefCell;
use std::rc::Rc;

/// How playing it again ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// The same game.
    Same,
    /// The same so far; a table's game that is not over.
    Open,
    /// Stopped where it was asked to.
    Stopped,
    /// The first difference.
    Differs { line: usize, reason: String },
}

/// A recording and how far it has been played.
pub struct Playback {
    recording: Recording,
    names: Names,
    at: usize,
    decisions: u64,
    turns: u32,
    until: Option<u64>,
    end: Option<End>,
    /// Content was changed while the game was recorded.
    changed: bool,
}

impl Playback {
    pub fn new(recording: Recording, names: Names, until: Option<u64>) -> Self {
        Playback { recording, names, at: 0, decisions: 0, turns: 0, until, end: None, changed: false }
    }

    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    pub fn turns(&self) -> u32 {
        self.turns
    }

    fn differ(&mut self, line: usize, reason: impl Into<String>) {
        // Only the first difference tells anything.
        self.end.get_or_insert(End::Differs { line, reason: reason.into() });
    }

    /// Was content changed while the game was recorded?
    pub fn changed(&self) -> bool {
        self.changed
    }

    fn next(&mut self) -> Option<(usize, Step)> {
        while let Some((_, Step::Content(_))) = self.recording.steps.get(self.at) {
            self.changed = true;
            self.at += 1;
        }
        self.recording.steps.get(self.at).cloned()
    }

    /// The recording ended before the game did.
    fn ran_out(&mut self) {
        if self.recording.header.table {
            self.end.get_or_insert(End::Open);
            return;
        }
        let decisions = self.decisions;
        let line = self.recording.lines;
        self.differ(
            line,
            format!("the recording ends here, after {decisions} decisions, without a result: it is truncated"),
        );
    }

    /// Changes stand before the answer to the question at which they were made.
    fn make_changes(&mut self, game: &Game) {
        while let Some((line, Step::Change(change))) = self.next() {
            self.at += 1;
            if let Err(reason) = web::make_change(game, &change) {
                self.differ(line, format!("the director's change can't be made: {}", reason.en));
            }
            if game.is_left() {
                return;
            }
        }
    }

    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        self.make_changes(view.rules());
        if self.end.is_some() || view.rules().is_left() {
            return Err(Interrupt::Quit);
        }
        if self.until == Some(self.decisions) {
            self.end = Some(End::Stopped);
            return Err(Interrupt::Quit);
        }
        match self.next() {
            Some((line, Step::Decision(decision))) => {
                self.at += 1;
                let (seat, kind) = (request.seat.0 + 1, request.ask.kind());
                if decision.seat != seat || decision.kind != kind {
                    let (was, of) = (&decision.kind, decision.seat);
                    self.differ(
                        line,
                        format!("seat {seat} is asked {kind:?} where the recording has {was:?} of seat {of}"),
                    );
                    return Err(Interrupt::Quit);
                }
                let answer = decision.answer.answer(&self.names);
                if let Err(reason) = view.rules().check(request, &answer) {
                    self.differ(
                        line,
                        format!("the recorded answer of seat {seat} to {kind:?} is no longer legal: {reason}"),
                    );
                    return Err(Interrupt::Quit);
                }
                self.decisions += 1;
                Ok(answer)
            }
            Some((_, Step::Result(Ended::Left(_)))) => Err(Interrupt::Quit),
            Some((line, Step::Result(_))) => {
                self.differ(line, "the recorded game ends here, this one goes on");
                Err(Interrupt::Quit)
            }
            Some((_, Step::Content(_) | Step::Change(_))) => unreachable!("passed over"),
            Some((line, Step::Turn(turn, _))) => {
                self.differ(
                    line,
                    format!("turn {turn} begins here in the recording, but another decision is asked for"),
                );
                Err(Interrupt::Quit)
            }
            None => {
                self.ran_out();
                Err(Interrupt::Quit)
            }
        }
    }

    fn turn(&mut self, game: &Game) {
        if self.end.is_some() {
            return;
        }
        let turn = game.read().turns;
        self.turns = turn;
        match self.next() {
            Some((line, Step::Turn(recorded, digest))) => {
                self.at += 1;
                if recorded != turn {
                    self.differ(line, format!("turn {turn} begins where the recording has turn {recorded}"));
                } else if game.digest() != digest {
                    self.differ(line, format!("the state at the beginning of turn {turn} differs"));
                }
            }
            Some((_, Step::Result(Ended::Left(_)))) => {}
            Some((line, _)) => self.differ(line, format!("turn {turn} begins where the recording has something else")),
            None => self.ran_out(),
        }
    }

    /// The game is over or was left: does the recording end too, and in the same way?
    pub fn finish(&mut self, _: &Game, result: Result<&GameResult, Interrupt>) -> End {
        if let Some(end) = self.end.clone() {
            return end;
        }
        match self.next() {
            Some((line, Step::Result(recorded))) => {
                let now = ended(result);
                let left = matches!(recorded, Ended::Left(_)) && result.is_err();
                if recorded != now && !left {
                    self.differ(line, format!("the recorded result is {recorded:?}, this time it is {now:?}"));
                }
            }
            Some((line, _)) => self.differ(line, "the game is over before the recording is"),
            None => self.ran_out(),
        }
        self.end.clone().unwrap_or(End::Same)
    }
}

struct RecordedSeat(Rc<RefCell<Playback>>);

impl Agent for RecordedSeat {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        self.0.borrow_mut().answer(view, request)
    }
}

/// Seats that answer from the recording.
pub fn seats(playback: &Rc<RefCell<Playback>>, count: usize) -> Vec<Seat> {
    (0..count).map(|_| Rc::new(RefCell::new(RecordedSeat(playback.clone()))) as Seat).collect()
}

/// Compares digests as turns begin.
pub struct Compare(pub Rc<RefCell<Playback>>);

impl Observer for Compare {
    fn note(&mut self, game: &Game, note: &Note) {
        if matches!(note, Note::Turn { .. }) {
            self.0.borrow_mut().turn(game);
        }
    }
}
