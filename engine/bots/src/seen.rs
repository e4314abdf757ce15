//! What a seat sees, and the only place of this crate that reads the state: public zones, public acts, its own hand.

use muniu_kernel::Game;
use muniu_kernel::agent::View;
use muniu_kernel::card::{Color, Face, Slot, Suit, Zone};
use muniu_kernel::def::{Ability, CardDef, Fun, SkillDef};
use muniu_kernel::event::{Event, Need, Use};
use muniu_kernel::history::Record;
use muniu_kernel::ids::{CardId, EventId, PlayerId};
use muniu_kernel::names::Name;
use muniu_kernel::request::{AbilityRef, Ask, Ev, Request};
use muniu_kernel::state::Player;
use std::rc::Rc;

/// A seat's sight of the table.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    view: View<'a>,
    /// Cards that the question at hand shows to the seat, wherever they lie.
    shown: &'a [CardId],
}

/// An ability with its skill.
pub struct Known {
    /// The skill.
    pub skill: Rc<SkillDef>,
    effect: Option<usize>,
    index: usize,
}

impl Known {
    /// The ability.
    #[must_use]
    pub fn ability(&self) -> Option<&Ability> {
        let abilities = match self.effect {
            None => &self.skill.abilities,
            Some(effect) => &self.skill.effects.get(effect)?.abilities,
        };
        abilities.get(self.index)
    }
}

impl<'a> Seen<'a> {
    /// What this view shows.
    #[must_use]
    pub fn new(view: View<'a>) -> Self {
        Seen { view, shown: &[] }
    }

    /// What this view shows while this question is asked: the cards it lists are open to the one who is asked.
    #[must_use]
    pub fn asked(view: View<'a>, request: &'a Request) -> Self {
        let shown = match &request.ask {
            Ask::Cards { cards, .. } | Ask::Arrange { cards, .. } | Ask::Distribute { cards, .. } => cards.as_slice(),
            _ => &[],
        };
        Seen { view, shown }
    }

    fn sees(self, card: CardId) -> bool {
        self.view.sees(card) || self.shown.contains(&card)
    }

    fn face(self, card: CardId) -> Option<Face> {
        self.sees(card).then(|| self.game().face(card))
    }

    /// The seat that looks.
    #[must_use]
    pub fn me(self) -> PlayerId {
        self.view.seat()
    }

    /// The game, for continuation queries.
    #[must_use]
    pub fn game(self) -> &'a Game {
        self.view.rules()
    }

    fn player<T>(self, player: PlayerId, look: impl FnOnce(&Player) -> T) -> T {
        look(&self.game().read().players[player.index()])
    }

    /// How many seats there are.
    #[must_use]
    pub fn seats(self) -> usize {
        self.game().read().players.len()
    }

    /// The living, from this seat on.
    #[must_use]
    pub fn living(self) -> Vec<PlayerId> {
        self.game().in_order_from(self.me())
    }

    /// The living others.
    #[must_use]
    pub fn others(self) -> Vec<PlayerId> {
        self.living().into_iter().filter(|player| *player != self.me()).collect()
    }

    /// Hp.
    #[must_use]
    pub fn hp(self, player: PlayerId) -> i32 {
        self.player(player, |player| player.hp)
    }

    /// Hp lost.
    #[must_use]
    pub fn wounds(self, player: PlayerId) -> i32 {
        self.player(player, |player| player.max_hp - player.hp.max(0))
    }

    /// How many hand cards somebody has.
    #[must_use]
    pub fn hand_size(self, player: PlayerId) -> usize {
        self.player(player, |player| player.hand.len())
    }

    /// One's own hand.
    #[must_use]
    pub fn hand(self) -> Vec<CardId> {
        self.player(self.me(), |player| player.hand.clone())
    }

    /// Somebody's equipment.
    #[must_use]
    pub fn equipment(self, player: PlayerId) -> Vec<CardId> {
        self.player(player, |player| player.equip.iter().flatten().copied().collect())
    }

    /// What is in somebody's slot.
    #[must_use]
    pub fn slot(self, player: PlayerId, slot: Slot) -> Option<Rc<CardDef>> {
        let card = self.player(player, |player| player.equip[slot as usize])?;
        self.game().catalogue().card(self.game().printed(card).name).cloned()
    }

    /// Does somebody have cards in the judgement area?
    #[must_use]
    pub fn is_delayed(self, player: PlayerId) -> bool {
        self.player(player, |player| !player.judge.is_empty())
    }

    /// Is somebody chained?
    #[must_use]
    pub fn chained(self, player: PlayerId) -> bool {
        self.player(player, |player| player.chained)
    }

    /// Somebody's role if this seat knows it: its own, one that is shown, one of the dead.
    #[must_use]
    pub fn role(self, player: PlayerId) -> Option<Name> {
        let own = player == self.me();
        self.player(player, |player| if own || player.role_shown || !player.alive { player.role } else { None })
    }

    /// The roles that the living others hide, in no telling order. How many of each are dealt is public, the roles of
    /// the dead are shown; so what is left is public too.
    #[must_use]
    pub fn hidden_roles(self) -> Vec<Rc<str>> {
        let names = self.game().names();
        let mut hidden: Vec<Rc<str>> = self
            .others()
            .into_iter()
            .filter(|player| self.role(*player).is_none())
            .filter_map(|player| self.player(player, |player| player.role))
            .map(|role| names.text(role))
            .collect();
        hidden.sort();
        hidden
    }

    /// The number of the running turn.
    #[must_use]
    pub fn turn_number(self) -> u32 {
        self.game().read().turns
    }

    /// Is it this seat's turn?
    #[must_use]
    pub fn own_turn(self) -> bool {
        self.game().read().turn_owner == Some(self.me())
    }

    /// The name a card goes by, if it is seen.
    #[must_use]
    pub fn name(self, card: CardId) -> Option<Name> {
        self.face(card).map(|face| face.name)
    }

    /// The rank of a card, if it is seen.
    #[must_use]
    pub fn rank(self, card: CardId) -> Option<u8> {
        self.face(card).map(|face| face.rank)
    }

    /// The suit of a card, if it is seen.
    #[must_use]
    pub fn suit(self, card: CardId) -> Option<Suit> {
        self.face(card).map(|face| face.suit)
    }

    /// The colour of a card, if it is seen.
    #[must_use]
    pub fn color(self, card: CardId) -> Option<Color> {
        self.face(card).map(|face| face.suit.color())
    }

    /// Where a card is, if it is seen.
    #[must_use]
    pub fn zone(self, card: CardId) -> Option<Zone> {
        self.sees(card).then(|| self.game().read().zones[card.index()])
    }

    /// The definition of an ability.
    #[must_use]
    pub fn ability(self, at: AbilityRef) -> Option<Known> {
        let skill = self.game().catalogue().skill_like(at.skill)?;
        let effect = match at.effect {
            None => None,
            Some(id) => {
                let name =
                    self.game().read().effects.iter().find(|effect| effect.id == id).map(|effect| effect.name)?;
                Some(skill.effects.iter().position(|effect| effect.name == name)?)
            }
        };
        Some(Known { skill, effect, index: usize::from(at.index) })
    }

    /// The function with the hint that a skill declares for bots.
    #[must_use]
    pub fn hint(self, skill: Name) -> Option<Fun> {
        self.game().catalogue().skill_like(skill)?.ai
    }

    /// What happened from record `start` on, and how many records there are now.
    pub fn since(self, start: usize, mut look: impl FnMut(&Record)) -> usize {
        let state = self.game().read();
        state.history.since(start).for_each(&mut look);
        state.history.len()
    }

    /// The need that a question for a card is about.
    #[must_use]
    pub fn need(self, id: EventId) -> Option<Need> {
        self.event(id, |event| if let Event::Need(need) = event { Some(need.clone()) } else { None })
    }

    /// A running event's data.
    pub fn event<T>(self, id: EventId, look: impl FnOnce(&Event) -> Option<T>) -> Option<T> {
        if self.game().runs(id) { look(&self.game().event(id)) } else { None }
    }

    /// A use under way: its data and the name of its card.
    #[must_use]
    pub fn used(self, id: EventId) -> Option<(Use, Name)> {
        let used = self.event(id, |event| event.as_use().cloned())?;
        let name = self.game().virtual_card(used.card).name;
        Some((used, name))
    }

    /// The character that a use under way is about at this place.
    #[must_use]
    pub fn aimed(self, ev: Ev) -> Option<PlayerId> {
        let (used, _) = self.used(ev.id)?;
        self.aimed_by(&used, ev.aim)
    }

    /// The character at a place of a use's target list.
    #[must_use]
    pub fn aimed_by(self, used: &Use, aim: Option<u8>) -> Option<PlayerId> {
        used.aims.get(usize::from(aim.or(used.current)?)).map(|aim| aim.player)
    }

    /// For whom this seat is asked for a card, if on somebody else's behalf (护驾, 激将): who uses the ability that is
    /// to provide the card, or needs it himself.
    #[must_use]
    pub fn beneficiary(self) -> Option<PlayerId> {
        let me = self.me();
        let state = self.game().read();
        state.frames.iter().rev().find_map(|frame| match &frame.event {
            Event::Need(need) if need.player != me => Some(need.player),
            Event::SkillUse { player, skill, ability, .. } if *player != me => {
                let def = self.game().catalogue().skill_like(*skill)?;
                let provides = matches!(def.abilities.get(usize::from(*ability)), Some(Ability::Provide(_)));
                provides.then_some(*player)
            }
            _ => None,
        })
    }
}
