//! Recorded games: the file, recording, and playing them again.

pub mod file;
pub mod plain;
mod playback;
pub mod record;
pub mod saved;

use crate::cli::{Common, ReplayArgs};
use crate::exit::Exit;
use crate::load;
use crate::log::Log;
use crate::words::Words;
use anyhow::Result;
use file::Recording;
use muniu_kernel::rulebook::Interrupt;
use playback::{End, Playback};
use record::Observers;
use std::cell::{Cell, RefCell};
use std::io::Write;
use std::rc::Rc;

/// Where games are saved, in the current directory.
pub const DIRECTORY: &str = "replays";

/// Play a recorded game again and compare.
pub fn run(common: &Common, args: &ReplayArgs) -> Result<Exit> {
    let recording = Recording::read(&args.file)?;
    let source = load::source(common)?;
    let content = load::content(source.clone());
    let plan = recording.header.plan();
    plan.check(&content)?;
    if recording.header.content != source.digest {
        eprintln!("muniu: the content has changed since this was recorded; it is played with the content as it is now");
    }
    let game = plan.game(&content)?;
    let words = Words::new(args.lang, content.clone(), None);
    let playback = Rc::new(RefCell::new(Playback::new(recording, content.names().clone(), args.until)));
    game.seat(playback::seats(&playback, plan.seats));
    let closed = Rc::new(Cell::new(false));
    let mut observers = Observers::default();
    observers.add(Rc::new(RefCell::new(playback::Compare(playback.clone()))));
    if args.log && !common.json {
        observers.add(Rc::new(RefCell::new(Log::new(words.clone(), std::io::stdout(), closed))));
    }
    game.observe(Some(Rc::new(RefCell::new(observers))));
    let result = plan.play(&game);
    let end = playback.borrow_mut().finish(&game, result.as_ref().map_err(|interrupt: &Interrupt| *interrupt));
    report(common, args, &end, &playback.borrow(), || words.table(&game))
}

fn report(
    common: &Common,
    args: &ReplayArgs,
    end: &End,
    playback: &Playback,
    table: impl FnOnce() -> String,
) -> Result<Exit> {
    let mut out = std::io::stdout().lock();
    let (decisions, turns) = (playback.decisions(), playback.turns());
    let file = args.file.display();
    let (exit, line, reason) = match end {
        End::Same | End::Open | End::Stopped => (Exit::Clean, None, None),
        End::Differs { line, reason } => (Exit::Findings, Some(*line), Some(reason.clone())),
    };
    if common.json {
        let same = exit == Exit::Clean;
        let json = serde_json::json!({
            "version": 1, "file": file.to_string(), "same": same, "decisions": decisions, "turns": turns,
            "line": line, "reason": reason, "over": *end == End::Same,
        });
        writeln!(out, "{json}")?;
    } else if *end == End::Stopped {
        write!(out, "{}", table())?;
        writeln!(out, "stopped after {decisions} decisions")?;
    } else if *end == End::Open {
        writeln!(out, "the same game so far: {decisions} decisions, {turns} turns; it is not over")?;
    } else if exit == Exit::Clean {
        writeln!(out, "the same game: {decisions} decisions, {turns} turns")?;
    }
    out.flush()?;
    if let (Some(line), Some(reason)) = (line, reason) {
        eprintln!("{file}:{line}: {reason}");
        if playback.changed() {
            eprintln!(
                "muniu: content was edited while this game was recorded; only what came before is sure to repeat"
            );
        }
    }
    Ok(exit)
}
