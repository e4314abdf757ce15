//! Fields of events, part two: judgements, damage, hp, dying, death, skills, areas, marks.

use super::event_fields::{Found, Look};
use super::hub::Hub;
use mlua::{Lua, Value};
use muniu_kernel::event::{Damage, Event, Judge, JudgeResult, StateChange};
use muniu_kernel::ids::{CardId, EventId, PlayerId, VirtualId};
use muniu_kernel::request::Ev;
use std::rc::Rc;

/// `None` if events of this kind have no such field.
pub(super) fn field(look: &Look<'_>, event: &Event, key: &str) -> Found {
    if let Event::Judge(judge) = event {
        return judge_field(look, judge, key);
    }
    if let Event::Damage(damage) = event {
        return damage_field(look, damage, key);
    }
    let Look { hub, lua, .. } = look;
    let number = |number: i32| Value::Number(number.into());
    if key == "player" {
        return event.player().map(|player| hub.player(lua, player)).transpose();
    }
    Ok(Some(match (event, key) {
        (Event::StateChange { change, .. }, "change") => hub.word(lua, change_word(*change))?,
        (Event::LoseHp { amount, .. } | Event::Recover { amount, .. } | Event::MaxHp { amount, .. }, "amount") => {
            number(*amount)
        }
        (Event::LoseHp { reason, .. }, "reason") => hub.maybe_name(lua, *reason)?,
        (Event::HpReduction(reduction), "amount") => number(reduction.amount),
        (Event::HpReduction(reduction), "cause") => damage_of(look, reduction.damage)?,
        (Event::HpReduction(reduction), "source") => source_of(look, reduction.damage)?,
        (Event::HpReduction(reduction), "spared") => Value::Boolean(reduction.spared),
        (Event::Recover { source, .. }, "source") => hub.maybe_player(lua, *source)?,
        (Event::Recover { card, .. }, "card") => hub.maybe_vcard(lua, *card)?,
        (Event::Recover { skill, .. }, "skill") => hub.maybe_name(lua, *skill)?,
        (Event::Recover { card, .. }, "use") => use_of(look, *card)?,
        (Event::Dying(dying), "cause") => damage_of(look, dying.damage)?,
        (Event::Dying(dying), "source") => source_of(look, dying.damage)?,
        (Event::Dying(dying), "asked") => hub.maybe_player(lua, dying.asked)?,
        (Event::Dying(dying), "spared") => Value::Boolean(dying.spared),
        (Event::Death { killer, .. }, "killer") => hub.maybe_player(lua, *killer)?,
        (Event::Death { damage, .. }, "cause") => damage_of(look, *damage)?,
        (Event::Skill { skill, .. } | Event::SkillUse { skill, .. }, "skill") => hub.name(lua, *skill)?,
        (Event::Skill { gained, .. }, "gained") => Value::Boolean(*gained),
        (Event::SkillUse { owner, .. }, "owner") => hub.player(lua, *owner)?,
        (Event::SkillUse { ability, .. }, "ability") => Value::Number((*ability + 1).into()),
        (Event::SkillUse { targets, .. }, "targets") => hub.players(lua, targets.iter().copied())?,
        (Event::SkillUse { targets, .. }, "target") => hub.maybe_player(lua, targets.first().copied())?,
        (Event::SkillUse { cards, .. }, "cards") => hub.cards(lua, cards.iter().copied())?,
        (Event::Area { slots, .. }, "slots") => {
            let words = slots.iter().map(|slot| hub.word(lua, slot.id())).collect::<mlua::Result<Vec<_>>>()?;
            Value::Table(lua.create_sequence_from(words)?)
        }
        (Event::Area { judge, .. }, "judge") => Value::Boolean(*judge),
        (Event::Area { abolished, .. }, "abolished") => Value::Boolean(*abolished),
        (Event::Mark { mark, .. }, "mark") => hub.name(lua, *mark)?,
        (Event::Mark { count, .. }, "count") => number(*count),
        _ => return Ok(None),
    }))
}

fn judge_field(look: &Look<'_>, judge: &Judge, key: &str) -> Found {
    Ok(Some(match key {
        "player" => look.hub.player(look.lua, judge.player)?,
        "reason" => look.hub.name(look.lua, judge.reason)?,
        "card" => look.hub.card(look.lua, judge.card)?,
        "result" => match &judge.result {
            Some(result) => judge_result(look.hub, look.lua, result, Some(judge.card))?,
            None => Value::Nil,
        },
        _ => return Ok(None),
    }))
}

/// `{ red, black, suit, color, rank, name, card }`
pub(super) fn judge_result(
    hub: &Rc<Hub>,
    lua: &Lua,
    result: &JudgeResult,
    card: Option<CardId>,
) -> mlua::Result<Value> {
    let table = lua.create_table_with_capacity(0, 7)?;
    let red = result.color.id() == "red";
    table.raw_set("red", red)?;
    table.raw_set("black", !red)?;
    table.raw_set("suit", result.suit.id())?;
    table.raw_set("color", result.color.id())?;
    table.raw_set("rank", result.rank)?;
    table.raw_set("name", hub.name(lua, result.name)?)?;
    table.raw_set("card", hub.maybe_card(lua, card)?)?;
    Ok(Value::Table(table))
}

fn damage_field(look: &Look<'_>, damage: &Damage, key: &str) -> Found {
    let Look { hub, lua, game, .. } = look;
    let used = damage.by_use.filter(|(id, _)| game.runs(*id));
    Ok(Some(match key {
        "source" => hub.maybe_player(lua, damage.source)?,
        "target" | "player" => hub.player(lua, damage.target)?,
        "amount" => Value::Number(damage.amount.into()),
        "nature" => hub.word(lua, damage.nature.id())?,
        "card" => hub.maybe_vcard(lua, damage.card)?,
        "skill" => hub.maybe_name(lua, damage.skill)?,
        "use" => hub.maybe_event(lua, game, used.map(|(id, _)| Ev { id, aim: None }))?,
        "aim" => used.map_or(Ok(Value::Nil), |(id, at)| hub.aim(lua, id, at))?,
        "chained" => Value::Boolean(damage.chained),
        "transferred" => Value::Boolean(damage.transferred),
        "prevented" => Value::Boolean(damage.prevented),
        "reduced" => Value::Number(damage.reduced.into()),
        "memo" => look.memo()?,
        _ => return Ok(None),
    }))
}

fn damage_of(look: &Look<'_>, damage: Option<EventId>) -> mlua::Result<Value> {
    look.hub.maybe_event(look.lua, look.game, damage.map(Ev::from))
}

fn source_of(look: &Look<'_>, damage: Option<EventId>) -> mlua::Result<Value> {
    let source: Option<PlayerId> = damage.filter(|id| look.game.runs(*id)).and_then(|id| match &*look.game.event(id) {
        Event::Damage(damage) => damage.source,
        _ => None,
    });
    look.hub.maybe_player(look.lua, source)
}

/// The running use of a card.
fn use_of(look: &Look<'_>, card: Option<VirtualId>) -> mlua::Result<Value> {
    let Some(card) = card else { return Ok(Value::Nil) };
    let found = look.game.find_event(|event| matches!(event, Event::Use(used) if used.card == card).then_some(()));
    look.hub.maybe_event(look.lua, look.game, found.map(|(id, ())| Ev { id, aim: None }))
}

fn change_word(change: StateChange) -> &'static str {
    match change {
        StateChange::Chain(true) => "chained",
        StateChange::Chain(false) => "reset",
        StateChange::Face(true) => "face_up",
        StateChange::Face(false) => "face_down",
        StateChange::Reveal(_) => "revealed",
    }
}
