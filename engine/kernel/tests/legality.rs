//! What a seat may do: quotas, distances, prohibitions, and that illegal answers are refused with a reason.

mod support;

use muniu_kernel::Game;
use muniu_kernel::card::{Slot, Zone};
use muniu_kernel::def::{
    Ability, Active, Ban, CardPick, CardTest, Convert, From, Modifier, Num, Picks, Price, Prohibition, Provide, Query,
    Scope, TargetPick, To, Who,
};
use muniu_kernel::event::{Event, Need, Phase};
use muniu_kernel::flows::use_card::Wanted;
use muniu_kernel::ids::{CardId, EffectId, EventId, PlayerId};
use muniu_kernel::legality::Refusal;
use muniu_kernel::names::Name;
use muniu_kernel::request::{AbilityRef, Action, Answer, Ask, Pick, Prompt, Purpose, Request, Way};
use muniu_kernel::state::{Effect, Lasts};
use muniu_kernel::timing::Timing;
use muniu_kernel::value::Value;
use smallvec::SmallVec;
use support::{A, B, C, D, Table, World, act, cards, other};

fn play(seat: PlayerId) -> Request {
    Request { seat, ask: Ask::Play, optional: true, prompt: Prompt::RULES }
}

/// The characters that may be named first for this card at an idle point.
fn targets(table: &Table, user: PlayerId, card: CardId) -> Vec<PlayerId> {
    if !table.game.ways(&play(user)).contains(&Way::Card(card)) {
        return Vec::new();
    }
    table.game.next(&play(user), &Action::new(Way::Card(card))).targets
}

fn check(table: &Table, action: Action) -> Result<(), Refusal> {
    table.game.check(&play(A), &Answer::Act(action))
}

fn at(seats: usize, world: World) -> Table {
    let table = world.start(seats);
    table.in_turn(A);
    table
}

fn modifier(query: Query, by: i64) -> Modifier {
    Modifier {
        query,
        who: Who::Player,
        card: CardTest::default(),
        when: None,
        by: Some(Num::Is(by)),
        to: None,
        unlimited: false,
        name: None,
        suit: None,
    }
}

#[test]
fn a_quota_counts_uses_at_idle_points_of_the_phase() {
    let table = World::new().start(2);
    let hand: [CardId; 3] = table.deal(A, &["slash", "fire_slash", "duel"]).try_into().expect("three");
    table.reply_card(A, "play", hand[0], &[B]);
    table.reply(A, "play", move |game, request| {
        assert_eq!(game.ways(request), [Way::Card(hand[2])], "both slashes are of one family");
        let refused = game.check(request, &support::card_action(hand[1], &[B]));
        assert_eq!(refused, Err(Refusal::Way));
        Answer::Pass
    });
    table.game.turn(A, false).expect("no interrupt");
    assert_eq!(table.hp(B), 3);
    // In the next play phase the count begins anew.
    table.reply(A, "play", move |game, request| {
        assert!(game.ways(request).contains(&Way::Card(hand[1])));
        Answer::Pass
    });
    table.game.turn(A, true).expect("no interrupt");
}

// rules: B-031
#[test]
fn uses_without_a_limit_count_and_uses_that_are_not_counted_do_not() {
    let mut world = World::new();
    world.add_skill("free", vec![Ability::Modify(Modifier { unlimited: true, by: None, ..modifier(Query::Quota, 0) })]);
    let table = at(3, world);
    let hand = table.deal(A, &["slash", "slash", "slash", "slash"]);
    let go = |card: CardId, counted| {
        let made = table.game.make_virtual(table.name("slash"), &[card], None);
        let wanted = Wanted { targets: vec![(B, None)], at_idle: true, counted, ..Wanted::new(Some(A), made) };
        table.game.use_card(wanted).expect("no interrupt");
    };
    go(hand[0], false);
    assert_eq!(targets(&table, A, hand[3]), [B, C], "one that isn't counted leaves the one of the phase");
    table.learn(A, "free");
    go(hand[1], true);
    assert_eq!(targets(&table, A, hand[3]), [B, C], "there is no limit");
    table.game.lose_skill(A, table.name("free"), |_| true).expect("no interrupt");
    assert_eq!(targets(&table, A, hand[3]), [], "but it was counted");
    go(hand[2], false);
    assert_eq!(table.game.used_of_quota(A, table.name("slash"), Scope::Phase), 1);
}

// rules: B-039
#[test]
fn a_limit_raised_for_the_turn_is_raised_in_each_of_its_play_phases() {
    for (lasts, in_the_second) in [(Lasts::Turn, 2), (Lasts::Phase, 1)] {
        let mut world = World::new();
        let extra = world.on(Timing::TurnStarted9, Who::Turn, |game, _| {
            game.extra_phase(Phase::Play);
            Ok(())
        });
        world.add_skill("vanguard", vec![Ability::On(extra)]);
        world.add_effect("righteous", vec![Ability::Modify(modifier(Query::Quota, 1))]);
        let table = world.start(3);
        table.learn(A, "vanguard");
        let hand = table.deal(A, &["slash"; 5]);
        let name = table.name("righteous");
        table.reply(A, "play", {
            let first = hand[0];
            move |game, _| {
                game.gain_effect(Effect {
                    id: EffectId(0),
                    skill: name,
                    name,
                    owner: A,
                    data: Value::Nil,
                    lasts,
                    bound: false,
                    uses: None,
                });
                support::card_action(first, &[B])
            }
        });
        table.reply_card(A, "play", hand[1], &[B]);
        let none_left = |card| {
            move |game: &Game, request: &Request| {
                assert!(!game.ways(request).contains(&Way::Card(card)), "the limit is reached");
                Answer::Pass
            }
        };
        table.reply(A, "play", none_left(hand[4]));
        for card in &hand[2..2 + in_the_second] {
            table.reply_card(A, "play", *card, &[C]);
        }
        table.reply(A, "play", none_left(hand[4]));
        table.game.turn(A, false).expect("no interrupt");
        assert_eq!((table.hp(B), table.hp(C)), (2, 4 - in_the_second as i32));
        assert_eq!(table.asked().iter().filter(|asked| *asked == "0 play").count(), 4 + in_the_second);
    }
}

#[test]
fn states_raise_a_quota_for_everybody_or_for_one_target() {
    let mut world = World::new();
    world.add_skill("once_more", vec![Ability::Modify(modifier(Query::Quota, 1))]);
    let only_c = world.test(|_, args| other(args) == C);
    let free = Modifier { when: Some(only_c), by: None, unlimited: true, ..modifier(Query::Quota, 0) };
    world.add_skill("free_on_c", vec![Ability::Modify(free)]);
    let table = world.start(3);
    let hand = table.deal(A, &["slash", "slash", "slash", "slash"]);
    table.learn(A, "once_more");
    table.learn(A, "free_on_c");
    table.reply_card(A, "play", hand[0], &[B]);
    table.reply_card(A, "play", hand[1], &[B]);
    table.reply(A, "play", move |game, request| {
        assert_eq!(game.next(request, &Action::new(Way::Card(hand[2]))).targets, [C]);
        support::card_action(hand[2], &[C])
    });
    table.game.turn(A, false).expect("no interrupt");
    assert_eq!((table.hp(B), table.hp(C)), (2, 3));
}

#[test]
fn distance_counts_the_living_and_the_mounts() {
    let table = at(5, World::new());
    let e = PlayerId(4);
    let from_a = |to| table.game.distance(A, to);
    assert_eq!([A, B, C, D, e].map(from_a), [0, 1, 2, 2, 1]);
    table.equip(C, "wall", Slot::PlusHorse);
    assert_eq!((from_a(C), table.game.distance(C, A)), (3, 2));
    table.equip(A, "steed", Slot::MinusHorse);
    assert_eq!([B, C, D, e].map(from_a), [1, 2, 1, 1], "never less than one");
    assert_eq!(table.game.distance(D, A), 2);
    table.game.die(B, None, None).expect("no interrupt");
    assert_eq!((from_a(C), table.game.distance(D, A)), (1, 2));
    assert_eq!(from_a(e), 1);
}

#[test]
fn slashes_reach_as_far_as_the_weapon_and_tricks_as_they_say() {
    let table = at(6, World::new());
    let hand = table.deal(A, &["slash", "steal", "duel", "dirk"]);
    let seats = |list: &[PlayerId]| list.iter().map(|seat| seat.0).collect::<Vec<_>>();
    assert_eq!(seats(&targets(&table, A, hand[0])), [1, 5]);
    table.equip(A, "bow", Slot::Weapon);
    assert_eq!(seats(&targets(&table, A, hand[0])), [1, 2, 3, 4, 5]);
    assert_eq!(seats(&targets(&table, A, hand[1])), [1, 5], "the weapon is no matter for tricks");
    assert_eq!(seats(&targets(&table, A, hand[2])), [1, 2, 3, 4, 5]);
    let far = Action { targets: vec![C], ..Action::new(Way::Card(hand[1])) };
    assert_eq!(check(&table, far), Err(Refusal::Target(C)));
}

/// A skill that turns one card (equipment too) into a slash.
fn to_slash(world: &mut World) {
    let pick =
        CardPick { from: From::CARDS, min: Num::Is(1), max: Some(Num::Is(1)), test: CardTest::default(), filter: None };
    let convert = Convert {
        to: To::Names(vec![world.name("slash")]),
        cards: Some(pick),
        named: None,
        for_use: true,
        for_respond: true,
        when: None,
        limit: None,
        recast: false,
        before: None,
        face_down: false,
        line: 0,
    };
    world.add_skill("to_slash", vec![Ability::Convert(convert)]);
}

fn ability(table: &Table, owner: PlayerId, skill: &str) -> AbilityRef {
    AbilityRef { owner, skill: table.name(skill), effect: None, equip: None, index: 0 }
}

#[test]
fn a_card_that_pays_counts_as_gone() {
    let mut world = World::new();
    to_slash(&mut world);
    let table = at(6, world);
    table.learn(A, "to_slash");
    let bow = table.equip(A, "bow", Slot::Weapon);
    let peach = table.deal(A, &["peach"])[0];
    let way = Way::Convert(ability(&table, A, "to_slash"));
    assert!(table.game.ways(&play(A)).contains(&way));
    let with = |card| table.game.next(&play(A), &Action { cards: vec![card], ..Action::new(way) }).targets.len();
    assert_eq!((with(peach), with(bow)), (5, 2), "with the bow itself as the slash, its range is gone");
    let far = Action { cards: vec![bow], targets: vec![D], ..Action::new(way) };
    assert_eq!(check(&table, far), Err(Refusal::Target(D)));
}

#[test]
fn targets_of_active_skills_are_tested_as_if_the_price_were_paid() {
    let mut world = World::new();
    let mut picks = Picks::default();
    picks.price.discard = Some(CardPick {
        from: From::CARDS,
        min: Num::Is(1),
        max: Some(Num::Is(1)),
        test: CardTest::default(),
        filter: None,
    });
    let in_range = world.test(|game, args| game.in_range(support::me(args), other(args)));
    picks.targets = Some(TargetPick { min: Num::Is(1), max: Some(Num::Is(1)), own: false, filter: Some(in_range) });
    let run = world.run(|game, args| game.lose_hp(act(args).targets[0], 1, None));
    world.add_skill("strike", vec![Ability::Active(Active { when: None, limit: None, picks, run, line: 0 })]);
    let table = at(6, world);
    table.learn(A, "strike");
    let bow = table.equip(A, "bow", Slot::Weapon);
    let way = Way::Active(ability(&table, A, "strike"));
    let paid = |card, target| Action { cards: vec![card], targets: vec![target], ..Action::new(way) };
    assert_eq!(check(&table, paid(bow, D)), Err(Refusal::Target(D)));
    assert_eq!(check(&table, paid(bow, B)), Ok(()));
    assert_eq!(check(&table, Action { targets: vec![B], ..Action::new(way) }), Err(Refusal::Incomplete));
    let slash = table.deal(A, &["slash"])[0];
    assert_eq!(check(&table, paid(slash, D)), Ok(()));
}

#[test]
fn bans_keep_targets_uses_and_responses_away() {
    let mut world = World::new();
    let red = world.test(|game, args| {
        let used = game.used(support::ev(args).id).card;
        game.virtual_card(used).color == Some(muniu_kernel::card::Color::Red)
    });
    let ban =
        |ban, when| Ability::Forbid(Prohibition { ban, who: Who::Player, card: CardTest::default(), when, slot: None });
    world.add_skill("no_red", vec![ban(Ban::Target, Some(red))]);
    world.add_skill("no_use", vec![ban(Ban::Use, None)]);
    world.add_skill("no_heal", vec![ban(Ban::Recover, None)]);
    let table = at(3, world);
    table.learn(B, "no_red");
    let hand = table.deal(A, &["duel", "duel"]);
    let colors = hand.iter().map(|card| table.game.printed(*card).suit.color().id()).collect::<Vec<_>>();
    for (card, color) in hand.iter().zip(colors) {
        let expected = if color == "red" { vec![C] } else { vec![B, C] };
        assert_eq!(targets(&table, A, *card), expected);
    }
    table.learn(A, "no_use");
    assert!(table.game.ways(&play(A)).is_empty());
    table.learn(C, "no_heal");
    table.game.edit().players[2].hp = 1;
    assert_eq!(table.game.recover(C, 1, None, None, None), Ok(0));
}

#[test]
fn more_targets_may_be_named_where_a_state_says_so() {
    let mut world = World::new();
    world.add_skill("wide", vec![Ability::Modify(modifier(Query::TargetCount, 1))]);
    let table = at(4, world);
    let duel = table.deal(A, &["duel"])[0];
    let both = Action { targets: vec![B, C], ..Action::new(Way::Card(duel)) };
    assert_eq!(check(&table, both.clone()), Err(Refusal::Target(C)));
    table.learn(A, "wide");
    assert_eq!(check(&table, both.clone()), Ok(()));
    assert!(check(&table, Action { targets: vec![B, B], ..both.clone() }).is_err(), "nobody twice");
    assert!(check(&table, Action { targets: vec![B, C, D], ..both }).is_err());
}

#[test]
fn the_system_allows_one_delayed_trick_of_a_name_and_none_where_the_area_is_abolished() {
    let table = at(4, World::new());
    let omen = table.deal(A, &["omen"])[0];
    table.place("omen", Zone::Judge(B));
    table.game.abolish(C, &[], true).expect("no interrupt");
    assert_eq!(targets(&table, A, omen), [D]);
    table.game.restore(C, &[], true).expect("no interrupt");
    assert_eq!(targets(&table, A, omen), [C, D]);
    let coat = table.deal(A, &["coat"])[0];
    assert!(table.game.ways(&play(A)).contains(&Way::Card(coat)));
    table.game.abolish(A, &[Slot::Armor], false).expect("no interrupt");
    assert!(!table.game.ways(&play(A)).contains(&Way::Card(coat)));
    assert!(targets(&table, A, coat).is_empty());
}

/// A need of `A` for one of these names, put on the stack.
fn need(table: &Table, names: &[Name]) -> EventId {
    table.game.begin(Event::Need(Need {
        player: A,
        respond: false,
        names: SmallVec::from_slice(names),
        to: None,
        targets: None,
        no_distance: false,
        reason: None,
    }))
}

#[test]
fn a_need_takes_the_family_and_prescribed_targets() {
    let table = at(4, World::new());
    let hand = table.deal(A, &["fire_slash", "jink", "duel"]);
    let id = need(&table, &[table.name("slash")]);
    let request = Request { ask: Ask::Card { need: id, purpose: Purpose::Use }, ..play(A) };
    assert_eq!(table.game.ways(&request), [Way::Card(hand[0])]);
    if let Event::Need(need) = &mut *table.game.event_mut(id) {
        need.targets = Some(SmallVec::from_slice(&[D]));
    }
    let at = |target| support::card_action(hand[0], &[target]);
    assert_eq!(table.game.check(&request, &at(B)), Err(Refusal::Target(B)));
    assert_eq!(table.game.check(&request, &at(D)), Ok(()));
}

#[test]
fn what_provides_a_card_is_offered_only_if_its_price_can_be_paid() {
    let mut world = World::new();
    let price = Price { mark: Some((world.name("rage"), Num::Is(1))), ..Price::default() };
    let provide = Provide {
        to: vec![world.name("slash")],
        for_use: true,
        for_respond: true,
        when: None,
        limit: None,
        picks: Picks { price, ..Picks::default() },
        run: world.book.add(|_, _| Ok(Value::Bool(true))),
        line: 0,
    };
    world.add_skill("give", vec![Ability::Provide(provide)]);
    let table = at(2, world);
    table.learn(A, "give");
    assert!(table.game.ways(&play(A)).is_empty());
    table.game.gain_mark(A, table.name("rage"), 1).expect("no interrupt");
    assert_eq!(table.game.ways(&play(A)).len(), 1);
    let duel = table.deal(B, &["duel"])[0];
    table.reply(A, "trigger", |game, request| Answer::Act(game.first_action(request).expect("it can be done")));
    table.use_card(B, duel, &[A]);
    assert_eq!((table.game.marks(A, table.name("rage")), table.hp(B)), (0, 3));
}

#[test]
fn a_provided_card_has_a_name_that_its_skill_provides() {
    let mut world = World::new();
    let provide = Provide {
        to: vec![world.name("slash")],
        for_use: true,
        for_respond: false,
        when: None,
        limit: None,
        picks: Picks::default(),
        run: world.book.add(|_, _| Ok(Value::Bool(true))),
        line: 0,
    };
    world.add_skill("give", vec![Ability::Provide(provide)]);
    let table = at(3, world);
    table.learn(A, "give");
    let way = Way::Provide(ability(&table, A, "give"));
    let named = |name: &str| Action { name: Some(table.name(name)), targets: vec![B], ..Action::new(way) };
    assert_eq!(check(&table, named("slash")), Ok(()));
    assert!(check(&table, named("duel")).is_err());
    table.reply_with(A, "play", Answer::Act(named("slash")));
    table.game.turn(A, false).expect("no interrupt");
    assert_eq!(table.hp(B), 3);
}

#[test]
fn the_discard_phase_asks_for_what_is_above_the_limit_at_once() {
    let mut world = World::new();
    world.add_skill("pockets", vec![Ability::Modify(modifier(Query::HandLimit, 1))]);
    let table = world.start(2);
    table.learn(A, "pockets");
    table.game.edit().players[0].hp = 1;
    let hand = table.deal(A, &["slash", "slash", "jink"]);
    table.reply_with(A, "choose_cards", Answer::Cards(hand.iter().map(|card| Pick::Card(*card)).collect()));
    table.game.turn(A, false).expect("no interrupt");
    assert_eq!(table.game.read().players[0].hand.len(), 2);
    assert!(table.asked().contains(&"0 choose_cards".to_string()));
    assert_eq!(table.game.read().discard_pile, hand);
    assert_eq!(table.game.read().phase, None::<Phase>);
}

#[test]
fn recasting_is_offered_for_cards_that_allow_it() {
    let table = World::new().start(2);
    let chain = table.deal(A, &["chain"])[0];
    table.reply(A, "play", move |game, request| {
        assert_eq!(game.ways(request)[..2], [Way::Card(chain), Way::Recast(chain)]);
        assert_eq!(game.ways(request).iter().filter(|way| matches!(way, Way::Recast(_))).count(), 1);
        Answer::Act(Action::new(Way::Recast(chain)))
    });
    table.game.turn(A, false).expect("no interrupt");
    assert_eq!(table.zone(chain), Zone::DiscardPile);
    assert_eq!(table.game.read().players[0].hand.len(), 3);
}

#[test]
fn a_card_can_be_dropped_from_a_rule_without_a_trace() {
    let mut world = World::new();
    cards::change(&mut world, "slash", |def| def.quota = None);
    let table = world.start(2);
    let hand = table.deal(A, &["slash", "slash"]);
    table.reply_card(A, "play", hand[0], &[B]);
    table.reply_card(A, "play", hand[1], &[B]);
    table.game.turn(A, false).expect("no interrupt");
    assert_eq!(table.hp(B), 2);
}
