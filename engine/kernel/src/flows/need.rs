//! 需要使用牌 / 需要打出牌 (rules 4.2.2, 4.2.5): who provides the card, how it is asked for, and its declaration
//! (预使用, 预打出: 4.2.3, 4.2.6).

use crate::card::VirtualCard;
use crate::def::Ability;
use crate::event::{Event, Need};
use crate::game::Game;
use crate::ids::{CardId, EventId, PlayerId};
use crate::index::Entry;
use crate::legality::Occasion;
use crate::request::{Action, Answer, Ask, Ev, Prompt, Purpose, Request, Way};
use crate::rulebook::{Act, Arg, Call, Flow};
use crate::timing::Timing;
use crate::value::Value;

use super::use_card::{Used, Wanted};
use super::window::need_request;

/// Prescribed targets, looked up again.
pub type Anew<'a> = &'a dyn Fn() -> Flow<Option<Vec<PlayerId>>>;

impl Game {
    /// A character needs to use or respond with a card. Answers what was used or played, nothing if it came to nothing.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn need(&self, need: Need, purpose: Purpose) -> Flow<Option<Used>> {
        self.need_again(need, purpose, &|| Ok(None))
    }

    /// Like [`Game::need`]; when a declaration has fallen through (蛊惑) and the need is asked again, `anew` says which
    /// targets are prescribed now, if that can have changed.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn need_again(&self, need: Need, purpose: Purpose, anew: Anew<'_>) -> Flow<Option<Used>> {
        if !self.alive(need.player) {
            return Ok(None);
        }
        let seat = need.player;
        let id = self.begin(Event::Need(need));
        let result = self.need_flow(id, seat, purpose, anew);
        self.settle(id, result)
    }

    fn need_flow(&self, id: EventId, seat: PlayerId, purpose: Purpose, anew: Anew<'_>) -> Flow<Option<Used>> {
        let respond = purpose == Purpose::Respond;
        let [first, second, third] = if respond {
            [Timing::NeedRespond1, Timing::NeedRespond2, Timing::NeedRespond3]
        } else {
            [Timing::NeedUse1, Timing::NeedUse2, Timing::NeedUse3]
        };
        let occasion = self.occasion(seat, id);
        self.fire(first, id)?;
        if let Some(used) = self.ask_providers(occasion, id)? {
            return Ok(Some(used));
        }
        self.fire(second, id)?;
        self.fire(third, id)?;
        loop {
            let request = need_request(&self.need_data(id), id, purpose);
            if !self.alive(seat) || self.ways(&request).is_empty() {
                return Ok(None);
            }
            let Answer::Act(action) = self.ask(request)? else { return Ok(None) };
            // A declaration that fell through (蛊惑) leaves the need as it was: it is asked again.
            if let Some(used) = self.perform(occasion, &action)? {
                return Ok(Some(used));
            }
            if let (Some(targets), Event::Need(need)) = (anew()?, &mut *self.event_mut(id)) {
                need.targets = Some(targets.as_slice().into());
            }
        }
    }

    /// At ❶: cards that others or chance provide, skills before equipment, each once per need.
    fn ask_providers(&self, occasion: Occasion, id: EventId) -> Flow<Option<Used>> {
        let seat = occasion.user;
        for equipment in [false, true] {
            let mut tried: Vec<crate::request::AbilityRef> = Vec::new();
            loop {
                let index = self.index();
                let able = |entry: &&Entry| {
                    entry.slot.is_some() == equipment && !tried.contains(&entry.at) && self.provides(occasion, entry)
                };
                let Some(entry) = index.ways[seat.index()].iter().find(able).cloned() else { break };
                tried.push(entry.at);
                let request = Request {
                    seat,
                    ask: Ask::Trigger { ability: entry.at, ev: id.into() },
                    optional: true,
                    prompt: Prompt::of(entry.at.skill),
                };
                let Answer::Act(action) = self.ask(request)? else { continue };
                if let Some(used) = self.perform_provided(occasion, &entry, &action)? {
                    return Ok(Some(used));
                }
                if !self.alive(seat) {
                    return Ok(None);
                }
            }
        }
        Ok(None)
    }

    fn perform(&self, occasion: Occasion, action: &Action) -> Flow<Option<Used>> {
        if occasion.respond { self.perform_respond(occasion, action) } else { self.perform_use(occasion, action) }
    }

    /// Use a card as an action says: declare, let the conversion have its say, then the use itself.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub(crate) fn perform_use(&self, occasion: Occasion, action: &Action) -> Flow<Option<Used>> {
        if let Way::Provide(at) = action.way {
            let Some(entry) = self.entry(at) else { return Ok(None) };
            return self.perform_provided(occasion, &entry, action);
        }
        let Some(card) = self.declare(occasion, action)? else { return Ok(None) };
        self.use_card(self.wanted_use(occasion, card, action)).map(Some)
    }

    fn perform_respond(&self, occasion: Occasion, action: &Action) -> Flow<Option<Used>> {
        let Some(card) = self.declare(occasion, action)? else { return Ok(None) };
        let to = occasion.need.and_then(|need| self.need_data(need).to);
        let reason = occasion.need.and_then(|need| self.need_data(need).reason);
        self.respond(occasion.user, card, to, reason).map(Some)
    }

    /// The virtual card that an action declares; nothing if the conversion calls it off.
    fn declare(&self, occasion: Occasion, action: &Action) -> Flow<Option<VirtualCard>> {
        match action.way {
            Way::Card(card) => Ok(Some(self.make_virtual(self.face(card).name, &[card], None))),
            Way::Convert(at) => {
                let Some(entry) = self.entry(at) else { return Ok(None) };
                self.declare_converted(occasion, &entry, action)
            }
            _ => Ok(None),
        }
    }

    fn declare_converted(&self, occasion: Occasion, entry: &Entry, action: &Action) -> Flow<Option<VirtualCard>> {
        let Ability::Convert(convert) = entry.ability() else { return Ok(None) };
        let only = || self.convert_names(occasion, entry, &action.cards).first().copied();
        let Some(name) = action.name.or_else(only) else { return Ok(None) };
        let act = Act {
            cards: action.cards.clone(),
            targets: action.targets.clone(),
            name: Some(name),
            owner: Some(entry.at.owner),
            ..Act::default()
        };
        self.count_use(None, occasion.user, entry, &act);
        self.note(|| crate::note::Note::Skill { player: occasion.user, skill: entry.at.skill, targets: Vec::new() });
        let card = self.make_virtual(name, &action.cards, Some(entry.at.skill));
        let Some(fun) = convert.before else { return Ok(Some(card)) };
        let ev: Ev = occasion.need.unwrap_or_else(|| self.current()).into();
        let args = [Arg::Player(occasion.user), Arg::Event(ev), Arg::Act(&act)];
        let keeper = self.keeper();
        let verdict = self.run_script(Call { fun, skill: entry.at.skill, args: &args })?;
        self.hand_over(&action.cards, keeper);
        if verdict == Value::Bool(false) || !self.alive(occasion.user) {
            return Ok(None);
        }
        let name = match &verdict {
            Value::Name(other) => *other,
            Value::Text(other) => self.names().intern(other),
            _ => name,
        };
        // What is on the table now counts: the hook may have turned the card face up or changed it.
        Ok(Some(self.make_virtual(name, &action.cards, Some(entry.at.skill))))
    }

    /// Run what provides a card; with it, use or respond.
    fn perform_provided(&self, occasion: Occasion, entry: &Entry, action: &Action) -> Flow<Option<Used>> {
        let Ability::Provide(provide) = entry.ability() else { return Ok(None) };
        let Some(name) = action.name.or_else(|| provide.to.iter().copied().find(|name| self.wanted(occasion, *name)))
        else {
            return Ok(None);
        };
        let outer = self.keeper();
        let ev: Ev = occasion.need.unwrap_or(outer).into();
        let act = Act { name: Some(name), ..self.act_of(occasion.user, entry, &provide.picks, ev, action) };
        let value = self.run_provider(occasion.user, entry, &act, provide.run, ev, outer, &provide.picks.price)?;
        let cards = value.cards();
        if !value.truthy() || !self.alive(occasion.user) {
            return Ok(None);
        }
        let name = self.provided_as(name, &cards);
        let card = self.make_virtual(name, &cards, Some(entry.at.skill));
        if occasion.respond {
            let to = occasion.need.and_then(|need| self.need_data(need).to);
            return self.respond(occasion.user, card, to, Some(entry.at.skill)).map(Some);
        }
        self.use_card(self.wanted_use(occasion, card, action)).map(Some)
    }

    /// A card provided for a family keeps its own kind: a fire slash that was played stays one.
    fn provided_as(&self, name: crate::names::Name, cards: &[CardId]) -> crate::names::Name {
        let [card] = cards else { return name };
        let state = self.read();
        let played = state.ties[card.index()].map(|tie| state.virtuals[tie.0 as usize].name);
        drop(state);
        played.filter(|played| self.name_is(*played, name)).unwrap_or(name)
    }

    #[allow(clippy::too_many_arguments, reason = "one step of one flow, called in one place")]
    fn run_provider(
        &self,
        player: PlayerId,
        entry: &Entry,
        act: &Act,
        run: crate::def::Fun,
        ev: Ev,
        outer: EventId,
        price: &crate::def::Price,
    ) -> Flow<Value> {
        let id = self.begin_ability(player, entry, act);
        // While an equipment is at work it can't be handled itself (八卦阵: document 000, L1777).
        let result = self
            .pay(player, entry, price, act, ev)
            .and_then(|()| self.as_if_gone(entry.at.equip.as_slice(), || self.carry_out(player, entry, act, run, ev)));
        if let Ok(value) = &result {
            self.hand_over(&value.cards(), outer);
        }
        self.settle(id, result)
    }

    fn wanted_use(&self, occasion: Occasion, card: VirtualCard, action: &Action) -> Wanted {
        let paired = self.catalogue().card(card.name).is_some_and(|def| def.second.is_some());
        let targets: Vec<_> = if paired {
            action.targets.chunks(2).map(|pair| (pair[0], pair.get(1).copied())).collect()
        } else {
            action.targets.iter().map(|target| (*target, None)).collect()
        };
        let need = occasion.need.map(|need| self.need_data(need).clone());
        // A card with a fixed target that is used for somebody else (桃 to save) goes to whom the need names.
        let targets = match need.as_ref().and_then(|need| need.targets.as_ref()) {
            Some(named) if targets.is_empty() => named.iter().map(|target| (*target, None)).collect(),
            _ => targets,
        };
        Wanted {
            targets,
            to: need.as_ref().and_then(|need| need.to),
            at_idle: occasion.need.is_none(),
            counted: occasion.need.is_none(),
            saving: occasion.saving,
            prescribed: need.as_ref().is_some_and(|need| need.targets.is_some()),
            reason: need.as_ref().and_then(|need| need.reason),
            ..Wanted::new(Some(occasion.user), card)
        }
    }
}
