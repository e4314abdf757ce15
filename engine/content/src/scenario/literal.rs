//! Plain data as Luau writes it, with the place of every value: texts, numbers, `true`, `false` and tables of them.
//! Nothing in it is run.

use mlua::{Lua, Value};

/// A value and where it stands: bytes of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Literal {
    pub data: Data,
    pub from: usize,
    pub to: usize,
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Data {
    Text(String),
    Number(i64),
    Bool(bool),
    Table(Vec<Entry>),
}

/// A value of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its key; one without goes by its number.
    pub key: Option<String>,
    /// Where the key or else the value stands.
    pub at: usize,
    pub value: Literal,
}

/// What was expected, and where: a byte of the text.
pub(super) type Unexpected = (usize, String);

impl Literal {
    /// Read the fields of a table: with or without braces around them, `return` before them.
    pub fn fields(text: &str) -> Result<Literal, Unexpected> {
        let mut reader = Reader { text, at: 0 };
        reader.space()?;
        if reader.rest().strip_prefix("return").is_some_and(|rest| !rest.starts_with(is_word)) {
            reader.at += "return".len();
            reader.space()?;
        }
        let table = if reader.rest().starts_with('{') {
            reader.value()?
        } else {
            let data = Data::Table(reader.entries(None)?);
            Literal { data, from: 0, to: text.len() }
        };
        reader.space()?;
        if reader.rest().is_empty() { Ok(table) } else { Err(reader.expected("the end of the text")) }
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.key.as_deref() == Some(key))
    }

    /// The value of this number, from 1.
    pub fn nth(&self, number: usize) -> Option<&Entry> {
        self.entries().iter().filter(|entry| entry.key.is_none()).nth(number.checked_sub(1)?)
    }

    fn entries(&self) -> &[Entry] {
        if let Data::Table(entries) = &self.data { entries } else { &[] }
    }

    /// As a value of the VM.
    pub fn to_lua(&self, lua: &Lua) -> mlua::Result<Value> {
        Ok(match &self.data {
            Data::Text(text) => Value::String(lua.create_string(text)?),
            Data::Number(number) => Value::Number(*number as f64),
            Data::Bool(yes) => Value::Boolean(*yes),
            Data::Table(entries) => {
                let table = lua.create_table()?;
                for entry in entries {
                    let value = entry.value.to_lua(lua)?;
                    match &entry.key {
                        Some(key) => table.raw_set(key.as_str(), value)?,
                        None => table.raw_push(value)?,
                    }
                }
                Value::Table(table)
            }
        })
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// What stands here is not what was expected.
    fn expected(&self, what: &str) -> Unexpected {
        let rest = self.rest();
        let word: String = rest.chars().take_while(|c| is_word(*c)).collect();
        let found = match rest.chars().next() {
            None => "the text ends".to_owned(),
            Some(_) if !word.is_empty() => format!("`{word}` stands"),
            Some(other) => format!("`{other}` stands"),
        };
        (self.at, format!("expected {what}, but {found} here"))
    }

    /// Pass over space and comments.
    fn space(&mut self) -> Result<(), Unexpected> {
        loop {
            self.at += self.rest().len() - self.rest().trim_start().len();
            let Some(comment) = self.rest().strip_prefix("--") else { return Ok(()) };
            let end = if let Some(long) = comment.strip_prefix("[[") {
                let end =
                    long.find("]]").ok_or_else(|| (self.at, "expected `]]` at the end of this comment".into()))?;
                end + "--[[]]".len()
            } else {
                self.rest().find('\n').unwrap_or(self.rest().len())
            };
            self.at += end;
        }
    }

    /// `key = value` and bare values with commas, up to this end or that of the text.
    fn entries(&mut self, end: Option<char>) -> Result<Vec<Entry>, Unexpected> {
        let mut entries: Vec<Entry> = Vec::new();
        loop {
            self.space()?;
            if self.rest().is_empty() && end.is_none() || end.is_some_and(|end| self.rest().starts_with(end)) {
                return Ok(entries);
            }
            let at = self.at;
            let key = self.key()?;
            if let Some(key) = &key
                && entries.iter().any(|entry| entry.key.as_ref() == Some(key))
            {
                return Err((at, format!("`{key}` is said twice, expected it once")));
            }
            if key.is_none() && end.is_none() {
                self.at = at;
                return Err(self.expected("a field, such as `turn = 1`"));
            }
            let value = self.value()?;
            entries.push(Entry { key, at, value });
            self.space()?;
            if self.rest().starts_with([',', ';']) {
                self.at += 1;
            } else if !(self.rest().is_empty() && end.is_none() || end.is_some_and(|end| self.rest().starts_with(end)))
            {
                let what = end.map_or("`,` or the end of the text".to_owned(), |end| format!("`,` or `{end}`"));
                return Err(self.expected(&what));
            }
        }
    }

    /// `key =` or `["key"] =`, if there is one here.
    fn key(&mut self) -> Result<Option<String>, Unexpected> {
        let start = self.at;
        let key = if self.rest().starts_with('[') {
            self.at += 1;
            self.space()?;
            let key = self.quoted()?;
            self.space()?;
            if !self.rest().starts_with(']') {
                return Err(self.expected("`]`"));
            }
            self.at += 1;
            key
        } else {
            let word: String = self.rest().chars().take_while(|c| is_word(*c)).collect();
            self.at += word.len();
            word
        };
        self.space()?;
        let equals = self.rest().starts_with('=');
        if !key.is_empty() && equals {
            self.at += 1;
            self.space()?;
            return Ok(Some(key));
        }
        self.at = start;
        Ok(None)
    }

    fn value(&mut self) -> Result<Literal, Unexpected> {
        let from = self.at;
        let data = match self.rest().chars().next() {
            Some('{') => {
                self.at += 1;
                let entries = self.entries(Some('}'))?;
                self.at += 1;
                Data::Table(entries)
            }
            Some('"' | '\'') => Data::Text(self.quoted()?),
            Some(c) if is_word(c) || c == '-' => {
                let word: String = self.rest().chars().take_while(|c| is_word(*c) || *c == '-').collect();
                let data = match word.as_str() {
                    "true" => Data::Bool(true),
                    "false" => Data::Bool(false),
                    number => {
                        let number = number.parse().ok().filter(|number: &i64| number.abs() < 1 << 53);
                        Data::Number(
                            number.ok_or_else(|| self.expected("a value: \"…\", a number, true, false or {…}"))?,
                        )
                    }
                };
                self.at += word.len();
                data
            }
            _ => return Err(self.expected("a value: \"…\", a number, true, false or {…}")),
        };
        Ok(Literal { data, from, to: self.at })
    }

    fn quoted(&mut self) -> Result<String, Unexpected> {
        let from = self.at;
        let Some(quote) = self.rest().chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            return Err(self.expected("a text in quotes"));
        };
        let mut text = String::new();
        let mut letters = self.text[from + 1..].char_indices();
        while let Some((offset, letter)) = letters.next() {
            match letter {
                '\n' => break,
                '\\' => match letters.next() {
                    Some((_, escaped @ ('\\' | '"' | '\''))) => text.push(escaped),
                    _ => return Err((from + 1 + offset, "expected `\\\\` or `\\\"` where a backslash stands".into())),
                },
                letter if letter == quote => {
                    self.at = from + 1 + offset + 1;
                    return Ok(text);
                }
                letter => text.push(letter),
            }
        }
        Err((from, format!("expected `{quote}` at the end of this text, in the same line")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_read() {
        let table = Literal::fields("seats = { { hp = -1, [\"hand\"] = '♥5' }, -- two\n {} }, turn = 2;").unwrap();
        let first = &table.get("seats").unwrap().value.nth(1).unwrap().value;
        assert_eq!(first.get("hp").unwrap().value.data, Data::Number(-1));
        assert_eq!(first.get("hand").unwrap().value.data, Data::Text("♥5".into()));
        assert_eq!(table.get("turn").unwrap().value.data, Data::Number(2));
        assert_eq!(Literal::fields("return { turn = 2 }").unwrap().get("turn").unwrap().value.data, Data::Number(2));
    }

    #[test]
    fn what_is_expected_is_said_where() {
        for (text, at, what) in [
            ("turn = ", 7, "a value"),
            ("turn = two", 7, "a value"),
            ("turn = 2 phase", 9, "`,`"),
            ("seats = { { hp = 3 }", 20, "`,` or `}`"),
            ("turn = 1, turn = 2", 10, "twice"),
            ("{ hp = 3 } 4", 11, "the end"),
            ("hand = \"♥5", 7, "at the end of this text"),
            ("3", 0, "a field"),
            ("turn = os.exit()", 7, "a value"),
        ] {
            let (found, message) = Literal::fields(text).unwrap_err();
            assert!(found == at && message.contains(what), "{text}: {found} {message}");
        }
    }
}
