//! What cards must be, as far as definitions declare it.

use crate::card::{Color, Suit};
use crate::def::{CardTest, Of};
use crate::event::{Event, Need};
use crate::game::Game;
use crate::history::Record;
use crate::ids::CardId;
use crate::names::Name;
use crate::request::Ev;
use crate::rulebook::Arg;

impl Game {
    fn is_of(&self, of: &Of, name: Name) -> bool {
        match of {
            Of::Name(wanted) => self.name_is(name, *wanted),
            Of::Type(wanted) => self.catalogue().card(name).is_some_and(|def| def.card_type == *wanted),
        }
    }

    fn passes(&self, test: &CardTest, name: Name, suit: Option<Suit>, color: Option<Color>) -> bool {
        (test.of.is_empty() || test.of.iter().any(|of| self.is_of(of, name)))
            && (test.suits.is_empty() || suit.is_some_and(|suit| test.suits.contains(&suit)))
            && (test.color.is_none() || test.color == color)
    }

    /// Would a card of this name or family meet the need?
    #[must_use]
    pub fn wants(&self, need: &Need, name: Name) -> bool {
        need.names.iter().any(|wanted| self.name_is(name, *wanted) || self.name_is(*wanted, name))
    }

    /// Would a card of this name, family or type meet the need?
    fn would_do(&self, need: &Need, of: &Of) -> bool {
        match of {
            Of::Name(name) => self.wants(need, *name),
            Of::Type(_) => need.names.iter().any(|wanted| self.is_of(of, *wanted)),
        }
    }

    /// Does a card pass, as what it counts as where it is?
    pub(crate) fn card_passes(&self, test: &CardTest, card: CardId) -> bool {
        test.is_open() || {
            let face = self.face(card);
            self.passes(test, face.name, Some(face.suit), Some(face.suit.color()))
        }
    }

    /// Does the card that an event is about pass? For a need: would such a card do? Nothing passes without a card.
    pub(crate) fn event_passes(&self, test: &CardTest, ev: Ev) -> bool {
        if test.is_open() {
            return true;
        }
        let card = match &*self.event(ev.id) {
            Event::Use(used) | Event::Draft(used) => Some(used.card),
            Event::Respond(respond) => Some(respond.card),
            Event::Damage(damage) => damage.card,
            Event::Recover { card, .. } => *card,
            Event::Need(need) => return test.of.iter().any(|of| self.would_do(need, of)),
            _ => None,
        };
        card.is_some_and(|card| {
            let card = self.virtual_card(card);
            self.passes(test, card.name, card.suit, card.color)
        })
    }

    /// Would the card of this record pass, as far as the record tells?
    pub(crate) fn record_passes(&self, test: &CardTest, record: &Record) -> bool {
        test.is_open()
            || match record {
                Record::Use { name, suit, color, .. } => self.passes(test, *name, *suit, *color),
                Record::Respond { name, .. } => self.passes(test, *name, None, None),
                Record::Damage { card, .. } => card.is_some_and(|name| self.passes(test, name, None, None)),
                _ => false,
            }
    }

    /// Does what a query or a ban is about pass?
    pub(crate) fn arg_passes(&self, test: &CardTest, arg: Option<&Arg<'_>>) -> bool {
        test.is_open()
            || match arg {
                Some(Arg::Card(card)) => self.card_passes(test, *card),
                Some(Arg::Event(ev)) => self.event_passes(test, *ev),
                _ => false,
            }
    }
}
