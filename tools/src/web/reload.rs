//! Saved files reach the game, and the same moment is looked at under the old code and the new.

use super::changes::{self, Edition};
use super::journal::Tick;
use super::moment;
use super::room::{Client, Role};
use super::session::{Outcome, Sent, Table};
use super::source;
use super::told::{Failed, Reloaded, Told, complaint};
use super::wire::Choice;
use muniu_content::watch::{self, Reload, Saved};
use muniu_kernel::Game;
use std::path::PathBuf;

impl Table {
    /// Files were saved: put them in force, or say why not.
    pub(super) fn reload(&mut self, saved: Saved, game: &Game) -> Outcome {
        let before = (self.content.source(), self.content.catalogue());
        let house = self.house.clone();
        let inside = |files: &[PathBuf]| -> Vec<String> {
            files.iter().map(|file| source::inside(house.packs.roots(), file)).collect()
        };
        match watch::reload(&self.content, saved) {
            Reload::Unchanged | Reload::AsBefore => {
                if self.failed.take().is_some() {
                    self.tell_host(&Told::Mended);
                }
                Outcome::Wait
            }
            Reload::Ready { catalogue, files } => {
                self.record.borrow_mut().content(&catalogue.digest);
                game.install(catalogue);
                self.journal.borrow_mut().forget();
                let (source, catalogue) = (self.content.source(), self.content.catalogue());
                let old = Edition { source: &before.0, catalogue: &before.1 };
                let changed = changes::between(&old, &Edition { source: &source, catalogue: &catalogue });
                self.old = Some(before.1);
                self.since = clock();
                let mended = self.failed.take().is_some();
                // The moment to look at again: the last action that somebody began.
                let same = self.last_action(game.read().decisions);
                let (at, files) = (self.since.clone(), inside(&files));
                self.tell_host(&Told::Reloaded(Reloaded { at, files, same: Some(same), changed }));
                if mended {
                    self.tell_host(&Told::Mended);
                }
                let wish = |(client, sent): (&Client, &Sent)| sent.same.then_some(*client);
                let wishes: Vec<Client> = self.sent.iter().filter_map(wish).collect();
                wishes.into_iter().for_each(|client| self.same_moment(client, same));
                Outcome::Retry
            }
            Reload::Refused { findings, files } => {
                let failed = Failed {
                    at: clock(),
                    files: inside(&files),
                    since: self.since.clone(),
                    findings: source::findings(self.packs(), findings.iter()),
                };
                self.tell_host(&Told::Failed(failed.clone()));
                self.failed = Some(failed);
                Outcome::Wait
            }
        }
    }

    pub(super) fn tell_host(&self, message: &Told<'_>) {
        for (client, role) in self.room.clients() {
            if role == Role::Host {
                self.room.send(client, message);
            }
        }
    }

    /// Where the newest action before decision `n` began: the idle point at which somebody chose it.
    pub(super) fn last_action(&self, n: u64) -> u64 {
        let journal = self.journal.borrow();
        // A tick counts its own decision; the moment is the one before that.
        let acts = |tick: &&Tick| tick.kind == "play" && tick.n <= n;
        journal.ticks.iter().rev().find(acts).map_or(n, |tick| tick.n.saturating_sub(1))
    }

    pub(super) fn same_moment(&mut self, client: Client, from: u64) {
        let Some(old) = self.old.clone() else {
            return self.room.send(client, &complaint("还没有重载过", "nothing has been reloaded yet"));
        };
        let viewer = self.eyes_of(Role::Host);
        let compared = moment::compare(&self.content, &self.plan, &self.entries, &old, from, viewer);
        self.moment = Some(compared.from);
        self.room.send(client, &Told::Moment(compared));
    }

    /// Go on from a moment that was compared.
    pub(super) fn keep(&mut self, side: Choice) -> Outcome {
        let Some(from) = self.moment.take() else { return Outcome::Wait };
        match side {
            Choice::Old => Outcome::Wait,
            // What was recorded fits as far as it fits; from there on it is played anew.
            Choice::New => self.again(Some(from)),
        }
    }
}

/// The time of day, as `14:31:07` (UTC).
pub(super) fn clock() -> String {
    let seconds = crate::load::now() % 86_400;
    format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}
