//! Models of other formats, made into the one file that tables take: `.glb`.
//!
//! - [`gltf`]: a `.gltf` with its `.bin` and its pictures, whatever extensions and extras it has
//! - [`obj`]: an `.obj` with its `.mtl` and its pictures
//! - [`on_import`]: what comes in from outside, converted where it can be, named with the tool that can where not
//!
//! Nothing here touches a disk: the files beside a model are asked for by their names.

mod glb;
mod gltf;
mod import;
mod obj;
mod other;
#[cfg(test)]
mod tests;

pub use gltf::gltf;
pub use import::{Told, can_convert, on_import};
pub use obj::obj;
pub use other::tool_for;

use crate::assets::{Pack, Plan, plan_replace};
use crate::error::{Error, ErrorKind, Result};
use crate::pack::{PackPath, extension, resolve_inside};
use std::sync::Arc;

/// The largest model that is made, in bytes: hosts of repositories refuse what is larger.
pub const MAX_GLB: usize = 100 << 20;

/// Finds a file beside a model by the name that the model gives it.
pub type Beside<'a> = &'a dyn Fn(&str) -> Option<Arc<[u8]>>;

/// A model as one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    /// The `.glb`.
    pub glb: Vec<u8>,
    /// The files beside the model that are inside it now, by the names that it gave them.
    pub used: Vec<String>,
    /// What a person should know, a sentence each.
    pub notes: Vec<String>,
}

/// Makes a model into a `.glb` by its extension.
///
/// # Errors
/// [`ErrorKind::Format`] where it is broken, [`ErrorKind::NotFound`] where a file beside it is missing,
/// [`ErrorKind::Refused`] where nothing here can convert it; that names the tool that can.
pub fn model(name: &str, bytes: &[u8], beside: Beside<'_>) -> Result<Converted> {
    match extension(name).map(str::to_lowercase).as_deref() {
        Some("gltf") => gltf(name, bytes, beside),
        Some("obj") => obj(name, bytes, beside),
        _ => {
            let error = Error::new(ErrorKind::Refused, format!("“{name}” can’t be converted here"));
            Err(error.hint(tool_for(name).unwrap_or("Export it as glTF 2.0, binary (.glb), from the program it comes from.")))
        }
    }
}

/// Plans to put a `.glb` in the place of a model of the pack, with all that names it. The files that were beside it stay.
///
/// # Errors
/// As [`model`], and as [`plan_replace`].
pub fn plan(pack: &Pack, path: &PackPath) -> Result<(Plan, Converted)> {
    let read = |path: &PackPath| -> Option<Arc<[u8]>> {
        let file = resolve_inside(pack.fs, pack.root, path).ok()?;
        Some(pack.fs.read(&file).ok()?.into())
    };
    let bytes = read(path).ok_or_else(|| Error::new(ErrorKind::NotFound, format!("“{path}” can’t be read")))?;
    let folder = path.parent();
    let beside = |name: &str| read(&beside(folder.as_ref(), name)?);
    let made = model(path.name(), &bytes, &beside)?;
    let text = path.as_str();
    let stem = text.rsplit_once('.').map_or(text, |(stem, _)| stem);
    let to = PackPath::parse(&format!("{stem}.glb"))?;
    Ok((plan_replace(pack, path, &to, made.glb.clone().into())?, made))
}

/// The file of a pack that a model in `folder` (`None`: the pack's own) names by `part`; `None` where that leads out.
pub fn beside(folder: Option<&PackPath>, part: &str) -> Option<PackPath> {
    PackPath::parse(&lexical(folder.map_or("", PackPath::as_str), part)?).ok()
}

/// The path of `name` as seen from a folder (empty, or with a slash at its end); `None` where it leads out.
pub(crate) fn lexical(folder: &str, name: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in name.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

fn broken(name: &str, why: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Format, format!("“{name}” can’t be converted: {why}"))
        .hint("Export it from its program as glTF 2.0, binary (.glb).")
}

fn missing(name: &str, part: &str) -> Error {
    Error::new(ErrorKind::NotFound, format!("“{name}” needs “{part}”, which is not beside it"))
        .hint("Bring both in together, or the whole folder.")
}
