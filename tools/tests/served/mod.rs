//! A table that is served for a test, and pages at its socket.

#![allow(dead_code, reason = "not every test needs all of it")]

use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tungstenite::{Message, WebSocket};

/// A server that ends with the test, with a directory of its own for what it saves.
pub struct Server {
    pub child: Child,
    pub address: String,
    pub token: String,
    pub out: BufReader<ChildStdout>,
    pub directory: Rc<TempDir>,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    pub fn start() -> Server {
        Server::start_in(Rc::new(tempfile::tempdir().expect("a temporary directory")), &[])
    }

    pub fn with(more: &[&str]) -> Server {
        Server::start_in(Rc::new(tempfile::tempdir().expect("a temporary directory")), more)
    }

    pub fn start_in(directory: Rc<TempDir>, more: &[&str]) -> Server {
        let base = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        Server::start_from(base.as_ref(), directory, &[&["--seats", "4", "--seed", "3"], more].concat())
    }

    /// With another base pack.
    pub fn at(base: &Path, options: &[&str]) -> Server {
        Server::start_from(base, Rc::new(tempfile::tempdir().expect("a temporary directory")), options)
    }

    /// With the base pack that is there.
    pub fn start_from(base: &Path, directory: Rc<TempDir>, options: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_muniu"))
            .args(["play", "--no-open", "--port", "0"])
            .args(options)
            .env("MUNIU_ROOT", base)
            .current_dir(directory.path())
            .stdout(Stdio::piped())
            .stderr(File::create(directory.path().join("said")).expect("a file"))
            .spawn()
            .expect("the command starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("there is a pipe"));
        out.read_line(&mut line).expect("it says where it is");
        let (address, token) = line.trim().trim_start_matches("http://").split_once("/?token=").expect("a link");
        Server { address: address.to_owned(), token: token.to_owned(), out, child, directory }
    }

    /// Kill it, and start another in the same directory.
    pub fn kill_and_start(self, more: &[&str]) -> Server {
        let directory = self.directory.clone();
        drop(self);
        Server::start_in(directory, more)
    }

    /// What it said on stderr.
    pub fn said(&self) -> String {
        std::fs::read_to_string(self.directory.path().join("said")).expect("it can be read")
    }

    /// The files of saved games.
    pub fn saved(&self) -> Vec<PathBuf> {
        let files = std::fs::read_dir(self.directory.path().join("replays")).expect("games are saved");
        let paths = files.map(|file| file.expect("it can be read").path());
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl")).collect()
    }

    pub fn join(&self, token: &str) -> Page {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time-out can be set");
        let url = format!("ws://{}/ws?token={token}", self.address);
        let (socket, _) = tungstenite::client(url, stream).expect("the link is good");
        Page { socket, heard: Vec::new() }
    }
}

/// One page, and everything it was sent.
pub struct Page {
    pub socket: WebSocket<TcpStream>,
    pub heard: Vec<String>,
}

impl Page {
    pub fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).expect("it is read");
    }

    /// The next message for which `fits` is true.
    #[allow(clippy::disallowed_methods, reason = "a test waits, games don't")]
    pub fn wait(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let until = Instant::now() + Duration::from_secs(20);
        while Instant::now() < until {
            let message = self.socket.read().unwrap_or_else(|error| panic!("waiting for {what}: {error}"));
            let Message::Text(text) = message else { continue };
            self.heard.push(text.to_string());
            let value: Value = serde_json::from_str(&text).expect("messages are JSON");
            if fits(&value) {
                return value;
            }
        }
        panic!("no {what} came");
    }

    pub fn hear(&mut self, kind: &str) -> Value {
        self.wait(kind, |value| value["t"] == kind)
    }

    /// Choose a general and play on to the first idle point of seat 1, the lord with this seed.
    pub fn reach_first_turn(&mut self) -> Value {
        let ask = self.hear("ask");
        assert_eq!(ask["request"]["kind"], "pick_general");
        let general = ask["request"]["choices"][0]["id"].clone();
        self.say(&json!({ "t": "answer", "id": ask["request"]["id"], "answer": { "name": general } }));
        self.wait("first turn", |value| value["t"] == "ask" && value["request"]["kind"] == "play")
    }
}
