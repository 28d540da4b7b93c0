//! Credits: the records of the manifest beside the files of the pack. What wants an answer stands first: files that no
//! record names, paths whose file is gone, records that say the same; then the records by what they say.
//!
//! - `ledger`: the ledger as the panel keeps it, made anew when documents or files changed
//! - `record`: a record with its files and what can be done with it; `changes`: the steps of the history
//!
//! The panel is the *Credits* tab of the mod details; beside it stands the public Credits tab as players see it.

mod changes;
mod ledger;
mod record;

use std::collections::BTreeSet;

use egui::{Frame, Margin, RichText, ScrollArea, Ui};
use tablewright_core::credits::{Entry, Origin};

use super::Wish;
use crate::icons::Icon;
use crate::import_dialog::Ask;
use crate::session::Session;
use crate::theme::{Tokens, heading, mono_small, small};
use crate::widgets::{Button, Row, Tone, check, empty_state, hairline, note};

use changes::{drop_paths, merge_signed};
use ledger::Kept;

/// How many files without a record are listed at once.
const SHOWN: usize = 200;

/// What the panel remembers between frames.
#[derive(Default)]
pub struct CreditsPanel {
    kept: Kept,
    /// The files without a record that are ticked.
    ticked: BTreeSet<String>,
    /// The records whose files are shown, by their place.
    open: BTreeSet<usize>,
}

/// A group of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    Said(Origin),
    /// The origin is no word of the three.
    Unknown,
    /// They came with files of a library.
    Locked,
}

impl Group {
    const ALL: [Self; 5] = [
        Self::Said(Origin::OwnWork),
        Self::Said(Origin::ThirdParty),
        Self::Said(Origin::Disclaimed),
        Self::Locked,
        Self::Unknown,
    ];

    fn of(entry: &Entry) -> Self {
        match entry.origin {
            _ if !entry.is_editable() => Self::Locked,
            Some(origin) => Self::Said(origin),
            None => Self::Unknown,
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Said(Origin::Disclaimed) => "Published without saying",
            Self::Said(origin) => origin.label(),
            Self::Unknown => "Origin not known",
            Self::Locked => "Of libraries",
        }
    }

    fn says(self) -> &'static str {
        match self {
            Self::Said(Origin::Disclaimed) => "You answer for these files alone, and players read that.",
            Self::Locked => "The library’s own credits. They cannot be changed and leave with their files.",
            Self::Unknown => "The record names an origin that is none of the three. Edit it to choose one.",
            Self::Said(_) => "",
        }
    }
}

impl CreditsPanel {
    /// Draws the panel over the room that is left.
    pub fn show(&mut self, ui: &mut Ui, session: &Session) -> Vec<Wish> {
        let mut wishes = Vec::new();
        let Some(ledger) = self.kept.get(session) else {
            empty_state(ui, Tone::Plain, Icon::Running, "Looking at the files", "Then the records stand here.", None);
            return wishes;
        };
        self.ticked.retain(|path| ledger.uncredited.binary_search_by(|known| order(known, path)).is_ok());
        if ledger.entries.is_empty() && ledger.uncredited.is_empty() {
            let purpose = "Files that come in by Import get a record each time: who made them, and under which licence.";
            let button = Some((Icon::Import, "Import…"));
            if empty_state(ui, Tone::Plain, Icon::Credits, "No credits yet", purpose, button) {
                wishes.push(Wish::Command(crate::commands::Command::Import));
            }
            return wishes;
        }
        let (ticked, open) = (&mut self.ticked, &mut self.open);
        ScrollArea::vertical().id_salt("credits").auto_shrink(false).show(ui, |ui| {
            Frame::new().inner_margin(Margin { left: 32, right: 32, top: 16, bottom: 32 }).show(ui, |ui| {
                ui.set_width(ui.available_width().min(720.0));
                ui.spacing_mut().item_spacing.y = 8.0;
                uncredited(ui, &ledger.uncredited, ticked, &mut wishes);
                gone(ui, &ledger.entries, &mut wishes);
                alike(ui, &ledger.entries, &ledger.alike, &mut wishes);
                for group in Group::ALL {
                    let entries: Vec<&Entry> = ledger.entries.iter().filter(|entry| Group::of(entry) == group).collect();
                    if !entries.is_empty() {
                        records(ui, group, &entries, open, session, &mut wishes);
                    }
                }
            });
        });
        wishes
    }
}

/// Paths as the ledger sorts them.
fn order(a: &str, b: &str) -> std::cmp::Ordering {
    a.encode_utf16().cmp(b.encode_utf16())
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn head(ui: &mut Ui, words: &str, more: &str) {
    let t = Tokens::of(ui);
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.label(RichText::new(words).font(heading(13.0)).color(t.text));
        ui.label(RichText::new(more).font(small()).color(t.text3));
    });
}

/// The files that no record names, with one click to answer for those that are ticked.
fn uncredited(ui: &mut Ui, files: &[String], ticked: &mut BTreeSet<String>, wishes: &mut Vec<Wish>) {
    if files.is_empty() {
        return;
    }
    let t = Tokens::of(ui);
    head(ui, "Not yet accounted for", &counted(files.len(), "file"));
    let words = "No record says where these are from. That is advice, and holds back no publish.";
    ui.add(egui::Label::new(RichText::new(words).font(small()).color(t.text2)).wrap());
    ui.horizontal(|ui| {
        let mut all = ticked.len() == files.len();
        if check(ui, &mut all, "All of them").changed() {
            ticked.clear();
            if all {
                ticked.extend(files.iter().cloned());
            }
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let chosen: Vec<String> = if ticked.is_empty() { files.to_vec() } else { ticked.iter().cloned().collect() };
            let words = match (ticked.len(), chosen.as_slice()) {
                (_, [_]) => "Say where 1 file is from…".to_owned(),
                (0, _) => "Say where they are from…".to_owned(),
                (count, _) => format!("Say where {count} files are from…"),
            };
            if ui.add(Button::control(&words).icon(Icon::Credits)).clicked() {
                wishes.push(Wish::Credit(Ask::Files(chosen)));
            }
        });
    });
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for path in files.iter().take(SHOWN) {
            let mut on = ticked.contains(path);
            if check(ui, &mut on, path).changed() {
                if on {
                    ticked.insert(path.clone());
                } else {
                    ticked.remove(path);
                }
            }
        }
    });
    if files.len() > SHOWN {
        let words = format!("and {} more, which “All of them” ticks as well", files.len() - SHOWN);
        ui.label(RichText::new(words).font(small()).color(t.text3));
    }
    hairline(ui);
}

/// Paths that records name and that have no file.
fn gone(ui: &mut Ui, entries: &[Entry], wishes: &mut Vec<Wish>) {
    let gone: Vec<String> = entries.iter().flat_map(|entry| entry.gone.iter().cloned()).collect();
    if gone.is_empty() {
        return;
    }
    head(ui, "Files that are gone", &counted(gone.len(), "path"));
    let sentence = "Records name files that are not here.";
    let reason = "Where this is only part of the pack, leave them. A record leaves with its last path.";
    let all = (gone.len() > 1).then(|| format!("Drop all {}", gone.len()));
    if note(ui, Tone::Advice, sentence, reason, all.as_deref()) {
        wishes.push(Wish::Files(drop_paths(gone.clone())));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    for entry in entries.iter().filter(|entry| !entry.gone.is_empty()) {
        let title = entry.title();
        for path in &entry.gone {
            Row::new(path).icon(Icon::Unlink).meta(if title == *path { "" } else { &title }).show_with(ui, |ui, _| {
                let name = format!("Drop the path {path}");
                if ui.add(Button::link("Drop the path").name(&name)).clicked() {
                    wishes.push(Wish::Files(drop_paths(vec![path.clone()])));
                }
            });
        }
    }
    ui.spacing_mut().item_spacing.y = 8.0;
    hairline(ui);
}

/// Records that say the same.
fn alike(ui: &mut Ui, entries: &[Entry], groups: &[Vec<usize>], wishes: &mut Vec<Wish>) {
    if groups.is_empty() {
        return;
    }
    head(ui, "Records that say the same", "");
    for group in groups {
        let same: Vec<&Entry> = entries.iter().filter(|entry| group.contains(&entry.index)).collect();
        let Some(first) = same.first() else { continue };
        let signed = |entry: &Entry| entry.signed.as_ref().map(|signed| (signed.name.clone(), signed.at.clone()));
        let one_signature = same.iter().all(|entry| signed(entry) == signed(first));
        let sentence = format!("{} records say the same of {}.", same.len(), first.title());
        let (reason, fix) = if one_signature {
            ("They carry one signature, which covers the files of all.", "Merge them")
        } else {
            ("They were signed one by one, so the one that they become is signed anew.", "Merge and sign…")
        };
        if note(ui, Tone::Advice, &sentence, reason, Some(fix)) {
            wishes.push(if one_signature {
                Wish::Files(merge_signed(group.clone()))
            } else {
                Wish::Credit(Ask::Merge(same.into_iter().cloned().collect()))
            });
        }
    }
    hairline(ui);
}

fn records(ui: &mut Ui, group: Group, entries: &[&Entry], open: &mut BTreeSet<usize>, session: &Session, wishes: &mut Vec<Wish>) {
    let t = Tokens::of(ui);
    let files: usize = entries.iter().map(|entry| entry.paths.len()).sum();
    head(ui, group.title(), &format!("{}, {}", counted(entries.len(), "record"), counted(files, "file")));
    if !group.says().is_empty() {
        let color = if group == Group::Said(Origin::Disclaimed) { t.error } else { t.text2 };
        ui.add(egui::Label::new(RichText::new(group.says()).font(small()).color(color)).wrap());
    }
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for entry in entries {
            let is_open = open.contains(&entry.index);
            if record::row(ui, entry, is_open, wishes) {
                if is_open {
                    open.remove(&entry.index);
                } else {
                    open.insert(entry.index);
                }
            }
            if is_open {
                record::detail(ui, entry, session);
            }
        }
    });
    hairline(ui);
}

/// A line of a path in mono.
fn path_line(ui: &mut Ui, path: &str, gone: bool) {
    let t = Tokens::of(ui);
    let (text, color) = if gone { (format!("{path} (gone)"), t.warning) } else { (path.to_owned(), t.text2) };
    ui.add(egui::Label::new(RichText::new(text).font(mono_small()).color(color)).truncate());
}
