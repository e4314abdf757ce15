//! Scenario tests: a position, a few actions and what must come of them, written in Luau (docs/scenarios.md).
//!
//! [`file`] finds the scenarios of a file, [`setup`] makes a game that stands at the position, [`stage`] performs the
//! actions of the script (`t` is [`tester`], a character is [`seat`]) while [`agent`] answers for all seats from what
//! the script queued, and [`run`] puts it together and reports.
//! [`position`] writes the position that a game stands at as the fields of a scenario and deals it from them;
//! [`save`] tells a game as a scenario.

mod agent;
mod answer;
mod build;
mod describe;
pub mod file;
mod given;
mod literal;
mod phrase;
pub mod position;
pub mod run;
pub mod save;
mod seat;
mod setup;
mod spec;
mod stage;
mod tester;
mod tester_more;
pub mod text;
mod trace;
mod unsaid;
pub mod watch;
mod write;

pub use file::{Listed, ScenarioFile};
pub use run::{Failure, Report, Workshop};
