//! The navigation of the mod details: tabs with what they hold and what is wrong in them.

use egui::{Align2, Color32, CornerRadius, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use tablewright_core::json::{Pointer, Ref};
use tablewright_core::pointer;

use super::Tab;
use crate::dock::PanelState;
use crate::forms::problems::Counts;
use crate::forms::{Form, names};
use crate::theme::{METRICS, Tokens, body, caption_medium, heading, mono_small, small};
use crate::widgets::{List, Tone, elided, focus_ring, paint_text};

const ROW: f32 = 28.0;

/// Draws the navigation and returns the tab that was chosen.
pub(super) fn show(ui: &mut Ui, form: &mut Form<'_>, current: Tab, state: PanelState) -> Option<Tab> {
    let t = Tokens::of(ui);
    ui.spacing_mut().item_spacing.y = 0.0;
    let (head, _) = ui.allocate_exact_size(vec2(ui.available_width(), 40.0), Sense::hover());
    let words = head.shrink2(vec2(12.0, 0.0));
    let galley = elided(ui, "Mod details", heading(13.0), t.text, words.width());
    paint_text(ui, words, Align2::LEFT_CENTER, &galley);
    let tabs: Vec<Tab> = Tab::ALL.into_iter().filter(|tab| tab.is_offered(form)).collect();
    let rows = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), ROW * tabs.len() as f32));
    let list = List::begin(ui, "Tabs of the mod details", rows);
    if state.take_keyboard {
        list.claim(ui);
    }
    let at = tabs.iter().position(|tab| *tab == current);
    let titles: Vec<&str> = tabs.iter().map(|tab| tab.shown_title(form.kind)).collect();
    let moved = list.keys().target(at, tabs.len()).or_else(|| list.keys().found(at, titles.iter().copied()));
    let mut chosen = moved.and_then(|index| tabs.get(index)).copied();
    // A ring is for those who came by key.
    let by_key = egui::Id::unique("mod details tabs by key");
    if moved.is_some() || state.take_keyboard {
        ui.data_mut(|data| data.insert_temp(by_key, true));
    }
    let ring = list.focused() && ui.data(|data| data.get_temp(by_key).unwrap_or(true));
    for tab in tabs {
        if row(ui, form, tab, tab == current, ring) {
            chosen = Some(tab);
            list.claim(ui);
            ui.data_mut(|data| data.insert_temp(by_key, false));
        }
    }
    footer(ui, form);
    chosen.filter(|tab| *tab != current)
}

fn row(ui: &mut Ui, form: &Form<'_>, tab: Tab, on: bool, ring: bool) -> bool {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::CLICK);
    response.widget_info(|| WidgetInfo::selected(Role::Tab, ui.is_enabled(), on, tab.shown_title(form.kind)));
    let fill = match (on, response.hovered()) {
        (true, _) => t.selection,
        (false, true) => t.hover,
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, 0.0, fill);
    if on && ring {
        focus_ring(ui, rect, 0, false);
    }
    tab.icon().paint(
        ui,
        Rect::from_min_size(rect.min + vec2(12.0, 0.0), vec2(16.0, ROW)),
        16.0,
        if on { t.text } else { t.text2 },
    );
    let mut words = Rect::from_min_max(pos2(rect.left() + 36.0, rect.top()), pos2(rect.right() - 12.0, rect.bottom()));
    words.max.x = match problems(form, tab).worst() {
        Some((tone, count)) => badge(ui, words, tone, count),
        None => {
            let galley = elided(ui, &count(form, tab), small(), if on { t.text2 } else { t.text3 }, 88.0);
            paint_text(ui, words, Align2::RIGHT_CENTER, &galley).left() - 8.0
        }
    };
    let galley = elided(ui, tab.shown_title(form.kind), body(), t.text, words.width());
    paint_text(ui, words, Align2::LEFT_CENTER, &galley);
    response.clicked()
}

fn badge(ui: &Ui, room: Rect, tone: Tone, count: usize) -> f32 {
    let (color, ground) = tone.colors(Tokens::of(ui));
    let digits = elided(ui, &names::grouped(count), caption_medium(), color, 48.0);
    let width = (digits.size().x + 8.0).ceil().max(16.0);
    let rect = Rect::from_min_size(pos2(room.right() - width, room.center().y - 8.0), vec2(width, 16.0));
    ui.painter().rect_filled(rect, CornerRadius::same(METRICS.radius_small), ground);
    paint_text(ui, rect, Align2::CENTER_CENTER, &digits);
    rect.left() - 8.0
}

/// What is wrong in a tab.
fn problems(form: &Form<'_>, tab: Tab) -> Counts {
    let known = tab.fields().filter(|field| form.carries(field)).map(|field| pointer![field.key]);
    let counts = known.map(|at| form.counts(&at)).fold(Counts::default(), Counts::plus);
    if tab != Tab::Details {
        return counts;
    }
    // Keys that are not known, or not this pack's to use, are listed in the first tab.
    let elsewhere: Counts = Tab::ALL
        .into_iter()
        .skip(1)
        .filter(|tab| tab.is_offered(form))
        .map(|tab| problems(form, tab))
        .fold(Counts::default(), Counts::plus);
    let all = form.counts(&Pointer::root());
    Counts { errors: all.errors - elsewhere.errors, warnings: all.warnings - elsewhere.warnings }
}

/// What a tab holds, in a word or two.
fn count(form: &Form<'_>, tab: Tab) -> String {
    let root = form.manifest.root();
    let len = |key: &str| root.get(key).filter(|list| list.is_array()).map_or(0, Ref::len);
    let count = match tab {
        Tab::Details | Tab::Listing | Tab::Raw => 0,
        Tab::Gallery => len("screenshots") + usize::from(root.get("coverImage").is_some()),
        Tab::Files => len("assets"),
        Tab::Game => return players(root).unwrap_or_default(),
        Tab::Script => root.get("capabilities").and_then(|block| block.get("allowed")).map_or(0, Ref::len),
        Tab::Sounds => len("soundSets"),
        Tab::Plugins => len("plugins"),
        Tab::Dependencies => len("dependencies"),
        Tab::Credits => len("credits"),
        Tab::Variants => len("variants"),
    };
    if count == 0 { String::new() } else { names::grouped(count) }
}

/// A range of players as a chip says it.
pub(super) fn players(root: Ref<'_>) -> Option<String> {
    let range = root.get("players")?;
    let end = |key: &str| range.get(key)?.as_f64().filter(|n| n.fract() == 0.0);
    let (min, max) = (end("min")?, end("max")?);
    Some(match (min, max) {
        (min, max) if min != max => format!("{min} to {max}"),
        (1.0, _) => "1 player".to_owned(),
        (min, _) => format!("{min} players"),
    })
}

fn footer(ui: &mut Ui, form: &Form<'_>) {
    let t = Tokens::of(ui);
    let room = ui.max_rect();
    let inner =
        Rect::from_min_max(pos2(room.left() + 12.0, room.bottom() - 70.0), pos2(room.right() - 12.0, room.bottom() - 8.0));
    if inner.top() < ui.cursor().min.y + 16.0 {
        return;
    }
    let line = Rect::from_min_size(pos2(room.left(), inner.top() - 10.0), vec2(room.width(), 1.0));
    ui.painter().rect_filled(line, 0.0, t.border_subtle);
    let mut job = egui::text::LayoutJob::default();
    let plain = egui::TextFormat::simple(small(), t.text3);
    let file = egui::TextFormat::simple(mono_small(), t.text2);
    job.append("Kept in ", 0.0, plain.clone());
    let path = form.session.pack().map_or("", |session| session.copy().manifest.path.as_str());
    job.append(path, 0.0, file);
    job.append(". What you don’t change stays as it is, byte for byte.", 0.0, plain);
    job.wrap.max_width = inner.width();
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    ui.painter().galley(inner.min, galley, t.text3);
}
