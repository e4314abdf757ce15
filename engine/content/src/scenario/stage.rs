//! The running scenario: its game, the action that waits, the answers that are queued for it, and what went wrong.

use super::agent::Scripted;
use super::describe;
use super::given::{Given, Opts};
use super::trace::Trace;
use crate::lua::runtime::Runtime;
use mlua::{Lua, Value};
use muniu_kernel::Game;
use muniu_kernel::agent::Agent;
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::request::{Ask, Request, Way};
use muniu_kernel::rulebook::Interrupt;
use muniu_kernel::state::State;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// More decisions than any scenario needs: an endless exchange.
const MOST_DECISIONS: u64 = 5_000;

/// Why an action stopped.
#[derive(Debug)]
pub(super) enum Stop {
    /// The game was left, on purpose or not.
    Interrupt(Interrupt),
    /// The scenario asks for something impossible.
    Fault(String),
}

impl From<Interrupt> for Stop {
    fn from(interrupt: Interrupt) -> Self {
        Stop::Interrupt(interrupt)
    }
}

impl From<String> for Stop {
    fn from(message: String) -> Self {
        Stop::Fault(message)
    }
}

/// What a scenario fails with; it travels through Lua as an error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(super) struct Fault {
    pub message: String,
    /// The line of the scenario, from 1.
    pub line: u32,
}

/// An answer that the script queued.
#[derive(Debug, Clone)]
pub(super) struct Queued {
    pub number: u64,
    pub seat: PlayerId,
    pub what: What,
    pub line: u32,
    /// The call as written, more or less.
    pub words: String,
}

/// What is answered.
#[derive(Debug, Clone)]
pub(super) enum What {
    /// `p:answers(what, opts)`
    Answers(Given, Box<Opts>),
    /// `p:picks(what)`
    Picks(Given),
    /// `p:declines(skill)`
    Declines(String),
    /// `p:passes()`
    Passes,
    /// `p:holds()`
    Holds,
}

type Act = Box<dyn FnOnce(&Stage) -> Result<(), Stop>>;

struct Pending {
    act: Act,
    line: u32,
}

/// A running scenario.
pub(super) struct Stage {
    pub game: Game,
    runtime: Rc<Runtime>,
    chunk: String,
    trace: Rc<RefCell<Trace>>,
    /// The handles and the characters that the script is given, by seat.
    pub handles: RefCell<Vec<Value>>,
    pub seats: RefCell<Vec<Value>>,
    pending: RefCell<Option<Pending>>,
    queue: RefCell<Vec<Queued>>,
    asked: RefCell<Vec<Asked>>,
    fault: RefCell<Option<Fault>>,
    numbers: Cell<u64>,
    /// Stop at the first idle point of this character's play phase.
    stop_at: Cell<Option<PlayerId>>,
    stopped: RefCell<Option<State>>,
    /// The line of the action that runs.
    line: Cell<u32>,
}

/// A request that was put to a seat.
struct Asked {
    seat: PlayerId,
    /// The skills it was about, the names of the cards that would do, and its kind.
    about: Vec<String>,
    words: String,
}

impl Stage {
    pub fn new(game: Game, runtime: Rc<Runtime>, chunk: &str) -> Rc<Stage> {
        let trace = Rc::new(RefCell::new(Trace::default()));
        game.observe(Some(trace.clone()));
        game.bound_decisions(MOST_DECISIONS);
        let stage = Rc::new(Stage {
            game,
            runtime,
            chunk: chunk.to_owned(),
            trace,
            handles: RefCell::default(),
            seats: RefCell::default(),
            pending: RefCell::default(),
            queue: RefCell::default(),
            asked: RefCell::default(),
            fault: RefCell::default(),
            numbers: Cell::new(0),
            stop_at: Cell::new(None),
            stopped: RefCell::default(),
            line: Cell::new(0),
        });
        let seats = stage.game.read().players.len();
        let agent = |_| Rc::new(RefCell::new(Scripted(Rc::downgrade(&stage)))) as Rc<RefCell<dyn Agent>>;
        stage.game.seat((0..seats).map(agent).collect());
        stage
    }

    /// Let go of everything that holds the stage in turn.
    pub fn clear(&self) {
        self.game.seat(Vec::new());
        self.game.observe(None);
        self.pending.borrow_mut().take();
        self.handles.borrow_mut().clear();
        self.seats.borrow_mut().clear();
    }

    /// Whose handle this is.
    pub fn player_of(&self, value: &Value) -> Option<PlayerId> {
        let at = self.handles.borrow().iter().position(|handle| handle == value);
        at.map(|at| PlayerId(at as u8))
    }

    /// The line of the scenario that called into Rust.
    pub fn here(&self, lua: &Lua) -> u32 {
        (1..20)
            .find_map(|level| {
                lua.inspect_stack(level, |frame| {
                    let ours = frame.source().short_src.is_some_and(|source| *source == *self.chunk);
                    ours.then(|| frame.current_line()).flatten()
                })?
            })
            .and_then(|line| u32::try_from(line).ok())
            .unwrap_or(0)
    }

    // ── failing ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// The first thing that went wrong.
    pub fn fault(&self) -> Option<Fault> {
        self.fault.borrow().clone()
    }

    /// Remember what went wrong, unless something did before.
    pub fn blame(&self, message: String, line: u32) -> Fault {
        self.fault.borrow_mut().get_or_insert(Fault { message, line }).clone()
    }

    /// Fail at the line that is running in the script.
    pub fn fail(&self, lua: &Lua, message: impl Into<String>) -> mlua::Error {
        mlua::Error::external(self.blame(message.into(), self.here(lua)))
    }

    /// What happened since the last action, for a report.
    pub fn trace(&self) -> Vec<String> {
        self.trace.borrow().lines.clone()
    }

    // ── actions ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// Let an action wait for its answers. The one that waits now is performed.
    pub fn enqueue(&self, lua: &Lua, act: impl FnOnce(&Stage) -> Result<(), Stop> + 'static) -> mlua::Result<()> {
        self.flush()?;
        let pending = Pending { act: Box::new(act), line: self.here(lua) };
        *self.pending.borrow_mut() = Some(pending);
        Ok(())
    }

    /// Queue an answer for the action that waits.
    pub fn queue(&self, lua: &Lua, seat: PlayerId, what: What, words: String) -> mlua::Result<()> {
        if let Some(fault) = self.fault() {
            return Err(mlua::Error::external(fault));
        }
        if self.pending.borrow().is_none() {
            return Err(self.fail(lua, format!("{words}: no action waits for an answer; answers follow their action")));
        }
        self.numbers.set(self.numbers.get() + 1);
        let queued = Queued { number: self.numbers.get(), seat, what, line: self.here(lua), words };
        self.queue.borrow_mut().push(queued);
        Ok(())
    }

    /// Perform the action that waits.
    pub fn flush(&self) -> mlua::Result<()> {
        if let Some(fault) = self.fault() {
            return Err(mlua::Error::external(fault));
        }
        let Some(pending) = self.pending.borrow_mut().take() else { return Ok(()) };
        self.line.set(pending.line);
        *self.trace.borrow_mut() = Trace::default();
        self.asked.borrow_mut().clear();
        let over = self.game.read().result.is_some();
        let result = if over { Err(Stop::Fault("the game is over".into())) } else { (pending.act)(self) };
        let stopped = self.stopped.borrow_mut().take();
        self.stop_at.set(None);
        match result {
            Ok(()) | Err(Stop::Interrupt(Interrupt::GameOver)) => {}
            Err(Stop::Interrupt(Interrupt::Quit)) if stopped.is_some() => {
                if let Some(state) = stopped {
                    self.game.replace_state(state);
                }
            }
            Err(Stop::Interrupt(interrupt)) => drop(self.blame(interrupt.to_string(), pending.line)),
            Err(Stop::Fault(message)) => drop(self.blame(message, pending.line)),
        }
        self.look_over(pending.line);
        self.fault().map_or(Ok(()), |fault| Err(mlua::Error::external(fault)))
    }

    /// After an action: no script failed, all answers were wanted, the state is sound.
    fn look_over(&self, line: u32) {
        if let Some(error) = self.runtime.take_errors().into_iter().next() {
            let known = self.fault().is_some_and(|fault| fault.message == Interrupt::Quit.to_string());
            if !known {
                self.blame(format!("a script failed: {error}"), line);
            }
        }
        let left = std::mem::take(&mut *self.queue.borrow_mut());
        if self.fault().is_none()
            && let Some(queued) = left.into_iter().next()
        {
            let message = self.never_asked(&queued);
            self.blame(message, queued.line);
        }
        if self.fault().is_none()
            && let Err(what) = self.game.sound()
        {
            self.blame(format!("the state of the game is not sound: {what}"), line);
        }
    }

    fn never_asked(&self, queued: &Queued) -> String {
        let who = describe::seat(&self.game, queued.seat);
        let asked = self.asked.borrow();
        let mut was: Vec<&str> =
            asked.iter().filter(|asked| asked.seat == queued.seat).map(|asked| asked.words.as_str()).collect();
        was.dedup();
        let was = if was.is_empty() {
            "it was asked nothing".to_owned()
        } else {
            format!("it was asked: {}", was.join("; "))
        };
        format!("{who} was never asked for {}; {was}", queued.words)
    }

    /// Errors of scripts that only looked, such as `t:legal`.
    pub fn looked(&self, lua: &Lua) -> mlua::Result<()> {
        match self.runtime.take_errors().into_iter().next() {
            Some(error) => Err(self.fail(lua, format!("a script failed: {error}"))),
            None => Ok(()),
        }
    }

    /// Stop at the first idle point of this character.
    pub fn stop_at(&self, player: PlayerId) {
        self.stop_at.set(Some(player));
    }

    // ── for the agents ────────────────────────────────────────────────────────────────────────────────────────────

    /// At an idle point: is this where to stop?
    pub fn stops(&self, player: PlayerId) -> bool {
        if self.stop_at.get() != Some(player) {
            return false;
        }
        *self.stopped.borrow_mut() = Some(self.game.read().clone());
        true
    }

    /// The game stays at this question.
    pub fn hold(&self) {
        *self.stopped.borrow_mut() = Some(self.game.read().clone());
    }

    /// Write down that a seat is asked.
    pub fn was_asked(&self, request: &Request) {
        let about = about(&self.game, request);
        let words = describe::request(&self.game, request);
        let words = words.split_once(", ").map_or(words.clone(), |(_, words)| words.to_owned());
        self.asked.borrow_mut().push(Asked { seat: request.seat, about, words });
    }

    /// The answers queued for a seat, in order.
    pub fn queued_for(&self, seat: PlayerId) -> Vec<Queued> {
        self.queue.borrow().iter().filter(|queued| queued.seat == seat).cloned().collect()
    }

    /// An answer was given.
    pub fn consume(&self, number: u64) {
        self.queue.borrow_mut().retain(|queued| queued.number != number);
    }

    /// Fail in the middle of an action.
    pub fn blame_action(&self, message: String, line: Option<u32>) {
        self.blame(message, line.unwrap_or(self.line.get()));
    }

    /// Was the seat asked about this since the last action began?
    pub fn asked_about(&self, seat: PlayerId, what: &str) -> bool {
        self.asked.borrow().iter().any(|asked| asked.seat == seat && asked.about.iter().any(|about| about == what))
    }

    /// What the seat was asked since the last action began, in words.
    pub fn offered(&self, seat: PlayerId) -> Vec<String> {
        self.asked.borrow().iter().filter(|asked| asked.seat == seat).map(|asked| asked.words.clone()).collect()
    }

    /// The seats that were asked something since the last action began, in order.
    pub fn asked_order(&self) -> Vec<PlayerId> {
        self.asked.borrow().iter().map(|asked| asked.seat).collect()
    }

    /// Was the card shown to everybody since the last action began?
    pub fn was_shown(&self, card: CardId) -> bool {
        self.trace.borrow().shown.contains(&card)
    }

    /// How many questions the seat was asked.
    pub fn asked_count(&self, seat: PlayerId) -> usize {
        self.asked.borrow().iter().filter(|asked| asked.seat == seat).count()
    }
}

/// What a request is about.
pub(super) fn about(game: &Game, request: &Request) -> Vec<String> {
    let names = game.names();
    let mut about: Vec<String> = vec![request.ask.kind().to_owned()];
    about.extend(request.prompt.skill.iter().chain(&request.prompt.key).map(|name| names.text(*name).to_string()));
    match &request.ask {
        Ask::Trigger { ability, .. } => about.push(describe::ability(game, *ability)),
        Ask::OrderTriggers { options, .. } => about.extend(options.iter().map(|at| describe::ability(game, *at))),
        Ask::Card { need, .. } => {
            about.extend(describe::needed(game, *need));
            about.extend(game.ways(request).iter().filter_map(|way| match way {
                Way::Convert(at) | Way::Provide(at) => Some(describe::ability(game, *at)),
                _ => None,
            }));
        }
        _ => {}
    }
    about
}
