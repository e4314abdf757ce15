//! The hub of a VM: makes the handles and keeps those that are asked for again and again, so that a check allocates
//! nothing and two handles of the same thing are the same value.

use super::super::guard::Kind;
use super::super::runtime::Shared;
use super::act::ActHandle;
use super::aim::AimHandle;
use super::card::Card;
use super::effect::EffectHandle;
use super::event::EvHandle;
use super::player::Player;
use super::virtual_card::VCard;
use crate::source::ContentSource;
use crate::suggest;
use mlua::{AnyUserData, Function, Lua, LuaString, Value};
use muniu_kernel::game::Game;
use muniu_kernel::ids::{CardId, EffectId, EventId, PlayerId, VirtualId};
use muniu_kernel::names::Name;
use muniu_kernel::request::{Ev, Prompt};
use muniu_kernel::rulebook::{Act, Flow};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::rc::Rc;
use std::sync::Arc;

/// An error in the author's terms.
pub(crate) fn oops(message: impl Into<String>) -> mlua::Error {
    mlua::Error::runtime(message.into())
}

/// The few handles made last.
struct Recent<K>(RefCell<Vec<(K, Value)>>);

impl<K: PartialEq> Recent<K> {
    const MOST: usize = 16;

    fn new() -> Self {
        Recent(RefCell::new(Vec::new()))
    }

    fn get(&self, key: &K) -> Option<Value> {
        self.0.borrow().iter().rev().find(|(kept, _)| kept == key).map(|(_, value)| value.clone())
    }

    fn put(&self, key: K, value: &Value) {
        let mut kept = self.0.borrow_mut();
        if kept.len() == Self::MOST {
            kept.remove(0);
        }
        kept.push((key, value.clone()));
    }
}

/// What the handles of one VM share.
pub(crate) struct Hub {
    pub shared: Rc<Shared>,
    players: RefCell<Vec<Value>>,
    cards: RefCell<Vec<Value>>,
    /// By depth of the stack: the handles of the event that is there now.
    events: RefCell<Vec<Vec<(Ev, Value)>>>,
    names: RefCell<Vec<Option<LuaString>>>,
    /// Words of the program, by where they lie.
    words: RefCell<BTreeMap<(*const u8, usize), LuaString>>,
    /// The data of the mode played last, and the content that it is from.
    mode_data: RefCell<Option<(Arc<ContentSource>, Name, Value)>>,
    aims: Recent<(EventId, u8)>,
    virtuals: Recent<VirtualId>,
    effects: Recent<EffectId>,
    acts: Recent<Act>,
    game: RefCell<Value>,
}

impl Hub {
    pub fn new(shared: &Rc<Shared>) -> Rc<Self> {
        Rc::new(Hub {
            shared: shared.clone(),
            players: RefCell::default(),
            cards: RefCell::default(),
            events: RefCell::default(),
            names: RefCell::default(),
            words: RefCell::default(),
            mode_data: RefCell::default(),
            aims: Recent::new(),
            virtuals: Recent::new(),
            effects: Recent::new(),
            acts: Recent::new(),
            game: RefCell::new(Value::Nil),
        })
    }

    // ── the running call ──────────────────────────────────────────────────────────────────────────────────────────

    /// The game of the running call.
    pub fn game(&self) -> mlua::Result<Game> {
        self.shared.game()
    }

    /// The game, for a verb that changes it or asks somebody: conditions may not.
    pub fn acting(&self, verb: &str) -> mlua::Result<Game> {
        let game = self.shared.game()?;
        if self.shared.may_act() {
            Ok(game)
        } else {
            Err(oops(format!("a condition can't use `{verb}`: it changes the game or asks somebody")))
        }
    }

    /// The skill, card or mode whose script runs.
    pub fn running(&self) -> mlua::Result<Name> {
        self.shared.running().map(|(name, _)| name).ok_or_else(|| oops("there is no game while a file is loaded"))
    }

    /// The running skill, if it is one (and not a card or a mode).
    pub fn running_skill(&self, game: &Game) -> Option<Name> {
        self.shared.running().map(|(name, _)| name).filter(|name| game.catalogue().skill(*name).is_some())
    }

    /// Take an interrupt of a flow through Lua.
    pub fn flow<T>(&self, result: Flow<T>) -> mlua::Result<T> {
        result.map_err(|interrupt| self.shared.guard.raise(interrupt))
    }

    /// Test a condition that a script passed to a verb: like any condition it changes nothing.
    pub fn test(&self, condition: &Function, candidate: Value) -> mlua::Result<bool> {
        let _metered = self.shared.guard.enter(Kind::Pure);
        let answer: Value = condition.call(candidate)?;
        Ok(!matches!(answer, Value::Nil | Value::Boolean(false)))
    }

    /// The words of a question of the running script.
    pub fn prompt(&self, key: &str) -> mlua::Result<Prompt> {
        Ok(Prompt { skill: Some(self.running()?), key: Some(self.shared.names.intern(key)), args: Vec::new() })
    }

    // ── handles ───────────────────────────────────────────────────────────────────────────────────────────────────

    pub fn set_game(&self, game: &AnyUserData) {
        *self.game.borrow_mut() = Value::UserData(game.clone());
    }

    pub fn game_handle(&self) -> Value {
        self.game.borrow().clone()
    }

    pub fn player(self: &Rc<Self>, lua: &Lua, id: PlayerId) -> mlua::Result<Value> {
        let mut players = self.players.borrow_mut();
        while players.len() <= id.index() {
            let player = Player { id: PlayerId(players.len() as u8), hub: self.clone() };
            players.push(Value::UserData(lua.create_userdata(player)?));
        }
        Ok(players[id.index()].clone())
    }

    pub fn card(self: &Rc<Self>, lua: &Lua, id: CardId) -> mlua::Result<Value> {
        let mut cards = self.cards.borrow_mut();
        while cards.len() <= id.index() {
            let card = Card { id: CardId(cards.len() as u16), hub: self.clone() };
            cards.push(Value::UserData(lua.create_userdata(card)?));
        }
        Ok(cards[id.index()].clone())
    }

    pub fn event(self: &Rc<Self>, lua: &Lua, ev: Ev) -> mlua::Result<Value> {
        let mut events = self.events.borrow_mut();
        let depth = usize::from(ev.id.depth);
        if events.len() <= depth {
            events.resize_with(depth + 1, Vec::new);
        }
        let here = &mut events[depth];
        if let Some((_, kept)) = here.iter().find(|(kept, _)| *kept == ev) {
            return Ok(kept.clone());
        }
        here.retain(|(kept, _)| kept.id.serial == ev.id.serial);
        let handle = Value::UserData(lua.create_userdata(EvHandle { ev, hub: self.clone() })?);
        here.push((ev, handle.clone()));
        Ok(handle)
    }

    pub fn aim(self: &Rc<Self>, lua: &Lua, id: EventId, at: u8) -> mlua::Result<Value> {
        if let Some(kept) = self.aims.get(&(id, at)) {
            return Ok(kept);
        }
        let handle = Value::UserData(lua.create_userdata(AimHandle { id, at, hub: self.clone() })?);
        self.aims.put((id, at), &handle);
        Ok(handle)
    }

    pub fn vcard(self: &Rc<Self>, lua: &Lua, id: VirtualId) -> mlua::Result<Value> {
        if let Some(kept) = self.virtuals.get(&id) {
            return Ok(kept);
        }
        let handle = Value::UserData(lua.create_userdata(VCard { id, hub: self.clone() })?);
        self.virtuals.put(id, &handle);
        Ok(handle)
    }

    pub fn effect(self: &Rc<Self>, lua: &Lua, id: EffectId) -> mlua::Result<Value> {
        if let Some(kept) = self.effects.get(&id) {
            return Ok(kept);
        }
        let handle = Value::UserData(lua.create_userdata(EffectHandle { id, hub: self.clone() })?);
        self.effects.put(id, &handle);
        Ok(handle)
    }

    /// Acts don't change, so one handle does for all calls in which the same was chosen.
    pub fn act(self: &Rc<Self>, lua: &Lua, act: &Act) -> mlua::Result<Value> {
        if let Some(kept) = self.acts.get(act) {
            return Ok(kept);
        }
        let handle = Value::UserData(lua.create_userdata(ActHandle { act: act.clone(), hub: self.clone() })?);
        self.acts.put(act.clone(), &handle);
        Ok(handle)
    }

    pub fn name(&self, lua: &Lua, name: Name) -> mlua::Result<Value> {
        let mut names = self.names.borrow_mut();
        if names.len() <= name.index() {
            names.resize(name.index() + 1, None);
        }
        if let Some(kept) = &names[name.index()] {
            return Ok(Value::String(kept.clone()));
        }
        let text = lua.create_string(self.shared.names.text(name).as_bytes())?;
        names[name.index()] = Some(text.clone());
        Ok(Value::String(text))
    }

    /// A word of the program: the id of a suit, a zone, a field.
    pub fn word(&self, lua: &Lua, word: &'static str) -> mlua::Result<Value> {
        let mut words = self.words.borrow_mut();
        let text = match words.entry((word.as_ptr(), word.len())) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => free.insert(lua.create_string(word)?),
        };
        Ok(Value::String(text.clone()))
    }

    /// The free data of a mode's TOML, made once for each version of the content.
    pub fn mode_data(
        &self,
        mode: Name,
        make: impl FnOnce(&ContentSource) -> mlua::Result<Value>,
    ) -> mlua::Result<Value> {
        let Some(source) = self.shared.source.borrow().clone() else { return Ok(Value::Nil) };
        if let Some((of, name, data)) = &*self.mode_data.borrow()
            && Arc::ptr_eq(of, &source)
            && *name == mode
        {
            return Ok(data.clone());
        }
        let data = make(&source)?;
        *self.mode_data.borrow_mut() = Some((source, mode, data.clone()));
        Ok(data)
    }

    // ── lists and things that may be missing ──────────────────────────────────────────────────────────────────────

    pub fn maybe_player(self: &Rc<Self>, lua: &Lua, player: Option<PlayerId>) -> mlua::Result<Value> {
        player.map_or(Ok(Value::Nil), |player| self.player(lua, player))
    }

    pub fn maybe_card(self: &Rc<Self>, lua: &Lua, card: Option<CardId>) -> mlua::Result<Value> {
        card.map_or(Ok(Value::Nil), |card| self.card(lua, card))
    }

    pub fn maybe_vcard(self: &Rc<Self>, lua: &Lua, card: Option<VirtualId>) -> mlua::Result<Value> {
        card.map_or(Ok(Value::Nil), |card| self.vcard(lua, card))
    }

    pub fn maybe_name(&self, lua: &Lua, name: Option<Name>) -> mlua::Result<Value> {
        name.map_or(Ok(Value::Nil), |name| self.name(lua, name))
    }

    /// The event, while it runs.
    pub fn maybe_event(self: &Rc<Self>, lua: &Lua, game: &Game, ev: Option<Ev>) -> mlua::Result<Value> {
        ev.filter(|ev| game.runs(ev.id)).map_or(Ok(Value::Nil), |ev| self.event(lua, ev))
    }

    pub fn players(self: &Rc<Self>, lua: &Lua, players: impl IntoIterator<Item = PlayerId>) -> mlua::Result<Value> {
        let list = players.into_iter().map(|player| self.player(lua, player)).collect::<mlua::Result<Vec<_>>>()?;
        Ok(Value::Table(lua.create_sequence_from(list)?))
    }

    pub fn cards(self: &Rc<Self>, lua: &Lua, cards: impl IntoIterator<Item = CardId>) -> mlua::Result<Value> {
        let list = cards.into_iter().map(|card| self.card(lua, card)).collect::<mlua::Result<Vec<_>>>()?;
        Ok(Value::Table(lua.create_sequence_from(list)?))
    }

    pub fn names(&self, lua: &Lua, names: impl IntoIterator<Item = Name>) -> mlua::Result<Value> {
        let list = names.into_iter().map(|name| self.name(lua, name)).collect::<mlua::Result<Vec<_>>>()?;
        Ok(Value::Table(lua.create_sequence_from(list)?))
    }
}

/// A field or verb that the thing doesn't have.
#[cold]
pub(crate) fn unknown(what: &str, key: &str, known: &[&str]) -> mlua::Error {
    oops(format!("{what} has no `{key}`: {}", suggest::help(key, known.iter().copied())))
}
