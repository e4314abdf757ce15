//! A game as one pair of eyes sees it, as data. What is hidden is counted and never named.

use crate::cli::Lang;
use crate::words::Words;
use muniu_content::Content;
use muniu_content::texts::Kind;
use muniu_kernel::Game;
use muniu_kernel::agent::View;
use muniu_kernel::card::{Face, Slot};
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::names::Name;
use muniu_kernel::state::{Source, State};
use serde_json::{Value, json};
use std::rc::Rc;

/// The viewer who sees only what everybody may see.
pub const NOBODY: PlayerId = PlayerId(u8::MAX);

/// How many cards of the discard pile are shown.
const TOP: usize = 12;

/// Eyes on a game.
pub struct Eyes<'a> {
    pub content: &'a Rc<Content>,
    pub game: &'a Game,
    /// For whom; everything is shown without one.
    pub viewer: Option<PlayerId>,
}

impl Eyes<'_> {
    /// The words for something in both languages.
    pub fn both(&self, say: impl Fn(&Words) -> String) -> Value {
        let [zh, en] = [Lang::Zh, Lang::En].map(|lang| say(&Words::new(lang, self.content.clone(), self.viewer)));
        json!({ "zh": zh, "en": en })
    }

    fn text(&self, kind: Kind, id: &str) -> Value {
        self.content.with_texts(|texts| match texts.get(kind, id).and_then(|named| named.text.as_ref()) {
            Some(text) => json!({ "zh": text.zh, "en": text.en }),
            None => Value::Null,
        })
    }

    fn id(&self, name: Name) -> String {
        self.game.names().text(name).to_string()
    }

    pub fn sees(&self, card: CardId) -> bool {
        self.viewer.is_none_or(|viewer| View::new(self.game, viewer).sees(card))
    }

    /// A card that may be seen.
    pub fn card(&self, card: CardId) -> Value {
        let (face, printed) = (self.game.face(card), self.game.printed(card));
        let tied = self.game.read().ties[card.index()];
        let other = tied.map(|tied| self.game.virtual_card(tied).name).filter(|name| *name != printed.name);
        let other = other.or_else(|| (face.name != printed.name).then_some(face.name));
        let mut value = self.face(face, printed.name);
        value["id"] = json!(card.0);
        if let Some(other) = other {
            value["as"] = self.both(|words| words.card_name(other));
        }
        value
    }

    fn face(&self, face: Face, printed: Name) -> Value {
        let catalogue = self.game.catalogue();
        let def = catalogue.card(printed);
        let kind = def.map_or("basic", |def| def.card_type.id());
        let id = self.id(printed);
        let mut value = json!({
            "name": id,
            "words": self.both(|words| words.card_name(printed)),
            "suit": face.suit.id(),
            "rank": face.rank,
            "color": face.suit.color().id(),
            "type": kind,
            "text": self.text(Kind::Card, &id),
        });
        if let Some(slot) = def.and_then(|def| def.slot) {
            value["slot"] = json!(slot.id());
            if slot == Slot::Weapon {
                value["range"] = json!(def.map_or(1, |def| def.range));
            }
        }
        value
    }

    pub fn cards(&self, cards: &[CardId]) -> Vec<Value> {
        cards.iter().filter(|card| self.sees(**card)).map(|card| self.card(*card)).collect()
    }

    /// A skill with its texts.
    pub fn skill(&self, skill: Name) -> Value {
        let id = self.id(skill);
        let catalogue = self.game.catalogue();
        let def = catalogue.skill_like(skill);
        let flags: Vec<&str> = def
            .iter()
            .flat_map(|def| {
                [
                    ("compulsory", def.compulsory),
                    ("limited", def.limited),
                    ("awakening", def.awakening),
                    ("lord", def.lord),
                ]
            })
            .filter_map(|(flag, is)| is.then_some(flag))
            .collect();
        json!({
            "id": id,
            "words": self.both(|words| words.skill(skill)),
            "text": self.text(Kind::Skill, &id),
            "flags": flags,
            "off": false,
            "from": "general",
            "script": def.map(|def| def.script.to_string()),
        })
    }

    /// A general, to be chosen.
    pub fn general(&self, name: Name) -> Value {
        let catalogue = self.game.catalogue();
        let id = self.id(name);
        let Some(def) = catalogue.general(name) else { return json!({ "id": id }) };
        json!({
            "id": id,
            "words": self.both(|words| words.general(name)),
            "title": self.text(Kind::General, &id),
            "kingdom": { "id": self.id(def.kingdom), "words": self.both(|words| words.word(def.kingdom)) },
            "hp": def.start_hp,
            "max_hp": def.hp,
            "skills": def.skills.iter().map(|skill| self.skill(*skill)).collect::<Vec<_>>(),
        })
    }

    fn named(&self, name: Name) -> Value {
        json!({ "id": self.id(name), "words": self.both(|words| words.word(name)) })
    }

    /// The whole table. `plays` says who plays a seat, `asked` whom the game waits for.
    pub fn table(&self, asked: &[PlayerId], plays: impl Fn(PlayerId) -> &'static str, seed: u64) -> Value {
        let state = self.game.read().clone();
        let open = |cards: &[CardId]| self.cards(cards);
        let top: Vec<CardId> = state.discard_pile.iter().rev().take(TOP).copied().collect();
        let processing: Vec<CardId> = state.processing.iter().map(|(card, ..)| *card).collect();
        let seats: Vec<Value> = (0..state.players.len())
            .map(|seat| self.seat(&state, PlayerId(seat as u8), asked, plays(PlayerId(seat as u8))))
            .collect();
        json!({
            "mode": self.both(|words| words.word(state.mode)),
            "seed": seed.to_string(),
            "round": state.round,
            "turn": state.turn_owner.map(|owner| owner.0 + 1),
            "phase": state.phase.map(|phase| phase.id()),
            "draw": state.draw_pile.len(),
            "discard": state.discard_pile.len(),
            "discard_top": open(&top),
            "processing": open(&processing),
            "seats": seats,
            "all": self.viewer.is_none(),
            "result": state.result.as_ref().map(|result| {
                json!({ "winners": result.winners.iter().map(|winner| winner.0 + 1).collect::<Vec<_>>() })
            }),
        })
    }

    fn seat(&self, state: &State, player: PlayerId, asked: &[PlayerId], plays: &str) -> Value {
        let of = &state.players[player.index()];
        let mine = self.viewer.is_none_or(|viewer| viewer == player);
        let generals: Vec<Value> = of
            .generals
            .iter()
            .filter(|general| general.shown || mine)
            .map(|general| {
                let id = self.id(general.name);
                json!({
                    "words": self.both(|words| words.general(general.name)),
                    "title": self.text(Kind::General, &id),
                    "id": id,
                    "shown": general.shown,
                })
            })
            .collect();
        let skills: Vec<Value> = of
            .skills
            .iter()
            .map(|owned| {
                let mut skill = self.skill(owned.skill);
                let given = !matches!(owned.source, Source::General(_));
                if given {
                    skill["from"] = json!("gained");
                    skill["flags"].as_array_mut().into_iter().for_each(|flags| flags.push(json!("given")));
                }
                let once = skill["flags"]
                    .as_array()
                    .is_some_and(|flags| flags.iter().any(|flag| flag == "limited" || flag == "awakening"));
                skill["off"] = json!(once && self.game.spent(player, owned.skill) > 0);
                skill
            })
            .collect();
        let piles: Vec<Value> = of
            .piles
            .iter()
            .filter(|(_, pile)| !pile.cards.is_empty())
            .map(|(name, pile)| {
                let open = mine || !pile.secret;
                json!({
                    "id": self.id(name),
                    "words": self.both(|words| words.keyed(Kind::Pile, None, name).unwrap_or_else(|| words.word(name))),
                    "count": pile.cards.len(),
                    "cards": open.then(|| self.cards(&pile.cards)),
                })
            })
            .collect();
        let marks: Vec<Value> = of
            .marks
            .iter()
            .filter(|(_, count)| **count != 0)
            .map(|(name, count)| {
                json!({ "id": self.id(name), "words": self.both(|words| words.word(name)), "count": count })
            })
            .collect();
        let seats = state.players.len();
        let distance: Vec<i32> = (0..seats).map(|other| self.game.distance(player, PlayerId(other as u8))).collect();
        let equips: Vec<CardId> = of.equip.iter().flatten().copied().collect();
        let role = of.role.filter(|_| of.role_shown || mine || !of.alive);
        json!({
            "seat": player.0 + 1,
            "you": self.viewer == Some(player),
            "generals": generals,
            "kingdom": of.kingdom.map(|kingdom| self.named(kingdom)),
            "gender": of.gender.id(),
            "hp": of.hp,
            "max_hp": of.max_hp,
            "alive": of.alive,
            "role": role.map(|role| json!({ "id": self.id(role), "words": self.both(|words| words.role(role)) })),
            "role_shown": of.role_shown,
            "hand_count": of.hand.len(),
            "hand": mine.then(|| self.cards(&of.hand)),
            "hand_limit": self.game.hand_limit(player),
            "range": self.game.attack_range(player),
            "distance": distance,
            "equips": self.cards(&equips),
            "judging": self.cards(&of.judge),
            "piles": piles,
            "marks": marks,
            "skills": skills,
            "chained": of.chained,
            "face_down": !of.face_up,
            "turn": state.turn_owner == Some(player),
            "asked": asked.contains(&player),
            "player": plays,
        })
    }
}
