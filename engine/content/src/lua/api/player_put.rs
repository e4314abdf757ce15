//! `me:put(cards, where)`: 置于, 置入.

use super::args::{self, Opts};
use super::hub::oops;
use super::player::Player;
use super::value::kind;
use mlua::{UserDataMethods, Value};
use muniu_kernel::card::Zone;
use muniu_kernel::event::{CardMove, Move, Reason, Spot};
use muniu_kernel::game::Game;
use muniu_kernel::ids::{CardId, PlayerId};

pub(super) fn methods<M: UserDataMethods<Player>>(methods: &mut M) {
    methods.add_method("put", |lua, me, (cards, to): (Value, Value)| {
        let game = me.hub.acting("me:put")?;
        let cards = args::cards(&game, &cards, "`me:put`")?;
        let moved = match &to {
            Value::String(text) => put_down(me, &game, &cards, &text.to_string_lossy())?,
            Value::Table(_) => put_at(me, &game, &cards, &to)?,
            other => {
                return Err(oops(format!("`me:put`: expected a place, got {}", kind(other))));
            }
        };
        me.hub.cards(lua, moved.into_iter().map(|entry| entry.card))
    });
}

/// On the draw pile the first card of the list comes to lie topmost.
fn put_down(me: &Player, game: &Game, cards: &[CardId], word: &str) -> mlua::Result<Vec<CardMove>> {
    let known = [
        ("discard_pile", (Zone::DiscardPile, Spot::Top)),
        ("draw_pile", (Zone::DrawPile, Spot::Top)),
        ("bottom", (Zone::DrawPile, Spot::Bottom)),
        ("processing", (Zone::Processing, Spot::Top)),
        ("removed", (Zone::Removed, Spot::Top)),
    ];
    let (zone, spot) = args::one_of(word, "`me:put`", &known)?;
    if zone == Zone::DrawPile {
        return into_pile(me, game, cards, spot);
    }
    me.hub.flow(game.put(Some(me.id), cards, zone, spot))
}

/// Into the draw pile, so that the first card of the list comes to lie topmost of them.
fn into_pile(me: &Player, game: &Game, cards: &[CardId], spot: Spot) -> mlua::Result<Vec<CardMove>> {
    let mut cards = cards.to_vec();
    if spot != Spot::Bottom {
        cards.reverse();
    }
    me.hub.flow(game.put(Some(me.id), &cards, Zone::DrawPile, spot))
}

const PLACES: &[&str] = &["pile", "of", "secret", "as_hand", "hand", "equip", "judge", "replace", "covered", "under"];

fn put_at(me: &Player, game: &Game, cards: &[CardId], to: &Value) -> mlua::Result<Vec<CardMove>> {
    let options = Opts::read("me:put", to, PLACES)?;
    if let Some(cards_above) = options.count("under")? {
        let spot = Spot::Under(cards_above.min(1_000) as u16);
        return into_pile(me, game, cards, spot);
    }
    if options.yes("covered", false)? {
        me.hub.flow(game.put_covered(me.id, cards, Reason::Put))?;
        return Ok(Vec::new());
    }
    if let Some(pile) = options.text("pile")? {
        let name = me.hub.shared.names.intern(&pile);
        let owner = options.player("of")?.unwrap_or(me.id);
        let secret = options.yes("secret", false)?;
        let as_hand = options.yes("as_hand", false)?;
        {
            let state = &mut *game.edit();
            let pile = state.players[owner.index()].piles.entry(name);
            (pile.secret, pile.as_hand) = (secret, as_hand);
        }
        return me.hub.flow(game.put(Some(me.id), cards, Zone::Pile(owner, name), Spot::Top));
    }
    if let Some(player) = options.player("hand")? {
        return me.hub.flow(game.put(Some(me.id), cards, Zone::Hand(player), Spot::Top));
    }
    if let Some(player) = options.player("equip")? {
        let moves = into_slots(game, cards, player, options.yes("replace", false)?);
        return batch(me, game, moves);
    }
    if let Some(player) = options.player("judge")? {
        let moves = into_judgement(game, cards, player);
        return batch(me, game, moves);
    }
    Err(oops("`me:put`: expected one of `pile`, `hand`, `equip`, `judge`, `under`"))
}

fn batch(me: &Player, game: &Game, moves: Vec<CardMove>) -> mlua::Result<Vec<CardMove>> {
    let skill = me.hub.running_skill(game);
    me.hub.flow(game.move_cards(Move { moves, reason: Reason::Put, by: Some(me.id), origin: None, skill }))
}

/// Equipment into its slots. What has no open slot stays where it is, unless what is there is to be replaced.
fn into_slots(game: &Game, cards: &[CardId], player: PlayerId, replace: bool) -> Vec<CardMove> {
    let mut moves = Vec::new();
    for card in cards {
        let name = game.face(*card).name;
        let Some(slot) = game.catalogue().card(name).and_then(|def| def.slot) else { continue };
        let state = game.read();
        let of = &state.players[player.index()];
        let taken = moves.iter().any(|entry: &CardMove| entry.to == Zone::Equip(player, slot));
        if !of.alive || of.abolished.contains(&slot) || taken {
            continue;
        }
        if let Some(old) = of.equip[slot as usize] {
            if !replace || old == *card {
                continue;
            }
            let from = Zone::Equip(player, slot);
            moves.push(CardMove { card: old, from, to: Zone::DiscardPile, spot: Spot::Top, open: true, former: None });
        }
        let from = state.zones[card.index()];
        moves.push(CardMove {
            card: *card,
            from,
            to: Zone::Equip(player, slot),
            spot: Spot::Top,
            open: true,
            former: None,
        });
    }
    moves
}

/// Delayed tricks into a judgement area, as far as it takes them.
fn into_judgement(game: &Game, cards: &[CardId], player: PlayerId) -> Vec<CardMove> {
    let named = |card: CardId| {
        let state = game.read();
        let tied = state.ties[card.index()].map(|tie| state.virtuals[tie.0 as usize].name);
        drop(state);
        tied.unwrap_or_else(|| game.face(card).name)
    };
    let mut seen = Vec::new();
    let mut moves = Vec::new();
    for card in cards {
        let name = named(*card);
        if game.alive(player) && game.judge_area_takes(name, player) && !seen.contains(&name) {
            seen.push(name);
            let from = game.read().zones[card.index()];
            moves.push(CardMove {
                card: *card,
                from,
                to: Zone::Judge(player),
                spot: Spot::Top,
                open: true,
                former: None,
            });
        }
    }
    moves
}
