//! Moving cards: draw, discard, obtain, give, swap.

use super::args::{self, Opts};
use super::hub::oops;
use super::player::Player;
use super::player_read::places;
use mlua::{Function, Lua, UserDataMethods, Value};
use muniu_kernel::card::Zone;
use muniu_kernel::def::{Ban, From};
use muniu_kernel::event::{CardMove, Move, Reason, Spot};
use muniu_kernel::game::Game;
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::note::Note;

const PICK: &[&str] = &["count", "min", "max", "from", "where", "among", "optional", "prompt", "args", "open"];

pub(super) fn methods<M: UserDataMethods<Player>>(methods: &mut M) {
    methods.add_method("draw", |lua, me, count: Value| {
        let game = me.hub.acting("me:draw")?;
        let count = args::amount(&count, 1, "`me:draw`")?;
        let drawn = me.hub.flow(game.draw(me.id, count as usize))?;
        me.hub.cards(lua, drawn)
    });
    methods.add_method("discard", |lua, me, (what, options): (Value, Value)| {
        let game = me.hub.acting("me:discard")?;
        let mut wanted = 0;
        let cards = match &what {
            Value::Integer(_) | Value::Number(_) => {
                let count = args::amount(&what, 1, "`me:discard`")? as usize;
                let options = Opts::read("me:discard", &options, PICK)?;
                // Who may decline owes nothing, so nothing need be shown.
                wanted = if options.yes("optional", false)? { 0 } else { count };
                pick(lua, me, &game, me.id, &options, From::CARDS, (count, count), Some(Ban::Discard))?
            }
            Value::Nil => return Err(oops("`me:discard`: expected a number or cards, got nil")),
            _ => args::cards(&game, &what, "`me:discard`")?,
        };
        let (held, paid) = (me.look(&game, |p| p.hand.len() + p.equip.iter().flatten().count())?, cards.len());
        let moved = me.hub.flow(game.discard(me.id, &allowed(&game, cards)))?;
        game.show_what_stays(me.id, wanted.min(held).saturating_sub(paid));
        me.hub.cards(lua, moved.into_iter().map(|entry| entry.card))
    });
    methods.add_method("discard_from", |lua, me, (other, options): (Value, Value)| {
        let game = me.hub.acting("me:discard_from")?;
        let owner = args::player(&other, "`me:discard_from`")?;
        let options = Opts::read("me:discard_from", &options, PICK)?;
        // What its owner may not discard, others may discard all the same (document 000, on 鸡肋).
        let ban = (owner == me.id).then_some(Ban::Discard);
        let cards = pick(lua, me, &game, owner, &options, From::ALL, (1, 1), ban)?;
        let moved = me.hub.flow(game.discard(me.id, &cards))?;
        me.hub.cards(lua, moved.into_iter().map(|entry| entry.card))
    });
    methods.add_method("pick_from", |lua, me, (other, options): (Value, Value)| {
        let game = me.hub.acting("me:pick_from")?;
        let owner = args::player(&other, "`me:pick_from`")?;
        let options = Opts::read("me:pick_from", &options, PICK)?;
        let cards = pick(lua, me, &game, owner, &options, From::ALL, (1, 1), None)?;
        me.hub.cards(lua, cards)
    });
    methods.add_method("obtain", |lua, me, (cards, options): (Value, Value)| {
        let game = me.hub.acting("me:obtain")?;
        let cards = args::cards(&game, &cards, "`me:obtain`")?;
        let options = Opts::read("me:obtain", &options, &["open"])?;
        let open = options.yes("open", cards.iter().all(|card| is_public(&game, *card)))?;
        let moved = me.hub.flow(game.obtain(me.id, &cards, open))?;
        me.hub.cards(lua, moved.into_iter().map(|entry| entry.card))
    });
    methods.add_method("obtain_from", |lua, me, (other, options): (Value, Value)| {
        let game = me.hub.acting("me:obtain_from")?;
        let owner = args::player(&other, "`me:obtain_from`")?;
        let options = Opts::read("me:obtain_from", &options, PICK)?;
        let cards = pick(lua, me, &game, owner, &options, From::ALL, (1, 1), None)?;
        let open = options.yes("open", cards.iter().all(|card| is_public(&game, *card)))?;
        let moved = me.hub.flow(game.obtain(me.id, &cards, open))?;
        me.hub.cards(lua, moved.into_iter().map(|entry| entry.card))
    });
    methods.add_method("give", |lua, me, (other, cards): (Value, Value)| {
        let game = me.hub.acting("me:give")?;
        if let Value::Table(gifts) = &other
            && cards.is_nil()
        {
            // What `me:distribute` answered, in one move.
            let mut all = Vec::new();
            for gift in gifts.sequence_values::<mlua::Table>() {
                let gift = gift?;
                let to = args::player(&gift.get::<Value>("to")?, "`me:give`, to")?;
                all.push((to, args::cards(&game, &gift.get::<Value>("cards")?, "`me:give`, cards")?));
            }
            let moved = me.hub.flow(game.give_all(me.id, &all))?;
            return me.hub.cards(lua, moved.into_iter().map(|entry| entry.card));
        }
        let other = args::player(&other, "`me:give`")?;
        let cards = args::cards(&game, &cards, "`me:give`")?;
        let moved = me.hub.flow(game.give(me.id, other, &cards))?;
        me.hub.cards(lua, moved.into_iter().map(|entry| entry.card))
    });
    methods.add_method("recast", |_, me, cards: Value| {
        let game = me.hub.acting("me:recast")?;
        let cards = args::cards(&game, &cards, "`me:recast`")?;
        me.hub.flow(game.recast(me.id, &cards))
    });
    methods.add_method("look", |_, me, cards: Value| {
        let game = me.hub.acting("me:look")?;
        game.look(me.id, &args::cards(&game, &cards, "`me:look`")?);
        Ok(())
    });
    methods.add_method("show", |_, me, cards: Value| {
        let game = me.hub.acting("me:show")?;
        let cards = args::cards(&game, &cards, "`me:show`")?;
        game.note(|| Note::Shown { player: me.id, cards });
        Ok(())
    });
    methods.add_method("swap_hands", |_, me, (one, other): (Value, Value)| {
        let game = me.hub.acting("me:swap_hands")?;
        let (one, other) = (args::player(&one, "`me:swap_hands`")?, args::player(&other, "`me:swap_hands`")?);
        let hand = |player: PlayerId| game.read().players[player.index()].hand.clone();
        let (first, second) = (hand(one), hand(other));
        me.hub.flow(game.swap(me.id, (&first, Zone::Hand(other)), (&second, Zone::Hand(one))))
    });
    methods.add_method("swap_equips", |_, me, (one, other): (Value, Value)| {
        let game = me.hub.acting("me:swap_equips")?;
        let (one, other) = (args::player(&one, "`me:swap_equips`")?, args::player(&other, "`me:swap_equips`")?);
        swap_equips(me, &game, one, other)
    });
}

/// Cards that nothing forbids their owners to discard.
fn allowed(game: &Game, cards: Vec<CardId>) -> Vec<CardId> {
    let owner = |card: CardId| game.read().zones[card.index()].owner();
    cards
        .into_iter()
        .filter(|card| owner(*card).is_none_or(|owner| !game.banned_card(Ban::Discard, owner, *card)))
        .collect()
}

/// Does everybody see the card where it is?
fn is_public(game: &Game, card: CardId) -> bool {
    let state = game.read();
    match state.zones[card.index()] {
        Zone::Hand(_) | Zone::DrawPile => false,
        Zone::Pile(owner, name) => !state.players[owner.index()].piles.get(name).is_some_and(|pile| pile.secret),
        _ => true,
    }
}

/// Ask for cards of somebody; those of a hand that the one who picks can't see are drawn by chance.
#[allow(clippy::too_many_arguments, reason = "the one question behind five verbs")]
fn pick(
    lua: &Lua,
    me: &Player,
    game: &Game,
    owner: PlayerId,
    options: &Opts<'_>,
    from: From,
    bounds: (usize, usize),
    ban: Option<Ban>,
) -> mlua::Result<Vec<CardId>> {
    let (min, max) = options.bounds(bounds)?;
    let cards = match options.cards(game, "among")? {
        Some(among) => among,
        None => game.cards_from(owner, places(options.text("from")?.as_deref(), options.verb, from)?),
    };
    let filter = options.function("where")?;
    let mut candidates = Vec::new();
    for card in cards {
        let allowed = ban.is_none_or(|ban| !game.banned_card(ban, owner, card));
        let fits = |filter: &Function| me.hub.test(filter, me.hub.card(lua, card)?);
        if allowed && filter.as_ref().map_or(Ok(true), fits)? {
            candidates.push(card);
        }
    }
    let optional = options.yes("optional", min == 0)?;
    let word = options.verb.trim_start_matches("me:");
    me.hub.flow(game.choose_cards(me.id, &candidates, (min, max), optional, options.prompt(&me.hub, word)?))
}

/// Both sets of equipment leave at once and arrive at once; what finds its slot abolished is put into the discard pile.
fn swap_equips(me: &Player, game: &Game, one: PlayerId, other: PlayerId) -> mlua::Result<()> {
    if one == other {
        return Err(oops("`me:swap_equips`: expected two characters, got the same one twice"));
    }
    let mut out = Vec::new();
    let mut back = Vec::new();
    {
        let state = game.read();
        for (from, to) in [(one, other), (other, one)] {
            for slot in muniu_kernel::card::Slot::ALL {
                let Some(card) = state.players[from.index()].equip[slot as usize] else { continue };
                let entry = CardMove {
                    card,
                    from: Zone::Equip(from, slot),
                    to: Zone::Processing,
                    spot: Spot::Top,
                    open: true,
                    former: None,
                };
                out.push(entry);
                let closed = state.players[to.index()].abolished.contains(&slot);
                let goes = if closed { Zone::DiscardPile } else { Zone::Equip(to, slot) };
                back.push(CardMove { from: Zone::Processing, to: goes, former: Some(from), ..entry });
            }
        }
    }
    for moves in [out, back] {
        let batch =
            Move { moves, reason: Reason::Swap, by: Some(me.id), origin: None, skill: me.hub.running_skill(game) };
        me.hub.flow(game.move_cards(batch))?;
    }
    Ok(())
}
