//! 无懈可击 at a table with several people: all who might have it are asked at once, and nothing tells who has it.

mod served;

use serde_json::{Value, json};
use served::{Page, Server};

/// Seat 1 has a trick and nothing to cancel one with; seat 2 may cancel it.
const POSITION: &str = r#"seats = {
  { role = "lord", hand = "♥7 ex_nihilo, ♠7 slash" },
  { role = "rebel", hand = "♠J nullification" },
  { role = "renegade", hand = "♣3 slash" },
},
pile = "♣4 slash, ♥9 peach, ♥2 jink, ♦2 jink",
turn = 1,
"#;

/// Host and friend at that position, and the host's trick on the table.
fn a_trick_is_played(server: &Server) -> (Page, Page) {
    let mut host = server.join(&server.token);
    host.hear("ask");
    host.say(&json!({ "t": "deal_position", "text": POSITION }));
    let ask = host.wait("the idle point", |value| value["t"] == "ask" && value["request"]["kind"] == "play");
    host.say(&json!({ "t": "seats" }));
    let links = host.hear("seats");
    let url = links["links"][1]["url"].as_str().expect("a link").to_owned();
    let mut friend = server.join(url.trim_start_matches("/?token="));
    friend.hear("wait");
    let ways = ask["request"]["ways"].as_array().expect("ways").clone();
    let trick = ways.iter().find(|way| way["words"]["zh"].as_str().is_some_and(|zh| zh.contains("无中生有")));
    let way = trick.expect("it can be used")["way"].clone();
    // The friend's coming has the game played again; the question is open anew.
    host.wait("the idle point", |value| value["t"] == "ask" && value["request"]["kind"] == "play");
    host.say(&json!({ "t": "answer", "id": 0, "answer": { "act": { "way": way } } }));
    (host, friend)
}

fn is_nullify(value: &Value) -> bool {
    value["t"] == "ask" && value["request"]["kind"] == "nullify"
}

/// A window that opens at this decision.
fn open(page: &mut Page, at: u64) -> (Value, Value) {
    let view = page.wait("a clock", |value| value["t"] == "view" && !value["clock"].is_null() && value["at"] == at);
    (view, page.wait("the question", is_nullify))
}

fn asked(view: &Value) -> Vec<bool> {
    let seats = view["view"]["seats"].as_array().expect("seats");
    seats.iter().map(|seat| seat["asked"] == true).collect()
}

#[test]
fn all_who_might_are_asked_at_once_and_look_alike() {
    let server = Server::with(&["--clock", "30"]);
    let (mut host, mut friend) = a_trick_is_played(&server);
    let ((at_host, to_host), (at_friend, to_friend)) = (open(&mut host, 1), open(&mut friend, 1));
    // The host has none, the friend has one; a bot is not asked before people see it.
    assert_eq!(to_host["request"]["ways"], json!([]));
    assert_eq!(to_friend["request"]["ways"].as_array().map(Vec::len), Some(1));
    assert_eq!((asked(&at_host), asked(&at_friend)), (vec![true, true, false], vec![true, true, false]));
    assert_eq!(at_host["clock"]["whole"], 30_000);

    let id = to_friend["request"]["id"].clone();
    let way = to_friend["request"]["ways"][0]["way"].clone();
    // What may come next says nothing about cards that one doesn't have.
    let own = at_friend["view"]["seats"][1]["hand"][0]["id"].as_u64().expect("a card");
    for card in (0..20).chain([10_000]).filter(|card| *card != own) {
        friend.say(&json!({ "t": "next", "id": id, "key": 1, "action": { "way": { "card": card } } }));
        let told = friend.wait("a word", |value| value["t"] == "next" || value["t"] == "refused");
        assert_eq!(told["t"], "refused", "card {card}");
    }
    friend.say(&json!({ "t": "next", "id": id, "key": 1, "action": { "way": way } }));
    assert_eq!(friend.hear("next")["next"]["ready"], true);
    friend.say(&json!({ "t": "answer", "id": id, "answer": { "act": { "way": way } } }));
    // Who has answered waits like everybody, and the others aren't told.
    friend.hear("wait");
    host.say(&json!({ "t": "answer", "id": id, "answer": { "act": { "way": way } } }));
    assert!(host.hear("refused")["reason"]["en"].is_string());
    host.say(&json!({ "t": "answer", "id": id, "answer": "pass" }));

    // The trick to cancel the trick may be cancelled too: now only the host has a card left.
    let (view, question) = open(&mut host, 2);
    assert_eq!(asked(&view), [true, false, false]);
    host.say(&json!({ "t": "answer", "id": question["request"]["id"], "answer": "pass" }));
    let view = host.wait("the idle point again", |value| {
        value["t"] == "view"
            && value["view"]["seats"][0]["asked"] == true
            && value["clock"].is_null()
            && value["view"]["phase"] == "play"
            && value["at"].as_u64() > Some(1)
    });
    assert_eq!(view["view"]["seats"][0]["hand_count"], 1, "the trick was cancelled");
    assert_eq!(view["view"]["seats"][1]["hand_count"], 0);
}

#[test]
fn time_runs_out_for_all_alike() {
    let server = Server::with(&["--clock", "1"]);
    let (mut host, mut friend) = a_trick_is_played(&server);
    let (_, question) = open(&mut friend, 1);
    open(&mut host, 1);
    // Nobody answers.
    let view = host.wait("the cards", |value| value["t"] == "view" && value["view"]["seats"][0]["hand_count"] == 3);
    assert!(view["clock"].is_null());
    friend.say(&json!({ "t": "answer", "id": question["request"]["id"], "answer": "pass" }));
    assert!(friend.hear("refused")["reason"]["en"].as_str().is_some_and(|reason| reason.contains("not open")));
}

#[test]
fn alone_nobody_waits_for_a_clock() {
    let server = Server::with(&["--clock", "30"]);
    let mut host = server.join(&server.token);
    host.hear("ask");
    host.say(&json!({ "t": "deal_position", "text": POSITION.replace("♠J nullification", "♠8 slash") }));
    let ask = host.wait("the idle point", |value| value["t"] == "ask" && value["request"]["kind"] == "play");
    let ways = ask["request"]["ways"].as_array().expect("ways").clone();
    let trick = ways.iter().find(|way| way["words"]["zh"].as_str().is_some_and(|zh| zh.contains("无中生有")));
    let way = trick.expect("it can be used")["way"].clone();
    host.say(&json!({ "t": "answer", "id": 0, "answer": { "act": { "way": way } } }));
    host.wait("the cards", |value| {
        assert!(value["t"] != "view" || value["clock"].is_null());
        value["t"] == "view" && value["view"]["seats"][0]["hand_count"] == 3
    });
}
