//! The scene: three boards as one base and two deltas, in the key order of the platform's editor.

use super::super::build::{Value, object};
use super::Identity;
use super::layout::{BOARDS, BOWL_HEIGHT, BOWL_WIDTH, Board, LID_HEIGHT, LID_STEP, LID_WIDTH, SPACING_X, SPACING_Z};
use super::layout::{STONE_HEIGHT, STONE_WIDTH, enlarged};

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Side {
    /// Part of ids and file names.
    pub id: &'static str,
    /// As people read it.
    pub name: &'static str,
    /// The colour of the stones.
    pub color: &'static str,
    /// The seat on the platform's palette.
    seat: &'static str,
    /// The material slot of the stones' model.
    slot: &'static str,
    /// The platform's own stone, for a reader that does not know our prefab.
    preset: &'static str,
    /// +1 where the player sits at positive z, which is nearer to the camera, else -1.
    pub toward: f64,
}

/// Black sits near and plays first.
pub const BLACK: Side =
    Side { id: "black", name: "Black", color: "#1b1c20", seat: "red", slot: "Slate", preset: "go-piece-black", toward: 1.0 };

/// White sits opposite.
pub const WHITE: Side =
    Side { id: "white", name: "White", color: "#f3eee2", seat: "blue", slot: "Shell", preset: "go-piece-white", toward: -1.0 };

/// The whole of `setup.json`.
pub fn setup(identity: &Identity) -> Value {
    let [base, others @ ..] = &BOARDS;
    let (grid, points) = snap_grid(base);
    object! {
        "schemaVersion": 2,
        "sceneId": &identity.scene_id,
        "name": &identity.name,
        "environment": environment(),
        "roomSettings": object! {
            "debugVisibility": object! { "rigidBodies": false, "triggers": false, "playerZones": false },
            "game": object! { "minPlayers": 2, "maxPlayers": 2, "supportedPlayerCounts": vec![2] },
        },
        "materials": materials(),
        "prefabs": [BLACK, WHITE].map(prefab).to_vec(),
        "objects": objects(base),
        "zones": Vec::<Value>::new(),
        "seatZones": [BLACK, WHITE].map(seat).to_vec(),
        "seatTemplate": object! {
            "id": "seat-template",
            "zones": Vec::<Value>::new(),
            "label": label(vector(0.0, 0.0, LABEL_AHEAD), 0.0),
            "holders": Vec::<Value>::new(),
            "scale": 1,
        },
        "snapPoints": points,
        "snapPointGrids": vec![grid],
        "variants": object! {
            "base": base.id,
            "deltas": Value::Object(others.iter().map(|board| (board.id.to_owned(), delta(base, board))).collect()),
        },
    }
}

/// What a smaller board changes: its own board and stones in place of the base's, the bowls nearer, its own grid.
fn delta(base: &Board, board: &Board) -> Value {
    let moved = bowls_and_lids(board);
    let kept: Vec<String> = moved.iter().filter_map(id_of).collect();
    let removed: Vec<String> = objects(base).iter().filter_map(id_of).filter(|id| !kept.contains(id)).collect();
    let (grid, points) = snap_grid(board);
    object! {
        "removed": removed,
        "objects": objects(board),
        "scene": object! { "snapPoints": points, "snapPointGrids": vec![grid] },
    }
}

fn id_of(entity: &Value) -> Option<String> {
    let Value::Object(members) = entity else { return None };
    members.iter().find_map(|(key, value)| match value {
        Value::Text(id) if key == "id" => Some(id.clone()),
        _ => None,
    })
}

/// What places an entity: one row of the scene.
struct Entity {
    id: String,
    kind: &'static str,
    display_name: String,
    position: Value,
    turn: f64,
    scale: Value,
    color: &'static str,
    locked: bool,
    tags: Vec<&'static str>,
}

impl Entity {
    /// The entity as the editor writes it; `middle` are the keys between `stackCount` and `tags`, `after` those from `physics` on.
    fn write(self, middle: Vec<(&str, Value)>, after: Vec<(&str, Value)>) -> Value {
        let mut value = object! {
            "id": &self.id,
            "kind": self.kind,
            "label": self.id,
            "position": self.position,
            "rotation": vector(0.0, self.turn, 0.0),
            "scale": self.scale,
            "color": self.color,
            "ownerSeat": Value::Null,
            "faceDown": false,
            "locked": self.locked,
            "stackCount": 1,
        };
        for (key, member) in middle {
            value = value.with(key, member);
        }
        value = value.with("tags", self.tags).with("displayName", self.display_name);
        for (key, member) in after {
            value = value.with(key, member);
        }
        value.with("velocity", vector(0.0, 0.0, 0.0)).with("angularVelocity", vector(0.0, 0.0, 0.0))
    }
}

fn objects(board: &Board) -> Vec<Value> {
    let mut all = vec![slab(board)];
    all.extend(bowls_and_lids(board));
    for (side, places) in [(BLACK, board.black), (WHITE, board.white)] {
        all.extend(places.iter().enumerate().map(|(index, &place)| stone(board, side, index, place)));
    }
    all
}

fn slab(board: &Board) -> Value {
    let entity = Entity {
        id: format!("board-{}", board.id),
        kind: "custom",
        display_name: format!("Board {}", board.name),
        position: in_scene(0.0, board.height / 2.0, 0.0),
        turn: 0.0,
        scale: in_scene(board.width(), board.height, board.depth()),
        color: "#dfb06a",
        locked: true,
        tags: vec!["board"],
    };
    let after = vec![
        ("physics", object! { "bodyType": "static", "friction": 0.8, "restitution": 0, "collisionShape": "box" }),
        ("material", "wood".into()),
        ("materialSlots", object! { "Kaya": format!("mat-board-{}", board.id) }),
        ("metadata", object! { "customModelAssetId": board_model(board) }),
    ];
    entity.write(vec![], after)
}

/// Each player's bowl stands to the right of the player, its lid beside it.
fn bowls_and_lids(board: &Board) -> Vec<Value> {
    [BLACK, WHITE].into_iter().flat_map(|side| [bowl(board, side), lid(board, side)]).collect()
}

/// Where a player's bowl stands on the table, as (x, z).
pub fn bowl_place(board: &Board, side: Side) -> (f64, f64) {
    (board.bowl_x * side.toward, board.bowl_z * side.toward)
}

/// Where a player's lid lies, as (x, z).
pub fn lid_place(board: &Board, side: Side) -> (f64, f64) {
    (board.bowl_x * side.toward, (board.bowl_z - LID_STEP) * side.toward)
}

fn bowl(board: &Board, side: Side) -> Value {
    let (x, z) = bowl_place(board, side);
    let entity = Entity {
        id: format!("bowl-{}", side.id),
        kind: "bag",
        display_name: format!("{}'s bowl", side.name),
        position: in_scene(x, BOWL_HEIGHT / 2.0, z),
        turn: 0.0,
        scale: in_scene(BOWL_WIDTH, BOWL_HEIGHT, BOWL_WIDTH),
        color: "#633d26",
        locked: false,
        tags: vec!["bowl"],
    };
    let stone = object! {
        "kind": "token",
        "label": format!("stone-{}", side.id),
        "scale": stone_scale(),
        "color": side.color,
        "physics": stone_physics(),
        "material": "tile",
        "metadata": stone_metadata(side),
    };
    let source = object! { "ref": object! { "type": "preset", "id": side.preset }, "definition": stone };
    let container = object! { "form": "holder", "infinite": true, "source": source };
    let after = vec![
        ("physics", object! { "friction": 0.7, "restitution": 0.1, "collisionShape": "convexHull" }),
        ("material", "wood".into()),
        ("materialSlots", object! { "Walnut": "mat-walnut" }.with(side.slot, material_of(side))),
        ("metadata", object! { "customModelAssetId": bowl_model(side), "search": object! { "audience": "nobody" } }),
    ];
    entity.write(vec![("capacityLimit", 200.into()), ("container", container)], after)
}

fn lid(board: &Board, side: Side) -> Value {
    let (x, z) = lid_place(board, side);
    let entity = Entity {
        id: format!("lid-{}", side.id),
        kind: "custom",
        display_name: format!("{}'s lid for captured stones", side.name),
        position: in_scene(x, LID_HEIGHT / 2.0, z),
        turn: 0.0,
        scale: in_scene(LID_WIDTH, LID_HEIGHT, LID_WIDTH),
        color: "#633d26",
        locked: false,
        tags: vec!["lid"],
    };
    let after = vec![
        ("physics", object! { "friction": 0.7, "restitution": 0.1, "collisionShape": "convexHull" }),
        ("material", "wood".into()),
        ("materialSlots", object! { "Walnut": "mat-walnut" }),
        ("metadata", object! { "customModelAssetId": LID_MODEL }),
    ];
    entity.write(vec![], after)
}

/// Where two lines cross in the scene, as (x, z): the platform's own formula, bit for bit, on the spacing that the grid states.
fn crossing(board: &Board, (column, row): (u16, u16)) -> [f64; 2] {
    [board.place(column, enlarged(SPACING_X)), board.place(row, enlarged(SPACING_Z))]
}

/// The middle of the real stone on (column, row), in feet, with its turn about the vertical axis in degrees.
pub fn stone_place(board: &Board, (column, row): (u16, u16)) -> ([f64; 3], f64) {
    let at = [board.place(column, SPACING_X), board.height + STONE_HEIGHT / 2.0, board.place(row, SPACING_Z)];
    // No two neighbours show their grain the same way round.
    (at, f64::from((column * 67 + row * 131) % 360))
}

fn stone(board: &Board, side: Side, index: usize, place: (u16, u16)) -> Value {
    let ([_, y, _], turn) = stone_place(board, place);
    let [x, z] = crossing(board, place);
    let entity = Entity {
        id: format!("stone-{}-{}-{}", board.id, side.id, index + 1),
        kind: "token",
        display_name: format!("{} stone", side.name),
        position: vector(x, enlarged(y), z),
        turn,
        scale: stone_scale(),
        color: side.color,
        locked: false,
        tags: vec!["stone"],
    };
    let after = vec![
        ("physics", stone_physics()),
        ("material", "tile".into()),
        ("materialSlots", object! {}.with(side.slot, material_of(side))),
        ("metadata", stone_metadata(side)),
    ];
    entity.write(vec![], after)
}

fn prefab(side: Side) -> Value {
    object! {
        "id": format!("stone-{}", side.id),
        "kind": "token",
        "label": format!("stone-{}", side.id),
        "scale": stone_scale(),
        "color": side.color,
        "ownerSeat": Value::Null,
        "locked": false,
        "tags": vec!["stone"],
        "material": "tile",
        "metadata": object! { "customModelAssetId": stone_model(side), "tokenShape": "cylinder" },
    }
}

fn stone_scale() -> Value {
    in_scene(STONE_WIDTH, STONE_HEIGHT, STONE_WIDTH)
}

fn stone_physics() -> Value {
    object! { "friction": 0.55, "restitution": 0.16, "angularDamping": 0.35, "collisionShape": "convexHull" }
}

fn stone_metadata(side: Side) -> Value {
    object! {
        "prefabId": format!("stone-{}", side.id), "customModelAssetId": stone_model(side), "tokenShape": "cylinder",
    }
}

/// The path of a board's model.
pub fn board_model(board: &Board) -> String {
    format!("models/board-{}.glb", board.id)
}

/// The path of a board's texture.
pub fn board_texture(board: &Board) -> String {
    format!("textures/board-{}.jpg", board.id)
}

/// The path of a player's bowl.
pub fn bowl_model(side: Side) -> String {
    format!("models/bowl-{}.glb", side.id)
}

/// The path of a player's stones.
pub fn stone_model(side: Side) -> String {
    format!("models/stone-{}.glb", side.id)
}

/// The path of the lids' model.
pub const LID_MODEL: &str = "models/lid.glb";
/// The path of the wood of bowls and lids.
pub const WALNUT_TEXTURE: &str = "textures/walnut.jpg";
/// The path of the black stones' texture.
pub const SLATE_TEXTURE: &str = "textures/slate.jpg";
/// The path of the white stones' texture.
pub const SHELL_TEXTURE: &str = "textures/shell.jpg";
/// The path of the table's cloth.
pub const LINEN_TEXTURE: &str = "textures/linen.jpg";
/// The table's own colour, under the cloth and on its legs: light, for a reader that tints the cloth with it.
const TABLE_COLOR: &str = "#8d9c92";

fn material_of(side: Side) -> String {
    format!("mat-{}", side.slot.to_lowercase())
}

fn environment() -> Value {
    object! {
        "tableSurfaceColor": TABLE_COLOR,
        "tableSurfaceTextureAssetId": LINEN_TEXTURE,
        "ambientColor": "#b8bdc2",
        "fogEnabled": false,
        "fogColor": "#000000",
        "fogDensity": 0,
        "skyboxAssetId": Value::Null,
        "skyboxRotation": vector(0.0, 0.0, 0.0),
        "skyboxSpin": vector(0.0, 0.0, 0.0),
    }
}

fn materials() -> Vec<Value> {
    let boards = BOARDS
        .iter()
        .map(|board| material(&format!("mat-board-{}", board.id), &format!("Kaya {}", board.name), &board_texture(board), 0.35));
    let rest = [
        material("mat-walnut", "Walnut", WALNUT_TEXTURE, 0.5),
        material("mat-slate", "Slate", SLATE_TEXTURE, 0.4),
        material("mat-shell", "Shell", SHELL_TEXTURE, 0.75),
    ];
    boards.chain(rest).collect()
}

/// A material with its colour from `map`; every property the editor writes is there, at its usual value.
fn material(id: &str, name: &str, map: &str, gloss: f64) -> Value {
    let props = object! {
        "tilingX": 1, "tilingY": 1, "offsetX": 0, "offsetY": 0, "diffuse": "#ffffff", "diffuseMap": map, "diffuseTint": true,
        "diffuseVertexColor": false, "ambient": "#ffffff", "aoMap": Value::Null, "ambientTint": false, "useMetalness": true,
        "metalness": 0, "gloss": gloss, "specular": "#ffffff", "specularMap": Value::Null, "glossMap": Value::Null,
        "specularityFactor": 1, "metalnessMap": Value::Null, "metalnessMapChannel": "b", "glossMapChannel": "g",
        "glossInvert": false, "emissive": "#000000", "emissiveIntensity": 0, "emissiveMap": Value::Null, "opacity": 1,
        "blendType": "none", "opacityMap": Value::Null, "alphaTest": 0, "alphaToCoverage": false, "normalMap": Value::Null,
        "bumpiness": 1, "heightMap": Value::Null, "heightMapFactor": 1, "clearCoat": 0, "clearCoatGloss": 1,
        "clearCoatBumpiness": 1, "useSheen": false, "sheen": "#ffffff", "sheenGloss": 1, "refraction": 0,
        "refractionIndex": 0.66, "thickness": 0, "useIridescence": false, "iridescence": 0, "iridescenceThicknessMin": 100,
        "iridescenceThicknessMax": 400, "cubeMap": Value::Null, "reflectivity": 1, "lightMap": Value::Null, "cull": "back",
        "depthTest": true, "depthWrite": true, "twoSidedLighting": false, "opacityFadesSpecular": true,
    };
    object! { "id": id, "name": name, "props": props }
}

/// How far before the middle of the table a player's place is.
const SEAT_AWAY: f64 = 1.45;
/// How far before that place, seen from the middle, the name lies.
const LABEL_AHEAD: f64 = 0.25;
/// Just above the cloth.
const SEAT_HEIGHT: f64 = 0.02;

/// A seat that follows the template; its name is where the template puts it, turned with the seat.
fn seat(side: Side) -> Value {
    let turn = if side.toward > 0.0 { 0.0 } else { 180.0 };
    object! {
        "seat": side.seat,
        "zones": Vec::<Value>::new(),
        "label": label(vector(0.0, SEAT_HEIGHT, (SEAT_AWAY + LABEL_AHEAD) * side.toward), turn),
        "color": side.color,
        "group": object! { "position": vector(0.0, SEAT_HEIGHT, SEAT_AWAY * side.toward), "rotationY": turn },
        "templateLink": "linked",
        "labelTextOverride": side.name,
    }
}

fn label(position: Value, turn: f64) -> Value {
    object! {
        "position": position,
        "size": object! { "width": 1.2, "height": 0.35 },
        "rotationY": turn,
        "fontSize": 0.3,
    }
}

/// A grid and its points, which the format keeps side by side; row by row from the far left corner.
fn snap_grid(board: &Board) -> (Value, Vec<Value>) {
    let id = format!("snap-grid-{}", board.id);
    let radius = enlarged(0.034);
    let grid = object! {
        "id": &id,
        "label": format!("Board {}", board.name),
        "center": in_scene(0.0, board.height, 0.0),
        "rows": u32::from(board.lines),
        "cols": u32::from(board.lines),
        "spacingX": enlarged(SPACING_X),
        "spacingZ": enlarged(SPACING_Z),
        "rotationY": 0,
        "snapRadius": radius,
        "ownerSeat": Value::Null,
        "metadata": object! {},
    };
    let point = |row: u16, column: u16| {
        let [x, z] = crossing(board, (column, row));
        object! {
            "id": format!("{id}:r{row}c{column}"),
            "label": format!("Snap grid {}-{}", row + 1, column + 1),
            "position": vector(x, enlarged(board.height), z),
            "rotationY": 0,
            "snapRadius": radius,
            "ownerSeat": Value::Null,
            "groupId": &id,
            "metadata": object! {},
        }
    };
    let lines = 0..board.lines;
    let points = lines.clone().flat_map(|row| lines.clone().map(move |column| (row, column)));
    (grid, points.map(|(row, column)| point(row, column)).collect())
}

/// A vector of real measures as the scene has it.
fn in_scene(x: f64, y: f64, z: f64) -> Value {
    vector(enlarged(x), enlarged(y), enlarged(z))
}

fn vector(x: f64, y: f64, z: f64) -> Value {
    // JSON text made by JavaScript has no -0, and a difference in sign alone would only puzzle readers.
    object! { "x": x + 0.0, "y": y + 0.0, "z": z + 0.0 }
}
