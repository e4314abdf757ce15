//! The playtest table's server, as a page uses it: over its socket, with good and bad messages.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// A server that ends with the test.
struct Server {
    child: Child,
    address: String,
    token: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start() -> Server {
        Server::with(&[])
    }

    fn with(more: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_muniu"))
            .args(["table", "--no-open", "--port", "0", "--seats", "4", "--seed", "3"])
            .args(more)
            .env_remove("MUNIU_ROOT")
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

    fn join(&self, token: &str) -> Page {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time-out can be set");
        let url = format!("ws://{}/ws?token={token}", self.address);
        let (socket, _) = tungstenite::client(url, stream).expect("the link is good");
        Page { socket, heard: Vec::new() }
    }
}

/// One page, and everything it was sent.
struct Page {
    socket: WebSocket<TcpStream>,
    heard: Vec<String>,
}

impl Page {
    fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).expect("it is read");
    }

    /// The next message for which `fits` is true.
    #[allow(clippy::disallowed_methods, reason = "a test waits, games don't")]
    fn wait(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
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

    fn hear(&mut self, kind: &str) -> Value {
        self.wait(kind, |value| value["t"] == kind)
    }

    /// Choose a general and play on to the first idle point of seat 1, the lord with this seed.
    fn reach_first_turn(&mut self) -> Value {
        let ask = self.hear("ask");
        assert_eq!(ask["request"]["kind"], "pick_general");
        let general = ask["request"]["choices"][0]["id"].clone();
        self.say(&json!({ "t": "answer", "id": ask["request"]["id"], "answer": { "name": general } }));
        self.wait("first turn", |value| value["t"] == "ask" && value["request"]["kind"] == "play")
    }
}

#[test]
fn a_page_plays_rewinds_and_directs() {
    let server = Server::start();
    let mut page = server.join(&server.token);
    let hello = page.hear("hello");
    assert_eq!((hello["role"].as_str(), hello["lang"].as_str()), (Some("host"), Some("zh")));
    let ask = page.reach_first_turn();
    let id = ask["request"]["id"].as_u64().expect("a number");

    page.say(&json!({ "t": "answer", "id": id, "answer": { "number": 3 } }));
    let refused = page.hear("refused");
    assert_eq!(refused["reason"], json!({ "zh": "答非所问", "en": "that is no answer to the question \"play\"" }));
    page.say(&json!({ "t": "answer", "id": id + 7, "answer": "pass" }));
    assert!(page.hear("refused")["reason"]["en"].as_str().is_some_and(|reason| reason.contains("not open")));

    page.say(&json!({ "t": "direct", "change": { "hp": { "seat": 2, "value": 1 } } }));
    page.wait("lower hp", |value| value["t"] == "view" && value["view"]["seats"][1]["hp"] == 1);

    page.say(&json!({ "t": "goto", "n": 0 }));
    let view = page.wait("the beginning", |value| value["t"] == "view" && value["at"] == 0);
    assert_eq!((view["live"].clone(), view["end"].as_u64()), (json!(false), Some(id)));
    assert_eq!(view["playing"], false, "a game that is rewound doesn't go on by itself");
    assert!(page.hear("was")["answer"]["en"].is_string());

    page.say(&json!({ "t": "goto", "n": id }));
    page.wait("the change again", |value| {
        value["t"] == "view" && value["at"] == id && value["view"]["seats"][1]["hp"] == 1
    });
}

#[test]
fn bad_messages_cost_nothing() {
    let server = Server::start();
    let mut page = server.join(&server.token);
    page.hear("hello");
    let ask = page.reach_first_turn();
    for bad in ["", "nonsense", "[]", "{\"t\":\"fly\"}", "{\"t\":\"goto\",\"n\":-1}", "{\"t\":\"take\",\"seat\":99}"] {
        page.socket.send(Message::text(bad)).expect("it is read");
        page.hear("error");
    }
    page.socket.send(Message::binary(vec![0_u8, 255, 3])).expect("it is read");
    page.hear("error");
    for file in ["../Cargo.toml", "/etc/passwd", "scripts/skills/../../tools/Cargo.toml", "README.md"] {
        page.say(&json!({ "t": "source", "file": file }));
        assert!(page.hear("error")["message"]["en"].as_str().is_some_and(|text| text.contains("no script")));
    }
    page.say(&json!({ "t": "save_source", "file": "scripts/skills/yingzi.luau", "text": "" }));
    assert!(page.hear("error")["message"]["en"].as_str().is_some_and(|text| text.contains("--edit")));
    page.say(&json!({ "t": "source", "file": "scripts/skills/yingzi.luau" }));
    assert!(page.hear("source")["text"].as_str().is_some_and(|text| text.contains("skill")));
    page.say(&json!({ "t": "answer", "id": ask["request"]["id"], "answer": "pass" }));
    page.wait("the game going on", |value| value["t"] == "view" && value["view"]["phase"] != "play");
}

#[test]
fn pages_see_who_uses_what_on_whom() {
    let server = Server::with(&["--lang", "en"]);
    let mut page = server.join(&server.token);
    assert_eq!(page.hear("hello")["lang"], "en");
    let view = page.hear("view");
    assert_eq!(view["view"]["uses"], json!([]));
    page.say(&json!({ "t": "speed", "ms": 0 }));
    page.say(&json!({ "t": "bot", "seat": 1, "on": true }));
    let view = page.wait("a use", |value| value["t"] == "view" && value["view"]["uses"][0]["cards"][0].is_u64());
    let (used, table) = (&view["view"]["uses"][0], &view["view"]);
    assert!(used["user"].is_u64() && used["card"]["words"]["en"].is_string(), "{used}");
    let processing: Vec<&Value> =
        table["processing"].as_array().expect("a list").iter().map(|card| &card["id"]).collect();
    assert!(processing.contains(&&used["cards"][0]), "{used} {processing:?}");
}

#[test]
fn a_reload_says_what_changed() {
    let directory = tempfile::tempdir().expect("there is room");
    let pack = directory.path();
    let head = "id = \"try\"\nname = { zh = \"试\", en = \"Try\" }\nversion = \"1\"\napi = 1\nauthors = []\nlicence = \"MIT\"\nrequires = []\n";
    let text = |words: &str| {
        format!(
            "[box]\nid = \"try\"\nname = {{ zh = \"试\", en = \"Try\" }}\n[skill.grow]\nname = {{ zh = \"长\", en = \"Grow\" }}\ntext = {{ zh = \"{words}\", en = \"{words}\" }}\n"
        )
    };
    let script = |count: u8| {
        format!(
            "return skill {{\n  on.draw_phase {{\n    who = \"turn\",\n    run = function(me, ev) ev.count += {count} end,\n  }},\n}}\n"
        )
    };
    let write = |file: &str, text: &str| {
        let file = pack.join(file);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
        std::fs::write(file, text).expect("it can be written");
    };
    write("pack.toml", head);
    write("generals/try.toml", &text("一"));
    write("scripts/skills/grow.luau", &script(1));
    let server = Server::with(&["--pack", pack.to_str().expect("a plain path")]);
    let mut page = server.join(&server.token);
    page.hear("hello");
    page.reach_first_turn();
    write("scripts/skills/grow.luau", &script(2));
    let changed = |page: &mut Page| page.hear("reloaded")["changed"].clone();
    assert_eq!(changed(&mut page), json!([{ "zh": "技能【长】：代码", "en": "skill Grow: code" }]));
    write("generals/try.toml", &text("二"));
    assert_eq!(changed(&mut page), json!([{ "zh": "技能【长】：文字", "en": "skill Grow: text" }]));
    write("scripts/skills/more.luau", &script(3));
    assert_eq!(changed(&mut page)[0]["en"], "new skill try:more");
}

#[test]
fn a_seat_is_sent_only_what_it_may_see() {
    let server = Server::start();
    let mut host = server.join(&server.token);
    host.hear("hello");
    host.reach_first_turn();
    host.say(&json!({ "t": "seats" }));
    let seats = host.hear("seats");
    let token = |url: &Value| url.as_str().and_then(|url| url.split_once("token=")).expect("a link").1.to_owned();
    let (second, watch) = (token(&seats["links"][1]["url"]), token(&seats["watch"]));
    for (who, token) in [(Some(2), second), (None, watch)] {
        let mut page = server.join(&token);
        page.hear("hello");
        let view = page.hear("view");
        for seat in view["view"]["seats"].as_array().expect("a list") {
            let own = seat["seat"].as_u64() == who;
            assert_eq!(seat["hand"].is_null(), !own, "{seat}");
            assert!(own || seat["role_shown"] == true || seat["role"].is_null(), "{seat}");
        }
        page.say(&json!({ "t": "all", "on": true }));
        assert!(page.hear("error")["message"]["en"].as_str().is_some_and(|text| text.contains("only the host")));
        // What others drew is in no log either.
        let drawn = page.heard.iter().filter(|text| text.contains("draws [")).count();
        assert!(drawn <= usize::from(who.is_some()), "{:?}", page.heard);
    }
    assert!(
        tungstenite::client(
            format!("ws://{}/ws?token=guess", server.address),
            TcpStream::connect(&server.address).expect("it listens")
        )
        .is_err()
    );
}
