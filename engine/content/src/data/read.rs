//! Reading TOML tables field by field, so that one bad value costs one finding and the rest is still checked.

use std::cell::RefCell;
use std::ops::{Range, RangeInclusive};
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::pack::Text;
use crate::diagnostic::{Diagnostic, Diagnostics, Located, Place, excerpt, from_toml, position};
use crate::suggest;

/// One TOML file being read.
pub(crate) struct File<'a> {
    pub path: &'a Path,
    pub text: &'a str,
    syntax_errors: Vec<usize>,
    out: RefCell<Diagnostics>,
}

impl<'a> File<'a> {
    /// Parses as much of the text as makes sense; every syntax error becomes a finding.
    pub fn parse(path: &'a Path, text: &'a str) -> (File<'a>, DeTable<'a>) {
        let (document, errors) = DeTable::parse_recoverable(text);
        let document = document.into_inner();
        let mut file = File { path, text, syntax_errors: Vec::new(), out: RefCell::default() };
        let mut last_line = 0;
        for error in errors {
            let span = error.span().unwrap_or(0..0);
            let line = position(text, span.start).0;
            file.syntax_errors.push(span.start);
            // Later errors on one line are echoes of the first.
            if line != last_line {
                let found = from_toml(path, text, &document, error.message(), span);
                file.out.borrow_mut().push(found);
            }
            last_line = line;
        }
        (file, document)
    }

    /// The findings so far.
    pub fn finish(self) -> Diagnostics {
        self.out.into_inner()
    }

    pub fn place(&self, span: Range<usize>) -> Place {
        Place::new(self.path, self.text, span)
    }

    pub fn push(&self, diagnostic: Diagnostic) {
        self.out.borrow_mut().push(diagnostic);
    }

    /// Reports an error at `span`, unless a syntax error on the same line already explains it.
    pub fn error(&self, code: &'static str, span: Range<usize>, message: String, help: Option<String>) {
        // The parser puts a value it had to make up at 0..0.
        let made_up = span == (0..0) && !self.syntax_errors.is_empty();
        let line = position(self.text, span.start).0;
        if made_up || self.syntax_errors.iter().any(|at| position(self.text, *at).0 == line) {
            return;
        }
        let diagnostic = Diagnostic::error(code, self.path, message).with_span(self.text, span);
        self.push(Diagnostic { help, ..diagnostic });
    }

    /// The first line of the text at `span`, shortened.
    pub fn excerpt(&self, span: &Range<usize>) -> String {
        excerpt(self.text, span)
    }

    /// Whether a syntax error lies between the header at `start` and the next header.
    fn syntax_error_after(&self, start: usize) -> bool {
        let end = self.text[start..].find("\n[").map_or(self.text.len(), |next| start + next);
        self.syntax_errors.iter().any(|at| (start..=end).contains(at))
    }

    /// The entries of a table in the order they are written; reports when `value` is no table.
    fn entries<'v>(&'v self, what: &str, value: &'v Spanned<DeValue<'a>>, valid: fn(&str) -> bool) -> Vec<Table<'v>> {
        let DeValue::Table(table) = value.get_ref() else {
            let message = format!("`{what}` must be a table of entries, found {}", self.found(value));
            self.error("wrong-type", value.span(), message, Some(format!("write `[{what}.some_id]`")));
            return Vec::new();
        };
        in_order(table).into_iter().filter_map(|(key, value)| self.entry(what, key, value, valid)).collect()
    }

    fn entry<'v>(
        &'v self,
        what: &str,
        key: &'v Spanned<std::borrow::Cow<'a, str>>,
        value: &'v Spanned<DeValue<'a>>,
        valid: fn(&str) -> bool,
    ) -> Option<Table<'v>> {
        let id = key.get_ref().as_ref();
        if !valid(id) {
            self.error("bad-id", key.span(), bad_id(id), Some(ID_HELP.to_owned()));
            return None;
        }
        match value.get_ref() {
            DeValue::Table(table) => {
                Some(Table { file: self, id, what: format!("{what} `{id}`"), span: key.span(), table })
            }
            _ => {
                let message = format!("{what} `{id}` must be a table, found {}", self.found(value));
                self.error("wrong-type", value.span(), message, Some(format!("write `[{what}.{id}]`")));
                None
            }
        }
    }

    /// The document itself as a table.
    pub fn root<'v>(&'v self, document: &'v DeTable<'a>) -> Table<'v> {
        Table { file: self, id: "", what: "this file".to_owned(), span: 0..0, table: document }
    }

    fn found(&self, value: &Spanned<DeValue<'_>>) -> String {
        format!("{} `{}`", type_name(value.get_ref()), self.excerpt(&value.span()))
    }
}

/// Key and value pairs in the order they are written.
pub(crate) fn in_order<'v, 'a>(
    table: &'v DeTable<'a>,
) -> Vec<(&'v Spanned<std::borrow::Cow<'a, str>>, &'v Spanned<DeValue<'a>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// One table of a file: `[card.slash]`, say.
pub(crate) struct Table<'v> {
    pub file: &'v File<'v>,
    /// The last part of its header.
    pub id: &'v str,
    what: String,
    span: Range<usize>,
    table: &'v DeTable<'v>,
}

impl<'v> Table<'v> {
    pub fn place(&self) -> Place {
        self.file.place(self.span.clone())
    }

    /// Reports every key that is not in `known`.
    pub fn only(&self, known: &[&str]) {
        for (key, _) in in_order(self.table) {
            let name = key.get_ref().as_ref();
            if !known.contains(&name) {
                let message = format!("unknown key `{name}` in {}", self.what);
                let help = suggest::help(name, known.iter().copied());
                self.file.error("unknown-key", key.span(), message, Some(help));
            }
        }
    }

    /// The field, if written.
    pub fn get(&self, key: &'static str) -> Option<Field<'v>> {
        let value = self.table.get(key)?;
        Some(Field { file: self.file, key, what: self.what.clone(), value })
    }

    /// The field; reports when it is missing.
    pub fn need(&self, key: &'static str) -> Option<Field<'v>> {
        let field = self.get(key);
        if field.is_none() && !self.file.syntax_error_after(self.span.start) {
            self.problem("missing-key", format!("{} has no `{key}`, which is required", self.what), None);
        }
        field
    }

    /// A sub-table such as `[deck]` in a file; reports when it is missing.
    pub fn need_table(&self, key: &'static str) -> Option<Table<'v>> {
        let field = self.need(key)?;
        let DeValue::Table(table) = field.value.get_ref() else {
            field.wrong_type("a table");
            return None;
        };
        let what = format!("`[{key}]`");
        Some(Table { file: self.file, id: key, what, span: self.table.get_key_value(key)?.0.span(), table })
    }

    /// Every definition `[key.<id>]`, in order.
    pub fn entries(&self, key: &'static str) -> Vec<Table<'v>> {
        self.table.get(key).map_or_else(Vec::new, |value| self.file.entries(key, value, is_id))
    }

    /// Every table `[key.<id>]` whose id refers to a definition elsewhere, as `id` or `pack:id`.
    pub fn references(&self, key: &'static str) -> Vec<Table<'v>> {
        self.table.get(key).map_or_else(Vec::new, |value| self.file.entries(key, value, is_reference))
    }

    /// The entries of a table of words, each of them a text in both languages, in order.
    pub fn words(&self, key: &'static str) -> Vec<(String, Text)> {
        let entries = self.table.get(key).map_or_else(Vec::new, |value| self.file.entries(key, value, is_word));
        entries.iter().filter_map(|entry| Some((entry.id.to_owned(), entry.both_languages()?))).collect()
    }

    /// `{ zh = "…", en = "…" }`. One language alone is a warning, and stands for both.
    fn both_languages(&self) -> Option<Text> {
        self.only(&["zh", "en"]);
        let [zh, en] = ["zh", "en"].map(|language| self.get(language));
        if zh.is_none() && en.is_none() {
            self.problem("missing-key", format!("{} has neither `zh` nor `en`", self.what), None);
            return None;
        }
        let missing = if zh.is_none() { "zh" } else { "en" };
        if zh.is_none() || en.is_none() {
            let message = format!("{} has no `{missing}`; the other language is shown instead", self.what);
            let warning = Diagnostic::warning("missing-translation", self.file.path, message);
            self.file.push(self.place().mark(warning));
        }
        let read = |field: Option<Field>| field.map(|field| field.string().map(|text| text.value));
        match (read(zh), read(en)) {
            (Some(zh), Some(en)) => Some(Text { zh: zh?, en: en? }),
            (one, other) => {
                let text = one.or(other)??;
                Some(Text { zh: text.clone(), en: text })
            }
        }
    }

    /// Reports an error about the table as a whole, at its header.
    pub fn problem(&self, code: &'static str, message: String, help: Option<String>) {
        self.file.error(code, self.span.clone(), message, help);
    }
}

/// One value of a table.
pub(crate) struct Field<'v> {
    file: &'v File<'v>,
    pub key: &'static str,
    what: String,
    value: &'v Spanned<DeValue<'v>>,
}

impl<'v> Field<'v> {
    /// Reports an error at the value.
    pub fn problem(&self, code: &'static str, message: String, help: Option<String>) {
        self.file.error(code, self.value.span(), message, help);
    }

    /// The value as it is written, shortened.
    pub fn written(&self) -> String {
        self.file.excerpt(&self.value.span())
    }

    fn wrong_type(&self, expected: &str) {
        let found = self.file.found(self.value);
        self.problem("wrong-type", format!("`{}` of {} must be {expected}, found {found}", self.key, self.what), None);
    }

    /// A non-empty string.
    pub fn string(&self) -> Option<Located<String>> {
        string_at(self.file, self.value, &format!("`{}` of {}", self.key, self.what))
    }

    /// A string that is an id of its own: lowercase letters, digits and underscores.
    pub fn id(&self) -> Option<Located<String>> {
        let id = self.string()?;
        if !is_id(&id.value) {
            self.problem("bad-id", bad_id(&id.value), Some(ID_HELP.to_owned()));
            return None;
        }
        Some(id)
    }

    /// `{ zh = "…", en = "…" }`. One language alone is a warning, and stands for both.
    pub fn text(&self) -> Option<Text> {
        let DeValue::Table(table) = self.value.get_ref() else {
            let expected = "a text in both languages";
            self.problem(
                "wrong-type",
                format!("`{}` of {} must be {expected}, found {}", self.key, self.what, self.file.found(self.value)),
                Some(format!("write `{} = {{ zh = \"…\", en = \"…\" }}`", self.key)),
            );
            return None;
        };
        let what = format!("`{}` of {}", self.key, self.what);
        Table { file: self.file, id: self.key, what, span: self.value.span(), table }.both_languages()
    }

    /// One of a few words.
    pub fn one_of<T: Copy>(&self, choices: &[(&'static str, T)]) -> Option<T> {
        let word = self.string()?.value;
        let found = choices.iter().find(|(name, _)| *name == word);
        if found.is_none() {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            let listed = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            let message = format!("unknown {} `{word}` in {}, expected one of {listed}", self.key, self.what);
            let help = suggest::nearest(&word, names).map(|name| format!("did you mean `{name}`?"));
            self.problem("unknown-value", message, help);
        }
        found.map(|(_, value)| *value)
    }

    /// An integer within a range.
    pub fn integer<T: TryFrom<i64>>(&self, range: RangeInclusive<i64>) -> Option<T> {
        let DeValue::Integer(written) = self.value.get_ref() else {
            self.wrong_type("an integer");
            return None;
        };
        let number = i64::from_str_radix(written.as_str(), written.radix()).ok().filter(|n| range.contains(n));
        if number.is_none() {
            let found = self.file.excerpt(&self.value.span());
            let (least, most) = (range.start(), range.end());
            let message = format!("`{}` of {} is {found}, expected {least} to {most}", self.key, self.what);
            self.problem("out-of-range", message, None);
        }
        T::try_from(number?).ok()
    }

    /// `true` or `false`.
    pub fn boolean(&self) -> Option<bool> {
        let DeValue::Boolean(value) = self.value.get_ref() else {
            self.wrong_type("true or false");
            return None;
        };
        Some(*value)
    }

    /// An array of non-empty strings; a bad element is reported and left out.
    pub fn strings(&self) -> Option<Vec<Located<String>>> {
        let DeValue::Array(array) = self.value.get_ref() else {
            self.wrong_type("an array of strings");
            return None;
        };
        let what = format!("an element of `{}` of {}", self.key, self.what);
        Some(array.iter().filter_map(|value| string_at(self.file, value, &what)).collect())
    }
}

fn string_at(file: &File<'_>, value: &Spanned<DeValue<'_>>, what: &str) -> Option<Located<String>> {
    let DeValue::String(text) = value.get_ref() else {
        let message = format!("{what} must be a string, found {}", file.found(value));
        file.error("wrong-type", value.span(), message, None);
        return None;
    };
    if text.trim().is_empty() {
        file.error("empty-string", value.span(), format!("{what} is an empty string, expected some text"), None);
        return None;
    }
    Some(Located { value: text.clone().into_owned(), place: file.place(value.span()) })
}

fn type_name(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "the string",
        DeValue::Integer(_) => "the integer",
        DeValue::Float(_) => "the decimal number",
        DeValue::Boolean(_) => "the boolean",
        DeValue::Datetime(_) => "the date",
        DeValue::Array(_) => "the array",
        DeValue::Table(_) => "the table",
    }
}

const ID_HELP: &str = "start with a letter and use only a to z, 0 to 9 and `_`";

fn bad_id(id: &str) -> String {
    format!("`{id}` is no valid id, expected something like `ice_sword`")
}

/// Whether `id` may name a definition.
pub(crate) fn is_id(id: &str) -> bool {
    id.starts_with(|c: char| c.is_ascii_lowercase())
        && id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// Whether `id` may refer to a definition: an id, or `pack:id`.
/// A word of its own, or one of a skill, card or mode: `take`, `luoying.take`, `orchard:harvest.take`.
fn is_word(key: &str) -> bool {
    key.split_once('.').map_or_else(|| is_id(key), |(of, word)| is_reference(of) && is_id(word))
}

fn is_reference(id: &str) -> bool {
    id.split_once(':').map_or_else(|| is_id(id), |(pack, name)| is_id(pack) && is_id(name))
}
