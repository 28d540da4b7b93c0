//! Reading an engine range as the platform does: at most one `>=` and one `<`, and nothing else (engine compatibility).

/// The versions behind the first `>=` and the first `<` of a range.
pub fn engine_bounds(range: &str) -> (Option<&str>, Option<&str>) {
    (bound(range, ">="), bound(range, "<"))
}

/// The version behind the first `operator` in `range`; `<=` is no `<`, for no version stands behind that.
fn bound<'a>(range: &'a str, operator: &str) -> Option<&'a str> {
    range.match_indices(operator).find_map(|(at, _)| {
        let rest = range[at + operator.len()..].trim_start();
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let version = rest[..end].trim_end_matches('.');
        version.starts_with(|c: char| c.is_ascii_digit()).then_some(version)
    })
}

/// What a range lets in, as a sentence.
pub fn engine_words(range: &str) -> String {
    match engine_bounds(range) {
        (Some(lower), Some(upper)) => format!("From {lower} up to, but not including, {upper}."),
        (Some(lower), None) => format!("From {lower} on."),
        (None, Some(upper)) => format!("Up to, but not including, {upper}."),
        (None, None) => "Every version, for no bound is read here.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_words() {
        for (range, words) in [
            (">=0.1 <1.0", "From 0.1 up to, but not including, 1.0."),
            ("<2", "Up to, but not including, 2."),
            (">= 0.3", "From 0.3 on."),
            ("^0.1", "Every version, for no bound is read here."),
            ("<=1", "Every version, for no bound is read here."),
        ] {
            assert_eq!(engine_words(range), words, "{range}");
        }
    }
}
