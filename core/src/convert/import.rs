//! Converting what comes in from outside.

use super::{Converted, lexical, model, tool_for};
use crate::credits::import::{Dropped, Incoming, PassedOver};
use crate::pack::extension;
use std::sync::Arc;

/// What is said of a model that was converted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Its name as a `.glb`.
    pub name: String,
    /// The zip or folder that it came in.
    pub container: String,
    /// A sentence each.
    pub notes: Vec<String>,
}

fn is_kind(file: &Incoming, kinds: &[&str]) -> bool {
    extension(&file.name).is_some_and(|kind| kinds.contains(&&*kind.to_lowercase()))
}

/// How many of the files are models that [`on_import`] makes into a `.glb`.
pub fn can_convert(dropped: &Dropped) -> usize {
    dropped.files.iter().filter(|file| is_kind(file, &["gltf", "obj"])).count()
}

/// Makes the models of a drop that are not `.glb` into one, in place of themselves and of the files that are inside them
/// then. A model that cannot be converted is passed over with the reason and the tool that helps; the files beside it stay
/// in the drop. What is to be said of each model that was converted: its name now, its container, and sentences.
pub fn on_import(dropped: &mut Dropped) -> Vec<Told> {
    let mut told = Vec::new();
    let mut done: Vec<(usize, Converted)> = Vec::new();
    let mut gone: Vec<usize> = Vec::new();
    for (index, file) in dropped.files.iter().enumerate() {
        if !is_kind(file, &["gltf", "obj"]) {
            if let Some(tool) = tool_for(&file.name) {
                dropped
                    .passed_over
                    .push(PassedOver { name: file.name.clone(), why: format!("It can’t be converted here. {tool}") });
                gone.push(index);
            }
            continue;
        }
        let beside = |part: &str| find(dropped, file, part).map(|(_, bytes)| bytes);
        match model(&file.name, &file.bytes, &beside) {
            Ok(made) => done.push((index, made)),
            Err(error) => {
                dropped.passed_over.push(PassedOver { name: file.name.clone(), why: error_sentence(&error) });
                gone.push(index);
            }
        }
    }
    // What two models share goes when both have it.
    for (index, made) in &done {
        gone.extend(made.used.iter().filter_map(|part| Some(find(dropped, &dropped.files[*index], part)?.0)));
    }
    for (index, made) in done {
        let file = &mut dropped.files[index];
        let was = file.name.clone();
        let stem = was.rsplit_once('.').map_or(was.as_str(), |(stem, _)| stem);
        file.name = format!("{stem}.glb");
        file.bytes = Arc::from(made.glb);
        let with = match made.used.len() {
            0 => String::new(),
            1 => " with the file beside it".to_owned(),
            many => format!(" with the {many} files beside it"),
        };
        let notes = std::iter::once(format!("“{was}” becomes one .glb{with}.")).chain(made.notes).collect();
        told.push(Told { name: file.name.clone(), container: file.container.clone(), notes });
    }
    gone.sort_unstable();
    gone.dedup();
    for index in gone.into_iter().rev() {
        dropped.files.remove(index);
    }
    told
}

fn error_sentence(error: &crate::Error) -> String {
    let mut words = format!("{}.", error.what());
    if let Some(hint) = error.hint_text() {
        words.push(' ');
        words.push_str(hint);
    }
    words
}

/// The file that a model names by `part`: from its own folder, else any of the same drop with that name.
fn find(dropped: &Dropped, model: &Incoming, part: &str) -> Option<(usize, Arc<[u8]>)> {
    let folder = model.name.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let exact = lexical(&folder, part);
    let last = part.rsplit(['/', '\\']).next().unwrap_or(part);
    let same = |file: &&(usize, &Incoming)| file.1.container == model.container;
    let files: Vec<(usize, &Incoming)> = dropped.files.iter().enumerate().collect();
    let by = |fits: &dyn Fn(&str) -> bool| files.iter().filter(same).find(|(_, file)| fits(&file.name));
    let name = |file: &str| file.rsplit('/').next().unwrap_or(file).to_lowercase();
    let found = by(&|file| exact.as_deref() == Some(file)).or_else(|| by(&|file| name(file) == last.to_lowercase()));
    found.map(|(index, file)| (*index, file.bytes.clone()))
}
