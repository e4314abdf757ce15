//! `t`, continued: before the first turn, from turn to turn, and what seats have seen and been offered.

use super::stage::Stop;
use super::tester::Tester;
use super::text::CardText;
use mlua::{Lua, Table, UserDataMethods, Value};
use muniu_kernel::agent::View;
use muniu_kernel::ids::CardId;
use muniu_kernel::timing::Timing;

pub(super) fn methods<M: UserDataMethods<Tester>>(methods: &mut M) {
    methods.add_method("sets_up", |lua, this, ()| {
        this.stage.enqueue(lua, |stage| {
            stage.game.drop_turn()?;
            Ok(stage.game.set_up()?)
        })
    });
    methods.add_method("starts", |lua, this, ()| {
        this.stage.enqueue(lua, |stage| {
            let game = muniu_kernel::ids::EventId { depth: 0, serial: 0 };
            [Timing::GeneralsShown, Timing::HandsDealt, Timing::GameStarted]
                .into_iter()
                .try_for_each(|timing| Ok(stage.game.fire(timing, game)?))
        })
    });
    methods.add_method("next_turn", |lua, this, table: Option<Table>| {
        let stop = match this.opts(lua, table.as_ref(), &["stop"])?.stop.as_deref() {
            None => false,
            Some("play") => true,
            Some(other) => return Err(this.stage.fail(lua, format!("`stop = \"{other}\"`, expected \"play\""))),
        };
        this.stage.enqueue(lua, move |stage| {
            stage.game.drop_turn()?;
            if stop {
                stage.stop_at(stage.game.whose_turn_next());
            }
            stage.game.play_next_turn()?;
            if stop {
                Err(Stop::Fault("the turn never came to an idle point of the play phase".into()))
            } else {
                Ok(())
            }
        })
    });
    methods.add_method("sees", |lua, this, (player, card): (Value, String)| {
        let player = this.player(lua, &player)?;
        this.stage.flush()?;
        let card = find(this, lua, &card)?;
        Ok(View::new(&this.stage.game, player).sees(card))
    });
    methods.add_method("shown", |lua, this, card: String| {
        this.stage.flush()?;
        let card = find(this, lua, &card)?;
        Ok(this.stage.was_shown(card))
    });
    methods.add_method("asked_order", |lua, this, ()| {
        this.stage.flush()?;
        let seats = this.stage.seats.borrow();
        lua.create_sequence_from(this.stage.asked_order().into_iter().map(|seat| seats[seat.index()].clone()))
    });
    methods.add_method("offered", |lua, this, player: Value| {
        let player = this.player(lua, &player)?;
        this.stage.flush()?;
        lua.create_sequence_from(this.stage.offered(player))
    });
}

/// The one card of the game that a text describes.
fn find(this: &Tester, lua: &Lua, words: &str) -> mlua::Result<CardId> {
    let text: CardText = this.text(lua, words)?;
    let game = &this.stage.game;
    let all: Vec<CardId> = (0..game.read().zones.len()).map(|card| CardId(card as u16)).collect();
    text.find(game, &all).ok_or_else(|| this.stage.fail(lua, format!("there is no `{words}` in this game")))
}
