//! What only the host asks of the table: going back and forth, who plays which seat, changes, files, other games.

use super::room::Client;
use super::session::{Branch, Outcome, Table};
use super::shapes::Both;
use super::source;
use super::told::{SeatLink, Told};
use super::view::seat_number;
use super::wire::Message;
use muniu_kernel::Game;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::request::Request;
use std::time::Duration;

impl Table {
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
                self.reply(client, source::read(self.packs(), &self.content, game, &file).map(Told::Source))
            }
            Message::SaveSource { file, text } => {
                let saved = if self.edit {
                    source::save(self.packs(), &file, &text).map(|()| Told::Saved { file })
                } else {
                    Err(Both::new("开桌时加上 --edit 才能保存文件", "start the table with --edit to save files"))
                };
                self.reply(client, saved)
            }
            Message::Files => self.reply(client, Ok(Told::Files { files: source::list(self.packs()) })),
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
}
