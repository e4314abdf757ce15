//! Plain data in and out of the kernel's state. Texts are names: what a script stores as `"tian"` is compared as a name.

use super::card::Card;
use super::hub::{Hub, oops};
use super::player::Player;
use mlua::{Lua, Table, Value};
use muniu_kernel::value::Value as Plain;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How deep lists and tables may be nested.
const DEEPEST: usize = 8;

/// The whole number that a Lua number is.
///
/// # Errors
/// Says which fraction it is instead.
pub fn whole(number: f64) -> Result<i64, String> {
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() <= LARGEST {
        Ok(number as i64)
    } else {
        Err(format!("expected a whole number, got {number}"))
    }
}

/// A value of the state as the script sees it. Lists and tables are copies, and read-only: assign a new one.
pub(crate) fn to_lua(hub: &Rc<Hub>, lua: &Lua, value: &Plain) -> mlua::Result<Value> {
    Ok(match value {
        Plain::Nil => Value::Nil,
        Plain::Bool(yes) => Value::Boolean(*yes),
        Plain::Int(number) => Value::Number(*number as f64),
        Plain::Text(text) => Value::String(lua.create_string(text.as_bytes())?),
        Plain::Name(name) => hub.name(lua, *name)?,
        Plain::Suit(suit) => Value::String(lua.create_string(suit.id())?),
        Plain::Player(player) => hub.player(lua, *player)?,
        Plain::Card(card) => hub.card(lua, *card)?,
        Plain::List(list) => {
            let list = list.iter().map(|item| to_lua(hub, lua, item)).collect::<mlua::Result<Vec<_>>>()?;
            let list = lua.create_sequence_from(list)?;
            list.set_readonly(true);
            Value::Table(list)
        }
        Plain::Map(map) => {
            let table = lua.create_table()?;
            for (key, item) in map.iter() {
                table.raw_set(&**key, to_lua(hub, lua, item)?)?;
            }
            table.set_readonly(true);
            Value::Table(table)
        }
    })
}

/// What a script hands over to be stored.
///
/// # Errors
/// Says what can't be kept.
pub(crate) fn from_lua(hub: &Hub, value: &Value) -> Result<Plain, String> {
    convert(hub, value, DEEPEST)
}

/// The same for verbs.
pub(crate) fn plain(hub: &Hub, value: &Value) -> mlua::Result<Plain> {
    from_lua(hub, value).map_err(oops)
}

fn convert(hub: &Hub, value: &Value, deep: usize) -> Result<Plain, String> {
    Ok(match value {
        Value::Nil => Plain::Nil,
        Value::Boolean(yes) => Plain::Bool(*yes),
        Value::Integer(number) => Plain::Int(*number),
        Value::Number(number) => Plain::Int(whole(*number)?),
        Value::String(text) => Plain::Name(hub.shared.names.intern(&text.to_string_lossy())),
        Value::Table(table) if deep > 0 => convert_table(hub, table, deep - 1)?,
        Value::Table(_) => {
            return Err(format!("a table nested more than {DEEPEST} deep can't be kept (does it hold itself?)"));
        }
        Value::UserData(data) => {
            if let Ok(player) = data.borrow::<Player>() {
                Plain::Player(player.id)
            } else if let Ok(card) = data.borrow::<Card>() {
                Plain::Card(card.id)
            } else {
                return Err(format!(
                    "{} can't be kept: it passes; keep the character, card or name in it",
                    kind(value)
                ));
            }
        }
        other => return Err(format!("{} can't be kept or handed to the game", kind(other))),
    })
}

fn convert_table(hub: &Hub, table: &Table, deep: usize) -> Result<Plain, String> {
    let length = table.raw_len();
    let mut map: BTreeMap<Rc<str>, Plain> = BTreeMap::new();
    let mut others = 0;
    for pair in table.pairs::<Value, Value>() {
        let (key, item) = pair.map_err(|error| error.to_string())?;
        match key {
            Value::String(key) => {
                map.insert(key.to_string_lossy().as_str().into(), convert(hub, &item, deep)?);
            }
            _ => others += 1,
        }
    }
    match (map.is_empty(), others) {
        (true, count) if count == length => {
            let items = (1..=length).map(|at| {
                let item: Value = table.raw_get(at).map_err(|error| error.to_string())?;
                convert(hub, &item, deep)
            });
            Ok(Plain::List(Rc::new(items.collect::<Result<_, _>>()?)))
        }
        (false, 0) => Ok(Plain::Map(Rc::new(map.into_iter().collect()))),
        _ => Err("a table that is kept must be a list without gaps, or have texts as its only keys".to_owned()),
    }
}

/// What a value is, for messages.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Nil => "nothing",
        Value::Boolean(_) => "a boolean",
        Value::Integer(_) | Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Table(_) => "a table",
        Value::Function(_) => "a function",
        Value::UserData(data) => {
            if data.is::<Player>() {
                "a character"
            } else if data.is::<Card>() {
                "a card"
            } else if data.is::<super::virtual_card::VCard>() {
                "a virtual card"
            } else if data.is::<super::event::EvHandle>() {
                "an event"
            } else if data.is::<super::aim::AimHandle>() {
                "a target record"
            } else if data.is::<super::effect::EffectHandle>() {
                "an effect"
            } else {
                "a handle"
            }
        }
        _ => "such a thing",
    }
}
