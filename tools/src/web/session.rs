//! The thread of the game: plays it from its answers, waits where people are asked, and goes back and forth in time by
//! playing it again.

use super::direct;
use super::journal::Journal;
use super::moment::{self, Moment};
use super::room::{Client, Role, Room};
use super::seat::TableSeat;
use super::server::{Command, complaint};
use super::source;
use super::view::{Eyes, NOBODY};
use super::wire::{Change, Message, Side};
use crate::cli::BotKind;
use crate::load::{self, Plan, Seat};
use crate::replay::file::Decision;
use crate::replay::plain::PlainAnswer;
use anyhow::Result;
use muniu_content::Content;
use muniu_content::watch::{Reload, Watch};
use muniu_kernel::Game;
use muniu_kernel::def::Catalogue;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::request::{Answer, Ask, Request};
use muniu_kernel::rulebook::Interrupt;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// How often saved files are looked for while the game waits.
const LOOK: Duration = Duration::from_millis(40);

/// One thing that a game is made of besides its plan.
#[derive(Debug, Clone)]
pub enum Entry {
    /// An answer.
    Answer(Decision),
    /// A change by the director.
    Change(Change),
}

/// A future that was left.
pub struct Branch {
    entries: Vec<Entry>,
    /// The decision at which it leaves the others.
    from: u64,
}

/// What to do when the game has been left.
enum Then {
    /// Play it again up to this decision, or to its end.
    Again(Option<u64>),
    /// Everybody is gone for good.
    Quit,
}

/// What a command came to.
enum Outcome {
    /// Go on waiting.
    Wait,
    /// The request is answered.
    Answer(PlainAnswer),
    /// Look again at what is to be done.
    Retry,
    /// Leave this run of the game.
    Leave,
}

/// Everything about the table but the game itself.
pub struct Table {
    pub content: Rc<Content>,
    pub plan: Plan,
    packs: Vec<PathBuf>,
    room: Room,
    inbox: Receiver<Command>,
    bot: BotKind,
    edit: bool,
    watch: Option<Watch>,
    pub entries: Vec<Entry>,
    at: usize,
    stop: Option<u64>,
    playing: bool,
    pace: Duration,
    bots: Vec<Seat>,
    by_bot: Vec<bool>,
    all: bool,
    journal: Rc<RefCell<Journal>>,
    branches: Vec<Branch>,
    sent: BTreeMap<Client, Sent>,
    then: Then,
    old: Option<Rc<Catalogue>>,
    since: String,
    failed: Option<Value>,
    moment: Option<Moment>,
}

/// How much of the journal a page has.
#[derive(Default)]
struct Sent {
    edition: u64,
    log: usize,
    rows: usize,
    ticks: usize,
    /// Ticks that it has were cut off.
    cut: bool,
}

/// A table being played.
pub struct Session(Rc<RefCell<Table>>);

impl Session {
    pub fn new(
        content: Rc<Content>,
        plan: Plan,
        packs: Vec<PathBuf>,
        room: Room,
        inbox: Receiver<Command>,
        bot: BotKind,
        edit: bool,
    ) -> Self {
        let watch = Watch::new(&packs).inspect_err(|error| eprintln!("muniu: can't watch the packs: {error}")).ok();
        let seats = plan.seats;
        let journal = Rc::new(RefCell::new(Journal::new(content.clone())));
        Session(Rc::new(RefCell::new(Table {
            content,
            plan,
            packs,
            room,
            inbox,
            bot,
            edit,
            watch,
            entries: Vec::new(),
            at: 0,
            stop: None,
            playing: true,
            pace: Duration::from_millis(350),
            bots: Vec::new(),
            by_bot: vec![false; seats],
            all: false,
            journal,
            branches: Vec::new(),
            sent: BTreeMap::new(),
            then: Then::Again(None),
            old: None,
            since: clock(),
            failed: None,
            moment: None,
        })))
    }

    /// Play until the server is gone.
    pub fn run(self) -> Result<()> {
        loop {
            let game = {
                let table = &mut *self.0.borrow_mut();
                match std::mem::replace(&mut table.then, Then::Again(None)) {
                    Then::Quit => return Ok(()),
                    Then::Again(stop) => table.stop = stop,
                }
                table.begin()
            };
            let seats = self.0.borrow().plan.seats;
            let seat = |_| Rc::new(RefCell::new(TableSeat(self.0.clone()))) as Seat;
            game.seat((0..seats).map(seat).collect());
            let result = game.play();
            if result.is_ok() {
                self.after(&game);
            }
            game.seat(Vec::new());
            game.observe(None);
            if !matches!(result, Ok(_) | Err(Interrupt::Quit)) {
                self.0.borrow_mut().then = Then::Quit;
            }
        }
    }

    /// The game is over: it can still be looked at and gone back in.
    fn after(&self, game: &Game) {
        let table = &mut *self.0.borrow_mut();
        table.publish(game, None);
        while matches!(table.wait(game, None), Outcome::Wait | Outcome::Retry | Outcome::Answer(_)) {}
    }
}

impl Table {
    fn begin(&mut self) -> Game {
        let game = self.plan.game(&self.content);
        self.at = 0;
        self.bots = load::bots(self.bot, &self.content, &self.plan);
        let viewers = self.viewers();
        self.journal.borrow_mut().begin(&viewers);
        game.observe(Some(self.journal.clone()));
        game
    }

    /// Whose logs are written.
    fn viewers(&self) -> Vec<Option<PlayerId>> {
        let mut viewers: Vec<Option<PlayerId>> = vec![self.eyes_of(Role::Host)];
        for (_, role) in self.room.clients() {
            let viewer = self.eyes_of(role);
            if !viewers.contains(&viewer) {
                viewers.push(viewer);
            }
        }
        viewers
    }

    fn eyes_of(&self, role: Role) -> Option<PlayerId> {
        match role {
            Role::Host if self.all => None,
            Role::Host => Some(self.room.host_seat()),
            Role::Seat(seat) => Some(seat),
            Role::Watch => Some(NOBODY),
        }
    }

    fn plays(&self, seat: PlayerId) -> &'static str {
        if self.by_bot[seat.index()] || !self.room.is_taken(seat) { "bot" } else { "human" }
    }

    /// How many decisions the branch has.
    fn end(&self) -> u64 {
        self.entries.iter().filter(|entry| matches!(entry, Entry::Answer(_))).count() as u64
    }

    // ── decisions ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// Answer a request: from the record, by a bot, or by whoever sits there. Nothing: leave the game.
    pub fn decide(&mut self, game: &Game, request: &Request) -> Option<PlainAnswer> {
        loop {
            while let Some(Entry::Change(change)) = self.entries.get(self.at) {
                let words = json!({ "zh": "导演改动", "en": "the director's change" });
                if direct::apply(game, change).is_ok() {
                    self.journal.borrow_mut().directed(game, words);
                }
                self.at += 1;
            }
            let n = game.read().decisions;
            let rewound = self.stop == Some(n) && self.at < self.entries.len();
            if !rewound && let Some(answer) = self.recorded(game, request) {
                return Some(answer);
            }
            if !rewound {
                self.stop = None;
            }
            let seat = request.seat;
            self.publish(game, Some(request));
            if !rewound && self.playing && self.plays(seat) == "bot" {
                match self.pause_before_bot(game, request) {
                    Outcome::Wait => return Some(self.bot_answer(game, request)),
                    Outcome::Answer(answer) => return Some(answer),
                    Outcome::Retry => continue,
                    Outcome::Leave => return None,
                }
            }
            loop {
                match self.wait(game, Some(request)) {
                    Outcome::Wait => {}
                    Outcome::Answer(answer) => return Some(answer),
                    Outcome::Retry => break,
                    Outcome::Leave => return None,
                }
            }
        }
    }

    /// The recorded answer, if it still fits; else what was recorded from here on is void and kept as a branch.
    fn recorded(&mut self, game: &Game, request: &Request) -> Option<PlainAnswer> {
        let Some(Entry::Answer(decision)) = self.entries.get(self.at) else { return None };
        let same = decision.seat == request.seat.0 + 1 && decision.kind == request.ask.kind();
        let answer = decision.answer.clone();
        if same && game.check(request, &answer.answer(game.names())).is_ok() {
            self.at += 1;
            return Some(answer);
        }
        self.cut(game.read().decisions);
        None
    }

    /// Leave the recorded future; it can be gone back to.
    fn cut(&mut self, from: u64) {
        if self.at < self.entries.len() {
            self.branches.push(Branch { entries: self.entries.clone(), from });
            self.entries.truncate(self.at);
            self.journal.borrow_mut().cut();
            self.sent.values_mut().for_each(|sent| sent.cut = true);
        }
        self.stop = None;
    }

    fn record(&mut self, request: &Request, answer: &PlainAnswer) {
        let kind = request.ask.kind().to_owned();
        self.entries.push(Entry::Answer(Decision { seat: request.seat.0 + 1, kind, answer: answer.clone() }));
        self.at = self.entries.len();
    }

    fn bot_answer(&mut self, game: &Game, request: &Request) -> PlainAnswer {
        let bot = self.bots[request.seat.index()].clone();
        let view = muniu_kernel::agent::View::new(game, request.seat);
        let answer = bot.borrow_mut().answer(view, request).unwrap_or(Answer::Pass);
        let answer = if game.check(request, &answer).is_ok() { answer } else { game.default_answer(request) };
        let plain = PlainAnswer::of(game.names(), &answer);
        self.record(request, &plain);
        plain
    }

    /// Let people see what a bot does; whatever they say meanwhile comes first.
    fn pause_before_bot(&mut self, game: &Game, request: &Request) -> Outcome {
        let mut left = self.pace;
        loop {
            if let Some(outcome) = self.look_for_saves(game, Some(request)) {
                return outcome;
            }
            let step = left.min(LOOK);
            match self.inbox.recv_timeout(step) {
                Ok(command) => match self.handle(command, game, Some(request)) {
                    Outcome::Wait => {}
                    other => return other,
                },
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.quit(),
            }
            if !self.playing {
                return Outcome::Retry;
            }
            left = left.saturating_sub(step);
            if left.is_zero() {
                return Outcome::Wait;
            }
        }
    }

    fn quit(&mut self) -> Outcome {
        self.then = Then::Quit;
        Outcome::Leave
    }

    /// One command, or a moment in which none came.
    fn wait(&mut self, game: &Game, request: Option<&Request>) -> Outcome {
        if let Some(outcome) = self.look_for_saves(game, request) {
            return outcome;
        }
        match self.inbox.recv_timeout(LOOK) {
            Ok(command) => self.handle(command, game, request),
            Err(RecvTimeoutError::Timeout) => Outcome::Wait,
            Err(RecvTimeoutError::Disconnected) => self.quit(),
        }
    }

    // ── commands ──────────────────────────────────────────────────────────────────────────────────────────────────

    fn handle(&mut self, command: Command, game: &Game, request: Option<&Request>) -> Outcome {
        match command {
            Command::Joined(client) => self.joined(client, game, request),
            Command::Left(client) => {
                self.sent.remove(&client);
                self.publish(game, request);
                Outcome::Retry
            }
            Command::Said(client, message) => {
                let Some(role) = self.room.role_of(client) else { return Outcome::Wait };
                match *message {
                    Message::Answer { id, answer } => self.answered(client, role, id, &answer, game, request),
                    Message::Next { id, key, action } => {
                        self.next(client, role, id, key, &action, game, request);
                        Outcome::Wait
                    }
                    message if role == Role::Host => self.host_said(client, message, game, request),
                    _ => {
                        self.room.send(client, &complaint("only the host may do that"));
                        Outcome::Wait
                    }
                }
            }
        }
    }

    fn joined(&mut self, client: Client, game: &Game, request: Option<&Request>) -> Outcome {
        let Some(role) = self.room.role_of(client) else { return Outcome::Wait };
        let seat = match role {
            Role::Host => Some(self.room.host_seat()),
            Role::Seat(seat) => Some(seat),
            Role::Watch => None,
        };
        let packs: Vec<String> = self.packs.iter().map(|pack| pack.display().to_string()).collect();
        self.room.send(
            client,
            &json!({
                "t": "hello",
                "role": match role { Role::Host => "host", Role::Seat(_) => "seat", Role::Watch => "watch" },
                "seat": seat.map(|seat| seat.0 + 1),
                "packs": if role == Role::Host { packs } else { Vec::new() },
                "version": env!("CARGO_PKG_VERSION"),
                "edit": self.edit && role == Role::Host,
            }),
        );
        if role == Role::Host
            && let Some(failed) = &self.failed
        {
            self.room.send(client, failed);
        }
        self.sent.insert(client, Sent::default());
        let known = self.journal.borrow().logs.iter().any(|log| log.viewer == self.eyes_of(role));
        if !known {
            // The log for these eyes is made by playing the game again.
            return self.again(self.stop.map(|_| game.read().decisions));
        }
        self.publish(game, request);
        Outcome::Retry
    }

    fn again(&mut self, stop: Option<u64>) -> Outcome {
        self.then = Then::Again(stop);
        Outcome::Leave
    }

    fn may_answer(&self, role: Role, seat: PlayerId) -> bool {
        match role {
            // The host answers for his own seat, and for any that nobody plays.
            Role::Host => self.room.host_seat() == seat || !self.room.is_taken(seat),
            Role::Seat(own) => own == seat,
            Role::Watch => false,
        }
    }

    fn answered(
        &mut self,
        client: Client,
        role: Role,
        id: u64,
        answer: &PlainAnswer,
        game: &Game,
        request: Option<&Request>,
    ) -> Outcome {
        let refuse = |reason: &str| self.room.send(client, &json!({ "t": "refused", "id": id, "reason": reason }));
        let n = game.read().decisions;
        let Some(request) = request.filter(|_| id == n) else {
            refuse("that question is not open any more");
            return Outcome::Wait;
        };
        if !self.may_answer(role, request.seat) {
            refuse("somebody else is asked");
            return Outcome::Wait;
        }
        if let Err(reason) = game.check(request, &answer.answer(game.names())) {
            refuse(&reason);
            return Outcome::Wait;
        }
        self.cut(n);
        self.record(request, answer);
        Outcome::Answer(answer.clone())
    }

    #[allow(clippy::too_many_arguments, reason = "one message with its parts")]
    fn next(
        &self,
        client: Client,
        role: Role,
        id: u64,
        key: u64,
        action: &crate::replay::plain::PlainAction,
        game: &Game,
        request: Option<&Request>,
    ) {
        let open = request.filter(|request| id == game.read().decisions && self.may_answer(role, request.seat));
        let Some(request) =
            open.filter(|request| matches!(request.ask, Ask::Play | Ask::Card { .. } | Ask::Trigger { .. }))
        else {
            self.room
                .send(client, &json!({ "t": "refused", "id": id, "reason": "that question is not open any more" }));
            return;
        };
        let eyes = Eyes { content: &self.content, game, viewer: Some(request.seat) };
        let next = eyes.next(request, &action.action(game.names()));
        self.room.send(client, &json!({ "t": "next", "id": id, "key": key, "next": next }));
    }

    fn host_said(&mut self, client: Client, message: Message, game: &Game, request: Option<&Request>) -> Outcome {
        let n = game.read().decisions;
        match message {
            Message::Goto { n } => self.again(Some(n.min(self.end()))),
            Message::Step { by } if by < 0 => self.again(Some(n.saturating_sub(by.unsigned_abs()))),
            Message::Step { .. } => self.step(game, request),
            Message::Turn { by } => {
                let turns: Vec<u64> = self.turn_starts();
                let goal = if by < 0 {
                    turns.into_iter().rev().find(|start| *start < n).unwrap_or(0)
                } else {
                    turns.into_iter().find(|start| *start > n).unwrap_or(self.end())
                };
                self.again(Some(goal))
            }
            Message::Play => {
                self.playing = true;
                self.stop = None;
                Outcome::Retry
            }
            Message::Pause => {
                self.playing = false;
                self.publish(game, request);
                Outcome::Retry
            }
            Message::Here => {
                self.cut(n);
                self.playing = true;
                Outcome::Retry
            }
            Message::Branch { id } if id < self.branches.len() => {
                let branch = self.branches.remove(id);
                let left = std::mem::replace(&mut self.entries, branch.entries);
                self.branches.push(Branch { entries: left, from: branch.from });
                self.again(Some(branch.from))
            }
            Message::Branch { .. } => self.complain(client, "there is no such branch"),
            Message::Speed { ms } => {
                self.pace = Duration::from_millis(ms.min(10_000));
                Outcome::Wait
            }
            Message::All { on } => {
                self.all = on;
                self.again(Some(n))
            }
            Message::Take { seat } | Message::Bot { seat, .. }
                if !(1..=self.plan.seats).contains(&usize::from(seat)) =>
            {
                self.complain(client, "there is no such seat")
            }
            Message::Take { seat } => {
                self.room.sit(PlayerId(seat - 1));
                self.again(if self.stop.is_some() { Some(n) } else { None })
            }
            Message::Bot { seat, on } => {
                self.by_bot[usize::from(seat - 1)] = on;
                self.publish(game, request);
                Outcome::Retry
            }
            Message::Direct { change } => self.direct(client, change, game, request),
            Message::Again { from } => self.same_moment(client, from, game),
            Message::Keep { side } => self.keep(side),
            Message::Source { file } => self.reply(client, source::read(&self.packs, &self.content, game, &file)),
            Message::SaveSource { file, text } => {
                let saved = if self.edit {
                    source::save(&self.packs, &file, &text).map(|()| json!({ "t": "saved", "file": file }))
                } else {
                    Err("start the table with --edit to save files".into())
                };
                self.reply(client, saved)
            }
            Message::Files => self.reply(client, Ok(json!({ "t": "files", "files": source::list(&self.packs) }))),
            Message::Seats => {
                let (tokens, watch) = self.room.tokens();
                let link = |(seat, token): (usize, &String)| {
                    let taken = self.room.is_taken(PlayerId(seat as u8));
                    json!({ "seat": seat + 1, "url": format!("/?token={token}"), "taken": taken })
                };
                let links: Vec<Value> = tokens.iter().enumerate().map(link).collect();
                self.reply(client, Ok(json!({ "t": "seats", "links": links, "watch": format!("/?token={watch}") })))
            }
            Message::New { mode, seats, seed, general } => self.new_game(client, mode, seats, seed, general),
            Message::Answer { .. } | Message::Next { .. } => Outcome::Wait,
        }
    }

    /// Another game at the same table; those who sit at it keep their links.
    fn new_game(
        &mut self,
        client: Client,
        mode: Option<String>,
        seats: Option<usize>,
        seed: Option<u64>,
        general: Option<String>,
    ) -> Outcome {
        let mut plan = self.plan.clone();
        plan.mode = mode.unwrap_or(plan.mode);
        plan.seats = seats.unwrap_or(plan.seats);
        plan.seed = seed.unwrap_or(plan.seed + 1);
        let host = self.room.host_seat().index().min(plan.seats.saturating_sub(1));
        let key = format!("general_{}", host + 1);
        plan.options.retain(|(known, _)| !known.starts_with("general_"));
        plan.options.extend(general.map(|general| (key, general)));
        if let Err(error) = plan.check(&self.content).and_then(|()| self.room.seat_up_to(plan.seats)) {
            return self.complain(client, &error.to_string());
        }
        self.room.sit(PlayerId(host as u8));
        self.by_bot = vec![false; plan.seats];
        self.plan = plan;
        self.entries.clear();
        self.branches.clear();
        self.journal.borrow_mut().ticks.clear();
        self.again(None)
    }

    fn complain(&self, client: Client, text: &str) -> Outcome {
        self.room.send(client, &complaint(text));
        Outcome::Wait
    }

    fn reply(&self, client: Client, answer: Result<Value, String>) -> Outcome {
        match answer {
            Ok(value) => {
                self.room.send(client, &value);
                Outcome::Wait
            }
            Err(reason) => self.complain(client, &reason),
        }
    }

    /// One decision further: the recorded one, or a bot's at the end.
    fn step(&mut self, game: &Game, request: Option<&Request>) -> Outcome {
        let Some(request) = request else { return Outcome::Wait };
        let n = game.read().decisions;
        if self.at < self.entries.len() {
            self.stop = Some(n + 1);
            self.playing = false;
            return match self.recorded(game, request) {
                Some(answer) => Outcome::Answer(answer),
                None => Outcome::Retry,
            };
        }
        if self.plays(request.seat) == "bot" {
            self.playing = false;
            let answer = self.bot_answer(game, request);
            return Outcome::Answer(answer);
        }
        Outcome::Wait
    }

    /// The decisions at which turns begin.
    fn turn_starts(&self) -> Vec<u64> {
        let journal = self.journal.borrow();
        let mut starts = Vec::new();
        let mut last = Value::Null;
        for tick in &journal.ticks {
            let turn = json!([tick["round"], tick["turn"]]);
            if turn != last {
                starts.extend(tick["n"].as_u64());
                last = turn;
            }
        }
        starts
    }

    fn direct(&mut self, client: Client, change: Change, game: &Game, request: Option<&Request>) -> Outcome {
        if !request.is_some_and(|request| request.ask == Ask::Play) {
            return self.complain(client, "changes are made between actions, when somebody may use a card or a skill");
        }
        if let Err(reason) = direct::apply(game, &change) {
            return self.complain(client, &reason);
        }
        let n = game.read().decisions;
        self.cut(n);
        self.entries.push(Entry::Change(change));
        self.at = self.entries.len();
        self.journal.borrow_mut().directed(game, json!({ "zh": "导演改动", "en": "the director's change" }));
        Outcome::Retry
    }

    // ── reload and the same moment ────────────────────────────────────────────────────────────────────────────────

    fn look_for_saves(&mut self, game: &Game, _: Option<&Request>) -> Option<Outcome> {
        let before = self.content.catalogue();
        let reload = self.watch.as_ref()?.reload(&self.content);
        let inside =
            |files: &[PathBuf]| -> Vec<String> { files.iter().map(|file| source::inside(&self.packs, file)).collect() };
        match reload {
            Reload::Unchanged => None,
            Reload::Ready { catalogue, files } => {
                self.old = Some(before);
                game.install(catalogue);
                self.since = clock();
                let mended = self.failed.take().is_some();
                // The moment to look at again: the last action that somebody began.
                let same = self.last_action(game.read().decisions);
                let note = json!({
                    "t": "reloaded", "at": self.since, "files": inside(&files), "same": same, "changed": [],
                });
                self.tell_host(&note);
                if mended {
                    self.tell_host(&json!({ "t": "mended" }));
                }
                Some(Outcome::Retry)
            }
            Reload::Refused { findings, files } => {
                let note = json!({
                    "t": "failed", "at": clock(), "files": inside(&files), "since": self.since,
                    "findings": source::findings(&self.packs, findings.iter()),
                });
                self.tell_host(&note);
                self.failed = Some(note);
                None
            }
        }
    }

    fn tell_host(&self, message: &Value) {
        for (client, role) in self.room.clients() {
            if role == Role::Host {
                self.room.send(client, message);
            }
        }
    }

    /// The newest decision before `n` in which somebody acted at an idle point.
    fn last_action(&self, n: u64) -> u64 {
        let journal = self.journal.borrow();
        let acts = |tick: &&Value| tick["kind"] == "play" && tick["n"].as_u64().is_some_and(|at| at < n);
        journal.ticks.iter().rev().find(acts).and_then(|tick| tick["n"].as_u64()).unwrap_or(n)
    }

    fn same_moment(&mut self, client: Client, from: u64, _: &Game) -> Outcome {
        let Some(old) = self.old.clone() else { return self.complain(client, "nothing has been reloaded yet") };
        let viewer = self.eyes_of(Role::Host);
        let moment = moment::compare(&self.content, &self.plan, &self.entries, &old, from, viewer);
        self.room.send(client, &moment.message);
        self.moment = Some(moment);
        Outcome::Wait
    }

    /// Go on from a moment that was compared.
    fn keep(&mut self, side: Side) -> Outcome {
        let Some(moment) = self.moment.take() else { return Outcome::Wait };
        match side {
            Side::Old => Outcome::Wait,
            // What was recorded fits as far as it fits; from there on it is played anew.
            Side::New => self.again(Some(moment.from)),
        }
    }

    // ── telling the pages ─────────────────────────────────────────────────────────────────────────────────────────

    /// Send everybody what is new.
    pub fn publish(&mut self, game: &Game, request: Option<&Request>) {
        for (client, role) in self.room.clients() {
            if self.sent.contains_key(&client) {
                self.publish_to(client, role, game, request);
            }
        }
    }

    fn publish_to(&mut self, client: Client, role: Role, game: &Game, request: Option<&Request>) {
        let viewer = self.eyes_of(role);
        let eyes = Eyes { content: &self.content, game, viewer };
        let asked: Vec<PlayerId> = request.iter().map(|request| request.seat).collect();
        let (n, end) = (game.read().decisions, self.end());
        let branches: Vec<Value> = self
            .branches
            .iter()
            .enumerate()
            .map(|(id, branch)| {
                let answers = branch.entries.iter().filter(|entry| matches!(entry, Entry::Answer(_))).count();
                json!({ "id": id, "from": branch.from, "end": answers, "words": {
                    "zh": format!("支线 {}", id + 1), "en": format!("branch {}", id + 1) } })
            })
            .collect();
        self.room.send(
            client,
            &json!({
                "t": "view", "at": n, "end": end.max(n), "live": n >= end, "playing": self.playing,
                "branch": self.branches.len(), "branches": if role == Role::Host { branches } else { Vec::new() },
                "view": eyes.table(&asked, |seat| self.plays(seat), self.plan.seed),
            }),
        );
        self.send_journal(client, role, viewer);
        let Some(request) = request else { return };
        let answers = self.may_answer(role, request.seat) && (role != Role::Host || self.is_for_host(request, n, end));
        if answers {
            let own = Eyes { content: &self.content, game, viewer: Some(request.seat) };
            self.room.send(client, &json!({ "t": "ask", "request": own.request(n, request) }));
            if let (Some(Entry::Answer(decision)), true) = (self.entries.get(self.at), role == Role::Host) {
                let answer = decision.answer.answer(game.names());
                let words = own.both(|words| super::moment::answer_words(words, game, request, &answer));
                self.room.send(client, &json!({ "t": "was", "answer": words }));
            }
        } else {
            self.room.send(client, &json!({ "t": "wait", "seats": [request.seat.0 + 1] }));
        }
    }

    /// The host is asked for his seat; for a bot's only when the game is paused.
    fn is_for_host(&self, request: &Request, n: u64, end: u64) -> bool {
        self.room.host_seat() == request.seat || !self.playing || n < end
    }

    fn send_journal(&mut self, client: Client, role: Role, viewer: Option<PlayerId>) {
        let journal = self.journal.borrow();
        let Some(sent) = self.sent.get_mut(&client) else { return };
        let reset = sent.edition != journal.edition;
        if reset {
            *sent = Sent { edition: journal.edition, ..Sent::default() };
        }
        let log = journal.log(viewer);
        if reset || log.len() > sent.log {
            self.room.send(client, &json!({ "t": "log", "reset": reset, "lines": &log[sent.log.min(log.len())..] }));
            sent.log = log.len();
        }
        // After a cut there are fewer than the page has.
        let fewer = journal.ticks.len() < sent.ticks || sent.cut;
        if reset || fewer || journal.ticks.len() > sent.ticks {
            let ticks = if fewer { &journal.ticks[..] } else { &journal.ticks[sent.ticks..] };
            sent.cut = false;
            self.room.send(client, &json!({ "t": "ticks", "reset": reset || fewer, "ticks": ticks }));
            sent.ticks = journal.ticks.len();
        }
        let total = journal.tracer.dropped + journal.tracer.rows.len();
        if role == Role::Host && (reset || total > sent.rows) {
            let fresh = sent.rows.max(journal.tracer.dropped).max(total.saturating_sub(600));
            let rows = &journal.tracer.rows[fresh - journal.tracer.dropped..];
            self.room.send(client, &json!({ "t": "trace", "reset": reset, "rows": rows }));
            sent.rows = total;
        }
    }
}

/// The time of day, as `14:31:07` (UTC).
fn clock() -> String {
    let seconds = crate::play::now() % 86_400;
    format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}
