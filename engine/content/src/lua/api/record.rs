//! One record of the history as scripts see it: a table.

use super::hub::Hub;
use mlua::{Lua, Table, Value};
use muniu_kernel::card::{Suit, Zone};
use muniu_kernel::event::Event;
use muniu_kernel::game::Game;
use muniu_kernel::history::{Record, Tally};
use muniu_kernel::ids::{CardId, EventId, PlayerId};
use muniu_kernel::names::Name;
use std::rc::Rc;

/// What sort of record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "named as the records")]
pub(crate) enum Kind {
    Turn,
    Phase,
    Use,
    Respond,
    Damage,
    LoseHp,
    Recover,
    Discard,
    Judge,
    Death,
    Skill,
    Move,
}

pub(super) fn kind(record: &Record) -> Kind {
    match record {
        Record::Turn { .. } => Kind::Turn,
        Record::Phase { .. } => Kind::Phase,
        Record::Use { .. } => Kind::Use,
        Record::Respond { .. } => Kind::Respond,
        Record::Damage { .. } => Kind::Damage,
        Record::LoseHp { .. } => Kind::LoseHp,
        Record::Recover { .. } => Kind::Recover,
        Record::Discard { .. } => Kind::Discard,
        Record::Judge { .. } => Kind::Judge,
        Record::Death { .. } => Kind::Death,
        Record::Skill { .. } => Kind::Skill,
    }
}

/// What is counted of such records: for who did it, or for whose they are.
pub(super) fn tally(kind: Kind, by: bool) -> Tally {
    match (kind, by) {
        (Kind::Turn, _) => Tally::Turns,
        (Kind::Phase, _) => Tally::Phases,
        (Kind::Use, _) => Tally::Uses,
        (Kind::Respond, _) => Tally::Responses,
        (Kind::Damage, true) => Tally::DamageDealt,
        (Kind::Damage, false) => Tally::DamageTaken,
        (Kind::LoseHp, _) => Tally::HpLosses,
        (Kind::Recover, _) => Tally::Recoveries,
        (Kind::Discard, true) => Tally::DiscardsMade,
        (Kind::Discard, false) => Tally::Discards,
        (Kind::Judge, _) => Tally::Judges,
        (Kind::Death, true) => Tally::Kills,
        (Kind::Death, false) => Tally::Deaths,
        (Kind::Skill | Kind::Move, _) => Tally::Skills,
    }
}

/// The sort of record that is made of an event.
pub(super) fn kind_of(game: &Game, event: EventId) -> Option<Kind> {
    Some(match &*game.event(event) {
        Event::Turn(_) => Kind::Turn,
        Event::Phase(_) => Kind::Phase,
        Event::Use(_) => Kind::Use,
        Event::Respond(_) => Kind::Respond,
        Event::Damage(_) => Kind::Damage,
        Event::LoseHp { .. } => Kind::LoseHp,
        Event::Recover { .. } => Kind::Recover,
        Event::Judge(_) => Kind::Judge,
        Event::Death { .. } => Kind::Death,
        Event::SkillUse { .. } => Kind::Skill,
        _ => return None,
    })
}

/// Who did it: the source of damage, who discards, the killer; else the one whose record it is.
pub(super) fn actor(record: &Record) -> Option<PlayerId> {
    match record {
        Record::Damage { source, .. } => *source,
        Record::Discard { by, .. } => *by,
        Record::Death { killer, .. } => *killer,
        other => Some(other.player()),
    }
}

/// Was it done to this character?
pub(super) fn is_to(record: &Record, to: PlayerId) -> bool {
    match record {
        Record::Use { targets, .. } | Record::Skill { targets, .. } => targets.contains(&to),
        Record::Damage { player, .. } | Record::Death { player, .. } | Record::Discard { player, .. } => *player == to,
        _ => false,
    }
}

/// A number that can be summed up.
pub(super) fn number(record: &Record, field: &str) -> Option<i64> {
    match (record, field) {
        (Record::Damage { amount, .. } | Record::LoseHp { amount, .. } | Record::Recover { amount, .. }, "amount") => {
            Some(i64::from(*amount))
        }
        (Record::Discard { cards, .. }, "cards") => Some(cards.len() as i64),
        (Record::Discard { hand_cards, .. }, "hand_cards") => Some(hand_cards.len() as i64),
        (Record::Use { cards, .. } | Record::Respond { cards, .. }, "cards") => Some(cards.len() as i64),
        (Record::Use { targets, .. } | Record::Skill { targets, .. }, "targets") => Some(targets.len() as i64),
        _ => None,
    }
}

pub(super) fn named(record: &Record) -> Option<Name> {
    match record {
        Record::Use { name, .. } | Record::Respond { name, .. } => Some(*name),
        Record::Skill { skill, .. } => Some(*skill),
        Record::Damage { card, .. } => *card,
        _ => None,
    }
}

pub(super) fn suit(record: &Record) -> Option<Suit> {
    if let Record::Use { suit, .. } = record { *suit } else { None }
}

/// The table of record `number`; `player` is the one whose record it is.
pub(super) fn table(lua: &Lua, hub: &Rc<Hub>, game: &Game, number: u32, record: &Record) -> mlua::Result<Table> {
    let table = lua.create_table_with_capacity(0, 8)?;
    let set = |key: &str, value: Value| table.raw_set(key, value);
    set("player", hub.player(lua, record.player())?)?;
    match record {
        Record::Turn { extra, .. } => set("extra", Value::Boolean(*extra))?,
        Record::Phase { phase, .. } => table.raw_set("phase", phase.id())?,
        Record::Use { name, family, suit, color, cards, skill, targets, counted, in_play_phase, .. } => {
            set("name", hub.name(lua, *name)?)?;
            set("family", hub.name(lua, *family)?)?;
            table.raw_set("suit", suit.map(Suit::id))?;
            table.raw_set("color", color.map(|color| color.id()))?;
            set("cards", hub.cards(lua, cards.iter().copied())?)?;
            set("skill", hub.maybe_name(lua, *skill)?)?;
            set("targets", hub.players(lua, targets.iter().copied())?)?;
            set("counted", Value::Boolean(*counted))?;
            set("in_play_phase", Value::Boolean(*in_play_phase))?;
        }
        Record::Respond { name, family, cards, in_play_phase, .. } => {
            set("in_play_phase", Value::Boolean(*in_play_phase))?;
            set("name", hub.name(lua, *name)?)?;
            set("family", hub.name(lua, *family)?)?;
            set("cards", hub.cards(lua, cards.iter().copied())?)?;
        }
        Record::Damage { source, amount, nature, card, .. } => {
            set("source", hub.maybe_player(lua, *source)?)?;
            table.raw_set("amount", *amount)?;
            table.raw_set("nature", nature.id())?;
            set("name", hub.maybe_name(lua, *card)?)?;
        }
        Record::LoseHp { amount, .. } | Record::Recover { amount, .. } => table.raw_set("amount", *amount)?,
        Record::Discard { by, cards, hand_cards, .. } => {
            set("by", hub.maybe_player(lua, *by)?)?;
            set("cards", hub.cards(lua, cards.iter().copied())?)?;
            set("hand_cards", hub.cards(lua, hand_cards.iter().copied())?)?;
            let state = game.read();
            let lies = |card: &&CardId| {
                state.zones[card.index()] == Zone::DiscardPile && state.moved_at[card.index()] <= number
            };
            set("lying", hub.cards(lua, cards.iter().filter(lies).copied())?)?;
        }
        Record::Judge { reason, card, color, .. } => {
            set("reason", hub.name(lua, *reason)?)?;
            set("card", hub.card(lua, *card)?)?;
            table.raw_set("color", color.id())?;
        }
        Record::Death { killer, .. } => set("killer", hub.maybe_player(lua, *killer)?)?,
        Record::Skill { skill, targets, option, .. } => {
            set("skill", hub.name(lua, *skill)?)?;
            set("targets", hub.players(lua, targets.iter().copied())?)?;
            set("option", hub.maybe_name(lua, *option)?)?;
        }
    }
    Ok(table)
}
