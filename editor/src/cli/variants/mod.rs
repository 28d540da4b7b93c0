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

use super::Command;
use super::action::{Action, Actions, Asked, Format};

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
    run: |args, io| ACTIONS.run(args, io),
};

/// What can be done with a pack's variants, in the order of the help.
const ACTIONS: Actions = Actions {
    of: "variants",
    rows: &[
        Action::new("list", list::run),
        Action { words: &["the variant to resolve"], ..Action::new("resolve", resolve::run) },
        Action {
            words: &["the variant to compare with", "the variant that is told about"],
            prints: Format::Json,
            ..Action::new("diff", diff::run)
        },
        Action { csv: true, ..Action::new("matrix", matrix::run) },
        Action::new("agree", agree::run),
        Action { words: &["the variant that becomes the base"], ..Action::new("rebase", rebase::run) },
        Action { words: &["the variant's id", "its new id"], ..Action::new("rename", list_edits::rename) },
        Action {
            words: &["the new variant's id"],
            values: &["name", "from"],
            flags: &["empty"],
            ..Action::new("add", list_edits::add)
        },
        Action { words: &["the variant to delete"], values: &["unlisted"], ..Action::new("remove", list_edits::remove) },
    ],
};
