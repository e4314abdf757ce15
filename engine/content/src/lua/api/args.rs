//! Reading what scripts pass to verbs: characters, cards, names, tables of options.

use super::aim::AimHandle;
use super::card::Card;
use super::event::EvHandle;
use super::hub::{Hub, oops};
use super::player::Player;
use super::value::{kind, plain, whole};
use super::virtual_card::VCard;
use crate::suggest;
use mlua::{Function, LuaString, Value};
use muniu_kernel::card::Slot;
use muniu_kernel::def::Nature;
use muniu_kernel::game::Game;
use muniu_kernel::ids::{CardId, EventId, PlayerId, VirtualId};
use muniu_kernel::names::Name;
use muniu_kernel::request::{Ev, Prompt};
use muniu_kernel::value::Value as Plain;
use smallvec::SmallVec;

pub(crate) fn player(value: &Value, what: &str) -> mlua::Result<PlayerId> {
    maybe_player(value).ok_or_else(|| oops(format!("{what}: expected a character, got {}", kind(value))))
}

pub(crate) fn maybe_player(value: &Value) -> Option<PlayerId> {
    let Value::UserData(data) = value else { return None };
    data.borrow::<Player>().ok().map(|player| player.id)
}

/// A character or a list of characters.
pub(crate) fn players(value: &Value, what: &str) -> mlua::Result<Vec<PlayerId>> {
    match value {
        Value::Table(list) => list.sequence_values::<Value>().map(|item| player(&item?, what)).collect(),
        one => Ok(vec![player(one, what)?]),
    }
}

/// A card, a virtual card (its physical cards), a list of either, or nothing.
pub(crate) fn cards(game: &Game, value: &Value, what: &str) -> mlua::Result<Vec<CardId>> {
    let mut found = Vec::new();
    match value {
        Value::Nil => {}
        Value::Table(list) => {
            for item in list.sequence_values::<Value>() {
                add_cards(game, &item?, what, &mut found)?;
            }
        }
        one => add_cards(game, one, what, &mut found)?,
    }
    Ok(found)
}

fn add_cards(game: &Game, value: &Value, what: &str, found: &mut Vec<CardId>) -> mlua::Result<()> {
    if let Value::UserData(data) = value {
        if let Ok(card) = data.borrow::<Card>() {
            if !found.contains(&card.id) {
                found.push(card.id);
            }
            return Ok(());
        }
        if let Ok(card) = data.borrow::<VCard>() {
            let tied: Vec<CardId> = card.read(game, |card| card.cards.to_vec())?;
            found.extend(tied.into_iter().filter(|card| !found.contains(card)).collect::<Vec<_>>());
            return Ok(());
        }
    }
    Err(oops(format!("{what}: expected a card or a list of cards, got {}", kind(value))))
}

/// A virtual card, or the one that a physical card stands for.
pub(crate) fn vcard(game: &Game, value: &Value, what: &str) -> mlua::Result<Option<VirtualId>> {
    match value {
        Value::Nil => Ok(None),
        Value::UserData(data) if data.is::<VCard>() => Ok(data.borrow::<VCard>().ok().map(|card| card.id)),
        Value::UserData(data) if data.is::<Card>() => {
            let id = data.borrow::<Card>()?.id;
            let tied = game.read().ties[id.index()];
            Ok(Some(tied.unwrap_or_else(|| game.add_virtual(game.make_virtual(game.face(id).name, &[id], None)))))
        }
        other => Err(oops(format!("{what}: expected a card, got {}", kind(other)))),
    }
}

/// An event or a target record, as what a card answers.
pub(crate) fn answered(game: &Game, value: &Value, what: &str) -> mlua::Result<Option<(EventId, Option<u8>)>> {
    let to = match value {
        Value::Nil => return Ok(None),
        Value::UserData(data) if data.is::<EvHandle>() => {
            let handle = data.borrow::<EvHandle>()?;
            let Ev { id, aim } = handle.ev;
            let current = handle.current_aim(game);
            (id, aim.or(current))
        }
        Value::UserData(data) if data.is::<AimHandle>() => {
            let aim = data.borrow::<AimHandle>()?;
            (aim.id, Some(aim.at))
        }
        other => return Err(oops(format!("{what}: expected an event or a target record, got {}", kind(other)))),
    };
    if game.runs(to.0) { Ok(Some(to)) } else { Err(oops(format!("{what}: that event has ended"))) }
}

pub(crate) fn text(value: &Value, what: &str) -> mlua::Result<String> {
    match value {
        Value::String(text) => Ok(text.to_string_lossy()),
        other => Err(oops(format!("{what}: expected a text, got {}", kind(other)))),
    }
}

pub(crate) fn int(value: &Value, what: &str) -> mlua::Result<i64> {
    match value {
        Value::Integer(number) => Ok(*number),
        Value::Number(number) => whole(*number).map_err(|error| oops(format!("{what}: {error}"))),
        other => Err(oops(format!("{what}: expected a number, got {}", kind(other)))),
    }
}

/// A number of points, cards, marks: small and not negative.
pub(crate) fn amount(value: &Value, otherwise: i32, what: &str) -> mlua::Result<i32> {
    if value.is_nil() {
        return Ok(otherwise);
    }
    let number = int(value, what)?;
    i32::try_from(number.clamp(0, 10_000)).map_err(|_| oops(format!("{what}: {number} is out of range")))
}

/// What a script may mean by a word: an id of its own pack first, else one of the base pack or a full id.
fn meanings(hub: &Hub, game: &Game, text: &str) -> impl Iterator<Item = Name> {
    let pack = hub.shared.running().map(|(_, fun)| fun.pack.clone()).filter(|pack| &**pack != "base");
    let own = pack.map(|pack| format!("{pack}:{text}"));
    let names = game.names().clone();
    own.into_iter().chain([text.to_owned()]).filter_map(move |id| names.get(&id))
}

/// The name of a kind of card.
pub(crate) fn card_name(hub: &Hub, game: &Game, text: &str, what: &str) -> mlua::Result<Name> {
    let catalogue = game.catalogue();
    let family = |name: Name| {
        catalogue.card_order.iter().any(|card| catalogue.card(*card).is_some_and(|def| def.family == name))
    };
    meanings(hub, game, text).find(|name| catalogue.card(*name).is_some() || family(*name)).ok_or_else(|| {
        let names: Vec<_> = catalogue.card_order.iter().map(|name| game.names().text(*name)).collect();
        oops(format!("{what}: there is no card `{text}`: {}", suggest::help(text, names.iter().map(|name| &**name))))
    })
}

/// The name of a skill.
pub(crate) fn skill_name(hub: &Hub, game: &Game, text: &str, what: &str) -> mlua::Result<Name> {
    let catalogue = game.catalogue();
    meanings(hub, game, text).find(|name| catalogue.skill(*name).is_some()).ok_or_else(|| {
        let all = catalogue.skills.iter().flatten().map(|def| game.names().text(def.name)).collect::<Vec<_>>();
        oops(format!("{what}: there is no skill `{text}`: {}", suggest::help(text, all.iter().map(|name| &**name))))
    })
}

/// The name of a general.
pub(crate) fn general_name(hub: &Hub, game: &Game, text: &str, what: &str) -> mlua::Result<Name> {
    let catalogue = game.catalogue();
    meanings(hub, game, text).find(|name| catalogue.general(*name).is_some()).ok_or_else(|| {
        let all = catalogue.generals.iter().map(|def| game.names().text(def.name)).collect::<Vec<_>>();
        oops(format!("{what}: there is no general `{text}`: {}", suggest::help(text, all.iter().map(|name| &**name))))
    })
}

/// One word of a few.
pub(crate) fn one_of<T: Copy>(text: &str, what: &str, known: &[(&str, T)]) -> mlua::Result<T> {
    known.iter().find(|(word, _)| *word == text).map(|(_, value)| *value).ok_or_else(|| {
        let words = known.iter().map(|(word, _)| *word);
        oops(format!("{what}: `{text}` is unknown: {}", suggest::help(text, words)))
    })
}

pub(crate) fn nature(text: &str, what: &str) -> mlua::Result<Nature> {
    one_of(text, what, &[("normal", Nature::Normal), ("fire", Nature::Fire), ("thunder", Nature::Thunder)])
}

pub(crate) fn slots(value: &Value, what: &str) -> mlua::Result<Vec<Slot>> {
    let known: Vec<(&str, Slot)> = Slot::ALL.into_iter().map(|slot| (slot.id(), slot)).collect();
    match value {
        Value::Nil => Ok(Vec::new()),
        Value::Table(list) => {
            list.sequence_values::<Value>().map(|item| one_of(&text(&item?, what)?, what, &known)).collect()
        }
        one => Ok(vec![one_of(&text(one, what)?, what, &known)?]),
    }
}

/// A table of options of a verb, every key of which is known.
pub(crate) struct Opts<'a> {
    entries: SmallVec<[(LuaString, Value); 4]>,
    pub verb: &'a str,
}

impl<'a> Opts<'a> {
    pub fn read(verb: &'a str, value: &Value, known: &[&str]) -> mlua::Result<Self> {
        let table = match value {
            Value::Nil => return Ok(Opts { entries: SmallVec::new(), verb }),
            Value::Table(table) => table,
            other => return Err(oops(format!("`{verb}`: expected a table of options, got {}", kind(other)))),
        };
        let mut entries = SmallVec::new();
        for pair in table.pairs::<Value, Value>() {
            let (Value::String(key), value) = pair? else {
                return Err(oops(format!("`{verb}`: options are written `key = value`")));
            };
            if !known.iter().any(|known| key == *known) {
                let key = key.to_string_lossy();
                let help = suggest::help(&key, known.iter().copied());
                return Err(oops(format!("`{verb}` has no option `{key}`: {help}")));
            }
            entries.push((key, value));
        }
        Ok(Opts { entries, verb })
    }

    pub fn get(&self, key: &str) -> Value {
        let entry = self.entries.iter().find(|(known, _)| known == key);
        entry.map_or(Value::Nil, |(_, value)| value.clone())
    }

    fn what(&self, key: &str) -> String {
        format!("`{}`, {key}", self.verb)
    }

    pub fn yes(&self, key: &str, otherwise: bool) -> mlua::Result<bool> {
        match self.get(key) {
            Value::Nil => Ok(otherwise),
            Value::Boolean(yes) => Ok(yes),
            other => Err(oops(format!("{}: expected true or false, got {}", self.what(key), kind(&other)))),
        }
    }

    pub fn int(&self, key: &str) -> mlua::Result<Option<i64>> {
        let value = self.get(key);
        if value.is_nil() { Ok(None) } else { int(&value, &self.what(key)).map(Some) }
    }

    /// A count from 0 up.
    pub fn count(&self, key: &str) -> mlua::Result<Option<usize>> {
        Ok(self.int(key)?.map(|number| usize::try_from(number.max(0)).unwrap_or(usize::MAX)))
    }

    pub fn text(&self, key: &str) -> mlua::Result<Option<String>> {
        let value = self.get(key);
        if value.is_nil() { Ok(None) } else { text(&value, &self.what(key)).map(Some) }
    }

    pub fn player(&self, key: &str) -> mlua::Result<Option<PlayerId>> {
        let value = self.get(key);
        if value.is_nil() { Ok(None) } else { player(&value, &self.what(key)).map(Some) }
    }

    pub fn players(&self, key: &str) -> mlua::Result<Option<Vec<PlayerId>>> {
        let value = self.get(key);
        if value.is_nil() { Ok(None) } else { players(&value, &self.what(key)).map(Some) }
    }

    pub fn cards(&self, game: &Game, key: &str) -> mlua::Result<Option<Vec<CardId>>> {
        let value = self.get(key);
        if value.is_nil() { Ok(None) } else { cards(game, &value, &self.what(key)).map(Some) }
    }

    pub fn vcard(&self, game: &Game, key: &str) -> mlua::Result<Option<VirtualId>> {
        vcard(game, &self.get(key), &self.what(key))
    }

    pub fn answered(&self, game: &Game, key: &str) -> mlua::Result<Option<(EventId, Option<u8>)>> {
        answered(game, &self.get(key), &self.what(key))
    }

    pub fn function(&self, key: &str) -> mlua::Result<Option<Function>> {
        match self.get(key) {
            Value::Nil => Ok(None),
            Value::Function(function) => Ok(Some(function)),
            other => Err(oops(format!("{}: expected a function, got {}", self.what(key), kind(&other)))),
        }
    }

    /// One name or a list of names of kinds of cards.
    pub fn card_names(&self, hub: &Hub, game: &Game, key: &str) -> mlua::Result<Vec<Name>> {
        let what = self.what(key);
        match self.get(key) {
            Value::Nil => Ok(Vec::new()),
            Value::Table(list) => {
                list.sequence_values::<Value>().map(|item| card_name(hub, game, &text(&item?, &what)?, &what)).collect()
            }
            one => Ok(vec![card_name(hub, game, &text(&one, &what)?, &what)?]),
        }
    }

    /// `count`, or `min` and `max`; `min` alone has no upper bound, as in declared picks.
    pub fn bounds(&self, otherwise: (usize, usize)) -> mlua::Result<(usize, usize)> {
        if let Some(count) = self.count("count")? {
            return Ok((count, count));
        }
        let (min, max) = (self.count("min")?, self.count("max")?);
        let open = if min.is_some() { usize::MAX } else { otherwise.1 };
        Ok((min.unwrap_or(otherwise.0), max.unwrap_or(open)))
    }

    /// The words of a question: `prompt` is its key, `args` goes into it.
    pub fn prompt(&self, hub: &Hub, otherwise: &str) -> mlua::Result<Prompt> {
        let key = self.text("prompt")?;
        let mut prompt = hub.prompt(key.as_deref().unwrap_or(otherwise))?;
        prompt.args = match plain(hub, &self.get("args"))? {
            Plain::Nil => Vec::new(),
            Plain::List(list) => list.to_vec(),
            one => vec![one],
        };
        Ok(prompt)
    }
}
