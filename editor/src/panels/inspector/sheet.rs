//! What the inspector shows of the selection, as plain data: made once for each state of the documents and selection.

use std::borrow::Cow;

use egui::Color32;
use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_core::json::Ref;
use tablewright_core::scene::view::vector;
use tablewright_core::scene::{Entity, SceneView};
use tablewright_core::variants::{Origin, Resolved, Resolver};

use super::super::hierarchy::{capital, contents, count, kind_icon, kind_name};
use crate::icons::Icon;
use crate::session::Session;
use crate::viewport::seat_color;

/// What stands in a field.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shown<T> {
    /// All have this.
    Same(T),
    /// They differ.
    Mixed,
    /// The document has something there that the field cannot hold, as JSON.
    Odd(String),
}

/// A field: what it shows, and what the base has where that differs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cell<T> {
    pub shown: Shown<T>,
    pub base: Option<Shown<T>>,
}

/// Three numbers; each may be mixed by itself.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Triple {
    pub value: [f64; 3],
    pub mixed: [bool; 3],
    pub odd: Option<String>,
    pub base: Option<Shown<[f64; 3]>>,
}

/// A seat that an entity can belong to.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Seat {
    pub id: String,
    pub name: String,
    pub color: Color32,
}

/// The selection.
#[derive(Debug, Clone)]
pub(super) struct Sheet {
    pub ids: Vec<String>,
    pub icon: Icon,
    pub title: String,
    pub subtitle: String,
    /// Where the entity comes from; `None` for several.
    pub origin: Option<Origin>,
    pub parent: bool,
    /// How many units of the entity differ from the base's.
    pub differing: usize,
    /// Those of them that have no row.
    pub elsewhere: Vec<String>,
    pub label: Cell<String>,
    pub display_name: Cell<String>,
    pub kind: Cell<String>,
    /// Where they are mixed: see `common_tags`.
    pub tags: Cell<Vec<String>>,
    /// What all have.
    pub common_tags: Vec<String>,
    pub owner: Cell<String>,
    pub seats: Vec<Seat>,
    pub position: Triple,
    pub rotation: Triple,
    pub scale: Triple,
    /// The scale of a model is a factor, not a length.
    pub factor: bool,
    /// Cards and decks have a size of their own.
    pub sized: bool,
    pub color: Cell<String>,
    /// The names of the project's materials on it.
    pub materials: Option<String>,
    pub made_of: Option<Cell<String>>,
    pub locked: Cell<bool>,
    pub face_down: Cell<bool>,
    /// All are cards and decks: only those can lie face down.
    pub turnable: bool,
    pub stack_count: Option<Cell<f64>>,
}

/// The entities with these ids as the variant shown has them, in the order of `ids`.
pub(super) fn pieces<'a>(resolved: &Resolved<'a>, ids: &[String]) -> Vec<(String, Ref<'a>, Origin)> {
    let wanted: FxHashSet<&str> = ids.iter().map(String::as_str).collect();
    let mut found: FxHashMap<Cow<'a, str>, (Ref<'a>, Origin)> = FxHashMap::default();
    for entity in &resolved.entities {
        if let Some(id) = entity.entity().id().filter(|id| wanted.contains(&**id)) {
            found.entry(id).or_insert((entity.value, entity.origin));
        }
    }
    let piece = |id: &String| found.get(id.as_str()).map(|(value, origin)| (id.clone(), *value, *origin));
    ids.iter().filter_map(piece).collect()
}

/// Three numbers of an entity, or of its prefab where it has none itself.
pub(super) fn effective<'a>(value: Ref<'a>, scene: SceneView<'a>, key: &str, absent: [f64; 3]) -> [f64; 3] {
    Piece::new(value, scene).get(key).and_then(vector).unwrap_or(absent)
}

/// An entity with what its prefab gives where it says nothing itself.
#[derive(Clone, Copy)]
struct Piece<'a> {
    value: Ref<'a>,
    prefab: Option<Ref<'a>>,
}

impl<'a> Piece<'a> {
    fn new(value: Ref<'a>, scene: SceneView<'a>) -> Self {
        let prefab = Entity(value).prefab_id().and_then(|id| scene.prefab(&id)).map(|prefab| prefab.0);
        Self { value, prefab }
    }

    fn get(self, key: &str) -> Option<Ref<'a>> {
        let given = |value: Ref<'a>| value.get(key).filter(|value| !value.is_null());
        given(self.value).or_else(|| given(self.prefab?))
    }

    fn read<T>(self, key: &str, absent: T, read: impl Fn(Ref<'a>) -> Option<T>) -> Shown<T> {
        match self.get(key) {
            None => Shown::Same(absent),
            Some(value) => read(value).map_or_else(|| Shown::Odd(value.to_text()), Shown::Same),
        }
    }
}

fn string(value: Ref<'_>) -> Option<String> {
    value.as_str().map(Cow::into_owned)
}

fn strings(value: Ref<'_>) -> Option<Vec<String>> {
    value.is_array().then(|| value.items().map(string).collect())?
}

/// Reads fields of the selection.
struct Reader<'a> {
    pieces: Vec<Piece<'a>>,
    /// The base's entity behind the variant's own copy, where one is selected.
    base: Option<Piece<'a>>,
}

impl<'a> Reader<'a> {
    /// The base's value of a member that differs.
    fn base_of<T>(&self, key: &str, read: impl Fn(Piece<'a>) -> Shown<T>) -> Option<Shown<T>> {
        let base = self.base.filter(|base| !same(base.value.get(key), self.pieces[0].value.get(key)))?;
        Some(read(base))
    }

    fn cell<T: Clone + PartialEq>(&self, key: &str, absent: &T, read: impl Fn(Ref<'a>) -> Option<T>) -> Cell<T> {
        let of = |piece: Piece<'a>| piece.read(key, absent.clone(), &read);
        let first = of(self.pieces[0]);
        let same = self.pieces[1..].iter().all(|piece| of(*piece) == first);
        Cell { shown: if same { first } else { Shown::Mixed }, base: self.base_of(key, of) }
    }

    fn triple(&self, key: &str, absent: [f64; 3]) -> Triple {
        let of = |piece: Piece<'a>| piece.read(key, absent, vector);
        let (mut value, mut mixed, mut odd) = (absent, [false; 3], None);
        for (number, piece) in self.pieces.iter().enumerate() {
            match of(*piece) {
                Shown::Same(one) if number == 0 => value = one,
                Shown::Same(one) => (0..3).for_each(|axis| mixed[axis] |= one[axis] != value[axis]),
                Shown::Odd(text) => odd = Some(text),
                Shown::Mixed => {}
            }
        }
        Triple { value, mixed, odd, base: self.base_of(key, of) }
    }

    /// What all of them say of themselves in `read`.
    fn all(&self, read: impl Fn(Entity<'a>) -> bool) -> bool {
        self.pieces.iter().all(|piece| read(Entity(piece.value)))
    }
}

fn same(a: Option<Ref<'_>>, b: Option<Ref<'_>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.equals(b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// Members whose keys are units of their own.
const KEYED: [&str; 2] = ["metadata", "container"];

/// The units in which two entities differ.
fn differing(own: Ref<'_>, base: Ref<'_>) -> Vec<String> {
    let keys = |a: Ref<'_>, b: Ref<'_>| {
        let mut seen = FxHashSet::default();
        let all = a.members().chain(b.members()).map(|(key, _)| key.to_owned());
        all.filter(|key| seen.insert(key.clone())).collect::<Vec<_>>()
    };
    let mut units = Vec::new();
    for key in keys(own, base) {
        let (mine, theirs) = (own.get(&key), base.get(&key));
        if same(mine, theirs) {
            continue;
        }
        match (mine, theirs) {
            (Some(mine), Some(theirs)) if KEYED.contains(&key.as_str()) && mine.is_object() && theirs.is_object() => {
                let below = keys(mine, theirs).into_iter().filter(|below| !same(mine.get(below), theirs.get(below)));
                units.extend(below.map(|below| format!("{key}.{below}")));
            }
            _ => units.push(key),
        }
    }
    units
}

impl Sheet {
    /// The selection as the variant shown has it; `None` where nothing is selected.
    pub fn of(session: &Session) -> Option<Self> {
        let resolver = Resolver::new(session.scene()?);
        let resolved = resolver.resolve(session.shown(), session.listed());
        let found = pieces(&resolved, session.selection());
        let (first, _, origin) = found.first()?;
        let scene = resolved.scene();
        let origin = (found.len() == 1).then_some(*origin);
        let base = resolver.base_entity(first).filter(|_| origin == Some(Origin::Own)).map(|base| Piece::new(base.value, scene));
        let reader = Reader { pieces: found.iter().map(|(_, value, _)| Piece::new(*value, scene)).collect(), base };
        let ids: Vec<String> = found.iter().map(|(id, ..)| id.clone()).collect();
        let mut sheet = Self::read(&reader, ids, origin);
        let parents: FxHashSet<_> = resolved.entities.iter().filter_map(|entity| entity.entity().parent_id()).collect();
        sheet.parent = sheet.ids.iter().any(|id| parents.contains(id.as_str()));
        sheet.seats = seats(&resolved);
        sheet.materials = materials(&reader, scene);
        if let Some(base) = base {
            let units = differing(reader.pieces[0].value, base.value);
            sheet.differing = units.len();
            sheet.elsewhere = units.into_iter().filter(|unit| !sheet.has_row(unit)).collect();
        }
        Some(sheet)
    }

    fn read(reader: &Reader<'_>, ids: Vec<String>, origin: Option<Origin>) -> Self {
        let first = Entity(reader.pieces[0].value);
        let kind = first.kind().unwrap_or_default();
        let several = ids.len() > 1;
        let is = |entity: Entity<'_>, kinds: &[&str]| kinds.contains(&&*entity.kind().unwrap_or_default());
        let text = |key| reader.cell(key, &String::new(), string);
        let tags = reader.cell("tags", &Vec::new(), strings);
        Self {
            icon: if several { Icon::Group } else { kind_icon(&kind) },
            title: if several { count(ids.len(), "piece") } else { first.title().into_owned() },
            subtitle: if several { kinds(reader) } else { subtitle(first) },
            ids,
            origin,
            parent: false,
            differing: 0,
            elsewhere: Vec::new(),
            label: text("label"),
            display_name: text("displayName"),
            kind: text("kind"),
            common_tags: common_tags(reader),
            tags,
            owner: text("ownerSeat"),
            seats: Vec::new(),
            position: reader.triple("position", [0.0; 3]),
            rotation: reader.triple("rotation", [0.0; 3]),
            scale: reader.triple("scale", [1.0; 3]),
            factor: !reader.all(|entity| entity.model().is_none()),
            sized: reader.all(|entity| is(entity, &["card", "deck"])),
            color: text("color"),
            materials: None,
            made_of: reader.pieces.iter().any(|piece| piece.get("material").is_some()).then(|| text("material")),
            locked: reader.cell("locked", &false, Ref::as_bool),
            face_down: reader.cell("faceDown", &false, Ref::as_bool),
            turnable: reader.all(|entity| is(entity, &["card", "deck"])),
            stack_count: reader.all(|entity| is(entity, &["deck"])).then(|| reader.cell("stackCount", &1.0, Ref::as_f64)),
        }
    }

    /// Whether a unit has a row of its own, where a difference is seen.
    fn has_row(&self, unit: &str) -> bool {
        const ROWS: [&str; 11] =
            ["label", "displayName", "kind", "tags", "ownerSeat", "position", "rotation", "scale", "color", "locked", "faceDown"];
        ROWS.contains(&unit)
            || (unit == "stackCount" && self.stack_count.is_some())
            || (unit == "material" && self.made_of.is_some())
    }
}

fn subtitle(entity: Entity<'_>) -> String {
    let kind = entity.kind().unwrap_or(Cow::Borrowed("No kind"));
    let (name, contents) = (capital(kind_name(&kind)), contents(entity));
    if !contents.is_empty() {
        return format!("{name} of {contents}");
    }
    let file = entity.model().and_then(|model| model.rsplit('/').next().map(str::to_owned));
    file.map_or(name.clone(), |file| format!("{name} · {file}"))
}

/// `3 tokens, 1 board`, the first few kinds.
fn kinds(reader: &Reader<'_>) -> String {
    let mut counts: Vec<(Cow<'_, str>, usize)> = Vec::new();
    for piece in &reader.pieces {
        let kind = Entity(piece.value).kind().unwrap_or(Cow::Borrowed("thing"));
        match counts.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => counts.push((kind, 1)),
        }
    }
    let more = counts.len() > 3;
    let said: Vec<_> = counts.iter().take(3).map(|(kind, n)| said(kind, *n)).collect();
    said.join(", ") + if more { ", …" } else { "" }
}

fn said(kind: &str, number: usize) -> String {
    match kind {
        "die" => format!("{number} {}", if number == 1 { "die" } else { "dice" }),
        other => count(number, &kind_name(other).to_lowercase()),
    }
}

fn common_tags(reader: &Reader<'_>) -> Vec<String> {
    let tags = |piece: &Piece<'_>| piece.get("tags").and_then(strings).unwrap_or_default();
    let mut common = tags(&reader.pieces[0]);
    for piece in &reader.pieces[1..] {
        let these = tags(piece);
        common.retain(|tag| these.contains(tag));
    }
    common
}

fn seats(resolved: &Resolved<'_>) -> Vec<Seat> {
    let list = resolved.scene_key("seatZones").into_iter().flat_map(Ref::items);
    let seat = |seat: Ref<'_>| {
        let id = seat.get("seat").and_then(string)?;
        let own = seat.get("color").and_then(Ref::as_str).and_then(|color| Color32::from_hex(&color).ok());
        let name = seat.get("labelTextOverride").and_then(string).filter(|name| !name.trim().is_empty());
        Some(Seat { name: name.unwrap_or_else(|| capital(&id)), color: own.unwrap_or_else(|| seat_color(&id)), id })
    };
    list.filter_map(seat).collect()
}

/// The names of the project's materials on the pieces, each once.
fn materials(reader: &Reader<'_>, scene: SceneView<'_>) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for piece in &reader.pieces {
        let slots = piece.get("materialSlots").into_iter().flat_map(Ref::members).map(|(_, id)| id);
        let all = Entity(piece.value).metadata("materialId");
        for id in slots.chain(all).filter_map(Ref::as_str) {
            let name = scene.material(&id).and_then(|material| material.get("name").and_then(string));
            let name = name.unwrap_or_else(|| id.into_owned());
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    (!names.is_empty()).then(|| names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_core::json::Document;

    fn units(own: &str, base: &str) -> Vec<String> {
        let (own, base) = (Document::parse(own.as_bytes()).unwrap(), Document::parse(base.as_bytes()).unwrap());
        differing(own.root(), base.root())
    }

    #[test]
    fn differences_are_counted_in_units() {
        let base = r#"{"id":"a","position":{"x":1,"y":2,"z":3},"locked":false,"metadata":{"p":1,"q":2},"tags":[]}"#;
        assert!(units(base, base).is_empty());
        let own = r#"{"id":"a","position":{"x":1,"y":2,"z":4},"metadata":{"p":1,"q":3,"r":4},"tags":[],"color":"\u0023fff"}"#;
        assert_eq!(units(own, base), ["position", "metadata.q", "metadata.r", "color", "locked"]);
        assert_eq!(units(r#"{"metadata":1}"#, r#"{"metadata":{}}"#), ["metadata"]);
    }

    fn reader(text: &str, read: impl FnOnce(&Reader<'_>)) {
        let document = Document::parse(text.as_bytes()).unwrap();
        let scene = SceneView::of(&document);
        let pieces = scene.entities().map(|(_, entity)| Piece::new(entity.0, scene)).collect();
        read(&Reader { pieces, base: None });
    }

    #[test]
    fn several_pieces_are_the_same_mixed_or_odd() {
        let text = r#"{"objects":[
            {"kind":"token","label":"a","position":{"x":1,"y":2,"z":3},"tags":["one","two"],"locked":true},
            {"kind":"die","label":"a","position":{"x":1,"y":5,"z":3},"tags":["two"],"locked":1}]}"#;
        reader(text, |reader| {
            let text = |key| reader.cell(key, &String::new(), string).shown;
            assert_eq!(text("label"), Shown::Same("a".to_owned()));
            assert_eq!(text("kind"), Shown::Mixed);
            assert_eq!(text("displayName"), Shown::Same(String::new()));
            let position = reader.triple("position", [0.0; 3]);
            assert_eq!((position.value, position.mixed), ([1.0, 2.0, 3.0], [false, true, false]));
            assert_eq!(reader.cell("locked", &false, Ref::as_bool).shown, Shown::Mixed);
            assert_eq!(common_tags(reader), ["two"]);
            assert_eq!(kinds(reader), "1 token, 1 die");
        });
        reader(r#"{"objects":[{"label":5,"position":"here"}]}"#, |reader| {
            assert_eq!(reader.cell("label", &String::new(), string).shown, Shown::Odd("5".to_owned()));
            assert_eq!(reader.triple("position", [0.0; 3]).odd.as_deref(), Some("\"here\""));
        });
    }

    #[test]
    fn a_prefab_says_what_the_piece_does_not() {
        let text = r#"{"prefabs":[{"id":"p","scale":{"x":2,"y":2,"z":2},"locked":true}],
            "objects":[{"metadata":{"prefabId":"p"},"locked":false}]}"#;
        reader(text, |reader| {
            assert_eq!(reader.triple("scale", [1.0; 3]).value, [2.0; 3]);
            assert_eq!(reader.cell("locked", &false, Ref::as_bool).shown, Shown::Same(false));
        });
    }
}
