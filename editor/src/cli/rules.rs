//! `tablewright rules`: the rules documents of a pack, with their files.

use super::action::{Action, Actions, Asked, Format};
use super::args::usage;
use super::assets::look::{Look, look, refuse};
use super::file_edits::{carry, done_json, files, tell, with_credit};
use super::saving::save;
use super::{Command, Exit, Failure, Io, Outcome};
use serde_json::{Value, json};
use std::path::Path;
use tablewright_core::assets::Pack;
use tablewright_core::edit::{FileEdit, edit_manifest};
use tablewright_core::job::Quiet;
use tablewright_core::json::Document;
use tablewright_core::pack::files::carry_out;
use tablewright_core::pack::{OsFs, resolve_inside};
use tablewright_core::rulebook::pdf::Renderer;
use tablewright_core::rulebook::{self, Entry, Kind, New, change};
use tablewright_core::{Error, ErrorKind, Result};

pub(super) const COMMAND: Command = Command {
    name: "rules",
    usage: "rules PACK list [--format text|json]\n\
            rules PACK add text|pdf|link|video TITLE SOURCE [--own-work NAME] [--format text|json]\n\
            rules PACK rename ID NEW [--format text|json]\n\
            rules PACK remove ID [--format text|json]\n\
            rules PACK measure [--format text|json]",
    about: "Add rules documents to a game from Markdown, PDFs, links and videos, and keep their files in order",
    more: "SOURCE is a Markdown file, a PDF, or a link. A PDF is drawn by Poppler (package poppler-utils); it may have 20 MB and
120 pages, the finished document 10 MB. `rename` moves a document's files along, `remove` deletes them, and `measure` sets
the widths, heights and sizes that the manifest says right.

  --own-work NAME  Credit the files as your own work, signed with your name

Exit code: 0 done, 1 refused, 2 it could not be done.
",
    run: |args, io| ACTIONS.run(args, io),
};

const ACTIONS: Actions = Actions {
    of: "rules",
    rows: &[
        Action::new("list", list),
        Action {
            words: &["what it is: text, pdf, link or video", "its title", "the file or link"],
            values: &["own-work"],
            ..Action::new("add", add)
        },
        Action { words: &["the document's ID", "its new ID"], ..Action::new("rename", rename) },
        Action { words: &["the document's ID"], ..Action::new("remove", remove) },
        Action::new("measure", measure),
    ],
};

fn manifest(look: &Look) -> Result<&Document> {
    look.editable()?;
    look.roots.manifest.as_ref().ok_or_else(|| Error::new(ErrorKind::NotFound, "There is no manifest"))
}

fn list(asked: &Asked, io: &mut Io) -> Outcome {
    let look = look(asked, false, io)?;
    let documents: Vec<Entry<'_>> = rulebook::entries(manifest(&look)?).collect();
    match asked.format {
        Format::Json => {
            let one = |entry: &Entry<'_>| {
                json!({
                    "id": entry.id(), "title": entry.title(), "kind": entry.kind().map(Kind::word),
                    "files": entry.files().iter().map(|path| path.as_str().to_owned()).collect::<Vec<_>>(),
                    "bytes": entry.stated_bytes(),
                })
            };
            let documents: Vec<Value> = documents.iter().map(one).collect();
            writeln!(io.out, "{}", json!({ "rules": documents }))?;
        }
        Format::Text => {
            for entry in documents {
                let kind = entry.kind().map_or("Unknown", Kind::label);
                let pages = entry.pages().count();
                let pages = if pages == 0 { String::new() } else { format!(", {pages} pages") };
                let size = match entry.stated_bytes() {
                    0 => String::new(),
                    bytes => format!(", {:.1} of 10 MB", bytes as f64 / 1e6),
                };
                writeln!(io.out, "{}  {}. {kind}{pages}{size}", entry.id(), entry.title())?;
            }
        }
    }
    Ok(Exit::Done)
}

/// The document with this id.
fn index_of(look: &Look, id: &str) -> Result<usize> {
    let found = rulebook::entries(manifest(look)?).find(|entry| entry.id() == id).map(|entry| entry.index);
    found.ok_or_else(|| {
        Error::new(ErrorKind::Refused, format!("There is no rules document “{id}”"))
            .hint("`tablewright rules PACK list` shows what there is.")
    })
}

fn add(asked: &Asked, io: &mut Io) -> Outcome {
    let kind = asked.word(0);
    if !["text", "pdf", "link", "video"].contains(&kind) {
        return Err(usage(format!("“{kind}” is no kind of rules: use text, pdf, link or video")));
    }
    let mut look = look(asked, true, io)?;
    let edit = added(&look, kind, asked.word(1), asked.word(2));
    finish(asked, &mut look, edit.map(|edit| with_credit_of_files(asked, edit)), io)
}

/// A link has no file to be credited.
fn with_credit_of_files(asked: &Asked, edit: FileEdit) -> FileEdit {
    if edit.ops.is_empty() { edit } else { with_credit(asked, edit) }
}

fn added(look: &Look, kind: &str, title: &str, source: &str) -> Result<FileEdit> {
    let paths = files(look);
    let new = New { manifest: manifest(look)?, title, files: &paths };
    let read = || std::fs::read(source).map_err(|error| Error::io("Couldn't read the file", source, error));
    match kind {
        "link" => new.link(source),
        "video" => new.video(source),
        "text" => {
            let text = String::from_utf8(read()?).map_err(|_| {
                Error::new(ErrorKind::Format, format!("“{source}” is no text in UTF-8")).hint("Save it as UTF-8 first.")
            })?;
            new.markdown(&text)
        }
        _ => {
            rulebook::check_room(new.manifest)?;
            let pdf = read()?;
            let rendered = Renderer::find(std::env::var_os("PATH").as_deref())?.render(&pdf, &Quiet)?;
            let name = Path::new(source).file_name().unwrap_or_default().to_string_lossy();
            new.pages(rendered, &pdf, &name)
        }
    }
}

fn remove(asked: &Asked, io: &mut Io) -> Outcome {
    let mut look = look(asked, true, io)?;
    let edit = index_of(&look, asked.word(0)).and_then(|index| change::take_out(manifest(&look)?, index, &files(&look)));
    finish(asked, &mut look, edit, io)
}

/// Carries out a change and tells of it, or says why it is refused.
fn finish(asked: &Asked, look: &mut Look, edit: Result<FileEdit>, io: &mut Io) -> Outcome {
    let edit = match edit {
        Ok(edit) => edit,
        Err(error) if is_refusal(&error) => return refuse(&error, asked.word(0), asked, io),
        Err(error) => return Err(error.into()),
    };
    let exit = carry(look, &edit, io)?;
    match asked.format {
        Format::Json => writeln!(io.out, "{}", done_json(&edit))?,
        Format::Text => {
            tell(&edit, io)?;
            writeln!(io.out, "Done: {}.", edit.label)?;
        }
    }
    Ok(exit)
}

fn is_refusal(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Refused | ErrorKind::Format | ErrorKind::UnsafePath)
}

fn rename(asked: &Asked, io: &mut Io) -> Outcome {
    let mut look = look(asked, true, io)?;
    let planned = index_of(&look, asked.word(0)).and_then(|index| {
        let (root, roots) = (&look.copy.root, &look.roots);
        change::rename(&Pack { fs: &OsFs, root, roots, survey: &look.survey, memory: &look.memory }, index, asked.word(1))
    });
    let plan = match planned {
        Ok(plan) => plan,
        Err(error) if is_refusal(&error) => return refuse(&error, asked.word(0), asked, io),
        Err(error) => return Err(error.into()),
    };
    let bin = io.state_dir.join(crate::session::BIN);
    let undo = carry_out(&plan.ops, &OsFs, &look.copy.root, &bin, &Quiet)?;
    let exit = match save(&mut look.copy, &look.roots, &plan.roots, io) {
        Ok(exit) => exit,
        Err(failure) => {
            // The first error is what the person needs to know.
            let _second = carry_out(&undo, &OsFs, &look.copy.root, &bin, &Quiet);
            return Err(failure);
        }
    };
    match asked.format {
        Format::Json => {
            let moved = plan.moved.iter().map(|(from, to)| json!({ "from": from.as_str(), "to": to.as_str() }));
            writeln!(io.out, "{}", json!({ "moved": moved.collect::<Vec<_>>(), "notes": plan.told }))?;
        }
        Format::Text => {
            for (from, to) in &plan.moved {
                writeln!(io.out, "“{from}” is “{to}” now.")?;
            }
            plan.told.iter().try_for_each(|note| writeln!(io.out, "{note}"))?;
        }
    }
    Ok(exit)
}

fn measure(asked: &Asked, io: &mut Io) -> Outcome {
    let mut look = look(asked, true, io)?;
    let root = look.copy.root.clone();
    let read = |path: &tablewright_core::pack::PackPath| std::fs::read(resolve_inside(&OsFs, &root, path).ok()?).ok();
    let edits = change::measured(manifest(&look)?, &read);
    let after = edit_manifest(&look.roots, &edits)?;
    let exit: std::result::Result<Exit, Failure> = save(&mut look.copy, &look.roots, &after, io);
    let exit = exit?;
    match asked.format {
        Format::Json => writeln!(io.out, "{}", json!({ "changed": edits.len() }))?,
        Format::Text if edits.is_empty() => writeln!(io.out, "The figures are right already.")?,
        Format::Text => writeln!(io.out, "{} figures are set right.", edits.len())?,
    }
    Ok(exit)
}

#[cfg(test)]
mod tests {
    use super::super::testing::tablewright;
    use std::path::Path;

    const MANIFEST: &str = "{\n  \"type\": \"game-pack\",\n  \"entry\": {}\n}\n";

    fn run(pack: &Path, args: &[&str]) -> (u8, String, String) {
        tablewright(&[&["rules", pack.to_str().unwrap()], args].concat())
    }

    #[test]
    fn documents_are_added_listed_renamed_measured_and_removed() {
        let dir = tempfile::tempdir().unwrap();
        let read = || std::fs::read_to_string(dir.path().join("diceytable.mod.json")).unwrap();
        std::fs::write(dir.path().join("diceytable.mod.json"), MANIFEST).unwrap();
        std::fs::write(dir.path().join("notes.md"), "# Play\n").unwrap();
        let notes = dir.path().join("notes.md").to_str().unwrap().to_owned();
        let (code, out, err) = run(dir.path(), &["add", "text", "Quick start", &notes]);
        assert_eq!((code, err.as_str()), (0, ""));
        assert_eq!(out, "“rules/quick-start.md” is written.\nDone: Add the rules “Quick start”.\n");
        assert_eq!(run(dir.path(), &["add", "link", "FAQ", "https://example.com/faq", "--own-work", "Ann"]).0, 0);
        assert_eq!(run(dir.path(), &["add", "video", "Video", "https://youtu.be/aqz-KE-bpKQ"]).0, 0);
        let (_, list, _) = run(dir.path(), &["list"]);
        assert_eq!(list, "quick-start  Quick start. Text\nfaq  FAQ. Link\nvideo  Video. Video\n");
        let (code, out, _) = run(dir.path(), &["rename", "quick-start", "start"]);
        assert_eq!((code, out.as_str()), (0, "“rules/quick-start.md” is “rules/start.md” now.\n"));
        assert!(read().contains("\"id\": \"start\"") && dir.path().join("rules/start.md").is_file());
        assert_eq!(run(dir.path(), &["measure"]).1, "The figures are right already.\n");
        for id in ["start", "faq", "video"] {
            assert_eq!(run(dir.path(), &["remove", id]).0, 0, "{id}");
        }
        assert!(!dir.path().join("rules").exists() && !read().contains("\"kind\""), "{}", read());
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("diceytable.mod.json"), MANIFEST).unwrap();
        std::fs::write(dir.path().join("x.pdf"), "no pdf").unwrap();
        let pdf = dir.path().join("x.pdf").to_str().unwrap().to_owned();
        for (args, codes) in [
            (vec!["add", "link", "FAQ", "http://example.com"], vec![1]),
            (vec!["add", "video", "V", "https://example.com"], vec![1]),
            (vec!["add", "song", "V", "x"], vec![2]),
            (vec!["add", "text", "T", "/nowhere.md"], vec![2]),
            // Where nothing draws PDFs, that is what it says.
            (vec!["add", "pdf", "P", &pdf], vec![1, 2]),
            (vec!["remove", "none"], vec![1]),
            (vec!["rename", "none", "x"], vec![1]),
        ] {
            let (code, _, err) = run(dir.path(), &args);
            assert!(codes.contains(&code) && !err.is_empty(), "{args:?}: {code} {err}");
        }
        assert_eq!(std::fs::read_to_string(dir.path().join("diceytable.mod.json")).unwrap(), MANIFEST);
    }
}
