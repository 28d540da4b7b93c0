//! *Matrix*: a row for each unit that differs anywhere, a column for each variant.
//!
//! Rows name what they are about and hold no texts; a cell is read when it is asked for, so a table of thousands of rows
//! costs what is seen of it.

use super::diff::part::{field_label, key_label, short, unit_label};
use super::diff::units::{Elements, is_keyed};
use super::diff::{Part, Section};
use super::entity_edit::{EntityChange, set_entities};
use super::key_edit::{SceneChange, set_scene_unit, set_scene_values};
use super::key_unit::identity;
use super::layout::Layout;
use super::resolve::{Origin, Resolved, Resolver};
use super::scope::{Adjust, Edited, Scope, Stage, refused};
use super::{VariantId, block::Delta};
use crate::json::{Document, Pointer, Ref, Shared, Value};
use crate::scene::keys::{Group, KeyRole};
use crate::scene::view::Entity;
use crate::{Result, pointer};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// All that differs between the variants of a scene. Owns what it shows, so it can be kept until the scene changes.
#[derive(Debug, Clone, Default)]
pub struct Matrix {
    /// The variants: the base first, then the list in its order, then differences that it does not list.
    pub columns: Vec<VariantId>,
    /// A row for each unit that differs anywhere.
    pub rows: Vec<MatrixRow>,
    /// Entities and keys with a row, by variant.
    things: Vec<Vec<Seen>>,
}

/// What one variant has of an entity or a key.
#[derive(Debug, Clone, Default)]
struct Seen {
    value: Option<Shared>,
    own: bool,
}

/// A row of the matrix.
#[derive(Debug, Clone)]
pub struct MatrixRow {
    /// What it is about. An entity's own row tells which variants have it.
    pub part: Part,
    /// Under which heading it stands.
    pub section: Section,
    /// The entity or key.
    pub thing: String,
    /// The unit in it; empty for the whole.
    pub unit: String,
    place: usize,
}

/// How a cell stands to the base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CellState {
    /// It is the base's own cell.
    Base,
    /// The variant follows the base.
    Follows,
    /// Its own copy says what the base says.
    Same,
    /// It has another value.
    Own,
    /// It lacks what the unit is in, and the base has it or lacks it too.
    Absent,
}

impl CellState {
    /// Whether the cell says the same as the base's, so that it is dimmed.
    pub fn is_dimmed(self) -> bool {
        matches!(self, Self::Follows | Self::Same)
    }
}

/// A cell of the matrix.
#[derive(Debug, Clone, Copy)]
pub struct Cell<'m> {
    /// The value; `None` where there is none.
    pub value: Option<Ref<'m>>,
    /// How it stands to the base.
    pub state: CellState,
    /// Whether it can be edited: the variant has what the unit is in.
    pub editable: bool,
    presence: bool,
}

impl Cell<'_> {
    /// Whether the cell tells that the variant has an entity, and not a value.
    pub fn is_presence(&self) -> bool {
        self.presence
    }

    /// The value in few words.
    pub fn text(&self) -> String {
        match self.value {
            Some(_) if self.presence => "yes".to_owned(),
            Some(value) => short(value),
            None if self.presence => "no".to_owned(),
            None => String::new(),
        }
    }

    /// The whole value, as it is edited: a string as it reads, anything else as JSON.
    pub fn whole_text(&self) -> String {
        match self.value {
            Some(_) | None if self.presence => self.text(),
            Some(value) => value.as_str().map_or_else(|| value.to_text(), Cow::into_owned),
            None => String::new(),
        }
    }
}

impl Matrix {
    /// The matrix of a scene. `listed` are the ids of the manifest's list.
    pub fn of(scene: &Document, listed: &[String]) -> Self {
        let stage = Stage::new(scene, listed, "");
        let columns = stage.variants();
        let resolver = Resolver::new(scene);
        let variants: Vec<Resolved<'_>> = columns.iter().map(|id| resolver.resolve(id, listed)).collect();
        let mut matrix = Self { columns, ..Self::default() };
        if variants.len() > 1 {
            matrix.entities(&resolver, &variants);
            matrix.keys(&variants);
        }
        matrix
    }

    fn entities(&mut self, resolver: &Resolver<'_>, variants: &[Resolved<'_>]) {
        let deltas: Vec<Option<Delta<'_>>> = variants.iter().map(Resolved::delta).collect();
        // Only what some variant has of its own or takes away can differ.
        let mut order: Vec<Cow<'_, str>> = Vec::new();
        let mut numbers: FxHashMap<Cow<'_, str>, usize> = FxHashMap::default();
        for delta in deltas.iter().flatten() {
            let own = delta.objects().filter_map(|(_, entity)| entity.id());
            for id in delta.removed().map(|(_, id)| id).chain(own) {
                numbers.entry(id.clone()).or_insert_with(|| {
                    order.push(id);
                    order.len() - 1
                });
            }
        }
        let inherited = |id: &str| resolver.base_entity(id).map(|entity| entity.value);
        let mut seen: Vec<Vec<(Option<Ref<'_>>, bool)>> =
            order.iter().map(|id| vec![(inherited(id), false); variants.len()]).collect();
        for (column, (variant, delta)) in variants.iter().zip(&deltas).enumerate() {
            for (_, id) in delta.iter().flat_map(|delta| delta.removed()) {
                seen[numbers[&id]][column] = (None, true);
            }
            for entity in variant.entities.iter().filter(|entity| entity.origin != Origin::Base) {
                if let Some(number) = entity.entity().id().and_then(|id| numbers.get(&id)) {
                    seen[*number][column] = (Some(entity.value), true);
                }
            }
        }
        for (id, seen) in order.iter().zip(&seen) {
            self.entity(id, seen);
        }
    }

    fn entity(&mut self, id: &str, seen: &[(Option<Ref<'_>>, bool)]) {
        let there: Vec<Ref<'_>> = seen.iter().filter_map(|(value, _)| *value).collect();
        let Some(first) = there.first().copied() else { return };
        let thing = Entity(first).title().into_owned();
        let mut rows: Vec<(Part, String)> = Vec::new();
        if there.len() < seen.len() {
            rows.push((Part::Entity(id.to_owned()), String::new()));
        }
        for at in entity_units(&there) {
            let label = field_label(&at);
            rows.push((Part::Field { id: id.to_owned(), at }, label));
        }
        self.add(Section::Entities, &thing, seen, rows);
    }

    /// Adds the rows of one entity or key.
    fn add(&mut self, section: Section, thing: &str, seen: &[(Option<Ref<'_>>, bool)], rows: Vec<(Part, String)>) {
        if rows.is_empty() {
            return;
        }
        let place = self.things.len();
        self.things.push(seen.iter().map(|(value, own)| Seen { value: value.map(Ref::shared), own: *own }).collect());
        let row = |(part, unit)| MatrixRow { part, section, thing: thing.to_owned(), unit, place };
        self.rows.extend(rows.into_iter().map(row));
    }

    fn keys(&mut self, variants: &[Resolved<'_>]) {
        let mut known: FxHashSet<&str> = FxHashSet::default();
        let grouped = Group::ALL.iter().flat_map(|group| group.keys().iter().copied());
        let all = grouped.chain(variants.iter().flat_map(|variant| variant.keys.iter().map(|key| key.key)));
        let keys: Vec<&str> = all.filter(|key| KeyRole::of(key).is_used_in_variant() && known.insert(key)).collect();
        for key in keys {
            let of = |variant: &Resolved<'_>| variant.keys.iter().any(|entry| entry.key == key && entry.own);
            if !variants.iter().any(of) {
                continue;
            }
            let seen: Vec<_> = variants.iter().map(|variant| (variant.scene_key(key), of(variant))).collect();
            let section = if Group::of(key) == Some(Group::Scripts) { Section::Scripts } else { Section::Keys };
            let there: Vec<Ref<'_>> = seen.iter().filter_map(|(value, _)| *value).collect();
            let mut rows = key_units(key, &there);
            if there.len() < seen.len() && !there.is_empty() && !rows.iter().any(|(part, _)| matches!(part, Part::Key(_))) {
                rows.insert(0, (Part::Key(key.to_owned()), String::new()));
            }
            self.add(section, &key_label(key), &seen, rows);
        }
    }

    /// The cell of a row in a column; `None` beyond the matrix.
    pub fn cell(&self, row: usize, column: usize) -> Option<Cell<'_>> {
        let row = self.rows.get(row)?;
        let things = self.things.get(row.place)?;
        let (mine, base) = (things.get(column)?, things.first()?);
        let value = at(&row.part, mine);
        let whole = mine.value.is_some();
        let inside = match &row.part {
            Part::Field { .. } => whole,
            Part::Unit { key, at } => whole && (at.tokens().len() == 1 || element(key, mine, &at.tokens()[0]).is_some()),
            _ => true,
        };
        let state = match (column, mine.own) {
            _ if !inside => CellState::Absent,
            (0, _) => CellState::Base,
            (_, false) => CellState::Follows,
            _ if Ref::both_equal(value, at(&row.part, base)) => CellState::Same,
            _ => CellState::Own,
        };
        let presence = matches!(row.part, Part::Entity(_));
        Some(Cell { value, state, editable: inside && !presence, presence })
    }

    /// The rows in which the thing, the unit or a cell holds `text`, letter case apart; all of them where it is empty.
    pub fn filter(&self, text: &str) -> Vec<usize> {
        let wanted = text.trim().to_lowercase();
        let holds = |hay: &str| hay.to_lowercase().contains(&wanted);
        let cells = |row: usize| (0..self.columns.len()).filter_map(move |column| self.cell(row, column));
        let fits = |row: &usize| {
            wanted.is_empty()
                || holds(&self.rows[*row].thing)
                || holds(&self.rows[*row].unit)
                || cells(*row).any(|cell| holds(&cell.text()))
        };
        (0..self.rows.len()).filter(fits).collect()
    }
}

/// The matrix as comma-separated values (RFC 4180), one header line first: what, which value of it, then the variants.
pub fn csv(matrix: &Matrix) -> String {
    let all: Vec<usize> = (0..matrix.rows.len()).collect();
    csv_of(matrix, &all)
}

/// The same for some of the rows.
pub fn csv_of(matrix: &Matrix, rows: &[usize]) -> String {
    let mut out = String::new();
    let head = ["What".to_owned(), "Value".to_owned()].into_iter().chain(matrix.columns.iter().cloned());
    record(head, &mut out);
    for row in rows {
        let cells = (0..matrix.columns.len()).filter_map(|column| matrix.cell(*row, column)).map(|cell| cell.whole_text());
        let names = [matrix.rows[*row].thing.clone(), matrix.rows[*row].unit.clone()];
        record(names.into_iter().chain(cells), &mut out);
    }
    out
}

fn record(fields: impl Iterator<Item = String>, out: &mut String) {
    for (place, field) in fields.enumerate() {
        if place > 0 {
            out.push(',');
        }
        if field.contains([',', '"', '\r', '\n']) {
            out.push('"');
            out.push_str(&field.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(&field);
        }
    }
    out.push_str("\r\n");
}

fn at<'m>(part: &Part, seen: &'m Seen) -> Option<Ref<'m>> {
    let whole = seen.value.as_ref()?.value();
    match part {
        Part::Field { at, .. } => whole.at(at),
        Part::Unit { key, at } if identity(key).is_some() => {
            let (id, below) = at.tokens().split_first()?;
            element(key, seen, id)?.at(&below.iter().collect())
        }
        Part::Unit { at, .. } => whole.at(at),
        _ => Some(whole),
    }
}

fn element<'m>(key: &str, seen: &'m Seen, id: &str) -> Option<Ref<'m>> {
    let whole = seen.value.as_ref()?.value();
    match identity(key) {
        Some(_) => super::key_unit::element(key, whole, id).map(|(_, element)| element),
        None => whole.get(id),
    }
}

/// The units in which some of these entities differ.
fn entity_units(entities: &[Ref<'_>]) -> Vec<Pointer> {
    let mut units = Vec::new();
    for member in members_that_differ(entities) {
        let whole = pointer![member];
        let values: Vec<Option<Ref<'_>>> = entities.iter().map(|entity| entity.get(&member)).collect();
        let objects: Vec<Ref<'_>> = values.iter().flatten().copied().filter(|value| value.is_object()).collect();
        let odd = values.iter().flatten().count() > objects.len();
        let below = if is_keyed(&whole) && !odd { keys_that_differ(&values, &objects) } else { Vec::new() };
        match below.is_empty() {
            true => units.push(whole),
            false => units.extend(below.iter().map(|key| whole.join(key))),
        }
    }
    units
}

/// The members in which some of these objects differ, in the order in which they are first seen.
fn members_that_differ(objects: &[Ref<'_>]) -> Vec<String> {
    let Some((first, rest)) = objects.split_first() else { return Vec::new() };
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut found = Vec::new();
    let differing: Vec<&Ref<'_>> = rest.iter().filter(|other| !first.same(**other)).collect();
    for (key, _) in std::iter::once(first).chain(differing.iter().copied()).flat_map(|object| object.members()) {
        if seen.insert(key) && differing.iter().any(|other| !Ref::both_equal(first.get(key), other.get(key))) {
            found.push(key.to_owned());
        }
    }
    found
}

/// The keys in which values differ that are objects or missing.
fn keys_that_differ(values: &[Option<Ref<'_>>], objects: &[Ref<'_>]) -> Vec<String> {
    let mut keys = members_that_differ(objects);
    if values.iter().any(Option::is_none) {
        for (key, _) in objects.iter().flat_map(|object| object.members()) {
            if !keys.iter().any(|known| known == key) {
                keys.push(key.to_owned());
            }
        }
    }
    keys
}

/// The units in which values of a key differ, with what they are called.
fn key_units(key: &str, values: &[Ref<'_>]) -> Vec<(Part, String)> {
    let unit = |at: Pointer, label: String| (Part::Unit { key: key.to_owned(), at }, label);
    let differ = values.windows(2).any(|pair| !pair[0].equals(pair[1]));
    if !differ {
        return Vec::new();
    }
    if identity(key).is_none() && values.iter().all(|value| value.is_object()) {
        let members = members_that_differ(values).into_iter();
        return members.map(|member| unit(pointer![member], unit_label(&pointer![member]))).collect();
    }
    let lists: Option<Vec<Elements<'_>>> = values.iter().map(|value| Elements::of(key, *value)).collect();
    let mut rows = Vec::new();
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let lists = lists.unwrap_or_default();
    for id in lists.iter().flat_map(|list| &list.ids).filter(|id| seen.insert(id)) {
        let there: Vec<Ref<'_>> = lists.iter().filter_map(|list| list.get(id)).collect();
        if there.len() < lists.len() {
            rows.push(unit(pointer![id], id.clone()));
        }
        if there.iter().all(|element| element.is_object()) {
            for member in members_that_differ(&there) {
                let at = pointer![id, member];
                rows.push(unit(at.clone(), format!("{id}: {}", unit_label(&at))));
            }
        }
    }
    if rows.is_empty() {
        rows.push((Part::Key(key.to_owned()), String::new()));
    }
    rows
}

/// Reads what was typed into a cell: as what stands there now, so a string stays one, whatever it looks like. Where a
/// number, a switch or a structure stands, the text must be JSON; where nothing stands, text that is no JSON is a string.
///
/// # Errors
/// Refused with what is wanted instead.
pub fn parse_cell(text: &str, now: Option<Ref<'_>>) -> Result<Value> {
    if now.is_some_and(|now| now.as_str().is_some()) {
        return Ok(text.into());
    }
    let read = Document::parse(text.trim().as_bytes()).ok().map(|doc| doc.root().share());
    let kind = now.filter(|now| !now.is_null()).map(Ref::kind);
    let same = |value: &Value| match value {
        Value::Shared(shared) => kind.is_none_or(|kind| kind == shared.value().kind()),
        _ => false,
    };
    use crate::json::Kind;
    let wanted = match kind {
        Some(Kind::Number) => "A number, like 1.5",
        Some(Kind::Bool) => "true or false",
        Some(Kind::Array) => "A JSON list, like [1, 2]",
        Some(Kind::Object) => "A JSON object, like {\"x\": 1}",
        _ => return Ok(read.unwrap_or_else(|| text.into())),
    };
    read.filter(same).ok_or_else(|| refused(format!("“{text}” does not fit here"), wanted))
}

/// Gives the variant shown, and no other, another value in the unit of a row; `None` takes it away.
///
/// # Errors
/// As [`set_entities`] and [`set_scene_unit`]; refused for a row that tells which variants have an entity.
pub fn set_cell(stage: Stage<'_>, part: &Part, value: Option<Value>) -> Result<Edited> {
    let stage = Stage { also: &[], ..stage };
    match part {
        Part::Field { id, at } => set_entities(stage, Scope::Only, &[EntityChange::new(id, at.clone(), value)]),
        Part::Unit { key, at } => {
            let change = SceneChange::new(key, at.clone(), value);
            set_scene_unit(stage, Scope::Only, &[change], &Adjust::default())
        }
        Part::Key(key) => {
            let change = SceneChange::new(key, Pointer::root(), value);
            set_scene_values(stage, Scope::Only, &[change], &Adjust::default())
        }
        _ => {
            let shown = Layout::new(&stage);
            let name = shown.variants[shown.shown].id.to_string();
            Err(refused(
                format!("Whether {name} has a piece is not typed in"),
                "Add or delete the piece in the scene, or revert it in Differences.",
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_scene::{Scene, parts};
    use super::*;
    use proptest::prelude::*;

    fn scene() -> Scene {
        Scene::new(
            r#"{"objects":[{"id":"a","displayName":"Bowl","x":1,"color":"red","metadata":{"k":1}},{"id":"b","label":"b, \"two\""},{"id":"c"}],
            "roomSettings":{"grid":1,"rigid":false},"snapPoints":[{"id":"p","x":1},{"id":"q"}],
            "variants":{"base":"big","deltas":{
              "small":{"removed":["b"],"objects":[{"id":"a","displayName":"Bowl","x":2,"color":"red","metadata":{"k":1,"m":"long\ntext"}}],
                "scene":{"roomSettings":{"grid":1,"rigid":true},"snapPoints":[{"id":"p","x":2}]}},
              "tiny":{"objects":[{"id":"a","displayName":"Bowl","x":1,"color":"blue"},{"id":"n"}],"scene":{"roomSettings":null}}}}}"#,
            "big small tiny hand",
        )
    }

    fn told(matrix: &Matrix) -> Vec<String> {
        let cell = |row: usize, column: usize| {
            let cell = matrix.cell(row, column).unwrap();
            let sign = match cell.state {
                CellState::Base => "",
                CellState::Follows => "=",
                CellState::Same => "≡",
                CellState::Own => "!",
                CellState::Absent => "·",
            };
            format!("{sign}{}", cell.text())
        };
        let line = |(at, row): (usize, &MatrixRow)| {
            let cells: Vec<String> = (0..matrix.columns.len()).map(|column| cell(at, column)).collect();
            format!("{} / {}: {}", row.thing, row.unit, cells.join(" | "))
        };
        matrix.rows.iter().enumerate().map(line).collect()
    }

    #[test]
    fn a_row_for_each_unit_that_differs_anywhere() {
        let scene = scene();
        let matrix = Matrix::of(&scene.doc, &scene.listed);
        assert_eq!(matrix.columns, ["big", "small", "tiny", "hand"]);
        assert_eq!(
            told(&matrix),
            [
                "b, \"two\" / : yes | !no | =yes | =yes",
                "Bowl / X: 1 | !2 | ≡1 | =1",
                "Bowl / Colour: red | ≡red | !blue | =red",
                "Bowl / M:  | !long… | ≡ | =",
                "Bowl / K: 1 | ≡1 | ! | =1",
                "n / : no | =no | !yes | =no",
                "Room settings / : grid: 1, rigid: false | !grid: 1, rigid: true | !none | =grid: 1, rigid: false",
                "Room settings / Rigid: false | !true | · | =false",
                "Snap points / p: X: 1 | !2 | =1 | =1",
                "Snap points / q: id: q | ! | =id: q | =id: q",
            ]
            .map(|line| line.replace("!none", "!"))
        );
        assert!(matrix.cell(99, 0).is_none() && matrix.cell(0, 9).is_none());
        let editable = |row: usize| (0..4).map(|column| matrix.cell(row, column).unwrap().editable).collect::<Vec<_>>();
        assert_eq!(editable(0), [false; 4]);
        assert_eq!(editable(1), [true; 4]);
        assert_eq!(editable(7), [true, true, false, true]);
    }

    #[test]
    fn rows_are_filtered_by_name_and_value() {
        let scene = scene();
        let matrix = Matrix::of(&scene.doc, &scene.listed);
        assert_eq!(matrix.filter("").len(), matrix.rows.len());
        assert_eq!(matrix.filter("bowl").len(), 4);
        assert_eq!(matrix.filter(" BLUE "), [2]);
        assert_eq!(matrix.filter("rigid"), [6, 7]);
        assert!(matrix.filter("nowhere").is_empty());
    }

    #[test]
    fn cells_with_commas_quotes_and_lines_are_quoted() {
        let scene = scene();
        let matrix = Matrix::of(&scene.doc, &scene.listed);
        let text = csv(&matrix);
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert_eq!(lines[0], "What,Value,big,small,tiny,hand");
        assert_eq!(lines[1], r#""b, ""two""",,yes,no,yes,yes"#);
        assert_eq!(lines[2], "Bowl,X,1,2,1,1");
        assert_eq!(lines[4], "Bowl,M,,\"long\ntext\",,");
        assert!(lines[7].contains(r#""{""grid"":1,""rigid"":false}""#), "{}", lines[7]);
        assert_eq!((lines.len(), lines[lines.len() - 1]), (matrix.rows.len() + 2, ""));
        assert_eq!(csv_of(&matrix, &[1]), "What,Value,big,small,tiny,hand\r\nBowl,X,1,2,1,1\r\n");
    }

    #[test]
    fn what_is_typed_is_read_as_what_stands_there() {
        let read = |text: &str, now: Option<&str>| {
            let doc = now.map(|now| Document::parse(now.as_bytes()).unwrap());
            let value = parse_cell(text, doc.as_ref().map(Document::root));
            value
                .map(|value| Document::new(value).unwrap().root().to_text().replace([' ', '\n'], ""))
                .map_err(|error| error.to_string())
        };
        assert_eq!(read("5", Some("\"a\"")).unwrap(), "\"5\"");
        assert_eq!(read(" 5.50 ", Some("1")).unwrap(), "5.50");
        assert_eq!(read("true", Some("false")).unwrap(), "true");
        assert_eq!(read("[1,2]", Some("[]")).unwrap(), "[1,2]");
        assert_eq!(read("text", None).unwrap(), "\"text\"");
        assert_eq!(read("7", None).unwrap(), "7");
        assert_eq!(read("red", Some("null")).unwrap(), "\"red\"");
        for (text, now, wanted) in
            [("five", "1", "A number"), ("1", "true", "true or false"), ("1", "[]", "list"), ("[]", "{}", "object")]
        {
            assert!(read(text, Some(now)).unwrap_err().contains(wanted));
        }
    }

    #[test]
    fn an_edited_cell_changes_its_variant_and_no_other() {
        let scene = scene();
        let row = |unit: &str| {
            let matrix = Matrix::of(&scene.doc, &scene.listed);
            matrix.rows.into_iter().find(|row| row.unit == unit).unwrap().part
        };
        let hand = set_cell(scene.stage("hand"), &row("X"), Some(9.into())).unwrap();
        assert_eq!(hand.reach.changed, ["hand"]);
        assert!(parts(&hand.scene).contains(r#""hand":{"objects":[{"id":"a","displayName":"Bowl","x":9"#));
        let base = set_cell(scene.stage("big"), &row("Rigid"), Some(true.into())).unwrap();
        assert_eq!((base.reach.changed, base.reach.copies_given), (vec!["big".to_owned()], 1));
        let gone = set_cell(scene.stage("small"), &row("p: X"), None).unwrap();
        assert!(parts(&gone.scene).contains(r#""snapPoints":[{"id":"p"}]"#));
        let refused = scene.refusal("small", |stage| set_cell(stage, &Part::Entity("b".into()), None));
        assert!(refused.contains("not typed in"));
    }

    #[test]
    fn one_variant_or_none_that_differs_has_no_rows() {
        for (deltas, listed) in [("", "big"), ("", "big small"), (r#""small":{"objects":[{"id":"a"}]}"#, "big small")] {
            let scene =
                Scene::new(&format!(r#"{{"objects":[{{"id":"a"}}],"variants":{{"base":"big","deltas":{{{deltas}}}}}}}"#), listed);
            assert!(Matrix::of(&scene.doc, &scene.listed).rows.is_empty());
        }
    }

    proptest! {
        /// The rows and the differences of each variant from the base tell of the same things.
        #[test]
        fn rows_are_there_exactly_where_some_variant_differs((text, listed) in super::super::promise::scenes()) {
            let doc = Document::parse(text.as_bytes()).unwrap();
            let matrix = Matrix::of(&doc, &listed);
            let mut differing: Vec<Part> = Vec::new();
            for id in &matrix.columns {
                let diff = super::super::Diff::between(&doc, &listed, &matrix.columns[0], id);
                differing.extend(diff.things().filter(|at| diff.rows[*at].mark.is_some()).filter_map(|at| diff.rows[at].id.part().cloned()));
            }
            differing.sort();
            differing.dedup();
            let mut told: Vec<Part> = matrix.rows.iter().map(|row| row.part.whole()).collect();
            told.sort();
            told.dedup();
            prop_assert_eq!(told, differing);
            for row in 0..matrix.rows.len() {
                let texts: Vec<_> = (0..matrix.columns.len()).map(|column| matrix.cell(row, column).unwrap().state).collect();
                prop_assert!(texts.iter().any(|state| matches!(state, CellState::Own | CellState::Absent)), "{:?} {:?}", matrix.rows[row], texts);
            }
        }
    }
}
