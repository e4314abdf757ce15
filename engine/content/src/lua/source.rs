//! Script files as text and bytecode: read and compiled once, shared by every VM.

use super::errors;
use super::sandbox::{self, MAX_SOURCE};
use crate::diagnostic::Diagnostic;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One script file.
#[derive(Debug)]
pub struct ScriptFile {
    /// The file.
    pub path: PathBuf,
    /// The pack it belongs to.
    pub pack: String,
    /// Its name in messages: the path from the pack's root, after `pack:` for packs other than the base pack.
    pub chunk: String,
    /// Its text.
    pub text: String,
    /// Its bytecode, or why there is none.
    pub code: Result<Vec<u8>, Box<Diagnostic>>,
}

impl ScriptFile {
    /// Compile a file. An earlier version of it saves the work if the text is the same.
    #[must_use]
    pub fn compile(
        path: &Path,
        pack: &str,
        inside: &str,
        text: String,
        earlier: Option<&Arc<ScriptFile>>,
    ) -> Arc<Self> {
        if let Some(earlier) = earlier
            && earlier.text == text
            && earlier.pack == pack
        {
            return earlier.clone();
        }
        let chunk = if pack == "base" { inside.to_owned() } else { format!("{pack}:{inside}") };
        let code = compile(path, &text);
        Arc::new(ScriptFile { path: path.to_owned(), pack: pack.to_owned(), chunk, text, code })
    }

    /// Where `key =` is written at or after a line (from 1): for messages about one field.
    #[must_use]
    pub fn key_span(&self, key: &str, from_line: u32) -> Option<std::ops::Range<usize>> {
        if key.is_empty() {
            return None;
        }
        let start: usize =
            self.text.split_inclusive('\n').take(from_line.saturating_sub(1) as usize).map(str::len).sum();
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let rest = &self.text[start..];
        rest.match_indices(key).find_map(|(at, _)| {
            let after = rest[at + key.len()..].trim_start();
            let whole = !rest[..at].ends_with(word) && after.starts_with('=') && !after.starts_with("==");
            let commented = rest[..at].rsplit('\n').next().is_some_and(|line| line.contains("--"));
            (whole && !commented).then_some(start + at..start + at + key.len())
        })
    }
}

fn compile(path: &Path, text: &str) -> Result<Vec<u8>, Box<Diagnostic>> {
    if text.len() > MAX_SOURCE {
        let message = format!("this script has {} bytes, expected at most {MAX_SOURCE}", text.len());
        return Err(Box::new(Diagnostic::error("script-too-large", path, message)));
    }
    sandbox::compiler().compile(text).map_err(|error| {
        let (message, line) = errors::syntax(&error);
        let diagnostic = Diagnostic::error("lua-syntax", path, message);
        Box::new(line.map_or(diagnostic.clone(), |line| diagnostic.at_line(line, None)))
    })
}

/// All scripts of some packs.
#[derive(Debug, Default)]
pub struct ScriptSet {
    files: BTreeMap<PathBuf, Arc<ScriptFile>>,
    by_chunk: BTreeMap<String, Arc<ScriptFile>>,
    libs: BTreeMap<(String, String), Arc<ScriptFile>>,
}

impl ScriptSet {
    /// Put a file in; `lib` is its name for `use`, if it has one.
    pub fn add(&mut self, file: Arc<ScriptFile>, lib: Option<&str>) {
        if let Some(lib) = lib {
            self.libs.insert((file.pack.clone(), lib.to_owned()), file.clone());
        }
        self.by_chunk.insert(file.chunk.clone(), file.clone());
        self.files.insert(file.path.clone(), file);
    }

    /// The file at a path.
    #[must_use]
    pub fn file(&self, path: &Path) -> Option<&Arc<ScriptFile>> {
        self.files.get(path)
    }

    /// The file with this name in messages.
    #[must_use]
    pub fn by_chunk(&self, chunk: &str) -> Option<&Arc<ScriptFile>> {
        self.by_chunk.get(chunk)
    }

    /// The library that `use "lib/<name>"` means in a file of `pack`: its own, else the base pack's.
    #[must_use]
    pub fn lib(&self, pack: &str, name: &str) -> Option<&Arc<ScriptFile>> {
        let of = |pack: &str| self.libs.get(&(pack.to_owned(), name.to_owned()));
        of(pack).or_else(|| of("base"))
    }

    /// What `use` may be given in a file of `pack`.
    pub fn lib_names(&self, pack: &str) -> impl Iterator<Item = String> {
        self.libs.keys().filter(move |(of, _)| of == pack || of == "base").map(|(_, name)| format!("lib/{name}"))
    }

    /// All files by path.
    pub fn files(&self) -> impl Iterator<Item = &Arc<ScriptFile>> {
        self.files.values()
    }
}
