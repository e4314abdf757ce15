//! `generals/*.toml`: boxes of generals, and the names and texts of skills.

use super::pack::Text;
use super::read::{File, Table};
use crate::diagnostic::{Diagnostics, Located, Place};

/// A box: the generals of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxData {
    /// Its id, bare.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// The `[box]` header.
    pub place: Place,
}

/// A general's gender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gender {
    /// 男
    Male,
    /// 女
    Female,
    /// Neither.
    Neutral,
}

/// A general, `[general.<id>]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneralData {
    /// Its id, bare.
    pub id: String,
    /// The bare id of the box it is in.
    pub box_id: String,
    /// Its name.
    pub name: Text,
    /// The title above its name.
    pub title: Text,
    /// Its kingdom: an id, of which the base pack knows `wei shu wu qun god`.
    pub kingdom: Located<String>,
    /// Its gender.
    pub gender: Gender,
    /// Maximum hp, 1 to 20.
    pub hp: u8,
    /// Hp at the start of the game, 1 to `hp`, where that isn't `hp`.
    pub start_hp: Option<u8>,
    /// Whether it is among the generals that lords choose from first.
    pub lord: bool,
    /// Its skills, as written: `id` or `pack:id`.
    pub skills: Vec<Located<String>>,
    /// Skills it may gain, to be shown with it.
    pub related: Vec<Located<String>>,
    /// The definition whose place it takes.
    pub replaces: Option<Located<String>>,
    /// Its header.
    pub place: Place,
}

/// Name and text of a skill, `[skill.<id>]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillText {
    /// The skill's id, bare.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// What it says.
    pub text: Text,
    /// The skill whose place it takes, script and all.
    pub replaces: Option<Located<String>>,
    /// Its header.
    pub place: Place,
}

/// What one file of generals holds.
pub(crate) struct GeneralFile {
    pub box_data: Option<BoxData>,
    pub generals: Vec<GeneralData>,
    pub skills: Vec<SkillText>,
    /// Ids of skills whose text could not be read, so that references to them are not reported too.
    pub broken: Vec<String>,
}

/// Reads one file of `generals/`.
pub(crate) fn read(path: &std::path::Path, text: &str) -> (GeneralFile, Diagnostics) {
    let (file, document) = File::parse(path, text);
    let root = file.root(&document);
    root.only(&["box", "general", "skill"]);
    let box_data = root.need_table("box").and_then(|table| {
        table.only(&["id", "name"]);
        let (id, name) = (table.need("id").and_then(|f| f.id()), table.need("name").and_then(|f| f.text()));
        Some(BoxData { id: id?.value, name: name?, place: table.place() })
    });
    // Generals of a box that can't be read still exist: under the file's name, so the rest can be checked.
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let box_id = box_data.as_ref().map_or(stem, |data| data.id.clone());
    let generals = root.entries("general").iter().filter_map(|table| read_general(table, &box_id)).collect();
    let mut found = GeneralFile { box_data, generals, skills: Vec::new(), broken: Vec::new() };
    for table in root.entries("skill") {
        match read_skill(&table) {
            Some(skill) => found.skills.push(skill),
            None => found.broken.push(table.id.to_owned()),
        }
    }
    (found, file.finish())
}

const GENERAL_KEYS: [&str; 10] =
    ["name", "title", "kingdom", "gender", "hp", "start_hp", "lord", "skills", "related", "replaces"];
const GENDERS: [(&str, Gender); 3] = [("male", Gender::Male), ("female", Gender::Female), ("neutral", Gender::Neutral)];

fn read_general(table: &Table<'_>, box_id: &str) -> Option<GeneralData> {
    table.only(&GENERAL_KEYS);
    let name = table.need("name").and_then(|f| f.text());
    let title = table.need("title").and_then(|f| f.text());
    let kingdom = table.need("kingdom").and_then(|f| f.id());
    let gender = table.need("gender").and_then(|f| f.one_of(&GENDERS));
    let hp: Option<u8> = table.need("hp").and_then(|f| f.integer(1..=20));
    let start_hp = table.get("start_hp").and_then(|f| f.integer(1..=i64::from(hp.unwrap_or(20))));
    let lord = table.get("lord").and_then(|f| f.boolean()).unwrap_or(false);
    let skills = table.need("skills").and_then(|f| f.strings());
    let related = table.get("related").and_then(|f| f.strings()).unwrap_or_default();
    let replaces = table.get("replaces").and_then(|f| f.string());
    Some(GeneralData {
        id: table.id.to_owned(),
        box_id: box_id.to_owned(),
        name: name?,
        title: title?,
        kingdom: kingdom?,
        gender: gender?,
        hp: hp?,
        start_hp,
        lord,
        skills: skills?,
        related,
        replaces,
        place: table.place(),
    })
}

fn read_skill(table: &Table<'_>) -> Option<SkillText> {
    table.only(&["name", "text", "replaces"]);
    let name = table.need("name").and_then(|f| f.text());
    let text = table.need("text").and_then(|f| f.text());
    let replaces = table.get("replaces").and_then(|f| f.string());
    Some(SkillText { id: table.id.to_owned(), name: name?, text: text?, replaces, place: table.place() })
}
