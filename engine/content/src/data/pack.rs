//! One pack: `pack.toml`, and every file under its root read into plain data.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use super::cards::{self, CardData, DeckData, MoreData};
use super::generals::{self, BoxData, GeneralData, SkillText};
use super::mode::{self, ModeData};
use super::read::{File, Table};
use super::words::{self, WordsData};
use crate::diagnostic::{Diagnostic, Diagnostics, Located, Place};
use crate::suggest;

/// The version of the content format and script API that this engine speaks.
pub const API: u32 = 1;

/// A name or a text in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

/// Where file texts come from: the disk, or an editor's unsaved buffers over it.
pub trait SourceReader {
    /// The text of a file.
    fn read(&self, path: &Path) -> io::Result<String>;
    /// The files directly in a directory, sorted; hidden ones left out. `NotFound` when there is no such directory.
    fn list(&self, directory: &Path) -> io::Result<Vec<PathBuf>>;
}

/// Reads from the disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskReader;

impl SourceReader for DiskReader {
    fn read(&self, path: &Path) -> io::Result<String> {
        std::fs::read_to_string(path)
    }

    fn list(&self, directory: &Path) -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(directory)? {
            let path = entry?.path();
            let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
            if !hidden && path.is_file() {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }
}

/// Texts in memory, in front of another reader or of nothing.
#[derive(Default)]
pub struct Overlay<'a> {
    files: BTreeMap<PathBuf, String>,
    under: Option<&'a dyn SourceReader>,
}

impl<'a> Overlay<'a> {
    /// Texts in memory that hide those of `under`.
    pub fn over(under: &'a dyn SourceReader) -> Overlay<'a> {
        Overlay { files: BTreeMap::new(), under: Some(under) }
    }

    /// Sets one file's text.
    pub fn set(&mut self, path: impl Into<PathBuf>, text: impl Into<String>) -> &mut Self {
        self.files.insert(path.into(), text.into());
        self
    }
}

impl SourceReader for Overlay<'_> {
    fn read(&self, path: &Path) -> io::Result<String> {
        match (self.files.get(path), self.under) {
            (Some(text), _) => Ok(text.clone()),
            (None, Some(under)) => under.read(path),
            (None, None) => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn list(&self, directory: &Path) -> io::Result<Vec<PathBuf>> {
        let mut files: BTreeSet<PathBuf> =
            self.files.keys().filter(|path| path.parent() == Some(directory)).cloned().collect();
        match self.under.map(|under| under.list(directory)) {
            Some(Ok(more)) => files.extend(more),
            Some(Err(error)) if files.is_empty() => return Err(error),
            _ => {}
        }
        Ok(files.into_iter().collect())
    }
}

/// What `pack.toml` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackMeta {
    /// The pack's id; `base` for the base pack.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// Its version, any text.
    pub version: String,
    /// Who made it.
    pub authors: Vec<String>,
    /// Its licence.
    pub licence: String,
    /// Ids of packs that must be loaded before it.
    pub requires: Vec<Located<String>>,
    /// Ids of packs that are loaded before it if they are there.
    pub load_after: Vec<Located<String>>,
    /// The directory that holds `pack.toml`.
    pub root: PathBuf,
    /// The start of `pack.toml`.
    pub place: Place,
}

/// The pack's Luau files by the name before `.luau`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptFiles {
    /// `scripts/cards/`
    pub cards: BTreeMap<String, PathBuf>,
    /// `scripts/skills/`
    pub skills: BTreeMap<String, PathBuf>,
    /// `scripts/modes/`
    pub modes: BTreeMap<String, PathBuf>,
    /// `scripts/lib/`
    pub lib: BTreeMap<String, PathBuf>,
}

/// Everything in one pack that could be read.
#[derive(Clone, Debug, PartialEq)]
pub struct PackData {
    /// What `pack.toml` says.
    pub pack: PackMeta,
    /// Decks, by file.
    pub decks: Vec<DeckData>,
    /// Kinds of card, by file and then as written.
    pub cards: Vec<CardData>,
    /// More copies of kinds of card, by file and then as written.
    pub more: Vec<MoreData>,
    /// Boxes, by file.
    pub boxes: Vec<BoxData>,
    /// Generals, by file and then as written.
    pub generals: Vec<GeneralData>,
    /// Skill names and texts, by file and then as written.
    pub skills: Vec<SkillText>,
    /// Modes, by file.
    pub modes: Vec<ModeData>,
    /// Words of questions, options and piles.
    pub words: WordsData,
    /// The Luau files.
    pub scripts: ScriptFiles,
    /// Cards that were reported and left out.
    pub broken_cards: BTreeSet<String>,
    /// Skills whose text was reported and left out.
    pub broken_skills: BTreeSet<String>,
}

/// Reads a pack. What can't be read is reported and left out; the rest is all there.
/// Without a usable `pack.toml` the directory's name stands for the id. Equal files give equal results.
pub fn load_pack(root: &Path, overlay: &dyn SourceReader) -> (PackData, Diagnostics) {
    let mut out = Diagnostics::default();
    let pack = load_meta(root, overlay, &mut out);
    let scripts = ScriptFiles {
        cards: script_files(&inside(root, "scripts/cards"), overlay, &mut out),
        skills: script_files(&inside(root, "scripts/skills"), overlay, &mut out),
        modes: script_files(&inside(root, "scripts/modes"), overlay, &mut out),
        lib: script_files(&inside(root, "scripts/lib"), overlay, &mut out),
    };
    let mut data = PackData {
        pack,
        decks: Vec::new(),
        cards: Vec::new(),
        more: Vec::new(),
        boxes: Vec::new(),
        generals: Vec::new(),
        skills: Vec::new(),
        modes: Vec::new(),
        words: WordsData::default(),
        scripts,
        broken_cards: BTreeSet::new(),
        broken_skills: BTreeSet::new(),
    };
    for (path, text) in toml_files(&inside(root, "cards"), overlay, &mut out) {
        let (file, found) = cards::read(&path, &text);
        out.extend(found);
        data.decks.extend(file.deck);
        data.cards.extend(file.cards);
        data.more.extend(file.more);
        data.broken_cards.extend(file.broken);
    }
    for (path, text) in toml_files(&inside(root, "generals"), overlay, &mut out) {
        let (file, found) = generals::read(&path, &text);
        out.extend(found);
        data.boxes.extend(file.box_data);
        data.generals.extend(file.generals);
        data.skills.extend(file.skills);
        data.broken_skills.extend(file.broken);
    }
    for (path, text) in toml_files(&inside(root, "scripts"), overlay, &mut out) {
        if path.file_name().is_some_and(|name| name == "words.toml") {
            let (words, found) = words::read(&path, &text);
            out.extend(found);
            data.words = words;
        } else {
            let message = "nothing reads this file: data of scripts is in `words.toml` and `modes/`".to_owned();
            out.push(Diagnostic::warning("stray-file", &path, message));
        }
    }
    for (path, text) in toml_files(&inside(root, "scripts/modes"), overlay, &mut out) {
        let (mode, found) = mode::read(&path, &text);
        out.extend(found);
        data.modes.extend(mode);
    }
    drop_repeated("deck", &mut data.decks, |d| (&d.id, &d.place), &mut out);
    drop_repeated("card", &mut data.cards, |d| (&d.id, &d.place), &mut out);
    drop_repeated("box", &mut data.boxes, |d| (&d.id, &d.place), &mut out);
    drop_repeated("general", &mut data.generals, |d| (&d.id, &d.place), &mut out);
    drop_repeated("skill", &mut data.skills, |d| (&d.id, &d.place), &mut out);
    drop_repeated("mode", &mut data.modes, |d| (&d.id, &d.place), &mut out);
    (data, out)
}

/// Keeps the first definition of each id and reports the others.
fn drop_repeated<T>(kind: &str, list: &mut Vec<T>, key: impl Fn(&T) -> (&String, &Place), out: &mut Diagnostics) {
    let mut seen: BTreeMap<String, Place> = BTreeMap::new();
    list.retain(|entry| {
        let (id, place) = key(entry);
        let Some(first) = seen.get(id) else {
            seen.insert(id.clone(), place.clone());
            return true;
        };
        let message = format!("{kind} `{id}` is defined twice: first defined at {first}");
        let diagnostic = Diagnostic::error("duplicate-id", &place.file, message);
        out.push(place.mark(diagnostic).with_help("rename or remove one of them"));
        false
    });
}

/// `root/path`, without a leading `./`, so that messages show the path as one would write it.
fn inside(root: &Path, path: &str) -> PathBuf {
    if root == Path::new(".") { PathBuf::from(path) } else { root.join(path) }
}

fn list(directory: &Path, overlay: &dyn SourceReader, extension: &str, out: &mut Diagnostics) -> Vec<PathBuf> {
    let mut files = match overlay.list(directory) {
        Ok(files) => files,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Vec::new(),
        Err(error) => {
            out.push(Diagnostic::error("unreadable", directory, format!("can't list this directory: {error}")));
            return Vec::new();
        }
    };
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

fn toml_files(directory: &Path, overlay: &dyn SourceReader, out: &mut Diagnostics) -> Vec<(PathBuf, String)> {
    let files = list(directory, overlay, "toml", out).into_iter();
    files.filter_map(|path| read_text(&path, overlay, out).map(|text| (path, text))).collect()
}

fn script_files(directory: &Path, overlay: &dyn SourceReader, out: &mut Diagnostics) -> BTreeMap<String, PathBuf> {
    let files = list(directory, overlay, "luau", out).into_iter();
    files.filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path))).collect()
}

fn read_text(path: &Path, overlay: &dyn SourceReader, out: &mut Diagnostics) -> Option<String> {
    match overlay.read(path) {
        Ok(text) => Some(text),
        Err(error) => {
            let message = match error.kind() {
                io::ErrorKind::InvalidData => "this file is not UTF-8 text; save it as UTF-8".to_owned(),
                io::ErrorKind::NotFound => "this file is missing".to_owned(),
                _ => format!("can't read this file: {error}"),
            };
            out.push(Diagnostic::error("unreadable", path, message));
            None
        }
    }
}

const META_KEYS: [&str; 8] = ["id", "name", "version", "api", "authors", "licence", "requires", "load_after"];

fn load_meta(root: &Path, overlay: &dyn SourceReader, out: &mut Diagnostics) -> PackMeta {
    let path = inside(root, "pack.toml");
    let id = root.file_name().map_or_else(|| "unnamed".to_owned(), |name| name.to_string_lossy().into_owned());
    let mut meta = PackMeta {
        name: Text { zh: id.clone(), en: id.clone() },
        id,
        version: String::new(),
        authors: Vec::new(),
        licence: String::new(),
        requires: Vec::new(),
        load_after: Vec::new(),
        root: root.to_owned(),
        place: Place::start_of(&path),
    };
    let Some(text) = read_text(&path, overlay, out) else { return meta };
    let (file, document) = File::parse(&path, &text);
    read_meta(&file.root(&document), &mut meta);
    out.extend(file.finish());
    meta
}

fn read_meta(table: &Table<'_>, meta: &mut PackMeta) {
    table.only(&META_KEYS);
    let values = |strings: Vec<Located<String>>| strings.into_iter().map(|text| text.value).collect();
    if let Some(id) = table.need("id").and_then(|f| f.id()) {
        meta.id = id.value;
    }
    if let Some(name) = table.need("name").and_then(|f| f.text()) {
        meta.name = name;
    }
    meta.version = table.need("version").and_then(|f| f.string()).map_or_else(String::new, |text| text.value);
    meta.authors = table.need("authors").and_then(|f| f.strings()).map_or_else(Vec::new, values);
    meta.licence = table.need("licence").and_then(|f| f.string()).map_or_else(String::new, |text| text.value);
    meta.requires = table.need("requires").and_then(|f| f.strings()).unwrap_or_default();
    meta.load_after = table.get("load_after").and_then(|f| f.strings()).unwrap_or_default();
    let Some(api) = table.need("api") else { return };
    if api.integer::<u32>(1..=i64::from(u32::MAX)).is_some_and(|version| version != API) {
        let message = format!("this pack needs api {}, expected {API}", api.written());
        api.problem("unsupported-api", message, Some("use a version of Muniu that offers it".to_owned()));
    }
}

/// Each pack after those it requires, the base pack first, otherwise as given.
pub(super) fn in_load_order(packs: Vec<PackData>, out: &mut Diagnostics) -> Vec<PackData> {
    let mut waiting: Vec<PackData> = Vec::new();
    for pack in packs {
        if let Some(first) = waiting.iter().find(|other| other.pack.id == pack.pack.id) {
            let place = &pack.pack.place;
            let message =
                format!("pack `{}` is loaded twice: first from {}", pack.pack.id, first.pack.place.file.display());
            let diagnostic = place.mark(Diagnostic::error("duplicate-id", &place.file, message));
            out.push(diagnostic.with_help("give each pack an id of its own"));
        } else {
            waiting.push(pack);
        }
    }
    let ids: Vec<String> = waiting.iter().map(|pack| pack.pack.id.clone()).collect();
    for pack in &waiting {
        for needed in pack.pack.requires.iter().filter(|needed| !ids.contains(&needed.value)) {
            let message = format!("pack `{}` requires pack `{}`, which is not loaded", pack.pack.id, needed.value);
            let diagnostic = needed.place.mark(Diagnostic::error("missing-pack", &needed.place.file, message));
            out.push(diagnostic.with_help(suggest::help(&needed.value, ids.iter().map(String::as_str))));
        }
    }
    let mut ordered: Vec<PackData> = Vec::new();
    while !waiting.is_empty() {
        let is_waiting = |id: &str| waiting.iter().any(|pack| pack.pack.id == id);
        let ready = waiting.iter().position(|pack| {
            let meta = &pack.pack;
            let mut before = meta.requires.iter().chain(&meta.load_after).map(|id| id.value.as_str());
            meta.id == super::BASE || !is_waiting(super::BASE) && !before.any(|id| id != meta.id && is_waiting(id))
        });
        if ready.is_none() {
            let place = &waiting[0].pack.place;
            let ring = waiting.iter().map(|pack| format!("`{}`", pack.pack.id)).collect::<Vec<_>>().join(", ");
            let message = format!("packs wait for each other to be loaded first: {ring}");
            let diagnostic = place.mark(Diagnostic::error("pack-cycle", &place.file, message));
            out.push(diagnostic.with_help("remove one of their `requires` or `load_after`"));
        }
        ordered.push(waiting.remove(ready.unwrap_or(0)));
    }
    ordered
}
