//! The state of each file that the pack names, as the inventory finds it: named and not there, called otherwise, ignored by
//! git, a pointer to large-file storage, no plain file, too large for hosts, alike but for letter case (manifest reference,
//! `assets`: every listed path is fetched at publish; the bounds of size are GitHub's). What the manifest's own members name
//! and is missing is told by the rule of each.

use super::Rule;
use crate::assets::{Class, Delivery, Holder, Inventory, Naming, NotPlain, Role, Row, Survey, Trouble};
use crate::check::{Context, FileState, Fix, Sink};
use crate::finding::{DocId, Finding, Severity};
use crate::json::{Edit, EditError, Pointer, Ref};
use crate::pack::PackPath;
use crate::pointer;

pub(super) const RULE: Rule = Rule {
    name: "the state of files",
    codes: &[
        "tw-reference-missing",
        "tw-file-ignored",
        "tw-lfs-pointer",
        "tw-not-plain",
        "tw-file-too-large",
        "tw-names-alike",
        "tw-file-unreadable",
        "tw-sidecar-alone",
    ],
    run,
};

fn run(context: &Context, sink: &mut Sink) {
    if context.manifest.is_none() {
        return;
    }
    let Some(surveyed) = context.surveyed() else { return };
    let survey = &*surveyed.survey;
    for row in &survey.inventory.rows {
        // Why the scene itself can't be read is told where it is named.
        if row.class == Class::Scene && context.scene.is_none() {
            continue;
        }
        for trouble in &row.troubles {
            judge(context, survey, row, trouble, sink);
        }
    }
    for (folder, why) in &survey.listing.unreadable {
        let message = format!("The folder “{folder}” can’t be read: {why}. Its files can’t be checked or published.");
        sink.manifest("tw-file-unreadable", Severity::Warning, Pointer::root(), message);
    }
}

fn judge(context: &Context, survey: &Survey, row: &Row, trouble: &Trouble, sink: &mut Sink) {
    if matches!(trouble, Trouble::Missing | Trouble::CaseDiffers(_)) {
        missing(survey, row, sink);
        return;
    }
    let place = place(survey, row);
    // One that leads out of the pack is told where the manifest names it.
    let told_as_outside = *trouble == Trouble::NotPlain(NotPlain::Link)
        && place.as_ref().is_some_and(|(document, _)| *document == DocId::Manifest)
        && PackPath::parse(&row.path).is_ok_and(|path| context.subject.files.state(&path) == FileState::Outside);
    if told_as_outside {
        return;
    }
    // What the platform fetches at publish, it refuses there; all else comes to players as it is.
    let fetched = if is_fetched(survey, row) { Severity::Error } else { Severity::Warning };
    let Some((code, severity, message)) = told(row, trouble, place.is_some(), fetched) else { return };
    let (document, pointer) = place.unwrap_or((DocId::Manifest, Pointer::root()));
    sink.put(Finding { code, severity, document, pointer, message });
}

/// Code, severity and message of what is wrong with a file that is there; `None` where that harms nobody as long as
/// nothing names the file (`named`).
fn told(row: &Row, trouble: &Trouble, named: bool, fetched: Severity) -> Option<(&'static str, Severity, String)> {
    let path = &row.path;
    Some(match trouble {
        Trouble::Ignored => {
            let remedy = "Take the pattern out of .gitignore, or add the file with `git add -f`.";
            ("tw-file-ignored", Severity::Error, format!("Git ignores “{path}”, so it would not be published. {remedy}"))
        }
        Trouble::LfsPointer if named => {
            let remedy = "Run `git lfs pull`, and keep the file in git itself.";
            let is = "is only a pointer to large-file storage, and players would get that";
            ("tw-lfs-pointer", fetched, format!("“{path}” {is}. {remedy}"))
        }
        Trouble::NotPlain(NotPlain::Link) if named => (
            "tw-not-plain",
            fetched,
            format!("“{path}” is a link, and players would get the link’s text. Put the file itself there."),
        ),
        Trouble::NotPlain(NotPlain::Device) if named => {
            ("tw-not-plain", fetched, format!("“{path}” is no file but a pipe, a socket or a device. Put a file there."))
        }
        Trouble::NotPlain(NotPlain::Name) => {
            let why = "its name is no text, or has characters that no path has";
            ("tw-not-plain", Severity::Advice, format!("No path in a pack can name “{path}”: {why}. Rename it."))
        }
        Trouble::TooLarge { refused } => {
            let (severity, why) = if *refused {
                (Severity::Error, "GitHub takes no file of more than 100 MB")
            } else {
                (Severity::Warning, "GitHub warns of files of more than 50 MB, and players wait for it")
            };
            let size = row.size.unwrap_or_default() >> 20;
            ("tw-file-too-large", severity, format!("“{path}” has {size} MB. {why}. Make it smaller."))
        }
        Trouble::Twin(other) if path.as_str() < other.as_str() => {
            let why = "Some disks can hold only one of them: rename one.";
            let message = format!("“{path}” and “{other}” differ in letter case or accents alone. {why}");
            ("tw-names-alike", Severity::Warning, message)
        }
        Trouble::Unreadable(why) if named => {
            let message = format!("“{path}” can’t be read: {why}. It can’t be checked or published.");
            ("tw-file-unreadable", Severity::Warning, message)
        }
        Trouble::Unused if row.class == Class::Sidecar && path.ends_with(".meta.json") => {
            let what = "holds the settings of a model that is not beside it. Delete it, or put the model back.";
            ("tw-sidecar-alone", Severity::Advice, format!("“{path}” {what}"))
        }
        _ => return None,
    })
}

/// Whether the platform fetches the file when the pack is published.
fn is_fetched(survey: &Survey, row: &Row) -> bool {
    let by_manifest = |naming: &Naming| {
        let key = naming.at.tokens().first().map(String::as_str);
        naming.holder == Holder::Manifest && matches!(key, Some("entry" | "coverImage" | "screenshots" | "rules"))
    };
    row.delivery == Delivery::Preloaded || survey.references.to(&row.path).any(by_manifest)
}

/// Where to tell of a file: the first place of the manifest that names it, else of the scene; where a file of the pack
/// names it, at that file in `assets`.
fn place(survey: &Survey, row: &Row) -> Option<(DocId, Pointer)> {
    let counts = |naming: &&Naming| !matches!(naming.role, Role::Credit | Role::Record);
    let namings = || survey.references.to(&row.path).filter(counts);
    let of = |holder: Holder| namings().find(|naming| naming.holder == holder).map(|naming| naming.at.clone());
    if let Some(at) = of(Holder::Manifest) {
        return Some((DocId::Manifest, at));
    }
    if let Some(at) = of(Holder::Scene) {
        return Some((DocId::Scene, at));
    }
    let beside = namings().find_map(|naming| match &naming.holder {
        Holder::File(path) => Some(path),
        _ => None,
    })?;
    let listed = survey.references.to(beside.as_str()).find(|naming| naming.holder == Holder::Manifest);
    Some((DocId::Manifest, listed.map_or_else(Pointer::root, |naming| naming.at.clone())))
}

/// Members of the manifest whose missing files other rules tell of.
const TOLD: [&str; 8] = ["entry", "assets", "coverImage", "screenshots", "rules", "soundSets", "assetManifest", "excludedAssets"];

/// A file that is used and not there. Told once in each document, and once for each file that names it.
fn missing(survey: &Survey, row: &Row, sink: &mut Sink) {
    let other = row.troubles.iter().find_map(|trouble| match trouble {
        Trouble::CaseDiffers(other) => Some(other.as_str()),
        _ => None,
    });
    let path = &row.path;
    let remedy = |other: Option<&str>| match other {
        Some(other) => {
            format!("is not there, but “{other}” is. Letter case and accents count: rename the file or correct the path.")
        }
        None => "is not there. Put it back, or choose another file.".to_owned(),
    };
    let namings: Vec<&Naming> = survey.references.to(path).filter(|naming| naming.firm && naming.role == Role::Use).collect();
    let of = |holder: Holder| namings.iter().filter(move |naming| naming.holder == holder).map(|naming| naming.at.clone());
    let told_there = |at: &Pointer| at.tokens().first().is_some_and(|key| TOLD.contains(&key.as_str()));
    for at in of(Holder::Manifest).filter(|at| !told_there(at)) {
        let message = format!("“{path}” {}", remedy(other));
        let draft = sink.manifest("tw-reference-missing", Severity::Warning, at.clone(), message);
        if let Some(other) = other {
            draft.fix(super::files::respell(at, path, other.to_owned()));
        }
    }
    let in_scene: Vec<Pointer> = of(Holder::Scene).collect();
    if let Some(first) = in_scene.first().cloned() {
        let more = match in_scene.len() - 1 {
            0 => String::new(),
            1 => " One more place of the scene names it.".to_owned(),
            more => format!(" {more} more places of the scene name it."),
        };
        let (code, severity, document) = ("tw-reference-missing", Severity::Warning, DocId::Scene);
        let message = format!("“{path}” {}{more}", remedy(other));
        let draft = sink.put(Finding { code, severity, document, pointer: first, message });
        if let Some(other) = other {
            draft.fix(respell_in_scene(in_scene, path, other));
        }
    }
    let mut files: Vec<&PackPath> = namings
        .iter()
        .filter_map(|naming| match &naming.holder {
            Holder::File(file) => Some(file),
            _ => None,
        })
        .collect();
    files.dedup();
    for file in files {
        let at = at_file(&survey.inventory, survey, file);
        let message = format!("“{file}” names “{path}”, which {}", remedy(other));
        sink.manifest("tw-reference-missing", Severity::Warning, at, message);
    }
}

/// Where the manifest lists a file of the pack.
fn at_file(inventory: &Inventory, survey: &Survey, file: &PackPath) -> Pointer {
    let listed = inventory.get(file.as_str()).is_some_and(|row| matches!(row.delivery, Delivery::Preloaded | Delivery::OnDemand));
    let at =
        || survey.references.to(file.as_str()).find(|naming| naming.holder == Holder::Manifest && naming.role == Role::Listed);
    listed.then(at).flatten().map_or_else(|| pointer![], |naming| naming.at.clone())
}

/// Writes the path as the file is called, at every place of the scene. A person decides: it may be the file that has the
/// wrong name.
fn respell_in_scene(places: Vec<Pointer>, path: &str, other: &str) -> Fix {
    let (path, other) = (path.to_owned(), other.to_owned());
    Fix::scene("correct-path", format!("Use “{other}”"), false, move |scene| {
        let still = |at: &&Pointer| {
            let text = scene.at(at).and_then(Ref::as_str);
            text.is_some_and(|text| PackPath::parse(&text).is_ok_and(|named| named.as_str() == path))
        };
        let edits: Vec<_> = places.iter().filter(still).map(|at| (at.clone(), Edit::Set(other.as_str().into()))).collect();
        if edits.is_empty() { Err(EditError::Missing(places[0].clone())) } else { scene.edit_many(edits) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, SCENE, found_on_disk, with};

    /// A scene whose one entity shows a model.
    fn scene(model: &str) -> String {
        SCENE.replace("\"objects\":[]", &format!(r#""objects":[{{"id":"a","metadata":{{"customModelAssetId":"{model}"}}}}]"#))
    }

    fn found(files: &[(&str, &[u8])]) -> Vec<String> {
        found_on_disk(&RULE, files)
    }

    const BOARD: (&str, &[u8]) = ("assets/board.png", b"x");

    #[test]
    fn what_is_used_and_missing_is_told_where_it_is_used() {
        let manifest = ("diceytable.mod.json", GOOD.as_bytes());
        assert!(found(&[manifest, ("setup.json", SCENE.as_bytes()), BOARD]).is_empty());
        let uses = scene("models/a.glb");
        let at = "scene:/objects/0/metadata/customModelAssetId";
        assert_eq!(found(&[manifest, ("setup.json", uses.as_bytes()), BOARD]), [format!("warning tw-reference-missing {at}")]);
        assert!(found(&[manifest, ("setup.json", uses.as_bytes()), BOARD, ("models/a.glb", b"glTF")]).is_empty());
        let other = [manifest, ("setup.json", uses.as_bytes()), BOARD, ("models/A.glb", b"glTF")];
        assert_eq!(found(&other), [format!("warning tw-reference-missing {at}")]);
        let platform = scene("/models/a.glb");
        assert!(found(&[manifest, ("setup.json", platform.as_bytes()), BOARD]).is_empty(), "the platform's own");
    }

    #[test]
    fn a_model_to_think_with_and_a_file_beside_a_model_are_missed_too() {
        let ai = with("aiModels", r#"[{"path":"ai/a.onnx"}]"#).replace("assets/board.png", "m/a.meta.json");
        let files: [(&str, &[u8]); 4] = [
            ("diceytable.mod.json", ai.as_bytes()),
            ("setup.json", SCENE.as_bytes()),
            ("m/a.glb", b"glTF"),
            ("m/a.meta.json", br#"{"x":{"diffuseMap":"t.png"}}"#),
        ];
        let told = found(&files);
        assert_eq!(told, ["warning tw-reference-missing /aiModels/0/path", "warning tw-reference-missing /assets/0"]);
        let alone: Vec<_> = files.into_iter().filter(|(name, _)| *name != "m/a.glb").collect();
        assert!(found(&alone).contains(&"advice tw-sidecar-alone /assets/0".to_owned()));
    }

    #[test]
    fn what_git_ignores_is_refused_once_it_is_named() {
        let manifest = ("diceytable.mod.json", GOOD.as_bytes());
        let uses = scene("models/a.glb");
        let ignore: (&str, &[u8]) = (".gitignore", b"*.glb\nassets/\nnotes/\n");
        let files = [manifest, ("setup.json", uses.as_bytes()), BOARD, ("models/a.glb", b"x"), ("notes/a.png", b"x"), ignore];
        let at = "scene:/objects/0/metadata/customModelAssetId";
        let told = ["error tw-file-ignored /assets/0".to_owned(), format!("error tw-file-ignored {at}")];
        assert_eq!(found(&files), told);
        assert!(found(&files[..5]).is_empty());
    }

    #[test]
    fn pointers_to_large_file_storage_are_not_the_file() {
        let pointer: &[u8] = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
        let manifest = ("diceytable.mod.json", GOOD.as_bytes());
        let told = found(&[manifest, ("setup.json", SCENE.as_bytes()), ("assets/board.png", pointer)]);
        assert_eq!(told, ["error tw-lfs-pointer /assets/0"]);
        let uses = scene("models/a.glb");
        let told = found(&[manifest, ("setup.json", uses.as_bytes()), BOARD, ("models/a.glb", pointer)]);
        assert_eq!(told, ["warning tw-lfs-pointer scene:/objects/0/metadata/customModelAssetId"]);
        assert!(found(&[manifest, ("setup.json", SCENE.as_bytes()), BOARD, ("notes.txt", pointer)]).is_empty());
    }

    #[test]
    fn names_that_some_disks_hold_for_one_are_told_once() {
        let manifest = ("diceytable.mod.json", GOOD.as_bytes());
        let told = found(&[manifest, ("setup.json", SCENE.as_bytes()), BOARD, ("assets/Board.png", b"x")]);
        assert_eq!(told, ["warning tw-names-alike "]);
        let told = found(&[manifest, ("setup.json", SCENE.as_bytes()), BOARD, ("e\u{301}.txt", b"x"), ("é.txt", b"x")]);
        assert_eq!(told, ["warning tw-names-alike "]);
    }

    #[test]
    fn large_files_are_warned_of_and_larger_ones_refused() {
        use crate::assets::state::{LARGE, TOO_LARGE};
        let told = |size: u64| {
            let dir = crate::check::rules::testing::pack_of(&[
                ("diceytable.mod.json", GOOD.as_bytes()),
                ("setup.json", SCENE.as_bytes()),
            ]);
            std::fs::create_dir(dir.path().join("assets")).unwrap();
            std::fs::File::create(dir.path().join("assets/board.png")).unwrap().set_len(size).unwrap();
            crate::check::rules::testing::found_in_folder(&RULE, dir.path())
        };
        assert!(told(LARGE).is_empty());
        assert_eq!(told(LARGE + 1), ["warning tw-file-too-large /assets/0"]);
        assert_eq!(told(TOO_LARGE), ["warning tw-file-too-large /assets/0"]);
        assert_eq!(told(TOO_LARGE + 1), ["error tw-file-too-large /assets/0"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_devices_and_names_that_are_no_text_are_told() {
        use std::os::unix::ffi::OsStrExt as _;
        let dir = crate::check::rules::testing::pack_of(&[
            ("diceytable.mod.json", with("assets", r#"["l.png","p.png"]"#).as_bytes()),
            ("setup.json", SCENE.as_bytes()),
            ("a.png", b"x"),
        ]);
        std::os::unix::fs::symlink("a.png", dir.path().join("l.png")).unwrap();
        std::os::unix::fs::symlink("a.png", dir.path().join("unnamed.png")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(dir.path().join("p.png")).unwrap();
        std::fs::write(dir.path().join(std::ffi::OsStr::from_bytes(b"\xff.png")), "x").unwrap();
        let told = crate::check::rules::testing::found_in_folder(&RULE, dir.path());
        assert_eq!(told, ["error tw-not-plain /assets/0", "error tw-not-plain /assets/1", "advice tw-not-plain "]);
    }
}
