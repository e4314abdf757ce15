//! 获得技能, 失去技能 (rules 4.2.20, 4.2.21).

use crate::card::Zone;
use crate::event::{Event, Spot};
use crate::game::Game;
use crate::ids::PlayerId;
use crate::names::Name;
use crate::note::Note;
use crate::rulebook::{Arg, Call, Flow};
use crate::state::{Lasts, Owned, Source};
use crate::timing::Timing;

impl Game {
    /// Does the character have the skill (whether or not it has effect now)?
    #[must_use]
    pub fn has_skill(&self, player: PlayerId, skill: Name) -> bool {
        self.read().players[player.index()].skills.iter().any(|owned| owned.skill == skill)
    }

    /// Gain a skill. Having it already changes nothing, except that the longer of the two ends counts.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn gain_skill(&self, player: PlayerId, skill: Name, source: Source, lasts: Lasts) -> Flow {
        if !self.alive(player) {
            return Ok(());
        }
        let again = self.read().players[player.index()]
            .skills
            .iter()
            .any(|owned| owned.skill == skill && owned.source == source && owned.lasts == lasts);
        if again {
            return Ok(());
        }
        let known = self.has_skill(player, skill);
        let id = self.begin(Event::Skill { player, skill, gained: true });
        let result = self.gain_skill_flow(id, player, Owned { skill, source, lasts }, known);
        self.settle(id, result)
    }

    fn gain_skill_flow(&self, id: crate::ids::EventId, player: PlayerId, owned: Owned, known: bool) -> Flow {
        self.fire(Timing::BeforeSkillGained, id)?;
        self.edit().players[player.index()].skills.push(owned);
        self.touch();
        if !known {
            self.note(|| Note::SkillChange { player, skill: owned.skill, gained: true });
        }
        self.fire(Timing::SkillGained, id)?;
        self.fire(Timing::SkillGainedResolved, id)
    }

    /// Lose a skill, from whatever sources `which` picks.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn lose_skill(&self, player: PlayerId, skill: Name, which: impl Fn(&Owned) -> bool) -> Flow {
        let picked = |owned: &Owned| owned.skill == skill && which(owned);
        if !self.read().players[player.index()].skills.iter().any(picked) {
            return Ok(());
        }
        let id = self.begin(Event::Skill { player, skill, gained: false });
        let result = self.lose_skill_flow(id, player, skill, &picked);
        self.settle(id, result)
    }

    fn lose_skill_flow(
        &self,
        id: crate::ids::EventId,
        player: PlayerId,
        skill: Name,
        picked: &dyn Fn(&Owned) -> bool,
    ) -> Flow {
        self.fire(Timing::BeforeSkillLost, id)?;
        self.edit().players[player.index()].skills.retain(|owned| !picked(owned));
        self.touch();
        if !self.has_skill(player, skill) {
            self.note(|| Note::SkillChange { player, skill, gained: false });
            self.clean_up_after(player, skill)?;
        }
        self.fire(Timing::SkillLost, id)?;
        self.fire(Timing::SkillLostResolved, id)
    }

    /// A skill of the character has no effect for a while (失效); he keeps it.
    pub fn suspend_skill(&self, player: PlayerId, skill: Name, lasts: Lasts) {
        self.edit().players[player.index()].suspended.push((skill, lasts));
        self.touch();
    }

    /// What belonged to a lost skill goes with it: its piles, its bound effects, what it granted "while held".
    fn clean_up_after(&self, player: PlayerId, skill: Name) -> Flow {
        let Some(def) = self.catalogue().skill(skill).cloned() else { return Ok(()) };
        for pile in &def.piles {
            let cards = self.read().players[player.index()].piles.get(*pile).map(|pile| pile.cards.clone());
            if let Some(cards) = cards {
                self.put(None, &cards, Zone::DiscardPile, Spot::Top)?;
            }
        }
        self.end_bound_effects(player, skill)?;
        if let Some(fun) = def.on_lose {
            self.run_script(Call { fun, skill, args: &[Arg::Player(player)] })?;
        }
        Ok(())
    }

    /// End what was granted for a time that is over.
    pub(crate) fn end_grants(&self, over: impl Fn(Lasts) -> bool) -> Flow {
        let suspends = |player: &crate::state::Player| player.suspended.iter().any(|(_, lasts)| over(*lasts));
        if self.read().players.iter().any(suspends) {
            for player in &mut self.edit().players {
                player.suspended.retain(|(_, lasts)| !over(*lasts));
            }
            self.touch();
        }
        let ended: Vec<(PlayerId, Owned)> = {
            let state = self.read();
            let all = state.players.iter().enumerate();
            all.flat_map(|(seat, player)| player.skills.iter().map(move |owned| (PlayerId(seat as u8), *owned)))
                .filter(|(_, owned)| over(owned.lasts))
                .collect()
        };
        for (player, ended) in ended {
            self.lose_skill(player, ended.skill, |owned| *owned == ended)?;
        }
        Ok(())
    }
}
