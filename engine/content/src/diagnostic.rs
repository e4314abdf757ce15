//! One type for everything that can be wrong with content, whether TOML or Lua, and its rendering.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::Serialize;
use toml::de::{DeTable, DeValue};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The entry or the part of it named is not usable.
    Error,
    /// The entry works, but something about it is probably not meant.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        })
    }
}

/// One finding about one file. Displays as `file:line:column: error[code]: message`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Stable kebab-case name of the kind of finding, such as `unknown-key`.
    pub code: &'static str,
    /// The file it is about.
    pub file: PathBuf,
    /// Byte range of the offending text in the file, where known.
    pub span: Option<Range<usize>>,
    /// Line, counted from 1.
    pub line: Option<u32>,
    /// Column in characters, counted from 1.
    pub column: Option<u32>,
    /// What is wrong and what was expected, a lowercase fragment.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A finding about a whole file; narrow it with [`Self::with_span`] or [`Self::at_line`].
    pub fn new(
        severity: Severity,
        code: &'static str,
        file: impl Into<PathBuf>,
        message: impl Into<String>,
    ) -> Diagnostic {
        let (file, message) = (file.into(), message.into());
        Diagnostic { severity, code, file, span: None, line: None, column: None, message, help: None }
    }

    /// [`Self::new`] with [`Severity::Error`].
    pub fn error(code: &'static str, file: impl Into<PathBuf>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, file, message)
    }

    /// [`Self::new`] with [`Severity::Warning`].
    pub fn warning(code: &'static str, file: impl Into<PathBuf>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, file, message)
    }

    /// Points at a byte range of `source`, the file's text; line and column follow from it.
    pub fn with_span(mut self, source: &str, span: Range<usize>) -> Diagnostic {
        let (line, column) = position(source, span.start);
        (self.line, self.column, self.span) = (Some(line), Some(column), Some(span));
        self
    }

    /// Points at a line (from 1) and perhaps a column (from 1, in characters): what a Lua error knows.
    pub fn at_line(mut self, line: u32, column: Option<u32>) -> Diagnostic {
        (self.line, self.column) = (Some(line), column);
        self
    }

    /// Adds advice.
    pub fn with_help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Line and column (from 1, in characters) within `source`, which may be a newer text than the one checked.
    pub fn line_col(&self, source: &str) -> Option<(u32, u32)> {
        match &self.span {
            Some(span) => Some(position(source, span.start)),
            None => self.line.map(|line| (line, self.column.unwrap_or(1))),
        }
    }

    /// The finding as a block for a terminal, with the offending line when its file's text is given.
    /// Ends without a newline.
    pub fn render(&self, source: Option<&str>, color: bool) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let path = self.file.display().to_string();
        let title = level.primary_title(self.message.as_str()).id(self.code);
        let mut group = Group::with_title(title);
        group = match source.and_then(|text| Some((text, self.range_in(text)?))) {
            Some((text, span)) => {
                group.element(Snippet::source(text).path(path).annotation(AnnotationKind::Primary.span(span)))
            }
            None => {
                let mut origin = Origin::path(path);
                if let Some(line) = self.line {
                    origin = origin.line(line as usize).char_column(self.column.unwrap_or(1) as usize);
                }
                group.element(origin)
            }
        };
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        renderer.decor_style(DecorStyle::Unicode).render(&[group])
    }

    /// The bytes to underline in `source`: the span, else what follows the column, else the whole line.
    fn range_in(&self, source: &str) -> Option<Range<usize>> {
        if let Some(span) = &self.span {
            let start = floor_boundary(source, span.start);
            return Some(start..floor_boundary(source, span.end).max(start));
        }
        let line_number = self.line?.checked_sub(1)? as usize;
        let line = source.split_inclusive('\n').nth(line_number)?;
        let line_start = line.as_ptr() as usize - source.as_ptr() as usize;
        let text = line.trim_end();
        let skipped = match self.column {
            Some(column) => text.chars().take(column.saturating_sub(1) as usize).map(char::len_utf8).sum(),
            None => text.len() - text.trim_start().len(),
        };
        Some(line_start + skipped..line_start + text.len())
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
            if let Some(column) = self.column {
                write!(f, ":{column}")?;
            }
        }
        write!(f, ": {}[{}]: {}", self.severity, self.code, self.message)
    }
}

/// Line and column (from 1, in characters) of a byte offset.
pub(crate) fn position(source: &str, offset: usize) -> (u32, u32) {
    let before = &source[..floor_boundary(source, offset)];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    (line as u32, before[line_start..].chars().count() as u32 + 1)
}

fn floor_boundary(source: &str, offset: usize) -> usize {
    let mut offset = offset.min(source.len());
    while !source.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Findings in the order they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Adds one finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Number of errors.
    pub fn errors(&self) -> usize {
        self.list.iter().filter(|d| d.severity == Severity::Error).count()
    }

    /// Number of warnings.
    pub fn warnings(&self) -> usize {
        self.list.len() - self.errors()
    }

    /// Whether any finding is an error.
    pub fn has_errors(&self) -> bool {
        self.errors() > 0
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Number of findings of either kind.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The findings, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// The findings about one file, in order.
    pub fn for_file<'a>(&'a self, file: &'a Path) -> impl Iterator<Item = &'a Diagnostic> {
        self.list.iter().filter(move |d| d.file == file)
    }

    /// Orders the findings by file, then line and column; equal places keep their order.
    pub fn sort(&mut self) {
        self.list.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, more: I) {
        self.list.extend(more);
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

/// Where something is written, for findings made long after its file was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: PathBuf,
    /// Byte range in the file.
    pub span: Range<usize>,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl Place {
    /// A byte range of a file with this text.
    pub(crate) fn new(file: &Path, text: &str, span: Range<usize>) -> Place {
        let (line, column) = position(text, span.start);
        Place { file: file.to_owned(), span, line, column }
    }

    /// The first character of a file: for findings about the file as a whole.
    pub(crate) fn start_of(file: &Path) -> Place {
        Place { file: file.to_owned(), span: 0..0, line: 1, column: 1 }
    }

    /// Makes `diagnostic` point here.
    pub(crate) fn mark(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        (diagnostic.line, diagnostic.column) = (Some(self.line), Some(self.column));
        diagnostic.span = Some(self.span.clone());
        diagnostic
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file.display(), self.line, self.column)
    }
}

/// A value and where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Where it is written.
    pub place: Place,
}

/// The first line of the text at `span`, shortened.
pub(crate) fn excerpt(text: &str, span: &Range<usize>) -> String {
    let text = text.get(span.clone()).unwrap_or_default();
    let short: String = text.lines().next().unwrap_or_default().chars().take(40).collect();
    if short.len() < text.trim_end().len() { format!("{short}…") } else { short }
}

/// A finding for one of the parser's errors. A repeated key or header also names its first place.
pub(crate) fn from_toml(
    path: &Path,
    text: &str,
    document: &DeTable<'_>,
    message: &str,
    span: Range<usize>,
) -> Diagnostic {
    let name = excerpt(text, &span);
    if message == "duplicate key" {
        let first = first_place(text, document, &name, span.start);
        let at =
            first.map_or_else(String::new, |first| format!(": first defined at {}", Place::new(path, text, first)));
        let message = format!("`{name}` is defined twice{at}");
        return Diagnostic::error("duplicate-id", path, message).with_span(text, span);
    }
    let found = if name.trim().is_empty() { String::new() } else { format!(", found `{name}`") };
    let message = format!("invalid TOML: {message}{found}");
    Diagnostic::error("toml-syntax", path, message).with_span(text, span)
}

/// The key that a repeated key repeats: for a `[a.b]` header the first one like it, else the last of that name before.
fn first_place(text: &str, document: &DeTable<'_>, name: &str, before: usize) -> Option<Range<usize>> {
    let line_start = text[..before].rfind('\n').map_or(0, |newline| newline + 1);
    let header = text[line_start..].lines().next()?.split_inclusive(']').next()?;
    if header.trim_start().starts_with('[') {
        // The parsed document no longer knows the first header: the second has taken its place.
        let first = text.match_indices(header).map(|(at, _)| at).find(|at| *at == 0 || text[..*at].ends_with('\n'))?;
        let start = first + (before - line_start);
        return (first < line_start).then_some(start..start + name.len());
    }
    let mut spans = Vec::new();
    keys_named(document, name, &mut spans);
    spans.into_iter().filter(|span| span.start < before).max_by_key(|span| span.start)
}

fn keys_named(table: &DeTable<'_>, name: &str, spans: &mut Vec<Range<usize>>) {
    for (key, value) in table {
        if key.get_ref() == name {
            spans.push(key.span());
        }
        if let DeValue::Table(inner) = value.get_ref() {
            keys_named(inner, name, spans);
        }
    }
}
