//! Edits of the records: pure over the manifest, all other bytes kept. An edit that cannot be made changes nothing.
//!
//! What the edits keep true: a file stands in one record only; a record without files goes, and a list without records goes
//! with its key; a locked record changes only by losing files; a statement that changes loses its signature unless it is
//! signed anew, and no signature is made up.

use super::answer::{Answer, Field, Origin, Remark, Signature, judge, judge_signature};
use super::record::{Record, records};
use super::terms;
use crate::error::{Error, ErrorKind, Result};
use crate::json::{Document, Edit, Pointer, Ref, Value};
use crate::manifest::table;
use crate::pack::PackPath;
use crate::pointer;
use crate::shape::Rule;
use rustc_hash::FxHashSet;

/// The most files that one record names (manifest reference, `credits.paths`).
pub const MAX_PATHS: usize = 2000;

/// The order of a record's keys, the field guide's (section 5).
const ORDER: &[&str] = &[
    "id",
    "paths",
    "origin",
    "title",
    "creator",
    "creatorUrl",
    "sourceUrl",
    "licenseName",
    "licenseUrl",
    "notes",
    "recordedAt",
    "aiAttestation",
    "attestation",
    "source",
    "locked",
    "derivedFrom",
];

type Edits = Vec<(Pointer, Edit)>;

/// The records that carry no signature and can carry one: locked records are somebody else's statement. Such records
/// pass the platform's rules where they say what they derive from; whoever publishes them is asked all the same.
pub fn unsigned(manifest: &Document) -> Vec<Pointer> {
    let wants_one = |record: &Record| !record.is_locked() && record.value.get("attestation").is_none_or(Ref::is_null);
    records(manifest).filter(wants_one).map(Record::pointer).collect()
}

/// What a person agrees to by signing every record that wants it: the terms of each origin among them.
pub fn statement(manifest: &Document) -> String {
    let places = unsigned(manifest);
    let origins = places.iter().map(|place| {
        let word = manifest.at(&place.join("origin")).and_then(Ref::as_str);
        word.and_then(|word| Origin::parse(&word)).unwrap_or(Origin::OwnWork)
    });
    let origins: Vec<Origin> = origins.collect();
    let mut parts = Vec::new();
    for origin in Origin::ALL {
        let count = origins.iter().filter(|o| **o == origin).count();
        let records = if count == 1 { "1 record".to_owned() } else { format!("{count} records") };
        if count > 0 {
            parts.push(format!("{records}, “{}”: {}", origin.label(), terms::CURRENT.text(origin)));
        }
    }
    parts.push(terms::CURRENT.whose.to_owned());
    parts.join(" ")
}

/// The manifest with `name` signed under the records at `places`, at the instant `at` (ISO 8601, UTC). Record and signature
/// are one act, so the record is of that instant too, unless an assistant made it earlier and it was reviewed now. What a
/// record says besides stays as it is.
///
/// # Errors
/// Where a record is no longer there.
pub fn sign(manifest: &Document, places: &[Pointer], name: &str, at: &str) -> Result<Document> {
    let signature = Signature { name: name.to_owned(), at: at.to_owned() };
    let mut edits = Edits::new();
    for place in places {
        let by_assistant = manifest.at(place).is_some_and(|record| record.get("aiAttestation").is_some());
        edits.push((place.join("attestation"), Edit::Place(attestation(&signature), ORDER)));
        if !by_assistant {
            edits.push((place.join("recordedAt"), Edit::Place(at.into(), ORDER)));
        }
    }
    Ok(manifest.edit_many(edits)?)
}

fn attestation(signature: &Signature) -> Value {
    Value::object([
        ("termsVersion", Value::from(terms::CURRENT.version)),
        ("acceptedAt", Value::from(&*signature.at)),
        ("signedName", Value::from(signature.name.trim())),
    ])
}

/// Records where `paths` are from: one record of a fresh id for up to [`MAX_PATHS`] of them. Paths that other records
/// name, locked ones included, come off those: correcting a credit is importing again.
///
/// # Errors
/// Refused where the answer or the signature cannot stand ([`judge`]), a path is none, no path is given, or the list would
/// have more records than the platform takes.
pub fn add(
    manifest: &Document,
    paths: &[String],
    answer: &Answer,
    signature: &Signature,
    fresh: &mut dyn FnMut() -> String,
) -> Result<Document> {
    accept(answer, Some(signature))?;
    let mut paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    paths.sort_by(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
    paths.dedup();
    if paths.is_empty() {
        return Err(refused("There is no file to credit"));
    }
    for path in &paths {
        PackPath::parse(path)?;
        if path.encode_utf16().count() > longest_path() {
            return Err(refused(format!("“{path}” is longer than a credit can name")).hint("Give the file a shorter path."));
        }
    }
    let made: Vec<Value> = paths.chunks(MAX_PATHS).map(|paths| new_record(fresh(), paths, answer, signature)).collect();
    put(manifest, &paths.into_iter().collect(), made)
}

/// Takes `paths` off every record and adds the records `made`.
fn put(manifest: &Document, paths: &FxHashSet<&str>, made: Vec<Value>) -> Result<Document> {
    let (mut edits, gone) = take_off(manifest, paths);
    let list = manifest.root().get("credits");
    match list {
        None => edits.push((pointer!["credits"], Edit::Set(Value::Array(made)))),
        Some(list) if list.is_null() => edits.push((pointer!["credits"], Edit::Set(Value::Array(made)))),
        Some(list) if list.is_array() => {
            let most = most_records();
            if list.len() - gone + made.len() > most {
                return Err(refused(format!("A pack has at most {most} credit records"))
                    .hint("Merge records that say the same, then try again."));
            }
            edits.extend(made.into_iter().map(|record| (pointer!["credits", "-"], Edit::Set(record))));
        }
        Some(_) => return Err(refused("“credits” is not a list").hint("Mend it as Problems shows it, then try again.")),
    }
    Ok(manifest.edit_many(edits)?)
}

fn new_record(id: String, paths: &[&str], answer: &Answer, signature: &Signature) -> Value {
    let mut members = vec![
        ("id", Value::from(id)),
        ("paths", Value::array(paths.iter().copied())),
        ("origin", Value::from(answer.origin.as_str())),
    ];
    let said = Field::ANSWERED.into_iter().map(|field| (field.keys()[0], answer.kept(field)));
    members.extend(said.filter(|(_, text)| !text.is_empty()).map(|(key, text)| (key, Value::from(text))));
    members.push(("recordedAt", Value::from(&*signature.at)));
    members.push(("attestation", attestation(signature)));
    Value::object(members)
}

/// The edits that take these paths off every record, and how many records go with their last path.
fn take_off(manifest: &Document, paths: &FxHashSet<&str>) -> (Edits, usize) {
    let mut edits = Edits::new();
    let mut gone = 0;
    for record in records(manifest) {
        let off: Vec<usize> = record.paths().filter(|(_, path)| paths.contains(&**path)).map(|(index, _)| index).collect();
        let all = record.value.get("paths").map_or(0, Ref::len);
        if !off.is_empty() && off.len() == all {
            gone += 1;
            edits.push((record.pointer(), Edit::Remove));
        } else {
            edits.extend(off.into_iter().map(|index| (record.pointer().join("paths").join(index), Edit::Remove)));
        }
    }
    (edits, gone)
}

/// Takes files that are no longer in the pack off every record, locked ones included.
///
/// # Errors
/// None that a manifest of objects and lists can give.
pub fn drop_paths(manifest: &Document, paths: &[String]) -> Result<Document> {
    let (edits, gone) = take_off(manifest, &paths.iter().map(String::as_str).collect());
    without_records(manifest, edits, gone)
}

/// Takes a record out; its files are not accounted for then.
///
/// # Errors
/// Refused for a locked record, and where there is none.
pub fn remove(manifest: &Document, index: usize) -> Result<Document> {
    let record = open(manifest, index)?;
    without_records(manifest, vec![(record.pointer(), Edit::Remove)], 1)
}

/// Makes edits after which `gone` records fewer stand there; a list that would be empty goes with its key.
fn without_records(manifest: &Document, edits: Edits, gone: usize) -> Result<Document> {
    let all = manifest.root().get("credits").map_or(0, Ref::len);
    if gone > 0 && gone == all {
        return Ok(manifest.remove(&pointer!["credits"])?);
    }
    Ok(manifest.edit_many(edits)?)
}

/// Record number `index`, where the author may change it.
fn open(manifest: &Document, index: usize) -> Result<Record<'_>> {
    let record = Record::at(manifest, index).ok_or_else(|| refused(format!("There is no credit record {}", index + 1)))?;
    if record.is_locked() {
        return Err(refused("This record is the library’s own and stays as it is")
            .hint("It leaves with its files. Import a file over one of them to credit that one anew."));
    }
    Ok(record)
}

/// Lets a record say `answer`. A new signature stands for the new statement; without one the old signature goes, where
/// anything changed. On what is not somebody else's, fields that the answer has no say in stay, unless the origin changes.
///
/// # Errors
/// Refused for a locked record, where there is none, and where the answer or the signature cannot stand.
pub fn edit(manifest: &Document, index: usize, answer: &Answer, signature: Option<&Signature>) -> Result<Document> {
    let record = open(manifest, index)?;
    accept(answer, signature)?;
    let at = record.pointer();
    let same_origin = record.origin() == Some(answer.origin);
    let mut edits = Edits::new();
    if !same_origin {
        edits.push((at.join("origin"), Edit::Place(answer.origin.as_str().into(), ORDER)));
    }
    for field in Field::ANSWERED {
        let (key, text) = (field.keys()[0], answer.kept(field));
        let is_foreign = field.is_of_third_party() && answer.origin != Origin::ThirdParty;
        let present = record.value.get(key);
        if present.is_none() && text.is_empty() || is_foreign && same_origin {
            continue;
        }
        if present.and_then(Ref::as_str).is_none_or(|present| present.trim() != text || text.is_empty()) {
            let edit = if text.is_empty() { Edit::Remove } else { Edit::Place(text.into(), ORDER) };
            edits.push((at.join(key), edit));
        }
    }
    match signature {
        Some(signature) => {
            edits.push((at.join("recordedAt"), Edit::Place(signature.at.as_str().into(), ORDER)));
            edits.push((at.join("attestation"), Edit::Place(attestation(signature), ORDER)));
        }
        None if !edits.is_empty() && record.value.get("attestation").is_some() => {
            edits.push((at.join("attestation"), Edit::Remove));
        }
        None => {}
    }
    Ok(manifest.edit_many(edits)?)
}

/// Makes one record of several that say the same. With a signature, of all of them, signed anew; without one, of those that
/// carry the same signature (or none), so that each real signature keeps its record and none is made up. The first stays
/// in its place, with the paths of the others behind its own.
///
/// # Errors
/// Refused where one of them is locked, not there, or says something else, where one record would have too many files, and
/// where nothing would become one.
pub fn merge(manifest: &Document, indices: &[usize], signature: Option<&Signature>) -> Result<Document> {
    let mut indices = indices.to_vec();
    indices.sort_unstable();
    indices.dedup();
    let chosen: Vec<Record> = indices.iter().map(|index| open(manifest, *index)).collect::<Result<_>>()?;
    let Some(first) = chosen.first().copied().filter(|_| chosen.len() > 1) else {
        return Err(refused("It takes two records to merge"));
    };
    if !chosen.iter().all(|record| record.says_same(first)) {
        return Err(refused("These records do not say the same").hint("Edit them so that they do, then merge them."));
    }
    if let Some(signature) = signature {
        check_signature(signature)?;
    }
    let mut groups: Vec<Vec<Record>> = Vec::new();
    for record in chosen {
        match groups.iter_mut().find(|group| signature.is_some() || group[0].signed_alike(record)) {
            Some(group) => group.push(record),
            None => groups.push(vec![record]),
        }
    }
    let mut edits = Edits::new();
    for group in groups.iter().filter(|group| group.len() > 1) {
        join(group, &mut edits)?;
    }
    if edits.is_empty() {
        return Err(refused("These records were signed one by one, and no signature covers the others’ files")
            .hint("Sign the merged record anew."));
    }
    if let Some(signature) = signature {
        let at = first.pointer();
        edits.push((at.join("recordedAt"), Edit::Place(signature.at.as_str().into(), ORDER)));
        edits.push((at.join("attestation"), Edit::Place(attestation(signature), ORDER)));
    }
    Ok(manifest.edit_many(edits)?)
}

/// Moves the paths of a group to its first record and takes the others out.
fn join(group: &[Record], edits: &mut Edits) -> Result<()> {
    let Some((first, rest)) = group.split_first() else { return Ok(()) };
    let mut seen: FxHashSet<String> = first.paths().map(|(_, path)| path.into_owned()).collect();
    let mut count = first.value.get("paths").map_or(0, Ref::len);
    if first.value.get("paths").is_none_or(|paths| !paths.is_array()) {
        return Err(refused("The first of these records has no list of files"));
    }
    for record in rest {
        for (_, path) in record.paths() {
            if seen.insert(path.clone().into_owned()) {
                count += 1;
                edits.push((first.pointer().join("paths").join("-"), Edit::Set(path.into_owned().into())));
            }
        }
        edits.push((record.pointer(), Edit::Remove));
    }
    if count > MAX_PATHS {
        return Err(refused(format!("One record names at most {MAX_PATHS} files, and these have {count}")));
    }
    Ok(())
}

/// The bytes of these files were changed here, so they are the library's no longer: those that a locked record names move
/// to a record of their own, which says what they derive from, is not locked, and carries no signature until somebody
/// signs. Files of other records stay where they are.
///
/// # Errors
/// Refused where the list would have more records than the platform takes.
pub fn detach(manifest: &Document, paths: &[String], at: &str, fresh: &mut dyn FnMut() -> String) -> Result<Document> {
    let asked: FxHashSet<&str> = paths.iter().map(String::as_str).collect();
    let mut moved: Vec<String> = Vec::new();
    let mut made = Vec::new();
    for record in records(manifest).filter(|record| record.is_locked()) {
        let own: Vec<String> =
            record.paths().map(|(_, path)| path.into_owned()).filter(|path| asked.contains(path.as_str())).collect();
        if !own.is_empty() {
            made.push(detached(record, &own, at, fresh()));
            moved.extend(own);
        }
    }
    if made.is_empty() {
        return Ok(manifest.clone());
    }
    let moved: FxHashSet<&str> = moved.iter().map(String::as_str).collect();
    put(manifest, &moved, made)
}

/// What a change of the bytes of `paths` means for the records: [`detach`] for files of the pack.
///
/// # Errors
/// As [`detach`].
pub fn after_bytes_changed(
    manifest: &Document,
    paths: &[PackPath],
    at: &str,
    fresh: &mut dyn FnMut() -> String,
) -> Result<Document> {
    let paths: Vec<String> = paths.iter().map(|path| path.as_str().to_owned()).collect();
    detach(manifest, &paths, at, fresh)
}

fn detached(record: Record, paths: &[String], at: &str, id: String) -> Value {
    let mut members =
        vec![("id".to_owned(), Value::from(id)), ("paths".to_owned(), Value::array(paths.iter().map(String::as_str)))];
    let mut from = None;
    for (key, value) in record.value.members() {
        match key {
            "id" | "paths" | "locked" | "attestation" | "derivedFrom" => {}
            "recordedAt" => members.push((key.to_owned(), at.into())),
            "source" => from = Some(value.share()),
            _ => members.push((key.to_owned(), value.share())),
        }
    }
    if record.value.get("recordedAt").is_none() {
        members.push(("recordedAt".to_owned(), at.into()));
    }
    members.extend(from.map(|from| ("derivedFrom".to_owned(), from)));
    Value::Object(members)
}

/// Refuses what cannot be signed, with the first reason.
fn accept(answer: &Answer, signature: Option<&Signature>) -> Result<()> {
    first_refusal(judge(answer))?;
    signature.map_or(Ok(()), check_signature)
}

fn check_signature(signature: &Signature) -> Result<()> {
    first_refusal(judge_signature(signature))
}

fn first_refusal(remarks: Vec<Remark>) -> Result<()> {
    match remarks.into_iter().find(|remark| remark.refuses) {
        Some(remark) => {
            Err(refused(format!("The answer can’t be signed yet ({})", remark.field.keys().join("."))).hint(remark.message))
        }
        None => Ok(()),
    }
}

fn refused(what: impl Into<String>) -> Error {
    Error::new(ErrorKind::Refused, what)
}

fn rule_at(keys: &[&str]) -> Option<&'static Rule> {
    let path: Vec<String> = keys.iter().map(|&key| key.to_owned()).collect();
    table::row_at(&path).map(|row| row.rule)
}

fn most_records() -> usize {
    match rule_at(&["credits"]) {
        Some(Rule::List(_, most, _)) => *most,
        _ => usize::MAX,
    }
}

fn longest_path() -> usize {
    match rule_at(&["credits", "0", "paths", "0"]) {
        Some(Rule::Text(_, most)) => *most,
        _ => usize::MAX,
    }
}

#[cfg(test)]
pub(super) fn order() -> &'static [&'static str] {
    ORDER
}
