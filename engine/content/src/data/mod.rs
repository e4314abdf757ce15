//! What exists: packs, cards, generals and modes as plain data, from TOML. What they do is said by scripts.
//!
//! [`load_pack`] reads one pack; [`merge`] puts several together under ids that are unique:
//! `pack:name`, and bare for the base pack.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

mod cards;
mod generals;
mod mode;
mod pack;
mod read;
mod words;

pub use cards::{CardData, CardType, Copy, DeckData, MoreData, Nature, Slot, Suit};
pub use generals::{BoxData, Gender, GeneralData, SkillText};
pub use mode::{ModeData, RoleData};
pub use pack::{API, DiskReader, Overlay, PackData, PackMeta, ScriptFiles, SourceReader, Text, load_pack};

pub use words::WordsData;

pub use crate::diagnostic::{Located, Place};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::suggest;
use pack::in_load_order;

/// A definition under its unique id.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<T> {
    /// `pack:name`, or bare for the base pack. A replacing definition has the id of the one it replaces.
    pub id: String,
    /// The pack whose files it is in.
    pub pack: String,
    /// As written.
    pub data: T,
    /// The script that says what it does; `None` if it needs none, or if that was missing and reported.
    pub script: Option<PathBuf>,
}

/// A deck with its physical cards.
#[derive(Clone, Debug, PartialEq)]
pub struct MergedDeck {
    /// Its unique id.
    pub id: String,
    /// As written.
    pub data: DeckData,
    /// Its cards: the unique id of the kind, and suit and rank. Kinds defined here first, then `[more]`.
    pub copies: Vec<(String, Copy)>,
}

/// A general whose references are resolved to unique ids.
#[derive(Clone, Debug, PartialEq)]
pub struct MergedGeneral {
    /// Its unique id.
    pub id: String,
    /// The pack whose files it is in.
    pub pack: String,
    /// As written.
    pub data: GeneralData,
    /// The unique id of its box.
    pub box_id: String,
    /// Unique ids of its skills, those in `missing` left out.
    pub skills: Vec<String>,
    /// Unique ids of its related skills, the missing ones left out.
    pub related: Vec<String>,
    /// Skills it names that have no script, as written. A general with any should not be dealt.
    pub missing: Vec<String>,
}

/// A skill: a script, and a text if somebody wrote one.
#[derive(Clone, Debug, PartialEq)]
pub struct MergedSkill {
    /// Its unique id.
    pub id: String,
    /// The pack whose files it is in.
    pub pack: String,
    /// Name and text.
    pub text: Option<SkillText>,
    /// Its script.
    pub script: PathBuf,
}

/// Several packs put together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Merged {
    /// The packs in load order.
    pub packs: Vec<PackMeta>,
    /// The words of each pack, by its id.
    pub words: Vec<(String, WordsData)>,
    /// Decks with their cards.
    pub decks: Vec<MergedDeck>,
    /// Kinds of card.
    pub cards: Vec<Entry<CardData>>,
    /// Boxes.
    pub boxes: Vec<Entry<BoxData>>,
    /// Generals.
    pub generals: Vec<MergedGeneral>,
    /// Skills that have a script.
    pub skills: Vec<MergedSkill>,
    /// Modes; `None` as script means it can't be played.
    pub modes: Vec<Entry<ModeData>>,
}

const BASE: &str = "base";
const KINGDOMS: [&str; 5] = ["wei", "shu", "wu", "qun", "god"];

/// Puts packs together: orders them by what they require, makes ids unique, and checks every reference between
/// definitions and every script they need. A definition that can't be used is reported and left out.
pub fn merge(packs: Vec<PackData>) -> (Merged, Diagnostics) {
    let mut out = Diagnostics::default();
    let packs = in_load_order(packs, &mut out);
    let scripts: BTreeMap<String, ScriptFiles> =
        packs.iter().map(|pack| (pack.pack.id.clone(), pack.scripts.clone())).collect();
    let mut merged = Merged::default();
    let mut names = ["deck", "card", "box", "general", "skill", "mode"].map(Names::new);
    let [decks, cards, boxes, generals, skills, modes] = &mut names;
    for pack in &packs {
        let own = pack.pack.id.as_str();
        merged.packs.push(pack.pack.clone());
        merged.words.push((own.to_owned(), pack.words.clone()));
        for data in &pack.decks {
            if let Some(id) = decks.define(own, &data.id, &data.place, None, &mut out) {
                merged.decks.push(MergedDeck { id, data: data.clone(), copies: Vec::new() });
            }
        }
        for data in &pack.cards {
            let Some(id) = cards.define(own, &data.id, &data.place, data.replaces.as_ref(), &mut out) else { continue };
            let old = data.replaces.as_ref().and_then(|_| merged.cards.iter().position(|card| card.id == id));
            let inherited = old.and_then(|index| merged.cards[index].script.clone());
            let script = card_script(data, own, &scripts, inherited, &mut out);
            put(&mut merged.cards, old, Entry { id, pack: own.to_owned(), data: data.clone(), script });
        }
        cards.broken(own, &pack.broken_cards);
        for data in &pack.boxes {
            if let Some(id) = boxes.define(own, &data.id, &data.place, None, &mut out) {
                merged.boxes.push(Entry { id, pack: own.to_owned(), data: data.clone(), script: None });
            }
        }
        merge_skills(pack, skills, &mut merged.skills, &mut out);
        for data in &pack.generals {
            let replaces = data.replaces.as_ref();
            let Some(id) = generals.define(own, &data.id, &data.place, replaces, &mut out) else { continue };
            let old = data.replaces.as_ref().and_then(|_| merged.generals.iter().position(|general| general.id == id));
            let box_id = unique(own, &data.box_id);
            let (skills, related, missing) = (Vec::new(), Vec::new(), Vec::new());
            let pack = own.to_owned();
            let general = MergedGeneral { id, pack, data: data.clone(), box_id, skills, related, missing };
            put(&mut merged.generals, old, general);
        }
        for data in &pack.modes {
            let Some(id) = modes.define(own, &data.id, &data.place, data.replaces.as_ref(), &mut out) else { continue };
            let old = data.replaces.as_ref().and_then(|_| merged.modes.iter().position(|mode| mode.id == id));
            let inherited = old.and_then(|index| merged.modes[index].script.clone());
            let script = pack.scripts.modes.get(&data.id).cloned().or(inherited);
            if script.is_none() {
                let files = pack.scripts.modes.keys();
                out.push(missing_script("mode", &data.id, "modes", &data.id, &data.place, files.map(String::as_str)));
            }
            put(&mut merged.modes, old, Entry { id, pack: own.to_owned(), data: data.clone(), script });
        }
    }
    let scripted = merged.skills.iter().map(|skill| skill.id.as_str()).collect();
    for general in &mut merged.generals {
        check_general(general, skills, &scripted, &mut out);
    }
    deal_copies(&packs, cards, &mut merged, &mut out);
    (merged, out)
}

/// The id that is unique among all packs.
pub(crate) fn unique(pack: &str, id: &str) -> String {
    if pack == BASE { id.to_owned() } else { format!("{pack}:{id}") }
}

fn put<T>(list: &mut Vec<T>, old: Option<usize>, entry: T) {
    match old {
        Some(index) => list[index] = entry,
        None => list.push(entry),
    }
}

/// The unique ids of one kind of definition.
struct Names {
    kind: &'static str,
    /// By unique id: where its definition in force is.
    places: BTreeMap<String, Place>,
    /// From the id a replacing definition would have had to the one it took.
    taken_over: BTreeMap<String, String>,
    /// Definitions reported when they were read: references to them are no second fault.
    broken: BTreeSet<String>,
}

impl Names {
    fn new(kind: &'static str) -> Names {
        let (places, taken_over) = (BTreeMap::new(), BTreeMap::new());
        Names { kind, places, taken_over, broken: BTreeSet::new() }
    }

    fn broken(&mut self, pack: &str, ids: &BTreeSet<String>) {
        self.broken.extend(ids.iter().map(|id| unique(pack, id)));
    }

    /// The unique id that a definition gets, or `None` with a finding when it is already taken.
    fn define(
        &mut self,
        pack: &str,
        id: &str,
        place: &Place,
        replaces: Option<&Located<String>>,
        out: &mut Diagnostics,
    ) -> Option<String> {
        let own = unique(pack, id);
        if let Some(target) = replaces {
            if let Some(old) = self.resolve(pack, &target.value) {
                if old != own {
                    self.taken_over.insert(own, old.clone());
                }
                self.places.insert(old.clone(), place.clone());
                return Some(old);
            }
            let message = format!("{} `{id}` replaces `{}`, which no pack before it defines", self.kind, target.value);
            let diagnostic = Diagnostic::error("unknown-id", &place.file, message);
            out.push(target.place.mark(diagnostic).with_help(self.help(pack, &target.value)));
        }
        // A bare id means the base pack's definition everywhere, so no pack may give it a second meaning.
        if let Some((taken, first)) = self.places.get_key_value(&own).or_else(|| self.places.get_key_value(id)) {
            let message = format!("{} `{id}` is defined twice: first defined at {first}", self.kind);
            let target = if taken.contains(':') { taken.clone() } else { format!("{BASE}:{taken}") };
            let help = format!("choose another id, or say `replaces = \"{target}\"` to take its place");
            out.push(place.mark(Diagnostic::error("duplicate-id", &place.file, message)).with_help(help));
            return None;
        }
        self.places.insert(own.clone(), place.clone());
        Some(own)
    }

    /// The unique id that a reference in a file of `pack` means: its own definition, else the base pack's.
    fn resolve(&self, pack: &str, written: &str) -> Option<String> {
        let candidates = match written.split_once(':') {
            Some((other, id)) => [unique(other, id), String::new()],
            None => [unique(pack, written), written.to_owned()],
        };
        candidates.into_iter().find_map(|id| {
            let id = self.taken_over.get(&id).cloned().unwrap_or(id);
            self.places.contains_key(&id).then_some(id)
        })
    }

    fn is_broken(&self, pack: &str, written: &str) -> bool {
        match written.split_once(':') {
            Some((other, id)) => self.broken.contains(&unique(other, id)),
            None => self.broken.contains(&unique(pack, written)) || self.broken.contains(written),
        }
    }

    /// The nearest id one could have written in a file of `pack`.
    fn help(&self, pack: &str, written: &str) -> String {
        let prefix = format!("{pack}:");
        let written = written.strip_prefix("base:").unwrap_or(written);
        suggest::help(written, self.places.keys().map(|id| id.strip_prefix(&prefix).unwrap_or(id)))
    }
}

/// Does the finding say that a skill has a text and no script?
pub(crate) fn is_skill_without_script(finding: &Diagnostic) -> bool {
    finding.code == "missing-script" && finding.message.starts_with("skill ")
}

fn missing_script<'a>(
    kind: &str,
    id: &str,
    directory: &str,
    file: &str,
    place: &Place,
    files: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let message = format!("{kind} `{id}` has no script, expected `scripts/{directory}/{file}.luau`");
    let diagnostic = place.mark(Diagnostic::error("missing-script", &place.file, message));
    match suggest::nearest(file, files) {
        Some(near) => diagnostic.with_help(format!("there is a `scripts/{directory}/{near}.luau`")),
        None => diagnostic,
    }
}

/// The script of a card: in its own pack, or the one it names, or that of the card it replaces.
fn card_script(
    card: &CardData,
    pack: &str,
    scripts: &BTreeMap<String, ScriptFiles>,
    inherited: Option<PathBuf>,
    out: &mut Diagnostics,
) -> Option<PathBuf> {
    let find = |pack: &str, name: &str| scripts.get(pack)?.cards.get(name).cloned();
    let found = match &card.script {
        None => find(pack, &card.id).or(inherited),
        Some(written) => match written.value.split_once(':') {
            Some((other, name)) => find(other, name),
            None => find(pack, &written.value).or_else(|| find(BASE, &written.value)),
        },
    };
    if found.is_none() && card.needs_script() {
        let (file, place) = match &card.script {
            Some(written) => (written.value.as_str(), &written.place),
            None => (card.id.as_str(), &card.place),
        };
        let file = file.split_once(':').map_or(file, |(_, name)| name);
        let files = scripts.get(pack).into_iter().flat_map(|files| files.cards.keys()).map(String::as_str);
        out.push(missing_script("card", &card.id, "cards", file, place, files));
    }
    found
}

/// Pairs a pack's skill texts with its skill scripts, by id.
fn merge_skills(pack: &PackData, names: &mut Names, skills: &mut Vec<MergedSkill>, out: &mut Diagnostics) {
    let own = pack.pack.id.as_str();
    let files = &pack.scripts.skills;
    for text in &pack.skills {
        let Some(id) = names.define(own, &text.id, &text.place, text.replaces.as_ref(), out) else { continue };
        let old = text.replaces.as_ref().and_then(|_| skills.iter().position(|skill| skill.id == id));
        let inherited = old.map(|index| skills[index].script.clone());
        match files.get(&text.id).cloned().or(inherited) {
            Some(script) => {
                put(skills, old, MergedSkill { id, pack: own.to_owned(), text: Some(text.clone()), script })
            }
            None => {
                let known = files.keys().map(String::as_str);
                out.push(missing_script("skill", &text.id, "skills", &text.id, &text.place, known));
            }
        }
    }
    for (id, script) in files.iter().filter(|(id, _)| !pack.skills.iter().any(|text| text.id == **id)) {
        let place = Place::start_of(script);
        if !pack.broken_skills.contains(id) {
            let message =
                format!("skill `{id}` has no name and text, expected `[skill.{id}]` in a file of `generals/`");
            let diagnostic = place.mark(Diagnostic::warning("missing-text", script, message));
            let help = suggest::nearest(id, pack.skills.iter().map(|text| text.id.as_str()));
            out.push(Diagnostic { help: help.map(|near| format!("there is a `[skill.{near}]`")), ..diagnostic });
        }
        let Some(id) = names.define(own, id, &place, None, out) else { continue };
        skills.push(MergedSkill { id, pack: own.to_owned(), text: None, script: script.clone() });
    }
    names.broken(own, &pack.broken_skills);
}

/// Resolves a general's skills, and looks at its kingdom.
fn check_general(general: &mut MergedGeneral, names: &Names, scripted: &BTreeSet<&str>, out: &mut Diagnostics) {
    let data = &general.data;
    let kingdom = &data.kingdom;
    if !KINGDOMS.contains(&kingdom.value.as_str()) {
        let message = format!("general `{}` has the unknown kingdom `{}`", data.id, kingdom.value);
        let diagnostic = kingdom.place.mark(Diagnostic::warning("unknown-kingdom", &kingdom.place.file, message));
        out.push(diagnostic.with_help(suggest::help(&kingdom.value, KINGDOMS)));
    }
    for (list, found) in [(&data.skills, &mut general.skills), (&data.related, &mut general.related)] {
        for written in list {
            let id = names.resolve(&general.pack, &written.value);
            if let Some(id) = &id
                && scripted.contains(id.as_str())
            {
                found.push(id.clone());
                continue;
            }
            // A text without script has been reported where it is written.
            if id.is_none() && !names.is_broken(&general.pack, &written.value) {
                let name = &written.value;
                let file = name.split_once(':').map_or(name.as_str(), |(_, name)| name);
                let message = format!(
                    "general `{}` names the skill `{name}`, but there is no `scripts/skills/{file}.luau`",
                    data.id
                );
                let diagnostic = written.place.mark(Diagnostic::error("unknown-skill", &written.place.file, message));
                out.push(diagnostic.with_help(names.help(&general.pack, name)));
            }
            if std::ptr::eq(list, &data.skills) {
                general.missing.push(written.value.clone());
            }
        }
    }
}

/// Puts every physical card into its deck.
fn deal_copies(packs: &[PackData], names: &Names, merged: &mut Merged, out: &mut Diagnostics) {
    let mut copies: Vec<(String, String, &[Copy])> = Vec::new();
    for card in &merged.cards {
        copies.push((unique(&card.pack, &card.data.deck), card.id.clone(), &card.data.copies));
    }
    for pack in packs {
        let own = pack.pack.id.as_str();
        for more in &pack.more {
            let written = &more.card;
            match names.resolve(own, &written.value) {
                Some(id) => copies.push((unique(own, &more.deck), id, &more.copies)),
                None if names.is_broken(own, &written.value) => {}
                None => {
                    let message = format!("`[more.{}]` adds copies of a card that no pack defines", written.value);
                    let diagnostic = Diagnostic::error("unknown-card", &written.place.file, message);
                    out.push(written.place.mark(diagnostic).with_help(names.help(own, &written.value)));
                }
            }
        }
    }
    for (deck, id, list) in copies {
        if let Some(deck) = merged.decks.iter_mut().find(|found| found.id == deck) {
            deck.copies.extend(list.iter().map(|copy| (id.clone(), *copy)));
        }
    }
}
