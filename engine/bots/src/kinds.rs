//! What a card is for, as far as a bot needs to know: read off its definition, with a short table of exceptions.

use muniu_kernel::Game;
use muniu_kernel::card::Slot;
use muniu_kernel::def::{CardDef, CardType, SaveRule, TargetRule};
use muniu_kernel::names::Name;

/// What a card is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Hurts a chosen character who may answer it (杀).
    Attack,
    /// Hurts whoever first can't respond (决斗).
    Duel,
    /// Costs a card and may hurt (火攻).
    Gamble,
    /// Takes or discards a card of a chosen character.
    Take,
    /// Lies in a judgement area and spoils a turn.
    Delay,
    /// Lies in one's own judgement area and may pass on (闪电).
    Storm,
    /// Chains or unchains.
    Chain,
    /// Makes one character attack another.
    Lend,
    /// Recovers, also the dying.
    Heal,
    /// Strengthens the next attack, or saves its user.
    Drink,
    /// Good for its user.
    Draw,
    /// Good for everybody: a card each.
    Feast,
    /// Good for the wounded.
    Salvation,
    /// Bad for all others.
    Assault,
    /// Equipment.
    Equip,
    /// Answers an attack.
    Answer,
    /// Nullifies.
    Nullify,
    /// Of a sort the bot doesn't know: taken to be bad for chosen targets.
    Harm,
}

/// Cards of the base decks whose definition alone doesn't tell.
const EXCEPTIONS: &[(&str, Kind)] = &[
    ("dismantlement", Kind::Take),
    ("snatch", Kind::Take),
    ("duel", Kind::Duel),
    ("fire_attack", Kind::Gamble),
    ("iron_chain", Kind::Chain),
    ("god_salvation", Kind::Salvation),
];

/// Is a card of this name, black or not, wasted?
type Wasted = fn(&str, bool) -> bool;

/// Armour of the base decks that shrugs attacks off: its name, and whether this card is wasted on it, told its own
/// name and whether it is black.
const ARMOUR: &[(&str, Wasted)] = &[
    ("nioh_shield", |_, black| black),
    ("vine", |card, _| card == "slash" || card == "savage_assault" || card == "archery_attack"),
];

/// Is this card wasted on somebody who wears this armour?
#[must_use]
pub fn wasted_on(armour: &str, card: &str, black: bool) -> bool {
    ARMOUR.iter().any(|(name, wasted)| *name == armour && wasted(card, black))
}

impl Kind {
    /// What the card called `name` is for.
    #[must_use]
    pub fn of(game: &Game, name: Name) -> Kind {
        let catalogue = game.catalogue();
        let Some(def) = catalogue.card(name) else { return Kind::Harm };
        let text = game.names().text(name);
        let exception = EXCEPTIONS.iter().find(|(known, _)| **known == *text).map(|(_, kind)| *kind);
        exception.unwrap_or_else(|| Kind::read(def))
    }

    fn read(def: &CardDef) -> Kind {
        if def.slot.is_some() {
            return Kind::Equip;
        }
        if def.nullifies {
            return Kind::Nullify;
        }
        match (def.saves, def.card_type, &def.targets) {
            (_, _, TargetRule::Answer) => Kind::Answer,
            (SaveRule::Anyone, ..) => Kind::Heal,
            (SaveRule::Own, ..) => Kind::Drink,
            (_, CardType::DelayedTrick, TargetRule::Own) => Kind::Storm,
            (_, CardType::DelayedTrick, _) => Kind::Delay,
            (_, _, TargetRule::Own) => Kind::Draw,
            (_, _, TargetRule::All) => Kind::Feast,
            (_, _, TargetRule::Others) => Kind::Assault,
            (_, _, TargetRule::Chosen { .. }) if def.answered_by.is_some() => Kind::Attack,
            (_, _, TargetRule::Chosen { .. }) if def.second.is_some() => Kind::Lend,
            (_, _, TargetRule::Chosen { .. }) => Kind::Harm,
        }
    }

    /// What one such card in hand is worth keeping, from 0 to 100.
    #[must_use]
    pub fn keep(self) -> i32 {
        match self {
            Kind::Heal => 90,
            Kind::Draw => 70,
            Kind::Nullify => 65,
            Kind::Answer => 60,
            Kind::Take => 55,
            Kind::Delay | Kind::Drink => 50,
            Kind::Assault | Kind::Salvation => 45,
            Kind::Attack | Kind::Duel | Kind::Harm => 40,
            Kind::Equip => 32,
            Kind::Gamble | Kind::Feast => 28,
            Kind::Chain | Kind::Lend => 20,
            Kind::Storm => 15,
        }
    }

    /// What it means to one of its targets, from −100 to 100.
    #[must_use]
    pub fn effect(self) -> i32 {
        match self {
            Kind::Attack | Kind::Assault | Kind::Duel => -60,
            Kind::Delay => -55,
            Kind::Take | Kind::Gamble => -35,
            Kind::Harm => -40,
            Kind::Lend => -30,
            Kind::Storm => -25,
            Kind::Chain => -10,
            Kind::Heal => 60,
            Kind::Draw => 50,
            Kind::Salvation => 40,
            Kind::Feast => 25,
            Kind::Drink | Kind::Equip => 20,
            Kind::Answer | Kind::Nullify => 0,
        }
    }
}

/// How good an equipment is in its slot: a longer range, or simply being there.
#[must_use]
pub fn equipment_rank(def: &CardDef) -> i32 {
    if def.slot == Some(Slot::Weapon) { def.range } else { 1 }
}
