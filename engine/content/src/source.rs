//! Everything a game's content is made from, read, checked and compiled once: shared by all workers, each of which
//! builds its own VM from it.

use crate::data::{self, DiskReader, Merged, ModeData, PackData, SourceReader};
use crate::diagnostic::Diagnostics;
use crate::lua::keys::Ids;
use crate::lua::source::{ScriptFile, ScriptSet};
use crate::texts::Texts;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Content that is not tied to any VM.
#[derive(Debug)]
pub struct ContentSource {
    /// The packs' data.
    pub merged: Merged,
    /// The packs' scripts.
    pub scripts: Arc<ScriptSet>,
    /// Names and texts.
    pub texts: Texts,
    /// Digest of all files, in hex: the same wherever the packs lie.
    pub digest: String,
    /// What reading and compiling found.
    pub findings: Diagnostics,
    pub(crate) ids: Ids,
}

impl ContentSource {
    /// Read packs from the disk.
    #[must_use]
    pub fn read(packs: &[PathBuf]) -> ContentSource {
        ContentSource::read_with(packs, &DiskReader, None)
    }

    /// Read packs. Scripts that `earlier` has compiled from the same text are not compiled again.
    #[must_use]
    pub fn read_with(packs: &[PathBuf], reader: &dyn SourceReader, earlier: Option<&ContentSource>) -> ContentSource {
        let reader = Recording { under: reader, seen: RefCell::default() };
        let mut findings = Diagnostics::default();
        let mut scripts = ScriptSet::default();
        let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        let mut read = Vec::new();
        for root in packs {
            let (pack, found) = data::load_pack(root, &reader);
            findings.extend(found);
            read_scripts(&pack, root, &reader, earlier, &mut scripts, &mut findings);
            for (path, text) in reader.seen.take() {
                files.insert(format!("{}/{}", pack.pack.id, inside(root, &path)), text.into_bytes());
            }
            read.push(pack);
        }
        let (merged, found) = data::merge(read);
        findings.extend(found);
        for file in scripts.files() {
            if let Err(diagnostic) = &file.code {
                findings.push((**diagnostic).clone());
            }
        }
        let ids = Ids {
            cards: merged.cards.iter().map(|card| card.id.clone()).collect(),
            families: merged.cards.iter().filter_map(|card| card.data.family.clone()).collect(),
        };
        let texts = Texts::of(&merged);
        let digest = digest(&files);
        ContentSource { merged, scripts: Arc::new(scripts), texts, digest, findings, ids }
    }

    /// The data of a mode: its TOML, for its script.
    #[must_use]
    pub fn mode(&self, id: &str) -> Option<&ModeData> {
        self.merged.modes.iter().find(|mode| mode.id == id).map(|mode| &mode.data)
    }
}

/// Packs on the disk, and what was read of them last: scripts that are as they were are not compiled again.
pub struct Packs {
    roots: Vec<PathBuf>,
    known: Mutex<Arc<ContentSource>>,
}

impl Packs {
    /// Packs by their directories, as they were read already.
    #[must_use]
    pub fn new(roots: Vec<PathBuf>, known: Arc<ContentSource>) -> Arc<Packs> {
        Arc::new(Packs { roots, known: Mutex::new(known) })
    }

    /// Their directories.
    #[must_use]
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// The packs as they are now; the very same as last time if nothing was saved.
    #[must_use]
    pub fn read(&self) -> Arc<ContentSource> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let now = ContentSource::read_with(&self.roots, &DiskReader, Some(&known));
        // What can't be read is no part of the digest.
        if now.digest != known.digest || now.findings.iter().ne(known.findings.iter()) {
            *known = Arc::new(now);
        }
        known.clone()
    }
}

/// Remembers what was read, for the digest.
struct Recording<'a> {
    under: &'a dyn SourceReader,
    seen: RefCell<BTreeMap<PathBuf, String>>,
}

impl SourceReader for Recording<'_> {
    fn read(&self, path: &Path) -> io::Result<String> {
        let text = self.under.read(path)?;
        self.seen.borrow_mut().insert(path.to_owned(), text.clone());
        Ok(text)
    }

    fn list(&self, directory: &Path) -> io::Result<Vec<PathBuf>> {
        self.under.list(directory)
    }
}

fn read_scripts(
    pack: &PackData,
    root: &Path,
    reader: &dyn SourceReader,
    earlier: Option<&ContentSource>,
    set: &mut ScriptSet,
    findings: &mut Diagnostics,
) {
    let files = &pack.scripts;
    let plain = files.cards.values().chain(files.skills.values()).chain(files.modes.values()).map(|path| (path, None));
    let libs = files.lib.iter().map(|(name, path)| (path, Some(name.as_str())));
    for (path, lib) in plain.chain(libs) {
        match reader.read(path) {
            Ok(text) => {
                let known = earlier.and_then(|earlier| earlier.scripts.file(path));
                set.add(ScriptFile::compile(path, &pack.pack.id, &inside(root, path), text, known), lib);
            }
            Err(error) => findings.push(crate::diagnostic::Diagnostic::error(
                "unreadable",
                path,
                format!("can't read this script: {error}"),
            )),
        }
    }
}

/// The path from the pack's root, with `/` on every system.
fn inside(root: &Path, path: &Path) -> String {
    let path = path.strip_prefix(root).unwrap_or(path);
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// blake3 over the files in the order of their names, each with its lengths.
fn digest(files: &BTreeMap<String, Vec<u8>>) -> String {
    let mut hasher = blake3::Hasher::new();
    for (name, bytes) in files {
        for part in [name.as_bytes(), bytes] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    hasher.finalize().to_hex().to_string()
}
