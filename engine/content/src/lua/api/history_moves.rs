//! `history.moves{ by, of, to, during, name, where }`: cards that moved, in batches as they did.

use super::args::{self, Opts};
use super::event_fields::moved_cards;
use super::history::FILTERS;
use super::hub::Hub;
use super::player_read::SCOPES;
use mlua::{Function, Lua, Table, Value};
use muniu_kernel::def::Scope;
use muniu_kernel::event::Move;
use muniu_kernel::game::Game;
use std::rc::Rc;

/// The numbers of the moves that fit. `of`: cards of his moved away; `to`: cards came to him; `name`: the reason.
pub(super) fn search(lua: &Lua, hub: &Rc<Hub>, options: &Value) -> mlua::Result<Vec<u32>> {
    let game = hub.game()?;
    let options = Opts::read("history.moves", options, FILTERS)?;
    let (by, of, to) = (options.player("by")?, options.player("of")?, options.player("to")?);
    let (reason, skill) = (options.text("name")?, options.text("skill")?);
    let skill = skill.map(|skill| args::skill_name(hub, &game, &skill, "`history.moves`, skill")).transpose()?;
    let during = match options.text("during")? {
        Some(word) => args::one_of(&word, "`history`, during", SCOPES)?,
        None => Scope::Game,
    };
    let fits: Option<Function> = options.function("where")?;
    let mut numbers: Vec<u32> = {
        let state = game.read();
        let start = state.history.first_move(during);
        let passes = |batch: &Move| {
            by.is_none_or(|by| batch.by == Some(by))
                && of.is_none_or(|of| batch.moves.iter().any(|entry| entry.from.owner().or(entry.former) == Some(of)))
                && to.is_none_or(|to| batch.moves.iter().any(|entry| entry.to.owner() == Some(to)))
                && reason.as_ref().is_none_or(|reason| batch.reason.id() == reason)
                && skill.is_none_or(|skill| batch.skill == Some(skill))
        };
        let moves = state.history.moves_since(start).enumerate();
        moves.filter(|(_, batch)| passes(batch)).map(|(at, _)| (start + at) as u32).collect()
    };
    if let Some(fits) = fits {
        let mut kept = Vec::new();
        for number in numbers {
            if hub.test(&fits, table(lua, hub, &game, number)?)? {
                kept.push(number);
            }
        }
        numbers = kept;
    }
    Ok(numbers)
}

/// One of them.
pub(super) fn table(lua: &Lua, hub: &Rc<Hub>, game: &Game, number: u32) -> mlua::Result<Value> {
    let Some(batch) = game.read().history.moves_since(number as usize).next().cloned() else { return Ok(Value::Nil) };
    let table: Table = lua.create_table_with_capacity(0, 5)?;
    table.raw_set("by", hub.maybe_player(lua, batch.by)?)?;
    table.raw_set("reason", batch.reason.id())?;
    table.raw_set("skill", hub.maybe_name(lua, batch.skill)?)?;
    table.raw_set("cards", hub.cards(lua, batch.moves.iter().map(|entry| entry.card))?)?;
    table.raw_set("moves", moved_cards(hub, lua, game, &batch)?)?;
    Ok(Value::Table(table))
}
