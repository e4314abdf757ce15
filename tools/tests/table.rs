//! The playtest table's server, as a page uses it: over its socket, with good and bad messages.

mod served;

use serde_json::{Value, json};
use served::{Page, Server};
use std::fs::File;
use std::io::{BufRead, Write};
use std::net::TcpStream;
use std::process::Command;
use std::rc::Rc;
use std::time::Duration;
use tungstenite::Message;

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
fn a_log_is_the_same_however_one_came_to_its_moment() {
    let server = Server::start();
    let mut page = server.join(&server.token);
    page.hear("hello");
    page.say(&json!({ "t": "speed", "ms": 0 }));
    page.say(&json!({ "t": "bot", "seat": 1, "on": true }));
    page.wait("some play", |value| value["t"] == "view" && value["at"].as_u64() > Some(60));
    page.say(&json!({ "t": "pause" }));
    let end = page.wait("the pause", |value| value["t"] == "view" && value["playing"] == false)["end"].clone();
    let told = |page: &mut Page, n: &Value| {
        page.say(&json!({ "t": "goto", "n": n }));
        let at = page.wait("the moment", |value| value["t"] == "view" && value["at"] == *n);
        let log = page.wait("its log", |value| value["t"] == "log" && value["reset"] == true)["lines"].clone();
        (at["view"].clone(), log, page.hear("ticks")["ticks"].clone())
    };
    let first = told(&mut page, &end);
    let early = told(&mut page, &json!(20));
    assert!(early.1.as_array().is_some_and(|lines| lines.iter().all(|line| line["n"].as_u64() <= Some(20))));
    assert_eq!(told(&mut page, &end), first);
    assert_eq!(told(&mut page, &json!(20)), early);
    // With other eyes everything is put together anew, and is the same again with the old ones.
    page.say(&json!({ "t": "all", "on": true }));
    page.wait("everything", |value| value["t"] == "view" && value["view"]["all"] == true);
    page.say(&json!({ "t": "all", "on": false }));
    page.wait("less", |value| value["t"] == "view" && value["view"]["all"] == false);
    assert_eq!(told(&mut page, &end), first);
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

/// The token of seat `seat`'s link, or of the watchers'.
fn link(host: &mut Page, seat: Option<usize>) -> String {
    host.say(&json!({ "t": "seats" }));
    let seats = host.hear("seats");
    let url = seat.map_or(&seats["watch"], |seat| &seats["links"][seat - 1]["url"]);
    url.as_str().and_then(|url| url.split_once("token=")).expect("a link").1.to_owned()
}

/// The table and the question as a page has them once it has come in.
fn standing(server: &Server, token: &str) -> (Value, Value) {
    let mut page = server.join(token);
    page.hear("hello");
    let mut view = page.wait("a table that waits", |value| value["t"] == "view");
    // Who is there just now is another matter.
    let seats = view["view"]["seats"].as_array_mut().expect("a list");
    seats.iter_mut().for_each(|seat| seat["player"] = Value::Null);
    let mut asked = page.wait("what is open", |value| value["t"] == "ask" || value["t"] == "wait");
    if asked["t"] == "wait" {
        asked = json!(null);
    }
    (view, asked)
}

#[test]
fn a_killed_process_loses_nothing() {
    let server = Server::start();
    let mut page = server.join(&server.token);
    page.hear("hello");
    let ask = page.reach_first_turn();
    let id = ask["request"]["id"].as_u64().expect("a number");
    let second = link(&mut page, Some(2));
    page.say(&json!({ "t": "direct", "change": { "hp": { "seat": 2, "value": 1 } } }));
    page.wait("the change", |value| value["t"] == "view" && value["view"]["seats"][1]["hp"] == 1);
    page.say(&json!({ "t": "answer", "id": id, "answer": "pass" }));
    page.wait("the next decision", |value| value["t"] == "view" && value["at"].as_u64() > Some(id));
    // Back to the first turn, and on from there in another way.
    page.say(&json!({ "t": "goto", "n": id }));
    page.wait("the first turn", |value| value["t"] == "view" && value["at"] == id);
    page.say(&json!({ "t": "here" }));
    page.wait("a branch", |value| value["t"] == "view" && value["branch"] == 1 && value["live"] == true);
    page.say(&json!({ "t": "direct", "change": { "hp": { "seat": 3, "value": 2 } } }));
    page.wait("the other change", |value| value["t"] == "view" && value["view"]["seats"][2]["hp"] == 2);
    drop(page);
    let before = [server.token.clone(), second].map(|token| standing(&server, &token));
    assert!(before[0].1["request"]["kind"] == "play", "{before:?}");

    let (token, file) = (server.token.clone(), server.saved().remove(0));
    // The replay can be given away; the links are kept beside it, for their owner alone.
    assert!(!std::fs::read_to_string(&file).expect("it is there").contains(&token));
    let links = file.with_extension("links");
    assert!(std::fs::read_to_string(&links).expect("they are there").contains(&token));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(links.metadata().expect("it is there").permissions().mode() & 0o777, 0o600);
    }
    let fresh = server.kill_and_start(&[]);
    assert!(fresh.said().contains("an unfinished game") && fresh.said().contains("--resume last"), "{}", fresh.said());
    // As if it had been killed while it wrote.
    let mut torn = File::options().append(true).open(&file).expect("it is there");
    torn.write_all(b"{\"a\":{\"seat\":1,\"ki").expect("it can be written");
    let server = fresh.kill_and_start(&["--resume", "last"]);
    assert_eq!(server.token, token, "{}", server.said());
    let mut host = server.join(&token);
    host.hear("hello");
    let second = link(&mut host, Some(2));
    drop(host);
    let after = [token, second].map(|token| standing(&server, &token));
    assert_eq!(before, after);

    // The branch that was left is there too.
    let mut page = server.join(&server.token);
    page.hear("hello");
    page.say(&json!({ "t": "branch", "id": 0 }));
    page.wait("the other branch", |value| {
        value["t"] == "view" && value["end"].as_u64() > Some(id) && value["at"] == id
    });
    drop(page);
    let _directory = server.directory.clone();
    drop(server);
    let output = Command::new(env!("CARGO_BIN_EXE_muniu")).arg("replay").arg(&file).output().expect("it starts");
    assert!(String::from_utf8_lossy(&output.stdout).contains("the same game so far"), "{output:?}");
}

#[test]
fn saved_games_are_offered_opened_and_removed() {
    let server = Server::start();
    let mut page = server.join(&server.token);
    let ask = page.reach_first_turn();
    drop(page);
    let server = server.kill_and_start(&[]);
    let mut page = server.join(&server.token);
    let offer = page.hear("offer");
    let file = offer["game"]["file"].clone();
    assert_eq!(offer["game"]["decisions"], ask["request"]["id"], "{offer}");
    for bad in ["../replays/x.jsonl", "/etc/passwd", "said", "", ".."] {
        for wish in ["open", "remove"] {
            page.say(&json!({ "t": wish, "file": bad }));
            assert!(page.hear("error")["message"]["en"].as_str().is_some_and(|text| text.contains("no saved game")));
        }
    }
    page.say(&json!({ "t": "open", "file": file }));
    page.wait("the same question", |value| value["t"] == "ask" && value["request"] == ask["request"]);
    page.say(&json!({ "t": "games" }));
    let games = page.hear("games");
    assert_eq!((&games["games"][0]["file"], &games["games"][0]["here"]), (&file, &json!(true)), "{games}");
    page.say(&json!({ "t": "remove", "file": file }));
    assert!(page.hear("error")["message"]["en"].as_str().is_some_and(|text| text.contains("is being played")));
    page.say(&json!({ "t": "new", "seed": 5 }));
    page.wait("another game", |value| value["t"] == "view" && value["view"]["seed"] == "5");
    page.say(&json!({ "t": "remove", "file": file }));
    assert_eq!(page.hear("games")["games"], json!([]));
    assert!(server.saved().is_empty(), "{:?}", server.saved());
}

#[test]
fn a_parked_table_stands_at_the_same_question() {
    let server = Server::start_in(Rc::new(tempfile::tempdir().expect("a temporary directory")), &["--park", "1"]);
    let mut page = server.join(&server.token);
    page.reach_first_turn();
    page.say(&json!({ "t": "goto", "n": 1 }));
    page.wait("the first decisions", |value| value["t"] == "view" && value["at"] == 1);
    drop(page);
    let threads = || {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", server.child.id())).expect("it runs");
        let names = tasks.flatten().flat_map(|task| std::fs::read_to_string(task.path().join("comm")));
        names.filter(|name| name.trim() == "muniu-table").count()
    };
    let before = standing(&server, &server.token);
    assert_eq!(threads(), 1);
    std::thread::sleep(Duration::from_secs(4));
    assert_eq!(threads(), 0, "{}", server.said());
    assert_eq!(standing(&server, &server.token), before);
    assert_eq!(threads(), 1);
}

#[test]
fn every_table_has_links_of_its_own() {
    let directory = Rc::new(tempfile::tempdir().expect("a temporary directory"));
    let mut server = Server::start_in(directory, &["--tables", "2"]);
    let mut line = String::new();
    server.out.read_line(&mut line).expect("it says where the second is");
    let second = line.trim().split_once("token=").expect("a link").1.to_owned();
    let seeds = [server.token.clone(), second].map(|token| {
        let mut page = server.join(&token);
        page.hear("view")["view"]["seed"].clone()
    });
    assert_eq!(seeds, [json!("3"), json!("4")]);
}

#[test]
fn bots_play_some_turns_and_stand_still() {
    let server = Server::start();
    let mut page = server.join(&server.token);
    page.reach_first_turn();
    page.say(&json!({ "t": "speed", "ms": 0 }));
    page.say(&json!({ "t": "bots", "turns": 2 }));
    let view = page.wait("the pause", |value| {
        value["t"] == "view" && value["playing"] == false && value["view"]["turn"].as_u64() > Some(2)
    });
    // Two turns on from that of seat 1; one's own seat is one's own again.
    assert_eq!(view["view"]["turn"], 3);
    assert_eq!(view["view"]["seats"][0]["player"], "human");
    // To the turn before: its first question.
    page.say(&json!({ "t": "turn", "by": -1 }));
    page.wait("the turn before", |value| value["t"] == "view" && value["live"] == false && value["view"]["turn"] == 2);
}
