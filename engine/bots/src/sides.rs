//! Who is on whose side: roles that are shown, and acts that everybody saw.

use crate::kinds::Kind;
use crate::seen::Seen;
use muniu_kernel::history::Record;
use muniu_kernel::ids::PlayerId;

/// What a role wants, as far as bots know roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    /// The lord, whom one party protects and the other attacks.
    Lord,
    /// Wins with the lord.
    Crown,
    /// Wins when the lord dies.
    Rebel,
    /// Wins alone.
    Loner,
    /// A role of a mode unknown to bots: those of the same role are taken for friends.
    Other,
}

/// The roles of the identity mode.
const PARTIES: &[(&str, Party)] =
    &[("lord", Party::Lord), ("loyalist", Party::Crown), ("rebel", Party::Rebel), ("renegade", Party::Loner)];

impl Party {
    /// The party of a role.
    #[must_use]
    pub fn of(role: &str) -> Party {
        PARTIES.iter().find(|(known, _)| *known == role).map_or(Party::Other, |(_, party)| *party)
    }

    /// Where a known party leans: −100 for the lord, 100 against.
    fn lean(self) -> i32 {
        match self {
            Party::Lord | Party::Crown => -100,
            Party::Rebel => 100,
            Party::Loner | Party::Other => 0,
        }
    }
}

/// What a seat has made of the others so far.
#[derive(Debug, Clone, Default)]
pub struct Sides {
    /// Per seat, from −100 (for the lord) to 100 (against), from acts alone.
    lean: Vec<i32>,
    /// Per seat, how much it has hurt this one.
    grudge: Vec<i32>,
    /// Records read so far.
    read: usize,
}

/// An act against (positive) or for (negative) somebody, as evidence.
struct Act {
    by: PlayerId,
    to: PlayerId,
    weight: i32,
}

impl Sides {
    /// Take in what has happened since the last time.
    pub fn update(&mut self, seen: Seen<'_>) {
        self.lean.resize(seen.seats(), 0);
        self.grudge.resize(seen.seats(), 0);
        let mut acts = Vec::new();
        let mut uses = Vec::new();
        self.read = seen.since(self.read, |record| match record {
            Record::Damage { source: Some(by), player, amount, .. } if by != player => {
                acts.push(Act { by: *by, to: *player, weight: 12 * (*amount).min(3) });
            }
            Record::Use { player, name, targets, .. } => uses.push((*player, *name, targets.clone())),
            _ => {}
        });
        for (by, name, targets) in uses {
            let weight = match Kind::of(seen.game(), name) {
                Kind::Attack | Kind::Duel | Kind::Delay => 20,
                Kind::Gamble | Kind::Harm => 14,
                // Taking a card may as well free a friend of a delayed trick.
                Kind::Take => 8,
                Kind::Heal => -35,
                _ => 0,
            };
            let aimed = targets.iter().filter(|to| weight != 0 && **to != by);
            acts.extend(aimed.map(|to| Act { by, to: *to, weight }));
        }
        for act in acts {
            self.weigh(seen, &act);
        }
    }

    fn weigh(&mut self, seen: Seen<'_>, act: &Act) {
        if act.to == seen.me() {
            let grudge = &mut self.grudge[act.by.index()];
            *grudge = (*grudge + act.weight).clamp(-100, 100);
        }
        // What others can't know proves nothing: this seat's own hidden role is left out here.
        let known = (act.to != seen.me() || party(seen, act.to) == Some(Party::Lord)).then(|| party(seen, act.to));
        let victim = known.flatten().map_or(self.lean[act.to.index()], Party::lean);
        let lean = &mut self.lean[act.by.index()];
        *lean = (*lean - victim * act.weight / 100).clamp(-100, 100);
    }

    /// Is this seat the one that everybody is after?
    #[must_use]
    pub fn is_lord(&self, seen: Seen<'_>) -> bool {
        party(seen, seen.me()) == Some(Party::Lord)
    }

    /// How this seat stands to another: 100 friend, −100 enemy.
    #[must_use]
    pub fn relation(&self, seen: Seen<'_>, other: PlayerId) -> i32 {
        let me = seen.me();
        if other == me {
            return 100;
        }
        let Some(own) = party(seen, me) else { return -60 };
        let theirs = party(seen, other);
        let hidden = seen.hidden_roles();
        let lean = self.lean.get(other.index()).copied().unwrap_or(0);
        match own {
            Party::Other => match theirs {
                Some(_) if seen.role(me) == seen.role(other) => 90,
                Some(_) => -90,
                None => -20 - self.grudge.get(other.index()).copied().unwrap_or(0) / 2,
            },
            Party::Lord | Party::Crown => match theirs {
                Some(Party::Lord) => 100,
                Some(Party::Crown) => 85,
                Some(_) => -95,
                // A lord who strikes at strangers makes enemies of those who would have saved him.
                None if own == Party::Lord => self.guess(&hidden, lean, 8, |party| party != Party::Crown),
                None => self.guess(&hidden, lean, 25, |party| party != Party::Crown),
            },
            Party::Rebel => match theirs {
                Some(Party::Lord | Party::Crown) => -100,
                Some(Party::Rebel) => 90,
                Some(_) => -60,
                None => self.guess(&hidden, -lean, 25, |party| party != Party::Rebel),
            },
            Party::Loner => self.alone(seen, theirs, &hidden, lean),
        }
    }

    /// A hidden role: what the roles left make likely, as far as this seat goes by that, and how the character has acted.
    fn guess(&self, hidden: &[std::rc::Rc<str>], lean: i32, weight: i32, enemy: impl Fn(Party) -> bool) -> i32 {
        let count = hidden.len().max(1) as i32;
        let enemies = hidden.iter().filter(|role| enemy(Party::of(role))).count() as i32;
        match enemies {
            0 => 90,
            all if all == count => -90,
            some => ((count - 2 * some) * weight / count - lean).clamp(-90, 90),
        }
    }

    /// A loner keeps the parties even, then strikes; the lord must not die before the rest.
    fn alone(&self, seen: Seen<'_>, theirs: Option<Party>, hidden: &[std::rc::Rc<str>], lean: i32) -> i32 {
        let others = seen.others();
        let shown = others.iter().filter_map(|player| party(seen, *player));
        let parties: Vec<Party> = shown.chain(hidden.iter().map(|role| Party::of(role))).collect();
        let rebels = parties.iter().filter(|party| **party == Party::Rebel).count();
        let crown = parties.iter().filter(|party| matches!(party, Party::Lord | Party::Crown)).count();
        if theirs == Some(Party::Lord) {
            return if others.len() == 1 { -100 } else { 45 };
        }
        let lean = theirs.map_or(lean, Party::lean);
        match rebels {
            0 => -60,
            _ if rebels >= crown => (-lean - 10).clamp(-90, 60),
            _ => (lean - 10).clamp(-90, 60),
        }
    }
}

fn party(seen: Seen<'_>, player: PlayerId) -> Option<Party> {
    seen.role(player).map(|role| Party::of(&seen.game().names().text(role)))
}
