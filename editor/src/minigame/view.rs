//! The three parts of the workspace: the list with the plugin's manifest below it, the form, the preview.

use egui::{Align, Align2, Layout, Rect, RichText, ScrollArea, Ui, UiBuilder, pos2, vec2};
use tablewright_core::json::Ref;
use tablewright_core::minigame::plugin::Plugin;
use tablewright_core::minigame::set::{Definition, Key, id_of};
use tablewright_core::minigame::starts::Start;
use tablewright_core::minigame::table;

use super::hud;
use super::session::{Edit, MinigameSession};
use crate::forms::columns::Columns;
use crate::forms::{Beside, ElementCommand, Form, FormState, Place, Source as _};
use crate::icons::Icon;
use crate::panels::Wish;
use crate::session::Action;
use crate::theme::{METRICS, Tokens, body, heading, mono_small, small, strong, title};
use crate::widgets::{
    Button, Dialog, DialogEnd, Edit as Typed, Field, List, Row, Selection, TextField, Tone, badge, elided, empty_state,
    icon_button, note_with, paint_text,
};

/// Width of the list.
const LIST: f32 = 264.0;
/// Width of the preview.
const PREVIEW: f32 = 328.0;
/// Height of the head above the form.
const HEAD: f32 = 56.0;
/// From the edge of the page to what it holds.
const EDGE: f32 = 32.0;
/// Height of what is shown of the plugin.
const PLUGIN: f32 = 220.0;

/// What the person wants.
#[derive(Debug, Clone)]
pub enum Ask {
    /// A change of the selected definition.
    Act(Action),
    /// A change of which definitions there are.
    Change(Edit),
    /// Another definition is shown.
    Select(Key),
    /// Take in what somebody else wrote.
    TakeTheirs,
    /// Keep the own edits over what somebody else wrote.
    KeepMine,
    /// Show the page of this problem code.
    Explain(&'static str),
}

/// What is asked before a definition is made or renamed.
enum Question {
    New(Start, String),
    Rename(String),
}

/// The workspace's own state.
#[derive(Default)]
pub struct MinigameView {
    form: FormState,
    question: Option<Question>,
}

impl MinigameView {
    /// Asks for the start and the name of a new definition.
    pub fn ask_new(&mut self) {
        self.question = Some(Question::New(Start::default(), String::new()));
    }

    /// Asks for another ID of the selected definition.
    pub fn ask_rename(&mut self, session: &MinigameSession) {
        self.question = session.selected().map(|definition| Question::Rename(definition.text("Id")));
    }

    /// Whether an element of one of the form's lists is selected: *Delete* and *Duplicate* are about it then.
    pub fn has_element(&self) -> bool {
        self.form.element().is_some()
    }

    /// Asks for something to be done with the selected element.
    pub fn with_element(&mut self, command: ElementCommand) {
        self.form.ask(command);
    }

    /// Whether a dialog of the workspace is open.
    pub fn is_asking(&self) -> bool {
        self.question.is_some()
    }

    /// Draws the workspace.
    pub fn show(&mut self, ui: &mut Ui, session: &MinigameSession) -> Vec<Ask> {
        let t = Tokens::of(ui);
        let mut asks = Vec::new();
        let mut room = ui.max_rect();
        ui.painter().rect_filled(room, 0.0, t.app);
        let part = |ui: &mut Ui, name: &str, rect: Rect| {
            ui.painter().rect_filled(rect, 0.0, t.panel);
            let mut child = ui.new_child(UiBuilder::new().id_salt(name).max_rect(rect));
            child.set_clip_rect(rect.intersect(ui.clip_rect()));
            child
        };
        if session.has_outside_change() {
            let bar = room.with_max_y(room.top() + 64.0);
            asks.extend(outside(&mut part(ui, "outside", bar), bar));
            room.min.y = bar.bottom() + 1.0;
        }
        let left = room.with_max_x(room.left() + LIST);
        let preview = room.with_min_x(room.right() - PREVIEW);
        let page = Rect::from_min_max(pos2(left.right() + 1.0, room.top()), pos2(preview.left() - 1.0, room.bottom()));
        let plugin = session.project().plugin.as_ref();
        let split = if plugin.is_some() { left.bottom() - PLUGIN } else { left.bottom() };
        let above = left.with_max_y(split);
        asks.extend(self.list(&mut part(ui, "minigames", above), above, session));
        if let Some(plugin) = plugin {
            let below = left.with_min_y(split + 1.0);
            show_plugin(&mut part(ui, "plugin", below), below, plugin);
        }
        let mut middle = part(ui, "form", page);
        let mut right = part(ui, "preview", preview);
        match session.selected() {
            Some(definition) => {
                asks.extend(self.page(&mut middle, page, session, definition));
                if let Ok(document) = &definition.document {
                    show_preview(&mut right, preview, document.root());
                }
            }
            None => {
                let words = "A minigame begins with a name. Four starts are there to build on.";
                let add = empty_state(
                    &mut middle,
                    Tone::Plain,
                    Icon::Trophy,
                    "No minigames",
                    words,
                    Some((Icon::Plus, "New minigame…")),
                );
                if add {
                    self.ask_new();
                }
            }
        }
        asks.extend(self.dialogs(ui, session));
        asks
    }

    fn list(&mut self, ui: &mut Ui, rect: Rect, session: &MinigameSession) -> Vec<Ask> {
        let mut asks = Vec::new();
        let bar = rect.with_max_y(rect.top() + METRICS.toolbar);
        let mut tools = ui.new_child(
            UiBuilder::new().id_salt("tools").max_rect(bar.shrink2(vec2(8.0, 0.0))).layout(Layout::left_to_right(Align::Center)),
        );
        tools.spacing_mut().item_spacing.x = 4.0;
        if tools.add(Button::control("New minigame…").icon(Icon::Plus)).clicked() {
            self.ask_new();
        }
        let blocked = session.selected().is_none().then_some("No minigame is selected");
        let unread = session.selected().is_some_and(|definition| definition.document.is_err());
        let fixed = blocked.or(unread.then_some("The definition can’t be read"));
        if icon_button(&mut tools, Icon::Duplicate, "Duplicate minigame", "", false, fixed, 24.0).clicked() {
            asks.push(Ask::Change(Edit::Duplicate));
        }
        if icon_button(&mut tools, Icon::Rename, "Rename minigame…", "", false, fixed, 24.0).clicked() {
            self.ask_rename(session);
        }
        if icon_button(&mut tools, Icon::Trash, "Delete minigame", "", false, blocked, 24.0).clicked() {
            asks.push(Ask::Change(Edit::Delete));
        }
        let body = rect.with_min_y(bar.bottom());
        let list = List::begin(ui, "Minigames", body);
        let all = session.set().all();
        let current = all.iter().position(|definition| session.selected().is_some_and(|selected| selected.key == definition.key));
        let titles: Vec<String> = all.iter().map(Definition::title).collect();
        let keys = list.keys();
        let wanted = keys.target(current, all.len()).or_else(|| keys.found(current, titles.iter().map(String::as_str)));
        if let Some(definition) = wanted.and_then(|wanted| all.get(wanted)) {
            asks.push(Ask::Select(definition.key));
        }
        let changed = session.changed();
        let mut rows = ui.new_child(UiBuilder::new().id_salt("rows").max_rect(body));
        ScrollArea::vertical().auto_shrink(false).show_rows(&mut rows, METRICS.row2, all.len(), |ui, range| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for index in range {
                let (Some(definition), Some(title)) = (all.get(index), titles.get(index)) else { continue };
                let counts = session.counts(definition.key);
                let file = definition.path.name();
                let kind = definition.document.as_ref().map_or(Icon::Error, |document| icon(document.root()));
                let selected = Selection::of(current == Some(index), list.focused());
                let mark = if changed.contains(&definition.key) { "Not saved" } else { "" };
                let row = Row::new(title).second(file).icon(kind).meta(mark).keep_meta().selected(selected).edge(12.0);
                let done = row.show_with(ui, |ui, _| {
                    if counts.errors > 0 {
                        badge(ui, Tone::Error, counts.errors);
                    } else if counts.warnings > 0 {
                        badge(ui, Tone::Warning, counts.warnings);
                    }
                });
                if done.response.clicked() {
                    list.claim(ui);
                    asks.push(Ask::Select(definition.key));
                }
            }
        });
        asks
    }

    fn page(&mut self, ui: &mut Ui, page: Rect, session: &MinigameSession, definition: &Definition) -> Vec<Ask> {
        let t = Tokens::of(ui);
        let head = page.with_max_y(page.top() + HEAD);
        let inner = head.shrink2(vec2(EDGE, 0.0));
        let words = definition.title();
        let galley = elided(ui, &words, title(), t.text, inner.width() * 0.6);
        let at = paint_text(ui, inner, Align2::LEFT_CENTER, &galley);
        let response = ui.interact(at, ui.make_persistent_id("title"), egui::Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Heading, true, &words));
        let file = elided(ui, definition.path.as_str(), mono_small(), t.text3, (inner.right() - at.right() - 16.0).max(0.0));
        paint_text(ui, inner, Align2::RIGHT_CENTER, &file);
        let line = Rect::from_min_max(pos2(head.left(), head.bottom() - 1.0), head.right_bottom());
        ui.painter().rect_filled(line, 0.0, t.border_subtle);
        let below = page.with_min_y(head.bottom());
        let mut child = ui.new_child(UiBuilder::new().id_salt(("body", definition.key)).max_rect(below));
        child.set_clip_rect(below.intersect(ui.clip_rect()));
        let Ok(document) = &definition.document else { return unreadable(&mut child, below, session) };
        let mut form = Form::of(session, document, &table::RULE, &mut self.form);
        form.take_command();
        form.special = Some(special);
        form.columns = Columns::of(below.left() + EDGE, below.right() - EDGE);
        ScrollArea::vertical().id_salt(("fields", definition.key)).auto_shrink(false).show(&mut child, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.add_space(12.0);
            for group in table::GROUPS {
                form.heading(ui, group);
                ui.push_id(group, |ui| form.group(ui, group));
            }
            form.leftovers(ui);
            ui.add_space(32.0);
        });
        let wishes = std::mem::take(&mut form.wishes);
        self.form.end_frame();
        wishes.into_iter().filter_map(of_wish).collect()
    }

    fn dialogs(&mut self, ui: &Ui, session: &MinigameSession) -> Option<Ask> {
        let (ask, keep) = match self.question.take()? {
            Question::New(start, name) => new_dialog(ui, session, start, name),
            Question::Rename(id) => rename_dialog(ui, session, id),
        };
        self.question = keep;
        ask
    }
}

/// What the form's wish is here.
fn of_wish(wish: Wish) -> Option<Ask> {
    match wish {
        Wish::Act(action) => Some(Ask::Act(action)),
        Wish::Explain(code) => Some(Ask::Explain(code)),
        _ => None,
    }
}

fn icon(root: Ref<'_>) -> Icon {
    match table::word(root, "GameType").as_str() {
        "BATTLE" => Icon::Shield,
        "RACE" => Icon::Rotate,
        "PUZZLE" => Icon::Plugin,
        "CAPTURE" => Icon::Pin,
        "SURVIVAL" => Icon::User,
        _ => Icon::Trophy,
    }
}

/// A field that does nothing in this definition says what it waits for: written, it can be taken out; else it is shown as
/// what it stands for.
fn special(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) -> bool {
    let [key] = place.at.tokens() else { return false };
    let Some(why) = table::idle(key, form.manifest.root()) else { return false };
    if place.value.is_some() {
        return false;
    }
    let words = format!("{}, and counts {why}", plain_default(place.field.default));
    form.row(ui, crate::forms::Row::new(place).beside(Beside::Nothing), |ui, _| {
        let t = Tokens::of(ui);
        ui.add_space(5.0);
        ui.label(RichText::new(&words).font(small()).color(t.text3));
    });
    true
}

fn plain_default(default: &str) -> String {
    match default {
        "true" => "On".to_owned(),
        "false" => "Off".to_owned(),
        other => crate::forms::names::word(other.trim_matches('"')),
    }
}

/// What is said of a definition that cannot be read.
fn unreadable(ui: &mut Ui, rect: Rect, session: &MinigameSession) -> Vec<Ask> {
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect.shrink(EDGE)));
    for problem in session.problems().iter() {
        let place = format!(
            "Line {}, character {}. Correct it in a text editor; it is read again by itself.",
            problem.line, problem.column
        );
        let _none = note_with(&mut child, Tone::Error, &problem.message, &place, &[]);
    }
    Vec::new()
}

fn outside(ui: &mut Ui, rect: Rect) -> Option<Ask> {
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect.shrink2(vec2(12.0, 8.0))));
    let sentence = "The files have changed on disk while there are edits that are not saved.";
    let chosen = note_with(&mut child, Tone::Warning, sentence, "", &["Take theirs", "Keep mine"])?;
    Some(if chosen == 0 { Ask::TakeTheirs } else { Ask::KeepMine })
}

/// The plugin's manifest: what it says of itself and what it needs. It is not edited here.
fn show_plugin(ui: &mut Ui, rect: Rect, plugin: &Plugin) {
    let t = Tokens::of(ui);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect.shrink2(vec2(12.0, 8.0))));
    ScrollArea::vertical().id_salt("plugin").auto_shrink(false).show(&mut child, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.label(RichText::new("Plugin").font(heading(12.0)).color(t.text));
        ui.label(RichText::new(plugin.full_name()).font(strong()).color(t.text));
        for (label, value) in [("Version", &plugin.version), ("Starts", &plugin.main), ("Server", &plugin.server)] {
            if !value.is_empty() {
                ui.label(RichText::new(format!("{label}: {value}")).font(small()).color(t.text2));
            }
        }
        for (label, names) in [("Needs", &plugin.dependencies), ("Uses", &plugin.optional)] {
            for (name, range) in names {
                ui.label(RichText::new(format!("{label} {name} {range}")).font(small()).color(t.text2));
            }
        }
        for broken in &plugin.broken {
            ui.push_id(broken, |ui| note_with(ui, Tone::Warning, broken, "", &[]));
        }
        ui.label(RichText::new(format!("{}, read only", plugin.path)).font(mono_small()).color(t.text3));
    });
}

fn show_preview(ui: &mut Ui, rect: Rect, root: Ref<'_>) {
    let t = Tokens::of(ui);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect.shrink2(vec2(12.0, 0.0))));
    ScrollArea::vertical().id_salt("preview").auto_shrink(false).show(&mut child, |ui| {
        ui.add_space(12.0);
        ui.label(RichText::new("HUD, halfway through").font(heading(12.0)).color(t.text));
        ui.add_space(6.0);
        hud::show_hud(ui, root);
        ui.add_space(16.0);
        ui.label(RichText::new("A game from start to end").font(heading(12.0)).color(t.text));
        ui.add_space(6.0);
        hud::show_timeline(ui, root);
        ui.add_space(16.0);
    });
}

fn new_dialog(ui: &Ui, session: &MinigameSession, mut start: Start, mut name: String) -> (Option<Ask>, Option<Question>) {
    let id = id_of(&name);
    let taken = session.set().all().iter().any(|other| other.text("Id") == id || other.stem() == id);
    let blocked = match (id.is_empty(), taken) {
        (true, _) => Some("A minigame needs a name"),
        (_, true) => Some("Another minigame has this ID"),
        _ => None,
    };
    let response = Dialog::new("New minigame").main("Add minigame", blocked).show(ui.ctx(), |ui| {
        let shown = name.clone();
        let field = Field::new("Name").form().label_width(80.0);
        let typed =
            field.show(ui, |ui| TextField::new("Name of the minigame", &shown).hint("What players read").form().show(ui).0);
        if let Typed::Commit(text) | Typed::Preview(text) = typed.inner {
            name = text;
        }
        let t = Tokens::of(ui);
        let told = if id.is_empty() { "The file is called after it.".to_owned() } else { format!("Kept in {id}.json.") };
        ui.label(RichText::new(told).font(small()).color(t.text2));
        ui.add_space(12.0);
        for other in Start::ALL {
            let row = Row::new(other.title()).selected(Selection::of(other == start, true)).edge(12.0).focusable();
            if row.show(ui).response.clicked() {
                start = other;
            }
        }
        ui.add_space(8.0);
        ui.label(RichText::new(start.about()).font(body()).color(t.text2));
    });
    match response.end {
        None => (None, Some(Question::New(start, name))),
        Some(DialogEnd::Confirm) => (Some(Ask::Change(Edit::New(start, name))), None),
        Some(_) => (None, None),
    }
}

fn rename_dialog(ui: &Ui, session: &MinigameSession, mut id: String) -> (Option<Ask>, Option<Question>) {
    let own = session.selected().map(|definition| definition.key);
    let blocked = match own.map(|key| session.set().renamed(key, &id)) {
        Some(Ok(_)) => None,
        Some(Err(error)) => Some(error.what().to_owned()),
        None => Some("No minigame is selected".to_owned()),
    };
    let response = Dialog::new("Rename minigame").main("Rename", blocked.as_deref()).show(ui.ctx(), |ui| {
        let shown = id.clone();
        let field = Field::new("ID").form().label_width(80.0);
        let typed = field.show(ui, |ui| TextField::new("New ID", &shown).mono().form().show(ui).0);
        if let Typed::Commit(text) | Typed::Preview(text) = typed.inner {
            id = text;
        }
        let words =
            "The file gets the same name when you save. Volumes and commands that name the old ID must be changed by hand.";
        ui.label(RichText::new(words).font(small()).color(Tokens::of(ui).text2));
    });
    match response.end {
        None => (None, Some(Question::Rename(id))),
        Some(DialogEnd::Confirm) => (Some(Ask::Change(Edit::Rename(id))), None),
        Some(_) => (None, None),
    }
}
