//! The release label after another (manifest reference, `version`: a published label keeps its meaning, so the next publish
//! needs another).

/// The label that follows `version`: a pre-release becomes its release (`1.2.0-beta` to `1.2.0`), anything else gets the
/// next patch number (`1.2.0` to `1.2.1`). Build metadata goes. `None` where `version` is no label that the schema takes.
pub fn next_patch_version(version: &str) -> Option<String> {
    let end = version.find(['-', '+']).unwrap_or(version.len());
    let (release, extra) = version.split_at(end);
    let numbers: Vec<&str> = release.split('.').collect();
    let [major, minor, patch] = numbers[..] else { return None };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_extra = |b: u8| b.is_ascii_alphanumeric() || b == b'.' || b == b'-';
    if ![major, minor, patch].into_iter().all(is_number) || extra.len() == 1 || !extra.bytes().skip(1).all(is_extra) {
        return None;
    }
    let patch = if extra.starts_with('-') { patch.to_owned() } else { after(patch) };
    Some(format!("{major}.{minor}.{patch}"))
}

/// The number after one of any length.
fn after(number: &str) -> String {
    let kept = number.trim_end_matches('9');
    let nines = number.len() - kept.len();
    let raised = match kept.char_indices().next_back() {
        Some((at, digit)) => format!("{}{}", &kept[..at], digit.to_digit(10).unwrap_or(0) + 1),
        None => "1".to_owned(),
    };
    raised + &"0".repeat(nines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_label_differs_in_the_patch_alone() {
        for (version, next) in [
            ("1.0.0", "1.0.1"),
            ("0.9.9", "0.9.10"),
            ("0.0.199", "0.0.200"),
            ("1.2.99999999999999999999999", "1.2.100000000000000000000000"),
            ("1.2.0-beta.1", "1.2.0"),
            ("1.2.0+build-5", "1.2.1"),
            ("01.2.0", "01.2.1"),
        ] {
            assert_eq!(next_patch_version(version).as_deref(), Some(next));
        }
    }

    #[test]
    fn what_is_no_label_has_none_after_it() {
        for version in ["", "1", "1.0", "1.0.0.0", "1.0.x", "v1.0.0", "1..0", "1.0.0-", "1.0.0-é", "1.0.0+a b", " 1.0.0"] {
            assert_eq!(next_patch_version(version), None, "{version}");
        }
    }
}
