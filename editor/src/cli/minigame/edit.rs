//! `tablewright minigame new|rename`: makes and renames definitions.

use super::super::args::usage;
use super::super::{Args, Exit, Failure, Io, Outcome};
use lexopt::Arg;
use std::path::PathBuf;
use tablewright_core::job::Quiet;
use tablewright_core::minigame::project::Project;
use tablewright_core::minigame::set::Set;
use tablewright_core::minigame::starts::Start;
use tablewright_core::pack::OsFs;

use crate::session::BIN;

pub(super) fn new(args: &mut Args, io: &mut Io) -> Outcome {
    let (mut path, mut name, mut start) = (None, None, Start::default());
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Value(value) => super::once(&mut path, PathBuf::from(value))?,
            Arg::Long("name") => name = Some(args.value()?),
            Arg::Long("start") => {
                let word = args.value()?;
                let words: Vec<&str> = Start::ALL.into_iter().map(Start::word).collect();
                start =
                    Start::parse(&word).ok_or_else(|| usage(format!("There is no start “{word}”: use {}", words.join(", "))))?;
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let path = path.ok_or_else(|| usage("Name the project that gets the minigame"))?;
    let name = name.ok_or_else(|| usage("Name the minigame with --name"))?;
    let project = Project::open(&OsFs, &path)?;
    let (set, key) = project.set.new_definition(project.folder.as_ref(), start, &name)?;
    let saved = save(&project, &set, io)?;
    if let Some(definition) = saved.set.get(key) {
        writeln!(io.out, "{}", definition.path.join(&saved.root).display())?;
    }
    Ok(Exit::Done)
}

pub(super) fn rename(args: &mut Args, io: &mut Io) -> Outcome {
    let (mut path, mut id) = (None, None);
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Value(value) if path.is_none() => path = Some(PathBuf::from(value)),
            Arg::Value(value) => {
                let text = value.into_string();
                super::once(&mut id, text.map_err(|text| usage(format!("“{}” is not Unicode text", text.display())))?)?;
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let path = path.ok_or_else(|| usage("Name the file of the minigame to rename"))?;
    let id = id.ok_or_else(|| usage("Name the new ID"))?;
    let project = Project::open(&OsFs, &path)?;
    let asked = project.asked().ok_or_else(|| usage(format!("“{}” is a folder: name one definition", path.display())))?;
    let set = project.set.renamed(asked.key, &id)?;
    let saved = save(&project, &set, io)?;
    if let Some(definition) = saved.set.get(asked.key) {
        writeln!(io.out, "{}", definition.path.join(&saved.root).display())?;
    }
    Ok(Exit::Done)
}

/// Saves another state of a project's files.
pub(super) fn save(project: &Project, set: &Set, io: &Io) -> Result<Project, Failure> {
    Ok(project.save(&OsFs, set, &io.state_dir.join(BIN), &Quiet)?)
}
