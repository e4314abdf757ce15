//! The kernel of Muniu: zones, events, timings and the trigger scheduler of card games of the 三国杀 family.
//!
//! It knows no card, skill, general or mode by name. What they do comes through [`rulebook::Rulebook`]; who decides
//! comes through [`agent::Agent`]; everything else is plain data in [`state::State`].

pub mod agent;
pub mod card;
pub mod def;
pub mod digest;
pub mod director;
pub mod event;
pub mod flows;
mod found;
pub mod game;
pub mod history;
pub mod ids;
mod index;
pub mod legality;
pub mod names;
pub mod note;
pub mod query;
pub mod request;
pub mod rng;
pub mod rulebook;
mod scheduler;
pub mod sound;
pub mod state;
pub mod timing;
pub mod value;

pub use game::Game;
