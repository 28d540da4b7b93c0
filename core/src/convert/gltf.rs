//! A `.gltf` with its `.bin` and its pictures as one `.glb`.
//!
//! The JSON is edited, not made anew: what nobody here knows of, extras and extensions, stays.

use super::glb::{Bin, buffers, media_type};
use super::{Beside, Converted, broken, missing};
use crate::error::Result;
use crate::json::{Document, Edit, Pointer, Ref, Value};
use crate::pointer;
use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use std::sync::Arc;

type Edits = Vec<(Pointer, Edit)>;

/// Data inside a text, with its padding or without.
const BASE64: GeneralPurpose =
    GeneralPurpose::new(&STANDARD, GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent));

/// Makes a `.gltf` into a `.glb`.
///
/// # Errors
/// See [`super::model`].
pub fn gltf(name: &str, bytes: &[u8], beside: Beside<'_>) -> Result<Converted> {
    let doc = Document::parse(bytes).map_err(|error| broken(name, error))?;
    let root = doc.root();
    if root.get("asset").and_then(|asset| asset.get("version")?.as_str()).is_none_or(|version| !version.starts_with("2.")) {
        return Err(broken(name, "it is not glTF 2.0"));
    }
    let mut parts = Parts { name, beside, bin: Bin::default(), used: Vec::new() };
    let mut starts = Vec::new();
    for (index, buffer) in list(root, "buffers").enumerate() {
        let uri = buffer.get("uri").and_then(Ref::as_str).ok_or_else(|| broken(name, format!("buffer {index} has no file")))?;
        let bytes = parts.read(&uri)?;
        let wanted = number(buffer, "byteLength").ok_or_else(|| broken(name, format!("buffer {index} has no length")))?;
        let bytes = bytes.get(..wanted).ok_or_else(|| broken(name, format!("“{}” is shorter than it says", shown(&uri))))?;
        starts.push(parts.bin.add(name, bytes)?);
    }
    let mut edits = Edits::new();
    let views = list(root, "bufferViews").count();
    for (index, view) in list(root, "bufferViews").enumerate() {
        shift(view, &pointer!["bufferViews", index], &starts, &mut edits)
            .ok_or_else(|| broken(name, format!("part {index} of its data is in a buffer that is not there")))?;
    }
    let mut pictures = Vec::new();
    for (index, image) in list(root, "images").enumerate() {
        let Some(uri) = image.get("uri").and_then(Ref::as_str) else { continue };
        let bytes = parts.read(&uri)?;
        let kind = media_type(&bytes).ok_or_else(|| broken(name, format!("“{}” is no picture that it may have", shown(&uri))))?;
        let at = pointer!["images", index];
        edits.push((at.join("uri"), Edit::Remove));
        edits.push((at.join("mimeType"), Edit::Set(kind.into())));
        edits.push((at.join("bufferView"), Edit::Set((views + pictures.len()).into())));
        let start = parts.bin.add(name, &bytes)?;
        let view = [("buffer", 0.into()), ("byteOffset", start.into()), ("byteLength", bytes.len().into())];
        pictures.push(Value::object::<&str>(view));
    }
    if views == 0 && !pictures.is_empty() {
        edits.push((pointer!["bufferViews"], Edit::Set(Value::Array(pictures))));
    } else {
        edits.extend(pictures.into_iter().map(|view| (pointer!["bufferViews", "-"], Edit::Set(view))));
    }
    if !parts.bin.bytes.is_empty() {
        edits.push((pointer!["buffers"], Edit::Set(buffers(&parts.bin))));
    }
    let json = doc.edit_many(edits)?;
    let Parts { bin, used, .. } = parts;
    Ok(Converted { glb: bin.finish(name, &json)?, used, notes: Vec::new() })
}

fn list<'a>(root: Ref<'a>, key: &str) -> impl Iterator<Item = Ref<'a>> {
    root.get(key).into_iter().flat_map(Ref::items)
}

fn number(value: Ref<'_>, key: &str) -> Option<usize> {
    let number = value.get(key)?.as_f64()?;
    (number >= 0.0 && number.fract() == 0.0 && number < 4e9).then_some(number as usize)
}

/// Points a view, and whatever of its extensions points into a buffer as well, into the one buffer. `None` where it is in
/// none.
fn shift(view: Ref<'_>, at: &Pointer, starts: &[usize], edits: &mut Edits) -> Option<()> {
    let mut one = |value: Ref<'_>, at: Pointer| -> Option<()> {
        let start = *starts.get(number(value, "buffer")?)?;
        let offset = start.checked_add(number(value, "byteOffset").unwrap_or(0))?;
        edits.push((at.join("buffer"), Edit::Set(0.into())));
        edits.push((at.join("byteOffset"), Edit::Set(offset.into())));
        Some(())
    };
    one(view, at.clone())?;
    let extensions = view.get("extensions").into_iter().flat_map(Ref::members);
    extensions
        .filter(|(_, value)| value.get("buffer").is_some())
        .try_for_each(|(key, value)| one(value, at.join("extensions").join(key)))
}

/// What is read of the files beside a model.
struct Parts<'a> {
    name: &'a str,
    beside: Beside<'a>,
    bin: Bin,
    used: Vec<String>,
}

impl Parts<'_> {
    fn read(&mut self, uri: &str) -> Result<Arc<[u8]>> {
        if let Some(data) = uri.strip_prefix("data:") {
            let (_, data) =
                data.split_once(";base64,").ok_or_else(|| broken(self.name, "it has data in a form that is not read"))?;
            return BASE64.decode(data).map(Arc::from).map_err(|error| broken(self.name, error));
        }
        if uri.contains("://") {
            return Err(broken(self.name, format!("it needs “{}” from the web", shown(uri))));
        }
        let part = decoded(uri);
        // Some programs write names as they are, percent signs included.
        let bytes = (self.beside)(&part).or_else(|| (self.beside)(uri)).ok_or_else(|| missing(self.name, &part))?;
        if !self.used.contains(&part) {
            self.used.push(part);
        }
        Ok(bytes)
    }
}

/// A name without the percent signs of an address.
fn decoded(uri: &str) -> String {
    let hex = |byte: Option<&u8>| char::from(*byte?).to_digit(16);
    let (bytes, mut out, mut at) = (uri.as_bytes(), Vec::new(), 0);
    while let Some(byte) = bytes.get(at) {
        match (byte, hex(bytes.get(at + 1)), hex(bytes.get(at + 2))) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 3;
            }
            _ => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| uri.to_owned())
}

fn shown(uri: &str) -> String {
    uri.chars().take(80).collect()
}
