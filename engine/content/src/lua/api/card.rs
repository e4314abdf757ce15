//! `Card`: a physical card. What it shows is what it counts as where it is now.

use super::hub::{Hub, oops, unknown};
use super::virtual_card::VCard;
use mlua::{Lua, MetaMethod, UserData, UserDataFields, UserDataMethods, Value};
use muniu_kernel::card::{Color, Face, Suit, VirtualCard, Zone};
use muniu_kernel::def::CardDef;
use muniu_kernel::game::Game;
use muniu_kernel::ids::CardId;
use std::rc::Rc;

/// The handle.
pub(crate) struct Card {
    pub id: CardId,
    pub hub: Rc<Hub>,
}

pub(crate) const MEMBERS: &[&str] = &[
    "name",
    "suit",
    "color",
    "red",
    "black",
    "rank",
    "type",
    "is_trick",
    "slot",
    "range",
    "printed_name",
    "printed_suit",
    "printed_rank",
    "zone",
    "pile",
    "owner",
    "stands_for",
    "is",
    "same",
];

impl Card {
    fn game(&self) -> mlua::Result<Game> {
        let game = self.hub.game()?;
        if self.id.index() < game.read().zones.len() { Ok(game) } else { Err(oops("this card is of another game")) }
    }

    fn face(&self) -> mlua::Result<Face> {
        Ok(self.game()?.face(self.id))
    }

    fn zone(&self) -> mlua::Result<Zone> {
        Ok(self.game()?.read().zones[self.id.index()])
    }

    fn def(&self) -> mlua::Result<Option<Rc<CardDef>>> {
        let game = self.game()?;
        Ok(game.catalogue().card(game.face(self.id).name).cloned())
    }
}

impl UserData for Card {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("name", |lua, card| card.hub.name(lua, card.face()?.name));
        fields.add_field_method_get("suit", |lua, card| card.hub.word(lua, card.face()?.suit.id()));
        fields.add_field_method_get("color", |lua, card| card.hub.word(lua, card.face()?.suit.color().id()));
        fields.add_field_method_get("red", |_, card| Ok(card.face()?.suit.color().id() == "red"));
        fields.add_field_method_get("black", |_, card| Ok(card.face()?.suit.color().id() == "black"));
        fields.add_field_method_get("rank", |_, card| Ok(card.face()?.rank));
        fields.add_field_method_get("type", |lua, card| kind_of(&card.hub, lua, card.def()?));
        fields.add_field_method_get("is_trick", |_, card| Ok(card.def()?.is_some_and(|def| def.card_type.is_trick())));
        fields.add_field_method_get("slot", |lua, card| {
            card.def()?.and_then(|def| def.slot).map_or(Ok(Value::Nil), |slot| card.hub.word(lua, slot.id()))
        });
        fields.add_field_method_get("range", |_, card| Ok(card.def()?.map_or(0, |def| def.range)));
        fields.add_field_method_get("printed_name", |lua, card| card.hub.name(lua, card.game()?.printed(card.id).name));
        fields.add_field_method_get("printed_suit", |lua, card| {
            card.hub.word(lua, card.game()?.printed(card.id).suit.id())
        });
        fields.add_field_method_get("printed_rank", |_, card| Ok(card.game()?.printed(card.id).rank));
        fields.add_field_method_get("zone", |lua, card| card.hub.word(lua, card.zone()?.id()));
        fields.add_field_method_get("pile", |lua, card| match card.zone()? {
            Zone::Pile(_, name) => card.hub.name(lua, name),
            _ => Ok(Value::Nil),
        });
        fields.add_field_method_get("owner", |lua, card| card.hub.maybe_player(lua, card.zone()?.owner()));
        fields.add_field_method_get("stands_for", |lua, card| {
            let tied = card.game()?.read().ties[card.id.index()];
            card.hub.maybe_vcard(lua, tied)
        });
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("is", |_, card, name: String| {
            let game = card.game()?;
            let asked = super::args::card_name(&card.hub, &game, &name, "`card:is`")?;
            Ok(game.name_is(game.face(card.id).name, asked))
        });
        methods.add_method("same", |_, card, (what, other): (String, Value)| {
            let game = card.game()?;
            let own = property(&what, &Traits::of_face(card.face()?))?;
            Ok(own.is_some() && own == property(&what, &Traits::of(&game, &other)?)?)
        });
        methods.add_meta_method(MetaMethod::Index, |_, _, key: String| -> mlua::Result<Value> {
            Err(unknown("a card", &key, MEMBERS))
        });
        methods.add_meta_method(MetaMethod::NewIndex, |_, _, (key, _): (String, Value)| -> mlua::Result<()> {
            Err(oops(format!("`{key}` of a card can't be written")))
        });
        methods.add_meta_method(MetaMethod::Eq, |_, card, other: Value| {
            let Value::UserData(other) = other else { return Ok(false) };
            Ok(other.borrow::<Card>().is_ok_and(|other| other.id == card.id))
        });
        methods.add_meta_method(MetaMethod::ToString, |_, card, ()| {
            let game = card.game()?;
            let face = game.printed(card.id);
            let rank = muniu_kernel::card::rank_text(face.rank);
            Ok(format!("Card({}{rank} {})", face.suit.symbol(), game.names().text(face.name)))
        });
    }
}

/// What can be compared between cards; a virtual card may lack any of it.
pub(crate) struct Traits {
    pub suit: Option<Suit>,
    pub color: Option<Color>,
    pub rank: Option<u8>,
}

impl Traits {
    fn of_face(face: Face) -> Self {
        Traits { suit: Some(face.suit), color: Some(face.suit.color()), rank: Some(face.rank) }
    }

    pub fn of_virtual(card: &VirtualCard) -> Self {
        Traits { suit: card.suit, color: card.color, rank: card.rank }
    }

    /// Of a card that a script passes.
    pub fn of(game: &Game, value: &Value) -> mlua::Result<Self> {
        if let Value::UserData(data) = value {
            if let Ok(card) = data.borrow::<Card>() {
                return Ok(Traits::of_face(card.face()?));
            }
            if let Ok(card) = data.borrow::<VCard>() {
                return card.read(game, Traits::of_virtual);
            }
        }
        Err(oops(format!("`card:same`: expected a card, got {}", super::value::kind(value))))
    }
}

/// One of them as a number to compare, or nothing if the card has none.
pub(crate) fn property(what: &str, traits: &Traits) -> mlua::Result<Option<u8>> {
    match what {
        "suit" => Ok(traits.suit.map(|suit| suit as u8)),
        "color" => Ok(traits.color.map(|color| color as u8)),
        "rank" => Ok(traits.rank),
        _ => Err(unknown("`card:same`", what, &["suit", "color", "rank"])),
    }
}

/// The kind of a card as a word.
pub(crate) fn kind_of(hub: &Hub, lua: &Lua, def: Option<Rc<CardDef>>) -> mlua::Result<Value> {
    def.map_or(Ok(Value::Nil), |def| hub.word(lua, def.card_type.id()))
}
