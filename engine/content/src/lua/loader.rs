//! Running script files for what they return.

use super::define::{Declared, Session, Sessions};
use super::errors::tell;
use super::guard::{Guard, Kind};
use super::source::{ScriptFile, ScriptSet};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::suggest;
use mlua::chunk::ChunkMode;
use mlua::{AnyUserData, Lua, Table, Value};
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// Runs files of one set in one VM. Libraries are run once for the whole of it.
pub(crate) struct Loader<'a> {
    lua: &'a Lua,
    guard: Rc<Guard>,
    sessions: Sessions,
}

impl<'a> Loader<'a> {
    /// Begin loading; ends with [`Loader::finish`].
    pub fn begin(lua: &'a Lua, guard: &Rc<Guard>, sessions: &Sessions, set: Arc<ScriptSet>) -> Self {
        let session = Session { set, running: Vec::new(), libs: BTreeMap::new(), out: Diagnostics::default() };
        *sessions.borrow_mut() = Some(session);
        Loader { lua, guard: guard.clone(), sessions: sessions.clone() }
    }

    /// Run a file. `None` with findings if it returns no definition.
    pub fn load(&self, path: &Path) -> Option<AnyUserData> {
        let file = {
            let session = self.sessions.borrow();
            session.as_ref().and_then(|session| session.set.file(path).cloned())
        };
        let Some(file) = file else {
            self.note(Diagnostic::error("unreadable", path, "this script could not be read"));
            return None;
        };
        let value = {
            let _metered = self.guard.enter(Kind::Load);
            run_file(self.lua, &self.sessions, &file)
        };
        match value {
            Ok(Value::UserData(made)) if made.is::<Declared>() => Some(made),
            Ok(other) => {
                let found = if other.is_nil() { "nothing" } else { other.type_name() };
                let message = format!("this script returns {found}, expected its definition");
                let diagnostic = Diagnostic::error("no-definition", &file.path, message);
                self.note(
                    diagnostic
                        .with_help("end it with `return skill { … }`, `return card { … }` or `return mode { … }`"),
                );
                None
            }
            Err(error) => {
                self.fail(&file, &error);
                None
            }
        }
    }

    /// Add a finding, once.
    pub fn note(&self, diagnostic: Diagnostic) {
        if let Some(session) = &mut *self.sessions.borrow_mut()
            && !session.out.iter().any(|known| *known == diagnostic)
        {
            session.out.push(diagnostic);
        }
    }

    /// Report an error of the VM where the script that caused it is.
    fn fail(&self, file: &ScriptFile, error: &mlua::Error) {
        let diagnostic = if let Some(found) = error.downcast_ref::<Reported>() {
            found.0.clone()
        } else {
            let told = tell(error);
            let session = self.sessions.borrow();
            let place = told.place.as_ref();
            let path = place
                .and_then(|(chunk, _)| session.as_ref()?.set.by_chunk(chunk).map(|file| file.path.clone()))
                .unwrap_or_else(|| file.path.clone());
            let diagnostic = Diagnostic::error("lua-error", path, told.message);
            place.map_or(diagnostic.clone(), |(_, line)| diagnostic.at_line(*line, None))
        };
        self.note(diagnostic);
    }

    /// End loading.
    pub fn finish(self) -> Diagnostics {
        self.sessions.borrow_mut().take().map(|session| session.out).unwrap_or_default()
    }
}

/// A finding that travels through Lua as an error.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Reported(Diagnostic);

fn run_file(lua: &Lua, sessions: &Sessions, file: &Arc<ScriptFile>) -> mlua::Result<Value> {
    let code = file.code.as_ref().map_err(|diagnostic| mlua::Error::external(Reported((**diagnostic).clone())))?;
    if let Some(session) = &mut *sessions.borrow_mut() {
        session.running.push(file.clone());
    }
    let result = lua.load(code.as_slice()).set_mode(ChunkMode::Binary).set_name(format!("={}", file.chunk)).call(());
    if let Some(session) = &mut *sessions.borrow_mut() {
        session.running.pop();
    }
    result
}

/// Put `use` into the globals of a VM.
pub(crate) fn install(lua: &Lua, sessions: &Sessions) -> mlua::Result<()> {
    let sessions = sessions.clone();
    let import = lua.create_function(move |lua, name: String| import(lua, &sessions, &name))?;
    lua.globals().set("use", import)
}

/// `use "lib/name"`: what that file returns.
fn import(lua: &Lua, sessions: &Sessions, written: &str) -> mlua::Result<Value> {
    let file = {
        let session = sessions.borrow();
        let Some(session) = &*session else {
            return Err(mlua::Error::runtime("`use` belongs at the top of a file: nothing is being loaded now"));
        };
        let pack = session.running.last().map_or("base", |file| file.pack.as_str());
        let found = written.strip_prefix("lib/").and_then(|name| session.set.lib(pack, name));
        let Some(file) = found else {
            let names: Vec<String> = session.set.lib_names(pack).collect();
            let help = suggest::help(written, names.iter().map(String::as_str));
            return Err(mlua::Error::runtime(format!("there is no library `{written}`: {help}")));
        };
        if let Some(at) = session.running.iter().position(|running| running.path == file.path) {
            let ring: Vec<&str> = session.running[at..].iter().map(|file| file.chunk.as_str()).collect();
            let message = format!("libraries use each other in a ring: {} → {}", ring.join(" → "), file.chunk);
            return Err(mlua::Error::runtime(message));
        }
        match session.libs.get(&file.path) {
            Some(Some(value)) => return Ok(value.clone()),
            Some(None) => return Err(mlua::Error::runtime(format!("the library `{written}` could not be loaded"))),
            None => file.clone(),
        }
    };
    let result = run_file(lua, sessions, &file);
    if let Ok(value) = &result {
        freeze(value, 8)?;
    }
    if let Some(session) = &mut *sessions.borrow_mut() {
        session.libs.insert(file.path.clone(), result.as_ref().ok().cloned());
    }
    result
}

/// Make what a library returns read-only: files share it, and scripts hold no state.
fn freeze(value: &Value, deep: usize) -> mlua::Result<()> {
    if let Value::Table(table) = value
        && deep > 0
        && !table.is_readonly()
    {
        table.set_readonly(true);
        for pair in table.pairs::<Value, Value>() {
            freeze(&pair?.1, deep - 1)?;
        }
    }
    Ok(())
}

/// What a scenario file returns: its name and its table, for whoever runs scenarios.
#[must_use]
pub fn scenario(made: &AnyUserData) -> Option<(String, Table)> {
    let made = made.borrow::<Declared>().ok()?;
    if let super::define::Form::Scenario(name) = &made.form { Some((name.clone(), made.body.clone())) } else { None }
}
