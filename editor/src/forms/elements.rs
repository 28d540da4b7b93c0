//! Lists of objects: a card each that folds, with its name, its problems and what can be done with it.

use egui::{Align2, Color32, CornerRadius, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use tablewright_core::json::{Pointer, Ref};
use tablewright_core::shape::Rule;

use super::row::{GAP, ghost_button};
use super::{Form, Place, names, row};
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, caption_medium, small, strong};
use crate::widgets::{Button, elided, focus_ring, menu_item, paint_text, tip};

/// How the cards of a list look.
#[derive(Clone, Copy, Default)]
pub struct Cards {
    /// The path of the picture that stands in a card's head; heads are higher then.
    pub picture: Option<fn(Ref<'_>) -> Option<String>>,
    /// Draws the buttons that add, from the right; with the reason why nothing can be added, where that is so.
    pub add: Option<AddButtons>,
}

/// See [`Cards::add`].
pub type AddButtons = for<'f> fn(&mut Form<'f>, &mut Ui, &Place<'_>, &'static Rule, Option<&str>);

/// One card of a list.
struct Card<'x, 'a> {
    list: &'x Place<'a>,
    index: usize,
    count: usize,
    of: &'static Rule,
    cards: &'x Cards,
    /// In a card already, where no second frame is drawn.
    nested: bool,
    at: Pointer,
    name: String,
    element: Option<Ref<'a>>,
}

/// Between two cards.
const BETWEEN: f32 = 6.0;
/// From the edge of a card to what it holds.
pub(super) const EDGE: f32 = 12.0;

impl Cards {
    fn head(&self) -> f32 {
        if self.picture.is_some() { 48.0 } else { 36.0 }
    }
}

impl Form<'_> {
    /// A list of objects as cards, under a heading with what it is for.
    pub fn cards(&mut self, ui: &mut Ui, place: &Place<'_>, of: &'static Rule, cards: &Cards) {
        let back = ui.painter().add(egui::Shape::Noop);
        let count = place.value.map_or(0, Ref::len);
        let head = self.list_head(ui, place, of, cards);
        self.mark(ui, head, &place.at, false, back);
        let (left, right) = (self.columns.left + self.columns.inset, self.columns.right);
        let nested = self.columns.inset > 0.0;
        let right = if nested { right - EDGE } else { right };
        self.list_notes(ui, place);
        let closed = cards.head() + if nested { 1.0 } else { BETWEEN };
        self.slots(ui, &place.at, (count, closed), (left, right), |form, ui, index| {
            let at = place.at.join(index);
            let name = form.name_of(&at);
            let element = place.value.and_then(|list| list.index(index));
            form.card(ui, &Card { list: place, index, count, of, cards, nested, at, name, element })
        });
        ui.add_space(GAP);
    }

    /// The problems of the list itself; those of its elements stand in their cards.
    fn list_notes(&mut self, ui: &mut Ui, place: &Place<'_>) {
        if self.state.problems.at(&place.at).is_empty() {
            return;
        }
        let top = ui.cursor().min.y;
        let column = Rect::from_min_max(
            pos2(self.columns.left + self.columns.inset, top),
            pos2(self.columns.field + self.columns.width, top),
        );
        let mut child = ui.new_child(egui::UiBuilder::new().id_salt((&place.at, "notes")).max_rect(column));
        self.notes(&mut child, &place.at, false);
        ui.allocate_rect(child.min_rect(), Sense::hover());
        ui.add_space(6.0);
    }

    fn list_head(&mut self, ui: &mut Ui, place: &Place<'_>, of: &'static Rule, cards: &Cards) -> Rect {
        let t = Tokens::of(ui);
        let top = ui.cursor().min.y;
        let left = self.columns.left + self.columns.inset;
        let rect = Rect::from_min_max(pos2(left, top), pos2(self.columns.right, top + METRICS.control_form));
        let (words, full) = self.room_in(place);
        let title = elided(ui, &place.label, strong(), t.text, 240.0);
        let at = paint_text(ui, rect, Align2::LEFT_CENTER, &title);
        let hover = ui.interact(at.expand(2.0), ui.make_persistent_id((&place.at, "label")), Sense::hover());
        tip(hover, place.field.help, "");
        let count = elided(ui, &words, small(), t.text3, 120.0);
        paint_text(ui, rect.with_min_x(at.right() + 10.0), Align2::LEFT_CENTER, &count);
        let nested = self.columns.inset > 0.0;
        let end = rect.right() - if nested { EDGE } else { 0.0 };
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        let room = rect.with_min_x(at.right() + 120.0).with_max_x(end);
        let mut child = ui.new_child(egui::UiBuilder::new().id_salt((&place.at, "head")).max_rect(room).layout(layout));
        match cards.add {
            Some(add) => add(self, &mut child, place, of, full.as_deref()),
            None => self.add_button(&mut child, place, of, full.as_deref()),
        }
        if place.is_optional() && place.value.is_some() {
            let name = format!("Remove {}", names::inside(&place.name));
            let (at, _) = child.allocate_exact_size(vec2(24.0, 24.0), Sense::hover());
            let near = ui.rect_contains_pointer(rect);
            if ghost_button(&child, at, Icon::Close, &name, (&place.at, "remove"), near).clicked() {
                self.remove(place);
            }
        }
        ui.allocate_rect(rect, Sense::hover());
        ui.add_space(4.0);
        if place.value.is_none_or(Ref::is_empty) && !place.field.help.is_empty() {
            let width = (self.columns.field + self.columns.width - left).max(200.0);
            let galley = ui.painter().layout(place.field.help.to_owned(), small(), t.text2, width);
            let help = Rect::from_min_size(pos2(left, ui.cursor().min.y), galley.size());
            ui.painter().galley(help.min, galley, Color32::PLACEHOLDER);
            ui.allocate_rect(help, Sense::hover());
            ui.add_space(4.0);
        }
        rect
    }

    fn add_button(&mut self, ui: &mut Ui, place: &Place<'_>, of: &'static Rule, full: Option<&str>) {
        let noun = names::noun(of).unwrap_or("entry");
        let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        let words = format!("Add {article} {noun}");
        let button = Button::control(&words).icon(Icon::Plus).blocked(full);
        match of.plain() {
            Rule::Tagged { cases, .. } => {
                let response = ui.add(button.menu());
                let chosen = egui::Popup::menu(&response).show(|ui| {
                    let mut chosen = None;
                    for (word, _) in *cases {
                        if menu_item(ui, None, &names::word(word), "", false, None) {
                            chosen = Some(*word);
                        }
                    }
                    chosen
                });
                if let Some(word) = chosen.and_then(|chosen| chosen.inner) {
                    let value = self.fresh(place, of, Some(word));
                    self.add(place, value, of);
                }
            }
            _ if ui.add(button).clicked() => {
                let value = self.fresh(place, of, None);
                self.add(place, value, of);
            }
            _ => {}
        }
    }

    /// One card; how high it came to be.
    fn card(&mut self, ui: &mut Ui, card: &Card<'_, '_>) -> f32 {
        let t = Tokens::of(ui);
        let open = self.state.open.contains(&card.at);
        let room = ui.max_rect();
        let head = room.with_max_y(room.top() + card.cards.head());
        let back = ui.painter().add(egui::Shape::Noop);
        let flash = ui.painter().add(egui::Shape::Noop);
        let hold = self.card_head(ui, card, head);
        if hold.clicked() || hold.has_focus() && toggled(ui, open) {
            self.toggle(&card.at, open);
        }
        let mut bottom = head.bottom();
        if open {
            ui.advance_cursor_after_rect(head.with_max_y(head.bottom() + 6.0));
            let columns = self.columns;
            self.columns = columns.deeper(if card.nested { 16.0 } else { EDGE });
            self.columns.right = columns.right - EDGE;
            self.card_body(ui, &card.at, card.of);
            self.columns = columns;
            bottom = ui.cursor().min.y.max(head.bottom()) - GAP + 8.0;
        }
        let whole = Rect::from_min_max(room.min, pos2(room.right(), bottom));
        if card.nested {
            let line = whole.with_max_y(whole.top() + 1.0);
            ui.painter().set(back, egui::Shape::rect_filled(line, 0.0, t.border_subtle));
        } else {
            let radius = CornerRadius::same(METRICS.radius_card);
            let edge = Stroke::new(1.0, t.border_subtle);
            ui.painter().set(back, egui::epaint::RectShape::new(whole, radius, t.raised, edge, StrokeKind::Inside));
        }
        self.mark(ui, head, &card.at, false, flash);
        bottom - room.top() + if card.nested { 1.0 } else { BETWEEN }
    }

    fn toggle(&mut self, at: &Pointer, open: bool) {
        if open {
            self.state.open.remove(at);
        } else {
            self.state.open.insert(at.clone());
        }
    }

    fn card_head(&mut self, ui: &Ui, card: &Card<'_, '_>, head: Rect) -> Response {
        let t = Tokens::of(ui);
        let open = self.state.open.contains(&card.at);
        let near = ui.rect_contains_pointer(head);
        // The buttons lie over the head, so that they are pressed and not it.
        let hold = self.handle(ui, &card.list.at, (card.index, card.count), head);
        hold.widget_info(|| WidgetInfo::labeled(Role::ListItem, ui.is_enabled(), &card.name));
        ui.ctx().accesskit_node_builder(hold.id, |node| node.set_expanded(open));
        if near || hold.has_focus() {
            let fill = if hold.has_focus() { t.selection } else { t.hover };
            ui.painter().rect_filled(head.shrink(1.0), CornerRadius::same(METRICS.radius_card), fill);
        }
        if hold.has_focus() && self.state.clicked.as_ref() != Some(&card.at) {
            focus_ring(ui, head, METRICS.radius_card, false);
        }
        let seen = near || hold.has_focus();
        let mut x = head.left() + 6.0;
        let mut icon = |icon: Icon, color: Color32| {
            icon.paint(ui, Rect::from_min_size(pos2(x, head.top()), vec2(18.0, head.height())), 14.0, color);
            x += 18.0;
        };
        icon(Icon::Grip, if seen { t.text2 } else { t.disabled });
        icon(if open { Icon::ChevronDown } else { Icon::ChevronRight }, t.text2);
        let mut words = head.with_min_x(x + 4.0);
        words.max.x = self.card_buttons(ui, card, head, seen) - 8.0;
        if let (Some(path), Some(element)) = (card.cards.picture, card.element) {
            let frame = Rect::from_min_size(pos2(words.left(), head.top() + 6.0), vec2(64.0, 36.0));
            self.thumbnail(ui, frame, path(element).as_deref());
            words.min.x = frame.right() + 10.0;
        }
        let (title, meta) = titles(card.element, card.of, &card.name);
        let galley = elided(ui, &title, strong(), t.text, words.width());
        let end = paint_text(ui, words, Align2::LEFT_CENTER, &galley).right() + 10.0;
        if words.right() - end > 24.0 {
            let galley = elided(ui, &meta, small(), t.text3, words.right() - end);
            paint_text(ui, words.with_min_x(end), Align2::LEFT_CENTER, &galley);
        }
        hold
    }

    /// The buttons at the right end of a card's head and its problems; where the room for words ends.
    fn card_buttons(&mut self, ui: &Ui, card: &Card<'_, '_>, head: Rect, seen: bool) -> f32 {
        let t = Tokens::of(ui);
        let (list, at) = (&card.list.at, &card.at);
        let mut x = head.right() - 6.0;
        let mut next = || {
            x -= 26.0;
            Rect::from_min_size(pos2(x, head.center().y - 12.0), vec2(24.0, 24.0))
        };
        let name = names::inside(&card.name);
        let rect = next();
        if ghost_button(ui, rect, Icon::Trash, &format!("Remove {name}"), (at, "remove"), seen).clicked() {
            self.remove_element(list, card.index);
        }
        let rect = next();
        let can_double = self.room_in(card.list).1.is_none();
        if can_double && ghost_button(ui, rect, Icon::Duplicate, &format!("Duplicate {name}"), (at, "duplicate"), seen).clicked()
        {
            self.duplicate_element(list, card.index);
        }
        if let Some((tone, count)) = self.state.problems.counts(at).worst() {
            let (color, ground) = tone.colors(t);
            let digits = elided(ui, &count.to_string(), caption_medium(), color, 48.0);
            let width = (digits.size().x + 8.0).ceil().max(16.0);
            x -= width + 6.0;
            let rect = Rect::from_min_size(pos2(x, head.center().y - 8.0), vec2(width, 16.0));
            ui.painter().rect_filled(rect, CornerRadius::same(METRICS.radius_small), ground);
            paint_text(ui, rect, Align2::CENTER_CENTER, &digits);
        }
        x
    }

    fn card_body(&mut self, ui: &mut Ui, at: &Pointer, of: &'static Rule) {
        let Some(place) = self.place(at) else { return };
        if let Some(value) = place.value
            && !super::leaf::takes(place.rule, value.kind())
        {
            self.wrong_kind(ui, &place);
            return;
        }
        if !self.state.problems.at(at).is_empty() {
            let top = ui.cursor().min.y;
            let column = self.columns.field_at(top);
            let mut child = ui.new_child(egui::UiBuilder::new().id_salt((at, "notes")).max_rect(column));
            self.notes(&mut child, at, false);
            ui.allocate_rect(child.min_rect(), Sense::hover());
            ui.add_space(8.0);
        }
        match of.plain() {
            Rule::Tagged { .. } => self.tagged_fields(ui, &place),
            Rule::Object(shape) => self.members(ui, at, shape, &[]),
            _ => self.kept(ui, &place),
        }
    }

    /// The picture at a path of the pack in `frame`, or what stands for it.
    pub fn thumbnail(&mut self, ui: &Ui, frame: Rect, path: Option<&str>) {
        use super::pictures::Picture;
        let t = Tokens::of(ui);
        let radius = CornerRadius::same(METRICS.radius);
        ui.painter().rect_filled(frame, radius, t.inset);
        let picture = path.filter(|path| path.len() <= 1000).map(|path| {
            let root = self.session.root();
            self.state.pictures.get(root, path, ui)
        });
        match picture {
            Some(Picture::Ready(texture)) => {
                let size = texture.size_vec2();
                // The middle of the picture, filling the frame.
                let scale = (frame.width() / size.x).max(frame.height() / size.y);
                let shown = frame.size() / (size * scale);
                let uv = Rect::from_center_size(pos2(0.5, 0.5), shown);
                egui::Image::from_texture(&texture).uv(uv).corner_radius(radius).paint_at(ui, frame);
            }
            Some(Picture::Failed(_)) => Icon::Warning.paint(ui, frame, 16.0, t.warning),
            Some(Picture::Loading) => {}
            None => Icon::Gallery.paint(ui, frame, 16.0, t.text3),
        }
    }
}

/// Whether the keys of this frame fold or unfold a card that has the keyboard.
fn toggled(ui: &Ui, open: bool) -> bool {
    use egui::{Key, Modifiers};
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if open { pressed(Key::ArrowLeft) } else { pressed(Key::ArrowRight) }
}

/// What the head of a card says: what the thing is called, and by which id or kind.
fn titles(element: Option<Ref<'_>>, of: &'static Rule, name: &str) -> (String, String) {
    let Some(element) = element else { return (name.to_owned(), String::new()) };
    if !element.is_object() {
        return (name.to_owned(), row::brief(element, 60));
    }
    let text = |key: &str| {
        let value = element.get(key)?;
        // A text that is far too long is not read for its beginning.
        value.raw().filter(|raw| raw.len() < 4096)?;
        value.as_str().map(|text| text.chars().take(120).collect::<String>()).filter(|text| !text.trim().is_empty())
    };
    let named_by = names::shape_of(of).map_or("", |shape| shape.named_by);
    let inner = |key: &str| element.get("video")?.get(key)?.as_str().map(|text| text.chars().take(120).collect::<String>());
    let title = ["title", "label", "name"].into_iter().find_map(text);
    let id = text(named_by);
    let kind = match of.plain() {
        Rule::Tagged { tag, .. } => text(tag).map(|word| names::word(&word)),
        _ => None,
    };
    match (title, id) {
        (Some(title), id) => (title, kind.or(id).unwrap_or_default()),
        (None, Some(id)) => {
            let words = match names::shape_of(of).and_then(|shape| shape.field(named_by)).map(|field| field.rule.plain()) {
                Some(Rule::OneOf(_)) => names::word(&id),
                _ => id,
            };
            (words, kind.unwrap_or_default())
        }
        // A gallery entry without a picture is its video.
        (None, None) => match inner("title").or_else(|| inner("id")).filter(|title| !title.is_empty()) {
            Some(title) => (title, "Video".to_owned()),
            None => (name.to_owned(), kind.unwrap_or_default()),
        },
    }
}
