//! Files put onto the table: a model becomes a piece that shows it, a picture a board with the picture on it.

use tablewright_core::json::{Document, Ref, Value};
use tablewright_core::pack::extension;
use tablewright_core::variants::{self, Stage};
use tablewright_core::{Error, ErrorKind, Result, pointer};

use super::{Notice, Session};

/// How far apart several files are put down, in feet.
const APART: f64 = 0.75;
/// The longer side of a board that shows a picture, in feet.
const BOARD: f64 = 1.0;

/// A file that can stand on the table.
enum Piece<'a> {
    Model(&'a str),
    Picture(&'a str),
}

impl<'a> Piece<'a> {
    fn of(path: &'a str) -> Option<Self> {
        let end = extension(path)?.to_ascii_lowercase();
        match end.as_str() {
            "glb" if !path.to_ascii_lowercase().ends_with(".collider.glb") => Some(Self::Model(path)),
            "png" | "jpg" | "jpeg" | "webp" => Some(Self::Picture(path)),
            _ => None,
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Self::Model(_) => "custom",
            Self::Picture(_) => "board",
        }
    }

    fn path(&self) -> &'a str {
        match self {
            Self::Model(path) | Self::Picture(path) => path,
        }
    }

    /// The file's name without its ending.
    fn title(&self) -> &'a str {
        let name = self.path().rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }
}

impl Session {
    /// Whether a file can be put onto the table.
    pub fn can_place(path: &str) -> bool {
        Piece::of(path).is_some()
    }

    /// Puts files onto the table side by side from `at` on, in the scope that is set, and selects them.
    pub(super) fn place_files(&mut self, paths: &[String], at: [f64; 3]) -> Result<Vec<Notice>> {
        let pieces: Vec<Piece> = paths.iter().filter_map(|path| Piece::of(path)).collect();
        if pieces.is_empty() {
            return Err(Error::new(ErrorKind::Refused, "Only models (.glb) and pictures can stand on the table")
                .hint("Sounds, data and scripts are named in the fields that use them."));
        }
        let mut scene = self.scene_or_refuse()?.clone();
        let kinds: Vec<&str> = pieces.iter().map(Piece::kind).collect();
        let ids = variants::fresh_ids(&scene, &kinds);
        let mut entities = Vec::with_capacity(pieces.len());
        for (number, (piece, id)) in pieces.iter().zip(&ids).enumerate() {
            let position = [at[0] + number as f64 * APART, at[1], at[2]];
            let (size, metadata) = match piece {
                Piece::Model(path) => ([1.0; 3], Value::object([("customModelAssetId", Value::from(*path))])),
                Piece::Picture(path) => {
                    let material;
                    (scene, material) = with_material(&scene, piece.title(), path)?;
                    (self.board_size(path), Value::object([("materialId", Value::from(material))]))
                }
            };
            entities.push(entity(id, piece, position, size, metadata));
        }
        let stage = Stage { scene: &scene, ..self.stage(&scene) };
        let added = variants::add_entities(stage, self.scope, entities)?;
        let label = match pieces.as_slice() {
            [piece] => format!("Place {}", piece.title()),
            pieces => format!("Place {} pieces", pieces.len()),
        };
        let notices = self.take(label, added.edited, None);
        self.selection = added.ids;
        Ok(notices)
    }

    /// A board in the shape of a picture.
    fn board_size(&self, path: &str) -> [f64; 3] {
        let file = crate::viewport::assets::path_in_pack(self.root(), path).ok();
        let size = file.and_then(|file| image::ImageReader::open(file).ok()?.with_guessed_format().ok()?.into_dimensions().ok());
        let (width, height) = size.map_or((1.0, 1.0), |(width, height)| (f64::from(width.max(1)), f64::from(height.max(1))));
        let longer = width.max(height);
        let side = |length: f64| (length / longer * BOARD * 1000.0).round() / 1000.0;
        [side(width).max(0.01), 0.05, side(height).max(0.01)]
    }
}

/// The scene with a material that shows a picture, and the material's id; one that is there already is used again.
fn with_material(scene: &Document, name: &str, path: &str) -> Result<(Document, String)> {
    let materials = scene.root().get("materials");
    let map = |material: Ref| material.get("props").and_then(|props| Some(props.get("diffuseMap")?.as_str()? == path));
    let known = materials.into_iter().flat_map(Ref::items).find(|material| map(*material) == Some(true));
    if let Some(id) = known.and_then(|material| material.get("id")?.as_str()) {
        return Ok((scene.clone(), id.into_owned()));
    }
    let id = format!("mat-{}", uuid::Uuid::new_v4());
    let props = Value::object([("diffuse", Value::from("#ffffff")), ("diffuseMap", Value::from(path))]);
    let material = Value::object([("id", Value::from(id.as_str())), ("name", Value::from(name)), ("props", props)]);
    let edited = match materials.filter(|list| list.is_array()) {
        Some(list) => scene.insert_item(&pointer!["materials"], list.len(), material)?,
        None => scene.set(&pointer!["materials"], Value::Array(vec![material]))?,
    };
    Ok((edited, id))
}

fn entity(id: &str, piece: &Piece, position: [f64; 3], scale: [f64; 3], metadata: Value) -> Value {
    let vector = |at: [f64; 3]| Value::object(["x", "y", "z"].into_iter().zip(at.map(Value::from)));
    Value::object([
        ("id", Value::from(id)),
        ("kind", Value::from(piece.kind())),
        ("label", Value::from(piece.title())),
        ("position", vector(position)),
        ("rotation", vector([0.0; 3])),
        ("scale", vector(scale)),
        ("color", Value::from("#ffffff")),
        ("ownerSeat", Value::Null),
        ("faceDown", Value::from(false)),
        ("locked", Value::from(false)),
        ("stackCount", Value::from(1)),
        ("tags", Value::Array(Vec::new())),
        ("metadata", metadata),
        ("velocity", vector([0.0; 3])),
        ("angularVelocity", vector([0.0; 3])),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Action;
    use tablewright_core::variants::Scope;

    const SCENE: &str =
        r##"{"schemaVersion":2,"sceneId":"s","environment":{},"objects":[],"variants":{"base":"a","deltas":{"b":{}}}}"##;
    const MANIFEST: &str = r#"{"variants":[{"id":"a","name":"A"},{"id":"b","name":"B"}],"entry":{"setup":"setup.json"}}"#;

    fn session(folder: &tempfile::TempDir) -> Session {
        std::fs::write(folder.path().join("diceytable.mod.json"), MANIFEST).unwrap();
        std::fs::write(folder.path().join("setup.json"), SCENE).unwrap();
        image::RgbaImage::new(40, 20).save(folder.path().join("wide.png")).unwrap();
        Session::open(folder.path(), &folder.path().join("state")).unwrap().0
    }

    #[test]
    fn models_and_pictures_stand_side_by_side_in_the_scope_shown() {
        let folder = tempfile::tempdir().unwrap();
        let mut session = session(&folder);
        session.act(Action::Show("b".into()));
        session.act(Action::SetScope(Scope::Only));
        let paths = ["models/bowl.glb", "wide.png", "x.json"].map(str::to_owned).to_vec();
        session.act(Action::PlaceFiles { paths, at: [1.0, 2.0, 3.0] });
        assert_eq!(session.history().head(), 1, "one step");
        assert_eq!(session.selection().len(), 2);
        let text = session.scene().unwrap().text();
        assert!(
            text.contains(r#""customModelAssetId":"models/bowl.glb""#) && text.contains(r#""diffuseMap":"wide.png""#),
            "{text}"
        );
        let resolved = |id: &str| variants::resolve(session.scene().unwrap(), id, session.listed()).entities.len();
        assert_eq!((resolved("a"), resolved("b")), (0, 2));
        let scene = session.scene().unwrap();
        let board = scene.at(&pointer!["variants", "deltas", "b", "objects", 1]).unwrap();
        assert_eq!(board.get("scale").unwrap().to_text(), r#"{"x":1,"y":0.05,"z":0.5}"#);
        assert_eq!(board.get("position").unwrap().to_text(), r#"{"x":1.75,"y":2,"z":3}"#);
        // The picture again: its material is used again.
        session.act(Action::PlaceFiles { paths: vec!["wide.png".into()], at: [0.0; 3] });
        assert_eq!(session.scene().unwrap().root().get("materials").unwrap().len(), 1);
        session.act(Action::Undo);
        session.act(Action::Undo);
        assert_eq!(session.scene().unwrap().text(), SCENE);
        let notices = session.act(Action::PlaceFiles { paths: vec!["x.wav".into()], at: [0.0; 3] });
        assert!(notices[0].failed, "{notices:?}");
    }
}
