//! What must be true of every state between two steps, for tests and fuzzing.

use crate::card::{Slot, Zone};
use crate::game::Game;
use crate::ids::{CardId, PlayerId};
use crate::state::{Player, State};

impl Game {
    /// Is the state sound: every card in exactly one zone, hp within bounds, ties both ways, the dead without cards
    /// (as long as the game goes on)?
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn sound(&self) -> Result<(), String> {
        let state = self.read();
        state.cards_in_place()?;
        state.ties_both_ways()?;
        let dying_now = |seat| state.frames.iter().any(|frame| dies_in(&frame.event, seat));
        for (seat, player) in state.players.iter().enumerate() {
            let seat = PlayerId(seat as u8);
            player.within_bounds().map_err(|what| format!("seat {}: {what}", seat.0 + 1))?;
            if !player.alive && state.result.is_none() && !dying_now(seat) && player.has_cards() {
                return Err(format!("seat {} is dead and has cards", seat.0 + 1));
            }
        }
        Ok(())
    }
}

/// Is the death of this character still being dealt with?
fn dies_in(event: &crate::event::Event, seat: PlayerId) -> bool {
    matches!(event, crate::event::Event::Death { player, .. } if *player == seat)
}

impl State {
    /// Every list of cards with the zone it stands for.
    fn lists(&self) -> Vec<(Zone, Vec<CardId>)> {
        let mut lists = vec![
            (Zone::DrawPile, self.draw_pile.clone()),
            (Zone::DiscardPile, self.discard_pile.clone()),
            (Zone::Processing, self.processing.iter().map(|(card, ..)| *card).collect()),
        ];
        for (seat, player) in self.players.iter().enumerate() {
            let seat = PlayerId(seat as u8);
            lists.push((Zone::Hand(seat), player.hand.clone()));
            lists.push((Zone::Judge(seat), player.judge.clone()));
            for slot in Slot::ALL {
                lists.push((Zone::Equip(seat, slot), player.equip[slot as usize].into_iter().collect()));
            }
            lists.extend(player.piles.iter().map(|(name, pile)| (Zone::Pile(seat, name), pile.cards.clone())));
        }
        lists
    }

    fn cards_in_place(&self) -> Result<(), String> {
        let mut found = vec![false; self.zones.len()];
        for (zone, cards) in self.lists() {
            for card in cards {
                if std::mem::replace(&mut found[card.index()], true) {
                    return Err(format!("card {} is in two places, one of them {}", card.0, zone.id()));
                }
                if self.zones[card.index()] != zone {
                    let said = self.zones[card.index()].id();
                    return Err(format!("card {} lies in {} but is said to be in {said}", card.0, zone.id()));
                }
            }
        }
        let lost = (0..found.len()).find(|card| !found[*card] && self.zones[*card] != Zone::Removed);
        lost.map_or(Ok(()), |card| Err(format!("card {card} is nowhere")))
    }

    /// A physical card is tied only to a virtual card that it stands for, and only where such cards lie.
    fn ties_both_ways(&self) -> Result<(), String> {
        for (card, tie) in self.ties.iter().enumerate() {
            let Some(tie) = tie else { continue };
            if !self.virtuals.get(tie.0 as usize).is_some_and(|tied| tied.cards.contains(&CardId(card as u16))) {
                return Err(format!("card {card} is tied to a virtual card that does not know it"));
            }
        }
        Ok(())
    }
}

impl Player {
    fn within_bounds(&self) -> Result<(), String> {
        if self.hp > self.max_hp {
            return Err(format!("hp {} above the maximum of {}", self.hp, self.max_hp));
        }
        if self.marks.iter().any(|(_, count)| *count <= 0) {
            return Err("a mark that there are none of".into());
        }
        let sealed = self.abolished.iter().any(|slot| self.equip[*slot as usize].is_some());
        if sealed || self.judge_abolished && !self.judge.is_empty() {
            return Err("a card in an abolished area".into());
        }
        Ok(())
    }

    fn has_cards(&self) -> bool {
        let piled = self.piles.iter().any(|(_, pile)| !pile.cards.is_empty());
        piled || !self.hand.is_empty() || !self.judge.is_empty() || self.equip.iter().any(Option::is_some)
    }
}
