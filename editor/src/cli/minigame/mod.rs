//! `tablewright minigame`: Hytale minigame definitions, one file or all of a project.

mod check;
mod edit;
mod fix;
mod list;
mod push;

use super::args::usage;
use super::{Args, Command, Failure, Io, Outcome};
use lexopt::Arg;

pub(super) const COMMAND: Command = Command {
    name: "minigame",
    usage: "minigame check FILE|DIR… [--format text|json|sarif|github] [--deny warning]\n\
            minigame fix FILE|DIR [--code CODE] [--dry-run]\n\
            minigame list DIR [--format json]\n\
            minigame new DIR --name NAME [--start minimal|team-battle|race|survival]\n\
            minigame rename FILE ID\n\
            minigame push DIR [--message TEXT] [--remote NAME|URL|PATH]",
    about: "Check, mend, list, make, rename and push Hytale minigame definitions",
    more: "A DIR is a plugin project with src/main/resources/Server/Minigames, an asset pack with Server/Minigames, or that
folder. `check` and `fix` take the formats and exit codes that they have for packs; with --format json, a definition
without errors comes with its defaults filled in, under \"effective\" (of a folder: by file). `rename` gives a definition
another Id and its file the same name. `push` commits the definitions to the branch that is checked out and pushes it.
",
    run,
};

fn run(args: &mut Args, io: &mut Io) -> Outcome {
    let word = match args.arg()? {
        Some(Arg::Value(word)) => word.into_string().unwrap_or_default(),
        Some(other) => return Err(other.unexpected().into()),
        None => return Err(usage("Say what to do with the minigames: check, fix, list, new, rename or push")),
    };
    match word.as_str() {
        "check" => check::run(args, io),
        "fix" => fix::run(args, io),
        "list" => list::run(args, io),
        "new" => edit::new(args, io),
        "rename" => edit::rename(args, io),
        "push" => push::run(args, io),
        other => Err(usage(format!("“{other}” cannot be done with minigames: use check, fix, list, new, rename or push"))),
    }
}

/// The value where it is the first of its kind; a second one is too many.
fn once<T>(slot: &mut Option<T>, value: T) -> Result<(), Failure> {
    match slot {
        None => {
            *slot = Some(value);
            Ok(())
        }
        Some(_) => Err(usage("There is one argument too many")),
    }
}

#[cfg(test)]
mod tests;
