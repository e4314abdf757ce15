//! The scheduler: what happens at a timing.
//!
//! Each character in turn order, from the one whose turn it is, gathers what he can do here and now: skills and effects
//! first, then equipment. Nothing: the next character. One that is compulsory: it runs. Otherwise he picks which goes
//! next, or passes if all that is left is optional. After each the gathering starts again, so that what has come up in
//! between counts; each handler runs at most once per timing, or as many times as it declares.

mod hears;

use crate::def::{Ability, Handler};
use crate::event::Event;
use crate::game::Game;
use crate::ids::PlayerId;
use crate::index::Entry;
use crate::names::Name;
use crate::note::Note;
use crate::request::{AbilityRef, Action, Answer, Ask, Ev, Prompt, Request, Way};
use crate::rulebook::{Act, Arg, Call, Flow};
use crate::timing::Timing;

/// How often each handler ran, or that it was declined, at one timing.
#[derive(Default)]
struct Done(Vec<(AbilityRef, i64)>);

const DECLINED: i64 = i64::MAX;

impl Done {
    fn times(&self, at: AbilityRef) -> i64 {
        self.0.iter().find(|(done, _)| *done == at).map_or(0, |(_, times)| *times)
    }

    fn ran(&mut self, at: AbilityRef) {
        match self.0.iter_mut().find(|(done, _)| *done == at) {
            Some((_, times)) => *times = times.saturating_add(1),
            None => self.0.push((at, 1)),
        }
    }

    /// Declined: for good, or this once where it may be used once for each of something (每受到1点伤害后).
    fn passed(&mut self, entry: &Entry) {
        match entry.ability() {
            Ability::On(handler) if handler.times.is_some() => self.ran(entry.at),
            _ => self.declined(entry.at),
        }
    }

    fn declined(&mut self, at: AbilityRef) {
        self.0.retain(|(done, _)| *done != at);
        self.0.push((at, DECLINED));
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Skills of characters, lasting effects, and the rules of table and card.
    Skills,
    Equipment,
}

impl Game {
    /// Everybody who can do something at `timing` of this event does it, in the order of the rules.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn fire(&self, timing: Timing, ev: impl Into<Ev>) -> Flow {
        let ev = ev.into();
        self.note(|| Note::Timing { timing, ev });
        if self.nobody_listens(timing) && !self.card_listens(timing, ev) {
            return Ok(());
        }
        let mut done = Done::default();
        self.keep_books(timing, ev)?;
        self.card_handlers(timing, ev)?;
        for player in self.order_at(ev) {
            self.turn_to(player, timing, ev, &mut done)?;
            if self.is_void(timing, ev) {
                break;
            }
        }
        Ok(())
    }

    /// A step of a flow, at which nothing can be triggered: only traces see it.
    pub(crate) fn step(&self, timing: Timing) {
        self.note(|| Note::Timing { timing, ev: self.current().into() });
    }

    /// Like [`Game::fire`], for one character only: the timings at which a single one acts (处于濒死状态时).
    ///
    /// # Errors
    /// Interrupts from inside.
    pub(crate) fn fire_for(&self, player: PlayerId, timing: Timing, ev: impl Into<Ev>) -> Flow {
        let ev = ev.into();
        self.note(|| Note::Timing { timing, ev });
        if self.nobody_listens(timing) {
            return Ok(());
        }
        self.keep_books(timing, ev)?;
        self.turn_to(player, timing, ev, &mut Done::default())
    }

    /// Who is asked at a timing: the living in turn order and, in a death, the one who dies at his seat.
    fn order_at(&self, ev: Ev) -> Vec<PlayerId> {
        let dead = match &*self.event(ev.id) {
            Event::Death { player, .. } => Some(*player),
            _ => None,
        };
        let state = self.read();
        state
            .seats_from(state.order_from)
            .filter(|player| state.players[player.index()].alive || dead == Some(*player))
            .collect()
    }

    /// Has what the timing is about come to nothing, so that the rest of it is idle?
    fn is_void(&self, timing: Timing, ev: Ev) -> bool {
        if !self.runs(ev.id) {
            return true;
        }
        match &*self.event(ev.id) {
            // What is prevented is over; its last timing still comes.
            Event::Damage(damage) => (damage.prevented || damage.amount <= 0) && timing != Timing::DamageResolved,
            Event::Use(used) => ev.aim.is_some_and(|aim| used.aims[usize::from(aim)].cancelled),
            _ => false,
        }
    }

    fn turn_to(&self, player: PlayerId, timing: Timing, ev: Ev, done: &mut Done) -> Flow {
        for stage in [Stage::Skills, Stage::Equipment] {
            loop {
                if self.is_void(timing, ev) {
                    return Ok(());
                }
                let able = self.gather(player, stage, timing, ev, done);
                let Some(entry) = self.pick_one(player, ev, &able, done)? else { break };
                self.offer(player, &entry, ev, done, able.len() > 1)?;
            }
        }
        Ok(())
    }

    /// What the character can do at this stage of the timing.
    fn gather(&self, player: PlayerId, stage: Stage, timing: Timing, ev: Ev, done: &Done) -> Vec<Entry> {
        let index = self.index();
        let mut able = Vec::new();
        for entry in &index.listeners[timing as usize] {
            let Ability::On(handler) = entry.ability() else { continue };
            let equipment = entry.slot.is_some();
            if handler.silent || equipment != (stage == Stage::Equipment) {
                continue;
            }
            if !self.is_held_by(entry, handler, player, ev) {
                continue;
            }
            let yes = self.can_run(player, entry, handler, ev, done);
            self.note(|| Note::Considered { player, ability: entry.at, yes });
            if yes {
                able.push(entry.clone());
            }
        }
        able
    }

    fn can_run(&self, player: PlayerId, entry: &Entry, handler: &Handler, ev: Ev, done: &Done) -> bool {
        let ran = done.times(entry.at);
        if ran == DECLINED || (ran > 0 && handler.times.is_none()) {
            return false;
        }
        if !self.hears(handler, player, ev) || !self.counts_at(entry, ev) {
            return false;
        }
        if ran > 0 && self.times(entry, handler, ev) <= ran {
            return false;
        }
        self.limit_left(player, entry, handler.limit)
            && self.test_for(player, entry, handler.when, ev)
            && (ran > 0 || handler.times.is_none() || self.times(entry, handler, ev) > 0)
            && self.payable(player, entry, &handler.picks, ev)
    }

    fn times(&self, entry: &Entry, handler: &Handler, ev: Ev) -> i64 {
        handler.times.map_or(1, |fun| self.num_entry(entry, crate::def::Num::Ask(fun), &[Arg::Event(ev)]))
    }

    /// Which of several goes next; nobody if all that is left is optional and passed.
    fn pick_one(&self, player: PlayerId, ev: Ev, able: &[Entry], done: &mut Done) -> Flow<Option<Entry>> {
        match able {
            [] => return Ok(None),
            [one] => return Ok(Some(one.clone())),
            _ => {}
        }
        let optional = able.iter().all(|entry| !is_compulsory(entry));
        let options: Vec<AbilityRef> = able.iter().map(|entry| entry.at).collect();
        let ask = Ask::OrderTriggers { options, ev };
        match self.ask(Request { seat: player, ask, optional, prompt: Prompt::RULES })? {
            Answer::Index(number) => Ok(Some(able[number].clone())),
            _ => {
                able.iter().for_each(|entry| done.passed(entry));
                Ok(None)
            }
        }
    }

    /// Offer one ability: ask whether and with what, unless that is settled, and run it.
    fn offer(&self, player: PlayerId, entry: &Entry, ev: Ev, done: &mut Done, picked: bool) -> Flow {
        let Ability::On(handler) = entry.ability() else { return Ok(()) };
        let compulsory = is_compulsory(entry);
        let settled = (compulsory || picked) && handler.picks.is_plain();
        let action = if settled {
            Action::new(Way::Trigger(entry.at))
        } else {
            let request = Request {
                seat: player,
                ask: Ask::Trigger { ability: entry.at, ev },
                optional: !compulsory,
                prompt: Prompt::of(entry.at.skill),
            };
            match self.ask(request)? {
                Answer::Act(action) => action,
                _ => {
                    done.passed(entry);
                    return Ok(());
                }
            }
        };
        done.ran(entry.at);
        // What was saved while the seat thought counts already: the ability as it is now, if it is still the same one.
        let same = |fresh: &Entry| matches!(fresh.ability(), Ability::On(now) if now.timing == handler.timing);
        let fresh = if settled { None } else { self.entry(entry.at).filter(same) };
        let entry = fresh.as_ref().unwrap_or(entry);
        let Ability::On(handler) = entry.ability() else { return Ok(()) };
        let act = self.act_of(player, entry, &handler.picks, ev, &action);
        self.run_ability(player, entry, &act, handler.run, ev, &handler.picks.price).map(drop)
    }

    // ── the quiet ones ────────────────────────────────────────────────────────────────────────────────────────────

    /// `watch` handlers: they write memos, nobody is asked.
    fn keep_books(&self, timing: Timing, ev: Ev) -> Flow {
        let index = self.index();
        for entry in &index.listeners[timing as usize] {
            let Ability::On(handler) = entry.ability() else { continue };
            let holder = self.holder(entry);
            if handler.silent
                && self.hears(handler, holder, ev)
                && self.counts_at(entry, ev)
                && self.test_entry(entry, handler.when, &[Arg::Event(ev)])
            {
                self.carry_out(holder, entry, &Act::default(), handler.run, ev)?;
            }
        }
        Ok(())
    }

    /// The handlers of the very card that is used (not of equipment lying in a slot).
    fn used_card(&self, ev: Ev) -> Option<(std::rc::Rc<crate::def::CardDef>, Option<PlayerId>)> {
        let (card, user) = match &*self.event(ev.id) {
            Event::Use(used) => (used.card, used.user),
            _ => return None,
        };
        let name: Name = self.virtual_card(card).name;
        let def = self.catalogue().card(name).cloned()?;
        def.slot.is_none().then_some((def, user))
    }

    fn card_listens(&self, timing: Timing, ev: Ev) -> bool {
        if !matches!(timing.row().flow, crate::timing::FlowKind::Use) {
            return false;
        }
        self.used_card(ev).is_some_and(|(def, _)| {
            def.skill.as_ref().is_some_and(|skill| {
                skill.abilities.iter().any(|ability| matches!(ability, Ability::On(h) if h.timing == timing))
            })
        })
    }

    fn card_handlers(&self, timing: Timing, ev: Ev) -> Flow {
        if !self.card_listens(timing, ev) {
            return Ok(());
        }
        let Some((def, user)) = self.used_card(ev) else { return Ok(()) };
        let Some(skill) = &def.skill else { return Ok(()) };
        for ability in &skill.abilities {
            let Ability::On(handler) = ability else { continue };
            let args = [user.map_or(Arg::Nil, Arg::Player), Arg::Event(ev)];
            let call = |fun| Call { fun, skill: def.name, args: &args };
            // The user holds what his card does; a delayed trick that takes effect has none.
            let heard = || match user {
                Some(user) => self.hears(handler, user, ev),
                None => self.event_passes(&handler.hears.card, ev),
            };
            if handler.timing == timing
                && heard()
                && handler.when.is_none_or(|fun| self.rulebook().test(self, call(fun)))
            {
                self.run_script(call(handler.run))?;
            }
        }
        Ok(())
    }
}

fn is_compulsory(entry: &Entry) -> bool {
    let Ability::On(handler) = entry.ability() else { return false };
    handler.compulsory || entry.skill_compulsory() && entry.at.effect.is_none()
}
