//! The runtime: one VM that answers the kernel as its rulebook.

use super::api::{self, Api, whole};
use super::define::{self, Sessions};
use super::errors::{ScriptError, tell};
use super::funs::{FunEntry, Funs};
use super::guard::{Guard, Kind};
use super::{loader, sandbox};
use crate::source::ContentSource;
use mlua::{FromLuaMulti, Lua, Value};
use muniu_kernel::def::Fun;
use muniu_kernel::game::Game;
use muniu_kernel::names::{Name, Names};
use muniu_kernel::note::Note;
use muniu_kernel::rulebook::{Call, Flow, Rulebook};
use muniu_kernel::value::Value as Plain;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// How many failures of one function are reported in one game; all are counted.
pub const REPORTED: u32 = 3;

/// How many reports are kept for [`Runtime::take_errors`] if nobody takes them.
const KEPT: usize = 1_000;

/// A call that is running.
pub struct Frame {
    /// The game.
    pub game: Game,
    /// The skill, card or mode.
    pub skill: Name,
    /// The function.
    pub fun: Rc<FunEntry>,
}

/// What the runtime shares with the functions it gives to scripts.
pub struct Shared {
    /// Bounds and interrupts.
    pub guard: Rc<Guard>,
    /// The functions of scripts.
    pub funs: Funs,
    /// The table of names.
    pub names: Names,
    /// The content in force, for names, texts and the data of modes; `None` until the first loading is done.
    pub source: RefCell<Option<Arc<ContentSource>>>,
    frames: RefCell<Vec<Frame>>,
    errors: RefCell<Vec<ScriptError>>,
    count: Cell<u64>,
    game_number: Cell<u32>,
}

impl Shared {
    /// The game of the running call.
    ///
    /// # Errors
    /// While a file is loaded there is none.
    pub fn game(&self) -> mlua::Result<Game> {
        let frames = self.frames.borrow();
        let frame = frames.last().ok_or_else(|| mlua::Error::runtime("there is no game while a file is loaded"))?;
        Ok(frame.game.clone())
    }

    /// The skill, card or mode whose script runs, and the function.
    #[must_use]
    pub fn running(&self) -> Option<(Name, Rc<FunEntry>)> {
        self.frames.borrow().last().map(|frame| (frame.skill, frame.fun.clone()))
    }

    /// May the running call change the game and ask?
    #[must_use]
    pub fn may_act(&self) -> bool {
        self.guard.kind() == Some(Kind::Run)
    }

    /// Register a function that a running script handed over, under the skill that runs.
    ///
    /// # Errors
    /// While a file is loaded.
    pub fn keep(&self, function: mlua::Function, what: &str) -> mlua::Result<Fun> {
        let (_, running) =
            self.running().ok_or_else(|| mlua::Error::runtime("there is no game while a file is loaded"))?;
        let line = function.info().line_defined.unwrap_or(1) as u32;
        Ok(self.funs.add(FunEntry {
            function,
            skill: running.skill.clone(),
            pack: running.pack.clone(),
            chunk: running.chunk.clone(),
            line,
            what: format!("{}: {what}", running.what).into(),
            generation: self.funs.generation(),
            failures: Cell::default(),
        }))
    }
}

/// One VM with its scripts.
pub struct Runtime {
    pub(crate) lua: Lua,
    pub(crate) shared: Rc<Shared>,
    pub(crate) sessions: Sessions,
    api: Api,
}

/// A call on its way; leaving it takes it off the stack.
struct Running<'a>(&'a Shared);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.frames.borrow_mut().pop();
    }
}

impl Runtime {
    /// A VM without scripts.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(names: Names) -> mlua::Result<Self> {
        let guard = Rc::new(Guard::default());
        let sessions = Sessions::default();
        let lua = sandbox::open(&guard)?;
        let shared = Rc::new(Shared {
            guard: guard.clone(),
            funs: Funs::default(),
            names,
            source: RefCell::default(),
            frames: RefCell::default(),
            errors: RefCell::default(),
            count: Cell::new(0),
            game_number: Cell::new(0),
        });
        define::install(&lua, &sessions)?;
        loader::install(&lua, &sessions)?;
        let api = api::install(&lua, &shared)?;
        sandbox::close(&lua, &guard)?;
        Ok(Runtime { lua, shared, sessions, api })
    }

    /// What the scripts of this VM share.
    #[must_use]
    pub fn shared(&self) -> &Rc<Shared> {
        &self.shared
    }

    /// A new game begins: failures are counted and reported anew.
    pub fn begin_game(&self) {
        self.shared.game_number.set(self.shared.game_number.get() + 1);
    }

    /// The failures reported since the last call, oldest first.
    pub fn take_errors(&self) -> Vec<ScriptError> {
        std::mem::take(&mut self.shared.errors.borrow_mut())
    }

    /// How many calls into scripts failed so far, reported or not.
    #[must_use]
    pub fn error_count(&self) -> u64 {
        self.shared.count.get()
    }

    /// Drop the functions of earlier loadings. Does nothing and returns `false` while a script runs. Catalogues of
    /// earlier loadings are of no use afterwards.
    pub fn retire(&self) -> bool {
        if self.shared.guard.depth() > 0 {
            return false;
        }
        self.shared.funs.retire();
        true
    }

    /// A number that need not be whole, such as a hint for bots; `None` for nil or after an error.
    pub fn float(&self, game: &Game, call: Call<'_>) -> Option<f64> {
        let result: mlua::Result<Option<f64>> = self.call(game, &call, Kind::Pure);
        result.unwrap_or_else(|error| {
            self.fail(game, &call, &error);
            None
        })
    }

    fn call<R: FromLuaMulti>(&self, game: &Game, call: &Call<'_>, kind: Kind) -> mlua::Result<R> {
        let Some(entry) = self.shared.funs.get(call.fun) else {
            return Err(mlua::Error::runtime("this function was dropped by a reload"));
        };
        let give = |at: usize| self.api.to_lua(&self.lua, game, call.args[at]);
        let function = &entry.function;
        self.shared.frames.borrow_mut().push(Frame { game: game.clone(), skill: call.skill, fun: entry.clone() });
        let _running = Running(&self.shared);
        let _metered = self.shared.guard.enter(kind);
        let result = match call.args.len() {
            0 => function.call(()),
            1 => function.call((give(0)?,)),
            2 => function.call((give(0)?, give(1)?)),
            3 => function.call((give(0)?, give(1)?, give(2)?)),
            4 => function.call((give(0)?, give(1)?, give(2)?, give(3)?)),
            more => function.call((0..more).map(give).collect::<mlua::Result<mlua::MultiValue>>()?),
        };
        if kind == Kind::Pure {
            // Nothing can be asked here, so no interrupt is on its way; one left behind would poison every `pcall`.
            self.shared.guard.take_interrupt();
        }
        result
    }

    fn plain(&self, game: &Game, call: &Call<'_>, result: mlua::Result<Value>) -> Plain {
        let plain = result.and_then(|value| self.api.from_lua(game, &value).map_err(mlua::Error::runtime));
        plain.unwrap_or_else(|error| {
            self.fail(game, call, &error);
            Plain::Nil
        })
    }

    /// Report a failed call: once for each of the first few times that it fails in a game.
    #[cold]
    fn fail(&self, game: &Game, call: &Call<'_>, error: &mlua::Error) {
        let shared = &self.shared;
        shared.count.set(shared.count.get() + 1);
        let told = tell(error);
        if matches!(error, mlua::Error::MemoryError(_)) || told.message.contains("too much memory") {
            // What the script left must not starve the next one.
            let _ = self.lua.gc_collect();
        }
        let Some(entry) = shared.funs.get(call.fun) else {
            return self.put(game, call.skill, None, told.message, told.place);
        };
        let (of, times) = entry.failures.get();
        let now = shared.game_number.get();
        let times = if of == now { times } else { 0 };
        entry.failures.set((now, times + 1));
        if times < REPORTED {
            let more = if times + 1 == REPORTED { " (further failures of this function are only counted)" } else { "" };
            self.put(game, call.skill, Some(&entry), told.message + more, told.place);
        }
    }

    fn put(&self, game: &Game, skill: Name, entry: Option<&FunEntry>, message: String, place: Option<(String, u32)>) {
        let shared = &self.shared;
        let skill_text = shared.names.text(skill);
        let (file, line): (Rc<str>, u32) = match (place, entry) {
            (Some((file, line)), _) => (file.into(), line),
            (None, Some(entry)) => (entry.chunk.clone(), entry.line),
            (None, None) => ("?".into(), 0),
        };
        let mut stack: Vec<Rc<str>> =
            shared.frames.borrow().iter().map(|frame| shared.names.text(frame.skill)).collect();
        stack.push(skill_text.clone());
        let what = entry.map_or_else(|| "?".into(), |entry| entry.what.clone());
        let error = ScriptError { skill: skill_text, what, file, line, message, stack };
        game.note(|| Note::ScriptError { skill, message: error.to_string() });
        let mut errors = shared.errors.borrow_mut();
        if errors.len() < KEPT {
            errors.push(error);
        }
    }
}

impl Rulebook for Runtime {
    fn test(&self, game: &Game, call: Call<'_>) -> bool {
        let result: mlua::Result<bool> = self.call(game, &call, Kind::Pure);
        result.unwrap_or_else(|error| {
            self.fail(game, &call, &error);
            false
        })
    }

    fn number(&self, game: &Game, call: Call<'_>) -> Option<i64> {
        let result: mlua::Result<Value> = self.call(game, &call, Kind::Pure);
        let number = result.and_then(|value| match value {
            Value::Nil => Ok(None),
            Value::Integer(number) => Ok(Some(number)),
            Value::Number(number) => whole(number).map(Some).map_err(mlua::Error::runtime),
            other => Err(mlua::Error::runtime(format!("expected a number, got {}", other.type_name()))),
        });
        number.unwrap_or_else(|error| {
            self.fail(game, &call, &error);
            None
        })
    }

    fn value(&self, game: &Game, call: Call<'_>) -> Plain {
        let result = self.call(game, &call, Kind::Pure);
        self.plain(game, &call, result)
    }

    fn run(&self, game: &Game, call: Call<'_>) -> Flow<Plain> {
        let result = self.call(game, &call, Kind::Run);
        if let Some(interrupt) = self.shared.guard.take_interrupt() {
            return Err(interrupt);
        }
        Ok(self.plain(game, &call, result))
    }

    fn report(&self, game: &Game, skill: Name, message: &str) {
        self.shared.count.set(self.shared.count.get() + 1);
        let running = self.shared.running().map(|(_, entry)| entry);
        self.put(game, skill, running.as_deref(), message.to_owned(), None);
    }
}
