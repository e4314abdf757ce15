//! `muniu check`: what is wrong with packs.

use crate::cli::Common;
use crate::exit::Exit;
use crate::root;
use anyhow::Result;
use muniu_content::Content;
use muniu_content::diagnostic::Diagnostics;
use std::io::{IsTerminal, Write};

/// Print all findings; any error among them makes the exit code 1.
pub fn run(common: &Common) -> Result<Exit> {
    let packs = root::packs(common)?;
    let (_, mut findings) = Content::load(&packs);
    findings.sort();
    let mut out = std::io::stdout().lock();
    if common.json {
        serde_json::to_writer(&mut out, &json(&findings))?;
        writeln!(out)?;
    } else {
        let color = out.is_terminal() && !no_color();
        for finding in findings.iter() {
            let text = std::fs::read_to_string(&finding.file).ok();
            writeln!(out, "{}\n", finding.render(text.as_deref(), color))?;
        }
        let (errors, warnings) = (findings.errors(), findings.warnings());
        writeln!(out, "{} packs checked: {errors} errors, {warnings} warnings", packs.len())?;
    }
    out.flush()?;
    Ok(if findings.has_errors() { Exit::Findings } else { Exit::Clean })
}

fn json(findings: &Diagnostics) -> serde_json::Value {
    let list: Vec<_> = findings.iter().collect();
    serde_json::json!({
        "version": 1,
        "errors": findings.errors(),
        "warnings": findings.warnings(),
        "findings": list,
    })
}

/// Does the user want no colours? (<https://no-color.org>)
#[allow(clippy::disallowed_methods, reason = "the command may read its environment; games don't")]
pub fn no_color() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}
