//! What things cost. `cargo bench -p muniu` runs all; docs/performance.md says what was measured.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use muniu_bots::{HeuristicBot, RandomBot};
use muniu_content::{Content, ContentSource};
use muniu_kernel::Game;
use muniu_kernel::agent::Agent;
use muniu_kernel::def::{Catalogue, GeneralDef, SkillDef};
use muniu_kernel::game::Setup;
use muniu_kernel::ids::{EventId, PlayerId};
use muniu_kernel::rulebook::{Arg, Call};
use muniu_kernel::timing::Timing;
use std::cell::RefCell;
use std::hint::black_box;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const SEATS: usize = 8;

fn source() -> Arc<ContentSource> {
    Arc::new(ContentSource::read(&[PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")]))
}

#[derive(Clone, Copy)]
enum Bots {
    Random,
    Heuristic,
}

fn game(content: &Content, catalogue: &Rc<Catalogue>, seed: u64, bots: Bots) -> Game {
    let mode = content.names().intern("identity");
    let setup = Setup { mode, seats: SEATS, seed, options: Vec::new() };
    content.runtime().begin_game();
    let game = Game::new(catalogue.clone(), content.rulebook(), &setup);
    let agent = |seat: usize| -> Rc<RefCell<dyn Agent>> {
        let seat = PlayerId(seat as u8);
        match bots {
            Bots::Random => Rc::new(RefCell::new(RandomBot::new(seed, seat))),
            Bots::Heuristic => Rc::new(RefCell::new(HeuristicBot::new(seed, seat))),
        }
    };
    game.seat((0..SEATS).map(agent).collect());
    game
}

/// The same content with many generals more, which nobody plays.
fn crowded(content: &Content) -> Rc<Catalogue> {
    let mut catalogue = (*content.catalogue()).clone();
    let first = catalogue.generals[0].clone();
    let skill = catalogue.skill(first.skills[0]).expect("generals have skills").clone();
    for number in 0..10_000 {
        let name = content.names().intern(&format!("extra_skill_{number}"));
        catalogue.add_skill(SkillDef { name, ..(*skill).clone() });
        let general = content.names().intern(&format!("extra_general_{number}"));
        catalogue.generals.push(Rc::new(GeneralDef { name: general, skills: vec![name], ..(*first).clone() }));
    }
    Rc::new(catalogue)
}

fn kernel(c: &mut Criterion) {
    let (content, _) = Content::from_source(source());
    let table = EventId { depth: 0, serial: 0 };
    for (label, catalogue) in [("base pack", content.catalogue()), ("10,000 generals more", crowded(&content))] {
        let game = game(&content, &catalogue, 1, Bots::Random);
        game.set_up().expect("the set-up runs through");
        c.bench_function(&format!("a timing nobody listens to, {label}"), |b| {
            b.iter(|| game.fire(black_box(Timing::BeforeTurnEnd3), table));
        });
    }
    let game = game(&content, &content.catalogue(), 1, Bots::Random);
    game.bound_decisions(400);
    let _ = game.play();
    c.bench_function("clone of a state in mid-game", |b| b.iter(|| black_box(game.read().clone())));
}

fn scripts(c: &mut Criterion) {
    let shared = source();
    let (content, _) = Content::from_source(shared.clone());
    let game = game(&content, &content.catalogue(), 1, Bots::Random);
    game.set_up().expect("the set-up runs through");
    let kongcheng = content.names().intern("kongcheng");
    let def = content.catalogue().skill(kongcheng).expect("the base pack has it").clone();
    let when = def.abilities.iter().find_map(|ability| match ability {
        muniu_kernel::def::Ability::Forbid(prohibition) => prohibition.when,
        _ => None,
    });
    let fun = when.expect("it has a condition");
    let table = EventId { depth: 0, serial: 0 };
    c.bench_function("a condition in a script", |b| {
        let args = [Arg::Player(PlayerId(0)), Arg::Event(table.into())];
        b.iter(|| content.rulebook().test(&game, Call { fun, skill: kongcheng, args: &args }));
    });
    c.bench_function("reading and compiling the base pack", |b| b.iter(source));
    c.bench_function("a VM with the base pack, from what was read", |b| {
        b.iter(|| Content::from_source(shared.clone()));
    });
}

fn games(c: &mut Criterion) {
    let (content, _) = Content::from_source(source());
    let catalogue = content.catalogue();
    let mut group = c.benchmark_group("games");
    group.sample_size(20);
    let mut seed = 0;
    group.bench_function("set-up of a game for eight", |b| {
        b.iter_batched(
            || {
                seed += 1;
                game(&content, &catalogue, seed, Bots::Random)
            },
            |game| game.set_up(),
            BatchSize::SmallInput,
        );
    });
    for (label, bots) in [("random", Bots::Random), ("heuristic", Bots::Heuristic)] {
        group.bench_function(format!("a whole game for eight, {label} bots"), |b| {
            b.iter_batched(
                || {
                    seed += 1;
                    game(&content, &catalogue, seed, bots)
                },
                |game| {
                    let result = game.play();
                    game.seat(Vec::new());
                    result
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, kernel, scripts, games);
criterion_main!(benches);
