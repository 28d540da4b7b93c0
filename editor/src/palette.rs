//! The command palette: everything the window can do or go to, found by typing a few letters.

use std::cmp::Reverse;

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align, Align2, Area, Color32, CornerRadius, Event, Frame, Id, Key, KeyboardShortcut, Layout, Margin, Modifiers, Order, Rect,
    Role, ScrollArea, Sense, Stroke, TextEdit, Ui, UiKind, WidgetInfo, pos2, vec2,
};
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use crate::commands::{Command, Context};
use crate::icons::Icon;
use crate::shortcuts::Shortcuts;
use crate::theme::{METRICS, Tokens, body, caption_medium, heading, small, strong};
use crate::widgets::{elided, hairline, key_caps, paint_text};

/// One thing to find. `T` is what it means to the window.
#[derive(Debug, Clone)]
pub struct PaletteItem<T> {
    /// The heading that it stands under: *Commands, Variants, Files, Fields*.
    pub group: &'static str,
    /// Its picture.
    pub icon: Icon,
    /// Its words, which are searched.
    pub title: String,
    /// Where it is or what it reaches, in quieter words; searched too.
    pub context: String,
    /// Its keys as [`Shortcuts::text`] gives them; nothing where it can have none.
    pub keys: Option<String>,
    /// Why it cannot be chosen now; it stays in the list, dimmed, with this in place of its context.
    pub blocked: Option<&'static str>,
    /// What it means.
    pub target: T,
}

/// All commands as items: those of the variants under their own heading, those that name no variant left out.
pub fn command_items(context: &Context, shortcuts: &Shortcuts) -> Vec<PaletteItem<Command>> {
    let named = |command: &Command| match command {
        Command::ShowVariant(place) => usize::from(*place) <= context.variants.len(),
        _ => true,
    };
    let item = |command: Command| PaletteItem {
        group: if matches!(command, Command::ShowVariant(_)) { "Variants" } else { "Commands" },
        icon: command.icon(),
        title: command.title(context),
        context: command.group().title().to_owned(),
        keys: Some(shortcuts.text(command)),
        blocked: command.enabled(context).err(),
        target: command,
    };
    Command::all().into_iter().filter(named).filter(|command| *command != Command::CommandPalette).map(item).collect()
}

/// What came of the palette.
#[derive(Debug, Clone, PartialEq)]
pub enum PaletteEvent<T> {
    /// This was chosen; the palette is closed.
    Run(T),
    /// This is to have these keys from now on, or none; see [`crate::shortcuts::change`].
    SetKeys(T, Option<KeyboardShortcut>),
}

/// The palette while it is open.
#[derive(Debug, Default)]
pub struct Palette {
    open: bool,
    query: String,
    chosen: usize,
    just_opened: bool,
    /// The keys of the chosen item are being set; words about keys that were refused.
    setting: Option<String>,
}

/// A match: place in the items, and which characters of the title were matched.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Hit {
    item: usize,
    marks: Vec<u32>,
}

const WIDTH: f32 = 680.0;
const TOP: f32 = 88.0;
const INPUT: f32 = 52.0;
const ROW: f32 = 36.0;
const HEADING: f32 = 28.0;
/// Rows that are visible at once, headings included.
const MOST_HEIGHT: f32 = 432.0;

impl Palette {
    /// Opens it, empty.
    pub fn open(&mut self) {
        *self = Self { open: true, just_opened: true, ..Self::default() };
    }

    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Closes it.
    pub fn close(&mut self) {
        self.open = false;
    }

    /// Shows it while it is open over `ctx` and returns what was asked for.
    pub fn show<T: Clone>(&mut self, ctx: &egui::Context, items: &[PaletteItem<T>]) -> Option<PaletteEvent<T>> {
        if !self.open {
            return None;
        }
        let hits = search(items, &self.query);
        self.chosen = self.chosen.min(hits.len().saturating_sub(1));
        let set = self.set_keys(ctx, items, &hits);
        let keys = if self.setting.is_some() { Keys::default() } else { self.take_keys(ctx, hits.len()) };
        let t = Tokens::of(ctx);
        let screen = ctx.content_rect();
        let mut clicked = None;
        let modal = egui::Modal::new(Id::unique("command palette"))
            .backdrop_color(t.scrim)
            .area(
                Area::new(Id::unique("command palette"))
                    .kind(UiKind::Modal)
                    .sense(Sense::hover())
                    .anchor(Align2::CENTER_TOP, vec2(0.0, TOP.min(screen.height() * 0.1)))
                    .order(Order::Foreground)
                    .interactable(true),
            )
            .frame(frame(t))
            .show(ctx, |ui| {
                ui.set_width(WIDTH.min(screen.width() - 48.0));
                ui.spacing_mut().item_spacing.y = 0.0;
                self.input(ui, hits.len());
                hairline(ui);
                clicked = self.list(ui, items, &hits, keys.moved);
                hairline(ui);
                match &self.setting {
                    Some(refused) => setting_footer(ui, refused),
                    None => footer(ui, hits.len(), items.len()),
                }
            });
        ctx.accesskit_node_builder(modal.response.id, |node| {
            node.set_role(Role::Dialog);
            node.set_label("All commands");
        });
        self.just_opened = false;
        if set.is_some() {
            return set;
        }
        if keys.escape || modal.backdrop_response.clicked() {
            self.open = false;
            return None;
        }
        let picked = clicked.or_else(|| keys.enter.then_some(self.chosen))?;
        let item = &items[hits.get(picked)?.item];
        if item.blocked.is_some() {
            return None;
        }
        self.open = false;
        Some(PaletteEvent::Run(item.target.clone()))
    }

    /// Ctrl K begins to set the chosen item's keys; the next keys are the new ones.
    fn set_keys<T: Clone>(&mut self, ctx: &egui::Context, items: &[PaletteItem<T>], hits: &[Hit]) -> Option<PaletteEvent<T>> {
        let item = &items[hits.get(self.chosen)?.item];
        item.keys.as_ref()?;
        if self.setting.is_none() {
            if ctx.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::K)) {
                self.setting = Some(String::new());
            }
            return None;
        }
        let pressed = ctx.input_mut(|input| {
            let pressed = input.events.iter().find_map(|event| match event {
                Event::Key { key, pressed: true, modifiers, .. } => Some(KeyboardShortcut::new(plain(*modifiers), *key)),
                _ => None,
            });
            // Nothing of this is meant for the field.
            input.events.retain(|event| {
                !matches!(event, Event::Key { .. } | Event::Text(_) | Event::Cut | Event::Copy | Event::Paste(_))
            });
            pressed
        })?;
        let bare = pressed.modifiers.is_none();
        match pressed.logical_key {
            Key::Escape if bare => self.setting = None,
            Key::Backspace if bare => {
                self.setting = None;
                return Some(PaletteEvent::SetKeys(item.target.clone(), None));
            }
            Key::Enter | Key::Tab | Key::Space | Key::ArrowUp | Key::ArrowDown | Key::ArrowLeft | Key::ArrowRight if bare => {
                self.setting = Some("That key moves and chooses everywhere.".to_owned());
            }
            _ => {
                let words = crate::shortcuts::show(&pressed);
                let other = items.iter().find(|other| other.keys.as_deref() == Some(&words) && other.title != item.title);
                if let Some(other) = other {
                    self.setting = Some(format!("{words} is taken by “{}”.", other.title));
                } else {
                    self.setting = None;
                    return Some(PaletteEvent::SetKeys(item.target.clone(), Some(pressed)));
                }
            }
        }
        None
    }

    fn take_keys(&mut self, ctx: &egui::Context, len: usize) -> Keys {
        let mut keys = Keys::default();
        let mut chosen = self.chosen;
        ctx.input_mut(|input| {
            input.events.retain(|event| {
                let Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
                if modifiers.command || modifiers.alt || modifiers.ctrl {
                    return true;
                }
                let last = len.saturating_sub(1);
                match key {
                    Key::ArrowDown => chosen = if chosen >= last { 0 } else { chosen + 1 },
                    Key::ArrowUp => chosen = if chosen == 0 { last } else { chosen - 1 },
                    Key::PageDown => chosen = (chosen + 8).min(last),
                    Key::PageUp => chosen = chosen.saturating_sub(8),
                    Key::Enter => keys.enter = true,
                    Key::Escape => keys.escape = true,
                    // The keyboard stays in the palette's one field.
                    Key::Tab => {}
                    _ => return true,
                }
                false
            });
        });
        keys.moved = chosen != self.chosen;
        self.chosen = chosen;
        keys
    }

    fn input(&mut self, ui: &mut Ui, hits: usize) {
        let t = Tokens::of(ui);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), INPUT), Sense::hover());
        Icon::Search.paint(ui, Rect::from_min_size(rect.min + vec2(16.0, 0.0), vec2(20.0, INPUT)), 20.0, t.text2);
        let room = Rect::from_min_max(pos2(rect.left() + 48.0, rect.top() + 8.0), rect.max - vec2(16.0, 8.0));
        let mut child = ui.new_child(egui::UiBuilder::new().max_rect(room).layout(Layout::left_to_right(Align::Center)));
        let edit = TextEdit::singleline(&mut self.query)
            .id(Id::unique("command palette query"))
            .font(heading_size())
            .hint_text(egui::RichText::new("What do you want to do?").color(t.text3))
            .align(Align2::LEFT_CENTER)
            .frame(Frame::NONE)
            .desired_width(room.width())
            .min_size(room.size());
        let response = child.add(edit).accessible_name("What do you want to do?");
        response.request_focus();
        if response.changed() {
            self.chosen = 0;
        }
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(format!("{hits} found")));
    }

    fn list<T>(&mut self, ui: &mut Ui, items: &[PaletteItem<T>], hits: &[Hit], moved: bool) -> Option<usize> {
        let t = Tokens::of(ui);
        if hits.is_empty() {
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 72.0), Sense::hover());
            let galley = elided(ui, "Nothing is called so. Try fewer letters.", body(), t.text2, rect.width() - 32.0);
            paint_text(ui, rect, Align2::CENTER_CENTER, &galley);
            return None;
        }
        let mut clicked = None;
        let most = MOST_HEIGHT.min(ui.ctx().content_rect().height() - TOP - INPUT - 72.0).max(ROW * 2.0);
        let scroll = ScrollArea::vertical().max_height(most).auto_shrink([false, true]).animated(false);
        scroll.show(ui, |ui| {
            ui.set_width(ui.available_width());
            let mut group = "";
            for (at, hit) in hits.iter().enumerate() {
                let item = &items[hit.item];
                if item.group != group {
                    group = item.group;
                    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEADING), Sense::hover());
                    let galley = elided(ui, group, caption_medium(), t.text2, rect.width());
                    paint_text(
                        ui,
                        rect.with_min_x(rect.left() + 16.0).with_min_y(rect.top() + 6.0),
                        Align2::LEFT_CENTER,
                        &galley,
                    );
                }
                let response = row(ui, item, hit, at == self.chosen);
                if at == self.chosen && (moved || self.just_opened) {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    clicked = Some(at);
                }
                // A pointer that rests where the list appears must not choose; one that moves does.
                if response.hovered() && ui.input(|input| input.pointer.is_moving()) {
                    self.chosen = at;
                }
            }
            ui.add_space(8.0);
        });
        clicked
    }
}

/// Modifiers as a shortcut names them: the platform's command key alone, not the two names that the input has for it.
fn plain(held: Modifiers) -> Modifiers {
    Modifiers { alt: held.alt, shift: held.shift, command: held.command || held.ctrl, ctrl: false, mac_cmd: false }
}

#[derive(Default)]
struct Keys {
    enter: bool,
    escape: bool,
    moved: bool,
}

fn heading_size() -> egui::FontId {
    egui::FontId::new(16.0, egui::FontFamily::Proportional)
}

fn frame(t: &Tokens) -> Frame {
    Frame::new()
        .fill(t.panel)
        .stroke(Stroke::new(1.0, t.border))
        .corner_radius(CornerRadius::same(METRICS.radius_dialog))
        .shadow(egui::Shadow { offset: [0, 12], blur: 32, spread: 0, color: t.dialog_shadow })
        .inner_margin(Margin::ZERO)
}

fn row<T>(ui: &mut Ui, item: &PaletteItem<T>, hit: &Hit, chosen: bool) -> egui::Response {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::CLICK);
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, item.blocked.is_none(), chosen, &item.title));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    if chosen {
        ui.painter().rect_filled(rect, 0.0, t.selection);
    }
    let dim = item.blocked.is_some();
    let color = match (dim, chosen) {
        // On the selection's fill only these two can be read.
        (true, true) => t.text2,
        (true, false) => t.text3,
        (false, _) => t.text,
    };
    let icon = Rect::from_min_size(rect.min + vec2(16.0, 0.0), vec2(16.0, ROW));
    item.icon.paint(
        ui,
        icon,
        16.0,
        if chosen && !dim {
            t.text
        } else if dim {
            t.disabled
        } else {
            t.text2
        },
    );
    let keys = item.keys.as_deref().unwrap_or_default();
    let keys_width = keys.split(' ').map(|key| 16.0 + 8.0 * key.chars().count() as f32).sum::<f32>();
    let words = Rect::from_min_max(pos2(rect.left() + 44.0, rect.top()), pos2(rect.right() - 24.0 - keys_width, rect.bottom()));
    let mark = if chosen { t.text } else { t.accent };
    let title = marked(ui, &item.title, &hit.marks, color, if dim { color } else { mark }, words.width());
    let at = paint_text(ui, words, Align2::LEFT_CENTER, &title);
    let more = item.blocked.unwrap_or(&item.context);
    let quiet = if chosen { t.text2 } else { t.text3 };
    let room = words.right() - at.right() - 16.0;
    if room > 40.0 {
        let galley = elided(ui, more, small(), quiet, room);
        paint_text(ui, words.with_min_x(at.right() + 12.0), Align2::LEFT_CENTER, &galley);
    }
    if !keys.is_empty() {
        let room = rect.shrink2(vec2(16.0, 0.0));
        let layout = Layout::right_to_left(Align::Center);
        let mut child = ui.new_child(egui::UiBuilder::new().max_rect(room).layout(layout));
        key_caps(&mut child, keys, chosen);
    }
    response
}

fn footer(ui: &mut Ui, hits: usize, all: usize) {
    let t = Tokens::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 36.0), Sense::hover());
    let room = rect.shrink2(vec2(16.0, 0.0));
    let layout = Layout::left_to_right(Align::Center);
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(room).layout(layout));
    let words = |ui: &mut Ui, text: &str| ui.label(egui::RichText::new(text).font(small()).color(t.text2));
    key_caps(&mut child, "↑ ↓", false);
    words(&mut child, "choose");
    child.add_space(8.0);
    key_caps(&mut child, "Enter", false);
    words(&mut child, "run");
    child.add_space(8.0);
    key_caps(&mut child, "Ctrl K", false);
    words(&mut child, "set its keys");
    let count = elided(ui, &format!("{hits} of {all}"), small(), t.text2, 120.0);
    paint_text(ui, room, Align2::RIGHT_CENTER, &count);
}

fn setting_footer(ui: &mut Ui, refused: &str) {
    let t = Tokens::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 36.0), Sense::hover());
    let room = rect.shrink2(vec2(16.0, 0.0));
    ui.painter().rect_filled(rect.shrink(1.0), 0.0, t.raised);
    let words = if refused.is_empty() { "Press the new keys. Backspace: none. Esc: as they were." } else { refused };
    let color = if refused.is_empty() { t.text } else { t.warning };
    let galley = elided(ui, words, small(), color, room.width());
    paint_text(ui, room, Align2::LEFT_CENTER, &galley);
}

/// The title with its matched letters in 600 and another colour.
fn marked(ui: &Ui, title: &str, marks: &[u32], color: Color32, mark: Color32, width: f32) -> std::sync::Arc<egui::Galley> {
    let mut job = LayoutJob { wrap: TextWrapping::truncate_at_width(width), ..LayoutJob::default() };
    let bold = TextFormat::simple(heading(13.0), mark);
    let plain = TextFormat::simple(if marks.is_empty() { strong() } else { body() }, color);
    let plain = if marks.is_empty() { TextFormat { font_id: body(), ..plain } } else { plain };
    let mut run = String::new();
    let mut run_marked = false;
    for (index, letter) in title.chars().enumerate() {
        let is_marked = marks.binary_search(&(index as u32)).is_ok();
        if is_marked != run_marked && !run.is_empty() {
            job.append(&run, 0.0, if run_marked { bold.clone() } else { plain.clone() });
            run.clear();
        }
        run_marked = is_marked;
        run.push(letter);
    }
    job.append(&run, 0.0, if run_marked { bold } else { plain });
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

/// The items that fit the query, best first within each group; groups in the order in which the items name them. All items
/// in their order where nothing was typed. Letters strewn over a title count only where no title has the words whole.
fn search<T>(items: &[PaletteItem<T>], query: &str) -> Vec<Hit> {
    if query.trim().is_empty() {
        return (0..items.len()).map(|item| Hit { item, marks: Vec::new() }).collect();
    }
    let found = collect(items, |text| whole_words(text, query));
    if !found.is_empty() {
        return found;
    }
    let pattern = Pattern::parse(query, CaseMatching::Ignore, Normalization::Smart);
    let mut matcher = Matcher::new(Config::DEFAULT);
    collect(items, |text| {
        let mut marks = Vec::new();
        let score = pattern.indices(Utf32Str::new(text, &mut Vec::new()), &mut matcher, &mut marks)?;
        marks.sort_unstable();
        marks.dedup();
        Some((score, marks))
    })
}

/// Added to the score of a match in the title.
const IN_TITLE: u32 = 10_000;

/// The items whose title fits, or title and context together; `fit` gives a score and the places of the matched letters.
fn collect<T>(items: &[PaletteItem<T>], mut fit: impl FnMut(&str) -> Option<(u32, Vec<u32>)>) -> Vec<Hit> {
    let mut groups: Vec<&str> = Vec::new();
    let mut hits: Vec<(usize, u32, bool, Hit)> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        if !groups.contains(&item.group) {
            groups.push(item.group);
        }
        let group = groups.iter().position(|group| *group == item.group).unwrap_or_default();
        // Words of the context count too, but after those of all titles, and are not marked.
        let found = fit(&item.title).map(|(score, marks)| (score + IN_TITLE, marks));
        let found = found.or_else(|| Some((fit(&format!("{} {}", item.title, item.context))?.0, Vec::new())));
        if let Some((score, marks)) = found {
            hits.push((group, score, item.blocked.is_some(), Hit { item: index, marks }));
        }
    }
    // The best stays first although it cannot run now: Enter must never run something else instead.
    hits.sort_by_key(|(group, score, blocked, hit)| (*group, Reverse(*score), *blocked, hit.item));
    hits.into_iter().map(|(.., hit)| hit).collect()
}

/// Every word of the query stands in the text, in any order and either case; one at the text's beginning counts most, then
/// one at a word's beginning.
fn whole_words(text: &str, query: &str) -> Option<(u32, Vec<u32>)> {
    let fold = |text: &str| -> Vec<char> { text.chars().map(|c| c.to_lowercase().next().unwrap_or(c)).collect() };
    let text = fold(text);
    let mut marks = Vec::new();
    let mut score = 0;
    for word in query.split_whitespace().map(fold) {
        let starts = |at: usize| at == 0 || !text[at - 1].is_alphanumeric();
        let places = || (0..text.len()).filter(|at| text[*at..].starts_with(&word));
        let at = places().find(|at| starts(*at)).or_else(|| places().next())?;
        score += match (at, starts(at)) {
            (0, _) => 3,
            (_, true) => 2,
            (_, false) => 1,
        };
        marks.extend((at..at + word.len()).map(|place| place as u32));
    }
    marks.sort_unstable();
    marks.dedup();
    Some((score, marks))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(group: &'static str, title: &str, blocked: Option<&'static str>) -> PaletteItem<usize> {
        PaletteItem {
            group,
            icon: Icon::Command,
            title: title.to_owned(),
            context: String::new(),
            keys: None,
            blocked,
            target: 0,
        }
    }

    fn titles<'a>(items: &'a [PaletteItem<usize>], query: &str) -> Vec<&'a str> {
        search(items, query).iter().map(|hit| items[hit.item].title.as_str()).collect()
    }

    #[test]
    fn finds_by_letters_and_keeps_groups_together() {
        let items = [
            item("Commands", "Make Medium Board the base…", None),
            item("Commands", "Save", None),
            item("Files", "goban-basecolor.webp", None),
            item("Commands", "Revert Deep Tray to the base", None),
        ];
        let found = titles(&items, "bas");
        assert_eq!(found.len(), 3);
        assert_eq!(found[2], "goban-basecolor.webp", "files come after commands");
        assert_eq!(titles(&items, "").len(), 4);
        assert_eq!(titles(&items, "  ").len(), 4);
        assert!(titles(&items, "xyzzy").is_empty());
    }

    #[test]
    fn marks_are_places_of_letters() {
        let items = [item("Commands", "Größe der Base", None)];
        let hits = search(&items, "base");
        assert_eq!(hits[0].marks, [10, 11, 12, 13]);
        let strewn = search(&items, "gba");
        assert_eq!(strewn[0].marks, [0, 10, 11]);
    }

    #[test]
    fn what_cannot_run_stays_where_it_belongs() {
        let blocked = Some("Nothing to undo");
        let items =
            [item("Commands", "Undo", blocked), item("Commands", "Undo all", None), item("Commands", "Run the next door", None)];
        assert_eq!(titles(&items, "undo"), ["Undo all", "Undo"]);
        let items = [item("Commands", "Redo", blocked), item("Commands", "Reach the door", None)];
        assert_eq!(titles(&items, "redo"), ["Redo"]);
        assert_eq!(titles(&items, "rdo").len(), 2, "letters apart count where no title has the words whole");
    }

    #[test]
    fn the_context_finds_where_no_title_does() {
        let with = |title: &str, context: &str| PaletteItem { context: context.to_owned(), ..item("Fields", title, None) };
        let items = [with("Deck database", "Mod details, Game"), with("Version", "Mod details")];
        assert_eq!(titles(&items, "game"), ["Deck database"]);
        assert_eq!(titles(&items, "version"), ["Version"]);
    }

    #[test]
    fn every_command_can_be_found_by_its_title() {
        let context = Context { pack: true, scene: true, variants: vec!["A".into(), "B".into()], ..Context::default() };
        let items = command_items(&context, &Shortcuts::default());
        for item in &items {
            let hits = search(&items, &item.title.replace('…', ""));
            assert!(hits.iter().any(|hit| items[hit.item].target == item.target), "{}", item.title);
        }
        let shows = items.iter().filter(|item| matches!(item.target, Command::ShowVariant(_))).count();
        assert_eq!(shows, 2, "only variants that are there");
    }
}
