//! Hot reload: watch the packs, and at a game's next safe point put what was saved in force, or say why not.

use crate::content::Content;
use crate::data::DiskReader;
use crate::diagnostic::Diagnostics;
use crate::source::ContentSource;
use muniu_kernel::def::Catalogue;
use notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long saves are gathered before they count as one: an editor's "write aside, then rename", or ten files at once.
const GATHER: Duration = Duration::from_millis(30);

/// The folders of a pack that matter to a game.
const FOLDERS: [&str; 3] = ["cards", "generals", "scripts"];
/// The file beside them that does. It is watched through the pack's folder: a watch on a file stays with what was there
/// when an editor renames a new version over it.
const HEAD: &str = "pack.toml";

/// Watches packs for saved files, for as many games as want to know. It runs on a thread of its own and never touches a
/// game.
pub struct Watcher {
    packs: Vec<PathBuf>,
    listeners: Listeners,
    _debouncer: Debouncer<RecommendedWatcher, RecommendedCache>,
}

type Listeners = Arc<Mutex<Vec<Sender<Vec<PathBuf>>>>>;

/// One game's watch.
pub struct Watch {
    saves: Receiver<Vec<PathBuf>>,
    watcher: Arc<Watcher>,
}

/// What a look at the watch came to.
pub enum Reload {
    /// Nothing was saved.
    Unchanged,
    /// What was saved is what is in force already: a mistake was taken back.
    AsBefore,
    /// New content is ready to be installed.
    Ready {
        /// To hand to [`muniu_kernel::Game::install`].
        catalogue: Rc<Catalogue>,
        /// The files that were saved.
        files: Vec<PathBuf>,
    },
    /// What was saved is wrong; the old content stays in force.
    Refused {
        /// What is wrong.
        findings: Diagnostics,
        /// The files that were saved.
        files: Vec<PathBuf>,
    },
}

impl Watcher {
    /// Watch these packs.
    ///
    /// # Errors
    /// If the system can't watch them.
    pub fn new(packs: &[PathBuf]) -> notify::Result<Watcher> {
        let listeners = Listeners::default();
        let told = listeners.clone();
        let tell = move |events: DebounceEventResult| {
            // Reading a file is an event too, ours not least; only what changes files counts.
            let events = events.into_iter().flatten().filter(|event| !event.event.kind.is_access());
            let files: Vec<PathBuf> = events.flat_map(|event| event.event.paths).collect();
            if !files.is_empty() {
                let mut listeners = told.lock().unwrap_or_else(PoisonError::into_inner);
                listeners.retain(|listener| listener.send(files.clone()).is_ok());
            }
        };
        let mut debouncer = new_debouncer(GATHER, None, tell)?;
        for pack in packs {
            debouncer.watch(pack, RecursiveMode::NonRecursive)?;
            for folder in FOLDERS {
                let path = pack.join(folder);
                if path.exists() {
                    debouncer.watch(&path, RecursiveMode::Recursive)?;
                }
            }
        }
        Ok(Watcher { packs: packs.to_vec(), listeners, _debouncer: debouncer })
    }

    /// One more game that wants to know.
    #[must_use]
    pub fn watch(self: &Arc<Self>) -> Watch {
        let (sender, saves) = channel();
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(sender);
        Watch { saves, watcher: self.clone() }
    }
}

impl Watch {
    /// Watch these packs for one game.
    ///
    /// # Errors
    /// If the system can't watch them.
    pub fn new(packs: &[PathBuf]) -> notify::Result<Watch> {
        Ok(Arc::new(Watcher::new(packs)?).watch())
    }

    /// The files saved since the last look, sorted, each once.
    #[must_use]
    pub fn saved(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = self.saves.try_iter().flatten().filter(|path| self.counts(path)).collect();
        files.sort();
        files.dedup();
        files
    }

    /// If anything was saved, build it beside the running content: all of it or nothing.
    #[must_use]
    pub fn reload(&self, content: &Content) -> Reload {
        let files = self.saved();
        if files.is_empty() {
            return Reload::Unchanged;
        }
        let running = content.source();
        let source = ContentSource::read_with(&self.watcher.packs, &DiskReader, Some(&running));
        if source.digest == running.digest {
            return Reload::AsBefore;
        }
        match content.reload_from(Arc::new(source)) {
            Ok(catalogue) => Reload::Ready { catalogue, files },
            Err(findings) => Reload::Refused { findings, files },
        }
    }

    fn counts(&self, path: &Path) -> bool {
        if self.watcher.packs.iter().any(|pack| path.parent() == Some(pack.as_path())) {
            return path.file_name().is_some_and(|name| name == HEAD);
        }
        path.extension().is_some_and(|ending| ending == "toml" || ending == "luau")
    }
}
