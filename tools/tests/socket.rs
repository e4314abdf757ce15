//! Ten thousand messages at the table's socket, most of them wrong: from the host, from seats, from those who only watch
//! and from strangers. The game must go on, memory must stay, and a seat must never be sent what is hidden from it.
//!
//! The rate limit is left as it is: the messages go out over several connections, each of which stays below it.

mod served;

use serde_json::{Value, json};
use served::{Page, Server};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// Messages in all, and in one round of one connection: a round takes a second.
const MESSAGES: usize = 10_000;
const ROUND: usize = 50;
/// As far as memory may grow, in KiB.
const GROWTH: u64 = 96 << 10;

/// SplitMix64: a stream that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Any value at all.
    fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 6 } else { 8 }) {
            0 => Value::Null,
            1 => json!(self.next().is_multiple_of(2)),
            2 => json!(self.below(9)),
            3 => json!(self.next()),
            4 => json!(-(self.below(1_000_000) as i64)),
            5 => json!(self.text()),
            6 => (0..self.below(4)).map(|_| self.value(depth - 1)).collect(),
            _ => (0..self.below(3))
                .map(|_| (self.text(), self.value(depth - 1)))
                .collect::<serde_json::Map<_, _>>()
                .into(),
        }
    }

    fn text(&mut self) -> String {
        const WORDS: [&str; 8] =
            ["", "slash", "caocao", "wusheng", "../../Cargo.toml", "♥5 jink", "\u{0}", "<b>杀</b>"];
        match self.below(3) {
            0 => (0..self.below(12)).map(|_| char::from(self.next() as u8)).collect(),
            // A name that nothing has yet.
            1 => format!("name_{}", self.next()),
            _ => (*self.pick(&WORDS)).to_owned(),
        }
    }

    fn action(&mut self) -> Value {
        let ability = json!({ "owner": self.below(6), "skill": self.text(), "index": self.below(3) });
        let card = json!(self.below(170));
        let way = match self.below(6) {
            0 | 1 => json!({ "card": card }),
            2 => json!({ "recast": card }),
            3 => json!({ "convert": ability }),
            4 => json!({ "active": ability }),
            _ => json!({ "trigger": ability }),
        };
        let cards: Vec<usize> = (0..self.below(3)).map(|_| self.below(170)).collect();
        let targets: Vec<usize> = (0..self.below(4)).map(|_| self.below(7)).collect();
        let mut action = json!({ "way": way, "cards": cards, "targets": targets });
        if self.below(3) == 0 {
            action["name"] = json!(self.text());
        }
        action
    }

    fn answer(&mut self) -> Value {
        match self.below(11) {
            0 => json!("pass"),
            1 => json!("yes"),
            2 | 3 => json!({ "act": self.action() }),
            4 => json!({ "index": self.below(5) }),
            5 => {
                let cards: Vec<Value> = (0..self.below(2_000)).map(|_| json!({ "card": self.next() as u16 })).collect();
                json!({ "cards": cards })
            }
            6 => json!({ "players": [self.below(6), self.below(6)] }),
            7 => json!({ "number": self.next() as i64 }),
            8 => json!({ "name": self.text() }),
            9 => json!({ "piles": [[self.below(170)], [], [self.below(170)]] }),
            _ => json!({ "gifts": [[self.below(170), self.below(6)]] }),
        }
    }

    fn change(&mut self) -> Value {
        let seat = self.below(7);
        let value = self.next() as i32 % 12;
        match self.below(7) {
            0 => {
                json!({ "deal": { "card": self.below(200), "to": seat, "zone": self.pick(&["hand", "equip", "judge", "top"]) } })
            }
            1 => json!({ "deal": { "text": self.text(), "to": seat, "zone": "hand" } }),
            2 => json!({ "hp": { "seat": seat, "value": value } }),
            3 => json!({ "max_hp": { "seat": seat, "value": value } }),
            4 => json!({ "chain": { "seat": seat } }),
            5 => json!({ "general": { "seat": seat, "id": self.text() } }),
            _ => json!({ "gain": { "seat": seat, "skill": self.text() } }),
        }
    }

    /// A message of the right shape; what it says is another matter. `n` is about where the game is.
    fn message(&mut self, n: u64) -> Value {
        let near = (n + self.below(5) as u64).saturating_sub(2);
        match self.below(24) {
            0..=5 => json!({ "t": "answer", "id": near, "answer": self.answer() }),
            6..=9 => json!({ "t": "next", "id": near, "key": self.next() >> 40, "action": self.action() }),
            10 => json!({ "t": "goto", "n": self.below(2 * n as usize + 9) }),
            11 => json!({ "t": "step", "by": self.below(9) as i64 - 4 }),
            12 => json!({ "t": "turn", "by": self.below(5) as i64 - 2 }),
            13 => self.pick(&[json!({ "t": "play" }), json!({ "t": "pause" }), json!({ "t": "here" })]).clone(),
            14 => json!({ "t": "branch", "id": self.below(60) }),
            15 => json!({ "t": "speed", "ms": self.below(20) }),
            16 => json!({ "t": "again", "from": near }),
            17 => json!({ "t": "keep", "side": self.pick(&["old", "new"]) }),
            18 | 19 => json!({ "t": "direct", "change": self.change() }),
            20 => json!({ "t": "bot", "seat": self.below(7), "on": self.below(2) == 0 }),
            21 => json!({ "t": "source", "file": self.text() }),
            22 => json!({ "t": "save_source", "file": self.text(), "text": self.text() }),
            _ => {
                let new = json!({ "t": "new", "mode": self.text(), "seats": self.below(400) });
                let take = json!({ "t": "take", "seat": 5 + self.below(250) });
                self.pick(&[json!({ "t": "files" }), json!({ "t": "seats" }), new, take]).clone()
            }
        }
    }

    /// A message with something of another type in it.
    fn spoilt(&mut self, n: u64) -> Value {
        let mut message = self.message(n);
        let Some(fields) = message.as_object_mut() else { return message };
        let names: Vec<String> = fields.keys().cloned().collect();
        let name = if self.below(5) == 0 { self.text() } else { self.pick(&names).clone() };
        fields.insert(name, self.value(3));
        message
    }
}

/// A connection that sends, and reads only to know where the game is.
struct Sender {
    token: String,
    page: Page,
    sent: Vec<Value>,
    at: u64,
    asked: Option<Value>,
}

impl Sender {
    fn new(server: &Server, token: &str) -> Sender {
        Sender { token: token.to_owned(), page: server.join(token), sent: Vec::new(), at: 0, asked: None }
    }

    /// Send one message of some sort; a connection that the server has closed is opened again.
    fn send(&mut self, server: &Server, dice: &mut Dice) {
        let message = match dice.below(100) {
            0..=9 => Message::text((0..dice.below(80)).map(|_| char::from(dice.next() as u8)).collect::<String>()),
            10..=14 => Message::binary((0..dice.below(80)).map(|_| dice.next() as u8).collect::<Vec<u8>>()),
            15 if dice.below(20) == 0 => Message::text("x".repeat(300 << 10)),
            15..=34 => Message::text(dice.spoilt(self.at).to_string()),
            35..=40 if self.asked.is_some() => {
                let asked = self.asked.take().unwrap_or_default();
                Message::text(json!({ "t": "answer", "id": asked["id"], "answer": fair(&asked) }).to_string())
            }
            35..=49 if !self.sent.is_empty() => Message::text(dice.pick(&self.sent).to_string()),
            _ => {
                let message = dice.message(self.at);
                self.sent.push(message.clone());
                Message::text(message.to_string())
            }
        };
        if self.page.socket.send(message).is_err() {
            self.page = server.join(&self.token);
        }
    }

    /// Read what has come.
    fn listen(&mut self) {
        let stream = self.page.socket.get_ref();
        stream.set_nonblocking(true).expect("sockets can");
        while let Ok(message) = self.page.socket.read() {
            let Message::Text(text) = message else { continue };
            let Ok(value) = serde_json::from_str::<Value>(&text) else { panic!("not JSON: {text}") };
            if value["t"] == "ask" {
                self.asked = Some(value["request"].clone());
            }
            if value["t"] == "view" {
                self.at = value["at"].as_u64().unwrap_or(0);
                self.asked = None;
            }
        }
        self.page.socket.get_ref().set_nonblocking(false).expect("sockets can");
    }
}

/// An answer that may well be legal, so that the game goes on while it is disturbed.
fn fair(asked: &Value) -> Value {
    let least = asked["min"].as_u64().unwrap_or(0) as usize;
    let first = |list: &Value| list.as_array().into_iter().flatten().take(least).cloned().collect::<Vec<_>>();
    match asked["kind"].as_str().unwrap_or_default() {
        _ if asked["optional"] == true => json!("pass"),
        "pick_general" => json!({ "name": asked["choices"][0]["id"] }),
        "choose_cards" => {
            let cards: Vec<Value> = first(&asked["cards"]).iter().map(|card| json!({ "card": card["id"] })).collect();
            json!({ "cards": cards })
        }
        "choose_players" => json!({ "players": first(&asked["candidates"]) }),
        "choose_number" => json!({ "number": asked["range"]["min"] }),
        "choose_suit" => json!({ "suit": "spade" }),
        "confirm" => json!("yes"),
        _ => json!({ "index": 0 }),
    }
}

/// Everything that a page is sent, until the server is gone.
fn overheard(page: Page) -> std::thread::JoinHandle<Vec<String>> {
    let mut socket: WebSocket<_> = page.socket;
    socket.get_ref().set_read_timeout(None).expect("sockets can");
    std::thread::spawn(move || {
        let mut heard = page.heard;
        while let Ok(message) = socket.read() {
            if let Message::Text(text) = message {
                heard.push(text.to_string());
            }
        }
        heard
    })
}

/// What a process takes of the machine's memory, in KiB.
#[cfg(target_os = "linux")]
fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("it says");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

#[cfg(not(target_os = "linux"))]
fn memory(_: u32) -> u64 {
    0
}

/// Messages of one page from one view to the next, in order.
fn by_view(heard: &[String]) -> Vec<(Value, Vec<&String>)> {
    let mut parts: Vec<(Value, Vec<&String>)> = Vec::new();
    for text in heard {
        let value: Value = serde_json::from_str(text).expect("messages are JSON");
        if value["t"] == "view" {
            parts.push((value, vec![text]));
        } else if let Some((_, messages)) = parts.last_mut() {
            messages.push(text);
        }
    }
    parts
}

/// How a card begins where it is shown.
fn shown(card: &Value) -> String {
    format!("\"id\":{},\"name\":{}", card["id"], card["name"])
}

/// Cards that seat 2 must not be shown at this moment: other hands, and covered piles of others.
fn hidden(all: &Value, own: &Value) -> BTreeSet<String> {
    let mut hidden = BTreeSet::new();
    for (seat, seen) in
        all["view"]["seats"].as_array().into_iter().flatten().zip(own["view"]["seats"].as_array().into_iter().flatten())
    {
        if seat["seat"] == 2 {
            continue;
        }
        hidden.extend(seat["hand"].as_array().into_iter().flatten().map(shown));
        let covered = seen["piles"].as_array().into_iter().flatten().filter(|pile| pile["cards"].is_null());
        let ids: Vec<&Value> = covered.map(|pile| &pile["id"]).collect();
        let piles = seat["piles"].as_array().into_iter().flatten().filter(|pile| ids.contains(&&pile["id"]));
        hidden.extend(piles.flat_map(|pile| pile["cards"].as_array().into_iter().flatten()).map(shown));
    }
    hidden
}

#[test]
#[allow(clippy::disallowed_methods, reason = "a test waits, games don't")]
fn ten_thousand_messages_break_nothing() {
    let seed = std::env::var("MUNIU_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    println!("seed {seed}; to try again: MUNIU_SEED={seed} cargo test -p muniu --test socket");
    let mut dice = Dice(seed);
    let server = Server::start();

    // Two that only listen: one sees everything, one sits at seat 2.
    let mut host = server.join(&server.token);
    host.say(&json!({ "t": "all", "on": true }));
    host.say(&json!({ "t": "seats" }));
    let links = host.hear("seats");
    let token = |url: &Value| url.as_str().and_then(|url| url.split_once("token=")).expect("a link").1.to_owned();
    let seats: Vec<String> = (1..4).map(|seat| token(&links["links"][seat]["url"])).collect();
    let watch = token(&links["watch"]);
    let second = server.join(&seats[0]);
    // Bots play into the game, so that there is something to hide.
    host.say(&json!({ "t": "speed", "ms": 1 }));
    (1..=4).for_each(|seat| host.say(&json!({ "t": "bot", "seat": seat, "on": true })));
    host.wait("some play", |value| value["t"] == "view" && value["at"].as_u64() > Some(30));
    let (everything, second) = (overheard(host), overheard(second));

    let tokens = [
        &server.token,
        &server.token,
        &server.token,
        &seats[0],
        &seats[0],
        &seats[1],
        &seats[1],
        &seats[2],
        &watch,
        &watch,
    ];
    let mut senders: Vec<Sender> = tokens.iter().map(|token| Sender::new(&server, token)).collect();
    let mut sent = 0;
    let mut before = 0;
    while sent < MESSAGES {
        let round = Instant::now();
        for _ in 0..ROUND {
            for sender in &mut senders {
                sender.send(&server, &mut dice);
                sent += 1;
            }
            senders.iter_mut().for_each(Sender::listen);
        }
        // Strangers don't get in.
        let stranger = format!("ws://{}/ws?token={:x}", server.address, dice.next());
        let stream = std::net::TcpStream::connect(&server.address).expect("it listens");
        assert!(tungstenite::client(stranger, stream).is_err(), "seed {seed}");
        if before == 0 {
            before = memory(server.child.id());
        }
        std::thread::sleep(Duration::from_secs(1).saturating_sub(round.elapsed()));
    }
    let after = memory(server.child.id());
    assert!(after < before + GROWTH, "seed {seed}: memory grew from {before} to {after} KiB");

    // The game goes on: bots play it for a while from its end.
    drop(senders);
    std::thread::sleep(Duration::from_secs(1));
    let mut host = server.join(&server.token);
    let view = host.hear("view");
    host.say(&json!({ "t": "goto", "n": view["end"] }));
    for seat in 1..=4 {
        host.say(&json!({ "t": "bot", "seat": seat, "on": true }));
    }
    host.say(&json!({ "t": "speed", "ms": 0 }));
    host.say(&json!({ "t": "play" }));
    let goal = view["end"].as_u64().expect("a number") + 10;
    host.wait("the game going on", |value| {
        value["t"] == "view" && (value["at"].as_u64() >= Some(goal) || !value["view"]["result"].is_null())
    });

    drop(server);
    let everything = everything.join().expect("it listened");
    let second = second.join().expect("it listened");
    let (everything, second) = (by_view(&everything), by_view(&second));
    // Both were sent the same moments, the one who came first some before.
    let same = |all: &Value, own: &Value| {
        let public = |value: &Value| {
            let view = &value["view"];
            let hands: Vec<Value> = (0..4).map(|seat| view["seats"][seat]["hand_count"].clone()).collect();
            (value["at"].clone(), value["end"].clone(), view["draw"].clone(), view["discard_top"].clone(), hands)
        };
        public(all) == public(own)
    };
    let aligned = |offset: &usize| everything[*offset..].iter().zip(&second).all(|((all, _), (own, _))| same(all, own));
    let offset = (0..everything.len()).find(aligned).unwrap_or_else(|| panic!("seed {seed}: other moments"));
    let mut looked = 0;
    for ((all, _), (own, messages)) in
        everything[offset..].iter().zip(&second).filter(|((all, _), _)| all["view"]["all"] == true)
    {
        let hidden = hidden(all, own);
        for message in messages {
            // A question may show cards to whom it is asked.
            let asked: Value = serde_json::from_str(message).expect("messages are JSON");
            let asked: Vec<String> = asked["request"]["cards"].as_array().into_iter().flatten().map(shown).collect();
            let leak = hidden.iter().find(|card| message.contains(card.as_str()) && !asked.contains(card));
            assert!(leak.is_none(), "seed {seed}: seat 2 was sent {leak:?}: {message}");
            looked += hidden.len();
        }
    }
    println!("{} moments, {looked} looks for hidden cards, memory {before} to {after} KiB", second.len());
    assert!(looked > 1_000, "seed {seed}: only {looked} looks for hidden cards");
    for (_, messages) in &second {
        let drawn = messages.iter().filter(|text| text.contains("\"t\":\"log\"")).flat_map(|text| {
            let value: Value = serde_json::from_str(text).expect("messages are JSON");
            value["lines"].as_array().cloned().unwrap_or_default()
        });
        for line in drawn.filter(|line| line["words"]["en"].as_str().is_some_and(|words| words.contains("draws ["))) {
            let words = line["words"]["en"].as_str().unwrap_or_default();
            assert!(words.contains("(you)"), "seed {seed}: seat 2 read {words}");
        }
    }
}
