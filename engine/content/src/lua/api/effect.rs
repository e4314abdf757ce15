//! `Effect`: a lasting effect, the last argument of its own handlers.

use super::args;
use super::hub::{Hub, oops, unknown};
use super::memo::{Memo, Place};
use super::value::{plain, to_lua};
use mlua::{MetaMethod, UserData, UserDataFields, UserDataMethods, Value};
use muniu_kernel::ids::EffectId;
use muniu_kernel::state::Effect;
use muniu_kernel::value::Value as Plain;
use std::rc::Rc;

/// The handle.
pub(crate) struct EffectHandle {
    pub id: EffectId,
    pub hub: Rc<Hub>,
}

pub(crate) const MEMBERS: &[&str] = &["owner", "name", "skill", "data", "uses", "lasting", "stop"];

impl EffectHandle {
    fn get(&self) -> mlua::Result<Effect> {
        self.hub.game()?.effect(self.id).ok_or_else(|| oops("this effect has ended"))
    }
}

impl UserData for EffectHandle {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("owner", |lua, this| this.hub.player(lua, this.get()?.owner));
        fields.add_field_method_get("name", |lua, this| this.hub.name(lua, this.get()?.name));
        fields.add_field_method_get("skill", |lua, this| this.hub.name(lua, this.get()?.skill));
        fields.add_field_method_get("uses", |_, this| Ok(this.get()?.uses));
        fields.add_field_method_get("lasting", |_, this| Ok(this.hub.game()?.effect(this.id).is_some()));
        fields.add_field_method_get("data", |lua, this| match this.get()?.data {
            Plain::Map(_) => {
                let memo = Memo { place: Place::Effect(this.id), hub: this.hub.clone() };
                Ok(Value::UserData(lua.create_userdata(memo)?))
            }
            other => to_lua(&this.hub, lua, &other),
        });
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("stop", |_, this, ()| {
            let game = this.hub.acting("effect:stop")?;
            this.hub.flow(game.end_effect(this.id))
        });
        methods.add_meta_method(MetaMethod::Index, |_, _, key: String| -> mlua::Result<Value> {
            Err(unknown("an effect", &key, MEMBERS))
        });
        methods.add_meta_method(MetaMethod::NewIndex, |_, this, (key, value): (String, Value)| {
            let game = this.hub.acting(&format!("effect.{key} ="))?;
            this.get()?;
            match key.as_str() {
                "data" => game.set_effect_data(this.id, plain(&this.hub, &value)?),
                "uses" => {
                    let uses = args::amount(&value, 0, "effect.uses")?;
                    if let Some(effect) = game.edit().effects.iter_mut().find(|effect| effect.id == this.id) {
                        effect.uses = Some(uses as u32);
                    }
                }
                _ => return Err(oops(format!("`{key}` of an effect can't be written: `data` and `uses` can"))),
            }
            Ok(())
        });
        methods.add_meta_method(MetaMethod::Eq, |_, this, other: Value| {
            let Value::UserData(other) = other else { return Ok(false) };
            Ok(other.borrow::<EffectHandle>().is_ok_and(|other| other.id == this.id))
        });
        methods.add_meta_method(MetaMethod::ToString, |_, this, ()| {
            let name = this.hub.game()?.effect(this.id).map(|effect| this.hub.shared.names.text(effect.name));
            Ok(format!("Effect({})", name.as_deref().unwrap_or("ended")))
        });
    }
}
