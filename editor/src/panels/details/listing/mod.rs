//! The pack as players see it: its card, its page, what a player downloads, and what stands between it and a publish.
//!
//! - this file: the column beside the form and the tab of its own
//! - `card`, `page`: what the platform shows, drawn from `tablewright_core::manifest::listing`
//! - `publish`: the download and the ticks
//! - `parts`: pictures, facts and headings that they share
//!
//! Nothing here is edited; what is clicked leads to the field or the problem.

mod card;
mod page;
mod parts;
mod publish;

pub use publish::size as size_in_words;

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Frame, Margin, ScrollArea, Ui};
use tablewright_core::check::Diagnostic;
use tablewright_core::json::{Document, Ref};

use crate::forms::pictures::Pictures;
use crate::later::Later;
use crate::panels::Wish;
use crate::session::Session;
use crate::theme::{METRICS, Tokens, heading, title};
use crate::widgets::{hairline, segmented};

/// From this width on the tab shows card and page side by side.
const BOTH: f32 = 860.0;

/// How wide a card is at most.
const CARD: f32 = 320.0;

/// What a download follows from: the pack, its manifest's list of files, and the problems known then, which come anew whenever
/// something on the disk has changed.
#[derive(Clone)]
struct Loaded {
    root: PathBuf,
    manifest: Option<Document>,
    seen: Arc<[Diagnostic]>,
}

impl Loaded {
    fn assets(&self) -> Option<Ref<'_>> {
        self.manifest.as_ref()?.root().get("assets")
    }
}

impl PartialEq for Loaded {
    fn eq(&self, other: &Self) -> bool {
        let same = match (self.assets(), other.assets()) {
            (Some(mine), Some(theirs)) => mine.same(theirs),
            (None, None) => true,
            _ => false,
        };
        same && Arc::ptr_eq(&self.seen, &other.seen) && self.root == other.root
    }
}

/// The preview's own state.
#[derive(Default)]
pub struct Listing {
    /// The page is shown beside the form, not the card.
    page: bool,
    /// The page's tab *Credits* is shown.
    credits: bool,
    sizes: Later<Loaded, publish::Download>,
    licences: Later<page::Depends, page::Licences>,
}

impl Listing {
    /// Shows the page's tab *Credits* beside the form.
    pub fn show_credits(&mut self) {
        (self.page, self.credits) = (true, true);
    }

    /// The column beside the form: card or page, then the download and the ticks.
    pub fn column(&mut self, ui: &mut Ui, session: &Session, pictures: &mut Pictures) -> Vec<Wish> {
        let t = Tokens::of(ui);
        let mut wishes = Vec::new();
        ui.spacing_mut().item_spacing.y = 0.0;
        Frame::new().inner_margin(Margin::symmetric(20, 0)).show(ui, |ui| {
            ui.set_height(super::HEAD - 1.0);
            ui.horizontal_centered(|ui| {
                ui.label(egui::RichText::new("As players see it").font(heading(13.0)).color(t.text));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    ui.spacing_mut().interact_size.y = METRICS.control;
                    if let Some(choice) = segmented(ui, "As players see it", usize::from(self.page), &["Card", "Page"]) {
                        self.page = choice == 1;
                    }
                });
            });
        });
        hairline(ui);
        ScrollArea::vertical().id_salt("listing column").auto_shrink(false).show(ui, |ui| {
            Frame::new().inner_margin(Margin { left: 20, right: 20, top: 20, bottom: 24 }).show(ui, |ui| {
                ui.set_width(ui.available_width());
                if self.page {
                    self.draw_page(ui, session, pictures);
                } else {
                    card::show(ui, session, pictures, ui.available_width());
                }
                ui.add_space(20.0);
                self.below(ui, session, &mut wishes);
            });
        });
        wishes
    }

    /// The tab: page and card side by side where there is room, else one above the other.
    pub fn tab(&mut self, ui: &mut Ui, session: &Session, pictures: &mut Pictures) -> Vec<Wish> {
        let t = Tokens::of(ui);
        let mut wishes = Vec::new();
        ScrollArea::vertical().id_salt("listing tab").auto_shrink(false).show(ui, |ui| {
            Frame::new().inner_margin(Margin::symmetric(32, 20)).show(ui, |ui| {
                let room = ui.available_width();
                if room < BOTH {
                    ui.set_width(room);
                    card::show(ui, session, pictures, room.min(CARD));
                    ui.add_space(24.0);
                    self.draw_page(ui, session, pictures);
                    ui.add_space(24.0);
                    self.below(ui, session, &mut wishes);
                    return;
                }
                let page = (room - CARD - 32.0).min(680.0);
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = 32.0;
                    column(ui, page, |ui| {
                        ui.label(egui::RichText::new("Page").font(title()).color(t.text));
                        ui.add_space(12.0);
                        self.draw_page(ui, session, pictures);
                    });
                    column(ui, CARD, |ui| {
                        ui.label(egui::RichText::new("Card").font(title()).color(t.text));
                        ui.add_space(12.0);
                        card::show(ui, session, pictures, CARD);
                        ui.add_space(24.0);
                        self.below(ui, session, &mut wishes);
                    });
                });
            });
        });
        wishes
    }

    fn draw_page(&mut self, ui: &mut Ui, session: &Session, pictures: &mut Pictures) {
        let depends = page::Depends::of(session);
        let licences = self.licences.get(ui.ctx(), &depends, {
            let depends = depends.clone();
            move || depends.read()
        });
        page::show(ui, session, pictures, &mut self.credits, licences.value);
    }

    fn below(&mut self, ui: &mut Ui, session: &Session, wishes: &mut Vec<Wish>) {
        let manifest = session.manifest().cloned();
        let loaded = Loaded { root: session.root().to_path_buf(), manifest, seen: Arc::clone(session.problems()) };
        let sizes = self.sizes.get(ui.ctx(), &loaded, {
            let loaded = loaded.clone();
            move || publish::Download::of(&loaded.root, &loaded.manifest.as_ref().map(publish::assets).unwrap_or_default())
        });
        publish::download(ui, sizes);
        ui.add_space(4.0);
        publish::ticks(ui, session, wishes);
    }
}

fn column(ui: &mut Ui, width: f32, draw: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        ui.set_width(width);
        ui.vertical(draw);
    });
}
