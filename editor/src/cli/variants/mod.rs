//! `tablewright variants`: what the two halves of a pack's variants say, and edits of both.
//!
//! One file an action; [`ACTIONS`] says what each is called and what it is given. To add one: write its file, add a row
//! there and its form to [`COMMAND`]. [`report`] says why a pack cannot be used and prints what was found.

mod agree;
mod diff;
mod edit;
mod list;
mod list_edits;
mod matrix;
mod rebase;
mod report;
mod resolve;
#[cfg(test)]
mod tests;

use super::args::usage;
use super::{Args, Command, Failure, Io, Outcome};
use lexopt::Arg;
use std::path::PathBuf;

pub(super) const COMMAND: Command = Command {
    name: "variants",
    usage: "variants PACK list [--format text|json]\n\
            variants PACK resolve ID [--format text|json]\n\
            variants PACK diff A B [--format text|json]\n\
            variants PACK matrix [--format text|json|csv]\n\
            variants PACK agree [--format text|json]\n\
            variants PACK rebase ID [--format text|json]\n\
            variants PACK rename OLD NEW [--format text|json]\n\
            variants PACK add ID [--name NAME] [--from ID | --empty] [--format text|json]\n\
            variants PACK remove ID [--unlisted remove|list] [--format text|json]",
    about: "Show and edit a pack's variants: the list, a variant's scene, what differs, where the halves disagree, the base",
    more: "  --name NAME      What the lobby calls the new variant; its id without this
  --from ID        Begin as this variant is; without this and --empty, as the base is
  --empty          Begin with an empty table: no pieces, snap points, table zones and attached scripts
  --unlisted HOW   Where only one variant stays: what becomes of what the scene holds of variants that the manifest
                   does not list; they are removed, or listed again so that they stay

`resolve` and `diff` print JSON where nothing else is asked for. What edits changes both files as one step. Exit code: 0 done, 1 refused or problems found, 2 it could not be done.
",
    run,
};

/// What can be done with a pack's variants.
struct Action {
    name: &'static str,
    /// What each word behind the name is, for the person who left it out.
    words: &'static [&'static str],
    /// Options of its own that take a value, without the dashes; `--format` is everyone's.
    values: &'static [&'static str],
    /// Options of its own that take none.
    flags: &'static [&'static str],
    /// How it prints where nothing is asked for.
    prints: Format,
    run: fn(&Asked, &mut Io) -> Outcome,
}

/// Every action, in the order of the help.
const ACTIONS: &[Action] = &[
    Action { name: "list", words: &[], values: &[], flags: &[], prints: Format::Text, run: list::run },
    Action {
        name: "resolve",
        words: &["the variant to resolve"],
        values: &[],
        flags: &[],
        prints: Format::Text,
        run: resolve::run,
    },
    Action {
        name: "diff",
        words: &["the variant to compare with", "the variant that is told about"],
        values: &[],
        flags: &[],
        prints: Format::Json,
        run: diff::run,
    },
    Action { name: "matrix", words: &[], values: &[], flags: &[], prints: Format::Text, run: matrix::run },
    Action { name: "agree", words: &[], values: &[], flags: &[], prints: Format::Text, run: agree::run },
    Action {
        name: "rebase",
        words: &["the variant that becomes the base"],
        values: &[],
        flags: &[],
        prints: Format::Text,
        run: rebase::run,
    },
    Action {
        name: "rename",
        words: &["the variant's id", "its new id"],
        values: &[],
        flags: &[],
        prints: Format::Text,
        run: list_edits::rename,
    },
    Action {
        name: "add",
        words: &["the new variant's id"],
        values: &["name", "from"],
        flags: &["empty"],
        prints: Format::Text,
        run: list_edits::add,
    },
    Action {
        name: "remove",
        words: &["the variant to delete"],
        values: &["unlisted"],
        flags: &[],
        prints: Format::Text,
        run: list_edits::remove,
    },
];

/// How a command prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// What an action was asked for.
struct Asked {
    pack: PathBuf,
    format: Format,
    /// Whether comma-separated values were asked for; `matrix` alone has them.
    csv: bool,
    /// As many as the action's row names.
    words: Vec<String>,
    /// The options that were given, with their values; a flag's is empty.
    options: Vec<(&'static str, String)>,
}

impl Asked {
    /// Word number `index` behind the action's name; empty where its row names fewer.
    fn word(&self, index: usize) -> &str {
        self.words.get(index).map_or("", String::as_str)
    }

    /// The value of an option, where it was given; the last one counts.
    fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().rfind(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }
}

fn run(args: &mut Args, io: &mut Io) -> Outcome {
    let (action, asked) = read(args)?;
    (action.run)(&asked, io)
}

/// The names of all actions: `list, resolve or agree`.
fn names() -> String {
    let names: Vec<&str> = ACTIONS.iter().map(|action| action.name).collect();
    let (last, first) = names.split_last().unwrap_or((&"", &[]));
    format!("{} or {last}", first.join(", "))
}

fn read(args: &mut Args) -> Result<(&'static Action, Asked), Failure> {
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
                "csv" => asked.csv = true,
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
                    None => {
                        let found = ACTIONS.iter().find(|action| action.name == word);
                        action =
                            Some(found.ok_or_else(|| usage(format!("“{word}” cannot be done with variants: use {}", names())))?);
                    }
                    Some(action) if asked.words.len() < action.words.len() => asked.words.push(word),
                    Some(_) => return Err(usage(format!("“{word}” is one argument too many"))),
                }
            }
            other => return Err(other.unexpected().into()),
        }
    }
    asked.pack = pack.ok_or_else(|| usage(format!("Name the pack and what to do: {}", names())))?;
    let action = action.ok_or_else(|| usage(format!("Say what to do with the variants: {}", names())))?;
    asked.format = chosen.unwrap_or(action.prints);
    if asked.csv && action.name != "matrix" {
        return Err(usage("There is no format “csv” here: use text or json"));
    }
    match action.words.get(asked.words.len()) {
        Some(missing) => Err(usage(format!("Name {missing}"))),
        None => Ok((action, asked)),
    }
}

fn format(word: &str) -> Result<Format, Failure> {
    match word {
        "text" => Ok(Format::Text),
        "json" => Ok(Format::Json),
        other => Err(usage(format!("There is no format “{other}”: use text or json"))),
    }
}
