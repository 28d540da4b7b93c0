//! The page of a pack on the platform: head, gallery, About, Credits, and what a player is told beside them.

use egui::{Color32, CornerRadius, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use rustc_hash::FxHashMap;
use std::path::PathBuf;
use tablewright_core::json::Ref;
use tablewright_core::library::Shelf;
use tablewright_core::manifest::listing::{
    Credit, Disclosure, Line, NO_DESCRIPTION, ORIGINS, Shot, address, asset_repositories, calls, credits, dependencies,
    description, disclosure, gallery, line, tags, text,
};

use super::parts::{Place, category, chip, edge, facts, head, picture, play_mark};
use crate::forms::pictures::Pictures;
use crate::icons::Icon;
use crate::session::Session;
use crate::theme::{METRICS, Tokens, body, mono, mono_small, small, strong, title};
use crate::widgets::markdown::{inline_markdown, markdown, typed_markdown};
use crate::widgets::{Tone, elided, note, paint_text, segmented};

/// So many rows of a list are drawn.
const ROWS: usize = 60;

/// What the attribution of dependencies follows from: the state folder, and the packs depended on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Depends {
    state: PathBuf,
    packs: Vec<String>,
}

/// Name and licence of the packs depended on, as far as they were read once.
pub(super) type Licences = FxHashMap<String, (String, String)>;

impl Depends {
    pub(super) fn of(session: &Session) -> Self {
        let packs = session.manifest().map(|manifest| dependencies(manifest.root())).unwrap_or_default();
        Self { state: session.state_dir().to_path_buf(), packs: packs.into_iter().map(|(id, _)| id).collect() }
    }

    pub(super) fn read(&self) -> Licences {
        let shelf = Shelf::new(&self.state);
        let read = |id: &String| shelf.pack(id).map(|(card, _)| (id.clone(), (card.name, card.license)));
        self.packs.iter().filter_map(read).collect()
    }
}

/// Draws the page over the width that is left. `on_credits` says which tab is shown.
pub(super) fn show(ui: &mut Ui, session: &Session, pictures: &mut Pictures, on_credits: &mut bool, licences: Option<&Licences>) {
    let Some(manifest) = session.manifest() else { return };
    let root = manifest.root();
    ui.spacing_mut().item_spacing.y = 6.0;
    header(ui, session, pictures, root);
    told(ui, root);
    ui.add_space(8.0);
    let count = root.get("credits").map_or(0, Ref::len);
    let credits_words = if count == 0 { "Credits".to_owned() } else { format!("Credits {count}") };
    if let Some(choice) = segmented(ui, "Page", usize::from(*on_credits), &["About", &credits_words]) {
        *on_credits = choice == 1;
    }
    if *on_credits {
        credits_tab(ui, root);
        attribution(ui, root, licences);
    } else {
        about(ui, session, pictures, root);
        attribution(ui, root, licences);
    }
}

fn header(ui: &mut Ui, session: &Session, pictures: &mut Pictures, root: Ref<'_>) {
    let t = Tokens::of(ui);
    let side = if ui.available_width() > 480.0 { 120.0 } else { 72.0 };
    let cover = text(root, "coverImage");
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 16.0;
        let (rect, _) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
        let corners = CornerRadius::same(METRICS.radius_card);
        let place = Place { rect, corners, placeholder: Icon::Image, name: "Cover on the page" };
        picture(ui, session, pictures, cover.as_deref(), &place);
        edge(ui, rect, METRICS.radius_card);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            let name = text(root, "name").unwrap_or_default();
            ui.add(egui::Label::new(egui::RichText::new(name).font(title()).color(t.text)).wrap());
            ui.label(egui::RichText::new(address(root)).font(mono_small()).color(t.text3));
            match line(root) {
                Line::Summary(text) => drop(inline_markdown(ui, &text, &body(), t.text2)),
                Line::Tags(_) => {}
                Line::Nothing => drop(ui.label(egui::RichText::new(NO_DESCRIPTION).font(body()).color(t.text2))),
            }
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
                if let Some(words) = category(root) {
                    chip(ui, &words);
                }
            });
            facts(ui, root);
        });
    });
}

/// What a player is told of what scripts may do.
fn told(ui: &mut Ui, root: Ref<'_>) {
    let Some(told) = disclosure(root) else { return };
    ui.add_space(8.0);
    let tone = if told == Disclosure::Plugins { Tone::Info } else { Tone::Warning };
    let mut reason = told.meaning().to_owned();
    let calls = calls(root);
    if told != Disclosure::Hidden && !calls.is_empty() {
        let named: Vec<String> = calls.iter().take(ROWS).map(|(plugin, function)| format!("{plugin} · {function}")).collect();
        reason = format!("{reason}\n{}", named.join("\n"));
    }
    note(ui, tone, told.title(), &reason, None);
}

fn about(ui: &mut Ui, session: &Session, pictures: &mut Pictures, root: Ref<'_>) {
    let t = Tokens::of(ui);
    let shots = gallery(root);
    if !shots.is_empty() {
        ui.add_space(8.0);
        strip(ui, session, pictures, &shots[..shots.len().min(24)]);
    }
    // What is being typed shows at once.
    let typed = typed_markdown(ui.ctx(), "Description");
    let description = typed.or_else(|| description(root)).unwrap_or_default();
    if description.trim().is_empty() {
        ui.add_space(8.0);
        ui.label(egui::RichText::new("No text yet. The description stands here, under About.").font(small()).color(t.text3));
    } else {
        head(ui, "About");
        markdown(ui, "About", &description);
    }
    let tags = tags(root);
    if !tags.is_empty() {
        head(ui, "Tags");
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            tags.iter().take(ROWS).for_each(|tag| chip(ui, tag));
        });
    }
    if let Some(licence) = text(root, "license") {
        head(ui, "Licence");
        ui.label(egui::RichText::new(licence).font(body()).color(t.text));
    }
    let repositories = asset_repositories(root);
    if !repositories.is_empty() {
        head(ui, "Art from other repositories");
        for (name, reference) in repositories.into_iter().take(ROWS) {
            pair(ui, &name, &reference);
        }
    }
}

/// The gallery, 16 to 9, as many beside each other as there is room for.
fn strip(ui: &mut Ui, session: &Session, pictures: &mut Pictures, shots: &[Shot]) {
    let room = ui.available_width();
    let columns = (room / 200.0).floor().clamp(2.0, 4.0);
    let width = ((room - 8.0 * (columns - 1.0)) / columns).floor();
    let size = vec2(width, (width * 9.0 / 16.0).round());
    ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
    for (row, pair) in shots.chunks(columns as usize).enumerate() {
        ui.horizontal(|ui| {
            for (index, shot) in pair.iter().enumerate() {
                let number = row * columns as usize + index + 1;
                shot_at(ui, session, pictures, shot, size, number);
            }
        });
    }
    ui.spacing_mut().item_spacing.y = 6.0;
}

fn shot_at(ui: &mut Ui, session: &Session, pictures: &mut Pictures, shot: &Shot, size: egui::Vec2, number: usize) {
    let t = Tokens::of(ui);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let video = shot.video.is_some();
    let kind = if video { "Video" } else { "Picture" };
    let name = shot.title.as_deref().map_or_else(|| format!("{kind} {number}"), |title| format!("{kind} {number}: {title}"));
    let placeholder = if video { Icon::Globe } else { Icon::Gallery };
    let corners = CornerRadius::same(METRICS.radius);
    picture(ui, session, pictures, shot.path.as_deref(), &Place { rect, corners, placeholder, name: &name });
    edge(ui, rect, METRICS.radius);
    if !video {
        return;
    }
    play_mark(ui, rect);
    let words = match (&shot.title, &shot.path) {
        (Some(title), _) => title.as_str(),
        (None, None) => "YouTube’s own picture",
        (None, Some(_)) => return,
    };
    let band = Rect::from_min_max(pos2(rect.left(), rect.bottom() - 20.0), rect.max);
    let low = CornerRadius { nw: 0, ne: 0, sw: METRICS.radius, se: METRICS.radius };
    let (ground, color) =
        if shot.path.is_some() { (Color32::from_black_alpha(170), Color32::WHITE) } else { (t.control, t.text2) };
    ui.painter().rect_filled(band, low, ground);
    let galley = elided(ui, words, crate::theme::caption(), color, band.width() - 12.0);
    paint_text(ui, band.shrink2(vec2(6.0, 0.0)), egui::Align2::LEFT_CENTER, &galley);
}

/// A name at the left in mono, what belongs to it at the right.
fn pair(ui: &mut Ui, name: &str, more: &str) {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), METRICS.row), Sense::hover());
    let right = elided(ui, more, mono_small(), t.text3, rect.width() * 0.45);
    let left = elided(ui, name, mono(), t.text, rect.width() - right.size().x - 12.0);
    paint_text(ui, rect, egui::Align2::LEFT_CENTER, &left);
    paint_text(ui, rect, egui::Align2::RIGHT_CENTER, &right);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name} {more}")));
}

/// The packs that this one builds on, with their licence: attribution is made from the list itself.
fn attribution(ui: &mut Ui, root: Ref<'_>, licences: Option<&Licences>) {
    let t = Tokens::of(ui);
    let pins = dependencies(root);
    if pins.is_empty() {
        return;
    }
    head(ui, "Built on");
    for (id, version) in pins.into_iter().take(ROWS) {
        let known = licences.and_then(|all| all.get(&id));
        let (name, licence) = match known {
            Some((name, licence)) => (name.as_str(), licence.as_str()),
            None => (id.as_str(), ""),
        };
        pair(ui, name, &version);
        let words = if licence.is_empty() {
            "Its licence is read from its own manifest.".to_owned()
        } else {
            format!("Used under its licence: {licence}")
        };
        ui.label(egui::RichText::new(words).font(small()).color(t.text2));
    }
}

/// The tab *Credits* of the page.
fn credits_tab(ui: &mut Ui, root: Ref<'_>) {
    let t = Tokens::of(ui);
    let mut any = false;
    for (origin, words) in ORIGINS {
        let all = credits(root, origin);
        if all.is_empty() {
            continue;
        }
        any = true;
        head(ui, words);
        if origin == "disclaimed" {
            let words = "The author could not say who made these, and answers for their use.";
            ui.add(egui::Label::new(egui::RichText::new(words).font(small()).color(t.text2)).wrap());
        }
        for credit in all.iter().take(ROWS) {
            credit_row(ui, credit, origin == "disclaimed");
        }
        if all.len() > ROWS {
            let words = format!("and {} more", all.len() - ROWS);
            ui.label(egui::RichText::new(words).font(small()).color(t.text3));
        }
    }
    if !any {
        ui.add_space(8.0);
        ui.label(egui::RichText::new("No credits yet. Who made the files stands here.").font(small()).color(t.text3));
    }
}

fn credit_row(ui: &mut Ui, credit: &Credit, disclaimed: bool) {
    let t = Tokens::of(ui);
    ui.add_space(2.0);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let (at, _) = ui.allocate_exact_size(vec2(16.0, 18.0), Sense::hover());
        let (icon, color) = if disclaimed { (Icon::Warning, t.warning) } else { (Icon::Credits, t.text2) };
        icon.paint(ui, at, 14.0, color);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.add(egui::Label::new(egui::RichText::new(&credit.title).font(strong()).color(t.text)).truncate());
            let files = if credit.files == 1 { "1 file".to_owned() } else { format!("{} files", credit.files) };
            let by = credit.creator.as_ref().map(|name| format!("by {name}"));
            let parts: Vec<String> = by.into_iter().chain(credit.licence.clone()).chain([files]).collect();
            ui.add(egui::Label::new(egui::RichText::new(parts.join(" · ")).font(small()).color(t.text2)).wrap());
            if let Some(notes) = &credit.notes {
                ui.add(egui::Label::new(egui::RichText::new(notes).font(small()).color(t.text3)).wrap());
            }
        });
    });
}
