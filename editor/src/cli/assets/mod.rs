//! `tablewright assets`: what files a pack has, who uses them, and the lists of the manifest that follow from them.
//!
//! One file an action; [`ACTIONS`] says what each is called and what it is given. [`look`] opens a pack and surveys it for
//! all of them.

mod cost;
mod delete;
mod hash;
mod import;
mod list;
pub(super) mod look;
mod preload;
mod reconcile;
mod rename;
#[cfg(test)]
mod tests;
mod who_uses;

use super::Command;
use super::action::{Action, Actions, Asked, Format};

pub(super) const COMMAND: Command = Command {
    name: "assets",
    usage: "assets PACK list [--format text|json]\n\
            assets PACK reconcile [--dry-run] [--asset-manifest] [--format text|json]\n\
            assets PACK rename FROM TO [--dry-run] [--format text|json]\n\
            assets PACK import FILE… --own-work --sign NAME [--title T] [--notes N] [--replace] [--dry-run] [--format text|json]\n\
            assets PACK import FILE… --creator NAME --link URL --licence L [--creator-link URL] [--licence-link URL] --sign NAME\n\
            assets PACK import FILE… --without-saying --sign NAME\n\
            assets PACK delete PATH… [--dry-run] [--format text|json]\n\
            assets PACK preload PATH… [--dry-run] [--format text|json]\n\
            assets PACK on-demand PATH… [--dry-run] [--format text|json]\n\
            assets PACK hash [--format text|json]\n\
            assets PACK who-uses PATH [--format text|json]\n\
            assets PACK cost [--format text|json]",
    about: "Show a pack's files and who uses them, make the manifest's lists true, move files with all that names them",
    more: "  --dry-run         Write nothing, and say what would change
  --asset-manifest  Give a pack that has none an “assetManifest”, the list of its pre-loaded files with their hashes
  --sign NAME       Your name under the record of where the files are from; --dry-run shows what was found of that
  --replace         Let a file take the place of one that has its name, instead of standing beside it

`import` reads files, folders and zips and says where each goes; --own-work says that you made them or hold the rights,
--without-saying that you take full responsibility. `delete` moves files and folders into the bin and says who still names them. `preload` has files downloaded before the table opens,
`on-demand` when something uses them; a folder stands for the files in it. `hash` prints the SHA-256 of the bytes that git would publish. `cost` counts the triangles, textures and bytes of each variant. `reconcile` takes listed paths out whose file is not there.
Exit code: 0 done, 1 refused (a file that players need is missing; a path that cannot be moved), 2 it could not be done.
",
    run: |args, io| ACTIONS.run(args, io),
};

/// What can be done with a pack's files, in the order of the help.
const ACTIONS: Actions = Actions {
    of: "files",
    rows: &[
        Action::new("list", list::run),
        Action { flags: &["dry-run", "asset-manifest"], ..Action::new("reconcile", reconcile::run) },
        Action {
            words: &["the file or folder to move", "its new path"],
            flags: &["dry-run"],
            ..Action::new("rename", rename::run)
        },
        Action {
            words: &["the files to import"],
            more: true,
            values: import::VALUES,
            flags: import::FLAGS,
            ..Action::new("import", import::run)
        },
        Action {
            words: &["the files or folders to delete"],
            more: true,
            flags: &["dry-run"],
            ..Action::new("delete", delete::run)
        },
        Action { words: &["the files to pre-load"], more: true, flags: &["dry-run"], ..Action::new("preload", preload::on) },
        Action {
            words: &["the files to load on demand"],
            more: true,
            flags: &["dry-run"],
            ..Action::new("on-demand", preload::off)
        },
        Action::new("hash", hash::run),
        Action { words: &["the file"], ..Action::new("who-uses", who_uses::run) },
        Action::new("cost", cost::run),
    ],
};
