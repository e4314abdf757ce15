//! `muniu replays`: the games that were saved, listed and removed.

use super::file::{Ended, Recording, decisions};
use crate::cli::{Common, ReplaysArgs};
use crate::exit::Exit;
use crate::load;
use crate::web;
use anyhow::{Context, Result};
use serde::Serialize;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// A saved game, as lists tell of it.
#[derive(Debug, Clone, Serialize)]
pub struct Saved {
    #[serde(skip)]
    pub path: PathBuf,
    /// The file's name.
    pub file: String,
    /// When it was last played, in seconds since 1970, and as a date.
    pub when: u64,
    pub stamp: String,
    pub mode: String,
    pub seats: usize,
    pub seed: String,
    /// By seat, as far as they were chosen.
    pub generals: Vec<String>,
    pub decisions: u64,
    pub branches: usize,
    /// Seats that won, if it is over.
    pub winners: Option<Vec<u8>>,
    pub finished: bool,
    /// Played at the table; others were recorded at the terminal or by `sim`.
    pub table: bool,
    pub packs: Vec<String>,
    /// In bytes.
    pub size: u64,
}

impl fmt::Display for Saved {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Saved { path, mode, seats, decisions, .. } = self;
        write!(out, "{} ({mode}, {seats} seats, {decisions} decisions)", path.display())
    }
}

/// What is in a file; nothing if it is no replay.
pub fn look(path: &Path) -> Option<Saved> {
    let facts = path.metadata().ok().filter(std::fs::Metadata::is_file)?;
    let recording = Recording::read(path).ok()?;
    let when = facts.modified().ok()?.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let winners = match recording.ended() {
        Some(Ended::Winners(winners)) => Some(winners.clone()),
        Some(Ended::Left(_)) | None => None,
    };
    Some(Saved {
        path: path.to_owned(),
        file: path.file_name()?.to_str()?.to_owned(),
        when,
        stamp: load::stamp(when),
        decisions: decisions(&recording.steps),
        branches: recording.branches.len(),
        finished: winners.is_some(),
        winners,
        generals: recording.generals,
        mode: recording.header.mode,
        seats: recording.header.seats,
        seed: recording.header.seed.to_string(),
        table: recording.header.table,
        packs: recording.header.packs,
        size: facts.len(),
    })
}

/// The games in a directory, the newest first.
pub fn all(directory: &Path) -> Vec<Saved> {
    let Ok(files) = std::fs::read_dir(directory) else { return Vec::new() };
    let paths = files.flatten().map(|file| file.path());
    let replays = paths.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    let mut games: Vec<Saved> = replays.filter_map(|path| look(&path)).collect();
    games.sort_by(|one, other| (other.when, &other.file).cmp(&(one.when, &one.file)));
    games
}

/// The game that was left last and isn't over, if nobody plays it now.
pub fn unfinished(directory: &Option<PathBuf>) -> Option<Saved> {
    let games = all(directory.as_deref()?);
    games.into_iter().find(|game| game.table && !game.finished && !web::is_played(&game.path))
}

/// Remove a game, and the links beside it.
pub fn remove(path: &Path) -> Result<()> {
    std::fs::remove_file(path).with_context(|| format!("can't remove {}", path.display()))?;
    let beside = web::beside(path);
    if beside.exists() {
        std::fs::remove_file(&beside).with_context(|| format!("can't remove {}", beside.display()))?;
    }
    Ok(())
}

/// List them, or remove some.
pub fn run(common: &Common, args: &ReplaysArgs) -> Result<Exit> {
    let mut games = all(&args.dir);
    if args.prune {
        let before = args.older.map(|days| load::now().saturating_sub(days * 86_400));
        games.retain(|game| game.finished && !web::is_played(&game.path));
        games = games.split_off(args.keep.unwrap_or(0).min(games.len()));
        games.retain(|game| before.is_none_or(|before| game.when < before));
    }
    let mut out = std::io::stdout().lock();
    if common.json {
        let json = serde_json::json!({ "version": 1, "games": games, "removed": args.prune });
        writeln!(out, "{json}")?;
    } else {
        games.iter().try_for_each(|game| print(&mut out, game))?;
    }
    out.flush()?;
    if games.is_empty() {
        eprintln!("muniu: no {} games in {}", if args.prune { "such" } else { "saved" }, args.dir.display());
    }
    if args.prune {
        games.iter().try_for_each(|game| remove(&game.path))?;
        eprintln!("muniu: removed {} games", games.len());
    }
    Ok(Exit::Clean)
}

fn print(out: &mut impl Write, game: &Saved) -> std::io::Result<()> {
    let state = match &game.winners {
        Some(winners) if winners.is_empty() => "a draw".into(),
        Some(winners) => {
            let seats: Vec<String> = winners.iter().map(u8::to_string).collect();
            format!("won by {}", seats.join(" "))
        }
        None => "not over".into(),
    };
    let Saved { stamp, file, mode, seats, seed, decisions, size, .. } = game;
    let (generals, packs) = (game.generals.join(" "), game.packs.join(", "));
    writeln!(out, "{stamp}  {file}  {mode}, {seats} seats, seed {seed}: {decisions} decisions, {state}")?;
    writeln!(out, "    {generals}{}[{packs}; {} KiB]", if generals.is_empty() { "" } else { "  " }, size.div_ceil(1024))
}
