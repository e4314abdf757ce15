//! The course of a game (rules 4.1.1.6): turns and phases.

use crate::card::Zone;
use crate::def::Scope;
use crate::event::{Event, Phase, PhaseEvent, Turn};
use crate::game::{Elsewhere, Game};
use crate::history::Record;
use crate::ids::{CardId, EventId, PlayerId};
use crate::note::Note;
use crate::request::{Answer, Ask, Prompt, Request, Way};
use crate::rulebook::{Arg, Call, Flow, Interrupt};
use crate::state::{GameResult, Lasts};
use crate::timing::Timing;
use crate::value::Value;
use smallvec::SmallVec;

impl Game {
    /// Play the game from its setup to its end.
    ///
    /// # Errors
    /// Every [`Interrupt`] but the end of the game.
    pub fn play(&self) -> Result<GameResult, Interrupt> {
        self.course(self.set_up().and_then(|()| self.turns()))
    }

    /// Go on from where the game stands: an idle point at which the state was saved or cloned, a phase that
    /// [`Game::stand`] put it in, or between turns.
    ///
    /// # Errors
    /// Every [`Interrupt`] but the end of the game.
    pub fn go_on(&self) -> Result<GameResult, Interrupt> {
        self.course(self.onward())
    }

    fn onward(&self) -> Flow {
        if self.read().turn_owner.is_some() {
            self.rest_of_turn()?;
        }
        self.turns()
    }

    /// The course of the game to its end, also where a director has it go on elsewhere.
    fn course(&self, mut result: Flow) -> Result<GameResult, Interrupt> {
        while result == Err(Interrupt::Quit)
            && let Some(elsewhere) = self.take_elsewhere()
        {
            result = self.drop_turn().and_then(|()| {
                if let Elsewhere::PlayPhase(owner) = elsewhere {
                    self.stand(owner, Phase::Play);
                }
                self.onward()
            });
        }
        let over = self.read().result.clone();
        match (result, over) {
            (_, Some(result)) => Ok(result),
            (Err(interrupt), None) => Err(interrupt),
            (Ok(()), None) => unreachable!("turns end only with a result or an interrupt"),
        }
    }

    /// Before the game: the mode deals roles, generals and hands.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn set_up(&self) -> Flow {
        {
            let mut state = self.edit();
            let state = &mut *state;
            state.rng.shuffle(&mut state.draw_pile);
            state.rng.shuffle(&mut state.general_deck);
        }
        let mode = self.catalogue().mode(self.read().mode).cloned();
        if let Some((mode, fun)) = mode.as_ref().and_then(|mode| mode.setup.map(|fun| (mode, fun))) {
            self.run_script(Call { fun, skill: mode.name, args: &[Arg::Game] })?;
        }
        let first = mode.as_ref().and_then(|mode| mode.first.map(|fun| (mode, fun))).and_then(|(mode, fun)| match self
            .rulebook()
            .value(self, Call { fun, skill: mode.name, args: &[Arg::Game] })
        {
            Value::Player(player) => Some(player),
            _ => None,
        });
        self.edit().order_from = first.unwrap_or(PlayerId(0));
        let game = EventId { depth: 0, serial: 0 };
        self.note(|| Note::GameBegins);
        self.fire(Timing::GeneralsShown, game)?;
        self.fire(Timing::ChooseHpCard, game)?;
        self.fire(Timing::HandsDealt, game)?;
        self.fire(Timing::GameStarted, game)
    }

    fn turns(&self) -> Flow {
        loop {
            let (owner, extra) = self.next_turn();
            self.turn(owner, extra)?;
        }
    }

    /// Whose turn is next: an extra turn that waits, else the next living character after the last regular turn.
    pub(super) fn next_turn(&self) -> (PlayerId, bool) {
        let mut state = self.edit();
        while !state.extra_turns.is_empty() {
            let owner = state.extra_turns.remove(0);
            if state.players[owner.index()].alive {
                return (owner, true);
            }
        }
        let seats = state.players.len();
        let after = match state.last_regular {
            None => state.order_from,
            Some(last) => PlayerId(((last.index() + 1) % seats) as u8),
        };
        let owner = state.order(after).next().expect("the game goes on only while somebody lives");
        (owner, false)
    }

    /// One turn.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn turn(&self, owner: PlayerId, extra: bool) -> Flow {
        let plan = SmallVec::from_slice(&Phase::ALL);
        let id = self.begin(Event::Turn(Turn { owner, extra, plan, skips: SmallVec::new(), ending: false }));
        let new_round = self.open_turn(id, owner, extra);
        let result = self.turn_flow(id, owner, extra, new_round);
        self.settle(id, result)
    }

    pub(super) fn open_turn(&self, id: EventId, owner: PlayerId, extra: bool) -> bool {
        let mut state = self.edit();
        let new_round =
            state.round == 0 || !extra && state.last_regular.is_some_and(|last| owner.index() <= last.index());
        state.turns += 1;
        state.order_from = owner;
        state.turn_owner = Some(owner);
        if !extra {
            state.last_regular = Some(owner);
        }
        state.round += u32::from(new_round);
        state.history.begin(if new_round { Scope::Round } else { Scope::Turn });
        state.record(id, Record::Turn { player: owner, extra });
        new_round
    }

    fn turn_flow(&self, id: EventId, owner: PlayerId, extra: bool, new_round: bool) -> Flow {
        if new_round {
            self.end_scope(|lasts| lasts == Lasts::Round)?;
            self.note(|| Note::Round { number: self.read().round });
            self.fire(Timing::RoundStarted, id)?;
        }
        self.note(|| Note::Turn { player: owner, extra });
        const OPENING: [Timing; 5] = [
            Timing::TurnStarted1,
            Timing::TurnStarted2,
            Timing::TurnStarted3,
            Timing::TurnStarted4,
            Timing::TurnStarted5,
        ];
        for timing in OPENING {
            self.fire(timing, id)?;
        }
        if !self.read().players[owner.index()].face_up && self.alive(owner) {
            // Face down: turned up instead of taking the turn, which ends at once.
            self.note(|| Note::TurnSkipped { player: owner });
            self.flip(owner)?;
            self.end_scope(|lasts| lasts == Lasts::Turn || lasts == Lasts::EndOfTurnOf(owner))?;
            self.edit().turn_owner = None;
            return Ok(());
        }
        self.edit().in_turn = true;
        self.end_scope(|lasts| lasts == Lasts::TurnOf(owner))?;
        for timing in [Timing::TurnStarted6, Timing::TurnStarted7, Timing::TurnStarted8, Timing::TurnStarted9] {
            if self.turn_goes_on(id, owner) {
                self.fire(timing, id)?;
            }
        }
        self.phases(id, owner)?;
        self.close_turn(id, owner)
    }

    /// The turn's owner lives and nothing has ended the turn.
    fn turn_goes_on(&self, id: EventId, owner: PlayerId) -> bool {
        self.alive(owner) && matches!(&*self.event(id), Event::Turn(turn) if !turn.ending)
    }

    fn phases(&self, id: EventId, owner: PlayerId) -> Flow {
        while self.turn_goes_on(id, owner) {
            let next = match &mut *self.event_mut(id) {
                Event::Turn(turn) if !turn.plan.is_empty() => turn.plan.remove(0),
                _ => return Ok(()),
            };
            self.phase(owner, next)?;
        }
        Ok(())
    }

    fn close_turn(&self, id: EventId, owner: PlayerId) -> Flow {
        const CLOSING: [Timing; 6] = [
            Timing::BeforeTurnEnd1,
            Timing::BeforeTurnEnd2,
            Timing::BeforeTurnEnd3,
            Timing::BeforeTurnEnd4,
            Timing::BeforeTurnEnd5,
            Timing::BeforeTurnEnd6,
        ];
        for timing in CLOSING {
            self.fire(timing, id)?;
        }
        self.edit().in_turn = false;
        self.fire(Timing::BeforeTurnEnd7, id)?;
        self.end_scope(|lasts| lasts == Lasts::Turn || lasts == Lasts::EndOfTurnOf(owner))?;
        self.edit().turn_owner = None;
        Ok(())
    }

    /// Resume inside a phase, in the play phase at an idle point: the stack holds the game, the turn and the phase.
    pub(super) fn rest_of_turn(&self) -> Flow {
        let (turn, owner) = self
            .find_event(|event| if let Event::Turn(turn) = event { Some(turn.owner) } else { None })
            .expect("a saved state lies inside a turn");
        if let Some((phase, ())) = self.find_event(|event| matches!(event, Event::Phase(_)).then_some(())) {
            let which = self.phase_event(phase).phase;
            let body = if which == Phase::Play {
                self.idle_points(phase, owner, true)
            } else {
                self.body(phase, owner, which)
            };
            let result = body.and_then(|()| self.close_phase(phase, owner, which));
            self.edit().phase = None;
            self.settle(phase, result)?;
        }
        let result = self.phases(turn, owner).and_then(|()| self.close_turn(turn, owner));
        self.settle(turn, result)
    }

    // ── phases ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// One phase.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn phase(&self, owner: PlayerId, phase: Phase) -> Flow {
        let skipped = match &mut *self.event_mut(self.turn_id()) {
            Event::Turn(turn) => match turn.skips.iter().position(|skip| *skip == phase) {
                Some(at) => {
                    turn.skips.remove(at);
                    true
                }
                None => false,
            },
            _ => false,
        };
        let data =
            PhaseEvent { owner, phase, count: 2, skipped, replaced: false, ending: false, discarded: Vec::new() };
        let id = self.begin(Event::Phase(data));
        let result = self.phase_flow(id, owner, phase);
        self.edit().phase = None;
        self.settle(id, result)
    }

    pub(crate) fn turn_id(&self) -> EventId {
        self.find_event(|event| matches!(event, Event::Turn(_)).then_some(())).expect("phases belong to a turn").0
    }

    pub(crate) fn phase_event(&self, id: EventId) -> PhaseEvent {
        match &*self.event(id) {
            Event::Phase(phase) => phase.clone(),
            _ => unreachable!("the event is a phase"),
        }
    }

    fn phase_flow(&self, id: EventId, owner: PlayerId, phase: Phase) -> Flow {
        let [before, start, during, _] = timings_of(phase);
        // A phase that will be skipped still comes to its "before": 巧变 can be used there to no further effect.
        self.fire(before, id)?;
        if self.phase_event(id).skipped {
            self.note(|| Note::PhaseSkipped { player: owner, phase });
            return Ok(());
        }
        if !self.goes_on(owner) {
            return Ok(());
        }
        {
            let mut state = self.edit();
            state.phase = Some(phase);
            state.history.begin(Scope::Phase);
            state.record(id, Record::Phase { player: owner, phase });
        }
        self.note(|| Note::Phase { player: owner, phase });
        if phase == Phase::Draw {
            self.fire(Timing::DrawPhaseStart1, id)?;
        }
        if self.goes_on(owner) {
            self.fire(start, id)?;
        }
        if self.goes_on(owner) && !(phase == Phase::Draw && self.phase_event(id).replaced) {
            self.fire(during, id)?;
        }
        if self.goes_on(owner) {
            self.body(id, owner, phase)?;
        }
        self.close_phase(id, owner, phase)
    }

    fn goes_on(&self, owner: PlayerId) -> bool {
        self.turn_goes_on(self.turn_id(), owner)
    }

    fn close_phase(&self, id: EventId, owner: PlayerId, phase: Phase) -> Flow {
        if self.goes_on(owner) {
            self.fire(timings_of(phase)[3], id)?;
        }
        self.end_scope(|lasts| lasts == Lasts::Phase)
    }

    fn body(&self, id: EventId, owner: PlayerId, phase: Phase) -> Flow {
        match phase {
            Phase::Prepare | Phase::Finish => Ok(()),
            Phase::Judge => self.judge_phase(owner),
            Phase::Draw => {
                let PhaseEvent { replaced, count, .. } = self.phase_event(id);
                if replaced { Ok(()) } else { self.draw(owner, count.max(0) as usize).map(drop) }
            }
            Phase::Play => self.idle_points(id, owner, false),
            Phase::Discard => self.discard_phase(id, owner),
        }
    }

    /// 判定阶段: the delayed tricks that are there when it begins, last placed first.
    fn judge_phase(&self, owner: PlayerId) -> Flow {
        let found: Vec<CardId> = self.read().players[owner.index()].judge.iter().rev().copied().collect();
        for card in found {
            if self.goes_on(owner) && self.read().zones[card.index()] == Zone::Judge(owner) {
                self.delayed_trick(owner, card)?;
            }
        }
        Ok(())
    }

    /// 出牌阶段: one idle point after another until the owner ends it. `resumed`: the first has come up already.
    fn idle_points(&self, id: EventId, owner: PlayerId, mut resumed: bool) -> Flow {
        while self.goes_on(owner) && !self.phase_event(id).ending {
            if !std::mem::take(&mut resumed) {
                self.fire(Timing::PlayIdle, id)?;
            }
            if !self.goes_on(owner) || self.phase_event(id).ending {
                break;
            }
            let request = Request { seat: owner, ask: Ask::Play, optional: true, prompt: Prompt::RULES };
            match self.ask(request)? {
                Answer::Act(action) => self.act_at_idle(owner, &action)?,
                _ => break,
            }
        }
        Ok(())
    }

    pub(super) fn act_at_idle(&self, owner: PlayerId, action: &crate::request::Action) -> Flow {
        match action.way {
            Way::Recast(card) => self.recast(owner, &[card]),
            Way::Convert(_) if action.recast => self.recast(owner, &action.cards),
            Way::Active(at) => self.use_active(owner, at, action),
            _ => {
                let occasion = crate::legality::Occasion { user: owner, need: None, respond: false, saving: false };
                self.perform_use(occasion, action).map(drop)
            }
        }
    }

    fn use_active(&self, seat: PlayerId, at: crate::request::AbilityRef, action: &crate::request::Action) -> Flow {
        let Some(entry) = self.entry(at) else { return Ok(()) };
        let active = match entry.ability() {
            crate::def::Ability::Active(active) | crate::def::Ability::Lent { active, .. } => active.clone(),
            _ => return Ok(()),
        };
        let ev = self.current().into();
        let act = self.act_of(seat, &entry, &active.picks, ev, action);
        self.run_ability(seat, &entry, &act, active.run, ev, &active.picks.price).map(drop)
    }

    /// 弃牌阶段: everything above the limit, fixed once and discarded at once.
    fn discard_phase(&self, id: EventId, owner: PlayerId) -> Flow {
        let limit = self.hand_limit(owner).max(0) as usize;
        let hand = self.read().players[owner.index()].hand.clone();
        let excess = hand.len().saturating_sub(limit);
        if excess == 0 {
            return Ok(());
        }
        let cards: Vec<CardId> =
            hand.into_iter().filter(|card| !self.banned_card(crate::def::Ban::Discard, owner, *card)).collect();
        let count = excess.min(cards.len());
        if count == 0 {
            self.show_what_stays(owner, excess);
            return Ok(());
        }
        let ask = Ask::Cards { cards, hidden: Vec::new(), min: count, max: count };
        let prompt = Prompt { key: Some(self.names().intern("discard_phase")), ..Prompt::RULES };
        let answer = self.ask(Request { seat: owner, ask, optional: false, prompt })?;
        let Answer::Cards(picks) = answer else { return Ok(()) };
        let chosen: Vec<CardId> = picks.iter().filter_map(|pick| pick.open()).collect();
        if let Event::Phase(phase) = &mut *self.event_mut(id) {
            phase.discarded = chosen.clone();
        }
        self.discard(owner, &chosen)?;
        self.show_what_stays(owner, excess - count);
        Ok(())
    }

    /// Whoever can't discard as many hand cards as he has to shows those that are left: that they can't be discarded
    /// is for all to see (鸡肋).
    pub fn show_what_stays(&self, player: PlayerId, missing: usize) {
        let cards = self.read().players[player.index()].hand.clone();
        if missing > 0 && !cards.is_empty() {
            self.note(|| Note::Shown { player, cards });
        }
    }
}

/// Before, start, during, end.
fn timings_of(phase: Phase) -> [Timing; 4] {
    use Timing as T;
    match phase {
        Phase::Prepare => [T::BeforePreparePhase, T::PreparePhaseStart, T::PreparePhase, T::PreparePhaseEnd],
        Phase::Judge => [T::BeforeJudgePhase, T::JudgePhaseStart, T::JudgePhase, T::JudgePhaseEnd],
        Phase::Draw => [T::BeforeDrawPhase, T::DrawPhaseStart2, T::DrawPhase, T::DrawPhaseEnd],
        Phase::Play => [T::BeforePlayPhase, T::PlayPhaseStart, T::PlayPhase, T::PlayPhaseEnd],
        Phase::Discard => [T::BeforeDiscardPhase, T::DiscardPhaseStart, T::DiscardPhase, T::DiscardPhaseEnd],
        Phase::Finish => [T::BeforeFinishPhase, T::FinishPhaseStart, T::FinishPhase, T::FinishPhaseEnd],
    }
}
