//! Every path of the manifest that the platform fetches leads to a file of the pack (manifest reference, `assets`), and
//! pictures of the listing stand in the media folder (`coverImage`, `screenshots`).
//!
//! `excludedAssets`, `assetManifest` and `credits` name files too, but the reference says of the first that a manifest is
//! never refused for it, of the second that a path which is not there is a failed download, and of the last (“never `../`”)
//! not who minds, so a bad path is a warning there.

use super::Rule;
use crate::assets::named::{fetched, items, pictures};
use crate::check::{Context, Sink};
use crate::finding::Severity;
use crate::json::{Pointer, Ref};
use crate::manifest::MAX_PATH;
use crate::pack::PackPath;
use crate::pointer;

pub(super) const RULE: Rule = Rule { name: "paths of the manifest", codes: &["unsafe-path", "media-path-invalid"], run };

/// The documents' own words for a path that cannot be used.
const UNSAFE_PATH: &str = "Mod paths must be relative repository paths without traversal or external URLs.";

/// The documents' own words for a listing picture that stands elsewhere.
const NOT_MEDIA: &str = "coverImage and screenshots must be relative paths under the media/ folder.";

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest else { return };
    let root = manifest.root();
    let mut unsafe_path = |at: Pointer, value: Ref, severity| {
        if text(value).is_some_and(|path| PackPath::parse(&path).is_err()) {
            sink.manifest("unsafe-path", severity, at, UNSAFE_PATH);
        }
    };
    for (at, value) in fetched(manifest) {
        unsafe_path(at, value, Severity::Error);
    }
    for (index, value) in items(root, "excludedAssets") {
        unsafe_path(pointer!["excludedAssets", index], value, Severity::Warning);
    }
    for (index, entry) in items(root, "assetManifest") {
        if let Some(path) = entry.get("path") {
            unsafe_path(pointer!["assetManifest", index, "path"], path, Severity::Warning);
        }
    }
    for (index, record) in items(root, "credits") {
        for (number, path) in items(record, "paths") {
            unsafe_path(pointer!["credits", index, "paths", number], path, Severity::Warning);
        }
    }
    for (at, value) in pictures(manifest) {
        let inside = |path: &str| PackPath::parse(path).is_ok_and(|path| path.as_str().starts_with("media/"));
        if text(value).is_some_and(|path| !inside(&path)) {
            sink.manifest("media-path-invalid", Severity::Error, at, NOT_MEDIA);
        }
    }
}

/// A path of a length that the schema allows; others are the schema's to refuse.
fn text(value: Ref<'_>) -> Option<std::borrow::Cow<'_, str>> {
    value.as_str().filter(|path| (1..=MAX_PATH).contains(&path.encode_utf16().count()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, assert_one, assert_silent, found, message_of, with};

    const BAD: [&str; 6] =
        ["../a.png", "a/../b.png", "/a.png", "https://example.com/a.png", "//example.com/a.png", "assets/../../a.png"];

    /// A manifest with a path at each place that is fetched.
    fn at(place: &str, path: &str) -> String {
        let text = |s: &str| s.replace("PATH", &format!("\"{path}\""));
        match place {
            "/entry/setup" => with("entry", &text(r#"{"setup":PATH}"#)),
            "/entry/script" => with("entry", &text(r#"{"setup":"setup.json","script":PATH}"#)),
            "/assets/1" => with("assets", &text(r#"["a.png",PATH]"#)),
            "/soundSets/0/variants/1" => with("soundSets", &text(r#"[{"variants":["a.wav",PATH]}]"#)),
            "/rules/0/path" => with("rules", &text(r#"[{"kind":"markdown","path":PATH}]"#)),
            "/rules/1/pages/0/path" => with("rules", &text(r#"[{},{"pages":[{"path":PATH}]}]"#)),
            "/rules/0/source/path" => with("rules", &text(r#"[{"source":{"path":PATH}}]"#)),
            "/rules/0/cover/path" => with("rules", &text(r#"[{"cover":{"path":PATH}}]"#)),
            "/excludedAssets/0" => with("excludedAssets", &text("[PATH]")),
            "/assetManifest/0/path" => with("assetManifest", &text(r#"[{"path":PATH}]"#)),
            "/credits/0/paths/1" => with("credits", &text(r#"[{"paths":["a.png",PATH]}]"#)),
            "/coverImage" => with("coverImage", &text("PATH")),
            "/screenshots/1/path" => with("screenshots", &text(r#"[{"path":"media/a.webp"},{"path":PATH}]"#)),
            _ => unreachable!("{place}"),
        }
    }

    const FETCHED: [&str; 8] = [
        "/entry/setup",
        "/entry/script",
        "/assets/1",
        "/soundSets/0/variants/1",
        "/rules/0/path",
        "/rules/1/pages/0/path",
        "/rules/0/source/path",
        "/rules/0/cover/path",
    ];

    #[test]
    fn usual_paths_are_fine() {
        assert_silent(&RULE, GOOD);
        for place in FETCHED.into_iter().chain(["/excludedAssets/0", "/assetManifest/0/path", "/credits/0/paths/1"]) {
            for path in ["a.png", "a/b c@2x.webp", "é.png", "./a.png"] {
                assert_silent(&RULE, &at(place, path));
            }
        }
    }

    #[test]
    fn what_leads_elsewhere_is_refused_wherever_it_is_fetched() {
        for place in FETCHED {
            for path in BAD {
                assert_one(&RULE, &at(place, path), &format!("error unsafe-path {place}"));
            }
        }
        assert_eq!(message_of(&RULE, &at("/assets/1", "../a")), UNSAFE_PATH);
    }

    #[test]
    fn where_nothing_is_refused_over_it_it_is_a_warning() {
        for place in ["/excludedAssets/0", "/assetManifest/0/path", "/credits/0/paths/1"] {
            assert_one(&RULE, &at(place, "../a.png"), &format!("warning unsafe-path {place}"));
        }
    }

    #[test]
    fn pictures_of_the_listing_stand_in_the_media_folder() {
        for place in ["/coverImage", "/screenshots/1/path"] {
            for path in ["media/cover.webp", "media/a/b.webp", "media/é.webp", "./media/a.webp"] {
                assert_silent(&RULE, &at(place, path));
            }
            let outside = ["cover.webp", "assets/a.webp", "media.webp", "mediax/a.webp", "x/media/a.webp", "Media/a.webp"];
            for path in BAD.into_iter().chain(outside) {
                assert_one(&RULE, &at(place, path), &format!("error media-path-invalid {place}"));
            }
        }
        assert_eq!(message_of(&RULE, &at("/coverImage", "a.webp")), NOT_MEDIA);
    }

    #[test]
    fn lengths_and_kinds_are_the_schemas() {
        let long = format!("../{}", "a".repeat(177));
        assert_eq!(found(&RULE, &at("/assets/1", &long)).len(), 1);
        for path in ["", &format!("{long}a")] {
            assert_silent(&RULE, &at("/assets/1", path));
        }
        for value in ["null", "{}", "7", "[7,null,{}]"] {
            for key in ["assets", "entry", "soundSets", "rules", "screenshots", "coverImage", "excludedAssets", "assetManifest"] {
                assert_silent(&RULE, &with(key, value));
            }
        }
    }
}
