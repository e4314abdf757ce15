//! What people ask of the table: who comes and goes, and what everybody may send: answers, and the parts of an action. What
//! only the host may ask is in `host.rs`.

use super::pictures;
use super::room::{Client, Role};
use super::server::Command;
use super::session::{Outcome, Sent, Table};
use super::shapes::Both;
use super::told::{Hello, RoleId, Told, complaint};
use super::view::{Eyes, seat_number};
use super::wire::Message;
use crate::replay::plain::{PlainAction, PlainAnswer};
use muniu_kernel::Game;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::legality::Refusal;
use muniu_kernel::request::{Ask, Request};
use std::time::Duration;

/// How long somebody whose page has gone is waited for: long enough to load it again or to change networks.
const GRACE: Duration = Duration::from_secs(20);

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
        let packs: Vec<String> = self.packs().iter().map(|pack| pack.display().to_string()).collect();
        let hello = Hello {
            role: match role {
                Role::Host => RoleId::Host,
                Role::Seat(_) => RoleId::Seat,
                Role::Watch => RoleId::Watch,
            },
            seat: seat.map(seat_number),
            packs: if role == Role::Host { packs } else { Vec::new() },
            lang: self.lang,
            pictures: pictures::list(self.packs()),
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
        action: &PlainAction,
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
        action: &PlainAction,
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

    pub(super) fn complain(&self, client: Client, zh: impl Into<String>, en: impl Into<String>) -> Outcome {
        self.room.send(client, &complaint(zh, en));
        Outcome::Wait
    }

    pub(super) fn reply(&self, client: Client, answer: Result<Told<'_>, Both>) -> Outcome {
        self.room.send(client, &answer.unwrap_or_else(|message| Told::Error { message }));
        Outcome::Wait
    }
}

pub(super) fn closed() -> Both {
    Both::new("这个问题已经过去了", "that question is not open any more")
}
