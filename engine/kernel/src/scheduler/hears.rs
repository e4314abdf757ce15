//! Who listens: whom an ability serves at an event, whether it counts there, and whether the event is one that its handler
//! listens for.

use crate::def::{Handler, Scope, Who, tally_of};
use crate::event::Event;
use crate::game::Game;
use crate::history::Record;
use crate::ids::PlayerId;
use crate::index::Entry;
use crate::request::Ev;
use crate::rulebook::Arg;

impl Game {
    /// Who holds an ability: table rules are held by whoever's turn it is.
    pub(super) fn holder(&self, entry: &Entry) -> PlayerId {
        let state = self.read();
        if entry.at.skill == state.mode && entry.at.equip.is_none() { state.order_from } else { entry.at.owner }
    }

    /// Does the character use the ability as his own here: as its holder, or because it is lent to him?
    pub(super) fn is_held_by(&self, entry: &Entry, handler: &Handler, player: PlayerId, ev: Ev) -> bool {
        let holder = self.holder(entry);
        match handler.to {
            None => holder == player,
            to => {
                holder != player
                    && self.hears(handler, player, ev)
                    && self.test_entry(entry, to, &[Arg::Player(player)])
            }
        }
    }

    /// Does the ability count at this event? In a death the dying one's skills still do.
    pub(super) fn counts_at(&self, entry: &Entry, ev: Ev) -> bool {
        let dying_holder = matches!(&*self.event(ev.id), Event::Death { player, .. } if *player == entry.at.owner)
            && entry.at.equip.is_none();
        let table_rule = entry.at.effect.is_none() && entry.at.skill == self.read().mode;
        dying_holder || table_rule || self.counts(entry)
    }

    /// Is the event one that a handler listens for? Tested without calling any script.
    pub(super) fn hears(&self, handler: &Handler, holder: PlayerId, ev: Ev) -> bool {
        let hears = &handler.hears;
        self.is_for(hears.who, holder, ev)
            && self.event_passes(&hears.card, ev)
            && (!hears.direct || matches!(&*self.event(ev.id), Event::Damage(damage) if damage.is_direct()))
            && hears.first.is_none_or(|scope| self.is_first(handler, holder, ev, scope))
    }

    /// Is it the first such event of the character in this scope?
    fn is_first(&self, handler: &Handler, holder: PlayerId, ev: Ev, scope: Scope) -> bool {
        let Some(tally) = tally_of(handler.timing.row().flow, handler.hears.who) else { return false };
        let state = self.read();
        let start = state.history.start(scope);
        // What is not written down yet comes after all that is.
        let own = state.frames[usize::from(ev.id.depth)].record.map_or(usize::MAX, |own| own as usize);
        if own == usize::MAX && state.history.count(tally, holder, scope) == 0 {
            return true;
        }
        let such =
            |record: &Record| record.counts_for(tally, holder) && self.record_passes(&handler.hears.card, record);
        own >= start && !state.history.since(start).take(own.saturating_sub(start)).any(such)
    }

    /// Whom a handler listens for.
    fn is_for(&self, who: Who, holder: PlayerId, ev: Ev) -> bool {
        let event = self.event(ev.id);
        match who {
            Who::Anyone => true,
            Who::Player => event.player() == Some(holder),
            Who::Others => event.player() != Some(holder),
            Who::User => event.as_use().and_then(|used| used.user) == Some(holder),
            Who::Turn => {
                drop(event);
                self.read().turn_owner == Some(holder)
            }
            Who::Target => match &*event {
                Event::Use(used) => {
                    let current = ev.aim.or(used.current);
                    current.is_some_and(|aim| used.aims[usize::from(aim)].player == holder)
                }
                Event::Damage(damage) => damage.target == holder,
                Event::Pindian(pindian) => {
                    pindian.targets.get(usize::from(pindian.current)).is_some_and(|(target, _)| *target == holder)
                }
                other => other.player() == Some(holder),
            },
            Who::Source => match &*event {
                Event::Damage(damage) => damage.source == Some(holder),
                Event::Death { killer, .. } => *killer == Some(holder),
                Event::Recover { source, .. } => *source == Some(holder),
                Event::HpReduction(reduction) => {
                    let damage = reduction.damage;
                    drop(event);
                    damage.is_some_and(
                        |id| matches!(&*self.event(id), Event::Damage(damage) if damage.source == Some(holder)),
                    )
                }
                _ => false,
            },
        }
    }
}
