//! Who is at the table: links, roles, and where messages for each page go.

use anyhow::{Context, Result};
use muniu_kernel::ids::PlayerId;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc::UnboundedSender;

/// What may wait for a slow page before it is dropped, in bytes.
const WAITING: usize = 8 << 20;

/// One page.
pub type Client = u64;

/// What a link lets one do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Plays a seat and directs.
    Host,
    /// Plays this seat.
    Seat(PlayerId),
    /// Watches what everybody may see.
    Watch,
}

struct Joined {
    role: Role,
    out: UnboundedSender<String>,
    /// Bytes on their way.
    waiting: Arc<AtomicUsize>,
}

/// The links of a table, and the seats at which people sit: what outlasts the process. More than one link may lead to the
/// same place, when a table has taken up a game with links of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Links {
    host: Vec<String>,
    seats: Vec<Vec<String>>,
    watch: Vec<String>,
    /// The seat at which the host sits, from 1.
    pub host_seat: u8,
    /// Seats whose link somebody has used, from 1: they stay theirs.
    people: BTreeSet<u8>,
}

impl Links {
    /// New links for so many seats.
    pub fn new(seats: usize, host_seat: PlayerId) -> Result<Links> {
        let seats = (0..seats).map(|_| Ok(vec![token()?])).collect::<Result<_>>()?;
        let (host, watch) = (vec![token()?], vec![token()?]);
        Ok(Links { host, seats, watch, host_seat: host_seat.0 + 1, people: BTreeSet::new() })
    }

    /// Is there a link for everybody?
    pub fn are_whole(&self, seats: usize) -> bool {
        let given = |tokens: &Vec<String>| !tokens.is_empty();
        given(&self.host) && given(&self.watch) && self.seats.len() >= seats && self.seats.iter().all(given)
    }

    /// Let the other links lead here too, and its people keep their seats.
    fn adopt(&mut self, other: Links) {
        let add = |own: &mut Vec<String>, more: Vec<String>| {
            let fresh: Vec<String> = more.into_iter().filter(|token| !own.contains(token)).collect();
            own.extend(fresh);
        };
        add(&mut self.host, other.host);
        add(&mut self.watch, other.watch);
        self.seats.resize_with(self.seats.len().max(other.seats.len()), Vec::new);
        self.seats.iter_mut().zip(other.seats).for_each(|(own, more)| add(own, more));
        self.host_seat = other.host_seat;
        self.people = other.people;
    }
}

struct Inner {
    links: Links,
    clients: BTreeMap<Client, Joined>,
    next: Client,
}

/// Shared between the server and the thread of the game.
#[derive(Clone)]
pub struct Room(Arc<Mutex<Inner>>);

impl Room {
    pub fn new(links: Links) -> Room {
        Room(Arc::new(Mutex::new(Inner { links, clients: BTreeMap::new(), next: 1 })))
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn links(&self) -> Links {
        self.inner().links.clone()
    }

    /// Another game with links of its own is played at this table.
    pub fn adopt(&self, links: Links) {
        self.inner().links.adopt(links);
    }

    /// Another game is played at this table, by other people for all that is known.
    pub fn free_seats(&self) {
        let inner = &mut *self.inner();
        let plays = |joined: &Joined| match joined.role {
            Role::Seat(seat) => Some(seat.0 + 1),
            Role::Host | Role::Watch => None,
        };
        inner.links.people = inner.clients.values().filter_map(plays).collect();
    }

    pub fn host_token(&self) -> String {
        self.inner().links.host[0].clone()
    }

    /// Links for friends: seats in order, and one to watch.
    pub fn tokens(&self) -> (Vec<String>, String) {
        let inner = self.inner();
        (inner.links.seats.iter().map(|seat| seat[0].clone()).collect(), inner.links.watch[0].clone())
    }

    /// Have links for this many seats; those that there are stay.
    pub fn seat_up_to(&self, seats: usize) -> Result<()> {
        let mut inner = self.inner();
        while inner.links.seats.len() < seats {
            inner.links.seats.push(vec![token()?]);
        }
        Ok(())
    }

    /// What a token lets one do; nothing for one that nobody was given.
    pub fn role(&self, token: &str) -> Option<Role> {
        let inner = self.inner();
        let given = |tokens: &[String]| tokens.iter().any(|known| known == token);
        if given(&inner.links.host) {
            return Some(Role::Host);
        }
        if given(&inner.links.watch) {
            return Some(Role::Watch);
        }
        let seat = inner.links.seats.iter().position(|seat| given(seat))?;
        Some(Role::Seat(PlayerId(seat as u8)))
    }

    /// A page has come. `waiting` counts the bytes on their way to it: whoever sends them on takes them off.
    pub fn join(&self, role: Role, out: UnboundedSender<String>, waiting: Arc<AtomicUsize>) -> Client {
        let mut inner = self.inner();
        let client = inner.next;
        inner.next += 1;
        inner.clients.insert(client, Joined { role, out, waiting });
        if let Role::Seat(seat) = role {
            inner.links.people.insert(seat.0 + 1);
        }
        client
    }

    pub fn leave(&self, client: Client) {
        self.inner().clients.remove(&client);
    }

    pub fn role_of(&self, client: Client) -> Option<Role> {
        self.inner().clients.get(&client).map(|joined| joined.role)
    }

    pub fn clients(&self) -> Vec<(Client, Role)> {
        self.inner().clients.iter().map(|(client, joined)| (*client, joined.role)).collect()
    }

    pub fn host_seat(&self) -> PlayerId {
        PlayerId(self.inner().links.host_seat.saturating_sub(1))
    }

    pub fn sit(&self, seat: PlayerId) {
        self.inner().links.host_seat = seat.0 + 1;
    }

    /// Have the host sit at one of so many seats.
    pub fn sit_within(&self, seats: usize) {
        let links = &mut self.inner().links;
        links.host_seat = links.host_seat.clamp(1, seats as u8);
    }

    /// Nobody is there.
    pub fn is_empty(&self) -> bool {
        self.inner().clients.is_empty()
    }

    /// Has a friend sat at this seat?
    pub fn has_sat(&self, seat: PlayerId) -> bool {
        self.inner().links.people.contains(&(seat.0 + 1))
    }

    /// The seats that people play, whether they are there or not.
    pub fn people(&self) -> Vec<PlayerId> {
        let links = &self.inner().links;
        let seats = links.people.iter().chain([&links.host_seat]);
        seats.map(|seat| PlayerId(seat.saturating_sub(1))).collect()
    }

    /// Is somebody there who plays this seat?
    pub fn is_taken(&self, seat: PlayerId) -> bool {
        let inner = self.inner();
        let plays = |joined: &Joined| match joined.role {
            Role::Host => inner.links.host_seat == seat.0 + 1,
            Role::Seat(own) => own == seat,
            Role::Watch => false,
        };
        inner.clients.values().any(plays)
    }

    /// Send to one page. A page that doesn't read is dropped; it may come back and gets everything anew.
    pub fn send(&self, client: Client, message: &impl Serialize) {
        let Ok(text) = serde_json::to_string(message) else { return };
        let mut inner = self.inner();
        let full = inner.clients.get(&client).is_some_and(|joined| {
            let waiting = joined.waiting.fetch_add(text.len(), Ordering::Relaxed);
            waiting > WAITING || joined.out.send(text).is_err()
        });
        if full {
            inner.clients.remove(&client);
        }
    }
}

/// 128 bits from the system, in hex.
fn token() -> Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).ok().context("the system has no randomness for links")?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
