//! `act`: what was paid and chosen when an ability was used.

use super::hub::{Hub, oops, unknown};
use super::value::to_lua;
use mlua::{MetaMethod, UserData, UserDataFields, UserDataMethods, Value};
use muniu_kernel::rulebook::Act;
use std::rc::Rc;

/// The handle.
pub(crate) struct ActHandle {
    pub act: Act,
    pub hub: Rc<Hub>,
}

pub(crate) const MEMBERS: &[&str] = &["cards", "card", "paid", "targets", "target", "option", "owner", "name"];

impl UserData for ActHandle {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("cards", |lua, this| this.hub.cards(lua, this.act.cards.iter().copied()));
        fields.add_field_method_get("card", |lua, this| this.hub.maybe_card(lua, this.act.cards.first().copied()));
        fields.add_field_method_get("paid", |lua, this| this.hub.cards(lua, this.act.paid.iter().copied()));
        fields.add_field_method_get("targets", |lua, this| this.hub.players(lua, this.act.targets.iter().copied()));
        fields
            .add_field_method_get("target", |lua, this| this.hub.maybe_player(lua, this.act.targets.first().copied()));
        fields.add_field_method_get("option", |lua, this| to_lua(&this.hub, lua, &this.act.option));
        fields.add_field_method_get("owner", |lua, this| this.hub.maybe_player(lua, this.act.owner));
        fields.add_field_method_get("name", |lua, this| this.hub.maybe_name(lua, this.act.name));
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::Index, |_, _, key: String| -> mlua::Result<Value> {
            Err(unknown("act", &key, MEMBERS))
        });
        methods.add_meta_method(MetaMethod::NewIndex, |_, _, (key, _): (String, Value)| -> mlua::Result<()> {
            Err(oops(format!("`{key}` of act can't be written: it says what was chosen")))
        });
        methods.add_meta_method(MetaMethod::ToString, |_, _, ()| Ok("Act"));
    }
}
