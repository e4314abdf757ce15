//! A request as data for a page, and what may come next in an answer to it.

use super::shapes::{Both, CardView, GeneralView, Named, SkillView};
use super::view::{Eyes, seat_number};
use crate::replay::plain::{PlainAction, PlainWay};
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::legality::{Next as Steps, Obstacle};
use muniu_kernel::names::Name;
use muniu_kernel::request::{AbilityRef, Action, Ask, Request, Way};
use serde::Serialize;
use ts_rs::TS;

/// A question that a page may answer. Which of the lists there are depends on its kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "Request")]
pub struct Question {
    /// The number of the decision; an answer names it.
    pub id: u64,
    /// Who is asked.
    pub seat: u8,
    #[ts(type = "Kind")]
    pub kind: &'static str,
    pub title: Both,
    /// On whose behalf it is asked.
    pub skill: Option<SkillView>,
    /// May it be passed?
    pub optional: bool,
    /// What passing means.
    pub pass: Both,
    /// Actions: what one may begin with.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ways: Option<Vec<WayOffer>>,
    /// Actions: cards of one's hand that can't be used as they are, with the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub illegal: Option<Vec<Illegal>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub cards: Option<Vec<CardView>>,
    /// Hands of which cards may be chosen unseen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hidden: Option<Vec<HiddenHand>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub min: Option<usize>,
    /// Missing: as many as one likes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub max: Option<usize>,
    /// How many cards one character may get; missing: any number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub each_max: Option<usize>,
    /// Piles to arrange cards in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub piles: Option<Vec<PileOffer>>,
    /// Characters to choose from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub candidates: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub options: Option<Vec<Both>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub range: Option<NumberRange>,
    /// Generals to choose from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub choices: Option<Vec<GeneralView>>,
}

/// A way to begin an action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct WayOffer {
    #[ts(type = "Way")]
    pub way: PlainWay,
    pub kind: WayKind,
    pub words: Both,
    /// The card that it begins with.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub card: Option<u16>,
    /// The skill that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub skill: Option<String>,
    /// Whose skill it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub owner: Option<u8>,
}

/// Sorts of ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum WayKind {
    Card,
    Recast,
    Convert,
    Provide,
    Active,
    Trigger,
}

/// A card that can't be used as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Illegal {
    pub card: u16,
    pub why: Both,
}

/// A hand of which cards may be chosen unseen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct HiddenHand {
    pub seat: u8,
    pub count: usize,
}

/// A pile to arrange cards in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct PileOffer {
    pub id: String,
    pub words: Both,
    pub min: usize,
    /// Nothing: as many as there are.
    pub max: Option<usize>,
}

/// Numbers to choose from, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
pub struct NumberRange {
    pub min: i64,
    pub max: i64,
}

/// What may be added to a half-built action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Next {
    pub cards: Vec<u16>,
    /// How many cards the whole action takes: at least, and at most if there is a limit.
    pub card_bounds: (usize, Option<usize>),
    /// Names that the card made of them may be declared as.
    pub names: Vec<Named>,
    pub targets: Vec<u8>,
    /// How many targets: at least, and at most if there is a limit.
    pub target_bounds: (usize, Option<usize>),
    pub options: Vec<Both>,
    /// Could it be carried out as it is?
    pub ready: bool,
    /// Does each target come with a second character?
    pub pairs: bool,
}

fn bound(number: usize) -> Option<usize> {
    (number != usize::MAX).then_some(number)
}

fn seats(players: &[PlayerId]) -> Vec<u8> {
    players.iter().map(|player| seat_number(*player)).collect()
}

fn numbers(cards: &[CardId]) -> Vec<u16> {
    cards.iter().map(|card| card.0).collect()
}

impl Eyes<'_> {
    /// A request, with everything a page needs to put it and to build an answer.
    pub fn request(&self, id: u64, request: &Request) -> Question {
        let mut question = Question {
            id,
            seat: seat_number(request.seat),
            kind: request.ask.kind(),
            title: self.both(|words| words.question(self.game, request)),
            skill: request.prompt.skill.map(|skill| self.skill(skill)),
            optional: request.optional,
            pass: self.both(|words| words.pass(request).to_owned()),
            ..Question::default()
        };
        let listed = |cards: &[CardId]| Some(cards.iter().map(|card| self.card(*card)).collect());
        match &request.ask {
            Ask::Play | Ask::Card { .. } | Ask::Trigger { .. } => {
                let ways = self.game.ways(request);
                question.illegal = Some(self.illegal(request, &ways));
                question.ways = Some(ways.iter().map(|way| self.way(*way)).collect());
            }
            Ask::OrderTriggers { options, .. } => {
                let option = |at: &AbilityRef| self.both(|words| words.ability(self.game, request.seat, *at));
                question.options = Some(options.iter().map(option).collect());
            }
            Ask::Cards { cards, hidden, min, max } => {
                let hand =
                    |(player, count): &(PlayerId, usize)| HiddenHand { seat: seat_number(*player), count: *count };
                question.cards = listed(cards);
                question.hidden = Some(hidden.iter().map(hand).collect());
                (question.min, question.max) = (Some(*min), bound(*max));
            }
            Ask::Players { candidates, min, max } => {
                question.candidates = Some(seats(candidates));
                (question.min, question.max) = (Some(*min), bound(*max));
            }
            Ask::Option { options } => {
                let option = |value| self.both(|words| words.option(self.game, request.prompt.skill, value));
                question.options = Some(options.iter().map(option).collect());
            }
            Ask::Number { min, max } => question.range = Some(NumberRange { min: *min, max: *max }),
            Ask::General { choices } => {
                question.choices = Some(choices.iter().map(|general| self.general(*general)).collect());
            }
            Ask::Arrange { cards, piles } => {
                let pile = |(name, min, max): &(Name, usize, usize)| PileOffer {
                    id: self.id(*name),
                    words: self.both(|words| words.pile(request, *name)),
                    min: *min,
                    max: bound(*max),
                };
                question.cards = listed(cards);
                question.piles = Some(piles.iter().map(pile).collect());
            }
            Ask::Distribute { cards, candidates, min, max, each_max } => {
                question.cards = listed(cards);
                question.candidates = Some(seats(candidates));
                (question.min, question.max) = (Some(*min), bound(*max));
                question.each_max = bound(*each_max);
            }
            Ask::Suit | Ask::Confirm => {}
        }
        question
    }

    fn way(&self, way: Way) -> WayOffer {
        let plain = PlainAction::of(self.game.names(), &Action::new(way));
        let (kind, card, at) = match way {
            Way::Card(card) => (WayKind::Card, Some(card), None),
            Way::Recast(card) => (WayKind::Recast, Some(card), None),
            Way::Convert(at) => (WayKind::Convert, None, Some(at)),
            Way::Provide(at) => (WayKind::Provide, None, Some(at)),
            Way::Active(at) => (WayKind::Active, None, Some(at)),
            Way::Trigger(at) => (WayKind::Trigger, None, Some(at)),
        };
        let words = self.both(|words| match (card, at) {
            (Some(card), _) => words.card(self.game, card),
            (_, Some(at)) => words.skill(at.skill),
            _ => String::new(),
        });
        WayOffer {
            way: plain.way().clone(),
            kind,
            words,
            card: card.map(|card| card.0),
            skill: at.map(|at| self.id(at.skill)),
            owner: at.map(|at| seat_number(at.owner)),
        }
    }

    /// Hand cards that open no way, each with a reason.
    fn illegal(&self, request: &Request, ways: &[Way]) -> Vec<Illegal> {
        if matches!(request.ask, Ask::Trigger { .. }) {
            return Vec::new();
        }
        let hand = self.game.read().players[request.seat.index()].hand.clone();
        let open =
            |card: CardId| ways.iter().any(|way| matches!(way, Way::Card(own) | Way::Recast(own) if *own == card));
        hand.into_iter()
            .filter(|card| !open(*card))
            .map(|card| {
                let obstacle = self.game.why_not(request, card).unwrap_or(Obstacle::Unwanted);
                Illegal { card: card.0, why: self.both(|words| words.obstacle(obstacle).to_owned()) }
            })
            .collect()
    }

    /// What may come next.
    pub fn next(&self, request: &Request, action: &Action) -> Next {
        let next: Steps = self.game.next(request, action);
        let of = match action.way {
            Way::Active(at) | Way::Trigger(at) | Way::Convert(at) | Way::Provide(at) => Some(at.skill),
            Way::Card(_) | Way::Recast(_) => None,
        };
        let name = |name: &Name| Named { id: self.id(*name), words: self.both(|words| words.card_name(*name)) };
        let option = |option| self.both(|words| words.option(self.game, of, option));
        Next {
            cards: numbers(&next.cards),
            card_bounds: (next.card_bounds.0, bound(next.card_bounds.1)),
            names: next.names.iter().map(name).collect(),
            targets: seats(&next.targets),
            target_bounds: (next.target_bounds.0, bound(next.target_bounds.1)),
            options: next.options.iter().map(option).collect(),
            ready: next.ready,
            pairs: self.pairs(action),
        }
    }

    /// Does each target of the card come with a second character?
    fn pairs(&self, action: &Action) -> bool {
        let name = match action.way {
            Way::Card(card) => Some(self.game.face(card).name),
            _ => action.name,
        };
        name.and_then(|name| self.game.catalogue().card(name).map(|def| def.second.is_some())).unwrap_or(false)
    }
}
