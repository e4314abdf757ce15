//! A page without a screen, and the table it sits at.

use serde_json::{Value, json};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// How often a page that hears nothing looks whether all is over.
const LOOK: Duration = Duration::from_millis(500);
/// Steps after which a person gives up building an answer.
const STEPS: usize = 12;

/// What the people of a table share.
pub struct Table {
    address: String,
    host: String,
    think: u64,
    /// Answers are given from now on.
    pub go: AtomicBool,
    pub over: AtomicBool,
    pub refused: AtomicU64,
    /// When the last answer was sent, and to which question.
    answered: Mutex<Option<(Instant, u64)>>,
    /// From answers to the next question.
    pub times: Mutex<Vec<Duration>>,
}

type Socket = WebSocket<TcpStream>;

impl Table {
    pub fn new(address: &str, think: u64, host: &str) -> Table {
        Table {
            address: address.to_owned(),
            host: host.to_owned(),
            think,
            go: AtomicBool::new(false),
            over: AtomicBool::new(false),
            refused: AtomicU64::new(0),
            answered: Mutex::new(None),
            times: Mutex::new(Vec::new()),
        }
    }

    fn connect(&self, token: &str) -> Socket {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_nodelay(true).expect("an option can be set");
        let (socket, _) =
            tungstenite::client(format!("ws://{}/ws?token={token}", self.address), stream).expect("the link is good");
        socket.get_ref().set_read_timeout(Some(LOOK)).expect("a time-out can be set");
        socket
    }

    /// The tokens of the seats: the host's own, then the friends'.
    pub fn links(&self, seats: usize) -> Vec<String> {
        let mut host = self.connect(&self.host);
        host.send(Message::text(json!({ "t": "seats" }).to_string())).expect("it is read");
        loop {
            let Ok(Message::Text(text)) = host.read() else { continue };
            if is(&text, "seats") {
                let said: Value = serde_json::from_str(&text).expect("messages are JSON");
                let url = |seat: usize| said["links"][seat]["url"].as_str().unwrap_or_default().to_owned();
                let token = |seat: usize| url(seat).split_once("token=").expect("a link").1.to_owned();
                return std::iter::once(self.host.clone()).chain((1..seats).map(token)).collect();
            }
        }
    }
}

/// Is this a message of that kind? Most are long and of no interest here.
fn is(text: &str, kind: &str) -> bool {
    text.starts_with(&format!("{{\"t\":\"{kind}\"")) || text.ends_with(&format!("\"t\":\"{kind}\"}}"))
}

/// Somebody at a table.
pub struct Person {
    table: Arc<Table>,
    socket: Socket,
    host: bool,
    luck: u64,
    /// The question that is open, and the action that is being built to answer it.
    request: Value,
    action: Value,
    steps: usize,
}

impl Person {
    pub fn join(table: Arc<Table>, token: &str, host: bool, luck: u64) -> Person {
        let socket = table.connect(token);
        Person { table, socket, host, luck, request: Value::Null, action: Value::Null, steps: 0 }
    }

    /// Play until all is over. An error: the line broke.
    pub fn live(mut self) -> Result<(), String> {
        while !self.table.over.load(Ordering::Relaxed) {
            match self.socket.read() {
                Ok(Message::Text(text)) => self.hear(&text)?,
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error.to_string()),
            }
        }
        Ok(())
    }

    fn hear(&mut self, text: &str) -> Result<(), String> {
        let now = Instant::now();
        if is(text, "ask") {
            let said: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
            self.asked(said["request"].clone(), now)
        } else if is(text, "next") {
            let said: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
            if said["id"] == self.request["id"] { self.build(&said["next"]) } else { Ok(()) }
        } else if is(text, "refused") && !text.contains("not open") {
            self.table.refused.fetch_add(1, Ordering::Relaxed);
            self.answer(&json!("pass"))
        } else if self.host && is(text, "view") && text.contains("\"winners\":[") {
            self.say(&json!({ "t": "new" }))
        } else {
            Ok(())
        }
    }

    fn say(&mut self, message: &Value) -> Result<(), String> {
        self.socket.send(Message::text(message.to_string())).map_err(|error| error.to_string())
    }

    /// A number below `end`, by chance.
    fn chance(&mut self, end: usize) -> usize {
        self.luck = self.luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.luck >> 33) as usize % end.max(1)
    }

    fn one_of(&mut self, list: &Value) -> Value {
        let list = list.as_array().cloned().unwrap_or_default();
        let at = self.chance(list.len());
        list.get(at).cloned().unwrap_or_default()
    }

    fn asked(&mut self, request: Value, now: Instant) -> Result<(), String> {
        if request["id"] == self.request["id"] && request["seat"] == self.request["seat"] {
            return Ok(());
        }
        if let Some((sent, to)) = self.table.answered.lock().expect("nobody panics").take()
            && request["id"].as_u64() != Some(to)
        {
            self.table.times.lock().expect("nobody panics").push(now - sent);
        }
        self.request = request;
        while !self.table.go.load(Ordering::Relaxed) {
            std::thread::sleep(LOOK / 10);
        }
        let think = self.table.think;
        let pause = think / 2 + self.chance(think as usize + 1) as u64;
        std::thread::sleep(Duration::from_millis(pause));
        self.choose()
    }

    fn choose(&mut self) -> Result<(), String> {
        let request = self.request.clone();
        let least = request["min"].as_u64().unwrap_or(0) as usize;
        let first = |list: &Value, count: usize| {
            list.as_array().map_or(&[][..], |list| &list[..count.min(list.len())]).to_vec()
        };
        let answer = match request["kind"].as_str().unwrap_or_default() {
            "play" | "use_card" | "respond" | "nullify" | "save" | "trigger" => {
                let offer = self.one_of(&request["ways"]);
                let declines = request["optional"] == true && self.chance(4) == 0;
                if offer.is_null() || declines {
                    json!("pass")
                } else {
                    (self.action, self.steps) = (json!({ "way": offer["way"] }), 0);
                    return self.ask_next();
                }
            }
            "choose_cards" => {
                let cards = first(&request["cards"], least);
                let mut picks: Vec<Value> = cards.iter().map(|card| json!({ "card": card["id"] })).collect();
                for of in request["hidden"].as_array().into_iter().flatten() {
                    let count = of["count"].as_u64().unwrap_or(0) as usize;
                    picks.extend(
                        (0..count).map(|_| json!({ "hidden": of["seat"] })).take(least - picks.len().min(least)),
                    );
                }
                json!({ "cards": picks })
            }
            "choose_players" => json!({ "players": first(&request["candidates"], least) }),
            "choose_option" | "order_triggers" => json!({ "index": 0 }),
            "choose_number" => json!({ "number": request["range"]["min"] }),
            "choose_suit" => json!({ "suit": "heart" }),
            "confirm" => json!("yes"),
            "pick_general" => json!({ "name": self.one_of(&request["choices"])["id"] }),
            "arrange" => arranged(&request),
            "distribute" => {
                let to = request["candidates"][0].clone();
                let gift = |card: &Value| json!([card["id"], to]);
                json!({ "gifts": first(&request["cards"], least).iter().map(gift).collect::<Vec<_>>() })
            }
            _ => json!("pass"),
        };
        self.answer(&answer)
    }

    fn ask_next(&mut self) -> Result<(), String> {
        self.steps += 1;
        let message = json!({ "t": "next", "id": self.request["id"], "key": self.steps, "action": self.action });
        self.say(&message)
    }

    /// One step further with the action, or the answer.
    fn build(&mut self, next: &Value) -> Result<(), String> {
        let some = |list: &Value| list.as_array().is_some_and(|list| !list.is_empty());
        if next["ready"] == true {
            let answer = json!({ "act": self.action });
            return self.answer(&answer);
        }
        let (key, list) = if some(&next["options"]) && self.action["option"].is_null() {
            ("option", Value::Null)
        } else if some(&next["names"]) && self.action["name"].is_null() {
            ("name", next["names"].clone())
        } else if some(&next["cards"]) {
            ("cards", next["cards"].clone())
        } else if some(&next["targets"]) {
            ("targets", next["targets"].clone())
        } else {
            return self.answer(&json!("pass"));
        };
        if self.steps >= STEPS {
            return self.answer(&json!("pass"));
        }
        let chosen = self.one_of(&list);
        match key {
            "option" => self.action["option"] = json!(0),
            "name" => self.action["name"] = chosen["id"].clone(),
            _ => match self.action[key].as_array_mut() {
                Some(list) => list.push(chosen),
                None => self.action[key] = json!([chosen]),
            },
        }
        self.ask_next()
    }

    fn answer(&mut self, answer: &Value) -> Result<(), String> {
        let id = self.request["id"].as_u64().unwrap_or(0);
        *self.table.answered.lock().expect("nobody panics") = Some((Instant::now(), id));
        self.say(&json!({ "t": "answer", "id": id, "answer": answer }))
    }
}

/// The cards in piles: each pile gets what it must have, the rest goes where there is room.
fn arranged(request: &Value) -> Value {
    let mut cards = request["cards"].as_array().cloned().unwrap_or_default().into_iter().map(|card| card["id"].clone());
    let bounds = request["piles"].as_array().cloned().unwrap_or_default();
    let take = |cards: &mut dyn Iterator<Item = Value>, count: u64| cards.take(count as usize).collect::<Vec<_>>();
    let mut piles: Vec<Vec<Value>> =
        bounds.iter().map(|pile| take(&mut cards, pile["min"].as_u64().unwrap_or(0))).collect();
    for (pile, bound) in piles.iter_mut().zip(&bounds) {
        let room = bound["max"].as_u64().unwrap_or(u64::from(u16::MAX)) - pile.len() as u64;
        pile.extend(take(&mut cards, room));
    }
    json!({ "piles": piles })
}
