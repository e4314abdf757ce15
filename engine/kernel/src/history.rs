//! History: immutable records of the whole game, append-only and shared between clones of the state.

use crate::card::{Cards, Color, Suit};
use crate::def::Nature;
use crate::event::{Phase, Reason};
use crate::ids::{CardId, PlayerId};
use crate::names::Name;
use smallvec::SmallVec;
use std::rc::Rc;

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "fields are named as in the events")]
pub enum Record {
    Turn {
        player: PlayerId,
        extra: bool,
    },
    Phase {
        player: PlayerId,
        phase: Phase,
    },
    Use {
        player: PlayerId,
        name: Name,
        family: Name,
        suit: Option<Suit>,
        color: Option<Color>,
        cards: Cards,
        /// The skill that made the card, if one did.
        skill: Option<Name>,
        targets: SmallVec<[PlayerId; 4]>,
        /// Used at an idle point and counted for the quota.
        counted: bool,
        in_play_phase: bool,
    },
    Respond {
        player: PlayerId,
        name: Name,
        family: Name,
        cards: Cards,
        in_play_phase: bool,
    },
    Damage {
        source: Option<PlayerId>,
        player: PlayerId,
        amount: i32,
        nature: Nature,
        card: Option<Name>,
    },
    LoseHp {
        player: PlayerId,
        amount: i32,
    },
    Recover {
        player: PlayerId,
        amount: i32,
    },
    Discard {
        player: PlayerId,
        by: Option<PlayerId>,
        cards: Vec<CardId>,
        /// Those that came from the hand.
        hand_cards: Vec<CardId>,
        reason: Reason,
    },
    Judge {
        player: PlayerId,
        reason: Name,
        card: CardId,
        color: Color,
    },
    Death {
        player: PlayerId,
        killer: Option<PlayerId>,
    },
    Skill {
        player: PlayerId,
        skill: Name,
        /// Whose skill it is: somebody else's if it is lent.
        owner: PlayerId,
        ability: u16,
        targets: SmallVec<[PlayerId; 4]>,
        option: Option<Name>,
    },
}

impl Record {
    /// Whose record it is.
    #[must_use]
    pub fn player(&self) -> PlayerId {
        match self {
            Record::Turn { player, .. }
            | Record::Phase { player, .. }
            | Record::Use { player, .. }
            | Record::Respond { player, .. }
            | Record::Damage { player, .. }
            | Record::LoseHp { player, .. }
            | Record::Recover { player, .. }
            | Record::Discard { player, .. }
            | Record::Judge { player, .. }
            | Record::Death { player, .. }
            | Record::Skill { player, .. } => *player,
        }
    }
}

const CHUNK: usize = 64;

/// The records, oldest first. Full chunks are shared between clones.
#[derive(Debug, Clone, Default)]
pub struct History {
    full: Rc<Vec<Rc<Vec<Record>>>>,
    tail: Vec<Record>,
}

impl History {
    /// How many records there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.full.len() * CHUNK + self.tail.len()
    }

    /// Has nothing happened yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Add a record.
    pub fn push(&mut self, record: Record) {
        self.tail.push(record);
        if self.tail.len() == CHUNK {
            let chunk = std::mem::take(&mut self.tail);
            Rc::make_mut(&mut self.full).push(Rc::new(chunk));
        }
    }

    /// The records from number `start` on.
    pub fn since(&self, start: usize) -> impl Iterator<Item = &Record> {
        let first = (start / CHUNK).min(self.full.len());
        let skip = start - first * CHUNK;
        self.full[first..].iter().flat_map(|chunk| chunk.iter()).chain(self.tail.iter()).skip(skip)
    }
}
