//! An idle point of the play phase: what is worth most now, or the end of the phase.

use super::worth::ENEMY;
use super::{MOST_OF_ONE, Thought};
use crate::kinds::Kind;
use muniu_kernel::def::{Ability, Picks, To};
use muniu_kernel::names::Name;
use muniu_kernel::request::{AbilityRef, Action, Answer, Way};

/// Names tried for a conversion that offers several.
const MOST_NAMES: usize = 12;

impl Thought<'_> {
    pub(super) fn play(&mut self) -> Option<Answer> {
        let ways = self.seen.game().ways(self.request);
        let mut best: Option<(i32, Action)> = None;
        let mut drinks: Vec<Action> = Vec::new();
        for way in ways {
            for (worth, action, kind) in self.plans(way) {
                if kind == Some(Kind::Drink) {
                    drinks.push(action);
                } else if worth > 0 && best.as_ref().is_none_or(|(most, _)| worth > *most) {
                    best = Some((worth, action));
                }
            }
        }
        let (_, action) = best?;
        // Drink before the attack that is about to follow.
        let attacks = self.declared(&action).is_some_and(|name| self.kind(name) == Kind::Attack);
        let drink = drinks.into_iter().find(|drink| !drink.cards.iter().any(|card| uses(&action, *card)));
        let action = match drink {
            Some(drink) if attacks => drink,
            _ => action,
        };
        if let Way::Active(at) | Way::Provide(at) = action.way {
            self.used.push(at);
        }
        Some(Answer::Act(action))
    }

    /// The ways to go one way, each with its worth and the kind of the card used.
    fn plans(&mut self, way: Way) -> Vec<(i32, Action, Option<Kind>)> {
        match way {
            Way::Card(card) => {
                let Some(name) = self.seen.name(card) else { return Vec::new() };
                let kind = self.kind(name);
                let action = self.fill(way, None, 0, false);
                action.map(|action| (self.use_worth(name, &action), action, Some(kind))).into_iter().collect()
            }
            Way::Recast(_) => vec![(6, Action::new(way), None)],
            Way::Convert(at) => self.conversions(way, at),
            // Where others let one down once, they will again.
            Way::Provide(at) if self.used.contains(&at) => Vec::new(),
            Way::Provide(_) => {
                let Some(action) = self.fill(way, None, 0, false) else { return Vec::new() };
                let Some(name) = self.declared(&action) else { return Vec::new() };
                vec![(self.use_worth(name, &action) - 5, action, Some(self.kind(name)))]
            }
            Way::Active(at) => self.active(way, at).map(|(worth, action)| (worth, action, None)).into_iter().collect(),
            Way::Trigger(_) => Vec::new(),
        }
    }

    fn conversions(&mut self, way: Way, at: AbilityRef) -> Vec<(i32, Action, Option<Kind>)> {
        // With cards chosen the names that fit are known; the cheapest card is good enough to learn them.
        let names: Vec<Name> = match self.seen.ability(at).as_ref().and_then(|known| known.ability()) {
            Some(Ability::Convert(convert)) => match &convert.to {
                To::Names(names) => names.clone(),
                To::Kinds(kinds) => {
                    let catalogue = self.seen.game().catalogue();
                    let fits = |name: &&Name| catalogue.card(**name).is_some_and(|def| kinds.contains(&def.card_type));
                    catalogue.card_order.iter().filter(fits).copied().collect()
                }
                To::Ask(_) => Vec::new(),
            },
            _ => return Vec::new(),
        };
        let mut plans = Vec::new();
        let several = names.len() > 1;
        let tries: Vec<Option<Name>> =
            if several { names.into_iter().take(MOST_NAMES).map(Some).collect() } else { vec![None] };
        for wanted in tries {
            let action = match wanted {
                Some(name) => self.fill_as(way, name),
                None => self.fill(way, None, 0, false),
            };
            let Some(action) = action else { continue };
            let Some(name) = self.declared(&action).or(wanted) else { continue };
            let kind = self.kind(name);
            let cost: i32 = action.cards.iter().map(|card| self.keep(*card).max(0)).sum();
            let worth = self.use_worth(name, &action) - (cost - kind.keep()).max(0);
            plans.push((worth, action, Some(kind)));
        }
        plans
    }

    /// What using a card as this action says is worth.
    fn use_worth(&mut self, name: Name, action: &Action) -> i32 {
        let kind = self.kind(name);
        let me = self.seen.me();
        let color = None;
        let targets: i32 = action.targets.iter().map(|target| self.aim_worth(name, kind, color, *target)).sum();
        match kind {
            Kind::Heal if self.seen.wounds(me) > 0 => 110 + self.seen.wounds(me),
            Kind::Draw => 120,
            Kind::Equip => self.equipping(name) + 20,
            Kind::Take if targets > 0 => 60 + targets / 4,
            Kind::Delay if targets > 0 => 55 + targets / 4,
            Kind::Harm | Kind::Lend if targets > 0 => 40 + targets / 4,
            Kind::Duel if targets > 0 => 42 + targets / 4,
            Kind::Attack if targets > 0 => 40 + targets / 4,
            // Chains do nothing by themselves: better drawn into something else unless two enemies can be tied.
            Kind::Chain if action.targets.len() >= 2 && targets > 0 => 20 + targets / 4,
            // 火攻 needs a suit to match: with few cards it is wasted.
            Kind::Gamble if targets > 0 && self.seen.hand().len() >= 3 => 30 + targets / 4,
            Kind::Feast => match self.mass_worth(kind, name) {
                worth if worth > -10 => 50,
                _ => 0,
            },
            Kind::Assault | Kind::Salvation => match self.mass_worth(kind, name) {
                worth if worth > 0 => 45 + worth.min(20),
                _ => 0,
            },
            Kind::Storm if self.boldness() > 0 => 4,
            _ => 0,
        }
    }

    /// An active skill: whether it is worth it, and filled in.
    fn active(&mut self, way: Way, at: AbilityRef) -> Option<(i32, Action)> {
        let known = self.seen.ability(at)?;
        let (Ability::Active(active) | Ability::Lent { active, .. }) = known.ability()? else { return None };
        if self.used.iter().filter(|used| **used == at).count() >= MOST_OF_ONE && active.limit.is_none() {
            return None;
        }
        let hint = self.hint(at.skill);
        if hint == Some(0) {
            return None;
        }
        let me = self.seen.me();
        // What can be used once in a game waits for its hour, unless a hint says that this is it.
        if known.skill.limited && hint.is_none() && self.seen.hp(me) > 2 && !self.dice.one_in(6) {
            return None;
        }
        // Nothing to pay, nothing to choose, no limit: what it costs must be in what it does.
        let hidden_cost = hint.is_none() && active.limit.is_none() && active.picks == Picks::default();
        if hidden_cost && (self.seen.hp(me) <= 2 || self.used.contains(&at)) {
            return None;
        }
        let action = self.fill_skill(way, &active.picks, hint, false)?;
        let price = self.price_of(&active.picks, &action);
        let eagerness = hint.map_or(30, |hint| (hint.abs() / 2).min(60) as i32);
        let worth = 45 + eagerness - price;
        (worth > 0).then_some((worth, action))
    }

    /// Is somebody an enemy?
    pub(super) fn hostile(&self, other: muniu_kernel::ids::PlayerId) -> bool {
        self.relation(other) < ENEMY + self.boldness()
    }
}

/// Does the action use this card?
fn uses(action: &Action, card: muniu_kernel::ids::CardId) -> bool {
    action.way == Way::Card(card) || action.cards.contains(&card)
}
