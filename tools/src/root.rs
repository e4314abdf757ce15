//! Where the base pack is.

use crate::cli::Common;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// The file that makes a directory a pack.
const PACK_FILE: &str = "pack.toml";

/// The packs to load: the base pack, then those asked for.
pub fn packs(common: &Common) -> Result<Vec<PathBuf>> {
    let mut packs = vec![base()?];
    for pack in &common.packs {
        if !pack.join(PACK_FILE).is_file() {
            bail!("{} is no pack: there is no {PACK_FILE} in it", pack.display());
        }
        let same = |known: &PathBuf| same_place(known, pack);
        if !packs.iter().any(same) {
            packs.push(pack.clone());
        }
    }
    Ok(packs)
}

fn same_place(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

/// The root of the base pack: `MUNIU_ROOT`, else the current directory or the nearest one above it that is the base
/// pack, else the source this command was built from.
fn base() -> Result<PathBuf> {
    #[allow(clippy::disallowed_methods, reason = "the command may read its environment; games don't")]
    let named = std::env::var_os("MUNIU_ROOT");
    if let Some(root) = named {
        let root = PathBuf::from(root);
        if !root.join(PACK_FILE).is_file() {
            bail!("MUNIU_ROOT is {}, but there is no {PACK_FILE} in it", root.display());
        }
        return Ok(root);
    }
    let here = std::env::current_dir().context("can't tell the current directory")?;
    if let Some(root) = here.ancestors().find(|root| is_base(root)) {
        return Ok(root.to_owned());
    }
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    if built.join(PACK_FILE).is_file() {
        return Ok(built);
    }
    bail!("can't find the base pack: run this inside its directory, or set MUNIU_ROOT to it")
}

/// Is this the base pack, and not an expansion that somebody works in?
fn is_base(root: &Path) -> bool {
    let Ok(text) = std::fs::read_to_string(root.join(PACK_FILE)) else { return false };
    text.lines().any(|line| {
        let mut parts = line.splitn(2, '=');
        parts.next().is_some_and(|key| key.trim() == "id")
            && parts.next().is_some_and(|id| id.trim().trim_matches('"') == "base")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_this_was_built_from_is_the_base_pack() {
        assert!(is_base(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")));
        assert!(!is_base(Path::new(env!("CARGO_MANIFEST_DIR"))));
    }
}
