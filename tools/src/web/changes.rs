//! What a reload changed, in words.

use super::shapes::Both;
use muniu_content::ContentSource;
use muniu_content::data::{CardType, Copy, Nature, Slot, Text};
use muniu_content::texts::{Kind, Named, Texts};

use muniu_kernel::def::{Catalogue, GeneralDef};
use std::collections::BTreeMap;

/// What may be different about a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Aspect {
    Code,
    Text,
    Data,
}

/// Something with a script, a text or data of its own.
type Thing = (Sort, String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Skill,
    Card,
    General,
    Mode,
    Library,
}

impl Sort {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Sort::Skill => ("技能", "skill"),
            Sort::Card => ("牌", "card"),
            Sort::General => ("武将", "general"),
            Sort::Mode => ("模式", "mode"),
            Sort::Library => ("脚本库", "library"),
        }
    }

    fn kind(self) -> Option<Kind> {
        match self {
            Sort::Skill => Some(Kind::Skill),
            Sort::Card => Some(Kind::Card),
            Sort::General => Some(Kind::General),
            Sort::Mode => Some(Kind::Mode),
            Sort::Library => None,
        }
    }
}

/// Content at one moment.
pub struct Edition<'a> {
    pub source: &'a ContentSource,
    pub catalogue: &'a Catalogue,
}

/// One part of what a thing is made of.
#[derive(PartialEq)]
enum Part<'a> {
    Code(&'a str),
    Text(&'a Named),
    Card(Facts<'a>),
    General(&'a GeneralDef),
}

/// A card's data, without what is written about it.
#[derive(PartialEq)]
struct Facts<'a> {
    kind: CardType,
    copies: &'a [Copy],
    family: Option<&'a str>,
    nature: Option<Nature>,
    slot: Option<Slot>,
    range: Option<u8>,
    distances: (i32, i32),
}

/// What each thing is made of, to be compared.
fn things<'a>(of: &Edition<'a>) -> BTreeMap<Thing, BTreeMap<Aspect, Part<'a>>> {
    let mut things: BTreeMap<Thing, BTreeMap<Aspect, Part<'_>>> = BTreeMap::new();
    let mut put = |sort, id: &str, aspect, what: Part<'a>| {
        things.entry((sort, id.to_owned())).or_default().insert(aspect, what);
    };
    for file in of.source.scripts.files() {
        // `skills/<id>.luau`, after `pack:` for packs other than the base pack.
        let (pack, path) = file.chunk.split_once(':').map_or(("", &*file.chunk), |(pack, path)| (pack, path));
        let Some((folder, name)) = path.trim_start_matches("scripts/").split_once('/') else { continue };
        let sort = match folder {
            "skills" => Sort::Skill,
            "cards" => Sort::Card,
            "modes" => Sort::Mode,
            _ => Sort::Library,
        };
        let name = name.trim_end_matches(".luau");
        let id = if pack.is_empty() { name.to_owned() } else { format!("{pack}:{name}") };
        put(sort, &id, Aspect::Code, Part::Code(&file.text));
    }
    for sort in [Sort::Skill, Sort::Card, Sort::General, Sort::Mode] {
        for (id, named) in sort.kind().into_iter().flat_map(|kind| of.source.texts.all(kind)) {
            put(sort, id, Aspect::Text, Part::Text(named));
        }
    }
    for card in &of.source.merged.cards {
        let data = &card.data;
        let facts = Facts {
            kind: data.kind,
            copies: &data.copies,
            family: data.family.as_deref(),
            nature: data.nature,
            slot: data.slot,
            range: data.range,
            distances: (data.distance_to, data.distance_from),
        };
        put(Sort::Card, &card.id, Aspect::Data, Part::Card(facts));
    }
    for general in &of.catalogue.generals {
        put(Sort::General, &of.catalogue.names.text(general.name), Aspect::Data, Part::General(general));
    }
    things
}

/// What is different in the second edition: a sentence for each thing.
pub fn between(old: &Edition<'_>, new: &Edition<'_>) -> Vec<Both> {
    let (before, after) = (things(old), things(new));
    let mut said: Vec<Both> = Vec::new();
    for (thing, aspects) in &after {
        let named = named(thing, &new.source.texts);
        match before.get(thing) {
            None => said.push(Both::new(format!("新增{}", named.zh), format!("new {}", named.en))),
            Some(was) if was != aspects => {
                let differs = |aspect: &Aspect| was.get(aspect) != aspects.get(aspect);
                let all =
                    [(Aspect::Code, "代码", "code"), (Aspect::Text, "文字", "text"), (Aspect::Data, "数据", "data")];
                let what = all.iter().filter(|(aspect, ..)| differs(aspect));
                let (zh, en): (Vec<&str>, Vec<&str>) = what.map(|(_, zh, en)| (*zh, *en)).unzip();
                said.push(Both::new(
                    format!("{}：{}", named.zh, zh.join("、")),
                    format!("{}: {}", named.en, en.join(", ")),
                ));
            }
            Some(_) => {}
        }
    }
    for thing in before.keys().filter(|thing| !after.contains_key(*thing)) {
        let named = named(thing, &old.source.texts);
        said.push(Both::new(format!("删去{}", named.zh), format!("{} is gone", named.en)));
    }
    said
}

fn named((sort, id): &Thing, texts: &Texts) -> Both {
    let (zh, en) = sort.words();
    let name: Option<&Text> = sort.kind().and_then(|kind| texts.get(kind, id)).map(|named| &named.name);
    match name {
        Some(name) => Both::new(format!("{zh}【{}】", name.zh), format!("{en} {}", name.en)),
        None => Both::new(format!("{zh} {id}"), format!("{en} {id}")),
    }
}
