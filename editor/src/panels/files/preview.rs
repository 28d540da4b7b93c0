//! What one file is: its picture or its model to be turned, its text, the facts, who uses it, and what can be done with it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{
    Align, Align2, CornerRadius, Layout, Rect, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};
use tablewright_core::assets::{Class, Holder, Naming};
use tablewright_core::find::Target;
use tablewright_core::pack::Hash;

use super::MenuChoice;
use super::filters::{state_color, state_icon};
use super::listing::{FileRow, size_words};
use super::table::used;
use crate::file_pictures::{BARE, model_of};
use crate::forms::pictures::{Picture, Pictures};
use crate::icons::Icon;
use crate::media::sounds::Sounds;
use crate::panels::Wish;
use crate::session::{Action, Session};
use crate::theme::{METRICS, Tokens, body, heading, mono_small, small};
use crate::viewport::offscreen::pieces_bounds;
use crate::viewport::renderer::{Frame, ViewId};
use crate::viewport::view::paint_with;
use crate::viewport::{Camera, Preview as Shift, SceneModel, SharedRenderer, Style};
use crate::widgets::{self, Button, Row, elided, hairline, icon_button, paint_text};

/// The height of what is shown of the file.
const STAGE: f32 = 212.0;
/// The view of the renderer that the turned model has; variants' pictures have those from `1 << 32` on.
const VIEW: ViewId = ViewId(3 << 32);
/// At most so much of a text is read.
const TEXT: usize = 16 << 10;

/// What is kept of the file that is shown.
#[derive(Default)]
pub(super) struct Preview {
    pictures: Pictures,
    sounds: Sounds,
    model: Option<Turned>,
    text: Option<(PathBuf, Option<Hash>, Result<String, String>)>,
}

/// A model on its turntable.
struct Turned {
    of: (PathBuf, Option<Hash>),
    model: Arc<SceneModel>,
    camera: Option<Camera>,
}

impl Preview {
    /// Draws the preview of a file; what was pressed.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        row: &FileRow,
        renderer: Option<&SharedRenderer>,
        wishes: &mut Vec<Wish>,
    ) -> Option<MenuChoice> {
        let room = ui.available_rect_before_wrap();
        let (stage, response) =
            ui.allocate_exact_size(vec2(room.width(), STAGE.min(room.height() * 0.4)), Sense::click_and_drag());
        self.stage(ui, session, row, renderer, stage, &response);
        hairline(ui);
        let foot = METRICS.dialog_footer;
        let rest = ui.available_height() - foot;
        let mut chosen = None;
        ScrollArea::vertical().id_salt("facts").auto_shrink(false).max_height(rest.max(40.0)).show(ui, |ui| {
            egui::Frame::new().inner_margin(egui::Margin::symmetric(16, 12)).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 6.0;
                self.facts(ui, session, row, wishes);
                super::better::show(ui, row, wishes);
            });
            hairline(ui);
            users(ui, session, row, wishes);
        });
        hairline(ui);
        let there = (!row.is_there()).then_some("The file is not there");
        let bar = Rect::from_min_size(pos2(room.left(), room.bottom() - foot), vec2(room.width(), foot)).shrink2(vec2(16.0, 0.0));
        let mut bar = ui.new_child(egui::UiBuilder::new().max_rect(bar).layout(Layout::left_to_right(Align::Center)));
        if bar.add(Button::control("Rename").icon(Icon::Rename).form().blocked(there)).clicked() {
            chosen = Some(MenuChoice::Rename);
        }
        if bar.add(Button::control("Replace…").icon(Icon::Refresh).form().blocked(there)).clicked() {
            wishes.push(Wish::ReplaceFile(row.path.clone()));
        }
        bar.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button(ui, Icon::Trash, "Move to the bin", "Del", false, there, 28.0).clicked() {
                chosen = Some(MenuChoice::Delete);
            }
            if icon_button(ui, Icon::FolderOpen, "Show in the file manager", "Ctrl Shift R", false, there, 28.0).clicked() {
                chosen = Some(MenuChoice::Reveal);
            }
        });
        chosen
    }

    fn stage(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        row: &FileRow,
        renderer: Option<&SharedRenderer>,
        rect: Rect,
        response: &egui::Response,
    ) {
        let t = Tokens::of(ui);
        ui.painter().rect_filled(rect, 0.0, t.viewport);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Preview of {}", row.name())));
        if !row.is_there() {
            return icon_stage(ui, rect, state_icon(row.state), state_color(t, row.state), &row.reason);
        }
        match (row.class, renderer) {
            (Class::Model, Some(renderer)) if row.path.to_lowercase().ends_with(".glb") => {
                self.turn(ui, session, row, renderer, rect, response);
            }
            (Class::Sound, _) => super::sound::stage(ui, &mut self.sounds, session, row, rect),
            _ if is_picture(&row.path) => self.picture(ui, session, row, rect),
            _ if is_text(&row.path) => self.read(ui, session, row, rect),
            _ => icon_stage(ui, rect, row.kind.icon(), t.text2, row.class.label()),
        }
    }

    fn picture(&mut self, ui: &Ui, session: &Session, row: &FileRow, rect: Rect) {
        let t = Tokens::of(ui);
        match self.pictures.get(session.root(), &row.path, ui.ctx()) {
            Picture::Ready(texture) => {
                let size = texture.size_vec2();
                let inner = rect.shrink(12.0);
                let scale = (inner.width() / size.x).min(inner.height() / size.y).min(1.0);
                let at = Rect::from_center_size(inner.center(), size * scale);
                checkerboard(ui, at);
                egui::Image::from_texture(&texture).paint_at(ui, at);
            }
            Picture::Loading => icon_stage(ui, rect, Icon::Image, t.text3, "Loading…"),
            Picture::Failed(why) => icon_stage(ui, rect, Icon::Warning, t.warning, &why),
        }
    }

    /// The model, turned by dragging and brought near by the wheel.
    fn turn(
        &mut self,
        ui: &Ui,
        session: &Session,
        row: &FileRow,
        renderer: &SharedRenderer,
        rect: Rect,
        response: &egui::Response,
    ) {
        let t = Tokens::of(ui);
        let of = (session.root().join(&row.path), row.hash);
        if self.model.as_ref().is_none_or(|turned| turned.of != of) {
            self.model =
                model_of(session.root(), &row.path, row.shape).map(|model| Turned { of, model: Arc::new(model), camera: None });
        }
        let Some(turned) = &mut self.model else { return };
        {
            let mut renderer = renderer.lock();
            renderer.assets().poll();
            let bounds = pieces_bounds(&turned.model, renderer.assets());
            let problems = renderer.problems(&turned.model);
            let pending = renderer.assets().pending() > 0;
            if let Some(problem) = problems.first() {
                let why = problem.why.clone();
                drop(renderer);
                return icon_stage(ui, rect, Icon::Warning, t.warning, &why);
            }
            if turned.camera.is_none() && !pending {
                turned.camera = Some(Camera::default().framing(&bounds, rect.width() / rect.height()));
            }
        }
        let Some(camera) = turned.camera.as_mut() else {
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(50));
            return icon_stage(ui, rect, Icon::Model, t.text3, "Loading…");
        };
        if response.dragged() {
            let by = response.drag_delta();
            camera.orbit(by.x, by.y);
        }
        if response.hovered() {
            let wheel = ui.input(|input| input.smooth_scroll_delta.y);
            if wheel != 0.0 {
                camera.zoom((-wheel * 0.003).exp(), None);
            }
        }
        let (model, camera) = (Arc::clone(&turned.model), *camera);
        let (style, scale) = (Style::of(ui.visuals().dark_mode), ui.ctx().pixels_per_point());
        let size = [rect.width(), rect.height()].map(|points| (points * scale).round().max(1.0) as u32).into();
        paint_with(ui, rect, renderer.clone(), move |renderer, target, place, _| {
            let shift = Shift::new();
            let frame = Frame { scale, marks: BARE, ..Frame::new(&model, camera, style, &shift) };
            renderer.draw_still(target, place, VIEW, &frame, size, true)
        });
        let galley = elided(ui, "Drag to turn", small(), t.text2, 120.0);
        let chip = Rect::from_min_size(pos2(rect.left() + 8.0, rect.bottom() - 30.0), vec2(galley.size().x + 32.0, 22.0));
        ui.painter().rect(chip, CornerRadius::same(4), t.raised, Stroke::new(1.0, t.border), StrokeKind::Inside);
        Icon::Orbit.paint(ui, chip.with_max_x(chip.left() + 24.0), 14.0, t.text2);
        paint_text(ui, chip.with_min_x(chip.left() + 24.0), Align2::LEFT_CENTER, &galley);
    }

    /// The beginning of a text.
    fn read(&mut self, ui: &mut Ui, session: &Session, row: &FileRow, rect: Rect) {
        let t = Tokens::of(ui);
        let path = session.root().join(&row.path);
        if self.text.as_ref().is_none_or(|(of, hash, _)| *of != path || *hash != row.hash) {
            let text = beginning(&path);
            self.text = Some((path, row.hash, text));
        }
        match self.text.as_ref().map(|(.., text)| text) {
            Some(Ok(text)) => {
                let inner = rect.shrink2(vec2(12.0, 8.0));
                let mut child = ui.new_child(egui::UiBuilder::new().id_salt("text").max_rect(inner));
                child.set_clip_rect(rect.intersect(ui.clip_rect()));
                ScrollArea::both().id_salt("text").auto_shrink(false).show(&mut child, |ui| {
                    let label = egui::Label::new(RichText::new(text).font(mono_small()).color(t.text2)).extend().selectable(true);
                    ui.add(label);
                });
            }
            Some(Err(why)) => icon_stage(ui, rect, Icon::Warning, t.warning, why),
            None => {}
        }
    }

    fn facts(&self, ui: &mut Ui, session: &Session, row: &FileRow, wishes: &mut Vec<Wish>) {
        let t = Tokens::of(ui);
        ui.add(egui::Label::new(RichText::new(row.name()).font(heading(14.0)).color(t.text)).wrap());
        ui.label(RichText::new(self.kind_words(session, row)).font(small()).color(t.text2));
        ui.add_space(4.0);
        let folder = if row.folder().is_empty() { "the pack’s folder" } else { row.folder() };
        fact(ui, "Folder", folder, !row.folder().is_empty());
        if let Some(size) = row.size {
            fact(ui, "Size", &size_words(size), false);
        }
        if let Some(hash) = row.hash {
            let hash = hash.to_string();
            let response = fact(ui, "SHA-256", &format!("{}…{}", &hash[..8], &hash[hash.len() - 4..]), true);
            if widgets::tip(response, &format!("{hash}. A click copies it."), "").clicked() {
                ui.ctx().copy_text(hash);
            }
        }
        let credit = match &row.credit {
            Some(credit) => credit.as_str(),
            None if row.wants_credit => "Not accounted for",
            None => "None needed",
        };
        fact(ui, "Credit", credit, false);
        ui.add_space(2.0);
        if let Some(mut on) = row.preload {
            ui.horizontal(|ui| {
                let response = widgets::switch(ui, &mut on, "Pre-load");
                if response.changed() {
                    wishes.push(Wish::Act(Action::Preload { paths: vec![row.path.clone()], on }));
                }
                let words = if on { "in the download above" } else { "when something uses it" };
                ui.label(RichText::new(words).font(small()).color(t.text3));
            });
        }
        if state_color(t, row.state) != t.text2 || row.preload.is_none() {
            ui.horizontal_top(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(16.0, 18.0), Sense::hover());
                state_icon(row.state).paint(ui, rect, 14.0, state_color(t, row.state));
                ui.add(egui::Label::new(RichText::new(&row.reason).font(small()).color(t.text2)).wrap());
            });
        }
    }

    /// *Picture, 512 × 512*.
    fn kind_words(&self, session: &Session, row: &FileRow) -> String {
        let label = row.class.label();
        if row.is_there() && is_picture(&row.path) {
            let size = crate::viewport::assets::path_in_pack(session.root(), &row.path).ok().and_then(|file| picture_size(&file));
            if let Some((width, height)) = size {
                return format!("{label}, {width} × {height}");
            }
        }
        label.to_owned()
    }
}

/// Width and height as the header of a picture says.
fn picture_size(file: &Path) -> Option<(u32, u32)> {
    image::ImageReader::open(file).ok()?.with_guessed_format().ok()?.into_dimensions().ok()
}

/// A line of the facts.
fn fact(ui: &mut Ui, name: &str, value: &str, mono: bool) -> egui::Response {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name}: {value}")));
    let label = elided(ui, name, small(), t.text3, 80.0);
    paint_text(ui, rect, Align2::LEFT_CENTER, &label);
    let room = rect.with_min_x(rect.left() + 84.0);
    let galley = elided(ui, value, if mono { mono_small() } else { body() }, t.text, room.width());
    paint_text(ui, room, Align2::LEFT_CENTER, &galley);
    response
}

/// Who uses the file, each with a way there.
fn users(ui: &mut Ui, session: &Session, row: &FileRow, wishes: &mut Vec<Wish>) {
    let t = Tokens::of(ui);
    let Some(look) = session.look() else { return };
    let namings: Vec<&Naming> = look.survey.references.uses(&row.path).collect();
    let words = match namings.len() {
        0 => "Used by nobody".to_owned(),
        count => format!("Used in {}", used(count)),
    };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 36.0), Sense::hover());
    let galley = elided(ui, &words, heading(13.0), t.text, rect.width() - 32.0);
    paint_text(ui, rect.with_min_x(rect.left() + 16.0), Align2::LEFT_CENTER, &galley);
    for naming in namings.into_iter().take(200) {
        let place = Place::of(session, naming);
        let response =
            Row::new(&place.name).icon(place.icon).meta(&place.meta).edge(16.0).focusable().show_with(ui, |ui, near| {
                if place.target.is_some() && near {
                    let (rect, _) = ui.allocate_exact_size(vec2(16.0, 24.0), Sense::hover());
                    Icon::ArrowRight.paint(ui, rect, 14.0, t.text2);
                }
            });
        if response.response.clicked()
            && let Some(target) = place.target
        {
            wishes.push(target);
        }
    }
}

/// A place that uses a file, for people.
struct Place {
    name: String,
    meta: String,
    icon: Icon,
    target: Option<Wish>,
}

impl Place {
    fn of(session: &Session, naming: &Naming) -> Self {
        let variant = naming.variant.as_deref().map(|id| session.variant_name(id).to_owned());
        match &naming.holder {
            Holder::Manifest => {
                let target = Some(Wish::GoTo(Target::Field(naming.at.clone())));
                Self { name: "Mod details".to_owned(), meta: naming.at.to_string(), icon: Icon::ListView, target }
            }
            Holder::Scene => match session.entity_at(&naming.at) {
                Some((shown_in, id)) => {
                    let meta = variant.unwrap_or_default();
                    let name = entity_title(session, naming, &id);
                    Self { name, meta, icon: Icon::Model, target: Some(Wish::GoTo(Target::Entity { id, variant: shown_in })) }
                }
                None => {
                    let key = naming.at.tokens().first().cloned().unwrap_or_default();
                    let name = tablewright_core::scene::keys::label(&key).to_owned();
                    let target = session.variant_at(&naming.at).map(|variant| Wish::GoTo(Target::Variant(variant)));
                    let icon = if key == "prefabs" { Icon::Prefab } else { Icon::Table };
                    Self { name, meta: variant.unwrap_or_else(|| named(session, naming)), icon, target }
                }
            },
            Holder::File(path) => {
                let meta = naming.line.map(|line| format!("line {line}")).unwrap_or_default();
                Self {
                    name: path.as_str().to_owned(),
                    meta,
                    icon: Icon::Json,
                    target: Some(Wish::ShowFile(path.as_str().to_owned())),
                }
            }
        }
    }
}

/// What people call the entity that a place stands in.
fn entity_title(session: &Session, naming: &Naming, id: &str) -> String {
    let depth = if naming.at.tokens().first().is_some_and(|first| first == "variants") { 5 } else { 2 };
    let at: tablewright_core::json::Pointer = naming.at.tokens().iter().take(depth).collect();
    let entity = session.scene().and_then(|scene| scene.at(&at));
    let text = |key: &str| entity.and_then(|entity| entity.get(key)?.as_str()).filter(|text| !text.trim().is_empty());
    text("displayName").or_else(|| text("label")).map_or_else(|| id.to_owned(), std::borrow::Cow::into_owned)
}

/// The name or id of the element of a library that a place stands in.
fn named(session: &Session, naming: &Naming) -> String {
    let at: tablewright_core::json::Pointer = naming.at.tokens().iter().take(2).collect();
    let element = session.scene().and_then(|scene| scene.at(&at));
    let text = |key: &str| element.and_then(|element| element.get(key)?.as_str());
    text("name").or_else(|| text("label")).or_else(|| text("id")).map_or_else(String::new, std::borrow::Cow::into_owned)
}

fn icon_stage(ui: &Ui, rect: Rect, icon: Icon, tint: egui::Color32, words: &str) {
    let t = Tokens::of(ui);
    icon.paint(ui, rect.with_max_y(rect.center().y + 8.0), 32.0, tint);
    let galley = elided(ui, words, small(), t.text2, rect.width() - 32.0);
    let below =
        Rect::from_min_max(pos2(rect.left() + 16.0, rect.center().y + 24.0), pos2(rect.right() - 16.0, rect.center().y + 44.0));
    paint_text(ui, below, Align2::CENTER_CENTER, &galley);
}

/// The ground behind what can be seen through.
fn checkerboard(ui: &Ui, rect: Rect) {
    const SIDE: f32 = 8.0;
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.rect_filled(rect, 0.0, egui::Color32::from_gray(0x9a));
    let (columns, lines) = ((rect.width() / SIDE).ceil() as usize, (rect.height() / SIDE).ceil() as usize);
    for line in 0..lines {
        for column in (line % 2..columns).step_by(2) {
            let at = rect.min + vec2(column as f32 * SIDE, line as f32 * SIDE);
            painter.rect_filled(Rect::from_min_size(at, vec2(SIDE, SIDE)), 0.0, egui::Color32::from_gray(0x7a));
        }
    }
}

fn ends(path: &str, ends: &[&str]) -> bool {
    tablewright_core::pack::extension(path).is_some_and(|extension| ends.iter().any(|end| extension.eq_ignore_ascii_case(end)))
}

fn is_picture(path: &str) -> bool {
    ends(path, &["png", "jpg", "jpeg", "webp"])
}

fn is_text(path: &str) -> bool {
    ends(path, &["json", "js", "mjs", "ts", "md", "txt", "gltf", "mtl", "csv"])
}

/// The beginning of a text file; the error is a sentence without its full stop.
fn beginning(path: &Path) -> Result<String, String> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    file.take(TEXT as u64).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    // One long line is laid out only as far as anybody would scroll.
    Ok(text.lines().map(|line| widgets::clipped(line, 2000).into_owned()).collect::<Vec<_>>().join("\n"))
}
