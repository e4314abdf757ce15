//! Other games, for the host of a table: a new one, and the saved ones, listed, taken up, removed. A game that somebody
//! plays is nobody else's.

use super::kept::Kept;
use super::record;
use super::room::Client;
use super::session::{Outcome, Table};
use super::shapes::Both;
use super::told::Told;
use super::view::Eyes;
use crate::load::Plan;
use crate::replay::saved::{self, Saved};
use crate::words::Words;
use muniu_kernel::Game;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::names::Name;
use serde::Serialize;
use std::path::{Component, Path, PathBuf};
use ts_rs::TS;

/// A saved game, as the host's list shows it.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SavedGame {
    pub file: String,
    /// When it was last played, in seconds since 1970.
    pub when: u64,
    pub mode: Both,
    pub seats: usize,
    pub seed: String,
    /// By seat, as far as they were chosen.
    pub generals: Vec<Both>,
    pub decisions: u64,
    pub branches: usize,
    /// Seats that won, if it is over; nobody in a draw.
    pub winners: Option<Vec<u8>>,
    pub packs: Vec<String>,
    /// In bytes.
    pub size: u64,
    /// It is the one at this table.
    pub here: bool,
    /// Somebody plays it, here or elsewhere.
    pub played: bool,
}

impl Table {
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

    /// All saved games, the newest first.
    pub(super) fn games(&self, game: &Game) -> Vec<SavedGame> {
        let games = self.house.games.as_deref().map(saved::all).unwrap_or_default();
        games.into_iter().map(|saved| self.told(game, saved)).collect()
    }

    fn told(&self, game: &Game, saved: Saved) -> SavedGame {
        let eyes = Eyes { content: &self.content, game, viewer: None };
        let word = |id: &str, say: &dyn Fn(&Words, Name) -> String| match game.names().get(id) {
            Some(name) => eyes.both(|words| say(words, name)),
            None => Both::same(id),
        };
        // A seat with two generals has them written `one/other`; the second is left to the game itself.
        let general = |ids: &String| word(ids.split('/').next().unwrap_or(ids), &|words, name| words.general(name));
        SavedGame {
            mode: word(&saved.mode, &|words, name| words.word(name)),
            generals: saved.generals.iter().filter(|ids| !ids.is_empty()).map(general).collect(),
            here: self.record.borrow().path() == Some(&saved.path),
            played: record::is_played(&saved.path),
            file: saved.file,
            when: saved.when,
            seats: saved.seats,
            seed: saved.seed,
            decisions: saved.decisions,
            branches: saved.branches,
            winners: saved.winners,
            packs: saved.packs,
            size: saved.size,
        }
    }

    /// A game that was left in the middle, for a host who has just begun another.
    pub(super) fn offer(&self, game: &Game) -> Option<SavedGame> {
        if !self.entries.is_empty() {
            return None;
        }
        let saved = saved::unfinished(&self.house.games)?;
        Some(self.told(game, saved))
    }

    /// The path of a saved game, which a page names by its file alone.
    fn saved(&self, file: &str) -> Result<PathBuf, Both> {
        let mut parts = Path::new(file).components();
        let alone = matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None));
        let path =
            self.house.games.as_ref().filter(|_| alone && file.ends_with(".jsonl")).map(|games| games.join(file));
        path.filter(|path| path.is_file())
            .ok_or_else(|| Both::new(format!("没有存下的对局 {file}"), format!("there is no saved game `{file}`")))
    }

    /// Play a saved game at this table. Its links lead here from now on, beside those that did.
    pub(super) fn open_game(&mut self, client: Client, file: &str) -> Outcome {
        match self.opened(file) {
            Ok(kept) => self.put_on(kept),
            Err(message) => self.reply(client, Err(message)),
        }
    }

    fn opened(&self, file: &str) -> Result<Kept, Both> {
        let path = self.saved(file)?;
        let (kept, seating) = Kept::open(&path).map_err(|error| unopened(&error))?;
        let ready = kept.plan.check(&self.content).and_then(|()| self.room.seat_up_to(kept.plan.seats));
        ready.map_err(|error| unopened(&error))?;
        match seating.filter(|seating| seating.links.are_whole(kept.plan.seats)) {
            Some(seating) => self.room.adopt(seating.links),
            None => self.room.free_seats(),
        }
        self.room.sit_within(kept.plan.seats);
        Ok(kept)
    }

    pub(super) fn remove_game(&mut self, client: Client, file: &str, game: &Game) -> Outcome {
        let removed = self.saved(file).and_then(|path| {
            if record::is_played(&path) {
                return Err(Both::new(format!("{file} 正在进行"), format!("`{file}` is being played")));
            }
            saved::remove(&path)
                .map_err(|error| Both::new(format!("删不掉：{error:#}"), format!("it can't be removed: {error:#}")))
        });
        let answer = removed.map(|()| Told::Games { games: self.games(game) });
        self.reply(client, answer)
    }
}

fn unopened(error: &anyhow::Error) -> Both {
    Both::new(format!("这局打不开：{error:#}"), format!("it can't be opened: {error:#}"))
}
