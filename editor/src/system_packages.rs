//! The system packages that Tablewright needs, for the text of an error about a missing library. The list is the one
//! that `tests/run` installs from.

/// The list: a package a line, then who needs it.
const LIST: &str = include_str!("../../tests/packages.list");

/// What could not be started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The window.
    Window,
    /// Drawing without a display.
    Headless,
}

impl Need {
    fn word(self) -> &'static str {
        match self {
            Self::Window => "window",
            Self::Headless => "headless",
        }
    }
}

/// The packages for `need`, by their names in Debian and Ubuntu.
pub fn packages(need: Need) -> impl Iterator<Item = &'static str> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(move |line| {
        let mut words = line.split_whitespace();
        let package = words.next()?;
        words.any(|word| word == need.word()).then_some(package)
    })
}

/// What to do when a library for `need` is missing: one sentence.
pub fn hint(need: Need) -> String {
    let all: Vec<&str> = packages(need).collect();
    if cfg!(target_os = "linux") {
        format!("On Debian or Ubuntu, run: sudo apt-get install {}", all.join(" "))
    } else {
        "Update the graphics driver, then try again.".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_names_what_opens_a_context() {
        let window: Vec<_> = packages(Need::Window).collect();
        let headless: Vec<_> = packages(Need::Headless).collect();
        for package in ["libegl1", "libgl1-mesa-dri"] {
            assert!(window.contains(&package) && headless.contains(&package), "{package}");
        }
        assert!(window.contains(&"libxkbcommon-x11-0") && !headless.contains(&"libxkbcommon-x11-0"));
        assert!(!window.contains(&"gcc"));
    }

    #[test]
    fn every_line_names_a_known_use() {
        for line in LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let uses: Vec<&str> = line.split_whitespace().skip(1).collect();
            assert!(
                !uses.is_empty() && uses.iter().all(|u| ["build", "window", "headless", "pdf", "desktop"].contains(u)),
                "{line}"
            );
        }
    }
}
