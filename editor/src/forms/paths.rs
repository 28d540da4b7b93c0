//! The files of the pack, for pickers of paths: read on a thread of their own when they are first asked for, and again
//! after something on the disk has changed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use egui::Ui;

use super::leaf::TextLook;
use super::pick::{self, Choice, Picked};
use super::{Form, Place};
use crate::icons::Icon;
use crate::panels::files::drag::dropped_path;
use crate::widgets::{Edit, icon_button};

/// At most so many files are listed.
const MOST: usize = 20_000;

/// The files of a pack by their paths, sorted.
#[derive(Default)]
pub struct PackPaths {
    root: PathBuf,
    list: Arc<[String]>,
    known: bool,
    coming: Option<Receiver<Vec<String>>>,
}

impl PackPaths {
    /// Looks again when the list is asked for next.
    pub fn look_again(&mut self) {
        self.known = false;
    }

    /// The files as far as they are known; asks for them where they are not.
    pub fn list(&mut self, root: &Path, ctx: &egui::Context) -> Arc<[String]> {
        if self.root != root {
            *self = Self { root: root.to_path_buf(), ..Self::default() };
        }
        if let Some(list) = self.coming.as_ref().and_then(|coming| coming.try_recv().ok()) {
            self.list = list.into();
            self.coming = None;
        }
        if !self.known {
            self.known = true;
            let (send, receive) = channel();
            let (root, wake) = (root.to_path_buf(), ctx.clone());
            let worker = std::thread::Builder::new().name("pack files".to_owned()).spawn(move || {
                // Nobody waits for the answer any more where sending it fails.
                if send.send(walk(&root)).is_ok() {
                    wake.request_repaint();
                }
            });
            self.coming = worker.is_ok().then_some(receive);
        }
        Arc::clone(&self.list)
    }
}

/// The files below `root` by their paths in the pack; hidden ones and links are left out.
fn walk(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![(root.to_path_buf(), String::new())];
    while let Some((folder, path)) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else { continue };
            if name.starts_with('.') || found.len() >= MOST {
                continue;
            }
            let here = if path.is_empty() { name } else { format!("{path}/{name}") };
            if kind.is_dir() {
                folders.push((entry.path(), here));
            } else if kind.is_file() {
                found.push(here);
            }
        }
    }
    found.sort_unstable();
    found
}

/// Whether a path ends in one of these extensions; any path does where there are none.
pub fn has_extension(path: &str, extensions: &[&str]) -> bool {
    let extension = path.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default();
    extensions.is_empty() || extensions.contains(&extension.as_str())
}

impl Form<'_> {
    /// The box of a path, with the button that chooses one; a file that is dragged here from the list of files is taken too.
    pub fn path_box(&mut self, ui: &mut Ui, place: &Place<'_>, look: &TextLook<'_>, extensions: &[&str]) -> Edit<String> {
        let row = ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let width = look.width.unwrap_or_else(|| ui.available_width() - 32.0);
            let edit = self.text_box(ui, place, look, width);
            let picked = self.path_button(ui, &place.name, extensions);
            picked.map_or(edit, Edit::Commit)
        });
        let dropped = look.locked.is_none().then(|| dropped_path(ui, row.response.rect, extensions)).flatten();
        dropped.map_or(row.inner, Edit::Commit)
    }

    /// A button that opens the list of the pack's files with these extensions. Returns the one that was chosen.
    pub fn path_button(&mut self, ui: &mut Ui, name: &str, extensions: &[&str]) -> Option<String> {
        let button = icon_button(ui, Icon::FolderOpen, &format!("Choose a file: {name}"), "", false, None, 28.0);
        self.path_list(ui, &button, name, extensions)
    }

    /// The list of the pack's files with these extensions below `anchor`, while it is open.
    pub fn path_list(&mut self, ui: &Ui, anchor: &egui::Response, name: &str, extensions: &[&str]) -> Option<String> {
        // Only an open list, or one that opens now, needs the files.
        if !anchor.clicked() && !egui::Popup::is_id_open(ui, egui::Popup::default_response_id(anchor)) {
            return None;
        }
        let list = self.state.paths.list(self.session.root(), ui);
        let paths = list.iter().filter(|path| has_extension(path, extensions));
        let choices: Vec<Choice<'_>> = paths.map(|path| Choice::new(path.as_str(), path.as_str())).collect();
        match pick::open(ui, anchor, name, &choices, "", None, false)? {
            Picked::Value(path) => Some(path),
            Picked::Unset => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_listed_by_their_paths_without_hidden_ones() {
        let folder = tempfile::tempdir().unwrap();
        for path in ["b.png", "media/a.webp", ".git/HEAD", "media/.x"] {
            let file = folder.path().join(path);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, "").unwrap();
        }
        assert_eq!(walk(folder.path()), ["b.png", "media/a.webp"]);
        assert!(has_extension("a.WEBP", &["webp"]) && !has_extension("a", &["webp"]) && has_extension("a", &[]));
    }
}
