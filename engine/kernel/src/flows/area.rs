//! 废除, 恢复 (rules 4.2.23, 4.2.24): sealing and unsealing slots and the judgement area.

use crate::card::{Slot, Zone};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{EventId, PlayerId};
use crate::rulebook::Flow;
use crate::timing::Timing;
use smallvec::SmallVec;

impl Game {
    /// 废除: abolish slots (and the judgement area). While the cards leave, nobody's triggered skills come up.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn abolish(&self, player: PlayerId, slots: &[Slot], judge: bool) -> Flow {
        let id = self.area_event(player, slots, judge, true);
        let result = self.abolish_flow(id, player, slots, judge);
        self.settle(id, result)
    }

    fn abolish_flow(&self, id: EventId, player: PlayerId, slots: &[Slot], judge: bool) -> Flow {
        self.fire(Timing::BeforeAreaAbolished, id)?;
        {
            let mut state = self.edit();
            let of = &state.players[player.index()];
            let mut cards: Vec<_> = slots.iter().filter_map(|slot| of.equip[*slot as usize]).collect();
            if judge {
                cards.extend_from_slice(&of.judge);
            }
            for card in cards {
                state.take_out(card);
                state.zones[card.index()] = Zone::DiscardPile;
                state.discard_pile.push(card);
                if let Some(tie) = state.ties[card.index()].take() {
                    state.virtuals[tie.0 as usize].cards.retain(|tied| *tied != card);
                }
            }
            let of = &mut state.players[player.index()];
            of.abolished.extend(slots.iter().copied());
            of.judge_abolished |= judge;
        }
        self.touch();
        self.fire(Timing::AreaAbolished, id)?;
        self.fire(Timing::AreaAbolishedResolved, id)
    }

    /// 恢复: restore abolished slots (and the judgement area).
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn restore(&self, player: PlayerId, slots: &[Slot], judge: bool) -> Flow {
        let id = self.area_event(player, slots, judge, false);
        let result = self.restore_flow(id, player, slots, judge);
        self.settle(id, result)
    }

    fn restore_flow(&self, id: EventId, player: PlayerId, slots: &[Slot], judge: bool) -> Flow {
        self.fire(Timing::BeforeAreaRestored, id)?;
        {
            let mut state = self.edit();
            let of = &mut state.players[player.index()];
            of.abolished.retain(|slot| !slots.contains(slot));
            of.judge_abolished &= !judge;
        }
        self.fire(Timing::AreaRestored, id)?;
        self.fire(Timing::AreaRestoredResolved, id)
    }

    fn area_event(&self, player: PlayerId, slots: &[Slot], judge: bool, abolished: bool) -> EventId {
        self.begin(Event::Area { player, slots: SmallVec::from_slice(slots), judge, abolished })
    }
}
