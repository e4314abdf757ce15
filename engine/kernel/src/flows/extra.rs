//! What scripts need beside the flows: a view of a character's cards that respects payment, the legality of a use that a
//! skill demands, and seating a general before the game.

use crate::card::{Slot, VirtualCard};
use crate::def::{Ban, CardDef, TargetRule};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{CardId, EventId, PlayerId};
use crate::legality::Occasion;
use crate::names::Name;
use crate::note::Note;
use crate::rulebook::{Arg, Call};
use crate::state::{GeneralCard, Lasts, Owned, Source};

/// What does not matter when a use that a skill demands is checked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waived {
    /// Distance.
    pub distance: bool,
    /// How often the card may be used in the phase.
    pub quota: bool,
    /// The dying event that the use is to save somebody from, if it is.
    pub saves: Option<EventId>,
}

impl Game {
    /// The character's hand without cards treated as gone.
    #[must_use]
    pub fn hand_of(&self, player: PlayerId) -> Vec<CardId> {
        self.read().players[player.index()].hand.iter().copied().filter(|card| !self.is_gone(*card)).collect()
    }

    /// The character's equipment without cards treated as gone, by slot.
    #[must_use]
    pub fn equips_of(&self, player: PlayerId) -> Vec<CardId> {
        Slot::ALL.into_iter().filter_map(|slot| self.equipped(player, slot)).collect()
    }

    /// Could the character use this card on these targets (on any, if none are named) for a skill that demands it?
    /// States that forbid it, the card's own conditions and the legality of each target count as for any other use.
    #[must_use]
    pub fn may_use(
        &self,
        user: PlayerId,
        card: &VirtualCard,
        targets: &[(PlayerId, Option<PlayerId>)],
        waived: Waived,
    ) -> bool {
        let Some(def) = self.catalogue().card(card.name).cloned() else { return false };
        if !self.alive(user) || def.targets == TargetRule::Answer {
            return false;
        }
        let occasion = Occasion { user, need: None, respond: false, saving: waived.saves.is_some() };
        self.with_draft(occasion, card, &[], |draft| {
            self.edit_use(draft, |used| {
                used.to = waived.saves.map(|dying| (dying, None));
                used.no_distance = waived.distance;
                used.no_quota = waived.quota;
                used.at_idle = !waived.quota;
                used.counted = !waived.quota;
            });
            self.may_be_used(user, draft, &def) && self.may_have(occasion, draft, &def, targets)
        })
    }

    /// The innermost dying event of the character, while nothing has saved him yet.
    #[must_use]
    pub fn dying_of(&self, player: PlayerId) -> Option<EventId> {
        let found = self.find_event(|event| match event {
            Event::Dying(dying) if dying.player == player && !dying.spared => Some(()),
            _ => None,
        });
        found.filter(|_| self.read().players[player.index()].hp <= 0).map(|(id, ())| id)
    }

    /// Could the character respond with this hand card, as far as states go?
    #[must_use]
    pub fn may_respond(&self, player: PlayerId, card: CardId) -> bool {
        let occasion = Occasion { user: player, need: None, respond: true, saving: false };
        let card = self.make_virtual(self.face(card).name, &[card], None);
        self.with_draft(occasion, &card, &[], |draft| !self.banned_use(Ban::Respond, player, draft))
    }

    fn may_be_used(&self, user: PlayerId, draft: EventId, def: &CardDef) -> bool {
        !self.banned_use(Ban::Use, user, draft)
            && def.when.is_none_or(|fun| {
                let args = [Arg::Player(user), Arg::Event(draft.into())];
                self.rulebook().test(self, Call { fun, skill: def.name, args: &args })
            })
    }

    fn may_have(
        &self,
        occasion: Occasion,
        draft: EventId,
        def: &CardDef,
        targets: &[(PlayerId, Option<PlayerId>)],
    ) -> bool {
        if targets.is_empty() {
            return !self.legal_targets(occasion, draft, def).is_empty();
        }
        targets.iter().all(|(target, second)| {
            let legal = match def.targets {
                // A skill may put such a card on somebody whom its user could not choose.
                TargetRule::Own | TargetRule::All | TargetRule::Others if !occasion.saving => {
                    self.may_target(draft, *target)
                }
                _ => self.legal_targets(occasion, draft, def).contains(target),
            };
            let paired = second.is_none_or(|second| self.may_be_second(occasion.user, draft, def, *target, second));
            self.add_target(draft, *target, *second);
            legal && paired
        })
    }

    fn may_be_second(&self, user: PlayerId, draft: EventId, def: &CardDef, target: PlayerId, second: PlayerId) -> bool {
        def.second.is_some_and(|fun| {
            let args = [Arg::Player(user), Arg::Event(draft.into()), Arg::Player(target), Arg::Player(second)];
            self.rulebook().test(self, Call { fun, skill: def.name, args: &args })
        })
    }

    /// Give a character a general before the game: kingdom, gender, hp and skills as printed, lord skills for a lord
    /// only, `extra_hp` on top. A second general adds his skills and changes nothing else.
    pub fn seat_general(&self, player: PlayerId, general: Name, lord: bool, extra_hp: i32) {
        let catalogue = self.catalogue();
        let Some(def) = catalogue.general(general).cloned() else { return };
        {
            let mut state = self.edit();
            let of = &mut state.players[player.index()];
            if of.generals.is_empty() {
                of.kingdom = Some(def.kingdom);
                of.gender = def.gender;
                of.max_hp = def.hp + extra_hp;
                of.hp = def.start_hp + extra_hp;
            }
            let source = Source::General(of.generals.len() as u8);
            of.generals.push(GeneralCard { name: general, shown: true });
            for skill in &def.skills {
                if lord || !catalogue.skill(*skill).is_some_and(|skill| skill.lord) {
                    of.skills.push(Owned { skill: *skill, source, lasts: Lasts::Game });
                }
            }
            state.general_deck.retain(|name| *name != general);
        }
        self.touch();
        self.note(|| Note::Seated { player, general });
    }
}
