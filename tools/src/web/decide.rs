//! Deciding: a question is answered from the record, by a bot, or by whoever sits there, who is waited for; and the answers
//! that a game is made of are written down, or cut where another is given.

use super::direct;
use super::session::{Branch, Entry, Outcome, Table};
use super::window::is_in_windows;
use crate::replay::file::{Decision, add_branch};
use crate::replay::plain::PlainAnswer;
use muniu_kernel::Game;
use muniu_kernel::agent::View;
use muniu_kernel::request::{Answer, Request};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

/// How often it is looked whether somebody has been waited for long enough.
const LOOK: Duration = Duration::from_millis(40);

impl Table {
    /// Answer a request: from the record, by a bot, or by whoever sits there. Nothing: leave the game.
    pub fn decide(&mut self, game: &Game, request: &Request) -> Option<PlainAnswer> {
        #[cfg(test)]
        self.spring(game);
        let answer = self.find_answer(game, request);
        self.record.borrow_mut().live = self.at == self.entries.len();
        answer
    }

    fn find_answer(&mut self, game: &Game, request: &Request) -> Option<PlainAnswer> {
        loop {
            while let Some(Entry::Change(change)) = self.entries.get(self.at) {
                if direct::apply(game, change).is_ok() {
                    self.journal.borrow_mut().directed(game);
                }
                self.at += 1;
                if game.is_left() {
                    return None;
                }
            }
            let n = game.read().decisions;
            self.journal.borrow_mut().reached(n);
            let rewound = self.stop == Some(n) && self.at < self.entries.len();
            if !rewound && let Some(answer) = self.recorded(game, request) {
                return Some(answer);
            }
            if !rewound {
                self.stop = None;
            }
            if !rewound && self.surveyed() {
                return None;
            }
            if self.bots_until.is_some_and(|until| game.read().turns >= until) {
                (self.bots_until, self.playing) = (None, false);
            }
            let seat = request.seat;
            let on = !rewound && self.playing;
            if on && let Some(answer) = self.answered_ahead(game, request) {
                self.cut(n);
                self.record(request, &answer);
                return Some(answer);
            }
            // A bot that is seen to think here would be seen to have the card.
            if on && is_in_windows(request) && self.by_bot(seat) {
                return Some(self.bot_answer(game, request));
            }
            self.publish(game, Some(request));
            self.keep_seating(game);
            // Nothing goes on while nobody is there.
            if !rewound && self.playing && self.by_bot(seat) && !self.room.is_empty() {
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
    pub(super) fn recorded(&mut self, game: &Game, request: &Request) -> Option<PlainAnswer> {
        let Some(Entry::Answer(decision)) = self.entries.get(self.at) else { return None };
        if decision.fits(game, request).is_some() {
            let answer = decision.answer.clone();
            self.at += 1;
            return Some(answer);
        }
        self.cut(game.read().decisions);
        None
    }

    /// Leave the recorded future; it can be gone back to.
    pub(super) fn cut(&mut self, from: u64) {
        if self.at < self.entries.len() {
            self.record.borrow_mut().cut(self.at);
            add_branch(&mut self.branches, Branch { entries: self.entries.clone(), from });
            self.entries.truncate(self.at);
            self.journal.borrow_mut().cut(from);
            self.sent.values_mut().for_each(|sent| sent.cut = true);
        }
        self.stop = None;
    }

    pub(super) fn record(&mut self, request: &Request, answer: &PlainAnswer) {
        let kind = request.ask.kind().to_owned();
        self.enter(Entry::Answer(Decision { seat: request.seat.0 + 1, kind, answer: answer.clone() }));
    }

    /// One more entry, at the end.
    pub(super) fn enter(&mut self, entry: Entry) {
        self.record.borrow_mut().entry(&entry);
        self.entries.push(entry);
        self.at = self.entries.len();
    }

    pub(super) fn bot_answer(&mut self, game: &Game, request: &Request) -> PlainAnswer {
        let bot = self.bots[request.seat.index()].clone();
        let view = View::new(game, request.seat);
        let answer = bot.borrow_mut().answer(view, request).unwrap_or(Answer::Pass);
        let answer = if game.check(request, &answer).is_ok() { answer } else { game.default_answer(request) };
        let plain = PlainAnswer::of(game.names(), &answer);
        self.record(request, &plain);
        plain
    }

    /// Let people see what a bot does; whatever they say meanwhile comes first.
    pub(super) fn pause_before_bot(&mut self, game: &Game, request: &Request) -> Outcome {
        let mut left = self.pace;
        loop {
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

    /// One command, or a moment in which none came.
    pub(super) fn wait(&mut self, game: &Game, request: Option<&Request>) -> Outcome {
        match self.inbox.recv_timeout(LOOK) {
            Ok(command) => {
                if !self.room.is_empty() {
                    self.alone = Duration::ZERO;
                }
                self.handle(command, game, request)
            }
            Err(RecvTimeoutError::Timeout) if self.room.is_empty() => {
                self.alone += LOOK;
                if self.alone < self.house.park { Outcome::Wait } else { self.quit() }
            }
            Err(RecvTimeoutError::Timeout) => self.waited(LOOK),
            Err(RecvTimeoutError::Disconnected) => self.quit(),
        }
    }

    /// So much time has passed: who hasn't come back until now is waited for no longer.
    fn waited(&mut self, time: Duration) -> Outcome {
        let before = self.awaited.len();
        self.awaited.retain(|_, left| {
            left.as_mut().is_none_or(|left| {
                *left = left.saturating_sub(time);
                !left.is_zero()
            })
        });
        if self.awaited.len() < before { Outcome::Retry } else { Outcome::Wait }
    }
}
