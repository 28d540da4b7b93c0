//! The start page: what to begin with, and the packs that were open lately.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};

use egui::{
    Align2, Color32, ColorImage, Context as EguiContext, CornerRadius, Key, Rect, Response, RichText, Role, ScrollArea, Sense,
    Shape, Stroke, StrokeKind, TextureHandle, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use crate::commands::{Command, Context};
use crate::icons::Icon;
use crate::recents::{Recent, Recents};
use crate::shortcuts::Shortcuts;
use crate::theme::{METRICS, Tokens, body, heading, small, strong};
use crate::widgets::{Button, elided, empty_state, focus_ring, icon_button, menu_item, paint_text, search};

/// What a person asked for on the start page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StartAction {
    /// One of the commands at the left.
    Run(Command),
    /// Open the pack in this folder.
    Open(PathBuf),
    /// Ask where the pack that stood here is now.
    Find(PathBuf),
    /// Take it out of the list.
    Remove(PathBuf),
    /// Show the folder in the file manager.
    Reveal(PathBuf),
}

/// What was found out about a pack's folder, away from the window's thread: a folder on a lost network drive can take
/// long to answer.
struct Found {
    path: PathBuf,
    there: bool,
    cover: Option<ColorImage>,
}

struct Facts {
    there: bool,
    cover: Option<TextureHandle>,
}

/// The start page's own state.
#[derive(Default)]
pub struct StartPage {
    query: String,
    chosen: usize,
    facts: HashMap<PathBuf, Facts>,
    asked: Vec<(PathBuf, String)>,
    receive: Option<Receiver<Found>>,
}

const ROW: f32 = 80.0;
const COVER: f32 = 56.0;

impl StartPage {
    /// Draws the page into all the room that is left.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        recents: &Recents,
        now: i64,
        context: &Context,
        shortcuts: &Shortcuts,
    ) -> Option<StartAction> {
        self.learn(ui, recents);
        let t = Tokens::of(ui);
        let page = ui.available_rect_before_wrap();
        ui.painter().rect_filled(page, 0.0, t.panel);
        let mut action = dropped_folder(ui).map(StartAction::Open);
        let edge = (page.width() * 0.05).clamp(24.0, 72.0);
        let top = (page.height() * 0.086).clamp(24.0, 72.0);
        let left_width = 288.0_f32.min(page.width() * 0.4);
        let gap = (page.width() * 0.056).clamp(24.0, 80.0);
        let inner = Rect::from_min_max(page.min + vec2(edge, top), page.max - vec2(edge, 40.0));
        let left = inner.with_max_x(inner.left() + left_width);
        let right = inner.with_min_x(left.right() + gap);
        let mut child = ui.new_child(UiBuilder::new().id_salt("begin").max_rect(left));
        action = begin(&mut child, context, shortcuts).or(action);
        let mut child = ui.new_child(UiBuilder::new().id_salt("recent").max_rect(right));
        action = self.recent(&mut child, recents, now).or(action);
        ui.allocate_rect(page, Sense::hover());
        action
    }

    /// Asks once about every pack of the list, and takes in the answers that came.
    fn learn(&mut self, ctx: &EguiContext, recents: &Recents) {
        let wanted: Vec<(PathBuf, String)> = recents.list().iter().map(|r| (r.path.clone(), r.cover.clone())).collect();
        if wanted != self.asked {
            self.asked.clone_from(&wanted);
            self.receive = ask(ctx, wanted);
        }
        let Some(receive) = &self.receive else { return };
        for found in receive.try_iter() {
            let name = format!("cover {}", found.path.display());
            let cover = found.cover.map(|image| ctx.load_texture(name, image, egui::TextureOptions::LINEAR));
            self.facts.insert(found.path, Facts { there: found.there, cover });
        }
    }

    /// Looks at all folders again, for example when the window gets the focus back.
    pub fn look_again(&mut self) {
        self.asked.clear();
    }

    fn recent(&mut self, ui: &mut Ui, recents: &Recents, now: i64) -> Option<StartAction> {
        let t = Tokens::of(ui);
        let page = ui.max_rect();
        let drop_room = if page.height() > 420.0 { 80.0 } else { 0.0 };
        let (head, _) = ui.allocate_exact_size(vec2(page.width(), 28.0), Sense::hover());
        let title = elided(ui, "Recent packs", heading(16.0), t.text, head.width());
        paint_text(ui, head, Align2::LEFT_CENTER, &title);
        if recents.list().is_empty() {
            let room = Rect::from_min_max(pos2(page.left(), head.bottom() + 12.0), pos2(page.right(), page.bottom() - drop_room));
            let mut child = ui.new_child(UiBuilder::new().max_rect(room));
            empty_state(
                &mut child,
                crate::widgets::Tone::Plain,
                Icon::Folder,
                "No packs yet",
                "Packs that you open or make stand here.",
                None,
            );
            drop_zone(ui, page, drop_room);
            return None;
        }
        let box_rect = Rect::from_min_max(pos2(head.right() - 240.0_f32.min(head.width() * 0.5), head.top()), head.max);
        let mut child = ui.new_child(UiBuilder::new().id_salt("find").max_rect(box_rect));
        if search(&mut child, "Find a pack", &mut self.query, "Find a pack", box_rect.width()).changed() {
            self.chosen = 0;
        }
        let shown: Vec<&Recent> = recents.list().iter().filter(|recent| fits(recent, &self.query)).collect();
        self.chosen = self.chosen.min(shown.len().saturating_sub(1));
        let mut action = None;
        let mut moved = false;
        if let Some(key) = take_key(ui) {
            moved = true;
            match key {
                Key::ArrowDown => self.chosen = (self.chosen + 1).min(shown.len().saturating_sub(1)),
                Key::ArrowUp => self.chosen = self.chosen.saturating_sub(1),
                _ => {
                    action = shown
                        .get(self.chosen)
                        .filter(|recent| self.is_there(&recent.path))
                        .map(|r| StartAction::Open(r.path.clone()));
                }
            }
        }
        let room =
            Rect::from_min_max(pos2(page.left(), head.bottom() + 12.0), pos2(page.right(), page.bottom() - drop_room - 8.0));
        let mut child = ui.new_child(UiBuilder::new().id_salt("rows").max_rect(room));
        if shown.is_empty() {
            let words = elided(&child, "No pack is called so.", body(), t.text2, room.width());
            paint_text(&child, room.with_max_y(room.top() + 32.0), Align2::LEFT_CENTER, &words);
        }
        ScrollArea::vertical().auto_shrink([false, false]).show(&mut child, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            for (index, recent) in shown.iter().enumerate() {
                action = self.row(ui, recent, now, index, moved).or(action.take());
            }
        });
        drop_zone(ui, page, drop_room);
        action
    }

    /// Whether the folder is there; as long as nothing is known it is taken to be.
    fn is_there(&self, path: &Path) -> bool {
        self.facts.get(path).is_none_or(|facts| facts.there)
    }

    fn row(&mut self, ui: &mut Ui, recent: &Recent, now: i64, index: usize, moved: bool) -> Option<StartAction> {
        let t = Tokens::of(ui);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
        let name = shown_name(recent);
        let chosen = index == self.chosen;
        response.widget_info(|| WidgetInfo::selected(Role::ListItem, ui.is_enabled(), chosen, &name));
        if chosen && moved {
            response.scroll_to_me(None);
        }
        if response.contains_pointer() && ui.input(|input| input.pointer.is_moving()) || response.gained_focus() {
            self.chosen = index;
        }
        if chosen {
            let edge = Stroke::new(1.0, t.border);
            ui.painter().rect(rect, CornerRadius::same(METRICS.radius_card), t.raised, edge, StrokeKind::Inside);
        }
        if response.has_focus() {
            focus_ring(ui, rect, METRICS.radius_card, false);
        }
        let there = self.is_there(&recent.path);
        self.cover(ui, recent, Rect::from_min_size(rect.min + vec2(12.0, 12.0), vec2(COVER, COVER)));
        let mut action = row_words(ui, recent, &name, now, rect, there);
        let more = Rect::from_center_size(pos2(rect.right() - 28.0, rect.center().y), vec2(28.0, 28.0));
        let mut child = ui.new_child(UiBuilder::new().id_salt(("more", index)).max_rect(more));
        let menu = icon_button(&mut child, Icon::More, &format!("More about {name}"), "", false, None, 28.0);
        egui::Popup::menu(&menu).show(|ui| action = row_menu(ui, recent, there).or(action.take()));
        response.context_menu(|ui| action = row_menu(ui, recent, there).or(action.take()));
        if response.clicked() && there {
            action = Some(StartAction::Open(recent.path.clone()));
        }
        action
    }

    fn cover(&self, ui: &Ui, recent: &Recent, rect: Rect) {
        let t = Tokens::of(ui);
        let texture = self.facts.get(&recent.path).and_then(|facts| facts.cover.as_ref());
        match texture {
            Some(texture) => {
                egui::Image::from_texture(texture).corner_radius(CornerRadius::same(METRICS.radius)).paint_at(ui, rect);
            }
            None => {
                ui.painter().rect_filled(rect, CornerRadius::same(METRICS.radius), t.inset);
                Icon::Image.paint(ui, rect, 20.0, t.text3);
            }
        }
    }
}

fn row_words(ui: &mut Ui, recent: &Recent, name: &str, now: i64, rect: Rect, there: bool) -> Option<StartAction> {
    let t = Tokens::of(ui);
    let when = elided(ui, &ago(now, recent.opened), small(), t.text2, 160.0);
    let words = Rect::from_min_max(pos2(rect.left() + 84.0, rect.top()), pos2(rect.right() - 56.0, rect.bottom()));
    paint_text(ui, words, Align2::RIGHT_CENTER, &when);
    let words = words.with_max_x(words.right() - when.size().x - 16.0);
    let first = rect.center().y - if there { 19.0 } else { 28.0 };
    let line = |n: f32| Rect::from_min_max(pos2(words.left(), first + n * 19.0), pos2(words.right(), first + (n + 1.0) * 19.0));
    let title = elided(ui, name, heading(13.0), if there { t.text } else { t.text2 }, words.width());
    let at = paint_text(ui, line(0.0), Align2::LEFT_CENTER, &title);
    let id = [recent.id.as_str(), recent.version.as_str()].join(" ");
    let id = elided(ui, id.trim(), small(), t.text3, words.right() - at.right() - 10.0);
    paint_text(ui, line(0.0).with_min_x(at.right() + 10.0), Align2::LEFT_CENTER, &id);
    let path = elided(ui, &short_path(&recent.path), crate::theme::mono_small(), t.text3, words.width());
    paint_text(ui, line(1.0), Align2::LEFT_CENTER, &path);
    if there {
        return None;
    }
    let mut action = None;
    let mut child = ui.new_child(UiBuilder::new().id_salt(("lost", &recent.path)).max_rect(line(2.0).expand2(vec2(0.0, 2.5))));
    child.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.add(Icon::Unlink.image(14.0).tint(t.text2));
        ui.label(RichText::new("Folder not found.").font(small()).color(t.text2));
        if ui.add(Button::link("Find it…")).clicked() {
            action = Some(StartAction::Find(recent.path.clone()));
        }
        if ui.add(Button::link("Remove from list")).clicked() {
            action = Some(StartAction::Remove(recent.path.clone()));
        }
    });
    action
}

fn row_menu(ui: &mut Ui, recent: &Recent, there: bool) -> Option<StartAction> {
    ui.spacing_mut().item_spacing.y = 0.0;
    let lost = (!there).then_some("The folder is not there");
    let path = || recent.path.clone();
    let mut action = None;
    if menu_item(ui, Some(Icon::FolderOpen), "Open", "", false, lost) {
        action = Some(StartAction::Open(path()));
    }
    if menu_item(ui, Some(Icon::External), "Show in the file manager", "", false, lost) {
        action = Some(StartAction::Reveal(path()));
    }
    if menu_item(ui, Some(Icon::Close), "Remove from list", "", false, None) {
        action = Some(StartAction::Remove(path()));
    }
    action
}

/// The left column: what to begin with.
fn begin(ui: &mut Ui, context: &Context, shortcuts: &Shortcuts) -> Option<StartAction> {
    let t = Tokens::of(ui);
    ui.spacing_mut().item_spacing.y = 8.0;
    ui.label(RichText::new("Tablewright").font(heading(22.0)).color(t.text));
    let line = "Build tabletop game packs, compare their variants, publish them.";
    ui.add(egui::Label::new(RichText::new(line).font(body()).color(t.text2)).wrap());
    ui.add_space(12.0);
    let actions = [
        (Command::OpenFolder, "A pack on this computer"),
        (Command::NewPack, "Game, room, table or asset pack"),
        (Command::NewFromSample, "Go on three boards, ready to change"),
    ];
    let mut action = None;
    for (index, (command, words)) in actions.into_iter().enumerate() {
        let title = command.title(context);
        if big_button(ui, command.icon(), &title, words, &shortcuts.text(command), index == 0).clicked() {
            action = Some(StartAction::Run(command));
        }
    }
    action
}

/// A button of two lines, 52 high.
fn big_button(ui: &mut Ui, icon: Icon, title: &str, words: &str, keys: &str, filled: bool) -> Response {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 52.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), title));
    let hover = response.hovered();
    let down = response.is_pointer_button_down_on();
    let (fill, edge) = match (filled, hover, down) {
        (true, true, false) => (t.accent_fill_hover, Color32::TRANSPARENT),
        (true, ..) => (t.accent_fill, Color32::TRANSPARENT),
        (false, _, true) => (t.active, t.border),
        (false, true, false) => (t.hover, t.border_strong),
        (false, false, false) => (t.raised, t.border_subtle),
    };
    ui.painter().rect(rect, CornerRadius::same(METRICS.radius_card), fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    if response.has_focus() {
        focus_ring(ui, rect, METRICS.radius_card, filled);
    }
    let (main, quiet) = if filled { (t.on_fill, t.on_fill) } else { (t.text, t.text2) };
    icon.paint(ui, rect.with_max_x(rect.left() + 44.0), 20.0, main);
    let keys = elided(ui, keys, small(), quiet, 80.0);
    paint_text(ui, rect.with_max_x(rect.right() - 12.0), Align2::RIGHT_CENTER, &keys);
    let room = Rect::from_min_max(
        pos2(rect.left() + 44.0, rect.top() + 9.0),
        pos2(rect.right() - 24.0 - keys.size().x, rect.bottom() - 9.0),
    );
    let title = elided(ui, title, strong(), main, room.width());
    paint_text(ui, room, Align2::LEFT_TOP, &title);
    let words = elided(ui, words, small(), quiet, room.width());
    paint_text(ui, room, Align2::LEFT_BOTTOM, &words);
    response
}

fn drop_zone(ui: &Ui, page: Rect, height: f32) {
    if height < 40.0 {
        return;
    }
    let t = Tokens::of(ui);
    let rect = Rect::from_min_max(pos2(page.left(), page.bottom() - 64.0), page.max);
    let over = ui.input(|input| !input.raw.hovered_files.is_empty());
    let color = if over { t.focus } else { t.border_strong };
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
    ui.painter().extend(Shape::dashed_line(&corners, Stroke::new(if over { 2.0 } else { 1.0 }, color), 4.0, 3.0));
    let words = elided(ui, "Drop a pack’s folder anywhere in this window", body(), t.text2, rect.width() - 64.0);
    let width = 26.0 + words.size().x;
    let at = Rect::from_center_size(rect.center(), vec2(width, 24.0));
    Icon::Import.paint(ui, at.with_max_x(at.left() + 16.0), 16.0, t.text2);
    paint_text(ui, at.with_min_x(at.left() + 26.0), Align2::LEFT_CENTER, &words);
}

/// A folder (or a file's folder) that was dropped into the window in this frame.
pub fn dropped_folder(ctx: &EguiContext) -> Option<PathBuf> {
    let path = ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_path_buf()))?;
    if path.is_file() { path.parent().map(Path::to_path_buf) } else { Some(path) }
}

/// Up, Down or Enter, where no button has the keyboard and nothing stands in front of the page.
fn take_key(ui: &Ui) -> Option<Key> {
    let elsewhere = ui.memory(egui::Memory::focused).is_some() && !ui.ctx().text_edit_focused();
    if elsewhere || ui.ctx().any_popup_open() || ui.memory(egui::Memory::top_modal_layer).is_some() {
        return None;
    }
    let keys = [Key::ArrowDown, Key::ArrowUp, Key::Enter];
    ui.input_mut(|input| keys.into_iter().find(|key| input.consume_key(egui::Modifiers::NONE, *key)))
}

fn fits(recent: &Recent, query: &str) -> bool {
    let query = query.trim().to_lowercase();
    let all = format!("{} {} {}", recent.name, recent.id, recent.path.display()).to_lowercase();
    query.split_whitespace().all(|word| all.contains(word))
}

fn shown_name(recent: &Recent) -> String {
    if !recent.name.is_empty() {
        return recent.name.clone();
    }
    recent.path.file_name().map_or_else(|| recent.path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// A path with `~` for the home folder.
fn short_path(path: &Path) -> String {
    let home = std::env::home_dir().filter(|home| home.components().count() > 1);
    match home.as_deref().and_then(|home| path.strip_prefix(home).ok()) {
        Some(rest) if rest.as_os_str().is_empty() => "~".to_owned(),
        Some(rest) => format!("~{}{}", std::path::MAIN_SEPARATOR, rest.display()),
        None => path.display().to_string(),
    }
}

/// How long ago, in words; both in seconds since 1970.
fn ago(now: i64, then: i64) -> String {
    let some = |count: i64, one: &str, many: &str| if count == 1 { one.to_owned() } else { format!("{count} {many}") };
    match now.saturating_sub(then) {
        _ if then <= 0 => String::new(),
        ..60 => "Just now".to_owned(),
        seconds @ 60..3600 => some(seconds / 60, "1 minute ago", "minutes ago"),
        seconds @ 3600..86_400 => some(seconds / 3600, "1 hour ago", "hours ago"),
        seconds @ 86_400..2_592_000 => some(seconds / 86_400, "1 day ago", "days ago"),
        seconds @ 2_592_000..31_536_000 => some(seconds / 2_592_000, "1 month ago", "months ago"),
        seconds => some(seconds / 31_536_000, "1 year ago", "years ago"),
    }
}

/// Looks at the folders on a thread of its own.
fn ask(ctx: &EguiContext, packs: Vec<(PathBuf, String)>) -> Option<Receiver<Found>> {
    let (send, receive) = channel();
    let ctx = ctx.clone();
    let look = move || {
        for (path, cover) in packs {
            let there = path.is_dir();
            let cover = if there && !cover.is_empty() { thumbnail(&path, &cover) } else { None };
            if send.send(Found { path, there, cover }).is_err() {
                return;
            }
            ctx.request_repaint();
        }
    };
    std::thread::Builder::new().name("recent packs".to_owned()).spawn(look).ok().map(|_| receive)
}

/// Covers larger than this in either direction, or in bytes, are not drawn here.
const MOST_PIXELS: u32 = 8192;
const MOST_BYTES: u64 = 128 << 20;

/// The cover as a small square; nothing where it is outside the folder, missing, broken or too large.
fn thumbnail(folder: &Path, cover: &str) -> Option<ColorImage> {
    let folder = folder.canonicalize().ok()?;
    let path = folder.join(cover).canonicalize().ok().filter(|path| path.starts_with(&folder))?;
    let mut reader = image::ImageReader::open(path).ok()?.with_guessed_format().ok()?;
    let mut limits = image::Limits::default();
    limits.max_image_width = Some(MOST_PIXELS);
    limits.max_image_height = Some(MOST_PIXELS);
    limits.max_alloc = Some(MOST_BYTES);
    reader.limits(limits);
    let side = (COVER * 2.0) as u32;
    let picture = reader.decode().ok()?.resize_to_fill(side, side, image::imageops::FilterType::Triangle).to_rgba8();
    Some(ColorImage::from_rgba_unmultiplied([side as usize, side as usize], picture.as_raw()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_words() {
        for (seconds, words) in [
            (0, "Just now"),
            (59, "Just now"),
            (60, "1 minute ago"),
            (3599, "59 minutes ago"),
            (3600, "1 hour ago"),
            (86_399, "23 hours ago"),
            (86_400, "1 day ago"),
            (2_591_999, "29 days ago"),
            (2_592_000, "1 month ago"),
            (31_536_000, "1 year ago"),
            (-5, "Just now"),
        ] {
            assert_eq!(ago(2_000_000_000, 2_000_000_000 - seconds), words);
        }
        assert_eq!(ago(2_000_000_000, 0), "", "never opened");
    }

    #[test]
    fn a_filter_matches_words_in_any_order() {
        let recent = Recent { path: "/packs/go".into(), name: "Go".into(), id: "go-the-game".into(), ..Recent::default() };
        assert!(fits(&recent, "") && fits(&recent, "GAME go") && fits(&recent, "packs"));
        assert!(!fits(&recent, "chess"));
    }

    #[test]
    fn a_cover_is_small_and_inside_the_pack() {
        let folder = tempfile::tempdir().unwrap();
        let pack = folder.path().join("pack");
        std::fs::create_dir(&pack).unwrap();
        image::RgbaImage::from_pixel(300, 200, image::Rgba([200, 100, 50, 255])).save(pack.join("cover.png")).unwrap();
        std::fs::copy(pack.join("cover.png"), folder.path().join("outside.png")).unwrap();
        std::fs::write(pack.join("broken.png"), b"\x89PNG").unwrap();
        let picture = thumbnail(&pack, "cover.png").expect("a cover");
        assert_eq!(picture.size, [112, 112]);
        for cover in ["missing.png", "broken.png", "../outside.png"] {
            assert!(thumbnail(&pack, cover).is_none(), "{cover}");
        }
    }
}
