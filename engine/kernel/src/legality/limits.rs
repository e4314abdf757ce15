//! Counted limits: how often an ability may be used in a scope.

use crate::def::{Each, Limit};
use crate::game::Game;
use crate::history::Record;
use crate::ids::{CardId, PlayerId};
use crate::index::Entry;
use crate::names::Name;
use crate::request::Ev;
use crate::rulebook::Arg;

/// What a use is counted for, where a limit counts apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Apart {
    Target(PlayerId),
    Option(Option<Name>),
    Card(CardId),
}

impl Game {
    /// Is a counted limit not reached yet? One that counts apart for each target, option or suit is never reached as a
    /// whole: [`Game::leaves`] says what is left.
    pub(crate) fn limit_left(&self, seat: PlayerId, entry: &Entry, limit: Option<Limit>) -> bool {
        let once = entry.at.effect.is_none() && (entry.def.limited || entry.def.awakening);
        if once && self.spent(seat, entry.at.skill) > 0 {
            return false;
        }
        let Some(limit) = limit.filter(|limit| limit.each.is_none()) else { return true };
        self.counted(seat, entry, limit, |_| true) < self.num_entry(entry, limit.count, &[])
    }

    /// May the ability be used with this target, option or card, as far as a limit that counts apart goes?
    pub(crate) fn leaves(&self, seat: PlayerId, entry: &Entry, apart: Apart, ev: Ev) -> bool {
        let Some(limit) = entry.ability().limit() else { return true };
        let suit = match (limit.each, apart) {
            (Some(Each::Target), Apart::Target(_)) | (Some(Each::Option), Apart::Option(_)) => None,
            // Asked before the history is gone through: a face may be changed by a state whose condition is a script.
            (Some(Each::Suit), Apart::Card(card)) => Some(self.face(card).suit),
            _ => return true,
        };
        let used = self.counted(seat, entry, limit, |record| match (record, apart) {
            (Record::Skill { targets, .. }, Apart::Target(target)) => targets.contains(&target),
            (Record::Skill { option, .. }, Apart::Option(chosen)) => *option == chosen,
            (Record::Skill { suit: used, .. }, Apart::Card(_)) => *used == suit,
            _ => false,
        });
        used < self.num_entry(entry, limit.count, &[Arg::Event(ev)])
    }

    fn counted(&self, seat: PlayerId, entry: &Entry, limit: Limit, fits: impl Fn(&Record) -> bool) -> i64 {
        let state = self.read();
        let start = state.history.start(limit.scope);
        let counts = |(number, record): &(usize, &Record)| match record {
            Record::Skill { player, skill, owner, ability, .. } => {
                *player == seat
                    && *owner == entry.at.owner
                    && *skill == entry.at.skill
                    && *ability == entry.at.index
                    && fits(record)
                    && !state.taken_back.contains(&((start + number) as u32))
            }
            _ => false,
        };
        state.history.since(start).enumerate().filter(counts).count() as i64
    }

    /// Take back the last `times` uses of a skill: they no longer count for its limits, nor for it being limited.
    pub fn take_back(&self, seat: PlayerId, skill: Name, times: usize) {
        let state = &mut *self.edit();
        let uses: Vec<u32> = state
            .history
            .since(0)
            .enumerate()
            .filter(|(_, record)| {
                matches!(record, Record::Skill { player, skill: used, .. } if *player == seat && *used == skill)
            })
            .map(|(number, _)| number as u32)
            .filter(|number| !state.taken_back.contains(number))
            .collect();
        let last = &uses[uses.len().saturating_sub(times)..];
        let spent = &mut state.players[seat.index()].spent;
        for (_, used) in spent.iter_mut().filter(|(name, _)| *name == skill) {
            *used = used.saturating_sub(last.len() as u32);
        }
        state.taken_back.extend_from_slice(last);
    }

    /// How often a limited or awakening skill was used.
    #[must_use]
    pub fn spent(&self, seat: PlayerId, skill: Name) -> u32 {
        let state = self.read();
        let spent = &state.players[seat.index()].spent;
        spent.iter().find(|(name, _)| *name == skill).map_or(0, |(_, times)| *times)
    }
}
