//! Counted limits: how often an ability may be used in a scope.

use crate::game::Game;
use crate::history::Record;
use crate::ids::PlayerId;
use crate::index::Entry;
use crate::names::Name;

impl Game {
    /// Is a counted limit not reached yet, for these targets and this option?
    pub(crate) fn limit_left(
        &self,
        seat: PlayerId,
        entry: &Entry,
        limit: Option<crate::def::Limit>,
        targets: &[PlayerId],
        option: Option<Name>,
    ) -> bool {
        let once = entry.at.effect.is_none() && (entry.def.limited || entry.def.awakening);
        if once && self.spent(seat, entry.at.skill) > 0 {
            return false;
        }
        let Some(limit) = limit else { return true };
        let most = self.num_entry(entry, limit.count, &[]);
        let state = self.read();
        let start = state.scopes.of(limit.scope);
        let used = state
            .history
            .since(start)
            .filter(|record| match record {
                Record::Skill { player, skill, owner, ability, targets: used_on, option: used_as } => {
                    *player == seat
                        && *owner == entry.at.owner
                        && *skill == entry.at.skill
                        && *ability == entry.at.index
                        && (!limit.each_target || used_on.iter().any(|target| targets.contains(target)))
                        && (!limit.each_option || *used_as == option)
                }
                _ => false,
            })
            .count() as i64;
        used < most
    }

    /// How often a limited or awakening skill was used.
    #[must_use]
    pub fn spent(&self, seat: PlayerId, skill: Name) -> u32 {
        let state = self.read();
        let spent = &state.players[seat.index()].spent;
        spent.iter().find(|(name, ..)| *name == skill).map_or(0, |(_, _, times)| *times)
    }
}
