//! Mod details: the manifest as a form of several tabs, with its listing beside it.
//!
//! This file holds the panel and its three parts: navigation (`nav`), the form, the preview. Each tab is one file with one
//! function `show(ui, form)`; what a field looks like is the form engine's ([`crate::forms`]). A tab may draw fields its
//! own way ([`Form::special`]) and may hold no rule: those are the field table's.

mod basics;
mod credits;
mod files;
mod gallery;
mod game;
pub mod library;
pub mod listing;
mod nav;
mod raw;
mod rules;
mod script;
mod sounds;
mod variants;

use std::path::Path;

use egui::{Align2, Rect, ScrollArea, Ui, UiBuilder, pos2, vec2};
use rustc_hash::FxHashSet;
use tablewright_core::Result;
use tablewright_core::json::Pointer;
use tablewright_core::manifest::{PackType, table};
use tablewright_core::shape::{Field, Rule};

use super::credits::CreditsPanel;
use super::{View, Wish};
use crate::dock::COMPACT;
use crate::forms::columns::Columns;
use crate::forms::{ElementCommand, Form, FormState};
use crate::icons::Icon;
use crate::session::Session;
use crate::theme::{Tokens, title};
use crate::widgets::{Tone, elided, empty_state, paint_text, search};
use library::{Asked, Found, Library, What};
use listing::Listing;
use raw::Raw;

/// A part of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Tab {
    /// What the pack is called and what it is.
    #[default]
    Details,
    /// Cover, screenshots, videos.
    Gallery,
    /// What players download.
    Files,
    /// Players, dice, options, requirements, rules.
    Game,
    /// Entry points and what the script may do.
    Script,
    /// Sound sets.
    Sounds,
    /// Plugins and their settings.
    Plugins,
    /// Packs that this one builds on.
    Dependencies,
    /// Where the files are from.
    Credits,
    /// The list of variants.
    Variants,
    /// Card and page as players see them.
    Listing,
    /// The manifest's text.
    Raw,
}

impl Tab {
    /// All tabs in the order of the navigation.
    pub const ALL: [Self; 12] = [
        Self::Details,
        Self::Gallery,
        Self::Files,
        Self::Game,
        Self::Script,
        Self::Sounds,
        Self::Plugins,
        Self::Dependencies,
        Self::Credits,
        Self::Variants,
        Self::Listing,
        Self::Raw,
    ];

    /// Its name, which is also that of its part of the field table.
    pub fn title(self) -> &'static str {
        match self {
            Self::Details => "Details",
            Self::Gallery => "Gallery",
            Self::Files => "Files",
            Self::Game => "Game",
            Self::Script => "Script",
            Self::Sounds => "Sounds",
            Self::Plugins => "Plugins",
            Self::Dependencies => "Dependencies",
            Self::Credits => "Credits",
            Self::Variants => "Variants",
            Self::Listing => "Listing",
            Self::Raw => "Raw",
        }
    }

    /// Its name for a pack of this type: a room and a table run no script.
    fn shown_title(self, kind: Option<PackType>) -> &'static str {
        match (self, kind) {
            (Self::Script, Some(PackType::Room | PackType::Table)) => "Scene file",
            _ => self.title(),
        }
    }

    fn icon(self) -> Icon {
        match self {
            Self::Details => Icon::ListView,
            Self::Gallery => Icon::Gallery,
            Self::Files => Icon::Folder,
            Self::Game => Icon::Die,
            Self::Script => Icon::Script,
            Self::Sounds => Icon::Sound,
            Self::Plugins => Icon::Plugin,
            Self::Dependencies => Icon::Link,
            Self::Credits => Icon::Credits,
            Self::Variants => Icon::Variants,
            Self::Listing => Icon::Eye,
            Self::Raw => Icon::Json,
        }
    }

    fn show(self, ui: &mut Ui, form: &mut Form<'_>, library: &mut Library) {
        match self {
            Self::Details => basics::show(ui, form),
            Self::Gallery => gallery::show(ui, form),
            Self::Files => files::show(ui, form),
            Self::Game => game::show(ui, form),
            Self::Script => script::show(ui, form),
            Self::Sounds => sounds::show(ui, form),
            Self::Plugins => library::show_plugins(ui, form, library),
            Self::Dependencies => library::show_dependencies(ui, form, library),
            Self::Credits => credits::show(ui, form),
            Self::Variants => variants::show(ui, form),
            // These two are no parts of the field table and are drawn over the whole page.
            Self::Listing | Self::Raw => {}
        }
    }

    /// The top-level fields that stand here.
    fn fields(self) -> impl Iterator<Item = &'static Field> {
        table::MANIFEST.fields.iter().filter(move |field| field.group == self.title())
    }

    /// Whether a pack of this type has anything here.
    fn is_offered(self, form: &Form<'_>) -> bool {
        matches!(self, Self::Details | Self::Listing | Self::Raw) || self.fields().any(|field| form.carries(field))
    }

    /// The tab that the field at `at` stands in.
    fn of(at: &Pointer) -> Self {
        let field = at.tokens().first().and_then(|key| table::MANIFEST.field(key));
        field.and_then(|field| Self::ALL.into_iter().find(|tab| tab.title() == field.group)).unwrap_or_default()
    }
}

/// Width of the navigation.
const NAV: f32 = 200.0;
/// Width of the preview.
const PREVIEW: f32 = 328.0;
/// Height of the head above the form.
const HEAD: f32 = 56.0;
/// From the edge of the page to what it holds.
const EDGE: f32 = 32.0;

/// The panel's own state.
#[derive(Default)]
pub struct DetailsPanel {
    tab: Tab,
    /// The tab of the next frame: what is typed now is committed first.
    next: Option<Tab>,
    find: String,
    wants_find: bool,
    form: FormState,
    listing: Listing,
    raw: Raw,
    library: Library,
    credits: CreditsPanel,
    /// The credits are shown as fields, not as records.
    credit_fields: bool,
}

impl DetailsPanel {
    /// Opens the tab of the field at `at`, scrolls to it, and lets it flash.
    pub fn go_to(&mut self, at: &Pointer) {
        self.next = Some(Tab::of(at));
        self.credit_fields |= Tab::of(at) == Tab::Credits;
        self.find.clear();
        self.form.lead_to(at);
    }

    /// Puts the keyboard into *Find a field*.
    pub fn find(&mut self) {
        self.wants_find = true;
    }

    /// The element of a list that the keyboard is at: its list and its number.
    pub fn selected_element(&self) -> Option<&(Pointer, usize)> {
        self.form.element()
    }

    /// Takes the selected element out.
    pub fn remove_element(&mut self) {
        self.form.ask(ElementCommand::Remove);
    }

    /// Puts a copy of the selected element after it.
    pub fn duplicate_element(&mut self) {
        self.form.ask(ElementCommand::Duplicate);
    }

    /// Something on the disk has changed: files and pictures are read again.
    pub fn look_again(&mut self) {
        self.form.look_again();
    }

    /// A manifest from elsewhere is being read.
    pub fn began_reading(&mut self, asked: Asked) {
        self.library.began(asked);
    }

    /// A manifest from elsewhere was read, or could not be.
    pub fn ended_reading(&mut self, asked: &Asked, result: Result<Found>, session: Option<&Session>) {
        self.library.ended(asked, result, session);
    }

    /// The reading ended without an answer.
    pub fn broke_off_reading(&mut self) {
        self.library.broke_off();
    }

    /// A file or folder was chosen for the manifest of a plugin or pack. Returns what is to be read.
    pub fn chose(&mut self, what: What, expect: Option<String>, path: &Path) -> Asked {
        self.library.chose(what, expect, path)
    }

    /// What something that is dropped on the window would be read as; `None` where the tab that is shown has no use for it.
    pub fn takes_drops(&self) -> Option<What> {
        match self.tab {
            Tab::Plugins => Some(What::Plugin),
            Tab::Dependencies => Some(What::Pack),
            _ => None,
        }
    }

    /// Draws the panel.
    pub fn show(&mut self, ui: &mut Ui, view: View<'_>) -> Vec<Wish> {
        let t = Tokens::of(ui);
        let Some(mut form) = Form::new(view.session, &mut self.form) else {
            // What is no manifest can still be mended as text.
            ui.painter().rect_filled(ui.max_rect(), 0.0, t.panel);
            return self.raw.show(ui, view.session);
        };
        form.take_command();
        if !self.tab.is_offered(&form) {
            self.tab = Tab::Details;
        }
        let room = ui.max_rect();
        ui.painter().rect_filled(room, 0.0, t.app);
        // The listing has the preview's room for itself.
        let wide = room.width() > COMPACT && self.tab != Tab::Listing;
        let nav = room.with_max_x(room.left() + NAV);
        let preview = room.with_min_x(room.right() - PREVIEW);
        let page = Rect::from_min_max(
            pos2(nav.right() + 1.0, room.top()),
            pos2(if wide { preview.left() - 1.0 } else { room.right() }, room.bottom()),
        );
        let part = |ui: &mut Ui, name: &str, rect: Rect| {
            ui.painter().rect_filled(rect, 0.0, t.panel);
            let mut child = ui.new_child(UiBuilder::new().id_salt(name).max_rect(rect));
            child.set_clip_rect(rect.intersect(ui.clip_rect()));
            child
        };
        let chosen = nav::show(&mut part(ui, "navigation", nav), &mut form, self.tab, view.state);
        let mut middle = part(ui, "form", page);
        let wants_find = std::mem::take(&mut self.wants_find);
        head(&mut middle, page, self.tab.shown_title(form.kind), &mut self.find, wants_find);
        let below = page.with_min_y(page.top() + HEAD);
        let mut wishes = Vec::new();
        let searching = !self.find.trim().is_empty();
        let mut whole = middle.new_child(UiBuilder::new().id_salt(self.tab.title()).max_rect(below));
        whole.set_clip_rect(below.intersect(middle.clip_rect()));
        match self.tab {
            Tab::Listing if !searching => {
                wishes.extend(self.listing.tab(&mut whole, view.session, &mut form.state.pictures));
            }
            Tab::Raw if !searching => wishes.extend(self.raw.show(&mut whole, view.session)),
            Tab::Credits if !searching => {
                let rest = credits::views(&mut middle, below, &mut self.credit_fields);
                if self.credit_fields {
                    body(&mut middle, rest, &mut form, &mut self.library, Tab::Credits, &self.find);
                } else {
                    let mut page = middle.new_child(UiBuilder::new().id_salt("records").max_rect(rest));
                    page.set_clip_rect(rest.intersect(middle.clip_rect()));
                    wishes.extend(self.credits.show(&mut page, view.session));
                }
            }
            tab => body(&mut middle, below, &mut form, &mut self.library, tab, &self.find),
        }
        if wide {
            let mut column = part(ui, "preview", preview);
            wishes.extend(self.listing.column(&mut column, view.session, &mut form.state.pictures));
        }
        wishes.append(&mut form.wishes);
        self.form.end_frame();
        if let Some(tab) = chosen {
            self.next = Some(tab);
            self.find.clear();
        }
        if let Some(next) = self.next.take() {
            if next == Tab::Credits && self.tab != next {
                self.listing.show_credits();
            }
            self.tab = next;
            ui.ctx().request_repaint();
        }
        wishes
    }
}

/// The title of the tab and the search.
fn head(ui: &mut Ui, page: Rect, tab: &str, find: &mut String, wants_find: bool) {
    let t = Tokens::of(ui);
    let head = page.with_max_y(page.top() + HEAD);
    let inner = head.shrink2(vec2(EDGE, 0.0));
    let words = if find.trim().is_empty() { tab } else { "Fields that fit" };
    let galley = elided(ui, words, title(), t.text, inner.width() - 240.0);
    let at = paint_text(ui, inner, Align2::LEFT_CENTER, &galley);
    let response = ui.interact(at, ui.make_persistent_id("title"), egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Heading, true, words));
    let room =
        Rect::from_min_max(pos2(inner.right() - 220.0, head.center().y - 14.0), pos2(inner.right(), head.center().y + 14.0));
    let mut child = ui.new_child(UiBuilder::new().id_salt("find").max_rect(room));
    child.spacing_mut().interact_size.y = 28.0;
    let response = search(&mut child, "Find a field", find, "Find a field", 220.0);
    if wants_find {
        response.request_focus();
    }
    let line = Rect::from_min_max(pos2(head.left(), head.bottom() - 1.0), head.right_bottom());
    ui.painter().rect_filled(line, 0.0, t.border_subtle);
}

/// The fields of the tab, or those of all tabs that a search found.
fn body(ui: &mut Ui, room: Rect, form: &mut Form<'_>, library: &mut Library, tab: Tab, find: &str) {
    let mut child = ui.new_child(UiBuilder::new().id_salt("body").max_rect(room));
    child.set_clip_rect(room.intersect(ui.clip_rect()));
    let searching = !find.trim().is_empty();
    let salt = if searching { "found" } else { tab.title() };
    ScrollArea::vertical().id_salt(salt).auto_shrink(false).show(&mut child, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let left = room.left() + EDGE;
        form.columns = Columns::of(left, room.right() - EDGE);
        ui.add_space(20.0);
        if searching {
            found(ui, form, library, find);
        } else {
            ui.push_id(tab.title(), |ui| tab.show(ui, form, library));
        }
        ui.add_space(32.0);
    });
}

fn found(ui: &mut Ui, form: &mut Form<'_>, library: &mut Library, find: &str) {
    let query = find.trim().to_lowercase();
    let mut any = false;
    for tab in Tab::ALL.into_iter().filter(|tab| tab.is_offered(form)).collect::<Vec<_>>() {
        let fits = tab.fields().filter(|field| fits(field, &query, 0)).map(|field| field.key);
        let keys: FxHashSet<&'static str> = fits.filter(|key| form.shows(key)).collect();
        if keys.is_empty() {
            continue;
        }
        any = true;
        form.heading(ui, tab.shown_title(form.kind));
        form.only = Some(keys);
        ui.push_id(tab.title(), |ui| tab.show(ui, form, library));
        form.only = None;
    }
    if !any {
        let words = format!("No field is called or explained by “{}”.", find.trim());
        empty_state(ui, Tone::Plain, Icon::Search, "No field fits", &words, None);
    }
}

/// Whether a field, or one inside it, is called or explained by these words.
fn fits(field: &'static Field, query: &str, depth: usize) -> bool {
    let named = |text: &str| text.to_lowercase().contains(query);
    if named(field.label) || named(field.key) || depth == 0 && named(field.help) {
        return true;
    }
    fits_below(&field.rule, query, depth)
}

fn fits_below(rule: &'static Rule, query: &str, depth: usize) -> bool {
    match rule.plain() {
        _ if depth > 4 => false,
        Rule::Object(shape) => shape.fields.iter().any(|field| fits(field, query, depth + 1)),
        Rule::Tagged { cases, .. } => cases.iter().any(|(_, shape)| shape.fields.iter().any(|f| fits(f, query, depth + 1))),
        Rule::List(_, _, of) | Rule::Map(of) => fits_below(of, query, depth + 1),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_core::manifest::table::GROUPS;
    use tablewright_core::pointer;

    #[test]
    fn every_part_of_the_field_table_has_its_tab() {
        for group in GROUPS {
            assert!(Tab::ALL.into_iter().any(|tab| tab.title() == group), "{group}");
        }
        for field in table::MANIFEST.fields {
            assert_eq!(Tab::of(&pointer![field.key]).title(), field.group, "{}", field.key);
        }
        assert_eq!(Tab::of(&pointer!["later"]), Tab::Details);
    }

    #[test]
    fn fields_are_found_by_what_they_are_called_at_any_depth() {
        let found = |query: &str| -> Vec<&str> {
            table::MANIFEST.fields.iter().filter(|field| fits(field, query, 0)).map(|field| field.key).collect()
        };
        assert!(found("sha-256").contains(&"assetManifest"));
        assert_eq!(found("deck site"), ["lobbyRequirements"]);
        assert!(found("nothing is called so").is_empty());
    }
}
