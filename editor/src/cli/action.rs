//! Subcommands of the form `PACK ACTION WORDS…`: what can be done with one part of a pack, a row each, and how their
//! arguments are read.

use super::args::usage;
use super::{Args, Failure, Io, Outcome};
use lexopt::Arg;
use std::path::PathBuf;

/// One action.
pub(super) struct Action {
    pub name: &'static str,
    /// What each word behind the name is, for the person who left it out.
    pub words: &'static [&'static str],
    /// Whether more words like the last may follow.
    pub more: bool,
    /// Options of its own that take a value, without the dashes; `--format` is everyone's.
    pub values: &'static [&'static str],
    /// Options of its own that take none.
    pub flags: &'static [&'static str],
    /// How it prints where nothing is asked for.
    pub prints: Format,
    /// Whether it can print comma-separated values too.
    pub csv: bool,
    pub run: fn(&Asked, &mut Io) -> Outcome,
}

impl Action {
    /// An action that takes no words and no options, and prints for people; the others differ from it.
    pub const fn new(name: &'static str, run: fn(&Asked, &mut Io) -> Outcome) -> Self {
        Self { name, words: &[], more: false, values: &[], flags: &[], prints: Format::Text, csv: false, run }
    }
}

/// How a command prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// What an action was asked for.
pub(super) struct Asked {
    pub pack: PathBuf,
    pub format: Format,
    /// Whether comma-separated values were asked for, of an action that has them.
    pub csv: bool,
    /// As many as the action's row names, or more where it takes more.
    pub words: Vec<String>,
    /// The options that were given, with their values; a flag's is empty.
    options: Vec<(&'static str, String)>,
}

impl Asked {
    /// Word number `index` behind the action's name; empty where its row names fewer.
    pub fn word(&self, index: usize) -> &str {
        self.words.get(index).map_or("", String::as_str)
    }

    /// The value of an option, where it was given; the last one counts.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().rfind(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// Whether a flag was given.
    pub fn flag(&self, name: &str) -> bool {
        self.option(name).is_some()
    }
}

/// The actions of one subcommand, in the order of its help.
pub(super) struct Actions {
    /// What they are done with, for the person: `variants`.
    pub of: &'static str,
    pub rows: &'static [Action],
}

impl Actions {
    /// Reads which action is asked for and of what pack, and runs it.
    pub fn run(&self, args: &mut Args, io: &mut Io) -> Outcome {
        let (action, asked) = self.read(args)?;
        (action.run)(&asked, io)
    }

    /// The names of all actions: `list, resolve or agree`.
    fn names(&self) -> String {
        let names: Vec<&str> = self.rows.iter().map(|action| action.name).collect();
        let (last, first) = names.split_last().unwrap_or((&"", &[]));
        format!("{} or {last}", first.join(", "))
    }

    fn read(&self, args: &mut Args) -> Result<(&'static Action, Asked), Failure> {
        let mut pack = None;
        let mut action: Option<&'static Action> = None;
        let mut chosen = None;
        let mut asked = Asked { pack: PathBuf::new(), format: Format::Text, csv: false, words: Vec::new(), options: Vec::new() };
        while let Some(arg) = args.arg()? {
            let known = |options: fn(&Action) -> &'static [&'static str], name: &str| {
                action.and_then(|action| options(action).iter().find(|option| **option == name))
            };
            match arg {
                Arg::Long("format") => match args.value()?.as_str() {
                    "csv" if self.rows.iter().any(|action| action.csv) => asked.csv = true,
                    word => chosen = Some(format(word)?),
                },
                Arg::Long(name) => {
                    let (value, flag) = (known(|action| action.values, name), known(|action| action.flags, name));
                    match (value, flag) {
                        (Some(option), _) => {
                            let value = args.value()?;
                            asked.options.push((option, value));
                        }
                        (None, Some(flag)) => asked.options.push((flag, String::new())),
                        (None, None) => return Err(Arg::Long(name).unexpected().into()),
                    }
                }
                Arg::Value(word) if pack.is_none() => pack = Some(PathBuf::from(word)),
                Arg::Value(word) => {
                    let text = word.into_string();
                    let word = text.map_err(|word| usage(format!("“{}” is not Unicode text", word.display())))?;
                    match action {
                        None => action = Some(self.named(&word)?),
                        Some(action) if action.more || asked.words.len() < action.words.len() => asked.words.push(word),
                        Some(_) => return Err(usage(format!("“{word}” is one argument too many"))),
                    }
                }
                other => return Err(other.unexpected().into()),
            }
        }
        asked.pack = pack.ok_or_else(|| usage(format!("Name the pack and what to do: {}", self.names())))?;
        let action = action.ok_or_else(|| usage(format!("Say what to do with the {}: {}", self.of, self.names())))?;
        asked.format = chosen.unwrap_or(action.prints);
        if asked.csv && !action.csv {
            return Err(usage("There is no format “csv” here: use text or json"));
        }
        match action.words.get(asked.words.len()) {
            Some(missing) => Err(usage(format!("Name {missing}"))),
            None => Ok((action, asked)),
        }
    }

    fn named(&self, word: &str) -> Result<&'static Action, Failure> {
        let found = self.rows.iter().find(|action| action.name == word);
        found.ok_or_else(|| usage(format!("“{word}” cannot be done with {}: use {}", self.of, self.names())))
    }
}

fn format(word: &str) -> Result<Format, Failure> {
    match word {
        "text" => Ok(Format::Text),
        "json" => Ok(Format::Json),
        other => Err(usage(format!("There is no format “{other}”: use text or json"))),
    }
}
