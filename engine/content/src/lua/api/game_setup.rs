//! What modes need of `game`: generals, seats, roles, the end; and what is printed on generals and cards.

use super::args::{self, Opts};
use super::game::GameHandle;
use super::hub::oops;
use mlua::{Lua, UserDataMethods, Value};
use muniu_kernel::def::CardDef;
use muniu_kernel::names::Name;
use muniu_kernel::note::Note;

pub(super) fn methods<M: UserDataMethods<GameHandle>>(methods: &mut M) {
    generals(methods);
    methods.add_method("seat", |_, this, (player, general, options): (Value, String, Value)| {
        let game = this.hub.acting("game:seat")?;
        let player = args::player(&player, "`game:seat`")?;
        let general = args::general_name(&this.hub, &game, &general, "`game:seat`")?;
        let options = Opts::read("game:seat", &options, &["lord", "extra_hp"])?;
        let extra = options.int("extra_hp")?.unwrap_or(0).clamp(-20, 20) as i32;
        game.seat_general(player, general, options.yes("lord", false)?, extra);
        Ok(())
    });
    methods.add_method("set_role", |_, this, (player, role, options): (Value, Option<String>, Value)| {
        let game = this.hub.acting("game:set_role")?;
        let player = args::player(&player, "`game:set_role`")?;
        let shown = Opts::read("game:set_role", &options, &["shown"])?.yes("shown", false)?;
        let role = role.map(|role| this.hub.shared.names.intern(&role));
        {
            let mut state = game.edit();
            let of = &mut state.players[player.index()];
            of.role = role;
            of.role_shown = false;
        }
        if shown {
            game.show_role(player);
        }
        Ok(())
    });
    methods.add_method("show_role", |_, this, player: Value| {
        let game = this.hub.acting("game:show_role")?;
        game.show_role(args::player(&player, "`game:show_role`")?);
        Ok(())
    });
    methods.add_method("set_hp", |_, this, (player, hp, max_hp): (Value, Value, Value)| {
        let game = this.hub.acting("game:set_hp")?;
        let player = args::player(&player, "`game:set_hp`")?;
        let hp = args::amount(&hp, 0, "`game:set_hp`")?;
        let (hp, max_hp) = {
            let mut state = game.edit();
            let of = &mut state.players[player.index()];
            of.max_hp = args::amount(&max_hp, of.max_hp, "`game:set_hp`")?;
            of.hp = hp.min(of.max_hp);
            (of.hp, of.max_hp)
        };
        game.note(|| Note::Hp { player, hp, max_hp });
        Ok(())
    });
    methods.add_method("end_game", |_, this, winners: Value| {
        let game = this.hub.acting("game:end_game")?;
        let winners = if winners.is_nil() { Vec::new() } else { args::players(&winners, "`game:end_game`")? };
        this.hub.flow(game.finish_game(winners))
    });
    methods.add_method("card_names", |lua, this, kind: Option<String>| {
        let game = this.hub.game()?;
        let catalogue = game.catalogue();
        let fits = |def: &CardDef| match kind.as_deref() {
            None => true,
            Some("trick") => def.card_type.id() == "trick",
            Some(kind) => def.card_type.id() == kind,
        };
        let names = catalogue.card_order.iter().copied();
        this.hub.names(lua, names.filter(|name| catalogue.card(*name).is_some_and(|def| fits(def))))
    });
    methods.add_method("card_info", |lua, this, name: String| {
        let game = this.hub.game()?;
        let name = args::card_name(&this.hub, &game, &name, "`game:card_info`")?;
        let Some(def) = game.catalogue().card(name).cloned() else { return Ok(Value::Nil) };
        let table = lua.create_table()?;
        table.raw_set("name", this.hub.name(lua, def.name)?)?;
        table.raw_set("family", this.hub.name(lua, def.family)?)?;
        table.raw_set("type", def.card_type.id())?;
        table.raw_set("is_trick", def.card_type.is_trick())?;
        table.raw_set("slot", def.slot.map(|slot| slot.id()))?;
        table.raw_set("range", def.range)?;
        table.raw_set("nature", def.nature.unwrap_or_default().id())?;
        Ok(Value::Table(table))
    });
}

fn generals<M: UserDataMethods<GameHandle>>(methods: &mut M) {
    methods.add_method("draw_generals", |lua, this, (count, options): (Value, Value)| {
        let game = this.hub.acting("game:draw_generals")?;
        let count = args::amount(&count, 1, "`game:draw_generals`")? as usize;
        let lords = Opts::read("game:draw_generals", &options, &["lord"])?.yes("lord", false)?;
        let catalogue = game.catalogue();
        let fits = |name: Name| !lords || catalogue.general(name).is_some_and(|def| def.lord);
        let drawn: Vec<Name> = {
            let mut state = game.edit();
            let drawn: Vec<Name> =
                state.general_deck.iter().rev().copied().filter(|name| fits(*name)).take(count).collect();
            state.general_deck.retain(|name| !drawn.contains(name));
            drawn
        };
        this.hub.names(lua, drawn)
    });
    methods.add_method("return_generals", |_, this, (list, except): (Vec<String>, Option<String>)| {
        let game = this.hub.acting("game:return_generals")?;
        for name in list.into_iter().filter(|name| Some(name) != except.as_ref()) {
            let name = args::general_name(&this.hub, &game, &name, "`game:return_generals`")?;
            let mut state = game.edit();
            if !state.general_deck.contains(&name) {
                state.general_deck.insert(0, name);
            }
        }
        Ok(())
    });
    methods.add_method("generals", |lua, this, ()| {
        let game = this.hub.game()?;
        let names: Vec<_> = game.catalogue().generals.iter().map(|general| general.name).collect();
        this.hub.names(lua, names)
    });
    methods.add_method("skill", |lua: &Lua, this, name: String| {
        let game = this.hub.game()?;
        let name = args::skill_name(&this.hub, &game, &name, "`game:skill`")?;
        let def = game.catalogue().skill(name).cloned().ok_or_else(|| oops("this skill is gone"))?;
        let table = lua.create_table()?;
        table.raw_set("name", this.hub.name(lua, def.name)?)?;
        table.raw_set("compulsory", def.compulsory)?;
        table.raw_set("limited", def.limited)?;
        table.raw_set("awakening", def.awakening)?;
        table.raw_set("lord", def.lord)?;
        Ok(table)
    });
    methods.add_method("general", |lua: &Lua, this, name: String| {
        let game = this.hub.game()?;
        let name = args::general_name(&this.hub, &game, &name, "`game:general`")?;
        let catalogue = game.catalogue();
        let def = catalogue.general(name).ok_or_else(|| oops("this general is gone"))?;
        let table = lua.create_table()?;
        table.raw_set("name", this.hub.name(lua, def.name)?)?;
        table.raw_set("kingdom", this.hub.name(lua, def.kingdom)?)?;
        table.raw_set("gender", this.hub.word(lua, def.gender.id())?)?;
        table.raw_set("hp", def.hp)?;
        table.raw_set("start_hp", def.start_hp)?;
        table.raw_set("lord", def.lord)?;
        table.raw_set("skills", this.hub.names(lua, def.skills.iter().copied())?)?;
        Ok(table)
    });
}
