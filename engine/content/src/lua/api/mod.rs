//! What scripts are handed and what they hand back: handles with fields and verbs.
//!
//! A handle is an index into the kernel's state (a seat, a card, a place on the event stack) and holds no state itself.
//! Verbs call the kernel's flows on the game of the running call; no borrow of the state is held meanwhile. An interrupt
//! of a flow travels through Lua as an error that no `pcall` holds.
//!
//! [`hub`] makes and keeps the handles, [`args`] reads what scripts pass, [`value`] turns plain data; the other modules
//! are one handle, or one group of its verbs, each.

mod act;
mod aim;
mod args;
mod card;
mod effect;
mod event;
mod event_fields;
mod event_more;
mod event_verbs;
mod game;
mod game_setup;
mod history;
mod history_moves;
mod hub;
mod memo;
mod player;
mod player_ask;
mod player_cards;
mod player_hp;
mod player_put;
mod player_read;
mod player_self;
mod player_skill;
mod player_use;
mod record;
#[cfg(test)]
mod reference;
mod value;
mod virtual_card;

use super::runtime::Shared;
use hub::Hub;
use mlua::{Lua, Value};
use muniu_kernel::game::Game;
use muniu_kernel::rulebook::Arg;
use muniu_kernel::value::Value as Plain;
use std::rc::Rc;

pub use value::whole;

/// The handles of one VM.
pub struct Api {
    hub: Rc<Hub>,
}

/// Put what scripts can reach into the globals. Called once for each VM, before the sandbox closes.
///
/// # Errors
/// If there is no memory for it.
pub fn install(lua: &Lua, shared: &Rc<Shared>) -> mlua::Result<Api> {
    let hub = Hub::new(shared);
    let game = lua.create_userdata(game::GameHandle { hub: hub.clone() })?;
    hub.set_game(&game);
    lua.globals().set("game", game)?;
    lua.globals().set("history", history::table(lua, &hub)?)?;
    Ok(Api { hub })
}

impl Api {
    /// An argument as the script sees it.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn to_lua(&self, lua: &Lua, _game: &Game, arg: Arg<'_>) -> mlua::Result<Value> {
        match arg {
            Arg::Nil => Ok(Value::Nil),
            Arg::Game => Ok(self.hub.game_handle()),
            Arg::Player(player) => self.hub.player(lua, player),
            Arg::Card(card) => self.hub.card(lua, card),
            Arg::Event(ev) => self.hub.event(lua, ev),
            Arg::Effect(effect) => self.hub.effect(lua, effect),
            Arg::Name(name) => self.hub.name(lua, name),
            Arg::Act(act) => self.hub.act(lua, act),
        }
    }

    /// What a script returned, as plain data.
    ///
    /// # Errors
    /// Says what can't be kept.
    pub fn from_lua(&self, _game: &Game, value: &Value) -> Result<Plain, String> {
        value::from_lua(&self.hub, value)
    }
}
