//! The same moment under the new code: the recorded answers are played with the old definitions and with the new ones, and
//! what differs first is laid side by side.

use super::direct;
use super::journal::Tracer;
use super::session::Entry;
use super::view::Eyes;
use crate::load::{Plan, Seat};
use crate::words::Words;
use muniu_content::Content;
use muniu_kernel::Game;
use muniu_kernel::agent::{Agent, Observer, View};
use muniu_kernel::def::Catalogue;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::note::Note;
use muniu_kernel::request::{Answer, Pick, Request};
use muniu_kernel::rulebook::{Flow, Interrupt};
use serde_json::{Value, json};
use similar::{ChangeTag, TextDiff};
use std::cell::RefCell;
use std::rc::Rc;

/// How many decisions after the moment are played on both sides.
const AHEAD: u64 = 40;

/// A comparison that was shown.
pub struct Moment {
    /// The decision it begins with.
    pub from: u64,
    /// For the page.
    pub message: Value,
}

/// The position before one decision, with what led to it.
struct Snap {
    n: u64,
    digest: String,
    asked: String,
    view: Value,
    rows: Vec<Value>,
}

/// One side: plays the record and looks at every position from a decision on.
struct Side {
    content: Rc<Content>,
    entries: Vec<Entry>,
    at: usize,
    from: u64,
    viewer: Option<PlayerId>,
    seed: u64,
    tracer: Rc<RefCell<Tracer>>,
    snaps: Vec<Snap>,
}

struct Recorded(Rc<RefCell<Side>>);

impl Agent for Recorded {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        self.0.borrow_mut().decide(view.rules(), request).ok_or(Interrupt::Quit)
    }
}

struct Traced {
    content: Rc<Content>,
    tracer: Rc<RefCell<Tracer>>,
}

impl Observer for Traced {
    fn note(&mut self, game: &Game, note: &Note) {
        let eyes = Eyes { content: &self.content, game, viewer: None };
        self.tracer.borrow_mut().note(&eyes, note);
    }
}

impl Side {
    fn look(&mut self, game: &Game, asked: String) {
        let n = game.read().decisions;
        let eyes = Eyes { content: &self.content, game, viewer: self.viewer };
        let rows = std::mem::take(&mut self.tracer.borrow_mut().rows);
        if n >= self.from {
            let view = eyes.table(&[], |_| "human", self.seed);
            self.snaps.push(Snap { n, digest: game.digest(), asked, view, rows });
        }
    }

    fn decide(&mut self, game: &Game, request: &Request) -> Option<Answer> {
        while let Some(Entry::Change(change)) = self.entries.get(self.at) {
            let _ = direct::apply(game, change);
            self.at += 1;
        }
        self.look(game, format!("{} {}", request.seat.0, request.ask.kind()));
        if self.from > 0 && game.read().decisions >= self.from + AHEAD {
            return None;
        }
        let Some(Entry::Answer(decision)) = self.entries.get(self.at) else { return None };
        self.at += 1;
        decision.fits(game, request)
    }
}

/// Play the record with these definitions, up to a while after `from`.
fn play(
    content: &Rc<Content>,
    plan: &Plan,
    entries: &[Entry],
    catalogue: Rc<Catalogue>,
    from: u64,
    viewer: Option<PlayerId>,
) -> Vec<Snap> {
    let game = plan.game(content);
    game.install(catalogue);
    let tracer = Rc::new(RefCell::new(Tracer::default()));
    let side = Rc::new(RefCell::new(Side {
        content: content.clone(),
        entries: entries.to_vec(),
        at: 0,
        from,
        viewer,
        seed: plan.seed,
        tracer: tracer.clone(),
        snaps: Vec::new(),
    }));
    game.observe(Some(Rc::new(RefCell::new(Traced { content: content.clone(), tracer }))));
    game.seat((0..plan.seats).map(|_| Rc::new(RefCell::new(Recorded(side.clone()))) as Seat).collect());
    if game.play().is_ok() {
        side.borrow_mut().look(&game, "over".into());
    }
    game.seat(Vec::new());
    game.observe(None);
    std::mem::take(&mut side.borrow_mut().snaps)
}

/// Compare the moment that begins with decision `from` under `old` and under what is in force now.
pub fn compare(
    content: &Rc<Content>,
    plan: &Plan,
    entries: &[Entry],
    old: &Rc<Catalogue>,
    from: u64,
    viewer: Option<PlayerId>,
) -> Moment {
    let sides = |from: u64| {
        let before = play(content, plan, entries, old.clone(), from, viewer);
        let after = play(content, plan, entries, content.catalogue(), from, viewer);
        (before, after)
    };
    let (mut before, mut after) = sides(from);
    let mut from = from;
    if before.is_empty() || after.is_empty() {
        // They part earlier than asked for: show where.
        from = 0;
        (before, after) = sides(from);
    }
    let same = |(one, other): (&Snap, &Snap)| one.digest == other.digest && one.asked == other.asked;
    let common = before.iter().zip(&after).take_while(|pair| same(*pair)).count();
    let differs = common < before.len().max(after.len()) && !(before.is_empty() || after.is_empty());
    let at = if differs { common.min(before.len() - 1).min(after.len() - 1) } else { before.len().saturating_sub(1) };
    let (one, other) = (before.get(at), after.get(at.min(after.len().saturating_sub(1))));
    let view = |snap: Option<&Snap>| snap.map_or(Value::Null, |snap| json!({ "at": snap.n, "view": snap.view }));
    let changes = match (one, other) {
        (Some(one), Some(other)) if differs => changed(&one.view, &other.view),
        _ => Vec::new(),
    };
    let number = one.filter(|_| differs).map(|snap| snap.n);
    let sentence = match number {
        None => json!({
            "zh": format!("从 #{from} 起的 {} 个决定，新旧代码结果相同", before.len()),
            "en": format!("The same under both versions for the {} decisions from #{from} on", before.len()),
        }),
        Some(n) => json!({
            "zh": format!("到 #{n} 时有 {} 处不同", changes.len()),
            "en": format!("Differences by #{n}: {}", changes.len()),
        }),
    };
    let message = json!({
        "t": "moment", "from": from, "old": view(one), "new": view(other), "differs": number, "sentence": sentence,
        "changes": changes, "trace": aligned(rows_of(one), rows_of(other)),
    });
    Moment { from, message }
}

fn rows_of(snap: Option<&Snap>) -> &[Value] {
    snap.map_or(&[], |snap| &snap.rows)
}

/// What differs between two views of the table, in words.
fn changed(old: &Value, new: &Value) -> Vec<Value> {
    const FACTS: [(&str, &str, &str); 12] = [
        ("hp", "体力", "hp"),
        ("max_hp", "体力上限", "maximum hp"),
        ("alive", "存活", "alive"),
        ("hand_count", "手牌数", "hand cards"),
        ("hand", "手牌", "hand"),
        ("equips", "装备", "equipment"),
        ("judging", "判定区", "judgement area"),
        ("marks", "标记", "marks"),
        ("piles", "武将牌上的牌", "cards on the general"),
        ("skills", "技能", "skills"),
        ("chained", "横置", "chained"),
        ("face_down", "翻面", "face down"),
    ];
    let mut list = Vec::new();
    let empty = Vec::new();
    let seats = |view: &Value| view["seats"].as_array().unwrap_or(&empty).clone();
    for (one, other) in seats(old).iter().zip(&seats(new)) {
        for (key, zh, en) in FACTS {
            let (was, is) = (short(&one[key]), short(&other[key]));
            if was != is {
                list.push(json!({ "what": { "zh": zh, "en": en }, "old": was, "new": is, "seat": one["seat"] }));
            }
        }
    }
    for (key, zh, en) in [("phase", "阶段", "phase"), ("turn", "回合", "turn"), ("draw", "牌堆", "draw pile")] {
        let (was, is) = (short(&old[key]), short(&new[key]));
        if was != is {
            list.push(json!({ "what": { "zh": zh, "en": en }, "old": was, "new": is }));
        }
    }
    list
}

/// A value in a few letters: cards by suit, rank and name, other things by their id.
fn short(value: &Value) -> String {
    match value {
        Value::Null => "–".into(),
        Value::Bool(yes) => if *yes { "✓" } else { "×" }.into(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(short).collect::<Vec<_>>().join(" "),
        Value::Object(map) if map.contains_key("suit") => {
            let sign = match map["suit"].as_str() {
                Some("spade") => "♠",
                Some("heart") => "♥",
                Some("club") => "♣",
                _ => "♦",
            };
            format!("{sign}{}{}", map["rank"], map["words"]["zh"].as_str().unwrap_or_default())
        }
        Value::Object(map) => {
            let word = map.get("words").and_then(|words| words["zh"].as_str()).unwrap_or_default();
            map.get("count").map_or_else(|| word.to_owned(), |count| format!("{word}{count}"))
        }
        other => other.to_string(),
    }
}

/// Rows of both traces side by side.
fn aligned(old: &[Value], new: &[Value]) -> Vec<Value> {
    let line =
        |row: &Value| format!("{} {} {} {} {}\n", row["depth"], row["kind"], row["id"], row["who"], row["words"]["zh"]);
    let texts = |rows: &[Value]| rows.iter().map(line).collect::<String>();
    let (one, other) = (texts(old), texts(new));
    let diff = TextDiff::from_lines(&one, &other);
    let row = |rows: &[Value], at: Option<usize>| at.and_then(|at| rows.get(at)).cloned().unwrap_or(Value::Null);
    diff.iter_all_changes()
        .map(|change| match change.tag() {
            ChangeTag::Equal => {
                json!({ "old": row(old, change.old_index()), "new": row(new, change.new_index()), "same": true })
            }
            ChangeTag::Delete => json!({ "old": row(old, change.old_index()), "new": null, "same": false }),
            ChangeTag::Insert => json!({ "old": null, "new": row(new, change.new_index()), "same": false }),
        })
        .collect()
}

/// An answer in a few words.
pub fn answer_words(words: &Words, game: &Game, request: &Request, answer: &Answer) -> String {
    match answer {
        Answer::Pass => words.say("放弃", "declined").to_owned(),
        Answer::Yes => words.say("是", "yes").to_owned(),
        Answer::Act(action) => {
            let what = match action.way {
                muniu_kernel::request::Way::Card(card) | muniu_kernel::request::Way::Recast(card) => {
                    words.card(game, card)
                }
                muniu_kernel::request::Way::Convert(at)
                | muniu_kernel::request::Way::Provide(at)
                | muniu_kernel::request::Way::Active(at)
                | muniu_kernel::request::Way::Trigger(at) => words.skill(at.skill),
            };
            if action.targets.is_empty() {
                what
            } else {
                format!("{what} → {}", words.players(game, &action.targets))
            }
        }
        Answer::Cards(picks) => {
            let cards: Vec<_> = picks.iter().filter_map(|pick| pick.open()).collect();
            let hidden = picks.iter().filter(|pick| matches!(pick, Pick::Hidden(_))).count();
            let hidden = if hidden > 0 { words.count(hidden) } else { String::new() };
            format!("{}{hidden}", words.cards(game, &cards))
        }
        Answer::Players(players) => words.players(game, players),
        Answer::Number(number) => number.to_string(),
        Answer::Suit(suit) => words.suit(*suit),
        Answer::Name(name) => words.word(*name),
        Answer::Index(number) => match &request.ask {
            muniu_kernel::request::Ask::Option { options } => {
                options.get(*number).map(|option| words.option(game, request.prompt.skill, option)).unwrap_or_default()
            }
            _ => format!("{}", number + 1),
        },
        Answer::Piles(_) | Answer::Gifts(_) => words.say("已排好", "arranged").to_owned(),
    }
}
