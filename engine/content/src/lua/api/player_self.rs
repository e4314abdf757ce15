//! Who a character is (kingdom, gender, hp as set by a mode or a change of general), and a few questions about his cards.

use super::args::{self, Opts};
use super::hub::oops;
use super::player::Player;
use super::player_read::places;
use mlua::{UserDataMethods, Value};
use muniu_kernel::def::{From, Gender};

pub(super) fn methods<M: UserDataMethods<Player>>(methods: &mut M) {
    methods.add_method("has_cards", |_, me, (from, options): (Option<String>, Value)| {
        let game = me.hub.game()?;
        let from = places(from.as_deref(), "me:has_cards", From::CARDS)?;
        let least = Opts::read("me:has_cards", &options, &["count"])?.count("count")?.unwrap_or(1);
        let there = game.cards_from(me.id, from).into_iter().filter(|card| !game.is_gone(*card)).count();
        Ok(there >= least)
    });
    methods.add_method("cards_in", |lua, me, from: Option<String>| {
        let game = me.hub.game()?;
        let cards = game.cards_from(me.id, places(from.as_deref(), "me:cards_in", From::ALL)?);
        me.hub.cards(lua, cards)
    });
    methods.add_method("can_respond", |_, me, card: Value| {
        let game = me.hub.game()?;
        let cards = args::cards(&game, &card, "`me:can_respond`")?;
        Ok(cards.iter().all(|card| game.may_respond(me.id, *card)))
    });
    methods.add_method("lay_down", |_, me, card: Value| {
        let game = me.hub.acting("me:lay_down")?;
        let cards = args::cards(&game, &card, "`me:lay_down`")?;
        cards.into_iter().try_for_each(|card| me.hub.flow(game.lay_face_down(me.id, card)))
    });
    methods.add_method("reveal", |_, me, card: Value| {
        let game = me.hub.acting("me:reveal")?;
        let cards = args::cards(&game, &card, "`me:reveal`")?;
        cards.into_iter().for_each(|card| game.turn_up_card(me.id, card));
        Ok(())
    });
    methods.add_method("check_dying", |_, me, ()| {
        let game = me.hub.acting("me:check_dying")?;
        let down = me.look(&game, |p| p.alive && p.hp <= 0)?;
        if down { me.hub.flow(game.dying(me.id, None)) } else { Ok(()) }
    });
    methods.add_method("set_kingdom", |_, me, kingdom: String| {
        let game = me.hub.acting("me:set_kingdom")?;
        let kingdom = me.hub.shared.names.intern(&kingdom);
        game.edit().players[me.id.index()].kingdom = Some(kingdom);
        Ok(())
    });
    methods.add_method("set_gender", |_, me, gender: String| {
        let game = me.hub.acting("me:set_gender")?;
        let gender = Gender::parse(&gender)
            .ok_or_else(|| oops(format!("`me:set_gender`: expected male, female or neutral, got {gender}")))?;
        game.edit().players[me.id.index()].gender = gender;
        Ok(())
    });
    methods.add_method("reset_identity", |_, me, ()| {
        let game = me.hub.acting("me:reset_identity")?;
        let general = me.look(&game, |p| p.generals.first().map(|general| general.name))?;
        if let Some(def) = general.and_then(|name| game.catalogue().general(name).cloned()) {
            let mut state = game.edit();
            let of = &mut state.players[me.id.index()];
            of.kingdom = Some(def.kingdom);
            of.gender = def.gender;
        }
        Ok(())
    });
}
