//! The game: a cheap handle to one running game and the way into its state. The event stack, characters and cards, and
//! the questions to seats have files of their own.
//!
//! No borrow of the state is ever held across a handler or a question: [`Game::read`] and [`Game::edit`] are for single
//! steps.

mod ask;
mod cards;
mod stack;

use crate::agent::{Agent, Observer};
use crate::card::Zone;
use crate::def::Catalogue;
use crate::event::{Event, Frame};
use crate::flows::window::Window;
use crate::found::Found;
use crate::ids::{CardId, PlayerId};
use crate::index::Index;
use crate::legality::Kept;
use crate::names::{Name, Names};
use crate::note::Note;
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
