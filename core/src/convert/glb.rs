//! The two chunks of a `.glb`.

use super::MAX_GLB;
use crate::error::{Error, ErrorKind, Result};
use crate::json::{Document, Value};
use gltf::binary::{Glb, Header};
use std::borrow::Cow;

/// Bytes that grow by parts, each beginning at a multiple of four.
#[derive(Default)]
pub(super) struct Bin {
    pub(super) bytes: Vec<u8>,
}

impl Bin {
    /// Adds a part; where it begins.
    ///
    /// # Errors
    /// Refused where it would be more than a model may have.
    pub(super) fn add(&mut self, name: &str, part: &[u8]) -> Result<usize> {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let start = self.bytes.len();
        if start + part.len() > MAX_GLB {
            return Err(Error::new(ErrorKind::Refused, format!("“{name}” would have more than {} MB", MAX_GLB >> 20))
                .hint("Give it smaller pictures or fewer triangles first."));
        }
        self.bytes.extend_from_slice(part);
        Ok(start)
    }

    /// The whole as one file. The JSON says `buffers` itself.
    ///
    /// # Errors
    /// Refused where the file is too large.
    pub(super) fn finish(self, name: &str, json: &Document) -> Result<Vec<u8>> {
        let glb = Glb {
            // The length is counted when it is written.
            header: Header { magic: *b"glTF", version: 2, length: 0 },
            json: Cow::Owned(json.text().into_bytes()),
            bin: (!self.bytes.is_empty()).then_some(Cow::Owned(self.bytes)),
        };
        glb.to_vec().map_err(|error| super::broken(name, error))
    }
}

/// The list of the one buffer that a `.glb` has.
pub(super) fn buffers(bin: &Bin) -> Value {
    Value::Array(vec![Value::object([("byteLength", Value::from(bin.bytes.len().next_multiple_of(4)))])])
}

/// The media type of a picture inside a model, by its content.
pub(super) fn media_type(bytes: &[u8]) -> Option<&'static str> {
    use crate::pack::Content;
    Some(match Content::of(bytes)? {
        Content::Png => "image/png",
        Content::Jpeg => "image/jpeg",
        Content::WebP => "image/webp",
        Content::Ktx2 => "image/ktx2",
        _ => return None,
    })
}
