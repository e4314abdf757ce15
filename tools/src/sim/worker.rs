//! A worker: one VM, one game after another.

use super::Series;
use super::tally::{Counted, Offers, Played};
use crate::caught::caught;
use crate::load::{self, Plan, Seat};
use crate::replay::record::Recorder;
use muniu_content::Content;
use muniu_kernel::Game;
use muniu_kernel::history::Record;
use muniu_kernel::rulebook::Interrupt;
use muniu_kernel::state::GameResult;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufWriter;
use std::rc::Rc;

/// How many script errors of one game are kept for the report.
const ERRORS_KEPT: usize = 5;

/// One VM with content.
pub struct Worker<'a> {
    series: &'a Series,
    content: Content,
}

impl<'a> Worker<'a> {
    pub fn new(series: &'a Series) -> Self {
        let (content, _) = Content::from_source(series.source.clone());
        Worker { series, content }
    }

    /// Play game number `index`.
    pub fn play(&self, index: u64) -> Played {
        let plan = self.series.game(index);
        let errors_before = self.content.runtime().error_count();
        let mut played = Played { index, seed: plan.seed, ..Played::default() };
        played.panicked = caught(|| self.run(&plan, &mut played)).err();
        played.script_errors = self.content.runtime().error_count() - errors_before;
        let errors = self.content.runtime().take_errors();
        played.errors = errors.iter().take(ERRORS_KEPT).map(ToString::to_string).collect();
        played
    }

    fn run(&self, plan: &Plan, played: &mut Played) {
        let game = plan.game(&self.content).expect("a series begins at no position");
        game.bound_decisions(self.series.bound);
        let offers = Rc::new(RefCell::new(Offers::default()));
        let seats = load::bots(self.series.bot, &self.content, plan);
        let counted = |inner: Seat| Rc::new(RefCell::new(Counted { inner, offers: offers.clone() })) as Seat;
        game.seat(seats.into_iter().map(counted).collect());
        let recorder = self.recorder(plan, played.index);
        if let Some(recorder) = &recorder {
            game.observe(Some(recorder.clone()));
        }
        let result = game.play();
        if let Some(recorder) = recorder
            && let Err(fault) = recorder.borrow_mut().finish(result.as_ref().map_err(|interrupt| *interrupt))
        {
            eprintln!("muniu: can't write the replay of game {}: {fault}", played.index);
        }
        self.count(&game, &result, &offers.borrow(), played);
        // The agents and the observer hold the game, and it holds them.
        game.seat(Vec::new());
        game.observe(None);
    }

    fn recorder(&self, plan: &Plan, index: u64) -> Option<Rc<RefCell<Recorder<BufWriter<File>>>>> {
        let path = self.series.record.as_ref()?.join(format!("{index}.jsonl"));
        match File::create(&path) {
            Ok(file) => Some(Rc::new(RefCell::new(Recorder::new(BufWriter::new(file), &self.series.source, plan)))),
            Err(fault) => {
                eprintln!("muniu: can't write {}: {fault}", path.display());
                None
            }
        }
    }

    fn count(&self, game: &Game, result: &Result<GameResult, Interrupt>, offers: &Offers, played: &mut Played) {
        let names = self.content.names();
        let state = game.read();
        played.finished = result.is_ok();
        let winners = result.as_ref().map_or(&[][..], |result| &result.winners);
        let roles: BTreeSet<String> = winners
            .iter()
            .filter_map(|winner| state.players[winner.index()].role)
            .map(|role| names.text(role).to_string())
            .collect();
        played.winners = roles.into_iter().collect();
        for (seat, player) in state.players.iter().enumerate() {
            let won = winners.iter().any(|winner| winner.index() == seat);
            played.generals.extend(player.generals.iter().map(|general| (names.text(general.name).to_string(), won)));
        }
        for (skill, times) in &offers.skills {
            played.skills.entry(names.text(*skill).to_string()).or_default().offered += times;
        }
        for record in state.history.since(0) {
            if let Record::Skill { skill, .. } = record {
                played.skills.entry(names.text(*skill).to_string()).or_default().used += 1;
            }
        }
        played.turns = u64::from(state.turns);
        played.rounds = u64::from(state.round);
        played.decisions = state.decisions;
        played.events = u64::from(state.next_serial);
        played.refused = offers.refused;
        drop(state);
        played.digest = game.digest();
    }
}
