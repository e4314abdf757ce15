//! The game: a cheap handle to one running game, the way into its state, and the place where seats are asked.
//!
//! No borrow of the state is ever held across a handler or a question: [`Game::read`] and [`Game::edit`] are for single
//! steps.

use crate::agent::{Agent, Observer, View};
use crate::card::{Color, Face, Suit, VirtualCard, Zone};
use crate::def::Catalogue;
use crate::event::{CardMove, Event, Frame};
use crate::flows::window::Window;
use crate::found::Found;
use crate::ids::{CardId, EventId, PlayerId, VirtualId};
use crate::index::Index;
use crate::legality::Kept;
use crate::names::{Name, Names};
use crate::note::Note;
use crate::request::{Answer, Ask, Prompt, Request};
use crate::rng::Rng;
use crate::rulebook::{Flow, Interrupt, Rulebook};
use crate::state::{GameResult, Player, State};
use crate::value::Slots;
use std::cell::{Cell, Ref, RefCell, RefMut};
use std::rc::Rc;

/// A running game. Clones are handles to the same game.
#[derive(Clone)]
pub struct Game(Rc<Inner>);

type Hook = Box<dyn Fn(&Game)>;
type WindowHook = Rc<dyn Fn(&Game, &Window) -> Flow>;

struct Inner {
    state: RefCell<State>,
    catalogue: RefCell<Rc<Catalogue>>,
    names: Names,
    rulebook: Rc<dyn Rulebook>,
    agents: RefCell<Vec<Rc<RefCell<dyn Agent>>>>,
    index: RefCell<Rc<Index>>,
    stale: Cell<bool>,
    observer: RefCell<Option<Rc<RefCell<dyn Observer>>>>,
    observed: Cell<bool>,
    before_ask: RefCell<Option<Hook>>,
    window: RefCell<Option<WindowHook>>,
    /// Cards treated as already gone while legality is checked.
    gone: RefCell<Vec<CardId>>,
    run_depth: Cell<u32>,
    in_face: Cell<bool>,
    bound: Cell<u64>,
    /// Which content the state has: a new number with each change, the old one when a change is undone.
    revision: Cell<u64>,
    revisions: Cell<u64>,
    kept: RefCell<Option<Kept>>,
    found: RefCell<Found>,
    left_for: Cell<Option<Elsewhere>>,
}

/// Where a game goes on that is left to go on elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Elsewhere {
    /// In the play phase of this character.
    PlayPhase(PlayerId),
    /// With the turn that is due.
    NextTurn,
}

/// What a game is made from; with the content it determines every step together with the answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The mode.
    pub mode: Name,
    /// How many seats.
    pub seats: usize,
    /// The seed of chance.
    pub seed: u64,
    /// Wishes that the mode may read, such as a general for a seat: `(key, value)`.
    pub options: Vec<(Name, crate::value::Value)>,
}

/// Nested effects deeper than this are taken for a loop (the VM itself ends at 199 nested calls).
const DEEPEST_RUN: u32 = 60;

impl Game {
    /// A game that has not begun: everybody seated, all cards in the draw pile, unshuffled.
    #[must_use]
    pub fn new(catalogue: Rc<Catalogue>, rulebook: Rc<dyn Rulebook>, setup: &Setup) -> Self {
        let cards = catalogue.deck.len();
        let mut memo = Slots::default();
        for (key, value) in &setup.options {
            *memo.entry(*key) = value.clone();
        }
        let state = State {
            players: (0..setup.seats).map(|_| Player::empty()).collect(),
            faces: Rc::new(catalogue.deck.clone()),
            zones: vec![Zone::DrawPile; cards],
            moved_at: vec![0; cards],
            ties: vec![None; cards],
            draw_pile: (0..cards).rev().map(|card| CardId(card as u16)).collect(),
            discard_pile: Vec::new(),
            processing: Vec::new(),
            covered: smallvec::SmallVec::new(),
            virtuals: Vec::new(),
            general_deck: catalogue.generals.iter().map(|general| general.name).collect(),
            effects: Vec::new(),
            next_effect: 0,
            frames: vec![Frame { serial: 0, event: Event::Game, record: None }],
            next_serial: 1,
            history: crate::history::History::default(),
            taken_back: smallvec::SmallVec::new(),
            turn_owner: None,
            order_from: PlayerId(0),
            in_turn: false,
            phase: None,
            round: 0,
            turns: 0,
            last_regular: None,
            extra_turns: Vec::new(),
            decisions: 0,
            rng: Rng::new(setup.seed),
            mode: setup.mode,
            memo,
            result: None,
        };
        Self::resume(catalogue, rulebook, state)
    }

    /// A game that goes on from `state`.
    #[must_use]
    pub fn resume(catalogue: Rc<Catalogue>, rulebook: Rc<dyn Rulebook>, state: State) -> Self {
        let names = catalogue.names.clone();
        Game(Rc::new(Inner {
            state: RefCell::new(state),
            catalogue: RefCell::new(catalogue),
            names,
            rulebook,
            agents: RefCell::default(),
            index: RefCell::new(Rc::new(Index::default())),
            stale: Cell::new(true),
            observer: RefCell::default(),
            observed: Cell::new(false),
            before_ask: RefCell::default(),
            window: RefCell::default(),
            gone: RefCell::default(),
            run_depth: Cell::new(0),
            in_face: Cell::new(false),
            bound: Cell::new(u64::MAX),
            revision: Cell::new(0),
            revisions: Cell::new(0),
            kept: RefCell::new(None),
            found: RefCell::default(),
            left_for: Cell::new(None),
        }))
    }

    /// Read the state for a single step.
    #[must_use]
    pub fn read(&self) -> Ref<'_, State> {
        self.0.state.borrow()
    }

    /// Change the state for a single step.
    #[must_use]
    pub fn edit(&self) -> RefMut<'_, State> {
        self.changed();
        self.0.state.borrow_mut()
    }

    /// The content in force.
    #[must_use]
    pub fn catalogue(&self) -> Rc<Catalogue> {
        self.0.catalogue.borrow().clone()
    }

    /// Put new content in force; running handlers finish on the old.
    pub fn install(&self, catalogue: Rc<Catalogue>) {
        *self.0.catalogue.borrow_mut() = catalogue;
        self.touch();
        self.changed();
    }

    fn changed(&self) {
        self.0.revisions.set(self.0.revisions.get() + 1);
        self.0.revision.set(self.0.revisions.get());
    }

    /// The number of the state's present content.
    pub(crate) fn revision(&self) -> u64 {
        self.0.revision.get()
    }

    /// What was changed since that number has been undone.
    pub(crate) fn back_at(&self, revision: u64) {
        self.0.revision.set(revision);
    }

    pub(crate) fn found_here(&self) -> &RefCell<Found> {
        &self.0.found
    }

    pub(crate) fn kept(&self) -> &RefCell<Option<Kept>> {
        &self.0.kept
    }

    /// Is the state looked at as it is, with no card treated as gone and no face as printed?
    pub(crate) fn settled(&self) -> bool {
        self.0.gone.borrow().is_empty() && !self.0.in_face.get()
    }

    /// The table of names.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.0.names
    }

    /// The rulebook.
    #[must_use]
    pub fn rulebook(&self) -> &dyn Rulebook {
        &*self.0.rulebook
    }

    /// Seat the agents, one per seat.
    pub fn seat(&self, agents: Vec<Rc<RefCell<dyn Agent>>>) {
        *self.0.agents.borrow_mut() = agents;
    }

    /// Let `observer` see everything from now on.
    pub fn observe(&self, observer: Option<Rc<RefCell<dyn Observer>>>) {
        self.0.observed.set(observer.is_some());
        *self.0.observer.borrow_mut() = observer;
    }

    /// Run `hook` before each decision: the safe point for a reload.
    pub fn before_ask(&self, hook: Hook) {
        *self.0.before_ask.borrow_mut() = Some(hook);
    }

    pub(crate) fn window_hook(&self) -> &RefCell<Option<WindowHook>> {
        &self.0.window
    }

    /// Leave the game with [`Interrupt::Bound`] after this many decisions.
    pub fn bound_decisions(&self, decisions: u64) {
        self.0.bound.set(decisions);
    }

    /// Tell the observer, if there is one. The note is only made then.
    pub fn note(&self, note: impl FnOnce() -> Note) {
        if self.0.observed.get() {
            let observer = self.0.observer.borrow().clone();
            if let Some(observer) = observer {
                observer.borrow_mut().note(self, &note());
            }
        }
    }

    /// Is anybody watching? Traces are only put together then.
    #[must_use]
    pub fn observed(&self) -> bool {
        self.0.observed.get()
    }

    /// Who listens where, brought up to date.
    #[must_use]
    pub(crate) fn index(&self) -> Rc<Index> {
        if self.0.stale.get() {
            self.0.stale.set(false);
            let fresh = Rc::new(Index::build(self));
            *self.0.index.borrow_mut() = fresh;
        }
        self.0.index.borrow().clone()
    }

    /// Does nobody listen at `timing`? The cheap test before anything else.
    pub(crate) fn nobody_listens(&self, timing: crate::timing::Timing) -> bool {
        if self.0.stale.get() {
            let _ = self.index();
        }
        self.0.index.borrow().listeners[timing as usize].is_empty()
    }

    /// Skills, equipment or effects changed: the index must be rebuilt before its next use.
    pub(crate) fn touch(&self) {
        self.0.stale.set(true);
    }

    /// Leave what is going on as soon as the seat that is asked lets go, and go on elsewhere.
    pub(crate) fn leave_for(&self, elsewhere: Elsewhere) {
        self.0.left_for.set(Some(elsewhere));
    }

    /// Where the game was left for, told once.
    pub(crate) fn take_elsewhere(&self) -> Option<Elsewhere> {
        self.0.left_for.take()
    }

    /// Has the director put the game elsewhere? Then the question that is open is void: its agent answers it with
    /// [`Interrupt::Quit`], and the game goes on where it was put.
    #[must_use]
    pub fn is_left(&self) -> bool {
        self.0.left_for.get().is_some()
    }

    // ── events ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// Begin an event.
    #[must_use]
    pub fn begin(&self, event: Event) -> EventId {
        let id = {
            let mut state = self.edit();
            let serial = state.next_serial;
            state.next_serial += 1;
            let depth = state.frames.len() as u16;
            state.frames.push(Frame { serial, event, record: None });
            EventId { depth, serial }
        };
        self.note(|| Note::Begin { ev: id.into() });
        id
    }

    /// End an event. Cards it put into the processing area that are still there go to the discard pile first
    /// (rules 4.2.9); that is done by [`Game::finish`], which flows call.
    pub fn end(&self, id: EventId) -> Event {
        self.note(|| Note::End { ev: id.into() });
        let mut state = self.edit();
        debug_assert_eq!(state.frames.len(), usize::from(id.depth) + 1, "events end in the order of the stack");
        state.frames.truncate(usize::from(id.depth) + 1);
        state.frames.pop().expect("the event is on the stack").event
    }

    /// Is the event still running?
    #[must_use]
    pub fn runs(&self, id: EventId) -> bool {
        self.read().frames.get(usize::from(id.depth)).is_some_and(|frame| frame.serial == id.serial)
    }

    /// The event's data.
    ///
    /// # Panics
    /// If the event has ended; test with [`Game::runs`] where that can be.
    #[must_use]
    pub fn event(&self, id: EventId) -> Ref<'_, Event> {
        Ref::map(self.read(), |state| {
            let frame = &state.frames[usize::from(id.depth)];
            assert_eq!(frame.serial, id.serial, "the event has ended");
            &frame.event
        })
    }

    /// The event's data, to be changed.
    ///
    /// # Panics
    /// If the event has ended.
    #[must_use]
    pub fn event_mut(&self, id: EventId) -> RefMut<'_, Event> {
        RefMut::map(self.edit(), |state| {
            let frame = &mut state.frames[usize::from(id.depth)];
            assert_eq!(frame.serial, id.serial, "the event has ended");
            &mut frame.event
        })
    }

    /// The innermost event for which `pick` answers.
    pub fn find_event<T>(&self, pick: impl Fn(&Event) -> Option<T>) -> Option<(EventId, T)> {
        let state = self.read();
        state.frames.iter().enumerate().rev().find_map(|(depth, frame)| {
            pick(&frame.event).map(|found| (EventId { depth: depth as u16, serial: frame.serial }, found))
        })
    }

    /// The innermost running event.
    #[must_use]
    pub fn current(&self) -> EventId {
        let state = self.read();
        let depth = state.frames.len() - 1;
        EventId { depth: depth as u16, serial: state.frames[depth].serial }
    }

    // ── characters and cards ──────────────────────────────────────────────────────────────────────────────────────

    /// Is the character alive?
    #[must_use]
    pub fn alive(&self, player: PlayerId) -> bool {
        self.read().players[player.index()].alive
    }

    /// The living characters in turn order, counted from the one whose turn it is (or was).
    #[must_use]
    pub fn in_order(&self) -> Vec<PlayerId> {
        let state = self.read();
        state.order(state.order_from).collect()
    }

    /// The living characters in turn order from `from`.
    #[must_use]
    pub fn in_order_from(&self, from: PlayerId) -> Vec<PlayerId> {
        self.read().order(from).collect()
    }

    /// Does the card count as paid and gone already, while legality is looked at?
    #[must_use]
    pub fn is_gone(&self, card: CardId) -> bool {
        self.0.gone.borrow().contains(&card)
    }

    /// May faces be asked of states now? Not while one of their conditions is being asked.
    pub(crate) fn enter_face(&self) -> bool {
        !self.0.in_face.replace(true)
    }

    pub(crate) fn leave_face(&self) {
        self.0.in_face.set(false);
    }

    /// Do something as if `cards` had been paid already.
    pub fn as_if_gone<T>(&self, cards: &[CardId], act: impl FnOnce() -> T) -> T {
        let before = self.0.gone.borrow().len();
        self.0.gone.borrow_mut().extend_from_slice(cards);
        let result = act();
        self.0.gone.borrow_mut().truncate(before);
        result
    }

    /// How many hand cards the character has, without those treated as gone.
    #[must_use]
    pub fn hand_count(&self, player: PlayerId) -> usize {
        let state = self.read();
        let hand = &state.players[player.index()].hand;
        let gone = self.0.gone.borrow();
        if gone.is_empty() { hand.len() } else { hand.iter().filter(|card| !gone.contains(card)).count() }
    }

    /// The equipment in a slot, unless it is treated as gone.
    #[must_use]
    pub fn equipped(&self, player: PlayerId, slot: crate::card::Slot) -> Option<CardId> {
        let card = self.read().players[player.index()].equip[slot as usize]?;
        (!self.is_gone(card)).then_some(card)
    }

    /// What the card counts as where it is now: its printed face, changed by states such as 红颜.
    #[must_use]
    pub fn face(&self, card: CardId) -> Face {
        let zone = self.read().zones[card.index()];
        self.face_in(card, zone, None)
    }

    /// What a moved card is taken for unless a text says otherwise: what it counted as where it came from.
    #[must_use]
    pub fn face_moved(&self, entry: &CardMove) -> Face {
        self.face_in(entry.card, entry.from, entry.former)
    }

    /// What a card counts as in a zone, or for this character whose it was before an exchange.
    fn face_in(&self, card: CardId, zone: Zone, former: Option<PlayerId>) -> Face {
        let (printed, owner) = {
            let state = self.read();
            let owner = former.or(match zone {
                // A judgement card is "one's card" for such states although nobody owns it.
                Zone::Processing => state.frames.iter().rev().find_map(|frame| match &frame.event {
                    Event::Judge(judge) if judge.card == card => Some(judge.player),
                    _ => None,
                }),
                zone if zone.holds_own_cards() => zone.owner(),
                _ => None,
            });
            (state.faces[card.index()], owner)
        };
        match owner {
            Some(owner) => self.face_for(card, printed, owner),
            None => printed,
        }
    }

    /// What is printed on the card.
    #[must_use]
    pub fn printed(&self, card: CardId) -> Face {
        self.read().faces[card.index()]
    }

    /// The virtual card.
    #[must_use]
    pub fn virtual_card(&self, id: VirtualId) -> Ref<'_, VirtualCard> {
        Ref::map(self.read(), |state| &state.virtuals[id.0 as usize])
    }

    /// Is the card name `name`, or of that family?
    #[must_use]
    pub fn name_is(&self, card: Name, name: Name) -> bool {
        card == name || self.catalogue().card(card).is_some_and(|def| def.family == name)
    }

    /// The suit that these cards have in common, if they have one.
    pub(crate) fn common_suit(&self, cards: &[CardId]) -> Option<Suit> {
        let (first, rest) = cards.split_first()?;
        let suit = self.face(*first).suit;
        rest.iter().all(|card| self.face(*card).suit == suit).then_some(suit)
    }

    /// Make a virtual card from physical cards (rules 4.2.3): suit and rank of one, common colour of several.
    #[must_use]
    pub fn make_virtual(&self, name: Name, cards: &[CardId], skill: Option<Name>) -> VirtualCard {
        let faces: Vec<Face> = cards.iter().map(|card| self.face(*card)).collect();
        let (suit, color, rank) = match faces.as_slice() {
            [] => (None, None, None),
            [one] => (Some(one.suit), Some(one.suit.color()), Some(one.rank)),
            [first, rest @ ..] => {
                let color = first.suit.color();
                (None, rest.iter().all(|face| face.suit.color() == color).then_some(color), None)
            }
        };
        let (suit, color): (Option<Suit>, Option<Color>) = (suit, color);
        VirtualCard { name, suit, color, rank, cards: cards.into(), skill }
    }

    /// Record a virtual card.
    #[must_use]
    pub fn add_virtual(&self, card: VirtualCard) -> VirtualId {
        let mut state = self.edit();
        let id = VirtualId(state.virtuals.len() as u32);
        state.virtuals.push(card);
        id
    }

    // ── questions ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// Ask a seat. The answer that comes back is legal.
    ///
    /// # Errors
    /// The agent's interrupt.
    pub fn ask(&self, request: Request) -> Flow<Answer> {
        self.before_decision()?;
        let answer = self.answer_to(&request)?;
        // Counted when it is made: a state cloned while a seat thinks asks that question again.
        self.edit().decisions += 1;
        self.note(|| Note::Decided { request, answer: answer.clone() });
        Ok(answer)
    }

    fn answer_to(&self, request: &Request) -> Flow<Answer> {
        let agent = self.0.agents.borrow().get(request.seat.index()).cloned();
        let Some(agent) = agent else { return Ok(self.default_answer(request)) };
        for _ in 0..MOST_REFUSALS {
            let answer = agent.borrow_mut().answer(View::new(self, request.seat), request)?;
            let Err(reason) = self.check(request, &answer) else { return Ok(answer) };
            agent.borrow_mut().refused(request, &reason);
            self.note(|| Note::Refused { request: request.clone(), reason });
        }
        Ok(self.default_answer(request))
    }

    fn before_decision(&self) -> Flow {
        let hook = self.0.before_ask.borrow_mut().take();
        if let Some(hook) = hook {
            hook(self);
            self.0.before_ask.borrow_mut().get_or_insert(hook);
        }
        if self.read().decisions >= self.0.bound.get() { Err(Interrupt::Bound) } else { Ok(()) }
    }

    /// Yes or no.
    ///
    /// # Errors
    /// The agent's interrupt.
    pub fn confirm(&self, seat: PlayerId, prompt: Prompt) -> Flow<bool> {
        if !self.can_choose(seat) {
            return Ok(false);
        }
        let request = Request { seat, ask: Ask::Confirm, optional: true, prompt };
        Ok(self.ask(request)? == Answer::Yes)
    }

    /// Run an effect of a script, guarding against loops of nested effects.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub(crate) fn run_script(&self, call: crate::rulebook::Call<'_>) -> Flow<crate::value::Value> {
        let depth = self.0.run_depth.get();
        if depth >= DEEPEST_RUN {
            let chain = self.skill_chain();
            self.rulebook().report(
                self,
                call.skill,
                &format!("effects nested deeper than {DEEPEST_RUN}; the loop is {chain}"),
            );
            return Ok(crate::value::Value::Nil);
        }
        self.0.run_depth.set(depth + 1);
        let result = self.0.rulebook.run(self, call);
        self.0.run_depth.set(depth);
        result
    }

    fn skill_chain(&self) -> String {
        let state = self.read();
        let mut chain: Vec<Rc<str>> = state
            .frames
            .iter()
            .rev()
            .filter_map(|frame| match &frame.event {
                Event::SkillUse { skill, .. } => Some(self.names().text(*skill)),
                _ => None,
            })
            .take(6)
            .collect();
        chain.reverse();
        chain.join(" → ")
    }

    /// End the game.
    ///
    /// # Errors
    /// Always [`Interrupt::GameOver`], which unwinds to whoever runs the game.
    pub fn finish_game(&self, winners: Vec<PlayerId>) -> Flow {
        self.note(|| Note::Over { winners: winners.clone() });
        self.edit().result = Some(GameResult { winners });
        Err(Interrupt::GameOver)
    }
}

/// How often a question is put again after illegal answers before its default stands.
const MOST_REFUSALS: usize = 3;
