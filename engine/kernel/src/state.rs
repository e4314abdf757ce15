//! The state of a game: plain data, complete at every idle point of the play phase.

use crate::card::{Face, Slot, VirtualCard, Zone};
use crate::def::Gender;
use crate::event::Frame;
use crate::history::{History, Record};
use crate::ids::{CardId, EffectId, EventId, PlayerId, VirtualId};
use crate::names::Name;
use crate::rng::Rng;
use crate::value::{Slots, Value};
use smallvec::SmallVec;
use std::rc::Rc;

/// Where a skill of a character comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// General card number.
    General(u8),
    /// Granted by this skill (or by the mode).
    Granted(Name),
}

/// When a granted skill or a lasting effect ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lasts {
    /// Never by itself.
    Game,
    /// With this event.
    Event(EventId),
    /// With the current phase.
    Phase,
    /// With the current turn.
    Turn,
    /// With the current round.
    Round,
    /// When this character's next turn begins (rules: until the start of his next turn).
    TurnOf(PlayerId),
    /// When this character's next turn ends, or the current one if it is his.
    EndOfTurnOf(PlayerId),
    /// While this character has cards in this pile.
    Pile(PlayerId, Name),
}

/// A skill that a character has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owned {
    /// Which.
    pub skill: Name,
    /// From where.
    pub source: Source,
    /// Until when.
    pub lasts: Lasts,
}

/// A lasting effect (延时类效果): a record, never a closure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// Its id.
    pub id: EffectId,
    /// The skill whose script defines it.
    pub skill: Name,
    /// Its name in that skill.
    pub name: Name,
    /// Whose it is.
    pub owner: PlayerId,
    /// Its data.
    pub data: Value,
    /// When it ends.
    pub lasts: Lasts,
    /// Ends when its owner loses the skill.
    pub bound: bool,
    /// How many more times one of its handlers may run; `None` is no bound.
    pub uses: Option<u32>,
}

/// A general card of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GeneralCard {
    /// Which general.
    pub name: Name,
    /// Face up (shown) or hidden.
    pub shown: bool,
}

/// A named pile on or beside a general card.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pile {
    /// The cards, oldest first.
    pub cards: Vec<CardId>,
    /// Only the owner sees them.
    pub secret: bool,
    /// The owner uses and plays them like hand cards.
    pub as_hand: bool,
}

/// A character (角色).
#[derive(Debug, Clone)]
pub struct Player {
    /// Alive?
    pub alive: bool,
    /// Role, in modes that have them.
    pub role: Option<Name>,
    /// Does everybody know the role?
    pub role_shown: bool,
    /// Kingdom.
    pub kingdom: Option<Name>,
    /// Gender.
    pub gender: Gender,
    /// Hp; may be below 0.
    pub hp: i32,
    /// Maximum hp.
    pub max_hp: i32,
    /// General cards: main, deputy.
    pub generals: SmallVec<[GeneralCard; 2]>,
    /// Skills.
    pub skills: Vec<Owned>,
    /// Hand cards in the order obtained.
    pub hand: Vec<CardId>,
    /// Equipment by slot.
    pub equip: [Option<CardId>; 5],
    /// Judgement area, oldest first.
    pub judge: Vec<CardId>,
    /// Named piles.
    pub piles: Slots<Pile>,
    /// Marks.
    pub marks: Slots<i32>,
    /// What scripts noted on the character.
    pub memo: Slots<Value>,
    /// 连环状态
    pub chained: bool,
    /// General cards face up (not 翻面).
    pub face_up: bool,
    /// Slots that are abolished.
    pub abolished: SmallVec<[Slot; 2]>,
    /// Judgement area abolished.
    pub judge_abolished: bool,
    /// Skills that have no effect for a while, and until when.
    pub suspended: SmallVec<[(Name, Lasts); 2]>,
    /// Uses of limited and awakening skills.
    pub spent: SmallVec<[(Name, u32); 2]>,
}

impl Player {
    /// An empty seat.
    #[must_use]
    pub fn empty() -> Self {
        Player {
            alive: true,
            role: None,
            role_shown: false,
            kingdom: None,
            gender: Gender::Neutral,
            hp: 0,
            max_hp: 0,
            generals: SmallVec::new(),
            skills: Vec::new(),
            hand: Vec::new(),
            equip: [None; 5],
            judge: Vec::new(),
            piles: Slots::default(),
            marks: Slots::default(),
            memo: Slots::default(),
            chained: false,
            face_up: true,
            abolished: SmallVec::new(),
            judge_abolished: false,
            suspended: SmallVec::new(),
            spent: SmallVec::new(),
        }
    }
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameResult {
    /// The winners; nobody in a draw.
    pub winners: Vec<PlayerId>,
}

/// Everything that a game is at one moment.
#[derive(Debug, Clone)]
pub struct State {
    /// The characters by seat.
    pub players: Vec<Player>,
    /// What is printed on each physical card.
    pub faces: Rc<Vec<Face>>,
    /// Where each physical card is.
    pub zones: Vec<Zone>,
    /// How long the history was when each physical card last moved.
    pub moved_at: Vec<u32>,
    /// The virtual card each physical card is tied to.
    pub ties: Vec<Option<VirtualId>>,
    /// Draw pile; the top is the last.
    pub draw_pile: Vec<CardId>,
    /// Discard pile; the newest is the last.
    pub discard_pile: Vec<CardId>,
    /// Processing area with the event that put each card there and why.
    pub processing: Vec<(CardId, EventId, crate::event::Reason)>,
    /// Cards of the processing area that lie face down.
    pub covered: SmallVec<[CardId; 2]>,
    /// Virtual cards, for the whole game.
    pub virtuals: Vec<VirtualCard>,
    /// Generals not in the game yet.
    pub general_deck: Vec<Name>,
    /// Lasting effects, oldest first.
    pub effects: Vec<Effect>,
    /// Number of the next effect.
    pub next_effect: u32,
    /// The event stack.
    pub frames: Vec<Frame>,
    /// Serial number of the next event.
    pub next_serial: u32,
    /// What happened.
    pub history: History,
    /// Numbers of uses in it that no longer count for limits and quotas.
    pub taken_back: SmallVec<[u32; 4]>,
    /// Whose turn it is; nobody's between turns.
    pub turn_owner: Option<PlayerId>,
    /// From whom turn order is counted: the owner of the turn, or of the last one.
    pub order_from: PlayerId,
    /// Between "turn started ❻" and "before the end ❼": effects "in the turn" are on.
    pub in_turn: bool,
    /// The running phase.
    pub phase: Option<crate::event::Phase>,
    /// Round (轮), from 1.
    pub round: u32,
    /// Turns begun so far.
    pub turns: u32,
    /// Whose regular turn was last.
    pub last_regular: Option<PlayerId>,
    /// Extra turns waiting, next first.
    pub extra_turns: Vec<PlayerId>,
    /// How many decisions were made.
    pub decisions: u64,
    /// The stream of chance.
    pub rng: Rng,
    /// The mode that is played.
    pub mode: Name,
    /// The mode's own notes.
    pub memo: Slots<Value>,
    /// The result, once there is one.
    pub result: Option<GameResult>,
}

impl State {
    /// Write down that something happened, in this event.
    pub(crate) fn record(&mut self, event: EventId, record: Record) {
        let number = self.history.len() as u32;
        self.history.push(record);
        if let Some(frame) = self.frames.get_mut(usize::from(event.depth)).filter(|frame| frame.serial == event.serial)
        {
            frame.record.get_or_insert(number);
        }
    }

    /// Does the seat look at a hidden card, by a skill that is being used (观看)?
    #[must_use]
    pub fn looks_at(&self, seat: PlayerId, card: CardId) -> bool {
        self.frames.iter().any(|frame| match &frame.event {
            crate::event::Event::SkillUse { seen, .. } => seen.contains(&(seat, card)),
            _ => false,
        })
    }

    /// The living characters in turn order from `from` (included if alive), once round the table.
    pub fn order(&self, from: PlayerId) -> impl Iterator<Item = PlayerId> + '_ {
        self.seats_from(from).filter(|player| self.players[player.index()].alive)
    }

    /// All seats in turn order from `from`, the dead too.
    pub(crate) fn seats_from(&self, from: PlayerId) -> impl Iterator<Item = PlayerId> + use<> {
        let seats = self.players.len();
        (0..seats).map(move |step| PlayerId(((from.index() + step) % seats) as u8))
    }

    /// Is it this character's play phase?
    #[must_use]
    pub fn in_play_phase_of(&self, player: PlayerId) -> bool {
        self.phase == Some(crate::event::Phase::Play) && self.turn_owner == Some(player)
    }

    /// The running turn's event.
    #[must_use]
    pub fn turn(&self) -> Option<&crate::event::Turn> {
        self.frames.iter().rev().find_map(|frame| match &frame.event {
            crate::event::Event::Turn(turn) => Some(turn),
            _ => None,
        })
    }
}
