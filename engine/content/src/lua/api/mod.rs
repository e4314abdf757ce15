//! What scripts are handed and what they hand back.
//!
//! Only plain values so far: characters, cards, effects and events are numbers.

use super::runtime::Shared;
use mlua::{Lua, Value};
use muniu_kernel::game::Game;
use muniu_kernel::rulebook::Arg;
use muniu_kernel::value::Value as Plain;
use std::rc::Rc;

/// The values of one VM that are handed to scripts again and again.
#[derive(Debug, Default)]
pub struct Api {}

/// Put what scripts can reach into the globals. Called once for each VM, before the sandbox closes.
///
/// # Errors
/// If there is no memory for it.
pub fn install(_lua: &Lua, _shared: &Rc<Shared>) -> mlua::Result<Api> {
    Ok(Api::default())
}

impl Api {
    /// An argument as the script sees it.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn to_lua(&self, lua: &Lua, game: &Game, arg: Arg<'_>) -> mlua::Result<Value> {
        Ok(match arg {
            Arg::Nil | Arg::Game => Value::Nil,
            Arg::Player(player) => Value::Integer(player.0.into()),
            Arg::Card(card) => Value::Integer(card.0.into()),
            Arg::Event(ev) => Value::Integer(ev.id.serial.into()),
            Arg::Effect(effect) => Value::Integer(effect.0.into()),
            Arg::Name(name) => Value::String(lua.create_string(game.names().text(name).as_bytes())?),
            Arg::Act(act) => {
                let targets = act.targets.iter().map(|player| player.0);
                Value::Table(lua.create_sequence_from(targets)?)
            }
        })
    }

    /// What a script returned, as plain data.
    ///
    /// # Errors
    /// Says what can't be kept.
    pub fn from_lua(&self, game: &Game, value: &Value) -> Result<Plain, String> {
        Ok(match value {
            Value::Nil => Plain::Nil,
            Value::Boolean(yes) => Plain::Bool(*yes),
            Value::Integer(number) => Plain::Int((*number).into()),
            Value::Number(number) => Plain::Int(whole(*number)?),
            Value::String(text) => Plain::Text(text.to_string_lossy().as_str().into()),
            Value::Table(list) => {
                let items = list.sequence_values::<Value>().map(|item| {
                    let item = item.map_err(|error| error.to_string())?;
                    self.from_lua(game, &item)
                });
                Plain::List(Rc::new(items.collect::<Result<_, _>>()?))
            }
            other => return Err(format!("a {} can't be kept or handed to the game", other.type_name())),
        })
    }
}

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
