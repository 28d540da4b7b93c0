//! Files from outside: dropped, chosen or pasted, they are read as a job and land nowhere before *Where is this from?* is
//! answered.

use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use egui::{ColorImage, Event};
use tablewright_core::credits::import::{Dropped, Limits, Plan, read, read_memory};
use tablewright_core::credits::{Record, Signature, add, edit, files_of, merge};
use tablewright_core::job::Watch;
use tablewright_core::json::Document;
use tablewright_core::pack::{MANIFEST, OsFs};
use tablewright_core::{Error, ErrorKind, Result, convert};

use super::open::NO_DIALOG;
use super::{Answer, App};
use crate::clock::{fresh_id, instant};
use crate::import_dialog::{Decision, pasted_paths};
use crate::session::{FileWork, of_manifest};
use crate::widgets::Tone;

impl App {
    /// Asks for files in a dialog of the system.
    pub(super) fn ask_import(&mut self) {
        if self.picking || self.is_importing() {
            return;
        }
        self.picking = true;
        self.jobs.start("Waiting for the file dialog", 0, move |_| {
            let dialog = rfd::AsyncFileDialog::new().set_title("Choose the files to import");
            let asked = Instant::now();
            let picked = pollster::block_on(dialog.pick_files());
            // Nobody cancels so fast: there was no dialog.
            if picked.is_none() && asked.elapsed() < NO_DIALOG {
                return Err(Error::new(ErrorKind::NotFound, "The system showed no file dialog")
                    .hint("Install xdg-desktop-portal or zenity, or drop the files onto this window."));
            }
            let paths = picked.unwrap_or_default().iter().map(|handle| handle.path().to_path_buf()).collect();
            Ok(Answer::ImportFrom(paths))
        });
    }

    /// Takes what is dropped on the window: a pack opens, anything else is read to be imported.
    pub(super) fn take_dropped_files(&mut self, ctx: &egui::Context) {
        let paths: Vec<PathBuf> =
            ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_path_buf()).collect());
        let Some(first) = paths.first() else { return };
        let manifest = first.file_name().is_some_and(|name| name == MANIFEST);
        match first.parent().filter(|_| manifest && paths.len() == 1) {
            Some(folder) => self.open_after_asking(folder.to_path_buf()),
            None if paths.len() == 1 && first.join(MANIFEST).is_file() => self.open_after_asking(first.clone()),
            None => self.import_from(paths),
        }
    }

    /// Takes a picture, or paths of files, that are pasted where no text is typed.
    pub(super) fn take_pasted_files(&mut self, ctx: &egui::Context) {
        if self.session.is_none() || ctx.text_edit_focused() || self.dialog_is_open() {
            return;
        }
        let pasted = ctx.input(|input| {
            input.events.iter().find_map(|event| match event {
                Event::Paste(text) => Some(Err(pasted_paths(text))),
                Event::PasteImage(picture) => Some(Ok(Arc::clone(picture))),
                _ => None,
            })
        });
        match pasted {
            Some(Ok(picture)) => self.read_import("Reading the picture".to_owned(), move |_| {
                read_memory("pasted.png", &png(&picture)?, &Limits::default())
            }),
            Some(Err(paths)) if !paths.is_empty() => self.import_from(paths),
            _ => {}
        }
    }

    fn is_importing(&self) -> bool {
        self.importing.is_some() || self.import.is_open()
    }

    /// Reads files, folders and zips to be imported.
    pub(super) fn import_from(&mut self, paths: Vec<PathBuf>) {
        if paths.is_empty() {
            return;
        }
        let name = match paths.as_slice() {
            [path] => format!("Reading {}", path.file_name().unwrap_or_default().to_string_lossy()),
            paths => format!("Reading {} files", paths.len()),
        };
        self.read_import(name, move |watch| read(&paths, &Limits::default(), watch));
    }

    fn read_import(&mut self, name: String, bring: impl FnOnce(&dyn Watch) -> Result<Dropped> + Send + 'static) {
        let Some(session) = &self.session else { return };
        if session.manifest().is_none() {
            self.say(Tone::Warning, "Nothing was imported: the manifest can’t be read, and it is where credits are kept.");
            return;
        }
        if self.is_importing() || self.dialog_is_open() {
            self.say(Tone::Warning, "Nothing was imported: answer what is asked first, then drop the files again.");
            return;
        }
        let root = session.root().to_path_buf();
        self.importing = Some(self.jobs.start(name, session.revision(), move |watch| {
            let mut dropped = bring(watch)?;
            // Tables take .glb alone.
            let converted = convert::on_import(&mut dropped);
            let present = files_of(&OsFs, &root)?;
            let mut plan = Plan::of(dropped, present.iter().map(String::as_str));
            for told in converted {
                let item = plan.items.iter_mut().find(|item| {
                    let name = told.name.rsplit('/').next();
                    item.container == told.container && (item.name == told.name || Some(item.name.as_str()) == name)
                });
                item.into_iter().for_each(|item| item.notes.extend(told.notes.iter().cloned()));
            }
            Ok(Answer::Import(Box::new(plan)))
        }));
    }

    /// Carries out what was decided in the dialog, as one step.
    pub(super) fn decided(&mut self, decision: Decision) {
        match self.file_work(decision) {
            Ok(Some(work)) => self.change_files(work),
            Ok(None) => {}
            Err(error) => self.fail(&error),
        }
    }

    fn file_work(&self, decision: Decision) -> Result<Option<FileWork>> {
        let Some(session) = &self.session else { return Ok(None) };
        let signed = |name| Signature { name, at: instant() };
        Ok(Some(match decision {
            Decision::Import { plan, answers, name } => {
                let (ops, signature) = (plan.ops(&OsFs, session.root())?, signed(name));
                let what = match plan.items.as_slice() {
                    [item] => item.to.name().to_owned(),
                    items => counted(items.len(), "file"),
                };
                let said = match plan.items.as_slice() {
                    [item] => format!("{} is in the pack.", item.to),
                    items => format!("{} are in the pack.", counted(items.len(), "file")),
                };
                let credit = move |manifest: &Document| plan.credit(manifest, &answers, &signature, &mut fresh_id);
                FileWork::write(format!("Import {what}"), ops, of_manifest(credit)).saying(said)
            }
            Decision::Credit { answers, name } => {
                let (count, signature) = (answers.iter().map(|(paths, _)| paths.len()).sum(), signed(name));
                let credit = move |manifest: &Document| {
                    let mut all = answers.iter();
                    all.try_fold(manifest.clone(), |made, (paths, answer)| add(&made, paths, answer, &signature, &mut fresh_id))
                };
                FileWork::write(format!("Credit {}", counted(count, "file")), Vec::new(), of_manifest(credit))
            }
            Decision::Edit { index, id, answer, name } => {
                let signature = signed(name);
                let change = move |manifest: &Document| {
                    let is_it = Record::at(manifest, index).is_some_and(|record| record.text("id").unwrap_or_default() == id);
                    if !is_it {
                        return Err(Error::new(ErrorKind::Conflict, "The credits were changed meanwhile").hint("Look again."));
                    }
                    edit(manifest, index, &answer, Some(&signature))
                };
                FileWork::write("Edit a credit record", Vec::new(), of_manifest(change))
            }
            Decision::Merge { indices, name } => {
                let signature = signed(name);
                let change = move |manifest: &Document| merge(manifest, &indices, Some(&signature));
                FileWork::write("Merge credit records", Vec::new(), of_manifest(change))
            }
        }))
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A picture of the clipboard as a PNG file.
fn png(picture: &ColorImage) -> Result<Vec<u8>> {
    let pixels: Vec<u8> = picture.pixels.iter().flat_map(egui::Color32::to_srgba_unmultiplied).collect();
    let [width, height] = picture.size.map(|side| u32::try_from(side).unwrap_or(0));
    let refused = || Error::new(ErrorKind::Refused, "The picture of the clipboard can’t be read");
    let picture = image::RgbaImage::from_raw(width, height, pixels).ok_or_else(refused)?;
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).map_err(|error| refused().because(error))?;
    Ok(bytes.into_inner())
}
