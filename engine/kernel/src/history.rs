//! History: immutable records of the whole game, append-only and shared between clones of the state.

use crate::card::{Cards, Color, Suit};
use crate::def::{Nature, Scope};
use crate::event::{Move, Phase, Reason};
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
        /// The suit of the cards chosen, if they have one in common.
        suit: Option<Suit>,
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

/// What is counted for each character, so that asking how often costs the same however long the game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs, reason = "named as the records")]
pub enum Tally {
    Turns,
    Phases,
    Uses,
    Responses,
    DamageDealt,
    DamageTaken,
    HpLosses,
    Recoveries,
    /// Of the character's cards.
    Discards,
    /// By the character.
    DiscardsMade,
    Judges,
    Deaths,
    Kills,
    Skills,
}

const TALLIES: usize = Tally::Skills as usize + 1;

/// The tallies of one character.
type Row = [u16; TALLIES];

impl Record {
    /// Is it counted here for this character?
    pub(crate) fn counts_for(&self, tally: Tally, player: PlayerId) -> bool {
        self.tallies().contains(&(tally, player))
    }

    fn tallies(&self) -> SmallVec<[(Tally, PlayerId); 2]> {
        let (own, other) = match self {
            Record::Turn { .. } => (Tally::Turns, None),
            Record::Phase { .. } => (Tally::Phases, None),
            Record::Use { .. } => (Tally::Uses, None),
            Record::Respond { .. } => (Tally::Responses, None),
            Record::Damage { source, .. } => (Tally::DamageTaken, source.map(|by| (Tally::DamageDealt, by))),
            Record::LoseHp { .. } => (Tally::HpLosses, None),
            Record::Recover { .. } => (Tally::Recoveries, None),
            Record::Discard { by, .. } => (Tally::Discards, by.map(|by| (Tally::DiscardsMade, by))),
            Record::Judge { .. } => (Tally::Judges, None),
            Record::Death { killer, .. } => (Tally::Deaths, killer.map(|by| (Tally::Kills, by))),
            Record::Skill { .. } => (Tally::Skills, None),
        };
        [Some((own, self.player())), other].into_iter().flatten().collect()
    }
}

const CHUNK: usize = 64;

/// A list that only grows; full chunks are shared between clones.
#[derive(Debug, Clone)]
struct Growing<T> {
    full: Rc<Vec<Rc<Vec<T>>>>,
    tail: Vec<T>,
}

impl<T> Default for Growing<T> {
    fn default() -> Self {
        Growing { full: Rc::default(), tail: Vec::new() }
    }
}

impl<T: Clone> Growing<T> {
    fn len(&self) -> usize {
        self.full.len() * CHUNK + self.tail.len()
    }

    fn push(&mut self, item: T) {
        self.tail.push(item);
        if self.tail.len() == CHUNK {
            let chunk = std::mem::take(&mut self.tail);
            Rc::make_mut(&mut self.full).push(Rc::new(chunk));
        }
    }

    fn since(&self, start: usize) -> impl Iterator<Item = &T> {
        let first = (start / CHUNK).min(self.full.len());
        let skip = start - first * CHUNK;
        self.full[first..].iter().flat_map(|chunk| chunk.iter()).chain(self.tail.iter()).skip(skip)
    }
}

/// Where a scope began.
#[derive(Debug, Clone, Default)]
struct Begun {
    /// Number of its first record, and of its first move.
    start: usize,
    first_move: usize,
    /// The tallies at that time.
    rows: Rc<Vec<Row>>,
}

/// A phase and a turn under way.
pub(crate) struct Running([Begun; 2]);

/// The records and the moves of cards, oldest first, and where the running phase, turn and round begin in them.
#[derive(Debug, Clone, Default)]
pub struct History {
    records: Growing<Record>,
    /// Apart from the others: there are many, and they are seldom asked for.
    moves: Growing<Move>,
    rows: Rc<Vec<Row>>,
    phase: Begun,
    turn: Begun,
    round: Begun,
}

impl History {
    /// How many records there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Has nothing happened yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Add a record.
    pub fn push(&mut self, record: Record) {
        let rows = Rc::make_mut(&mut self.rows);
        for (tally, player) in record.tallies() {
            if rows.len() <= player.index() {
                rows.resize(player.index() + 1, Row::default());
            }
            let count = &mut rows[player.index()][tally as usize];
            *count = count.saturating_add(1);
        }
        self.records.push(record);
    }

    /// Cards have moved.
    pub(crate) fn moved(&mut self, batch: Move) {
        self.moves.push(batch);
    }

    /// The records from number `start` on.
    pub fn since(&self, start: usize) -> impl Iterator<Item = &Record> {
        self.records.since(start)
    }

    /// The moves of cards from number `start` on.
    pub fn moves_since(&self, start: usize) -> impl Iterator<Item = &Move> {
        self.moves.since(start)
    }

    /// Number of the first move of the running scope.
    #[must_use]
    pub fn first_move(&self, scope: Scope) -> usize {
        self.begun(scope).map_or(0, |begun| begun.first_move)
    }

    /// A phase, turn or round begins here; the scopes inside it begin with it.
    pub fn begin(&mut self, scope: Scope) {
        let begun = Begun { start: self.len(), first_move: self.moves.len(), rows: self.rows.clone() };
        match scope {
            Scope::Game => {}
            Scope::Round => (self.round, self.turn, self.phase) = (begun.clone(), begun.clone(), begun),
            Scope::Turn => (self.turn, self.phase) = (begun.clone(), begun),
            Scope::Phase => self.phase = begun,
        }
    }

    /// The running phase and turn, to be gone on with after a turn in between.
    pub(crate) fn running(&self) -> Running {
        Running([self.phase.clone(), self.turn.clone()])
    }

    /// Go on with the phase and turn that were running before.
    pub(crate) fn run_on(&mut self, Running([phase, turn]): Running) {
        (self.phase, self.turn) = (phase, turn);
    }

    fn begun(&self, scope: Scope) -> Option<&Begun> {
        match scope {
            Scope::Phase => Some(&self.phase),
            Scope::Turn => Some(&self.turn),
            Scope::Round => Some(&self.round),
            Scope::Game => None,
        }
    }

    /// Number of the first record of the running scope.
    #[must_use]
    pub fn start(&self, scope: Scope) -> usize {
        self.begun(scope).map_or(0, |begun| begun.start)
    }

    /// How often it happened to, or was done by, the character in the running scope.
    #[must_use]
    pub fn count(&self, tally: Tally, player: PlayerId, scope: Scope) -> usize {
        let of = |rows: &Vec<Row>| rows.get(player.index()).map_or(0, |row| usize::from(row[tally as usize]));
        of(&self.rows) - self.begun(scope).map_or(0, |begun| of(&begun.rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_agree_with_the_records() {
        let mut history = History::default();
        let player = PlayerId;
        for step in 0..200_u8 {
            match step % 7 {
                0 => history.begin([Scope::Phase, Scope::Turn, Scope::Round][usize::from(step / 7) % 3]),
                1 => history.push(Record::LoseHp { player: player(step % 3), amount: 1 }),
                2 => history
                    .push(Record::Death { player: player(step % 3), killer: (step % 2 == 0).then_some(player(1)) }),
                _ => history.push(Record::Turn { player: player(step % 4), extra: false }),
            }
            for scope in [Scope::Phase, Scope::Turn, Scope::Round, Scope::Game] {
                for seat in (0..5).map(player) {
                    let since = || history.since(history.start(scope));
                    let turns = since().filter(|r| matches!(r, Record::Turn { player, .. } if *player == seat)).count();
                    assert_eq!(history.count(Tally::Turns, seat, scope), turns);
                    let kills = since().filter(|r| matches!(r, Record::Death { killer, .. } if *killer == Some(seat)));
                    assert_eq!(history.count(Tally::Kills, seat, scope), kills.count());
                }
            }
        }
    }
}
