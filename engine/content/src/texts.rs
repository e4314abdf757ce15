//! Names and texts in both languages, by kind and unique id.

use crate::data::{Merged, Text, unique};
use std::collections::BTreeMap;

/// What has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A pack.
    Pack,
    /// A kind of card.
    Card,
    /// A skill.
    Skill,
    /// A general; its text is its title.
    General,
    /// A mode.
    Mode,
    /// A role of any mode.
    Role,
    /// A deck.
    Deck,
    /// A box of generals.
    Box,
    /// A question that scripts ask by a key.
    Question,
    /// An option that scripts list.
    Option,
    /// A pile that cards are arranged in, or one on a general.
    Pile,
    /// A mark.
    Mark,
}

/// Name and text of one thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// Its name.
    pub name: Text,
    /// What it says, if it says anything.
    pub text: Option<Text>,
}

/// All names and texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts(BTreeMap<Kind, BTreeMap<String, Named>>);

impl Texts {
    /// Name and text of a thing.
    #[must_use]
    pub fn get(&self, kind: Kind, id: &str) -> Option<&Named> {
        self.0.get(&kind)?.get(id)
    }

    /// The words for a key of a skill, card or mode: its own, else its pack's, else the base pack's.
    #[must_use]
    pub fn word(&self, kind: Kind, of: Option<&str>, key: &str) -> Option<&Text> {
        let of = of.unwrap_or_default();
        let pack = of.split_once(':').map_or("", |(pack, _)| pack);
        let own = self.get(kind, &format!("{of}.{key}"));
        own.or_else(|| self.get(kind, &format!("{pack}:{key}")))
            .or_else(|| self.get(kind, key))
            .or_else(|| self.of_any_pack(kind, key).filter(|_| of.is_empty()))
            .map(|named| &named.name)
    }

    /// What belongs to no skill in particular, a mark, is looked for in every pack.
    fn of_any_pack(&self, kind: Kind, key: &str) -> Option<&Named> {
        let ids = self.0.get(&kind)?.iter();
        ids.into_iter().find(|(id, _)| id.split_once(':').is_some_and(|(_, own)| own == key)).map(|(_, named)| named)
    }

    /// Everything of one kind, by id.
    pub fn all(&self, kind: Kind) -> impl Iterator<Item = (&str, &Named)> {
        self.0.get(&kind).into_iter().flatten().map(|(id, named)| (id.as_str(), named))
    }

    /// The texts of some packs.
    #[must_use]
    pub fn of(merged: &Merged) -> Texts {
        let mut texts = Texts::default();
        let mut put = |kind, id: &str, name: &Text, text: Option<&Text>| {
            let named = Named { name: name.clone(), text: text.cloned() };
            texts.0.entry(kind).or_default().insert(id.to_owned(), named);
        };
        for pack in &merged.packs {
            put(Kind::Pack, &pack.id, &pack.name, None);
        }
        for (pack, words) in &merged.words {
            for (kind, list) in [
                (Kind::Question, &words.questions),
                (Kind::Option, &words.options),
                (Kind::Pile, &words.piles),
                (Kind::Mark, &words.marks),
            ] {
                list.iter().for_each(|(key, text)| put(kind, &key_in(pack, key), text, None));
            }
        }
        for deck in &merged.decks {
            put(Kind::Deck, &deck.id, &deck.data.name, None);
        }
        for card in &merged.cards {
            put(Kind::Card, &card.id, &card.data.name, Some(&card.data.text));
        }
        for entry in &merged.boxes {
            put(Kind::Box, &entry.id, &entry.data.name, None);
        }
        for general in &merged.generals {
            put(Kind::General, &general.id, &general.data.name, Some(&general.data.title));
        }
        for skill in &merged.skills {
            if let Some(text) = &skill.text {
                put(Kind::Skill, &skill.id, &text.name, Some(&text.text));
            }
        }
        for mode in &merged.modes {
            put(Kind::Mode, &mode.id, &mode.data.name, Some(&mode.data.text));
            for role in &mode.data.roles {
                put(Kind::Role, &role.id, &role.name, role.text.as_ref());
            }
        }
        texts
    }
}

/// The key as it is unique among packs; what stands before a dot is a skill, card or mode.
fn key_in(pack: &str, key: &str) -> String {
    match key.split_once('.') {
        Some((of, _)) if of.contains(':') => key.strip_prefix("base:").unwrap_or(key).to_owned(),
        _ => unique(pack, key),
    }
}
