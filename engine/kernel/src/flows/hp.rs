//! 失去体力, 扣减体力, 回复体力, 减 / 加体力上限 (rules 4.2.13–4.2.17).

use crate::def::{Ban, Nature};
use crate::event::{Event, HpReduction};
use crate::game::Game;
use crate::history::Record;
use crate::ids::{EventId, PlayerId, VirtualId};
use crate::names::Name;
use crate::note::Note;
use crate::rulebook::Flow;
use crate::timing::Timing;

impl Game {
    /// 失去体力: lose hp, which is not damage.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn lose_hp(&self, player: PlayerId, amount: i32, reason: Option<Name>) -> Flow {
        if !self.alive(player) || amount <= 0 {
            return Ok(());
        }
        let id = self.begin(Event::LoseHp { player, amount, reason });
        let result = self.lose_hp_flow(id, player, amount);
        self.settle(id, result)
    }

    fn lose_hp_flow(&self, id: EventId, player: PlayerId, amount: i32) -> Flow {
        self.fire(Timing::BeforeHpLost, id)?;
        let amount = self.amount_of(id, amount);
        if amount <= 0 {
            return Ok(());
        }
        self.note(|| Note::LoseHp { player, amount });
        self.edit().record(id, Record::LoseHp { player, amount });
        self.reduce_hp(player, amount, None)?;
        self.fire(Timing::HpLost, id)?;
        self.fire(Timing::HpLostResolved, id)
    }

    /// How much an event of hp is about, as its "before" timing left it.
    fn amount_of(&self, id: EventId, given: i32) -> i32 {
        match &*self.event(id) {
            Event::LoseHp { amount, .. } => *amount,
            Event::MaxHp { amount, .. } => amount.abs(),
            _ => given,
        }
    }

    /// 扣减体力: by damage, or by loss of hp.
    pub(crate) fn reduce_hp(&self, player: PlayerId, amount: i32, damage: Option<EventId>) -> Flow {
        if let Some(damage) = damage {
            self.break_chain(player, damage)?;
        }
        let id = self.begin(Event::HpReduction(HpReduction { player, amount, damage, spared: false }));
        let result = self.reduce_hp_flow(id, player, amount, damage);
        self.settle(id, result)
    }

    /// A chained character who suffers natural damage is reset; if the damage does not itself come along a chain and
    /// others are chained, it will start one.
    fn break_chain(&self, player: PlayerId, damage: EventId) -> Flow {
        let (nature, chained) = self.edit_damage(damage, |damage| (damage.nature, damage.chained)).unwrap_or_default();
        let was_chained = self.read().players[player.index()].chained;
        if nature == Nature::Normal || !was_chained {
            return Ok(());
        }
        self.set_chained(player, false)?;
        let others = self.read().players.iter().any(|other| other.alive && other.chained);
        if !chained && others {
            self.edit_damage(damage, |damage| damage.starts_chain = true);
        }
        Ok(())
    }

    fn reduce_hp_flow(&self, id: EventId, player: PlayerId, amount: i32, damage: Option<EventId>) -> Flow {
        let by_damage = damage.is_some();
        let timing = |of_damage, of_loss| if by_damage { of_damage } else { of_loss };
        self.fire(timing(Timing::BeforeHpReducedByDamage, Timing::BeforeHpReducedByLoss), id)?;
        self.fire(timing(Timing::HpReducingByDamage, Timing::HpReducingByLoss), id)?;
        self.edit().players[player.index()].hp -= amount;
        if let Some(damage) = damage {
            self.edit_damage(damage, |damage| damage.reduced = amount);
        }
        self.note_hp(player);
        self.fire(timing(Timing::HpReducedByDamage, Timing::HpReducedByLoss), id)?;
        self.fire(Timing::HpChanged, id)?;
        let spared = matches!(&*self.event(id), Event::HpReduction(reduction) if reduction.spared);
        if !spared {
            self.check_dying(player, damage)?;
        }
        self.fire(timing(Timing::HpReducedByDamageResolved, Timing::HpReducedByLossResolved), id)
    }

    fn note_hp(&self, player: PlayerId) {
        self.note(|| {
            let state = self.read();
            let of = &state.players[player.index()];
            Note::Hp { player, hp: of.hp, max_hp: of.max_hp }
        });
    }

    /// 回复体力: recover, at most up to the maximum. Answers how much was recovered.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn recover(
        &self,
        player: PlayerId,
        amount: i32,
        source: Option<PlayerId>,
        card: Option<VirtualId>,
        skill: Option<Name>,
    ) -> Flow<i32> {
        let hurt = {
            let state = self.read();
            let player = &state.players[player.index()];
            player.alive && player.hp < player.max_hp
        };
        if !hurt || amount <= 0 || self.banned_plain(Ban::Recover, player) {
            return Ok(0);
        }
        let id = self.begin(Event::Recover { player, amount, source, card, skill });
        let result = self.recover_flow(id, player);
        self.settle(id, result)
    }

    fn recover_flow(&self, id: EventId, player: PlayerId) -> Flow<i32> {
        self.fire(Timing::BeforeRecover, id)?;
        let wanted = if let Event::Recover { amount, .. } = &*self.event(id) { *amount } else { 0 };
        let gained = {
            let mut state = self.edit();
            let player = &mut state.players[player.index()];
            let gained = wanted.min(player.max_hp - player.hp).max(0);
            player.hp += gained;
            gained
        };
        if gained > 0 {
            self.note(|| Note::Recover { player, amount: gained });
            self.edit().record(id, Record::Recover { player, amount: gained });
            self.note_hp(player);
        }
        self.fire(Timing::Recovered, id)?;
        self.fire(Timing::HpChanged, id)?;
        self.fire(Timing::RecoverResolved, id)?;
        Ok(gained)
    }

    /// 减体力上限: reduce maximum hp; at 0 the character dies, without dying first.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn lose_max_hp(&self, player: PlayerId, amount: i32) -> Flow {
        if !self.alive(player) || amount <= 0 {
            return Ok(());
        }
        let id = self.begin(Event::MaxHp { player, amount: -amount });
        let result = self.lose_max_hp_flow(id, player, amount);
        self.settle(id, result)
    }

    fn lose_max_hp_flow(&self, id: EventId, player: PlayerId, amount: i32) -> Flow {
        self.fire(Timing::BeforeMaxHpReduced, id)?;
        let amount = self.amount_of(id, amount);
        let dead = {
            let mut state = self.edit();
            let player = &mut state.players[player.index()];
            player.max_hp = (player.max_hp - amount).max(0);
            player.hp = player.hp.min(player.max_hp);
            player.max_hp == 0
        };
        self.note_hp(player);
        if dead {
            return self.die(player, None, None);
        }
        self.fire(Timing::MaxHpReduced, id)?;
        self.fire(Timing::HpChanged, id)?;
        self.fire(Timing::MaxHpReducedResolved, id)
    }

    /// 加体力上限: raise maximum hp; hp stays.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn gain_max_hp(&self, player: PlayerId, amount: i32) -> Flow {
        if !self.alive(player) || amount <= 0 {
            return Ok(());
        }
        let id = self.begin(Event::MaxHp { player, amount });
        let result = self.gain_max_hp_flow(id, player, amount);
        self.settle(id, result)
    }

    fn gain_max_hp_flow(&self, id: EventId, player: PlayerId, amount: i32) -> Flow {
        self.fire(Timing::BeforeMaxHpGained, id)?;
        let amount = self.amount_of(id, amount);
        self.edit().players[player.index()].max_hp += amount;
        self.note_hp(player);
        self.fire(Timing::MaxHpGained, id)?;
        self.fire(Timing::HpChanged, id)?;
        self.fire(Timing::MaxHpGainedResolved, id)
    }
}
