//! One row of the tree: mark, name and what it says, the old value struck and the new one; at the right end its bytes, or
//! what can be done with it while it is under the pointer or the keyboard.

use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align, Align2, Color32, FontId, Galley, Layout, Rect, Response, Role, Sense, Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use tablewright_core::json::{Ref, Shared};
use tablewright_core::scene::view::vector;
use tablewright_core::variants::Diff;
use tablewright_core::variants::diff::part::short;
use tablewright_core::variants::diff::{KeyState, Mark, Others, Part, Row, RowId};

use super::{Ask, section_name};
use crate::icons::Icon;
use crate::session::Session;
use crate::theme::{METRICS, Tokens, body, caption, mono_small, small, strong};
use crate::widgets::units::bytes;
use crate::widgets::{self, Selection, elided, focus_ring, paint_text};

/// What was done to a row.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Done {
    Clicked(egui::Modifiers),
    RightClicked,
    Opened,
    Toggled,
    Asked(Ask),
}

/// How a row looks at this moment, and what it can lead to.
pub(super) struct Look<'a> {
    pub diff: &'a Diff,
    pub session: &'a Session,
    /// The variants that it can be copied to, with their names.
    pub targets: &'a [(String, String)],
    pub selection: Selection,
    pub ring: bool,
    pub open: Option<bool>,
}

/// Room at the right end, always kept: for the bytes, or for three buttons.
const RIGHT: f32 = 84.0;
/// Room for the sign before a name.
const SIGN: f32 = 18.0;
/// The longest value in a tooltip, in bytes.
const LONGEST: usize = 400;
/// Width of the menus.
const MENU: f32 = 280.0;

pub(super) fn draw(ui: &mut Ui, row: &Row, look: &Look<'_>) -> (Option<Done>, Response) {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), METRICS.row), Sense::CLICK);
    let name = name_of(row, look.diff);
    describe(ui, &response, row, &name, look);
    let near = response.contains_pointer() || look.ring;
    let fill = match look.selection {
        Selection::Focused => Some(t.selection),
        Selection::Elsewhere => Some(t.selection_dim),
        Selection::No => response.contains_pointer().then_some(t.hover),
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, 0.0, fill);
    }
    if look.ring {
        focus_ring(ui, rect, 0, false);
    }
    let left = rect.left() + METRICS.tree_edge + f32::from(row.depth) * 14.0;
    let toggled = chevron(ui, &response, pos2(left, rect.top()), look.open);
    let room = Rect::from_min_max(pos2(left + 20.0, rect.top()), pos2(rect.right() - RIGHT - 8.0, rect.bottom()));
    words(ui, t, row, &name, room, look);
    let asked = right_end(ui, rect, row, &name, near, look);
    let response = response.on_hover_ui(|ui| tooltip(ui, row, &name, look));
    let mut from_menu = None;
    response.context_menu(|ui| from_menu = menu(ui, row, look));
    let done = if let Some(ask) = asked.or(from_menu) {
        Some(Done::Asked(ask))
    } else if toggled {
        Some(Done::Toggled)
    } else if response.double_clicked() {
        let heading = matches!(row.id, RowId::Section(_) | RowId::Part(Part::Group(_)));
        Some(if heading { Done::Toggled } else { Done::Opened })
    } else if response.clicked() {
        Some(Done::Clicked(ui.input(|input| input.modifiers)))
    } else {
        response.secondary_clicked().then_some(Done::RightClicked)
    };
    (done, response)
}

/// All that a row has no room for.
fn tooltip(ui: &mut Ui, row: &Row, name: &str, look: &Look<'_>) {
    let t = Tokens::of(ui);
    let mut line = |text: String, color| ui.label(egui::RichText::new(text).font(small()).color(color));
    let meta = meta(row, look);
    line(if meta.is_empty() { name.to_owned() } else { format!("{name}: {meta}") }, t.text);
    if is_value(row) {
        let whole =
            |value: &Option<Shared>| value.as_ref().map(|value| widgets::clipped(&value.value().to_text(), LONGEST).into_owned());
        if let Some(old) = whole(&row.old) {
            line(format!("Was {old}"), t.removed);
        }
        if let Some(new) = whole(&row.new) {
            line(format!("Is {new}"), t.text);
        }
    }
}

fn name_of(row: &Row, diff: &Diff) -> String {
    match &row.id {
        RowId::Section(section) => section_name(*section, diff.against_base).to_owned(),
        RowId::Part(_) => row.label.clone(),
    }
}

/// The quieter words after a name.
fn meta(row: &Row, look: &Look<'_>) -> String {
    let mut parts = Vec::new();
    match &row.id {
        RowId::Section(section) => parts.push(section_words(*section, look.diff)),
        RowId::Part(_) if !row.detail.is_empty() => parts.push(row.detail.clone()),
        RowId::Part(_) => {}
    }
    match row.state {
        Some(KeyState::Follows) => parts.push("follows the base".to_owned()),
        Some(KeyState::None) => parts.push("none here".to_owned()),
        _ => {}
    }
    if row.same_as_base {
        parts.push("same as base".to_owned());
    }
    if !row.identical_to.is_empty() {
        let names: Vec<&str> = row.identical_to.iter().map(|id| look.session.variant_name(id)).collect();
        parts.push(format!("identical to {}", names.join(", ")));
    }
    parts.join(" · ")
}

fn section_words(section: tablewright_core::variants::diff::Section, diff: &Diff) -> String {
    use tablewright_core::variants::diff::Section;
    let some = |count: usize, one: &str, many: &str| match count {
        0 => "the same".to_owned(),
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    };
    let counts = diff.counts;
    match section {
        Section::Entities => some(counts.added + counts.changed + counts.removed, "difference", "differences"),
        Section::Scripts => some(counts.scripts, "difference", "differences"),
        Section::Keys => {
            let place = diff.find(&RowId::Section(section));
            let groups = place.into_iter().flat_map(|place| diff.children(place)).map(|child| &diff.rows[child]);
            let count = groups.filter(|row| !diff.against_base || row.own).count();
            if diff.against_base && count == 0 { "none".to_owned() } else { some(count, "group", "groups") }
        }
    }
}

fn describe(ui: &Ui, response: &Response, row: &Row, name: &str, look: &Look<'_>) {
    let selected = look.selection != Selection::No;
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::TreeItem, ui.is_enabled(), name);
        info.selected = Some(selected);
        info
    });
    let mut said: Vec<String> = row.mark.map(|mark| mark.word().to_owned()).into_iter().collect();
    if is_value(row) {
        let value = |value: &Option<Shared>| value.as_ref().map(|value| short(value.value()));
        match (value(&row.old), value(&row.new)) {
            (Some(old), Some(new)) => said.push(format!("{old}, now {new}")),
            (old, new) => said.extend(old.or(new)),
        }
    }
    said.extend(Some(meta(row, look)).filter(|meta| !meta.is_empty()));
    if row.bytes > 0 {
        said.push(bytes(row.bytes as u64));
    }
    let (open, depth, said) = (look.open, usize::from(row.depth), said.join(", "));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        if let Some(open) = open {
            node.set_expanded(open);
        }
        node.set_level(depth + 1);
        node.set_description(said);
    });
}

fn chevron(ui: &Ui, row: &Response, at: egui::Pos2, open: Option<bool>) -> bool {
    let Some(open) = open else { return false };
    let t = Tokens::of(ui);
    let rect = Rect::from_min_size(at, vec2(16.0, METRICS.row));
    let response = ui.interact(rect.expand2(vec2(4.0, 0.0)), row.id.with("chevron"), Sense::CLICK);
    let icon = if open { Icon::ChevronDown } else { Icon::ChevronRight };
    icon.paint(ui, rect, 14.0, if response.hovered() { t.text } else { t.text2 });
    response.clicked()
}

/// Whether a row tells an old and a new value.
fn is_value(row: &Row) -> bool {
    row.below == 0 && matches!(row.id.part(), Some(Part::Field { .. } | Part::Unit { .. }))
}

/// The colour of a mark.
pub(super) fn mark_color(t: &Tokens, mark: Mark) -> Color32 {
    match mark {
        Mark::Added => t.added,
        Mark::Changed => t.changed,
        Mark::Removed => t.removed,
    }
}

fn words(ui: &Ui, t: &Tokens, row: &Row, name: &str, room: Rect, look: &Look<'_>) {
    let plain = look.selection == Selection::No;
    let mut room = room;
    if is_value(row) {
        return values(ui, t, row, name, room, plain);
    }
    if let Some(mark) = row.mark {
        // On a selected row the sign alone tells.
        let color = if plain { mark_color(t, mark) } else { t.text };
        let sign = elided(ui, mark.sign(), strong(), color, SIGN);
        paint_text(ui, room.with_max_x(room.left() + 12.0), Align2::CENTER_CENTER, &sign);
        room.min.x += SIGN;
    }
    let faded = row.same_as_base || (row.state == Some(KeyState::Follows) && row.mark.is_none());
    let font = if matches!(row.id, RowId::Section(_)) { strong() } else { body() };
    let color = if faded { t.text3 } else { t.text };
    let own = row.own && matches!(row.id.part(), Some(Part::Group(_) | Part::Key(_)));
    if own {
        let center = pos2(room.left() + 6.0, room.center().y);
        let violet = if plain { t.scope_only } else { t.text };
        let points = [vec2(0.0, -4.0), vec2(4.0, 0.0), vec2(0.0, 4.0), vec2(-4.0, 0.0)].map(|step| center + step).to_vec();
        ui.painter().add(egui::Shape::convex_polygon(points, violet, Stroke::NONE));
        room.min.x += 16.0;
    }
    let galley = elided(ui, name, font, color, room.width());
    let at = paint_text(ui, room, Align2::LEFT_CENTER, &galley);
    let meta = meta(row, look);
    let rest = room.right() - at.right() - 8.0;
    if !meta.is_empty() && rest > 16.0 {
        let galley = elided(ui, &meta, small(), if plain { t.text3 } else { t.text2 }, rest);
        paint_text(ui, room.with_min_x(at.right() + 8.0), Align2::LEFT_CENTER, &galley);
    }
}

/// A field with its old value struck, an arrow, and its new value.
fn values(ui: &Ui, t: &Tokens, row: &Row, name: &str, room: Rect, plain: bool) {
    let label_width = (room.width() * 0.42).clamp(48.0, 124.0);
    let inner = Inner::of(row);
    let axes = inner.as_ref().map_or("", |inner| inner.axes.as_str());
    let name = format!("{name} {axes}");
    let label = elided(ui, &name, small(), t.text2, label_width - 8.0);
    paint_text(ui, room, Align2::LEFT_CENTER, &label);
    let mut at = room.with_min_x(room.left() + label_width);
    let text = |value: &Option<Shared>| value.as_ref().map(|value| short(value.value()));
    let (old, new) = match inner {
        Some(Inner { old, new, .. }) => (Some(old), Some(new)),
        None => (text(&row.old), text(&row.new)),
    };
    let both = old.is_some() && new.is_some();
    if let Some(old) = old {
        // The new value has up to half of the room, the old one what that leaves.
        let half = (at.width() - 20.0) / 2.0;
        let taken = new.as_ref().map(|new| elided(ui, new, mono_small(), Color32::PLACEHOLDER, half).size().x + 20.0);
        let share = at.width() - taken.unwrap_or(0.0);
        let color = if plain { t.removed } else { t.text2 };
        let galley = struck(ui, &old, mono_small(), color, share);
        at.min.x = paint_text(ui, at, Align2::LEFT_CENTER, &galley).right() + 4.0;
    }
    if both {
        Icon::ArrowRight.paint(ui, at.with_max_x(at.left() + 12.0), 12.0, t.text2);
        at.min.x += 16.0;
    }
    if let Some(new) = new {
        let color = match (plain, both) {
            (false, _) => t.text,
            (true, true) => t.changed,
            (true, false) => t.added,
        };
        let galley = elided(ui, &new, mono_small(), color, at.width());
        paint_text(ui, at, Align2::LEFT_CENTER, &galley);
    }
}

/// What differs inside a unit that is an object: members with the old and the new value, for it is one unit all the same.
struct Inner {
    /// The axes of a position, rotation or scale, which stand beside the name.
    axes: String,
    old: String,
    new: String,
}

impl Inner {
    fn of(row: &Row) -> Option<Self> {
        let (old, new) = (row.old.as_ref()?.value(), row.new.as_ref()?.value());
        (old.is_object() && new.is_object()).then_some(())?;
        let is_vector = vector(old).is_some() && vector(new).is_some();
        let gone = old.members().filter(|(key, _)| new.get(key).is_none()).map(|(key, _)| key);
        let keys: Vec<&str> = new.members().map(|(key, _)| key).chain(gone).collect();
        let mut parts: [Vec<String>; 3] = Default::default();
        for key in keys {
            let (was, is) = (old.get(key), new.get(key));
            if was.zip(is).is_some_and(|(was, is)| was.equals(is)) {
                continue;
            }
            let text = |value: Option<Ref<'_>>| value.map_or_else(|| "nothing".to_owned(), short);
            if is_vector {
                parts[0].push(key.to_uppercase());
                parts[1].push(text(was));
            } else {
                parts[1].push(format!("{key}: {}", text(was)));
            }
            parts[2].push(text(is));
        }
        let [axes, old, new] = parts.map(|part| part.join(", "));
        (!new.is_empty()).then_some(Self { axes, old, new })
    }
}

fn struck(ui: &Ui, text: &str, font: FontId, color: Color32, width: f32) -> Arc<Galley> {
    let format = TextFormat { strikethrough: Stroke::new(1.0, color), ..TextFormat::simple(font, color) };
    let mut job = LayoutJob::single_section(text.to_owned(), format);
    job.wrap = TextWrapping::truncate_at_width(width.max(0.0));
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

/// The bytes, or the buttons while the row is near. Both stand in the same room.
fn right_end(ui: &mut Ui, rect: Rect, row: &Row, name: &str, near: bool, look: &Look<'_>) -> Option<Ask> {
    let t = Tokens::of(ui);
    let room = Rect::from_min_max(pos2(rect.right() - RIGHT, rect.top()), pos2(rect.right() - 6.0, rect.bottom()));
    let acts = near && !matches!(row.id, RowId::Section(_));
    if !acts {
        if row.bytes > 0 {
            let color = if look.selection == Selection::No { t.text3 } else { t.text2 };
            let galley = elided(ui, &bytes(row.bytes as u64), caption(), color, room.width());
            paint_text(ui, room, Align2::RIGHT_CENTER, &galley);
        }
        return None;
    }
    let layout = Layout::right_to_left(Align::Center);
    let mut child = ui.new_child(UiBuilder::new().id_salt("right").max_rect(room).layout(layout));
    child.spacing_mut().item_spacing.x = 2.0;
    let mut asked = None;
    let more = widgets::icon_button(&mut child, Icon::More, &format!("More for {name}"), "", false, None, 24.0);
    egui::Popup::menu(&more).show(|ui| asked = menu(ui, row, look));
    if can_revert(row, look) {
        let words = format!("Revert {name} to base");
        if widgets::icon_button(&mut child, Icon::Undo, &words, "Ctrl R", false, None, 24.0).clicked() {
            asked = Some(Ask::Revert);
        }
    }
    if can_show(row)
        && widgets::icon_button(&mut child, Icon::Frame, &format!("Show {name}"), "Enter", false, None, 24.0).clicked()
    {
        asked = Some(Ask::Show);
    }
    asked
}

/// Whether a row can be made equal to the base.
pub(super) fn can_revert(row: &Row, look: &Look<'_>) -> bool {
    row.own && !look.diff.to_is_base && !matches!(row.id.part(), Some(Part::Nameless(_)))
}

/// Whether there is something to look at.
fn can_show(row: &Row) -> bool {
    let key = |part: &Part| part.key().and_then(tablewright_core::scene::keys::Group::of).is_some();
    row.id.part().is_some_and(|part| part.entity_id().is_some() || matches!(part, Part::Group(_)) || key(part))
}

/// Everything that can be done with a row.
fn menu(ui: &mut Ui, row: &Row, look: &Look<'_>) -> Option<Ask> {
    use widgets::menu_item;
    ui.set_width(MENU);
    let base =
        (!can_revert(row, look)).then_some(if look.diff.to_is_base { "This is the base" } else { "Follows the base already" });
    let mut asked = None;
    let mut item = |ui: &mut Ui, icon, words: &str, keys: &str, on, blocked: Option<&str>, ask: Ask| {
        if menu_item(ui, icon, words, keys, on, blocked) {
            asked = Some(ask);
        }
    };
    item(ui, Some(Icon::Undo), "Revert to base", "Ctrl R", false, base, Ask::Revert);
    item(ui, Some(Icon::Upload), "Apply to base, for all", "", false, base, Ask::Apply(Others::Follow));
    item(ui, None, "Apply to base, keeping the others", "", false, base, Ask::Apply(Others::Keep));
    widgets::hairline(ui);
    for (id, name) in look.targets {
        item(ui, Some(Icon::Copy), &format!("Copy to {name}"), "", false, None, Ask::Copy(id.clone()));
    }
    if let Some(state) = row.state {
        widgets::hairline(ui);
        for (of, words) in STATES {
            if let Some(words) = words_for(row, of, words) {
                item(ui, None, words, "", of == state, None, Ask::State(of));
            }
        }
    }
    if can_show(row) {
        widgets::hairline(ui);
        item(ui, Some(Icon::Frame), "Show", "Enter", false, None, Ask::Show);
    }
    asked
}

/// The states of a key, in words.
pub(super) const STATES: [(KeyState, &str); 3] =
    [(KeyState::Follows, "Follows the base"), (KeyState::Own, "Its own"), (KeyState::None, "None here")];

/// The words of a state for a row; `None` where it is not offered: a scene always has surroundings.
pub(super) fn words_for(row: &Row, state: KeyState, words: &'static str) -> Option<&'static str> {
    let surroundings = matches!(row.id.part(), Some(Part::Key(key)) if key == "environment");
    (state != KeyState::None || !surroundings).then_some(words)
}
