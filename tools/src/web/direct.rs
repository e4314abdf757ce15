//! The director's changes, put into the game. They are recorded among the answers, so a game stays a function of them.

use super::wire::{Change, Place};
use muniu_content::scenario::text::CardText;
use muniu_kernel::Game;
use muniu_kernel::card::Zone;
use muniu_kernel::ids::{CardId, PlayerId};

/// Carry a change out; a reason if it makes no sense here.
pub fn apply(game: &Game, change: &Change) -> Result<(), String> {
    let seats = game.read().players.len();
    let player = |seat: u8| match usize::from(seat) {
        number if (1..=seats).contains(&number) => Ok(PlayerId(seat - 1)),
        _ => Err(format!("there is no seat {seat}: expected 1 to {seats}")),
    };
    match change {
        Change::Deal { card, text, to, zone } => deal(game, *card, text.as_deref(), player(*to)?, *zone)?,
        Change::Hp { seat, value } => {
            let player = player(*seat)?;
            let max_hp = game.read().players[player.index()].max_hp;
            game.set_hp_to(player, *value, max_hp.max(*value));
        }
        Change::MaxHp { seat, value } => {
            let player = player(*seat)?;
            let hp = game.read().players[player.index()].hp;
            game.set_hp_to(player, hp, *value);
        }
        Change::Mark { seat, mark, count } => game.set_mark_to(player(*seat)?, game.names().intern(mark), *count),
        Change::General { seat, id } => {
            let player = player(*seat)?;
            let general = game.names().get(id).filter(|name| game.catalogue().general(*name).is_some());
            let Some(general) = general else { return Err(format!("there is no general `{id}`")) };
            let role = game.read().players[player.index()].role;
            let lord = role.is_some_and(|role| &*game.names().text(role) == "lord");
            game.set_general(player, general, lord);
        }
        Change::Chain { seat } => game.toggle_state(player(*seat)?, true),
        Change::Flip { seat } => game.toggle_state(player(*seat)?, false),
        Change::Kill { seat } => game.put_to_death(player(*seat)?)?,
        Change::Revive { seat } => game.revive(player(*seat)?)?,
        Change::Turn { seat } => game.give_turn(player(*seat)?)?,
        Change::Gain { seat, skill } | Change::Lose { seat, skill } => {
            let known = game.names().get(skill).filter(|name| game.catalogue().skill(*name).is_some());
            let Some(skill) = known else { return Err(format!("there is no skill `{skill}`")) };
            game.set_skill(player(*seat)?, skill, matches!(change, Change::Gain { .. }));
        }
    }
    Ok(())
}

fn deal(game: &Game, card: Option<u16>, text: Option<&str>, to: PlayerId, place: Place) -> Result<(), String> {
    let count = game.read().zones.len();
    let card = match (card, text) {
        (Some(card), _) if usize::from(card) < count => CardId(card),
        (Some(card), _) => return Err(format!("there is no card {card}")),
        (None, Some(text)) => find(game, text)?,
        (None, None) => return Err("name a card".into()),
    };
    let zone = match place {
        Place::Hand => Zone::Hand(to),
        Place::Judge => Zone::Judge(to),
        Place::Top => Zone::DrawPile,
        Place::Equip => {
            let slot = game.catalogue().card(game.printed(card).name).and_then(|def| def.slot);
            Zone::Equip(to, slot.ok_or("that card is no equipment")?)
        }
    };
    game.put_at(card, zone);
    Ok(())
}

/// The first card that the text fits, from the draw pile first.
fn find(game: &Game, text: &str) -> Result<CardId, String> {
    let wanted = CardText::parse(text)?;
    let order = {
        let state = game.read();
        let everywhere = (0..state.zones.len()).map(|card| CardId(card as u16));
        let elsewhere = everywhere.filter(|card| state.zones[card.index()] != Zone::DrawPile);
        state.draw_pile.iter().rev().copied().chain(elsewhere).collect::<Vec<_>>()
    };
    wanted.find(game, &order).ok_or_else(|| format!("no card fits `{text}`"))
}
