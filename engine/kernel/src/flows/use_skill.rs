//! 技能的使用事件 (rules 4.2.1): noted and counted, paid, carried out.

use crate::def::{Fun, Picks, Price};
use crate::event::Event;
use crate::game::Game;
use crate::history::Record;
use crate::ids::{EventId, PlayerId};
use crate::index::Entry;
use crate::note::Note;
use crate::request::{Action, Ev};
use crate::rulebook::{Act, Arg, Call, Flow};
use crate::timing::Timing;
use crate::value::{Value, name_in};
use smallvec::{SmallVec, smallvec};

impl Game {
    /// The choices of an action, as scripts see them.
    pub(crate) fn act_of(&self, player: PlayerId, entry: &Entry, picks: &Picks, ev: Ev, action: &Action) -> Act {
        let option = action
            .option
            .and_then(|number| self.options_of(player, entry, picks, ev).get(usize::from(number)).cloned())
            .unwrap_or_default();
        let paid =
            if picks.cards.is_none() && picks.price.discard.is_some() { action.cards.clone() } else { Vec::new() };
        Act {
            cards: action.cards.clone(),
            paid,
            targets: action.targets.clone(),
            option,
            name: action.name,
            owner: Some(entry.at.owner),
        }
    }

    /// Use an ability (技能的使用事件, rules 4.2.1): pay the whole price, then carry the effect out.
    pub(crate) fn run_ability(
        &self,
        player: PlayerId,
        entry: &Entry,
        act: &Act,
        run: Fun,
        ev: Ev,
        price: &Price,
    ) -> Flow<Value> {
        let table_rule = entry.at.skill == self.read().mode;
        let id = self.begin_ability(player, entry, act);
        let result = self.pay(player, entry, price, act, ev).and_then(|()| self.carry_out(player, entry, act, run, ev));
        let result = match result {
            Ok(value) if !table_rule => self.fire(Timing::SkillUsed, id).map(|()| value),
            other => other,
        };
        self.settle(id, result)
    }

    /// The event of an ability's use begins: it is noted and counted, before anything is paid.
    pub(crate) fn begin_ability(&self, player: PlayerId, entry: &Entry, act: &Act) -> EventId {
        let id = self.begin(Event::SkillUse {
            player,
            owner: entry.at.owner,
            skill: entry.at.skill,
            ability: entry.at.index,
            targets: act.targets.as_slice().into(),
            cards: act.cards.clone(),
            seen: Vec::new(),
        });
        let table_rule = entry.at.skill == self.read().mode;
        if !table_rule && entry.at.effect.is_none() {
            self.note(|| Note::Skill { player, skill: entry.at.skill, targets: act.targets.clone() });
        }
        self.count_use(Some(id), player, entry, act);
        id
    }

    pub(crate) fn carry_out(&self, player: PlayerId, entry: &Entry, act: &Act, run: Fun, ev: Ev) -> Flow<Value> {
        let mut args: SmallVec<[Arg<'_>; 5]> = smallvec![Arg::Player(player)];
        args.push(Arg::Event(ev));
        args.push(Arg::Act(act));
        if let Some(effect) = entry.at.effect {
            args.push(Arg::Effect(effect));
        }
        self.run_script(Call { fun: run, skill: entry.at.skill, args: &args })
    }

    /// Write down that an ability was used: in its event, if it has one.
    pub(crate) fn count_use(&self, event: Option<EventId>, player: PlayerId, entry: &Entry, act: &Act) {
        if let Some(effect) = entry.at.effect {
            self.spend_effect(effect);
            return;
        }
        let option = name_in(&act.option);
        let suit = self.common_suit(&act.cards);
        let mut state = self.edit();
        let record = Record::Skill {
            player,
            skill: entry.at.skill,
            owner: entry.at.owner,
            ability: entry.at.index,
            targets: act.targets.as_slice().into(),
            option,
            suit,
        };
        match event {
            Some(event) => state.record(event, record),
            None => state.history.push(record),
        }
        if entry.def.limited || entry.def.awakening {
            let spent = &mut state.players[player.index()].spent;
            match spent.iter_mut().find(|(name, _)| *name == entry.at.skill) {
                Some((_, times)) => *times += 1,
                None => spent.push((entry.at.skill, 1)),
            }
        }
    }

    pub(crate) fn pay(&self, player: PlayerId, entry: &Entry, price: &Price, act: &Act, ev: Ev) -> Flow {
        if price.discard.is_some() && !act.paid.is_empty() {
            self.discard(player, &act.paid)?;
        }
        if price.hp > 0 {
            self.lose_hp(player, price.hp, None)?;
        }
        if let Some((mark, count)) = price.mark {
            self.remove_mark(player, mark, self.num_entry(entry, count, &[Arg::Event(ev)]) as i32)?;
        }
        if price.flip {
            self.flip(player)?;
        }
        Ok(())
    }
}
