//! `tablewright assets`: what files a pack has, who uses them, and the lists of the manifest that follow from them.
//!
//! One file an action; [`ACTIONS`] says what each is called and what it is given. [`look`] opens a pack and surveys it for
//! all of them.

mod hash;
mod list;
mod look;
mod reconcile;
mod rename;
#[cfg(test)]
mod tests;
mod who_uses;

use super::args::usage;
use super::{Args, Command, Failure, Io, Outcome};
use lexopt::Arg;
use std::path::PathBuf;

pub(super) const COMMAND: Command = Command {
    name: "assets",
    usage: "assets PACK list [--format text|json]\n\
            assets PACK reconcile [--dry-run] [--asset-manifest] [--format text|json]\n\
            assets PACK rename FROM TO [--dry-run] [--format text|json]\n\
            assets PACK hash [--format text|json]\n\
            assets PACK who-uses PATH [--format text|json]",
    about: "Show a pack's files and who uses them, make the manifest's lists true, move files with all that names them",
    more: "  --dry-run         Write nothing, and say what would change
  --asset-manifest  Give a pack that has none an “assetManifest”, the list of its pre-loaded files with their hashes

`hash` prints the SHA-256 of the bytes that git would publish. `reconcile` takes listed paths out whose file is not there.
Exit code: 0 done, 1 refused (a file that players need is missing; a path that cannot be moved), 2 it could not be done.
",
    run,
};

/// What can be done with a pack's files.
struct Action {
    name: &'static str,
    /// What each word behind the name is, for the person who left it out.
    words: &'static [&'static str],
    /// The options of its own; `--format` is everyone's.
    flags: &'static [&'static str],
    run: fn(&Asked, &mut Io) -> Outcome,
}

/// Every action, in the order of the help.
const ACTIONS: &[Action] = &[
    Action { name: "list", words: &[], flags: &[], run: list::run },
    Action { name: "reconcile", words: &[], flags: &["dry-run", "asset-manifest"], run: reconcile::run },
    Action { name: "rename", words: &["the file or folder to move", "its new path"], flags: &["dry-run"], run: rename::run },
    Action { name: "hash", words: &[], flags: &[], run: hash::run },
    Action { name: "who-uses", words: &["the file"], flags: &[], run: who_uses::run },
];

/// How an action prints.
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
    /// As many as the action's row names.
    words: Vec<String>,
    flags: Vec<&'static str>,
}

impl Asked {
    /// Word number `index` behind the action's name; empty where its row names fewer.
    fn word(&self, index: usize) -> &str {
        self.words.get(index).map_or("", String::as_str)
    }

    fn flag(&self, name: &str) -> bool {
        self.flags.contains(&name)
    }
}

fn run(args: &mut Args, io: &mut Io) -> Outcome {
    let (action, asked) = read(args)?;
    (action.run)(&asked, io)
}

/// The names of all actions: `list, reconcile or hash`.
fn names() -> String {
    let names: Vec<&str> = ACTIONS.iter().map(|action| action.name).collect();
    let (last, first) = names.split_last().unwrap_or((&"", &[]));
    format!("{} or {last}", first.join(", "))
}

fn read(args: &mut Args) -> Result<(&'static Action, Asked), Failure> {
    let mut pack = None;
    let mut action: Option<&'static Action> = None;
    let mut asked = Asked { pack: PathBuf::new(), format: Format::Text, words: Vec::new(), flags: Vec::new() };
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Long("format") => {
                asked.format = match args.value()?.as_str() {
                    "text" => Format::Text,
                    "json" => Format::Json,
                    other => return Err(usage(format!("There is no format “{other}”: use text or json"))),
                }
            }
            Arg::Long(name) => match action.and_then(|action| action.flags.iter().find(|flag| **flag == name)) {
                Some(flag) => asked.flags.push(flag),
                None => return Err(Arg::Long(name).unexpected().into()),
            },
            Arg::Value(word) if pack.is_none() => pack = Some(PathBuf::from(word)),
            Arg::Value(word) => {
                let text = word.into_string();
                let word = text.map_err(|word| usage(format!("“{}” is not Unicode text", word.display())))?;
                match action {
                    None => {
                        let found = ACTIONS.iter().find(|action| action.name == word);
                        action =
                            Some(found.ok_or_else(|| usage(format!("“{word}” cannot be done with files: use {}", names())))?);
                    }
                    Some(action) if asked.words.len() < action.words.len() => asked.words.push(word),
                    Some(_) => return Err(usage(format!("“{word}” is one argument too many"))),
                }
            }
            other => return Err(other.unexpected().into()),
        }
    }
    asked.pack = pack.ok_or_else(|| usage(format!("Name the pack and what to do: {}", names())))?;
    let action = action.ok_or_else(|| usage(format!("Say what to do with the files: {}", names())))?;
    match action.words.get(asked.words.len()) {
        Some(missing) => Err(usage(format!("Name {missing}"))),
        None => Ok((action, asked)),
    }
}
