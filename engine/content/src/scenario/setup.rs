//! A game that stands at the position of a scenario.

use super::spec::{SeatSpec, Spec, Wrong};
use super::text::CardText;
use crate::content::Content;
use crate::suggest;
use muniu_kernel::Game;
use muniu_kernel::card::{Face, Suit, VirtualCard, Zone};
use muniu_kernel::def::{Catalogue, Gender};
use muniu_kernel::game::Setup;
use muniu_kernel::ids::{CardId, PlayerId, VirtualId};
use muniu_kernel::names::{Name, Names};
use muniu_kernel::rng::Rng;
use muniu_kernel::state::{Lasts, Owned, Source};
use std::rc::Rc;

/// The skill and card effects that scenarios grant come from "the scenario".
pub(super) const SCENARIO: &str = "scenario";

/// Set up the game.
pub(super) fn game(content: &Content, spec: &Spec) -> Result<Game, Wrong> {
    let catalogue = content.catalogue();
    let names = content.names().clone();
    let mode = mode(&catalogue, &names, spec)?;
    let setup = Setup { mode: names.intern(&mode), seats: spec.seats.len(), seed: 1, options: Vec::new() };
    let game = Game::new(catalogue.clone(), content.rulebook(), &setup);
    for (number, seat) in spec.seats.iter().enumerate() {
        let player = PlayerId(number as u8);
        character(&game, &catalogue, player, seat).map_err(|wrong| wrong.in_seat(number + 1))?;
    }
    deal(&game, &catalogue, spec)?;
    let owner = PlayerId((spec.turn - 1) as u8);
    game.edit().order_from = owner;
    if let Some((seed, drawn)) = spec.chance {
        game.edit().rng = Rng::after(seed, drawn);
    }
    if let Some(phase) = spec.phase {
        game.stand(owner, phase);
    }
    Ok(game)
}

/// The mode: the one named, else that of roles if there are any, else none.
fn mode(catalogue: &Catalogue, names: &Names, spec: &Spec) -> Result<String, Wrong> {
    let known = |mode: &str| names.get(mode).is_some_and(|name| catalogue.mode(name).is_some());
    match &spec.mode {
        Some(mode) if mode == "none" || known(mode) => Ok(mode.clone()),
        Some(mode) => {
            let all: Vec<Rc<str>> = catalogue.modes.iter().map(|mode| names.text(mode.name)).collect();
            let help = suggest::help(mode, all.iter().map(|name| &**name).chain(["none"]));
            Err(Wrong::of("mode", format!("there is no mode `{mode}`: {help}")))
        }
        None if known(spec.usual_mode()) => Ok(spec.usual_mode().to_owned()),
        None => Ok("none".into()),
    }
}

fn character(game: &Game, catalogue: &Catalogue, player: PlayerId, seat: &SeatSpec) -> Result<(), Wrong> {
    let names = game.names();
    {
        let mut state = game.edit();
        let of = &mut state.players[player.index()];
        (of.hp, of.max_hp, of.gender) = (4, 4, Gender::Male);
        of.role = seat.role.as_deref().map(|role| names.intern(role));
        of.role_shown = seat.role.as_deref() == Some("lord");
    }
    for general in &seat.generals {
        let found = names.get(general).and_then(|name| catalogue.general(name));
        let Some(found) = found else {
            let all: Vec<Rc<str>> = catalogue.generals.iter().map(|general| names.text(general.name)).collect();
            let help = suggest::nearest(general, all.iter().map(|name| &**name));
            let help = help.map_or_else(String::new, |near| format!(", did you mean `{near}`?"));
            let message = format!("there is no general `{general}`, or one of its skills is missing{help}");
            return Err(Wrong::of("general", message).at(general));
        };
        game.seat_general(player, found.name, seat.role.as_deref() == Some("lord"), 0);
    }
    let known = |field: &'static str, skill: &str| {
        skill_name(game, skill).map_err(|message| Wrong::of(field, message).at(skill))
    };
    for skill in &seat.without {
        let skill = known("without", skill)?;
        game.edit().players[player.index()].skills.retain(|owned| owned.skill != skill);
    }
    for skill in &seat.spent {
        let skill = known("spent", skill)?;
        game.edit().players[player.index()].spent.push((skill, 1));
    }
    for skill in &seat.skills {
        let skill = known("skills", skill)?;
        let source = Source::Granted(names.intern(SCENARIO));
        game.edit().players[player.index()].skills.push(Owned { skill, source, lasts: Lasts::Game });
    }
    let mut state = game.edit();
    let of = &mut state.players[player.index()];
    if let Some(kingdom) = &seat.kingdom {
        of.kingdom = (kingdom != "none").then(|| names.intern(kingdom));
    }
    if let Some(gender) = &seat.gender {
        let help = || format!("there is no gender `{gender}`, expected male, female or neutral");
        of.gender = Gender::parse(gender).ok_or_else(|| Wrong::of("gender", help()))?;
    }
    if let Some(max_hp) = seat.max_hp {
        of.max_hp = max_hp;
        of.hp = max_hp.min(if seat.generals.is_empty() { max_hp } else { of.hp });
    }
    of.hp = seat.hp.unwrap_or(of.hp);
    if seat.max_hp.is_none() && of.hp > of.max_hp {
        of.max_hp = of.hp;
    }
    if of.hp > of.max_hp {
        return Err(Wrong::of("hp", format!("it has {} hp of {}", of.hp, of.max_hp)));
    }
    of.chained = seat.chained;
    of.face_up = !seat.face_down;
    for (mark, count) in &seat.marks {
        *of.marks.entry(names.intern(mark)) = *count;
    }
    if seat.dead {
        of.alive = false;
        of.hp = of.hp.min(0);
        of.role_shown = true;
    }
    Ok(())
}

/// The skill of this name.
pub(super) fn skill_name(game: &Game, skill: &str) -> Result<Name, String> {
    let (catalogue, names) = (game.catalogue(), game.names());
    names.get(skill).filter(|name| catalogue.skill(*name).is_some()).ok_or_else(|| {
        let all: Vec<Rc<str>> = catalogue.skills.iter().flatten().map(|skill| names.text(skill.name)).collect();
        let help = suggest::nearest(skill, all.iter().map(|name| &**name));
        format!(
            "there is no skill `{skill}`{}",
            help.map_or_else(String::new, |near| format!(", did you mean `{near}`?"))
        )
    })
}

/// Where a card goes.
#[derive(Clone, Copy)]
enum Place<'a> {
    Pile,
    Discard,
    Hand(PlayerId),
    Equip(PlayerId),
    Judge(PlayerId),
    Beside(PlayerId, &'a str),
}

impl Place<'_> {
    /// Said of the field of this place.
    fn wrong(self, text: &CardText, message: String) -> Wrong {
        let (seat, field) = match self {
            Place::Pile => (None, "pile"),
            Place::Discard => (None, "discard"),
            Place::Hand(player) => (Some(player), "hand"),
            Place::Equip(player) => (Some(player), "equips"),
            Place::Judge(player) => (Some(player), "judging"),
            Place::Beside(player, _) => (Some(player), "piles"),
        };
        let wrong = Wrong::of(field, message).at(&text.words);
        seat.map_or(wrong.clone(), |player| wrong.in_seat(usize::from(player.0) + 1))
    }
}

/// Put all cards where they are said to be. Those that say most about themselves are looked for first, so that a bare
/// `jink` takes none that is wanted by its face elsewhere.
fn deal(game: &Game, catalogue: &Catalogue, spec: &Spec) -> Result<(), Wrong> {
    let wanted = wanted(spec);
    let mut taken = vec![false; catalogue.deck.len()];
    let mut found: Vec<Option<CardId>> = vec![None; wanted.len()];
    let effort = |text: &CardText| match (text.printed(), &text.name) {
        (Some(_), Some(_)) => 0,
        (Some(_), None) => 1,
        _ => 2,
    };
    for round in 0..3 {
        for (number, (text, place)) in wanted.iter().enumerate().filter(|(_, (text, _))| effort(text) == round) {
            let free =
                (0..catalogue.deck.len()).find(|card| !taken[*card] && text.is_face(game, catalogue.deck[*card]));
            found[number] = Some(match free {
                Some(card) => {
                    taken[card] = true;
                    CardId(card as u16)
                }
                None => created(game, catalogue, text).map_err(|message| place.wrong(text, message))?,
            });
        }
    }
    let mut top = Vec::new();
    for ((text, place), card) in wanted.iter().zip(found) {
        let card = card.expect("every card was looked for");
        if let Place::Pile = place {
            top.push(card);
        }
        lay(game, catalogue, text, card, *place).map_err(|message| place.wrong(text, message))?;
    }
    let mut state = game.edit();
    state.draw_pile.retain(|card| !top.contains(card));
    state.draw_pile.extend(top.iter().rev());
    Ok(())
}

/// Every card that is said to be somewhere, in the order of the places.
fn wanted(spec: &Spec) -> Vec<(&CardText, Place<'_>)> {
    let mut wanted = Vec::new();
    for (number, seat) in spec.seats.iter().enumerate() {
        let player = PlayerId(number as u8);
        wanted.extend(seat.hand.iter().map(|card| (card, Place::Hand(player))));
        wanted.extend(seat.equips.iter().map(|card| (card, Place::Equip(player))));
        wanted.extend(seat.judging.iter().map(|card| (card, Place::Judge(player))));
        for (name, cards) in &seat.piles {
            wanted.extend(cards.iter().map(|card| (card, Place::Beside(player, name))));
        }
    }
    wanted.extend(spec.pile.iter().map(|card| (card, Place::Pile)));
    wanted.extend(spec.discard.iter().map(|card| (card, Place::Discard)));
    wanted
}

/// A card that the deck doesn't have (any more).
fn created(game: &Game, catalogue: &Catalogue, text: &CardText) -> Result<CardId, String> {
    let names = game.names();
    let Some(word) = &text.name else {
        return Err(format!("the deck has no `{}` left: say which card it is, to have one made", text.words));
    };
    let Some(name) = names.get(word).filter(|name| catalogue.card(*name).is_some()) else {
        let all: Vec<Rc<str>> = catalogue.card_order.iter().map(|name| names.text(*name)).collect();
        let help = suggest::help(word, all.iter().map(|name| &**name));
        return Err(format!("there is no card `{word}`: {help}"));
    };
    let fits = |face: &&Face| face.name == name && text.color.is_none_or(|color| face.suit.color() == color);
    let printed = catalogue.deck.iter().find(fits);
    let suit = text.suit.or(printed.map(|face| face.suit)).unwrap_or(Suit::Spade);
    let rank = text.rank.or(printed.map(|face| face.rank)).unwrap_or(1);
    let mut state = game.edit();
    let card = CardId(state.zones.len() as u16);
    Rc::make_mut(&mut state.faces).push(Face { name, suit, rank });
    state.zones.push(Zone::DrawPile);
    state.moved_at.push(0);
    state.ties.push(None);
    state.draw_pile.push(card);
    Ok(card)
}

fn lay(game: &Game, catalogue: &Catalogue, text: &CardText, card: CardId, place: Place<'_>) -> Result<(), String> {
    if matches!(place, Place::Pile) {
        return Ok(());
    }
    let mut state = game.edit();
    state.draw_pile.retain(|other| *other != card);
    let face = state.faces[card.index()];
    let zone = match place {
        Place::Pile => Zone::DrawPile,
        Place::Discard => {
            state.discard_pile.push(card);
            Zone::DiscardPile
        }
        Place::Hand(player) => {
            state.players[player.index()].hand.push(card);
            Zone::Hand(player)
        }
        Place::Equip(player) => {
            let slot = catalogue.card(face.name).and_then(|def| def.slot);
            let slot = slot.ok_or_else(|| format!("`{}` is no equipment", text.words))?;
            let place = &mut state.players[player.index()].equip[slot as usize];
            if place.replace(card).is_some() {
                return Err(format!("two cards in the slot {}", slot.id()));
            }
            Zone::Equip(player, slot)
        }
        Place::Judge(player) => {
            let name = match &text.used_as {
                Some(word) => game.names().intern(word),
                None => face.name,
            };
            let delayed =
                catalogue.card(name).is_some_and(|def| def.card_type == muniu_kernel::def::CardType::DelayedTrick);
            if !delayed {
                return Err(format!("`{}` is no delayed trick", text.words));
            }
            let id = VirtualId(state.virtuals.len() as u32);
            state.virtuals.push(VirtualCard {
                name,
                suit: Some(face.suit),
                color: Some(face.suit.color()),
                rank: Some(face.rank),
                cards: [card].as_slice().into(),
                skill: None,
            });
            state.ties[card.index()] = Some(id);
            state.players[player.index()].judge.push(card);
            Zone::Judge(player)
        }
        Place::Beside(player, name) => {
            let name = game.names().intern(name);
            state.players[player.index()].piles.entry(name).cards.push(card);
            Zone::Pile(player, name)
        }
    };
    state.zones[card.index()] = zone;
    Ok(())
}
