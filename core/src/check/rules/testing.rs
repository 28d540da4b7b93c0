//! What the rules' tests share.

use super::Rule;
use crate::assets::Bytes;
use crate::check::{Context, Diagnostic, FileSet, FileState, Fix, Options, Sink, Subject, catalogue, check};
use crate::edit::Roots;
use crate::finding::{DocId, Severity};
use crate::json::Document;
use crate::pack::{Fault, HEAD, Hash, PackPath};
use rustc_hash::FxHashMap;

/// A manifest that no rule minds.
pub(crate) const GOOD: &str = r#"{
  "schemaVersion": "1.0",
  "id": "example.go",
  "name": "Go",
  "version": "1.0.0",
  "type": "game-pack",
  "entry": { "setup": "setup.json" },
  "assets": ["assets/board.png"],
  "compatibility": { "engine": ">=0.1 <1.0" },
  "license": "MIT",
  "credits": [{ "id": "c", "paths": [ "assets/board.png" ], "origin": "own-work", "recordedAt": "2026-12-01T00:00:00Z",
    "attestation": { "termsVersion": "tablewright-1", "acceptedAt": "2026-12-01T00:00:00Z", "signedName": "Ann" } }]
}"#;

/// A scene that no rule minds.
pub(crate) const SCENE: &str = r##"{"schemaVersion":2,"sceneId":"s","name":"S","environment":{"tableSurfaceColor":"#2e5d4b",
  "tableSurfaceTextureAssetId":null,"ambientColor":"#ffffff","fogEnabled":false,"fogColor":"#000000","fogDensity":0,
  "skyboxAssetId":null},"objects":[]}"##;

/// [`GOOD`] with the text of one member's value replaced; the member is added where it is not there.
pub(crate) fn with(key: &str, value: &str) -> String {
    let document = Document::parse(GOOD.as_bytes()).unwrap();
    let value = Document::parse(value.as_bytes()).unwrap();
    document.set(&crate::pointer![key], value.root().share()).unwrap().text()
}

/// [`GOOD`] without one member.
pub(crate) fn without(key: &str) -> String {
    Document::parse(GOOD.as_bytes()).unwrap().remove(&crate::pointer![key]).unwrap().text()
}

/// What `rule` alone finds in `subject`, as `severity code pointer` (the scene's pointers begin with `scene:`).
pub(crate) fn found_in(rule: &Rule, subject: &Subject, options: Options) -> Vec<String> {
    let mut sink = Sink::default();
    (rule.run)(&Context::new(subject, &options), &mut sink);
    for finding in sink.findings() {
        assert!(rule.codes.contains(&finding.code), "rule “{}” does not name {}", rule.name, finding.code);
        assert!(catalogue::entry(finding.code).is_some(), "{} is not in the catalogue", finding.code);
        assert!(finding.message.ends_with('.') || finding.message.len() < 60, "no full stop: {}", finding.message);
    }
    let line = |f: &crate::finding::Finding| {
        let document = if f.document == DocId::Scene { "scene:" } else { "" };
        format!("{} {} {document}{}", f.severity, f.code, f.pointer)
    };
    sink.findings().map(line).collect()
}

/// What `rule` alone finds in a manifest of this text.
pub(crate) fn found(rule: &Rule, manifest: &str) -> Vec<String> {
    let document = Document::parse(manifest.as_bytes()).unwrap();
    found_in(rule, &Subject::of_documents(Ok(&document), Err(&Fault::NotNamed)), Options { documents: true })
}

/// What `rule` alone finds in a manifest of this text beside these files.
pub(crate) fn found_among(rule: &Rule, manifest: &str, files: &[(&str, &str)], documents: bool) -> Vec<String> {
    let document = Document::parse(manifest.as_bytes()).unwrap();
    let files = Texts(files);
    let subject = Subject { files: &files, ..Subject::of_documents(Ok(&document), Err(&Fault::NotNamed)) };
    found_in(rule, &subject, Options { documents })
}

/// The same as whole problems, with their fixes.
pub(crate) fn diagnostics_among(rule: &Rule, manifest: &str, files: &[(&str, &str)]) -> Vec<Diagnostic> {
    let document = Document::parse(manifest.as_bytes()).unwrap();
    let files = Texts(files);
    let subject = Subject { files: &files, ..Subject::of_documents(Ok(&document), Err(&Fault::NotNamed)) };
    let mut sink = Sink::default();
    (rule.run)(&Context::new(&subject, &Options::default()), &mut sink);
    sink.into_diagnostics(&subject)
}

/// A folder under git with these files, each by its path and content.
pub(crate) fn pack_of(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    git2::Repository::init(folder.path()).unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    folder
}

/// What `rule` alone finds in the pack in `folder`.
pub(crate) fn found_in_folder(rule: &Rule, folder: &std::path::Path) -> Vec<String> {
    let pack = crate::check::OnDisk::read(folder, &folder.join("no-state")).unwrap();
    found_in(rule, &pack.subject(), Options { documents: false })
}

/// What `rule` alone finds in a folder under git with these files.
pub(crate) fn found_on_disk(rule: &Rule, files: &[(&str, &[u8])]) -> Vec<String> {
    found_in_folder(rule, pack_of(files).path())
}

/// What `rule` alone finds in a manifest and a scene of these texts.
pub(crate) fn found_both(rule: &Rule, manifest: &str, scene: &str) -> Vec<String> {
    let parse = |text: &str| Document::parse(text.as_bytes()).unwrap();
    let (manifest, scene) = (parse(manifest), parse(scene));
    found_in(rule, &Subject::of_documents(Ok(&manifest), Ok(&scene)), Options { documents: true })
}

/// The message of the one thing that `rule` finds in a manifest of this text.
#[track_caller]
pub(crate) fn message_of(rule: &Rule, manifest: &str) -> String {
    let document = Document::parse(manifest.as_bytes()).unwrap();
    let (subject, options) = (Subject::of_documents(Ok(&document), Err(&Fault::NotNamed)), Options { documents: true });
    let mut sink = Sink::default();
    (rule.run)(&Context::new(&subject, &options), &mut sink);
    let messages: Vec<_> = sink.findings().map(|finding| finding.message.clone()).collect();
    let [message] = &messages[..] else { panic!("{messages:?}") };
    message.clone()
}

/// The files of a pack by name, with their text.
pub(crate) struct Texts<'a>(pub &'a [(&'a str, &'a str)]);

impl FileSet for Texts<'_> {
    fn state(&self, path: &PackPath) -> FileState {
        if self.text(path).is_some() { FileState::File } else { FileState::Missing }
    }

    fn text(&self, path: &PackPath) -> Option<String> {
        self.0.iter().find(|(name, _)| *name == path.as_str()).map(|(_, text)| (*text).to_owned())
    }

    fn head(&self, path: &PackPath) -> Option<Vec<u8>> {
        self.text(path).map(|text| text.bytes().take(HEAD).collect())
    }

    fn size(&self, path: &PackPath) -> Option<u64> {
        self.text(path).map(|text| text.len() as u64)
    }

    fn published(&self, paths: &[PackPath]) -> FxHashMap<PackPath, Bytes> {
        let of = |text: String| Bytes { size: text.len() as u64, hash: Hash::of(text.as_bytes()) };
        paths.iter().filter_map(|path| Some((path.clone(), of(self.text(path)?)))).collect()
    }
}

/// What a check finds in a manifest of this text with `files` beside it, and no scene.
pub(crate) fn checked_with(manifest: &Document, files: &Texts) -> Vec<Diagnostic> {
    check(&Subject { files, ..Subject::of_documents(Ok(manifest), Err(&Fault::NotNamed)) }, &Options { documents: false })
}

/// What `rule` alone finds in a manifest of this text with `files` beside it.
pub(crate) fn found_with(rule: &Rule, manifest: &str, files: &[(&str, &str)]) -> Vec<String> {
    let document = Document::parse(manifest.as_bytes()).unwrap();
    let files = Texts(files);
    let subject = Subject { files: &files, ..Subject::of_documents(Ok(&document), Err(&Fault::NotNamed)) };
    found_in(rule, &subject, Options { documents: true })
}

/// Checks that `rule` finds one thing, at `pointer`.
#[track_caller]
pub(crate) fn assert_one(rule: &Rule, manifest: &str, expected: &str) {
    assert_eq!(found(rule, manifest), [expected], "{manifest}");
}

/// Checks that `rule` finds nothing.
#[track_caller]
pub(crate) fn assert_silent(rule: &Rule, manifest: &str) {
    assert_eq!(found(rule, manifest), Vec::<String>::new(), "{manifest}");
}

/// The manifest after its only fix, which must leave nothing of its code behind.
#[track_caller]
pub(crate) fn fixed(manifest: &str, id: &str) -> String {
    fixed_with(manifest, id, &[])
}

/// The same, with `files` beside the manifest.
#[track_caller]
pub(crate) fn fixed_with(manifest: &str, id: &str, files: &[(&str, &str)]) -> String {
    let document = Document::parse(manifest.as_bytes()).unwrap();
    let documents = Roots { manifest: Some(document.clone()), scene: None };
    let files = Texts(files);
    let found = checked_with(&document, &files);
    let problem = found.iter().find(|d| d.fixes.iter().any(|f| f.id() == id)).expect("a problem with that fix");
    let fix: &Fix = problem.fixes.iter().find(|f| f.id() == id).expect("just found");
    let after = fix.apply(&documents).unwrap().manifest.unwrap();
    let again = checked_with(&after, &files);
    let same = again.iter().filter(|d| d.code == problem.code && d.pointer == problem.pointer);
    assert_eq!(same.count(), 0, "the fix mends nothing");
    assert!(
        found.iter().filter(|d| d.severity == Severity::Error).count()
            >= again.iter().filter(|d| d.severity == Severity::Error).count()
    );
    after.text()
}
