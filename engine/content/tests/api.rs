//! What functions of scripts can reach: each test runs a few lines of a skill on a real game.

use muniu_content::data::Overlay;
use muniu_content::{Content, ContentSource};
use muniu_kernel::Game;
use muniu_kernel::agent::{Agent, View};
use muniu_kernel::card::Zone;
use muniu_kernel::def::{Ability, Nature};
use muniu_kernel::event::{Damage, Phase};
use muniu_kernel::game::Setup;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::legality::Refusal;
use muniu_kernel::request::{Action, Answer, Ask, Pick, Request, Way};
use muniu_kernel::rulebook::{Arg, Call, Flow, Interrupt, Rulebook};
use muniu_kernel::state::{Lasts, Owned, Source};
use muniu_kernel::value::Value;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

const PACK: &str = r#"
id = "base"
name = { zh = "基", en = "Base" }
version = "1"
api = 1
authors = []
licence = "MIT"
requires = []
"#;

const CARDS: &str = r#"
[deck]
id = "standard"
name = { zh = "标准", en = "Standard" }

[card.slash]
name = { zh = "杀", en = "Slash" }
text = { zh = "…", en = "…" }
type = "basic"
family = "slash"
copies = ["♠7", "♥8", "♣9", "♦10", "♠J", "♥Q"]

[card.jink]
name = { zh = "闪", en = "Jink" }
text = { zh = "…", en = "…" }
type = "basic"
copies = ["♥2", "♦2", "♦3", "♦4", "♦5", "♦6"]

[card.axe]
name = { zh = "斧", en = "Axe" }
text = { zh = "…", en = "…" }
type = "equip"
slot = "weapon"
range = 3
copies = ["♦5"]
"#;

const GENERALS: &str = r#"
[box]
id = "standard"
name = { zh = "标准", en = "Standard" }

[general.caocao]
name = { zh = "曹操", en = "Cao Cao" }
title = { zh = "魏武帝", en = "Emperor Wu of Wei" }
kingdom = "wei"
gender = "male"
hp = 4
skills = ["one", "two"]

[skill.one]
name = { zh = "一", en = "One" }
text = { zh = "…", en = "…" }

[skill.two]
name = { zh = "二", en = "Two" }
text = { zh = "…", en = "…" }
"#;

const SLASH: &str = r#"return card {
  targets = { count = 1, reach = "range" }, quota = { phase = 1 }, answered_by = "jink",
  run = function(user, ev, target) ev:damage(target, 1) end,
}"#;

const JINK: &str = r#"return card { targets = "answer", run = function(user, ev) ev.answered:offset() end }"#;

/// Answers from a list, then as the request's default says.
#[derive(Default)]
struct Listed {
    answers: VecDeque<Answer>,
    asked: Vec<String>,
}

impl Agent for Listed {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        self.asked.push(request.ask.kind().to_owned());
        Ok(self.answers.pop_front().unwrap_or_else(|| view.rules().default_answer(request)))
    }

    fn refused(&mut self, request: &Request, reason: &Refusal) {
        panic!("refused {request:?}: {reason}");
    }
}

/// Plays a jink whenever one is asked for.
struct Jinks;

impl Agent for Jinks {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        let ways = view.rules().ways(request);
        let card = ways.iter().find(|way| matches!(way, Way::Card(_))).copied();
        match (&request.ask, card) {
            (Ask::Card { .. }, Some(way)) => Ok(Answer::Act(Action::new(way))),
            _ => Ok(view.rules().default_answer(request)),
        }
    }
}

/// Three characters with 3 of 4 hp and two cards each (♠7 slash and ♥8 slash first), in the play phase of seat 1.
struct Table {
    content: Content,
    game: Game,
    first: Rc<RefCell<Listed>>,
}

impl Table {
    fn new(body: &str, more: &str, skill_two: &str) -> Self {
        let one = format!(
            "return skill {{ on.damage_taken {{ when = function(me, ev) return me.seat == 9 end, run = function(me, ev)
{body}
end }}, {more} }}"
        );
        let mut files = Overlay::default();
        for (path, text) in [
            ("p/pack.toml", PACK),
            ("p/cards/standard.toml", CARDS),
            ("p/generals/standard.toml", GENERALS),
            ("p/scripts/cards/slash.luau", SLASH),
            ("p/scripts/cards/jink.luau", JINK),
            ("p/scripts/cards/axe.luau", "return card {}"),
            ("p/scripts/skills/one.luau", &one),
            ("p/scripts/skills/two.luau", skill_two),
        ] {
            files.set(path, text);
        }
        let source = ContentSource::read_with(&[PathBuf::from("p")], &files, None);
        let (content, found) = Content::from_source(Arc::new(source));
        let wrong: Vec<_> = found.iter().filter(|finding| finding.file.to_string_lossy().contains("skills")).collect();
        assert!(wrong.iter().all(|finding| finding.code == "missing-text"), "{wrong:#?}");
        let setup = Setup { mode: content.names().intern("none"), seats: 3, seed: 1, options: Vec::new() };
        content.runtime().begin_game();
        let game = Game::new(content.catalogue(), content.rulebook(), &setup);
        let first = Rc::new(RefCell::new(Listed::default()));
        game.seat(vec![first.clone(), Rc::new(RefCell::new(Jinks)), Rc::new(RefCell::new(Listed::default()))]);
        for seat in 0..3 {
            let mut state = game.edit();
            let player = &mut state.players[seat];
            (player.hp, player.max_hp) = (3, 4);
            if seat == 0 {
                for name in ["one", "two"] {
                    let skill = content.names().intern(name);
                    player.skills.push(Owned { skill, source: Source::General(0), lasts: Lasts::Game });
                }
            }
        }
        game.stand(PlayerId(0), Phase::Play);
        for seat in 0..3 {
            game.draw(PlayerId(seat), 2).expect("cards");
        }
        Table { content, game, first }
    }

    fn plain(body: &str) -> Self {
        Table::new(body, "", "return skill { on.reshuffled { run = function() end } }")
    }

    fn answers(self, answers: impl IntoIterator<Item = Answer>) -> Self {
        self.first.borrow_mut().answers.extend(answers);
        self
    }

    fn try_run(&self) -> Flow<Value> {
        let name = self.content.names().intern("one");
        let catalogue = self.content.catalogue();
        let Ability::On(handler) = &catalogue.skill(name).expect("the skill").abilities[0] else { panic!() };
        let args = [Arg::Player(PlayerId(0)), Arg::Event(self.game.current().into())];
        self.content.runtime().run(&self.game, Call { fun: handler.run, skill: name, args: &args })
    }

    /// What the lines return; they must not fail.
    fn value(&self) -> Value {
        let value = self.try_run().expect("no interrupt");
        assert_eq!(self.errors(), Vec::<String>::new());
        value
    }

    fn errors(&self) -> Vec<String> {
        self.content.runtime().take_errors().into_iter().map(|error| error.message).collect()
    }

    /// Several values as texts.
    fn texts(&self) -> Vec<String> {
        let Value::List(list) = self.value() else { panic!("a list") };
        list.iter().map(|value| self.text(value)).collect()
    }

    fn text(&self, value: &Value) -> String {
        match value {
            Value::Nil => "nil".into(),
            Value::Bool(yes) => yes.to_string(),
            Value::Int(number) => number.to_string(),
            Value::Name(name) => self.content.names().text(*name).to_string(),
            Value::Player(player) => format!("P{}", player.0 + 1),
            Value::Card(card) => format!("C{}", card.0),
            Value::List(list) => format!("[{}]", list.iter().map(|v| self.text(v)).collect::<Vec<_>>().join(" ")),
            other => format!("{other:?}"),
        }
    }

    fn hp(&self, seat: usize) -> i32 {
        self.game.read().players[seat].hp
    }
}

fn texts(body: &str) -> Vec<String> {
    Table::plain(body).texts()
}

/// The one error that the lines end with.
fn fails(body: &str) -> String {
    let table = Table::plain(body);
    table.try_run().expect("no interrupt");
    let errors = table.errors();
    assert_eq!(errors.len(), 1, "{body}: {errors:?}");
    errors[0].clone()
}

#[test]
fn a_character_reads_like_a_character() {
    let found = texts(
        "return { me.seat, me.hp, me.lost, me.hurt, #me.hand, me.hand_count, me.next, me.prev, me.in_turn, me.phase,
           me.next.phase == nil, me:distance_to(me.next), me.range, me:in_range(me.next), me.weapon == nil, me.hand_limit,
           me.skills, tostring(me), me == game.players[1], me ~= me.next, me.hand[1] == me.hand[1], me.hand[1].owner }",
    );
    let expected = [
        "1",
        "3",
        "1",
        "true",
        "2",
        "2",
        "P2",
        "P3",
        "true",
        "play",
        "true",
        "1",
        "1",
        "true",
        "true",
        "3",
        "[one two]",
        "Player(1)",
        "true",
        "true",
        "true",
        "P1",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_card_reads_like_a_card() {
    let found = texts(
        "local card = me.hand[1]
         return { card.name, card.suit, card.rank, card.black, card.red, card.type, card:is('slash'), card.zone,
           card.printed_name, card.stands_for == nil, tostring(card) }",
    );
    let expected = ["slash", "spade", "7", "true", "false", "basic", "true", "hand", "slash", "true", "Card(♠7 slash)"];
    assert_eq!(found, expected);
}

#[test]
fn what_is_misspelt_is_said_with_the_nearest_name() {
    for (body, expected) in [
        ("return me.hnad", "did you mean `hand`?"),
        ("me:drow(1)", "did you mean `draw`?"),
        ("return game.playrs", "did you mean `players`?"),
        ("return ev.amount", "a `phase` event has no `amount` (events that have it: damage"),
        ("return ev.cuont", "did you mean `count`?"),
        ("me.hp = 4", "can't be written"),
        ("me:discard(1, { form = 'hand' })", "did you mean `from`?"),
        ("me:use { name = 'slosh' }", "did you mean `slash`?"),
        ("me:gain_skill 'tow'", "there is no skill `tow`"),
        ("me:gain_effect 'nothing'", "declares no `effect.nothing"),
        ("return history.usse {}", "did you mean `uses`?"),
        ("me:put(me.hand, 'discardpile')", "did you mean `discard_pile`?"),
        ("me:gain_mark('x', 1.5)", "expected a whole number"),
        ("ev:prevent()", "belongs to `damage` events"),
        ("me:give(me.hand, me)", "expected a character, got a table"),
        ("me.memo.x = ev", "an event can't be kept"),
        ("me.memo.x = function() end", "a function can't be kept"),
        ("me.memo.x = { 1 } me.memo.x[1] = 2", "readonly"),
    ] {
        let error = fails(body);
        assert!(error.contains(expected), "{body}: {error}");
    }
}

#[test]
fn a_condition_changes_nothing_and_asks_nobody() {
    let table = Table::new(
        "",
        "on.damage_start { when = function(me, ev) me:draw(1) return true end, run = function() end },",
        "return skill { on.reshuffled { run = function() end } }",
    );
    table.game.damage(Damage::new(None, PlayerId(0), 1, Nature::Normal)).unwrap();
    assert!(table.errors()[0].contains("a condition can't use `me:draw`"));
    assert_eq!(table.game.hand_count(PlayerId(0)), 2);
    let error = fails("me:choose_player { where = function(other) me:draw(1) return true end }");
    assert!(error.contains("a condition can't use `me:draw`"), "{error}");
}

#[test]
fn notes_are_plain_data_and_live_in_the_state() {
    let table = Table::plain(
        "me.memo.a = { me.next, me.hand[1], 'word', 3, true }
         me.memo.b = { who = me, n = 2 }
         game.memo.c = 'x'
         me.memo.gone = 1 me.memo.gone = nil
         return { me.memo.a[1], me.memo.a[2] == me.hand[1], me.memo.a[3], me.memo.b.who == me, me.memo.b.n,
           game.memo.c, me.memo.gone == nil }",
    );
    assert_eq!(table.texts(), ["P2", "true", "word", "true", "2", "x", "true"]);
    let a = table.content.names().intern("a");
    assert!(matches!(table.game.read().players[0].memo.get(a), Some(Value::List(list)) if list.len() == 5));
}

#[test]
fn cards_go_where_they_are_put() {
    let table = Table::plain(
        "local a, b = me.hand[1], me.hand[2]
         me:put({ a, b }, 'draw_pile')
         local top = game:top(2)
         local right = top[1] == a and top[2] == b
         me:put(a, { pile = 'tian' })
         local there = me:pile('tian')[1] == a and a.pile == 'tian' and a.owner == me
         me:put(b, 'bottom')
         me:give(me.next, a)
         local axe = game:find { from = 'pile', where = function(card) return card:is('axe') end }[1]
         me:put(axe, { equip = me })
         return { right, there, b.zone, a.owner, me.weapon == axe, me.range, #me.cards }",
    );
    assert_eq!(table.texts(), ["true", "true", "draw_pile", "P2", "true", "3", "1"]);
}

#[test]
fn drawing_discarding_and_taking() {
    let table = Table::plain(
        "local drawn = me:draw(2)
         local gone = me:discard(drawn)
         local mine = me:obtain(gone[1])
         local one = me:discard_from(me.next, { from = 'hand' })
         local two = me:obtain_from(me.prev)
         return { #drawn, #gone, gone[2].zone, #mine, #one, me.next.hand_count, #two, me.prev.hand_count,
           me.hand_count, #history.discards { during = 'turn' }, history.discards { of = me.next }:first().by }",
    );
    assert_eq!(table.texts(), ["2", "2", "discard_pile", "1", "1", "1", "1", "1", "4", "2", "P1"]);
    assert_eq!(table.first.borrow().asked, ["choose_cards", "choose_cards"]);
}

#[test]
fn damage_is_raised_prevented_and_passed_on_where_its_record_is() {
    let two = "return skill {
      on.damage_causing_1 { who = 'source', compulsory = true, run = function(me, ev) ev.amount += 1; ev.memo.seen = true end },
      on.damage_taking_1 { who = 'target', compulsory = true, when = function(me, ev) return ev.memo.seen and not ev.transferred end,
        run = function(me, ev) ev:transfer(me.next) end },
      on.damage_taking_2 { compulsory = true, when = function(me, ev) return ev.nature == 'fire' end, run = function(me, ev) ev:prevent() end },
    }";
    let table = Table::new(
        "local dealt = me:damage(me.next, 1)
         local passed = me:damage(me, 1)
         local none = game:damage { to = me.prev, nature = 'fire' }
         return { dealt, passed, none, history.damage { by = me }:sum('amount'), #history.damage { to = me } }",
        "",
        two,
    );
    assert_eq!(table.texts(), ["2", "0", "0", "5", "0"]);
    assert_eq!((table.hp(0), table.hp(2)), (3, 3));
    assert!(!table.game.alive(PlayerId(1)), "2, then 1 + 1 passed on and raised once more by its source");
}

#[test]
fn a_use_is_legal_answered_and_remembered() {
    let table = Table::plain(
        "local first = me:use { name = 'slash', cards = me.hand[1], to = me.prev }
         local far = me:can_use('slash', { to = me.next, quota = true })
         local given = game:find { where = function(card) return card:is('jink') end, count = 1 }
         me.next:obtain(given)
         local second = me:use { card = me.hand[1], to = me.next, counted = true }
         return { first.took, first.damage, first.card.name, first.card.skill == nil, far, second.took, second.damage,
           #history.uses { by = me, name = 'slash' }, history.count.uses { by = me.next }, me:uses_left('slash'),
           me:can_use('slash', { to = me.next, quota = true }), me:can_use('slash', { to = me.next }),
           me:use { name = 'slash', to = me } == nil }",
    );
    let expected = ["true", "1", "slash", "true", "true", "false", "0", "2", "1", "0", "false", "true", "true"];
    assert_eq!(table.texts(), expected);
    assert_eq!((table.hp(1), table.hp(2)), (3, 2));
}

#[test]
fn a_target_record_is_redirected_and_closed_to_answers() {
    let two = "return skill {
      on.target_specifying { who = 'user', compulsory = true, when = function(me, ev) return ev.target == me.next and ev.use:may_target(me.prev) end,
        run = function(me, ev) ev.aim:redirect(me.prev) end },
      on.target_specified { who = 'user', compulsory = true, run = function(me, ev)
        ev.aim:cannot_answer_with('jink'); ev.aim.bonus = 1; ev.use.memo.n = #ev.targets end },
      on.damage_causing_1 { who = 'source', compulsory = true, run = function(me, ev) me.memo.n = ev.use.memo.n; me.memo.aim = ev.aim.player end },
    }";
    let table = Table::new(
        "local used = me:use { name = 'slash', to = me.next }
         return { used.damage, me.memo.n, me.memo.aim, used.card.skill }",
        "",
        two,
    );
    assert_eq!(table.texts(), ["2", "1", "P3", "one"]);
}

#[test]
fn a_judgement_answers_what_it_shows_and_its_card_can_be_taken() {
    let table = Table::plain(
        "local result = me:judge('one', { after = function(me, ev) if ev.result.red then me:obtain(ev.card) end end })
         return { result.suit, result.red, result.card.zone, result.card.owner, #history.judges { by = me } }",
    );
    assert_eq!(table.texts(), ["heart", "true", "hand", "P1", "1"]);
}

#[test]
fn effects_last_as_long_as_they_say() {
    let more = "effect.bare { on.damage_causing_1 { who = 'source', run = function(me, ev, act, effect)
      ev.amount += effect.data.more; effect.data.more += 1 end } },";
    let two = "return skill { on.reshuffled { run = function() end } }";
    let table = Table::new(
        "local effect = me:gain_effect('bare', { lasts = 'turn', data = { more = 1 } })
         local first, second = me:damage(me.prev, 1), me:damage(me.next, 1)
         local has = me:has_effect('bare')
         me:gain_effect('bare', { lasts = '1 use', data = { more = 0 } })
         local two = #me:effects('bare')
         effect:stop()
         return { first, second, effect.lasting, has, two, #me:effects('bare'), me:effects('bare')[1].uses }",
        more,
        two,
    );
    assert_eq!(table.texts(), ["2", "3", "false", "true", "2", "1", "1"]);
}

#[test]
fn questions_come_back_as_values() {
    let table = Table::plain(
        "local cards = game:top(3)
         local up, down = me:arrange(cards, { 'top', { name = 'bottom', max = 1 } })
         local gifts = me:distribute(cards, { to = game:others(me), min = 1 })
         return { me:confirm('sure', me.next), me:choose_player { among = game:others(me) }, me:choose_option({ 'a', 'b' }),
           me:choose_number(1, 5), me:choose_suit(), me:choose_card { among = me.hand }, up[1] == cards[3], #down,
           gifts[1].to, #gifts[1].cards, me:choose_player { where = function(p) return p.seat > 9 end } == nil }",
    );
    let top = table.game.top(3).unwrap();
    let hand = table.game.hand_of(PlayerId(0));
    let table = table.answers([
        Answer::Piles(vec![vec![top[2], top[0]], vec![top[1]]]),
        Answer::Gifts(vec![(top[0], PlayerId(2))]),
        Answer::Yes,
        Answer::Players(vec![PlayerId(2)]),
        Answer::Index(1),
        Answer::Number(4),
        Answer::Suit(muniu_kernel::card::Suit::Club),
        Answer::Cards(vec![Pick::Card(hand[1])]),
    ]);
    let card = format!("C{}", hand[1].0);
    assert_eq!(table.texts(), ["true", "P3", "b", "4", "club", &card, "true", "1", "P3", "1", "true"]);
}

#[test]
fn skills_marks_and_chains() {
    let table = Table::plain(
        "me:lose_skill('two')
         local lost = me:has_skill('two')
         me.next:gain_skill('two', { lasts = 'turn' })
         me:gain_mark('rage', 3) me:lose_mark('rage')
         me:chain() me:flip()
         me.prev:lose_hp(1)
         me:recover(5)
         return { lost, me.next:has_skill('two'), me:marks('rage'), me.chained, me.face_up, me.prev.hp, me.hp,
           me:skip('discard'), me:skip('discard') }",
    );
    assert_eq!(table.texts(), ["false", "true", "2", "true", "false", "2", "4", "true", "false"]);
}

#[test]
fn an_interrupt_goes_through_pcall() {
    let table = Table::plain("pcall(function() game:end_game({ me }) end) me:draw(5)");
    assert_eq!(table.try_run(), Err(Interrupt::GameOver));
    assert_eq!(table.game.read().result.as_ref().map(|result| result.winners.clone()), Some(vec![PlayerId(0)]));
    assert_eq!(table.game.hand_count(PlayerId(0)), 2);
}

#[test]
fn an_event_that_has_ended_says_so() {
    let two = "return skill { on.reshuffled { run = function() end } }";
    let table = Table::new(
        "local kept
         me:judge('one', { after = function(me, event) kept = event end })
         return kept.card",
        "",
        two,
    );
    table.try_run().unwrap();
    assert!(table.errors()[0].contains("this event has ended"));
}

#[test]
fn lost_and_obtained_cards_of_a_move() {
    let two = "return skill { on.cards_moved { compulsory = true, when = function(me, ev) return #ev:lost(me) > 0 end, run = function(me, ev)
      me.memo.lost = (me.memo.lost or 0) + #ev:lost(me)
      me.memo.hand = #ev:lost_hand(me)
      me.memo.got = #ev:obtained(me.next)
      me.memo.reason = ev.reason end } }";
    let table = Table::new(
        "me:give(me.next, me.hand)
         return { me.memo.lost, me.memo.hand, me.memo.got, me.memo.reason }",
        "",
        two,
    );
    assert_eq!(table.texts(), ["2", "2", "2", "give"]);
}

// rules: B-115
#[test]
fn a_moved_card_is_what_it_was_where_it_came_from() {
    // The first character's spades are hearts while they are his; after the move they are spades again.
    let more = "modify.face { suit = 'heart', when = function(me, card) return card.suit == 'spade' end },";
    let two =
        "return skill { on.after_move_2 { when = function(me, ev) return ev.moves[1].from == me end, compulsory = true,
      run = function(me, ev)
        local move = ev.moves[1]
        me.memo.seen = { move.suit, move.color, move.name, move.card.suit, move.from_zone, move.to_zone }
      end } }";
    for (way, zone) in [("me:discard(card)", "discard_pile"), ("me:give(me.next, card)", "hand")] {
        let body = format!(
            "local card = me.hand[1]
             local at_first = card.suit
             {way}
             local seen = me.memo.seen
             return {{ at_first, seen[1], seen[2], seen[3], seen[4], seen[5], seen[6] }}"
        );
        let found = Table::new(&body, more, two).texts();
        assert_eq!(found, ["heart", "heart", "red", "slash", "spade", "hand", zone]);
    }
    // A card that others lose is theirs, and comes to him as what it was there.
    let body = "local card, holder
         for _, other in game:others(me) do
           for _, held in other.hand do if held.suit == 'spade' then card, holder = held, other end end
         end
         me:obtain_from(holder, { among = { card } })
         return { me.memo.suit, card.suit }";
    let two =
        "return skill { on.after_move_2 { compulsory = true, when = function(me, ev) return ev.moves[1].to == me end,
      run = function(me, ev) me.memo.suit = ev.moves[1].suit end } }";
    assert_eq!(Table::new(body, more, two).texts(), ["spade", "heart"]);
}

// rules: B-057
#[test]
fn what_a_card_does_not_have_is_the_same_as_nothing() {
    let found = texts(
        "local a, b = me.hand[1], me.hand[2]
         local diamond = game:find { where = function(card) return card.suit == 'diamond' end, count = 1 }[1]
         local heart = game:find { where = function(card) return card.suit == 'heart' and card.rank ~= b.rank end, count = 1 }[1]
         local bare = me:use { name = 'slash', to = me.prev }.card
         local other = me:use { name = 'slash', to = me.next }.card
         local reds = me:use { name = 'slash', cards = { heart, diamond }, to = me.prev }.card
         local out = {}
         for _, what in { 'suit', 'color', 'rank' } do
           local said = { bare:same(what, other), bare:same(what, a), a:same(what, bare), a:same(what, b), b:same(what, heart),
             b:same(what, diamond), reds:same(what, b), b:same(what, reds), reds:same(what, bare) }
           local text = ''
           for _, yes in said do text ..= if yes then 'y' else 'n' end
           table.insert(out, text)
         end
         return out",
    );
    assert_eq!(found, ["nnnnynnnn", "nnnnyyyyn", "nnnnnnnnn"]);
    assert_eq!(
        texts("return { me.hand[1]:same('rank', me.hand[1]), me.hand[1]:same('suit', me.hand[2]) }"),
        ["true", "false"]
    );
    assert!(fails("return me.hand[1]:same('colour', me.hand[2])").contains("did you mean `color`?"));
    assert!(fails("return me.hand[1]:same('suit', 'spade')").contains("expected a card"));
}

#[test]
fn chance_is_the_games() {
    let body = "return { game:dice(100), game:pick({ 'a', 'b', 'c', 'd' }), game:shuffled({ 1, 2, 3, 4, 5 }) }";
    assert_eq!(texts(body), texts(body));
    assert!(fails("game:dice(0)").contains("at least 1"));
}

#[test]
fn a_mode_seats_generals() {
    let table = Table::plain(
        "game:seat(me.next, 'caocao', { lord = true, extra_hp = 1 })
         game:set_role(me.next, 'lord', { shown = true })
         local info = game:general('caocao')
         return { me.next.general, me.next.kingdom, me.next.gender, me.next.hp, me.next.role, info.hp, info.skills,
           #game:draw_generals(1) }",
    );
    assert_eq!(table.texts(), ["caocao", "wei", "male", "5", "lord", "4", "[one two]", "0"]);
}

#[test]
fn the_deck_is_what_the_tests_say() {
    let table = Table::plain("return {}");
    let card = table.game.hand_of(PlayerId(0))[0];
    assert_eq!(table.game.read().zones[card.index()], Zone::Hand(PlayerId(0)));
    assert_eq!(table.game.face(card).rank, 7);
}
