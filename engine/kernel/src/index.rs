//! Who listens where: from timing to the abilities in play there, and the same for modifiers, prohibitions and ways to
//! act. Rebuilt when skills, equipment or effects change, so its cost depends on what is in play, never on how much
//! content is installed.

use crate::card::Slot;
use crate::def::{Ability, Ban, EffectDef, Query, SkillDef};
use crate::game::Game;
use crate::ids::PlayerId;
use crate::names::Name;
use crate::request::AbilityRef;
use crate::timing::Timing;
use std::rc::Rc;

/// An ability in play, with its definition at hand.
#[derive(Clone)]
pub(crate) struct Entry {
    pub at: AbilityRef,
    pub def: Rc<SkillDef>,
    /// Index into `def.effects` when it belongs to a lasting effect.
    pub effect: Option<u16>,
    /// The slot of the equipment it comes from (for a lasting effect: of the card that left it behind).
    pub slot: Option<Slot>,
    /// The skill by which the holder counts as wearing that equipment.
    pub worn_by: Option<Name>,
}

impl Entry {
    /// The definition.
    pub fn ability(&self) -> &Ability {
        let index = usize::from(self.at.index);
        match self.effect {
            None => &self.def.abilities[index],
            Some(effect) => &self.def.effects[usize::from(effect)].abilities[index],
        }
    }

    /// Must it run when it can? A skill says it for all its abilities, effects are compulsory by nature.
    pub fn skill_compulsory(&self) -> bool {
        self.def.compulsory || self.def.awakening
    }
}

/// Everything in play, sorted by what it answers to.
pub(crate) struct Index {
    pub listeners: Vec<Vec<Entry>>,
    pub modifiers: [Vec<Entry>; Query::ALL.len()],
    pub bans: [Vec<Entry>; Ban::ALL.len()],
    /// `active`, `convert`, `provide`, by who can use them.
    pub ways: Vec<Vec<Entry>>,
    /// `lent`, by who lends them.
    pub lent: Vec<Entry>,
}

impl Default for Index {
    fn default() -> Self {
        Index {
            listeners: vec![Vec::new(); Timing::COUNT],
            modifiers: Default::default(),
            bans: Default::default(),
            ways: Vec::new(),
            lent: Vec::new(),
        }
    }
}

impl Index {
    pub fn build(game: &Game) -> Self {
        let catalogue = game.catalogue();
        let state = game.read();
        let mut index = Index { ways: vec![Vec::new(); state.players.len()], ..Index::default() };
        if let Some(rules) = catalogue.mode(state.mode).and_then(|mode| mode.skill.clone()) {
            // Table rules: held by whoever's turn it is; one entry, resolved when it is offered.
            let at = AbilityRef { owner: state.order_from, skill: rules.name, effect: None, equip: None, index: 0 };
            index.add_all(at, &rules, None, None);
        }
        for (seat, player) in state.players.iter().enumerate() {
            let owner = PlayerId(seat as u8);
            for owned in &player.skills {
                let Some(def) = catalogue.skill(owned.skill) else { continue };
                let at = AbilityRef { owner, skill: owned.skill, effect: None, equip: None, index: 0 };
                index.add_all(at, def, None, None);
            }
            if !player.alive {
                continue;
            }
            for slot in Slot::ALL {
                let Some(card) = player.equip[slot as usize] else { continue };
                let Some(def) = catalogue.card(state.faces[card.index()].name) else { continue };
                let Some(skill) = &def.skill else { continue };
                let at = AbilityRef { owner, skill: def.name, effect: None, equip: Some(card), index: 0 };
                index.add_all(at, skill, Some(slot), None);
            }
            for owned in &player.skills {
                let Some(worn) = catalogue.skill(owned.skill).and_then(|def| def.wears) else { continue };
                let Some(def) = catalogue.card(worn) else { continue };
                let (Some(skill), Some(slot)) = (&def.skill, def.slot) else { continue };
                if player.equip[slot as usize].is_none() {
                    let at = AbilityRef { owner, skill: def.name, effect: None, equip: None, index: 0 };
                    index.add_all(at, skill, Some(slot), Some(owned.skill));
                }
            }
        }
        for effect in &state.effects {
            let Some(def) = catalogue.skill_like(effect.skill) else { continue };
            let Some(which) = def.effects.iter().position(|candidate| candidate.name == effect.name) else { continue };
            let at =
                AbilityRef { owner: effect.owner, skill: effect.skill, effect: Some(effect.id), equip: None, index: 0 };
            // What an equipment leaves behind still comes after the character's own skills.
            let slot = catalogue.card(effect.skill).and_then(|card| card.slot);
            index.add_effect(at, &def, which as u16, &def.effects[which], slot);
        }
        index
    }

    fn add_all(&mut self, at: AbilityRef, def: &Rc<SkillDef>, slot: Option<Slot>, worn_by: Option<Name>) {
        for (number, ability) in def.abilities.iter().enumerate() {
            let at = AbilityRef { index: number as u16, ..at };
            self.add(Entry { at, def: def.clone(), effect: None, slot, worn_by }, ability);
        }
    }

    fn add_effect(&mut self, at: AbilityRef, def: &Rc<SkillDef>, which: u16, effect: &EffectDef, slot: Option<Slot>) {
        for (number, ability) in effect.abilities.iter().enumerate() {
            let at = AbilityRef { index: number as u16, ..at };
            self.add(Entry { at, def: def.clone(), effect: Some(which), slot, worn_by: None }, ability);
        }
    }

    fn add(&mut self, entry: Entry, ability: &Ability) {
        match ability {
            Ability::On(handler) => self.listeners[handler.timing as usize].push(entry),
            Ability::Modify(modifier) => self.modifiers[modifier.query as usize].push(entry),
            Ability::Forbid(prohibition) => self.bans[prohibition.ban as usize].push(entry),
            Ability::Lent { .. } => self.lent.push(entry),
            Ability::Active(_) | Ability::Convert(_) | Ability::Provide(_) => {
                self.ways[entry.at.owner.index()].push(entry);
            }
        }
    }
}

impl crate::def::Catalogue {
    /// The skill called `name`, or what the card or mode of that name does in the terms of a skill.
    #[must_use]
    pub fn skill_like(&self, name: crate::names::Name) -> Option<Rc<SkillDef>> {
        self.skill(name)
            .cloned()
            .or_else(|| self.card(name).and_then(|card| card.skill.clone()))
            .or_else(|| self.mode(name).and_then(|mode| mode.skill.clone()))
    }
}
