//! The crop tool: a picture is chosen, its window is set, and it is seen at the sizes at which it will be shown.

use std::path::{Path, PathBuf};

use egui::{Align2, Context, CornerRadius, Rect, RichText, ScrollArea, Sense, TextureHandle, Ui, UiBuilder, pos2, vec2};
use tablewright_core::Error;
use tablewright_core::media::listing::picture_in;
use tablewright_core::media::{Aspect, Crop};

use super::origin::OriginForm;
use super::stage::{Stage, texture};
use super::work::{Kept, Work};
use super::{Ask, ChosenFor, From, Loaded, Target};
use crate::forms::paths::{PackPaths, has_extension};
use crate::forms::pick::{self, Choice, Picked};
use crate::icons::Icon;
use crate::session::Session;
use crate::theme::{METRICS, Tokens, caption, heading, small};
use crate::widgets::{Button, Dialog, DialogEnd, Edit, TextField, Tone, elided, empty_state, hairline, note, paint_text};

const WIDTH: f32 = 1040.0;
const HEIGHT: f32 = 680.0;
/// The width of what stands beside the picture.
const SIDE: f32 = 300.0;
/// The height of the bar over the picture.
const BAR: f32 = 44.0;
/// The height of the line below it.
const FOOT: f32 = 28.0;
/// The kinds of pictures that can be cut.
const KINDS: [&str; 4] = ["webp", "png", "jpg", "jpeg"];

/// The picture as it stands in the tool.
struct Open {
    loaded: Loaded,
    texture: Option<TextureHandle>,
    crop: Crop,
}

/// The dialog while it is open.
pub struct CropDialog {
    target: Target,
    /// There is a picture that can be cut again.
    has_own: bool,
    open: Option<Open>,
    origin: OriginForm,
    path: String,
    paths: PackPaths,
    /// Something is being read or written.
    waiting: Option<&'static str>,
    failed: Option<String>,
    wants_keyboard: bool,
}

impl CropDialog {
    pub(super) fn new(target: Target, session: &Session) -> Self {
        let has_own = match target {
            Target::Listing(slot) => session.manifest().is_some_and(|manifest| picture_in(manifest, slot).is_some()),
            Target::RulesCover(index) => session.manifest().is_some_and(|manifest| {
                tablewright_core::rulebook::entry(manifest, index).is_ok_and(|entry| entry.cover().is_some())
            }),
        };
        Self {
            target,
            has_own,
            open: None,
            origin: OriginForm::new(session),
            path: String::new(),
            paths: PackPaths::default(),
            waiting: None,
            failed: None,
            wants_keyboard: false,
        }
    }

    pub(super) fn target(&self) -> Target {
        self.target
    }

    /// Takes the picture that was read, or why there is none.
    pub(super) fn loaded(&mut self, loaded: Result<Loaded, Error>) {
        self.waiting = None;
        match loaded {
            Ok(loaded) => {
                self.failed = None;
                let crop = loaded.crop;
                let scene = matches!(&loaded.origin, Some((_, name)) if name.is_empty() && loaded.name == "scene.png");
                if scene {
                    self.origin.own_scene();
                } else {
                    self.origin.known(loaded.origin.clone());
                }
                self.open = Some(Open { loaded, texture: None, crop });
                self.wants_keyboard = true;
            }
            Err(error) => self.failed = Some(error.to_string()),
        }
    }

    /// A file was chosen in the system's dialog.
    pub(super) fn chose(&mut self, path: &Path) {
        self.path = path.display().to_string();
        self.waiting = Some("Choosing");
    }

    /// Work ended without its answer.
    pub(super) fn failed(&mut self, why: Option<String>) {
        self.waiting = None;
        self.failed = why;
    }

    fn blocked(&self, now: &str) -> Option<String> {
        if let Some(waiting) = self.waiting {
            return Some(waiting.to_owned());
        }
        match &self.open {
            None => Some("Choose a picture first".to_owned()),
            Some(open) if open.loaded.asks_origin => self.origin.blocked(now),
            Some(_) => None,
        }
    }

    /// Draws the dialog; whether it stays open.
    pub(super) fn show(&mut self, ctx: &Context, session: &Session, now: &str, asked: &mut Vec<Ask>) -> bool {
        if self.waiting == Some("Choosing") {
            self.load(From::File(PathBuf::from(self.path.trim())), asked);
        }
        let blocked = self.blocked(now);
        let height = HEIGHT - METRICS.dialog_header - METRICS.dialog_footer - 4.0;
        let words = match self.target {
            Target::Listing(tablewright_core::media::listing::Slot::New) => "Add it",
            _ => "Use it",
        };
        let mut confirmed = false;
        let response = Dialog::new(self.target.title())
            .width(WIDTH)
            .body_height(height)
            .still()
            .help()
            .main(words, blocked.as_deref())
            .keep_on_enter()
            .show(ctx, |ui| confirmed = self.body(ui, session, asked));
        if response.help {
            asked.push(Ask::Guide);
        }
        match response.end {
            Some(DialogEnd::Confirm) => self.confirm(now, asked),
            Some(_) => return false,
            None if confirmed && blocked.is_none() => self.confirm(now, asked),
            None => {}
        }
        true
    }

    fn confirm(&mut self, now: &str, asked: &mut Vec<Ask>) {
        let Some(open) = &self.open else { return };
        let Loaded { raster, kept, name, asks_origin, .. } = open.loaded.clone();
        let signed = if asks_origin { self.origin.signed(now) } else { None };
        asked.push(Ask::Do(Box::new(Work::Place { target: self.target, raster, kept, name, crop: open.crop, signed })));
        self.waiting = Some("Cutting the picture");
        self.failed = None;
    }

    fn load(&mut self, from: From, asked: &mut Vec<Ask>) {
        self.waiting = Some("Reading the picture");
        self.failed = None;
        asked.push(Ask::Load(self.target, from));
    }

    /// Whether Enter was pressed over the picture.
    fn body(&mut self, ui: &mut Ui, session: &Session, asked: &mut Vec<Ask>) -> bool {
        let room = ui.max_rect();
        let split = room.right() - SIDE;
        let bar = Rect::from_min_max(room.min, pos2(split, room.top() + BAR));
        let foot = Rect::from_min_max(pos2(room.left(), room.bottom() - FOOT), pos2(split, room.bottom()));
        let stage = Rect::from_min_max(bar.left_bottom(), foot.right_top());
        let t = Tokens::of(ui);
        self.bar(&mut ui.new_child(UiBuilder::new().id_salt("bar").max_rect(bar.shrink2(vec2(12.0, 8.0)))), session, asked);
        let confirmed = self.stage(ui, stage);
        let words = match &self.open {
            Some(_) => {
                "Drag the window or its corners; the wheel zooms. Arrows move it, + and − resize it, Home makes it largest."
            }
            None => "",
        };
        let galley = elided(ui, words, caption(), t.text3, foot.width() - 24.0);
        paint_text(ui, foot.shrink2(vec2(12.0, 0.0)), Align2::LEFT_CENTER, &galley);
        ui.painter().vline(split + 0.5, room.y_range(), egui::Stroke::new(1.0, t.border_subtle));
        let side = Rect::from_min_max(pos2(split + 1.0, room.top()), room.max);
        let mut child = ui.new_child(UiBuilder::new().id_salt("side").max_rect(side));
        ScrollArea::vertical().auto_shrink(false).show(&mut child, |ui| {
            egui::Frame::new().inner_margin(16).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.spacing_mut().item_spacing.y = 6.0;
                self.beside(ui);
            });
        });
        confirmed
    }

    fn bar(&mut self, ui: &mut Ui, session: &Session, asked: &mut Vec<Ask>) {
        let busy = self.waiting;
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            let shown = self.path.clone();
            let field = TextField::new("Picture file", &shown).hint("Path of a picture").form().mono().width(176.0);
            match field.show(ui).0 {
                Edit::Commit(text) if !text.trim().is_empty() => {
                    self.path = text;
                    self.load(From::File(PathBuf::from(self.path.trim())), asked);
                }
                Edit::Commit(text) | Edit::Preview(text) => self.path = text,
                _ => {}
            }
            if ui.add(Button::control("Choose…").icon(Icon::FolderOpen).form().blocked(busy)).clicked() {
                asked.push(Ask::Choose(ChosenFor::Picture));
            }
            if ui.add(Button::control("From the scene").icon(Icon::Camera).form().blocked(busy)).clicked() {
                self.load(From::Scene, asked);
            }
            let button = ui.add(Button::control("From the pack").icon(Icon::Image).form().menu().blocked(busy));
            if let Some(path) = self.picked_of_pack(ui, &button, session) {
                self.load(From::Pack(path), asked);
            }
            if self.has_own && self.open.as_ref().is_none_or(|open| open.loaded.asks_origin) {
                let again = Button::control("The one there").icon(Icon::Refresh).form().blocked(busy);
                if ui.add(again).clicked() {
                    self.load(From::Again, asked);
                }
            }
        });
    }

    fn picked_of_pack(&mut self, ui: &Ui, button: &egui::Response, session: &Session) -> Option<String> {
        if !button.clicked() && !egui::Popup::is_id_open(ui, egui::Popup::default_response_id(button)) {
            return None;
        }
        let list = self.paths.list(session.root(), ui);
        let paths = list.iter().filter(|path| has_extension(path, &KINDS) && !path.starts_with("thumbnails/"));
        let choices: Vec<Choice<'_>> = paths.map(|path| Choice::new(path.as_str(), path.as_str())).collect();
        match pick::open(ui, button, "Pictures of the pack", &choices, "", None, false)? {
            Picked::Value(path) => Some(path),
            Picked::Unset => None,
        }
    }

    fn stage(&mut self, ui: &mut Ui, room: Rect) -> bool {
        let t = Tokens::of(ui);
        let wants_keyboard = std::mem::take(&mut self.wants_keyboard);
        if let Some(open) = &mut self.open {
            let texture = open.texture.get_or_insert_with(|| texture(ui.ctx(), &open.loaded.raster));
            let (size, aspect) = (open.loaded.raster.size(), self.target.aspect());
            return Stage { texture, size, aspect, wants_keyboard }.show(ui, room, &mut open.crop).confirmed;
        }
        ui.painter().rect_filled(room, 0.0, t.inset);
        let mut child = ui.new_child(UiBuilder::new().id_salt("empty").max_rect(room));
        if let Some(waiting) = self.waiting {
            let galley = elided(ui, &format!("{waiting}…"), small(), t.text3, room.width());
            paint_text(ui, room, Align2::CENTER_CENTER, &galley);
        } else if let Some(why) = &self.failed {
            empty_state(&mut child, Tone::Error, Icon::Error, "That picture can’t be used", why, None);
        } else {
            let purpose = match self.target.aspect() {
                Aspect::Square => "The cover is square. It stands on cards, in the spotlight and at the head of the page.",
                Aspect::Wide => "It is cut to 16:9.",
            };
            empty_state(&mut child, Tone::Plain, Icon::Image, "Choose a picture", purpose, None);
        }
        false
    }

    /// The previews, what is to be said, and where the picture is from.
    fn beside(&mut self, ui: &mut Ui) {
        let t = Tokens::of(ui);
        if let (Some(why), true) = (&self.failed, self.open.is_some()) {
            note(ui, Tone::Error, why, "", None);
        }
        let Some(open) = &self.open else {
            ui.label(RichText::new("It is written as WebP, at the size that the listing shows.").font(small()).color(t.text2));
            return;
        };
        ui.label(RichText::new("How it will be seen").font(heading(13.0)).color(t.text));
        previews(ui, open, self.target);
        let (x, y, w, h) = open.crop.pixels(open.loaded.raster.size());
        let wide = self.target.wide();
        let written = wide.min(w);
        let high = (f64::from(written) / self.target.aspect().ratio()).round();
        let words = format!("{w} × {h} pixels from {x}, {y} are written as {written} × {high}.");
        ui.label(RichText::new(words).font(small()).color(t.text2));
        if w < wide / 2 {
            let reason = format!("{wide} pixels or more across look sharp everywhere.");
            note(ui, Tone::Warning, "The window is small.", &reason, None);
        }
        for words in &open.loaded.raster.notes {
            note(ui, Tone::Info, words, "", None);
        }
        if open.loaded.only_tighter {
            let reason = "What the first crop cut away is gone. Choose the picture anew to see more of it.";
            note(ui, Tone::Info, "Its original is not in the pack, so the window can only become tighter.", reason, None);
        } else if matches!(open.loaded.kept, Kept::File(_)) && matches!(self.target, Target::Listing(_)) {
            let words = "The whole picture is kept below originals/, for another crop later. Players never load it.";
            ui.label(RichText::new(words).font(small()).color(t.text3));
        }
        if open.loaded.asks_origin {
            ui.add_space(6.0);
            hairline(ui);
            ui.add_space(6.0);
            self.origin.show(ui);
        }
    }
}

/// The window at the sizes at which it will be shown.
fn previews(ui: &mut Ui, open: &Open, target: Target) {
    let Some(texture) = &open.texture else { return };
    let sizes: &[(f32, f32, &str)] = match target.aspect() {
        Aspect::Square => &[(128.0, 128.0, "Card"), (64.0, 64.0, "List"), (40.0, 40.0, "Small")],
        Aspect::Wide => &[(176.0, 99.0, "Gallery"), (80.0, 45.0, "Strip")],
    };
    let crop = open.crop.fitted(open.loaded.raster.size(), target.aspect());
    let at = |x: f64, y: f64| pos2(x as f32, y as f32);
    let uv = Rect::from_min_max(at(crop.x, crop.y), at(crop.x + crop.w, crop.y + crop.h));
    let t = Tokens::of(ui);
    let tallest = sizes.iter().map(|(_, height, _)| *height).fold(0.0, f32::max);
    let (room, _) = ui.allocate_exact_size(vec2(ui.available_width(), tallest + 18.0), Sense::hover());
    let mut left = room.left();
    for (width, height, words) in sizes {
        let rect = Rect::from_min_size(pos2(left, room.top() + tallest - height), vec2(*width, *height));
        egui::Image::from_texture(texture).uv(uv).corner_radius(CornerRadius::same(METRICS.radius)).paint_at(ui, rect);
        let galley = elided(ui, words, caption(), t.text3, width.max(40.0));
        paint_text(ui, rect.translate(vec2(0.0, height + 3.0)).with_max_y(rect.bottom() + 18.0), Align2::LEFT_TOP, &galley);
        left += width + 12.0;
    }
}
