//! Stories of maintainers and their machines: the program itself, run as they run it, in a folder of theirs.

#![allow(clippy::unwrap_used, reason = "helpers of tests: a failure here is a failed test")]

mod assets;
mod commit;
mod credits;
mod differences;
mod fix;
mod formats;
mod known;
mod minigame;
mod pull;
mod readme;
mod schema;
mod variants;

use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A manifest without a fault, of a pack that needs no scene.
const GOOD: &str = r#"{
  "schemaVersion": "1.0",
  "id": "example.stones",
  "name": "Stones",
  "version": "1.0.0",
  "type": "component-pack",
  "entry": {},
  "compatibility": { "engine": ">=0.1 <1.0" },
  "license": "MIT"
}
"#;

/// A folder in which a maintainer works: packs, and whatever stands around them.
struct Workshop {
    folder: tempfile::TempDir,
    state: tempfile::TempDir,
}

/// What a command wrote and how it ended.
#[derive(Debug)]
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Workshop {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), state: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// A pack in the folder `name`, with this manifest.
    fn pack(&self, name: &str, manifest: &str) {
        self.write(&format!("{name}/diceytable.mod.json"), manifest);
    }

    /// The program in the folder `below` of this one, away from the settings of whoever runs the tests.
    fn command(&self, below: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tablewright"));
        command.current_dir(self.path(below)).env("TABLEWRIGHT_NO_CONFIG", "1").env_remove("GITHUB_WORKSPACE");
        command.env("XDG_STATE_HOME", self.state.path()).env("XDG_DATA_HOME", self.state.path()).stdin(Stdio::null());
        command
    }

    fn run<S: AsRef<OsStr>>(&self, args: &[S]) -> Ran {
        Ran::of(self.command("").args(args).output().unwrap())
    }

    /// Runs `git` here, without the configuration of this machine.
    fn git(&self, args: &[&str]) -> Ran {
        let mut command = Command::new("git");
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("GIT_")) {
            command.env_remove(name);
        }
        let nothing = if cfg!(windows) { "NUL" } else { "/dev/null" };
        command.current_dir(self.folder.path()).env("GIT_CONFIG_GLOBAL", nothing).env("GIT_CONFIG_NOSYSTEM", "1");
        command.args(["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]).args(args);
        Ran::of(command.output().unwrap())
    }

    fn commit(&self) {
        for args in [&["add", "--all"][..], &["commit", "--quiet", "--message=State"]] {
            let ran = self.git(args);
            assert_eq!(ran.code, 0, "{ran:?}");
        }
    }
}

fn is_inside(folder: &Path, path: &Path) -> bool {
    path.canonicalize().unwrap().starts_with(folder.canonicalize().unwrap())
}
