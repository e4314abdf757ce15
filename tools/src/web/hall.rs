//! The tables of one server. A table has its room, and while somebody sits at it a thread with a VM of its own; when
//! everybody has been gone for a while only its record and its links are left. What becomes of a table whose game breaks
//! off by itself is in `rescue.rs`.

use super::kept::Kept;
use super::record::{self, Record};
use super::room::{Role, Room};
use super::server::Command;
use super::session::Session;
use super::shapes::Both;
use super::told::complaint;
use crate::STACK;
use crate::caught::caught;
use crate::cli::{BotKind, Lang};
use crate::load::{self, Plan};
use crate::replay::file::Header;
use muniu_content::watch::Watcher;
use muniu_content::{ContentSource, Packs};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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

    /// Where a new game is written down.
    pub fn record(&self, plan: &Plan, source: &ContentSource) -> Record {
        let path = self.games.as_ref().map(|games| record::place(games, plan.seed));
        Record::new(path, Header::of(plan, source, true))
    }
}

/// What there is of a table.
pub(super) enum Life {
    /// Nobody is there.
    Parked(Box<Kept>),
    /// Its thread takes commands.
    Running(Sender<Command>),
    /// It could not go on, and why.
    Gone(Both),
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

    pub(super) fn life(&self) -> MutexGuard<'_, Life> {
        self.life.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The packs as they lie on the disk.
    pub(super) fn newest(&self) -> Arc<ContentSource> {
        self.house.packs.read()
    }

    /// A new line to the table's thread, on which it hears of what is saved too.
    pub(super) fn line(&self) -> (Sender<Command>, Receiver<Command>) {
        let (commands, inbox) = mpsc::channel();
        if let Some(watcher) = &self.house.watcher {
            let commands = commands.clone();
            watcher.listen(move |saved| commands.send(Command::Saved(saved.clone())).is_ok());
        }
        (commands, inbox)
    }

    /// Tell the table's thread, which starts when somebody comes. If there will be none any more, the page is told so.
    pub fn tell(self: &Arc<Spot>, command: Command) {
        let life = &mut *self.life();
        match life {
            // A thread that doesn't listen any more has just ended, and sees to the pages before it does.
            Life::Running(commands) => drop(commands.send(command)),
            Life::Gone(why) => {
                if let Command::Joined(client) | Command::Said(client, _) = command {
                    self.room.send(client, &complaint(&why.zh, &why.en));
                }
            }
            Life::Parked(_) if !matches!(command, Command::Joined(_)) => {}
            Life::Parked(_) => {
                let (commands, inbox) = self.line();
                let _ = commands.send(command);
                let Life::Parked(kept) = std::mem::replace(life, Life::Running(commands)) else { return };
                let spot = self.clone();
                let run = move || {
                    // What breaks outside the game leaves nothing to go on with.
                    if let Err(what) = caught(|| spot.play(*kept, inbox)) {
                        spot.give_up(&mut spot.life(), &what, None);
                    }
                };
                let thread = std::thread::Builder::new().name("muniu-table".into()).stack_size(STACK);
                if let Err(error) = thread.spawn(run) {
                    self.give_up(life, &format!("can't start a thread: {error}"), None);
                }
            }
        }
    }

    /// The table's thread.
    fn play(&self, mut kept: Kept, mut inbox: Receiver<Command>) {
        // Where the table was set up again.
        let mut rescued = None;
        let mut source = None;
        loop {
            let content = load::content(source.take().unwrap_or_else(|| self.newest()));
            let session = Session::new(self.house.clone(), content, kept, self.room.clone(), inbox);
            if let Some(at) = rescued {
                session.stand_at(at);
            }
            let (left, ended) = session.run();
            kept = left;
            match ended {
                Ok(commands) => (rescued, inbox) = (None, commands),
                Err(broken) => {
                    let Some((at, commands)) = self.rescue(&broken, &mut kept, rescued) else { return };
                    (rescued, inbox, source) = (Some(at), commands, Some(broken.source));
                    continue;
                }
            }
            let mut life = self.life();
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
