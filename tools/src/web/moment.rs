//! The same moment under the new code: the recorded answers are played with the old definitions and with the new ones, and
//! what differs first is laid side by side.

use super::direct;
use super::journal::{Row, Tracer};
use super::session::Entry;
use super::shapes::{Both, CardView, Plays, SeatView, TableView};
use super::view::Eyes;
use crate::load::{Plan, Seat};
use crate::words::Words;
use muniu_content::Content;
use muniu_kernel::Game;
use muniu_kernel::agent::{Agent, Observer, View};
use muniu_kernel::card::rank_text;
use muniu_kernel::def::Catalogue;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::note::Note;
use muniu_kernel::request::{Answer, Pick, Request};
use muniu_kernel::rulebook::{Flow, Interrupt};
use serde::Serialize;
use similar::{ChangeTag, TextDiff};
use std::cell::RefCell;
use std::fmt::Display;
use std::rc::Rc;
use ts_rs::TS;

/// How many decisions after the moment are played on both sides.
const AHEAD: u64 = 40;

/// The same moment under the old code and the new.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "Moment")]
pub struct Compared {
    /// The decision it begins with: earlier than asked for, if the versions part before it.
    pub from: u64,
    pub old: Option<Shown>,
    pub new: Option<Shown>,
    /// The decision at which they differ first; nothing if they don't.
    pub differs: Option<u64>,
    /// That in words.
    pub sentence: Both,
    pub changes: Vec<Difference>,
    /// The traces that led there, aligned.
    pub trace: Vec<RowPair>,
}

/// The position that one version came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "Side")]
pub struct Shown {
    /// Decisions made before it.
    pub at: u64,
    pub view: TableView,
}

/// Something that is different on the two tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Difference {
    pub what: Both,
    pub old: Both,
    pub new: Both,
    /// Whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
}

/// Rows of both traces that stand beside one another; a row that only one has is alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct RowPair {
    pub old: Option<Row>,
    pub new: Option<Row>,
    pub same: bool,
}

/// The position before one decision, with what led to it.
struct Snap {
    n: u64,
    digest: String,
    asked: String,
    view: TableView,
    rows: Vec<Row>,
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
            let view = eyes.table(&[], |_| Plays::Human, self.seed);
            self.snaps.push(Snap { n, digest: game.digest(), asked, view, rows });
        }
    }

    fn decide(&mut self, game: &Game, request: &Request) -> Option<Answer> {
        while let Some(Entry::Change(change)) = self.entries.get(self.at) {
            let _ = direct::apply(game, change);
            self.at += 1;
            if game.is_left() {
                return None;
            }
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
    let Ok(game) = plan.game(content) else { return Vec::new() };
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
    if plan.play(&game).is_ok() {
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
) -> Compared {
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
    let shown = |snap: Option<&Snap>| snap.map(|snap| Shown { at: snap.n, view: snap.view.clone() });
    let changes = match (one, other) {
        (Some(one), Some(other)) if differs => changed(&one.view, &other.view),
        _ => Vec::new(),
    };
    let number = one.filter(|_| differs).map(|snap| snap.n);
    let sentence = match number {
        None => Both::new(
            format!("从 #{from} 起的 {} 个决定，新旧代码结果相同", before.len()),
            format!("The same under both versions for the {} decisions from #{from} on", before.len()),
        ),
        Some(n) => Both::new(
            format!("到 #{n} 时有 {} 处不同", changes.len()),
            format!("Differences by #{n}: {}", changes.len()),
        ),
    };
    let trace = aligned(rows_of(one), rows_of(other));
    Compared { from, old: shown(one), new: shown(other), differs: number, sentence, changes, trace }
}

fn rows_of(snap: Option<&Snap>) -> &[Row] {
    snap.map_or(&[], |snap| &snap.rows)
}

/// A fact of a seat or of the table: what it is called, and its value in a few letters.
type Fact<T> = (&'static str, &'static str, fn(&T) -> Both);

const SEAT_FACTS: [Fact<SeatView>; 12] = [
    ("体力", "hp", |seat| Both::same(seat.hp.to_string())),
    ("体力上限", "maximum hp", |seat| Both::same(seat.max_hp.to_string())),
    ("存活", "alive", |seat| sign(seat.alive)),
    ("手牌数", "hand cards", |seat| Both::same(seat.hand_count.to_string())),
    ("手牌", "hand", |seat| seat.hand.as_deref().map_or_else(|| Both::same("–"), cards)),
    ("装备", "equipment", |seat| cards(&seat.equips)),
    ("判定区", "judgement area", |seat| cards(&seat.judging)),
    ("标记", "marks", |seat| joined(seat.marks.iter().map(|mark| counted(&mark.words, mark.count)))),
    ("武将牌上的牌", "cards on the general", |seat| {
        joined(seat.piles.iter().map(|pile| counted(&pile.words, pile.count)))
    }),
    ("技能", "skills", |seat| joined(seat.skills.iter().map(|skill| skill.words.clone()))),
    ("横置", "chained", |seat| sign(seat.chained)),
    ("翻面", "face down", |seat| sign(seat.face_down)),
];

const TABLE_FACTS: [Fact<TableView>; 3] = [
    ("阶段", "phase", |view| Both::same(view.phase.map_or("–", |phase| phase.id()))),
    ("回合", "turn", |view| Both::same(view.turn.map_or("–".into(), |turn| turn.to_string()))),
    ("牌堆", "draw pile", |view| Both::same(view.draw.to_string())),
];

fn sign(yes: bool) -> Both {
    Both::same(if yes { "✓" } else { "×" })
}

fn counted(words: &Both, count: impl Display) -> Both {
    Both::new(format!("{}{count}", words.zh), format!("{} {count}", words.en))
}

fn cards(cards: &[CardView]) -> Both {
    joined(cards.iter().map(|card| {
        let face = format!("{}{}", card.suit.symbol(), rank_text(card.rank));
        Both::new(format!("{face}{}", card.words.zh), format!("{face} {}", card.words.en))
    }))
}

fn joined(list: impl Iterator<Item = Both>) -> Both {
    let (zh, en): (Vec<String>, Vec<String>) = list.map(|both| (both.zh, both.en)).unzip();
    Both::new(zh.join(" "), en.join(", "))
}

/// What differs between two views of the table, in words.
fn changed(old: &TableView, new: &TableView) -> Vec<Difference> {
    fn differing<T>(facts: &[Fact<T>], old: &T, new: &T, seat: Option<u8>) -> Vec<Difference> {
        let difference = |(zh, en, fact): &Fact<T>| {
            let (old, new) = (fact(old), fact(new));
            (old != new).then(|| Difference { what: Both::new(*zh, *en), old, new, seat })
        };
        facts.iter().filter_map(difference).collect()
    }
    let seats = old.seats.iter().zip(&new.seats);
    let mut list: Vec<Difference> =
        seats.flat_map(|(old, new)| differing(&SEAT_FACTS, old, new, Some(old.seat))).collect();
    list.extend(differing(&TABLE_FACTS, old, new, None));
    list
}

/// Rows of both traces side by side.
fn aligned(old: &[Row], new: &[Row]) -> Vec<RowPair> {
    let line = |row: &Row| format!("{} {:?} {} {:?} {}\n", row.depth, row.kind, row.id, row.who, row.words.zh);
    let texts = |rows: &[Row]| rows.iter().map(line).collect::<String>();
    let (one, other) = (texts(old), texts(new));
    let diff = TextDiff::from_lines(&one, &other);
    let row = |rows: &[Row], at: Option<usize>| at.and_then(|at| rows.get(at)).cloned();
    diff.iter_all_changes()
        .map(|change| RowPair {
            old: row(old, change.old_index()),
            new: row(new, change.new_index()),
            same: change.tag() == ChangeTag::Equal,
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
