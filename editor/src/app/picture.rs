//! *Save picture…*: asks how large and where to, draws on a thread, and says where the picture is.

use std::path::{Path, PathBuf};
use std::time::Instant;

use egui::{RichText, Ui};
use tablewright_core::job::Watch;

use super::dialogs::DialogKind;
use super::open::{NO_DIALOG, no_dialog};
use super::{Answer, App};
use crate::compare::picture::write_png;
use crate::icons::Icon;
use crate::theme::{Tokens, body, small};
use crate::toasts::Toast;
use crate::viewport::offscreen::MAX_PICTURE_SIDE;
use crate::viewport::{AssetProblem, Style};
use crate::widgets::{
    Button, Dialog, DialogEnd, Edit, Field, NumberField, NumberKind, TextField, Tone, check, picker, picker_row,
};

/// The sizes that are offered, in pixels.
const PRESETS: [(u32, u32); 3] = [(1280, 720), (1920, 1080), (3840, 2160)];

/// Asks for the size and the place of the picture.
#[derive(Debug)]
pub(super) struct PictureDialog {
    path: String,
    size: (u32, u32),
    /// Everything is in sight, whatever the views show now.
    framed: bool,
    /// Whether the views show something else than everything.
    moved: bool,
}

enum Asked {
    Choose,
}

impl PictureDialog {
    fn blocked(&self) -> Option<&'static str> {
        let path = Path::new(self.path.trim());
        if path.file_name().is_none() {
            return Some("Say where to save it");
        }
        if !path.parent().is_some_and(Path::is_dir) {
            return Some("There is no such folder");
        }
        None
    }

    /// What happens to the file at the path.
    fn hint(&self) -> &'static str {
        if Path::new(self.path.trim()).is_file() { "A file of this name is there. It will be replaced." } else { "" }
    }

    fn ui(&mut self, ui: &mut Ui) -> Option<Asked> {
        const LABELS: f32 = 80.0;
        let mut asked = None;
        let t = Tokens::of(ui);
        Field::new("Size").form().label_width(LABELS).show(ui, |ui| {
            ui.horizontal(|ui| {
                let side = |ui: &mut Ui, name: &str, value: &mut u32| {
                    let range = 16.0..=f64::from(MAX_PICTURE_SIDE);
                    let field = NumberField::new(name, f64::from(*value), NumberKind::Whole).range(range).width(72.0);
                    if let Edit::Commit(number) | Edit::Preview(number) = field.show(ui) {
                        *value = number.round() as u32;
                    }
                };
                side(ui, "Width", &mut self.size.0);
                ui.label(RichText::new("×").font(body()).color(t.text2));
                side(ui, "Height", &mut self.size.1);
                let words = |(w, h): (u32, u32)| format!("{w} × {h}");
                let known = PRESETS.contains(&self.size);
                let shown = if known { words(self.size) } else { "Other".to_owned() };
                picker(ui, "Usual sizes", &shown, 140.0, |ui| {
                    for preset in PRESETS {
                        if picker_row(ui, None, &words(preset), "", preset == self.size) {
                            self.size = preset;
                        }
                    }
                });
            });
        });
        let hint = self.hint();
        let row = Field::new("Save to").form().label_width(LABELS).hint(hint);
        row.show(ui, |ui| {
            ui.horizontal(|ui| {
                let shown = self.path.clone();
                let width = (ui.available_width() - 104.0).max(80.0);
                let edit = TextField::new("Save to", &shown).hint("A file ending in .png").form().width(width).show(ui).0;
                if let Edit::Commit(text) | Edit::Preview(text) = edit {
                    self.path = text;
                }
                if ui.add(Button::control("Choose…").icon(Icon::FolderOpen).form()).clicked() {
                    asked = Some(Asked::Choose);
                }
            });
        });
        if self.moved {
            check(ui, &mut self.framed, "Everything in sight, whatever the views show now");
        }
        ui.label(RichText::new("Names, tints and ghosts are in it as the views show them.").font(small()).color(t.text3));
        asked
    }
}

/// A file's name for the picture of these variants.
fn file_name(pack: &str, variants: &[String]) -> String {
    let plain = |text: &str| -> String {
        let letters = text.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' });
        letters.take(40).collect()
    };
    let variants: Vec<String> = variants.iter().map(|id| plain(id)).collect();
    format!("{}-{}.png", plain(pack).trim_matches('-'), variants.join("-"))
}

impl App {
    /// Opens the dialog.
    pub(super) fn ask_picture(&mut self) {
        let Some(session) = &self.session else { return };
        let Some(picture) = self.compare.picture(session, PRESETS[1], Style::DARK, true) else { return };
        let pack = session.root().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let folder = session.root().parent().unwrap_or(session.root());
        let path = folder.join(file_name(&pack, &picture.comparison.views)).display().to_string();
        let moved = self.compare.is_moved();
        let dialog = PictureDialog { path, size: PRESETS[1], framed: false, moved };
        self.dialog = Some(DialogKind::Picture(dialog));
    }

    pub(super) fn picture_dialog(&mut self, ctx: &egui::Context, mut dialog: PictureDialog) -> Option<DialogKind> {
        let blocked = dialog.blocked();
        let response = Dialog::new("Save the picture").main("Save", blocked).show(ctx, |ui| dialog.ui(ui));
        if let Some(Asked::Choose) = response.inner {
            self.choose_picture(&dialog.path);
        }
        match response.end {
            None => Some(DialogKind::Picture(dialog)),
            Some(DialogEnd::Confirm) => {
                self.save_picture(&dialog, ctx.theme() == egui::Theme::Dark);
                None
            }
            Some(_) => None,
        }
    }

    /// Draws the picture and writes it, as a job.
    fn save_picture(&mut self, dialog: &PictureDialog, dark: bool) {
        let Some(session) = &self.session else { return };
        let Some(picture) = self.compare.picture(session, dialog.size, Style::of(dark), dialog.framed) else { return };
        let mut out = PathBuf::from(dialog.path.trim());
        if out.extension().is_none() {
            out.set_extension("png");
        }
        let revision = session.revision();
        self.jobs.start("Drawing the picture", revision, move |watch: &dyn Watch| {
            let (rendered, _) = picture.draw(watch)?;
            watch.check()?;
            write_png(&rendered.picture, &out)?;
            Ok(Answer::Pictured(out, rendered.problems))
        });
    }

    /// Asks for the place in the system's own dialog, on a thread.
    fn choose_picture(&mut self, now: &str) {
        if self.picking {
            return;
        }
        self.picking = true;
        let now = PathBuf::from(now);
        self.jobs.start("Waiting for the file dialog", 0, move |_| {
            let mut dialog = rfd::AsyncFileDialog::new().set_title("Save the picture").add_filter("PNG", &["png"]);
            if let Some(folder) = now.parent().filter(|folder| folder.is_dir()) {
                dialog = dialog.set_directory(folder);
            }
            if let Some(name) = now.file_name() {
                dialog = dialog.set_file_name(name.to_string_lossy());
            }
            let asked = Instant::now();
            let picked = pollster::block_on(dialog.save_file()).map(|handle| handle.path().to_path_buf());
            // Nobody cancels so fast: there was no dialog.
            if picked.is_none() && asked.elapsed() < NO_DIALOG {
                return Err(no_dialog("type the path"));
            }
            Ok(Answer::PictureTo(picked))
        });
    }

    /// Goes on with the place that was chosen.
    pub(super) fn picture_to(&mut self, path: Option<PathBuf>) {
        self.picking = false;
        if let (Some(path), Some(DialogKind::Picture(dialog))) = (path, &mut self.dialog) {
            dialog.path = path.display().to_string();
        }
    }

    /// Says where the picture is, and what is not as it should be in it.
    pub(super) fn pictured(&mut self, path: &Path, problems: &[AssetProblem]) {
        let saved = format!("The picture is saved as {}.", path.display());
        let toast = match problems {
            [] => Toast::new(Tone::Success, saved),
            [one] => Toast::new(Tone::Warning, format!("{saved} {} is shown as a placeholder: {}.", one.path, one.why)),
            more => Toast::new(Tone::Warning, format!("{saved} {} files are shown as placeholders.", more.len())),
        };
        self.toasts.push(toast);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_named_after_what_it_shows() {
        let ids = ["19x19", "a/b"].map(str::to_owned);
        assert_eq!(file_name("go", &ids), "go-19x19-a-b.png");
    }

    #[test]
    fn a_place_must_be_in_a_folder_that_is_there() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let dialog =
            |path: PathBuf| PictureDialog { path: path.display().to_string(), size: PRESETS[0], framed: false, moved: false };
        assert_eq!(dialog(PathBuf::new()).blocked(), Some("Say where to save it"));
        assert_eq!(dialog(folder.path().join("no/x.png")).blocked(), Some("There is no such folder"));
        let there = dialog(folder.path().join("x.png"));
        assert_eq!((there.blocked(), there.hint()), (None, ""));
        std::fs::write(folder.path().join("x.png"), "").expect("writable");
        assert!(there.hint().contains("replaced"));
    }
}
