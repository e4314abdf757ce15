//! 牌的使用事件 (rules 4.2.4): declared, targets, target by target, prepared, resolved target by target, done.
//!
//! Timings are generated one after another from the target records (时机生成机制): targets may be added, cancelled or
//! redirected in between, and each record comes to each of the four kinds of target timing once.

use crate::card::{Cards, VirtualCard, Zone};
use crate::def::{CardDef, CardType, TargetRule};
use crate::event::{Aim, CardMove, Event, Move, Outcome, Reason, Spot, Use};
use crate::game::Game;
use crate::history::Record;
use crate::ids::{CardId, EventId, PlayerId, VirtualId};
use crate::names::Name;
use crate::note::Note;
use crate::request::Ev;
use crate::rulebook::{Arg, Call, Flow};
use crate::timing::Timing;
use crate::value::{Slots, Value};
use std::rc::Rc;

/// A use that is to happen.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Who uses it.
    pub user: Option<PlayerId>,
    /// The card.
    pub card: VirtualCard,
    /// Targets, each with its second character; for cards whose targets are prescribed (all, others, oneself) left
    /// empty.
    pub targets: Vec<(PlayerId, Option<PlayerId>)>,
    /// What it answers.
    pub to: Option<(EventId, Option<u8>)>,
    /// At an idle point.
    pub at_idle: bool,
    /// Counted for the quota.
    pub counted: bool,
    /// To save the dying.
    pub saving: bool,
    /// Targets were prescribed.
    pub prescribed: bool,
    /// Nothing can answer or nullify it.
    pub unanswerable: bool,
    /// The skill that demands it.
    pub reason: Option<Name>,
    /// Added to its damage.
    pub bonus: i32,
    /// Notes for later timings.
    pub memo: Slots<Value>,
}

impl Wanted {
    /// A use with nothing special about it.
    #[must_use]
    pub fn new(user: Option<PlayerId>, card: VirtualCard) -> Self {
        Wanted {
            user,
            card,
            targets: Vec::new(),
            to: None,
            at_idle: false,
            counted: false,
            saving: false,
            prescribed: false,
            unanswerable: false,
            reason: None,
            bonus: 0,
            memo: Slots::default(),
        }
    }
}

/// What became of a use or response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Used {
    /// The virtual card.
    pub card: VirtualId,
    /// Its physical cards when it was used.
    pub cards: Cards,
    /// Damage it dealt.
    pub damage_dealt: i32,
    /// Did it take effect on anybody (not offset nor void)?
    pub took: bool,
}

/// The steps before the use (预使用, rules 4.2.3). What they choose was chosen in one answer.
const DECLARATION: [Timing; 4] = [
    Timing::DeclareNameAndMode,
    Timing::FixPhysicalCardStandardAndRange,
    Timing::ChoosePhysicalCards,
    Timing::ChooseTargets,
];

/// The four kinds of target timings, in order.
const TARGET_TIMINGS: [Timing; 4] =
    [Timing::TargetSpecifying, Timing::TargetBecoming, Timing::TargetSpecified, Timing::TargetBecame];

impl Game {
    /// Use a card. Legality is not checked here: whoever offers the use has done that.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn use_card(&self, wanted: Wanted) -> Flow<Used> {
        for step in DECLARATION {
            self.step(step);
        }
        let def = self.catalogue().card(wanted.card.name).cloned();
        let (user, cards) = (wanted.user, wanted.card.cards.clone());
        let card = self.add_virtual(wanted.card.clone());
        let aims = self.first_aims(&wanted, def.as_deref());
        let record = self.use_record(&wanted, def.as_deref(), &aims);
        let event = self.begin(Event::Use(Box::new(Use {
            to: wanted.to,
            at_idle: wanted.at_idle,
            counted: wanted.counted,
            saving: wanted.saving,
            prescribed: wanted.prescribed,
            unanswerable: wanted.unanswerable,
            bonus: wanted.bonus,
            memo: wanted.memo,
            reason: wanted.reason,
            ..Use::new(user, card, aims)
        })));
        if let Some(record) = record {
            self.edit().record(event, record);
        }
        self.note(|| Note::Used { user, card, targets: self.aimed_at(event) });
        let result = match &def {
            Some(def) => self.use_flow(event, def, user, card, &cards),
            None => Ok(()),
        };
        let (damage_dealt, took) = {
            let used = self.used(event);
            (used.damage_dealt, used.aims.iter().any(|aim| aim.outcome == Outcome::Took))
        };
        self.settle(event, result)?;
        Ok(Used { card, cards, damage_dealt, took })
    }

    /// The target list when the use begins, in turn order. "All" and "all others" are filled in here.
    fn first_aims(&self, wanted: &Wanted, def: Option<&CardDef>) -> Vec<Aim> {
        let named: Vec<(PlayerId, Option<PlayerId>)> = match (def.map(|def| &def.targets), wanted.user) {
            (Some(TargetRule::Own), Some(user)) if wanted.targets.is_empty() => vec![(user, None)],
            (Some(TargetRule::All | TargetRule::Others), Some(user)) if wanted.targets.is_empty() => {
                let occasion = crate::legality::Occasion { user, need: None, respond: false, saving: false };
                let legal = self.with_draft(occasion, &wanted.card, &[], |draft| {
                    let def = self.card_def(draft);
                    def.map(|def| self.legal_targets(occasion, draft, &def)).unwrap_or_default()
                });
                legal.into_iter().map(|target| (target, None)).collect()
            }
            _ => wanted.targets.clone(),
        };
        let mut aims: Vec<Aim> = named.into_iter().map(|(player, second)| Aim { second, ..Aim::at(player) }).collect();
        self.sort_aims(&mut aims);
        aims
    }

    fn sort_aims(&self, aims: &mut [Aim]) {
        let (from, seats) = {
            let state = self.read();
            (state.order_from.index(), state.players.len())
        };
        aims.sort_by_key(|aim| (aim.player.index() + seats - from) % seats);
    }

    fn use_record(&self, wanted: &Wanted, def: Option<&CardDef>, aims: &[Aim]) -> Option<Record> {
        let player = wanted.user?;
        let card = &wanted.card;
        let in_play_phase = self.read().in_play_phase_of(player);
        Some(Record::Use {
            player,
            name: card.name,
            family: def.map_or(card.name, |def| def.family),
            suit: card.suit,
            color: card.color,
            cards: card.cards.clone(),
            skill: card.skill,
            targets: aims.iter().map(|aim| aim.player).collect(),
            counted: wanted.counted,
            in_play_phase,
        })
    }

    /// The running use's data.
    ///
    /// # Panics
    /// If the event is no use.
    #[must_use]
    pub fn used(&self, event: EventId) -> std::cell::Ref<'_, Use> {
        self.draft(event)
    }

    /// Change the running use's data.
    ///
    /// # Panics
    /// If the event is no running use.
    pub fn edit_use<T>(&self, event: EventId, change: impl FnOnce(&mut Use) -> T) -> T {
        match &mut *self.event_mut(event) {
            Event::Use(used) | Event::Draft(used) => change(used),
            _ => unreachable!("the event is a use"),
        }
    }

    fn aimed_at(&self, event: EventId) -> Vec<PlayerId> {
        self.used(event).aims.iter().filter(|aim| !aim.cancelled).map(|aim| aim.player).collect()
    }

    fn use_flow(
        &self,
        event: EventId,
        def: &Rc<CardDef>,
        user: Option<PlayerId>,
        card: VirtualId,
        cards: &[CardId],
    ) -> Flow {
        if let Some(user) = user {
            self.lay_down(cards, card, user, Reason::Use, event)?;
        }
        if def.targets == TargetRule::Answer {
            return self.answer_flow(event, def, user);
        }
        self.fire(Timing::UseDeclared, event)?;
        if !self.has_targets(event) {
            return Ok(());
        }
        self.fire(Timing::TargetsChosen, event)?;
        if !self.has_targets(event) {
            return Ok(());
        }
        self.fire(Timing::CardUsing, event)?;
        self.resort(event);
        self.target_timings(event)?;
        if !self.has_targets(event) {
            return Ok(());
        }
        self.fire(Timing::UsePrepared, event)?;
        if matches!(def.card_type, CardType::DelayedTrick | CardType::Equip) {
            return self.place(event, def, card);
        }
        self.final_targets(event);
        self.resolve_all(event, def)?;
        self.after_resolution(event)
    }

    /// 闪 and 无懈可击: no target timings; their effect is on what they answer.
    fn answer_flow(&self, event: EventId, def: &Rc<CardDef>, user: Option<PlayerId>) -> Flow {
        self.fire(Timing::CardUsing, event)?;
        self.fire(Timing::UsePrepared, event)?;
        let target = user.unwrap_or(PlayerId(0));
        self.edit_use(event, |used| used.aims = vec![Aim::at(target)]);
        self.resolve(event, 0, def)?;
        self.after_resolution(event)
    }

    fn after_resolution(&self, event: EventId) -> Flow {
        self.edit_use(event, |used| used.current = None);
        self.fire(Timing::UseResolved1, event)?;
        self.fire(Timing::UseResolved2, event)?;
        self.fire(Timing::UseResolved3, event)
    }

    fn has_targets(&self, event: EventId) -> bool {
        self.used(event).aims.iter().any(|aim| !aim.cancelled)
    }

    fn resort(&self, event: EventId) {
        let mut aims = self.edit_use(event, |used| std::mem::take(&mut used.aims));
        self.sort_aims(&mut aims);
        self.edit_use(event, |used| used.aims = aims);
    }

    /// 指定目标时, 成为目标时, 指定目标后, 成为目标后: the earliest kind that some target has not come to is next, so a
    /// target that joins later catches up with its own timings.
    pub(super) fn target_timings(&self, event: EventId) -> Flow {
        loop {
            let next = {
                let mut state = self.edit();
                let Event::Use(used) = &mut state.frames[usize::from(event.depth)].event else { return Ok(()) };
                let open = |aim: &Aim, kind: usize| !aim.cancelled && !aim.generated[kind];
                let next = (0..TARGET_TIMINGS.len())
                    .find_map(|kind| used.aims.iter().position(|aim| open(aim, kind)).map(|at| (kind, at)));
                if let Some((kind, at)) = next {
                    used.aims[at].generated[kind] = true;
                }
                next
            };
            let Some((kind, at)) = next else { return Ok(()) };
            self.fire(TARGET_TIMINGS[kind], Ev { id: event, aim: Some(at as u8) })?;
            if kind < 2 {
                self.resort(event);
            }
        }
    }

    /// Delayed tricks go to the target's judgement area, equipment into its slot, what was there to the discard pile in
    /// the same move.
    fn place(&self, event: EventId, def: &CardDef, card: VirtualId) -> Flow {
        self.final_targets(event);
        let Some(target) = self.used(event).aims.first().map(|aim| aim.player) else { return Ok(()) };
        let by = self.used(event).user;
        let cards: Vec<CardId> = self.virtual_card(card).cards.iter().copied().collect();
        let Some(first) = cards.first().copied() else { return Ok(()) };
        let mut moves = Vec::new();
        match def.slot {
            None => {
                if !self.judge_area_takes(def.name, target) {
                    return Ok(());
                }
                moves.extend(self.entries(&cards, Zone::Judge(target), Spot::Top, true));
            }
            Some(slot) => {
                if let Some(old) = self.read().players[target.index()].equip[slot as usize] {
                    let from = Zone::Equip(target, slot);
                    moves.push(CardMove {
                        card: old,
                        from,
                        to: Zone::DiscardPile,
                        spot: Spot::Top,
                        open: true,
                        former: None,
                    });
                }
                moves.extend(self.entries(&[first], Zone::Equip(target, slot), Spot::Top, true));
            }
        }
        moves.retain(|entry| entry.from == Zone::Processing || entry.to == Zone::DiscardPile);
        self.move_cards(Move { moves, reason: Reason::Use, by, origin: None, skill: None }).map(drop)
    }

    /// The final target list: the dead and the cancelled leave it, the rest is put in turn order.
    pub(super) fn final_targets(&self, event: EventId) {
        let mut aims = self.edit_use(event, |used| std::mem::take(&mut used.aims));
        aims.retain(|aim| !aim.cancelled && self.alive(aim.player));
        self.sort_aims(&mut aims);
        self.edit_use(event, |used| used.aims = aims);
    }

    fn resolve_all(&self, event: EventId, def: &Rc<CardDef>) -> Flow {
        let mut at = 0;
        while at < self.used(event).aims.len() {
            let dead = {
                let player = self.used(event).aims[at].player;
                !self.alive(player)
            };
            if !dead {
                self.resolve(event, at as u8, def)?;
            }
            at += 1;
        }
        Ok(())
    }

    /// One target, from loop point A to loop point B.
    pub(super) fn resolve(&self, event: EventId, at: u8, def: &Rc<CardDef>) -> Flow {
        let ev = Ev { id: event, aim: Some(at) };
        self.edit_use(event, |used| used.current = Some(at));
        if !self.is_void_for(ev) {
            self.fire(Timing::EffectResolving, ev)?;
        }
        if self.is_void_for(ev) {
            return self.miss(ev, def, Outcome::Void);
        }
        self.before_effect(ev, def)?;
        if self.aim(ev).outcome == Outcome::Offset {
            self.note(|| Note::Offset { target: self.aim(ev).player, card: self.used(event).card });
            self.fire(Timing::EffectOffset, ev)?;
        }
        // A skill may have made it go on all the same (贯石斧).
        if self.aim(ev).outcome == Outcome::Offset {
            return self.miss(ev, def, Outcome::Offset);
        }
        self.fire(Timing::EffectStarting, ev)?;
        if self.is_void_for(ev) {
            return self.miss(ev, def, Outcome::Void);
        }
        self.take_effect(ev, def)?;
        self.fire_after_effect(ev)?;
        if self.aim(ev).again == 0 || !self.alive(self.aim(ev).player) {
            return Ok(());
        }
        self.edit_aim(ev, |aim| {
            aim.again -= 1;
            aim.outcome = Outcome::Pending;
            aim.answers_made = 0;
        });
        self.resolve(event, at, def)
    }

    fn fire_after_effect(&self, ev: Ev) -> Flow {
        self.edit_aim(ev, |aim| {
            if aim.outcome == Outcome::Pending {
                aim.outcome = Outcome::Took;
            }
        });
        Ok(())
    }

    fn take_effect(&self, ev: Ev, def: &Rc<CardDef>) -> Flow {
        self.fire(Timing::Effect, ev)?;
        let (user, target, saving) = {
            let used = self.used(ev.id);
            (used.user, used.aims[usize::from(ev.aim.unwrap_or(0))].player, used.saving)
        };
        let run = if saving { def.run_save.or(def.run) } else { def.run };
        match run {
            Some(fun) if self.alive(target) || def.targets == TargetRule::Answer => {
                let args = [user.map_or(Arg::Nil, Arg::Player), Arg::Event(ev), Arg::Player(target)];
                self.run_script(Call { fun, skill: def.name, args: &args }).map(drop)
            }
            _ => Ok(()),
        }
    }

    fn miss(&self, ev: Ev, def: &Rc<CardDef>, outcome: Outcome) -> Flow {
        self.edit_aim(ev, |aim| aim.outcome = outcome);
        let target = self.aim(ev).player;
        if outcome == Outcome::Void {
            self.note(|| Note::Void { target, card: self.used(ev.id).card });
        }
        let Some(fun) = def.missed else { return Ok(()) };
        let user = self.used(ev.id).user;
        let args = [user.map_or(Arg::Nil, Arg::Player), Arg::Event(ev), Arg::Player(target)];
        self.run_script(Call { fun, skill: def.name, args: &args }).map(drop)
    }

    /// The target record that an event is about.
    ///
    /// # Panics
    /// If the event is no use.
    #[must_use]
    pub fn aim(&self, ev: Ev) -> Aim {
        let used = self.used(ev.id);
        used.aims[usize::from(ev.aim.or(used.current).unwrap_or(0))].clone()
    }

    /// Change a target record.
    ///
    /// # Panics
    /// If the event is no running use.
    pub fn edit_aim<T>(&self, ev: Ev, change: impl FnOnce(&mut Aim) -> T) -> T {
        self.edit_use(ev.id, |used| {
            let at = usize::from(ev.aim.or(used.current).unwrap_or(0));
            change(&mut used.aims[at])
        })
    }

    fn is_void_for(&self, ev: Ev) -> bool {
        self.aim(ev).void
    }
}
