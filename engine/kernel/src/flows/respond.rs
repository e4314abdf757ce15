//! 打出牌 (rules 4.2.7).

use crate::card::{VirtualCard, Zone};
use crate::event::{Event, Reason, Respond};
use crate::game::Game;
use crate::history::Record;
use crate::ids::{CardId, EventId, PlayerId};
use crate::names::Name;
use crate::note::Note;
use crate::rulebook::Flow;
use crate::timing::Timing;

use super::use_card::Used;

/// The steps before the response (预打出, rules 4.2.6).
const DECLARATION: [Timing; 3] =
    [Timing::DeclareRespondedName, Timing::FixRespondedCardStandardAndRange, Timing::ChooseRespondedPhysicalCards];

impl Game {
    /// Respond with a card.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn respond(
        &self,
        player: PlayerId,
        card: VirtualCard,
        to: Option<(EventId, Option<u8>)>,
        reason: Option<Name>,
    ) -> Flow<Used> {
        for step in DECLARATION {
            self.step(step);
        }
        let (name, cards) = (card.name, card.cards.clone());
        let id = self.add_virtual(card);
        let family = self.catalogue().card(name).map_or(name, |def| def.family);
        let event = self.begin(Event::Respond(Respond { player, card: id, to, reason }));
        {
            let mut state = self.edit();
            let in_play_phase = state.in_play_phase_of(player);
            state.record(event, Record::Respond { player, name, family, cards: cards.clone(), in_play_phase });
        }
        self.note(|| Note::Responded { player, card: id });
        let result = self.respond_flow(event, player, id, &cards);
        if reason.is_some_and(|reason| self.provides_for_others(reason)) {
            // What is played for somebody else's use stays on the table for it (rules 4.2.7, the 激将 example).
            let skill = self.find_event(|event| matches!(event, Event::SkillUse { .. }).then_some(()));
            self.hand_over(&cards, skill.map_or(event, |(id, ())| id));
        }
        self.settle(event, result)?;
        Ok(Used { card: id, cards, damage_dealt: 0, took: true })
    }

    fn respond_flow(&self, event: EventId, player: PlayerId, id: crate::ids::VirtualId, cards: &[CardId]) -> Flow {
        self.lay_down(cards, id, player, Reason::Respond, event)?;
        self.fire(Timing::CardResponding, event)?;
        self.fire(Timing::RespondResolved, event)
    }

    /// Is the running skill one that provides a card, so that what is played in it will be used by somebody else?
    fn provides_for_others(&self, skill: Name) -> bool {
        self.catalogue()
            .skill(skill)
            .is_some_and(|def| def.abilities.iter().any(|ability| matches!(ability, crate::def::Ability::Provide(_))))
    }

    /// Put the physical cards of a use or response into the processing area and tie them to its virtual card. Cards that
    /// lie there already are taken over.
    pub(crate) fn lay_down(
        &self,
        cards: &[CardId],
        id: crate::ids::VirtualId,
        player: PlayerId,
        reason: Reason,
        event: EventId,
    ) -> Flow {
        {
            let mut state = self.edit();
            for card in cards {
                state.ties[card.index()] = Some(id);
            }
        }
        self.hand_over(cards, event);
        let away: Vec<CardId> =
            cards.iter().copied().filter(|card| self.read().zones[card.index()] != Zone::Processing).collect();
        self.shift(&away, Zone::Processing, reason, Some(player), true).map(drop)
    }
}
