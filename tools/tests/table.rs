//! The playtest table's server, as a page uses it: over its socket, with good and bad messages.

mod served;

use serde_json::{Value, json};
use served::Server;
use std::net::TcpStream;
use tungstenite::Message;

#[test]
fn a_page_plays_rewinds_and_directs() {
    let server = Server::start();
    let mut page = server.join(&server.token);
    assert_eq!(page.hear("hello")["role"], "host");
    let ask = page.reach_first_turn();
    let id = ask["request"]["id"].as_u64().expect("a number");

    page.say(&json!({ "t": "answer", "id": id, "answer": { "number": 3 } }));
    assert!(page.hear("refused")["reason"]["zh"].is_string());
    page.say(&json!({ "t": "answer", "id": id + 7, "answer": "pass" }));
    assert!(page.hear("refused")["reason"]["en"].as_str().is_some_and(|reason| reason.contains("not open")));

    page.say(&json!({ "t": "direct", "change": { "hp": { "seat": 2, "value": 1 } } }));
    page.wait("lower hp", |value| value["t"] == "view" && value["view"]["seats"][1]["hp"] == 1);

    page.say(&json!({ "t": "goto", "n": 0 }));
    let view = page.wait("the beginning", |value| value["t"] == "view" && value["at"] == 0);
    assert_eq!((view["live"].clone(), view["end"].as_u64()), (json!(false), Some(id)));
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
