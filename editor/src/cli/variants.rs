//! `tablewright variants PACK list|resolve ID|agree`: what the two halves of a pack's variants say.

use super::{Exit, Io, Outcome};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;
use tablewright_core::check::{self, Counts, Diagnostic, OnDisk, Sink, Subject, diagnostics_json};
use tablewright_core::pack::Fault;
use tablewright_core::scene::schema;
use tablewright_core::scene::view::SceneView;
use tablewright_core::variants::{self, VariantInfo, variant_infos};
use tablewright_core::{Error, ErrorKind, Finding, Severity};

/// How a command prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// `variants PACK list`: every variant that either half knows.
///
/// # Errors
/// There is no pack, or neither of its documents is there to be read.
pub fn list(pack: &Path, format: Format, io: &mut Io) -> Outcome {
    let pack = OnDisk::read(pack, io.state_dir)?;
    let subject = pack.subject();
    let (manifest, scene) = (subject.manifest.ok(), subject.scene.ok());
    if manifest.is_none() && scene.is_none() {
        return refuse(&subject, Vec::new(), format, io);
    }
    print(&diagnostics(&subject, Vec::new()), Format::Text, io.err)?;
    let infos = variant_infos(manifest, scene);
    match format {
        Format::Json => {
            let variants: Vec<Value> = infos.iter().map(info_json).collect();
            writeln!(io.out, "{}", json!({ "variants": variants }))?;
        }
        Format::Text if infos.is_empty() => writeln!(io.out, "This pack has no variants: there is one way to play it.")?,
        Format::Text => {
            let width = infos.iter().map(|info| info.id.chars().count()).max().unwrap_or(0);
            for info in &infos {
                writeln!(io.out, "{:width$}  {}", info.id, in_words(info))?;
            }
        }
    }
    Ok(Exit::Done)
}

/// `variants PACK resolve ID`: the scene that the variant plays, as JSON. A setup that fails the schema anywhere is
/// refused, also where another variant is at fault.
///
/// # Errors
/// There is no pack, or no scene in it.
pub fn resolve(pack: &Path, id: &str, format: Format, io: &mut Io) -> Outcome {
    let pack = OnDisk::read(pack, io.state_dir)?;
    let subject = pack.subject();
    let Ok(scene) = subject.scene else { return refuse(&subject, Vec::new(), format, io) };
    let problems = unresolvable(SceneView::of(scene));
    if !problems.is_empty() {
        return refuse(&subject, problems, format, io);
    }
    let listed = subject.manifest.map(|manifest| variants::list::listed_ids(manifest.root())).unwrap_or_default();
    let resolved = variants::resolve(scene, id, &listed);
    if let Some(fallback) = &resolved.fallback {
        writeln!(io.err, "{}", fallback.note())?;
    }
    let text = resolved.to_json_text().map_err(Error::from)?;
    writeln!(io.out, "{}", text.trim_start_matches('\u{feff}').trim_end())?;
    Ok(Exit::Done)
}

/// What keeps a scene from being resolved, in any of its variants.
fn unresolvable(scene: SceneView<'_>) -> Vec<Finding> {
    if scene.0.is_object() && !scene.is_edit_scene() {
        return vec![schema::older_format(Severity::Error)];
    }
    schema::findings(scene)
}

/// `variants PACK agree`: where the halves disagree, and what each of them has wrong.
///
/// # Errors
/// There is no pack, or a document that it names is not there.
pub fn agree(pack: &Path, format: Format, io: &mut Io) -> Outcome {
    let pack = OnDisk::read(pack, io.state_dir)?;
    let subject = pack.subject();
    // A pack without a scene has no second half; one whose scene is gone cannot be compared.
    if diagnostics(&subject, Vec::new()).is_empty()
        && let Some(error) = missing(&subject).filter(|_| !matches!(subject.scene, Err(Fault::NotNamed)))
    {
        return Err(error.into());
    }
    let (manifest, scene) = (subject.manifest.ok(), subject.scene.ok());
    let mut problems = manifest.map(|manifest| variants::list::schema(manifest.root())).unwrap_or_default();
    problems.extend(scene.map(|scene| schema::findings(SceneView::of(scene))).unwrap_or_default());
    problems.extend(variants::agree::findings(manifest, scene));
    let found = diagnostics(&subject, problems);
    print(&found, format, io.out)?;
    if format == Format::Text && found.is_empty() {
        writeln!(io.out, "The manifest's list and the scene's variants agree.")?;
    }
    Ok(if Counts::of(&found).errors > 0 { Exit::Refused } else { Exit::Done })
}

fn info_json(info: &VariantInfo) -> Value {
    json!({
        "id": info.id,
        "name": info.name,
        "description": info.description,
        "players": info.players.map(|(min, max)| json!({ "min": min, "max": max })),
        "rulesEnforced": info.rules_enforced,
        "ranked": info.ranked,
        "listed": info.listed,
        "hasDelta": info.has_delta,
        "isBase": info.is_base,
        "isDefault": info.is_default,
        "changes": info.changes,
    })
}

fn in_words(info: &VariantInfo) -> String {
    let mut parts = vec![info.name.clone()];
    let mut note = |applies: bool, text: &str| {
        if applies {
            parts.push(text.to_owned());
        }
    };
    note(info.is_default, "default");
    note(info.is_base, "base");
    note(info.listed && !info.has_delta && !info.is_base, "same as the base");
    let plural = if info.changes == 1 { "" } else { "s" };
    note(info.has_delta, &format!("{} change{plural}", info.changes));
    note(!info.listed, "not listed in the manifest");
    note(info.rules_enforced, "fully scripted");
    note(info.ranked, "ranked");
    parts.join(", ")
}

/// What a command found about a pack, with its places in the files, and what could not be read of it.
fn diagnostics(subject: &Subject, findings: Vec<Finding>) -> Vec<Diagnostic> {
    let mut sink = Sink::default();
    check::unreadable(subject, &mut sink);
    for finding in findings {
        sink.put(finding);
    }
    sink.into_diagnostics(subject)
}

fn print(found: &[Diagnostic], format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => found.iter().try_for_each(|diagnostic| writeln!(out, "{diagnostic}")),
        Format::Json => writeln!(out, "{{\"diagnostics\":{}}}", diagnostics_json(found)),
    }
}

/// Says why the scene cannot be used: by what was found in it, or by why it could not be read.
fn refuse(subject: &Subject, findings: Vec<Finding>, format: Format, io: &mut Io) -> Outcome {
    let found = diagnostics(subject, findings);
    if found.is_empty()
        && let Some(error) = missing(subject)
    {
        return Err(error.into());
    }
    print(&found, format, io.out)?;
    Ok(Exit::Refused)
}

/// Why there is no scene to look at, where no text is at fault.
fn missing(subject: &Subject) -> Option<Error> {
    let unreadable = |fault: &Fault| match fault {
        Fault::Unreadable(error) => Some(Error::new(error.kind(), error.what()).hint("`tablewright check` says more.")),
        _ => None,
    };
    match (subject.manifest, subject.scene) {
        (_, Ok(_) | Err(Fault::NotJson(_) | Fault::NotAnObject(_))) => None,
        (_, Err(fault @ Fault::Unreadable(_))) | (Err(fault @ Fault::Unreadable(_)), _) => unreadable(fault),
        // Only the manifest could say where the scene is.
        (Err(Fault::NotJson(_)), _) => None,
        (_, Err(Fault::Missing)) => Some(
            Error::new(ErrorKind::NotFound, format!("There is no {} in this pack, though it is its scene", subject.scene_path))
                .hint("Put the file there, or correct “entry.setup”."),
        ),
        (_, Err(Fault::NotNamed)) => Some(
            Error::new(ErrorKind::NotFound, "This pack has no scene: its manifest has no “entry.setup” that names one")
                .hint("Write one, such as setup.json."),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::tablewright;
    use super::*;

    const MANIFEST: &str = r#"{"type":"game-pack","entry":{"setup":"scene.json"},
        "variants":[{"id":"big","name":"Big"},{"id":"small","name":"Small"}]}"#;
    const SCENE: &str = r#"{"schemaVersion":2,"sceneId":"s","name":"S","environment":{},
        "objects":[{"id":"o","kind":"die","label":"o","position":{"x":0,"y":0,"z":0}}],
        "variants":{"base":"big","deltas":{"small":{"removed":["o"]}}}}"#;

    /// What a command wrote and how it ended.
    struct Ran {
        code: u8,
        out: String,
        err: String,
    }

    impl Ran {
        fn json(&self) -> Value {
            serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.err))
        }
    }

    fn run(files: &[(&str, &str)], command: &str, format: Format) -> Ran {
        let pack = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(pack.path().join(name), text).unwrap();
        }
        let mut args = vec!["variants", pack.path().to_str().unwrap()];
        match command {
            "list" | "agree" => args.push(command),
            id => args.extend(["resolve", id]),
        }
        if format == Format::Json {
            args.extend(["--format", "json"]);
        }
        let (code, out, err) = tablewright(&args);
        Ran { code, out, err }
    }

    fn pack<'a>(manifest: &'a str, scene: &'a str) -> [(&'static str, &'a str); 2] {
        [("diceytable.mod.json", manifest), ("scene.json", scene)]
    }

    #[test]
    fn lists_both_halves() {
        let ran = run(&pack(MANIFEST, SCENE), "list", Format::Json);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        let variants = ran.json();
        assert_eq!(variants["variants"][0]["isBase"], true);
        assert_eq!(variants["variants"][1]["id"], "small");
        assert_eq!(variants["variants"][1]["changes"], 1);
        let text = run(&pack(MANIFEST, SCENE), "list", Format::Text).out;
        assert_eq!(text, "big    Big, default, base\nsmall  Small, 1 change\n");
    }

    #[test]
    fn lists_what_can_be_read_and_says_what_cannot() {
        let ran = run(&pack(MANIFEST, "{"), "list", Format::Text);
        assert_eq!((ran.code, ran.out.lines().count()), (0, 2));
        assert!(ran.err.starts_with("scene.json:1:2: error[json]"), "{}", ran.err);
        assert_eq!(run(&[("diceytable.mod.json", "{")], "list", Format::Json).code, 1);
        let both = [("diceytable.mod.json", "{"), ("setup.json", "[")];
        let ran = run(&both, "list", Format::Json);
        assert_eq!((ran.code, ran.json()["diagnostics"].as_array().unwrap().len()), (1, 2));
        assert_eq!(run(&[], "list", Format::Text).code, 2);
    }

    #[test]
    fn resolves_to_the_scene_alone() {
        let ran = run(&pack(MANIFEST, SCENE), "small", Format::Json);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert_eq!(ran.json()["objects"], json!([]));
        assert!(ran.json().get("variants").is_none());
        let with_mark = format!("\u{feff}{SCENE}\r\n");
        assert_eq!(run(&pack(MANIFEST, &with_mark), "big", Format::Text).json()["objects"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn an_unknown_id_is_told_on_stderr() {
        let ran = run(&pack(MANIFEST, SCENE), "gone", Format::Json);
        assert_eq!(ran.code, 0);
        assert_eq!(ran.json()["objects"].as_array().unwrap().len(), 1);
        assert!(ran.err.contains("“gone”") && ran.err.contains("“big”"), "{}", ran.err);
    }

    #[test]
    fn a_scene_that_fails_anywhere_is_not_resolved() {
        let bad = SCENE.replace(r#"["o"]"#, "7");
        let ran = run(&pack(MANIFEST, &bad), "big", Format::Json);
        assert_eq!(ran.code, 1);
        let expected = json!({"code": "schema", "severity": "error", "file": "scene.json", "pointer": "/variants/deltas/small/removed",
            "line": 3, "column": 63, "message": "Variant “small”: “removed” must be a list, but is 7.", "fixes": []});
        assert_eq!(ran.json()["diagnostics"][0], expected);
        for scene in ["", "null", r#"{"objects":[]}"#] {
            let ran = run(&pack(MANIFEST, scene), "big", Format::Json);
            assert_eq!((ran.code, &ran.json()["diagnostics"][0]["severity"]), (1, &json!("error")), "{scene}");
        }
        let none = run(&[("diceytable.mod.json", MANIFEST)], "big", Format::Json);
        assert_eq!(none.code, 2);
        assert!(none.err.contains("scene.json"), "{}", none.err);
    }

    #[test]
    fn agreement_says_yes_or_where_not() {
        let fine = run(&pack(MANIFEST, SCENE), "agree", Format::Text);
        assert_eq!((fine.code, fine.out.lines().count()), (0, 1));
        assert_eq!(run(&pack(MANIFEST, SCENE), "agree", Format::Json).json(), json!({ "diagnostics": [] }));
        let renamed = MANIFEST.replace("\"big\"", "\"large\"");
        let ran = run(&pack(&renamed, SCENE), "agree", Format::Json);
        assert_eq!(ran.code, 1);
        assert_eq!(ran.json()["diagnostics"][0]["pointer"], "/variants/base");
        let one = MANIFEST.replace(r#",{"id":"small","name":"Small"}"#, "");
        let warned = run(
            &pack(&one, r#"{"schemaVersion":2,"sceneId":"s","name":"S","environment":{},"objects":[]}"#),
            "agree",
            Format::Text,
        );
        assert_eq!((warned.code, warned.out.contains("warning[tw-variant-list-short]")), (0, true), "{}", warned.out);
        assert_eq!(run(&pack("{", SCENE), "agree", Format::Json).json()["diagnostics"][0]["code"], "json");
        assert_eq!(run(&[("diceytable.mod.json", MANIFEST)], "agree", Format::Json).code, 2);
        assert_eq!(run(&[("diceytable.mod.json", r#"{"type":"game-pack"}"#)], "agree", Format::Json).code, 0);
    }
}
