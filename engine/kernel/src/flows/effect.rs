//! Lasting effects (延时类效果): set, spent, ended.

use crate::def::Fun;
use crate::game::Game;
use crate::ids::{EffectId, PlayerId};
use crate::names::Name;
use crate::rulebook::{Arg, Call, Flow};
use crate::state::{Effect, Lasts};
use crate::value::Value;

impl Game {
    /// Set a lasting effect on a character.
    pub fn gain_effect(&self, effect: Effect) -> EffectId {
        let id = {
            let mut state = self.edit();
            let id = EffectId(state.next_effect);
            state.next_effect += 1;
            state.effects.push(Effect { id, ..effect });
            id
        };
        self.touch();
        id
    }

    /// The effect, while it lasts.
    #[must_use]
    pub fn effect(&self, id: EffectId) -> Option<Effect> {
        self.read().effects.iter().find(|effect| effect.id == id).cloned()
    }

    /// Change an effect's data.
    pub fn set_effect_data(&self, id: EffectId, data: Value) {
        if let Some(effect) = self.edit().effects.iter_mut().find(|effect| effect.id == id) {
            effect.data = data;
        }
    }

    /// The effects of this name on a character.
    #[must_use]
    pub fn effects_on(&self, owner: PlayerId, skill: Name, name: Name) -> Vec<EffectId> {
        let state = self.read();
        let mine = |effect: &&Effect| effect.owner == owner && effect.skill == skill && effect.name == name;
        state.effects.iter().filter(mine).map(|effect| effect.id).collect()
    }

    /// One of its handlers ran: an effect with counted uses ends after the last. (It is taken off before the handler
    /// runs on, and the handler finishes.)
    pub(crate) fn spend_effect(&self, id: EffectId) {
        let over = {
            let mut state = self.edit();
            match state.effects.iter_mut().find(|effect| effect.id == id) {
                Some(Effect { uses: Some(left), .. }) => {
                    *left = left.saturating_sub(1);
                    *left == 0
                }
                _ => false,
            }
        };
        if over {
            // `on_end` is for effects that run out of time; one that is spent has done its work.
            self.edit().effects.retain(|effect| effect.id != id);
            self.touch();
        }
    }

    /// End one effect.
    ///
    /// # Errors
    /// Interrupts from `on_end`.
    pub fn end_effect(&self, id: EffectId) -> Flow {
        let Some(effect) = self.effect(id) else { return Ok(()) };
        let on_end: Option<Fun> = self.catalogue().skill_like(effect.skill).and_then(|def| {
            def.effects.iter().find(|candidate| candidate.name == effect.name).and_then(|def| def.on_end)
        });
        if let Some(fun) = on_end {
            let args = [Arg::Player(effect.owner), Arg::Effect(id)];
            self.run_script(Call { fun, skill: effect.skill, args: &args })?;
        }
        self.edit().effects.retain(|effect| effect.id != id);
        self.touch();
        Ok(())
    }

    /// End all whose time is over.
    pub(crate) fn end_effects(&self, over: impl Fn(Lasts) -> bool) -> Flow {
        let ended: Vec<EffectId> = {
            let state = self.read();
            if state.effects.is_empty() {
                return Ok(());
            }
            state.effects.iter().filter(|effect| over(effect.lasts)).map(|effect| effect.id).collect()
        };
        ended.into_iter().try_for_each(|id| self.end_effect(id))
    }

    pub(crate) fn end_bound_effects(&self, owner: PlayerId, skill: Name) -> Flow {
        let ended: Vec<EffectId> = {
            let state = self.read();
            let bound = |effect: &&Effect| effect.bound && effect.owner == owner && effect.skill == skill;
            state.effects.iter().filter(bound).map(|effect| effect.id).collect()
        };
        ended.into_iter().try_for_each(|id| self.end_effect(id))
    }

    /// A scope ended: effects and granted skills that last as long end with it.
    pub(crate) fn end_scope(&self, over: impl Fn(Lasts) -> bool) -> Flow {
        self.end_effects(&over)?;
        self.end_grants(&over)
    }
}
