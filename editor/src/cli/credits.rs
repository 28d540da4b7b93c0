//! `tablewright credits`: who made the pack's files, and which are not accounted for.

use super::args::usage;
use super::{Args, Command, Exit, Failure, Io, Outcome};
use lexopt::Arg;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;
use tablewright_core::check::{self, OnDisk, Sink, Subject, diagnostics_json};
use tablewright_core::credits::{Entry, Hold, Ledger, Origin, files_of};
use tablewright_core::pack::OsFs;
use tablewright_core::{Error, ErrorKind};

pub(super) const COMMAND: Command = Command {
    name: "credits",
    usage: "credits PACK list [--format text|json]\n\
            credits PACK uncredited [--format text|json]",
    about: "Show who made a pack's files: the credit records, and the files that none of them names",
    more: "Files that git ignores are left out, and so is what editors write themselves: JSON, thumbnails, captures, originals.
Exit code: 0 shown, 1 the manifest is not JSON, 2 there is no pack, or it cannot be read.
",
    run,
};

/// What was asked for.
struct Asked {
    pack: PathBuf,
    uncredited: bool,
    json: bool,
}

fn run(args: &mut Args, io: &mut Io) -> Outcome {
    let asked = read(args)?;
    let pack = OnDisk::read(&asked.pack, io.state_dir)?;
    let subject = pack.subject();
    let Ok(manifest) = subject.manifest else { return refuse(&subject, asked.json, io) };
    let files = files_of(&OsFs, &pack.working_copy().root)?;
    let ledger = Ledger::of(manifest, files.iter().map(String::as_str));
    match (asked.uncredited, asked.json) {
        (true, true) => writeln!(io.out, "{}", json!({ "uncredited": ledger.uncredited }))?,
        (true, false) => ledger.uncredited.iter().try_for_each(|path| writeln!(io.out, "{path}"))?,
        (false, true) => {
            let records: Vec<Value> = ledger.entries.iter().map(entry_json).collect();
            writeln!(io.out, "{}", json!({ "records": records, "uncredited": ledger.uncredited, "alike": ledger.alike }))?;
        }
        (false, false) => list(&ledger, io.out)?,
    }
    Ok(Exit::Done)
}

fn read(args: &mut Args) -> Result<Asked, Failure> {
    let (mut pack, mut uncredited, mut json) = (None, None, false);
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Long("format") => {
                json = match args.value()?.as_str() {
                    "text" => false,
                    "json" => true,
                    other => return Err(usage(format!("There is no format “{other}”: use text or json"))),
                }
            }
            Arg::Value(word) if pack.is_none() => pack = Some(PathBuf::from(word)),
            Arg::Value(word) if uncredited.is_none() => {
                uncredited = Some(match word.to_string_lossy().as_ref() {
                    "list" => false,
                    "uncredited" => true,
                    other => return Err(usage(format!("“{other}” cannot be done with credits: use list or uncredited"))),
                });
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let pack = pack.ok_or_else(|| usage("Name the pack and what to do: list or uncredited"))?;
    let uncredited = uncredited.ok_or_else(|| usage("Say what to do with the credits: list or uncredited"))?;
    Ok(Asked { pack, uncredited, json })
}

/// Says why the manifest cannot be used.
fn refuse(subject: &Subject, json: bool, io: &mut Io) -> Outcome {
    let mut sink = Sink::default();
    check::unreadable(subject, &mut sink);
    let found = sink.into_diagnostics(subject);
    if found.is_empty() {
        let error = Error::new(ErrorKind::NotFound, format!("{} cannot be read", subject.manifest_path));
        return Err(error.hint("`tablewright check` says more.").into());
    }
    if json {
        writeln!(io.out, "{{\"diagnostics\":{}}}", diagnostics_json(&found))?;
    } else {
        found.iter().try_for_each(|diagnostic| writeln!(io.out, "{diagnostic}"))?;
    }
    Ok(Exit::Refused)
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The ledger for people: a part for each origin, then what is left.
fn list(ledger: &Ledger, out: &mut dyn Write) -> io::Result<()> {
    if ledger.entries.is_empty() {
        writeln!(out, "This pack has no credit records.")?;
    }
    for origin in Origin::ALL.map(Some).into_iter().chain([None]) {
        let entries: Vec<&Entry> = ledger.with_origin(origin).collect();
        if entries.is_empty() {
            continue;
        }
        let label = origin.map_or("Origin not known", Origin::label);
        writeln!(out, "{label}: {}", counted(ledger.files_with(origin), "file"))?;
        entries.into_iter().try_for_each(|entry| writeln!(out, "  {}. {}", entry.index + 1, in_words(entry)))?;
    }
    if !ledger.uncredited.is_empty() {
        let files = counted(ledger.uncredited.len(), "file");
        writeln!(out, "Not yet accounted for: {files} (`uncredited` lists them)")?;
    }
    Ok(())
}

fn in_words(entry: &Entry) -> String {
    let answer = &entry.answer;
    let mut parts = vec![format!("{} ({})", entry.title(), counted(entry.paths.len(), "file"))];
    let mut add = |part: String| parts.push(part);
    if !answer.creator.is_empty() {
        add(format!("by {}", answer.creator));
    }
    let licence = if answer.license_name.is_empty() { &answer.license_url } else { &answer.license_name };
    if !licence.is_empty() {
        add(licence.clone());
    }
    match &entry.hold {
        Hold::Locked(item) => add(format!("locked, from {item}")),
        Hold::Detached(item) => add(format!("made from {item}")),
        Hold::Open => {}
    }
    match &entry.signed {
        Some(signed) => add(format!("signed by {} under {}", signed.name, signed.wording.in_words())),
        None if entry.is_editable() => add("not signed".to_owned()),
        None => {}
    }
    if !entry.gone.is_empty() {
        add(format!("{} gone: {}", counted(entry.gone.len(), "file"), entry.gone.join(", ")));
    }
    parts.join(", ")
}

fn entry_json(entry: &Entry) -> Value {
    let (locked, source, derived_from) = match &entry.hold {
        Hold::Locked(item) => (true, Some(item), None),
        Hold::Detached(item) => (false, None, Some(item)),
        Hold::Open => (false, None, None),
    };
    let answer = &entry.answer;
    let signed = entry.signed.as_ref().map(|signed| {
        json!({ "name": signed.name, "at": signed.at, "termsVersion": signed.terms, "wording": signed.wording.in_words() })
    });
    json!({
        "index": entry.index,
        "id": entry.id,
        "origin": entry.origin.map(Origin::as_str),
        "title": answer.title,
        "creator": answer.creator,
        "creatorUrl": answer.creator_url,
        "sourceUrl": answer.source_url,
        "licenseName": answer.license_name,
        "licenseUrl": answer.license_url,
        "notes": answer.notes,
        "recordedAt": entry.recorded_at,
        "paths": entry.paths,
        "gone": entry.gone,
        "locked": locked,
        "source": source,
        "derivedFrom": derived_from,
        "signed": signed,
    })
}
