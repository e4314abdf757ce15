//! 瀕死事件 (rules 4.2.18).

use crate::def::SaveRule;
use crate::event::{Dying, Event, Need};
use crate::game::Game;
use crate::ids::{EventId, PlayerId};
use crate::names::Name;
use crate::note::Note;
use crate::request::Purpose;
use crate::rulebook::Flow;
use crate::timing::Timing;
use smallvec::SmallVec;

impl Game {
    /// A character at 0 hp or less is dying.
    pub(crate) fn check_dying(&self, player: PlayerId, damage: Option<EventId>) -> Flow {
        let down = {
            let state = self.read();
            let player = &state.players[player.index()];
            player.alive && player.hp <= 0
        };
        if down { self.dying(player, damage) } else { Ok(()) }
    }

    /// The dying flow (濒死流程).
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn dying(&self, player: PlayerId, damage: Option<EventId>) -> Flow {
        self.note(|| Note::Dying { player });
        let data = Dying { player, damage, spared: false, asked: None, met: SmallVec::new() };
        let id = self.begin(Event::Dying(data));
        let result = self.dying_flow(id, player, damage);
        self.settle(id, result)
    }

    fn dying_flow(&self, id: EventId, player: PlayerId, damage: Option<EventId>) -> Flow {
        self.fire(Timing::DyingEntering, id)?;
        if !self.saved(id, player) {
            self.fire(Timing::DyingEntered, id)?;
            self.rescue(id, player)?;
            if self.alive(player) && !self.saved(id, player) {
                self.fire(Timing::DyingUnsaved, id)?;
            }
        }
        if self.alive(player) && !self.saved(id, player) {
            let killer = self.killer(damage);
            self.die(player, killer, damage)?;
        } else if self.alive(player) {
            self.note(|| Note::Saved { player });
        }
        self.fire(Timing::DyingResolved, id)
    }

    fn saved(&self, id: EventId, player: PlayerId) -> bool {
        let spared = matches!(&*self.event(id), Event::Dying(dying) if dying.spared);
        spared || self.read().players[player.index()].hp > 0
    }

    /// Who kills: the source of the damage.
    fn killer(&self, damage: Option<EventId>) -> Option<PlayerId> {
        match &*self.event(damage?) {
            Event::Damage(damage) => damage.source,
            _ => None,
        }
    }

    /// The windows "is dying": from the turn owner once round; after each response a new one from the responder on.
    fn rescue(&self, id: EventId, player: PlayerId) -> Flow {
        let mut waiting = self.in_order();
        let mut at = 0;
        while at < waiting.len() && self.alive(player) && !self.saved(id, player) {
            let helper = waiting[at];
            if !self.alive(helper) {
                at += 1;
                continue;
            }
            if self.ask_helper(id, player, helper)? && !self.saved(id, player) {
                // A new window begins with the responder; those before him are not asked again.
                waiting.drain(..at);
                at = 0;
                continue;
            }
            at += 1;
        }
        Ok(())
    }

    /// Ask one character: triggered skills the first time in this flow, then cards. Did he respond?
    fn ask_helper(&self, id: EventId, player: PlayerId, helper: PlayerId) -> Flow<bool> {
        let first = {
            let Event::Dying(dying) = &mut *self.event_mut(id) else { return Ok(false) };
            dying.asked = Some(helper);
            let first = !dying.met.contains(&helper);
            if first {
                dying.met.push(helper);
            }
            first
        };
        if first {
            self.fire_for(helper, Timing::Dying, id)?;
            if self.saved(id, player) || !self.alive(player) || !self.alive(helper) {
                return Ok(true);
            }
        }
        let names = self.saving_names(helper == player);
        if names.is_empty() {
            return Ok(false);
        }
        let need = Need {
            player: helper,
            respond: false,
            names,
            to: Some((id, None)),
            targets: Some(SmallVec::from_slice(&[player])),
            no_distance: true,
            reason: None,
        };
        Ok(self.need(need, Purpose::Save)?.is_some())
    }

    fn saving_names(&self, own: bool) -> SmallVec<[Name; 2]> {
        let catalogue = self.catalogue();
        catalogue
            .card_order
            .iter()
            .filter_map(|name| catalogue.card(*name))
            .filter(|def| def.saves == SaveRule::Anyone || own && def.saves == SaveRule::Own)
            .map(|def| def.name)
            .collect()
    }
}
