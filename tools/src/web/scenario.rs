//! The game at the table, saved as a scenario file. What is written has been run, and passed.

use super::direct;
use super::session::{Entry, Table};
use super::shapes::Both;
use super::told::{SavedScenario, Told};
use crate::load::Seat;
use crate::test_cmd::SCENARIOS;
use muniu_content::Content;
use muniu_content::scenario::Workshop;
use muniu_content::scenario::save::{self, Course};
use muniu_kernel::Game;
use muniu_kernel::agent::{Agent, View};
use muniu_kernel::request::{Answer, Ask, Request};
use muniu_kernel::rulebook::{Flow, Interrupt};
use muniu_kernel::state::State;
use std::cell::RefCell;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::mpsc;

/// From how many idle points it is tried to tell the game, at most.
const TRIES: usize = 40;
/// As much as scenarios are given elsewhere.
const STACK: usize = 64 << 20;

/// The game as it was played: its idle points, and its answers.
#[derive(Default)]
struct Played {
    entries: Vec<Entry>,
    at: usize,
    /// The state at each idle point, with how many answers there were before it.
    idle: Vec<(State, usize)>,
    answers: Vec<Answer>,
    /// The digest of the present moment.
    digest: Option<String>,
}

struct PlayedSeat(Rc<RefCell<Played>>);

impl Agent for PlayedSeat {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        self.0.borrow_mut().answer(view.rules(), request).ok_or(Interrupt::Quit)
    }
}

impl Played {
    fn answer(&mut self, game: &Game, request: &Request) -> Option<Answer> {
        while let Some(Entry::Change(change)) = self.entries.get(self.at) {
            // A scenario has no director: it begins after what one did.
            let _ = direct::apply(game, change);
            self.idle.clear();
            self.at += 1;
            if game.is_left() {
                return None;
            }
        }
        if request.ask == Ask::Play {
            self.idle.push((game.read().clone(), self.answers.len()));
        }
        let Some(Entry::Answer(decision)) = self.entries.get(self.at) else {
            self.digest = Some(game.digest());
            return None;
        };
        let answer = decision.fits(game, request)?;
        self.at += 1;
        self.answers.push(answer.clone());
        Some(answer)
    }
}

/// A scenario that passes.
struct Passed {
    text: String,
    /// The decision that it begins with.
    from: u64,
    /// Why it is told no more plainly, or not from later on.
    why: Vec<String>,
}

impl Table {
    /// Save the game from the last idle point at or before decision `from` to the present moment; from an earlier one if
    /// it can't be told from there.
    pub(super) fn save_scenario(&self, game: &Game, from: u64) -> Result<Told<'static>, Both> {
        self.saved_from(game, from)
            .map_err(|why| Both::new(format!("没有存成情景：{why}"), format!("no scenario was saved: {why}")))
    }

    fn saved_from(&self, game: &Game, from: u64) -> Result<Told<'static>, String> {
        let now = game.read().decisions;
        let played = self.play_again()?;
        let root = &self.packs()[0];
        let directory = root.join(SCENARIOS).join("saved");
        let place = |from: u64| directory.join(format!("{}_{}_{from}_{now}", self.plan.mode, self.plan.seed));
        let passed = passing(&self.content, root, &played, now, from, |from| {
            let owner = game.read().turn_owner.map_or(String::new(), |owner| format!(", turn of seat {}", owner.0 + 1));
            format!("{} game with seed {}, #{from} to #{now}{owner}", self.plan.mode, self.plan.seed)
        })?;
        let file = write(&place(passed.from), &passed.text)
            .map_err(|error| format!("can't write into {}: {error}", directory.display()))?;
        let file = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        let Passed { text, from: begun, why } = passed;
        Ok(Told::Scenario(SavedScenario { file, text, asked: from, from: begun, to: now, why }))
    }

    /// Play the game again up to the present moment.
    fn play_again(&self) -> Result<Played, String> {
        let game = self.plan.game(&self.content).map_err(|error| format!("{error:#}"))?;
        let played = Rc::new(RefCell::new(Played { entries: self.entries[..self.at].to_vec(), ..Played::default() }));
        game.seat((0..self.plan.seats).map(|_| Rc::new(RefCell::new(PlayedSeat(played.clone()))) as Seat).collect());
        if self.plan.play(&game).is_ok() {
            played.borrow_mut().digest = Some(game.digest());
        }
        game.seat(Vec::new());
        let played = played.take();
        if played.digest.is_none() {
            return Err("what was recorded does not lead here any more: the scripts have changed since".into());
        }
        Ok(played)
    }
}

/// The first scenario that passes: from the idle point that was asked for, else from earlier ones.
fn passing(
    content: &Content,
    root: &Path,
    played: &Played,
    now: u64,
    from: u64,
    title: impl Fn(u64) -> String,
) -> Result<Passed, String> {
    let digest = played.digest.as_deref().unwrap_or_default();
    let decisions = |idle: &(State, usize)| idle.0.decisions;
    let until = played.idle.iter().filter(|idle| decisions(idle) <= from).count().max(1);
    let places: Vec<_> = played.idle.iter().take(until).rev().take(TRIES).collect();
    if places.is_empty() {
        return Err("there is no idle point of a play phase to begin with yet".into());
    }
    let (texts, to_try) = mpsc::channel::<String>();
    let (results, tried) = mpsc::channel::<Result<(), String>>();
    let source = content.source();
    std::thread::scope(|scope| {
        // In a VM of its own, as `muniu test` will run it.
        let work = move || {
            let workshop = Workshop::new(source);
            for text in to_try {
                let _ = results.send(workshop.try_text(&root.join("saved.luau"), root, &text));
            }
        };
        std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).map_err(|error| error.to_string())?;
        let mut why: Vec<String> = Vec::new();
        for (state, answered) in places {
            let at = state.decisions;
            let course = Course { idle: state, answers: &played.answers[*answered..], now: (now, digest) };
            let told = save::tell(content, &course, &title(at)).unwrap_or_else(|reason| {
                why.push(format!("from #{at}: {reason}"));
                Vec::new()
            });
            for text in told {
                let result = texts.send(text.clone()).ok().and_then(|()| tried.recv().ok());
                match result {
                    Some(Ok(())) => {
                        drop(texts);
                        return Ok(Passed { text, from: at, why });
                    }
                    Some(Err(reason)) => why.push(format!("from #{at}: {reason}")),
                    None => return Err("the scenario could not be run".into()),
                }
            }
        }
        drop(texts);
        Err(format!("it can't be told as a scenario; {}", why.first().cloned().unwrap_or_default()))
    })
}

/// Write a new file; one that is there already is left alone.
fn write(place: &Path, text: &str) -> std::io::Result<PathBuf> {
    if let Some(directory) = place.parent() {
        std::fs::create_dir_all(directory)?;
    }
    for number in 1.. {
        let more = if number == 1 { String::new() } else { format!("_{number}") };
        let path = PathBuf::from(format!("{}{more}.luau", place.display()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => return file.write_all(text.as_bytes()).map(|()| path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    unreachable!("there is always another number")
}
