//! Cards that are only deemed to be used: conversions of cards of that name fit them too (document 000, L679).

use crate::card::VirtualCard;
use crate::def::{Ability, To};
use crate::game::Game;
use crate::ids::PlayerId;
use crate::index::Entry;
use crate::names::Name;
use crate::note::Note;
use crate::request::Prompt;
use crate::rulebook::{Act, Flow};

impl Game {
    /// Offer the user his conversions of cards of this very name (朱雀羽扇, 疠火), one after the other, if what they make
    /// of it `fits`. Answers the card as it is used then.
    ///
    /// # Errors
    /// The agent's interrupt.
    pub fn deem(&self, user: PlayerId, card: VirtualCard, fits: impl Fn(&VirtualCard) -> bool) -> Flow<VirtualCard> {
        let index = self.index();
        for entry in &index.ways[user.index()] {
            let Some(name) = self.made_of(user, entry, card.name) else { continue };
            let other = VirtualCard { skill: Some(entry.at.skill), ..self.make_virtual(name, &card.cards, None) };
            if !fits(&other) || !self.confirm(user, Prompt::of(entry.at.skill))? {
                continue;
            }
            self.count_use(None, user, entry, &Act { name: Some(name), ..Act::default() });
            self.note(|| Note::Skill { player: user, skill: entry.at.skill, targets: Vec::new() });
            return Ok(other);
        }
        Ok(card)
    }

    /// What the conversion makes of a card of this name, if it takes it now.
    fn made_of(&self, user: PlayerId, entry: &Entry, name: Name) -> Option<Name> {
        let Ability::Convert(convert) = entry.ability() else { return None };
        let To::Names(names) = &convert.to else { return None };
        let open = convert.named == Some(name)
            && convert.for_use
            && self.counts(entry)
            && self.limit_left(user, entry, convert.limit)
            && self.test_for(user, entry, convert.when, self.current().into());
        names.first().copied().filter(|_| open)
    }
}
