//! `history`: what happened, in the whole game. `history.uses{ by = me, during = "turn" }` is a list of records.

use super::args::{self, Opts};
use super::hub::{Hub, oops, unknown};
use super::player_read::SCOPES;
use super::record::{self, Kind};
use mlua::{Function, Lua, MetaMethod, MultiValue, Table, UserData, UserDataFields, UserDataMethods, Value};
use muniu_kernel::def::Scope;
use muniu_kernel::game::Game;
use muniu_kernel::history::Record;
use muniu_kernel::ids::{EventId, PlayerId};
use muniu_kernel::names::Name;
use std::rc::Rc;

/// The lists of `history`.
pub(crate) const LISTS: &[(&str, Kind)] = &[
    ("uses", Kind::Use),
    ("responses", Kind::Respond),
    ("damage", Kind::Damage),
    ("hp_losses", Kind::LoseHp),
    ("recoveries", Kind::Recover),
    ("discards", Kind::Discard),
    ("judges", Kind::Judge),
    ("deaths", Kind::Death),
    ("skills", Kind::Skill),
    ("turns", Kind::Turn),
    ("phases", Kind::Phase),
    ("moves", Kind::Move),
];

pub(super) const FILTERS: &[&str] = &["by", "of", "to", "during", "name", "skill", "phase", "where"];

/// The table of functions: one for each list, and `count` with the same names that answers numbers.
pub(super) fn table(lua: &Lua, hub: &Rc<Hub>) -> mlua::Result<Table> {
    let (lists, counts) = (lua.create_table()?, lua.create_table()?);
    for (name, kind) in LISTS {
        let kind = *kind;
        let given = hub.clone();
        lists.raw_set(
            *name,
            lua.create_function(move |lua, options: Value| {
                let numbers = search(lua, &given, kind, &options)?;
                lua.create_userdata(List { kind, numbers, hub: given.clone() })
            })?,
        )?;
        let given = hub.clone();
        counts.raw_set(*name, lua.create_function(move |lua, options: Value| count(lua, &given, kind, &options))?)?;
    }
    for (table, what) in [(&lists, "history"), (&counts, "history.count")] {
        let meta = lua.create_table()?;
        meta.raw_set(
            "__index",
            lua.create_function(move |_, (_, key): (Value, String)| -> mlua::Result<Value> {
                let known: Vec<&str> = LISTS.iter().map(|(name, _)| *name).chain(["count"]).collect();
                Err(unknown(what, &key, &known))
            })?,
        )?;
        table.set_metatable(Some(meta))?;
        table.set_readonly(true);
    }
    lists.set_readonly(false);
    lists.raw_set("count", counts)?;
    lists.set_readonly(true);
    Ok(lists)
}

struct Filter {
    by: Option<PlayerId>,
    of: Option<PlayerId>,
    to: Option<PlayerId>,
    name: Option<Name>,
    skill: Option<Name>,
    phase: Option<muniu_kernel::event::Phase>,
    during: Scope,
    start: usize,
}

fn search(lua: &Lua, hub: &Rc<Hub>, kind: Kind, options: &Value) -> mlua::Result<Vec<u32>> {
    if kind == Kind::Move {
        return super::history_moves::search(lua, hub, options);
    }
    let game = hub.game()?;
    let options = Opts::read("history", options, FILTERS)?;
    let filter = read_filter(hub, &game, &options)?;
    let fits: Option<Function> = options.function("where")?;
    let mut numbers: Vec<u32> = {
        let state = game.read();
        let records = state.history.since(filter.start).enumerate();
        records
            .filter(|(_, record)| record::kind(record) == kind && matches(&game, &filter, record))
            .map(|(at, _)| (filter.start + at) as u32)
            .collect()
    };
    if let Some(fits) = fits {
        let mut kept = Vec::new();
        for number in numbers {
            let record = record_at(lua, hub, &game, number)?;
            if hub.test(&fits, record)? {
                kept.push(number);
            }
        }
        numbers = kept;
    }
    Ok(numbers)
}

/// How many records: at once where nothing but whose they are and since when is asked, else by looking.
fn count(lua: &Lua, hub: &Rc<Hub>, kind: Kind, options: &Value) -> mlua::Result<usize> {
    let (game, read) = (hub.game()?, Opts::read("history", options, FILTERS)?);
    let filter = read_filter(hub, &game, &read)?;
    let plain = filter.to.is_none() && filter.name.is_none() && filter.skill.is_none() && filter.phase.is_none();
    if plain && kind != Kind::Move && read.function("where")?.is_none() {
        let tally = match (filter.by, filter.of) {
            (Some(by), None) => Some((record::tally(kind, true), by)),
            (None, Some(of)) => Some((record::tally(kind, false), of)),
            _ => None,
        };
        if let Some((tally, player)) = tally {
            return Ok(game.read().history.count(tally, player, filter.during));
        }
    }
    Ok(search(lua, hub, kind, options)?.len())
}

/// `ev:index { … }`: the event is the how manieth that fits; one that is not written down yet comes after all that are.
pub(super) fn index(lua: &Lua, hub: &Rc<Hub>, game: &Game, event: EventId, options: &Value) -> mlua::Result<usize> {
    let kind = record::kind_of(game, event).ok_or_else(|| oops("`ev:index`: events of this kind are not counted"))?;
    let own = game.read().frames[usize::from(event.depth)].record;
    let Some(own) = own else { return Ok(count(lua, hub, kind, options)? + 1) };
    Ok(search(lua, hub, kind, options)?.into_iter().filter(|number| *number <= own).count())
}

fn read_filter(hub: &Hub, game: &Game, options: &Opts<'_>) -> mlua::Result<Filter> {
    let during: Scope = match options.text("during")? {
        Some(word) => args::one_of(&word, "`history`, during", SCOPES)?,
        None => Scope::Game,
    };
    let intern = |text: Option<String>| text.map(|text| hub.shared.names.intern(&text));
    let phase = options.text("phase")?;
    let start = game.read().history.start(during);
    Ok(Filter {
        by: options.player("by")?,
        of: options.player("of")?,
        to: options.player("to")?,
        name: intern(options.text("name")?),
        skill: intern(options.text("skill")?),
        phase: phase.map(|word| super::player_skill::phase_of(&word, "`history`, phase")).transpose()?,
        during,
        start,
    })
}

fn matches(game: &Game, filter: &Filter, record: &Record) -> bool {
    let named = |name: Name| match record {
        Record::Use { name: own, family, .. } | Record::Respond { name: own, family, .. } => {
            *own == name || *family == name
        }
        Record::Damage { card: Some(card), .. } => game.name_is(*card, name),
        Record::Judge { reason, .. } => *reason == name,
        Record::Skill { skill, .. } => *skill == name,
        _ => false,
    };
    let skilled = |asked: Name| match record {
        Record::Use { skill, .. } => *skill == Some(asked),
        Record::Skill { skill, .. } => *skill == asked,
        _ => false,
    };
    filter.by.is_none_or(|by| record::actor(record) == Some(by))
        && filter.of.is_none_or(|of| record.player() == of)
        && filter.to.is_none_or(|to| record::is_to(record, to))
        && filter.name.is_none_or(named)
        && filter.skill.is_none_or(skilled)
        && filter.phase.is_none_or(|phase| match record {
            Record::Phase { phase: own, .. } => *own == phase,
            Record::Use { in_play_phase, .. } => phase.id() == "play" && *in_play_phase,
            _ => false,
        })
}

fn record_at(lua: &Lua, hub: &Rc<Hub>, game: &Game, number: u32) -> mlua::Result<Value> {
    let record = game.read().history.since(number as usize).next().cloned();
    record.map_or(Ok(Value::Nil), |record| record::table(lua, hub, game, number, &record).map(Value::Table))
}

/// A list of records, oldest first, by their numbers.
pub(crate) struct List {
    kind: Kind,
    numbers: Vec<u32>,
    hub: Rc<Hub>,
}

impl List {
    fn at(&self, lua: &Lua, at: Option<&u32>) -> mlua::Result<Value> {
        let game = self.hub.game()?;
        match at {
            None => Ok(Value::Nil),
            Some(number) if self.kind == Kind::Move => super::history_moves::table(lua, &self.hub, &game, *number),
            Some(number) => record_at(lua, &self.hub, &game, *number),
        }
    }

    fn each<T>(&self, mut look: impl FnMut(&Record) -> Option<T>) -> mlua::Result<Vec<T>> {
        if self.kind == Kind::Move {
            return Err(oops("moves have neither names nor numbers: go through their `cards` or `moves`"));
        }
        let game = self.hub.game()?;
        let state = game.read();
        let record = |number: &u32| state.history.since(*number as usize).next();
        Ok(self.numbers.iter().filter_map(|number| record(number).and_then(&mut look)).collect())
    }
}

impl UserData for List {
    fn add_fields<F: UserDataFields<Self>>(_fields: &mut F) {}

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("first", |lua, this, ()| this.at(lua, this.numbers.first()));
        methods.add_method("last", |lua, this, ()| this.at(lua, this.numbers.last()));
        methods.add_method("sum", |_, this, field: String| {
            let numbers = this.each(|record| record::number(record, &field))?;
            if numbers.len() < this.numbers.len() {
                return Err(oops(format!("these records have no number `{field}`")));
            }
            Ok(numbers.iter().sum::<i64>() as f64)
        });
        methods.add_method("names", |lua, this, ()| {
            let mut names = this.each(record::named)?;
            let mut seen = Vec::new();
            names.retain(|name| {
                !seen.contains(name) && {
                    seen.push(*name);
                    true
                }
            });
            this.hub.names(lua, names)
        });
        methods.add_method("suits", |lua, this, ()| {
            let mut suits = this.each(record::suit)?;
            let mut seen = Vec::new();
            suits.retain(|suit| {
                !seen.contains(suit) && {
                    seen.push(*suit);
                    true
                }
            });
            lua.create_sequence_from(suits.into_iter().map(|suit| suit.id()))
        });
        methods.add_meta_method(MetaMethod::Len, |_, this, ()| Ok(this.numbers.len()));
        methods.add_meta_method(MetaMethod::Index, |lua, this, key: Value| match &key {
            Value::Integer(_) | Value::Number(_) => {
                let at = args::int(&key, "history")?;
                let number = usize::try_from(at - 1).ok().and_then(|at| this.numbers.get(at));
                this.at(lua, number)
            }
            Value::String(key) => {
                Err(unknown("a list of records", &key.to_string_lossy(), &["first", "last", "sum", "names", "suits"]))
            }
            _ => Ok(Value::Nil),
        });
        methods.add_meta_method(MetaMethod::Iter, |lua, this, ()| {
            let records = lua.create_table()?;
            for number in &this.numbers {
                records.raw_push(this.at(lua, Some(number))?)?;
            }
            let next: Function = lua.globals().get("next")?;
            Ok(MultiValue::from_vec(vec![Value::Function(next), Value::Table(records), Value::Nil]))
        });
        methods.add_meta_method(MetaMethod::ToString, |_, this, ()| Ok(format!("Records({})", this.numbers.len())));
    }
}
