//! `game`: the table as a whole.

use super::args::{self, Opts};
use super::hub::{Hub, oops, unknown};
use super::memo::{Memo, Place};
use mlua::{Lua, MetaMethod, Table, UserData, UserDataFields, UserDataMethods, Value};
use muniu_kernel::card::Zone;
use muniu_kernel::event::{Damage, Spot};
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::note::Note;
use std::rc::Rc;

/// The handle.
pub(crate) struct GameHandle {
    pub hub: Rc<Hub>,
}

pub(crate) const MEMBERS: &[&str] = &[
    "players",
    "all",
    "turn_owner",
    "phase",
    "round",
    "turns",
    "kingdoms",
    "pile_count",
    "discard_count",
    "mode",
    "memo",
    "processing",
    "others",
    "in_order_from",
    "player",
    "top",
    "find",
    "reveal",
    "pick",
    "shuffled",
    "dice",
    "damage",
    "end_turn",
    "end_phase",
    "is_card",
    // game_setup
    "draw_generals",
    "return_generals",
    "generals",
    "general",
    "seat",
    "set_role",
    "skill",
    "mode_data",
    "show_role",
    "set_hp",
    "end_game",
    "card_names",
    "card_info",
];

impl UserData for GameHandle {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("players", |lua, this| this.hub.players(lua, this.hub.game()?.in_order()));
        fields.add_field_method_get("all", |lua, this| {
            let seats = this.hub.game()?.read().players.len();
            this.hub.players(lua, (0..seats).map(|seat| PlayerId(seat as u8)))
        });
        fields.add_field_method_get("turn_owner", |lua, this| {
            let owner = this.hub.game()?.read().turn_owner;
            this.hub.maybe_player(lua, owner)
        });
        fields.add_field_method_get("phase", |lua, this| {
            let phase = this.hub.game()?.read().phase;
            phase.map_or(Ok(Value::Nil), |phase| this.hub.word(lua, phase.id()))
        });
        fields.add_field_method_get("round", |_, this| Ok(this.hub.game()?.read().round));
        fields.add_field_method_get("turns", |_, this| Ok(this.hub.game()?.read().turns));
        fields.add_field_method_get("kingdoms", |_, this| Ok(this.hub.game()?.kingdoms()));
        fields.add_field_method_get("pile_count", |_, this| Ok(this.hub.game()?.read().draw_pile.len()));
        fields.add_field_method_get("discard_count", |_, this| Ok(this.hub.game()?.read().discard_pile.len()));
        fields.add_field_method_get("mode", |lua, this| {
            let mode = this.hub.game()?.read().mode;
            this.hub.name(lua, mode)
        });
        fields.add_field_method_get("memo", |lua, this| {
            lua.create_userdata(Memo { place: Place::Game, hub: this.hub.clone() })
        });
        fields.add_field_method_get("mode_data", |lua, this| {
            let mode = this.hub.game()?.read().mode;
            this.hub.mode_data(mode, |source| {
                let data = source.mode(&this.hub.shared.names.text(mode)).map(|mode| &mode.data);
                data.map_or(Ok(Value::Nil), |data| table_from_toml(lua, data))
            })
        });
        fields.add_field_method_get("processing", |lua, this| {
            let cards: Vec<CardId> = this.hub.game()?.read().processing.iter().map(|(card, ..)| *card).collect();
            this.hub.cards(lua, cards)
        });
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        order(methods);
        cards(methods);
        chance(methods);
        super::game_setup::methods(methods);
        methods.add_method("damage", |_, this, options: Value| {
            let game = this.hub.acting("game:damage")?;
            let known = ["to", "amount", "nature", "source", "card", "skill", "transferred"];
            let options = Opts::read("game:damage", &options, &known)?;
            let target = options.player("to")?.ok_or_else(|| oops("`game:damage`: expected `to`"))?;
            let nature =
                options.text("nature")?.map(|text| args::nature(&text, "`game:damage`, nature")).transpose()?;
            let amount = options.count("amount")?.unwrap_or(1).min(10_000) as i32;
            let source = options.player("source")?.filter(|source| game.alive(*source));
            let mut damage = Damage::new(source, target, amount, nature.unwrap_or_default());
            damage.card = options.vcard(&game, "card")?;
            damage.transferred = options.yes("transferred", false)?;
            damage.skill = match options.text("skill")? {
                Some(skill) => Some(this.hub.shared.names.intern(&skill)),
                None => this.hub.running_skill(&game),
            };
            this.hub.flow(game.damage(damage))
        });
        methods.add_method("end_turn", |_, this, ()| {
            this.hub.acting("game:end_turn")?.end_turn();
            Ok(())
        });
        methods.add_method("end_phase", |_, this, ()| {
            this.hub.acting("game:end_phase")?.end_phase();
            Ok(())
        });
        methods.add_meta_method(MetaMethod::Index, |_, _, key: String| -> mlua::Result<Value> {
            Err(unknown("game", &key, MEMBERS))
        });
        methods.add_meta_method(MetaMethod::NewIndex, |_, _, (key, _): (String, Value)| -> mlua::Result<()> {
            Err(oops(format!("`{key}` of game can't be written: use a verb, or `game.memo.{key}`")))
        });
        methods.add_meta_method(MetaMethod::ToString, |_, _, ()| Ok("Game"));
    }
}

/// Free data of a mode's TOML, as tables that don't change.
fn from_toml(lua: &Lua, value: &toml::Value) -> mlua::Result<Value> {
    Ok(match value {
        toml::Value::String(text) => Value::String(lua.create_string(text)?),
        toml::Value::Integer(number) => Value::Number(*number as f64),
        toml::Value::Float(number) => Value::Number(*number),
        toml::Value::Boolean(yes) => Value::Boolean(*yes),
        toml::Value::Datetime(date) => Value::String(lua.create_string(date.to_string())?),
        toml::Value::Array(items) => {
            let items = items.iter().map(|item| from_toml(lua, item)).collect::<mlua::Result<Vec<_>>>()?;
            let made = lua.create_sequence_from(items)?;
            made.set_readonly(true);
            Value::Table(made)
        }
        toml::Value::Table(table) => table_from_toml(lua, table)?,
    })
}

fn table_from_toml(lua: &Lua, table: &toml::Table) -> mlua::Result<Value> {
    let made = lua.create_table()?;
    for (key, item) in table {
        made.raw_set(key.as_str(), from_toml(lua, item)?)?;
    }
    made.set_readonly(true);
    Ok(Value::Table(made))
}

fn order<M: UserDataMethods<GameHandle>>(methods: &mut M) {
    methods.add_method("others", |lua, this, (me, options): (Value, Value)| {
        let game = this.hub.game()?;
        let me = args::player(&me, "`game:others`")?;
        let kingdom = Opts::read("game:others", &options, &["kingdom"])?.text("kingdom")?;
        let kingdom = kingdom.map(|kingdom| this.hub.shared.names.intern(&kingdom));
        let fits = |other: &PlayerId| {
            *other != me && (kingdom.is_none() || game.read().players[other.index()].kingdom == kingdom)
        };
        this.hub.players(lua, game.in_order().into_iter().filter(fits))
    });
    methods.add_method("in_order_from", |lua, this, me: Value| {
        let game = this.hub.game()?;
        this.hub.players(lua, game.in_order_from(args::player(&me, "`game:in_order_from`")?))
    });
    methods.add_method("player", |lua, this, seat: Value| {
        let seats = this.hub.game()?.read().players.len();
        let seat = args::int(&seat, "`game:player`")?;
        if seat < 1 || seat as usize > seats {
            return Err(oops(format!("`game:player`: there is no seat {seat} among {seats}")));
        }
        this.hub.player(lua, PlayerId((seat - 1) as u8))
    });
}

fn cards<M: UserDataMethods<GameHandle>>(methods: &mut M) {
    methods.add_method("top", |lua, this, count: Value| {
        let game = this.hub.acting("game:top")?;
        let count = args::amount(&count, 1, "`game:top`")? as usize;
        let top = this.hub.flow(game.top(count))?;
        this.hub.cards(lua, top)
    });
    methods.add_method("find", |lua, this, options: Value| {
        let game = this.hub.game()?;
        let options = Opts::read("game:find", &options, &["from", "where", "count"])?;
        let from = options.text("from")?;
        let known = [("pile", Zone::DrawPile), ("discard", Zone::DiscardPile)];
        let zone = args::one_of(from.as_deref().unwrap_or("pile"), "`game:find`, from", &known)?;
        let filter = options.function("where")?;
        let most = options.count("count")?.unwrap_or(usize::MAX);
        let all: Vec<CardId> = {
            let state = game.read();
            let pile = if zone == Zone::DrawPile { &state.draw_pile } else { &state.discard_pile };
            pile.iter().rev().copied().collect()
        };
        let mut found = Vec::new();
        for card in all {
            if found.len() == most {
                break;
            }
            let value = this.hub.card(lua, card)?;
            if filter.as_ref().map_or(Ok(true), |filter| this.hub.test(filter, value))? {
                found.push(card);
            }
        }
        this.hub.cards(lua, found)
    });
    // 亮出: a number turns cards of the draw pile up into the processing area; cards are shown where they are.
    methods.add_method("reveal", |lua, this, what: Value| {
        let game = this.hub.acting("game:reveal")?;
        if matches!(what, Value::Integer(_) | Value::Number(_)) {
            let count = args::amount(&what, 1, "`game:reveal`")? as usize;
            let cards = this.hub.flow(game.top(count))?;
            this.hub.flow(game.put(None, &cards, Zone::Processing, Spot::Top))?;
            return this.hub.cards(lua, cards);
        }
        let cards = args::cards(&game, &what, "`game:reveal`")?;
        if let Some(first) = cards.first() {
            let from = game.read().zones[first.index()];
            game.note(|| Note::Revealed { cards: cards.clone(), from });
        }
        this.hub.cards(lua, cards)
    });
    methods.add_method("is_card", |_, this, (name, family): (String, String)| {
        let game = this.hub.game()?;
        let name = args::card_name(&this.hub, &game, &name, "`game:is_card`")?;
        Ok(game.name_is(name, args::card_name(&this.hub, &game, &family, "`game:is_card`")?))
    });
}

fn chance<M: UserDataMethods<GameHandle>>(methods: &mut M) {
    methods.add_method("pick", |_, this, list: Table| {
        let game = this.hub.acting("game:pick")?;
        let length = list.raw_len();
        if length == 0 {
            return Ok(Value::Nil);
        }
        let at = game.edit().rng.below(length as u32);
        list.raw_get(at + 1)
    });
    methods.add_method("shuffled", |lua: &Lua, this, list: Table| {
        let game = this.hub.acting("game:shuffled")?;
        let mut items = list.sequence_values::<Value>().collect::<mlua::Result<Vec<_>>>()?;
        game.edit().rng.shuffle(&mut items);
        lua.create_sequence_from(items)
    });
    methods.add_method("dice", |_, this, sides: Value| {
        let game = this.hub.acting("game:dice")?;
        let sides = args::amount(&sides, 6, "`game:dice`")?;
        if sides == 0 {
            return Err(oops("`game:dice`: expected at least 1 side"));
        }
        let rolled = game.edit().rng.below(sides as u32) + 1;
        Ok(rolled)
    });
}
