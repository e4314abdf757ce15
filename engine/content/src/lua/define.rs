//! The verbs of a definition: `skill{}`, `on.<timing>{}`, `use "lib/name"` …
//!
//! They only wrap a table and remember where it was written; nothing is registered. A misspelt timing, query or ban is
//! noted with its line and the file goes on, so that one loading finds several mistakes.

use super::source::{ScriptFile, ScriptSet};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::suggest;
use mlua::{AnyUserData, Function, Lua, MetaMethod, Table, UserData, UserDataMethods, Value};
use muniu_kernel::def::{Ban, Query};
use muniu_kernel::timing::Timing;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

/// What a wrapped table defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// `skill {}`
    Skill,
    /// `card {}`
    Card,
    /// `mode {}`
    Mode,
    /// `scenario "name" {}`
    Scenario(String),
    /// `on.<timing> {}`, `on.any_of { … } {}`
    On(Vec<Timing>),
    /// `watch.<timing> {}`
    Watch(Vec<Timing>),
    /// `active {}`
    Active,
    /// `convert {}`
    Convert,
    /// `provide {}`
    Provide,
    /// `modify.<query> {}`
    Modify(Query),
    /// `forbid.<ban> {}`
    Forbid(Ban),
    /// `effect.<name> {}`
    Effect(String),
    /// `lent.<name> {}`
    Lent(String),
    /// Something misspelt that has been noted already.
    Broken,
}

/// A table that a verb wrapped.
pub struct Declared {
    /// What it defines.
    pub form: Form,
    /// The verb as written, for messages: `on.damage_taken`.
    pub verb: String,
    /// The file it is written in.
    pub file: Arc<ScriptFile>,
    /// The line of the verb.
    pub line: u32,
    /// The table.
    pub body: Table,
}

impl UserData for Declared {}

/// What is going on while files are loaded.
pub(crate) struct Session {
    /// All files.
    pub set: Arc<ScriptSet>,
    /// The files being run, outermost first.
    pub running: Vec<Arc<ScriptFile>>,
    /// Libraries that have been run; `None` for one that failed.
    pub libs: BTreeMap<PathBuf, Option<Value>>,
    /// Findings so far.
    pub out: Diagnostics,
}

impl Session {
    fn note(&mut self, diagnostic: Diagnostic) {
        if !self.out.iter().any(|known| *known == diagnostic) {
            self.out.push(diagnostic);
        }
    }
}

/// The session of a VM; `None` while nothing is loaded, and then the verbs can't be used.
pub(crate) type Sessions = Rc<RefCell<Option<Session>>>;

/// Verbs with members: `on.damage_taken`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    On,
    Watch,
    Modify,
    Forbid,
    Effect,
    Lent,
}

impl Family {
    fn word(self) -> &'static str {
        match self {
            Family::On => "on",
            Family::Watch => "watch",
            Family::Modify => "modify",
            Family::Forbid => "forbid",
            Family::Effect => "effect",
            Family::Lent => "lent",
        }
    }

    fn member(self, name: &str) -> Option<Form> {
        match self {
            Family::On => Timing::parse(name).map(|timing| Form::On(vec![timing])),
            Family::Watch => Timing::parse(name).map(|timing| Form::Watch(vec![timing])),
            Family::Modify => Query::ALL.into_iter().find(|query| query.id() == name).map(Form::Modify),
            Family::Forbid => Ban::ALL.into_iter().find(|ban| ban.id() == name).map(Form::Forbid),
            Family::Effect => Some(Form::Effect(name.to_owned())),
            Family::Lent => Some(Form::Lent(name.to_owned())),
        }
    }

    fn unknown(self, name: &str) -> (&'static str, String, String) {
        match self {
            Family::Modify => {
                let help = suggest::help(name, Query::ALL.iter().map(|query| query.id()));
                ("unknown-query", format!("there is no `modify.{name}`"), help)
            }
            Family::Forbid => {
                let help = suggest::help(name, Ban::ALL.iter().map(|ban| ban.id()));
                ("unknown-ban", format!("there is no `forbid.{name}`"), help)
            }
            _ => {
                let help = suggest::help(name, Timing::script_names().chain(["any_of"]));
                ("unknown-timing", format!("there is no timing `{name}`"), help)
            }
        }
    }
}

struct Members {
    family: Family,
    sessions: Sessions,
}

impl UserData for Members {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::Index, |lua, this, name: String| {
            let triggered = matches!(this.family, Family::On | Family::Watch);
            if triggered && name == "any_of" {
                return any_of(lua, this.family, &this.sessions);
            }
            let verb = format!("{}.{name}", this.family.word());
            let form = match this.family.member(&name) {
                Some(form) => form,
                None => {
                    let (code, message, help) = this.family.unknown(&name);
                    note_here(lua, &this.sessions, code, message, help)?;
                    Form::Broken
                }
            };
            wrapper(lua, form, verb, &this.sessions)
        });
    }
}

/// Put the verbs into the globals of a VM.
pub(crate) fn install(lua: &Lua, sessions: &Sessions) -> mlua::Result<()> {
    let globals = lua.globals();
    for (word, form) in [
        ("skill", Form::Skill),
        ("card", Form::Card),
        ("mode", Form::Mode),
        ("active", Form::Active),
        ("convert", Form::Convert),
        ("provide", Form::Provide),
    ] {
        globals.set(word, wrapper(lua, form, word.to_owned(), sessions)?)?;
    }
    for family in [Family::On, Family::Watch, Family::Modify, Family::Forbid, Family::Effect, Family::Lent] {
        globals.set(family.word(), Members { family, sessions: sessions.clone() })?;
    }
    let known = sessions.clone();
    let scenario = lua
        .create_function(move |lua, name: String| wrapper(lua, Form::Scenario(name), "scenario".to_owned(), &known))?;
    globals.set("scenario", scenario)
}

/// `on.any_of { "a", "b" }`
fn any_of(lua: &Lua, family: Family, sessions: &Sessions) -> mlua::Result<Function> {
    let sessions = sessions.clone();
    lua.create_function(move |lua, names: Vec<String>| {
        let mut timings = Vec::new();
        for name in &names {
            match Timing::parse(name) {
                Some(timing) => timings.push(timing),
                None => {
                    let (code, message, help) = family.unknown(name);
                    note_here(lua, &sessions, code, message, help)?;
                }
            }
        }
        let form = if family == Family::On { Form::On(timings) } else { Form::Watch(timings) };
        wrapper(lua, form, format!("{}.any_of", family.word()), &sessions)
    })
}

/// The function that wraps a table.
fn wrapper(lua: &Lua, form: Form, verb: String, sessions: &Sessions) -> mlua::Result<Function> {
    let sessions = sessions.clone();
    lua.create_function(move |lua, body: Value| -> mlua::Result<AnyUserData> {
        let Value::Table(body) = body else {
            let found = body.type_name();
            return Err(mlua::Error::runtime(format!("`{verb}` expects a table, got {found}: write `{verb} {{ … }}`")));
        };
        let (file, line) = here(lua, &sessions, &verb)?;
        lua.create_userdata(Declared { form: form.clone(), verb: verb.clone(), file, line, body })
    })
}

/// The file and line that the running verb was called from.
fn here(lua: &Lua, sessions: &Sessions, verb: &str) -> mlua::Result<(Arc<ScriptFile>, u32)> {
    let session = sessions.borrow();
    let Some(session) = &*session else {
        return Err(mlua::Error::runtime(format!(
            "`{verb}` defines something: it can't be used in a running function"
        )));
    };
    let place = lua.inspect_stack(1, |frame| {
        let chunk = frame.source().short_src.map(|chunk| chunk.into_owned());
        (chunk, frame.current_line().unwrap_or(1) as u32)
    });
    let (chunk, line) = place.unwrap_or((None, 1));
    let file = chunk.and_then(|chunk| session.set.by_chunk(&chunk)).or(session.running.last());
    file.map(|file| (file.clone(), line)).ok_or_else(|| mlua::Error::runtime("no file is being loaded"))
}

fn note_here(lua: &Lua, sessions: &Sessions, code: &'static str, message: String, help: String) -> mlua::Result<()> {
    let (file, line) = here(lua, sessions, "on")?;
    let diagnostic = Diagnostic::error(code, &file.path, message).at_line(line, None).with_help(help);
    if let Some(session) = &mut *sessions.borrow_mut() {
        session.note(diagnostic);
    }
    Ok(())
}
