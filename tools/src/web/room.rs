//! Who is at the table: links, roles, and where messages for each page go.

use anyhow::{Context, Result};
use muniu_kernel::ids::PlayerId;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc::Sender;

/// Messages that may wait for a slow page before it is dropped.
pub const WAITING: usize = 4_096;

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
    out: Sender<String>,
}

struct Inner {
    host: String,
    seats: Vec<String>,
    watch: String,
    clients: BTreeMap<Client, Joined>,
    next: Client,
    /// The seat at which the host sits.
    host_seat: PlayerId,
}

/// Shared between the server and the thread of the game.
#[derive(Clone)]
pub struct Room(Arc<Mutex<Inner>>);

impl Room {
    pub fn new(seats: usize, host_seat: PlayerId) -> Result<Room> {
        let seats = (0..seats).map(|_| token()).collect::<Result<_>>()?;
        let inner = Inner { host: token()?, seats, watch: token()?, clients: BTreeMap::new(), next: 1, host_seat };
        Ok(Room(Arc::new(Mutex::new(inner))))
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn host_token(&self) -> String {
        self.inner().host.clone()
    }

    /// Links for friends: seats in order, and one to watch.
    pub fn tokens(&self) -> (Vec<String>, String) {
        let inner = self.inner();
        (inner.seats.clone(), inner.watch.clone())
    }

    /// Have links for this many seats; those that there are stay.
    pub fn seat_up_to(&self, seats: usize) -> Result<()> {
        let mut inner = self.inner();
        while inner.seats.len() < seats {
            inner.seats.push(token()?);
        }
        Ok(())
    }

    /// What a token lets one do; nothing for one that nobody was given.
    pub fn role(&self, token: &str) -> Option<Role> {
        let inner = self.inner();
        if inner.host == token {
            return Some(Role::Host);
        }
        if inner.watch == token {
            return Some(Role::Watch);
        }
        let seat = inner.seats.iter().position(|seat| seat == token)?;
        Some(Role::Seat(PlayerId(seat as u8)))
    }

    pub fn join(&self, role: Role, out: Sender<String>) -> Client {
        let mut inner = self.inner();
        let client = inner.next;
        inner.next += 1;
        inner.clients.insert(client, Joined { role, out });
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
        self.inner().host_seat
    }

    pub fn sit(&self, seat: PlayerId) {
        self.inner().host_seat = seat;
    }

    /// Is somebody there who plays this seat?
    pub fn is_taken(&self, seat: PlayerId) -> bool {
        let inner = self.inner();
        let plays = |joined: &Joined| match joined.role {
            Role::Host => inner.host_seat == seat,
            Role::Seat(own) => own == seat,
            Role::Watch => false,
        };
        inner.clients.values().any(plays)
    }

    /// Send to one page. A page that doesn't read is dropped; it may come back and gets everything anew.
    pub fn send(&self, client: Client, message: &impl Serialize) {
        let Ok(text) = serde_json::to_string(message) else { return };
        let mut inner = self.inner();
        let full = inner.clients.get(&client).is_some_and(|joined| joined.out.try_send(text).is_err());
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
