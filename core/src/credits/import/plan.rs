//! Where each file of a drop would go, and what that does to the pack.

use super::super::answer::{Answer, Field, Signature};
use super::super::edit::add;
use super::names::{Taken, safe};
use super::prefill::{Found, Suggestion, common, fill_from_library, fill_from_text, library_of, of_file};
use super::read::{Dropped, Incoming, PassedOver};
use super::{metadata, prefill};
use crate::error::{Error, ErrorKind, Result};
use crate::json::Document;
use crate::pack::{AssetType, Content, FileOp, Fs, PackPath, asset_type, extension, is_telling, resolve_inside};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// From how many bytes on a file is worth a word: hosts of repositories warn of such files.
const LARGE: usize = 50 << 20;

/// A file that would come in.
#[derive(Debug, Clone)]
pub struct Item {
    /// Its name as it was dropped.
    pub name: String,
    /// The zip or folder that it came in; empty for a file by itself.
    pub container: String,
    /// Its content.
    pub bytes: Arc<[u8]>,
    /// What it is; `None` for what only its name tells.
    pub content: Option<Content>,
    /// Where it would go.
    pub to: PackPath,
    /// Where it stands without taking another file's place.
    pub beside: PackPath,
    /// Whether it takes the place of a file that is there.
    pub replaces: bool,
    /// The file of the pack whose name it would have; [`Plan::replace`] puts it there.
    pub meets: Option<PackPath>,
    /// What to know about it, each a sentence: another name than dropped, a kind that the platform may not take.
    pub notes: Vec<String>,
    /// What it says of its origin.
    said: BTreeMap<Field, Found>,
}

/// What a drop would do to a pack. Nothing of it has happened.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// The files that would come in.
    pub items: Vec<Item>,
    /// What would not, and why.
    pub passed_over: Vec<PassedOver>,
    /// LICENSE, README and the like: read, and not brought in.
    texts: Vec<Incoming>,
    present: Arc<FxHashSet<String>>,
}

/// One answer for some items of a plan.
#[derive(Debug, Clone)]
pub struct Answered {
    /// The items by number.
    pub items: Vec<usize>,
    /// Where they are from.
    pub answer: Answer,
}

impl Plan {
    /// The plan for a drop into a pack that has the files `present`.
    pub fn of<'a>(dropped: Dropped, present: impl IntoIterator<Item = &'a str>) -> Self {
        let present: FxHashSet<String> = present.into_iter().map(str::to_owned).collect();
        let by_lower: FxHashMap<String, &String> = present.iter().map(|path| (path.to_lowercase(), path)).collect();
        let mut taken = Taken::new(present.iter().map(String::as_str));
        let (texts, files): (Vec<_>, Vec<_>) = dropped.files.into_iter().partition(|file| is_text_beside(&file.name));
        let mut passed_over = dropped.passed_over;
        let mut judged = Vec::new();
        for file in files {
            match judge(&file) {
                Ok(kind) => judged.push((file, kind)),
                Err(why) => passed_over.push(PassedOver { name: file.name, why }),
            }
        }
        let several = |container: &str| judged.iter().filter(|(file, _)| file.container == container).nth(1).is_some();
        let groups: FxHashMap<String, String> = judged
            .iter()
            .map(|(file, _)| file.container.clone())
            .filter(|container| !container.is_empty() && several(container))
            .map(|container| (container.clone(), safe(container.strip_suffix(".zip").unwrap_or(&container))))
            .collect();
        let mut items = Vec::with_capacity(judged.len());
        for (file, kind) in judged {
            let folder = match groups.get(&file.container) {
                Some(group) => format!("{}/{group}", kind.folder),
                None => kind.folder.to_owned(),
            };
            let name = file.name.rsplit('/').next().unwrap_or(&file.name);
            let stem = safe(name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem }));
            let wanted = format!("{folder}/{stem}.{}", kind.extension);
            let path = taken.free(&folder, &stem, &kind.extension);
            // A safe name in a folder of ours is a path.
            let Ok(to) = PackPath::parse(&path) else { continue };
            taken.add(&path);
            let meets = by_lower.get(&wanted.to_lowercase()).and_then(|path| PackPath::parse(path).ok());
            let said = of_file(&file.name, metadata::read(kind.content, &file.bytes));
            let Incoming { name, container, bytes } = file;
            let (content, notes) = (kind.content, kind.notes);
            let beside = to.clone();
            items.push(Item { name, container, bytes, content, to, beside, replaces: false, meets, notes, said });
        }
        Self { items, passed_over, texts, present: Arc::new(present) }
    }

    /// Puts an item where another file of the pack has its name, instead of beside it.
    ///
    /// # Errors
    /// Refused where it meets no file, and as [`Self::place`].
    pub fn replace(&mut self, item: usize) -> Result<()> {
        let meets = self.items.get(item).and_then(|item| item.meets.clone());
        let meets = meets.ok_or_else(|| refused("There is no file of that name to replace"))?;
        self.place(item, meets.as_str())
    }

    /// Puts an item at another path; a file that is there is replaced.
    ///
    /// # Errors
    /// Refused where the path is none, another item goes there, or the name does not fit the content.
    pub fn place(&mut self, item: usize, path: &str) -> Result<()> {
        let to = PackPath::parse(path)?;
        let lower = to.as_str().to_lowercase();
        if self.items.iter().enumerate().any(|(i, other)| i != item && other.to.as_str().to_lowercase() == lower) {
            return Err(refused(format!("Another file of this import goes to “{to}”")));
        }
        let of_other_case = self.present.iter().find(|there| **there != to.as_str() && there.to_lowercase() == lower);
        if let Some(there) = of_other_case {
            return Err(refused(format!("“{there}” is there, and differs in letter case alone")).hint("Choose another name."));
        }
        let replaces = self.present.contains(to.as_str());
        let item = self.items.get_mut(item).ok_or_else(|| refused("There is no such file in this import"))?;
        let new = extension(to.as_str()).unwrap_or_default();
        let fits = match item.content {
            Some(content) => content.fits(new),
            None => extension(item.to.as_str()).is_some_and(|old| old.eq_ignore_ascii_case(new)),
        };
        if !fits {
            return Err(refused(format!("“{to}” is no name for what this file is")).hint("Keep its extension."));
        }
        (item.to, item.replaces) = (to, replaces);
        Ok(())
    }

    /// Takes an item out of the plan.
    pub fn leave_out(&mut self, item: usize) {
        if item < self.items.len() {
            self.items.remove(item);
        }
    }

    /// What is known of the origin of some items.
    pub fn suggestion(&self, items: &[usize]) -> Suggestion {
        let chosen: Vec<&Item> = items.iter().filter_map(|item| self.items.get(*item)).collect();
        let mut suggestion = common(&chosen.iter().map(|item| &item.said).collect::<Vec<_>>());
        for text in self.texts.iter().filter(|text| chosen.iter().all(|item| item.container == text.container)) {
            let content = &text.bytes[..text.bytes.len().min(64 << 10)];
            fill_from_text(&mut suggestion, &text.name, &String::from_utf8_lossy(content));
        }
        if let Some((name, library)) = self.library(&chosen) {
            fill_from_library(&mut suggestion, &name, library);
        }
        suggestion
    }

    /// What to say to a person who calls these items their own work though their names are a library's; never a refusal.
    pub fn doubt(&self, items: &[usize]) -> Option<String> {
        let names: Vec<String> = items.iter().filter_map(|item| self.items.get(*item)).map(full_name).collect();
        doubt(names.iter().map(String::as_str))
    }

    /// The library that all the items are named after, with one of the names.
    fn library(&self, chosen: &[&Item]) -> Option<(String, &'static prefill::Library)> {
        let first = full_name(chosen.first()?);
        let library = library_of(&first)?;
        let same = |item: &&Item| library_of(&full_name(item)).is_some_and(|other| other.name == library.name);
        chosen.iter().all(same).then_some((first, library))
    }

    /// The names of the texts about the files, which are read and not brought in.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|text| text.name.as_str())
    }

    /// The zip or folder that all items came in; `None` where there are several, or none.
    pub fn container(&self) -> Option<&str> {
        let first = self.items.first()?.container.as_str();
        (!first.is_empty() && self.items.iter().all(|item| item.container == first)).then_some(first)
    }

    /// What the import does to the files of the pack at `root`: each item is written to its place.
    ///
    /// # Errors
    /// A conflict where a file came meanwhile to a place that was free.
    pub fn ops(&self, fs: &dyn Fs, root: &Path) -> Result<Vec<FileOp>> {
        let write = |item: &Item| {
            let target = resolve_inside(fs, root, &item.to)?;
            if !item.replaces && fs.exists(&target) {
                return Err(Error::new(ErrorKind::Conflict, format!("“{}” came meanwhile, so nothing was imported", item.to))
                    .hint("Import the files again."));
            }
            Ok(FileOp::Write { path: item.to.clone(), bytes: Arc::clone(&item.bytes) })
        };
        self.items.iter().map(write).collect()
    }

    /// The manifest with a record for each answer; it belongs to the operations of [`Self::ops`]. Files that other records
    /// name come off those. `fresh` gives ids for records.
    ///
    /// # Errors
    /// Refused where there is nothing to import, where an item has no answer or two, where an answer or the signature cannot
    /// stand, and where a record cannot be added.
    pub fn credit(
        &self,
        manifest: &Document,
        answers: &[Answered],
        signature: &Signature,
        fresh: &mut dyn FnMut() -> String,
    ) -> Result<Document> {
        let mut counts = vec![0_usize; self.items.len()];
        for item in answers.iter().flat_map(|answered| &answered.items) {
            *counts.get_mut(*item).ok_or_else(|| refused("An answer is about a file that is not in this import"))? += 1;
        }
        if let Some(item) = counts.iter().position(|count| *count != 1) {
            let name = &self.items[item].name;
            return Err(refused(format!("“{name}” needs one answer")).hint("Say where each file is from, or leave it out."));
        }
        if self.items.is_empty() {
            return Err(refused("There is nothing to import"));
        }
        let mut edited = manifest.clone();
        for answered in answers.iter().filter(|answered| !answered.items.is_empty()) {
            let paths: Vec<String> = answered.items.iter().map(|item| self.items[*item].to.as_str().to_owned()).collect();
            edited = add(&edited, &paths, &answered.answer, signature, fresh)?;
        }
        Ok(edited)
    }
}

/// The same of files by their names.
pub fn doubt<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let (name, library) = names.into_iter().find_map(|name| Some((name, library_of(name)?)))?;
    Some(format!("“{name}” is named as {} names its files. If it is from there, it is somebody else’s work.", library.name))
}

fn full_name(item: &Item) -> String {
    if item.container.is_empty() { item.name.clone() } else { format!("{}/{}", item.container, item.name) }
}

fn refused(what: impl Into<String>) -> Error {
    Error::new(ErrorKind::Refused, what)
}

/// Whether a file is a text about the others, which is read and not brought in.
fn is_text_beside(name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or(name).to_lowercase();
    let (stem, extension) = name.rsplit_once('.').unwrap_or((&name, ""));
    let words = ["license", "licence", "copying", "readme", "credits", "attribution", "copyright"];
    matches!(extension, "" | "txt" | "md" | "html" | "rtf") && words.iter().any(|word| stem.starts_with(word))
}

/// What a file that may come in is.
struct Kind {
    content: Option<Content>,
    folder: &'static str,
    extension: String,
    notes: Vec<String>,
}

/// Judges a file by its content; its name counts only where content tells nothing. The error says why it cannot come in.
fn judge(file: &Incoming) -> Result<Kind, String> {
    let name = file.name.rsplit('/').next().unwrap_or(&file.name);
    let dropped = extension(name).map(str::to_lowercase).unwrap_or_default();
    if file.bytes.is_empty() {
        return Err("It is empty.".to_owned());
    }
    let content = Content::of(&file.bytes);
    let mut notes = Vec::new();
    let extension = match content {
        Some(content) => {
            if let Some(why) = no_asset(content) {
                return Err(why.to_owned());
            }
            let usual = content.extensions().first().copied().unwrap_or_default();
            if !content.fits(&dropped) {
                let was = if dropped.is_empty() { "has no extension".to_owned() } else { format!("is called .{dropped}") };
                notes.push(format!("It {was} and is {}, so it comes in as .{usual}.", content.noun()));
            }
            // `jpeg` is `jpg`, which the platform is known to take; of containers the name tells more than the content.
            let keeps = content.fits(&dropped) && folder_of(&dropped).is_some();
            if keeps { dropped } else { usual.to_owned() }
        }
        None => by_name(&dropped, &file.bytes)?,
    };
    let folder = folder_of(&extension).ok_or_else(|| "It is no kind of file that a pack can use.".to_owned())?;
    match asset_type(&format!("x.{extension}")) {
        AssetType::Known => {}
        AssetType::Unconfirmed => {
            notes.push(format!("No published pack has a .{extension} file, and the platform may refuse it."));
        }
        AssetType::Refused => return Err("It is no kind of file that a pack can use.".to_owned()),
    }
    if file.bytes.len() > LARGE {
        notes.push("It has more than 50 MB; hosts of repositories warn of such files.".to_owned());
    }
    Ok(Kind { content, folder, extension, notes })
}

/// Why content that is told apart is nothing to import, and what helps.
fn no_asset(content: Content) -> Option<&'static str> {
    Some(match content {
        Content::LfsPointer => "It is a pointer of Git LFS and not the file. Fetch the file with `git lfs pull` first.",
        Content::Program => "It is a program. A pack has no use for one.",
        Content::Zip => "It is a zip inside what was dropped. Drop it by itself.",
        Content::Pdf => "A PDF comes in as a rules document: add it under Rules.",
        Content::Psd | Content::Tiff | Content::Bmp => {
            "No table shows such pictures. Export it as PNG or WebP, with GIMP or Krita."
        }
        Content::Blend => "Export it from Blender as glTF 2.0, binary (.glb).",
        Content::Fbx => "FBX is not read here. Import it into Blender and export it as glTF 2.0, binary (.glb).",
        _ => return None,
    })
}

/// The extension of a file of which the content tells nothing.
fn by_name(extension: &str, bytes: &[u8]) -> Result<String, String> {
    let telling = || format!("It is called .{extension} and is something else, or damaged.");
    match extension {
        "json" => match Document::parse(bytes) {
            Ok(_) => Ok("json".to_owned()),
            Err(_) => Err("It is called .json and is not JSON.".to_owned()),
        },
        "gltf" => Err("Its parts lie in several files. Open it in Blender and export it as glTF 2.0, binary (.glb).".to_owned()),
        "fbx" | "obj" | "mtl" | "dae" | "stl" | "ply" | "3ds" | "usdz" | "max" | "mb" => {
            Err(format!(".{extension} is not read here. Import it into Blender and export it as glTF 2.0, binary (.glb)."))
        }
        "tga" | "xcf" | "kra" | "svgz" => {
            Err("No table shows such pictures. Export it as PNG or WebP, with GIMP or Krita.".to_owned())
        }
        "svg" if bytes.trim_ascii_start().starts_with(b"<") => Ok("svg".to_owned()),
        "onnx" => Ok("onnx".to_owned()),
        _ if is_telling(extension) => Err(telling()),
        _ => Err("It is no kind of file that a pack can use.".to_owned()),
    }
}

/// The folder of published packs that files with an extension stand in.
fn folder_of(extension: &str) -> Option<&'static str> {
    Some(match extension {
        "png" | "jpg" | "webp" | "gif" | "avif" | "svg" | "ktx2" | "basis" | "dds" => "textures",
        "glb" => "models",
        "hdr" | "exr" => "skies",
        "wav" | "mp3" | "ogg" | "opus" | "m4a" | "flac" => "assets/sfx",
        "mp4" | "webm" => "assets/films",
        "ttf" | "otf" | "woff" | "woff2" => "assets/fonts",
        "onnx" => "ai",
        "json" => "data",
        _ => return None,
    })
}
