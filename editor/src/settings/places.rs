//! Where this program keeps a person's settings and its own state, by the conventions of each platform.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The two folders, and whether the person's own files are left alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    config: Option<PathBuf>,
    state: PathBuf,
}

impl Places {
    /// Reads the environment of this process.
    pub fn from_env() -> Self {
        Self::from(|name| std::env::var_os(name))
    }

    /// By the variables that `var` knows. With `TABLEWRIGHT_NO_CONFIG=1` there is no settings file, and state goes to a
    /// folder of this process below the system's temporary one.
    pub fn from(var: impl Fn(&str) -> Option<OsString>) -> Self {
        // An empty or relative path in these variables counts as none; the conventions say so.
        let path = |name: &str| var(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let passing = || std::env::temp_dir().join(format!("tablewright-{}", std::process::id()));
        if var("TABLEWRIGHT_NO_CONFIG").is_some_and(|value| value == "1") {
            return Self { config: None, state: passing() };
        }
        let home = || path(if cfg!(windows) { "USERPROFILE" } else { "HOME" });
        let (config, state) = if cfg!(windows) {
            (path("APPDATA").map(|p| p.join("Tablewright")), path("LOCALAPPDATA").map(|p| p.join("Tablewright")))
        } else if cfg!(target_os = "macos") {
            let support = home().map(|home| home.join("Library/Application Support/Tablewright"));
            (support.clone(), support.map(|support| support.join("state")))
        } else {
            let config = path("XDG_CONFIG_HOME").or_else(|| home().map(|home| home.join(".config")));
            let state = path("XDG_STATE_HOME").or_else(|| home().map(|home| home.join(".local/state")));
            (config.map(|p| p.join("tablewright")), state.map(|p| p.join("tablewright")))
        };
        Self { config, state: state.unwrap_or_else(passing) }
    }

    /// The settings file; `None` where settings are not kept.
    pub fn settings_file(&self) -> Option<PathBuf> {
        self.config.as_ref().map(|folder| folder.join("settings.toml"))
    }

    /// The folder for recovery copies, journals and what was published; made when it is first written to.
    pub fn state_dir(&self) -> &Path {
        &self.state
    }

    /// Places inside `folder`, for tests of what gets written.
    pub fn inside(folder: &Path) -> Self {
        Self { config: Some(folder.join("config")), state: folder.join("state") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(vars: &[(&str, &str)]) -> Places {
        Places::from(|name| vars.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value)))
    }

    #[cfg(all(unix, not(target_os = "macos")))]
    #[test]
    fn the_conventions_of_the_desktop() {
        let own = places(&[("HOME", "/home/ada"), ("XDG_CONFIG_HOME", "/etc/ada"), ("XDG_STATE_HOME", "/var/ada")]);
        assert_eq!(own.settings_file(), Some(PathBuf::from("/etc/ada/tablewright/settings.toml")));
        assert_eq!(own.state_dir(), Path::new("/var/ada/tablewright"));
        let home = places(&[("HOME", "/home/ada"), ("XDG_CONFIG_HOME", "relative"), ("XDG_STATE_HOME", "")]);
        assert_eq!(home.settings_file(), Some(PathBuf::from("/home/ada/.config/tablewright/settings.toml")));
        assert_eq!(home.state_dir(), Path::new("/home/ada/.local/state/tablewright"));
    }

    #[test]
    fn no_config_leaves_the_persons_files_alone() {
        let none = places(&[("HOME", "/home/ada"), ("TABLEWRIGHT_NO_CONFIG", "1")]);
        assert_eq!(none.settings_file(), None);
        assert!(none.state_dir().starts_with(std::env::temp_dir()));
        let zero = places(&[("HOME", "/home/ada"), ("TABLEWRIGHT_NO_CONFIG", "0")]);
        assert_ne!(zero.state_dir(), none.state_dir());
        assert_eq!(places(&[]).settings_file(), None, "no home: nothing to write to");
    }
}
