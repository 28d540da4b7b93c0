//! Names for files from outside: safe on every disk and in every address, and free in the pack.

use rustc_hash::FxHashSet;

/// The longest name that is made, without its extension, in bytes: with a folder in front a path stays far below what a
/// manifest can name.
const MAX_STEM: usize = 80;

/// `stem` as a name: lower case, letters and digits of any script, single hyphens for all else.
pub(super) fn safe(stem: &str) -> String {
    let mut name = String::new();
    for c in stem.chars().flat_map(char::to_lowercase) {
        if name.len() + c.len_utf8() > MAX_STEM {
            break;
        }
        match c {
            c if c.is_alphanumeric() => name.push(c),
            '_' | '.' if name.ends_with(char::is_alphanumeric) => name.push(c),
            _ if name.ends_with(['-', '_', '.']) || name.is_empty() => {}
            _ => name.push('-'),
        }
    }
    name.truncate(name.trim_end_matches(['-', '_', '.']).len());
    let bare = name.split('.').next().unwrap_or_default();
    let is_device = matches!(bare, "con" | "prn" | "aux" | "nul")
        || bare.strip_prefix("com").or_else(|| bare.strip_prefix("lpt")).is_some_and(|n| n.len() == 1 && n != "0");
    match () {
        () if name.is_empty() => "file".to_owned(),
        // Windows keeps these names for devices, whatever stands behind the dot. `.git` cannot come: no name begins with a dot.
        () if is_device => format!("file-{name}"),
        () => name,
    }
}

/// The paths that are taken. Some disks do not tell letter case apart, so neither does this.
#[derive(Debug, Clone, Default)]
pub(super) struct Taken(FxHashSet<String>);

impl Taken {
    pub(super) fn new<'a>(paths: impl IntoIterator<Item = &'a str>) -> Self {
        Self(paths.into_iter().map(str::to_lowercase).collect())
    }

    pub(super) fn has(&self, path: &str) -> bool {
        self.0.contains(&path.to_lowercase())
    }

    pub(super) fn add(&mut self, path: &str) {
        self.0.insert(path.to_lowercase());
    }

    /// `folder/stem.extension`, with a number behind the stem where that is taken.
    pub(super) fn free(&self, folder: &str, stem: &str, extension: &str) -> String {
        let first = format!("{folder}/{stem}.{extension}");
        if !self.has(&first) {
            return first;
        }
        let numbered = (2_usize..).map(|number| format!("{folder}/{stem}-{number}.{extension}"));
        // There are fewer taken paths than numbers.
        numbered.into_iter().find(|path| !self.has(path)).unwrap_or(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_made_safe() {
        for (name, made) in [
            ("Board", "board"),
            ("Go Ghess Board (4K)", "go-ghess-board-4k"),
            ("Wood008_4K-JPG_Color", "wood008_4k-jpg_color"),
            ("table.collider", "table.collider"),
            ("Ärger & Spaß", "ärger-spaß"),
            ("../..", "file"),
            ("...", "file"),
            ("", "file"),
            ("CON", "file-con"),
            ("nul.x", "file-nul.x"),
            ("com1", "file-com1"),
            ("com10", "com10"),
            ("console", "console"),
            ("a\u{301}", "a"),
            ("--a--", "a"),
        ] {
            assert_eq!(safe(name), made, "{name}");
        }
    }

    #[test]
    fn a_taken_name_gets_a_number() {
        let mut taken = Taken::new(["textures/Board.png"]);
        assert_eq!(taken.free("textures", "board", "png"), "textures/board-2.png");
        assert_eq!(taken.free("textures", "board", "webp"), "textures/board.webp");
        taken.add("textures/board-2.png");
        assert_eq!(taken.free("textures", "board", "png"), "textures/board-3.png");
    }

    proptest! {
        #[test]
        fn any_name_is_made_one_that_a_pack_can_have(name in ".{0,300}") {
            let made = safe(&name);
            prop_assert!(!made.is_empty() && made.len() <= MAX_STEM + 5, "{made}");
            let path = crate::pack::PackPath::parse(&format!("textures/{made}.png"));
            prop_assert!(path.is_ok() && !made.contains(['/', '\\', ' ', ':', '*', '?']));
            prop_assert_eq!(safe(&made).len(), made.len());
        }
    }
}
