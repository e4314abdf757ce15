//! Reading the tables of a definition: each key once, with its type, and a finding with file, line and advice for
//! everything that doesn't fit.

use super::define::Declared;
use super::funs::FunEntry;
use super::guard::Kind;
use super::loader::Loader;
use super::runtime::Runtime;
use super::source::ScriptFile;
use crate::diagnostic::Diagnostic;
use crate::suggest;
use mlua::{AnyUserData, Function, Table, Value};
use muniu_kernel::def::{Fun, Num};
use muniu_kernel::names::Name;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// The ids that scripts may name.
#[derive(Debug, Clone, Default)]
pub struct Ids {
    /// Kinds of card, by unique id.
    pub cards: BTreeSet<String>,
    /// What cards are called together: `slash`.
    pub families: BTreeSet<String>,
}

impl Ids {
    /// The unique id of the kind of card that `written` means in a file of `pack`: its own, else the base pack's.
    #[must_use]
    pub fn card(&self, pack: &str, written: &str) -> Option<String> {
        let known = |id: &str| (self.cards.contains(id) || self.families.contains(id)).then(|| id.to_owned());
        match written.split_once(':') {
            Some(("base", id)) => known(id),
            Some(_) => known(written),
            None => known(&format!("{pack}:{written}")).or_else(|| known(written)),
        }
    }
}

/// Turning one script into definitions.
pub(crate) struct Build<'a> {
    pub runtime: &'a Runtime,
    pub loader: &'a Loader<'a>,
    pub ids: &'a Ids,
    /// The unique id of the skill, card or mode.
    pub owner: Rc<str>,
    /// The pack it belongs to.
    pub pack: Rc<str>,
    /// Set by the first error.
    pub failed: Cell<bool>,
}

impl Build<'_> {
    pub fn name(&self, text: &str) -> Name {
        self.runtime.shared.names.intern(text)
    }

    /// A function in place of a shorthand.
    pub fn compile(&self, code: &str) -> Option<Function> {
        let _metered = self.runtime.shared.guard.enter(Kind::Load);
        self.runtime.lua.load(code).set_name("=shorthand").eval().ok()
    }

    fn register(&self, function: Function, file: &ScriptFile, line: u32, what: String) -> Fun {
        let funs = &self.runtime.shared.funs;
        let line = function.info().line_defined.map_or(line, |line| line as u32);
        funs.add(FunEntry {
            function,
            skill: self.owner.clone(),
            pack: self.pack.clone(),
            chunk: file.chunk.as_str().into(),
            line,
            what: what.into(),
            generation: funs.generation(),
            failures: Cell::default(),
        })
    }
}

/// A table being read.
pub(crate) struct Fields<'a> {
    pub build: &'a Build<'a>,
    pub table: Table,
    pub file: Arc<ScriptFile>,
    /// Where it begins, from 1.
    pub line: u32,
    /// The verb it belongs to, for messages: `on.damage_taken`, `active.targets`.
    pub what: String,
}

impl<'a> Fields<'a> {
    /// The table that a verb wrapped.
    pub fn of(build: &'a Build<'a>, declared: &Declared) -> Self {
        Fields {
            build,
            table: declared.body.clone(),
            file: declared.file.clone(),
            line: declared.line,
            what: declared.verb.clone(),
        }
    }

    /// Report something about a key, or about the whole if it isn't written.
    pub fn error(&self, key: &str, code: &'static str, message: String, help: Option<String>) {
        self.build.failed.set(true);
        let diagnostic = Diagnostic::error(code, &self.file.path, message);
        let diagnostic = match self.file.key_span(key, self.line) {
            Some(span) => diagnostic.with_span(&self.file.text, span),
            None => diagnostic.at_line(self.line, None),
        };
        self.build.loader.note(match help {
            Some(help) => diagnostic.with_help(help),
            None => diagnostic,
        });
    }

    fn wrong(&self, key: &str, found: &Value, expected: &str) {
        let what = &self.what;
        let found = match found {
            Value::String(text) => format!("\"{}\"", text.to_string_lossy()),
            Value::Integer(number) => number.to_string(),
            Value::Number(number) => number.to_string(),
            other => format!("a {}", other.type_name()),
        };
        self.error(key, "wrong-type", format!("`{key}` of `{what}` is {found}, expected {expected}"), None);
    }

    /// Report every key but these, and list items unless they are allowed.
    pub fn only(&self, keys: &[&str], items: bool) {
        let length = self.table.raw_len();
        let mut unknown = Vec::new();
        for pair in self.table.pairs::<Value, Value>() {
            match pair {
                Ok((Value::String(key), _)) => {
                    let key = key.to_string_lossy();
                    if !keys.contains(&key.as_str()) {
                        unknown.push(key);
                    }
                }
                Ok((Value::Integer(number), _)) if items && number >= 1 && number as usize <= length => {}
                Ok((Value::Integer(_), _)) => {
                    let help = (!keys.is_empty()).then(|| suggest::help("", keys.iter().copied()));
                    let message = format!("`{}` holds a value without a key", self.what);
                    self.error("", "unknown-key", message, help);
                }
                _ => self.error("", "unknown-key", format!("`{}` has a key that is no word", self.what), None),
            }
        }
        unknown.sort();
        for key in unknown {
            let help = suggest::help(&key, keys.iter().copied());
            self.error(&key, "unknown-key", format!("`{}` has no field `{key}`", self.what), Some(help));
        }
    }

    /// The value of a key; nil if it isn't there.
    pub fn value(&self, key: &str) -> Value {
        self.table.raw_get(key).unwrap_or(Value::Nil)
    }

    /// Is the key there?
    pub fn has(&self, key: &str) -> bool {
        !self.value(key).is_nil()
    }

    /// A yes or no; `no` if it isn't there.
    pub fn flag(&self, key: &str) -> bool {
        self.flag_or(key, false)
    }

    /// A yes or no.
    pub fn flag_or(&self, key: &str, default: bool) -> bool {
        match self.value(key) {
            Value::Nil => default,
            Value::Boolean(yes) => yes,
            other => {
                self.wrong(key, &other, "true or false");
                default
            }
        }
    }

    /// A function.
    pub fn fun(&self, key: &str) -> Option<Fun> {
        match self.value(key) {
            Value::Nil => None,
            Value::Function(function) => Some(self.keep(function, key)),
            other => {
                self.wrong(key, &other, "a function");
                None
            }
        }
    }

    /// A function that must be there.
    pub fn need_fun(&self, key: &str) -> Option<Fun> {
        if !self.has(key) {
            let message = format!("`{}` has no `{key}`, expected a function", self.what);
            self.error("", "missing-key", message, None);
        }
        self.fun(key)
    }

    /// Register a function of this table.
    pub fn keep(&self, function: Function, key: &str) -> Fun {
        self.build.register(function, &self.file, self.line, format!("{}: {key}", self.what))
    }

    /// A whole number or a function.
    pub fn num(&self, key: &str) -> Option<Num> {
        match self.value(key) {
            Value::Nil => None,
            Value::Function(function) => Some(Num::Ask(self.keep(function, key))),
            other => match whole(&other) {
                Some(number) => Some(Num::Is(number)),
                None => {
                    self.wrong(key, &other, "a whole number or a function");
                    None
                }
            },
        }
    }

    /// A whole number within bounds.
    pub fn integer(&self, key: &str, bounds: std::ops::RangeInclusive<i64>) -> Option<i64> {
        let value = self.value(key);
        if value.is_nil() {
            return None;
        }
        let number = whole(&value).filter(|number| bounds.contains(number));
        if number.is_none() {
            self.wrong(key, &value, &format!("a whole number from {} to {}", bounds.start(), bounds.end()));
        }
        number
    }

    /// A word.
    pub fn word(&self, key: &str) -> Option<String> {
        match self.value(key) {
            Value::Nil => None,
            Value::String(text) => Some(text.to_string_lossy()),
            other => {
                self.wrong(key, &other, "a word in quotes");
                None
            }
        }
    }

    /// One of these words.
    pub fn one_of<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Option<T> {
        let word = self.word(key)?;
        self.choose(key, &word, words)
    }

    /// What a word means.
    pub fn choose<T: Copy>(&self, key: &str, word: &str, words: &[(&str, T)]) -> Option<T> {
        let found = words.iter().find(|(known, _)| *known == word).map(|(_, meaning)| *meaning);
        if found.is_none() {
            let help = suggest::help(word, words.iter().map(|(known, _)| *known));
            self.error(key, "unknown-word", format!("`{key}` of `{}` can't be \"{word}\"", self.what), Some(help));
        }
        found
    }

    /// A word or a list of words.
    pub fn words(&self, key: &str) -> Option<Vec<String>> {
        match self.value(key) {
            Value::Nil => None,
            Value::String(text) => Some(vec![text.to_string_lossy()]),
            Value::Table(list) => {
                let words: Vec<String> = list.sequence_values::<Value>().flatten().filter_map(as_text).collect();
                if words.len() != list.raw_len() || words.is_empty() {
                    self.wrong(key, &Value::Table(list), "a word or a list of words");
                }
                Some(words)
            }
            other => {
                self.wrong(key, &other, "a word or a list of words");
                None
            }
        }
    }

    /// The kind of card that a word names.
    pub fn card(&self, key: &str, word: &str) -> Name {
        let build = self.build;
        let id = build.ids.card(&build.pack, word);
        if id.is_none() {
            let prefix = format!("{}:", build.pack);
            let known = build.ids.cards.iter().map(|id| id.strip_prefix(&prefix).unwrap_or(id));
            let message = format!("`{key}` of `{}` names the card `{word}`, which no pack defines", self.what);
            self.error(key, "unknown-card", message, Some(suggest::help(word, known)));
        }
        build.name(id.as_deref().unwrap_or(word))
    }

    /// A table inside this one.
    pub fn table(&self, key: &str) -> Option<Fields<'a>> {
        match self.value(key) {
            Value::Nil => None,
            Value::Table(table) => Some(self.inside(key, table)),
            other => {
                self.wrong(key, &other, "a table");
                None
            }
        }
    }

    /// Read `table`, written under `key`.
    pub fn inside(&self, key: &str, table: Table) -> Fields<'a> {
        let line = self
            .file
            .key_span(key, self.line)
            .map_or(self.line, |span| crate::diagnostic::position(&self.file.text, span.start).0);
        let what = format!("{}.{key}", self.what);
        Fields { build: self.build, table, file: self.file.clone(), line, what }
    }

    /// The things that verbs wrapped, in the order they are written.
    pub fn declared(&self) -> Vec<AnyUserData> {
        let mut found = Vec::new();
        for (at, item) in self.table.sequence_values::<Value>().flatten().enumerate() {
            match item {
                Value::UserData(made) if made.is::<Declared>() => found.push(made),
                other => {
                    let message = format!(
                        "item {} of `{}` is a {}, expected an ability such as `on.damage_taken {{ … }}`",
                        at + 1,
                        self.what,
                        other.type_name()
                    );
                    self.error("", "wrong-type", message, None);
                }
            }
        }
        found
    }

    /// What the key holds doesn't fit.
    pub fn misfit(&self, key: &str, expected: &str) {
        self.wrong(key, &self.value(key), expected);
    }
}

fn as_text(value: Value) -> Option<String> {
    if let Value::String(text) = value { Some(text.to_string_lossy()) } else { None }
}

/// The whole number that a value is.
pub(crate) fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Integer(number) => Some(*number),
        Value::Number(number) => super::api::whole(*number).ok(),
        _ => None,
    }
}
