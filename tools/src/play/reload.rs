//! Hot reload: what was saved since the last decision is put in force before the next one.

use muniu_content::diagnostic::{Diagnostic, Severity};
use muniu_content::watch::{Reload, Watch};
use muniu_content::{Content, Packs};
use muniu_kernel::Game;
use muniu_kernel::note::Note;
use std::path::PathBuf;
use std::rc::Rc;

/// Puts what was saved in force.
pub type Hook = Rc<dyn Fn(&Game)>;

/// The hook to run at safe points: before each decision, and once a person has answered, so that what was saved while he
/// thought counts for the answer. Nothing if the system can't watch files, which is said on stderr.
pub fn hook(packs: Vec<PathBuf>, content: &Rc<Content>) -> Option<Hook> {
    let watch = match Watch::new(Packs::new(packs.clone(), content.source())) {
        Ok(watch) => watch,
        Err(error) => {
            eprintln!("muniu: can't watch the packs, so saved files don't reach the game: {error}");
            return None;
        }
    };
    let content = content.clone();
    Some(Rc::new(move |game: &Game| match watch.reload(&content) {
        Reload::Unchanged | Reload::AsBefore => {}
        Reload::Ready { catalogue, files } => {
            game.install(catalogue);
            // A skill that was removed, and what was wrong before and still is.
            tell(content.findings().iter().filter(|finding| finding.severity == Severity::Error));
            game.note(|| Note::Reloaded { what: listed(&packs, &files) });
        }
        Reload::Refused { findings, files } => {
            eprintln!("muniu: not reloaded, the old content stays in force: {}", listed(&packs, &files));
            tell(findings.iter());
        }
    }))
}

fn tell<'a>(findings: impl Iterator<Item = &'a Diagnostic>) {
    for finding in findings {
        let text = std::fs::read_to_string(&finding.file).ok();
        eprintln!("{}", finding.render(text.as_deref(), false));
    }
}

/// How many files are named; of more the number is told.
const NAMED: usize = 8;

/// Files, by their path inside their pack.
fn listed(packs: &[PathBuf], files: &[PathBuf]) -> String {
    let inside = |file: &PathBuf| {
        let pack = packs.iter().filter_map(|pack| pack.canonicalize().ok()).find(|pack| file.starts_with(pack));
        let inside = pack.as_ref().and_then(|pack| file.strip_prefix(pack).ok()).unwrap_or(file);
        inside.display().to_string()
    };
    let mut list: Vec<String> = files.iter().take(NAMED).map(inside).collect();
    if files.len() > NAMED {
        list.push(format!("… ({})", files.len()));
    }
    list.join(", ")
}
