//! Fields of events, part one: turns, phases, needs, uses, responses, pindian, moves.

use super::hub::Hub;
use super::memo::{Memo, Place};
use mlua::{Lua, Value};
use muniu_kernel::event::{Event, Move, Need, PhaseEvent, Pindian, Respond, Use};
use muniu_kernel::game::Game;
use muniu_kernel::ids::EventId;
use muniu_kernel::request::Ev;
use std::rc::Rc;

/// What a field is read with.
pub(super) struct Look<'a> {
    pub hub: &'a Rc<Hub>,
    pub lua: &'a Lua,
    pub game: &'a Game,
    pub ev: Ev,
}

pub(super) type Found = mlua::Result<Option<Value>>;

impl Look<'_> {
    pub fn memo(&self) -> mlua::Result<Value> {
        let memo = Memo { place: Place::Event(self.ev.id), hub: self.hub.clone() };
        Ok(Value::UserData(self.lua.create_userdata(memo)?))
    }

    /// What a card answers: the event with its target entry.
    pub fn to(&self, to: Option<(EventId, Option<u8>)>) -> mlua::Result<Value> {
        self.hub.maybe_event(self.lua, self.game, to.map(|(id, aim)| Ev { id, aim }))
    }

    /// Fields of the use that something belongs to or answers.
    fn of_use(&self, to: Option<(EventId, Option<u8>)>, key: &str) -> mlua::Result<Value> {
        let Some((id, aim)) = to.filter(|(id, _)| self.game.runs(*id)) else { return Ok(Value::Nil) };
        let event = self.game.event(id);
        let Some(used) = event.as_use() else { return Ok(Value::Nil) };
        match key {
            "use" => self.hub.event(self.lua, Ev { id, aim: None }),
            "user" => self.hub.maybe_player(self.lua, used.user),
            "card" => self.hub.vcard(self.lua, used.card),
            _ => aim.or(used.current).map_or(Ok(Value::Nil), |at| self.hub.aim(self.lua, id, at)),
        }
    }
}

/// `None` if events of this kind have no such field (or if part two has it).
pub(super) fn field(look: &Look<'_>, event: &Event, key: &str) -> Found {
    let found = match event {
        Event::Turn(turn) => match key {
            "player" => look.hub.player(look.lua, turn.owner)?,
            "extra" => Value::Boolean(turn.extra),
            _ => return Ok(None),
        },
        Event::Phase(phase) => return phase_field(look, phase, key),
        Event::Need(need) => return need_field(look, need, key),
        Event::Draft(used) | Event::Use(used) => return use_field(look, used, key),
        Event::Respond(respond) => return respond_field(look, respond, key),
        Event::Pindian(pindian) => return pindian_field(look, pindian, key),
        Event::Move(batch) => return move_field(look, batch, key),
        _ => return Ok(None),
    };
    Ok(Some(found))
}

fn phase_field(look: &Look<'_>, phase: &PhaseEvent, key: &str) -> Found {
    Ok(Some(match key {
        "player" => look.hub.player(look.lua, phase.owner)?,
        "phase" => look.hub.word(look.lua, phase.phase.id())?,
        "count" => Value::Number(phase.count.into()),
        "skipped" => Value::Boolean(phase.skipped),
        "replaced" => Value::Boolean(phase.replaced),
        "discarded" => look.hub.cards(look.lua, phase.discarded.iter().copied())?,
        _ => return Ok(None),
    }))
}

fn need_field(look: &Look<'_>, need: &Need, key: &str) -> Found {
    Ok(Some(match key {
        "player" => look.hub.player(look.lua, need.player)?,
        "names" => look.hub.names(look.lua, need.names.iter().copied())?,
        "respond" => Value::Boolean(need.respond),
        "to" => look.to(need.to)?,
        "use" | "user" | "aim" | "card" => look.of_use(need.to, key)?,
        "targets" => match &need.targets {
            Some(targets) => look.hub.players(look.lua, targets.iter().copied())?,
            None => Value::Nil,
        },
        "reason" => look.hub.maybe_name(look.lua, need.reason)?,
        _ => return Ok(None),
    }))
}

fn use_field(look: &Look<'_>, used: &Use, key: &str) -> Found {
    let Look { hub, lua, .. } = look;
    let at = look.ev.aim.or(used.current).filter(|at| usize::from(*at) < used.aims.len());
    let aim = at.map(|at| &used.aims[usize::from(at)]);
    Ok(Some(match key {
        "user" | "player" => hub.maybe_player(lua, used.user)?,
        "card" => hub.vcard(lua, used.card)?,
        "use" => hub.event(lua, Ev { id: look.ev.id, aim: None })?,
        "aim" => at.map_or(Ok(Value::Nil), |at| hub.aim(lua, look.ev.id, at))?,
        "target" => {
            // A use at one target, or one that has a single target.
            let sole = || match used.aims.as_slice() {
                [one] => Some(one),
                _ => None,
            };
            hub.maybe_player(lua, aim.or_else(sole).map(|aim| aim.player))?
        }
        "second" => hub.maybe_player(lua, aim.or(used.aims.first()).and_then(|aim| aim.second))?,
        "aims" => {
            let list = (0..used.aims.len())
                .filter(|at| !used.aims[*at].cancelled)
                .map(|at| hub.aim(lua, look.ev.id, at as u8))
                .collect::<mlua::Result<Vec<_>>>()?;
            Value::Table(lua.create_sequence_from(list)?)
        }
        "targets" => {
            let targets = used.aims.iter().filter(|aim| !aim.cancelled).map(|aim| aim.player);
            hub.players(lua, targets)?
        }
        "to" => look.to(used.to)?,
        "answered" => look.of_use(used.to, "aim")?,
        "source" => hub.maybe_player(lua, used.source.or(used.user))?,
        "bonus" => Value::Number(used.bonus.into()),
        "unanswerable" => Value::Boolean(used.unanswerable),
        "at_idle" => Value::Boolean(used.at_idle),
        "counted" => Value::Boolean(used.counted),
        "saving" => Value::Boolean(used.saving),
        "skill" => {
            let skill = look.game.read().virtuals.get(used.card.0 as usize).and_then(|card| card.skill);
            hub.maybe_name(lua, skill)?
        }
        "reason" => hub.maybe_name(lua, used.reason)?,
        "damage_dealt" => Value::Number(used.damage_dealt.into()),
        "memo" => look.memo()?,
        _ => return Ok(None),
    }))
}

fn respond_field(look: &Look<'_>, respond: &Respond, key: &str) -> Found {
    Ok(Some(match key {
        "player" => look.hub.player(look.lua, respond.player)?,
        "card" => look.hub.vcard(look.lua, respond.card)?,
        "to" => look.to(respond.to)?,
        "use" | "aim" | "user" => look.of_use(respond.to, key)?,
        "reason" => look.hub.maybe_name(look.lua, respond.reason)?,
        _ => return Ok(None),
    }))
}

fn pindian_field(look: &Look<'_>, pindian: &Pindian, key: &str) -> Found {
    let pair = pindian.targets.get(usize::from(pindian.current));
    Ok(Some(match key {
        "player" => look.hub.player(look.lua, pindian.from)?,
        "target" => look.hub.maybe_player(look.lua, pair.map(|(target, _)| *target))?,
        "targets" => look.hub.players(look.lua, pindian.targets.iter().map(|(target, _)| *target))?,
        "own" => look.hub.card(look.lua, pindian.card)?,
        "other" => look.hub.maybe_card(look.lua, pair.map(|(_, card)| *card))?,
        "won" => pindian.won.map_or(Value::Nil, Value::Boolean),
        "reason" => look.hub.maybe_name(look.lua, pindian.reason)?,
        _ => return Ok(None),
    }))
}

/// The cards of a move, each with where it was and where it went. The tables don't change.
pub(super) fn moved_cards(hub: &Rc<Hub>, lua: &Lua, game: &Game, batch: &Move) -> mlua::Result<Value> {
    let mut list = Vec::with_capacity(batch.moves.len());
    for entry in &batch.moves {
        let table = lua.create_table_with_capacity(0, 10)?;
        let put = |key, value: Value| table.raw_set(hub.word(lua, key)?, value);
        let face = game.face_moved(entry);
        put("card", hub.card(lua, entry.card)?)?;
        put("from", hub.maybe_player(lua, entry.from.owner().or(entry.former))?)?;
        put("to", hub.maybe_player(lua, entry.to.owner())?)?;
        put("from_zone", hub.word(lua, entry.from.id())?)?;
        put("to_zone", hub.word(lua, entry.to.id())?)?;
        put("open", Value::Boolean(entry.open))?;
        put("name", hub.name(lua, face.name)?)?;
        put("suit", hub.word(lua, face.suit.id())?)?;
        put("color", hub.word(lua, face.suit.color().id())?)?;
        for (key, zone) in [("from_pile", entry.from), ("to_pile", entry.to)] {
            if let muniu_kernel::card::Zone::Pile(_, name) = zone {
                put(key, hub.name(lua, name)?)?;
            }
        }
        table.set_readonly(true);
        list.push(table);
    }
    let list = lua.create_sequence_from(list)?;
    list.set_readonly(true);
    Ok(Value::Table(list))
}

fn move_field(look: &Look<'_>, batch: &Move, key: &str) -> Found {
    let Look { hub, lua, .. } = look;
    Ok(Some(match key {
        // Every holder of a skill about moves looks at them.
        "moves" => look.game.found(look.ev.id, || moved_cards(hub, lua, look.game, batch))?,
        "cards" => hub.cards(lua, batch.moves.iter().map(|entry| entry.card))?,
        "reason" => hub.word(lua, batch.reason.id())?,
        "by" | "player" => hub.maybe_player(lua, batch.by)?,
        "judged_by" => {
            let judge = |event: &Event| if let Event::Judge(judge) = event { Some(judge.player) } else { None };
            hub.maybe_player(lua, look.game.find_event(judge).map(|(_, player)| player))?
        }
        "origin" => batch.origin.map_or(Ok(Value::Nil), |origin| hub.word(lua, origin.id()))?,
        "skill" => hub.maybe_name(lua, batch.skill)?,
        _ => return Ok(None),
    }))
}
