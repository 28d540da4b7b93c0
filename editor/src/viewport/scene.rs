//! Reads a resolved scene (setup-json.txt, and what real packs add) into a [`SceneModel`].
//!
//! Reading never fails: what is missing or of another shape gets an everyday value, because the view shows whatever can
//! be shown and the rules of `check` say what is wrong.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use egui::Color32;
use tablewright_core::json::Ref;
use tablewright_core::variants::Resolved;
use tablewright_core::variants::diff::Mark;
use three_d::{Vec3, vec3};

use super::math::Bounds;
use super::model::{
    Contents, DEFAULT_WOOD, Entity, Kind, Look, SceneModel, SeatMarker, SnapGrid, SnapPoint, Table, Tiling, TokenShape, Vessel,
    Zone, default_color,
};
use super::parts::{NoLibrary, Placement, entity_box};

impl SceneModel {
    /// What there is to see of `scene`: a setup as it stands, its base. `root` is the pack's folder.
    pub fn from_scene(scene: Ref<'_>, root: &Path) -> Self {
        Self::read(&Scene::Whole(scene), root)
    }

    /// What there is to see of one variant. With `ghosts`, the base's pieces that it removes are drawn as ghosts.
    pub fn from_resolved(variant: &Resolved<'_>, root: &Path, ghosts: bool) -> Self {
        let scene = Scene::Variant(variant);
        let mut model = Self::read(&scene, root);
        if ghosts {
            let read = Reader::new(&scene);
            let ghost = |entity: Entity| entity.as_ghost(Mark::Removed);
            let mut ghosts: Vec<Entity> = variant.removed.iter().map(|removed| ghost(read.entity(removed.value))).collect();
            // What stands in the base alone is measured by the base's own points.
            let points: Vec<SnapPoint> = Scene::Whole(variant.scene().0).list("snapPoints").map(snap_point).collect();
            expect_sizes(&mut ghosts, &points);
            model.entities.extend(ghosts);
        }
        model.sealed()
    }

    fn read(scene: &Scene<'_, '_>, root: &Path) -> Self {
        let read = Reader::new(scene);
        let mut model = Self { root: Arc::new(root.to_path_buf()), ..Self::default() };
        model.entities = scene.objects().into_iter().map(|object| read.entity(object)).collect();
        model.snap_points = scene.list("snapPoints").map(snap_point).collect();
        read_grids(scene, &mut model);
        expect_sizes(&mut model.entities, &model.snap_points);
        read_table(scene, &mut model);
        read_seats(scene, &mut model);
        read_furniture(scene, &mut model);
        model.sealed()
    }
}

/// Where the keys of a scene are looked up.
enum Scene<'r, 'a> {
    /// In a document, as they stand.
    Whole(Ref<'a>),
    /// In a variant.
    Variant(&'r Resolved<'a>),
}

impl<'a> Scene<'_, 'a> {
    fn get(&self, key: &str) -> Option<Ref<'a>> {
        match self {
            Self::Whole(scene) => scene.get(key),
            Self::Variant(variant) => variant.scene_key(key),
        }
    }

    fn list(&self, key: &str) -> impl Iterator<Item = Ref<'a>> + use<'a> {
        elements(self.get(key))
    }

    fn objects(&self) -> Vec<Ref<'a>> {
        match self {
            Self::Whole(_) => self.list("objects").collect(),
            Self::Variant(variant) => variant.entities.iter().map(|entity| entity.value).collect(),
        }
    }
}

/// The elements of an array, or none.
fn elements<'a>(value: Option<Ref<'a>>) -> impl Iterator<Item = Ref<'a>> + use<'a> {
    value.filter(|v| v.is_array()).into_iter().flat_map(Ref::items)
}

/// The elements of the array `key`, or none.
fn items<'a>(value: Ref<'a>, key: &str) -> impl Iterator<Item = Ref<'a>> + use<'a> {
    elements(value.get(key))
}

fn text<'a>(value: Ref<'a>, key: &str) -> Option<std::borrow::Cow<'a, str>> {
    value.get(key)?.as_str()
}

fn number(value: Ref<'_>, key: &str) -> Option<f64> {
    value.get(key)?.as_f64().filter(|n| n.is_finite())
}

fn number_f32(value: Ref<'_>, key: &str) -> Option<f32> {
    number(value, key).map(|n| n as f32)
}

fn flag(value: Option<Ref<'_>>) -> bool {
    value.and_then(Ref::as_bool).unwrap_or(false)
}

/// `{x,y,z}`; an axis that is missing is 0.
fn triple(value: Option<Ref<'_>>) -> Option<[f64; 3]> {
    let value = value.filter(|v| v.is_object())?;
    Some(["x", "y", "z"].map(|axis| number(value, axis).unwrap_or(0.0)))
}

fn vector(value: [f64; 3]) -> Vec3 {
    let [x, y, z] = value.map(|v| v as f32);
    vec3(x, y, z)
}

/// `#rrggbb` or `#rgb`, in either case.
pub(super) fn color(value: Option<Ref<'_>>) -> Option<Color32> {
    Color32::from_hex(value?.as_str()?.trim()).ok()
}

/// A path in the pack. Platform files (`/textures/…`), presets (`builtin:…`) and addresses are not in it.
fn pack_path(value: Option<Ref<'_>>) -> Option<Arc<str>> {
    let path = value?.as_str()?;
    let elsewhere = path.is_empty() || path.starts_with('/') || path.contains(':');
    (!elsewhere).then(|| Arc::from(&*path))
}

/// What entities refer to.
struct Reader<'a> {
    templates: HashMap<String, Ref<'a>>,
    materials: HashMap<String, Look>,
}

impl<'a> Reader<'a> {
    fn new(scene: &Scene<'_, 'a>) -> Self {
        let mut templates = HashMap::new();
        // `templates` is the older format's list; setup-json.txt says that the two are the same in structure.
        for template in scene.list("templates").chain(scene.list("prefabs")) {
            if let Some(id) = text(template, "id") {
                templates.insert(id.into_owned(), template);
            }
        }
        let materials = scene.list("materials").filter_map(|m| Some((text(m, "id")?.into_owned(), look(m)))).collect();
        Self { templates, materials }
    }

    fn entity(&self, object: Ref<'a>) -> Entity {
        let metadata = object.get("metadata");
        let template = metadata
            .and_then(|m| text(m, "prefabId"))
            .or_else(|| text(object, "templateId"))
            .and_then(|id| self.templates.get(&*id).copied());
        let source = Source { object, template };
        let kind = source.field("kind").and_then(Ref::as_str).map_or(Kind::Other, |name| Kind::from_name(&name));
        let mut entity = Entity::new(text(object, "id").unwrap_or_default(), kind);
        entity.label = ["displayName", "label"]
            .iter()
            .find_map(|key| source.field(key)?.as_str().filter(|s| !s.is_empty()))
            .unwrap_or_default()
            .into_owned();
        entity.position = triple(object.get("position")).unwrap_or_default();
        entity.rotation = triple(source.field("rotation")).unwrap_or_default();
        if let Some(scale) = triple(source.field("scale")) {
            entity.scale = vector(scale);
        }
        entity.color = color(source.field("color")).unwrap_or_else(|| default_color(kind));
        // The platform's own trays are wooden whatever their colour says.
        if kind == Kind::Bag && flag(source.metadata("kaykit")) {
            entity.color = DEFAULT_WOOD;
        }
        entity.locked = flag(source.field("locked"));
        entity.face_down = flag(source.field("faceDown"));
        entity.stack_count = source.field("stackCount").and_then(Ref::as_f64).map_or(1, |n| n.clamp(1.0, 1000.0) as u32);
        entity.model = pack_path(source.metadata("customModelAssetId"));
        entity.texture = face(kind, &source);
        self.slots(&source, &mut entity);
        shape(&source, &mut entity);
        entity
    }

    fn slots(&self, source: &Source<'_>, entity: &mut Entity) {
        let named = source.field("materialSlots").filter(|v| v.is_object()).into_iter().flat_map(Ref::members);
        let all = source.metadata("materialId").map(|id| ("", id));
        for (name, id) in named.chain(all) {
            if let Some(look) = id.as_str().and_then(|id| self.materials.get(&*id)) {
                entity.slots.push((name.to_owned(), look.clone()));
            }
        }
        // A piece without a model has one surface: its only slot is for all of it.
        if entity.model.is_none()
            && let [(name, _)] = entity.slots.as_mut_slice()
        {
            name.clear();
        }
    }
}

/// An object with what its prefab or template gives where it says nothing itself.
struct Source<'a> {
    object: Ref<'a>,
    template: Option<Ref<'a>>,
}

impl<'a> Source<'a> {
    fn field(&self, key: &str) -> Option<Ref<'a>> {
        let given = |v: Ref<'a>| v.get(key).filter(|v| !v.is_null());
        given(self.object).or_else(|| given(self.template?))
    }

    /// Metadata is merged key by key, one level deep.
    fn metadata(&self, key: &str) -> Option<Ref<'a>> {
        let given = |v: Ref<'a>| v.get("metadata")?.get(key).filter(|v| !v.is_null());
        given(self.object).or_else(|| given(self.template?))
    }
}

fn look(material: Ref<'_>) -> Look {
    let props = material.get("props");
    let get = |key: &str| props.and_then(|p| p.get(key));
    let texture = pack_path(get("diffuseMap"));
    // Without a tint the map alone gives the colour.
    let tinted = texture.is_none() || get("diffuseTint").and_then(Ref::as_bool).unwrap_or(true);
    let color = color(get("diffuse")).filter(|_| tinted).unwrap_or(Color32::WHITE);
    let gloss = get("gloss").and_then(Ref::as_f64).unwrap_or(0.25).clamp(0.0, 1.0);
    // A gloss of 1 beside a gloss map means "what the map says", which is not read here.
    let gloss = if get("glossMap").is_some_and(|m| !m.is_null()) { gloss * 0.35 } else { gloss * 0.6 };
    let times = |key: &str| get(key).and_then(Ref::as_f64).filter(|n| n.is_finite() && *n != 0.0).unwrap_or(1.0) as f32;
    let tiling = Tiling([times("tilingX"), times("tilingY")]);
    Look { color, texture, tiling, gloss: (gloss * 255.0) as u8 }
}

/// The picture on a piece's face.
fn face(kind: Kind, source: &Source<'_>) -> Option<Arc<str>> {
    if let Some(path) = pack_path(source.metadata("tokenFaceImage")) {
        return Some(path);
    }
    if !matches!(kind, Kind::Card | Kind::Deck) {
        return None;
    }
    // A custom deck names a picture for each card; the first one lies on top.
    first_path(source.metadata("customDeck")?, 5)
}

/// The first `assetPath` in document order, at most `depth` levels down.
fn first_path(value: Ref<'_>, depth: usize) -> Option<Arc<str>> {
    if depth == 0 {
        return None;
    }
    if let Some(path) = pack_path(value.get("assetPath")) {
        return Some(path);
    }
    value.members().map(|(_, v)| v).chain(value.items()).find_map(|v| first_path(v, depth - 1))
}

fn shape(source: &Source<'_>, entity: &mut Entity) {
    let preset = source.metadata("standardPresetId").and_then(Ref::as_str).unwrap_or_default();
    entity.shape = token_shape(source.metadata("tokenShape"), &preset);
    entity.sides = sides(source, &preset);
    let container = source.field("container");
    let form = container.and_then(|c| text(c, "form")).unwrap_or_default();
    let says = |words: &[&str]| words.iter().any(|word| preset.contains(word) || form == *word);
    entity.vessel = if says(&["bowl", "cup"]) {
        Vessel::Bowl
    } else if says(&["sack", "pouch"]) || (!says(&["tray", "box", "holder"]) && entity.kind == Kind::Bag) {
        Vessel::Sack
    } else {
        Vessel::Tray
    };
    entity.contents = container.and_then(|c| c.get("source")?.get("definition")).filter(|d| d.is_object()).map(contents);
}

fn contents(definition: Ref<'_>) -> Contents {
    let kind = text(definition, "kind").map_or(Kind::Token, |name| Kind::from_name(&name));
    let metadata = definition.get("metadata");
    let preset = metadata.and_then(|m| text(m, "standardPresetId")).unwrap_or_default();
    let shape = match kind {
        Kind::Token => token_shape(metadata.and_then(|m| m.get("tokenShape")), &preset),
        _ => TokenShape::Box,
    };
    Contents {
        shape,
        size: triple(definition.get("scale")).map_or_else(|| kind.default_size(), vector),
        color: color(definition.get("color")).unwrap_or_else(|| default_color(kind)),
    }
}

fn token_shape(name: Option<Ref<'_>>, preset: &str) -> TokenShape {
    // The platform's stones are discs to physics and lenses to the eye.
    if preset.starts_with("go-piece") {
        return TokenShape::Lens;
    }
    match name.and_then(Ref::as_str).as_deref() {
        Some("box" | "square" | "cube" | "rectangle") => TokenShape::Box,
        Some("sphere" | "ball") => TokenShape::Sphere,
        Some("cone" | "pawn" | "meeple") => TokenShape::Cone,
        Some("hex" | "hexagon") => TokenShape::Hex,
        _ => TokenShape::Cylinder,
    }
}

/// How many sides a die has: `metadata.sides`, else the number at the end of its preset (`die-d20`).
fn sides(source: &Source<'_>, preset: &str) -> u8 {
    let told = source.metadata("sides").and_then(Ref::as_f64).map(|n| n as u8);
    let of_preset = || preset.rsplit_once('d').and_then(|(_, n)| n.parse().ok());
    told.or_else(of_preset).filter(|n| matches!(n, 4 | 6 | 8 | 10 | 12 | 20)).unwrap_or(6)
}

/// A board's model says how large it is; without it, the snap points on the board do: they reach half a space from its
/// edges and lie on its surface.
fn expect_sizes(entities: &mut [Entity], snap_points: &[SnapPoint]) {
    for entity in entities.iter_mut().filter(|e| matches!(e.kind, Kind::Board | Kind::Custom) && e.model.is_some()) {
        let reach = (entity.scale * 0.5).map(f32::abs);
        let mut bounds = Bounds::EMPTY;
        let mut count = 0;
        for point in snap_points {
            let d = vector([0, 1, 2].map(|axis| point.position[axis] - entity.position[axis]));
            if d.x.abs() <= reach.x && d.z.abs() <= reach.z && (0.0..0.5).contains(&d.y) {
                bounds.add(d);
                count += 1;
            }
        }
        let (half, middle) = (bounds.half(), bounds.center());
        let centred = middle.x.abs() < half.x * 0.25 && middle.z.abs() < half.z * 0.25;
        if count >= 9 && centred && half.x > 0.0 && half.z > 0.0 {
            let space = (4.0 * half.x * half.z / count as f32).sqrt();
            entity.expected = Some(vec3(half.x * 2.0 + space, bounds.max.y, half.z * 2.0 + space));
        }
    }
}

fn snap_point(point: Ref<'_>) -> SnapPoint {
    SnapPoint {
        position: triple(point.get("position")).unwrap_or_default(),
        radius: number_f32(point, "snapRadius").unwrap_or(0.12),
        tint: None,
    }
}

/// Grids, and the points of those that come without (real files carry both; an example of the documents does not).
fn read_grids(scene: &Scene<'_, '_>, model: &mut SceneModel) {
    for grid in scene.list("snapPointGrids") {
        let Some(center) = triple(grid.get("center")) else { continue };
        let count = |key: &str| number(grid, key).unwrap_or(0.0).clamp(0.0, 500.0) as u32;
        let (rows, cols) = (count("rows"), count("cols"));
        let (x, z) = (number(grid, "spacingX").unwrap_or(0.0), number(grid, "spacingZ").unwrap_or(0.0));
        let reach = |count: u32, spacing: f64| f64::from(count.saturating_sub(1)) * 0.5 * spacing;
        let rotation_y = number_f32(grid, "rotationY").unwrap_or(0.0);
        let half = [reach(cols, x) as f32, reach(rows, z) as f32];
        model.snap_grids.push(SnapGrid { center, half, rotation_y, tint: None });
        let id = text(grid, "id").unwrap_or_default();
        let has_points = scene.list("snapPoints").any(|p| text(p, "groupId").is_some_and(|g| g == id));
        if has_points || rows * cols > 40_000 {
            continue;
        }
        let (sin, cos) = f64::from(rotation_y).to_radians().sin_cos();
        for r in 0..rows {
            for c in 0..cols {
                let (dx, dz) = (f64::from(c) * x - reach(cols, x), f64::from(r) * z - reach(rows, z));
                let position = [center[0] + dx * cos + dz * sin, center[1], center[2] - dx * sin + dz * cos];
                let radius = number_f32(grid, "snapRadius").unwrap_or(0.12);
                model.snap_points.push(SnapPoint { position, radius, tint: None });
            }
        }
    }
}

/// The table. A table pack says its own; a game's table stands in another pack, so a plain one is put under what rests
/// on it.
fn read_table(scene: &Scene<'_, '_>, model: &mut SceneModel) {
    let environment = scene.get("environment");
    let get = |key: &str| environment.and_then(|e| e.get(key));
    let mut table = Table {
        color: color(get("tableSurfaceColor")).unwrap_or(DEFAULT_WOOD),
        texture: pack_path(get("tableSurfaceTextureAssetId")),
        ..Table::default()
    };
    let own = scene.get("tablePack");
    if let Some(surface) = own.and_then(|t| t.get("surface")) {
        let at_least = |key: &str| number_f32(surface, key).filter(|v| *v > 0.0).unwrap_or(2.3);
        table.height = number_f32(surface, "surfaceY").unwrap_or(0.0);
        table.half = [at_least("halfX"), at_least("halfZ")];
        table.round = own.and_then(|t| t.get("collider")?.get("shape")?.as_str()).is_some_and(|s| s == "cylinder");
    } else {
        table.height = resting_height(scene, model);
        table.half = reach(scene, model);
    }
    table.floor = if table.height > 0.6 { 0.0 } else { table.height - 2.1 };
    model.table = table;
}

/// The height of the table that the scene was built on: just below what lies lowest, outliers left aside; else the
/// height of its seats; else the default table's 0.
fn resting_height(scene: &Scene<'_, '_>, model: &SceneModel) -> f32 {
    let mut bottoms: Vec<f32> = model.entities.iter().map(bottom).filter(|y| y.is_finite()).collect();
    if bottoms.is_empty() {
        bottoms.extend(model.snap_points.iter().map(|p| p.position[1] as f32));
    }
    if bottoms.is_empty() {
        let seats = scene.list("seatZones").filter_map(|s| triple(s.get("label")?.get("position")));
        bottoms.extend(seats.map(|p| p[1] as f32));
    }
    if bottoms.is_empty() {
        return DEFAULT_TABLE;
    }
    bottoms.sort_by(f32::total_cmp);
    let middle = bottoms[bottoms.len() / 2];
    let lowest = bottoms.iter().copied().find(|y| middle - y < 0.5).unwrap_or(middle);
    let elsewhere = scene.list("packRefs").any(|r| text(r, "role").is_some_and(|role| role == "table"));
    if elsewhere || lowest >= 0.5 { lowest - CLEARANCE } else { lowest.clamp(DEFAULT_TABLE, 0.0) - CLEARANCE }
}

/// The play surface where no table is assigned (setup-json.txt: −0.02, "think of it as 0"). A scene whose pieces all hang
/// well above was made for another one.
const DEFAULT_TABLE: f32 = -0.02;
/// Between a piece and what it rests on, so that the two don't flicker.
const CLEARANCE: f32 = 0.001;

fn bottom(entity: &Entity) -> f32 {
    if entity.model.is_some() {
        return entity.position[1] as f32;
    }
    entity_box(entity, Placement::of(entity), &mut NoLibrary).bounds().min.y
}

/// Half the sizes of a table with room for everything, square like the tables that games use.
fn reach(scene: &Scene<'_, '_>, model: &SceneModel) -> [f32; 2] {
    let mut far = 1.2f32;
    for entity in &model.entities {
        let bounds = entity_box(entity, Placement::of(entity), &mut NoLibrary).bounds();
        for v in [bounds.min.x, bounds.max.x, bounds.min.z, bounds.max.z] {
            if v.is_finite() && v.abs() < 8.0 {
                far = far.max(v.abs() + 0.3);
            }
        }
    }
    for seat in scene.list("seatZones") {
        if let Some([x, _, z]) = seat.get("label").and_then(|l| triple(l.get("position"))) {
            far = far.max((x.abs().max(z.abs()) as f32).min(8.0) + 0.35);
        }
    }
    [far, far]
}

fn read_seats(scene: &Scene<'_, '_>, model: &mut SceneModel) {
    // Stale defaults of old files lie under the table; what is drawn there would not be seen.
    let least = f64::from(model.table.height) + 0.004;
    let on_table = |[x, y, z]: [f64; 3]| [x, y.max(least), z];
    let mut zone = |value: Ref<'_>, hue: Color32| {
        let (Some(center), Some(size)) = (triple(value.get("position")), value.get("size")) else { return };
        let half = ["x", "z"].map(|axis| number_f32(size, axis).unwrap_or(0.0) * 0.5);
        let rotation_y = number_f32(value, "rotationY").unwrap_or(0.0);
        let id = text(value, "id").unwrap_or_default().into_owned();
        model.zones.push(Zone { id, center: on_table(center), half, rotation_y, color: hue, tint: None });
    };
    for seat in scene.list("seatZones") {
        let name = text(seat, "seat").unwrap_or_default();
        let hue = color(seat.get("color")).unwrap_or_else(|| seat_color(&name));
        items(seat, "zones").for_each(|z| zone(z, hue));
        let Some(label) = seat.get("label") else { continue };
        let Some(position) = triple(label.get("position")) else { continue };
        let size = label.get("size");
        let side = |key: &str, other: f32| size.and_then(|s| number_f32(s, key)).unwrap_or(other);
        let words = text(seat, "labelTextOverride").or_else(|| text(label, "text")).filter(|t| !t.is_empty());
        model.seats.push(SeatMarker {
            label: words.map_or_else(|| capitalised(&name), std::borrow::Cow::into_owned),
            seat: name.into_owned(),
            color: hue,
            position: on_table(position),
            size: [side("width", 1.2), side("height", 0.35)],
            rotation_y: number_f32(label, "rotationY").unwrap_or(0.0),
            tint: None,
        });
    }
    let grey = Color32::from_gray(0xb0);
    scene.list("tableZones").chain(scene.list("zones")).for_each(|z| {
        let owner = text(z, "ownerSeat");
        zone(z, owner.map_or(grey, |seat| seat_color(&seat)));
    });
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The hues of the ten seats that the documents name.
pub fn seat_color(seat: &str) -> Color32 {
    let [r, g, b] = match seat {
        "red" => [0xe0, 0x4f, 0x4f],
        "blue" => [0x4a, 0x86, 0xe8],
        "green" => [0x4f, 0xae, 0x5a],
        "yellow" => [0xe8, 0xc4, 0x3f],
        "purple" => [0x94, 0x5f, 0xd6],
        "orange" => [0xe8, 0x8c, 0x3c],
        "pink" => [0xe8, 0x7f, 0xb4],
        "cyan" => [0x3f, 0xc0, 0xd0],
        "white" => [0xf0, 0xf0, 0xf0],
        "brown" => [0x96, 0x6a, 0x44],
        _ => [0xb0, 0xb0, 0xb0],
    };
    Color32::from_rgb(r, g, b)
}

/// What room and table packs bring themselves.
fn read_furniture(scene: &Scene<'_, '_>, model: &mut SceneModel) {
    let decor = |index: usize, path: Arc<str>| {
        let mut entity = Entity::new(format!("decor {index}"), Kind::Decor);
        entity.scale = vec3(1.0, 1.0, 1.0);
        entity.model = Some(path);
        entity
    };
    if let Some(table) = scene.get("tablePack").and_then(|t| t.get("model"))
        && let Some(path) = pack_path(table.get("modelPath"))
    {
        let mut entity = decor(0, path);
        entity.position = triple(table.get("offset")).unwrap_or_default();
        entity.rotation = [0.0, number(table, "yaw").unwrap_or(0.0), 0.0];
        entity.scale = scale_of(table.get("scale"));
        model.entities.push(entity);
        model.table.visible = false;
    }
    let room = scene.get("roomPack").into_iter().flat_map(|r| items(r, "decor"));
    for (index, piece) in room.enumerate() {
        // An assembly is a list of models of its own, which is not read here.
        let Some(path) = pack_path(piece.get("modelPath")).filter(|p| p.ends_with(".glb")) else { continue };
        let mut entity = decor(index + 1, path);
        entity.label = text(piece, "label").unwrap_or_default().into_owned();
        entity.position = triple(piece.get("position")).unwrap_or_default();
        entity.rotation = triple(piece.get("rotation")).unwrap_or_default();
        entity.scale = scale_of(piece.get("scale"));
        model.entities.push(entity);
    }
}

fn scale_of(value: Option<Ref<'_>>) -> Vec3 {
    let one = |v: Ref<'_>| v.as_f64().map(|s| vec3(s as f32, s as f32, s as f32));
    triple(value).map(vector).or_else(|| one(value?)).unwrap_or(vec3(1.0, 1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_core::json::Document;

    fn model(json: &str) -> SceneModel {
        let document = Document::parse(json.as_bytes()).expect("sound JSON");
        SceneModel::from_scene(document.root(), Path::new("/nowhere"))
    }

    #[test]
    fn a_variant_shows_its_own_pieces_and_the_removed_ones_as_ghosts() {
        let json = r#"{"snapPoints":[{"position":{"x":0,"y":0,"z":0}}],"objects":[{"id":"a","kind":"token"},{"id":"b","kind":"die"}],
            "variants":{"base":"one","deltas":{"two":{"removed":["a"],"objects":[{"id":"c","kind":"bag"}],
            "scene":{"snapPoints":[]}}}}}"#;
        let document = Document::parse(json.as_bytes()).expect("sound JSON");
        let two = tablewright_core::variants::resolve(&document, "two", &["one", "two"]);
        let ids = |ghosts| {
            let model = SceneModel::from_resolved(&two, Path::new("/nowhere"), ghosts);
            assert!(model.snap_points.is_empty());
            model.entities.iter().map(|e| (e.id.clone(), e.ghost)).collect::<Vec<_>>()
        };
        let (b, c, a) = (("b".to_owned(), false), ("c".to_owned(), false), ("a".to_owned(), true));
        assert_eq!(ids(false), [b.clone(), c.clone()]);
        assert_eq!(ids(true), [b, c, a]);
        assert_eq!(SceneModel::from_scene(document.root(), Path::new("/nowhere")).entities.len(), 2);
    }

    #[test]
    fn a_prefab_gives_what_the_entity_does_not_say() {
        let model = model(
            r##"{"prefabs":[{"id":"p","kind":"token","label":"Counter","scale":{"x":1,"y":2,"z":3},"color":"#ff0000",
            "metadata":{"tokenShape":"box","tokenFaceImage":"a.webp"}}],
            "objects":[{"id":"one","position":{"x":1.5,"y":0,"z":0},"metadata":{"prefabId":"p"}},
            {"id":"two","kind":"token","color":"#00FF00","position":{"x":0,"y":0,"z":0},
            "metadata":{"prefabId":"p","tokenShape":"sphere"}}]}"##,
        );
        let (one, two) = (&model.entities[0], &model.entities[1]);
        assert_eq!((one.kind, one.label.as_str(), one.color), (Kind::Token, "Counter", Color32::RED));
        assert_eq!((one.scale, one.shape, one.texture.as_deref()), (vec3(1.0, 2.0, 3.0), TokenShape::Box, Some("a.webp")));
        assert_eq!((two.color, two.shape, two.texture.as_deref()), (Color32::GREEN, TokenShape::Sphere, Some("a.webp")));
    }

    #[test]
    fn materials_are_found_by_slot_and_platform_files_are_left_alone() {
        let model = model(
            r##"{"materials":[{"id":"m","props":{"diffuse":"#808080","diffuseMap":"t/wood.webp","tilingX":2,"tilingY":0}},
            {"id":"n","props":{"diffuse":"#112233","diffuseMap":"/textures/floor.webp"}}],
            "objects":[{"id":"a","kind":"board","metadata":{"customModelAssetId":"m.glb"},
            "materialSlots":{"Goban":"m","Feet":"n","Gone":"nobody"}},{"id":"b","kind":"board","materialSlots":{"X":"m"}}]}"##,
        );
        let slots = &model.entities[0].slots;
        assert_eq!(slots.len(), 2);
        assert_eq!((slots[0].0.as_str(), slots[0].1.texture.as_deref()), ("Goban", Some("t/wood.webp")));
        assert_eq!(slots[0].1.tiling, Tiling([2.0, 1.0]));
        assert_eq!((slots[1].0.as_str(), slots[1].1.texture.as_deref()), ("Feet", None));
        assert_eq!(model.entities[1].slots[0].0, "", "a piece without a model has one surface");
    }

    #[test]
    fn the_table_stands_under_what_rests_on_it() {
        let on = |y: f64, refs: &str| {
            model(&format!(
                r#"{{"packRefs":[{refs}],"objects":[{{"id":"a","kind":"token","scale":{{"x":0.1,"y":0.1,"z":0.1}},
                "position":{{"x":0,"y":{y},"z":0}}}}]}}"#
            ))
            .table
        };
        let role = r#"{"packId":"t","role":"table"}"#;
        assert!((on(2.1, role).height - 2.049).abs() < 1e-4);
        assert_eq!(on(2.1, role).floor, 0.0);
        assert!((on(0.05, "").height + CLEARANCE).abs() < 1e-6);
        assert!((on(-3.0, "").height - DEFAULT_TABLE + CLEARANCE).abs() < 1e-6);
        assert!(on(0.05, "").floor < -1.0);
        assert!((on(1.55, "").height - 1.499).abs() < 1e-4, "no table named, but all hangs above");
        let own =
            model(r#"{"tablePack":{"surface":{"surfaceY":2.0723,"halfX":1.5,"halfZ":2.5},"collider":{"shape":"cylinder"}}}"#);
        assert_eq!((own.table.height, own.table.half, own.table.round), (2.0723, [1.5, 2.5], true));
    }

    #[test]
    fn grids_without_points_get_them_and_grids_with_points_do_not() {
        let grid = r#"{"id":"g","center":{"x":1,"y":2,"z":3},"rows":3,"cols":2,"spacingX":0.5,"spacingZ":0.25,"rotationY":0}"#;
        let bare = model(&format!(r#"{{"snapPointGrids":[{grid}]}}"#));
        assert_eq!(bare.snap_points.len(), 6);
        assert_eq!(bare.snap_points[0].position, [0.75, 2.0, 2.75]);
        assert_eq!(bare.snap_grids[0].half, [0.25, 0.25]);
        let point = r#"{"id":"g:r0c0","groupId":"g","position":{"x":0.75,"y":2,"z":2.75},"snapRadius":0.1}"#;
        let full = model(&format!(r#"{{"snapPointGrids":[{grid}],"snapPoints":[{point}]}}"#));
        assert_eq!(full.snap_points.len(), 1);
    }

    #[test]
    fn a_bag_shows_its_vessel_and_contents() {
        let model = model(
            r##"{"objects":[{"id":"a","kind":"bag","container":{"form":"holder","source":{"definition":{"kind":"token",
            "scale":{"x":0.07,"y":0.03,"z":0.07},"color":"#101010","metadata":{"standardPresetId":"go-piece-black"}}}}},
            {"id":"b","kind":"bag"},{"id":"c","kind":"bag","metadata":{"standardPresetId":"bowl-round"}}]}"##,
        );
        let vessels: Vec<_> = model.entities.iter().map(|e| e.vessel).collect();
        assert_eq!(vessels, [Vessel::Tray, Vessel::Sack, Vessel::Bowl]);
        assert_eq!(model.entities[0].contents.as_ref().map(|c| c.shape), Some(TokenShape::Lens));
    }

    #[test]
    fn a_board_without_its_model_is_as_large_as_its_snap_points_say() {
        let mut points = Vec::new();
        for (r, c) in (0..13).flat_map(|r| (0..13).map(move |c| (r, c))) {
            let (x, z) = (f64::from(c - 6) * 0.2, f64::from(r - 6) * 0.2);
            points.push(format!(r#"{{"position":{{"x":{x},"y":2.085,"z":{z}}}}}"#));
        }
        let read = |points: &str| {
            model(&format!(
                r#"{{"snapPoints":[{points}],"objects":[{{"id":"b","kind":"custom","scale":{{"x":6,"y":6,"z":6}},
                "position":{{"x":0,"y":2.065,"z":0}},"metadata":{{"customModelAssetId":"b.glb"}}}}]}}"#
            ))
        };
        let size = read(&points.join(",")).entities[0].expected.expect("169 points tell it");
        assert!((size.x - 2.58).abs() < 0.05 && (size.y - 0.02).abs() < 1e-4, "{size:?}");
        assert_eq!(read(&points[..8].join(",")).entities[0].expected, None, "a few points tell nothing");
        assert_eq!(read(&points[..85].join(",")).entities[0].expected, None, "points on one side tell nothing");
    }

    #[test]
    fn dice_tell_their_sides() {
        let model = model(
            r#"{"objects":[{"id":"a","kind":"die","metadata":{"standardPresetId":"die-d20"}},
            {"id":"b","kind":"die","metadata":{"sides":7}},{"id":"c","kind":"die","metadata":{"sides":8}}]}"#,
        );
        let sides: Vec<_> = model.entities.iter().map(|e| e.sides).collect();
        assert_eq!(sides, [20, 6, 8]);
    }

    #[test]
    fn anything_at_all_can_be_read() {
        for json in [
            "null",
            "[]",
            "3",
            r#"{"objects":null,"seatZones":3,"snapPoints":{}}"#,
            r#"{"objects":[null,1,"x",[],{}],"snapPoints":[null],"snapPointGrids":[{"center":{"x":0},"rows":1e9,"cols":1e9}],
            "seatZones":[null,{"zones":[null],"label":3}],"materials":[1],"prefabs":[{}],"environment":7,
            "tablePack":{"surface":{"halfX":-1}},"zones":[{"position":{"x":1e400}}]}"#,
            r#"{"objects":[{"id":"a","kind":"die","position":{"x":1e400,"y":-1e400,"z":"3"},"scale":{"x":-1,"y":0,"z":1e30}}]}"#,
        ] {
            model(json);
        }
    }

    #[test]
    fn seats_and_zones_lie_on_the_table() {
        let model = model(
            r##"{"tablePack":{"surface":{"surfaceY":2,"halfX":2,"halfZ":2}},"seatZones":[{"seat":"red",
            "zones":[{"position":{"x":0,"y":0.05,"z":1},"size":{"x":1.6,"z":0.5},"rotationY":180}],
            "label":{"position":{"x":0,"y":0.05,"z":1.5},"size":{"width":1,"height":0.3}}},
            {"seat":"blue","color":"#ffffff","labelTextOverride":"White","label":{"position":{"x":0,"y":2.1,"z":-1.5}}}]}"##,
        );
        assert!(model.zones[0].center[1] > 2.0 && model.seats[0].position[1] > 2.0);
        assert_eq!(model.seats[1].position[1], 2.1);
        assert_eq!((model.seats[0].label.as_str(), model.seats[1].label.as_str()), ("Red", "White"));
        assert_eq!(model.seats[1].color, Color32::WHITE);
    }
}
