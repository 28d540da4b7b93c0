//! `tablewright fix`: applies the safe fixes and saves both files as one step.

use super::args::usage;
use super::saving::{changed, save};
use super::{Args, Command, Exit, Failure, Io, Outcome};
use lexopt::Arg;
use similar::TextDiff;
use std::path::PathBuf;
use tablewright_core::check::fixing::{Applied, Fixed, fix_all_safe};
use tablewright_core::check::{Counts, DiskFiles, Options, Subject, catalogue, check};
use tablewright_core::edit::Roots;
use tablewright_core::pack::{LEGACY_MANIFEST, OsFs, Twin, WorkingCopy};

pub(super) const COMMAND: Command = Command {
    name: "fix",
    usage: "fix PACK [--code CODE] [--dry-run]",
    about: "Mend what has one right answer, and leave every other byte alone",
    more: "  --code CODE  Mend the problems of this code alone
  --dry-run    Write nothing, and show what would change as a patch

Exit code: 0 where all went well, whatever is left to mend; 2 where there is no pack or it cannot be saved.
",
    run,
};

struct Asked {
    pack: PathBuf,
    code: Option<String>,
    dry_run: bool,
}

fn read(args: &mut Args) -> Result<Asked, Failure> {
    let (mut pack, mut code, mut dry_run) = (None, None, false);
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Value(value) if pack.is_none() => pack = Some(PathBuf::from(value)),
            Arg::Long("dry-run") => dry_run = true,
            Arg::Long("code") => {
                let value = args.value()?;
                if catalogue::entry(&value).is_none() {
                    return Err(usage(format!("There is no code “{value}”: `tablewright check` names each problem's")));
                }
                code = Some(value);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let pack = pack.ok_or_else(|| usage("Name the pack to mend"))?;
    Ok(Asked { pack, code, dry_run })
}

fn run(args: &mut Args, io: &mut Io) -> Outcome {
    let asked = read(args)?;
    let mut copy = if asked.dry_run {
        WorkingCopy::open_read_only(&OsFs, &asked.pack, io.state_dir)?.0
    } else {
        let (copy, recovery) = WorkingCopy::open(&OsFs, &asked.pack, io.state_dir)?;
        for note in &recovery.notes {
            writeln!(io.err, "{note}")?;
        }
        copy
    };
    let before = copy.roots();
    let fixed = mend(&copy, &before, asked.code.as_deref());
    for (fix, error) in &fixed.failed {
        writeln!(io.err, "“{}” could not be done for {}: {error}", fix.label, place(fix))?;
    }
    let exit = if asked.dry_run || fixed.applied.is_empty() { Exit::Done } else { save(&mut copy, &before, &fixed.roots, io)? };
    for fix in &fixed.applied {
        writeln!(io.out, "{}: {}", place(fix), fix.label)?;
    }
    writeln!(io.out, "{}: {}", asked.pack.display(), summary(&fixed, asked.dry_run))?;
    if asked.dry_run {
        io.out.write_all(patch(&copy, &before, &fixed.roots).as_bytes())?;
    }
    Ok(exit)
}

/// The documents of `copy` with the safe fixes applied.
fn mend(copy: &WorkingCopy, before: &Roots, code: Option<&str>) -> Fixed {
    let files = DiskFiles::new(&copy.root);
    fix_all_safe(before, code, |roots| check(&Subject::of_working_copy(copy, roots, &files), &Options::default()))
}

/// `file#/pointer (code)`.
pub(super) fn place(fix: &Applied) -> String {
    format!("{}#{} ({})", fix.file, fix.pointer, fix.code)
}

pub(super) fn summary(fixed: &Fixed, dry_run: bool) -> String {
    let done = match fixed.applied.len() {
        0 => "nothing to mend".to_owned(),
        count => {
            format!("{count} fix{} {}", if count == 1 { "" } else { "es" }, if dry_run { "to apply" } else { "applied" })
        }
    };
    format!("{done}; left: {}", Counts::of(&fixed.left))
}

/// What changes, in the form that `git apply` takes in the pack's folder.
fn patch(copy: &WorkingCopy, before: &Roots, after: &Roots) -> String {
    let mut out = String::new();
    let mut files = vec![(copy.manifest.path.as_str(), &before.manifest, &after.manifest)];
    if copy.twin == Twin::Same {
        files.push((LEGACY_MANIFEST, &before.manifest, &after.manifest));
    }
    files.push((copy.scene.path.as_str(), &before.scene, &after.scene));
    for (path, before, after) in files {
        if let (Some(before), Some(after)) = (before, changed(before, after)) {
            out += &diff(path, &before.text(), &after.text());
        }
    }
    out
}

pub(super) fn diff(path: &str, before: &str, after: &str) -> String {
    // A name with a space ends at the tab that git puts behind it.
    let end = if path.contains(' ') { "\t" } else { "" };
    let (from, to) = (format!("a/{path}{end}"), format!("b/{path}{end}"));
    TextDiff::from_lines(before, after).unified_diff().header(&from, &to).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::testing::tablewright;
    use std::fs;
    use std::path::Path;

    const BAD: &str = "{ \"schemaVersion\": \"2.0\",\n  \"id\": \"example.go\", \"name\": \"Go\", \"version\": \"1.0.0\", \"type\": \"component-pack\",\n  \
                       \"entry\": {},   \"assets\": [\"a.png\",\"a.png\"], \"x-new\": 1.50,\n  \"compatibility\": { \"engine\": \">=0.1 <1.0\" }, \"license\": \"MIT\" }\n";

    fn pack() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("diceytable.mod.json"), BAD).unwrap();
        fs::write(folder.path().join("a.png"), "x").unwrap();
        folder
    }

    fn text(folder: &Path) -> String {
        fs::read_to_string(folder.join("diceytable.mod.json")).unwrap()
    }

    #[test]
    fn safe_fixes_change_their_own_bytes_alone() {
        let folder = pack();
        let path = folder.path().to_str().unwrap();
        let (code, out, err) = tablewright(&["fix", path]);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        assert_eq!(text(folder.path()), BAD.replace("2.0", "1.0").replace("\"a.png\",\"a.png\"", "\"a.png\""));
        let lines: Vec<&str> = out.lines().collect();
        assert!(lines[0].starts_with("diceytable.mod.json#/schemaVersion (schema): Set "), "{out}");
        assert!(lines[1].starts_with("diceytable.mod.json#/assets/1 (tw-duplicate-asset): List "), "{out}");
        assert!(lines[2].ends_with(": 2 fixes applied; left: 0 errors, 0 warnings, 2 advice"), "{out}");
        let (code, out, _) = tablewright(&["fix", path]);
        assert!(code == 0 && out.contains("nothing to mend"), "{out}");
    }

    #[test]
    fn one_code_can_be_asked_for() {
        let folder = pack();
        let path = folder.path().to_str().unwrap();
        assert_eq!(tablewright(&["fix", path, "--code", "tw-duplicate-asset"]).0, 0);
        assert_eq!(text(folder.path()), BAD.replace("\"a.png\",\"a.png\"", "\"a.png\""));
        assert_eq!(tablewright(&["fix", path, "--code", "json"]).0, 0);
        let (code, _, err) = tablewright(&["fix", path, "--code", "no-such"]);
        assert!(code == 2 && err.contains("There is no code “no-such”"), "{err}");
    }

    #[test]
    fn a_dry_run_shows_a_patch_and_writes_nothing() {
        let folder = pack();
        let (code, out, err) = tablewright(&["fix", folder.path().to_str().unwrap(), "--dry-run"]);
        assert_eq!((code, err.as_str(), text(folder.path()).as_str()), (0, "", BAD));
        assert!(out.contains(": 2 fixes to apply; left: "), "{out}");
        assert!(out.contains("--- a/diceytable.mod.json\n+++ b/diceytable.mod.json\n@@ "), "{out}");
        assert!(
            out.contains("\n-{ \"schemaVersion\": \"2.0\",\n") && out.contains("\n+{ \"schemaVersion\": \"1.0\",\n"),
            "{out}"
        );
        assert!(super::diff("my scene.json", "a\n", "b\n").starts_with("--- a/my scene.json\t\n+++ b/my scene.json\t\n"));
    }

    #[test]
    fn what_cannot_be_read_is_left_alone() {
        let folder = pack();
        fs::write(folder.path().join("diceytable.mod.json"), "{").unwrap();
        let (code, out, _) = tablewright(&["fix", folder.path().to_str().unwrap()]);
        assert!(code == 0 && out.contains("nothing to mend; left: 1 error, "), "{out}");
        assert_eq!(text(folder.path()), "{");
        assert_eq!(tablewright(&["fix", "/no/such/folder"]).0, 2);
        assert_eq!(tablewright(&["fix"]).0, 2);
    }
}
