//! Why a card can't be used now: for people, who want to know.

use super::Occasion;
use crate::game::Game;
use crate::ids::CardId;
use crate::request::{Ask, Request};

/// What stands in the way of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// It isn't what is needed, or has no use of its own at an idle point.
    Unwanted,
    /// It has been used as often as it may be.
    Quota,
    /// Its own condition or a state forbids it.
    Forbidden,
    /// There is no legal target.
    NoTarget,
}

impl Game {
    /// What keeps this card from answering a request to act; nothing if it can.
    #[must_use]
    pub fn why_not(&self, request: &Request, card: CardId) -> Option<Obstacle> {
        let need = match request.ask {
            Ask::Play => None,
            Ask::Card { need, .. } => Some(need),
            _ => return Some(Obstacle::Unwanted),
        };
        let occasion = match need {
            Some(need) => self.occasion(request.seat, need),
            None => Occasion { user: request.seat, need: None, respond: false, saving: false },
        };
        let name = self.face(card).name;
        if !self.wanted(occasion, name) {
            return Some(Obstacle::Unwanted);
        }
        let virtual_card = self.make_virtual(name, &[card], None);
        self.with_draft(occasion, &virtual_card, &[], |draft| {
            if !self.allowed(occasion, draft) {
                return Some(Obstacle::Forbidden);
            }
            if occasion.respond || self.has_targets_enough(occasion, draft) {
                return None;
            }
            let def = self.card_def(draft)?;
            let within = |target: &crate::ids::PlayerId| self.quota_allows(occasion.user, draft, &def, *target);
            let spent = !self.in_order().iter().any(within);
            Some(if spent { Obstacle::Quota } else { Obstacle::NoTarget })
        })
    }
}
