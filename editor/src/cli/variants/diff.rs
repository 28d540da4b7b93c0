//! `tablewright variants PACK diff A B`: what differs in one variant against another.

use super::{Asked, Format, report};
use crate::cli::{Exit, Io, Outcome};
use std::io::{self, Write};
use tablewright_core::check::OnDisk;
use tablewright_core::json::{Document, Shared, Value};
use tablewright_core::scene::keys::Group;
use tablewright_core::variants::Diff;
use tablewright_core::variants::diff::part::short;
use tablewright_core::variants::diff::{KeyState, Part, Row, RowId, Section};
use tablewright_core::variants::list::listed_ids;
use tablewright_core::{Error, ErrorKind};

/// `variants PACK diff A B`: B against A, as JSON or in words. Differences are no failure.
///
/// # Errors
/// There is no pack, no scene in it, or no such variant.
pub(super) fn run(asked: &Asked, io: &mut Io) -> Outcome {
    let pack = OnDisk::read(&asked.pack, io.state_dir)?;
    let subject = pack.subject();
    let Ok(scene) = subject.scene else { return report::refuse(&subject, Vec::new(), asked.format, io) };
    let problems = super::resolve::unresolvable(tablewright_core::scene::view::SceneView::of(scene));
    if !problems.is_empty() {
        return report::refuse(&subject, problems, asked.format, io);
    }
    let ids = subject.manifest.map(|manifest| listed_ids(manifest.root())).unwrap_or_default();
    let listed: Vec<String> = ids.into_iter().map(std::borrow::Cow::into_owned).collect();
    known(scene, &listed, asked.word(0))?;
    known(scene, &listed, asked.word(1))?;
    let diff = Diff::between(scene, &listed, asked.word(0), asked.word(1));
    match asked.format {
        Format::Json => writeln!(io.out, "{}", document(&diff)?.text())?,
        Format::Text => print(&diff, io.out)?,
    }
    Ok(Exit::Done)
}

/// A variant that neither half knows is a slip of the hand here, though a room with it would open.
pub(super) fn known(scene: &Document, listed: &[String], id: &str) -> Result<(), Error> {
    let ids = tablewright_core::variants::Stage::new(scene, listed, id).variants();
    if ids.iter().any(|known| known == id) {
        return Ok(());
    }
    Err(Error::new(ErrorKind::NotFound, format!("No variant is called “{id}”")).hint(format!("Use one of: {}.", ids.join(", "))))
}

/// The longest list of units below one row that is printed for people.
const LONGEST: usize = 12;

fn print(diff: &Diff, out: &mut dyn Write) -> io::Result<()> {
    if diff.is_same() {
        writeln!(out, "{} plays the same scene as {}.", diff.to, diff.from)?;
    }
    for section in Section::ALL {
        let Some(place) = diff.find(&RowId::Section(section)) else { continue };
        let told: Vec<usize> = diff.children(place).filter(|child| tells(&diff.rows[*child])).collect();
        if !told.is_empty() {
            writeln!(out, "{}", heading(section))?;
        }
        told.into_iter().try_for_each(|child| print_row(diff, child, out))?;
    }
    Ok(())
}

fn print_row(diff: &Diff, place: usize, out: &mut dyn Write) -> io::Result<()> {
    let row = &diff.rows[place];
    let indent = "  ".repeat(row.depth as usize);
    writeln!(out, "{indent}{}", words(row))?;
    let below: Vec<usize> = diff.children(place).filter(|child| tells(&diff.rows[*child])).collect();
    for child in below.iter().take(LONGEST) {
        print_row(diff, *child, out)?;
    }
    match below.len().saturating_sub(LONGEST) {
        0 => Ok(()),
        more => writeln!(out, "{indent}    and {more} more"),
    }
}

fn heading(section: Section) -> &'static str {
    match section {
        Section::Entities => "Entities",
        Section::Keys => "Groups",
        Section::Scripts => "Scripts",
    }
}

/// Whether a row has something to say: keys and groups that follow the base have not.
fn tells(row: &Row) -> bool {
    row.mark.is_some() || row.own || row.differs.is_some_and(|(differs, _)| differs > 0) || row.detail.contains("difference")
}

fn words(row: &Row) -> String {
    let mut text = format!("{} {}", row.mark.map_or("=", |mark| mark.sign()), row.label);
    let part = row.id.part();
    if !row.detail.is_empty() {
        text += &format!(" ({})", row.detail);
    }
    if matches!(part, Some(Part::Field { .. } | Part::Unit { .. })) {
        let value = |value: &Option<Shared>| value.as_ref().map(|value| short(value.value()));
        text += &match (value(&row.old), value(&row.new)) {
            (Some(old), Some(new)) => format!(": {old} → {new}"),
            (old, new) => old.or(new).map(|value| format!(": {value}")).unwrap_or_default(),
        };
    }
    if row.same_as_base {
        text += ", same as base";
    }
    if row.state == Some(KeyState::None) {
        text += ", none here";
    }
    if !row.identical_to.is_empty() {
        text += &format!(", identical to {}", row.identical_to.join(", "));
    }
    text
}

/// The differences as one JSON object; values stand in it as they stand in the scene.
fn document(diff: &Diff) -> Result<Document, Error> {
    let section = |section: Section| {
        let place = diff.find(&RowId::Section(section));
        place.into_iter().flat_map(|place| diff.children(place)).collect::<Vec<_>>()
    };
    let rows = |places: Vec<usize>| Value::array(places.into_iter().map(|place| row(diff, place)));
    let mut keys = Vec::new();
    for place in section(Section::Keys) {
        match diff.rows[place].id.part() {
            Some(Part::Group(_)) => keys.extend(diff.children(place)),
            _ => keys.push(place),
        }
    }
    keys.retain(|place| tells(&diff.rows[*place]));
    let (scripts, script_keys): (Vec<usize>, Vec<usize>) = section(Section::Scripts)
        .into_iter()
        .filter(|place| tells(&diff.rows[*place]))
        .partition(|place| matches!(diff.rows[*place].id.part(), Some(Part::EntityScript(_))));
    keys.extend(script_keys);
    let counts = diff.counts;
    let mut members = vec![
        ("from", Value::from(diff.from.as_str())),
        ("to", diff.to.as_str().into()),
        ("same", diff.is_same().into()),
        (
            "counts",
            Value::object(
                [
                    ("added", counts.added),
                    ("changed", counts.changed),
                    ("removed", counts.removed),
                    ("keys", counts.keys),
                    ("scripts", counts.scripts),
                ]
                .map(|(name, count)| (name, Value::from(count))),
            ),
        ),
    ];
    if diff.against_base {
        members.push(("bytes", diff.bytes.into()));
    }
    members.push(("entities", rows(section(Section::Entities))));
    members.push(("keys", rows(keys)));
    members.push(("entityScripts", rows(scripts)));
    Ok(Document::new(Value::object(members))?)
}

fn row(diff: &Diff, place: usize) -> Value {
    let row = &diff.rows[place];
    let mut members: Vec<(&str, Value)> = Vec::new();
    match row.id.part() {
        Some(Part::Entity(id) | Part::EntityScript(id)) => members.push(("id", id.as_str().into())),
        Some(Part::Key(key)) => {
            members.push(("key", key.as_str().into()));
            members.extend(Group::of(key).map(|group| ("group", group.label().into())));
        }
        Some(Part::Field { at, .. } | Part::Unit { at, .. }) => members.push(("at", at.to_string().into())),
        Some(Part::SceneScript(id)) => members.push(("script", id.as_str().into())),
        _ => {}
    }
    members.push(("name", row.label.as_str().into()));
    members.push(("mark", row.mark.map_or(Value::Null, |mark| mark.word().into())));
    members.push(("pointer", row.pointer.to_string().into()));
    let below: Vec<usize> = diff.children(place).collect();
    // What is told in units below is not told whole as well.
    if below.is_empty() {
        let value = |value: &Shared| value.value().share();
        members.extend(row.old.as_ref().map(|old| ("old", value(old))));
        members.extend(row.new.as_ref().map(|new| ("new", value(new))));
    }
    if diff.against_base {
        members.push(("bytes", row.bytes.into()));
        members.push(("sameAsBase", row.same_as_base.into()));
        let state = |state| match state {
            KeyState::Follows => "follows",
            KeyState::Own => "own",
            KeyState::None => "none",
        };
        members.extend(row.state.map(|it| ("state", state(it).into())));
        if !row.identical_to.is_empty() {
            members.push(("identicalTo", Value::array(row.identical_to.iter().map(|id| Value::from(id.as_str())))));
        }
    }
    if let Some((differs, of)) = row.differs {
        members.push(("differs", differs.into()));
        members.push(("of", of.into()));
    }
    if !below.is_empty() {
        members.push(("units", Value::array(below.into_iter().map(|child| self::row(diff, child)))));
    }
    Value::object(members)
}
