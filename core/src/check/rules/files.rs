//! The files that the manifest names are there: the entry files, what `assets` lists, pictures of the listing and files of
//! the rules. The platform fetches each at publish and refuses the pack over one that is not on the published commit.
//! Not judged with `--documents`.

use super::{Rule, asset_types};
use crate::assets::named;
use crate::check::{Context, FileSet, FileState, Fix, Sink};
use crate::finding::Severity;
use crate::json::{EditError, Pointer, Ref};
use crate::manifest::MAX_PATH;
use crate::pack::{Fault, PackPath};
use crate::pointer;

pub(super) const RULE: Rule = Rule { name: "the files are there", codes: &["tw-missing-file", "tw-link-outside"], run };

fn run(context: &Context, sink: &mut Sink) {
    if context.options.documents {
        return;
    }
    let Some(manifest) = context.manifest else { return };
    let files = context.subject.files;
    if let Some(setup) = manifest.setup() {
        // A scene that is there and cannot be read is told by rule `readable`.
        let told = matches!(context.subject.scene, Err(Fault::Unreadable(_)));
        judge(files, pointer!["entry", "setup"], &setup, told, sink);
    }
    if let Some(script) = manifest.script() {
        judge(files, pointer!["entry", "script"], &script, false, sink);
    }
    for (index, path) in manifest.assets() {
        judge(files, pointer!["assets", index], &path, false, sink);
    }
    for (at, value) in named::pictures(manifest).into_iter().chain(named::rules_files(manifest)) {
        if let Some(path) = value.as_str() {
            judge(files, at, &path, false, sink);
        }
    }
}

/// Judges one path; `told` where another rule has said why the file is of no use.
fn judge(files: &dyn FileSet, at: Pointer, path: &str, told: bool, sink: &mut Sink) {
    // Other rules speak of paths that cannot be used.
    let Ok(in_pack) = PackPath::parse(path) else { return };
    if path.len() > MAX_PATH && path.encode_utf16().count() > MAX_PATH {
        return;
    }
    let mut fixes = Vec::new();
    let (code, message) = match files.state(&in_pack) {
        FileState::Outside => (
            "tw-link-outside",
            format!("“{path}” is a link that leads out of the pack, so it cannot be published. Put the file itself there."),
        ),
        FileState::File => return,
        _ if told => return,
        FileState::Folder => ("tw-missing-file", format!("“{path}” is a folder. Name a file.")),
        FileState::Missing => match files.other_case(&in_pack).filter(|other| other != in_pack.as_str()) {
            Some(other) => {
                let message =
                    format!("“{path}” is not there, but “{other}” is. Letter case counts: rename the file or correct the path.");
                fixes.push(respell(at.clone(), path, other));
                ("tw-missing-file", message)
            }
            None => ("tw-missing-file", format!("“{path}” is not there. Put the file back or take the path out.")),
        },
    };
    if at.tokens().first().is_some_and(|key| key == "assets") {
        fixes.push(asset_types::take_out(path, false));
    }
    let draft = sink.manifest(code, Severity::Error, at, message);
    for fix in fixes {
        draft.fix(fix);
    }
}

/// Writes the path as the file is called. A person decides: it may be the file that has the wrong name.
pub(super) fn respell(at: Pointer, path: &str, other: String) -> Fix {
    let path = path.to_owned();
    Fix::manifest("correct-path", format!("Use “{other}”"), false, move |manifest| {
        if manifest.at(&at).and_then(Ref::as_str).is_none_or(|present| present != path) {
            return Err(EditError::Missing(at.clone()));
        }
        manifest.set(&at, other.as_str().into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, found_in, with};
    use crate::check::{Options, Subject};
    use crate::json::Document;

    /// Files by name; names that end in `/` are folders, and `out` is a link out of the pack.
    struct Names(&'static [&'static str]);

    impl FileSet for Names {
        fn state(&self, path: &PackPath) -> FileState {
            match path.as_str() {
                "out" => FileState::Outside,
                path if self.0.contains(&path) => FileState::File,
                path if self.0.contains(&format!("{path}/").as_str()) => FileState::Folder,
                _ => FileState::Missing,
            }
        }
    }

    fn found(manifest: &str, files: &'static [&'static str], documents: bool) -> Vec<String> {
        let document = Document::parse(manifest.as_bytes()).unwrap();
        let files = Names(files);
        let subject = Subject { files: &files, ..Subject::of_documents(Ok(&document), Err(&Fault::Missing)) };
        found_in(&RULE, &subject, Options { documents })
    }

    #[test]
    fn files_that_are_there_are_fine() {
        assert!(found(GOOD, &["setup.json", "assets/board.png"], false).is_empty());
    }

    #[test]
    fn each_missing_file_is_named_where_it_is_listed() {
        let missing = ["error tw-missing-file /entry/setup", "error tw-missing-file /assets/0"];
        assert_eq!(found(GOOD, &[], false), missing);
        assert_eq!(found(GOOD, &["setup.json/", "assets/board.png/"], false), missing);
        assert!(found(GOOD, &[], true).is_empty(), "documents alone are judged");
    }

    #[test]
    fn pictures_and_rules_are_files_too() {
        let cover = with("coverImage", "\"media/a.webp\"");
        assert_eq!(found(&cover, &["setup.json", "assets/board.png"], false), ["error tw-missing-file /coverImage"]);
        let rules = with("rules", r#"[{"kind":"markdown","path":"rules/a.md"},{"kind":"link","url":"https://a.example"}]"#);
        let there = &["setup.json", "assets/board.png", "rules/a.md", "media/a.webp"];
        assert!(found(&rules, there, false).is_empty() && found(&cover, there, false).is_empty());
        assert_eq!(found(&rules, &there[..2], false), ["error tw-missing-file /rules/0/path"]);
    }

    #[test]
    fn a_missing_asset_can_be_taken_out_or_called_as_the_file_is() {
        struct Board;
        impl FileSet for Board {
            fn state(&self, path: &PackPath) -> FileState {
                if path.as_str() == "assets/Board.png" { FileState::File } else { FileState::Missing }
            }

            fn other_case(&self, path: &PackPath) -> Option<String> {
                (path.as_str() == "assets/board.png").then(|| "assets/Board.png".to_owned())
            }
        }
        let document = Document::parse(GOOD.as_bytes()).unwrap();
        let subject = Subject { files: &Board, ..Subject::of_documents(Ok(&document), Err(&Fault::Missing)) };
        let found = crate::check::check(&subject, &Options { documents: false });
        let asset = found.iter().find(|d| d.pointer == pointer!["assets", 0]).unwrap();
        let roots = crate::edit::Roots { manifest: Some(document.clone()), scene: None };
        let after: Vec<String> = asset.fixes.iter().map(|fix| fix.apply(&roots).unwrap().manifest.unwrap().text()).collect();
        assert_eq!(after, [with("assets", r#"["assets/Board.png"]"#), with("assets", "[]")]);
        assert!(asset.fixes.iter().all(|fix| !fix.is_safe()));
        assert!(found.iter().filter(|d| d.pointer == pointer!["entry", "setup"]).all(|d| d.fixes.is_empty()));
    }

    #[test]
    fn paths_of_any_length_are_short_to_tell() {
        let text = with("assets", &format!("[\"{}\"]", "a".repeat(5000)));
        assert!(found(&text, &["setup.json"], false).is_empty(), "the schema refuses it");
    }

    #[test]
    fn links_out_of_the_pack_are_refused() {
        let text = with("assets", r#"["out", "../x"]"#);
        assert_eq!(found(&text, &["setup.json"], false), ["error tw-link-outside /assets/0"]);
    }
}
