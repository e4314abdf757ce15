//! Who answers: a seat's agent, and what a seat may see.

use crate::card::Zone;
use crate::game::Game;
use crate::ids::{CardId, PlayerId};
use crate::legality::Refusal;
use crate::request::{Answer, Request};
use crate::rulebook::Flow;

/// Answers the requests of a seat.
pub trait Agent {
    /// Answer. An illegal answer is refused with a reason and the question is put again, a few times; then the
    /// request's default stands.
    ///
    /// # Errors
    /// An [`crate::rulebook::Interrupt`] leaves the game.
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer>;

    /// The last answer was refused.
    fn refused(&mut self, _request: &Request, _reason: &Refusal) {}
}

/// Sees everything that happens, in order; for logs and traces. It can't change or decide anything.
pub trait Observer {
    /// Something happened.
    fn note(&mut self, game: &Game, note: &crate::note::Note);
}

/// What a seat may see of a game.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Game,
    seat: PlayerId,
}

impl<'a> View<'a> {
    /// The view of `seat`.
    #[must_use]
    pub fn new(game: &'a Game, seat: PlayerId) -> Self {
        View { game, seat }
    }

    /// Whose view it is.
    #[must_use]
    pub fn seat(self) -> PlayerId {
        self.seat
    }

    /// Does the seat see what this card is?
    #[must_use]
    pub fn sees(self, card: CardId) -> bool {
        let state = self.game.read();
        state.looks_at(self.seat, card)
            || match state.zones[card.index()] {
                Zone::Hand(owner) => owner == self.seat,
                Zone::DrawPile => false,
                Zone::Pile(owner, name) => {
                    owner == self.seat || state.players[owner.index()].piles.get(name).is_none_or(|pile| !pile.secret)
                }
                Zone::Processing => !state.covered.contains(&card),
                Zone::DiscardPile | Zone::Equip(..) | Zone::Judge(_) | Zone::Removed => true,
            }
    }

    /// What the card is, if the seat sees it.
    #[must_use]
    pub fn face(self, card: CardId) -> Option<crate::card::Face> {
        self.sees(card).then(|| self.game.face(card))
    }

    /// The game, for the continuation queries of [`crate::legality`] and for public facts through the methods here.
    /// Agents must not read hidden zones through it; [`View::sees`] is the test.
    #[must_use]
    pub fn rules(self) -> &'a Game {
        self.game
    }
}
