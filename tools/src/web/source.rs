//! Scripts and data, read and saved from the page: only files of the packs, only `.luau` and `.toml`.

use super::shapes::Both;
use super::view::seat_number;
use muniu_content::Content;
use muniu_content::diagnostic::{Diagnostic, Severity};
use muniu_content::texts::Kind;
use muniu_kernel::Game;
use muniu_kernel::def::Ability;
use muniu_kernel::history::Record;
use muniu_kernel::ids::PlayerId;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use ts_rs::TS;

/// A script or data file with what there is to know about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "Source")]
pub struct SourceFile {
    pub file: String,
    pub text: String,
    pub facts: Facts,
    pub findings: Vec<Finding>,
}

/// What the skill, card or mode of a file is and does in the game that is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Facts {
    pub words: Option<Both>,
    pub text: Option<Both>,
    /// Where it listens, by the timings' ids.
    pub timings: Vec<String>,
    /// Seats that have the skill.
    pub holders: Vec<u8>,
    /// How often it was used.
    pub used: usize,
}

/// Something wrong in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Finding {
    pub file: String,
    /// From 1.
    pub line: u32,
    /// In letters, from 1.
    pub column: u32,
    /// In letters, at least 1.
    pub length: usize,
    pub message: String,
    pub help: Option<String>,
    /// The line as it is in the file.
    pub source: String,
    pub severity: Gravity,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "Severity")]
pub enum Gravity {
    Error,
    Warning,
}

/// The folders of a pack in which content lies.
const FOLDERS: [&str; 7] =
    ["scripts/skills", "scripts/cards", "scripts/lib", "scripts/modes", "scripts", "cards", "generals"];

/// A file's path inside its pack, for people.
pub fn inside(packs: &[PathBuf], file: &Path) -> String {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let file = real(file);
    let pack = packs.iter().map(|pack| real(pack)).find(|pack| file.starts_with(pack));
    pack.as_ref().and_then(|pack| file.strip_prefix(pack).ok()).unwrap_or(&file).display().to_string()
}

/// All scripts and data of the packs, by their paths inside them.
pub fn list(packs: &[PathBuf]) -> Vec<String> {
    let mut files = Vec::new();
    for pack in packs {
        for folder in FOLDERS {
            let Ok(entries) = std::fs::read_dir(pack.join(folder)) else { continue };
            let names = entries.flatten().filter(|entry| entry.path().is_file() && is_content(&entry.path()));
            files.extend(names.map(|entry| format!("{folder}/{}", entry.file_name().to_string_lossy())));
        }
    }
    files.sort();
    files
}

fn is_content(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "luau" || ending == "toml")
}

/// The file that a page names, if it is one of a pack's.
fn find(packs: &[PathBuf], file: &str) -> Result<PathBuf, Both> {
    let outside = || {
        Both::new(
            format!("{file} 不是本桌扩展包的脚本或数据"),
            format!("`{file}` is no script or data of a pack of this table"),
        )
    };
    if !is_content(Path::new(file)) {
        return Err(outside());
    }
    for pack in packs {
        let Ok(pack) = pack.canonicalize() else { continue };
        let Ok(path) = pack.join(file).canonicalize() else { continue };
        let in_folder = FOLDERS.iter().any(|folder| path.parent() == Some(pack.join(folder).as_path()));
        if path.starts_with(&pack) && in_folder {
            return Ok(path);
        }
    }
    Err(outside())
}

/// A file with what there is to know about it.
pub fn read(packs: &[PathBuf], content: &Rc<Content>, game: &Game, file: &str) -> Result<SourceFile, Both> {
    let path = find(packs, file)?;
    let text = std::fs::read_to_string(&path).map_err(|error| failed("读不了", "can't read", file, &error))?;
    let about: Vec<Diagnostic> =
        content.findings().iter().filter(|finding| same(&finding.file, &path)).cloned().collect();
    let id = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
    Ok(SourceFile {
        file: file.to_owned(),
        text,
        facts: facts(content, game, &id),
        findings: findings(packs, about.iter()),
    })
}

fn failed(zh: &str, en: &str, file: &str, error: &std::io::Error) -> Both {
    Both::new(format!("{zh} {file}：{error}"), format!("{en} {file}: {error}"))
}

fn same(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| one == *other)
}

/// What a skill says, listens to, who has it and how often it was used.
fn facts(content: &Rc<Content>, game: &Game, id: &str) -> Facts {
    let name = game.names().get(id);
    let catalogue = game.catalogue();
    let def = name.and_then(|name| catalogue.skill(name).cloned());
    let timing = |ability: &Ability| match ability {
        Ability::On(handler) => Some(handler.timing.id().to_owned()),
        _ => None,
    };
    let state = game.read();
    let has = |player: &muniu_kernel::state::Player| player.skills.iter().any(|owned| Some(owned.skill) == name);
    let holders = (0_u8..).zip(&state.players).filter(|(_, player)| has(player));
    let used = |record: &&Record| matches!(record, Record::Skill { skill, .. } if Some(*skill) == name);
    let named = content.with_texts(|texts| texts.get(Kind::Skill, id).cloned());
    Facts {
        words: named.as_ref().map(|named| Both::from(&named.name)),
        text: named.as_ref().and_then(|named| named.text.as_ref()).map(Both::from),
        timings: def.iter().flat_map(|def| &def.abilities).filter_map(timing).collect(),
        holders: holders.map(|(seat, _)| seat_number(PlayerId(seat))).collect(),
        used: state.history.since(0).filter(used).count(),
    }
}

/// Findings as a page shows them, with the line they are about.
pub fn findings<'a>(packs: &[PathBuf], findings: impl Iterator<Item = &'a Diagnostic>) -> Vec<Finding> {
    findings
        .map(|finding| {
            let text = std::fs::read_to_string(&finding.file).unwrap_or_default();
            // Where only the bytes are known, the place follows from them.
            let before = finding.span.as_ref().and_then(|span| text.get(..span.start));
            let at = before.map(|before| {
                let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
                (before.matches('\n').count() as u32 + 1, column as u32)
            });
            let line = finding.line.or(at.map(|(line, _)| line)).unwrap_or(1);
            let column = finding.column.or(at.map(|(_, column)| column)).unwrap_or(1);
            let source = text.lines().nth(line.saturating_sub(1) as usize).unwrap_or_default();
            let length = finding.span.as_ref().map_or(1, |span| {
                text.get(span.clone()).map_or(1, |found| found.lines().next().unwrap_or_default().chars().count())
            });
            Finding {
                file: inside(packs, &finding.file),
                line,
                column,
                length: length.max(1),
                message: finding.message.clone(),
                help: finding.help.clone(),
                source: source.to_owned(),
                severity: if finding.severity == Severity::Error { Gravity::Error } else { Gravity::Warning },
            }
        })
        .collect()
}

/// Save a file, whole or not at all.
pub fn save(packs: &[PathBuf], file: &str, text: &str) -> Result<(), Both> {
    let path = find(packs, file)?;
    let beside = path.with_extension("saving");
    std::fs::write(&beside, text)
        .and_then(|()| std::fs::rename(&beside, &path))
        .map_err(|error| failed("存不了", "can't save", file, &error))
}
