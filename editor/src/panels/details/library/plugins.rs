//! Plugins: what the pack's scripts call, and the answers to the plugins' settings.

use egui::{RichText, Ui};
use tablewright_core::json::{Pointer, Ref};
use tablewright_core::library::{PluginManifest, Source};
use tablewright_core::pointer;

use super::{LONGEST, Library, MOST, What, act, card, hint, list, plugin_ids, sentence, settings, text};
use crate::forms::Form;
use crate::icons::Icon;
use crate::panels::Wish;
use crate::session::{LibraryEdit, Session};
use crate::theme::{METRICS, Tokens, mono, mono_small, small, strong};
use crate::widgets::{Button, Edit, TextField, Tone, check, chip, icon_button};

/// Draws the tab.
pub(in super::super) fn show(ui: &mut Ui, form: &mut Form<'_>, library: &mut Library) {
    let Some(session) = form.session.pack() else { return };
    let known = library.known(ui.ctx(), session);
    let mut wishes = Vec::new();
    super::page(ui, form, |ui, form| {
        if form.shows("plugins") {
            sentence(
                ui,
                "A script reaches out of the table only through the plugins listed here, and only through the functions that are \
                 ticked. There is no registry to ask from here: a plugin is read from its own diceytable.plugin.json, on this \
                 computer or at the top of a git repository.",
            );
            ui.add_space(12.0);
            library.source_row(ui, What::Plugin, None, &mut wishes);
            ui.add_space(16.0);
            library.offered(ui, &mut wishes);
            for id in plugin_ids(session) {
                let entry = Entry::of(session, &id);
                match known.plugins.get(&id) {
                    Some((plugin, source)) => of_known(ui, &entry, plugin, source, &mut wishes, library.reading.is_some()),
                    None => library.of_unknown(ui, &entry, &mut wishes),
                }
            }
            if plugin_ids(session).is_empty() && library.plugin.is_none() {
                hint(ui, "No plugins. Most packs need none.");
            }
        }
    });
    form.wishes.append(&mut wishes);
    as_it_stands(ui, form);
}

/// What the manifest says of one plugin.
struct Entry<'a> {
    id: String,
    /// Its place in `plugins`, where it is listed.
    at: Option<Pointer>,
    functions: Vec<String>,
    answers: Option<Ref<'a>>,
}

impl<'a> Entry<'a> {
    fn of(session: &'a Session, id: &str) -> Self {
        let named = |entry: &Ref<'_>| text(*entry, "id").as_deref() == Some(id);
        let found = list(session, "plugins").enumerate().take(MOST).find(|(_, entry)| named(entry));
        let functions = found.and_then(|(_, entry)| entry.get("functions")).map(Ref::items).into_iter().flatten();
        let answers = session.manifest().and_then(|manifest| manifest.root().get("pluginSettings")?.get(id));
        Self {
            id: id.to_owned(),
            at: found.map(|(index, _)| pointer!["plugins", index]),
            functions: functions.take(MOST).filter_map(short_text).collect(),
            answers,
        }
    }
}

/// A text that can be a name.
fn short_text(value: Ref<'_>) -> Option<String> {
    if value.raw().is_some_and(|raw| raw.len() > LONGEST) { None } else { Some(value.as_str()?.into_owned()) }
}

impl Library {
    /// A plugin that was read and is not in the pack yet.
    fn offered(&mut self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        let Some(plugin) = self.plugin.clone() else { return };
        let t = Tokens::of(ui);
        let mut done = false;
        card(ui, &format!("Read: {}", plugin.name), |ui| {
            head(ui, &plugin.name, &plugin.version, |_| {});
            about(ui, &plugin);
            let count = |n: usize, one: &str, many: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {many}") };
            let mut has = vec![count(plugin.functions.len(), "function", "functions")];
            has.push(count(plugin.settings.len(), "setting", "settings"));
            has.extend(plugin.imports_decks.then(|| "can be a lobby’s deck site".to_owned()));
            ui.label(RichText::new(has.join(" · ")).font(small()).color(t.text2));
            ui.add_space(6.0);
            ui.horizontal(|ui| {
                if ui.add(Button::main("Add to the pack")).clicked() {
                    act(wishes, LibraryEdit::Attach(plugin.id.clone()));
                    done = true;
                }
                let only = Button::control("Configure only").form();
                let only =
                    ui.add(only).on_hover_text("For a deck site that no script calls: answers are kept, and nothing is listed.");
                if only.clicked() {
                    act(wishes, LibraryEdit::ConfigureOnly(plugin.id.clone()));
                    done = true;
                }
                done |= ui.add(Button::quiet("Not now").form()).clicked();
            });
        });
        if done {
            self.plugin = None;
        }
    }

    /// A plugin whose manifest was never read on this computer.
    fn of_unknown(&mut self, ui: &mut Ui, entry: &Entry<'_>, wishes: &mut Vec<Wish>) {
        let asks = self.asks_for(What::Plugin).as_deref() == Some(entry.id.as_str());
        card(ui, &entry.id, |ui| {
            head(ui, &entry.id, "", |ui| remove(ui, entry, wishes));
            hint(ui, "Its manifest wasn’t read on this computer yet, so what it offers isn’t known here.");
            if entry.at.is_some() {
                settings::title(ui, "Functions that scripts may call");
                if entry.functions.is_empty() {
                    hint(ui, "None.");
                }
                for function in &entry.functions {
                    ui.horizontal(|ui| {
                        ui.set_height(METRICS.row);
                        ui.label(RichText::new(function).font(mono()).color(Tokens::of(ui).text));
                        let name = format!("Remove {function}");
                        if icon_button(ui, Icon::Close, &name, "", false, None, 24.0).clicked() {
                            call(wishes, &entry.id, function, false);
                        }
                    });
                }
                add_function(ui, &entry.id, wishes);
            }
            if let Some(answers) = entry.answers.filter(|answers| !answers.is_empty()) {
                settings::title(ui, "Answers to its settings");
                settings::unknown(ui, &entry.id, answers, wishes);
            }
            ui.add_space(6.0);
            if asks {
                self.source_row(ui, What::Plugin, Some(&entry.id), wishes);
            } else if ui.add(Button::control("Read its manifest…").icon(Icon::Import)).clicked() {
                self.asking = Some((What::Plugin, entry.id.clone()));
                self.failed = None;
            }
        });
    }
}

/// A line to type a function's name into.
fn add_function(ui: &mut Ui, id: &str, wishes: &mut Vec<Wish>) {
    let field = TextField::new("Add a function", "").hint("Name of a function").mono().width(240.0);
    if let Edit::Commit(name) = field.show(ui).0
        && !name.trim().is_empty()
    {
        call(wishes, id, name.trim(), true);
    }
}

fn call(wishes: &mut Vec<Wish>, plugin: &str, function: &str, on: bool) {
    act(wishes, LibraryEdit::Call { plugin: plugin.to_owned(), function: function.to_owned(), on });
}

/// A plugin whose manifest is known.
fn of_known(ui: &mut Ui, entry: &Entry<'_>, plugin: &PluginManifest, source: &Source, wishes: &mut Vec<Wish>, busy: bool) {
    card(ui, &plugin.name, |ui| {
        head(ui, &plugin.name, &plugin.version, |ui| remove(ui, entry, wishes));
        about(ui, plugin);
        read_from(ui, What::Plugin, &plugin.id, source, busy, wishes);
        if entry.at.is_some() {
            functions(ui, entry, plugin, wishes);
        } else {
            ui.add_space(4.0);
            ui.horizontal(|ui| {
                chip(ui, Tone::Plain, "Configured only");
                if ui.add(Button::link("Let scripts call it…")).clicked() {
                    act(wishes, LibraryEdit::Attach(entry.id.clone()));
                }
            });
        }
        let answered = entry.answers.is_some_and(|answers| !answers.is_empty());
        if !plugin.settings.is_empty() || answered {
            settings::title(ui, "Settings");
            settings::show(ui, plugin, entry.answers, wishes);
        }
    });
}

/// A tick for each function that the plugin exposes, then those that the pack lists and it no longer has.
fn functions(ui: &mut Ui, entry: &Entry<'_>, plugin: &PluginManifest, wishes: &mut Vec<Wish>) {
    let t = Tokens::of(ui);
    settings::title(ui, "Functions that scripts may call");
    if plugin.functions.is_empty() {
        hint(ui, "It exposes none: scripts use its files only.");
    }
    for function in &plugin.functions {
        let mut on = entry.functions.contains(&function.name);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 12.0;
            if check(ui, &mut on, &function.name).changed() {
                call(wishes, &plugin.id, &function.name, on);
            }
            if !function.summary.is_empty() {
                ui.add(egui::Label::new(RichText::new(&function.summary).font(small()).color(t.text3)).truncate());
            }
        });
    }
    for name in entry.functions.iter().filter(|name| !plugin.functions.iter().any(|function| function.name == **name)) {
        ui.horizontal(|ui| {
            ui.set_height(METRICS.row);
            let (at, _) = ui.allocate_exact_size(egui::vec2(16.0, 24.0), egui::Sense::hover());
            Icon::Warning.paint(ui, at, 16.0, t.warning);
            ui.label(RichText::new(name).font(mono()).color(t.text));
            ui.label(RichText::new("is listed, and the plugin no longer exposes it").font(small()).color(t.text2));
            if ui.add(Button::link("Remove").name(&format!("Remove {name}"))).clicked() {
                call(wishes, &plugin.id, name, false);
            }
        });
    }
}

/// Name and version at the left, what can be done with the whole at the right.
pub(super) fn head(ui: &mut Ui, name: &str, version: &str, right: impl FnOnce(&mut Ui)) {
    let t = Tokens::of(ui);
    ui.horizontal(|ui| {
        ui.set_height(METRICS.control);
        ui.spacing_mut().item_spacing.x = 8.0;
        let room = ui.available_width() - 120.0;
        let galley = crate::widgets::elided(ui, name, strong(), t.text, room - 60.0);
        let (rect, response) = ui.allocate_exact_size(egui::vec2(galley.size().x, METRICS.control), egui::Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Heading, true, name));
        crate::widgets::paint_text(ui, rect, egui::Align2::LEFT_CENTER, &galley);
        ui.label(RichText::new(version).font(mono()).color(t.text2));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), right);
    });
}

fn about(ui: &mut Ui, plugin: &PluginManifest) {
    let t = Tokens::of(ui);
    ui.label(RichText::new(&plugin.id).font(mono_small()).color(t.text3));
    if !plugin.summary.is_empty() {
        ui.add(egui::Label::new(RichText::new(&plugin.summary).font(crate::theme::body()).color(t.text2)).wrap());
    }
    if !plugin.license.is_empty() {
        ui.label(RichText::new(format!("Licence: {}", plugin.license)).font(small()).color(t.text2));
    }
}

/// Where it was read, with a button to do so again.
pub(super) fn read_from(ui: &mut Ui, what: What, id: &str, source: &Source, busy: bool, wishes: &mut Vec<Wish>) {
    let t = Tokens::of(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let words = format!("Read from {}", source.as_text());
        let again = if what == What::Plugin { "Read again" } else { "Look for a newer version" };
        let room = ui.available_width() - 180.0;
        let galley = crate::widgets::elided(ui, &words, small(), t.text3, room);
        let (rect, response) = ui.allocate_exact_size(egui::vec2(galley.size().x, METRICS.control), egui::Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &words));
        crate::widgets::paint_text(ui, rect, egui::Align2::LEFT_CENTER, &galley);
        let blocked = busy.then_some("Another manifest is being read");
        let name = format!("{again}: {id}");
        if ui.add(Button::link(again).name(&name).blocked(blocked)).clicked() {
            let asked = super::Asked { what, source: source.clone(), expect: Some(id.to_owned()) };
            wishes.push(Wish::ReadManifest(asked));
        }
    });
}

fn remove(ui: &mut Ui, entry: &Entry<'_>, wishes: &mut Vec<Wish>) {
    let name = format!("Remove the plugin {}", entry.id);
    let response =
        ui.add(Button::quiet("Remove").name(&name)).on_hover_text("Takes it off the list, with the answers to its settings.");
    if response.clicked() {
        act(wishes, LibraryEdit::RemovePlugin(entry.id.clone()));
    }
}

/// The two keys as the manifest has them: where something is wrong in them, and where cards can't show what stands there.
fn as_it_stands(ui: &mut Ui, form: &mut Form<'_>) {
    super::plain(ui, form, "Plugins", &["plugins", "pluginSettings"]);
}
