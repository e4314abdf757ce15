//! What a table costs, as a page notices it: `cargo bench -p muniu --bench table`. A long game of eight is played by bots
//! first.

#[path = "../tests/served/mod.rs"]
mod served;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use serde_json::{Value, json};
use served::{Page, Server};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Games that are looked through for a long one.
const SEEDS: u64 = 8;

/// A table whose game is over, the host's page, and how many decisions it had.
fn played() -> (Server, Page, u64) {
    let server = Server::at(concat!(env!("CARGO_MANIFEST_DIR"), "/..").as_ref(), &["--seats", "8", "--seed", "1"]);
    let mut page = server.join(&server.token);
    page.hear("hello");
    page.say(&json!({ "t": "speed", "ms": 0 }));
    let mut best = (0, 0);
    let play = |page: &mut Page, seed: u64| {
        // A page may say 60 things in a second.
        std::thread::sleep(Duration::from_millis(300));
        page.say(&json!({ "t": "new", "seed": seed }));
        page.wait("the game", |value| value["t"] == "view" && value["view"]["seed"] == json!(seed.to_string()));
        (1..=8).for_each(|seat| page.say(&json!({ "t": "bot", "seat": seat, "on": true })));
        let over = page.wait("its end", |value| value["t"] == "view" && !value["view"]["result"].is_null());
        over["at"].as_u64().unwrap_or(0)
    };
    for seed in 1..=SEEDS {
        best = best.max((play(&mut page, seed), seed));
    }
    let decisions = play(&mut page, best.1);
    (server, page, decisions)
}

/// How long something takes. A page may say 60 things in a second, so there are pauses between.
#[allow(clippy::disallowed_methods, reason = "a benchmark looks at the clock")]
fn timed(times: u64, mut what: impl FnMut()) -> Duration {
    let mut all = Duration::ZERO;
    for _ in 0..times {
        std::thread::sleep(Duration::from_millis(40));
        let begin = Instant::now();
        what();
        all += begin.elapsed();
    }
    all
}

fn goto(page: &mut Page, n: u64) {
    page.heard.clear();
    page.say(&json!({ "t": "goto", "n": n }));
    page.wait("the moment", |value| value["t"] == "view" && value["at"] == n);
}

/// A change of which everybody is told, and a word that it has been done.
fn publish(page: &mut Page) {
    page.heard.clear();
    page.say(&json!({ "t": "bot", "seat": 1, "on": true }));
    page.say(&json!({ "t": "seats" }));
    page.hear("seats");
}

fn table(criterion: &mut Criterion) {
    let (server, mut page, decisions) = played();
    let mut group = criterion.benchmark_group("table");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group.warm_up_time(Duration::from_millis(50)).measurement_time(Duration::from_millis(200));
    for (name, n) in [("start", 0), ("middle", decisions / 2), ("end", decisions - 1)] {
        let name = format!("rewind/{decisions} decisions/{name}");
        group.bench_function(name, |bencher| bencher.iter_custom(|times| timed(times, || goto(&mut page, n))));
    }
    goto(&mut page, decisions / 2);
    group.bench_function("publish/1 page", |bencher| bencher.iter_custom(|times| timed(times, || publish(&mut page))));
    page.say(&json!({ "t": "seats" }));
    let links = page.hear("seats")["links"].clone();
    let token =
        |link: &Value| link["url"].as_str().and_then(|url| url.split_once("token=")).expect("a link").1.to_owned();
    let readers: Vec<JoinHandle<()>> = links
        .as_array()
        .expect("a list")
        .iter()
        .map(|link| {
            let friend = server.join(&token(link));
            std::thread::spawn(move || read_on(friend))
        })
        .collect();
    goto(&mut page, decisions / 2);
    group.bench_function("publish/9 pages", |bencher| bencher.iter_custom(|times| timed(times, || publish(&mut page))));
    group.finish();
    drop(server);
    readers.into_iter().for_each(|reader| reader.join().expect("it read"));
}

/// Read until the server is gone.
fn read_on(mut page: Page) {
    let _ = page.socket.get_ref().set_read_timeout(None);
    while page.socket.read().is_ok() {}
}

criterion_group!(benches, table);
criterion_main!(benches);
