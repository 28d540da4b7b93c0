//! `tablewright assets PACK import`: files from outside come in with the record of where they are from.

use super::look::{Look, look, refuse};
use super::{Asked, Format};
use crate::cli::args::usage;
use crate::cli::file_edits::carry;
use crate::cli::{Exit, Failure, Io, Outcome};
use crate::clock::{fresh_id, instant};
use serde_json::{Value, json};
use std::path::PathBuf;
use tablewright_core::credits::import::{Answered, Limits, Plan, read};
use tablewright_core::credits::{Answer, Origin, Signature, licences};
use tablewright_core::edit::{FileEdit, Roots};
use tablewright_core::job::Quiet;
use tablewright_core::pack::{OsFs, PackPath};
use tablewright_core::{Error, ErrorKind, Result};

/// The options that answer where the files are from.
pub(super) const VALUES: &[&str] = &["creator", "creator-link", "link", "licence", "licence-link", "title", "notes", "sign"];
/// And those that take no value.
pub(super) const FLAGS: &[&str] = &["own-work", "without-saying", "replace", "dry-run"];

/// `assets PACK import FILE…`: plans where the files go, and writes them with their record as one step.
///
/// # Errors
/// There is no pack, a file cannot be read, or the files or documents cannot be written; nothing has changed then.
pub(super) fn run(asked: &Asked, io: &mut Io) -> Outcome {
    let dry_run = asked.flag("dry-run");
    let answer = if dry_run && !asks(asked) { None } else { Some(answer(asked)?) };
    let signature = match asked.option("sign") {
        Some(name) => Some(Signature { name: name.to_owned(), at: instant() }),
        None if dry_run => None,
        None => return Err(usage("Sign with `--sign NAME`: a record of where files are from carries a name")),
    };
    let mut look = look(asked, !dry_run, io)?;
    let planned = look.editable().and_then(|()| plan(asked, &look));
    let plan = match planned {
        Ok(plan) => plan,
        Err(error) if error.kind() == ErrorKind::Refused => return refuse(&error, "", asked, io),
        Err(error) => return Err(error.into()),
    };
    if dry_run {
        tell(&plan, asked, io)?;
        return Ok(if plan.items.is_empty() { Exit::Refused } else { Exit::Done });
    }
    let (Some(answer), Some(signature)) = (answer, signature) else { return Ok(Exit::Failed) };
    let doubt = (answer.origin == Origin::OwnWork).then(|| plan.doubt(&all(&plan))).flatten();
    let brought = change(&plan, answer, &signature, &look).map_err(Failure::from);
    match brought.and_then(|edit| carry(&mut look, &edit, io)) {
        Ok(exit) => {
            tell(&plan, asked, io)?;
            if let Some(doubt) = doubt {
                writeln!(io.err, "{doubt}")?;
            }
            Ok(exit)
        }
        Err(Failure::Work(error)) if matches!(error.kind(), ErrorKind::Refused | ErrorKind::Conflict) => {
            refuse(&error, "", asked, io)
        }
        Err(failure) => Err(failure),
    }
}

/// Whether anything was said of the origin.
fn asks(asked: &Asked) -> bool {
    ["own-work", "without-saying", "creator", "link", "licence"].iter().any(|option| asked.option(option).is_some())
}

/// The answer that the options give.
fn answer(asked: &Asked) -> Result<Answer, Failure> {
    let theirs = ["creator", "creator-link", "link", "licence", "licence-link"].iter().any(|o| asked.option(o).is_some());
    let origin = match (asked.flag("own-work"), asked.flag("without-saying"), theirs) {
        (true, false, false) => Origin::OwnWork,
        (false, true, false) => Origin::Disclaimed,
        (false, false, true) => Origin::ThirdParty,
        (false, false, false) => {
            return Err(usage(
                "Say where the files are from: --own-work, or --creator, --link and --licence, or --without-saying",
            ));
        }
        _ => return Err(usage("Say one thing: --own-work, or --creator, --link and --licence, or --without-saying")),
    };
    let text = |option: &str| asked.option(option).unwrap_or_default().to_owned();
    let mut answer = Answer {
        title: text("title"),
        creator: text("creator"),
        creator_url: text("creator-link"),
        source_url: text("link"),
        license_url: text("licence-link"),
        notes: text("notes"),
        ..Answer::new(origin)
    };
    let named = text("licence");
    match licences::named(&named) {
        Some(licence) => {
            answer.license_name = licence.name.to_owned();
            if answer.license_url.is_empty() {
                answer.license_url = licence.url.to_owned();
            }
        }
        None => answer.license_name = named,
    }
    Ok(answer)
}

fn plan(asked: &Asked, look: &Look) -> Result<Plan> {
    let paths: Vec<PathBuf> = asked.words.iter().map(PathBuf::from).collect();
    let dropped = read(&paths, &Limits::default(), &Quiet)?;
    let listing = &look.survey.listing;
    let ignored = listing.ignored.iter().map(PackPath::as_str);
    let mut plan = Plan::of(dropped, listing.files.iter().map(|entry| entry.path.as_str()).chain(ignored));
    if asked.flag("replace") {
        let meet: Vec<usize> = all(&plan).into_iter().filter(|item| plan.items[*item].meets.is_some()).collect();
        meet.into_iter().try_for_each(|item| plan.replace(item))?;
    }
    Ok(plan)
}

fn all(plan: &Plan) -> Vec<usize> {
    (0..plan.items.len()).collect()
}

/// The files and their records, as one change.
fn change(plan: &Plan, answer: Answer, signature: &Signature, look: &Look) -> Result<FileEdit> {
    let manifest = look.roots.manifest.as_ref();
    let manifest = manifest.ok_or_else(|| Error::new(ErrorKind::Refused, "The manifest can’t be read"))?;
    let answers = [Answered { items: all(plan), answer }];
    let credited = plan.credit(manifest, &answers, signature, &mut fresh_id)?;
    let edit = move |roots: &Roots| Ok(Roots { manifest: Some(credited.clone()), scene: roots.scene.clone() });
    Ok(FileEdit::new("Import", plan.ops(&OsFs, &look.copy.root)?, edit))
}

/// Says where the files went, or would go.
fn tell(plan: &Plan, asked: &Asked, io: &mut Io) -> Result<(), Failure> {
    if asked.format == Format::Json {
        let items: Vec<Value> = plan
            .items
            .iter()
            .map(|item| json!({ "name": item.name, "path": item.to.as_str(), "replaces": item.replaces, "notes": item.notes }))
            .collect();
        let passed: Vec<Value> = plan.passed_over.iter().map(|one| json!({ "name": one.name, "why": one.why })).collect();
        let texts: Vec<&str> = plan.texts().collect();
        let found: Vec<Value> = plan
            .suggestion(&all(plan))
            .found
            .iter()
            .map(|(field, found)| json!({ "field": field.keys().join("."), "value": found.value, "from": found.from }))
            .collect();
        let told = json!({
            "files": items, "read": texts, "passedOver": passed, "found": found,
            "written": !asked.flag("dry-run"),
        });
        writeln!(io.out, "{told}")?;
        return Ok(());
    }
    let dry_run = asked.flag("dry-run");
    for item in &plan.items {
        let verb = match (dry_run, item.replaces) {
            (true, false) => "would be",
            (true, true) => "would replace",
            (false, false) => "is",
            (false, true) => "replaces",
        };
        writeln!(io.out, "“{}” {verb} “{}”.", item.name, item.to)?;
        item.notes.iter().try_for_each(|note| writeln!(io.out, "  {note}"))?;
    }
    plan.texts().try_for_each(|name| writeln!(io.out, "“{name}” was read and does not come in."))?;
    for one in &plan.passed_over {
        writeln!(io.out, "“{}” was passed over. {}", one.name, one.why)?;
    }
    if dry_run {
        for (field, found) in &plan.suggestion(&all(plan)).found {
            writeln!(io.out, "{}: {} (from {})", field.keys().join("."), found.value, found.from)?;
        }
        writeln!(io.out, "Nothing was written.")?;
    }
    Ok(())
}
