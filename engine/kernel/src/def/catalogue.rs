//! Generals, modes, and the catalogue of everything declared.

use super::ability::SkillDef;
use super::card::{CardDef, Gender};
use super::picks::Fun;
use crate::card::Face;
use crate::names::Name;
use crate::names::Names;
use std::rc::Rc;

/// A general (武将).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneralDef {
    /// Its id.
    pub name: Name,
    /// Kingdom.
    pub kingdom: Name,
    /// Gender.
    pub gender: Gender,
    /// Maximum hp.
    pub hp: i32,
    /// Starting hp.
    pub start_hp: i32,
    /// Is it a lord general?
    pub lord: bool,
    /// Its skills.
    pub skills: Vec<Name>,
}

/// A mode: a script that sets a game up, ends it and rewards.
#[derive(Debug, Clone)]
pub struct ModeDef {
    /// Its id.
    pub name: Name,
    /// Fewest and most seats.
    pub seats: (usize, usize),
    /// `setup(game)`: roles, generals, hands.
    pub setup: Option<Fun>,
    /// `first(game)`: who has the first turn; seat 1 if absent.
    pub first: Option<Fun>,
    /// `over(game, dead)`: a list of winners (empty for a draw), or nil if the game goes on.
    pub over: Option<Fun>,
    /// `reward(game, dead, killer)`.
    pub reward: Option<Fun>,
    /// Table rules in the terms of a skill; the holder is whoever's turn it is.
    pub skill: Option<Rc<SkillDef>>,
}

/// Everything that content declares, at one moment. A reload makes a new one; [`Names`] is shared by all.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    /// The names.
    pub names: Names,
    /// Skills by name number.
    pub skills: Vec<Option<Rc<SkillDef>>>,
    /// Card kinds by name number.
    pub cards: Vec<Option<Rc<CardDef>>>,
    /// Card kinds in the order of their definition.
    pub card_order: Vec<Name>,
    /// Generals in order.
    pub generals: Vec<Rc<GeneralDef>>,
    /// Modes.
    pub modes: Vec<Rc<ModeDef>>,
    /// The deck in printed order.
    pub deck: Vec<Face>,
    /// Digest of the sources, 32 bytes in hex.
    pub digest: String,
}

impl Catalogue {
    /// The skill called `name`.
    #[must_use]
    pub fn skill(&self, name: Name) -> Option<&Rc<SkillDef>> {
        self.skills.get(name.index())?.as_ref()
    }

    /// The card kind called `name`.
    #[must_use]
    pub fn card(&self, name: Name) -> Option<&Rc<CardDef>> {
        self.cards.get(name.index())?.as_ref()
    }

    /// The general called `name`.
    #[must_use]
    pub fn general(&self, name: Name) -> Option<&Rc<GeneralDef>> {
        self.generals.iter().find(|general| general.name == name)
    }

    /// The mode called `name`.
    #[must_use]
    pub fn mode(&self, name: Name) -> Option<&Rc<ModeDef>> {
        self.modes.iter().find(|mode| mode.name == name)
    }

    /// Put a skill in (or replace it).
    pub fn add_skill(&mut self, def: SkillDef) {
        let at = def.name.index();
        if self.skills.len() <= at {
            self.skills.resize(at + 1, None);
        }
        self.skills[at] = Some(Rc::new(def));
    }

    /// Put a card kind in (or replace it).
    pub fn add_card(&mut self, def: CardDef) {
        let at = def.name.index();
        if self.cards.len() <= at {
            self.cards.resize(at + 1, None);
        }
        if self.cards[at].is_none() {
            self.card_order.push(def.name);
        }
        self.cards[at] = Some(Rc::new(def));
    }
}
