//! A table's game, written down line by line while it goes (the lines are those of `replay/file.rs`), and beside it who
//! may sit there. The links are in a file of their own, so that a replay can be given away.

use super::session::Entry;
use crate::load;
use crate::replay::file::{Ended, Header, Line, Recording};
use crate::replay::record::ended;
use anyhow::{Context, Result, bail};
use muniu_kernel::Game;
use muniu_kernel::agent::Observer;
use muniu_kernel::note::Note;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a game down. A file is made for the first decision, so a table at which nothing happened leaves nothing.
/// A fault in writing ends the recording, not the game.
pub struct Record {
    /// Where; nowhere if games aren't saved.
    path: Option<PathBuf>,
    header: Header,
    file: Option<File>,
    /// What happens is new, and not what was recorded being played again.
    pub live: bool,
    told: String,
    /// What is to be told before the first decision, once there is a file.
    early: String,
    generals: Vec<String>,
    beside: String,
}

impl Record {
    /// Of a game that has not begun.
    pub fn new(path: Option<PathBuf>, header: Header) -> Record {
        Record {
            path,
            header,
            file: None,
            live: true,
            told: String::new(),
            early: String::new(),
            generals: Vec::new(),
            beside: String::new(),
        }
    }

    /// Go on with a file: what was torn off at its end is dropped. Only one table at a time may do so.
    pub fn open(path: &Path) -> Result<(Record, Recording)> {
        let name = path.display();
        let file =
            OpenOptions::new().read(true).append(true).open(path).with_context(|| format!("can't open {name}"))?;
        lock(&file, path)?;
        let recording = Recording::read(path)?;
        file.set_len(recording.whole as u64).with_context(|| format!("can't write {name}"))?;
        let mut record = Record::new(Some(path.to_owned()), recording.header.clone());
        record.generals.clone_from(&recording.generals);
        record.file = Some(file);
        let whole = std::fs::read(path).with_context(|| format!("can't read {name}"))?;
        if !whole.ends_with(b"\n") {
            record.put("\n");
        }
        Ok((record, recording))
    }

    /// The file, once there is one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref().filter(|_| self.file.is_some())
    }

    /// The game is played from its beginning (again). `live`: nothing of it has been decided.
    pub fn begin(&mut self, live: bool) {
        self.live = live;
        self.early.clear();
    }

    fn create(path: &Path, header: &Header, early: &str) -> Result<File> {
        if let Some(directory) = path.parent().filter(|directory| !directory.as_os_str().is_empty()) {
            std::fs::create_dir_all(directory).with_context(|| format!("can't make {}", directory.display()))?;
        }
        let mut file = OpenOptions::new().append(true).create_new(true).open(path)?;
        lock(&file, path)?;
        file.write_all(format!("{}\n{early}", serde_json::to_string(header)?).as_bytes())?;
        Ok(file)
    }

    fn put(&mut self, text: &str) {
        let Some(path) = &self.path else { return };
        let file = match self.file.take() {
            Some(file) => Ok(file),
            None => Record::create(path, &self.header, &self.early),
        };
        // One write for one line: whoever kills the process tears at most the last.
        let written = file.and_then(|mut file| Ok(file.write_all(text.as_bytes()).map(|()| file)?));
        match written {
            Ok(file) => self.file = Some(file),
            Err(error) => {
                eprintln!("muniu: this game is not saved any more: {}: {error:#}", path.display());
                self.path = None;
            }
        }
    }

    fn line(&mut self, line: &Line) {
        if let Ok(text) = serde_json::to_string(line) {
            self.put(&format!("{text}\n"));
        }
    }

    /// Of a turn or of the end, which come up again when the table goes back and forth: not twice in a row.
    fn tell(&mut self, line: &Line) {
        let Ok(text) = serde_json::to_string(line) else { return };
        if self.told == text {
            return;
        }
        if self.file.is_some() {
            self.put(&format!("{text}\n"));
            self.told = text;
        } else {
            self.early += &format!("{text}\n");
        }
    }

    /// An answer or a change.
    pub fn entry(&mut self, entry: &Entry) {
        self.line(&match entry.clone() {
            Entry::Answer(decision) => Line { a: Some(decision), ..Line::default() },
            Entry::Change(change) => Line { change: Some(change), ..Line::default() },
        });
    }

    /// Played on from an earlier point, with so many entries kept.
    pub fn cut(&mut self, keep: usize) {
        self.told.clear();
        self.line(&Line { cut: Some(keep), ..Line::default() });
    }

    /// A branch is taken up.
    pub fn branch(&mut self, id: usize) {
        self.told.clear();
        self.line(&Line { branch: Some(id), ..Line::default() });
    }

    /// This content is in force from here on. Nothing is written if it has been all along.
    pub fn content(&mut self, digest: &str) {
        if self.file.is_some() {
            self.line(&Line { content: Some(digest.to_owned()), ..Line::default() });
        } else {
            digest.clone_into(&mut self.header.content);
        }
    }

    /// The game is over.
    pub fn over(&mut self, game: &Game) {
        self.name_generals(game);
        let result = game.read().result.clone();
        let result: Option<Ended> = result.map(|result| ended(Ok(&result)));
        self.tell(&Line { result, ..Line::default() });
    }

    fn name_generals(&mut self, game: &Game) {
        let of = |player: &muniu_kernel::state::Player| {
            let names = player.generals.iter().map(|general| game.names().text(general.name).to_string());
            names.collect::<Vec<_>>().join("/")
        };
        let generals: Vec<String> = game.read().players.iter().map(of).collect();
        if self.generals != generals && self.file.is_some() {
            self.line(&Line { generals: Some(generals.clone()), ..Line::default() });
            self.generals = generals;
        }
    }

    /// Keep beside the game what belongs to its table and not to the replay; only its owner may read it.
    pub fn keep_beside(&mut self, what: &impl Serialize) {
        let (Some(path), Ok(text)) = (self.path(), serde_json::to_string(what)) else { return };
        if self.beside == text {
            return;
        }
        if let Err(error) = write_private(&beside(path), &text) {
            eprintln!("muniu: can't keep the links of {}: {error}", path.display());
        }
        self.beside = text;
    }
}

impl Observer for Record {
    fn note(&mut self, game: &Game, note: &Note) {
        if matches!(note, Note::Turn { .. }) && self.live {
            self.name_generals(game);
            let turn = game.read().turns;
            self.tell(&Line { turn: Some(turn), digest: Some(game.digest()), ..Line::default() });
        }
    }
}

fn lock(file: &File, path: &Path) -> Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => bail!("{} is being played at another table", path.display()),
        // Where files can't be locked, people take care themselves.
        Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Is somebody playing this game?
pub fn is_played(path: &Path) -> bool {
    let locked = |file: File| matches!(file.try_lock(), Err(TryLockError::WouldBlock));
    OpenOptions::new().append(true).open(path).is_ok_and(locked)
}

/// The file beside a replay that holds the links of its table.
pub fn beside(path: &Path) -> PathBuf {
    path.with_extension("links")
}

/// What was kept beside a game.
pub fn read_beside<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&std::fs::read(beside(path)).ok()?).ok()
}

/// Written aside and put in place, so that it is never half there.
fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    let aside = path.with_extension("links~");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&aside)?.write_all(text.as_bytes())?;
    std::fs::rename(aside, path)
}

/// Where the next game is saved in this directory.
pub fn place(directory: &Path, seed: u64) -> PathBuf {
    let stamp = load::stamp(load::now());
    let name = |more: &str| directory.join(format!("{stamp}-{seed}{more}.jsonl"));
    let free = (2..).map(|number| name(&format!("-{number}")));
    std::iter::once(name("")).chain(free).find(|path| !path.exists()).unwrap_or_else(|| name(""))
}

/// What of a table belongs to no replay: its links, who sits where, and whether it stands still.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seating {
    pub links: super::room::Links,
    /// Seats that were given to bots, from 1.
    pub bots: Vec<u8>,
    pub paused: bool,
    /// Gone back to this decision.
    pub at: Option<u64>,
}
