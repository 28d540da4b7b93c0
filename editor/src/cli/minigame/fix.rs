//! `tablewright minigame fix`: applies the safe fixes of definitions.

use super::super::args::usage;
use super::super::fix::{diff, place, summary};
use super::super::{Args, Exit, Failure, Io, Outcome};
use super::check::asked_for;
use super::edit::save;
use lexopt::Arg;
use std::path::PathBuf;
use tablewright_core::check::catalogue;
use tablewright_core::check::fixing::{Fixed, fix_all_safe};
use tablewright_core::edit::Roots;
use tablewright_core::minigame::check::check;
use tablewright_core::minigame::project::Project;
use tablewright_core::minigame::set::{Definition, Key, Set};
use tablewright_core::pack::OsFs;

struct Asked {
    path: PathBuf,
    code: Option<String>,
    dry_run: bool,
}

fn read(args: &mut Args) -> Result<Asked, Failure> {
    let (mut path, mut code, mut dry_run) = (None, None, false);
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Value(value) => super::once(&mut path, PathBuf::from(value))?,
            Arg::Long("dry-run") => dry_run = true,
            Arg::Long("code") => {
                let value = args.value()?;
                if catalogue::entry(&value).is_none() {
                    return Err(usage(format!("There is no code “{value}”: `minigame check` names each problem's")));
                }
                code = Some(value);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let path = path.ok_or_else(|| usage("Name the definition or the folder to mend"))?;
    Ok(Asked { path, code, dry_run })
}

pub(super) fn run(args: &mut Args, io: &mut Io) -> Outcome {
    let asked = read(args)?;
    let project = Project::open(&OsFs, &asked.path)?;
    let keys: Vec<Key> = asked_for(&project).iter().map(|definition| definition.key).collect();
    let mut set = project.set.clone();
    let mut whole =
        Fixed { roots: Roots { manifest: None, scene: None }, applied: Vec::new(), failed: Vec::new(), left: Vec::new() };
    for key in keys {
        let fixed = mend(&set, key, asked.code.as_deref());
        if let Some(document) = &fixed.roots.manifest {
            set = set.edited(key, document.clone())?;
        }
        whole.applied.extend(fixed.applied);
        whole.failed.extend(fixed.failed);
        whole.left.extend(fixed.left);
    }
    for (fix, error) in &whole.failed {
        writeln!(io.err, "“{}” could not be done for {}: {error}", fix.label, place(fix))?;
    }
    if !asked.dry_run && !whole.applied.is_empty() {
        save(&project, &set, io)?;
    }
    for fix in &whole.applied {
        writeln!(io.out, "{}: {}", place(fix), fix.label)?;
    }
    writeln!(io.out, "{}: {}", asked.path.display(), summary(&whole, asked.dry_run))?;
    if asked.dry_run {
        for definition in set.all() {
            let before = project.set.get(definition.key).and_then(|before| before.document.as_ref().ok());
            if let (Some(before), Ok(after)) = (before, &definition.document)
                && !before.same(after)
            {
                io.out.write_all(diff(definition.path.as_str(), &before.text(), &after.text()).as_bytes())?;
            }
        }
    }
    Ok(Exit::Done)
}

/// One definition with its safe fixes applied.
fn mend(set: &Set, key: Key, code: Option<&str>) -> Fixed {
    let roots = set.get(key).map_or(Roots { manifest: None, scene: None }, Definition::roots);
    fix_all_safe(&roots, code, |roots| {
        let edited = roots.manifest.as_ref().and_then(|document| set.edited(key, document.clone()).ok());
        let set = edited.as_ref().unwrap_or(set);
        set.get(key).map(|definition| check(set, definition)).unwrap_or_default()
    })
}
