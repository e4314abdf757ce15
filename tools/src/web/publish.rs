//! Telling the pages what is new.

use super::room::{Client, Role};
use super::session::{Branch, Entry, Sent, Table};
use super::shapes::{Both, TableView};
use super::told::{BranchRow, Now, Told};
use super::view::{Eyes, NOBODY, seat_number};
use muniu_kernel::Game;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::request::Request;
use std::collections::BTreeMap;

impl Table {
    /// Send everybody what is new.
    pub fn publish(&mut self, game: &Game, request: Option<&Request>) {
        let clients: Vec<(Client, Role)> =
            self.room.clients().into_iter().filter(|(client, _)| self.sent.contains_key(client)).collect();
        if clients.is_empty() {
            return;
        }
        let asked: Vec<PlayerId> = match request {
            Some(request) => vec![request.seat],
            None => self.window_seats(),
        };
        let table = |viewer: Option<PlayerId>| {
            let eyes = Eyes { content: &self.content, game, viewer };
            eyes.table(&asked, |seat| self.plays(seat), self.plan.seed)
        };
        // What all may see is put together once; each pair of eyes adds its own.
        let public = table(Some(NOBODY));
        let mut views: BTreeMap<Option<PlayerId>, TableView> = BTreeMap::new();
        for (_, role) in &clients {
            let viewer = self.eyes_of(*role);
            views.entry(viewer).or_insert_with(|| match viewer {
                None => table(None),
                Some(_) => Eyes { content: &self.content, game, viewer }.own(&public),
            });
        }
        for (client, role) in clients {
            let viewer = self.eyes_of(role);
            if let Some(view) = views.get(&viewer) {
                self.publish_to(client, role, game, request, view.clone());
            }
        }
    }

    fn publish_to(&mut self, client: Client, role: Role, game: &Game, request: Option<&Request>, view: TableView) {
        let viewer = self.eyes_of(role);
        let (n, end) = (game.read().decisions, self.end());
        let row = |(id, branch): (usize, &Branch)| BranchRow {
            id,
            from: branch.from,
            end: branch.entries.iter().filter(|entry| matches!(entry, Entry::Answer(_))).count(),
            words: Both::new(format!("支线 {}", id + 1), format!("branch {}", id + 1)),
        };
        let branches = self.branches.iter().enumerate().filter(|_| role == Role::Host).map(row).collect();
        let now = Now {
            at: n,
            end: end.max(n),
            live: n >= end,
            playing: self.playing && n >= end,
            pace: self.pace.as_millis() as u64,
            branch: self.branches.len(),
            branches,
            view,
            clock: self.window_clock(),
        };
        self.room.send(client, &Told::View(now));
        self.send_journal(client, role, viewer, n);
        let Some(request) = request else { return self.publish_window(client, role, game) };
        let answers = self.may_answer(role, request.seat) && (role != Role::Host || self.is_for_host(request, n, end));
        if answers {
            let own = Eyes { content: &self.content, game, viewer: Some(request.seat) };
            self.room.send(client, &Told::Ask { request: own.request(n, request) });
            if let (Some(Entry::Answer(decision)), true) = (self.entries.get(self.at), role == Role::Host) {
                let answer = decision.answer.answer(game.names());
                let words = own.both(|words| super::moment::answer_words(words, game, request, &answer));
                self.room.send(client, &Told::Was { answer: words });
            }
        } else {
            self.room.send(client, &Told::Wait { seats: vec![seat_number(request.seat)] });
        }
    }

    /// The host is asked for his seat; for a bot's only when the game is paused.
    pub(super) fn is_for_host(&self, request: &Request, n: u64, end: u64) -> bool {
        self.room.host_seat() == request.seat || !self.playing || n < end
    }

    pub(super) fn send_journal(&mut self, client: Client, role: Role, viewer: Option<PlayerId>, n: u64) {
        let journal = self.journal.borrow();
        let Some(sent) = self.sent.get_mut(&client) else { return };
        let reset = sent.edition != journal.edition;
        if reset {
            *sent = Sent { edition: journal.edition, seat: sent.seat, same: sent.same, ..Sent::default() };
        }
        let log = journal.log(viewer, n);
        if reset || log.len() > sent.log {
            self.room.send(client, &Told::Log { reset, lines: &log[sent.log.min(log.len())..] });
            sent.log = log.len();
        }
        // After a cut there are fewer than the page has.
        let fewer = journal.ticks.len() < sent.ticks || sent.cut;
        if reset || fewer || journal.ticks.len() > sent.ticks {
            let ticks = if fewer { &journal.ticks[..] } else { &journal.ticks[sent.ticks..] };
            sent.cut = false;
            self.room.send(client, &Told::Ticks { reset: reset || fewer, ticks });
            sent.ticks = journal.ticks.len();
        }
        let total = journal.tracer.dropped + journal.tracer.rows.len();
        if role == Role::Host && (reset || total > sent.rows) {
            let fresh = sent.rows.max(journal.tracer.dropped).max(total.saturating_sub(600));
            let rows = &journal.tracer.rows[fresh - journal.tracer.dropped..];
            self.room.send(client, &Told::Trace { reset, rows });
            sent.rows = total;
        }
    }
}
