//! `tablewright variants PACK list|resolve ID|agree`: what the two halves of a pack's variants say.

use serde_json::{Value, json};
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path};
use tablewright_core::json::{Document, ParseError, Pointer};
use tablewright_core::scene::schema;
use tablewright_core::scene::view::SceneView;
use tablewright_core::variants::{VariantInfo, agree, list as manifest_list, resolve as core_resolve, variant_infos};
use tablewright_core::{DocId, Error, ErrorKind, Finding, Severity};

/// How a command prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Nothing of severity error.
const FINE: u8 = 0;
/// Something is refused.
const REFUSED: u8 = 1;
/// There is no pack there, or it cannot be opened.
const FAILED: u8 = 2;

/// `variants PACK list`: every variant that either half knows.
///
/// # Errors
/// Only of the writers; what is wrong with the pack is written to them.
pub fn list(pack: &Path, format: Format, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<u8> {
    let pack = match Pack::load(pack) {
        Ok(pack) => pack,
        Err(error) => return fail(&error, err),
    };
    let (manifest, scene) = (pack.manifest.document(), pack.scene.document());
    let unreadable = pack.unreadable();
    if manifest.is_none() && scene.is_none() {
        return pack.refuse(&unreadable, format, out, err);
    }
    for problem in unreadable {
        writeln!(err, "{}", pack.line(&problem))?;
    }
    if let Part::Failed(error) = &pack.scene {
        writeln!(err, "{error}")?;
    }
    let infos = variant_infos(manifest, scene);
    match format {
        Format::Json => {
            let variants: Vec<Value> = infos.iter().map(info_json).collect();
            writeln!(out, "{}", json!({ "variants": variants }))?;
        }
        Format::Text if infos.is_empty() => writeln!(out, "This pack has no variants: there is one way to play it.")?,
        Format::Text => {
            let width = infos.iter().map(|info| info.id.chars().count()).max().unwrap_or(0);
            for info in &infos {
                writeln!(out, "{:width$}  {}", info.id, in_words(info))?;
            }
        }
    }
    Ok(FINE)
}

/// `variants PACK resolve ID`: the scene that the variant plays, as JSON. A setup that fails the schema anywhere is
/// refused, also where another variant is at fault.
///
/// # Errors
/// Only of the writers.
pub fn resolve(pack: &Path, id: &str, format: Format, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<u8> {
    let pack = match Pack::load(pack) {
        Ok(pack) => pack,
        Err(error) => return fail(&error, err),
    };
    let Some(scene) = pack.scene.document() else { return pack.refuse(&pack.unreadable(), format, out, err) };
    let view = SceneView::of(scene);
    let mut problems = schema::findings(view);
    if view.0.is_object() && !view.is_edit_scene() {
        problems = vec![schema::older_format(Severity::Error)];
    }
    problems.retain(|problem| problem.severity == Severity::Error);
    if !problems.is_empty() {
        return pack.refuse(&problems, format, out, err);
    }
    let listed = pack.manifest.document().map(|m| manifest_list::listed_ids(m.root())).unwrap_or_default();
    let resolved = core_resolve(scene, id, &listed);
    if let Some(fallback) = &resolved.fallback {
        writeln!(err, "{}", fallback.note())?;
    }
    match resolved.to_json_text() {
        Ok(text) => {
            write!(out, "{}", text.trim_start_matches('\u{feff}'))?;
            if !text.ends_with('\n') {
                writeln!(out)?;
            }
            Ok(FINE)
        }
        Err(error) => {
            writeln!(err, "Couldn't write out the variant “{id}”: {error}.")?;
            Ok(FAILED)
        }
    }
}

/// `variants PACK agree`: where the halves disagree, and what each of them has wrong.
///
/// # Errors
/// Only of the writers.
pub fn agree(pack: &Path, format: Format, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<u8> {
    let pack = match Pack::load(pack) {
        Ok(pack) => pack,
        Err(error) => return fail(&error, err),
    };
    if let Part::Failed(error) = &pack.scene {
        return fail(error, err);
    }
    let (manifest, scene) = (pack.manifest.document(), pack.scene.document());
    let mut problems = pack.unreadable();
    problems.extend(manifest.map(|m| manifest_list::schema(m.root())).unwrap_or_default());
    problems.extend(scene.map(|s| schema::findings(SceneView::of(s))).unwrap_or_default());
    problems.extend(agree::findings(manifest, scene));
    pack.print(&problems, format, out)?;
    if format == Format::Text && problems.is_empty() {
        writeln!(out, "The manifest's list and the scene's variants agree.")?;
    }
    let refused = problems.iter().any(|problem| problem.severity == Severity::Error);
    Ok(if refused { REFUSED } else { FINE })
}

fn fail(error: &Error, err: &mut dyn Write) -> io::Result<u8> {
    writeln!(err, "{error}")?;
    Ok(FAILED)
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
    note(info.has_delta, &format!("{} changes", info.changes));
    note(!info.listed, "not listed in the manifest");
    note(info.rules_enforced, "fully scripted");
    note(info.ranked, "ranked");
    parts.join(", ")
}

/// One of the two documents of a pack.
enum Part {
    Read {
        file: String,
        document: Document,
    },
    NotJson {
        file: String,
        error: ParseError,
    },
    Failed(Error),
    /// The manifest names no setup, and none stands where it usually does.
    None,
}

impl Part {
    fn document(&self) -> Option<&Document> {
        match self {
            Self::Read { document, .. } => Some(document),
            _ => None,
        }
    }

    fn file(&self) -> &str {
        match self {
            Self::Read { file, .. } | Self::NotJson { file, .. } => file,
            Self::Failed(_) | Self::None => "setup.json",
        }
    }

    fn read(root: &Path, file: &str) -> Self {
        let path = root.join(file);
        match fs::read(&path) {
            Ok(bytes) => match Document::parse(&bytes) {
                Ok(document) => Self::Read { file: file.to_owned(), document },
                Err(error) => Self::NotJson { file: file.to_owned(), error },
            },
            Err(error) => Self::Failed(Error::io(format!("Couldn't read {file}"), path, error)),
        }
    }
}

/// The two documents of a pack, as they stand on the disk.
struct Pack {
    manifest: Part,
    scene: Part,
}

impl Pack {
    fn load(root: &Path) -> Result<Self, Error> {
        let manifest = ["diceytable.mod.json", "gametable.mod.json"]
            .into_iter()
            .find(|name| root.join(name).is_file())
            .map(|name| Part::read(root, name));
        let Some(manifest) = manifest else {
            let error = Error::new(ErrorKind::NotFound, "There is no pack here: no diceytable.mod.json in this folder");
            return Err(error.at(root).hint("Name the folder of a pack, or make one with `tablewright new`."));
        };
        let entry = manifest.document().and_then(|m| m.root().get("entry")?.get("setup")?.as_str());
        let scene = match entry {
            Some(file) if is_safe(&file) => Part::read(root, &file),
            Some(file) => Part::Failed(
                Error::new(ErrorKind::UnsafePath, format!("entry.setup names “{file}”, which is no path inside the pack"))
                    .hint("Give it the name of a file in the pack's folder, such as setup.json."),
            ),
            None if root.join("setup.json").is_file() => Part::read(root, "setup.json"),
            None => Part::None,
        };
        if let Part::Failed(error) = manifest {
            return Err(error);
        }
        Ok(Self { manifest, scene })
    }

    /// The documents that are not JSON.
    fn unreadable(&self) -> Vec<Finding> {
        let parts = [(DocId::Manifest, &self.manifest), (DocId::Scene, &self.scene)];
        let not_json = parts.into_iter().filter_map(|(document, part)| match part {
            Part::NotJson { error, .. } => Some(Finding {
                code: "json",
                severity: Severity::Error,
                document,
                pointer: Pointer::root(),
                message: format!("This is not JSON. {error}."),
            }),
            _ => None,
        });
        not_json.collect()
    }

    /// Says why a document cannot be used.
    fn refuse(&self, problems: &[Finding], format: Format, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<u8> {
        match &self.scene {
            Part::Failed(error) => return fail(error, err),
            Part::None => {
                let error = Error::new(ErrorKind::NotFound, "This pack has no scene: its manifest has no entry.setup");
                return fail(&error.hint("Add entry.setup, or use a pack that has a setup.json."), err);
            }
            _ => {}
        }
        self.print(problems, format, out)?;
        Ok(REFUSED)
    }

    fn part(&self, document: DocId) -> &Part {
        match document {
            DocId::Manifest => &self.manifest,
            DocId::Scene => &self.scene,
        }
    }

    /// Line and column of a problem, from 1.
    fn place(&self, problem: &Finding) -> (u32, u32) {
        let position = match self.part(problem.document) {
            Part::Read { document, .. } => document.position(&problem.pointer),
            Part::NotJson { error, .. } => error.position,
            Part::Failed(_) | Part::None => return (1, 1),
        };
        (position.line, position.column)
    }

    fn line(&self, problem: &Finding) -> String {
        let (line, column) = self.place(problem);
        let file = self.part(problem.document).file();
        format!("{file}:{line}:{column}: {}[{}]: {}", problem.severity, problem.code, problem.message)
    }

    fn print(&self, problems: &[Finding], format: Format, out: &mut dyn Write) -> io::Result<()> {
        let mut sorted: Vec<&Finding> = problems.iter().collect();
        sorted.sort_by_key(|problem| (problem.document, self.place(problem)));
        if format == Format::Text {
            return sorted.into_iter().try_for_each(|problem| writeln!(out, "{}", self.line(problem)));
        }
        let diagnostics = sorted.into_iter().map(|problem| {
            let (line, column) = self.place(problem);
            json!({
                "code": problem.code,
                "severity": problem.severity.as_str(),
                "file": self.part(problem.document).file(),
                "pointer": problem.pointer.to_string(),
                "line": line,
                "column": column,
                "message": problem.message,
                "fixes": [],
            })
        });
        writeln!(out, "{}", json!({ "diagnostics": diagnostics.collect::<Vec<_>>() }))
    }
}

/// Whether a path stays inside the folder that it is taken from.
fn is_safe(path: &str) -> bool {
    let mut parts = Path::new(path).components().peekable();
    parts.peek().is_some() && !path.contains('\\') && parts.all(|part| matches!(part, Component::Normal(_)))
}
