//! Files are of the kind that their place wants: the cover and the screenshots are pictures (“validated as images”), clips of
//! sound sets are sounds that are there, a `.glb` is whole (manifest reference, `coverImage`, `screenshots`, `soundSets`).
//! What the first bytes tell decides; what they do not tell is left to the name.

use super::{Rule, files};
use crate::assets::named::{items, pictures};
use crate::check::{Context, FileState, Sink};
use crate::finding::Severity;
use crate::json::{Pointer, Ref};
use crate::manifest::ManifestView;
use crate::pack::{Content, PackPath, extension};
use crate::pointer;

pub(super) const RULE: Rule = Rule {
    name: "kinds of files and their places",
    codes: &["tw-not-a-picture", "tw-sound-missing", "tw-not-a-sound", "tw-model-cut"],
    run,
};

const PICTURES: [Content; 5] = [Content::WebP, Content::Png, Content::Jpeg, Content::Gif, Content::Avif];
const SOUNDS: [Content; 6] = [Content::Wav, Content::Mp3, Content::Ogg, Content::Flac, Content::M4a, Content::Webm];

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest else { return };
    for (at, value) in pictures(manifest) {
        picture(context, at, value, sink);
    }
    for (index, set) in items(manifest.root(), "soundSets") {
        for (clip, value) in items(set, "variants") {
            sound(context, pointer!["soundSets", index, "variants", clip], value, sink);
        }
    }
    if !context.options.documents {
        models(context, manifest, sink);
    }
}

fn has_extension(path: &str, of: &[Content]) -> bool {
    extension(path).is_some_and(|extension| of.iter().any(|content| content.fits(extension)))
}

/// What the file at `path` is by its first bytes; `None` also where it is not there.
fn content(context: &Context, path: &PackPath) -> Option<Content> {
    if context.options.documents {
        return None;
    }
    Content::of(&context.subject.files.head(path)?)
}

fn picture(context: &Context, at: Pointer, value: Ref, sink: &mut Sink) -> Option<()> {
    let text = value.as_str()?;
    let path = PackPath::parse(&text).ok()?;
    let (severity, is) = match content(context, &path) {
        Some(content) if PICTURES.contains(&content) => return None,
        // Told as what it is.
        Some(Content::LfsPointer) => return None,
        Some(content) => (Severity::Error, format!("“{text}” is {}", content.noun())),
        None if has_extension(&text, &PICTURES) => return None,
        None => (Severity::Warning, format!("“{text}” is not called as a picture is")),
    };
    let message = format!("{is}, and the listing shows pictures here. Choose a picture, best a .webp.");
    sink.manifest("tw-not-a-picture", severity, at, message);
    Some(())
}

fn sound(context: &Context, at: Pointer, value: Ref, sink: &mut Sink) -> Option<()> {
    let text = value.as_str()?;
    let path = PackPath::parse(&text).ok()?;
    let files = context.subject.files;
    if !context.options.documents && files.state(&path) == FileState::Missing {
        let other = files.other_case(&path).filter(|other| *other != path.as_str());
        let message = match &other {
            Some(other) => format!("“{text}” is not there, but “{other}” is. Letter case counts."),
            None => format!("“{text}” is not there, so nothing is heard. Put it back, or take the clip out."),
        };
        let draft = sink.manifest("tw-sound-missing", Severity::Warning, at.clone(), message);
        if let Some(other) = other {
            draft.fix(files::respell(at, &text, other));
        }
        return Some(());
    }
    let is = match content(context, &path) {
        Some(content) if SOUNDS.contains(&content) => return None,
        Some(Content::LfsPointer) => return None,
        Some(content) => format!("“{text}” is {}", content.noun()),
        None if has_extension(&text, &SOUNDS) => return None,
        None => format!("“{text}” is not called as a sound is"),
    };
    let message = format!("{is}, and a sound set plays sounds. Choose a sound, best a .wav.");
    sink.manifest("tw-not-a-sound", Severity::Warning, at, message);
    Some(())
}

/// Models that are shorter than they say themselves.
fn models(context: &Context, manifest: ManifestView, sink: &mut Sink) {
    let assets = manifest.assets().map(|(index, path)| (pointer!["assets", index], path));
    let excluded = items(manifest.root(), "excludedAssets");
    let excluded = excluded.filter_map(|(index, path)| Some((pointer!["excludedAssets", index], path.as_str()?)));
    let models = assets.chain(excluded).filter(|(_, path)| has_extension(path, &[Content::Glb]));
    for (at, text) in models {
        let Ok(path) = PackPath::parse(&text) else { continue };
        let (Some(head), Some(size)) = (context.subject.files.head(&path), context.subject.files.size(&path)) else { continue };
        if let Some(why) = cut(&head, size) {
            let message = format!("“{text}” {why}, so it can’t be shown. Export it again.");
            sink.manifest("tw-model-cut", Severity::Warning, at, message);
        }
    }
}

/// Why a file that begins like this is no whole `.glb`; what does not begin like one is told as what it is.
fn cut(head: &[u8], size: u64) -> Option<String> {
    if !head.starts_with(b"glTF") {
        return head.is_empty().then(|| "is empty".to_owned());
    }
    let number = |at: usize| Some(u32::from_le_bytes(head.get(at..at + 4)?.try_into().ok()?));
    let (Some(version), Some(length)) = (number(4), number(8)) else {
        return Some("ends after its first bytes".to_owned());
    };
    if version != 2 {
        return Some(format!("is of version {version} of its format, and the platform reads version 2"));
    }
    (u64::from(length) > size).then(|| format!("is cut short: {size} of {length} bytes are there"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{assert_silent, found_among, found_on_disk, with};

    #[test]
    fn cover_and_screenshots_are_pictures() {
        let cover = |path: &str| with("coverImage", &format!("\"{path}\""));
        let found = |path: &str, bytes: &str| found_among(&RULE, &cover(path), &[(path, bytes)], false);
        assert!(found("media/a.webp", "RIFF0000WEBP").is_empty());
        assert!(found("media/a.webp", "unknown").is_empty(), "its name is believed");
        assert_eq!(found("media/a.webp", "glTF"), ["error tw-not-a-picture /coverImage"]);
        assert_eq!(found("media/a.json", "{}"), ["warning tw-not-a-picture /coverImage"]);
        assert!(found("media/a.json", "GIF89a").is_empty(), "misnamed, which another rule tells");
        assert_silent(&RULE, &cover("media/A.PNG"));
        let shots = with("screenshots", r#"[{"path":"media/a.pdf"},{"video":{}},{"path":7}]"#);
        assert_eq!(found_among(&RULE, &shots, &[], true), ["warning tw-not-a-picture /screenshots/0/path"]);
    }

    #[test]
    fn clips_are_sounds_that_are_there() {
        let sets = with("soundSets", r#"[{"name":"a","variants":["a.wav","b.png"]},{"variants":7}]"#);
        assert_eq!(found_among(&RULE, &sets, &[], true), ["warning tw-not-a-sound /soundSets/0/variants/1"]);
        let missing = ["warning tw-sound-missing /soundSets/0/variants/0", "warning tw-sound-missing /soundSets/0/variants/1"];
        assert_eq!(found_among(&RULE, &sets, &[], false), missing);
        let there = [("a.wav", "RIFF0000WAVE"), ("b.png", "ID3")];
        assert!(found_among(&RULE, &sets, &there, false).is_empty());
        let wrong = [("a.wav", "glTF"), ("b.png", "ID3")];
        assert_eq!(found_among(&RULE, &sets, &wrong, false), ["warning tw-not-a-sound /soundSets/0/variants/0"]);
        let one = with("soundSets", r#"[{"name":"a","variants":["a.wav"]}]"#);
        let dir = crate::check::rules::testing::pack_of(&[("diceytable.mod.json", one.as_bytes()), ("A.wav", b"RIFF0000WAVE")]);
        let pack = crate::check::OnDisk::read(dir.path(), &dir.path().join("no-state")).unwrap();
        let told = crate::check::check(&pack.subject(), &crate::check::Options { documents: false });
        let fix = &told.iter().find(|d| d.code == "tw-sound-missing").unwrap().fixes[0];
        let after = fix.apply(&pack.working_copy().roots()).unwrap().manifest.unwrap();
        assert_eq!(after.text(), one.replace("a.wav", "A.wav"));
    }

    #[test]
    fn a_model_is_whole() {
        let glb = |version: u32, length: u32, size: usize| {
            let mut bytes = [&b"glTF"[..], &version.to_le_bytes(), &length.to_le_bytes()].concat();
            bytes.resize(size, 0);
            bytes
        };
        let found = |bytes: &[u8]| {
            let manifest = with("assets", r#"["m/a.glb"]"#);
            found_on_disk(&RULE, &[("diceytable.mod.json", manifest.as_bytes()), ("m/a.glb", bytes)])
        };
        assert!(found(&glb(2, 40, 40)).is_empty() && found(&glb(2, 40, 44)).is_empty());
        for bad in [glb(2, 40, 39), glb(1, 40, 40), b"glTF\x02".to_vec(), Vec::new()] {
            assert_eq!(found(&bad), ["warning tw-model-cut /assets/0"]);
        }
        assert!(found(b"PK\x03\x04").is_empty(), "told as what it is");
    }
}
