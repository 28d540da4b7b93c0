//! Which kinds of file the platform takes as assets, as far as anybody knows. This table is the one place that says so.
//!
//! The manifest reference speaks of 19 extensions (`MOD_ASSET_ALLOWED_EXTENSIONS`) and prints none of the list.

/// What is known of a kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssetType {
    /// Published packs list such files, or the manifest reference does.
    Known,
    /// Usual for games, and seen in no published pack: it may be among the extensions that we cannot name.
    Unconfirmed,
    /// Neither: held to be outside the platform's list.
    Refused,
}

/// Extensions in lower case, with where each row comes from.
const TABLE: &[(AssetType, &str, &[&str])] = &[
    (AssetType::Known, "assets of published packs", &["webp", "png", "jpg", "glb", "json", "hdr", "ktx2", "onnx"]),
    (AssetType::Known, "the manifest reference's example of sound sets", &["wav"]),
    (AssetType::Unconfirmed, "pictures that browsers show", &["jpeg", "gif", "avif", "svg"]),
    (AssetType::Unconfirmed, "models and their parts", &["gltf", "bin", "obj", "mtl", "fbx"]),
    (AssetType::Unconfirmed, "sounds that browsers play", &["mp3", "ogg", "m4a", "flac", "opus"]),
    (AssetType::Unconfirmed, "films that browsers play", &["mp4", "webm"]),
    (AssetType::Unconfirmed, "fonts", &["ttf", "otf", "woff", "woff2"]),
    (AssetType::Unconfirmed, "surroundings and compressed textures", &["exr", "basis", "dds"]),
];

/// What is known of the kind of the file at `path`.
pub fn asset_type(path: &str) -> AssetType {
    let Some(extension) = extension(path).map(str::to_ascii_lowercase) else { return AssetType::Refused };
    let row = TABLE.iter().find(|(_, _, extensions)| extensions.contains(&extension.as_str()));
    row.map_or(AssetType::Refused, |(known, _, _)| *known)
}

/// What stands after the last dot of the file's name. A name that only begins with a dot has no extension.
pub fn extension(path: &str) -> Option<&str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (stem, extension) = name.rsplit_once('.')?;
    (!stem.is_empty() && !extension.is_empty()).then_some(extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_last_extension_of_the_name() {
        for (path, found) in [
            ("a.png", Some("png")),
            ("a/b.c/d.cards.json", Some("json")),
            ("a.b/c", None),
            ("LICENSE", None),
            (".png", None),
            ("a.", None),
            ("a/..b", Some("b")),
        ] {
            assert_eq!(extension(path), found, "{path}");
        }
    }

    #[test]
    fn knows_what_real_packs_carry() {
        for path in ["a.webp", "A.PNG", "ai/go-9x9.onnx", "sfx/a.wav", "x.ktx2", "up-deep space.jpg"] {
            assert_eq!(asset_type(path), AssetType::Known, "{path}");
        }
        for path in ["a.jpeg", "a.mp3", "a.woff2", "a.gltf"] {
            assert_eq!(asset_type(path), AssetType::Unconfirmed, "{path}");
        }
        for path in ["main.js", "LICENSE", "README.md", "a.exe", "a.webp.zip", ".webp"] {
            assert_eq!(asset_type(path), AssetType::Refused, "{path}");
        }
    }

    #[test]
    fn an_extension_stands_in_one_row() {
        let all: Vec<&str> = TABLE.iter().flat_map(|(_, _, extensions)| extensions.iter().copied()).collect();
        for (index, extension) in all.iter().enumerate() {
            assert!(!all[..index].contains(extension), "{extension}");
            assert!(extension.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()), "{extension}");
        }
    }
}
