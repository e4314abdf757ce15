//! `scripts/words.toml`: the words of the questions, options and piles that a pack's scripts name by a key.

use super::pack::Text;
use super::read::File;
use crate::diagnostic::Diagnostics;

/// Words by key: `take`, or `luoying.take` for one skill, card or mode alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordsData {
    /// What is asked.
    pub questions: Vec<(String, Text)>,
    /// What can be chosen.
    pub options: Vec<(String, Text)>,
    /// Piles: those that cards are arranged in, and those on generals.
    pub piles: Vec<(String, Text)>,
    /// Marks.
    pub marks: Vec<(String, Text)>,
}

/// Reads the file.
pub(crate) fn read(path: &std::path::Path, text: &str) -> (WordsData, Diagnostics) {
    let (file, document) = File::parse(path, text);
    let root = file.root(&document);
    root.only(&["question", "option", "pile", "mark"]);
    let words = WordsData {
        questions: root.words("question"),
        options: root.words("option"),
        piles: root.words("pile"),
        marks: root.words("mark"),
    };
    (words, file.finish())
}
