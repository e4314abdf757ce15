//! Cards that are needed: to answer, to respond, to nullify, to save, or to use on somebody.

use super::Thought;
use super::policy::Aiming;
use super::worth::FRIEND;
use crate::kinds::Kind;
use muniu_kernel::event::{Event, Use};
use muniu_kernel::ids::{EventId, PlayerId};
use muniu_kernel::names::Name;
use muniu_kernel::request::{Action, Answer, Ev, Purpose, Way};

/// What nullifying must spare or spoil to be worth a card.
const WORTH_NULLIFYING: i32 = 30;

impl Thought<'_> {
    pub(super) fn answer_with_card(&mut self, need: EventId, purpose: Purpose) -> Option<Answer> {
        let wanted = match purpose {
            Purpose::Nullify => self.wants_nullified(need),
            Purpose::Save => self.wants_saved(need),
            Purpose::Respond => self.wants_answer(need),
            Purpose::Use => self.wants_answer(need) && self.enough_answers(need),
        };
        if !wanted {
            return None;
        }
        self.cheapest_way().map(Answer::Act)
    }

    /// The way that costs least: cards that save others last, conversions by what they are made from.
    fn cheapest_way(&mut self) -> Option<Action> {
        let mut best: Option<(i32, Action)> = None;
        for way in self.seen.game().ways(self.request) {
            let Some(action) = self.fill(way, None, 0, false) else { continue };
            let cost = match way {
                Way::Card(card) => self.keep(card),
                _ => action.cards.iter().map(|card| self.keep(*card)).sum::<i32>() + 1,
            };
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// Does this seat want to produce the card it is asked for?
    pub(super) fn wants_answer(&self, need: EventId) -> bool {
        let Some(data) = self.seen.need(need) else { return true };
        if data.player == self.seen.me()
            && let Some(other) = self.seen.beneficiary()
            && data.reason.is_some()
        {
            // Asked on somebody's behalf.
            return self.relation(other) > FRIEND;
        }
        match data.to.and_then(|(to, aim)| self.seen.used(to).map(|used| (used, aim))) {
            Some(((used, name), aim)) => self.wants_to_answer(&used, name, aim),
            None => true,
        }
    }

    fn wants_to_answer(&self, used: &Use, name: Name, aim: Option<u8>) -> bool {
        let me = self.seen.me();
        let kind = self.kind(name);
        if aim.and_then(|aim| used.aims.get(usize::from(aim))).is_some_and(|aim| aim.void) {
            return false;
        }
        let color = self.seen.game().virtual_card(used.card).color;
        if kind.effect() < 0 && self.shrugs(name, color, me) && self.counts_armour(used, aim) {
            return false;
        }
        // A duel with a friend may be lost while it doesn't matter.
        let other = if used.user == Some(me) { self.seen.aimed_by(used, aim) } else { used.user };
        let friendly = other.is_some_and(|other| other != me && self.relation(other) > FRIEND);
        !(kind == Kind::Duel && friendly && self.seen.hp(me) > 2)
    }

    fn counts_armour(&self, used: &Use, aim: Option<u8>) -> bool {
        let aim = aim.and_then(|aim| used.aims.get(usize::from(aim)));
        aim.is_none_or(|aim| !aim.ignored_slots.contains(&muniu_kernel::card::Slot::Armor))
    }

    /// Where several answers are needed and there aren't that many, none is given.
    fn enough_answers(&self, need: EventId) -> bool {
        let Some(data) = self.seen.need(need) else { return true };
        let Some((to, Some(aim))) = data.to else { return true };
        let Some((used, _)) = self.seen.used(to) else { return true };
        let Some(aim) = used.aims.get(usize::from(aim)) else { return true };
        let ways = self.seen.game().ways(self.request);
        let cards = ways.iter().filter(|way| matches!(way, Way::Card(_))).count();
        let others = ways.len() - cards;
        others > 0 || cards >= usize::from(aim.answers_needed.saturating_sub(aim.answers_made))
    }

    // ── saving ────────────────────────────────────────────────────────────────────────────────────────────────────

    fn wants_saved(&self, need: EventId) -> bool {
        let dying = self.seen.need(need).and_then(|data| data.to).and_then(|(to, _)| {
            self.seen.event(to, |event| if let Event::Dying(dying) = event { Some(dying.player) } else { None })
        });
        let Some(dying) = dying else { return true };
        let me = self.seen.me();
        if dying == me {
            return true;
        }
        let relation = self.relation(dying);
        let missing = 1 - self.seen.hp(dying);
        let own = self.seen.hand().into_iter().filter(|card| self.kind_of(*card) == Some(Kind::Heal)).count() as i32;
        // A card that doesn't suffice is thrown away, unless for somebody whose death is the end.
        relation > FRIEND && (own >= missing || relation >= 100) && (relation >= 80 || own > 1 || self.seen.hp(me) > 1)
    }

    // ── nullifying ────────────────────────────────────────────────────────────────────────────────────────────────

    fn wants_nullified(&mut self, need: EventId) -> bool {
        let Some((to, aim)) = self.seen.need(need).and_then(|data| data.to) else { return false };
        self.gain_by_nullifying(Ev { id: to, aim }, 0) >= WORTH_NULLIFYING
    }

    /// What this seat gains if the card is nullified for the target it is about. What a nullifying card does is the
    /// contrary of what it answers.
    fn gain_by_nullifying(&self, ev: Ev, depth: u32) -> i32 {
        let Some((used, name)) = self.seen.used(ev.id) else { return 0 };
        let kind = self.kind(name);
        if kind == Kind::Nullify {
            let Some((id, aim)) = used.to else { return 0 };
            return if depth > 8 { 0 } else { -self.gain_by_nullifying(Ev { id, aim }, depth + 1) };
        }
        let Some(target) = self.seen.aimed(ev) else { return 0 };
        -self.impact(&used, kind, name, target)
    }

    /// What the card does to the target, as this seat values it.
    fn impact(&self, used: &Use, kind: Kind, name: Name, target: PlayerId) -> i32 {
        let me = self.seen.me();
        let relation = self.relation(target);
        let by_friend = used.user.is_some_and(|user| user == me || self.relation(user) > FRIEND * 2);
        // Friends know what they do to each other.
        if by_friend && relation > FRIEND && matches!(kind, Kind::Take | Kind::Chain | Kind::Lend) {
            return 0;
        }
        if used.user == Some(me) && target != me && kind != Kind::Assault {
            return 100;
        }
        if kind == Kind::Take && self.seen.is_delayed(target) && !by_friend && relation < 0 {
            return 0;
        }
        let hp = self.seen.hp(target);
        let effect = match kind {
            Kind::Assault if self.shrugs(name, None, target) => 0,
            Kind::Assault | Kind::Duel if hp <= 1 => -90,
            Kind::Assault if target != me && hp > 2 => -20,
            Kind::Salvation if hp > 2 => 15,
            Kind::Take if target != me => -20,
            other => other.effect(),
        };
        effect * relation / 100
    }

    // ── using on somebody ─────────────────────────────────────────────────────────────────────────────────────────

    /// Is `target` one that something of this sort is meant for?
    pub(super) fn meant_for(&self, aiming: Aiming, target: PlayerId) -> bool {
        match aiming {
            Aiming::Harm => self.hostile(target),
            _ => self.relation(target) > FRIEND,
        }
    }
}
