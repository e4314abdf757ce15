//! Pictures of generals, where a pack brings them: `pictures/<id>` in the pack, as webp, png or jpg. Nothing needs them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Endings and their media types, the first that is there counts.
const ENDINGS: [(&str, &str); 3] = [("webp", "image/webp"), ("png", "image/png"), ("jpg", "image/jpeg")];

/// The generals that have one.
pub fn list(packs: &[PathBuf]) -> Vec<String> {
    let mut found = BTreeSet::new();
    for file in packs.iter().filter_map(|pack| std::fs::read_dir(pack.join("pictures")).ok()).flatten().flatten() {
        let path = file.path();
        let known = path.extension().is_some_and(|ending| ENDINGS.iter().any(|(known, _)| ending == *known));
        if let Some(id) = path.file_stem().and_then(|stem| stem.to_str()).filter(|id| known && is_id(id)) {
            found.insert(id.to_owned());
        }
    }
    found.into_iter().collect()
}

/// The picture of a general with its media type, from the first pack that has one.
pub fn read(packs: &[PathBuf], id: &str) -> Option<(Vec<u8>, &'static str)> {
    if !is_id(id) {
        return None;
    }
    let of = |pack: &PathBuf| {
        ENDINGS.iter().find_map(|(ending, kind)| {
            let path = pack.join(Path::new("pictures").join(format!("{id}.{ending}")));
            std::fs::read(path).ok().map(|bytes| (bytes, *kind))
        })
    };
    packs.iter().find_map(of)
}

/// Ids have no dots and no slashes: nothing outside the folder can be named.
fn is_id(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_found_by_id_alone() {
        let pack = tempfile::tempdir().expect("a temporary directory");
        let folder = pack.path().join("pictures");
        std::fs::create_dir(&folder).expect("it can be made");
        for (name, bytes) in [("caocao.png", "png"), ("caocao.webp", "webp"), ("notes.txt", "no"), ("a.b.png", "no")] {
            std::fs::write(folder.join(name), bytes).expect("it can be written");
        }
        std::fs::write(pack.path().join("secret.png"), "secret").expect("it can be written");
        let packs = [pack.path().to_owned()];
        assert_eq!(list(&packs), ["caocao"]);
        assert_eq!(read(&packs, "caocao"), Some((b"webp".to_vec(), "image/webp")));
        for wrong in ["../secret", "notes", "a.b", "", "caocao.png"] {
            assert_eq!(read(&packs, wrong), None, "{wrong}");
        }
    }
}
