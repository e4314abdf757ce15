//! Windows: people who may answer the same thing are asked together, under one clock that everybody sees (无懈可击).
//! Whoever might have what is asked for is asked, as far as others can tell, so neither whom the table waits for nor how
//! long it waits says who has it. What they answer is given when the rules come to ask them.

use super::commands::closed;
use super::room::{Client, Role};
use super::session::{Outcome, Table};
use super::told::{Clock, Told};
use super::view::{Eyes, seat_number};
use crate::replay::plain::{PlainAction, PlainAnswer};
use muniu_kernel::Game;
use muniu_kernel::event::Need;
use muniu_kernel::flows::window::Window;
use muniu_kernel::ids::{EventId, PlayerId};
use muniu_kernel::request::{Ask, Purpose, Request};
use muniu_kernel::rulebook::{Flow, Interrupt};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// A window under way.
pub struct Open {
    purpose: Purpose,
    asked: Vec<Asked>,
    began: Instant,
}

struct Asked {
    need: Need,
    answer: Option<PlainAnswer>,
}

/// An answer given before the rules came to ask for it.
pub struct Ahead {
    seat: PlayerId,
    /// What would be answered.
    to: Option<(EventId, Option<u8>)>,
    answer: PlainAnswer,
}

#[allow(clippy::disallowed_methods, reason = "people are given time, and what they answer in it is recorded")]
fn now() -> Instant {
    Instant::now()
}

/// Is it asked in windows?
pub fn is_in_windows(request: &Request) -> bool {
    matches!(request.ask, Ask::Card { purpose: Purpose::Nullify, .. })
}

impl Table {
    /// Ask everybody who might answer, at once, where several people play and nothing that was recorded is played again.
    pub(super) fn open_window(&mut self, game: &Game, window: &Window) -> Flow {
        self.ahead.retain(|ahead| ahead.to.is_some_and(|(id, _)| game.runs(id)));
        let live = self.at == self.entries.len() && self.stop.is_none() && self.survey.is_none();
        if !live || self.house.clock.is_zero() || self.people_there() < 2 {
            return Ok(());
        }
        let might = |need: &&Need| {
            !self.by_bot(need.player)
                && (!game.read().players[need.player.index()].hand.is_empty()
                    || game.suppose(need, window.purpose, |request| !game.ways(request).is_empty()))
        };
        let asked: Vec<Asked> =
            window.needs.iter().filter(might).map(|need| Asked { need: need.clone(), answer: None }).collect();
        if asked.is_empty() {
            return Ok(());
        }
        self.window = Some(Open { purpose: window.purpose, asked, began: now() });
        let outcome = self.wait_for_all(game);
        let asked = self.window.take().map(|open| open.asked).unwrap_or_default();
        if matches!(outcome, Outcome::Leave) {
            return Err(Interrupt::Quit);
        }
        self.ahead.extend(asked.into_iter().map(|asked| Ahead {
            seat: asked.need.player,
            to: asked.need.to,
            answer: asked.answer.unwrap_or(PlainAnswer::Pass),
        }));
        Ok(())
    }

    /// Until everybody has answered, or time is up.
    fn wait_for_all(&mut self, game: &Game) -> Outcome {
        loop {
            self.publish(game, None);
            loop {
                let open = self.window.as_ref();
                let waiting = open.is_some_and(|open| open.asked.iter().any(|asked| asked.answer.is_none()));
                if !waiting || self.time_left().is_zero() {
                    return Outcome::Wait;
                }
                match self.wait(game, None) {
                    Outcome::Leave => return Outcome::Leave,
                    Outcome::Retry => break,
                    Outcome::Wait | Outcome::Answer(_) => {}
                }
            }
        }
    }

    fn time_left(&self) -> Duration {
        let open = self.window.as_ref();
        open.map_or(Duration::ZERO, |open| self.house.clock.saturating_sub(now().duration_since(open.began)))
    }

    /// How many people are there, each at a seat of his own.
    fn people_there(&self) -> usize {
        let seats = self.room.clients().into_iter().filter_map(|(_, role)| self.seat_of(role));
        seats.collect::<BTreeSet<_>>().len()
    }

    pub(super) fn seat_of(&self, role: Role) -> Option<PlayerId> {
        match role {
            Role::Host => Some(self.room.host_seat()),
            Role::Seat(seat) => Some(seat),
            Role::Watch => None,
        }
    }

    /// What the seat answered in a window to what it is asked now, if it still is an answer.
    pub(super) fn answered_ahead(&mut self, game: &Game, request: &Request) -> Option<PlainAnswer> {
        let Ask::Card { need, .. } = request.ask else { return None };
        let to = game.need_data(need).to;
        let at = self.ahead.iter().position(|ahead| ahead.seat == request.seat && ahead.to == to)?;
        let answer = self.ahead.remove(at).answer;
        game.check(request, &answer.answer(game.names())).is_ok().then_some(answer)
    }

    /// The seats that a window asks, as everybody may know, and the clock.
    pub(super) fn window_seats(&self) -> Vec<PlayerId> {
        self.window.iter().flat_map(|open| open.asked.iter().map(|asked| asked.need.player)).collect()
    }

    pub(super) fn window_clock(&self) -> Option<Clock> {
        self.window.as_ref()?;
        let millis = |duration: Duration| duration.as_millis() as u64;
        Some(Clock { left: millis(self.time_left()), whole: millis(self.house.clock) })
    }

    /// What a window asks this page's seat, as long as it has not answered.
    fn open_question(&self, role: Role) -> Option<(&Asked, Purpose)> {
        let (open, seat) = (self.window.as_ref()?, self.seat_of(role)?);
        let mine = |asked: &&Asked| asked.need.player == seat && asked.answer.is_none();
        open.asked.iter().find(mine).map(|asked| (asked, open.purpose))
    }

    /// Ask a page of the window, if its seat is asked and has not answered yet.
    pub(super) fn publish_window(&self, client: Client, role: Role, game: &Game) {
        let n = game.read().decisions;
        match self.open_question(role) {
            Some((asked, purpose)) => game.suppose(&asked.need, purpose, |request| {
                let eyes = Eyes { content: &self.content, game, viewer: Some(request.seat) };
                let request = eyes.request(n, request);
                self.room.send(client, &Told::Ask { request });
            }),
            None => {
                let seats = self.window_seats().into_iter().map(seat_number).collect();
                self.room.send(client, &Told::Wait { seats });
            }
        }
    }

    /// Somebody answers in a window.
    pub(super) fn answered_in_window(
        &mut self,
        client: Client,
        role: Role,
        id: u64,
        answer: &PlainAnswer,
        game: &Game,
    ) -> Outcome {
        let Some((asked, purpose)) = self.open_question(role).filter(|_| id == game.read().decisions) else {
            self.room.send(client, &Told::Refused { id, reason: closed() });
            return Outcome::Wait;
        };
        let seat = asked.need.player;
        if let Some(reason) = game.suppose(&asked.need, purpose, |request| self.refusal(game, request, answer)) {
            self.room.send(client, &Told::Refused { id, reason });
            return Outcome::Wait;
        }
        let asked = self.window.iter_mut().flat_map(|open| &mut open.asked);
        for asked in asked.filter(|asked| asked.need.player == seat) {
            asked.answer = Some(answer.clone());
        }
        Outcome::Retry
    }

    /// What may be added to an action that somebody builds in a window.
    pub(super) fn next_in_window(
        &self,
        client: Client,
        role: Role,
        (id, key): (u64, u64),
        action: &PlainAction,
        game: &Game,
    ) {
        let Some((asked, purpose)) = self.open_question(role).filter(|_| id == game.read().decisions) else {
            self.room.send(client, &Told::Refused { id, reason: closed() });
            return;
        };
        game.suppose(&asked.need, purpose, |request| self.tell_next(client, (id, key), game, request, action));
    }
}
