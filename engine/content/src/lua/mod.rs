//! What content does: Luau scripts, in a sandbox, turned into the kernel's definitions and run for it.
//!
//! [`source`] compiles files to bytecode once for all VMs, [`loader`] runs them in a VM and hands their tables to the
//! builders ([`skill`], [`card`], [`mode`]), [`funs`] keeps the functions, and [`runtime`] is the kernel's rulebook.

pub mod api;
pub mod card;
pub mod define;
pub mod errors;
pub mod funs;
pub mod guard;
pub mod keys;
pub mod loader;
pub mod mode;
pub mod picks;
pub mod runtime;
pub mod sandbox;
pub mod skill;
pub mod source;
