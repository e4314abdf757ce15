//! The director's changes, put into the game. They are recorded among the answers, so a game stays a function of them.

use super::room::Client;
use super::session::{Entry, Outcome, Table};
use super::shapes::Both;
use super::wire::{Change, Place};
use muniu_content::scenario::text::CardText;
use muniu_kernel::Game;
use muniu_kernel::card::Zone;
use muniu_kernel::director::Refusal;
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::request::{Ask, Request};
use std::fmt::Display;

impl Table {
    /// The host changes something, at an idle point.
    pub(super) fn direct(&mut self, client: Client, change: Change, game: &Game, request: Option<&Request>) -> Outcome {
        if !request.is_some_and(|request| request.ask == Ask::Play) {
            return self.complain(
                client,
                "只能在空闲时点改动：有人可以使用牌或技能时",
                "changes are made between actions, when somebody may use a card or a skill",
            );
        }
        if let Err(message) = apply(game, &change) {
            return self.reply(client, Err(message));
        }
        let n = game.read().decisions;
        self.cut(n);
        self.enter(Entry::Change(change));
        self.journal.borrow_mut().directed(game);
        // Another turn has begun: this question is void, and the game asks what comes there.
        if game.is_left() { Outcome::Leave } else { Outcome::Retry }
    }
}

/// Carry a change out; a reason if it makes no sense here.
pub fn apply(game: &Game, change: &Change) -> Result<(), Both> {
    let seats = game.read().players.len();
    let player = |seat: u8| match usize::from(seat) {
        number if (1..=seats).contains(&number) => Ok(PlayerId(seat - 1)),
        _ => Err(Both::new(
            format!("没有 {seat} 号位，只有 1 到 {seats}"),
            format!("there is no seat {seat}: expected 1 to {seats}"),
        )),
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
            let Some(general) = general else { return Err(unknown("武将", "general", id)) };
            let role = game.read().players[player.index()].role;
            let lord = role.is_some_and(|role| &*game.names().text(role) == "lord");
            game.set_general(player, general, lord);
        }
        Change::Chain { seat } => game.toggle_state(player(*seat)?, true),
        Change::Flip { seat } => game.toggle_state(player(*seat)?, false),
        Change::Kill { seat } => game.put_to_death(player(*seat)?).map_err(refused)?,
        Change::Revive { seat } => game.revive(player(*seat)?).map_err(refused)?,
        Change::Turn { seat } => game.give_turn(player(*seat)?).map_err(refused)?,
        Change::Gain { seat, skill } | Change::Lose { seat, skill } => {
            let known = game.names().get(skill).filter(|name| game.catalogue().skill(*name).is_some());
            let Some(skill) = known else { return Err(unknown("技能", "skill", skill)) };
            game.set_skill(player(*seat)?, skill, matches!(change, Change::Gain { .. }));
        }
    }
    Ok(())
}

fn refused(why: Refusal) -> Both {
    match why {
        Refusal::Dead => Both::new("该角色已经阵亡", "that character is dead"),
        Refusal::Alive => Both::new("该角色还活着", "that character is alive"),
        Refusal::Last => Both::new("至少要有一名角色存活，对局才能继续", "somebody must live for the game to go on"),
    }
}

fn unknown(zh: &str, en: &str, id: impl Display) -> Both {
    Both::new(format!("没有这个{zh}：{id}"), format!("there is no {en} `{id}`"))
}

fn deal(game: &Game, card: Option<u16>, text: Option<&str>, to: PlayerId, place: Place) -> Result<(), Both> {
    let count = game.read().zones.len();
    let card = match (card, text) {
        (Some(card), _) if usize::from(card) < count => CardId(card),
        (Some(card), _) => return Err(unknown("牌", "card", card)),
        (None, Some(text)) => find(game, text).map_err(|why| Both::new(format!("没有符合“{text}”的牌：{why}"), why))?,
        (None, None) => return Err(Both::new("要说明是哪张牌", "name a card")),
    };
    let zone = match place {
        Place::Hand => Zone::Hand(to),
        Place::Judge => Zone::Judge(to),
        Place::Top => Zone::DrawPile,
        Place::Equip => {
            let slot = game.catalogue().card(game.printed(card).name).and_then(|def| def.slot);
            Zone::Equip(to, slot.ok_or_else(|| Both::new("那张牌不是装备", "that card is no equipment"))?)
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
