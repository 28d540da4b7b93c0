//! Short lists of words as chips in one box: typed or picked, dragged into another order, taken out.

use egui::{Align2, CornerRadius, Key, Rect, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use tablewright_core::json::{Kind, Ref};
use tablewright_core::shape::Rule;

use super::pick::{self, Choice, Picked};
use super::row::{Beside, Row};
use super::{Form, Place, names};
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, caption};
use crate::widgets::{Button, Edit, TextField, elided, focus_ring, paint_text};

const CHIP: f32 = 20.0;
const EDGE: f32 = 4.0;
/// A word is shown so far.
const LONGEST: f32 = 200.0;

impl Form<'_> {
    /// A list of words as chips.
    pub(super) fn chips(&mut self, ui: &mut Ui, place: &Place<'_>, of: &'static Rule) {
        let (words, full) = self.room_in(place);
        let row = Row::new(place).beside(Beside::Words(words));
        let done = self.row(ui, row, |ui, form| {
            let added = form.chip_box(ui, place, of, full.as_deref());
            form.help_where_empty(ui, place);
            added
        });
        if let Some(word) = done.inner {
            let words = word.split(',').map(str::trim).filter(|word| !word.is_empty());
            let count = place.value.map_or(0, Ref::len);
            let ops = words
                .enumerate()
                .map(|(more, word)| tablewright_core::edit::ManifestOp::Insert(place.at.clone(), count + more, word.into()));
            let ops: Vec<_> = ops.collect();
            if !ops.is_empty() {
                self.act(format!("Add to {}", names::inside(&place.name)), ops);
            }
        }
    }

    fn chip_box(&mut self, ui: &mut Ui, place: &Place<'_>, of: &'static Rule, full: Option<&str>) -> Option<String> {
        let t = Tokens::of(ui);
        let column = ui.max_rect();
        let back = ui.painter().add(egui::Shape::Noop);
        let inner = Rect::from_min_max(column.min + vec2(EDGE, EDGE), pos2(column.right() - EDGE, column.bottom()));
        let layout = egui::Layout::left_to_right(egui::Align::Min).with_main_wrap(true);
        let mut child = ui.new_child(UiBuilder::new().id_salt("chips").max_rect(inner).layout(layout));
        child.spacing_mut().item_spacing = vec2(4.0, 4.0);
        child.spacing_mut().interact_size.y = CHIP;
        let items: Vec<Ref<'_>> = place.value.into_iter().flat_map(Ref::items).collect();
        let mut places = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            places.push(self.chip(&mut child, place, of, (index, items.len()), *item));
        }
        self.drag_chips(&child, place, &places);
        let added = match of.plain() {
            Rule::OneOf(all) => self.add_picked(&mut child, place, all, full),
            _ => add_typed(&mut child, place, items.is_empty(), full),
        };
        let bottom = child.min_rect().bottom().max(column.top() + METRICS.control_form - EDGE) + EDGE;
        let whole = Rect::from_min_max(column.min, pos2(column.right(), bottom));
        let edge = if self.state.problems.has_error(&place.at) { t.error } else { t.border };
        let radius = CornerRadius::same(METRICS.radius);
        let frame = egui::epaint::RectShape::new(whole, radius, t.input, Stroke::new(1.0, edge), StrokeKind::Inside);
        ui.painter().set(back, frame);
        ui.allocate_rect(whole, Sense::hover());
        added
    }

    fn chip(&mut self, ui: &mut Ui, list: &Place<'_>, of: &'static Rule, (index, count): (usize, usize), item: Ref<'_>) -> Rect {
        let t = Tokens::of(ui);
        let at = list.at.join(index);
        let text = match item.kind() {
            Kind::String if !super::long::is_long(item, false) => item.as_str().unwrap_or_default().chars().take(80).collect(),
            _ => super::row::brief(item, 24),
        };
        let words = if matches!(of.plain(), Rule::OneOf(_)) { names::word(&text) } else { text };
        let bad = self.state.problems.has_error(&at);
        let galley = elided(ui, &words, caption(), if bad { t.error } else { t.text }, LONGEST);
        let size = vec2(6.0 + galley.size().x.ceil() + 22.0, CHIP);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let hold = self.handle(ui, &list.at, (index, count), rect.with_max_x(rect.right() - 20.0));
        let label = format!("{}: {words}", list.name);
        hold.widget_info(|| WidgetInfo::labeled(Role::ListItem, ui.is_enabled(), &label));
        let fill = if hold.hovered() { t.hover } else { t.control };
        let stroke = if bad { Stroke::new(1.0, t.error) } else { Stroke::NONE };
        ui.painter().rect(rect, CornerRadius::same(METRICS.radius_small), fill, stroke, StrokeKind::Inside);
        if hold.has_focus() {
            focus_ring(ui, rect, METRICS.radius_small, false);
        }
        paint_text(ui, rect.with_min_x(rect.left() + 6.0), Align2::LEFT_CENTER, &galley);
        let cross = rect.with_min_x(rect.right() - 20.0);
        // The target is as high as a row, though the chip is lower.
        let remove = ui.interact(cross.expand2(vec2(0.0, 2.0)), hold.id.with("remove"), Sense::CLICK);
        remove.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), format!("Remove {words}")));
        Icon::Close.paint(ui, cross, 12.0, if remove.hovered() { t.text } else { t.text2 });
        let erased = hold.has_focus() && ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Backspace));
        if remove.clicked() || erased {
            self.remove_element(&list.at, index);
        }
        rect
    }

    /// A chip that is dragged goes before the one that it is let go over.
    fn drag_chips(&mut self, ui: &Ui, place: &Place<'_>, places: &[Rect]) {
        let Some(from) = self.state.drag.as_ref().and_then(|drag| drag.of(&place.at)) else { return };
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            self.state.drag = None;
            return;
        }
        let Some(pointer) = ui.input(|input| input.pointer.latest_pos()) else { return };
        let over = places.iter().position(|rect| rect.expand(2.0).contains(pointer));
        if let Some(rect) = over.filter(|over| *over != from).and_then(|over| places.get(over)) {
            focus_ring(ui, *rect, METRICS.radius_small, false);
        }
        if ui.input(|input| input.pointer.any_released()) {
            self.state.drag = None;
            if let Some(to) = over {
                self.move_element(&place.at, from, to);
            }
        }
    }

    fn add_picked(&mut self, ui: &mut Ui, place: &Place<'_>, all: &'static [&'static str], full: Option<&str>) -> Option<String> {
        let there: Vec<_> = place.value.into_iter().flat_map(Ref::items).filter_map(Ref::as_str).collect();
        let left = all.iter().filter(|word| !there.iter().any(|other| other == *word));
        let choices: Vec<Choice<'_>> = left.map(|word| Choice::new(*word, names::word(word))).collect();
        let blocked = full.or(choices.is_empty().then_some("All are there"));
        let name = format!("Add to {}", names::inside(&place.name));
        let button = ui.add(Button::quiet("Add").icon(Icon::Plus).name(&name).blocked(blocked));
        match pick::open(ui, &button, &place.name, &choices, "", None, false)? {
            Picked::Value(word) => Some(word),
            Picked::Unset => None,
        }
    }
}

fn add_typed(ui: &mut Ui, place: &Place<'_>, first: bool, full: Option<&str>) -> Option<String> {
    let t = Tokens::of(ui);
    let name = format!("Add to {}", names::inside(&place.name));
    if let Some(full) = full {
        let galley = elided(ui, full, caption(), t.text3, LONGEST);
        let (rect, _) = ui.allocate_exact_size(vec2(galley.size().x + 8.0, CHIP), Sense::hover());
        paint_text(ui, rect.translate(vec2(4.0, 0.0)), Align2::LEFT_CENTER, &galley);
        return None;
    }
    let hint = match (first, place.value.is_none()) {
        (true, true) => "Not set. Type a word",
        _ => "Add another",
    };
    let edit = ui.scope(|ui| {
        // The box around the chips is the field's.
        let visuals = ui.visuals_mut();
        visuals.selection.stroke = Stroke::NONE;
        for widget in [&mut visuals.widgets.inactive, &mut visuals.widgets.hovered, &mut visuals.widgets.active] {
            widget.bg_stroke = Stroke::NONE;
        }
        let width = if first { 240.0 } else { 120.0 };
        let field = TextField::new(&name, "").hint(hint).width(width).height(CHIP);
        let id = field.id(ui);
        let (edit, response) = field.show(ui);
        let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if entered {
            // One word after the other.
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        edit
    });
    match edit.inner {
        Edit::Commit(word) => Some(word),
        _ => None,
    }
}
