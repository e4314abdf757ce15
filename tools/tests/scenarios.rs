//! All scenarios of the base pack, each a test of its own. They are run together, in parallel, when the first result is
//! wanted; `cargo test --test scenarios -- NAME` runs those whose name contains NAME.

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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let source = Arc::new(ContentSource::read(std::slice::from_ref(&root)));
    let files = match read(&root) {
        Ok(files) => Arc::new(files),
        Err(error) => {
            eprintln!("can't read the scenarios: {error}");
            return ExitCode::from(2);
        }
    };
    let jobs = args.test_threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let (listed, findings) = run::list_all(&source, &files, jobs);
    let results: Arc<OnceLock<Results>> = Arc::default();
    let wanted = {
        let args = args.clone();
        move |title: &str| passes(&args, title)
    };
    let mut trials: Vec<Trial> = Vec::new();
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
    libtest_mimic::run(&args, trials).exit_code()
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
