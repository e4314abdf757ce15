//! Target records that change while a use is under way, and the damage a card deals to one of its targets.

use crate::def::Nature;
use crate::event::Aim;
use crate::game::Game;
use crate::ids::{EventId, PlayerId};
use crate::request::Ev;
use crate::rulebook::Flow;

impl Game {
    /// Add a target to a running use. It comes to all the target timings that are still to come for it.
    pub fn add_target(&self, event: EventId, target: PlayerId, second: Option<PlayerId>) {
        self.edit_use(event, |used| used.aims.push(Aim { second, ..Aim::at(target) }));
    }

    /// Cancel a target record.
    pub fn cancel_target(&self, ev: Ev) {
        self.edit_aim(ev, |aim| aim.cancelled = true);
    }

    /// Redirect a target record to somebody else (转移): the old entry leaves, a new one joins.
    pub fn redirect(&self, ev: Ev, target: PlayerId) {
        self.cancel_target(ev);
        self.add_target(ev.id, target, None);
    }

    /// Deal a card's damage to one of its targets: base value plus what states set on the use and the record.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn card_damage(
        &self,
        ev: Ev,
        target: PlayerId,
        base: i32,
        source: Option<PlayerId>,
        nature: Option<Nature>,
    ) -> Flow<i32> {
        let (card, user, given, bonus, at) = {
            let used = self.used(ev.id);
            let at = ev.aim.or(used.current).unwrap_or(0);
            let aim = used.aims.get(usize::from(at)).filter(|aim| aim.player == target);
            (used.card, used.user, used.source, used.bonus + aim.map_or(0, |aim| aim.bonus), at)
        };
        let nature = nature.or(self.card_def(ev.id).and_then(|def| def.nature)).unwrap_or_default();
        let source = given.or(source).or(user).filter(|source| self.alive(*source));
        let mut damage = crate::event::Damage::new(source, target, base + bonus, nature);
        damage.card = Some(card);
        damage.by_use = Some((ev.id, at));
        self.damage(damage)
    }
}
