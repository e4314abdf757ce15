//! `memo`: notes that scripts leave in the state: on a character, a use, a damage, the game, or in an effect's data.

use super::hub::{Hub, oops};
use super::value::{plain, to_lua};
use mlua::{MetaMethod, UserData, UserDataMethods, Value};
use muniu_kernel::event::Event;
use muniu_kernel::game::Game;
use muniu_kernel::ids::{EffectId, EventId, PlayerId};
use muniu_kernel::state::State;
use muniu_kernel::value::{Slots, Value as Plain};
use std::rc::Rc;

/// Whose notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Player(PlayerId),
    Event(EventId),
    Game,
    Effect(EffectId),
}

/// The proxy.
pub(crate) struct Memo {
    pub place: Place,
    pub hub: Rc<Hub>,
}

/// The notes at a place; `None` where there can't be any.
fn slots(state: &mut State, place: Place) -> Option<&mut Slots<Plain>> {
    match place {
        Place::Player(player) => Some(&mut state.players[player.index()].memo),
        Place::Game => Some(&mut state.memo),
        Place::Event(id) => {
            let frame = state.frames.get_mut(usize::from(id.depth)).filter(|frame| frame.serial == id.serial)?;
            match &mut frame.event {
                Event::Use(used) | Event::Draft(used) => Some(&mut used.memo),
                Event::Damage(damage) => Some(&mut damage.memo),
                _ => None,
            }
        }
        Place::Effect(_) => None,
    }
}

/// The same, to be read.
fn written(state: &State, place: Place) -> Option<&Slots<Plain>> {
    match place {
        Place::Player(player) => Some(&state.players[player.index()].memo),
        Place::Game => Some(&state.memo),
        Place::Event(id) => {
            let frame = state.frames.get(usize::from(id.depth)).filter(|frame| frame.serial == id.serial)?;
            match &frame.event {
                Event::Use(used) | Event::Draft(used) => Some(&used.memo),
                Event::Damage(damage) => Some(&damage.memo),
                _ => None,
            }
        }
        Place::Effect(_) => None,
    }
}

impl Memo {
    fn get(&self, game: &Game, key: &str) -> mlua::Result<Plain> {
        if let Place::Effect(id) = self.place {
            let Plain::Map(map) = game.effect(id).ok_or_else(|| oops("this effect has ended"))?.data else {
                return Ok(Plain::Nil);
            };
            return Ok(map
                .iter()
                .find(|(known, _)| **known == *key)
                .map(|(_, value)| value.clone())
                .unwrap_or_default());
        }
        let Some(name) = game.names().get(key) else { return Ok(Plain::Nil) };
        let state = game.read();
        let slots = written(&state, self.place).ok_or_else(|| oops("the event of this memo has ended"))?;
        Ok(slots.get(name).cloned().unwrap_or_default())
    }

    fn set(&self, game: &Game, key: &str, value: Plain) -> mlua::Result<()> {
        if let Place::Effect(id) = self.place {
            let Plain::Map(map) = game.effect(id).ok_or_else(|| oops("this effect has ended"))?.data else {
                return Ok(());
            };
            let mut map: std::collections::BTreeMap<Rc<str>, Plain> = map.iter().cloned().collect();
            match value {
                Plain::Nil => drop(map.remove(key)),
                value => drop(map.insert(key.into(), value)),
            }
            game.set_effect_data(id, Plain::Map(Rc::new(map.into_iter().collect())));
            return Ok(());
        }
        let name = game.names().intern(key);
        let mut state = game.edit();
        let slots = slots(&mut state, self.place).ok_or_else(|| oops("the event of this memo has ended"))?;
        match value {
            Plain::Nil => drop(slots.remove(name)),
            value => *slots.entry(name) = value,
        }
        Ok(())
    }
}

impl UserData for Memo {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::Index, |lua, this, key: String| {
            let value = this.get(&this.hub.game()?, &key)?;
            to_lua(&this.hub, lua, &value)
        });
        methods.add_meta_method(MetaMethod::NewIndex, |_, this, (key, value): (String, Value)| {
            let game = this.hub.acting(&format!("memo.{key} ="))?;
            this.set(&game, &key, plain(&this.hub, &value)?)
        });
        methods.add_meta_method(MetaMethod::ToString, |_, _, ()| Ok("Memo"));
    }
}
