//! How actions are filled in: the cheapest cards, the targets that are worth most.

use super::Thought;
use crate::build::{Policy, build};
use crate::kinds::Kind;
use muniu_kernel::card::Color;
use muniu_kernel::def::Ability;
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::legality::Next;
use muniu_kernel::names::Name;
use muniu_kernel::request::{Action, Way};

/// What targets are chosen for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Aiming {
    /// A card of this name and colour.
    Card(Name, Option<Color>),
    /// Something bad.
    Harm,
    /// Something good.
    Help,
    /// Nobody says; harm, unless those who may be chosen tell otherwise.
    Unknown,
}

/// Fills an action in.
pub(super) struct Filling<'t, 'a> {
    pub thought: &'t mut Thought<'a>,
    pub aiming: Option<Aiming>,
    /// Cards above the least number are added while they are worth less than this to keep.
    pub spend_below: i32,
    /// The name wanted, if several can be declared.
    pub name: Option<Name>,
    /// Take targets that aren't worth it rather than none.
    pub must: bool,
}

impl Policy for Filling<'_, '_> {
    fn card(&mut self, _: &Action, next: &Next, needed: bool) -> Option<CardId> {
        let card = self.thought.cheapest(&next.cards).first().copied()?;
        (needed || self.thought.keep(card) < self.spend_below).then_some(card)
    }

    fn name(&mut self, _: &Action, names: &[Name]) -> Option<Name> {
        match self.name {
            Some(name) => names.contains(&name).then_some(name),
            None => names.first().copied(),
        }
    }

    fn option(&mut self, _: &Action, next: &Next) -> Option<u16> {
        Some(self.thought.dice.below(next.options.len()) as u16)
    }

    fn target(&mut self, action: &Action, next: &Next, needed: bool) -> Option<PlayerId> {
        let aiming = match self.aiming.or_else(|| self.thought.aiming_of(action))? {
            Aiming::Unknown => self.thought.guess_aiming(&next.targets, &action.targets),
            known => known,
        };
        let second = action.targets.len() % 2 == 1 && self.thought.is_paired(aiming);
        let mut best: Option<(i32, PlayerId)> = None;
        for target in &next.targets {
            let worth = self.thought.target_worth(aiming, *target, second);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, *target));
            }
        }
        let (worth, target) = best?;
        (worth > 0 || needed && self.must).then_some(target)
    }
}

impl Thought<'_> {
    /// What an action that uses a card aims with.
    fn aiming_of(&self, action: &Action) -> Option<Aiming> {
        let name = self.declared(action)?;
        let colors: Vec<_> = match action.way {
            Way::Card(card) => vec![self.seen.color(card)],
            _ => action.cards.iter().map(|card| self.seen.color(*card)).collect(),
        };
        let color = colors.first().copied().flatten().filter(|color| colors.iter().all(|c| *c == Some(*color)));
        Some(Aiming::Card(name, color))
    }

    /// The name that an action's card goes by.
    pub(super) fn declared(&self, action: &Action) -> Option<Name> {
        match action.way {
            Way::Card(card) => self.seen.name(card),
            Way::Convert(at) => action.name.or_else(|| match self.seen.ability(at)?.ability()? {
                Ability::Convert(convert) => match &convert.to {
                    muniu_kernel::def::To::Names(names) => names.first().copied(),
                    _ => None,
                },
                _ => None,
            }),
            Way::Provide(at) | Way::Trigger(at) => action.name.or_else(|| match self.seen.ability(at)?.ability()? {
                Ability::Provide(provide) => provide.to.first().copied(),
                _ => None,
            }),
            Way::Active(_) | Way::Recast(_) => None,
        }
    }

    /// Skills that may be used on oneself, and those that leave only the unhurt out, are taken to help.
    pub(super) fn guess_aiming(&self, candidates: &[PlayerId], chosen: &[PlayerId]) -> Aiming {
        let me = self.seen.me();
        let hurt = |player: PlayerId| self.seen.wounds(player) > 0;
        let left_out = |player: &PlayerId| !candidates.contains(player) && !chosen.contains(player);
        let for_the_hurt = candidates.iter().all(|player| hurt(*player))
            && self.seen.others().iter().any(|player| left_out(player) && !hurt(*player));
        if candidates.contains(&me) || for_the_hurt { Aiming::Help } else { Aiming::Harm }
    }

    fn is_paired(&self, aiming: Aiming) -> bool {
        let Aiming::Card(name, _) = aiming else { return false };
        self.seen.game().catalogue().card(name).is_some_and(|def| def.second.is_some())
    }

    pub(super) fn target_worth(&self, aiming: Aiming, target: PlayerId, second: bool) -> i32 {
        match aiming {
            Aiming::Card(name, color) => {
                let kind = if second { Kind::Attack } else { self.kind(name) };
                self.aim_worth(name, kind, color, target)
            }
            Aiming::Harm | Aiming::Unknown => {
                self.boldness() - self.relation(target) + (4 - self.seen.hp(target)).clamp(0, 3)
            }
            Aiming::Help => self.relation(target) + (4 - self.seen.hp(target)).clamp(0, 3),
        }
    }

    /// Fill in `way`.
    pub(super) fn fill(&mut self, way: Way, aiming: Option<Aiming>, spend_below: i32, must: bool) -> Option<Action> {
        let (game, request) = (self.seen.game(), self.request);
        build(game, request, way, &mut Filling { thought: self, aiming, spend_below, name: None, must })
    }

    /// Fill in a conversion with a certain name.
    pub(super) fn fill_as(&mut self, way: Way, name: Name) -> Option<Action> {
        let (game, request) = (self.seen.game(), self.request);
        build(
            game,
            request,
            way,
            &mut Filling { thought: self, aiming: None, spend_below: 0, name: Some(name), must: false },
        )
    }
}
