//! Muniu content: what exists, from TOML, and what it does, from Luau.

pub mod content;
pub mod data;
pub mod diagnostic;
pub mod lua;
pub mod scenario;
pub mod source;
pub mod suggest;
pub mod texts;
pub mod watch;

pub use content::Content;
pub use source::{ContentSource, Packs};
