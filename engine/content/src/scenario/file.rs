//! Scenario files: found, run for what they return, and taken apart into scenarios.

use super::spec::{self, Spec};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lua::define::{Declared, Form, Session};
use crate::lua::errors::tell;
use crate::lua::guard::Kind;
use crate::lua::runtime::Runtime;
use crate::lua::source::{ScriptFile, ScriptSet};
use mlua::chunk::ChunkMode;
use mlua::{AnyUserData, Function, Table, Value};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A scenario file, read and compiled; it can be run in any VM.
#[derive(Debug, Clone)]
pub struct ScenarioFile(pub(super) Arc<ScriptFile>);

/// What a scenario file holds, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The file.
    pub path: PathBuf,
    /// The scenario's name; `scenario / case` for one of several cases.
    pub name: String,
    /// Its line, from 1.
    pub line: u32,
    /// The rule entries it cites.
    pub rules: Vec<String>,
}

/// One scenario, ready to be run.
#[derive(Debug, Clone)]
pub(super) struct Scenario {
    pub name: String,
    pub line: u32,
    pub spec: Spec,
    pub run: Function,
}

impl ScenarioFile {
    /// Read and compile a file. `root` is what its name in messages is relative to.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn read(path: &Path, root: &Path) -> io::Result<ScenarioFile> {
        Ok(ScenarioFile::of(path, root, std::fs::read_to_string(path)?))
    }

    /// Compile a text that is, or will be, the file at this path.
    #[must_use]
    pub fn of(path: &Path, root: &Path, text: String) -> ScenarioFile {
        let inside = path.strip_prefix(root).unwrap_or(path);
        // Spaces would hide the end of the name in the VM's messages.
        let inside = inside.components().map(|part| part.as_os_str().to_string_lossy().replace(' ', "_"));
        let inside = inside.collect::<Vec<_>>().join("/");
        ScenarioFile(ScriptFile::compile(path, "base", &inside, text, None))
    }

    /// All `*.luau` files at or below these paths, in order. A path with a name that begins with `.` is passed over.
    ///
    /// # Errors
    /// If a path can't be read.
    pub fn find(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for path in paths {
            gather(path, &mut found)
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
        }
        found.sort();
        found.dedup();
        Ok(found)
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Its name in messages.
    #[must_use]
    pub fn chunk(&self) -> &str {
        &self.0.chunk
    }

    /// Run the file and take its scenarios apart. A file with any finding has none.
    pub(super) fn scenarios(&self, runtime: &Runtime, set: &Arc<ScriptSet>) -> Result<Vec<Scenario>, Diagnostics> {
        let mut out = Diagnostics::default();
        let made = self.run(runtime, set, &mut out);
        let mut scenarios = Vec::new();
        for declared in made {
            match self.take_apart(&declared) {
                Ok(found) => scenarios.extend(found),
                Err(diagnostic) => out.push(*diagnostic),
            }
        }
        let mut names = BTreeMap::new();
        for scenario in &scenarios {
            if let Some(first) = names.insert(scenario.name.clone(), scenario.line) {
                let message = format!("two scenarios are called \"{}\", the first in line {first}", scenario.name);
                out.push(self.error("duplicate-id", message, scenario.line));
            }
        }
        if out.is_empty() { Ok(scenarios) } else { Err(out) }
    }

    fn error(&self, code: &'static str, message: String, line: u32) -> Diagnostic {
        Diagnostic::error(code, &self.0.path, message).at_line(line, None)
    }

    fn run(&self, runtime: &Runtime, set: &Arc<ScriptSet>, out: &mut Diagnostics) -> Vec<AnyUserData> {
        let code = match &self.0.code {
            Ok(code) => code,
            Err(diagnostic) => {
                out.push((**diagnostic).clone());
                return Vec::new();
            }
        };
        let running = vec![self.0.clone()];
        let session = Session { set: set.clone(), running, libs: BTreeMap::new(), out: Diagnostics::default() };
        *runtime.sessions.borrow_mut() = Some(session);
        let value: mlua::Result<Value> = {
            let _metered = runtime.shared.guard.enter(Kind::Load);
            let chunk = runtime.lua.load(code.as_slice()).set_mode(ChunkMode::Binary);
            chunk.set_name(format!("={}", self.0.chunk)).call(())
        };
        if let Some(session) = runtime.sessions.borrow_mut().take() {
            for diagnostic in session.out.iter() {
                out.push(diagnostic.clone());
            }
        }
        match value {
            Ok(value) => self.returned(&value, out),
            Err(error) => {
                let told = tell(&error);
                let line = told.place.map_or(1, |(_, line)| line);
                out.push(self.error("lua-error", told.message, line));
                Vec::new()
            }
        }
    }

    /// One scenario or a list of them.
    fn returned(&self, value: &Value, out: &mut Diagnostics) -> Vec<AnyUserData> {
        let made: Vec<Value> = match value {
            Value::Table(list) => list.sequence_values().filter_map(Result::ok).collect(),
            one => vec![one.clone()],
        };
        let scenarios: Vec<AnyUserData> = made
            .iter()
            .filter_map(|value| match value {
                Value::UserData(made) if made.is::<Declared>() => Some(made.clone()),
                _ => None,
            })
            .collect();
        if scenarios.len() < made.len() || made.is_empty() {
            let message = "this file returns something that is no scenario".to_owned();
            let help = "end it with `return scenario \"name\" { … }` or `return { scenario \"a\" { … }, scenario \"b\" { … } }`";
            out.push(self.error("no-definition", message, 1).with_help(help));
        }
        scenarios
    }

    /// A scenario or each of its cases.
    fn take_apart(&self, made: &AnyUserData) -> Result<Vec<Scenario>, Box<Diagnostic>> {
        let declared = made.borrow::<Declared>().expect("tested before");
        let Form::Scenario(name) = &declared.form else {
            let message =
                format!("`{} {{ … }}` in a scenario file, expected `scenario \"name\" {{ … }}`", declared.verb);
            return Err(Box::new(self.error("wrong-definition", message, declared.line)));
        };
        let wrong = |message: String| {
            Box::new(self.error("scenario", format!("scenario \"{name}\": {message}"), declared.line))
        };
        let body = &declared.body;
        let run = |body: &Table| body.get::<Option<Function>>("run").map_err(|_| "`run` is no function".to_owned());
        let own = spec::read(body).map_err(|what| wrong(what.to_string()))?;
        let own_run = run(body).map_err(wrong)?;
        let Some(cases) = body.get::<Option<Table>>("cases").map_err(|_| wrong("`cases` is no list".into()))? else {
            let run = own_run.ok_or_else(|| wrong("it has no `run`".into()))?;
            return Ok(vec![Scenario { name: name.clone(), line: declared.line, spec: own, run }]);
        };
        let mut scenarios = Vec::new();
        for (number, case) in cases.sequence_values::<Table>().enumerate() {
            let case = case.map_err(|_| wrong(format!("case {} is no table", number + 1)))?;
            let title = case.get::<Option<String>>("name").ok().flatten().unwrap_or_else(|| (number + 1).to_string());
            let in_case = |message: String| wrong(format!("case \"{title}\": {message}"));
            let spec = spec::overridden(&own, &case).map_err(|what| in_case(what.to_string()))?;
            let run =
                run(&case).map_err(in_case)?.or(own_run.clone()).ok_or_else(|| in_case("it has no `run`".into()))?;
            let line = run.info().line_defined.and_then(|line| u32::try_from(line).ok()).unwrap_or(declared.line);
            scenarios.push(Scenario { name: format!("{name} / {title}"), line, spec, run });
        }
        Ok(scenarios)
    }
}

fn gather(path: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        std::fs::metadata(path)?;
        found.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path)? {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        if path.is_dir() {
            gather(&path, found)?;
        } else if path.extension().is_some_and(|ext| ext == "luau") {
            found.push(path);
        }
    }
    Ok(())
}
