//! A game as one pair of eyes sees it, as data. What is hidden is counted and never named.

use super::shapes::{
    Both, CardView, GeneralView, MarkView, Named, PileView, Plays, SeatGeneral, SeatView, SkillFlag, SkillFrom,
    SkillView, TableView, UseView, Winners,
};
use crate::cli::Lang;
use crate::words::Words;
use muniu_content::Content;
use muniu_content::texts::Kind;
use muniu_kernel::Game;
use muniu_kernel::agent::View;
use muniu_kernel::card::Slot;
use muniu_kernel::event::Event;
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::names::Name;
use muniu_kernel::state::{Owned, Player, Source, State};
use std::rc::Rc;

/// The viewer who sees only what everybody may see.
pub const NOBODY: PlayerId = PlayerId(u8::MAX);

/// How many cards of the discard pile are shown.
const TOP: usize = 12;

/// The number by which pages know a seat.
pub fn seat_number(player: PlayerId) -> u8 {
    player.0 + 1
}

/// Eyes on a game.
pub struct Eyes<'a> {
    pub content: &'a Rc<Content>,
    pub game: &'a Game,
    /// For whom; everything is shown without one.
    pub viewer: Option<PlayerId>,
}

impl Eyes<'_> {
    /// The words for something in both languages.
    pub fn both(&self, say: impl Fn(&Words) -> String) -> Both {
        let [zh, en] = [Lang::Zh, Lang::En].map(|lang| say(&Words::new(lang, self.content.clone(), self.viewer)));
        Both { zh, en }
    }

    fn text(&self, kind: Kind, id: &str) -> Option<Both> {
        self.content.with_texts(|texts| texts.get(kind, id).and_then(|named| named.text.as_ref()).map(Both::from))
    }

    pub fn id(&self, name: Name) -> String {
        self.game.names().text(name).to_string()
    }

    /// Any name with the words for it.
    fn named(&self, name: Name) -> Named {
        Named { id: self.id(name), words: self.both(|words| words.word(name)) }
    }

    pub fn sees(&self, card: CardId) -> bool {
        self.viewer.is_none_or(|viewer| View::new(self.game, viewer).sees(card))
    }

    /// A card that may be seen.
    pub fn card(&self, card: CardId) -> CardView {
        let (face, printed) = (self.game.face(card), self.game.printed(card).name);
        let tied = self.game.read().ties[card.index()];
        let other = tied.map(|tied| self.game.virtual_card(tied).name).filter(|name| *name != printed);
        let other = other.or_else(|| (face.name != printed).then_some(face.name));
        let catalogue = self.game.catalogue();
        let def = catalogue.card(printed);
        let slot = def.and_then(|def| def.slot);
        let id = self.id(printed);
        CardView {
            id: card.0,
            words: self.both(|words| words.card_name(printed)),
            suit: face.suit,
            rank: face.rank,
            color: face.suit.color(),
            card_type: def.map_or("basic", |def| def.card_type.id()),
            slot,
            range: def.filter(|_| slot == Some(Slot::Weapon)).map(|def| def.range),
            text: self.text(Kind::Card, &id),
            other: other.map(|other| self.both(|words| words.card_name(other))),
            name: id,
        }
    }

    pub fn cards(&self, cards: &[CardId]) -> Vec<CardView> {
        cards.iter().filter(|card| self.sees(**card)).map(|card| self.card(*card)).collect()
    }

    /// A skill with its texts, as printed.
    pub fn skill(&self, skill: Name) -> SkillView {
        let id = self.id(skill);
        let catalogue = self.game.catalogue();
        let def = catalogue.skill_like(skill);
        let flags = def.iter().flat_map(|def| {
            [
                (SkillFlag::Compulsory, def.compulsory),
                (SkillFlag::Limited, def.limited),
                (SkillFlag::Awakening, def.awakening),
                (SkillFlag::Lord, def.lord),
            ]
        });
        SkillView {
            words: self.both(|words| words.skill(skill)),
            text: self.text(Kind::Skill, &id),
            flags: flags.filter_map(|(flag, is)| is.then_some(flag)).collect(),
            off: false,
            from: SkillFrom::General,
            script: def.as_ref().map(|def| def.script.to_string()),
            id,
        }
    }

    /// A skill that a character has.
    fn owned(&self, player: PlayerId, owned: &Owned) -> SkillView {
        let mut skill = self.skill(owned.skill);
        if let Source::Granted(by) = owned.source {
            skill.from = SkillFrom::Gained;
            // What the director gives is granted by nothing else.
            if by == owned.skill {
                skill.flags.push(SkillFlag::Given);
            }
        }
        let once = skill.flags.iter().any(|flag| matches!(flag, SkillFlag::Limited | SkillFlag::Awakening));
        skill.off = once && self.game.spent(player, owned.skill) > 0;
        skill
    }

    /// A general, to be chosen.
    pub fn general(&self, name: Name) -> GeneralView {
        let catalogue = self.game.catalogue();
        let def = catalogue.general(name);
        let id = self.id(name);
        GeneralView {
            words: self.both(|words| words.general(name)),
            title: self.text(Kind::General, &id),
            kingdom: def.map(|def| self.named(def.kingdom)),
            hp: def.map_or(0, |def| def.start_hp),
            max_hp: def.map_or(0, |def| def.hp),
            skills: def.iter().flat_map(|def| &def.skills).map(|skill| self.skill(*skill)).collect(),
            id,
        }
    }

    /// The whole table. `plays` says who plays a seat, `asked` whom the game waits for.
    pub fn table(&self, asked: &[PlayerId], plays: impl Fn(PlayerId) -> Plays, seed: u64) -> TableView {
        let state = self.game.read().clone();
        let top: Vec<CardId> = state.discard_pile.iter().rev().take(TOP).copied().collect();
        let processing: Vec<CardId> = state.processing.iter().map(|(card, ..)| *card).collect();
        let seats = (0..state.players.len()).map(|seat| PlayerId(seat as u8));
        TableView {
            mode: self.both(|words| words.word(state.mode)),
            seed: seed.to_string(),
            round: state.round,
            turn: state.turn_owner.map(seat_number),
            phase: state.phase,
            draw: state.draw_pile.len(),
            discard: state.discard_pile.len(),
            discard_top: self.cards(&top).into_iter().map(Rc::new).collect(),
            processing: self.cards(&processing),
            uses: self.uses(&state),
            seats: seats.map(|seat| Rc::new(self.seat(&state, seat, asked.contains(&seat), plays(seat)))).collect(),
            all: self.viewer.is_none(),
            result: state
                .result
                .as_ref()
                .map(|result| Winners { winners: result.winners.iter().map(|winner| seat_number(*winner)).collect() }),
        }
    }

    /// The table for these eyes, from what all may see: what one sees besides is one's own, and covered cards in play.
    pub fn own(&self, public: &TableView) -> TableView {
        let mut view = public.clone();
        let state = self.game.read().clone();
        let mine = self.viewer.and_then(|viewer| Some((viewer, view.seats.get_mut(viewer.index())?)));
        if let Some((viewer, seat)) = mine {
            *seat = Rc::new(self.seat(&state, viewer, seat.asked, seat.player));
        }
        let processing: Vec<CardId> = state.processing.iter().map(|(card, ..)| *card).collect();
        view.processing = self.cards(&processing);
        view
    }

    /// Uses are made in front of everybody: these are the same for all eyes.
    fn uses(&self, state: &State) -> Vec<UseView> {
        let used = state.frames.iter().filter_map(|frame| match &frame.event {
            Event::Use(used) => Some(used),
            _ => None,
        });
        used.map(|used| {
            let card = self.game.virtual_card(used.card).clone();
            let current = used.current.and_then(|at| used.aims.get(usize::from(at)));
            UseView {
                user: used.user.map(seat_number),
                card: Named { id: self.id(card.name), words: self.both(|words| words.card_name(card.name)) },
                cards: card.cards.iter().map(|card| card.0).collect(),
                targets: used.aims.iter().filter(|aim| !aim.cancelled).map(|aim| seat_number(aim.player)).collect(),
                current: current.map(|aim| seat_number(aim.player)),
            }
        })
        .collect()
    }

    fn seat(&self, state: &State, player: PlayerId, asked: bool, plays: Plays) -> SeatView {
        let of = &state.players[player.index()];
        let mine = self.viewer.is_none_or(|viewer| viewer == player);
        let seats = (0..state.players.len()).map(|other| PlayerId(other as u8));
        let equips: Vec<CardId> = of.equip.iter().flatten().copied().collect();
        let role = of.role.filter(|_| of.role_shown || mine || !of.alive);
        SeatView {
            seat: seat_number(player),
            you: self.viewer == Some(player),
            generals: self.generals(of, mine),
            kingdom: of.kingdom.map(|kingdom| self.named(kingdom)),
            gender: of.gender.id(),
            hp: of.hp,
            max_hp: of.max_hp,
            alive: of.alive,
            role: role.map(|role| Named { id: self.id(role), words: self.both(|words| words.role(role)) }),
            role_shown: of.role_shown,
            hand_count: of.hand.len(),
            hand: mine.then(|| self.cards(&of.hand)),
            hand_limit: self.game.hand_limit(player),
            range: self.game.attack_range(player),
            distance: seats.map(|other| self.game.distance(player, other)).collect(),
            equips: self.cards(&equips),
            judging: self.cards(&of.judge),
            piles: self.piles(of, mine),
            marks: self.marks(of),
            skills: of.skills.iter().map(|owned| self.owned(player, owned)).collect(),
            chained: of.chained,
            face_down: !of.face_up,
            turn: state.turn_owner == Some(player),
            asked,
            player: plays,
        }
    }

    fn generals(&self, of: &Player, mine: bool) -> Vec<SeatGeneral> {
        of.generals
            .iter()
            .filter(|general| general.shown || mine)
            .map(|general| {
                let id = self.id(general.name);
                SeatGeneral {
                    words: self.both(|words| words.general(general.name)),
                    title: self.text(Kind::General, &id),
                    shown: general.shown,
                    id,
                }
            })
            .collect()
    }

    fn piles(&self, of: &Player, mine: bool) -> Vec<PileView> {
        of.piles
            .iter()
            .filter(|(_, pile)| !pile.cards.is_empty())
            .map(|(name, pile)| PileView {
                id: self.id(name),
                words: self.both(|words| words.keyed(Kind::Pile, None, name).unwrap_or_else(|| words.word(name))),
                count: pile.cards.len(),
                cards: (mine || !pile.secret).then(|| self.cards(&pile.cards)),
            })
            .collect()
    }

    fn marks(&self, of: &Player) -> Vec<MarkView> {
        let mark = |(name, count): (Name, &i32)| {
            let Named { id, words } = self.named(name);
            MarkView { id, words, count: *count }
        };
        of.marks.iter().filter(|(_, count)| **count != 0).map(mark).collect()
    }
}
