//! A table that is served for a test, and pages at its socket.

#![allow(dead_code, reason = "not every test needs all of it")]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// A server that ends with the test.
pub struct Server {
    child: Child,
    pub address: String,
    pub token: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    pub fn start() -> Server {
        Server::with(&["--seats", "4", "--seed", "3"], None)
    }

    /// A table with these options; `root` is where the base pack is, if it is another.
    pub fn with(options: &[&str], root: Option<&std::path::Path>) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_muniu"));
        command.args(["table", "--no-open", "--port", "0"]).args(options);
        match root {
            Some(root) => command.env("MUNIU_ROOT", root),
            None => command.env_remove("MUNIU_ROOT"),
        };
        let mut child = command
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("there is a pipe"))
            .read_line(&mut line)
            .expect("it says where it is");
        let (address, token) = line.trim().trim_start_matches("http://").split_once("/?token=").expect("a link");
        Server { address: address.to_owned(), token: token.to_owned(), child }
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
