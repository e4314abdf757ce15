//! The thread of a table: plays its game from its answers and goes back and forth in time by playing it again. What is
//! answered, and where it waits for people, is in `decide.rs`.

use super::hall::House;
use super::journal::Journal;
use super::kept::Kept;
use super::record::Record;
use super::reload::clock;
use super::rescue::Broken;
use super::room::{Client, Role, Room};
use super::seat::TableSeat;
use super::server::Command;
use super::shapes::Plays;
use super::told::{Failed, complaint};
use super::view::NOBODY;
use super::window::{Ahead, Open};
use super::wire::Change;
use crate::caught::caught;
use crate::cli::{BotKind, Lang};
use crate::load::{self, Plan, Seat};
use crate::replay::file::Decision;
use crate::replay::plain::PlainAnswer;
use crate::replay::record::Observers;
use muniu_content::Content;
use muniu_kernel::Game;
use muniu_kernel::def::Catalogue;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::rulebook::Interrupt;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// One thing that a game is made of besides its plan.
#[derive(Debug, Clone)]
pub enum Entry {
    /// An answer.
    Answer(Decision),
    /// A change by the director.
    Change(Change),
}

/// A future that was left.
#[derive(Debug, Clone)]
pub struct Branch {
    pub(super) entries: Vec<Entry>,
    /// The decision at which it leaves the others.
    pub(super) from: u64,
}

/// What to do when the game has been left.
pub enum Then {
    /// Play it again up to this decision, or to its end.
    Again(Option<u64>),
    /// Everybody has been gone for a while, or for good.
    Quit,
}

/// What a command came to.
pub enum Outcome {
    /// Go on waiting.
    Wait,
    /// The request is answered.
    Answer(PlainAnswer),
    /// Look again at what is to be done.
    Retry,
    /// Leave this run of the game.
    Leave,
}

/// Everything about the table but the game itself.
pub struct Table {
    pub content: Rc<Content>,
    pub plan: Plan,
    pub(super) house: Arc<House>,
    pub(super) record: Rc<RefCell<Record>>,
    pub(super) room: Room,
    pub(super) inbox: Receiver<Command>,
    pub(super) bot: BotKind,
    /// The language that pages begin with.
    pub(super) lang: Lang,
    pub(super) edit: bool,
    pub entries: Vec<Entry>,
    pub(super) at: usize,
    pub(super) stop: Option<u64>,
    /// Where to go once everything recorded has been played: the timeline shows all of it.
    pub(super) survey: Option<u64>,
    /// How long nobody has been there.
    pub(super) alone: Duration,
    pub(super) playing: bool,
    pub(super) pace: Duration,
    pub(super) bots: Vec<Seat>,
    pub(super) by_bot: Vec<bool>,
    /// Seats of people who were there before the table was taken up again, and have not come back yet.
    pub(super) awaited: BTreeMap<PlayerId, Option<Duration>>,
    /// Bots play all seats until this many turns have begun.
    pub(super) bots_until: Option<u32>,
    /// Where several people are being asked at the same time.
    pub(super) window: Option<Open>,
    pub(super) ahead: Vec<Ahead>,
    pub(super) all: bool,
    pub(super) journal: Rc<RefCell<Journal>>,
    pub(super) branches: Vec<Branch>,
    pub(super) sent: BTreeMap<Client, Sent>,
    pub(super) then: Then,
    pub(super) old: Option<Rc<Catalogue>>,
    pub(super) since: String,
    pub(super) failed: Option<Failed>,
    /// The decision with which the comparison shown last begins.
    pub(super) moment: Option<u64>,
}

/// How much of the journal a page has, and what else is known of it.
#[derive(Default)]
pub struct Sent {
    pub(super) edition: u64,
    pub(super) log: usize,
    pub(super) rows: usize,
    pub(super) ticks: usize,
    /// Ticks that it has were cut off.
    pub(super) cut: bool,
    /// The seat it plays.
    pub(super) seat: Option<PlayerId>,
    /// It wishes to see the same moment after every reload.
    pub(super) same: bool,
}

/// A table being played.
pub struct Session(pub(super) Rc<RefCell<Table>>);

impl Session {
    /// A table that goes on with what was kept of it.
    pub fn new(house: Arc<House>, content: Rc<Content>, kept: Kept, room: Room, inbox: Receiver<Command>) -> Self {
        let journal = Rc::new(RefCell::new(Journal::new(content.clone())));
        let mut record = kept.record;
        record.content(&content.catalogue().digest);
        let mut table = Table {
            content,
            plan: kept.plan,
            record: Rc::new(RefCell::new(record)),
            room,
            inbox,
            bot: house.bot,
            lang: house.lang,
            edit: house.edit,
            house,
            entries: kept.entries,
            at: 0,
            stop: None,
            survey: kept.at,
            alone: Duration::ZERO,
            playing: kept.playing,
            pace: kept.pace,
            bots: Vec::new(),
            by_bot: kept.by_bot,
            awaited: BTreeMap::new(),
            bots_until: None,
            window: None,
            ahead: Vec::new(),
            all: kept.all,
            journal,
            branches: kept.branches,
            sent: BTreeMap::new(),
            then: Then::Again(None),
            old: None,
            since: clock(),
            failed: None,
            moment: None,
        };
        table.await_people();
        Session(Rc::new(RefCell::new(table)))
    }

    /// Play until nobody is there any more, or the game breaks off by itself. Answers what is to be kept, and where further
    /// commands come from.
    pub fn run(self) -> (Kept, Result<Receiver<Command>, Broken>) {
        let broken = loop {
            let then = std::mem::replace(&mut self.0.borrow_mut().then, Then::Again(None));
            let Then::Again(stop) = then else { break None };
            self.0.borrow_mut().stop = stop;
            let seated = OnceCell::new();
            // After a panic nothing of the table is used but what is kept of it: see `rescue.rs`.
            let played = caught(|| self.play(&seated)).unwrap_or_else(Err);
            // The game holds its seats and they hold the table; the VM may hold the game.
            if let Some(game) = seated.get() {
                game.seat(Vec::new());
                game.observe(None);
            }
            if let Err(what) = played {
                break Some(what);
            }
        };
        let table = Rc::into_inner(self.0).map(RefCell::into_inner).expect("the seats are gone with the game");
        let broken = broken.map(|what| Broken { what, at: table.reached(), source: table.content.source() });
        let (kept, inbox) = table.kept();
        (kept, broken.map_or(Ok(inbox), Err))
    }

    /// Play the game once, from its beginning until it is left. An error: it broke off by itself.
    fn play(&self, seated: &OnceCell<Game>) -> Result<(), String> {
        let game = seated.get_or_init(|| self.0.borrow_mut().begin());
        let plan = self.0.borrow().plan.clone();
        let seat = |_| Rc::new(RefCell::new(TableSeat(self.0.clone()))) as Seat;
        game.seat((0..plan.seats).map(seat).collect());
        let table = Rc::downgrade(&self.0);
        game.on_window(move |game, window| {
            table.upgrade().map_or(Ok(()), |table| table.borrow_mut().open_window(game, window))
        });
        match plan.play(game) {
            Ok(_) => self.after(game),
            Err(Interrupt::Quit) => {}
            Err(interrupt) => return Err(interrupt.to_string()),
        }
        Ok(())
    }

    /// The game is over: it can still be looked at and gone back in.
    fn after(&self, game: &Game) {
        let table = &mut *self.0.borrow_mut();
        table.record.borrow_mut().over(game);
        if table.surveyed() {
            return;
        }
        table.publish(game, None);
        table.keep_seating(game);
        while matches!(table.wait(game, None), Outcome::Wait | Outcome::Retry | Outcome::Answer(_)) {}
    }
}

impl Table {
    /// The packs, by their directories.
    pub(super) fn packs(&self) -> &[PathBuf] {
        self.house.packs.roots()
    }

    pub(super) fn begin(&mut self) -> Game {
        let game = self.plan.game(&self.content).unwrap_or_else(|reason| {
            // What the position names was taken out of the packs meanwhile.
            self.tell_host(&complaint(format!("局面发不出来：{reason:#}"), format!("{reason:#}")));
            let plan = Plan { position: None, ..self.plan.clone() };
            plan.game(&self.content).expect("only a position can't be dealt")
        });
        self.at = 0;
        self.ahead.clear();
        self.bots = load::bots(self.bot, &self.content, &self.plan);
        let viewers = self.viewers();
        self.journal.borrow_mut().begin(&viewers, self.stop.unwrap_or(self.end()));
        self.record.borrow_mut().begin(self.entries.is_empty());
        let mut observers = Observers::default();
        observers.add(self.journal.clone());
        observers.add(self.record.clone());
        game.observe(Some(Rc::new(RefCell::new(observers))));
        game
    }

    /// Whose logs are written.
    pub(super) fn viewers(&self) -> Vec<Option<PlayerId>> {
        let mut viewers: Vec<Option<PlayerId>> = vec![self.eyes_of(Role::Host)];
        for (_, role) in self.room.clients() {
            let viewer = self.eyes_of(role);
            if !viewers.contains(&viewer) {
                viewers.push(viewer);
            }
        }
        viewers
    }

    pub(super) fn eyes_of(&self, role: Role) -> Option<PlayerId> {
        match role {
            Role::Host if self.all => None,
            Role::Host => Some(self.room.host_seat()),
            Role::Seat(seat) => Some(seat),
            Role::Watch => Some(NOBODY),
        }
    }

    pub(super) fn plays(&self, seat: PlayerId) -> Plays {
        match seat.index() {
            at if self.by_bot[at] => Plays::Bot,
            _ if self.room.is_taken(seat) => Plays::Human,
            _ if self.awaited.contains_key(&seat) => Plays::Awaited,
            _ if self.room.has_sat(seat) => Plays::Away,
            _ => Plays::Bot,
        }
    }

    pub(super) fn by_bot(&self, seat: PlayerId) -> bool {
        self.bots_until.is_some() || matches!(self.plays(seat), Plays::Bot | Plays::Away)
    }

    /// How many decisions the branch has.
    pub(super) fn end(&self) -> u64 {
        self.entries.iter().filter(|entry| matches!(entry, Entry::Answer(_))).count() as u64
    }

    pub(super) fn again(&mut self, stop: Option<u64>) -> Outcome {
        self.then = Then::Again(stop);
        Outcome::Leave
    }

    pub(super) fn quit(&mut self) -> Outcome {
        self.then = Then::Quit;
        Outcome::Leave
    }
}
