//! What the kernel's tests share: a rulebook of Rust closures, a scripted agent and a recorder of timings.
//!
//! The small set of cards is in [`cards`]; no Lua is involved anywhere.
#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod cards;
mod log;

#[allow(unused_imports, reason = "as above")]
pub use log::{RULES, Recorder, Seen, assert_ids, of, texts};

use muniu_kernel::Game;
use muniu_kernel::agent::{Agent, View};
use muniu_kernel::card::{Face, Slot, Zone};
use muniu_kernel::def::{Ability, Catalogue, EffectDef, Fun, Handler, Hears, ModeDef, Picks, SkillDef, Who};
use muniu_kernel::event::Spot;
use muniu_kernel::flows::use_card::{Used, Wanted};
use muniu_kernel::game::Setup;
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::legality::Refusal;
use muniu_kernel::names::{Name, Names};
use muniu_kernel::request::{Action, Answer, Ev, Request, Way};
use muniu_kernel::rulebook::{Act, Arg, Call, Flow, Rulebook};
use muniu_kernel::state::{Lasts, Source};
use muniu_kernel::timing::Timing;
use muniu_kernel::value::Value;
use std::cell::RefCell;
use std::rc::Rc;

pub const A: PlayerId = PlayerId(0);
pub const B: PlayerId = PlayerId(1);
pub const C: PlayerId = PlayerId(2);
pub const D: PlayerId = PlayerId(3);

type Native = Box<dyn Fn(&Game, &[Arg<'_>]) -> Flow<Value>>;

/// A rulebook whose functions are closures.
#[derive(Default)]
pub struct Book {
    funs: RefCell<Vec<Rc<Native>>>,
    /// What the kernel reported.
    pub reports: RefCell<Vec<String>>,
}

impl Book {
    pub fn add(&self, fun: impl Fn(&Game, &[Arg<'_>]) -> Flow<Value> + 'static) -> Fun {
        self.funs.borrow_mut().push(Rc::new(Box::new(fun)));
        Fun(self.funs.borrow().len() as u32 - 1)
    }

    fn call(&self, game: &Game, call: Call<'_>) -> Flow<Value> {
        let fun = self.funs.borrow()[call.fun.0 as usize].clone();
        fun(game, call.args)
    }
}

impl Rulebook for Book {
    fn test(&self, game: &Game, call: Call<'_>) -> bool {
        self.value(game, call).truthy()
    }
    fn number(&self, game: &Game, call: Call<'_>) -> Option<i64> {
        self.value(game, call).as_int()
    }
    fn value(&self, game: &Game, call: Call<'_>) -> Value {
        self.call(game, call).expect("a query asks nobody")
    }
    fn run(&self, game: &Game, call: Call<'_>) -> Flow<Value> {
        self.call(game, call)
    }
    fn report(&self, game: &Game, skill: Name, message: &str) {
        self.reports.borrow_mut().push(format!("{}: {message}", game.names().text(skill)));
    }
}

/// The first argument: whose ability it is.
pub fn me(args: &[Arg<'_>]) -> PlayerId {
    let Arg::Player(player) = args[0] else { panic!("the holder comes first, not {:?}", args[0]) };
    player
}

/// The event among the arguments.
pub fn ev(args: &[Arg<'_>]) -> Ev {
    args.iter().find_map(|arg| if let Arg::Event(ev) = arg { Some(*ev) } else { None }).expect("an event is passed")
}

/// What was chosen.
pub fn act<'a>(args: &[Arg<'a>]) -> &'a Act {
    args.iter().find_map(|arg| if let Arg::Act(act) = arg { Some(*act) } else { None }).expect("an act is passed")
}

/// The character passed last: a target or a candidate.
pub fn other(args: &[Arg<'_>]) -> PlayerId {
    args.iter().rev().find_map(|arg| if let Arg::Player(p) = arg { Some(*p) } else { None }).expect("a character")
}

type Reply = Box<dyn FnOnce(&Game, &Request) -> Answer>;

/// What all seats will say, in order, and what they were asked.
#[derive(Default)]
pub struct Script {
    replies: Vec<(PlayerId, &'static str, Reply)>,
    /// Every question: seat and kind.
    pub asked: Vec<String>,
    pub requests: Vec<Request>,
    pub refused: Vec<String>,
}

struct Scripted(Rc<RefCell<Script>>);

impl Agent for Scripted {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        let kind = request.ask.kind();
        let reply = {
            let mut script = self.0.borrow_mut();
            script.asked.push(format!("{} {kind}", request.seat.0));
            script.requests.push(request.clone());
            let fits = script.replies.iter().position(|(seat, wanted, _)| *seat == request.seat && *wanted == kind);
            fits.map(|at| script.replies.remove(at).2)
        };
        Ok(reply.map_or_else(|| view.rules().default_answer(request), |reply| reply(view.rules(), request)))
    }

    fn refused(&mut self, _request: &Request, reason: &Refusal) {
        self.0.borrow_mut().refused.push(reason.to_string());
    }
}

/// Content under construction.
pub struct World {
    pub names: Names,
    pub catalogue: Catalogue,
    pub book: Rc<Book>,
}

impl World {
    /// The small set of cards and a mode that ends when one character is left.
    pub fn new() -> Self {
        let names = Names::default();
        let catalogue = Catalogue { names: names.clone(), ..Catalogue::default() };
        let mut world = World { names, catalogue, book: Rc::default() };
        cards::add_all(&mut world);
        let over = world.book.add(|game, _| {
            let state = game.read();
            let mut left = (0..state.players.len()).filter(|seat| state.players[*seat].alive);
            Ok(match (left.next(), left.next()) {
                (Some(one), None) => Value::List(Rc::new(vec![Value::Player(PlayerId(one as u8))])),
                _ => Value::Nil,
            })
        });
        world.catalogue.modes.push(Rc::new(ModeDef {
            name: world.names.intern("test"),
            seats: (2, 10),
            setup: None,
            first: None,
            over: Some(over),
            reward: None,
            skill: None,
        }));
        world
    }

    pub fn name(&self, text: &str) -> Name {
        self.names.intern(text)
    }

    /// A condition.
    pub fn test(&self, fun: impl Fn(&Game, &[Arg<'_>]) -> bool + 'static) -> Fun {
        self.book.add(move |game, args| Ok(Value::Bool(fun(game, args))))
    }

    /// An effect.
    pub fn run(&self, fun: impl Fn(&Game, &[Arg<'_>]) -> Flow + 'static) -> Fun {
        self.book.add(move |game, args| fun(game, args).map(|()| Value::Nil))
    }

    /// A handler that must run and has nothing to choose.
    pub fn on(&self, timing: Timing, who: Who, run: impl Fn(&Game, &[Arg<'_>]) -> Flow + 'static) -> Handler {
        Handler {
            timing,
            hears: Hears::who(who),
            to: None,
            when: None,
            times: None,
            compulsory: true,
            silent: false,
            limit: None,
            picks: Picks::default(),
            run: self.run(run),
            line: 0,
        }
    }

    /// A skill.
    pub fn skill(&mut self, name: &str, abilities: Vec<Ability>) -> SkillDef {
        SkillDef {
            name: self.name(name),
            compulsory: false,
            limited: false,
            awakening: false,
            lord: false,
            abilities,
            effects: Vec::new(),
            wears: None,
            piles: Vec::new(),
            on_lose: None,
            ai: None,
            script: "".into(),
        }
    }

    pub fn add_skill(&mut self, name: &str, abilities: Vec<Ability>) {
        let def = self.skill(name, abilities);
        self.catalogue.add_skill(def);
    }

    pub fn add_effect(&mut self, name: &str, abilities: Vec<Ability>) {
        let effect = EffectDef { name: self.name(name), abilities, on_end: None };
        let def = SkillDef { effects: vec![effect], ..self.skill(name, Vec::new()) };
        self.catalogue.add_skill(def);
    }

    /// Seat the players: hp 4, no cards in hand, the standard deck.
    pub fn start(self, seats: usize) -> Table {
        let setup = Setup { mode: self.name("test"), seats, seed: 1, options: Vec::new() };
        let game = Game::new(Rc::new(self.catalogue), self.book.clone(), &setup);
        for player in &mut game.edit().players {
            (player.hp, player.max_hp) = (4, 4);
        }
        Table::around(game, self.book, seats)
    }
}

/// A game with everything a test looks at.
pub struct Table {
    pub game: Game,
    pub book: Rc<Book>,
    pub log: Rc<RefCell<Recorder>>,
    pub script: Rc<RefCell<Script>>,
}

impl Table {
    pub fn around(game: Game, book: Rc<Book>, seats: usize) -> Self {
        let log = Rc::new(RefCell::new(Recorder::default()));
        let script = Rc::new(RefCell::new(Script::default()));
        let agent: Rc<RefCell<dyn Agent>> = Rc::new(RefCell::new(Scripted(script.clone())));
        game.seat(vec![agent; seats]);
        game.observe(Some(log.clone()));
        Table { game, book, log, script }
    }

    pub fn name(&self, text: &str) -> Name {
        self.game.names().intern(text)
    }

    /// Pretend that it is somebody's turn.
    pub fn in_turn(&self, player: PlayerId) {
        let mut state = self.game.edit();
        state.turns += 1;
        (state.order_from, state.turn_owner, state.in_turn) = (player, Some(player), true);
    }

    pub fn learn(&self, player: PlayerId, skill: &str) {
        let skill = self.name(skill);
        self.game.gain_skill(player, skill, Source::General(0), Lasts::Game).expect("no interrupt");
    }

    /// Take a card of this name out of the draw pile and put it there.
    pub fn place(&self, name: &str, to: Zone) -> CardId {
        let wanted = self.name(name);
        let card = {
            let state = self.game.read();
            let fits = |card: &&CardId| state.faces[card.index()].name == wanted;
            *state.draw_pile.iter().find(fits).unwrap_or_else(|| panic!("no {name} left in the draw pile"))
        };
        self.game.put(None, &[card], to, Spot::Top).expect("no interrupt");
        card
    }

    pub fn deal(&self, player: PlayerId, names: &[&str]) -> Vec<CardId> {
        names.iter().map(|name| self.place(name, Zone::Hand(player))).collect()
    }

    pub fn equip(&self, player: PlayerId, name: &str, slot: Slot) -> CardId {
        self.place(name, Zone::Equip(player, slot))
    }

    /// The next question of this kind to this seat is answered so.
    pub fn reply(&self, seat: PlayerId, kind: &'static str, reply: impl FnOnce(&Game, &Request) -> Answer + 'static) {
        self.script.borrow_mut().replies.push((seat, kind, Box::new(reply)));
    }

    pub fn reply_with(&self, seat: PlayerId, kind: &'static str, answer: Answer) {
        self.reply(seat, kind, move |_, _| answer);
    }

    /// Answer with a hand card as it is.
    pub fn reply_card(&self, seat: PlayerId, kind: &'static str, card: CardId, targets: &[PlayerId]) {
        self.reply_with(seat, kind, card_action(card, targets));
    }

    /// Use a card straight away, whatever legality says.
    pub fn use_card(&self, user: PlayerId, card: CardId, targets: &[PlayerId]) -> Used {
        let made = self.game.make_virtual(self.game.printed(card).name, &[card], None);
        let targets = targets.iter().map(|target| (*target, None)).collect();
        let used = self.game.use_card(Wanted { targets, ..Wanted::new(Some(user), made) }).expect("no interrupt");
        self.assert_sound();
        used
    }

    /// What came up since the last call.
    pub fn take(&self) -> Vec<Seen> {
        std::mem::take(&mut self.log.borrow_mut().seen)
    }

    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.script.borrow_mut().asked)
    }

    pub fn hp(&self, player: PlayerId) -> i32 {
        self.game.read().players[player.index()].hp
    }

    pub fn zone(&self, card: CardId) -> Zone {
        self.game.read().zones[card.index()]
    }

    pub fn assert_sound(&self) {
        self.game.sound().expect("the state is sound");
        assert_eq!(self.log.borrow().unsound, None, "the state was sound after every event");
    }
}

/// A hand card used or played as it is.
pub fn card_action(card: CardId, targets: &[PlayerId]) -> Answer {
    Answer::Act(Action { targets: targets.to_vec(), ..Action::new(Way::Card(card)) })
}

/// A deck card.
pub fn face(name: Name, suit: muniu_kernel::card::Suit, rank: u8) -> Face {
    Face { name, suit, rank }
}
