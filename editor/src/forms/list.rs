//! Lists: room for their elements of which only the seen ones are drawn, the keys and the drag that reorder them, and
//! lists of texts as rows.

use egui::{EventFilter, Id, Key, Modifiers, Rect, Response, RichText, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use tablewright_core::edit::{ManifestOp, doubled, new_element};
use tablewright_core::json::{Pointer, Ref, Value};
use tablewright_core::shape::{ANY_LENGTH, Look, Rule};

use super::leaf::{TextLook, takes};
use super::row::{Beside, Row, ghost_button};
use super::{ElementCommand, Form, Place, names};
use crate::icons::Icon;
use crate::panels::Wish;
use crate::panels::files::drag::dropped_path;
use crate::session::Action;
use crate::theme::{METRICS, Tokens, small};
use crate::widgets::{Button, focus_ring};

/// An element that is being dragged to another place of its list.
#[derive(Debug, Clone)]
pub(super) struct Drag {
    list: Pointer,
    from: usize,
}

impl Drag {
    /// The number of the element, where it is one of `list`.
    pub(super) fn of(&self, list: &Pointer) -> Option<usize> {
        (self.list == *list).then_some(self.from)
    }
}

/// Where the elements of a list stand: all are `closed` high but for those that are open.
pub(super) struct Slots {
    pub(super) count: usize,
    pub(super) closed: f32,
    /// Numbers and heights of open elements, by number.
    open: Vec<(usize, f32)>,
}

impl Slots {
    /// From the top of the list to the top of element `index`.
    fn offset(&self, index: usize) -> f32 {
        let more: f32 = self.open.iter().take_while(|(at, _)| *at < index).map(|(_, height)| height - self.closed).sum();
        index as f32 * self.closed + more
    }

    fn height(&self, index: usize) -> f32 {
        self.open.iter().find(|(at, _)| *at == index).map_or(self.closed, |(_, height)| *height)
    }

    fn total(&self) -> f32 {
        self.offset(self.count)
    }

    /// The element that stands so far below the top of the list.
    fn at(&self, y: f32) -> usize {
        let mut above = 0.0;
        for (index, height) in &self.open {
            let closed_above = (y - above) / self.closed;
            if closed_above < *index as f32 {
                break;
            }
            if y < self.offset(*index) + height {
                return *index;
            }
            above += height - self.closed;
        }
        (((y - above) / self.closed).max(0.0) as usize).min(self.count.saturating_sub(1))
    }
}

/// A row of a list of texts.
const ROW: f32 = 32.0;
/// Lists of words longer than this are shown as rows.
pub(super) const CHIPS: usize = 60;

impl Form<'_> {
    /// A list, as its elements want it.
    pub(super) fn list(&mut self, ui: &mut Ui, place: &Place<'_>, of: &'static Rule) {
        let count = place.value.map_or(0, Ref::len);
        let is_path = matches!(place.field.look, Look::Path(_));
        match of.plain() {
            Rule::Object(_) | Rule::Tagged { .. } => self.cards(ui, place, of, &super::elements::Cards::default()),
            Rule::OneOf(_) if count <= CHIPS => self.chips(ui, place, of),
            Rule::Text(..) | Rule::Trimmed(..) | Rule::Pattern(..) if !is_path && count <= CHIPS => self.chips(ui, place, of),
            Rule::Text(..) | Rule::Trimmed(..) | Rule::Pattern(..) | Rule::OneOf(_) => self.rows(ui, place, of),
            _ => self.kept(ui, place),
        }
    }

    /// How many a list holds of how many it may, and why nothing can be added.
    pub fn room_in(&self, place: &Place<'_>) -> (String, Option<String>) {
        let count = place.value.map_or(0, Ref::len);
        match place.rule {
            Rule::List(_, max, _) if *max != ANY_LENGTH => {
                let full = count >= *max;
                let words = format!("{} of {}", names::grouped(count), names::grouped(*max));
                (words, full.then(|| format!("There may be at most {}", names::grouped(*max))))
            }
            _ => (names::grouped(count), None),
        }
    }

    /// Adds an element at the end and leads to it.
    pub fn add(&mut self, place: &Place<'_>, value: Value, of: &'static Rule) {
        let count = place.value.map_or(0, Ref::len);
        let at = place.at.join(count);
        let what = names::noun(of).map_or_else(|| format!("to {}", names::inside(&place.name)), str::to_owned);
        self.state.open.insert(at.clone());
        self.state.lead_to(&at);
        self.state.focus = Some(at);
        self.act(format!("Add {what}"), vec![ManifestOp::Insert(place.at.clone(), count, value)]);
    }

    /// A new element as its rule begins it; of the kind `word` where there are several.
    pub(super) fn fresh(&self, place: &Place<'_>, of: &'static Rule, word: Option<&str>) -> Value {
        new_element(of, word, place.value, &self.now)
    }

    /// Does with the selected element what a command of the window asked for.
    pub fn take_command(&mut self) {
        let (asked, element) = (self.state.asked.take(), self.state.element.take());
        let (Some(asked), Some((list, index))) = (asked, element) else { return };
        match asked {
            ElementCommand::Remove => self.remove_element(&list, index),
            ElementCommand::Duplicate => self.duplicate_element(&list, index),
        }
    }

    /// Takes an element out of a list.
    pub fn remove_element(&mut self, list: &Pointer, index: usize) {
        let at = list.join(index);
        let left = self.manifest.at(list).map_or(0, Ref::len).saturating_sub(1);
        let op = ManifestOp::Remove(at.clone());
        self.shift_open(&op);
        self.state.focus = (left > 0).then(|| list.join(index.min(left - 1)));
        self.act(format!("Remove {}", names::inside(&self.name_of(&at))), vec![op]);
    }

    pub(super) fn duplicate_element(&mut self, list: &Pointer, index: usize) {
        let Some(place) = self.place(list) else { return };
        let (Rule::List(_, _, of), Some(value)) = (place.rule, place.value) else { return };
        if self.room_in(&place).1.is_some() {
            return;
        }
        let Some(copy) = doubled(of, value, index) else { return };
        let op = ManifestOp::Insert(list.clone(), index + 1, copy);
        self.shift_open(&op);
        self.state.focus = Some(list.join(index + 1));
        let label = format!("Duplicate {}", names::inside(&self.name_of(&list.join(index))));
        self.act(label, vec![op]);
    }

    pub(super) fn move_element(&mut self, list: &Pointer, from: usize, to: usize) {
        if from == to {
            return;
        }
        let op = ManifestOp::Move(list.clone(), from, to);
        self.shift_open(&op);
        self.state.focus = Some(list.join(to));
        self.act(format!("Move {}", names::inside(&self.name_of(&list.join(from)))), vec![op]);
    }

    fn shift_open(&mut self, op: &ManifestOp) {
        self.state.open = std::mem::take(&mut self.state.open).into_iter().filter_map(|at| op.shifted(&at)).collect();
        self.state.heights = std::mem::take(&mut self.state.heights)
            .into_iter()
            .filter_map(|(at, height)| Some((op.shifted(&at)?, height)))
            .collect();
    }

    /// Makes room for all elements of a list between two edges and draws those that are seen; `draw` gets a `Ui` over the
    /// element's room and returns how high it came to be.
    pub(super) fn slots(
        &mut self,
        ui: &mut Ui,
        list: &Pointer,
        (count, closed): (usize, f32),
        (left, right): (f32, f32),
        mut draw: impl FnMut(&mut Self, &mut Ui, usize) -> f32,
    ) {
        let slots = self.measured(list, count, closed);
        let top = ui.cursor().min.y;
        let rect_of = |index: usize| {
            let y = top + slots.offset(index);
            Rect::from_min_max(pos2(left, y), pos2(right, y + slots.height(index)))
        };
        let whole = Rect::from_min_size(pos2(left, top), vec2(right - left, slots.total()));
        ui.allocate_rect(whole, Sense::hover());
        if count == 0 {
            return;
        }
        if let Some(index) = self.led_to(list)
            && index < count
        {
            ui.scroll_to_rect(rect_of(index).expand(24.0), None);
        }
        let clip = ui.clip_rect();
        let (first, last) = (slots.at(clip.top() - top), slots.at(clip.bottom() - top));
        let seen = first..=last.min(count - 1);
        // What is being typed in is drawn wherever it is, or its text would be lost.
        let editing = self.index_below(list, self.state.editing.as_ref()).filter(|index| !seen.contains(index) && *index < count);
        let focused = ui.memory(egui::Memory::focused).and_then(|id| ui.read_response(id)).map(|widget| widget.rect.center());
        for index in seen.chain(editing) {
            let rect = rect_of(index);
            let at = list.join(index);
            let layout = egui::Layout::top_down(egui::Align::Min);
            let mut child = ui.new_child(UiBuilder::new().id_salt((&at, "element")).max_rect(rect).layout(layout));
            child.spacing_mut().item_spacing.y = 0.0;
            let height = draw(self, &mut child, index);
            if focused.is_some_and(|point| rect.contains(point)) {
                self.state.editing = Some(at.clone());
            }
            if self.state.open.contains(&at) && (height - slots.height(index)).abs() > 0.5 {
                self.state.heights.insert(at, height);
                ui.ctx().request_discard("a card has another height");
            }
        }
        self.dragging(ui, list, &slots, whole);
    }

    fn measured(&self, list: &Pointer, count: usize, closed: f32) -> Slots {
        let depth = list.tokens().len();
        let index = |at: &Pointer| {
            let own = at.tokens().len() == depth + 1 && list.contains(at);
            own.then(|| at.tokens()[depth].parse::<usize>().ok()).flatten().filter(|index| *index < count)
        };
        let height = |at: &Pointer| self.state.heights.get(at).copied().unwrap_or(closed);
        let mut open: Vec<(usize, f32)> = self.state.open.iter().filter_map(|at| Some((index(at)?, height(at)))).collect();
        open.sort_unstable_by_key(|(index, _)| *index);
        Slots { count, closed, open }
    }

    fn index_below(&self, list: &Pointer, at: Option<&Pointer>) -> Option<usize> {
        let at = at.filter(|at| list.contains(at))?;
        at.tokens().get(list.tokens().len())?.parse().ok()
    }

    /// The element of `list` that somebody is led to or through.
    fn led_to(&self, list: &Pointer) -> Option<usize> {
        self.index_below(list, self.state.target.as_ref().map(|(at, _)| at))
    }

    /// The line where a dragged element would come to stand; lets go of it where the button is released.
    fn dragging(&mut self, ui: &Ui, list: &Pointer, slots: &Slots, whole: Rect) {
        let Some(Drag { from, .. }) = self.state.drag.clone().filter(|drag| drag.list == *list) else { return };
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            self.state.drag = None;
            return;
        }
        let Some(pointer) = ui.input(|input| input.pointer.latest_pos()) else { return };
        let over = slots.at(pointer.y - whole.top());
        let middle = whole.top() + slots.offset(over) + slots.height(over) / 2.0;
        // Past the middle of an element means behind it.
        let before = if pointer.y > middle { over + 1 } else { over };
        let to = if before > from { before - 1 } else { before };
        if to != from {
            let y = whole.top() + slots.offset(before) - 1.0;
            let line = Rect::from_min_max(pos2(whole.left(), y - 1.0), pos2(whole.right(), y + 1.0));
            ui.painter().rect_filled(line, 0.0, Tokens::of(ui).focus);
        }
        let clip = ui.clip_rect();
        let near = if pointer.y < clip.top() + 24.0 {
            8.0
        } else if pointer.y > clip.bottom() - 24.0 {
            -8.0
        } else {
            0.0
        };
        if near != 0.0 {
            ui.scroll_with_delta(vec2(0.0, near));
            ui.ctx().request_repaint();
        }
        if ui.input(|input| input.pointer.any_released()) {
            self.state.drag = None;
            self.move_element(list, from, to);
        }
    }

    /// What an element is taken hold of by: it is dragged, has the keyboard, and answers its keys.
    pub(super) fn handle(&mut self, ui: &Ui, list: &Pointer, (index, count): (usize, usize), rect: Rect) -> Response {
        let at = list.join(index);
        let response = ui.interact(rect, Id::unique(("element", &at)), Sense::click_and_drag());
        if response.drag_started() {
            self.state.drag = Some(Drag { list: list.clone(), from: index });
        }
        if response.clicked() {
            response.request_focus();
            self.state.clicked = Some(at.clone());
        }
        if self.state.focus.as_ref() == Some(&at) {
            self.state.focus = None;
            response.request_focus();
            if !ui.clip_rect().contains_rect(rect) {
                ui.scroll_to_rect(rect, None);
            }
        }
        if response.has_focus() {
            self.state.element = Some((list.clone(), index));
            self.element_keys(ui, &response, list, index, count);
        }
        response
    }

    fn element_keys(&mut self, ui: &Ui, response: &Response, list: &Pointer, index: usize, count: usize) {
        let arrows = EventFilter { vertical_arrows: true, horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
        let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
        let last = count.saturating_sub(1);
        if pressed(Modifiers::COMMAND, Key::ArrowUp) {
            self.move_element(list, index, index.saturating_sub(1));
        } else if pressed(Modifiers::COMMAND, Key::ArrowDown) {
            self.move_element(list, index, (index + 1).min(last));
        } else if pressed(Modifiers::NONE, Key::ArrowUp) {
            self.state.focus = Some(list.join(index.saturating_sub(1)));
        } else if pressed(Modifiers::NONE, Key::ArrowDown) {
            self.state.focus = Some(list.join((index + 1).min(last)));
        } else if pressed(Modifiers::NONE, Key::Home) {
            self.state.focus = Some(list.join(0));
        } else if pressed(Modifiers::NONE, Key::End) {
            self.state.focus = Some(list.join(last));
        }
        if self.state.focus.is_some() {
            self.state.clicked = None;
            let target = self.state.focus.clone().map(|at| (at, 2));
            self.state.target = target;
            ui.ctx().request_repaint();
        }
    }

    /// A list of texts, a row each.
    fn rows(&mut self, ui: &mut Ui, place: &Place<'_>, of: &'static Rule) {
        let (words, full) = self.room_in(place);
        let count = place.value.map_or(0, Ref::len);
        let row = Row::new(place).shallow().beside(Beside::Words(words));
        let done = self.row(ui, row, |ui, form| {
            let added = form.add_text(ui, place, full.as_deref());
            form.help_where_empty(ui, place);
            let (left, right) = (ui.max_rect().left(), ui.max_rect().right());
            form.slots(ui, &place.at, (count, ROW), (left, right), |form, ui, index| {
                form.text_row(ui, place, index, count);
                ROW
            });
            added
        });
        if let Some(text) = done.inner {
            self.add(place, text.into(), of);
        }
    }

    fn add_text(&mut self, ui: &mut Ui, place: &Place<'_>, full: Option<&str>) -> Option<String> {
        let name = format!("Add to {}", names::inside(&place.name));
        let (words, extensions) = match place.field.look {
            Look::Path(extensions) => ("Add a file", Some(extensions)),
            _ => ("Add", None),
        };
        let button = Button::control(words).icon(Icon::Plus).form().name(&name).blocked(full);
        let button = ui.add(button);
        match extensions {
            Some(extensions) => {
                let dropped = full.is_none().then(|| dropped_path(ui, button.rect, extensions)).flatten();
                dropped.or_else(|| self.path_list(ui, &button, &place.name, extensions))
            }
            None => button.clicked().then(String::new),
        }
    }

    fn text_row(&mut self, ui: &mut Ui, list: &Place<'_>, index: usize, count: usize) {
        let Some(place) = self.place(&list.at.join(index)) else { return };
        let t = Tokens::of(ui);
        let back = ui.painter().add(egui::Shape::Noop);
        let room = ui.max_rect().with_max_y(ui.max_rect().top() + METRICS.control_form);
        let near = ui.rect_contains_pointer(room.with_min_x(room.left() - 20.0));
        // What it is held by stands in the gap before the column, so that the texts begin on its line.
        let grip = Rect::from_min_max(pos2(room.left() - 20.0, room.top()), pos2(room.left() - 1.0, room.bottom()));
        let hold = self.handle(ui, &list.at, (index, count), grip);
        hold.widget_info(|| WidgetInfo::labeled(Role::ListItem, ui.is_enabled(), &place.name));
        Icon::Grip.paint(ui, grip, 14.0, if near || hold.has_focus() { t.text2 } else { t.disabled });
        if hold.has_focus() {
            focus_ring(ui, grip, METRICS.radius, false);
        }
        let gone = Rect::from_min_size(pos2(room.right() - 26.0, room.top() + 2.0), vec2(24.0, 24.0));
        let name = format!("Remove {}", names::inside(&place.name));
        if ghost_button(ui, gone, Icon::Close, &name, "remove", near).clicked() {
            self.remove_element(&list.at, index);
        }
        let mut field = room;
        field.max.x = gone.left() - 2.0;
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let mut child = ui.new_child(UiBuilder::new().id_salt("text").max_rect(field).layout(layout));
        child.spacing_mut().item_spacing.x = 4.0;
        self.text_in_row(&mut child, list, &place);
        self.problem_of_row(ui, &place.at, room.top());
        self.mark(ui, room, &place.at, true, back);
    }

    /// The problem of a row beside it, and its fix at the right end.
    fn problem_of_row(&mut self, ui: &mut Ui, at: &Pointer, top: f32) {
        let Some(number) = self.state.problems.at(at).first().copied() else { return };
        let Some(problem) = self.state.problems.problem(number) else { return };
        let t = Tokens::of(ui);
        let room = self.columns.beside_at(top);
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        let mut child = ui.new_child(UiBuilder::new().id_salt((at, "problem")).max_rect(room).layout(layout));
        let fix = problem.fixes.first().filter(|fix| {
            let name = format!("{}: {}", fix.label(), problem.message);
            child.add(Button::link(fix.label()).name(&name)).clicked()
        });
        let fix = fix.cloned();
        let (icon, tone) = crate::panels::problems::severity_icon(problem.severity);
        let color = tone.colors(t).0;
        let left = child.available_rect_before_wrap().with_max_x(child.cursor().max.x);
        icon.paint(ui, Rect::from_min_size(left.min, vec2(16.0, METRICS.control_form)), 14.0, color);
        let words = left.with_min_x(left.left() + 20.0);
        let galley = crate::widgets::elided(ui, &problem.message, small(), color, words.width());
        crate::widgets::paint_text(ui, words, egui::Align2::LEFT_CENTER, &galley);
        let response = ui.interact(left, ui.make_persistent_id((at, "told")), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &problem.message));
        crate::widgets::tip(response, &problem.message, "");
        self.wishes.extend(fix.map(|fix| Wish::Act(Action::Mend(fix))));
    }

    fn text_in_row(&mut self, ui: &mut Ui, list: &Place<'_>, place: &Place<'_>) {
        let t = Tokens::of(ui);
        let odd = place.value.filter(|value| !takes(place.rule, value.kind()) || super::long::is_long(*value, false));
        if let Some(value) = odd {
            let words = super::row::brief(value, 60);
            ui.label(RichText::new(words).font(small()).color(t.text2));
            return;
        }
        let picker = match list.field.look {
            Look::Path(extensions) => Some(extensions),
            _ => None,
        };
        let width = ui.max_rect().width() - if picker.is_some() { 32.0 } else { 0.0 };
        let edit = self.text_box(ui, place, &TextLook::default(), width);
        let picked = picker.and_then(|extensions| {
            let dropped = dropped_path(ui, ui.max_rect(), extensions);
            dropped.or_else(|| self.path_button(ui, &place.name, extensions))
        });
        self.take_text(place, picked.map_or(edit, crate::widgets::Edit::Commit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_found_by_where_they_stand() {
        let slots = Slots { count: 5, closed: 10.0, open: vec![(1, 50.0), (3, 30.0)] };
        assert_eq!(slots.total(), 110.0);
        let tops: Vec<f32> = (0..5).map(|index| slots.offset(index)).collect();
        assert_eq!(tops, [0.0, 10.0, 60.0, 70.0, 100.0]);
        for (y, index) in [
            (-5.0, 0),
            (0.0, 0),
            (9.0, 0),
            (10.0, 1),
            (59.0, 1),
            (60.0, 2),
            (69.0, 2),
            (70.0, 3),
            (99.0, 3),
            (100.0, 4),
            (500.0, 4),
        ] {
            assert_eq!(slots.at(y), index, "{y}");
        }
        assert_eq!(Slots { count: 0, closed: 10.0, open: Vec::new() }.at(5.0), 0);
    }
}
