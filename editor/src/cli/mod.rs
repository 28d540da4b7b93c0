//! The command line: the same rules and the same writers as the window, for maintainers and for machines.
//!
//! [`run`] finds the subcommand in [`COMMANDS`], lets it read its own arguments and turns what comes back into an exit
//! code. Results go to standard output; errors and progress go to standard error, an error as one sentence that says
//! what, where and what to do. To add a subcommand: write its file beside this one and add a row to [`COMMANDS`].
//! Nothing here opens a window or decides anything about packs.

mod action;
mod args;
mod assets;
mod baseline;
mod check;
mod credits;
mod dispatch;
mod file_edits;
mod fix;
mod media;
mod minigame;
mod new;
mod publish;
mod pull;
pub mod render;
mod rules;
mod saving;
mod schema;
mod tour;
mod variants;

pub use args::{Args, usage};
pub use tour::{has_display, tour};

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where a subcommand writes.
pub struct Io<'a> {
    /// Results: standard output.
    pub out: &'a mut dyn Write,
    /// Errors and progress: standard error.
    pub err: &'a mut (dyn Write + Send),
    /// The folder for locks, backups and what was set aside.
    pub state_dir: &'a Path,
}

/// How a subcommand ended, when nothing went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Done. Exit code 0.
    Done,
    /// The answer is no: a problem of severity error, a refused publish. Exit code 1.
    Refused,
    /// What was asked could not be done, as has been said already. Exit code 2.
    Failed,
}

/// What went wrong. Exit code 2.
#[derive(Debug)]
pub enum Failure {
    /// The command line itself; the text is one sentence.
    Usage(String),
    /// The work.
    Work(tablewright_core::Error),
    /// Writing the result.
    Output(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) => f.write_str(text),
            Self::Work(error) => error.fmt(f),
            Self::Output(error) => write!(f, "Couldn't write the result: {error}. Check where the output goes."),
        }
    }
}

impl From<tablewright_core::Error> for Failure {
    fn from(error: tablewright_core::Error) -> Self {
        Self::Work(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<lexopt::Error> for Failure {
    fn from(error: lexopt::Error) -> Self {
        Self::Usage(args::sentence(&error))
    }
}

/// What a subcommand gives.
pub type Outcome = Result<Exit, Failure>;

/// One subcommand.
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// Its arguments, one form a line, without the program's name.
    pub usage: &'static str,
    /// What it does, one line.
    pub about: &'static str,
    /// Its options and its exit codes where they need saying, each line ended by a line feed; may be empty.
    pub more: &'static str,
    /// Reads its arguments and does it.
    pub run: fn(&mut Args, &mut Io) -> Outcome,
}

/// Every subcommand, in the order of the help.
pub const COMMANDS: &[Command] = &[
    check::COMMAND,
    fix::COMMAND,
    variants::COMMAND,
    assets::COMMAND,
    credits::COMMAND,
    media::COMMAND,
    rules::COMMAND,
    dispatch::RENDER,
    new::COMMAND,
    publish::COMMAND,
    pull::COMMAND,
    schema::COMMAND,
    minigame::COMMAND,
];

/// What the program was asked for.
#[derive(Debug, PartialEq, Eq)]
pub enum Asked {
    /// The window, on this pack where one is named.
    Window(Option<PathBuf>),
    /// Something that has been done; the number is the exit code.
    Ended(u8),
}

/// Does what `args` (without the program's name) say, unless that is to open the window.
pub fn run(args: impl IntoIterator<Item = OsString>, io: &mut Io) -> Asked {
    let mut args = Args::new(args);
    let (outcome, command) = match args::read(&mut args) {
        Ok(args::Read::Window(pack)) => return Asked::Window(pack),
        Ok(args::Read::Help(command)) => {
            (io.out.write_all(args::help(command).as_bytes()).map(|()| Exit::Done).map_err(Failure::from), None)
        }
        Ok(args::Read::Version) => {
            (writeln!(io.out, "tablewright {}", env!("CARGO_PKG_VERSION")).map(|()| Exit::Done).map_err(Failure::from), None)
        }
        Ok(args::Read::Command(command)) => ((command.run)(&mut args, io), Some(command)),
        Err(failure) => (Err(failure), None),
    };
    Asked::Ended(ended(outcome, command, io))
}

/// Says what went wrong, and gives the exit code.
fn ended(outcome: Outcome, command: Option<&Command>, io: &mut Io) -> u8 {
    // What is still to be written may fail as well.
    let outcome = outcome.and_then(|exit| io.out.flush().map(|()| exit).map_err(Failure::from));
    let failure = match outcome {
        Ok(Exit::Done) => return 0,
        Ok(Exit::Refused) => return 1,
        Ok(Exit::Failed) => return 2,
        // Whoever reads our output has seen enough (`tablewright check … | head`).
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
        Err(failure) => failure,
    };
    // Where standard error is closed too there is nobody left to tell.
    let _told = writeln!(io.err, "tablewright: {failure}");
    if let Failure::Usage(_) = failure {
        let _told = io.err.write_all(args::hint(command).as_bytes());
    }
    2
}

#[cfg(test)]
pub(crate) mod testing {
    //! What the subcommands' tests share.

    use super::{Asked, Io, run};

    /// Exit code, standard output and standard error of `tablewright` with these arguments.
    pub(crate) fn tablewright<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> (u8, String, String) {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let state = tempfile::tempdir().unwrap();
        let mut io = Io { out: &mut out, err: &mut err, state_dir: state.path() };
        let asked = run(args.iter().map(|arg| arg.as_ref().to_owned()), &mut io);
        let Asked::Ended(code) = asked else { panic!("{asked:?}") };
        (code, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
    }
}

#[cfg(test)]
mod tests {
    use super::testing::tablewright;
    use super::*;

    #[test]
    fn help_names_every_subcommand() {
        let (code, out, err) = tablewright(&["--help"]);
        assert_eq!((code, err.as_str()), (0, ""));
        for command in COMMANDS {
            assert!(out.contains(command.about), "{}", command.name);
            for args in [vec![command.name, "--help"], vec!["help", command.name]] {
                let (code, out, _) = tablewright(&args);
                assert!(code == 0 && out.contains(command.usage.lines().next().unwrap()), "{args:?}: {out}");
            }
        }
    }

    #[test]
    fn the_version_is_the_packages() {
        assert_eq!(tablewright(&["--version"]), (0, format!("tablewright {}\n", env!("CARGO_PKG_VERSION")), String::new()));
    }

    #[test]
    fn wrong_usage_exits_with_2_and_a_hint() {
        for args in [
            &["--colour"][..],
            &["a", "b"],
            &["check"],
            &["check", "--format"],
            &["check", "x", "--format", "yaml"],
            &["check", "--what"],
        ] {
            let (code, out, err) = tablewright(args);
            assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
            assert!(err.starts_with("tablewright: ") && err.contains("--help"), "{args:?}: {err}");
            assert_eq!(err.lines().next().unwrap().matches(". ").count(), 0, "one sentence: {err}");
        }
    }

    #[test]
    fn no_subcommand_opens_the_window() {
        let asked = |args: &[&str]| {
            let (mut out, mut err) = (Vec::new(), Vec::new());
            run(args.iter().map(Into::into), &mut Io { out: &mut out, err: &mut err, state_dir: Path::new("none") })
        };
        assert_eq!(asked(&[]), Asked::Window(None));
        assert_eq!(asked(&["packs/go"]), Asked::Window(Some("packs/go".into())));
        assert_eq!(asked(&["--", "check"]), Asked::Window(Some("check".into())));
        assert_eq!(asked(&["open", "check"]), Asked::Window(Some("check".into())));
    }

    #[test]
    fn a_reader_who_has_seen_enough_is_no_failure() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut err = Vec::new();
        let asked = run(["--help".into()], &mut Io { out: &mut Closed, err: &mut err, state_dir: Path::new("none") });
        assert_eq!((asked, err), (Asked::Ended(0), Vec::new()));
    }
}
