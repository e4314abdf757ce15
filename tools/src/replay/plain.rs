//! Answers as they are written into replays: names as text, cards by number, seats from 1.

use muniu_kernel::card::Suit;
use muniu_kernel::ids::{CardId, EffectId, PlayerId};
use muniu_kernel::names::Names;
use muniu_kernel::request::{AbilityRef, Action, Answer, Pick, Way};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An answer: an `Answer` of the kernel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "Answer")]
pub enum PlainAnswer {
    Pass,
    Act(PlainAction),
    Index(usize),
    Cards(Vec<PlainPick>),
    Players(Vec<u8>),
    Number(i64),
    Suit(#[ts(type = "Suit")] Suit),
    Yes,
    Name(String),
    Piles(Vec<Vec<u16>>),
    Gifts(Vec<(u16, u8)>),
}

/// An action: an `Action` of the kernel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "Action")]
pub struct PlainAction {
    #[ts(type = "Way")]
    way: PlainWay,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cards: Vec<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    targets: Vec<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    option: Option<u16>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    recast: bool,
}

/// A [`Way`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlainWay {
    Card(u16),
    Convert(PlainAbility),
    Provide(PlainAbility),
    Active(PlainAbility),
    Trigger(PlainAbility),
    Recast(u16),
}

/// An [`AbilityRef`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlainAbility {
    owner: u8,
    skill: String,
    index: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    effect: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    equip: Option<u16>,
}

/// A chosen card, or one of a hand that is hidden: a `Pick` of the kernel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "Picked")]
pub enum PlainPick {
    Card(u16),
    Hidden(u8),
}

fn seat(player: PlayerId) -> u8 {
    player.0 + 1
}

fn player(seat: u8) -> PlayerId {
    PlayerId(seat.wrapping_sub(1))
}

fn numbers(cards: &[CardId]) -> Vec<u16> {
    cards.iter().map(|card| card.0).collect()
}

fn cards(numbers: &[u16]) -> Vec<CardId> {
    numbers.iter().map(|card| CardId(*card)).collect()
}

impl PlainAnswer {
    /// The answer in plain form.
    pub fn of(names: &Names, answer: &Answer) -> Self {
        match answer {
            Answer::Pass => PlainAnswer::Pass,
            Answer::Act(action) => PlainAnswer::Act(PlainAction::of(names, action)),
            Answer::Index(number) => PlainAnswer::Index(*number),
            Answer::Cards(picks) => PlainAnswer::Cards(
                picks
                    .iter()
                    .map(|pick| match pick {
                        Pick::Card(card) => PlainPick::Card(card.0),
                        Pick::Hidden(of) => PlainPick::Hidden(seat(*of)),
                    })
                    .collect(),
            ),
            Answer::Players(players) => PlainAnswer::Players(players.iter().map(|player| seat(*player)).collect()),
            Answer::Number(number) => PlainAnswer::Number(*number),
            Answer::Suit(suit) => PlainAnswer::Suit(*suit),
            Answer::Yes => PlainAnswer::Yes,
            Answer::Name(name) => PlainAnswer::Name(names.text(*name).to_string()),
            Answer::Piles(piles) => PlainAnswer::Piles(piles.iter().map(|pile| numbers(pile)).collect()),
            Answer::Gifts(gifts) => PlainAnswer::Gifts(gifts.iter().map(|(card, to)| (card.0, seat(*to))).collect()),
        }
    }

    /// Are all its names those of something? Others would be made names by [`PlainAnswer::answer`].
    pub fn is_known(&self, names: &Names) -> bool {
        match self {
            PlainAnswer::Act(action) => action.is_known(names),
            PlainAnswer::Name(name) => names.get(name).is_some(),
            _ => true,
        }
    }

    /// The answer in the terms of a running game. Whether it is legal there is the game's to say.
    pub fn answer(&self, names: &Names) -> Answer {
        match self {
            PlainAnswer::Pass => Answer::Pass,
            PlainAnswer::Act(action) => Answer::Act(action.action(names)),
            PlainAnswer::Index(number) => Answer::Index(*number),
            PlainAnswer::Cards(picks) => Answer::Cards(
                picks
                    .iter()
                    .map(|pick| match pick {
                        PlainPick::Card(card) => Pick::Card(CardId(*card)),
                        PlainPick::Hidden(of) => Pick::Hidden(player(*of)),
                    })
                    .collect(),
            ),
            PlainAnswer::Players(seats) => Answer::Players(seats.iter().map(|seat| player(*seat)).collect()),
            PlainAnswer::Number(number) => Answer::Number(*number),
            PlainAnswer::Suit(suit) => Answer::Suit(*suit),
            PlainAnswer::Yes => Answer::Yes,
            PlainAnswer::Name(name) => Answer::Name(names.intern(name)),
            PlainAnswer::Piles(piles) => Answer::Piles(piles.iter().map(|pile| cards(pile)).collect()),
            PlainAnswer::Gifts(gifts) => {
                Answer::Gifts(gifts.iter().map(|(card, to)| (CardId(*card), player(*to))).collect())
            }
        }
    }
}

impl PlainAction {
    /// The action in plain form.
    pub fn of(names: &Names, action: &Action) -> Self {
        let ability = |at: AbilityRef| PlainAbility {
            owner: seat(at.owner),
            skill: names.text(at.skill).to_string(),
            index: at.index,
            effect: at.effect.map(|effect| effect.0),
            equip: at.equip.map(|card| card.0),
        };
        PlainAction {
            way: match action.way {
                Way::Card(card) => PlainWay::Card(card.0),
                Way::Recast(card) => PlainWay::Recast(card.0),
                Way::Convert(at) => PlainWay::Convert(ability(at)),
                Way::Provide(at) => PlainWay::Provide(ability(at)),
                Way::Active(at) => PlainWay::Active(ability(at)),
                Way::Trigger(at) => PlainWay::Trigger(ability(at)),
            },
            cards: numbers(&action.cards),
            name: action.name.map(|name| names.text(name).to_string()),
            targets: action.targets.iter().map(|target| seat(*target)).collect(),
            option: action.option,
            recast: action.recast,
        }
    }

    /// Are all its names those of something?
    pub fn is_known(&self, names: &Names) -> bool {
        let skill = match &self.way {
            PlainWay::Card(_) | PlainWay::Recast(_) => None,
            PlainWay::Convert(at) | PlainWay::Provide(at) | PlainWay::Active(at) | PlainWay::Trigger(at) => {
                Some(&at.skill)
            }
        };
        skill.into_iter().chain(&self.name).all(|name| names.get(name).is_some())
    }

    /// The way alone.
    pub fn way(&self) -> &PlainWay {
        &self.way
    }

    /// The action in the terms of a running game.
    pub fn action(&self, names: &Names) -> Action {
        let ability = |at: &PlainAbility| AbilityRef {
            owner: player(at.owner),
            skill: names.intern(&at.skill),
            index: at.index,
            effect: at.effect.map(EffectId),
            equip: at.equip.map(CardId),
        };
        Action {
            way: match &self.way {
                PlainWay::Card(card) => Way::Card(CardId(*card)),
                PlainWay::Recast(card) => Way::Recast(CardId(*card)),
                PlainWay::Convert(at) => Way::Convert(ability(at)),
                PlainWay::Provide(at) => Way::Provide(ability(at)),
                PlainWay::Active(at) => Way::Active(ability(at)),
                PlainWay::Trigger(at) => Way::Trigger(ability(at)),
            },
            cards: cards(&self.cards),
            name: self.name.as_ref().map(|name| names.intern(name)),
            targets: self.targets.iter().map(|target| player(*target)).collect(),
            option: self.option,
            recast: self.recast,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_survive_being_written() {
        let names = Names::default();
        let at = AbilityRef { owner: PlayerId(2), skill: names.intern("wusheng"), index: 1, effect: None, equip: None };
        let action = Action {
            cards: vec![CardId(7)],
            name: Some(names.intern("slash")),
            targets: vec![PlayerId(0)],
            ..Action::new(Way::Convert(at))
        };
        let answers = [
            Answer::Pass,
            Answer::Act(action),
            Answer::Index(3),
            Answer::Cards(vec![Pick::Card(CardId(1)), Pick::Hidden(PlayerId(4))]),
            Answer::Players(vec![PlayerId(0), PlayerId(9)]),
            Answer::Number(-2),
            Answer::Suit(Suit::Club),
            Answer::Yes,
            Answer::Name(names.intern("caocao")),
            Answer::Piles(vec![vec![CardId(1)], vec![]]),
            Answer::Gifts(vec![(CardId(5), PlayerId(1))]),
        ];
        for answer in answers {
            let text = serde_json::to_string(&PlainAnswer::of(&names, &answer)).expect("it can be written");
            let read: PlainAnswer = serde_json::from_str(&text).expect("it can be read");
            assert_eq!(read.answer(&names), answer, "{text}");
        }
    }
}
