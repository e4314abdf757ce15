//! Games by chance: bots that answer anything legal, with every general of the base pack, at 4 to 10 seats. After every
//! event the state must be sound: each card in exactly one zone, hp within bounds, the dead without cards and unasked.
//!
//! The first games deal the generals so that every two of them meet at one table; the others are dealt by chance.
//! `FUZZ_GAMES` sets how many games are played (5,000 in the project's own checks).

use muniu_bots::RandomBot;
use muniu_content::{Content, ContentSource};
use muniu_kernel::Game;
use muniu_kernel::agent::{Agent, Observer, View};
use muniu_kernel::game::Setup;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::legality::Refusal;
use muniu_kernel::names::Name;
use muniu_kernel::note::Note;
use muniu_kernel::request::{Answer, Request};
use muniu_kernel::rulebook::Flow;
use muniu_kernel::value::Value;
use rayon::prelude::*;
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

const SEED: u64 = 20_261_130;
const STACK: usize = 256 << 20;

/// Checks the state after every event and whom questions go to.
#[derive(Default)]
struct Inspector {
    trouble: Option<String>,
}

impl Observer for Inspector {
    fn note(&mut self, game: &Game, note: &Note) {
        if self.trouble.is_some() {
            return;
        }
        match note {
            Note::End { .. } => {
                if let Err(trouble) = game.sound() {
                    self.trouble = Some(trouble);
                }
            }
            Note::ScriptError { skill, message } => {
                self.trouble = Some(format!("script error in {}: {message}", game.names().text(*skill)));
            }
            _ => {}
        }
    }
}

/// A bot, watched: no question may go to the dead.
struct Watched {
    bot: RandomBot,
    inspector: Rc<RefCell<Inspector>>,
}

impl Agent for Watched {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        let game = view.rules();
        let dying = game.read().frames.iter().any(
            |frame| matches!(frame.event, muniu_kernel::event::Event::Death { player, .. } if player == request.seat),
        );
        if !game.alive(request.seat) && !dying {
            let trouble = format!("seat {} is dead and was asked {}", request.seat.0 + 1, request.ask.kind());
            self.inspector.borrow_mut().trouble.get_or_insert(trouble);
        }
        self.bot.answer(view, request)
    }

    fn refused(&mut self, request: &Request, reason: &Refusal) {
        let trouble = format!("an answer to {} that the bot put together was refused: {reason}", request.ask.kind());
        self.inspector.borrow_mut().trouble.get_or_insert(trouble);
    }
}

fn seats_of(number: u64) -> usize {
    4 + (number % 7) as usize
}

/// Tables at which every two generals meet: each begins with two that haven't met and goes on with whoever has met
/// fewest of those who sit there already.
fn meetings(generals: &[Name]) -> Vec<Vec<Name>> {
    let mut met = vec![vec![false; generals.len()]; generals.len()];
    let mut tables = Vec::new();
    loop {
        let strangers =
            |row: usize| (row + 1..generals.len()).find(|other| !met[row][*other]).map(|other| (row, other));
        let Some((one, other)) = (0..generals.len()).find_map(strangers) else { return tables };
        let mut table = vec![one, other];
        while table.len() < seats_of(tables.len() as u64).min(generals.len()) {
            let news = |next: &usize| table.iter().filter(|sitting| !met[**sitting][*next]).count();
            let free = (0..generals.len()).filter(|next| !table.contains(next));
            table.push(free.max_by_key(|next| (news(next), std::cmp::Reverse(*next))).expect("somebody is left"));
        }
        for one in &table {
            table.iter().for_each(|other| met[*one][*other] = true);
        }
        tables.push(table.into_iter().map(|general| generals[general]).collect());
    }
}

/// Play game number `number` with these generals (or any, for seats without one); what went wrong, if anything did.
fn play(content: &Content, number: u64, generals: &[Name]) -> Option<String> {
    let seed = SEED + number;
    let seats = seats_of(number);
    let names = content.names();
    let wish =
        |(seat, general): (usize, &Name)| (names.intern(&format!("general_{}", seat + 1)), Value::Name(*general));
    let options = generals.iter().enumerate().map(wish).collect();
    let setup = Setup { mode: names.intern("identity"), seats, seed, options };
    content.runtime().begin_game();
    let game = Game::new(content.catalogue(), content.rulebook(), &setup);
    let inspector = Rc::new(RefCell::new(Inspector::default()));
    game.observe(Some(inspector.clone()));
    game.bound_decisions(20_000);
    let bot = |seat: usize| {
        let bot = RandomBot::new(seed, PlayerId(seat as u8));
        Rc::new(RefCell::new(Watched { bot, inspector: inspector.clone() })) as Rc<RefCell<dyn Agent>>
    };
    game.seat((0..seats).map(bot).collect());
    let result = game.play();
    game.observe(None);
    game.seat(Vec::new());
    let left_over = game.read().frames.len() != 1;
    let trouble = inspector.borrow_mut().trouble.take();
    let trouble = trouble
        .or_else(|| result.err().map(|interrupt| interrupt.to_string()))
        .or_else(|| left_over.then(|| "events were left on the stack".to_owned()));
    let told: Vec<_> = generals.iter().map(|general| names.text(*general)).collect();
    trouble.map(|what| format!("game {number} ({seats} seats, seed {seed}, dealt {}): {what}", told.join(" ")))
}

#[test]
fn every_two_generals_meet() {
    let names = muniu_kernel::names::Names::default();
    let generals: Vec<Name> = (0..95).map(|number| names.intern(&number.to_string())).collect();
    let tables = meetings(&generals);
    for (at, one) in generals.iter().enumerate() {
        for other in &generals[at + 1..] {
            assert!(tables.iter().any(|table| table.contains(one) && table.contains(other)), "{one:?} and {other:?}");
        }
    }
    assert!(tables.len() <= 500, "{} tables are more than the checks play", tables.len());
}

#[test]
fn random_games_stay_sound() {
    #[allow(clippy::disallowed_methods, reason = "how much is tested, not how a game goes")]
    let games: u64 = std::env::var("FUZZ_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(300);
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let source = Arc::new(ContentSource::read(&[root]));
    let pool = rayon::ThreadPoolBuilder::new().stack_size(STACK).build().expect("threads can be started");
    let chunks: Vec<(u64, u64)> = (0..games).step_by(50).map(|from| (from, (from + 50).min(games))).collect();
    let trouble: Vec<String> = pool.install(|| {
        chunks
            .par_iter()
            .flat_map_iter(|(from, to)| {
                let (content, _) = Content::from_source(source.clone());
                let generals: Vec<Name> = content.catalogue().generals.iter().map(|general| general.name).collect();
                let tables = meetings(&generals);
                let dealt = |number: u64| tables.get(number as usize).map_or(&[][..], Vec::as_slice);
                (*from..*to).filter_map(|number| play(&content, number, dealt(number))).collect::<Vec<_>>()
            })
            .collect()
    });
    assert!(trouble.is_empty(), "{} of {games} games went wrong:\n{}", trouble.len(), trouble.join("\n"));
}
