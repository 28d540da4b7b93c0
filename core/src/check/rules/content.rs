//! A file is what its extension says, as far as its first bytes tell. Content that is not recognised is not judged. A file of
//! the rules is refused over it: “a missing page or a mislabelled file is refused” (manifest reference, `rules`).

use super::Rule;
use crate::assets::named::{pictures, rules_files};
use crate::check::{Context, Fix, Remedy, Sink};
use crate::finding::Severity;
use crate::json::Pointer;
use crate::pack::{Content, PackPath, extension, is_telling};
use crate::pointer;

pub(super) const RULE: Rule = Rule { name: "files and their content", codes: &["tw-content-differs"], run };

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest.filter(|_| !context.options.documents) else { return };
    for (index, path) in manifest.assets() {
        judge(context, pointer!["assets", index], &path, Severity::Warning, sink);
    }
    let pictures = pictures(manifest).into_iter().map(|named| (named, Severity::Warning));
    let rules = rules_files(manifest).into_iter().map(|named| (named, Severity::Error));
    for ((at, value), severity) in pictures.chain(rules) {
        // A picture that is listed is told where it is listed.
        if let Some(path) = value.as_str().filter(|path| !manifest.assets().any(|(_, asset)| asset == *path)) {
            judge(context, at, &path, severity, sink);
        }
    }
}

fn judge(context: &Context, at: Pointer, path: &str, severity: Severity, sink: &mut Sink) -> Option<()> {
    let called = extension(path).filter(|extension| is_telling(extension))?;
    let head = context.subject.files.head(&PackPath::parse(path).ok()?)?;
    // A pointer to large-file storage is told by the rule of the files' state.
    let content = Content::of(&head).filter(|content| *content != Content::LfsPointer && !content.fits(called))?;
    let called = called.to_lowercase();
    let remedy = match content.extensions().first() {
        Some(right) => format!("Rename it to .{right}, with everything that names it, or save it again as .{called}."),
        None => "Put the file itself there.".to_owned(),
    };
    let message = format!("“{path}” is called .{called} and is {}. {remedy}", content.noun());
    let right = content.extensions().first();
    let renamed = right.and_then(|right| Some((right, right_name(context, path, called.len(), right)?)));
    let told = sink.manifest("tw-content-differs", severity, at, message);
    if let Some((right, remedy)) = renamed {
        told.fix(Fix::file("rename-file", format!("Rename it to .{right}"), remedy));
    }
    Some(())
}

/// The file under the name that its content wants, where nothing has that name.
fn right_name(context: &Context, path: &str, old: usize, right: &str) -> Option<Remedy> {
    let to = PackPath::parse(&format!("{}{right}", &path[..path.len() - old])).ok()?;
    let taken = context.subject.files.head(&to).is_some();
    (!taken).then_some(Remedy::Rename { from: PackPath::parse(path).ok()?, to })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{diagnostics_among, found_among, with};

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
    fn the_right_name_is_offered_where_it_is_free() {
        let manifest = with("assets", r#"["a.webp"]"#);
        let fixes = |files: &[(&str, &str)]| {
            let found = diagnostics_among(&RULE, &manifest, files);
            found[0].fixes.iter().map(|fix| (fix.label().to_owned(), fix.remedy().cloned())).collect::<Vec<_>>()
        };
        let path = |text: &str| PackPath::parse(text).unwrap();
        let rename = Remedy::Rename { from: path("a.webp"), to: path("a.gif") };
        assert_eq!(fixes(&[("a.webp", "GIF89a")]), [("Rename it to .gif".to_owned(), Some(rename))]);
        assert!(fixes(&[("a.webp", "GIF89a"), ("a.gif", "GIF89a")]).is_empty());
    }

    #[test]
    fn pictures_that_are_not_listed_are_judged_too() {
        let cover = with("coverImage", "\"media/a.webp\"");
        assert_eq!(found(&cover, &[("media/a.webp", "GIF89a")], false), ["warning tw-content-differs /coverImage"]);
        assert!(found(&cover, &[("media/a.webp", "RIFF0000WEBP")], false).is_empty());
        let rules = with("rules", r#"[{"kind":"pages","pages":[{"path":"rules/a/p.webp"}]}]"#);
        assert_eq!(found(&rules, &[("rules/a/p.webp", "GIF89a")], false), ["error tw-content-differs /rules/0/pages/0/path"]);
        let both = cover.replace("assets/board.png", "media/a.webp");
        assert_eq!(found(&both, &[("media/a.webp", "GIF89a")], false), ["warning tw-content-differs /assets/0"]);
    }
}
