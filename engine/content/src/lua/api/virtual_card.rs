//! `VCard`: a virtual card, what a use, a response or a delayed trick is.

use super::card::{Traits, property};
use super::hub::{Hub, oops, unknown};
use mlua::{MetaMethod, UserData, UserDataFields, UserDataMethods, Value};
use muniu_kernel::card::{Color, VirtualCard, Zone};
use muniu_kernel::def::CardDef;
use muniu_kernel::game::Game;
use muniu_kernel::ids::VirtualId;
use std::rc::Rc;

/// The handle.
pub(crate) struct VCard {
    pub id: VirtualId,
    pub hub: Rc<Hub>,
}

pub(crate) const MEMBERS: &[&str] = &[
    "name",
    "suit",
    "color",
    "red",
    "black",
    "rank",
    "cards",
    "skill",
    "type",
    "is_trick",
    "nature",
    "is",
    "same",
    "in_processing",
];

impl VCard {
    pub fn read<T>(&self, game: &Game, look: impl FnOnce(&VirtualCard) -> T) -> mlua::Result<T> {
        let state = game.read();
        let card = state.virtuals.get(self.id.0 as usize);
        card.map(look).ok_or_else(|| oops("this virtual card was only considered, and is no more"))
    }

    fn get<T>(&self, look: impl FnOnce(&VirtualCard) -> T) -> mlua::Result<T> {
        self.read(&self.hub.game()?, look)
    }

    fn def(&self) -> mlua::Result<Option<Rc<CardDef>>> {
        let game = self.hub.game()?;
        let name = self.read(&game, |card| card.name)?;
        Ok(game.catalogue().card(name).cloned())
    }
}

impl UserData for VCard {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("name", |lua, card| card.hub.name(lua, card.get(|card| card.name)?));
        fields.add_field_method_get("suit", |lua, card| {
            card.get(|card| card.suit)?.map_or(Ok(Value::Nil), |suit| card.hub.word(lua, suit.id()))
        });
        fields.add_field_method_get("color", |lua, card| {
            card.get(|card| card.color)?.map_or(Ok(Value::Nil), |color| card.hub.word(lua, color.id()))
        });
        fields.add_field_method_get("red", |_, card| card.get(|card| card.color == Some(Color::Red)));
        fields.add_field_method_get("black", |_, card| card.get(|card| card.color == Some(Color::Black)));
        fields.add_field_method_get("rank", |_, card| card.get(|card| card.rank));
        fields.add_field_method_get("cards", |lua, card| {
            let cards = card.get(|card| card.cards.clone())?;
            card.hub.cards(lua, cards)
        });
        fields.add_field_method_get("skill", |lua, card| card.hub.maybe_name(lua, card.get(|card| card.skill)?));
        fields.add_field_method_get("type", |lua, card| super::card::kind_of(&card.hub, lua, card.def()?));
        fields.add_field_method_get("is_trick", |_, card| Ok(card.def()?.is_some_and(|def| def.card_type.is_trick())));
        fields.add_field_method_get("nature", |lua, card| {
            card.hub.word(lua, card.def()?.and_then(|def| def.nature).unwrap_or_default().id())
        });
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("is", |_, card, name: String| {
            let game = card.hub.game()?;
            let asked = super::args::card_name(&card.hub, &game, &name, "`card:is`")?;
            Ok(game.name_is(card.read(&game, |card| card.name)?, asked))
        });
        methods.add_method("same", |_, card, (what, other): (String, Value)| {
            let game = card.hub.game()?;
            let own = property(&what, &card.read(&game, Traits::of_virtual)?)?;
            Ok(own.is_some() && own == property(&what, &Traits::of(&game, &other)?)?)
        });
        methods.add_method("in_processing", |_, card, ()| {
            let game = card.hub.game()?;
            let cards = card.read(&game, |card| card.cards.clone())?;
            let state = game.read();
            Ok(!cards.is_empty() && cards.iter().all(|card| state.zones[card.index()] == Zone::Processing))
        });
        methods.add_meta_method(MetaMethod::Index, |_, _, key: String| -> mlua::Result<Value> {
            Err(unknown("a virtual card", &key, MEMBERS))
        });
        methods.add_meta_method(MetaMethod::NewIndex, |_, _, (key, _): (String, Value)| -> mlua::Result<()> {
            Err(oops(format!("`{key}` of a virtual card can't be written")))
        });
        methods.add_meta_method(MetaMethod::Eq, |_, card, other: Value| {
            let Value::UserData(other) = other else { return Ok(false) };
            Ok(other.borrow::<VCard>().is_ok_and(|other| other.id == card.id))
        });
        methods.add_meta_method(MetaMethod::ToString, |_, card, ()| {
            let name = card.get(|card| card.name)?;
            Ok(format!("VCard({})", card.hub.shared.names.text(name)))
        });
    }
}
