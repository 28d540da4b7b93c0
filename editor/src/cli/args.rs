//! Reading the command line, and the help.

use super::{COMMANDS, Command, Failure};
use lexopt::Arg;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The arguments that are still unread.
pub struct Args(lexopt::Parser);

impl Args {
    pub(super) fn new(args: impl IntoIterator<Item = OsString>) -> Self {
        Self(lexopt::Parser::from_args(args))
    }

    /// The next option or value; `None` at the end.
    ///
    /// # Errors
    /// [`Failure::Usage`].
    pub fn arg(&mut self) -> Result<Option<Arg<'_>>, Failure> {
        Ok(self.0.next()?)
    }

    /// The value of the option that was just read, as text.
    ///
    /// # Errors
    /// [`Failure::Usage`] where there is none, or it is not Unicode.
    pub fn value(&mut self) -> Result<String, Failure> {
        let value = self.0.value()?;
        value.into_string().map_err(|value| usage(format!("“{}” is not Unicode text", value.display())))
    }

    /// The value of the option that was just read, as a path.
    ///
    /// # Errors
    /// [`Failure::Usage`] where there is none.
    pub fn path(&mut self) -> Result<PathBuf, Failure> {
        Ok(self.0.value()?.into())
    }
}

/// A path as it can be pasted into a shell.
pub(super) fn pasted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/._-+:@%,".contains(c);
    match text.starts_with('-') || text.is_empty() || !text.chars().all(plain) {
        _ if cfg!(windows) => format!("\"{text}\""),
        true => format!("'{}'", text.replace('\'', "'\\''")),
        false => text,
    }
}

/// A mistake in the command line; `text` is one sentence without its full stop.
pub fn usage(text: impl Into<String>) -> Failure {
    Failure::Usage(text.into() + ".")
}

/// What `lexopt` says as a sentence of ours.
pub(super) fn sentence(error: &lexopt::Error) -> String {
    use lexopt::Error as E;
    match error {
        E::MissingValue { option: Some(option) } => format!("“{option}” needs a value."),
        E::UnexpectedOption(option) => format!("There is no option “{option}” here."),
        E::UnexpectedArgument(value) => format!("“{}” is one argument too many.", value.display()),
        E::UnexpectedValue { option, value } => format!("“{option}” takes no value, but was given “{}”.", value.display()),
        other => format!("The command line cannot be read: {other}."),
    }
}

/// What the first arguments say.
pub(super) enum Read {
    Window(Option<PathBuf>),
    Help(Option<&'static Command>),
    Version,
    /// The rest of the arguments belongs to it.
    Command(&'static Command),
}

fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// Reads up to the subcommand, and all where there is none.
pub(super) fn read(args: &mut Args) -> Result<Read, Failure> {
    // Only a word that stands where a subcommand stands is one: behind `--` it is a pack's name.
    let escaped = args.0.try_raw_args().is_some_and(|raw| raw.peek().is_some_and(|first| first == "--"));
    let first = match args.arg()? {
        None => return Ok(Read::Window(None)),
        Some(Arg::Long("help") | Arg::Short('h')) => return Ok(Read::Help(None)),
        Some(Arg::Long("version") | Arg::Short('V')) => return Ok(Read::Version),
        Some(Arg::Value(first)) => first,
        Some(option) => return Err(option.unexpected().into()),
    };
    match first.to_str().filter(|_| !escaped) {
        Some("open") => window(args, None),
        Some("help") => Ok(Read::Help(topic(args)?)),
        Some(name) if find(name).is_some() => Ok(subcommand(args, name)),
        _ => window(args, Some(first.into())),
    }
}

/// A subcommand, or its help where that is asked for anywhere in its arguments.
fn subcommand(args: &mut Args, name: &str) -> Read {
    let Some(command) = find(name) else { return Read::Help(None) };
    let wants_help = args
        .0
        .try_raw_args()
        .is_some_and(|raw| raw.as_slice().iter().take_while(|arg| *arg != "--").any(|arg| arg == "--help" || arg == "-h"));
    if wants_help { Read::Help(Some(command)) } else { Read::Command(command) }
}

fn topic(args: &mut Args) -> Result<Option<&'static Command>, Failure> {
    let Some(Arg::Value(topic)) = args.arg()? else { return Ok(None) };
    match topic.to_str().and_then(find) {
        Some(command) => Ok(Some(command)),
        None => Err(usage(format!("There is no subcommand “{}”", topic.display()))),
    }
}

/// The window on `pack`, or on the one pack that is still to be read.
fn window(args: &mut Args, mut pack: Option<PathBuf>) -> Result<Read, Failure> {
    let named = pack.clone();
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Value(value) if pack.is_none() => pack = Some(value.into()),
            Arg::Value(_) if named.is_some() => {
                let name = named.unwrap_or_default();
                return Err(usage(format!("“{}” is no subcommand, and the window opens one pack", name.display())));
            }
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Read::Window(pack))
}

/// What follows a mistake in the command line.
pub(super) fn hint(command: Option<&Command>) -> String {
    match command {
        Some(command) => {
            let mut out = forms(command, "Usage: ");
            let _ok = writeln!(out, "`tablewright {} --help` says more.", command.name);
            out
        }
        None => "`tablewright --help` lists what there is.\n".to_owned(),
    }
}

/// The forms of a subcommand, one a line.
fn forms(command: &Command, first: &str) -> String {
    let mut out = String::new();
    for (number, form) in command.usage.lines().enumerate() {
        let lead = if number == 0 { first.to_owned() } else { " ".repeat(first.len()) };
        let _ok = writeln!(out, "{lead}tablewright {form}");
    }
    out
}

/// The help: of one subcommand, or of all.
pub(super) fn help(command: Option<&Command>) -> String {
    if let Some(command) = command {
        let gap = if command.more.is_empty() { "" } else { "\n" };
        return format!("{}\n\n{}{gap}{}", command.about, forms(command, "Usage: "), command.more);
    }
    let mut out = String::from(
        "Tablewright, an editor for tabletop game packs\n\n\
         Usage: tablewright [PACK]         opens the window\n       \
         tablewright COMMAND …      does one thing without a window\n\n",
    );
    for command in COMMANDS {
        let _ok = writeln!(out, "  {:<9} {}", command.name, command.about);
    }
    let _ok = writeln!(out, "  {:<9} Open a pack in the window, also one that has a command's name", "open");
    out.push_str(
        "\n  --help      This text; behind a command, that command's\n  --version   The version\n\n\
         A pack is a folder with a diceytable.mod.json. TABLEWRIGHT_NO_CONFIG=1 leaves settings and history alone.\n\
         Exit codes: 0 yes or done, 1 no, 2 it could not be done.\n",
    );
    out
}
