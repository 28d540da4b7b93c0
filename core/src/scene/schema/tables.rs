//! The tables: one row a field. What stands behind a row is the Setup JSON page of the platform's documents, unless the
//! comment says otherwise; fields that only real packs have are rows with [`Rule::Any`], so that looking up is quick.

use super::special;
use crate::scene::view::rgb;
use crate::shape::{ANY_LENGTH, Field, Pattern, Rule, Shape, Unknown, may, must};

/// The kinds of entities and prefabs.
pub const KINDS: [&str; 9] = ["card", "deck", "die", "token", "board", "bag", "custom", "card-holder", "button"];

/// What an entity can be made of, for its sounds and its mass.
pub const SOUND_MATERIALS: [&str; 8] = ["wood", "cardboard", "metal", "plastic", "card", "tile", "generic", "silent"];

/// The types of a seat's zones; the last five are read but no longer authored.
pub const ZONE_TYPES: [&str; 9] = ["hand", "area", "hidden", "scripting", "reveal", "layout", "randomize", "fog-of-war", "drop"];

const TEXT: Rule = Rule::Text(0, ANY_LENGTH);
const NUMBER: Rule = Rule::Number;
static BAG: Rule = Rule::Bag;
static ANY_TEXT: Rule = TEXT;

/// The documents print a lower-case pattern and say that it is read without regard to case.
const COLOR: Rule = Rule::Pattern(
    7,
    7,
    &Pattern { test: |text| rgb(text).is_some(), regex: "^#[0-9A-Fa-f]{6}$", words: "a colour like #d9b36c", message: None },
);
const SEAT: Rule = Rule::OrNull(&Rule::Text(0, 40));
const TEXT_OR_NULL: Rule = Rule::OrNull(&ANY_TEXT);
const KIND: Rule = Rule::OneOf(&KINDS);
static TAG: Rule = Rule::Pattern(
    1,
    32,
    &Pattern {
        test: special::is_tag, regex: "^[a-z0-9_-]+$", words: "lower-case letters, digits, “_” and “-”", message: None
    },
);
const TAGS: Rule = Rule::List(0, 100, &TAG);
const CONTAINER_MODE: Rule = Rule::OneOf(&["random", "stack", "queue"]);
const COUNT: Rule = Rule::Integer(1, 1000);

/// A bag's contents. Only `form` is told to be required; its values are listed nowhere.
static CONTAINER: Shape = Shape::of(&[must("form", TEXT)]);

pub(super) static ROOT: Rule = Rule::Object(&SCENE);

/// The top level, and with it what a variant's `scene` may hold.
pub(super) static SCENE: Shape = Shape {
    null_is_absent: true,
    unknown: Unknown::Advise,
    ..Shape::of(&[
        must("schemaVersion", Rule::Numbers(&[1.0, 2.0])),
        must("sceneId", TEXT),
        must("name", TEXT),
        must("environment", Rule::Object(&ENVIRONMENT)),
        may("room", Rule::Bag),
        may("roomSettings", Rule::Bag),
        may("materials", Rule::List(0, 256, &BAG)),
        may("textures", Rule::List(0, 512, &BAG)),
        may("prefabs", Rule::List(0, ANY_LENGTH, &PREFAB_RULE)),
        // The documents name neither the shape of packRefs nor tableZones, tablePack, roomPack and sceneScriptVars.
        may("packRefs", Rule::Any),
        must("objects", Rule::List(0, ANY_LENGTH, &ENTITY_RULE)),
        may("zones", Rule::List(0, ANY_LENGTH, &BAG)),
        may("seatZones", Rule::List(0, ANY_LENGTH, &SEAT_RULE)),
        may("tableZones", Rule::Any),
        may("seatTemplate", Rule::Object(&SEAT_TEMPLATE)),
        may("snapPoints", Rule::List(0, ANY_LENGTH, &SNAP_POINT_RULE)),
        may("snapPointGrids", Rule::List(0, ANY_LENGTH, &SNAP_GRID_RULE)),
        may("scripts", Rule::List(0, 64, &SCRIPT_RULE)),
        may("sceneScriptIds", Rule::List(0, ANY_LENGTH, &ANY_TEXT)),
        may("sceneScriptVars", Rule::Any),
        may("variants", Rule::Object(&BLOCK)),
        may("tablePack", Rule::Any),
        may("roomPack", Rule::Any),
        // Retired: nothing reads it any more.
        may("entityPatches", Rule::Any),
    ])
};

/// The members that the Game Variants page shows, by their types; which of them must be there is not told.
static ENVIRONMENT: Shape = Shape::of(&[
    may("tableSurfaceColor", TEXT),
    may("tableSurfaceTextureAssetId", TEXT_OR_NULL),
    may("ambientColor", TEXT),
    may("fogEnabled", Rule::Bool),
    may("fogColor", TEXT),
    may("fogDensity", NUMBER),
    may("skyboxAssetId", TEXT_OR_NULL),
]);

pub(super) static ENTITY_RULE: Rule = Rule::Object(&ENTITY);

/// An entity. The page has no table for it: the four members that its shortest example has must be there, and where the
/// tables of a prefab or of the older format bound a field of the same name, that bound is taken.
static ENTITY: Shape = Shape {
    noun: "entity",
    named_by: "id",
    unknown: Unknown::Advise,
    ..Shape::of(&[
        must("id", TEXT),
        must("kind", KIND),
        must("label", TEXT),
        must("position", Rule::Vector),
        may("rotation", Rule::Vector),
        may("scale", Rule::Vector),
        may("color", COLOR),
        may("ownerSeat", SEAT),
        may("faceDown", Rule::Bool),
        may("locked", Rule::Bool),
        may("stackCount", COUNT),
        may("containerMode", CONTAINER_MODE),
        may("capacityLimit", COUNT),
        may("container", Rule::Object(&CONTAINER)),
        may("tags", TAGS),
        may("displayName", TEXT_OR_NULL),
        may("parentId", TEXT_OR_NULL),
        may("physics", Rule::Any),
        may("material", Rule::OneOf(&SOUND_MATERIALS)),
        may("soundSetOverrides", Rule::Bag),
        may("materialSlots", Rule::Any),
        may("metadata", Rule::Bag),
        may("velocity", Rule::Vector),
        may("angularVelocity", Rule::Vector),
    ])
};

static PREFAB_RULE: Rule = Rule::Object(&PREFAB);

/// `tableObjectTemplateSchema`: “one validator serves both”. A prefab has no place.
static PREFAB: Shape = Shape {
    noun: "prefab",
    named_by: "id",
    unknown: Unknown::Advise,
    also: Some(special::prefab),
    ..Shape::of(&[
        // The table prints 1 as the minimum; the pattern takes two characters.
        must("id", Rule::Pattern(2, 96, &PREFAB_ID)),
        must("kind", KIND),
        must("label", Rule::Text(1, 80)),
        may("rotation", Rule::Vector),
        may("scale", Rule::Vector),
        may("color", COLOR),
        may("ownerSeat", SEAT),
        may("faceDown", Rule::Bool),
        may("locked", Rule::Bool),
        may("stackCount", COUNT),
        may("containerMode", CONTAINER_MODE),
        may("capacityLimit", COUNT),
        may("container", Rule::Object(&CONTAINER)),
        may("tags", TAGS),
        may("material", Rule::OneOf(&SOUND_MATERIALS)),
        may("soundSetOverrides", Rule::Bag),
        may("metadata", Rule::Bag),
    ])
};

static PREFAB_ID: Pattern = Pattern {
    test: special::is_template_id,
    regex: "^[a-z0-9][a-z0-9._-]*[a-z0-9]$",
    words: "lower-case letters, digits, “.”, “_” and “-”, with a letter or digit at both ends,",
    message: None,
};

static SEAT_RULE: Rule = Rule::Object(&SEAT_ZONES);

static SEAT_ZONES: Shape = Shape {
    noun: "seat",
    named_by: "seat",
    also: Some(special::one_hand_zone),
    ..Shape::of(&[
        may("seat", TEXT),
        may("zones", Rule::List(0, ANY_LENGTH, &ZONE_RULE)),
        may("label", Rule::Any),
        may("color", Rule::Any),
        may("group", Rule::Any),
        may("templateLink", Rule::Any),
        may("labelTextOverride", Rule::Any),
    ])
};

static SEAT_TEMPLATE: Shape = Shape {
    noun: "the seat template",
    also: Some(special::one_hand_zone),
    ..Shape::of(&[may("zones", Rule::List(0, ANY_LENGTH, &ZONE_RULE)), may("scale", NUMBER)])
};

static ZONE_RULE: Rule = Rule::Object(&ZONE);

static ZONE: Shape = Shape {
    noun: "zone",
    named_by: "id",
    also: Some(special::zone_options),
    ..Shape::of(&[may("id", TEXT), may("position", Rule::Vector), may("type", Rule::OneOf(&ZONE_TYPES)), may("name", TEXT)])
};

static SNAP_POINT_RULE: Rule = Rule::Object(&SNAP_POINT);

static SNAP_POINT: Shape = Shape {
    noun: "snap point",
    named_by: "id",
    ..Shape::of(&[may("id", TEXT), may("label", Rule::Any), may("position", Rule::Vector)])
};

static SNAP_GRID_RULE: Rule = Rule::Object(&SNAP_GRID);

/// The members that the Game Variants page shows, by their types.
static SNAP_GRID: Shape = Shape {
    noun: "snap grid",
    named_by: "id",
    ..Shape::of(&[
        may("id", TEXT),
        may("label", TEXT),
        may("center", Rule::Vector),
        may("rows", NUMBER),
        may("cols", NUMBER),
        may("spacingX", NUMBER),
        may("spacingZ", NUMBER),
        may("rotationY", NUMBER),
        may("snapRadius", NUMBER),
        may("ownerSeat", TEXT_OR_NULL),
        may("metadata", Rule::Bag),
    ])
};

static SCRIPT_RULE: Rule = Rule::Object(&SCRIPT);

/// `sceneScriptSchema`.
static SCRIPT: Shape = Shape {
    noun: "script",
    named_by: "name",
    unknown: Unknown::Advise,
    also: Some(special::variable_names),
    ..Shape::of(&[
        must("id", Rule::Text(1, 96)),
        must("name", Rule::Text(1, 120)),
        may("description", Rule::Text(0, 500)),
        may("language", Rule::OneOf(&["typescript"])),
        must("source", Rule::Text(0, 262_144)),
        may("compiled", Rule::OrNull(&Rule::Text(0, 524_288))),
        may("refKind", Rule::OrNull(&KIND)),
        may("variables", Rule::List(0, 32, &VARIABLE_RULE)),
        may("updatedAt", TEXT),
    ])
};

static IDENTIFIER: Pattern = Pattern {
    test: special::is_identifier,
    regex: "^[A-Za-z_$][A-Za-z0-9_$]*$",
    words: "a name of letters, digits, “_” and “$” that starts with no digit,",
    message: None,
};

static VARIABLE_RULE: Rule = Rule::Object(&VARIABLE);

/// `sceneScriptSchema.variables`.
static VARIABLE: Shape = Shape {
    noun: "variable",
    named_by: "name",
    unknown: Unknown::Advise,
    also: Some(special::variable),
    ..Shape::of(&[
        must("name", Rule::Pattern(1, 64, &IDENTIFIER)),
        must("type", Rule::OneOf(&special::VARIABLE_TYPES)),
        may("label", Rule::Text(0, 80)),
        may("description", Rule::Text(0, 240)),
        may("kind", KIND),
        may("tag", Rule::Text(0, 32)),
        may("min", NUMBER),
        may("max", NUMBER),
        may("default", Rule::Any),
    ])
};

/// The `variants` block of the Game Variants page.
static BLOCK: Shape = Shape { unknown: Unknown::Advise, also: Some(special::deltas), ..Shape::of(BLOCK_FIELDS) };

const BLOCK_FIELDS: &[Field] = &[must("base", TEXT), may("deltas", Rule::Bag)];

pub(super) static DELTA_RULE: Rule = Rule::Object(&DELTA);

/// What a variant changes. Every part may be missing; a key that nobody knows is kept and not refused.
static DELTA: Shape = Shape {
    unknown: Unknown::Advise,
    also: Some(special::own_keys),
    ..Shape::of(&[
        may("removed", Rule::List(0, ANY_LENGTH, &ANY_TEXT)),
        may("objects", Rule::List(0, ANY_LENGTH, &ENTITY_RULE)),
        may("scene", Rule::Bag),
    ])
};
