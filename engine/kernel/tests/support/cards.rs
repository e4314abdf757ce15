//! A small set of cards: enough to walk every flow.

use super::{World, ev, face, me, other};
use muniu_kernel::Game;
use muniu_kernel::card::{Slot, Suit};
use muniu_kernel::def::{CardDef, CardType, Nature, Num, Reach, SaveRule, Scope, TargetRule};
use muniu_kernel::event::{Need, Outcome};
use muniu_kernel::ids::PlayerId;
use muniu_kernel::request::{Ev, Purpose};
use muniu_kernel::rulebook::{Arg, Flow};
use smallvec::SmallVec;

fn kind(world: &World, name: &str, card_type: CardType, targets: TargetRule) -> CardDef {
    CardDef {
        name: world.name(name),
        family: world.name(name),
        card_type,
        nature: None,
        slot: None,
        range: 0,
        distance_to: 0,
        distance_from: 0,
        at_idle: true,
        targets,
        target_filter: None,
        second: None,
        when: None,
        quota: None,
        answered_by: None,
        nullifiable: card_type.is_trick(),
        nullifies: false,
        saves: SaveRule::No,
        recast: false,
        run: None,
        run_save: None,
        missed: None,
        skill: None,
    }
}

fn chosen(min: i64, max: i64, own: bool, reach: Reach) -> TargetRule {
    TargetRule::Chosen { min: Num::Is(min), max: Some(Num::Is(max)), own, reach }
}

/// The event that a card answers.
fn answered(game: &Game, args: &[Arg<'_>]) -> Ev {
    let (id, aim) = game.used(ev(args).id).to.expect("an answer answers something");
    Ev { id, aim }
}

fn respond(game: &Game, args: &[Arg<'_>], player: PlayerId, name: &str) -> Flow<bool> {
    let ev = ev(args);
    let need = Need {
        player,
        respond: true,
        names: SmallVec::from_slice(&[game.names().intern(name)]),
        to: Some((ev.id, ev.aim)),
        targets: None,
        no_distance: true,
        reason: None,
    };
    Ok(game.need(need, Purpose::Respond)?.is_some())
}

fn hurt(game: &Game, player: PlayerId) -> bool {
    let state = game.read();
    state.players[player.index()].hp < state.players[player.index()].max_hp
}

pub fn add_all(world: &mut World) {
    basics(world);
    tricks(world);
    equipment(world);
    deck(world);
}

fn basics(world: &mut World) {
    let strike = world.run(|game, args| game.card_damage(ev(args), other(args), 1, None, None).map(drop));
    let slash = CardDef {
        quota: Some((Scope::Phase, 1)),
        answered_by: Some(world.name("jink")),
        run: Some(strike),
        ..kind(world, "slash", CardType::Basic, chosen(1, 1, false, Reach::Range))
    };
    let fire = CardDef { name: world.name("fire_slash"), nature: Some(Nature::Fire), ..slash.clone() };
    let dodge = world.run(|game, args| {
        game.offset(answered(game, args));
        Ok(())
    });
    let jink = CardDef { at_idle: false, run: Some(dodge), ..kind(world, "jink", CardType::Basic, TargetRule::Answer) };
    let heal = world.run(|game, args| {
        let card = game.used(ev(args).id).card;
        game.recover(other(args), 1, Some(me(args)), Some(card), None).map(drop)
    });
    let peach = CardDef {
        target_filter: Some(world.test(|game, args| hurt(game, other(args)))),
        saves: SaveRule::Anyone,
        run: Some(heal),
        ..kind(world, "peach", CardType::Basic, TargetRule::Own)
    };
    for def in [slash, fire, jink, peach] {
        world.catalogue.add_card(def);
    }
}

fn tricks(world: &mut World) {
    let duel = world.run(|game, args| {
        let (user, target) = (me(args), other(args));
        let (mut turn, mut waits) = (target, user);
        while respond(game, args, turn, "slash")? {
            std::mem::swap(&mut turn, &mut waits);
        }
        game.card_damage(ev(args), turn, 1, Some(waits), None).map(drop)
    });
    let volley = world.run(|game, args| {
        if respond(game, args, other(args), "jink")? {
            return Ok(());
        }
        game.card_damage(ev(args), other(args), 1, None, None).map(drop)
    });
    let cancel = world.run(|game, args| {
        game.edit_aim(answered(game, args), |aim| aim.outcome = Outcome::Offset);
        Ok(())
    });
    let share = world.run(|game, args| game.recover(other(args), 1, Some(me(args)), None, None).map(drop));
    let omen = world.run(|game, args| {
        let red = game.judge(other(args), game.names().intern("omen"), None)?;
        if red.is_some_and(|result| result.suit == Suit::Heart) {
            return Ok(());
        }
        let _ = game.skip_phase(muniu_kernel::event::Phase::Play);
        Ok(())
    });
    let near = world.run(|game, args| game.draw(me(args), 1).map(drop));
    let defs = [
        CardDef { run: Some(duel), ..kind(world, "duel", CardType::Trick, chosen(1, 1, false, Reach::Any)) },
        CardDef { run: Some(volley), ..kind(world, "volley", CardType::Trick, TargetRule::Others) },
        CardDef { run: Some(share), ..kind(world, "feast", CardType::Trick, TargetRule::All) },
        CardDef { run: Some(near), ..kind(world, "steal", CardType::Trick, chosen(1, 1, false, Reach::Distance(1))) },
        CardDef {
            run: Some(world.run(|game, args| game.set_chained(other(args), true))),
            recast: true,
            ..kind(world, "chain", CardType::Trick, chosen(1, 2, true, Reach::Any))
        },
        CardDef {
            at_idle: false,
            nullifies: true,
            run: Some(cancel),
            ..kind(world, "cancel", CardType::Trick, TargetRule::Answer)
        },
        CardDef { run: Some(omen), ..kind(world, "omen", CardType::DelayedTrick, chosen(1, 1, false, Reach::Any)) },
    ];
    for def in defs {
        world.catalogue.add_card(def);
    }
}

fn equipment(world: &mut World) {
    let slots = [("bow", Slot::Weapon), ("dirk", Slot::Weapon), ("coat", Slot::Armor), ("wall", Slot::PlusHorse)];
    for (name, slot) in slots.into_iter().chain([("steed", Slot::MinusHorse)]) {
        let def = CardDef {
            slot: Some(slot),
            range: match name {
                "bow" => 3,
                "dirk" => 2,
                _ => 0,
            },
            distance_to: i32::from(slot == Slot::PlusHorse),
            distance_from: -i32::from(slot == Slot::MinusHorse),
            ..kind(world, name, CardType::Equip, TargetRule::Own)
        };
        world.catalogue.add_card(def);
    }
}

fn deck(world: &mut World) {
    let counts = [
        ("slash", 24),
        ("fire_slash", 6),
        ("jink", 16),
        ("peach", 8),
        ("duel", 4),
        ("volley", 3),
        ("feast", 2),
        ("steal", 4),
        ("chain", 4),
        ("cancel", 4),
        ("omen", 4),
        ("bow", 2),
        ("dirk", 2),
        ("coat", 2),
        ("wall", 2),
        ("steed", 2),
    ];
    for (name, count) in counts {
        for copy in 0..count {
            let card = face(world.name(name), Suit::ALL[copy % 4], (copy % 13) as u8 + 1);
            world.catalogue.deck.push(card);
        }
    }
}

/// A function of a card kind, replaced for one test.
pub fn change(world: &mut World, name: &str, edit: impl FnOnce(&mut CardDef)) {
    let name = world.name(name);
    let mut def = (**world.catalogue.card(name).expect("a known kind")).clone();
    edit(&mut def);
    world.catalogue.add_card(def);
}
