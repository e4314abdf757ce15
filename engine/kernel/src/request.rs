//! Requests: every decision is one typed request, and every seat (page, bot, fuzzer, test, replay) answers the same ones.

use crate::card::Suit;
use crate::ids::{CardId, EffectId, EventId, PlayerId};
use crate::names::Name;
use crate::value::Value;

/// One ability in play: whose, and where it is defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AbilityRef {
    /// Who holds it (for `lent`: who lends it).
    pub owner: PlayerId,
    /// The skill, equipment card kind, mode or used card kind whose script defines it.
    pub skill: Name,
    /// The lasting effect it belongs to, if it belongs to one.
    pub effect: Option<EffectId>,
    /// The equipment card it comes from, if it comes from one.
    pub equip: Option<CardId>,
    /// Its number in the definition.
    pub index: u16,
}

/// How something is done in an [`Action`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Way {
    /// A hand card as it is.
    Card(CardId),
    /// Cards converted by a skill.
    Convert(AbilityRef),
    /// A card that a skill provides.
    Provide(AbilityRef),
    /// An active skill.
    Active(AbilityRef),
    /// A triggered skill that was offered.
    Trigger(AbilityRef),
    /// Recast a card.
    Recast(CardId),
}

/// A full or partial answer to a request to act.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Action {
    /// How.
    pub way: Way,
    /// Cards chosen: converted, chosen for the skill, and last those of its price.
    pub cards: Vec<CardId>,
    /// As what, for conversions with several names.
    pub name: Option<Name>,
    /// Targets in the order chosen. For cards with a second character each target is followed by its second.
    pub targets: Vec<PlayerId>,
    /// The option chosen, by number.
    pub option: Option<u16>,
    /// Recast the converted cards instead of using them.
    pub recast: bool,
}

impl Action {
    /// An action with nothing chosen yet.
    #[must_use]
    pub fn new(way: Way) -> Self {
        Action { way, cards: Vec::new(), name: None, targets: Vec::new(), option: None, recast: false }
    }
}

/// A card picked from somebody's zones: one that the seat can see, or one of a hand it can't.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick {
    /// This card.
    Card(CardId),
    /// A random card of this character's hand.
    Hidden(PlayerId),
}

impl Pick {
    /// The card, if it is one the seat can see.
    #[must_use]
    pub fn open(self) -> Option<CardId> {
        if let Pick::Card(card) = self { Some(card) } else { None }
    }
}

/// Why a card is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// 需要使用
    Use,
    /// 需要打出
    Respond,
    /// Cancel a trick for a target.
    Nullify,
    /// Save the dying.
    Save,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
    /// An idle point of the play phase: act or end it.
    Play,
    /// A card is needed, or may be used, for a [`crate::event::Need`].
    Card {
        /// The need.
        need: EventId,
        /// What for.
        purpose: Purpose,
    },
    /// Use this triggered skill? With what and on whom?
    Trigger {
        /// The ability.
        ability: AbilityRef,
        /// Where it is offered.
        ev: Ev,
    },
    /// Which of these goes next?
    OrderTriggers {
        /// Those that can.
        options: Vec<AbilityRef>,
        /// Where they are offered.
        ev: Ev,
    },
    /// Choose cards.
    Cards {
        /// Cards the seat can see.
        cards: Vec<CardId>,
        /// Hands it can't see, with how many cards may be taken from each.
        hidden: Vec<(PlayerId, usize)>,
        /// At least.
        min: usize,
        /// At most.
        max: usize,
    },
    /// Choose characters.
    Players {
        /// Of these.
        candidates: Vec<PlayerId>,
        /// At least.
        min: usize,
        /// At most.
        max: usize,
    },
    /// Choose one of these words or things.
    Option {
        /// The options.
        options: Vec<Value>,
    },
    /// Choose a number.
    Number {
        /// From.
        min: i64,
        /// To, inclusive.
        max: i64,
    },
    /// Choose a suit.
    Suit,
    /// Yes or no.
    Confirm,
    /// Choose a general.
    General {
        /// Of these.
        choices: Vec<Name>,
    },
    /// Put all cards into piles, in order.
    Arrange {
        /// The cards.
        cards: Vec<CardId>,
        /// Per pile: its name, least and most cards.
        piles: Vec<(Name, usize, usize)>,
    },
    /// Give cards to characters.
    Distribute {
        /// The cards.
        cards: Vec<CardId>,
        /// To these.
        candidates: Vec<PlayerId>,
        /// At least this many must be given.
        min: usize,
        /// At most.
        max: usize,
        /// All to the same character, or at most this many to each.
        each_max: usize,
    },
}

/// A place in an event: the event and, at timings that come up per target, the target entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ev {
    /// The event.
    pub id: EventId,
    /// The target entry.
    pub aim: Option<u8>,
}

impl From<EventId> for Ev {
    fn from(id: EventId) -> Self {
        Ev { id, aim: None }
    }
}

/// The words of a question: a key and what goes into it.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// The skill or card that asks, if one does.
    pub skill: Option<Name>,
    /// Which of its questions.
    pub key: Option<Name>,
    /// What goes into it.
    pub args: Vec<Value>,
}

impl Prompt {
    /// A question of the rules themselves.
    pub const RULES: Prompt = Prompt { skill: None, key: None, args: Vec::new() };

    /// A question that a skill asks.
    #[must_use]
    pub fn of(skill: Name) -> Self {
        Prompt { skill: Some(skill), key: None, args: Vec::new() }
    }
}

/// A decision asked of one seat.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Whose decision.
    pub seat: PlayerId,
    /// What.
    pub ask: Ask,
    /// May it be declined?
    pub optional: bool,
    /// Its words.
    pub prompt: Prompt,
}

/// An answer. Which variant fits is decided by the request's [`Ask`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Decline; end the play phase.
    Pass,
    /// For `Play`, `Card`, `Trigger`.
    Act(Action),
    /// For `OrderTriggers` and `Option`: by number.
    Index(usize),
    /// For `Cards`.
    Cards(Vec<Pick>),
    /// For `Players`.
    Players(Vec<PlayerId>),
    /// For `Number`.
    Number(i64),
    /// For `Suit`.
    Suit(Suit),
    /// For `Confirm`: yes. (`Pass` is no.)
    Yes,
    /// For `General`.
    Name(Name),
    /// For `Arrange`: the piles in order; the first card of a pile is its top.
    Piles(Vec<Vec<CardId>>),
    /// For `Distribute`.
    Gifts(Vec<(CardId, PlayerId)>),
}

impl Ask {
    /// Every word that [`Ask::kind`] has.
    pub const KINDS: [&'static str; 16] = [
        "play",
        "use_card",
        "respond",
        "nullify",
        "save",
        "trigger",
        "order_triggers",
        "choose_cards",
        "choose_players",
        "choose_option",
        "choose_number",
        "choose_suit",
        "confirm",
        "pick_general",
        "arrange",
        "distribute",
    ];

    /// The word for this sort of question in replays and logs.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Ask::Play => "play",
            Ask::Card { purpose: Purpose::Use, .. } => "use_card",
            Ask::Card { purpose: Purpose::Respond, .. } => "respond",
            Ask::Card { purpose: Purpose::Nullify, .. } => "nullify",
            Ask::Card { purpose: Purpose::Save, .. } => "save",
            Ask::Trigger { .. } => "trigger",
            Ask::OrderTriggers { .. } => "order_triggers",
            Ask::Cards { .. } => "choose_cards",
            Ask::Players { .. } => "choose_players",
            Ask::Option { .. } => "choose_option",
            Ask::Number { .. } => "choose_number",
            Ask::Suit => "choose_suit",
            Ask::Confirm => "confirm",
            Ask::General { .. } => "pick_general",
            Ask::Arrange { .. } => "arrange",
            Ask::Distribute { .. } => "distribute",
        }
    }
}
