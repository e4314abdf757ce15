//! 伤害事件 (rules 4.2.12), with chain conduction (连环传导).

use crate::def::Nature;
use crate::event::{Damage, Event};
use crate::game::Game;
use crate::history::Record;
use crate::ids::{EventId, PlayerId};
use crate::note::Note;
use crate::rulebook::Flow;
use crate::timing::Timing;

impl Damage {
    /// Damage with its base value; everything else is as if it came from nowhere.
    #[must_use]
    pub fn new(source: Option<PlayerId>, target: PlayerId, amount: i32, nature: Nature) -> Self {
        Damage {
            source,
            target,
            amount,
            nature,
            card: None,
            skill: None,
            by_use: None,
            chained: false,
            transferred: false,
            prevented: false,
            starts_chain: false,
            reduced: 0,
            memo: crate::value::Slots::default(),
        }
    }
}

impl Game {
    /// Deal damage. Answers how much was dealt; 0 if it was prevented.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn damage(&self, damage: Damage) -> Flow<i32> {
        if !self.alive(damage.target) || damage.amount <= 0 {
            return Ok(0);
        }
        // The damage of a dead source has no source (document 000, L423).
        let source = damage.source.filter(|source| self.alive(*source));
        let id = self.begin(Event::Damage(Box::new(Damage { source, ..damage })));
        let result = self.damage_flow(id);
        let done = self.damage_of(id);
        self.settle(id, result)?;
        if !done.prevented && done.starts_chain {
            self.conduct(&done)?;
        }
        Ok(if done.prevented { 0 } else { done.amount })
    }

    fn damage_of(&self, id: EventId) -> Damage {
        match &*self.event(id) {
            Event::Damage(damage) => (**damage).clone(),
            _ => unreachable!("the event is damage"),
        }
    }

    fn damage_flow(&self, id: EventId) -> Flow {
        if !self.damage_of(id).chained {
            self.fire(Timing::DamageBase, id)?;
        }
        const UNTIL_DEALT: [Timing; 8] = [
            Timing::BeforeDamage,
            Timing::DamageStart,
            Timing::DamageCausing1,
            Timing::DamageCausing2,
            Timing::DamageCausing3,
            Timing::DamageTaking1,
            Timing::DamageTaking2,
            Timing::DamageTaking3,
        ];
        for timing in UNTIL_DEALT {
            self.fire(timing, id)?;
            if self.came_to_nothing(id) {
                self.end_ignoring(id);
                return self.fire(Timing::DamageResolved, id);
            }
        }
        self.end_ignoring(id);
        self.deal(id)?;
        self.fire(Timing::DamageCaused, id)?;
        self.fire(Timing::DamageTaken, id)?;
        self.fire(Timing::DamageResolved, id)
    }

    /// What a use ignores of its target counts again once the value of its damage to him is final, or the damage is
    /// prevented (青釭剑: document 000, L1695).
    fn end_ignoring(&self, id: EventId) {
        let damage = self.damage_of(id);
        let Some((used, at)) =
            damage.by_use.filter(|(used, _)| !damage.transferred && !damage.chained && self.runs(*used))
        else {
            return;
        };
        self.edit_use(used, |used| {
            if let Some(aim) = used.aims.get_mut(usize::from(at)).filter(|aim| aim.player == damage.target) {
                aim.ignored_slots.clear();
            }
        });
    }

    fn came_to_nothing(&self, id: EventId) -> bool {
        let prevented = self.edit_damage(id, |damage| {
            damage.prevented |= damage.amount <= 0;
            damage.prevented.then_some(damage.target)
        });
        let Some(Some(target)) = prevented else { return false };
        self.note(|| Note::Prevented { target });
        true
    }

    /// The source has dealt it and the target has suffered it; hp is reduced.
    fn deal(&self, id: EventId) -> Flow {
        let damage = self.damage_of(id);
        self.note(|| Note::Damage {
            source: damage.source,
            target: damage.target,
            amount: damage.amount,
            nature: damage.nature,
            chained: damage.chained,
        });
        let card = damage.card.map(|card| self.virtual_card(card).name);
        {
            let mut state = self.edit();
            let record = Record::Damage {
                source: damage.source,
                player: damage.target,
                amount: damage.amount,
                nature: damage.nature,
                card,
            };
            state.record(id, record);
            if let Some((used, aim)) = damage.by_use.filter(|_| !damage.chained)
                && let Some(frame) = state.frames.get_mut(usize::from(used.depth))
                && frame.serial == used.serial
                && let Event::Use(used) = &mut frame.event
            {
                used.damage_dealt += damage.amount;
                let aim = &mut used.aims[usize::from(aim)];
                aim.damaged |= aim.player == damage.target;
            }
        }
        self.reduce_hp(damage.target, damage.amount, Some(id))
    }

    /// Chain conduction: everybody else who is chained suffers the same damage, in turn order. Each is looked at when his
    /// turn comes: alive and still chained.
    fn conduct(&self, first: &Damage) -> Flow {
        for player in self.in_order() {
            let chained = {
                let state = self.read();
                let player = &state.players[player.index()];
                player.alive && player.chained
            };
            if player == first.target || !chained {
                continue;
            }
            self.damage(Damage {
                target: player,
                amount: first.reduced,
                chained: true,
                prevented: false,
                starts_chain: false,
                reduced: 0,
                memo: crate::value::Slots::default(),
                ..first.clone()
            })?;
        }
        Ok(())
    }

    /// The damage event's data to change, if it is one.
    pub fn edit_damage<T>(&self, id: EventId, change: impl FnOnce(&mut Damage) -> T) -> Option<T> {
        match &mut *self.event_mut(id) {
            Event::Damage(damage) => Some(change(damage)),
            _ => None,
        }
    }
}
