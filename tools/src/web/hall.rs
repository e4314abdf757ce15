//! The tables of one server. A table has its room, and while somebody sits at it a thread with a VM of its own; when
//! everybody has been gone for a while only its record and its links are left.

use super::kept::Kept;
use super::record::{self, Record};
use super::room::{Role, Room};
use super::server::Command;
use super::session::Session;
use crate::STACK;
use crate::cli::{BotKind, Lang};
use crate::load::{self, Plan};
use crate::replay::file::Header;
use muniu_content::watch::Watcher;
use muniu_content::{ContentSource, Packs};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What all tables have in common.
pub struct House {
    pub packs: Arc<Packs>,
    watcher: Option<Watcher>,
    pub bot: BotKind,
    pub edit: bool,
    pub lang: Lang,
    /// Where games are saved; nowhere if they aren't.
    pub games: Option<PathBuf>,
    /// How long a table waits for somebody to come back before its thread ends.
    pub park: Duration,
    /// How long people have who are asked at the same time; zero: they are asked one after another.
    pub clock: Duration,
}

impl House {
    pub fn new(
        packs: Arc<Packs>,
        bot: BotKind,
        edit: bool,
        lang: Lang,
        games: Option<PathBuf>,
        park: Duration,
        clock: Duration,
    ) -> Arc<House> {
        let watcher =
            Watcher::new(packs.clone()).inspect_err(|error| eprintln!("muniu: can't watch the packs: {error}")).ok();
        Arc::new(House { packs, watcher, bot, edit, lang, games, park, clock })
    }

    /// A table that hears of what is saved as long as it takes commands.
    fn listen(&self, commands: &Sender<Command>) {
        let commands = commands.clone();
        if let Some(watcher) = &self.watcher {
            watcher.listen(move |saved| commands.send(Command::Saved(saved.clone())).is_ok());
        }
    }

    /// Where a new game is written down.
    pub fn record(&self, plan: &Plan, source: &ContentSource) -> Record {
        let path = self.games.as_ref().map(|games| record::place(games, plan.seed));
        Record::new(path, Header::of(plan, source, true))
    }
}

enum Life {
    /// Nobody is there.
    Parked(Box<Kept>),
    /// Its thread takes commands.
    Running(Sender<Command>),
    /// It could not go on; the game is in its record.
    Gone,
}

/// One table.
pub struct Spot {
    house: Arc<House>,
    pub room: Room,
    life: Mutex<Life>,
}

impl Spot {
    pub fn new(house: Arc<House>, room: Room, kept: Kept) -> Arc<Spot> {
        Arc::new(Spot { house, room, life: Mutex::new(Life::Parked(Box::new(kept))) })
    }

    /// Tell the table's thread, which starts when somebody comes. False: there is none and there will be none.
    pub fn tell(self: &Arc<Spot>, command: Command) -> bool {
        let life = &mut *self.life.lock().unwrap_or_else(PoisonError::into_inner);
        match life {
            Life::Running(commands) => commands.send(command).is_ok(),
            Life::Gone => false,
            Life::Parked(_) if !matches!(command, Command::Joined(_)) => true,
            Life::Parked(_) => {
                let (commands, inbox) = mpsc::channel();
                self.house.listen(&commands);
                let Life::Parked(kept) = std::mem::replace(life, Life::Gone) else { return false };
                let spot = self.clone();
                let thread = std::thread::Builder::new().name("muniu-table".into()).stack_size(STACK);
                if let Err(error) = thread.spawn(move || spot.play(*kept, inbox)) {
                    eprintln!("muniu: can't start a table's thread: {error}");
                    return false;
                }
                let told = commands.send(command).is_ok();
                *life = Life::Running(commands);
                told
            }
        }
    }

    /// The table's thread.
    fn play(&self, mut kept: Kept, mut inbox: Receiver<Command>) {
        loop {
            let content = load::content(self.house.packs.read());
            let session = Session::new(self.house.clone(), content, kept, self.room.clone(), inbox);
            (kept, inbox) = match session.run() {
                Ok(left) => left,
                Err(interrupt) => {
                    eprintln!("muniu: a table stopped: {interrupt}");
                    *self.life.lock().unwrap_or_else(PoisonError::into_inner) = Life::Gone;
                    return;
                }
            };
            let mut life = self.life.lock().unwrap_or_else(PoisonError::into_inner);
            // Whoever comes sits down first and tells then: he is seen here, or finds the table parked.
            if self.room.is_empty() {
                *life = Life::Parked(Box::new(kept));
                return;
            }
        }
    }
}

/// All tables.
#[derive(Clone)]
pub struct Hall(Arc<Vec<Arc<Spot>>>);

impl Hall {
    pub fn new(spots: Vec<Arc<Spot>>) -> Hall {
        Hall(Arc::new(spots))
    }

    /// Where a link leads.
    pub fn find(&self, token: &str) -> Option<(Arc<Spot>, Role)> {
        self.0.iter().find_map(|spot| Some((spot.clone(), spot.room.role(token)?)))
    }
}
