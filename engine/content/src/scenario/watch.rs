//! Waiting for something to be saved, to run scenarios again.

use crate::watch::each_once;
use notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long saves are gathered before they count as one.
const GATHER: Duration = Duration::from_millis(50);

/// Watches files and directories.
pub struct Saves {
    events: Receiver<DebounceEventResult>,
    _debouncer: Debouncer<RecommendedWatcher, RecommendedCache>,
}

impl Saves {
    /// Watch these; those that don't exist are passed over.
    ///
    /// # Errors
    /// If the system can't watch them.
    pub fn new(paths: &[PathBuf]) -> notify::Result<Saves> {
        let (sender, events) = channel();
        let mut debouncer = new_debouncer(GATHER, None, sender)?;
        for path in paths.iter().filter(|path| path.exists()) {
            debouncer.watch(path, RecursiveMode::Recursive)?;
        }
        Ok(Saves { events, _debouncer: debouncer })
    }

    /// Wait until scripts or data were saved: the files, sorted, each once. Nothing when there is nothing to wait for.
    pub fn wait(&self) -> Vec<PathBuf> {
        while let Ok(first) = self.events.recv() {
            let events = std::iter::once(first).chain(self.events.try_iter()).flatten().flatten();
            let matters = |event: &notify_debouncer_full::DebouncedEvent| !event.event.kind.is_access();
            let paths = events.filter(matters).flat_map(|event| event.event.paths);
            let counts = |path: &PathBuf| path.extension().is_some_and(|ext| ext == "luau" || ext == "toml");
            let saved = each_once(paths.filter(counts).collect());
            if !saved.is_empty() {
                return saved;
            }
        }
        Vec::new()
    }
}
