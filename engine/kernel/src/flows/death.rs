//! 死亡事件 (rules 4.2.19). Rewards and the end of the game are the mode's.

use crate::card::Zone;
use crate::event::{CardMove, Event, Move, Reason, Spot};
use crate::game::Game;
use crate::history::Record;
use crate::ids::{EventId, PlayerId};
use crate::note::Note;
use crate::rulebook::{Arg, Call, Flow};
use crate::timing::Timing;
use crate::value::Value;

impl Game {
    /// A character dies. `killer` is who killed him: the source of the damage he died of.
    ///
    /// # Errors
    /// Interrupts from inside, the end of the game among them.
    pub fn die(&self, player: PlayerId, killer: Option<PlayerId>, damage: Option<EventId>) -> Flow {
        if !self.alive(player) {
            return Ok(());
        }
        self.note(|| Note::Death { player, killer });
        {
            let mut state = self.edit();
            let dead = &mut state.players[player.index()];
            dead.alive = false;
            dead.hp = dead.hp.min(0);
        }
        self.touch();
        let id = self.begin(Event::Death { player, killer, damage });
        self.edit().record(id, Record::Death { player, killer });
        let result = self.death_flow(id, player, killer);
        self.settle(id, result)
    }

    fn death_flow(&self, id: EventId, player: PlayerId, killer: Option<PlayerId>) -> Flow {
        self.fire(Timing::BeforeRoleShown, id)?;
        self.show_role(player);
        self.check_over(Some(player))?;
        self.fire(Timing::Death, id)?;
        self.leave(player)?;
        if killer.is_some_and(|killer| killer != player) {
            self.reward(player, killer)?;
        }
        self.fire(Timing::AfterDeath, id)?;
        self.fire(Timing::DeathResolved, id)
    }

    /// Turn a role card face up.
    pub fn show_role(&self, player: PlayerId) {
        let role = {
            let mut state = self.edit();
            state.players[player.index()].role_shown = true;
            state.players[player.index()].role
        };
        if let Some(role) = role {
            self.note(|| Note::Role { player, role });
        }
    }

    /// Ask the mode whether the game is over.
    ///
    /// # Errors
    /// The end of the game.
    pub fn check_over(&self, dead: Option<PlayerId>) -> Flow {
        let mode = self.catalogue().mode(self.read().mode).cloned();
        let Some((mode, fun)) = mode.and_then(|mode| mode.over.map(|fun| (mode, fun))) else { return Ok(()) };
        let args = [Arg::Game, dead.map_or(Arg::Nil, Arg::Player)];
        match self.rulebook().value(self, Call { fun, skill: mode.name, args: &args }) {
            Value::List(winners) => {
                let winners = winners.iter().filter_map(|winner| match winner {
                    Value::Player(player) => Some(*player),
                    _ => None,
                });
                self.finish_game(winners.collect())
            }
            _ => Ok(()),
        }
    }

    /// The dead leave: hand and equipment are discarded, the rest is put into the discard pile, marks go.
    fn leave(&self, player: PlayerId) -> Flow {
        let (own, rest) = {
            let state = self.read();
            let dead = &state.players[player.index()];
            let own: Vec<_> = dead.hand.iter().chain(dead.equip.iter().flatten()).copied().collect();
            let piles = dead.piles.iter().flat_map(|(_, pile)| pile.cards.iter());
            let rest: Vec<_> = dead.judge.iter().chain(piles).copied().collect();
            (own, rest)
        };
        self.system_discard(&own, Reason::Discard)?;
        self.system_discard(&rest, Reason::Put)?;
        self.return_generals(player);
        {
            let mut state = self.edit();
            let dead = &mut state.players[player.index()];
            dead.marks.clear();
            dead.chained = false;
            dead.face_up = true;
        }
        self.end_effects(|lasts| lasts == crate::state::Lasts::TurnOf(player))
    }

    /// The general cards of the dead join those that are not in the game, anywhere among them.
    fn return_generals(&self, player: PlayerId) {
        let mut state = self.edit();
        let state = &mut *state;
        for general in &state.players[player.index()].generals {
            let at = state.rng.below(state.general_deck.len() as u32 + 1) as usize;
            state.general_deck.insert(at, general.name);
        }
    }

    fn system_discard(&self, cards: &[crate::ids::CardId], reason: Reason) -> Flow {
        let moves: Vec<CardMove> = self.entries(cards, Zone::DiscardPile, Spot::Top, true);
        self.move_cards(Move { moves, reason, by: None, origin: None, skill: None }).map(drop)
    }

    fn reward(&self, dead: PlayerId, killer: Option<PlayerId>) -> Flow {
        let mode = self.catalogue().mode(self.read().mode).cloned();
        let Some((mode, fun)) = mode.and_then(|mode| mode.reward.map(|fun| (mode, fun))) else { return Ok(()) };
        let args = [Arg::Game, Arg::Player(dead), killer.map_or(Arg::Nil, Arg::Player)];
        self.run_script(Call { fun, skill: mode.name, args: &args }).map(drop)
    }
}
