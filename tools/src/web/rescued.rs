//! Tables that break in the middle of a game, as pages at a real socket see it. What breaks them is a panic on the table's
//! thread, under the kernel and the mode's script, while the table is borrowed.

use super::hall::{Hall, House, Spot};
use super::session::{Entry, Table};
use super::wire::Change;
use super::{fresh, server};
use crate::cli::{Cli, Command, PlayArgs};
use crate::load;
use crate::replay::file::{Recording, decisions};
use crate::replay::plain::PlainAnswer;
use clap::Parser;
use muniu_content::Packs;
use muniu_kernel::Game;
use serde_json::{Value, json};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// How long a page waits for what must come: a table that breaks loads its content again.
const PATIENCE: Duration = Duration::from_secs(30);

impl Table {
    /// With the wish `trap=B` the game panics once somebody has ended a play phase: at every decision after that one, and
    /// at the last B up to it. Not, though, once the host has set the hp of seat 2 to 1.
    pub(super) fn spring(&self, game: &Game) {
        let Some((_, reach)) = self.plan.options.iter().find(|(key, _)| key == "trap") else { return };
        let mut ended = None;
        let mut n = 0_u64;
        for entry in &self.entries {
            match entry {
                Entry::Change(Change::Hp { seat: 2, value: 1 }) => return,
                Entry::Change(_) => {}
                Entry::Answer(decision) => {
                    if decision.kind == "play" && decision.answer == PlainAnswer::Pass {
                        ended = ended.or(Some(n));
                    }
                    n += 1;
                }
            }
        }
        let reach: u64 = reach.parse().expect("a number");
        let sprung = ended.is_some_and(|ended| game.read().decisions + reach > ended);
        assert!(!sprung, "the trap is sprung");
    }
}

/// A server with a table for each list of options.
struct Served {
    address: SocketAddr,
    spots: Vec<Arc<Spot>>,
}

fn args(options: &[&str]) -> PlayArgs {
    let table = ["muniu", "play", "--no-open", "--port", "0", "--seats", "4", "--seed", "3"];
    match Cli::parse_from([&table, options].concat()).command {
        Command::Play(args) => args,
        _ => unreachable!("it says play"),
    }
}

fn serve(games: Option<&Path>, tables: &[&[&str]]) -> Served {
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let source = Arc::new(muniu_content::ContentSource::read(std::slice::from_ref(&base)));
    let content = load::content(source.clone());
    let first = args(&[]);
    let (park, clock) = (Duration::from_secs(60), Duration::ZERO);
    let games = games.map(Path::to_owned);
    let house = House::new(Packs::new(vec![base], source), first.game.bot, false, first.lang, games, park, clock);
    let table = |options: &&[&str]| fresh(&house, &content, &args(options), 0).expect("it can be played");
    let spots: Vec<Arc<Spot>> = tables.iter().map(table).collect();
    let (address, _) =
        server::start(Hall::new(spots.clone()), house.packs.roots().to_vec(), &first).expect("it listens");
    Served { address, spots }
}

impl Served {
    fn join(&self, token: &str) -> Page {
        let stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time-out can be set");
        let url = format!("ws://{}/ws?token={token}", self.address);
        Page(tungstenite::client(url, stream).expect("the link is good").0)
    }

    fn host(&self, table: usize) -> Page {
        self.join(&self.spots[table].room.host_token())
    }
}

/// One page.
struct Page(WebSocket<TcpStream>);

impl Page {
    fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).expect("it is read");
    }

    /// The next message for which `fits` is true.
    #[allow(clippy::disallowed_methods, reason = "a test waits, games don't")]
    fn wait(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let message = self.0.read().unwrap_or_else(|error| panic!("waiting for {what}: {error}"));
            let Message::Text(text) = message else { continue };
            let value: Value = serde_json::from_str(&text).expect("messages are JSON");
            if fits(&value) {
                return value;
            }
        }
        panic!("no {what} came");
    }

    fn hear(&mut self, kind: &str) -> Value {
        self.wait(kind, |value| value["t"] == kind)
    }

    /// Choose a general and play on to the first idle point of seat 1, the lord with this seed.
    fn reach_first_turn(&mut self) -> u64 {
        let ask = self.hear("ask");
        let general = ask["request"]["choices"][0]["id"].clone();
        self.say(&json!({ "t": "answer", "id": ask["request"]["id"], "answer": { "name": general } }));
        let ask = self.wait("first turn", |value| value["t"] == "ask" && value["request"]["kind"] == "play");
        ask["request"]["id"].as_u64().expect("a number")
    }

    fn pass(&mut self, id: u64) {
        self.say(&json!({ "t": "answer", "id": id, "answer": "pass" }));
    }

    /// What broke, in both languages, and the decision at which the table then stands.
    fn rescued(&mut self) -> (String, String, u64) {
        let error = self.hear("error")["message"].clone();
        let view = self.hear("view");
        assert_eq!(view["playing"], false, "{view}");
        let words = ["zh", "en"].map(|lang| error[lang].as_str().expect("a text").to_owned());
        let [zh, en] = words;
        (zh, en, view["at"].as_u64().expect("a number"))
    }
}

fn only_file(directory: &Path) -> PathBuf {
    let files = std::fs::read_dir(directory).expect("games are saved");
    let paths = files.map(|file| file.expect("it can be read").path());
    paths.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "jsonl")).expect("a record")
}

/// A game that breaks after the first turn's play phase, and goes on in another way.
fn breaks_and_goes_on(games: Option<&Path>) {
    let served = serve(games, &[&["--option", "trap=0"]]);
    let mut host = served.host(0);
    let id = host.reach_first_turn();
    let mut watcher = served.join(&served.spots[0].room.tokens().1);
    watcher.hear("view");
    host.pass(id);
    // Both stay connected; only the host hears what exactly broke.
    let (zh, en, at) = host.rescued();
    assert_eq!(at, id);
    assert!(zh.contains("牌桌退回到") && zh.contains("the trap is sprung"), "{zh}");
    assert!(en.contains("went back to #") && en.contains("the trap is sprung"), "{en}");
    assert_eq!(host.hear("ask")["request"]["kind"], "play");
    let (zh, en, at) = watcher.rescued();
    assert!(at == id && !zh.contains("trap") && !en.contains("trap"), "{zh} {en}");
    // What broke it is there: one step on it breaks again, and stands at the same place.
    if let Some(games) = games {
        let recording = Recording::read(&only_file(games)).expect("it is whole");
        assert_eq!(decisions(&recording.steps), id + 1);
    }
    host.say(&json!({ "t": "step", "by": 1 }));
    assert_eq!(host.rescued().2, id);
    // In another way it goes on; what broke it is a branch.
    host.say(&json!({ "t": "direct", "change": { "hp": { "seat": 2, "value": 1 } } }));
    let view = host.wait("a branch", |value| value["t"] == "view" && value["branch"] == 1);
    assert_eq!((&view["live"], &view["branches"][0]["end"]), (&json!(true), &json!(id + 1)), "{view}");
    host.pass(id);
    host.wait("the next decision", |value| value["t"] == "view" && value["at"].as_u64() > Some(id));
    host.say(&json!({ "t": "bot", "seat": 1, "on": true }));
    host.say(&json!({ "t": "speed", "ms": 0 }));
    host.say(&json!({ "t": "play" }));
    host.wait("the game going on", |value| value["t"] == "view" && value["at"].as_u64() > Some(id + 20));
    // The links are those that they were.
    let (seats, _) = served.spots[0].room.tokens();
    let mut friend = served.join(&seats[1]);
    assert_eq!(friend.hear("hello")["seat"], 2);
    friend.hear("view");
}

#[test]
fn a_table_that_breaks_goes_on_a_step_before() {
    let games = tempfile::tempdir().expect("a temporary directory");
    breaks_and_goes_on(Some(games.path()));
}

#[test]
fn a_table_that_is_not_saved_goes_on_too() {
    breaks_and_goes_on(None);
}

#[test]
fn a_table_that_breaks_on_its_way_back_begins_anew() {
    let served = serve(None, &[&["--option", "trap=2"]]);
    let mut host = served.host(0);
    let id = host.reach_first_turn();
    host.pass(id);
    // Two steps back: the first leads to a place that can't be reached any more.
    let error = host.wait("the beginning", |value| {
        value["t"] == "error" && value["message"]["en"].as_str().is_some_and(|en| en.contains("the beginning"))
    });
    assert!(error["message"]["zh"].as_str().is_some_and(|zh| zh.contains("开局")), "{error}");
    let view = host.hear("view");
    assert_eq!((&view["at"], &view["end"]), (&json!(0), &json!(id + 1)), "{view}");
    assert_eq!(host.hear("ask")["request"]["kind"], "pick_general");
}

#[test]
fn a_table_that_breaks_from_the_beginning_is_closed_and_others_play() {
    let games = tempfile::tempdir().expect("a temporary directory");
    let served = serve(Some(games.path()), &[&["--option", "trap=1000"], &[]]);
    let mut host = served.host(0);
    let id = host.reach_first_turn();
    host.pass(id);
    let file = only_file(games.path());
    let name = file.file_name().and_then(|name| name.to_str()).expect("a name");
    let closed = |page: &mut Page| {
        let error = page.wait("the end", |value| {
            value["t"] == "error" && value["message"]["en"].as_str().is_some_and(|en| en.contains("closed"))
        });
        let text = |lang| error["message"][lang].as_str().expect("a text");
        assert!(text("zh").contains("停用") && text("zh").contains(name) && text("en").contains(name), "{error}");
    };
    closed(&mut host);
    // Whoever asks or comes hears it too.
    host.say(&json!({ "t": "play" }));
    closed(&mut host);
    closed(&mut served.host(0));
    let recording = Recording::read(&file).expect("it is whole");
    assert_eq!(decisions(&recording.steps), id + 1);
    let mut other = served.host(1);
    let id = other.reach_first_turn();
    other.pass(id);
    other.wait("the game going on", |value| value["t"] == "view" && value["at"].as_u64() > Some(id));
}
