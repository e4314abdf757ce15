//! All scenarios of the base pack and of the test packs, each a test of its own. Those of a pack are run together, in
//! parallel, when the first result is wanted; `cargo test --test scenarios -- NAME` runs those whose name contains NAME.

use libtest_mimic::{Arguments, Failed, Trial};
use muniu_content::ContentSource;
use muniu_content::scenario::{Report, ScenarioFile, run};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

type Results = BTreeMap<(PathBuf, String), Report>;

fn main() -> ExitCode {
    let args = Arguments::from_args();
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut trials = Vec::new();
    let packs = std::fs::read_dir(base.join("tests/packs")).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut packs: Vec<PathBuf> = packs.filter(|pack| pack.join("tests/scenarios").is_dir()).collect();
    packs.sort();
    let sets = std::iter::once(vec![base.clone()]).chain(packs.into_iter().map(|pack| vec![base.clone(), pack]));
    for packs in sets {
        if let Err(error) = add_trials(&args, &packs, &mut trials) {
            eprintln!("can't read the scenarios: {error}");
            return ExitCode::from(2);
        }
    }
    libtest_mimic::run(&args, trials).exit_code()
}

/// The scenarios of the last of these packs.
fn add_trials(args: &Arguments, packs: &[PathBuf], trials: &mut Vec<Trial>) -> std::io::Result<()> {
    let root = packs[packs.len() - 1].clone();
    let source = Arc::new(ContentSource::read(packs));
    let files = Arc::new(read(&root)?);
    let jobs = args.test_threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let (listed, findings) = run::list_all(&source, &files, jobs);
    let results: Arc<OnceLock<Results>> = Arc::default();
    let wanted = {
        let args = args.clone();
        move |title: &str| passes(&args, title)
    };
    for scenario in listed {
        let key = (scenario.path.clone(), scenario.name.clone());
        let (results, source, files, wanted) = (results.clone(), source.clone(), files.clone(), wanted.clone());
        let base = root.clone();
        trials.push(Trial::test(title(&root, &scenario.path, &scenario.name), move || {
            let all = results.get_or_init(|| {
                let wanted = |path: &Path, name: &str, _: &[String]| wanted(&title(&base, path, name));
                let (reports, _) = run::run_all(&source, &files, &wanted, jobs);
                reports.into_iter().map(|report| ((report.path.clone(), report.name.clone()), report)).collect()
            });
            match all.get(&key) {
                Some(report) if report.failure.is_none() => Ok(()),
                Some(report) => Err(Failed::from(report.to_string())),
                None => Err(Failed::from("it was not run")),
            }
        }));
    }
    for finding in findings {
        let name = title(&root, &finding.file, "reads");
        trials.push(Trial::test(name, move || Err(Failed::from(finding.to_string()))));
    }
    Ok(())
}

fn read(root: &Path) -> std::io::Result<Vec<ScenarioFile>> {
    let paths = ScenarioFile::find(&[root.join("tests/scenarios")])?;
    paths.iter().map(|path| ScenarioFile::read(path, root)).collect()
}

/// `example: a slash is answered`
fn title(root: &Path, path: &Path, name: &str) -> String {
    let file = path.strip_prefix(root.join("tests/scenarios")).unwrap_or(path).with_extension("");
    format!("{}: {name}", file.display())
}

/// Would the harness run a test of this name?
fn passes(args: &Arguments, title: &str) -> bool {
    let hits = |pattern: &str| if args.exact { title == pattern } else { title.contains(pattern) };
    args.filter.as_deref().is_none_or(hits) && !args.skip.iter().any(|skip| hits(skip))
}
