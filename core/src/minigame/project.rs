//! Finding minigame definitions: in a plugin project, in an asset pack, or in one file.

use super::plugin::Plugin;
use super::set::{Definition, Set};
use crate::error::{Error, ErrorKind, Result};
use crate::job::Watch;
use crate::json::Document;
use crate::pack::files::carry_out;
use crate::pack::{Fault, FileKind, Fs, PackPath};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where resources stand in a plugin project.
const RESOURCES: &str = "src/main/resources";

/// Where definitions stand in the resources.
const MINIGAMES: &str = "Server/Minigames";

/// The folder where a plugin project has its definitions.
pub const PLUGIN_FOLDER: &str = "src/main/resources/Server/Minigames";

/// The most bytes of a definition that are read.
const MAX_BYTES: u64 = 16 << 20;

/// A folder with definitions, or one definition alone.
#[derive(Debug, Clone)]
pub struct Project {
    /// The folder that files are named from, free of links.
    pub root: PathBuf,
    /// The folder of the definitions below it; `None` where that is [`Self::root`] itself.
    pub folder: Option<PackPath>,
    /// The one file that was asked for, where it was a file.
    pub asked: Option<PackPath>,
    /// The definitions as they are on disk.
    pub set: Set,
    /// The plugin's manifest beside them, where there is one.
    pub plugin: Option<Plugin>,
}

/// Whether the window should open `path` as minigames: a JSON file that is no pack's, or a folder that holds
/// `Server/Minigames` and no pack's manifest.
pub fn is_project(fs: &dyn Fs, path: &Path) -> bool {
    let names = [crate::pack::MANIFEST, crate::pack::LEGACY_MANIFEST];
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    match fs.metadata(path).map(|meta| meta.kind) {
        Ok(FileKind::Dir) => {
            let is_pack = names.iter().any(|name| fs.exists(&path.join(name)));
            !is_pack && folder_in(fs, path).is_some()
        }
        Ok(FileKind::File) => has_json_name(&name) && !names.contains(&name.as_str()) && name != crate::pack::SETUP,
        _ => false,
    }
}

fn has_json_name(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

/// The folder of the definitions below `root`; the inner `None` is `root` itself.
fn folder_in(fs: &dyn Fs, root: &Path) -> Option<Option<PackPath>> {
    for place in [PLUGIN_FOLDER, MINIGAMES] {
        let path = PackPath::parse(place).ok()?;
        if fs.read_dir(&path.join(root)).is_ok() {
            return Some(Some(path));
        }
    }
    let is_folder = root.ends_with(MINIGAMES);
    is_folder.then_some(None)
}

/// The project that a file or a folder of definitions belongs to: the folder above `Server/Minigames`, and above the
/// resources of a plugin. The file's own folder where it stands elsewhere.
fn root_of(folder: &Path) -> PathBuf {
    let above = |path: &Path, names: &str| {
        path.ends_with(names).then(|| path.ancestors().nth(names.split('/').count()).map(Path::to_path_buf)).flatten()
    };
    let Some(resources) = above(folder, MINIGAMES) else { return folder.to_path_buf() };
    above(&resources, RESOURCES).unwrap_or(resources)
}

impl Project {
    /// The folder of the definitions as git names it: `.` where that is [`Self::root`] itself.
    pub fn below(&self) -> &str {
        self.folder.as_ref().map_or(".", PackPath::as_str)
    }

    /// Reads the definitions of `path`: a project's folder, the folder of the definitions, or one file.
    ///
    /// # Errors
    /// Where there is no such folder or file, or it holds no definitions. A definition that cannot be read is a [`Fault`] of
    /// its own.
    pub fn open(fs: &dyn Fs, path: &Path) -> Result<Self> {
        let absolute = fs.canonicalize(path).map_err(|error| Error::io("Couldn’t open the minigames", path, error))?;
        let meta = fs.metadata(&absolute).map_err(|error| Error::io("Couldn’t open the minigames", path, error))?;
        if meta.kind == FileKind::File {
            return Self::of_file(fs, &absolute);
        }
        let Some(folder) = folder_in(fs, &absolute) else {
            return Err(Error::new(ErrorKind::NotFound, format!("There is no {MINIGAMES} in this folder")).at(path).hint(
                format!("Open a plugin project with {PLUGIN_FOLDER}, an asset pack with {MINIGAMES}, or one definition."),
            ));
        };
        let inner = folder.as_ref().map_or_else(|| absolute.clone(), |folder| folder.join(&absolute));
        Self::read(fs, root_of(&inner), &inner, None)
    }

    /// The project of one file, which is asked for.
    fn of_file(fs: &dyn Fs, file: &Path) -> Result<Self> {
        let folder = file.parent().unwrap_or(file);
        let root = root_of(folder);
        let asked = PackPath::below(&root, file)?;
        if folder.ends_with(MINIGAMES) {
            return Self::read(fs, root, folder, Some(asked));
        }
        let set = Set::of([(asked.clone(), read_definition(fs, &root, &asked))]);
        Ok(Self { root, folder: None, asked: Some(asked), set, plugin: None })
    }

    fn read(fs: &dyn Fs, root: PathBuf, inner: &Path, asked: Option<PackPath>) -> Result<Self> {
        let entries = fs.read_dir(inner).map_err(|error| Error::io("Couldn’t read the minigames", inner, error))?;
        let names =
            entries.into_iter().filter(|entry| entry.kind != FileKind::Dir).filter_map(|entry| entry.name.into_string().ok());
        let paths = names.filter(|name| has_json_name(name) && !name.starts_with('.'));
        let mut files: Vec<PackPath> = paths.filter_map(|name| PackPath::below(&root, &inner.join(name)).ok()).collect();
        files.sort();
        let set = Set::of(files.into_iter().map(|path| {
            let document = read_definition(fs, &root, &path);
            (path, document)
        }));
        let folder = PackPath::below(&root, inner).ok();
        let plugin = Plugin::read(fs, &root, folder.as_ref());
        Ok(Self { root, folder, asked, set, plugin })
    }

    /// The definition that was asked for, where it was one file.
    pub fn asked(&self) -> Option<&Definition> {
        self.set.at(self.asked.as_ref()?)
    }

    /// What is on disk now, with the definitions that it shares with this reading under their keys.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn reread(&self, fs: &dyn Fs) -> Result<Self> {
        let path = match (&self.asked, &self.folder) {
            (Some(asked), None) => asked.join(&self.root),
            _ => self.folder.as_ref().map_or_else(|| self.root.clone(), |folder| folder.join(&self.root)),
        };
        let mut fresh = Self::open(fs, &path)?;
        fresh.asked.clone_from(&self.asked);
        fresh.set = self.set.taking(&fresh.set);
        Ok(fresh)
    }

    /// Makes the files hold `wanted`. What is deleted or written over is kept below `bin`. Gives the project as it then is.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] where somebody else has written to a file that the save would change; nothing is changed
    /// then. Where a file cannot be written, those before it have been taken back.
    pub fn save(&self, fs: &dyn Fs, wanted: &Set, bin: &Path, watch: &dyn Watch) -> Result<Self> {
        let ops = wanted.save_ops(&self.set);
        for op in &ops {
            let path = match op {
                crate::pack::FileOp::Move { from, .. } => from,
                other => other.path(),
            };
            if !self.is_as_read(fs, path, wanted) {
                return Err(Error::new(ErrorKind::Conflict, format!("“{path}” has changed on disk since it was read"))
                    .at(path.join(&self.root))
                    .hint("Read it again, or put its old content back, then save again."));
            }
        }
        carry_out(&ops, fs, &self.root, bin, watch)?;
        Ok(Self { set: wanted.clone(), ..self.clone() })
    }

    /// Whether a file holds what was read; one that was not there, nothing.
    fn is_as_read(&self, fs: &dyn Fs, path: &PackPath, wanted: &Set) -> bool {
        let file = path.join(&self.root);
        match self.set.at(path).map(|definition| &definition.document) {
            Some(Ok(document)) => fs.read(&file).is_ok_and(|bytes| bytes == document.text().as_bytes()),
            Some(Err(_)) => true,
            // The file that a rename has just made is not there before the save.
            None => wanted.at(path).is_some() && !fs.exists(&file),
        }
    }
}

fn read_definition(fs: &dyn Fs, root: &Path, path: &PackPath) -> Result<Document, Fault> {
    let unreadable = |error: Error| Fault::Unreadable(Arc::new(error));
    let file = crate::pack::resolve_inside(fs, root, path).map_err(unreadable)?;
    let failed = |error| unreadable(Error::io("Couldn’t read the definition", &file, error));
    let meta = fs.metadata(&file).map_err(failed)?;
    if meta.kind == FileKind::File && meta.len > MAX_BYTES {
        let error = Error::new(ErrorKind::Format, "The file is too large for a definition").at(&file);
        return Err(unreadable(error.hint("Move it out of the folder; a definition has a few kilobytes.")));
    }
    let document = Document::parse_owned(fs.read(&file).map_err(failed)?).map_err(Fault::NotJson)?;
    if document.root().is_object() { Ok(document) } else { Err(Fault::NotAnObject(document)) }
}

#[cfg(test)]
mod tests;
