//! Interned names: of skills, cards, generals, kingdoms, roles, marks, piles, memos and effects.
//!
//! The kernel compares names and never knows one; content interns them when it loads. The table only grows, so a name
//! keeps its number across reloads, and nothing in the rules ever orders by that number.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// An interned name. Compare freely; never sort by it (the number depends on the order of loading).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name(pub(crate) u32);

impl Name {
    /// The number of this name in its table, for use as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The table of names; a cheap handle to one shared table.
#[derive(Debug, Clone, Default)]
pub struct Names(Rc<RefCell<Table>>);

#[derive(Debug, Default)]
struct Table {
    by_text: BTreeMap<Rc<str>, Name>,
    texts: Vec<Rc<str>>,
}

impl Names {
    /// The name for `text`, added if new.
    #[must_use]
    pub fn intern(&self, text: &str) -> Name {
        if let Some(name) = self.get(text) {
            return name;
        }
        let mut table = self.0.borrow_mut();
        let name = Name(u32::try_from(table.texts.len()).expect("fewer than 2^32 names"));
        let shared: Rc<str> = text.into();
        table.texts.push(shared.clone());
        table.by_text.insert(shared, name);
        name
    }

    /// The name for `text` if it was ever interned.
    #[must_use]
    pub fn get(&self, text: &str) -> Option<Name> {
        self.0.borrow().by_text.get(text).copied()
    }

    /// The text of a name.
    #[must_use]
    pub fn text(&self, name: Name) -> Rc<str> {
        self.0.borrow().texts[name.index()].clone()
    }
}
