//! `muniu play --terminal`: one person at the terminal, bots in the other seats.

mod action;
mod human;
mod menu;
mod questions;
mod reload;
mod screen;

use crate::cli::{Common, PlayArgs};
use crate::exit::Exit;
use crate::load::{self, Plan, Seat};
use crate::log::Log;
use crate::replay;
use crate::replay::record::{Observers, Recorder};
use crate::root;
use crate::words::Words;
use anyhow::{Context, Result};
use human::Human;
use muniu_kernel::ids::PlayerId;
use screen::Screen;
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use std::rc::Rc;

type FileRecorder = Rc<RefCell<Recorder<BufWriter<File>>>>;

/// Play a game.
pub fn run(common: &Common, args: &PlayArgs) -> Result<Exit> {
    let source = load::source(common)?;
    let content = load::content(source.clone());
    let plan = Plan::of(&args.game)?;
    plan.check(&content)?;
    let seat = PlayerId((args.game.seat - 1) as u8);
    let words = Words::new(args.lang, content.clone(), Some(seat));
    let game = plan.game(&content)?;

    let closed = Rc::new(Cell::new(false));
    let screen = Screen::new(std::io::stdin().lock(), std::io::stdout(), closed.clone());
    let reload = reload::hook(root::packs(common)?, &content);
    if let Some(reload) = reload.clone() {
        game.before_ask(Box::new(move |game| reload(game)));
    }
    let stand_in = load::heuristic(&content, plan.seed, seat);
    let mut seats = load::bots(args.game.bot, &content, &plan);
    seats[seat.index()] = Rc::new(RefCell::new(Human::new(words.clone(), screen, stand_in, reload))) as Seat;
    game.seat(seats);

    let mut observers = Observers::default();
    observers.add(Rc::new(RefCell::new(Log::new(words, std::io::stdout(), closed))));
    let recorder = recorder(args, &source, &plan)?;
    if let Some((recorder, _)) = &recorder {
        observers.add(recorder.clone());
    }
    game.observe(Some(Rc::new(RefCell::new(observers))));

    eprintln!("muniu: seed {}", plan.seed);
    let result = game.play();
    if let Some((recorder, path)) = recorder {
        let saved = recorder.borrow_mut().finish(result.as_ref().map_err(|interrupt| *interrupt));
        saved.with_context(|| format!("can't write {}", path.display()))?;
        eprintln!("muniu: replay saved; again: muniu replay {} --log", path.display());
    }
    Ok(Exit::Clean)
}

fn recorder(
    args: &PlayArgs,
    source: &muniu_content::ContentSource,
    plan: &Plan,
) -> Result<Option<(FileRecorder, PathBuf)>> {
    if args.no_replay {
        return Ok(None);
    }
    let default = || PathBuf::from(replay::DIRECTORY).join(format!("{}-{}.jsonl", load::stamp(load::now()), plan.seed));
    let path = args.replay.clone().unwrap_or_else(default);
    if let Some(directory) = path.parent().filter(|directory| !directory.as_os_str().is_empty()) {
        std::fs::create_dir_all(directory).with_context(|| format!("can't make {}", directory.display()))?;
    }
    let file = File::create(&path).with_context(|| format!("can't write {}", path.display()))?;
    let recorder = Recorder::new(BufWriter::new(file), source, plan);
    Ok(Some((Rc::new(RefCell::new(recorder)), path)))
}
