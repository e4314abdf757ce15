//! Players of Muniu that answer requests by themselves.
//!
//! They see a table through [`seen`] only: public zones, public acts and their own hand. They know no skill by name; a
//! skill may declare a hint, and what a card is for follows from its definition, with a short table of exceptions in
//! [`kinds`]. All arithmetic is in whole numbers and all chance is seeded, so a bot plays the same on every machine.

pub mod build;
pub mod dice;
pub mod heuristic;
pub mod kinds;
pub mod random;
pub mod seen;
pub mod sides;

pub use dice::{Dice, derive_seed};
pub use heuristic::HeuristicBot;
pub use random::RandomBot;
