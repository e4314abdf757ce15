//! Games by chance: bots that answer anything legal, with every general of the base pack, at 4 to 10 seats. After every
//! event the state must be sound: each card in exactly one zone, hp within bounds, the dead without cards and unasked.
//!
//! `FUZZ_GAMES` sets how many games are played (2,000 in the project's own checks). A failure names the command that
//! plays the game again.

use muniu_bots::RandomBot;
use muniu_content::{Content, ContentSource};
use muniu_kernel::Game;
use muniu_kernel::agent::{Agent, Observer, View};
use muniu_kernel::game::Setup;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::note::Note;
use muniu_kernel::request::{Answer, Request};
use muniu_kernel::rulebook::Flow;
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

    fn refused(&mut self, request: &Request, reason: &str) {
        let trouble = format!("an answer to {} that the bot put together was refused: {reason}", request.ask.kind());
        self.inspector.borrow_mut().trouble.get_or_insert(trouble);
    }
}

/// Play game number `number`; what went wrong, if anything did.
fn play(content: &Content, number: u64) -> Option<String> {
    let seed = SEED + number;
    let seats = 4 + (number % 7) as usize;
    let names = content.names();
    let setup = Setup { mode: names.intern("identity"), seats, seed, options: Vec::new() };
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
    trouble.map(|what| format!("game {number} ({seats} seats, seed {seed}): {what}"))
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
                (*from..*to).filter_map(|number| play(&content, number)).collect::<Vec<_>>()
            })
            .collect()
    });
    assert!(trouble.is_empty(), "{} of {games} games went wrong:\n{}", trouble.len(), trouble.join("\n"));
}
