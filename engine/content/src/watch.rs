//! Hot reload: watch the packs, and at a game's next safe point put what was saved in force, or say why not.

use crate::content::Content;
use crate::diagnostic::Diagnostics;
use crate::source::{ContentSource, Packs};
use muniu_kernel::def::Catalogue;
use notify::event::ModifyKind;
use notify::{EventKind, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, DebouncedEvent, Debouncer, RecommendedCache, new_debouncer};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

/// How long saves are gathered before they count as one: an editor's "write aside, then rename", or ten files at once.
const GATHER: Duration = Duration::from_millis(30);

/// The folders of a pack that matter to a game.
const FOLDERS: [&str; 3] = ["cards", "generals", "scripts"];
/// The file beside them that does. It is watched through the pack's folder: a watch on a file stays with what was there
/// when an editor renames a new version over it.
const HEAD: &str = "pack.toml";

/// Watches packs for saved files, for as many games as want to know. It runs on a thread of its own and never touches a
/// game; there it reads what was saved, once for all of them.
pub struct Watcher {
    listeners: Listeners,
    _eyes: Arc<Mutex<Option<Eyes>>>,
}

type Eyes = Debouncer<RecommendedWatcher, RecommendedCache>;

/// Who wants to know; one that answers `false` is told no more.
type Listener = Box<dyn Fn(&Saved) -> bool + Send>;

type Listeners = Arc<Mutex<Vec<Listener>>>;

/// Something was saved.
#[derive(Clone)]
pub struct Saved {
    /// The files, sorted, each once.
    pub files: Vec<PathBuf>,
    /// The packs as they are since.
    pub source: Arc<ContentSource>,
}

/// What was saved for one game that looks for it now and then.
pub struct Watch {
    saves: Receiver<Saved>,
    _watcher: Watcher,
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
    pub fn new(packs: Arc<Packs>) -> notify::Result<Watcher> {
        let listeners = Listeners::default();
        let eyes: Arc<Mutex<Option<Eyes>>> = Arc::default();
        // Events tell whole paths.
        let roots: Vec<PathBuf> =
            packs.roots().iter().map(|root| std::path::absolute(root).unwrap_or_else(|_| root.clone())).collect();
        let (told, looking, inside) = (listeners.clone(), Arc::downgrade(&eyes), roots.clone());
        let tell = move |events: DebounceEventResult| {
            let mut files = Vec::new();
            // Reading a file is an event too, ours not least; only what changes files counts.
            for DebouncedEvent { event, .. } in events.into_iter().flatten().filter(|event| !event.kind.is_access()) {
                let came = event.kind.is_create() || matches!(event.kind, EventKind::Modify(ModifyKind::Name(_)));
                for path in event.paths.into_iter().filter(|path| counts(&inside, path)) {
                    if came && is_folder(&inside, &path) {
                        look_into(&looking, &path);
                    }
                    files.push(path);
                }
            }
            if files.is_empty() {
                return;
            }
            let saved = Saved { files: each_once(files), source: packs.read() };
            told.lock().unwrap_or_else(PoisonError::into_inner).retain(|listener| listener(&saved));
        };
        let mut debouncer = new_debouncer(GATHER, None, tell)?;
        for pack in &roots {
            debouncer.watch(pack, RecursiveMode::NonRecursive)?;
            for folder in FOLDERS {
                let path = pack.join(folder);
                if path.exists() {
                    debouncer.watch(&path, RecursiveMode::Recursive)?;
                }
            }
        }
        *eyes.lock().unwrap_or_else(PoisonError::into_inner) = Some(debouncer);
        Ok(Watcher { listeners, _eyes: eyes })
    }

    /// One more that wants to know, on the watcher's thread, for as long as it answers `true`.
    pub fn listen(&self, listener: impl Fn(&Saved) -> bool + Send + 'static) {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(listener));
    }
}

impl Watch {
    /// Watch these packs for one game.
    ///
    /// # Errors
    /// If the system can't watch them.
    pub fn new(packs: Arc<Packs>) -> notify::Result<Watch> {
        let (sender, saves) = channel();
        let watcher = Watcher::new(packs)?;
        watcher.listen(move |saved| sender.send(saved.clone()).is_ok());
        Ok(Watch { saves, _watcher: watcher })
    }

    /// If anything was saved since the last look, build it beside the running content: all of it or nothing.
    #[must_use]
    pub fn reload(&self, content: &Content) -> Reload {
        let together = |earlier: Saved, later: Saved| Saved {
            files: each_once([earlier.files, later.files].concat()),
            source: later.source,
        };
        self.saves.try_iter().reduce(together).map_or(Reload::Unchanged, |saved| reload(content, saved))
    }
}

/// Files, sorted, each once.
pub(crate) fn each_once(mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    files.sort();
    files.dedup();
    files
}

/// Build what was saved beside the running content: all of it or nothing.
#[must_use]
pub fn reload(content: &Content, saved: Saved) -> Reload {
    let Saved { files, source } = saved;
    if source.digest == content.source().digest {
        return Reload::AsBefore;
    }
    match content.reload_from(source) {
        Ok(catalogue) => Reload::Ready { catalogue, files },
        Err(findings) => Reload::Refused { findings, files },
    }
}

/// Watch a folder that has come while the game runs.
fn look_into(eyes: &Weak<Mutex<Option<Eyes>>>, folder: &Path) {
    let Some(eyes) = eyes.upgrade() else { return };
    if let Some(eyes) = &mut *eyes.lock().unwrap_or_else(PoisonError::into_inner) {
        let _ = eyes.watch(folder, RecursiveMode::Recursive);
    }
}

/// Is it one of the folders that are watched?
fn is_folder(packs: &[PathBuf], path: &Path) -> bool {
    inside(packs, path).is_some_and(|inside| FOLDERS.iter().any(|folder| inside == *folder)) && path.is_dir()
}

/// Does a file matter to games? A folder does that has come or gone with all that is in it.
fn counts(packs: &[PathBuf], path: &Path) -> bool {
    let Some(inside) = inside(packs, path) else { return false };
    let watched = FOLDERS.iter().any(|folder| inside.starts_with(folder));
    match path.extension() {
        Some(ending) => inside == HEAD || watched && (ending == "toml" || ending == "luau"),
        None => watched && (path.is_dir() || !path.exists()),
    }
}

/// The path from the pack's directory on.
fn inside<'a>(packs: &[PathBuf], path: &'a Path) -> Option<&'a Path> {
    packs.iter().find_map(|pack| path.strip_prefix(pack).ok())
}
