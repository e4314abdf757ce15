//! Recording a game while it is played.

use super::file::{Decision, Ended, Header, Line, VERSION};
use super::plain::PlainAnswer;
use crate::load::Plan;
use muniu_content::ContentSource;
use muniu_kernel::Game;
use muniu_kernel::agent::Observer;
use muniu_kernel::note::Note;
use muniu_kernel::rulebook::Interrupt;
use muniu_kernel::state::GameResult;
use serde::Serialize;
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// Several observers in the place of one.
#[derive(Default)]
pub struct Observers(Vec<Rc<RefCell<dyn Observer>>>);

impl Observers {
    pub fn add(&mut self, observer: Rc<RefCell<dyn Observer>>) {
        self.0.push(observer);
    }
}

impl Observer for Observers {
    fn note(&mut self, game: &Game, note: &Note) {
        for observer in &self.0 {
            observer.borrow_mut().note(game, note);
        }
    }
}

/// Writes a replay. A fault in writing ends the recording, not the game; [`Recorder::finish`] tells.
pub struct Recorder<W: Write> {
    out: W,
    fault: Option<io::Error>,
}

impl<W: Write> Recorder<W> {
    /// Begin with the header.
    pub fn new(out: W, source: &ContentSource, plan: &Plan) -> Self {
        let mut recorder = Recorder { out, fault: None };
        let pack = |pack: &muniu_content::data::PackMeta| format!("{} {}", pack.id, pack.version);
        recorder.write(&Header {
            version: VERSION,
            content: source.digest.clone(),
            mode: plan.mode.clone(),
            seed: plan.seed,
            seats: plan.seats,
            options: plan.options.clone(),
            position: plan.position.clone(),
            packs: source.merged.packs.iter().map(pack).collect(),
        });
        recorder
    }

    fn write(&mut self, line: &impl Serialize) {
        if self.fault.is_some() {
            return;
        }
        let written =
            serde_json::to_string(line).map_err(io::Error::other).and_then(|text| writeln!(self.out, "{text}"));
        self.fault = written.err();
    }

    /// Write the result.
    ///
    /// # Errors
    /// If this or an earlier line couldn't be written.
    pub fn finish(&mut self, result: Result<&GameResult, Interrupt>) -> io::Result<()> {
        self.write(&Line { result: Some(ended(result)), ..Line::default() });
        match self.fault.take() {
            Some(fault) => Err(fault),
            None => self.out.flush(),
        }
    }
}

/// How a game ended, as replays say it.
pub fn ended(result: Result<&GameResult, Interrupt>) -> Ended {
    match result {
        Ok(result) => Ended::Winners(result.winners.iter().map(|winner| winner.0 + 1).collect()),
        Err(Interrupt::Bound) => Ended::Left("bound".into()),
        Err(_) => Ended::Left("quit".into()),
    }
}

/// A decision in plain form.
pub fn decision(
    game: &Game,
    request: &muniu_kernel::request::Request,
    answer: &muniu_kernel::request::Answer,
) -> Decision {
    Decision {
        seat: request.seat.0 + 1,
        kind: request.ask.kind().to_owned(),
        answer: PlainAnswer::of(game.names(), answer),
    }
}

impl<W: Write> Observer for Recorder<W> {
    fn note(&mut self, game: &Game, note: &Note) {
        let line = match note {
            Note::Decided { request, answer } => Line { a: Some(decision(game, request, answer)), ..Line::default() },
            Note::Turn { .. } => {
                let turn = game.read().turns;
                Line { turn: Some(turn), digest: Some(game.digest()), ..Line::default() }
            }
            Note::Reloaded { .. } => Line { content: Some(game.catalogue().digest.clone()), ..Line::default() },
            _ => return,
        };
        self.write(&line);
    }
}
