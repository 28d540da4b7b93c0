//! `tablewright assets PACK who-uses`: every place that names a file.

use super::look::{look, path, refuse};
use super::{Asked, Format};
use crate::cli::{Exit, Io, Outcome};
use serde_json::{Value, json};
use tablewright_core::assets::{Holder, Naming, Role};
use tablewright_core::{Error, ErrorKind};

/// `assets PACK who-uses PATH`: the places with their document, pointer and variant.
///
/// # Errors
/// There is no pack, or its folder cannot be read.
pub(super) fn run(asked: &Asked, io: &mut Io) -> Outcome {
    let look = look(asked, false, io)?;
    let word = asked.word(0);
    // The platform's files have names that are no paths of a pack.
    let name = path(word).map_or_else(|_| word.to_owned(), |path| path.as_str().to_owned());
    let places: Vec<&Naming> = look.survey.references.to(&name).collect();
    if places.is_empty() && look.survey.inventory.get(&name).is_none() {
        let error = Error::new(ErrorKind::Refused, format!("There is no file “{name}” in the pack, and nothing names it"));
        return refuse(&error.hint("`tablewright assets PACK list` shows what there is."), &name, asked, io);
    }
    let file = |naming: &Naming| match &naming.holder {
        Holder::Manifest => look.copy.manifest.path.as_str().to_owned(),
        Holder::Scene => look.copy.scene.path.as_str().to_owned(),
        Holder::File(path) => path.as_str().to_owned(),
    };
    match asked.format {
        Format::Json => {
            let one = |naming: &&Naming| {
                json!({
                    "file": file(naming), "pointer": naming.at.to_string(), "line": naming.line,
                    "variant": naming.variant, "role": naming.role.word(),
                })
            };
            let places: Vec<Value> = places.iter().map(one).collect();
            writeln!(io.out, "{}", json!({ "path": name, "places": places }))?;
        }
        Format::Text if places.is_empty() => writeln!(io.out, "Nothing names “{name}”.")?,
        Format::Text => {
            for naming in &places {
                writeln!(io.out, "{}", in_words(naming, &file(naming)))?;
            }
        }
    }
    Ok(Exit::Done)
}

fn in_words(naming: &Naming, file: &str) -> String {
    let mut text = file.to_owned();
    if !naming.at.is_root() {
        text.push_str(&format!("#{}", naming.at));
    }
    if let Some(line) = naming.line {
        text.push_str(&format!(" line {line}"));
    }
    if let Some(variant) = &naming.variant {
        text.push_str(&format!(", only “{variant}”"));
    }
    match naming.role {
        Role::Use => {}
        Role::Script => text.push_str(" (a text in a script)"),
        Role::Beside => text.push_str(" (by its name)"),
        Role::Record => text.push_str(" (remembered by editors)"),
        Role::Listed => text.push_str(" (a list)"),
        Role::Credit => text.push_str(" (a credit)"),
    }
    text
}
