//! What cards and targets are worth to this seat.

use super::Thought;
use crate::kinds::{Kind, equipment_rank, wasted_on};
use muniu_kernel::card::{Color, Slot, Zone};
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::names::Name;

/// Below this relation somebody is attacked.
pub(super) const ENEMY: i32 = -3;
/// Above this relation somebody is helped.
pub(super) const FRIEND: i32 = 20;

impl Thought<'_> {
    pub(super) fn kind(&self, name: Name) -> Kind {
        Kind::of(self.seen.game(), name)
    }

    pub(super) fn kind_of(&self, card: CardId) -> Option<Kind> {
        self.seen.name(card).map(|name| self.kind(name))
    }

    /// What keeping a card that this seat sees is worth to it.
    pub(super) fn keep(&self, card: CardId) -> i32 {
        let Some(name) = self.seen.name(card) else { return 45 };
        let kind = self.kind(name);
        let me = self.seen.me();
        match self.seen.zone(card) {
            // A delayed trick before one is better gone.
            Some(Zone::Judge(owner)) if owner == me => return -60,
            Some(Zone::Equip(owner, slot)) if owner == me => {
                return if slot == Slot::Armor { 60 } else { 45 } - self.spare_equipment(slot);
            }
            _ => {}
        }
        let weak = self.seen.hp(me) <= 2;
        match kind {
            Kind::Answer | Kind::Drink if weak => kind.keep() + 15,
            Kind::Attack | Kind::Answer if self.copies_before(card, kind) >= 2 => kind.keep() - 25,
            Kind::Equip => self.equipping(name).max(18),
            _ => kind.keep(),
        }
    }

    /// With another piece for the slot in hand, the one in use can go.
    fn spare_equipment(&self, slot: Slot) -> i32 {
        let spare = self.seen.hand().into_iter().any(|card| {
            let def = self.seen.name(card).and_then(|name| self.seen.game().catalogue().card(name).cloned());
            def.is_some_and(|def| def.slot == Some(slot))
        });
        if spare { 30 } else { 0 }
    }

    /// How many cards of the kind lie before this one in hand.
    fn copies_before(&self, card: CardId, kind: Kind) -> usize {
        let hand = self.seen.hand();
        hand.iter().take_while(|other| **other != card).filter(|other| self.kind_of(**other) == Some(kind)).count()
    }

    /// What putting this equipment on is worth; 0 if what is there is as good.
    pub(super) fn equipping(&self, name: Name) -> i32 {
        let catalogue = self.seen.game().catalogue();
        let Some(def) = catalogue.card(name) else { return 0 };
        let Some(slot) = def.slot else { return 0 };
        match self.seen.slot(self.seen.me(), slot) {
            None => 75,
            Some(old) if equipment_rank(def) > equipment_rank(&old) => 30,
            Some(_) => 0,
        }
    }

    /// The cheapest first; equal ones in the order given.
    pub(super) fn cheapest(&self, cards: &[CardId]) -> Vec<CardId> {
        let mut sorted: Vec<(i32, CardId)> = cards.iter().map(|card| (self.keep(*card), *card)).collect();
        sorted.sort_by_key(|(worth, _)| *worth);
        sorted.into_iter().map(|(_, card)| card).collect()
    }

    /// How keen this seat is on attacking strangers: more so with cards that would be discarded anyway.
    pub(super) fn boldness(&self) -> i32 {
        let me = self.seen.me();
        let over = self.seen.hand_size(me) as i32 - self.seen.game().hand_limit(me);
        if self.seen.own_turn() && over > 0 { 8 } else { 0 }
    }

    /// What using a card of this kind on a target is worth, the side it is on included. 0 or less: don't.
    pub(super) fn aim_worth(&self, name: Name, kind: Kind, color: Option<Color>, target: PlayerId) -> i32 {
        let (seen, relation) = (self.seen, self.relation(target));
        let hand = seen.hand_size(target) as i32;
        let equipment = seen.equipment(target).len() as i32;
        let frail = match seen.hp(target) {
            1 => 25,
            2 => 10,
            _ => 0,
        };
        let hostile = self.boldness() - relation - ENEMY.abs();
        match kind {
            _ if self.shrugs(name, color, target) => 0,
            Kind::Attack if hostile > 0 => 30 + hostile / 2 + frail - hand.min(5) * 2 + self.spread(name, kind, target),
            Kind::Duel if hostile > 0 => self.duel_worth(target) + hostile / 2 + frail,
            Kind::Gamble if hostile > 0 && hand > 0 => 10 + hostile / 2 + frail + self.spread(name, kind, target),
            Kind::Take if relation > FRIEND && seen.is_delayed(target) => 50,
            Kind::Take if hostile > 0 && hand + equipment > 0 => 25 + hostile / 2 + equipment * 3 + hand.min(3),
            Kind::Delay if hostile > 0 => 20 + hostile / 2 + hand.min(6) * 4,
            Kind::Chain if seen.chained(target) => relation / 4,
            Kind::Chain if hostile > 0 => 5 + hostile / 4,
            Kind::Lend | Kind::Harm if hostile > 0 => 15 + hostile / 2,
            Kind::Heal if relation > FRIEND => 40 + frail,
            Kind::Draw | Kind::Drink | Kind::Equip | Kind::Feast | Kind::Salvation => relation,
            Kind::Storm => 5,
            _ => 0,
        }
    }

    /// What elemental damage to somebody chained does to the others who are chained.
    fn spread(&self, name: Name, kind: Kind, target: PlayerId) -> i32 {
        let nature = self.seen.game().catalogue().card(name).and_then(|def| def.nature);
        if !self.seen.chained(target) || nature.is_none() && kind != Kind::Gamble {
            return 0;
        }
        let others = self.seen.living().into_iter().filter(|other| *other != target && self.seen.chained(*other));
        others.map(|other| -self.relation(other) / 2).sum()
    }

    /// Is the card wasted on the armour of this target?
    pub(super) fn shrugs(&self, name: Name, color: Option<Color>, target: PlayerId) -> bool {
        let Some(armour) = self.seen.slot(target, Slot::Armor) else { return false };
        let names = self.seen.game().names();
        let is_attack = self.seen.game().catalogue().card(name).is_some_and(|def| def.answered_by.is_some());
        wasted_on(&names.text(armour.name), &names.text(name), is_attack && color == Some(Color::Black))
    }

    /// A duel goes to whoever has more attacks: one's own are known, the other's guessed from the hand.
    fn duel_worth(&self, target: PlayerId) -> i32 {
        let own = self.seen.hand().into_iter().filter(|card| self.kind_of(*card) == Some(Kind::Attack)).count() as i32;
        let theirs = self.seen.hand_size(target) as i32;
        if theirs == 0 { 45 } else { 8 + own * 14 - theirs * 5 }
    }

    /// What a card that hits many is worth, over all of them.
    pub(super) fn mass_worth(&self, kind: Kind, name: Name) -> i32 {
        let seen = self.seen;
        let all = if kind == Kind::Assault { seen.others() } else { seen.living() };
        let worth: i32 = all
            .into_iter()
            .map(|player| {
                let relation = self.relation(player);
                match kind {
                    Kind::Assault if self.shrugs(name, None, player) => 0,
                    // Killing a friend costs more than hurting an enemy brings.
                    Kind::Assault if seen.hp(player) <= 1 => {
                        if relation > FRIEND {
                            -relation * 3
                        } else {
                            -relation * 2
                        }
                    }
                    Kind::Assault => -relation,
                    Kind::Salvation => relation * seen.wounds(player).min(1),
                    _ => relation,
                }
            })
            .sum();
        worth / 4
    }
}
