//! A pack on the disk and a game made of it, in which each step saves something and the next sees what came of it.

use super::{FIRST, YINGZI};
use muniu_content::watch::{Reload, Watch};
use muniu_content::{Content, Packs};
use muniu_kernel::Game;
use muniu_kernel::agent::{Agent, View};
use muniu_kernel::game::Setup;
use muniu_kernel::legality::Refusal;
use muniu_kernel::request::{Answer, Ask, Request};
use muniu_kernel::rulebook::{Flow, Interrupt};
use muniu_kernel::value::Value;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a test waits for what it saved to arrive, at most.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// Longer than saves are gathered: whatever would still arrive has arrived by then.
pub const QUIET: Duration = Duration::from_millis(200);

/// What came of saved files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Came {
    InForce,
    /// Each error as `file:line code`.
    Refused(Vec<String>),
}

/// A copy of the base pack and a game made of it: 周瑜 in seat 1 draws with 英姿 and does nothing else, and the others do
/// nothing. His n-th turn, not counting the first, runs the n-th step.
pub struct Table {
    _directory: tempfile::TempDir,
    pack: PathBuf,
    pub content: Content,
    watch: Watch,
    /// Something was saved; the next decision waits for it.
    pub awaited: Cell<bool>,
    pub came: RefCell<Vec<Came>>,
}

pub type Step = fn(&Table, &Game);

impl Table {
    pub fn new() -> Rc<Self> {
        let directory = tempfile::tempdir().unwrap();
        let pack = directory.path().canonicalize().unwrap();
        let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        fs::copy(base.join("pack.toml"), pack.join("pack.toml")).unwrap();
        for part in ["cards", "generals", "scripts"] {
            copy(&base.join(part), &pack.join(part));
        }
        let packs = [pack.clone()];
        let (content, found) = Content::load(&packs);
        assert_eq!(found.errors(), 0, "{found:#?}");
        let watch = Watch::new(Packs::new(packs.to_vec(), content.source())).unwrap();
        let (awaited, came) = (Cell::new(false), RefCell::default());
        Rc::new(Table { _directory: directory, pack, content, watch, awaited, came })
    }

    pub fn at(&self, file: &str) -> PathBuf {
        self.pack.join(file)
    }

    /// Save a file with one place of it changed. The line of the change.
    pub fn change(&self, file: &str, from: &str, to: &str) -> usize {
        let text = fs::read_to_string(self.at(file)).unwrap();
        let start = text.find(from).unwrap_or_else(|| panic!("`{from}` is in {file}"));
        fs::write(self.at(file), text.replacen(from, to, 1)).unwrap();
        self.awaited.set(true);
        text[..start].lines().count()
    }

    /// 英姿 draws this many more.
    pub fn yingzi(&self, more: u32) {
        fs::write(self.at(YINGZI), yingzi(more)).unwrap();
        self.awaited.set(true);
    }

    /// What came of the last save.
    pub fn last(&self) -> Came {
        self.came.borrow().last().expect("something was saved").clone()
    }

    /// The findings about the last save, which was refused.
    pub fn refused(&self) -> Vec<String> {
        match self.last() {
            Came::Refused(found) => found,
            Came::InForce => panic!("it is in force"),
        }
    }

    /// The safe point before a decision.
    fn look(&self, game: &Game) {
        let start = Instant::now();
        loop {
            let came = match self.watch.reload(&self.content) {
                Reload::Unchanged if !self.awaited.get() => return,
                Reload::Unchanged | Reload::AsBefore => {
                    assert!(start.elapsed() < PATIENCE, "what was saved never arrived");
                    sleep(Duration::from_millis(5));
                    continue;
                }
                Reload::Ready { catalogue, files } => {
                    assert!(!files.is_empty());
                    game.install(catalogue);
                    Came::InForce
                }
                Reload::Refused { findings, .. } => {
                    let place = |file: &Path| file.strip_prefix(&self.pack).unwrap().display().to_string();
                    let errors = findings.iter().filter(|finding| finding.code != "missing-text");
                    let told = errors.map(|f| format!("{}:{} {}", place(&f.file), f.line.unwrap_or(0), f.code));
                    Came::Refused(told.collect())
                }
            };
            self.awaited.set(false);
            self.came.borrow_mut().push(came);
            return;
        }
    }

    /// Play until all steps are done.
    pub fn play(self: &Rc<Self>, steps: &[Step]) {
        let names = self.content.names();
        let generals = ["zhouyu", "caocao", "huangyueying", "zhangfei"].into_iter().zip(1..);
        let wish =
            |(general, seat): (&str, i32)| (names.intern(&format!("general_{seat}")), Value::Text(general.into()));
        let options = generals.map(wish).collect();
        let setup = Setup { mode: names.intern("identity"), seats: 4, seed: 7, options };
        self.content.runtime().begin_game();
        let game = Game::new(self.content.catalogue(), self.content.rulebook(), &setup);
        game.bound_decisions(5_000);
        let steps = Rc::new(RefCell::new(steps.iter().copied().collect::<VecDeque<_>>()));
        let seat =
            || Rc::new(RefCell::new(Seat { table: self.clone(), steps: steps.clone() })) as Rc<RefCell<dyn Agent>>;
        game.seat((0..4).map(|_| seat()).collect());
        let table = self.clone();
        game.before_ask(Box::new(move |game| table.look(game)));
        assert_eq!(game.play(), Err(Interrupt::Quit), "the game goes on to the last step");
        assert_eq!(self.content.runtime().take_errors(), []);
        game.sound().unwrap();
        game.seat(Vec::new());
        game.before_ask(Box::new(|_| {}));
    }
}

struct Seat {
    table: Rc<Table>,
    steps: Rc<RefCell<VecDeque<Step>>>,
}

impl Agent for Seat {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        let game = view.rules();
        match &request.ask {
            Ask::Play if request.seat == FIRST && game.read().turns > 1 => {
                let Some(step) = self.steps.borrow_mut().pop_front() else { return Err(Interrupt::Quit) };
                step(&self.table, game);
            }
            Ask::Trigger { .. } if request.seat == FIRST => {
                return Ok(game.first_action(request).map_or(Answer::Pass, Answer::Act));
            }
            _ => {}
        }
        Ok(game.default_answer(request))
    }

    fn refused(&mut self, request: &Request, reason: &Refusal) {
        panic!("refused {request:?}: {reason}");
    }
}

pub fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

pub fn yingzi(more: u32) -> String {
    format!(
        "return skill {{\n  on.draw_phase {{ who = \"turn\", run = function(me, ev) ev.count += {more} end }},\n}}\n"
    )
}

/// What 周瑜 drew this turn: he kept as many cards as he has hp.
pub fn drawn(game: &Game) -> i32 {
    game.hand_count(FIRST) as i32 - game.read().players[0].hp
}
