//! Changes from outside the rules: a director puts the table into another position. No timing comes up for them.

use crate::card::Zone;
use crate::event::{CardMove, Reason, Spot};
use crate::game::{Elsewhere, Game};
use crate::ids::{CardId, PlayerId};
use crate::names::Name;
use crate::note::Note;
use crate::state::{Lasts, Owned, Source};

/// Why a change makes no sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// That character is dead.
    Dead,
    /// That character lives.
    Alive,
    /// That character is the last that lives.
    Last,
}

impl Game {
    /// Put a card somewhere, wherever it is. What lies in an equipment slot goes to the discard pile.
    pub fn put_at(&self, card: CardId, to: Zone) {
        let from = self.read().zones[card.index()];
        let mut moves = Vec::new();
        if let Zone::Equip(player, slot) = to
            && let Some(old) = self.read().players[player.index()].equip[slot as usize]
            && old != card
        {
            moves.push((old, to, Zone::DiscardPile));
        }
        moves.push((card, from, to));
        let entries: Vec<CardMove> = moves
            .into_iter()
            .map(|(card, from, to)| CardMove { card, from, to, spot: Spot::Top, open: false, former: None })
            .collect();
        self.relocate(&entries, Reason::System);
        self.touch();
        self.note(|| Note::Moved { moves: entries, reason: Reason::System, by: None });
    }

    /// Set hp and maximum hp; hp stays at most the maximum, which is at least 1.
    pub fn set_hp_to(&self, player: PlayerId, hp: i32, max_hp: i32) {
        let (hp, max_hp) = {
            let of = &mut self.edit().players[player.index()];
            of.max_hp = max_hp.clamp(1, 99);
            of.hp = hp.clamp(1, of.max_hp);
            (of.hp, of.max_hp)
        };
        self.note(|| Note::Hp { player, hp, max_hp });
    }

    /// Chained or not, face up or down, as it isn't now.
    pub fn toggle_state(&self, player: PlayerId, chain: bool) {
        let of = &mut self.edit().players[player.index()];
        if chain {
            of.chained = !of.chained;
        } else {
            of.face_up = !of.face_up;
        }
    }

    /// Set the number of a mark.
    pub fn set_mark_to(&self, player: PlayerId, mark: Name, count: i32) {
        {
            let marks = &mut self.edit().players[player.index()].marks;
            if count > 0 {
                *marks.entry(mark) = count;
            } else {
                marks.remove(mark);
            }
        }
        self.note(|| Note::Mark { player, mark, count: count.max(0) });
    }

    /// Change a character's general: kingdom, gender, hp and skills as printed, lord skills for a lord only; skills that
    /// were gained otherwise stay.
    pub fn set_general(&self, player: PlayerId, general: Name, lord: bool) {
        {
            let of = &mut self.edit().players[player.index()];
            of.generals.clear();
            of.skills.retain(|owned| matches!(owned.source, Source::Granted(_)));
        }
        self.seat_general(player, general, lord, 0);
    }

    /// A character is dead: his cards lie in the discard pile, his marks and states are gone, his role is known. Nobody
    /// is rewarded, and the mode isn't asked whether the game is over. If it was his turn, the next one begins.
    ///
    /// # Errors
    /// If he is dead already, or the last.
    pub fn put_to_death(&self, player: PlayerId) -> Result<(), Refusal> {
        let living = self.in_order();
        if !living.contains(&player) {
            return Err(Refusal::Dead);
        }
        if living.len() == 1 {
            return Err(Refusal::Last);
        }
        let moves: Vec<CardMove> = {
            let state = self.read();
            let of = &state.players[player.index()];
            let piles = of.piles.iter().flat_map(|(_, pile)| pile.cards.iter());
            let cards = of.hand.iter().chain(of.equip.iter().flatten()).chain(&of.judge).chain(piles);
            let entry = |card: &CardId| CardMove {
                card: *card,
                from: state.zones[card.index()],
                to: Zone::DiscardPile,
                spot: Spot::Top,
                open: true,
                former: None,
            };
            cards.map(entry).collect()
        };
        self.relocate(&moves, Reason::System);
        {
            let mut state = self.edit();
            state.effects.retain(|effect| effect.lasts != Lasts::TurnOf(player));
            let of = &mut state.players[player.index()];
            (of.alive, of.chained, of.face_up) = (false, false, true);
            of.hp = of.hp.min(0);
            of.marks.clear();
        }
        self.touch();
        self.note(|| Note::Death { player, killer: None });
        if !moves.is_empty() {
            self.note(|| Note::Moved { moves, reason: Reason::System, by: None });
        }
        self.show_role(player);
        if self.read().turn_owner == Some(player) {
            self.leave_for(Elsewhere::NextTurn);
        }
        Ok(())
    }

    /// A dead character lives again, with his maximum hp and no cards.
    ///
    /// # Errors
    /// If he lives.
    pub fn revive(&self, player: PlayerId) -> Result<(), Refusal> {
        if self.alive(player) {
            return Err(Refusal::Alive);
        }
        let (hp, max_hp) = {
            let mut state = self.edit();
            let state = &mut *state;
            let of = &mut state.players[player.index()];
            of.alive = true;
            of.max_hp = of.max_hp.max(1);
            of.hp = of.max_hp;
            let generals = &of.generals;
            state.general_deck.retain(|name| generals.iter().all(|general| general.name != *name));
            (of.hp, of.max_hp)
        };
        self.touch();
        self.note(|| Note::Hp { player, hp, max_hp });
        Ok(())
    }

    /// The turn that is going on is dropped without its end, and this character's play phase begins: at an idle point.
    ///
    /// # Errors
    /// If he is dead.
    pub fn give_turn(&self, player: PlayerId) -> Result<(), Refusal> {
        if !self.alive(player) {
            return Err(Refusal::Dead);
        }
        self.leave_for(Elsewhere::PlayPhase(player));
        Ok(())
    }

    /// Give a skill, or take it away from wherever it comes.
    pub fn set_skill(&self, player: PlayerId, skill: Name, has: bool) {
        {
            let of = &mut self.edit().players[player.index()];
            let had = of.skills.iter().any(|owned| owned.skill == skill);
            if had == has {
                return;
            }
            if has {
                of.skills.push(Owned { skill, source: Source::Granted(skill), lasts: Lasts::Game });
            } else {
                of.skills.retain(|owned| owned.skill != skill);
            }
        }
        self.touch();
        self.note(|| Note::SkillChange { player, skill, gained: has });
    }
}
