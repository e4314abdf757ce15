//! `aim`: a target record, one entry of a use's target list. What a rule attaches to one target belongs here.

use super::args;
use super::hub::{Hub, oops, unknown};
use mlua::{MetaMethod, UserData, UserDataFields, UserDataMethods, Value};
use muniu_kernel::event::{Aim, Outcome};
use muniu_kernel::game::Game;
use muniu_kernel::ids::EventId;
use muniu_kernel::request::Ev;
use std::rc::Rc;

/// The handle.
pub(crate) struct AimHandle {
    pub id: EventId,
    pub at: u8,
    pub hub: Rc<Hub>,
}

pub(crate) const MEMBERS: &[&str] = &[
    "player",
    "second",
    "outcome",
    "damaged",
    "cancelled",
    "is_void",
    "answers_needed",
    "answers_made",
    "bonus",
    "again",
    "use",
    "redirect",
    "cancel",
    "void",
    "cannot_answer_with",
    "cannot_be_answered",
    "ignore_slot",
    "go_on",
    "offset",
];

impl AimHandle {
    fn ev(&self) -> Ev {
        Ev { id: self.id, aim: Some(self.at) }
    }

    fn running(&self) -> mlua::Result<Game> {
        let game = self.hub.game()?;
        if !game.runs(self.id) {
            return Err(oops("the use of this target record has ended"));
        }
        let there = game.event(self.id).as_use().is_some_and(|used| usize::from(self.at) < used.aims.len());
        if there { Ok(game) } else { Err(oops("this target record is no longer in the list")) }
    }

    fn get<T>(&self, look: impl FnOnce(&Aim) -> T) -> mlua::Result<T> {
        let game = self.running()?;
        let aim = game.aim(self.ev());
        Ok(look(&aim))
    }

    fn acting(&self, verb: &str) -> mlua::Result<Game> {
        self.hub.acting(verb)?;
        self.running()
    }
}

impl UserData for AimHandle {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("player", |lua, this| this.hub.player(lua, this.get(|aim| aim.player)?));
        fields.add_field_method_get("second", |lua, this| this.hub.maybe_player(lua, this.get(|aim| aim.second)?));
        fields.add_field_method_get("outcome", |lua, this| {
            let text = this.get(|aim| match aim.outcome {
                Outcome::Pending => "pending",
                Outcome::Took => "took",
                Outcome::Offset => "offset",
                Outcome::Void => "void",
            })?;
            this.hub.word(lua, text)
        });
        fields.add_field_method_get("damaged", |_, this| this.get(|aim| aim.damaged));
        fields.add_field_method_get("cancelled", |_, this| this.get(|aim| aim.cancelled));
        fields.add_field_method_get("is_void", |_, this| this.get(|aim| aim.void));
        fields.add_field_method_get("answers_needed", |_, this| this.get(|aim| aim.answers_needed));
        fields.add_field_method_get("answers_made", |_, this| this.get(|aim| aim.answers_made));
        fields.add_field_method_get("again", |_, this| this.get(|aim| aim.again));
        fields.add_field_method_get("bonus", |_, this| this.get(|aim| aim.bonus));
        fields.add_field_method_get("use", |lua, this| this.hub.event(lua, Ev { id: this.id, aim: None }));
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("redirect", |_, this, other: Value| {
            let game = this.acting("aim:redirect")?;
            game.redirect(this.ev(), args::player(&other, "`aim:redirect`")?);
            Ok(())
        });
        methods.add_method("cancel", |_, this, ()| {
            this.acting("aim:cancel")?.cancel_target(this.ev());
            Ok(())
        });
        methods.add_method("void", |_, this, ()| {
            this.acting("aim:void")?.edit_aim(this.ev(), |aim| aim.void = true);
            Ok(())
        });
        methods.add_method("cannot_answer_with", |_, this, (name, by): (String, Value)| {
            let game = this.acting("aim:cannot_answer_with")?;
            let name = args::card_name(&this.hub, &game, &name, "`aim:cannot_answer_with`")?;
            let by = if by.is_nil() { None } else { Some(args::player(&by, "`aim:cannot_answer_with`")?) };
            game.edit_aim(this.ev(), |aim| aim.unanswerable.push((name, by)));
            Ok(())
        });
        methods.add_method("cannot_be_answered", |_, this, ()| {
            let game = this.acting("aim:cannot_be_answered")?;
            let catalogue = game.catalogue();
            let name = game.virtual_card(game.used(this.id).card).name;
            let own = catalogue.card(name).and_then(|def| def.answered_by);
            let nullifies = catalogue.card_order.iter().filter_map(|name| catalogue.card(*name));
            let names = own.into_iter().chain(nullifies.filter(|def| def.nullifies).map(|def| def.name));
            game.edit_aim(this.ev(), |aim| aim.unanswerable.extend(names.map(|name| (name, None))));
            Ok(())
        });
        methods.add_method("ignore_slot", |_, this, slot: Value| {
            let game = this.acting("aim:ignore_slot")?;
            let slots = args::slots(&slot, "`aim:ignore_slot`")?;
            game.edit_aim(this.ev(), |aim| aim.ignored_slots.extend(slots));
            Ok(())
        });
        methods.add_method("go_on", |_, this, ()| {
            let game = this.acting("aim:go_on")?;
            game.edit_aim(this.ev(), |aim| {
                if aim.outcome == Outcome::Offset {
                    aim.outcome = Outcome::Pending;
                }
            });
            Ok(())
        });
        methods.add_method("offset", |_, this, ()| {
            this.acting("aim:offset")?.offset(this.ev());
            Ok(())
        });
        methods.add_meta_method(MetaMethod::Index, |_, _, key: String| -> mlua::Result<Value> {
            Err(unknown("a target record", &key, MEMBERS))
        });
        methods.add_meta_method(MetaMethod::NewIndex, |_, this, (key, value): (String, Value)| {
            let game = this.acting(&format!("aim.{key} ="))?;
            match key.as_str() {
                "answers_needed" => {
                    let count = args::amount(&value, 1, "aim.answers_needed")?.clamp(1, 100) as u8;
                    game.edit_aim(this.ev(), |aim| aim.answers_needed = count);
                }
                "again" => {
                    let again = args::amount(&value, 1, "aim.again")?.clamp(0, 100) as u8;
                    game.edit_aim(this.ev(), |aim| aim.again = again);
                }
                "bonus" => {
                    let bonus = args::int(&value, "aim.bonus")?.clamp(-100, 100) as i32;
                    game.edit_aim(this.ev(), |aim| aim.bonus = bonus);
                }
                _ => {
                    return Err(oops(format!(
                        "`{key}` of a target record can't be written: `again`, `answers_needed` and `bonus` can"
                    )));
                }
            }
            Ok(())
        });
        methods.add_meta_method(MetaMethod::Eq, |_, this, other: Value| {
            let Value::UserData(other) = other else { return Ok(false) };
            Ok(other.borrow::<AimHandle>().is_ok_and(|other| other.id == this.id && other.at == this.at))
        });
        methods.add_meta_method(MetaMethod::ToString, |_, this, ()| {
            let seat = this.get(|aim| aim.player.0 + 1).ok();
            Ok(seat.map_or("Aim(ended)".to_owned(), |seat| format!("Aim({seat})")))
        });
    }
}
