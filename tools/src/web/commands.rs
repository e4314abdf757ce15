//! What people ask of the table: answers, going back and forth, changes, files, other games.

use super::direct;
use super::kept::Kept;
use super::pictures;
use super::room::{Client, Role};
use super::server::Command;
use super::session::{Branch, Entry, GRACE, Outcome, Sent, Table, Then};
use super::shapes::Both;
use super::source;
use super::told::{Hello, RoleId, SeatLink, Told, complaint};
use super::view::{Eyes, seat_number};
use super::wire::{Change, Message};
use crate::load::Plan;
use crate::replay::plain::PlainAnswer;
use muniu_kernel::Game;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::legality::Refusal;
use muniu_kernel::request::{Ask, Request};
use std::time::Duration;

impl Table {
    pub(super) fn handle(&mut self, command: Command, game: &Game, request: Option<&Request>) -> Outcome {
        match command {
            Command::Joined(client) => self.joined(client, game, request),
            Command::Left(client) => {
                let seat = self.sent.remove(&client).and_then(|sent| sent.seat);
                if let Some(seat) = seat.filter(|seat| !self.room.is_taken(*seat)) {
                    self.awaited.entry(seat).or_insert(Some(GRACE));
                }
                self.publish(game, request);
                Outcome::Retry
            }
            Command::Saved(saved) => self.reload(saved, game),
            Command::Said(client, message) => {
                let Some(role) = self.room.role_of(client) else { return Outcome::Wait };
                // A name that nothing has would be remembered for ever.
                let unheard = match &*message {
                    Message::Answer { id, answer } if !answer.is_known(game.names()) => Some(*id),
                    Message::Next { id, action, .. } if !action.is_known(game.names()) => Some(*id),
                    _ => None,
                };
                if let Some(id) = unheard {
                    let reason = Both::new("没有这样的名称", "there is nothing of that name");
                    self.room.send(client, &Told::Refused { id, reason });
                    return Outcome::Wait;
                }
                match *message {
                    Message::Answer { id, answer } if self.window.is_some() => {
                        self.answered_in_window(client, role, id, &answer, game)
                    }
                    Message::Next { id, key, action } if self.window.is_some() => {
                        self.next_in_window(client, role, (id, key), &action, game);
                        Outcome::Wait
                    }
                    Message::Answer { id, answer } => self.answered(client, role, id, &answer, game, request),
                    Message::Next { id, key, action } => {
                        self.next(client, role, id, key, &action, game, request);
                        Outcome::Wait
                    }
                    message if role == Role::Host => self.host_said(client, message, game, request),
                    _ => {
                        self.room.send(client, &complaint("只有房主可以这样做", "only the host may do that"));
                        Outcome::Wait
                    }
                }
            }
        }
    }

    pub(super) fn joined(&mut self, client: Client, game: &Game, request: Option<&Request>) -> Outcome {
        let Some(role) = self.room.role_of(client) else { return Outcome::Wait };
        let seat = self.seat_of(role);
        self.awaited.retain(|awaited, _| Some(*awaited) != seat);
        let packs: Vec<String> = self.packs.iter().map(|pack| pack.display().to_string()).collect();
        let hello = Hello {
            role: match role {
                Role::Host => RoleId::Host,
                Role::Seat(_) => RoleId::Seat,
                Role::Watch => RoleId::Watch,
            },
            seat: seat.map(seat_number),
            packs: if role == Role::Host { packs } else { Vec::new() },
            lang: self.lang,
            pictures: pictures::list(&self.packs),
            version: env!("CARGO_PKG_VERSION"),
            edit: self.edit && role == Role::Host,
        };
        self.room.send(client, &Told::Hello(hello));
        if role == Role::Host
            && let Some(failed) = &self.failed
        {
            self.room.send(client, &Told::Failed(failed.clone()));
        }
        if role == Role::Host
            && let Some(offer) = self.offer(game)
        {
            self.room.send(client, &Told::Offer { game: offer });
        }
        self.sent.insert(client, Sent { seat, ..Sent::default() });
        let known = self.journal.borrow().has(self.eyes_of(role));
        if !known {
            // The log for these eyes is made by playing the game again.
            return self.again(self.stop.map(|_| game.read().decisions));
        }
        self.publish(game, request);
        Outcome::Retry
    }

    pub(super) fn again(&mut self, stop: Option<u64>) -> Outcome {
        self.then = Then::Again(stop);
        Outcome::Leave
    }

    pub(super) fn may_answer(&self, role: Role, seat: PlayerId) -> bool {
        match role {
            // The host answers for his own seat, and for any that nobody plays.
            Role::Host => self.room.host_seat() == seat || !self.room.is_taken(seat),
            Role::Seat(own) => own == seat,
            Role::Watch => false,
        }
    }

    pub(super) fn answered(
        &mut self,
        client: Client,
        role: Role,
        id: u64,
        answer: &PlainAnswer,
        game: &Game,
        request: Option<&Request>,
    ) -> Outcome {
        let refuse = |reason: Both| self.room.send(client, &Told::Refused { id, reason });
        let n = game.read().decisions;
        let Some(request) = request.filter(|_| id == n) else {
            refuse(closed());
            return Outcome::Wait;
        };
        if !self.may_answer(role, request.seat) {
            refuse(Both::new("问的是别人", "somebody else is asked"));
            return Outcome::Wait;
        }
        if let Some(reason) = self.refusal(game, request, answer) {
            refuse(reason);
            return Outcome::Wait;
        }
        self.cut(n);
        self.record(request, answer);
        Outcome::Answer(answer.clone())
    }

    #[allow(clippy::too_many_arguments, reason = "one message with its parts")]
    pub(super) fn next(
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
            self.room.send(client, &Told::Refused { id, reason: closed() });
            return;
        };
        self.tell_next(client, (id, key), game, request, action);
    }

    /// Why this is no answer to the request, if it isn't one.
    pub(super) fn refusal(&self, game: &Game, request: &Request, answer: &PlainAnswer) -> Option<Both> {
        let reason = game.check(request, &answer.answer(game.names())).err()?;
        let eyes = Eyes { content: &self.content, game, viewer: Some(request.seat) };
        Some(eyes.both(|words| words.refusal(game, &reason)))
    }

    /// What may be added to the action that somebody builds.
    pub(super) fn tell_next(
        &self,
        client: Client,
        (id, key): (u64, u64),
        game: &Game,
        request: &Request,
        action: &crate::replay::plain::PlainAction,
    ) {
        let action = action.action(game.names());
        let eyes = Eyes { content: &self.content, game, viewer: Some(request.seat) };
        if !game.offers(request, &action) {
            let reason = eyes.both(|words| words.refusal(game, &Refusal::Way));
            self.room.send(client, &Told::Refused { id, reason });
            return;
        }
        self.room.send(client, &Told::Next { id, key, next: eyes.next(request, &action) });
    }

    pub(super) fn host_said(
        &mut self,
        client: Client,
        message: Message,
        game: &Game,
        request: Option<&Request>,
    ) -> Outcome {
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
            Message::Bots { turns } => {
                self.cut(n);
                self.bots_until = Some(game.read().turns.saturating_add(turns.clamp(1, 1_000)));
                self.playing = true;
                Outcome::Retry
            }
            Message::Pause => {
                self.playing = false;
                self.bots_until = None;
                self.publish(game, request);
                Outcome::Retry
            }
            Message::Here => {
                self.cut(n);
                self.playing = true;
                Outcome::Retry
            }
            Message::Branch { id } if id < self.branches.len() => {
                self.record.borrow_mut().branch(id);
                let branch = self.branches.remove(id);
                let left = std::mem::replace(&mut self.entries, branch.entries);
                self.branches.push(Branch { entries: left, from: branch.from });
                self.journal.borrow_mut().cut(branch.from);
                self.sent.values_mut().for_each(|sent| sent.cut = true);
                self.again(Some(branch.from))
            }
            Message::Branch { .. } => self.complain(client, "没有这条支线", "there is no such branch"),
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
                self.complain(client, "没有这个座位", "there is no such seat")
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
            Message::Again { from } => {
                self.same_moment(client, from);
                Outcome::Wait
            }
            Message::Same { on } => {
                self.sent.entry(client).or_default().same = on;
                Outcome::Wait
            }
            Message::Keep { side } => self.keep(side),
            Message::Source { file } => {
                self.reply(client, source::read(&self.packs, &self.content, game, &file).map(Told::Source))
            }
            Message::SaveSource { file, text } => {
                let saved = if self.edit {
                    source::save(&self.packs, &file, &text).map(|()| Told::Saved { file })
                } else {
                    Err(Both::new("开桌时加上 --edit 才能保存文件", "start the table with --edit to save files"))
                };
                self.reply(client, saved)
            }
            Message::Files => self.reply(client, Ok(Told::Files { files: source::list(&self.packs) })),
            Message::Seats => {
                let (tokens, watch) = self.room.tokens();
                let link = |(seat, token): (u8, &String)| {
                    let seat = PlayerId(seat);
                    let taken = self.room.is_taken(seat);
                    SeatLink { seat: seat_number(seat), url: format!("/?token={token}"), taken }
                };
                let links = (0_u8..).zip(&tokens).map(link).collect();
                self.reply(client, Ok(Told::Seats { links, watch: format!("/?token={watch}") }))
            }
            Message::Games => self.reply(client, Ok(Told::Games { games: self.games(game) })),
            Message::Open { file } => self.open_game(client, &file),
            Message::Remove { file } => self.remove_game(client, &file, game),
            Message::SaveScenario { from } => self.reply(client, self.save_scenario(game, from)),
            Message::Position => self.reply(client, self.position(game)),
            Message::DealPosition { text } => self.deal_position(client, text),
            Message::New { mode, seats, seed, general } => self.new_game(client, mode, seats, seed, general),
            Message::Answer { .. } | Message::Next { .. } => Outcome::Wait,
        }
    }

    /// Another game at the same table; those who sit at it keep their links.
    pub(super) fn new_game(
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
        plan.position = None;
        self.start(client, plan)
    }

    /// Begin the game of this plan, if it can be played.
    pub(super) fn start(&mut self, client: Client, plan: Plan) -> Outcome {
        let host = self.room.host_seat().index().min(plan.seats.saturating_sub(1));
        if let Err(error) = plan.check(&self.content).and_then(|()| self.room.seat_up_to(plan.seats)) {
            return self.complain(client, format!("这样开不成局：{error}"), error.to_string());
        }
        self.room.sit(PlayerId(host as u8));
        self.room.free_seats();
        let record = self.house.record(&plan, &self.content.source());
        self.put_on(Kept { playing: self.playing, ..Kept::new(plan, record) })
    }

    pub(super) fn complain(&self, client: Client, zh: impl Into<String>, en: impl Into<String>) -> Outcome {
        self.room.send(client, &complaint(zh, en));
        Outcome::Wait
    }

    pub(super) fn reply(&self, client: Client, answer: Result<Told<'_>, Both>) -> Outcome {
        self.room.send(client, &answer.unwrap_or_else(|message| Told::Error { message }));
        Outcome::Wait
    }

    /// One decision further: the recorded one, or a bot's at the end.
    pub(super) fn step(&mut self, game: &Game, request: Option<&Request>) -> Outcome {
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
        if self.by_bot(request.seat) {
            self.playing = false;
            let answer = self.bot_answer(game, request);
            return Outcome::Answer(answer);
        }
        Outcome::Wait
    }

    /// The decisions at which turns begin.
    pub(super) fn turn_starts(&self) -> Vec<u64> {
        let journal = self.journal.borrow();
        let mut starts = Vec::new();
        let mut last = None;
        for tick in &journal.ticks {
            let turn = Some((tick.round, tick.turn));
            if turn != last {
                // A tick counts its own decision.
                starts.push(tick.n.saturating_sub(1));
                last = turn;
            }
        }
        starts
    }

    pub(super) fn direct(&mut self, client: Client, change: Change, game: &Game, request: Option<&Request>) -> Outcome {
        if !request.is_some_and(|request| request.ask == Ask::Play) {
            return self.complain(
                client,
                "只能在空闲时点改动：有人可以使用牌或技能时",
                "changes are made between actions, when somebody may use a card or a skill",
            );
        }
        if let Err(message) = direct::apply(game, &change) {
            return self.reply(client, Err(message));
        }
        let n = game.read().decisions;
        self.cut(n);
        self.enter(Entry::Change(change));
        self.journal.borrow_mut().directed(game);
        // Another turn has begun: this question is void, and the game asks what comes there.
        if game.is_left() { Outcome::Leave } else { Outcome::Retry }
    }
}

pub(super) fn closed() -> Both {
    Both::new("这个问题已经过去了", "that question is not open any more")
}
