//! `tablewright minigame list`: what a project has.

use super::super::args::usage;
use super::super::{Args, Exit, Io, Outcome};
use lexopt::Arg;
use std::path::PathBuf;
use tablewright_core::check::Counts;
use tablewright_core::json::{Document, Value};
use tablewright_core::minigame::check::check;
use tablewright_core::minigame::project::Project;
use tablewright_core::minigame::table::word;
use tablewright_core::pack::OsFs;

pub(super) fn run(args: &mut Args, io: &mut Io) -> Outcome {
    let (mut path, mut json) = (None, false);
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Value(value) => super::once(&mut path, PathBuf::from(value))?,
            Arg::Long("format") => match args.value()?.as_str() {
                "text" => json = false,
                "json" => json = true,
                other => return Err(usage(format!("There is no format “{other}”: use text or json"))),
            },
            other => return Err(other.unexpected().into()),
        }
    }
    let path = path.ok_or_else(|| usage("Name the project whose minigames are listed"))?;
    let project = Project::open(&OsFs, &path)?;
    let mut rows = Vec::new();
    for definition in project.set.all() {
        let counts = Counts::of(&check(&project.set, definition));
        let of = |key| definition.document.as_ref().map(|document| word(document.root(), key)).unwrap_or_default();
        let (id, name, kind) = (definition.text("Id"), definition.text("Name"), of("GameType"));
        if json {
            rows.push(Value::object([
                ("file", Value::from(definition.path.as_str())),
                ("id", id.into()),
                ("name", name.into()),
                ("type", kind.into()),
                ("errors", counts.errors.into()),
                ("warnings", counts.warnings.into()),
                ("advice", counts.advice.into()),
            ]));
        } else {
            writeln!(io.out, "{}: {id} ({name}): {counts}", definition.path)?;
        }
    }
    if json {
        let list = Document::new(Value::Array(rows)).map(|document| document.text()).unwrap_or_default();
        writeln!(io.out, "{list}")?;
    } else if let Some(plugin) = &project.plugin {
        writeln!(io.out, "{}: {} {}", plugin.path, plugin.full_name(), plugin.version)?;
        for broken in &plugin.broken {
            writeln!(io.out, "{}: {broken}", plugin.path)?;
        }
    }
    Ok(Exit::Done)
}
