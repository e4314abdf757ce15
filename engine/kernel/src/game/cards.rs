//! Characters and cards as they count now: who lives, what a card is taken for, what is treated as gone while legality is
//! looked at, and virtual cards.

use super::Game;
use crate::card::{Color, Face, Slot, Suit, VirtualCard, Zone};
use crate::event::{CardMove, Event};
use crate::ids::{CardId, PlayerId, VirtualId};
use crate::names::Name;
use std::cell::Ref;

impl Game {
    /// Is the character alive?
    #[must_use]
    pub fn alive(&self, player: PlayerId) -> bool {
        self.read().players[player.index()].alive
    }

    /// The living characters in turn order, counted from the one whose turn it is (or was).
    #[must_use]
    pub fn in_order(&self) -> Vec<PlayerId> {
        let state = self.read();
        state.order(state.order_from).collect()
    }

    /// The living characters in turn order from `from`.
    #[must_use]
    pub fn in_order_from(&self, from: PlayerId) -> Vec<PlayerId> {
        self.read().order(from).collect()
    }

    /// Does the card count as paid and gone already, while legality is looked at?
    #[must_use]
    pub fn is_gone(&self, card: CardId) -> bool {
        self.0.gone.borrow().contains(&card)
    }

    /// Is the state looked at as it is, with no card treated as gone and no face as printed?
    pub(crate) fn settled(&self) -> bool {
        self.0.gone.borrow().is_empty() && !self.0.in_face.get()
    }

    /// May faces be asked of states now? Not while one of their conditions is being asked.
    pub(crate) fn enter_face(&self) -> bool {
        !self.0.in_face.replace(true)
    }

    pub(crate) fn leave_face(&self) {
        self.0.in_face.set(false);
    }

    /// Do something as if `cards` had been paid already.
    pub fn as_if_gone<T>(&self, cards: &[CardId], act: impl FnOnce() -> T) -> T {
        let before = self.0.gone.borrow().len();
        self.0.gone.borrow_mut().extend_from_slice(cards);
        let result = act();
        self.0.gone.borrow_mut().truncate(before);
        result
    }

    /// How many hand cards the character has, without those treated as gone.
    #[must_use]
    pub fn hand_count(&self, player: PlayerId) -> usize {
        let state = self.read();
        let hand = &state.players[player.index()].hand;
        let gone = self.0.gone.borrow();
        if gone.is_empty() { hand.len() } else { hand.iter().filter(|card| !gone.contains(card)).count() }
    }

    /// The equipment in a slot, unless it is treated as gone.
    #[must_use]
    pub fn equipped(&self, player: PlayerId, slot: Slot) -> Option<CardId> {
        let card = self.read().players[player.index()].equip[slot as usize]?;
        (!self.is_gone(card)).then_some(card)
    }

    /// What the card counts as where it is now: its printed face, changed by states such as 红颜.
    #[must_use]
    pub fn face(&self, card: CardId) -> Face {
        let zone = self.read().zones[card.index()];
        self.face_in(card, zone, None)
    }

    /// What a moved card is taken for unless a text says otherwise: what it counted as where it came from.
    #[must_use]
    pub fn face_moved(&self, entry: &CardMove) -> Face {
        self.face_in(entry.card, entry.from, entry.former)
    }

    /// What a card counts as in a zone, or for this character whose it was before an exchange.
    fn face_in(&self, card: CardId, zone: Zone, former: Option<PlayerId>) -> Face {
        let (printed, owner) = {
            let state = self.read();
            let owner = former.or(match zone {
                // A judgement card is "one's card" for such states although nobody owns it.
                Zone::Processing => state.frames.iter().rev().find_map(|frame| match &frame.event {
                    Event::Judge(judge) if judge.card == card => Some(judge.player),
                    _ => None,
                }),
                zone if zone.holds_own_cards() => zone.owner(),
                _ => None,
            });
            (state.faces[card.index()], owner)
        };
        match owner {
            Some(owner) => self.face_for(card, printed, owner),
            None => printed,
        }
    }

    /// What is printed on the card.
    #[must_use]
    pub fn printed(&self, card: CardId) -> Face {
        self.read().faces[card.index()]
    }

    /// The virtual card.
    #[must_use]
    pub fn virtual_card(&self, id: VirtualId) -> Ref<'_, VirtualCard> {
        Ref::map(self.read(), |state| &state.virtuals[id.0 as usize])
    }

    /// Is the card name `name`, or of that family?
    #[must_use]
    pub fn name_is(&self, card: Name, name: Name) -> bool {
        card == name || self.catalogue().card(card).is_some_and(|def| def.family == name)
    }

    /// The suit that these cards have in common, if they have one.
    pub(crate) fn common_suit(&self, cards: &[CardId]) -> Option<Suit> {
        let (first, rest) = cards.split_first()?;
        let suit = self.face(*first).suit;
        rest.iter().all(|card| self.face(*card).suit == suit).then_some(suit)
    }

    /// Make a virtual card from physical cards (rules 4.2.3): suit and rank of one, common colour of several.
    #[must_use]
    pub fn make_virtual(&self, name: Name, cards: &[CardId], skill: Option<Name>) -> VirtualCard {
        let faces: Vec<Face> = cards.iter().map(|card| self.face(*card)).collect();
        let (suit, color, rank) = match faces.as_slice() {
            [] => (None, None, None),
            [one] => (Some(one.suit), Some(one.suit.color()), Some(one.rank)),
            [first, rest @ ..] => {
                let color = first.suit.color();
                (None, rest.iter().all(|face| face.suit.color() == color).then_some(color), None)
            }
        };
        let (suit, color): (Option<Suit>, Option<Color>) = (suit, color);
        VirtualCard { name, suit, color, rank, cards: cards.into(), skill }
    }

    /// Record a virtual card.
    #[must_use]
    pub fn add_virtual(&self, card: VirtualCard) -> VirtualId {
        let mut state = self.edit();
        let id = VirtualId(state.virtuals.len() as u32);
        state.virtuals.push(card);
        id
    }
}
