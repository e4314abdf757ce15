//! A digest of the state: the same state gives the same digest in every process. Names go in as text, because their
//! numbers depend on the order of loading.

use crate::card::Zone;
use crate::game::Game;
use crate::ids::PlayerId;
use crate::names::Name;
use crate::value::Value;

struct Writer<'a> {
    hash: blake3::Hasher,
    game: &'a Game,
}

impl Writer<'_> {
    fn int(&mut self, value: i64) {
        self.hash.update(&value.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.int(text.len() as i64);
        self.hash.update(text.as_bytes());
    }

    fn name(&mut self, name: Name) {
        let text = self.game.names().text(name);
        self.text(&text);
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Nil => self.int(0),
            Value::Bool(flag) => self.ints(&[1, i64::from(*flag)]),
            Value::Int(number) => self.ints(&[2, *number]),
            // A name and the same text are the same to scripts, so they are the same here.
            Value::Text(text) => {
                self.int(3);
                self.text(text);
            }
            Value::Name(name) => {
                self.int(3);
                self.name(*name);
            }
            Value::Suit(suit) => {
                self.int(3);
                self.text(suit.id());
            }
            Value::Player(player) => self.ints(&[4, i64::from(player.0)]),
            Value::Card(card) => self.ints(&[5, i64::from(card.0)]),
            Value::List(list) => {
                self.ints(&[6, list.len() as i64]);
                list.iter().for_each(|item| self.value(item));
            }
            Value::Map(map) => {
                self.ints(&[7, map.len() as i64]);
                for (key, item) in map.iter() {
                    self.text(key);
                    self.value(item);
                }
            }
        }
    }

    fn ints(&mut self, values: &[i64]) {
        values.iter().for_each(|value| self.int(*value));
    }

    fn zone(&mut self, zone: Zone) {
        self.text(zone.id());
        self.int(zone.owner().map_or(-1, |owner| i64::from(owner.0)));
        match zone {
            Zone::Equip(_, slot) => self.int(slot as i64),
            Zone::Pile(_, name) => self.name(name),
            _ => {}
        }
    }
}

impl Game {
    /// The digest of the state, 64 hexadecimal digits.
    #[must_use]
    pub fn digest(&self) -> String {
        let state = self.read().clone();
        let mut out = Writer { hash: blake3::Hasher::new(), game: self };
        out.ints(&[i64::from(state.round), i64::from(state.turns), state.decisions as i64]);
        let seat = |player: Option<PlayerId>| player.map_or(-1, |player| i64::from(player.0));
        out.ints(&[seat(state.turn_owner), seat(Some(state.order_from)), seat(state.last_regular)]);
        out.ints(&[state.phase.map_or(-1, |phase| phase as i64), state.extra_turns.len() as i64]);
        state.extra_turns.iter().for_each(|player| out.int(i64::from(player.0)));
        for zone in &state.zones {
            out.zone(*zone);
        }
        for pile in [&state.draw_pile, &state.discard_pile] {
            out.int(pile.len() as i64);
            pile.iter().for_each(|card| out.int(i64::from(card.0)));
        }
        for player in &state.players {
            out.ints(&[i64::from(player.alive), i64::from(player.hp), i64::from(player.max_hp)]);
            out.ints(&[i64::from(player.chained), i64::from(player.face_up), i64::from(player.role_shown)]);
            for name in [player.role, player.kingdom].into_iter().flatten() {
                out.name(name);
            }
            out.ints(&[player.abolished.len() as i64, i64::from(player.judge_abolished)]);
            player.abolished.iter().for_each(|slot| out.int(*slot as i64));
            for (name, pile) in player.piles.iter() {
                out.name(name);
                pile.cards.iter().for_each(|card| out.int(i64::from(card.0)));
            }
            player.generals.iter().for_each(|general| out.name(general.name));
            player.skills.iter().for_each(|owned| out.name(owned.skill));
            player.hand.iter().chain(&player.judge).for_each(|card| out.int(i64::from(card.0)));
            for (name, count) in player.marks.iter() {
                out.name(name);
                out.int(i64::from(*count));
            }
            for (name, value) in player.memo.iter() {
                out.name(name);
                out.value(value);
            }
            player.suspended.iter().for_each(|(name, _)| out.name(*name));
            player.spent.iter().for_each(|(name, times)| {
                out.name(*name);
                out.int(i64::from(*times));
            });
        }
        state.taken_back.iter().for_each(|number| out.int(i64::from(*number)));
        for effect in &state.effects {
            out.name(effect.skill);
            out.name(effect.name);
            out.ints(&[i64::from(effect.owner.0), effect.uses.map_or(-1, i64::from)]);
            out.value(&effect.data);
        }
        for (name, value) in state.memo.iter() {
            out.name(name);
            out.value(value);
        }
        state.general_deck.iter().for_each(|name| out.name(*name));
        out.int(i64::from(state.rng.clone().below(u32::MAX)));
        out.hash.finalize().to_hex().to_string()
    }
}
