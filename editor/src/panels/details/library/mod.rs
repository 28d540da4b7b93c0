//! What the pack names and does not hold: the tabs *Plugins* and *Dependencies*, and reading a manifest from elsewhere.
//!
//! - this file: [`Library`], what both tabs keep, and [`Asked`], the reading that a job does for them
//! - `source`: the row where a folder, a file or a git address is given, and how the reading goes
//! - `plugins`, `settings`: plugins as cards, and the form of a plugin's settings
//! - `dependencies`: pins as cards, and what a newer version would move
//!
//! There is no registry to ask: whatever is known of a plugin or pack was read from its own manifest, and is remembered.

mod dependencies;
mod plugins;
mod settings;
mod source;

pub(super) use dependencies::show as show_dependencies;
pub(super) use plugins::show as show_plugins;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use egui::{CornerRadius, Frame, Margin, Rect, RichText, Sense, Stroke, Ui, UiBuilder, pos2};
use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_core::job::Watch;
use tablewright_core::json::Ref;
use tablewright_core::library::{PackCard, Pinned, PluginManifest, Shelf, Source, newer};
use tablewright_core::publish::SystemCredentials;
use tablewright_core::{Error, ErrorKind, Result, pointer};

use crate::forms::Form;
use crate::icons::Icon;
use crate::later::Later;
use crate::panels::Wish;
use crate::session::{Action, LibraryEdit, Session};
use crate::theme::{METRICS, Tokens, body, small};
use crate::widgets::Button;

/// How long a git server may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The most cards, and the most rows in one of their lists: what is beyond is left to the plain fields.
const MOST: usize = 100;

/// A longer text is no name, in bytes of the file.
const LONGEST: usize = 1_000;

/// Width of cards: that of the form's label and field together.
const CARD: f32 = 624.0;

/// Whose manifest is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum What {
    /// A plugin's.
    Plugin,
    /// Another pack's.
    Pack,
}

impl What {
    /// The names that the file can have.
    pub fn files(self) -> &'static [&'static str] {
        match self {
            Self::Plugin => &PluginManifest::FILES,
            Self::Pack => &PackCard::FILES,
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Self::Plugin => "plugin",
            Self::Pack => "pack",
        }
    }
}

/// A manifest to be read by a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// Whose.
    pub what: What,
    /// Where it is.
    pub source: Source,
    /// Whose it must be; any where it is for adding one.
    pub expect: Option<String>,
}

/// A manifest that was read.
#[derive(Debug, Clone)]
pub enum Found {
    /// A plugin's.
    Plugin(Box<PluginManifest>),
    /// Another pack's.
    Pack(PackCard),
}

impl Asked {
    /// Reads it and remembers it in the state folder. Takes as long as a git server does.
    ///
    /// # Errors
    /// As [`Source::read`]; refused where it is the manifest of something else than was asked for.
    pub fn read(&self, state: &Path, watch: &dyn Watch) -> Result<Found> {
        watch.progress(&format!("Reading {}", self.source.as_text()), 0, 0);
        let read = self.source.read(self.what.files(), &SystemCredentials, PATIENCE, watch)?;
        let shelf = Shelf::new(state);
        let commit = read.commit.as_deref();
        match self.what {
            What::Plugin => {
                let plugin = PluginManifest::read(&read.bytes)?;
                self.expected(&plugin.id)?;
                shelf.put_plugin(&plugin.id, &self.source, commit, &read.bytes)?;
                Ok(Found::Plugin(Box::new(plugin)))
            }
            What::Pack => {
                let card = PackCard::read(&read.bytes, read.commit.clone())?;
                self.expected(&card.id)?;
                shelf.put_pack(&card.id, &self.source, commit, &read.bytes)?;
                Ok(Found::Pack(card))
            }
        }
    }

    fn expected(&self, id: &str) -> Result<()> {
        match &self.expect {
            Some(expect) if !expect.eq_ignore_ascii_case(id) => {
                let what = format!("That is the {} {id}, not {expect}", self.what.noun());
                Err(Error::new(ErrorKind::Refused, what).hint("Give the folder or address of the right one."))
            }
            _ => Ok(()),
        }
    }
}

/// What was read earlier, with where that was.
#[derive(Debug, Default)]
struct Known {
    plugins: FxHashMap<String, (PluginManifest, Source)>,
    packs: FxHashMap<String, (PackCard, Source)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct KnownOf {
    state: PathBuf,
    plugins: Vec<String>,
    packs: Vec<String>,
    /// Rises with each reading.
    round: u64,
}

impl KnownOf {
    fn read(&self) -> Arc<Known> {
        let shelf = Shelf::new(&self.state);
        let plugins = self.plugins.iter().filter_map(|id| Some((id.clone(), shelf.plugin(id)?))).collect();
        let packs = self.packs.iter().filter_map(|id| Some((id.clone(), shelf.pack(id)?))).collect();
        Arc::new(Known { plugins, packs })
    }
}

/// A pack that was read and waits for a yes: to be pinned, or for its pin to be moved.
#[derive(Debug, Clone)]
struct Offer {
    card: PackCard,
    /// The pin that would move.
    moves: Option<Pinned>,
    /// The person asked to move it.
    asked: bool,
    /// The licence was acknowledged.
    agreed: bool,
}

/// What the two tabs keep between frames.
#[derive(Default)]
pub struct Library {
    known: Later<KnownOf, Arc<Known>>,
    round: u64,
    /// What is typed into the rows that ask for a source: for adding (no id), and for one of the cards.
    typed: FxHashMap<(What, Option<String>), String>,
    /// The cards that ask where their manifest is.
    asking: Option<(What, String)>,
    reading: Option<Asked>,
    failed: Option<(Asked, String)>,
    /// A plugin that was read and is not in the pack yet.
    plugin: Option<PluginManifest>,
    pack: Option<Offer>,
    /// What looking for a newer version came to, by pack.
    told: Option<(String, String)>,
}

impl Library {
    /// A reading has begun.
    pub fn began(&mut self, asked: Asked) {
        self.failed = None;
        self.told = None;
        self.reading = Some(asked);
    }

    /// The reading ended without an answer.
    pub fn broke_off(&mut self) {
        self.reading = None;
    }

    /// A reading has ended.
    pub fn ended(&mut self, asked: &Asked, result: Result<Found>, session: Option<&Session>) {
        self.reading = None;
        self.round += 1;
        match result {
            Err(error) if error.kind() == ErrorKind::Cancelled => {}
            Err(error) => self.failed = Some((asked.clone(), error.to_string())),
            Ok(found) => {
                self.asking = None;
                self.typed.remove(&(asked.what, asked.expect.clone()));
                self.take(asked, found, session);
            }
        }
    }

    fn take(&mut self, asked: &Asked, found: Found, session: Option<&Session>) {
        match found {
            Found::Plugin(plugin) => {
                let there = session.is_some_and(|session| plugin_ids(session).contains(&plugin.id));
                self.plugin = Some(*plugin).filter(|_| asked.expect.is_none() && !there);
            }
            Found::Pack(card) if session.is_some_and(|session| session.manifest_text("id") == card.id) => {
                let why = "This is the pack itself, and a pack can’t build on itself. Choose another pack.";
                self.failed = Some((asked.clone(), why.to_owned()));
            }
            Found::Pack(card) => {
                let pin =
                    session.and_then(|session| pins(session).into_iter().find(|(id, _)| *id == card.id)).map(|(_, pin)| pin);
                if let Some(pin) = &pin
                    && !newer(pin, &card)
                {
                    self.told = Some((card.id.clone(), not_newer(pin, &card)));
                    return;
                }
                self.pack = Some(Offer { card, moves: pin, asked: false, agreed: false });
            }
        }
    }

    /// Sets the folder or file that was chosen in a dialog or dropped, and asks for it to be read.
    pub fn chose(&mut self, what: What, expect: Option<String>, path: &Path) -> Asked {
        self.typed.insert((what, expect.clone()), path.to_string_lossy().into_owned());
        Asked { what, source: Source::Disk(path.to_path_buf()), expect }
    }

    /// Something around the pack has changed: what was remembered is looked at again.
    fn known(&mut self, ctx: &egui::Context, session: &Session) -> Arc<Known> {
        let packs = pins(session).into_iter().map(|(id, _)| id).collect();
        let of = KnownOf { state: session.state_dir().to_path_buf(), plugins: plugin_ids(session), packs, round: self.round };
        let known = self.known.get(ctx, &of, {
            let of = of.clone();
            move || of.read()
        });
        known.value.cloned().unwrap_or_default()
    }
}

/// What is told where there is nothing newer.
fn not_newer(pin: &Pinned, card: &PackCard) -> String {
    if pin.version == card.version {
        return format!("{} is the newest there.", card.version);
    }
    format!("{} is there, which is older than the pin.", card.version)
}

fn list<'a>(session: &'a Session, key: &str) -> impl Iterator<Item = Ref<'a>> {
    session.manifest().and_then(|manifest| manifest.root().get(key)).map(Ref::items).into_iter().flatten()
}

/// A text of an entry. One that is longer than any name can be is left to the plain fields.
fn text(value: Ref<'_>, key: &str) -> Option<String> {
    let value = value.get(key)?;
    if value.raw().is_some_and(|raw| raw.len() > LONGEST) { None } else { Some(value.as_str()?.into_owned()) }
}

/// The plugins that the manifest lists or answers, each once, listed ones first.
fn plugin_ids(session: &Session) -> Vec<String> {
    let listed = list(session, "plugins").filter_map(|entry| text(entry, "id"));
    let mut ids: Vec<String> = Vec::new();
    let answered = session.manifest().and_then(|manifest| manifest.root().get("pluginSettings"));
    let answered = answered.map(Ref::members).into_iter().flatten().filter(|(id, _)| id.len() <= LONGEST);
    let mut seen = FxHashSet::default();
    for id in listed.take(MOST).chain(answered.take(MOST).map(|(id, _)| id.to_owned())) {
        if seen.insert(id.clone()) {
            ids.push(id);
        }
    }
    ids
}

/// The packs that the manifest pins; of several pins of one pack the first.
fn pins(session: &Session) -> Vec<(String, Pinned)> {
    let mut pins: Vec<(String, Pinned)> = Vec::new();
    for entry in list(session, "dependencies").take(MOST) {
        let Some(id) = text(entry, "packId") else { continue };
        if !pins.iter().any(|(other, _)| *other == id) {
            let pin = Pinned { version: text(entry, "version").unwrap_or_default(), commit: text(entry, "commitSha") };
            pins.push((id, pin));
        }
    }
    pins
}

/// A commit as people read it: its first seven signs.
fn short(commit: &str) -> String {
    commit.chars().take(7).collect()
}

fn act(wishes: &mut Vec<Wish>, edit: LibraryEdit) {
    wishes.push(Wish::Act(Action::Library(edit)));
}

/// A card of a plugin or pack. `name` is what a screen reader calls it.
fn card<R>(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
    let t = Tokens::of(ui);
    let width = ui.available_width().min(CARD);
    let frame = Frame::new()
        .fill(t.raised)
        .stroke(Stroke::new(1.0, t.border_subtle))
        .corner_radius(CornerRadius::same(METRICS.radius_card))
        .inner_margin(Margin::symmetric(16, 12));
    let shown = frame.show(ui, |ui| {
        ui.set_width(width - 34.0);
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.spacing_mut().interact_size.y = METRICS.control;
        ui.push_id(name, add).inner
    });
    shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Group, true, name));
    ui.add_space(12.0);
    shown.inner
}

/// A sentence that wraps within the form's width.
fn sentence(ui: &mut Ui, words: &str) {
    let t = Tokens::of(ui);
    ui.scope(|ui| {
        ui.set_max_width(ui.available_width().min(CARD));
        ui.add(egui::Label::new(RichText::new(words).font(body()).color(t.text2)).wrap());
    });
}

fn hint(ui: &mut Ui, words: &str) {
    let t = Tokens::of(ui);
    ui.add(egui::Label::new(RichText::new(words).font(small()).color(t.text3)).wrap());
}

/// Draws in the form's page, whose rows have their own measures.
fn page(ui: &mut Ui, form: &mut Form<'_>, draw: impl FnOnce(&mut Ui, &mut Form<'_>)) {
    let top = ui.cursor().min.y;
    let room = Rect::from_min_max(pos2(form.columns.left, top), pos2(form.columns.right, f32::INFINITY));
    let mut child = ui.new_child(UiBuilder::new().id_salt("page").max_rect(room));
    child.spacing_mut().item_spacing.y = 4.0;
    draw(&mut child, form);
    ui.allocate_rect(child.min_rect(), Sense::hover());
}

/// The keys as the manifest has them, in the form's own rows: shown where something is wrong in them, where a search or a
/// problem leads to them, and when asked for.
fn plain(ui: &mut Ui, form: &mut Form<'_>, group: &str, keys: &[&str]) {
    let wrong = keys.iter().any(|key| form.counts(&pointer![*key]).worst().is_some());
    let sought = form.only.is_some() || keys.iter().any(|key| form.state.leads_into(&pointer![*key]));
    let there = keys.iter().any(|key| form.manifest.at(&pointer![*key]).is_some());
    let id = ui.make_persistent_id(("as it stands", group));
    let mut open: bool = ui.data(|data| data.get_temp(id).unwrap_or(false));
    if sought || wrong && !open {
        open = true;
        ui.data_mut(|data| data.insert_temp(id, true));
    }
    if !there && !sought {
        return;
    }
    page(ui, form, |ui, _| {
        ui.add_space(4.0);
        let words = if open { "Hide the plain fields" } else { "Show the plain fields" };
        let icon = if open { Icon::ChevronDown } else { Icon::ChevronRight };
        if ui.add(Button::quiet(words).icon(icon)).clicked() {
            open = !open;
            ui.data_mut(|data| data.insert_temp(id, open));
        }
        ui.add_space(8.0);
    });
    if open {
        form.group(ui, group);
    }
}
