//! Positions as text: written from a running game, dealt as the start of another, and refused with the place of what is wrong.

mod served;

use serde_json::{Value, json};
use served::{Page, Server};

const DUEL: &str = r#"seats = {
  { general = "zhangfei", role = "lord", hp = 2, hand = "♠7 slash, ♦4 fire_slash", equips = "♣A crossbow", marks = { ren = 2 } },
  {
    general = "xiaoqiao", role = "rebel", without = { "hongyan" }, skills = { "kongcheng" },
    hand = "♥ jink", judging = "♦6 indulgence", chained = true,
  },
  { role = "renegade", dead = true },
},
pile = "♣3 slash, ♥9 peach",
turn = 1,
"#;

fn deal(page: &mut Page, text: &str) {
    page.say(&json!({ "t": "deal_position", "text": text }));
}

fn stands(page: &mut Page) -> Value {
    page.wait("the idle point", |value| value["t"] == "ask" && value["request"]["kind"] == "play")
}

fn text(page: &mut Page) -> String {
    page.say(&json!({ "t": "position" }));
    page.hear("position")["text"].as_str().expect("a text").to_owned()
}

#[test]
fn a_position_is_dealt_and_played_on_from() {
    let server = Server::start();
    let mut page = server.join(&server.token);
    page.reach_first_turn();
    deal(&mut page, DUEL);
    let view = page.wait("the position", |value| value["t"] == "view" && value["view"]["seats"][0]["hp"] == 2);
    let seats = &view["view"]["seats"];
    assert_eq!(seats.as_array().map(Vec::len), Some(3));
    assert_eq!((&seats[1]["chained"], &seats[1]["hand_count"]), (&json!(true), &json!(1)));
    assert_eq!((&seats[2]["alive"], &seats[0]["equips"][0]["name"]), (&json!(false), &json!("crossbow")));
    let skills: Vec<&str> =
        seats[1]["skills"].as_array().expect("a list").iter().filter_map(|skill| skill["id"].as_str()).collect();
    assert_eq!(skills, ["tianxiang", "kongcheng"]);
    let ask = stands(&mut page);
    assert_eq!((&ask["request"]["id"], &ask["request"]["seat"]), (&json!(0), &json!(1)));

    // What stands there, written and dealt again, is what stands there.
    let written = text(&mut page);
    for part in
        ["marks = { ren = 2 }", "without = { \"hongyan\" }", "equips = \"♣A crossbow\"", "pile = \"♣3 slash, ♥9 peach,"]
    {
        assert!(written.contains(part), "no {part} in\n{written}");
    }
    deal(&mut page, &written);
    page.wait("the position again", |value| value["t"] == "view" && value["at"] == 0);
    stands(&mut page);
    assert_eq!(text(&mut page), written);

    // What has no words is told at the head, and the text is dealt all the same.
    let hand = &seats[0]["hand"];
    let slash = hand.as_array().and_then(|hand| hand.iter().find(|card| card["name"] == "slash")).expect("a slash");
    let action = json!({ "way": { "card": slash["id"] }, "targets": [2] });
    page.say(&json!({ "t": "answer", "id": 0, "answer": { "act": action } }));
    page.wait("the end of the use", |value| {
        value["t"] == "ask" && value["request"]["kind"] == "play" && value["request"]["id"].as_u64() > Some(0)
    });
    let used = text(&mut page);
    assert!(
        used.starts_with(
            "-- 没有写进文本的：本回合用过的牌和技能\n-- not in this text: cards and skills used this turn\nseats"
        ),
        "{used}"
    );
    deal(&mut page, &used);
    page.wait("the position after the use", |value| value["t"] == "view" && value["at"] == 0);
    stands(&mut page);
    deal(&mut page, &written);
    page.wait("the position once more", |value| value["t"] == "view" && value["at"] == 0);
    stands(&mut page);

    // The game goes on from there with real turns, and back again.
    page.say(&json!({ "t": "speed", "ms": 0 }));
    page.say(&json!({ "t": "answer", "id": 0, "answer": "pass" }));
    page.wait("the game going on", |value| {
        value["t"] == "view"
            && value["at"].as_u64() > Some(0)
            && value["view"]["draw"].as_u64() < view["view"]["draw"].as_u64()
    });
    page.say(&json!({ "t": "goto", "n": 0 }));
    page.wait("the beginning", |value| value["t"] == "view" && value["at"] == 0);
    assert_eq!(text(&mut page), written);
}

#[test]
fn a_wrong_position_changes_nothing() {
    let server = Server::start();
    let mut page = server.join(&server.token);
    page.reach_first_turn();
    let before = text(&mut page);
    for (wrong, line, column, what) in [
        ("", 1, 1, "two seats"),
        ("seats = { {}, {} },\nturn = 3", 2, 1, "no such seat"),
        ("seats = {\n  { general = \"zhangfie\" }, {} }", 2, 16, "did you mean `zhangfei`"),
        ("seats = {\n  {},\n  { hand = \"♠7 slash, ♠14 jink\" } }", 3, 23, "expected A, 2 to 10"),
        ("seats = {\n  {},\n  { equips = \"♠7 slash\" } }", 3, 15, "no equipment"),
        ("seats = { {}, { hnad = \"♠7\" } }", 1, 17, "`hand`"),
        ("seats = { {}, { hp = \"two\" } }", 1, 17, "expected a whole number"),
        ("seats = { {}, { hp = two } }", 1, 22, "expected a value"),
        ("seats = { {}, {} }, pile = \"♠7 slasch\"", 1, 29, "slash"),
        ("seats = { {}, {} }\nturn = 1", 2, 1, "expected `,`"),
        ("seats = { {}, {} }, run = 1", 1, 21, "means nothing here"),
        ("seats = { {}, {} }, mode = \"identiti\"", 1, 21, "identity"),
    ] {
        deal(&mut page, wrong);
        let told = page.hear("misplaced");
        let message = told["message"].as_str().expect("a text");
        assert_eq!((&told["line"], &told["column"]), (&json!(line), &json!(column)), "{wrong}\n{message}");
        assert!(message.contains(what), "{wrong}\n{message}");
    }
    assert_eq!(text(&mut page), before);
}

#[test]
fn the_director_finds_cards_as_scenarios_do() {
    let server = Server::start();
    let mut page = server.join(&server.token);
    page.reach_first_turn();
    for (text, suit) in [("♥ jink", "heart"), ("red jink", "diamond"), ("♠K", "spade")] {
        page.say(&json!({ "t": "direct", "change": { "deal": { "text": text, "to": 1, "zone": "hand" } } }));
        page.wait("the card", |value| {
            let hand = &value["view"]["seats"][0]["hand"];
            let last = hand.as_array().and_then(|hand| hand.last());
            value["t"] == "view"
                && last.is_some_and(|card| card["suit"] == suit || text.starts_with("red") && card["suit"] == "heart")
        });
    }
    page.say(&json!({ "t": "direct", "change": { "deal": { "text": "♥14", "to": 1, "zone": "hand" } } }));
    assert!(page.hear("error")["message"]["en"].as_str().is_some_and(|text| text.contains("expected A, 2 to 10")));
}

fn direct(page: &mut Page, change: &Value) {
    page.say(&json!({ "t": "direct", "change": change }));
}

#[test]
fn the_director_kills_revives_and_gives_the_turn() {
    let server = Server::start();
    let mut page = server.join(&server.token);
    page.reach_first_turn();
    page.say(&json!({ "t": "pause" }));
    page.wait("the pause", |value| value["t"] == "view" && value["playing"] == false);

    // Another's death; he comes back with what hp he can have.
    direct(&mut page, &json!({ "kill": { "seat": 3 } }));
    page.wait("a death", |value| {
        let seat = &value["view"]["seats"][2];
        value["t"] == "view" && seat["alive"] == false && seat["hand_count"] == 0 && seat["role_shown"] == true
    });
    direct(&mut page, &json!({ "kill": { "seat": 3 } }));
    assert!(page.hear("error")["message"]["en"].as_str().is_some_and(|text| text.contains("is dead")));
    direct(&mut page, &json!({ "turn": { "seat": 3 } }));
    assert!(page.hear("error")["message"]["en"].as_str().is_some_and(|text| text.contains("is dead")));
    direct(&mut page, &json!({ "revive": { "seat": 3 } }));
    page.wait("a revival", |value| {
        let seat = &value["view"]["seats"][2];
        value["t"] == "view" && seat["alive"] == true && seat["hp"] == seat["max_hp"]
    });

    // Another's turn, at an idle point of its play phase.
    direct(&mut page, &json!({ "turn": { "seat": 2 } }));
    let ask = page.wait("the turn of seat 2", |value| value["t"] == "ask" && value["request"]["seat"] == 2);
    assert_eq!(ask["request"]["kind"], "play");
    let view = page.heard.iter().rev().find(|text| text.contains("\"t\":\"view\"")).expect("a view").clone();
    let view: Value = serde_json::from_str(&view).expect("JSON");
    assert_eq!((&view["view"]["turn"], &view["view"]["phase"]), (&json!(2), &json!("play")));

    // His death in his own turn: the next one's turn comes.
    direct(&mut page, &json!({ "kill": { "seat": 2 } }));
    page.wait("the next turn", |value| value["t"] == "ask" && value["request"]["seat"] == 3);
    let n = ask["request"]["id"].as_u64().expect("a number");

    // It is a game like any other: played again, it is the same.
    let position = text(&mut page);
    let at = page.heard.iter().rev().filter_map(|text| serde_json::from_str::<Value>(text).ok());
    let at = at.filter(|value| value["t"] == "view").find_map(|value| value["at"].as_u64()).expect("a number");
    page.say(&json!({ "t": "goto", "n": n }));
    page.wait("the moment of the changes", |value| value["t"] == "view" && value["at"] == n);
    page.say(&json!({ "t": "goto", "n": 0 }));
    page.wait("the beginning", |value| value["t"] == "view" && value["at"] == 0);
    page.say(&json!({ "t": "goto", "n": at }));
    page.wait("the end again", |value| value["t"] == "view" && value["at"] == at);
    assert_eq!(text(&mut page), position);
}
