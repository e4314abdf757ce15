//! The functions of scripts, by number.
//!
//! Numbers are never used twice: after a reload the old functions stay callable, so a running handler finishes on its
//! old code, until [`Funs::retire`] drops them.

use mlua::Function;
use muniu_kernel::def::Fun;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// One function and where it comes from.
#[derive(Debug)]
pub struct FunEntry {
    /// The function.
    pub function: Function,
    /// The skill, card or mode it belongs to.
    pub skill: Rc<str>,
    /// The pack of the file.
    pub pack: Rc<str>,
    /// The file's name in messages.
    pub chunk: Rc<str>,
    /// Its first line, from 1.
    pub line: u32,
    /// What it is, such as `on.damage_taken: when`.
    pub what: Rc<str>,
    /// The loading that made it.
    pub generation: u32,
    /// In which game it last failed, and how often there.
    pub(crate) failures: Cell<(u32, u32)>,
}

/// All functions of a VM.
#[derive(Debug, Default)]
pub struct Funs {
    entries: RefCell<Vec<Option<Rc<FunEntry>>>>,
    generation: Cell<u32>,
}

impl Funs {
    /// Register a function under a new number.
    #[must_use]
    pub fn add(&self, entry: FunEntry) -> Fun {
        let mut entries = self.entries.borrow_mut();
        let number = u32::try_from(entries.len()).expect("fewer than 2^32 functions");
        entries.push(Some(Rc::new(entry)));
        Fun(number)
    }

    /// The function; `None` once it was dropped.
    #[must_use]
    pub fn get(&self, fun: Fun) -> Option<Rc<FunEntry>> {
        self.entries.borrow().get(fun.0 as usize)?.clone()
    }

    /// Drop one function, such as one that a running script handed over for a single event.
    pub fn release(&self, fun: Fun) {
        if let Some(entry) = self.entries.borrow_mut().get_mut(fun.0 as usize) {
            *entry = None;
        }
    }

    /// Begin a new loading; its number.
    pub fn next_generation(&self) -> u32 {
        self.generation.set(self.generation.get() + 1);
        self.generation.get()
    }

    /// The number of the newest loading.
    #[must_use]
    pub fn generation(&self) -> u32 {
        self.generation.get()
    }

    /// Undo the newest loading: it failed, and the one before it stays in force.
    pub(crate) fn abandon(&self) {
        let failed = self.generation.get();
        self.generation.set(failed - 1);
        self.drop_where(|generation| generation == failed);
    }

    /// Drop the functions of all loadings before the newest.
    pub(crate) fn retire(&self) {
        let newest = self.generation.get();
        self.drop_where(|generation| generation < newest);
    }

    fn drop_where(&self, doomed: impl Fn(u32) -> bool) {
        for entry in &mut *self.entries.borrow_mut() {
            if entry.as_ref().is_some_and(|entry| doomed(entry.generation)) {
                *entry = None;
            }
        }
    }
}
