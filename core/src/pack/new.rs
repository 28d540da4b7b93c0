//! A new pack on disk: an empty one of each type, or a copy of the sample.
//!
//! This writes files and nothing else; whoever calls it puts the folder under git.

use std::io;
use std::path::{Path, PathBuf};

use super::build::{Value, object};
use super::sample::{self, Identity};
use super::{Fs, MANIFEST, OsFs, SETUP};
use crate::error::{Error, ErrorKind, Result};
use crate::manifest::{PackType, slug_of};

/// What a new pack is to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPack {
    /// Which of the four kinds; it cannot be changed after the first publish.
    pub pack_type: PackType,
    /// The title, 1 to 80 UTF-16 units after trimming.
    pub name: String,
    /// Whether to begin with the sample game instead of an empty scene. Only for [`PackType::Game`].
    pub sample: bool,
}

/// A pack that was just written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Created {
    /// The folder of the manifest.
    pub root: PathBuf,
    /// Its names, as derived from the title.
    pub identity: Identity,
    /// The files written, relative to the root with `/`, the manifest last.
    pub files: Vec<String>,
}

/// Writes a new pack into `dir`, which is made when it is not there and may hold nothing but a `.git`.
///
/// # Errors
///
/// [`ErrorKind::Refused`] for a folder that holds something, an unusable name, or a sample that is not a game; else what the
/// file system says. What was written before a failure is taken away again.
pub fn create(dir: &Path, new: &NewPack) -> Result<Created> {
    create_on(&OsFs, dir, new)
}

/// [`create`] on a disk of the caller's.
///
/// # Errors
///
/// Those of [`create`].
pub fn create_on(fs: &dyn Fs, dir: &Path, new: &NewPack) -> Result<Created> {
    if new.sample && new.pack_type != PackType::Game {
        let error = Error::new(ErrorKind::Refused, "The sample is a game, so it cannot start another kind of pack");
        return Err(error.hint("Choose the type game, or leave the sample out."));
    }
    let identity = identity(&new.name, new.pack_type)?;
    check_free(fs, dir)?;
    let files = if new.sample { sample::files_for(&identity) } else { empty(new.pack_type, &identity) };
    let mut made = Made { fs, dirs: Vec::new(), files: Vec::new() };
    for (path, bytes) in &files {
        if let Err(error) = made.file(&dir.join(path), bytes) {
            made.take_away();
            return Err(error);
        }
    }
    Ok(Created { root: dir.to_path_buf(), identity, files: files.into_iter().map(|(path, _)| path).collect() })
}

/// What was made so far, newest last.
struct Made<'a> {
    fs: &'a dyn Fs,
    dirs: Vec<PathBuf>,
    files: Vec<PathBuf>,
}

impl Made<'_> {
    /// Writes a file that must not exist, in a folder that is made if need be.
    fn file(&mut self, path: &Path, bytes: &[u8]) -> Result<()> {
        if let Some(parent) = path.parent() {
            self.dir(parent).map_err(|error| Error::io("Couldn't make the folder of the new pack", parent, error))?;
        }
        let written = self.fs.write_new(path, bytes, None);
        // A file that somebody else made in the meantime is not ours to take away; half a file of ours is.
        if !matches!(&written, Err(error) if error.kind() == io::ErrorKind::AlreadyExists) {
            self.files.push(path.to_path_buf());
        }
        written.map_err(|error| Error::io("Couldn't write the new pack", path, error))
    }

    fn dir(&mut self, dir: &Path) -> io::Result<()> {
        let missing: Vec<&Path> = dir.ancestors().take_while(|d| !d.as_os_str().is_empty() && !self.fs.exists(d)).collect();
        for dir in missing.into_iter().rev() {
            self.fs.create_dir(dir)?;
            self.dirs.push(dir.to_path_buf());
        }
        Ok(())
    }

    /// Takes it all away again as far as possible; the failure that led here is the one worth telling.
    fn take_away(&self) {
        for file in self.files.iter().rev() {
            self.fs.remove_file(file).unwrap_or_default();
        }
        for dir in self.dirs.iter().rev() {
            self.fs.remove_dir(dir).unwrap_or_default();
        }
    }
}

fn check_free(fs: &dyn Fs, dir: &Path) -> Result<()> {
    let entries = match fs.read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Error::io("Couldn't look into the folder for the new pack", dir, error)),
    };
    if entries.iter().any(|entry| entry.name != ".git") {
        let error = Error::new(ErrorKind::Refused, "The folder for the new pack is not empty");
        return Err(error.at(dir).hint("Choose an empty folder, or open the pack that is there."));
    }
    Ok(())
}

/// The names of a pack with this title: `slug` from its letters and digits, `id` and `sceneId` the same, unless that is too
/// short for an id.
///
/// # Errors
///
/// [`ErrorKind::Refused`] for a title that is empty or over 80 UTF-16 units (manifest reference, "name").
pub fn identity(name: &str, pack_type: PackType) -> Result<Identity> {
    let name = name.trim();
    let units = name.encode_utf16().count();
    if !(1..=80).contains(&units) {
        let what = if units == 0 { "The new pack has no name".to_owned() } else { format!("The name has {units} characters") };
        return Err(Error::new(ErrorKind::Refused, what).hint("Give it a name of 1 to 80 characters."));
    }
    let slug = slug_of(name);
    let slug = if slug.is_empty() { format!("new-{}", word(pack_type)) } else { slug };
    let id = if slug.len() < 3 { format!("{slug}-{}", word(pack_type)) } else { slug.clone() };
    Ok(Identity { scene_id: id.clone(), id, slug, name: name.to_owned() })
}

/// Ends ids that would be too short without it.
fn word(pack_type: PackType) -> &'static str {
    match pack_type {
        PackType::Game => "game",
        PackType::Table => "table",
        PackType::Room => "room",
        PackType::Asset => "assets",
    }
}

/// The files of a pack without content, the manifest last: a folder cut short is then not taken for a pack.
fn empty(pack_type: PackType, identity: &Identity) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    if let Some(scene) = scene(pack_type, identity) {
        files.push((SETUP.to_owned(), (scene.pretty() + "\n").into_bytes()));
    }
    files.push((MANIFEST.to_owned(), manifest(pack_type, identity).pretty().into_bytes()));
    files
}

/// The manifest in the order of the platform's templates.
fn manifest(pack_type: PackType, identity: &Identity) -> Value {
    let entry = if pack_type == PackType::Asset {
        object! {}
    } else {
        object! { "setup": SETUP }
    };
    let mut manifest = object! {
        "schemaVersion": "1.0",
        "id": &identity.id,
        "name": &identity.name,
        "version": "0.1.0",
        "type": pack_type.as_str(),
        "entry": entry,
        "assets": Vec::<Value>::new(),
        "compatibility": object! { "engine": ">=0.1 <1.0" },
    };
    // A room or a table runs no script, so it grants none.
    if matches!(pack_type, PackType::Game | PackType::Asset) {
        manifest = manifest.with("capabilities", object! { "version": "1", "allowed": vec!["log"] });
    }
    manifest.with("license", "MIT").with("tags", Vec::<Value>::new()).with("slug", &identity.slug)
}

/// The scene in the key order of the platform's editor; an asset pack has none.
fn scene(pack_type: PackType, identity: &Identity) -> Option<Value> {
    let start = object! {
        "schemaVersion": 2,
        "sceneId": &identity.scene_id,
        "name": &identity.name,
        "environment": environment(),
    };
    let none = Vec::<Value>::new;
    match pack_type {
        PackType::Game => Some(start.with("objects", none()).with("zones", none()).with("snapPoints", none())),
        PackType::Table => {
            let table = object! {
                "surface": object! { "surfaceY": 2.5, "halfX": 2, "halfZ": 2 },
                "collider": object! { "mode": "primitive", "shape": "box", "extendToFloor": false, "halfHeight": 1.25 },
                "seatCount": 4,
                "budget": object! { "drawCalls": 0, "triangles": 0, "textureBytes": 0 },
            };
            Some(start.with("materials", none()).with("objects", none()).with("tablePack", table))
        }
        PackType::Room => {
            let budget = object! { "lights": 0, "drawCalls": 0, "triangles": 0, "textureBytes": 0 };
            let pack = object! { "decor": none(), "budget": budget };
            Some(start.with("room", room()).with("materials", none()).with("objects", none()).with("roomPack", pack))
        }
        PackType::Asset => None,
    }
}

fn environment() -> Value {
    let still = || object! { "x": 0, "y": 0, "z": 0 };
    object! {
        "tableSurfaceColor": "#8b5e34",
        "tableSurfaceTextureAssetId": Value::Null,
        "ambientColor": "#b8bdc2",
        "fogEnabled": false,
        "fogColor": "#000000",
        "fogDensity": 0,
        "skyboxAssetId": Value::Null,
        "skyboxRotation": still(),
        "skyboxSpin": still(),
    }
}

/// Four bare walls and one lamp.
fn room() -> Value {
    let bare = || object! { "color": Value::Null, "textureAssetId": Value::Null, "textureTiling": 1, "hidden": false };
    let wall = |(id, label): (&str, &str)| {
        object! { "id": id, "label": label, "material": bare(), "posters": Vec::<Value>::new() }
    };
    let lamp = object! {
        "id": "light-key",
        "label": "Key Light",
        "type": "directional",
        "color": "#fff5e0",
        "intensity": 1.7,
        "position": object! { "x": 0, "y": 6, "z": 0 },
        "range": 12,
        "rotation": object! { "x": 55, "y": 35, "z": 0 },
        "castShadows": true,
    };
    object! {
        "floor": bare(),
        "ceiling": bare(),
        "walls": [("north", "North Wall"), ("east", "East Wall"), ("south", "South Wall"), ("west", "West Wall")]
            .map(wall)
            .to_vec(),
        "lights": vec![lamp],
        "openings": Vec::<Value>::new(),
        "exterior": object! { "ground": "plane", "color": "#5a6152", "extent": 240 },
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::fault::FaultFs;
    use super::*;

    fn game(name: &str) -> NewPack {
        NewPack { pack_type: PackType::Game, name: name.into(), sample: false }
    }

    fn read(path: PathBuf) -> serde_json::Value {
        serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
    }

    #[test]
    fn writes_every_type() {
        for pack_type in PackType::ALL {
            let home = tempfile::tempdir().unwrap();
            let dir = home.path().join("deep").join("pack");
            let created = create(&dir, &NewPack { pack_type, name: " Harbour & Sea ".into(), sample: false }).unwrap();
            assert_eq!(created.files.last().map(String::as_str), Some("diceytable.mod.json"));
            let manifest = read(dir.join("diceytable.mod.json"));
            assert_eq!(manifest["id"], "harbour-sea");
            assert_eq!(manifest["slug"], "harbour-sea");
            assert_eq!(manifest["name"], "Harbour & Sea");
            assert_eq!(manifest["type"], pack_type.as_str());
            for required in ["schemaVersion", "id", "name", "version", "type", "entry", "compatibility", "license"] {
                assert!(manifest.get(required).is_some(), "{required}");
            }
            assert_eq!(dir.join("setup.json").exists(), pack_type != PackType::Asset);
            if pack_type != PackType::Asset {
                let setup = read(dir.join("setup.json"));
                assert_eq!(setup["sceneId"], "harbour-sea");
                assert!(setup["environment"].is_object() && setup["objects"].is_array());
            }
        }
    }

    #[test]
    fn refuses_what_cannot_be() {
        let home = tempfile::tempdir().unwrap();
        let refused = |dir: &Path, new: NewPack| create(dir, &new).unwrap_err().kind();
        assert_eq!(refused(home.path(), game(" \t")), ErrorKind::Refused);
        assert_eq!(refused(home.path(), game(&"n".repeat(81))), ErrorKind::Refused);
        let room = NewPack { pack_type: PackType::Room, sample: true, ..game("Room") };
        assert_eq!(refused(home.path(), room), ErrorKind::Refused);
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0, "a refusal writes nothing");
        fs::write(home.path().join("letter.txt"), "mine").unwrap();
        assert_eq!(refused(home.path(), game("Go")), ErrorKind::Refused);
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
        assert_ne!(refused(&home.path().join("letter.txt"), game("Go")), ErrorKind::Refused, "a file is no folder");
    }

    #[test]
    fn a_bare_repository_folder_is_free() {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join(".git")).unwrap();
        create(home.path(), &game("Go")).unwrap();
    }

    #[test]
    fn a_failure_leaves_nothing_behind() {
        let dir = Path::new("/home/packs/mine");
        let disk = || FaultFs::with_files([("/home/letter.txt", "mine")]);
        let whole = disk();
        create_on(&whole, dir, &game("Go")).unwrap();
        assert_eq!(whole.files().len(), 3);
        for at in 0..whole.ops() {
            let disk = disk();
            disk.fail_at(at, io::ErrorKind::StorageFull, false);
            match create_on(&disk, dir, &game("Go")) {
                Ok(_) => assert_eq!(disk.files(), whole.files(), "access {at} may fail without harm"),
                Err(error) => {
                    assert!(error.hint_text().is_some());
                    assert_eq!(disk.files(), disk_before(), "after access {at}: {}", disk.trace());
                }
            }
        }
    }

    fn disk_before() -> std::collections::BTreeMap<PathBuf, Vec<u8>> {
        [(PathBuf::from("/home/letter.txt"), b"mine".to_vec())].into()
    }

    #[test]
    fn names_become_ids() {
        let id = |name: &str| identity(name, PackType::Game).map(|i| (i.id, i.slug)).unwrap();
        let same = |s: &str| (s.to_owned(), s.to_owned());
        assert_eq!(id("Go: 9×9, 13×13!"), same("go-9x9-13x13"));
        assert_eq!(id("  King's  Table — ÆON Çırağan "), same("kings-table-aeon-ciragan"));
        assert_eq!(id("Go"), ("go-game".into(), "go".into()));
        assert_eq!(id("囲碁"), same("new-game"));
        assert_eq!(id(&"ab ".repeat(26)).1, format!("{}ab", "ab-".repeat(19)));
        assert_eq!(id(&"n".repeat(80)).1.len(), 60);
    }
}
