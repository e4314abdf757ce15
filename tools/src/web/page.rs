//! The page's files: inside the program, or from a directory while they are worked on.

use include_dir::{Dir, include_dir};
use std::path::{Path, PathBuf};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page");

/// The file of this path, and its type.
pub fn file(path: &str, from: Option<&PathBuf>) -> Option<(Vec<u8>, &'static str)> {
    let path = path.trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    if path.split('/').any(|part| part.starts_with('.')) {
        return None;
    }
    let kind = match Path::new(path).extension()?.to_str()? {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    };
    let bytes = match from {
        Some(directory) => std::fs::read(directory.join(path)).ok()?,
        None => FILES.get_file(path)?.contents().to_vec(),
    };
    Some((bytes, kind))
}
