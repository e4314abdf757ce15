//! Why an answer is refused.

use crate::ids::{CardId, PlayerId};
use thiserror::Error;

/// What is wrong with an answer. It reads as a fragment in lower case, with seats numbered from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The question must be answered.
    #[error("this can't be declined")]
    Required,
    /// An answer of another kind.
    #[error("that is no answer to the question {0:?}")]
    Kind(&'static str),
    /// The way is closed.
    #[error("that can't be done now")]
    Way,
    /// The card has no place in the action.
    #[error("card {} can't be chosen for this", .0.0)]
    Card(CardId),
    /// A name where none is declared.
    #[error("no name is declared for this")]
    Undeclared,
    /// A name that the cards can't be declared as.
    #[error("that name can't be declared")]
    Name,
    /// There are fewer options.
    #[error("option {} of {of}", .number + 1)]
    Option {
        /// From 0.
        number: usize,
        /// How many there are.
        of: usize,
    },
    /// No legal target.
    #[error("seat {} is no legal target", .0.0 + 1)]
    Target(PlayerId),
    /// The action isn't complete.
    #[error("something is still to be chosen")]
    Incomplete,
    /// A card twice, or one that isn't offered.
    #[error("a card chosen twice, or not among those to choose from")]
    Cards,
    /// More unseen cards than may be taken of this character's hand.
    #[error("more cards of seat {}'s hand than may be taken", .0.0 + 1)]
    Hand(PlayerId),
    /// A character twice.
    #[error("a character chosen twice")]
    Twice,
    /// A character that isn't offered.
    #[error("seat {} is not among those to choose from", .0.0 + 1)]
    Player(PlayerId),
    /// A number outside the range.
    #[error("{number} is not from {min} to {max}")]
    Number {
        /// As answered.
        number: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// A general that isn't offered.
    #[error("that general is not among the choices")]
    General,
    /// Another number of piles.
    #[error("{count} piles where {expected} are expected")]
    Piles {
        /// As answered.
        count: usize,
        /// As asked.
        expected: usize,
    },
    /// Cards missing from the piles, or in several.
    #[error("each card must be in one pile")]
    Arrangement,
    /// A card given twice, or one that isn't to be given.
    #[error("a card given twice, or not among those to give")]
    Gift,
    /// A character who can't be given cards.
    #[error("seat {} can't be given cards here", .0.0 + 1)]
    Receiver(PlayerId),
    /// More cards for one character than allowed.
    #[error("more than {0} cards for one character")]
    Share(usize),
    /// Too few or too many.
    #[error("{count} {of} where {min} to {max} are expected")]
    Count {
        /// As answered.
        count: usize,
        /// Of what.
        of: Counted,
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
}

/// What is counted in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "as they read")]
pub enum Counted {
    #[error("characters")]
    Characters,
    #[error("cards")]
    Cards,
    #[error("cards in a pile")]
    CardsInPile,
}
