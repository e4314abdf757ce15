//! What went wrong in a script, in the author's terms.

use mlua::Error;
use std::fmt;
use std::rc::Rc;

/// An error in a running script. It cost one call; the game went on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptError {
    /// The skill, card or mode whose call it was.
    pub skill: Rc<str>,
    /// Which function of it, such as `on.damage_taken: when`.
    pub what: Rc<str>,
    /// The file's name in messages.
    pub file: Rc<str>,
    /// The line, from 1: where it went wrong, or where the function begins if that isn't known.
    pub line: u32,
    /// What went wrong.
    pub message: String,
    /// The skills, cards and modes whose scripts were running, outermost first; the last is `skill`.
    pub stack: Vec<Rc<str>>,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {} ({})", self.file, self.line, self.message, self.what)?;
        if self.stack.len() > 1 {
            write!(f, ", while running {}", self.stack.join(" → "))?;
        }
        Ok(())
    }
}

/// An error of the VM: what it says, and the file (as named in messages) and line it points to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Told {
    pub message: String,
    pub place: Option<(String, u32)>,
}

/// Understand an error of the VM.
pub(crate) fn tell(error: &Error) -> Told {
    let mut place = None;
    let mut context = Vec::new();
    let mut cause = error;
    loop {
        match cause {
            Error::CallbackError { traceback, cause: inner } => {
                place = traceback.lines().find_map(|line| split(line.trim())).map(|(at, _)| at).or(place);
                cause = inner;
            }
            Error::WithContext { context: more, cause: inner } => {
                context.push(more.as_str());
                cause = inner;
            }
            _ => break,
        }
    }
    let text = match cause {
        Error::RuntimeError(text) => scrub(text),
        Error::MemoryError(_) => "stopped: it used too much memory".to_owned(),
        other => other.to_string(),
    };
    let (text, trace) = text.split_once("\nstack traceback:").unwrap_or((&text, ""));
    let (mut message, own) = match split(text) {
        Some((at, rest)) => (rest.to_owned(), Some(at)),
        None => (text.to_owned(), trace.lines().find_map(|line| split(line.trim())).map(|(at, _)| at)),
    };
    if message.contains("attempt to modify a readonly table") {
        message.push_str(" (scripts share nothing and keep nothing: use `local`, or a memo or mark of the game)");
    }
    for more in context {
        message = format!("{more}: {message}");
    }
    Told { message, place: own.or(place) }
}

/// `file.luau:12: message` or a line `file.luau:12 function run` of a traceback.
fn split(text: &str) -> Option<((String, u32), &str)> {
    let end = text.find(".luau:")? + ".luau".len();
    let file = &text[..end];
    if file.contains(char::is_whitespace) {
        return None;
    }
    let rest = &text[end + 1..];
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let line = rest[..digits].parse().ok()?;
    Some(((file.to_owned(), line), rest[digits..].trim_start_matches(':').trim_start()))
}

/// Message and line of an error of the compiler.
pub(crate) fn syntax(error: &Error) -> (String, Option<u32>) {
    let text = match error {
        Error::SyntaxError { message, .. } => message.clone(),
        other => other.to_string(),
    };
    // `LINE: message`, behind a name where there is one.
    let bare = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let (line, message) = match bare.split_once(':') {
        Some((line, message)) if !line.is_empty() => (line.parse().ok(), message.trim()),
        _ => (None, text.trim()),
    };
    (format!("invalid Luau: {}", lower(if line.is_some() { message } else { &text })), line)
}

/// The text without addresses, which differ from run to run.
fn scrub(text: &str) -> String {
    let mut parts = text.split(": 0x");
    let mut clean = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        clean.push_str(part.trim_start_matches(|c: char| c.is_ascii_hexdigit()));
    }
    clean
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
