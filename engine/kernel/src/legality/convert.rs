//! Conversions (转化) and provided cards: which cards can be declared as which names.

use super::{Next, Occasion};
use crate::card::VirtualCard;
use crate::def::{Ability, CardPick, To};
use crate::game::Game;
use crate::ids::CardId;
use crate::index::Entry;
use crate::names::Name;
use crate::request::{Action, Ask, Ev, Request, Way};
use crate::rulebook::{Act, Arg, Call};
use crate::value::Value;

impl Game {
    pub(crate) fn converts(&self, occasion: Occasion, entry: &Entry) -> bool {
        let partial = Action::new(Way::Convert(entry.at));
        let (for_use, for_respond, when, limit) = match entry.ability() {
            Ability::Convert(c) => (c.for_use, c.for_respond, c.when, c.limit),
            Ability::Provide(p) => (p.for_use, p.for_respond, p.when, p.limit),
            _ => return false,
        };
        let fits = if occasion.respond { for_respond } else { for_use };
        if !fits || !self.limit_left(occasion.user, entry, limit) {
            return false;
        }
        let ev = occasion.need.unwrap_or_else(|| self.current());
        if !self.test_entry(entry, when, &[Arg::Event(ev.into())]) {
            return false;
        }
        match entry.ability() {
            Ability::Provide(provide) => {
                self.payable(occasion.user, entry, &provide.picks, ev.into())
                    && !self.provided_names(occasion, entry).is_empty()
            }
            Ability::Convert(convert) => {
                let recast = convert.recast && occasion.need.is_none();
                match &convert.cards {
                    None => !self.convert_names(occasion, entry, &[]).is_empty(),
                    Some(pick) => {
                        self.fits_some(occasion, entry, pick, partial)
                            || (recast && !self.pickable(occasion.user, entry, pick, ev.into(), &[], &[]).is_empty())
                    }
                }
            }
            _ => false,
        }
    }

    /// Can cards be taken one after another until the conversion yields something usable?
    pub(crate) fn fits_some(&self, occasion: Occasion, entry: &Entry, pick: &CardPick, mut partial: Action) -> bool {
        let ev: Ev = occasion.need.unwrap_or_else(|| self.current()).into();
        let min = self.num_entry(entry, pick.min, &[Arg::Event(ev)]).max(0) as usize;
        if min <= 1 {
            let cards = self.pickable(occasion.user, entry, pick, ev, &[], &[]);
            return cards.into_iter().any(|card| !self.convert_names(occasion, entry, &[card]).is_empty())
                || (min == 0 && !self.convert_names(occasion, entry, &[]).is_empty());
        }
        let firsts = self.pickable(occasion.user, entry, pick, ev, &[], &[]);
        firsts.into_iter().any(|first| {
            partial.cards.clear();
            partial.cards.push(first);
            while partial.cards.len() < min {
                let more = self.pickable(occasion.user, entry, pick, ev, &partial.cards, &[]);
                let Some(card) = more.into_iter().find(|card| !partial.cards.contains(card)) else { return false };
                partial.cards.push(card);
            }
            !self.convert_names(occasion, entry, &partial.cards).is_empty()
        })
    }

    /// The names that these cards can be declared as and then used.
    pub(crate) fn convert_names(&self, occasion: Occasion, entry: &Entry, cards: &[CardId]) -> Vec<Name> {
        let Ability::Convert(convert) = entry.ability() else { return Vec::new() };
        let ev: Ev = occasion.need.unwrap_or_else(|| self.current()).into();
        let names = match &convert.to {
            To::Names(names) => names.clone(),
            To::Kinds(kinds) => {
                let catalogue = self.catalogue();
                let of_kind = |name: &&Name| catalogue.card(**name).is_some_and(|def| kinds.contains(&def.card_type));
                catalogue.card_order.iter().filter(of_kind).copied().collect()
            }
            To::Ask(fun) => {
                let act = Act { cards: cards.to_vec(), ..Act::default() };
                let args = [Arg::Event(ev), Arg::Act(&act)];
                let value = self.with_args(entry, &args, |args| {
                    self.rulebook().value(self, Call { fun: *fun, skill: entry.at.skill, args })
                });
                names_of(self, &value)
            }
        };
        names
            .into_iter()
            .filter(|name| self.wanted(occasion, *name))
            .filter(|name| {
                let card = self.declared_card(entry, *name, cards);
                self.usable(occasion, &card)
            })
            .collect()
    }

    /// The virtual card as it counts while targets are chosen.
    fn declared_card(&self, entry: &Entry, name: Name, cards: &[CardId]) -> VirtualCard {
        let card = self.make_virtual(name, cards, Some(entry.at.skill));
        match entry.ability() {
            Ability::Convert(convert) if convert.face_down => {
                VirtualCard { suit: None, color: None, rank: None, ..card }
            }
            _ => card,
        }
    }

    pub(crate) fn next_convert(&self, occasion: Occasion, entry: &Entry, action: &Action) -> Next {
        let Ability::Convert(convert) = entry.ability() else { return Next::default() };
        let ev: Ev = occasion.need.unwrap_or_else(|| self.current()).into();
        let mut next = Next::default();
        if let Some(pick) = &convert.cards {
            next.card_bounds = self.pick_bounds(entry, pick, ev);
            if action.cards.len() < next.card_bounds.1 {
                let last = action.cards.len() + 1 >= next.card_bounds.0;
                next.cards = self
                    .pickable(occasion.user, entry, pick, ev, &action.cards, &[])
                    .into_iter()
                    .filter(|card| {
                        if !last || action.recast {
                            return true;
                        }
                        let mut cards = action.cards.clone();
                        cards.push(*card);
                        convert.recast && occasion.need.is_none()
                            || !self.convert_names(occasion, entry, &cards).is_empty()
                    })
                    .collect();
            }
        }
        if action.cards.len() < next.card_bounds.0 {
            return next;
        }
        if action.recast {
            next.ready = convert.recast && occasion.need.is_none();
            return next;
        }
        let names = self.convert_names(occasion, entry, &action.cards);
        let name = match (action.name, names.as_slice()) {
            (Some(name), _) => names.contains(&name).then_some(name),
            (None, [one]) => Some(*one),
            (None, _) => None,
        };
        if action.name.is_none() && names.len() > 1 {
            next.names = names;
        }
        match name {
            Some(name) => {
                let card = self.declared_card(entry, name, &action.cards);
                self.next_targets(occasion, &card, action, next)
            }
            None => next,
        }
    }

    /// As what an action that converts or provides a card has it count, whether that is said or goes without saying.
    #[must_use]
    pub fn declares(&self, request: &Request, action: &Action) -> Option<Name> {
        let (Way::Convert(at) | Way::Provide(at)) = action.way else { return None };
        let occasion = match &request.ask {
            Ask::Card { need, .. } => self.occasion(request.seat, *need),
            _ => Occasion { user: request.seat, need: None, respond: false, saving: false },
        };
        let entry = self.entry(at)?;
        let sole = || match entry.ability() {
            Ability::Convert(_) => self.convert_names(occasion, &entry, &action.cards).first().copied(),
            _ => self.provided_names(occasion, &entry).first().copied(),
        };
        action.name.or_else(sole)
    }

    pub(crate) fn provided_names(&self, occasion: Occasion, entry: &Entry) -> Vec<Name> {
        let Ability::Provide(provide) = entry.ability() else { return Vec::new() };
        provide
            .to
            .iter()
            .copied()
            .filter(|name| self.wanted(occasion, *name))
            .filter(|name| {
                let card = self.make_virtual(*name, &[], Some(entry.at.skill));
                self.usable(occasion, &card)
            })
            .collect()
    }

    /// Can the ability provide what is needed on this occasion (a response or a use in answer to a need)?
    pub(crate) fn provides(&self, occasion: Occasion, entry: &Entry) -> bool {
        matches!(entry.ability(), Ability::Provide(_)) && self.counts(entry) && self.converts(occasion, entry)
    }

    pub(crate) fn next_provide(&self, occasion: Occasion, entry: &Entry, action: &Action) -> Next {
        let names = self.provided_names(occasion, entry);
        let name = match action.name {
            Some(name) => names.contains(&name).then_some(name),
            None => names.first().copied(),
        };
        let Some(name) = name else { return Next::default() };
        let mut next = Next::default();
        if let Ability::Provide(provide) = entry.ability()
            && let Some(pick) = provide.picks.chosen_cards()
        {
            let ev: Ev = occasion.need.unwrap_or_else(|| self.current()).into();
            next.card_bounds = self.pick_bounds(entry, pick, ev);
            if action.cards.len() < next.card_bounds.1 {
                next.cards = self.pickable(occasion.user, entry, pick, ev, &action.cards, &[]);
            }
        }
        let card = self.make_virtual(name, &[], Some(entry.at.skill));
        self.next_targets(occasion, &card, action, next)
    }
}

fn names_of(game: &Game, value: &Value) -> Vec<Name> {
    match value {
        Value::Name(name) => vec![*name],
        Value::Text(text) => game.names().get(text).into_iter().collect(),
        Value::List(list) => list.iter().flat_map(|value| names_of(game, value)).collect(),
        _ => Vec::new(),
    }
}
