//! What happened, kept for the pages: the log for each pair of eyes, the trace of the scheduler, a tick for each decision.

use super::shapes::Both;
use super::view::{Eyes, seat_number};
use crate::cli::Lang;
use crate::words::Words;
use muniu_content::Content;
use muniu_kernel::Game;
use muniu_kernel::agent::Observer;
use muniu_kernel::def::Ability;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::note::Note;
use serde::Serialize;
use std::rc::Rc;
use ts_rs::TS;

/// Rows of the trace that are kept: the newest ones.
const ROWS: usize = 4_000;

/// A sentence of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Line {
    /// Decisions made before it.
    pub n: u64,
    /// How far it is set in.
    pub depth: usize,
    pub words: Both,
}

/// A decision on the timeline, or a change by the director (seat 0).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Tick {
    /// Decisions made before it.
    pub n: u64,
    pub seat: u8,
    #[ts(type = "Kind | 'director'")]
    pub kind: &'static str,
    pub round: u32,
    /// Whose turn it was.
    pub turn: Option<u8>,
    pub words: Both,
    /// On whose behalf it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub skill: Option<String>,
    pub director: bool,
}

/// A row of the scheduler's trace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "Trace")]
pub struct Row {
    /// Decisions made before it.
    pub n: u64,
    /// Events around it.
    pub depth: usize,
    pub kind: RowKind,
    /// The kind of the event, the timing or the skill; empty for a change.
    pub id: String,
    pub words: Both,
    /// Whose event it is, or who could act.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub who: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub skill: Option<String>,
    /// Did the conditions hold?
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub yes: Option<bool>,
    /// The handler's line in its script.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub script: Option<String>,
}

/// Sorts of rows: an event began, a timing came, somebody's ability was considered there, it was carried out, something
/// changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "TraceKind")]
pub enum RowKind {
    Event,
    Timing,
    Considered,
    Acted,
    Change,
}

impl Row {
    fn new(n: u64, depth: usize, kind: RowKind, id: impl Into<String>, words: Both) -> Self {
        let id = id.into();
        Row { n, depth, kind, id, words, who: None, skill: None, yes: None, line: None, script: None }
    }
}

/// The scheduler's steps as rows: events nest, timings stand in them, and those that could act at the timings.
#[derive(Default)]
pub struct Tracer {
    pub rows: Vec<Row>,
    /// How many rows were dropped at the front.
    pub dropped: usize,
    silent: Option<Row>,
}

impl Tracer {
    fn push(&mut self, row: Row) {
        if self.rows.len() == ROWS {
            self.rows.drain(..ROWS / 4);
            self.dropped += ROWS / 4;
        }
        self.rows.push(row);
    }

    /// A timing is written down once somebody is considered there; many pass in silence.
    pub fn note(&mut self, eyes: &Eyes<'_>, note: &Note) {
        let game = eyes.game;
        let n = game.read().decisions;
        let depth = game.read().frames.len();
        match note {
            Note::Begin { ev } if game.runs(ev.id) => {
                let (kind, who) = {
                    let event = game.event(ev.id);
                    (event.kind(), event.player())
                };
                self.silent = None;
                let row = Row::new(n, depth - 1, RowKind::Event, kind, event_words(kind));
                self.push(Row { who: who.map(seat_number), ..row });
            }
            Note::Timing { timing, .. } => {
                let id = timing.id();
                let words = Both::new(timing.row().name_zh, id.replace('_', " "));
                self.silent = Some(Row::new(n, depth, RowKind::Timing, id, words));
            }
            Note::Considered { player, ability, yes } => {
                if let Some(timing) = self.silent.take() {
                    self.push(timing);
                }
                let catalogue = game.catalogue();
                let def = catalogue.skill_like(ability.skill);
                let line = def.as_ref().filter(|_| ability.effect.is_none()).and_then(|def| {
                    match def.abilities.get(usize::from(ability.index)) {
                        Some(Ability::On(handler)) => Some(handler.line),
                        _ => None,
                    }
                });
                let words = eyes.both(|words| words.skill(ability.skill));
                let id = eyes.id(ability.skill);
                self.push(Row {
                    who: Some(seat_number(*player)),
                    skill: Some(id.clone()),
                    yes: Some(*yes),
                    line,
                    script: def.map(|def| def.script.to_string()),
                    ..Row::new(n, depth + 1, RowKind::Considered, id, words)
                });
            }
            Note::Skill { player, skill, .. } => {
                let id = eyes.id(*skill);
                let words = eyes.both(|words| words.skill(*skill));
                self.push(Row {
                    who: Some(seat_number(*player)),
                    skill: Some(id.clone()),
                    ..Row::new(n, depth + 1, RowKind::Acted, id, words)
                });
            }
            other => {
                let both = [Lang::Zh, Lang::En].map(|lang| {
                    let words = Words::new(lang, eyes.content.clone(), eyes.viewer);
                    words.sentence(game, other).map(|text| text.trim().to_owned())
                });
                if let [Some(zh), Some(en)] = both {
                    self.push(Row::new(n, depth + 1, RowKind::Change, "", Both { zh, en }));
                }
            }
        }
    }
}

/// Which decision it is, in which round and in whose turn.
fn moment_of(game: &Game) -> (u64, u32, Option<u8>) {
    let state = game.read();
    (state.decisions, state.round, state.turn_owner.map(seat_number))
}

fn event_words(kind: &str) -> Both {
    const KINDS: [(&str, &str); 22] = [
        ("game", "对局"),
        ("turn", "回合"),
        ("phase", "阶段"),
        ("need", "需要牌"),
        ("use", "使用"),
        ("respond", "打出"),
        ("pindian", "拼点"),
        ("move", "移动"),
        ("state_change", "状态改变"),
        ("judge", "判定"),
        ("damage", "伤害"),
        ("lose_hp", "失去体力"),
        ("hp_reduction", "扣减体力"),
        ("recover", "回复体力"),
        ("max_hp", "体力上限"),
        ("dying", "濒死"),
        ("death", "死亡"),
        ("skill", "获得或失去技能"),
        ("skill_use", "发动技能"),
        ("area", "区域"),
        ("mark", "标记"),
        ("reshuffle", "洗牌"),
    ];
    let zh = KINDS.iter().find(|(id, _)| *id == kind).map_or(&kind, |(_, zh)| zh);
    Both::new(*zh, kind.replace('_', " "))
}

/// One viewer's log.
struct Log {
    viewer: Option<PlayerId>,
    lines: Vec<Line>,
}

/// How many lines were written before decision `n`.
fn upto(lines: &[Line], n: u64) -> usize {
    lines.partition_point(|line| line.n <= n)
}

/// Decisions before the one gone to whose trace is written: what a page shows at first.
const TRACED: u64 = 100;

/// Everything that is written down while a game is played (again). The same answers under the same content make the
/// same sentences, so those of an earlier run are kept and not put together again.
pub struct Journal {
    content: Rc<Content>,
    logs: Vec<Log>,
    pub tracer: Tracer,
    /// Of the whole branch: those after the present moment are of the last time it was played.
    pub ticks: Vec<Tick>,
    /// How many of the ticks have come up this time.
    passed: usize,
    /// The newest decision that was asked for while sentences were written: they are complete up to there.
    written: Option<u64>,
    /// What happens now is in the logs already.
    known: bool,
    /// Content or answers are others than those that it was written from.
    stale: bool,
    /// The decision at which the trace begins.
    traced_from: u64,
    /// Counts how often the journal began anew: pages that have an older one get everything again.
    pub edition: u64,
}

impl Journal {
    pub fn new(content: Rc<Content>) -> Self {
        Journal {
            content,
            logs: Vec::new(),
            tracer: Tracer::default(),
            ticks: Vec::new(),
            passed: 0,
            written: None,
            known: false,
            stale: false,
            traced_from: 0,
            edition: 0,
        }
    }

    /// A game begins (again) before these eyes, to be played up to decision `goal`.
    pub fn begin(&mut self, viewers: &[Option<PlayerId>], goal: u64) {
        let complete = viewers.iter().all(|viewer| self.has(*viewer));
        if self.stale || !complete {
            self.logs = viewers.iter().map(|viewer| Log { viewer: *viewer, lines: Vec::new() }).collect();
            self.written = None;
            self.stale = false;
        }
        self.logs.retain(|log| viewers.contains(&log.viewer));
        if let Some(written) = self.written {
            self.truncate(written);
        }
        self.known = self.written.is_some();
        self.tracer = Tracer::default();
        self.traced_from = goal.saturating_sub(TRACED);
        self.passed = 0;
        self.edition += 1;
    }

    /// Is there a log for these eyes?
    pub fn has(&self, viewer: Option<PlayerId>) -> bool {
        self.logs.iter().any(|log| log.viewer == viewer)
    }

    /// Decision `n` is asked for, and everything before it is done.
    pub fn reached(&mut self, n: u64) {
        if self.written.is_none_or(|written| n >= written) {
            self.written = Some(n);
            self.known = false;
        }
    }

    /// What was written from will not come again.
    pub fn forget(&mut self) {
        self.stale = true;
    }

    /// Another game is played.
    pub fn clear(&mut self) {
        self.ticks.clear();
        self.stale = true;
    }

    /// The future that was recorded is left at decision `n`.
    pub fn cut(&mut self, n: u64) {
        self.truncate(n);
        self.ticks.truncate(self.ticks.partition_point(|tick| tick.n <= n));
        self.written = self.written.map(|written| written.min(n));
        self.known = false;
    }

    fn truncate(&mut self, n: u64) {
        for log in &mut self.logs {
            log.lines.truncate(upto(&log.lines, n));
        }
    }

    fn put(&mut self, tick: Tick) {
        match self.ticks.get_mut(self.passed) {
            Some(old) => *old = tick,
            None => self.ticks.push(tick),
        }
        self.passed += 1;
    }

    /// What these eyes have seen before decision `n`.
    pub fn log(&self, viewer: Option<PlayerId>, n: u64) -> &[Line] {
        let log = self.logs.iter().find(|log| log.viewer == viewer);
        log.map_or(&[], |log| &log.lines[..upto(&log.lines, n)])
    }

    fn tick(&mut self, game: &Game, request: &muniu_kernel::request::Request, passed: bool) {
        let eyes = Eyes { content: &self.content, game, viewer: Some(super::view::NOBODY) };
        let (n, round, turn) = moment_of(game);
        let words = eyes.both(|words| {
            let skill = request.prompt.skill.map(|skill| words.skill(skill)).unwrap_or_default();
            let what = if passed { words.say("放弃", "declines") } else { words.say("决定", "decides") };
            format!("{} {what} {skill}", words.player(game, request.seat)).trim().to_owned()
        });
        self.put(Tick {
            n,
            seat: seat_number(request.seat),
            kind: request.ask.kind(),
            round,
            turn,
            words,
            skill: request.prompt.skill.map(|skill| eyes.id(skill)),
            director: false,
        });
    }

    /// A director's change is a tick of its own.
    pub fn directed(&mut self, game: &Game) {
        if self.known && self.passed < self.ticks.len() {
            self.passed += 1;
            return;
        }
        let (n, round, turn) = moment_of(game);
        let words = Both::new("导演改动", "the director's change");
        self.put(Tick { n, seat: 0, kind: "director", round, turn, words, skill: None, director: true });
    }
}

impl Observer for Journal {
    fn note(&mut self, game: &Game, note: &Note) {
        let n = game.read().decisions;
        if let Note::Decided { request, answer } = note {
            // A tick that is there already is the same again, as long as nothing it was made from has changed.
            if self.known && self.passed < self.ticks.len() {
                self.passed += 1;
            } else {
                self.tick(game, request, *answer == muniu_kernel::request::Answer::Pass);
            }
        }
        if n >= self.traced_from {
            let eyes = Eyes { content: &self.content, game, viewer: None };
            self.tracer.note(&eyes, note);
        }
        if self.known {
            return;
        }
        for log in &mut self.logs {
            let both = [Lang::Zh, Lang::En]
                .map(|lang| Words::new(lang, self.content.clone(), log.viewer).sentence(game, note));
            if let [Some(zh), Some(en)] = both {
                let depth = zh.len() - zh.trim_start().len();
                log.lines.push(Line { n, depth: depth.min(1), words: Both::new(zh.trim(), en.trim()) });
            }
        }
    }
}
