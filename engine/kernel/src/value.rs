//! Plain data that scripts leave in the state: memos, tags and the data of lasting effects.

use crate::card::Suit;
use crate::ids::{CardId, PlayerId};
use crate::names::Name;
use std::rc::Rc;

/// A value a script may store. Functions, handles and cyclic tables can't be.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "named as scripts see them")]
pub enum Value {
    #[default]
    Nil,
    Bool(bool),
    Int(i64),
    Text(Rc<str>),
    Name(Name),
    Suit(Suit),
    Player(PlayerId),
    Card(CardId),
    List(Rc<Vec<Value>>),
    /// Text keys in sorted order.
    Map(Rc<Vec<(Rc<str>, Value)>>),
}

/// The name that a value is, if it is one.
pub(crate) fn name_in(value: &Value) -> Option<crate::names::Name> {
    if let Value::Name(name) = value { Some(*name) } else { None }
}

impl Value {
    /// Everything but `nil` and `false`.
    #[must_use]
    pub fn truthy(&self) -> bool {
        !matches!(self, Value::Nil | Value::Bool(false))
    }

    /// The cards it is, or lists.
    #[must_use]
    pub fn cards(&self) -> Vec<CardId> {
        match self {
            Value::Card(card) => vec![*card],
            Value::List(list) => list.iter().flat_map(Value::cards).collect(),
            _ => Vec::new(),
        }
    }

    /// The number, if it is one.
    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        if let Value::Int(n) = self { Some(*n) } else { None }
    }
}

/// A short list of named things, kept in the order of insertion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slots<T>(Vec<(Name, T)>);

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Slots(Vec::new())
    }
}

impl<T> Slots<T> {
    /// The thing called `name`.
    #[must_use]
    pub fn get(&self, name: Name) -> Option<&T> {
        self.0.iter().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// The thing called `name`, made on first use.
    pub fn entry(&mut self, name: Name) -> &mut T
    where
        T: Default,
    {
        let at = self.0.iter().position(|(key, _)| *key == name).unwrap_or_else(|| {
            self.0.push((name, T::default()));
            self.0.len() - 1
        });
        &mut self.0[at].1
    }

    /// Take the thing called `name` out.
    pub fn remove(&mut self, name: Name) -> Option<T> {
        let at = self.0.iter().position(|(key, _)| *key == name)?;
        Some(self.0.remove(at).1)
    }

    /// All of them, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (Name, &T)> {
        self.0.iter().map(|(key, value)| (*key, value))
    }

    /// Forget all.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
