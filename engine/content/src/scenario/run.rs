//! Scenarios run and reported.

use super::describe;
use super::file::{Listed, Scenario, ScenarioFile};
use super::seat::Seat;
use super::setup::{self, SCENARIO};
use super::stage::Stage;
use super::tester::Tester;
use crate::content::Content;
use crate::diagnostic::Diagnostics;
use crate::lua::errors::tell;
use crate::lua::funs::FunEntry;
use crate::source::ContentSource;
use mlua::{MultiValue, Value};
use muniu_kernel::Game;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::rulebook::{Arg, Call, Rulebook};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Scenarios and flows nest deeply in debug builds; pages are only taken when they are touched.
const STACK: usize = 64 << 20;

/// Which scenarios are run: by file, name and the rule entries they cite.
pub type Wanted<'a> = &'a (dyn Fn(&Path, &str, &[String]) -> bool + Sync);

/// The scenarios of a file, or what is wrong with it.
type Loaded = Result<Rc<Vec<Scenario>>, Diagnostics>;

/// A VM with content, in which scenarios are run one after another.
pub struct Workshop {
    source: Arc<ContentSource>,
    content: RefCell<Rc<Content>>,
    loaded: RefCell<BTreeMap<PathBuf, Loaded>>,
}

/// What became of a scenario.
#[derive(Debug, Clone)]
pub struct Report {
    /// Its file.
    pub path: PathBuf,
    /// Its name.
    pub name: String,
    /// Its line, from 1.
    pub line: u32,
    /// The rule entries it cites.
    pub rules: Vec<String>,
    /// What went wrong.
    pub failure: Option<Failure>,
}

/// What went wrong in a scenario.
#[derive(Debug, Clone)]
pub struct Failure {
    /// The line of the scenario file, from 1.
    pub line: u32,
    /// What.
    pub message: String,
    /// That line as written.
    pub source: String,
    /// The position when it went wrong, one line per seat.
    pub position: Vec<String>,
    /// What happened since the last action began.
    pub trace: Vec<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(failure) = &self.failure else { return write!(f, "{}: fine", self.name) };
        writeln!(f, "{}:{}: {}", self.path.display(), failure.line, failure.message)?;
        if !failure.source.is_empty() {
            writeln!(f, "    {}", failure.source)?;
        }
        for (title, lines) in [("position", &failure.position), ("since the last action", &failure.trace)] {
            if !lines.is_empty() {
                writeln!(f, "  {title}:")?;
                lines.iter().try_for_each(|line| writeln!(f, "    {line}"))?;
            }
        }
        write!(f, "  again: muniu test {} --only {}", self.path.display(), quoted(&self.name))
    }
}

/// For a shell.
fn quoted(text: &str) -> String {
    if text.contains(['"', '$', '`', '\\', '!']) {
        format!("'{}'", text.replace('\'', r"'\''"))
    } else {
        format!("\"{text}\"")
    }
}

impl Workshop {
    /// A workshop with this content.
    #[must_use]
    pub fn new(source: Arc<ContentSource>) -> Workshop {
        let (content, _) = Content::from_source(source.clone());
        Workshop { source, content: RefCell::new(Rc::new(content)), loaded: RefCell::default() }
    }

    /// The scenarios of a file, in order.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn list(&self, file: &ScenarioFile) -> Result<Vec<Listed>, Diagnostics> {
        let scenarios = self.load(file)?;
        let listed = |scenario: &Scenario| Listed {
            path: file.path().to_owned(),
            name: scenario.name.clone(),
            line: scenario.line,
            rules: scenario.spec.rules.clone(),
        };
        Ok(scenarios.iter().map(listed).collect())
    }

    /// Run the scenarios of a file that are wanted.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn run(&self, file: &ScenarioFile, wanted: Wanted<'_>) -> Result<Vec<Report>, Diagnostics> {
        let scenarios = self.load(file)?;
        let wanted = scenarios.iter().filter(|it| wanted(file.path(), &it.name, &it.spec.rules));
        let names: Vec<String> = wanted.map(|scenario| scenario.name.clone()).collect();
        let mut reports = Vec::new();
        for name in &names {
            // Loaded anew if the last one wrecked the VM.
            let scenarios = self.load(file)?;
            if let Some(scenario) = scenarios.iter().find(|scenario| scenario.name == *name) {
                reports.push(self.report(file, scenario));
            }
        }
        Ok(reports)
    }

    /// Run the scenarios of a text that is no file yet.
    ///
    /// # Errors
    /// What is wrong with it, or what failed first.
    pub fn try_text(&self, path: &Path, root: &Path, text: &str) -> Result<(), String> {
        self.loaded.borrow_mut().remove(path);
        let file = ScenarioFile::of(path, root, text.to_owned());
        let wrong =
            |findings: Diagnostics| findings.iter().next().map_or_else(String::new, |finding| finding.message.clone());
        let reports = self.run(&file, &|_, _, _| true).map_err(wrong)?;
        let failed = reports.into_iter().find_map(|report| report.failure);
        failed.map_or(Ok(()), |failure| Err(format!("line {}: {}: {}", failure.line, failure.message, failure.source)))
    }

    fn load(&self, file: &ScenarioFile) -> Loaded {
        if let Some(known) = self.loaded.borrow().get(file.path()) {
            return known.clone();
        }
        let content = self.content.borrow().clone();
        let loaded = file.scenarios(content.runtime(), &self.source.scripts).map(Rc::new);
        self.loaded.borrow_mut().insert(file.path().to_owned(), loaded.clone());
        loaded
    }

    fn report(&self, file: &ScenarioFile, scenario: &Scenario) -> Report {
        let content = self.content.borrow().clone();
        let failure = catch_unwind(AssertUnwindSafe(|| run(&content, file, scenario))).unwrap_or_else(|panic| {
            *self.content.borrow_mut() = Rc::new(Content::from_source(self.source.clone()).0);
            self.loaded.borrow_mut().clear();
            let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            Some(failure(
                file,
                scenario.line,
                format!("the engine panicked: {}", text.unwrap_or("without a word")),
                None,
                Vec::new(),
            ))
        });
        Report {
            path: file.path().to_owned(),
            name: scenario.name.clone(),
            line: scenario.line,
            rules: scenario.spec.rules.clone(),
            failure,
        }
    }
}

fn failure(file: &ScenarioFile, line: u32, message: String, game: Option<&Game>, trace: Vec<String>) -> Failure {
    let source = file.0.text.lines().nth(line.saturating_sub(1) as usize).unwrap_or("").trim().to_owned();
    Failure { line, message, source, position: game.map(describe::position).unwrap_or_default(), trace }
}

/// Run one scenario in a game of its own.
fn run(content: &Content, file: &ScenarioFile, scenario: &Scenario) -> Option<Failure> {
    let runtime = content.runtime();
    runtime.begin_game();
    drop(runtime.take_errors());
    let game = match setup::game(content, &scenario.spec) {
        Ok(game) => game,
        Err(wrong) => return Some(failure(file, scenario.line, wrong.to_string(), None, Vec::new())),
    };
    let stage = Stage::new(game.clone(), runtime.clone(), file.chunk());
    let result = perform(content, &stage, file, scenario);
    let fault = match (stage.fault(), result) {
        (Some(fault), _) => Some((fault.message, fault.line)),
        (None, Err(error)) => {
            let told = tell(&error);
            match told.place {
                Some((chunk, line)) if chunk == file.chunk() => Some((told.message, line)),
                Some((chunk, line)) => Some((format!("{chunk}:{line}: {}", told.message), scenario.line)),
                None => Some((told.message, scenario.line)),
            }
        }
        (None, Ok(())) => {
            runtime.take_errors().first().map(|error| (format!("a script failed: {error}"), scenario.line))
        }
    };
    let failure = fault.map(|(message, line)| failure(file, line, message, Some(&game), stage.trace()));
    stage.clear();
    failure
}

/// Call the scenario's function as a call into a script, so that what it does counts as done by one.
fn perform(content: &Content, stage: &Rc<Stage>, file: &ScenarioFile, scenario: &Scenario) -> mlua::Result<()> {
    let runtime = content.runtime();
    let result: Rc<Cell<Option<mlua::Result<()>>>> = Rc::default();
    let function = {
        let (stage, run, result) = (stage.clone(), scenario.run.clone(), result.clone());
        runtime.lua.create_function(move |lua, handles: MultiValue| {
            *stage.handles.borrow_mut() = handles.into_iter().collect();
            let seats = stage.handles.borrow().len();
            for seat in 0..seats {
                let seat = Seat { stage: stage.clone(), player: PlayerId(seat as u8) };
                let seat = Value::UserData(lua.create_userdata(seat)?);
                stage.seats.borrow_mut().push(seat);
            }
            let tester = Value::UserData(lua.create_userdata(Tester { stage: stage.clone() })?);
            let args: MultiValue = std::iter::once(tester).chain(stage.seats.borrow().iter().cloned()).collect();
            let done = run.call::<()>(args).and_then(|()| stage.flush());
            result.set(Some(done));
            Ok(())
        })?
    };
    let fun = runtime.shared.funs.add(FunEntry {
        function,
        skill: SCENARIO.into(),
        pack: "base".into(),
        chunk: file.chunk().into(),
        line: scenario.line,
        what: "run".into(),
        generation: runtime.shared.funs.generation(),
        failures: Cell::default(),
    });
    let seats = stage.game.read().players.len();
    let args: Vec<Arg<'_>> = (0..seats).map(|seat| Arg::Player(PlayerId(seat as u8))).collect();
    let called = runtime.run(&stage.game, Call { fun, skill: content.names().intern(SCENARIO), args: &args });
    runtime.shared.funs.release(fun);
    match (result.take(), called) {
        (Some(done), _) => done,
        (None, Err(interrupt)) => Err(mlua::Error::external(interrupt)),
        (None, Ok(_)) => Err(mlua::Error::runtime("the scenario could not be started")),
    }
}

/// Run those scenarios of many files that are wanted, `jobs` at a time, each thread in a VM of its own. The
/// reports come in the order of the files, whatever `jobs` is; files that are wrong come apart.
///
/// # Panics
/// If threads can't be started.
#[must_use]
pub fn run_all(
    source: &Arc<ContentSource>,
    files: &[ScenarioFile],
    wanted: Wanted<'_>,
    jobs: usize,
) -> (Vec<Report>, Diagnostics) {
    each(source, files, jobs, &|workshop, file| workshop.run(file, wanted))
}

/// What scenarios many files hold, in order.
///
/// # Panics
/// If threads can't be started.
#[must_use]
pub fn list_all(source: &Arc<ContentSource>, files: &[ScenarioFile], jobs: usize) -> (Vec<Listed>, Diagnostics) {
    each(source, files, jobs, &Workshop::list)
}

type Outcome<T> = Result<Vec<T>, Diagnostics>;

type Task<'a, T> = &'a (dyn Fn(&Workshop, &ScenarioFile) -> Outcome<T> + Sync);

fn each<T: Send>(
    source: &Arc<ContentSource>,
    files: &[ScenarioFile],
    jobs: usize,
    task: Task<'_, T>,
) -> (Vec<T>, Diagnostics) {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Outcome<T>)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, files.len().max(1)) {
            let work = || {
                let workshop = Workshop::new(source.clone());
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = files.get(number) else { break };
                    let result = task(&workshop, file);
                    done.lock().expect("no worker panics").push((number, result));
                }
            };
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("threads can be started");
        }
    });
    let mut done = done.into_inner().expect("no worker panics");
    done.sort_by_key(|(number, _)| *number);
    let (mut all, mut findings) = (Vec::new(), Diagnostics::default());
    for (_, result) in done {
        match result {
            Ok(results) => all.extend(results),
            Err(found) => findings.extend(found),
        }
    }
    (all, findings)
}
