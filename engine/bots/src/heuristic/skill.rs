//! Skills, none of them known by name: what their definitions show, and the hint they may declare.

use super::Thought;
use super::policy::Aiming;
use super::worth::FRIEND;
use muniu_kernel::def::{Ability, Picks};
use muniu_kernel::event::Event;
use muniu_kernel::request::{AbilityRef, Action, Answer, Ev, Way};

impl Thought<'_> {
    /// A triggered skill is offered.
    pub(super) fn trigger(&mut self, at: AbilityRef, ev: Ev) -> Option<Answer> {
        let known = self.seen.ability(at)?;
        let hint = self.hint(at.skill);
        let declines = self.request.optional;
        let action = match known.ability()? {
            Ability::On(handler) => {
                if declines && !self.accepts(&handler.picks, at, ev) {
                    return None;
                }
                self.fill_skill(Way::Trigger(at), &handler.picks, hint, !declines)?
            }
            // Offered when a card is needed: take it, unless the card itself isn't wanted.
            Ability::Provide(_) => {
                if !self.wants_answer(ev.id) {
                    return None;
                }
                self.fill(Way::Trigger(at), None, 0, true)?
            }
            _ => return None,
        };
        if declines
            && let Ability::On(handler) = known.ability()?
            && self.price_of(&handler.picks, &action) > 45 + hint.map_or(0, |hint| (hint.abs() / 3) as i32)
        {
            return None;
        }
        Some(Answer::Act(action))
    }

    /// Which of several goes next: the first that is wanted.
    pub(super) fn order(&mut self, options: &[AbilityRef], ev: Ev) -> Option<Answer> {
        let wanted =
            options.iter().position(|at| match self.seen.ability(*at).as_ref().and_then(|known| known.ability()) {
                Some(Ability::On(handler)) => self.accepts(&handler.picks, *at, ev),
                _ => true,
            });
        wanted.or_else(|| (!self.request.optional).then_some(0)).map(Answer::Index)
    }

    /// Is a triggered skill with these choices wanted here at all?
    fn accepts(&mut self, picks: &Picks, at: AbilityRef, ev: Ev) -> bool {
        let (hint, price) = (self.hint(at.skill), &picks.price);
        if hint == Some(0) {
            return false;
        }
        let keen = hint.is_some_and(|hint| hint.abs() >= 80);
        if price.hp > 0 && self.seen.hp(self.seen.me()) <= price.hp + i32::from(!keen) {
            return false;
        }
        if price.flip && !keen {
            return false;
        }
        // Without a hint nobody knows which judgement is wanted: don't meddle as a matter of course.
        let judging = self.seen.event(ev.id, |event| matches!(event, Event::Judge(_)).then_some(())).is_some();
        if judging && picks.cards.is_some() && hint.is_none() && !self.dice.one_in(3) {
            return false;
        }
        self.suits(ev)
    }

    /// Does it fit what is going on? What strengthens one's own blow is not for a blow at a friend.
    fn suits(&self, ev: Ev) -> bool {
        let me = self.seen.me();
        let victim = self.seen.event(ev.id, |event| match event {
            Event::Damage(damage) if damage.source == Some(me) => Some(damage.target),
            _ => None,
        });
        let aimed = self
            .seen
            .used(ev.id)
            .filter(|(used, _)| used.user == Some(me))
            .and_then(|(_, name)| (self.kind(name).effect() < 0).then(|| self.seen.aimed(ev)).flatten());
        victim.or(aimed).is_none_or(|target| target == me || self.relation(target) <= FRIEND * 2)
    }

    /// Fill in a skill's cards and targets. What targets get is told by the hint; without one, cards that aren't paid
    /// are taken to be given to them.
    pub(super) fn fill_skill(&mut self, way: Way, picks: &Picks, hint: Option<i64>, must: bool) -> Option<Action> {
        let given = picks.cards.is_some() && picks.targets.is_some();
        let aiming = match hint {
            Some(hint) if hint < 0 => Aiming::Harm,
            Some(_) => Aiming::Help,
            None if given => Aiming::Help,
            None => Aiming::Unknown,
        };
        // What isn't given away nor paid is changed for something: junk is welcome there.
        let spend_below = if picks.price.discard.is_some() || given { 0 } else { 35 };
        self.fill(way, Some(aiming), spend_below, must)
    }

    /// What an action's price is worth to keep.
    pub(super) fn price_of(&self, picks: &Picks, action: &Action) -> i32 {
        let cards: i32 = if picks.cards.is_some() || picks.price.discard.is_some() {
            action.cards.iter().map(|card| self.keep(*card)).sum()
        } else {
            0
        };
        let hp = picks.price.hp * if self.seen.hp(self.seen.me()) > 2 { 30 } else { 90 };
        // Cards that are only changed for others cost less than those that are gone.
        let cards = if picks.price.discard.is_some() { cards } else { cards / 3 };
        cards + hp + if picks.price.flip { 60 } else { 0 }
    }
}
