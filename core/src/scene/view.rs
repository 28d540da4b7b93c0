//! Typed reading of a scene. Views read through the tree and own nothing; a member that is missing or of another type
//! reads as `None`, and a top-level `null` as absent.

use crate::json::{Document, Ref};
use std::borrow::Cow;

/// Three numbers: feet for a position, degrees for a rotation, a factor or feet for a scale.
pub type Vector = [f64; 3];

/// Reads `{"x", "y", "z"}`; `None` unless all three are numbers.
pub fn vector(value: Ref<'_>) -> Option<Vector> {
    let axis = |key| value.get(key)?.as_f64();
    Some([axis("x")?, axis("y")?, axis("z")?])
}

/// A whole scene: the root of `setup.json`.
#[derive(Debug, Clone, Copy)]
pub struct SceneView<'a>(pub Ref<'a>);

impl<'a> SceneView<'a> {
    /// The scene of a document.
    pub fn of(document: &'a Document) -> Self {
        Self(document.root())
    }

    /// The platform's test for its two setup formats: a scene of Edit Mode has both `schemaVersion` and `environment`,
    /// anything else is taken for the older `mod-setup`.
    pub fn is_edit_scene(self) -> bool {
        self.0.get("schemaVersion").is_some() && self.0.get("environment").is_some()
    }

    /// The top-level value `key`; `null` reads as absent.
    pub fn key(self, key: &str) -> Option<Ref<'a>> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    /// The scene's display name.
    pub fn name(self) -> Option<Cow<'a, str>> {
        self.key("name")?.as_str()
    }

    /// The scene's stable identifier.
    pub fn scene_id(self) -> Option<Cow<'a, str>> {
        self.key("sceneId")?.as_str()
    }

    /// The base's entities with their index in `objects`; what is not an object is passed over.
    pub fn entities(self) -> impl DoubleEndedIterator<Item = (usize, Entity<'a>)> + Clone {
        entities(self.key("objects"))
    }

    /// The elements of the top-level list `key`, none where it is missing or no list.
    pub fn list(self, key: &str) -> impl DoubleEndedIterator<Item = Ref<'a>> + Clone {
        self.key(key).into_iter().flat_map(Ref::items)
    }

    /// The prefab with this id, which a placed entity names in `metadata.prefabId`.
    pub fn prefab(self, id: &str) -> Option<Entity<'a>> {
        self.list("prefabs").map(Entity).find(|prefab| prefab.id().as_deref() == Some(id))
    }

    /// The project material with this id.
    pub fn material(self, id: &str) -> Option<Ref<'a>> {
        self.list("materials").find(|material| text(*material, "id").as_deref() == Some(id))
    }

    /// The scene script with this id.
    pub fn script(self, id: &str) -> Option<Ref<'a>> {
        self.list("scripts").find(|script| text(*script, "id").as_deref() == Some(id))
    }
}

/// The objects of a list with their index, for `objects` at the top level and in a delta.
pub(crate) fn entities(list: Option<Ref<'_>>) -> impl DoubleEndedIterator<Item = (usize, Entity<'_>)> + Clone {
    let items = list.map(Ref::items).into_iter().flat_map(Iterator::enumerate);
    items.filter(|(_, value)| value.is_object()).map(|(index, value)| (index, Entity(value)))
}

fn text<'a>(value: Ref<'a>, key: &str) -> Option<Cow<'a, str>> {
    value.get(key)?.as_str()
}

/// One entity of `objects`, at the top level or in a variant's delta; a prefab reads the same, without a place.
#[derive(Debug, Clone, Copy)]
pub struct Entity<'a>(pub Ref<'a>);

impl<'a> Entity<'a> {
    fn text(self, key: &str) -> Option<Cow<'a, str>> {
        text(self.0, key)
    }

    fn flag(self, key: &str) -> bool {
        self.0.get(key).and_then(Ref::as_bool).unwrap_or(false)
    }

    fn vector(self, key: &str) -> Option<Vector> {
        vector(self.0.get(key)?)
    }

    /// The id: unique among the entities that one variant plays, not across the file.
    pub fn id(self) -> Option<Cow<'a, str>> {
        self.text("id")
    }

    /// One of [`super::schema::KINDS`], or what stands there instead.
    pub fn kind(self) -> Option<Cow<'a, str>> {
        self.text("kind")
    }

    /// The machine-readable name.
    pub fn label(self) -> Option<Cow<'a, str>> {
        self.text("label")
    }

    /// The name for people.
    pub fn display_name(self) -> Option<Cow<'a, str>> {
        self.text("displayName")
    }

    /// What to call the entity in a list: display name, else label, else id, else kind.
    pub fn title(self) -> Cow<'a, str> {
        let some = |name: Option<Cow<'a, str>>| name.filter(|text| !text.trim().is_empty());
        some(self.display_name())
            .or_else(|| some(self.label()))
            .or_else(|| some(self.id()))
            .or_else(|| some(self.kind()))
            .unwrap_or(Cow::Borrowed("Unnamed"))
    }

    /// The centre in feet; `y` is the height from the room's floor.
    pub fn position(self) -> Option<Vector> {
        self.vector("position")
    }

    /// Euler angles in degrees.
    pub fn rotation(self) -> Option<Vector> {
        self.vector("rotation")
    }

    /// The size: feet, or a factor over the model's own size.
    pub fn scale(self) -> Option<Vector> {
        self.vector("scale")
    }

    /// The colour as it stands, `#rrggbb` in either case.
    pub fn color(self) -> Option<Cow<'a, str>> {
        self.text("color")
    }

    /// The colour as bytes; `None` where it is not `#rrggbb`.
    pub fn rgb(self) -> Option<[u8; 3]> {
        rgb(&self.color()?)
    }

    /// The seat that owns the entity.
    pub fn owner_seat(self) -> Option<Cow<'a, str>> {
        self.text("ownerSeat")
    }

    /// Whether it shows its back.
    pub fn face_down(self) -> bool {
        self.flag("faceDown")
    }

    /// Whether it cannot be moved or acted on.
    pub fn locked(self) -> bool {
        self.flag("locked")
    }

    /// How many cards a deck holds; 1 for everything else.
    pub fn stack_count(self) -> Option<f64> {
        self.0.get("stackCount")?.as_f64()
    }

    /// The tags.
    pub fn tags(self) -> impl Iterator<Item = Cow<'a, str>> {
        self.0.get("tags").into_iter().flat_map(Ref::items).filter_map(Ref::as_str)
    }

    /// The id of the entity that this one hangs on.
    pub fn parent_id(self) -> Option<Cow<'a, str>> {
        self.text("parentId")
    }

    /// What it is made of, for sounds and mass.
    pub fn sound_material(self) -> Option<Cow<'a, str>> {
        self.text("material")
    }

    /// The value `key` of the open `metadata` bag.
    pub fn metadata(self, key: &str) -> Option<Ref<'a>> {
        self.0.get("metadata")?.get(key)
    }

    fn metadata_text(self, key: &str) -> Option<Cow<'a, str>> {
        self.metadata(key)?.as_str()
    }

    /// The prefab that it was placed from.
    pub fn prefab_id(self) -> Option<Cow<'a, str>> {
        self.metadata_text("prefabId")
    }

    /// The model file of a `custom` entity: a path in the pack, `/…` or `builtin:…`.
    pub fn model(self) -> Option<Cow<'a, str>> {
        self.metadata_text("customModelAssetId")
    }

    /// The scene script that is attached to it.
    pub fn script_id(self) -> Option<Cow<'a, str>> {
        self.metadata_text("scriptId")
    }
}

/// Reads `#rrggbb` in either case.
pub fn rgb(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|d| d.len() == 6 && d.bytes().all(|b| b.is_ascii_hexdigit()))?;
    let value = u32::from_str_radix(digits, 16).ok()?;
    let [_, r, g, b] = value.to_be_bytes();
    Some([r, g, b])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = r##"{
      "schemaVersion": 2, "sceneId": "s", "name": "Hex", "environment": {}, "room": null,
      "prefabs": [{"id": "stone", "kind": "token", "label": "Stone", "color": "#aB01ff"}],
      "objects": [
        {"id": "a", "kind": "token", "label": "a.glb", "displayName": " ", "position": {"x": 1, "y": 2.5, "z": -3},
         "rotation": {"x": 0, "y": 90}, "color": "#12345", "ownerSeat": null, "locked": true, "stackCount": 3,
         "tags": ["one", 2, "three"], "parentId": "b", "metadata": {"prefabId": "stone", "scriptId": 5}},
        7
      ]
    }"##;

    #[test]
    fn reads_what_is_there_and_nothing_else() {
        let doc = Document::parse(SCENE.as_bytes()).unwrap();
        let scene = SceneView::of(&doc);
        assert!(scene.is_edit_scene());
        assert_eq!(scene.name().as_deref(), Some("Hex"));
        assert!(scene.key("room").is_none());
        assert_eq!(scene.list("room").chain(scene.list("none")).count(), 0);
        let all: Vec<_> = scene.entities().collect();
        assert_eq!(all.len(), 1);
        let (index, entity) = all[0];
        assert_eq!((index, entity.title().as_ref()), (0, "a.glb"));
        assert_eq!(entity.position(), Some([1.0, 2.5, -3.0]));
        assert_eq!(entity.rotation(), None);
        assert_eq!((entity.rgb(), entity.owner_seat()), (None, None));
        assert!(entity.locked() && !entity.face_down());
        assert_eq!(entity.tags().collect::<Vec<_>>(), ["one", "three"]);
        assert_eq!(entity.script_id(), None);
        let prefab = scene.prefab(&entity.prefab_id().unwrap()).unwrap();
        assert_eq!(prefab.rgb(), Some([0xab, 0x01, 0xff]));
    }

    #[test]
    fn the_older_format_is_told_apart() {
        for text in [r#"{"objects":[]}"#, r#"{"schemaVersion":2}"#, r#"{"environment":{}}"#, "[]", "null"] {
            assert!(!SceneView::of(&Document::parse(text.as_bytes()).unwrap()).is_edit_scene(), "{text}");
        }
    }
}
