//! The inspector: the fields of what is selected, with what differs from the base marked in violet.
//!
//! What is shown is read once for each state of the documents and selection (`sheet`); every change leaves as one step
//! (`form`). Values go out as whole units: a position as three numbers, never an axis.

use std::path::PathBuf;

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Align2, CornerRadius, Id, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};
use tablewright_core::json::{Ref, Value};
use tablewright_core::scene::schema::KINDS;
use tablewright_core::variants::Origin;

use super::hierarchy::{Targets, capital, count, entity_menu, kind_icon, kind_name};
use super::{View, Wish};
use crate::icons::Icon;
use crate::session::{Action, Session};
use crate::theme::{METRICS, Tokens, heading, small};
use crate::widgets::{self, NumberKind, TextField, Tone};

mod files;
mod form;
mod group;
mod sheet;

use form::{CheckRow, Form, Held, Odd, TextRow, TripleRow, said, steady};
use sheet::{Cell, Sheet, Shown};

/// The panel.
#[derive(Default)]
pub struct Inspector {
    sheet: Option<Sheet>,
    sheet_of: Option<(PathBuf, u64, String, Vec<String>)>,
    files: files::Needed,
    held: Option<Held>,
    rename: bool,
    /// The number field whose arrow keys made steps that belong together.
    stepping: Option<Id>,
    /// What had the keyboard when the last frame ended.
    focus_before: Option<Id>,
}

impl Inspector {
    /// Puts the keyboard into the label, with all of it selected: *Rename*.
    pub fn rename(&mut self) {
        self.rename = true;
    }

    /// Draws the panel into all the room that is left, and tells what the person wants.
    pub fn show(&mut self, ui: &mut Ui, view: View<'_>) -> Vec<Wish> {
        let mut wishes = Vec::new();
        ui.spacing_mut().interact_size.y = METRICS.control;
        self.refresh(view.session);
        let rename = std::mem::take(&mut self.rename);
        if let Some(picked) = view.session.picked() {
            let number = group::show(ui, view, picked, &mut wishes);
            self.end_gestures(ui, number, &mut wishes);
            return wishes;
        }
        let Some(sheet) = self.sheet.take() else {
            nothing(ui, view.session);
            return wishes;
        };
        let mut form = Form { view, sheet: &sheet, held: &mut self.held, wishes: &mut wishes, number: false };
        ScrollArea::vertical().id_salt("fields").auto_shrink(false).show(ui, |ui| {
            header(ui, &sheet, form.wishes);
            banner(ui, &sheet, view, form.wishes);
            let label = identity(ui, &mut form);
            transform(ui, &mut form);
            appearance(ui, &mut form);
            behaviour(ui, &mut form);
            self.files.show(ui, view.session, form.wishes);
            if let Some(label) = label.filter(|_| rename || view.state.take_keyboard) {
                select_all(ui, &label, &sheet);
            }
        });
        let number = form.number;
        self.sheet = Some(sheet);
        self.end_gestures(ui, number, &mut wishes);
        wishes
    }

    fn refresh(&mut self, session: &Session) {
        let same = self.sheet_of.as_ref().is_some_and(|(root, revision, shown, selection)| {
            root == session.root()
                && *revision == session.revision()
                && shown == session.shown()
                && selection == session.selection()
        });
        if same {
            return;
        }
        let selection = session.selection().to_vec();
        if self.sheet_of.as_ref().is_some_and(|(.., before)| *before != selection) {
            self.held = None;
        }
        self.sheet = Sheet::of(session);
        self.sheet_of = Some((session.root().to_path_buf(), session.revision(), session.shown().to_owned(), selection));
    }

    /// Arrow keys in one field make one step as long as the keyboard stays there; everything else ends with itself.
    fn end_gestures(&mut self, ui: &Ui, number: bool, wishes: &mut Vec<Wish>) {
        let focus = ui.memory(egui::Memory::focused);
        let let_go = ui.input(|input| input.pointer.any_released());
        if number && focus.is_some() && focus == self.focus_before && !let_go {
            self.stepping = focus;
        } else if number || (self.stepping.is_some() && self.stepping != focus) {
            self.stepping = None;
            wishes.push(Wish::EndGesture);
        }
        self.focus_before = focus;
    }
}

fn nothing(ui: &mut Ui, session: &Session) {
    if session.scene().is_none() {
        let purpose = "The scene can’t be read, so nothing in it can be selected.";
        widgets::empty_state(ui, Tone::Error, Icon::Error, "No scene", purpose, None);
        return;
    }
    let purpose = "Click a piece in the scene or in the hierarchy to see and change its fields. Ctrl adds to the selection.";
    widgets::empty_state(ui, Tone::Plain, Icon::Select, "Nothing selected", purpose, None);
}

fn select_all(ui: &Ui, label: &egui::Response, sheet: &Sheet) {
    label.request_focus();
    label.scroll_to_me(None);
    let end = said(&sheet.label.shown).chars().count();
    let mut state = TextEditState::load(ui, label.id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), CCursor::new(end))));
    state.store(ui, label.id);
}

fn header(ui: &mut Ui, sheet: &Sheet, wishes: &mut Vec<Wish>) {
    let edge = f32::from(METRICS.panel_edge);
    let rect = heading_bar(ui, sheet.icon, &sheet.title, &sheet.subtitle);
    let at = Rect::from_center_size(pos2(rect.right() - edge - 12.0, rect.center().y), vec2(24.0, 24.0));
    let mut child = ui.new_child(egui::UiBuilder::new().scope_id(ui.make_persistent_id("more")).max_rect(at));
    let more = widgets::icon_button(&mut child, Icon::More, "More", "", false, None, 24.0);
    let targets = Targets { ids: &sheet.ids, own: sheet.origin == Some(Origin::Own), parent: sheet.parent };
    egui::Popup::menu(&more).show(|ui| entity_menu(ui, &targets, wishes));
}

/// What is selected: its picture, its name, and a line below. Leaves room for a button at the right.
fn heading_bar(ui: &mut Ui, icon: Icon, title: &str, subtitle: &str) -> Rect {
    let t = Tokens::of(ui);
    let edge = f32::from(METRICS.panel_edge);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 52.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, title));
    icon.paint(ui, Rect::from_min_size(pos2(rect.left() + edge, rect.top() + 9.0), vec2(20.0, 36.0)), 20.0, t.text);
    let words = Rect::from_min_max(pos2(rect.left() + edge + 28.0, rect.top() + 8.0), pos2(rect.right() - 44.0, rect.bottom()));
    let name = widgets::elided(ui, title, heading(15.0), t.text, words.width());
    widgets::paint_text(ui, words, Align2::LEFT_TOP, &name);
    let line = widgets::elided(ui, subtitle, small(), t.text2, words.width());
    widgets::paint_text(ui, words.with_min_y(rect.top() + 28.0), Align2::LEFT_TOP, &line);
    if name.elided || line.elided {
        response.on_hover_text(format!("{title}\n{subtitle}"));
    }
    rect
}

/// Says how the variant's own copy stands to the base.
fn banner(ui: &mut Ui, sheet: &Sheet, view: View<'_>, wishes: &mut Vec<Wish>) {
    let (sentence, reason, fix) = match sheet.origin {
        Some(Origin::Own) if sheet.differing == 0 => {
            ("Its own copy, the same as the base’s".to_owned(), String::new(), Some("Follow the base again"))
        }
        Some(Origin::Own) => {
            let verb = if sheet.differing == 1 { "differs" } else { "differ" };
            let sentence = format!("{} {verb} from the base", count(sheet.differing, "field"));
            let reason = match sheet.elsewhere.as_slice() {
                [] => String::new(),
                units => format!("Not shown below: {}", units.join(", ")),
            };
            (sentence, reason, Some("Revert"))
        }
        Some(Origin::Added) => {
            let session = view.session;
            (format!("Only {} has this", session.variant_name(session.shown())), String::new(), None)
        }
        Some(Origin::Base) | None => return,
    };
    let edge = METRICS.panel_edge;
    let margin = egui::Margin { left: edge, right: edge, top: 0, bottom: 8 };
    let pressed = steady(ui, "banner", |ui| {
        let frame = egui::Frame::new().inner_margin(margin);
        frame.show(ui, |ui| widgets::note(ui, Tone::Only, &sentence, &reason, fix)).inner
    });
    if pressed && let [id] = sheet.ids.as_slice() {
        wishes.push(Wish::Act(Action::Revert(id.clone())));
    }
}

/// UTF-16 units, what the platform's limits count.
fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// The bound of a prefab's label, which the setup page prints; it prints none for an entity of its own.
const LABEL: std::ops::RangeInclusive<usize> = 1..=80;

const LABEL_ROW: TextRow = TextRow {
    name: "Label",
    key: "label",
    verb: "Rename",
    hint: "",
    optional: false,
    fault: |text| {
        let fits = LABEL.contains(&length(text)) && !text.trim().is_empty();
        (!fits).then(|| format!("A label has 1 to 80 characters. This one has {}.", length(text.trim())))
    },
};

const DISPLAY_NAME_ROW: TextRow = TextRow {
    name: "Display name",
    key: "displayName",
    verb: "Change the display name of",
    hint: "Same as label",
    optional: true,
    fault: |_| None,
};

fn identity(ui: &mut Ui, form: &mut Form<'_>) -> Option<egui::Response> {
    let sheet = form.sheet;
    widgets::section(ui, "Identity", |ui| {
        let label = form.text(ui, &LABEL_ROW, &sheet.label);
        form.text(ui, &DISPLAY_NAME_ROW, &sheet.display_name);
        kind(ui, form);
        tags(ui, form);
        label
    })
    .flatten()
}

fn kind(ui: &mut Ui, form: &mut Form<'_>) {
    const NAME: &str = "Kind";
    let cell = &form.sheet.kind;
    let mixed = cell.shown == Shown::Mixed;
    let now = said(&cell.shown);
    let shown = if mixed { "Mixed".to_owned() } else { capital(kind_name(&now)) };
    let base = cell.base.as_ref().map(|base| capital(kind_name(&said(base))));
    let chosen = form.row(ui, NAME, "kind", base.as_deref(), |ui| {
        widgets::picker(ui, NAME, &shown, ui.available_width(), |ui| {
            let mut chosen = None;
            for kind in KINDS {
                if widgets::picker_row(ui, Some(kind_icon(kind)), kind_name(kind), "", !mixed && kind == now) {
                    chosen = Some(kind);
                }
            }
            chosen
        })
    });
    if !mixed && !KINDS.contains(&now.as_str()) {
        form.fault(ui, NAME, "No kind that this editor knows. Choose one of the nine.");
    }
    if let Some(kind) = chosen.flatten() {
        form.set("Change the kind of", "kind", Some(&kind.into()));
    }
}

/// The most tags of a piece, and the most characters of one.
const TAGS: (usize, usize) = (100, 32);

fn tag_fault(tag: &str) -> Option<String> {
    let fits = tag.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'));
    match length(tag) {
        1.. if !fits => Some(format!("“{tag}” is no tag: lower-case letters, digits, “_” and “-” make one.")),
        too_long if too_long > TAGS.1 => Some(format!("A tag has at most {} characters; “{tag}” has {too_long}.", TAGS.1)),
        _ => None,
    }
}

/// The tags of a list with commas or spaces.
fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c == ',' || c.is_whitespace()).filter(|tag| !tag.is_empty())
}

fn tags(ui: &mut Ui, form: &mut Form<'_>) {
    const NAME: &str = "Tags";
    let sheet = form.sheet;
    if let Shown::Odd(raw) = &sheet.tags.shown {
        let odd = Odd { raw, wanted: "A list of texts is needed here.", fix: "Empty it", value: Value::Array(Vec::new()) };
        form.odd(ui, NAME, "tags", &odd);
        return;
    }
    let held = form.held(NAME);
    let text = held.clone().unwrap_or_default();
    let fault = split(&text)
        .chain(sheet.common_tags.iter().map(String::as_str))
        .find_map(tag_fault)
        .or_else(|| (sheet.common_tags.len() > TAGS.0).then(|| format!("A piece has at most {} tags.", TAGS.0)));
    let base = sheet.tags.base.as_ref().map(|base| match base {
        Shown::Same(tags) if !tags.is_empty() => tags.join(", "),
        Shown::Odd(raw) => raw.clone(),
        _ => "none".to_owned(),
    });
    let mixed = sheet.tags.shown == Shown::Mixed;
    let (edit, gone) = form.row(ui, NAME, "tags", base.as_deref(), |ui| {
        ui.vertical(|ui| {
            let hint = if mixed { "Mixed; add to all" } else { "Add a tag" };
            let (edit, _) = TextField::new("Add a tag", &text).hint(hint).error(fault.is_some()).show(ui);
            (edit, tag_chips(ui, &sheet.common_tags))
        })
        .inner
    });
    if let Some(sentence) = fault {
        form.fault(ui, NAME, &sentence);
    }
    if let Some(gone) = gone {
        form.set_each("Untag", "tags", |piece| tags_of(piece, |tag| tag != gone, &[]));
    }
    match edit {
        widgets::Edit::Commit(text) => add_tags(form, text),
        widgets::Edit::Cancel => form.forget(NAME),
        widgets::Edit::Preview(_) | widgets::Edit::Idle => {}
    }
}

fn add_tags(form: &mut Form<'_>, text: String) {
    form.forget("Tags");
    if split(&text).any(|tag| tag_fault(tag).is_some()) {
        *form.held = Some(Held { field: "Tags", text });
        return;
    }
    let new: Vec<&str> = split(&text).collect();
    if !new.is_empty() {
        form.set_each("Tag", "tags", |piece| tags_of(piece, |_| true, &new));
    }
}

/// The tags of a piece that `keep` leaves, and new ones that it does not have.
fn tags_of(piece: Ref<'_>, keep: impl Fn(&str) -> bool, new: &[&str]) -> Value {
    let old = piece.get("tags").filter(|tags| tags.is_array());
    let kept = old.into_iter().flat_map(Ref::items).filter(|tag| tag.as_str().is_none_or(|tag| keep(&tag)));
    let mut all: Vec<Value> = kept.map(Ref::share).collect();
    for (at, tag) in new.iter().enumerate() {
        let there = old.into_iter().flat_map(Ref::items).filter_map(Ref::as_str).any(|old| old == *tag);
        if !there && !new[..at].contains(tag) {
            all.push((*tag).into());
        }
    }
    Value::Array(all)
}

/// The tags as chips that can be taken away. Returns the one that was.
fn tag_chips(ui: &mut Ui, tags: &[String]) -> Option<String> {
    if tags.is_empty() {
        return None;
    }
    let mut gone = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for tag in tags {
            if tag_chip(ui, tag) {
                gone = Some(tag.clone());
            }
        }
    });
    gone
}

/// A tag with its cross; a click anywhere on it takes it away.
fn tag_chip(ui: &mut Ui, tag: &str) -> bool {
    let t = Tokens::of(ui);
    let words = widgets::elided(ui, tag, small(), t.text, ui.available_width() - 28.0);
    let size = vec2((words.size().x + 28.0).ceil(), METRICS.control);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = format!("Remove the tag {tag}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &name));
    let hover = response.hovered();
    let fill = if hover { t.hover } else { t.control };
    ui.painter().rect_filled(rect, CornerRadius::same(METRICS.radius_small), fill);
    if response.has_focus() {
        widgets::focus_ring(ui, rect, METRICS.radius_small, false);
    }
    widgets::paint_text(ui, rect.with_min_x(rect.left() + 8.0), Align2::LEFT_CENTER, &words);
    let cross = rect.with_min_x(rect.right() - 20.0);
    Icon::Close.paint(ui, cross, 14.0, if hover { t.text } else { t.text3 });
    widgets::tip(response, &name, "").clicked()
}

fn transform(ui: &mut Ui, form: &mut Form<'_>) {
    let sheet = form.sheet;
    let length = NumberKind::Length(form.view.units);
    let unit = form.view.units.short();
    let right = |ui: &mut Ui| {
        ui.label(egui::RichText::new(unit).font(small()).color(Tokens::of(ui).text3));
    };
    widgets::section_with(ui, "Transform", true, right, |ui| {
        let row = TripleRow { name: "Position", key: "position", verb: "Move", kind: length, absent: [0.0; 3] };
        form.triple(ui, &row, &sheet.position);
        let row = TripleRow { name: "Rotation", key: "rotation", verb: "Rotate", kind: NumberKind::Angle, absent: [0.0; 3] };
        form.triple(ui, &row, &sheet.rotation);
        let kind = if sheet.factor { NumberKind::Scalar } else { length };
        let row = TripleRow { name: "Scale", key: "scale", verb: "Scale", kind, absent: [1.0; 3] };
        form.triple(ui, &row, &sheet.scale);
        if sheet.sized {
            let words = egui::RichText::new("Cards have a size of their own; the scale is not used.").font(small());
            ui.add(egui::Label::new(words.color(Tokens::of(ui).text3)).wrap());
        }
    });
}

fn appearance(ui: &mut Ui, form: &mut Form<'_>) {
    let sheet = form.sheet;
    widgets::section(ui, "Appearance", |ui| {
        color(ui, form);
        if let Some(names) = &sheet.materials {
            let reason = "Materials are shared by all variants; here they are shown only";
            form.row(ui, "Material", "materialSlots", None, |ui| {
                TextField::new("Material", names).locked(Some(reason)).show(ui);
            });
        }
        if let Some(made_of) = &sheet.made_of {
            let words = if made_of.shown == Shown::Mixed { "Mixed".to_owned() } else { capital(&said(&made_of.shown)) };
            let base = made_of.base.as_ref().map(|base| capital(&said(base)));
            form.row(ui, "Made of", "material", base.as_deref(), |ui| {
                let reason = "Gives the piece its sounds and its weight; here it is shown only";
                TextField::new("Made of", &words).locked(Some(reason)).show(ui);
            });
        }
    });
}

fn color(ui: &mut Ui, form: &mut Form<'_>) {
    const NAME: &str = "Colour";
    let cell = &form.sheet.color;
    if let Shown::Odd(raw) = &cell.shown {
        let odd = Odd { raw, wanted: "A colour like #d9b36c is needed here.", fix: "Make it white", value: "#ffffff".into() };
        form.odd(ui, NAME, "color", &odd);
        return;
    }
    let mixed = cell.shown == Shown::Mixed;
    let value = if mixed { "Mixed".to_owned() } else { said(&cell.shown) };
    let base = cell.base.as_ref().map(|base| Some(said(base)).filter(|text| !text.is_empty()).unwrap_or_else(|| "none".into()));
    let edit = form.row(ui, NAME, "color", base.as_deref(), |ui| widgets::color_field(ui, NAME, &value));
    if !mixed && !value.is_empty() && tablewright_core::scene::view::rgb(&value).is_none() {
        form.fault(ui, NAME, "A colour has the form #d9b36c.");
    }
    if let Some(color) = edit.committed() {
        form.set("Colour", "color", Some(&six_digits(&color).into()));
    }
}

/// `#fa3` as `#ffaa33`: the platform reads six digits only.
fn six_digits(color: &str) -> String {
    match color.strip_prefix('#') {
        Some(short) if short.len() == 3 => short.chars().fold("#".to_owned(), |all, digit| format!("{all}{digit}{digit}")),
        _ => color.to_owned(),
    }
}

const LOCKED: CheckRow = CheckRow {
    name: "Locked",
    key: "locked",
    words: "Players can’t move it",
    verbs: ["Unlock", "Lock"],
    base: ["not locked", "locked"],
    blocked: None,
};

const FACE_DOWN: CheckRow = CheckRow {
    name: "Face down",
    key: "faceDown",
    words: "Shows its back",
    verbs: ["Turn up", "Turn down"],
    base: ["face up", "face down"],
    blocked: None,
};

fn behaviour(ui: &mut Ui, form: &mut Form<'_>) {
    let sheet = form.sheet;
    widgets::section(ui, "Behaviour", |ui| {
        form.check(ui, &LOCKED, &sheet.locked);
        let blocked = (!sheet.turnable).then_some("Only cards and decks");
        form.check(ui, &CheckRow { blocked, ..FACE_DOWN }, &sheet.face_down);
        owner(ui, form);
        if let Some(cell) = &sheet.stack_count {
            stack_count(ui, form, cell);
        }
    });
}

fn owner(ui: &mut Ui, form: &mut Form<'_>) {
    const NAME: &str = "Owner seat";
    let sheet = form.sheet;
    if let Shown::Odd(raw) = &sheet.owner.shown {
        form.odd(
            ui,
            NAME,
            "ownerSeat",
            &Odd { raw, wanted: "A seat is named by text.", fix: "Make it none", value: Value::Null },
        );
        return;
    }
    let name = |id: &str| match sheet.seats.iter().find(|seat| seat.id == id) {
        Some(seat) => seat.name.clone(),
        None if id.is_empty() => "None".to_owned(),
        None => capital(id),
    };
    let mixed = sheet.owner.shown == Shown::Mixed;
    let now = said(&sheet.owner.shown);
    let shown = if mixed { "Mixed".to_owned() } else { name(&now) };
    let base = sheet.owner.base.as_ref().map(|base| name(&said(base)));
    let chosen = form.row(ui, NAME, "ownerSeat", base.as_deref(), |ui| {
        widgets::picker(ui, NAME, &shown, ui.available_width(), |ui| {
            let mut chosen = widgets::picker_row(ui, None, "None", "", !mixed && now.is_empty()).then(String::new);
            for seat in &sheet.seats {
                let meta = if capital(&seat.id) == seat.name { "" } else { seat.id.as_str() };
                if widgets::picker_row(ui, Some(Icon::Seat), &seat.name, meta, !mixed && now == seat.id) {
                    chosen = Some(seat.id.clone());
                }
            }
            chosen
        })
    });
    let known = now.is_empty() || sheet.seats.iter().any(|seat| seat.id == now);
    if !mixed && !known {
        steady(ui, "no such seat", |ui| widgets::note(ui, Tone::Warning, &format!("No seat here is called “{now}”."), "", None));
    }
    match chosen.flatten() {
        Some(seat) if seat.is_empty() => form.set("Take the owner from", "ownerSeat", Some(&Value::Null)),
        Some(seat) => form.set("Give an owner to", "ownerSeat", Some(&seat.into())),
        None => {}
    }
}

/// How many cards a deck can hold.
const CARDS: std::ops::RangeInclusive<f64> = 1.0..=1000.0;

fn stack_count(ui: &mut Ui, form: &mut Form<'_>, cell: &Cell<f64>) {
    const NAME: &str = "Cards";
    if let Shown::Odd(raw) = &cell.shown {
        form.odd(
            ui,
            NAME,
            "stackCount",
            &Odd { raw, wanted: "A whole number is needed here.", fix: "Make it 1", value: 1.into() },
        );
        return;
    }
    let held = form.held(NAME).and_then(|text| text.parse::<f64>().ok());
    let mixed = cell.shown == Shown::Mixed && held.is_none();
    let document = match cell.shown {
        Shown::Same(cards) => cards,
        // So that typing any number is a change.
        _ => 1.0_f64.next_up(),
    };
    let value = held.unwrap_or(document);
    let base = cell.base.as_ref().map(|base| match base {
        Shown::Same(cards) => widgets::plain(*cards),
        Shown::Odd(raw) => raw.clone(),
        Shown::Mixed => String::new(),
    });
    let edit = form.row(ui, NAME, "stackCount", base.as_deref(), |ui| {
        widgets::NumberField::new(NAME, value, NumberKind::Whole).mixed(mixed).show(ui)
    });
    let fits = |cards: f64| CARDS.contains(&cards) && cards.fract() == 0.0;
    if !mixed && !fits(value) {
        form.fault(ui, NAME, "A deck holds 1 to 1000 cards, a whole number.");
    }
    if let Some(cards) = edit.committed() {
        form.forget(NAME);
        if fits(cards) {
            form.set("Count the cards of", "stackCount", Some(&cards.into()));
        } else {
            *form.held = Some(Held { field: NAME, text: cards.to_string() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_core::json::Document;

    #[test]
    fn bounds_of_texts_on_both_sides() {
        let label = |text: &str| (LABEL_ROW.fault)(text).is_some();
        assert!(label("") && label("  ") && label(&"x".repeat(81)) && label(&"😀".repeat(41)));
        assert!(!label("x") && !label(&"x".repeat(80)) && !label(&"😀".repeat(40)));
        let tag = |text: &str| tag_fault(text).is_some();
        assert!(tag("Wood") && tag("big board") && tag("é") && tag(&"x".repeat(33)));
        assert!(!tag("w") && !tag("a_b-9") && !tag(&"x".repeat(32)));
    }

    #[test]
    fn tags_are_added_once_and_taken_away() {
        let document = Document::parse(br#"{"tags":["one",7,"two"]}"#).unwrap();
        let text = |value: Value| Document::new(value).unwrap().text().split_whitespace().collect::<String>();
        assert_eq!(text(tags_of(document.root(), |_| true, &["two", "three", "three"])), r#"["one",7,"two","three"]"#);
        assert_eq!(text(tags_of(document.root(), |tag| tag != "one", &[])), r#"[7,"two"]"#);
        assert_eq!(split(" a,b  c,,").collect::<Vec<_>>(), ["a", "b", "c"]);
    }

    #[test]
    fn short_colours_are_written_out() {
        assert_eq!(six_digits("#fa3"), "#ffaa33");
        assert_eq!(six_digits("#7257A6"), "#7257A6");
    }
}
