//! `tablewright pull`: what a player's machine does with a published pack.

use super::args::usage;
use super::publish::{Progress, from_here};
use super::{Args, Command, Exit, Failure, Io, Outcome};
use lexopt::Arg;
use serde_json::json;
use tablewright_core::pack::OsFs;
use tablewright_core::publish::{Came, PullOptions, Pulled, SystemCredentials, pull};

pub(super) const COMMAND: Command = Command {
    name: "pull",
    usage: "pull REMOTE --cache DIR [--ref BRANCH|COMMIT] [--format text|json]",
    about: "Pull a published pack as a player's machine does, each file checked against its hash",
    more: "REMOTE is an address (https, ssh, file) or a path. Without --ref the top of main is pulled. “assetManifest”, where a\n\
           pack has one, says what is pulled and holds the hashes; else “assets” does.\n\
           Exit code: 0 all files came, 1 some did, 2 nothing could be pulled.\n",
    run,
};

fn run(args: &mut Args, io: &mut Io) -> Outcome {
    let (mut remote, mut cache, mut wanted, mut json) = (None, None, None, false);
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Value(value) if remote.is_none() => remote = Some(value.to_string_lossy().into_owned()),
            Arg::Long("cache") => cache = Some(args.path()?),
            Arg::Long("ref") => wanted = Some(args.value()?),
            Arg::Long("format") => {
                json = match args.value()?.as_str() {
                    "json" => true,
                    "text" => false,
                    other => return Err(usage(format!("There is no format “{other}”: use text or json"))),
                }
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let options = PullOptions {
        remote: from_here(remote.ok_or_else(|| usage("Name the repository to pull from"))?),
        wanted,
        cache: cache.ok_or_else(|| usage("Name the folder for what is pulled with --cache"))?,
        timeout: tablewright_core::publish::PublishOptions::TIMEOUT,
    };
    let pulled = pull(&options, &OsFs, &SystemCredentials, &Progress::on(io.err))?;
    if json {
        tell_json(&pulled, io)?;
    } else {
        tell(&pulled, io)?;
    }
    Ok(if pulled.is_whole() { Exit::Done } else { Exit::Refused })
}

fn tell(pulled: &Pulled, io: &mut Io) -> Result<(), Failure> {
    let count = |which: fn(&Came) -> bool| pulled.files.iter().filter(|(_, came)| which(came)).count();
    let (new, known) = (count(|came| *came == Came::New), count(|came| *came == Came::Known));
    for (path, came) in &pulled.files {
        if let Came::Failed(why) = came {
            writeln!(io.out, "{path}: {why}")?;
        }
    }
    let all = pulled.files.len();
    writeln!(io.out, "{} of {all} files of commit {} are in {}.", new + known, pulled.commit.short(), pulled.folder.display())?;
    writeln!(io.out, "{new} came now, {known} were there; {} says what is pulled.", list(pulled))?;
    Ok(())
}

fn list(pulled: &Pulled) -> &'static str {
    if pulled.by_hashes { "“assetManifest”" } else { "“assets”" }
}

fn tell_json(pulled: &Pulled, io: &mut Io) -> Result<(), Failure> {
    let files = pulled.files.iter().map(|(path, came)| match came {
        Came::New => json!({ "path": path, "state": "new" }),
        Came::Known => json!({ "path": path, "state": "known" }),
        Came::Failed(why) => json!({ "path": path, "state": "failed", "message": why }),
    });
    let told = json!({
        "commit": pulled.commit.as_str(),
        "folder": pulled.folder.display().to_string(),
        "list": if pulled.by_hashes { "assetManifest" } else { "assets" },
        "whole": pulled.is_whole(),
        "superseded": pulled.superseded,
        "files": files.collect::<Vec<_>>(),
    });
    writeln!(io.out, "{told}")?;
    Ok(())
}
