//! The terminal, or the pipes in its place.

use std::cell::Cell;
use std::io::{BufRead, Write};
use std::rc::Rc;

/// Reads lines and writes text. `closed` is shared with whoever else writes: nobody reads any more.
pub struct Screen {
    input: Box<dyn BufRead>,
    output: Box<dyn Write>,
    closed: Rc<Cell<bool>>,
}

impl Screen {
    pub fn new(input: impl BufRead + 'static, output: impl Write + 'static, closed: Rc<Cell<bool>>) -> Self {
        Screen { input: Box::new(input), output: Box::new(output), closed }
    }

    /// Write text.
    pub fn print(&mut self, text: &str) {
        if !self.closed.get() && self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush()).is_err() {
            self.closed.set(true);
        }
    }

    /// Write a line.
    pub fn line(&mut self, text: &str) {
        self.print(&format!("{text}\n"));
    }

    /// Has the reader gone?
    pub fn is_closed(&self) -> bool {
        self.closed.get()
    }

    /// Read a line, without its end; nothing at the end of input.
    pub fn read(&mut self, prompt: &str) -> Option<String> {
        self.print(prompt);
        let mut bytes = Vec::new();
        match self.input.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(String::from_utf8_lossy(&bytes).trim().to_owned()),
        }
    }
}
