//! Legality (专题三, 专题四): what a seat may answer. The page highlights with it, bots enumerate with it, and every
//! answer is checked with it, so there is one set of rules for all. Cards that pay count as gone already.

mod answers;
mod card_test;
mod convert;
mod draft;
mod kept;
mod limits;
mod picks;
mod refusal;
mod targets;
mod ways;
mod why;

pub(crate) use kept::Kept;
pub use refusal::{Counted, Refusal};
pub use why::Obstacle;

use crate::ids::{CardId, EventId, PlayerId};
use crate::names::Name;
use crate::request::Action;
use crate::value::Value;

/// What may come next in an [`Action`] under construction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Next {
    /// Cards that may be added.
    pub cards: Vec<CardId>,
    /// Fewest and most cards in all.
    pub card_bounds: (usize, usize),
    /// Names that may be declared; empty if the name is fixed or already declared.
    pub names: Vec<Name>,
    /// Characters that may be added.
    pub targets: Vec<PlayerId>,
    /// Fewest and most characters in all.
    pub target_bounds: (usize, usize),
    /// How many options there are; one must be chosen if there are any.
    pub options: Vec<Value>,
    /// Is the action complete as it stands?
    pub ready: bool,
}

/// What a card would be used for: the situation around a draft.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Occasion {
    pub user: PlayerId,
    /// The need it meets; an idle point if there is none.
    pub need: Option<EventId>,
    pub respond: bool,
    pub saving: bool,
}

impl Next {
    pub(crate) fn ready_cards(&self, action: &Action) -> bool {
        action.cards.len() >= self.card_bounds.0 && action.cards.len() <= self.card_bounds.1.max(action.cards.len())
    }
}
