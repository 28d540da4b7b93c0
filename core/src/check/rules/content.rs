//! A file is what its extension says, as far as its first bytes tell. Content that is not recognised is not judged.

use super::Rule;
use crate::assets::named::{pictures, rules_files};
use crate::check::{Context, Sink};
use crate::finding::Severity;
use crate::json::Pointer;
use crate::pack::{Content, PackPath, extension, is_telling};
use crate::pointer;

pub(super) const RULE: Rule = Rule { name: "files and their content", codes: &["tw-content-differs"], run };

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest.filter(|_| !context.options.documents) else { return };
    for (index, path) in manifest.assets() {
        judge(context, pointer!["assets", index], &path, sink);
    }
    for (at, value) in pictures(manifest).into_iter().chain(rules_files(manifest)) {
        // A picture that is listed is told where it is listed.
        if let Some(path) = value.as_str().filter(|path| !manifest.assets().any(|(_, asset)| asset == *path)) {
            judge(context, at, &path, sink);
        }
    }
}

fn judge(context: &Context, at: Pointer, path: &str, sink: &mut Sink) -> Option<()> {
    let called = extension(path).filter(|extension| is_telling(extension))?;
    let head = context.subject.files.head(&PackPath::parse(path).ok()?)?;
    let content = Content::of(&head).filter(|content| !content.fits(called))?;
    let called = called.to_lowercase();
    let remedy = match content.extensions().first() {
        Some(right) => format!("Rename it to .{right}, with everything that names it, or save it again as .{called}."),
        None => "Put the file itself there.".to_owned(),
    };
    let message = format!("“{path}” is called .{called} and is {}. {remedy}", content.noun());
    sink.manifest("tw-content-differs", Severity::Warning, at, message);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{found_among, with};

    fn found(manifest: &str, files: &[(&str, &str)], documents: bool) -> Vec<String> {
        found_among(&RULE, manifest, files, documents)
    }

    #[test]
    fn a_misnamed_file_is_told_where_it_is_listed() {
        let assets = with("assets", r#"["a.webp","b.glb","c.json","d.png"]"#);
        let files = [("a.webp", "GIF89a…"), ("b.glb", "glTF"), ("c.json", "GIF89a…"), ("d.png", "what is this")];
        assert_eq!(found(&assets, &files, false), ["warning tw-content-differs /assets/0"]);
        assert!(found(&assets, &files, true).is_empty());
        assert!(found(&assets, &[], false).is_empty(), "missing files are another rule's");
    }

    #[test]
    fn pictures_that_are_not_listed_are_judged_too() {
        let cover = with("coverImage", "\"media/a.webp\"");
        assert_eq!(found(&cover, &[("media/a.webp", "GIF89a")], false), ["warning tw-content-differs /coverImage"]);
        assert!(found(&cover, &[("media/a.webp", "RIFF0000WEBP")], false).is_empty());
        let both = cover.replace("assets/board.png", "media/a.webp");
        assert_eq!(found(&both, &[("media/a.webp", "GIF89a")], false), ["warning tw-content-differs /assets/0"]);
    }
}
