//! "Did you mean …?": the nearest valid name for a misspelt one.

/// The candidate most like `word`, or `None` when nothing is near enough to be worth offering.
///
/// Ties go to the candidate that comes first, so a stable order of candidates gives a stable answer.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let allowed = (word.chars().count() / 3).max(1);
    let mut best: Option<(usize, &'a str)> = None;
    for candidate in candidates {
        let other = candidate.to_lowercase();
        // A longer word that contains this one ("jink" for "base_jink") counts as near, but less than a slip of the keys.
        let contained = lower.chars().count() >= 3 && (other.contains(&lower) || lower.contains(&other));
        let distance = strsim::damerau_levenshtein(&lower, &other);
        let score = if distance <= allowed {
            distance
        } else if contained && other.chars().count() >= 3 {
            allowed + distance
        } else {
            continue;
        };
        if best.is_none_or(|(least, _)| score < least) {
            best = Some((score, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Help text: the nearest name if there is one, and the valid names when they are few.
pub(crate) fn help<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let listed = || candidates.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match nearest(word, candidates.iter().copied()) {
        Some(name) => format!("did you mean `{name}`?"),
        None if candidates.is_empty() => "there is none yet".to_owned(),
        None if candidates.len() <= 24 => format!("expected one of {}", listed()),
        None => format!("none of the {} known names is like it", candidates.len()),
    }
}
