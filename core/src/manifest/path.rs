//! Which texts can name a file of the repository.

/// Whether `text` is what the manifest reference calls a relative repository path without traversal or external URL.
/// Spaces, `@` and letters of any script are fine. The reference does not spell the rule out; a `..` counts only as a
/// whole part (`a..b.png` is a name), and what can never be a path inside a git tree (an empty part, a backslash, a
/// control character) is refused here rather than as a missing file. Length is judged apart.
pub fn is_safe_path(text: &str) -> bool {
    let bad_part = |part: &str| part.is_empty() || part == ".." || part.eq_ignore_ascii_case(".git");
    !text.is_empty()
        && !text.contains(|c: char| c == '\\' || c.is_control())
        && !has_scheme(text)
        && !text.split('/').any(bad_part)
}

/// Whether the text begins like a URL or with a drive letter: a letter, then letters, digits, `+`, `.` or `-`, then `:`.
fn has_scheme(text: &str) -> bool {
    let Some((scheme, _)) = text.split_once(':') else { return false };
    let mut bytes = scheme.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic())
        && bytes.all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'.' | b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_names_of_files_in_the_pack() {
        for path in ["a", "setup.json", "assets/é.png", "up-deep space…/a@2x.webp", "a..b/..c", "./a", "a/b:c.png", ".github/x"]
        {
            assert!(is_safe_path(path), "{path}");
        }
    }

    #[test]
    fn refuses_what_leads_elsewhere() {
        for path in [
            "",
            "/a",
            "//host/a",
            "../a",
            "a/../b",
            "a/..",
            "..",
            "http://host/a",
            "HTTPS://host/a",
            "data:text/plain,x",
            "C:/a",
            "c:a",
            "a\\b",
            "..\\a",
            "a//b",
            "a/",
            "a\nb",
            "a\u{0}",
            ".git/config",
            "x/.GIT/y",
        ] {
            assert!(!is_safe_path(path), "{path:?}");
        }
    }
}
