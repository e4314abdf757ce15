//! Muniu content: what exists, from TOML, and what it does, from Luau.

pub mod data;
pub mod diagnostic;
pub mod suggest;
