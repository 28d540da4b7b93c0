//! The window's top bar with its menus and the status bar at the bottom. Both take plain data and return what was asked for.

use std::path::PathBuf;

use egui::containers::menu::{MenuBar, MenuButton, SubMenuButton};
use egui::{
    Align, Align2, Color32, CornerRadius, Frame, Layout, Margin, Panel as EguiPanel, Rect, RichText, Sense, Stroke, Ui,
    UiBuilder, pos2, vec2,
};

use crate::commands::{Command, Context};
use crate::dock::{Panel, Workspace};
use crate::icons::Icon;
use crate::jobs::{JobId, JobView};
use crate::panels::files::drag;
use crate::recents::Recents;
use crate::shortcuts::Shortcuts;
use crate::theme::{METRICS, Tokens, body, caption_medium, heading, mono, small, strong};
use crate::widgets::{Button, ButtonSize, Tone, elided, icon_button, menu_item, paint_text, progress, severity_count, tip};

/// What the top bar shows.
pub struct TopBar<'a> {
    /// Name and version of the open pack, as far as they can be read.
    pub pack: Option<(&'a str, &'a str)>,
    /// What the commands look at.
    pub context: &'a Context,
    /// The keys behind the items.
    pub shortcuts: &'a Shortcuts,
    /// Packs for *Open recent*.
    pub recents: &'a Recents,
    /// Which panels are open, for the marks in the View menu.
    pub open_panels: &'a [Panel],
    /// What stands behind the names of the workspaces: how many problems, and how bad.
    pub troubles: &'a [(Workspace, Tone, usize)],
}

/// What was asked for in a bar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BarAction {
    /// A command.
    Run(Command),
    /// A pack of *Open recent*.
    OpenRecent(PathBuf),
    /// *Cancel* of the running job.
    CancelJob(JobId),
}

/// Windows narrower than this have one button for all menus.
const FOLD_MENUS: f32 = 1281.0;

const MENUS: [&str; 5] = ["File", "Edit", "View", "Pack", "Help"];

/// The top bar: 40 points at the upper edge of `ui`.
pub fn top_bar(ui: &mut Ui, bar: &TopBar<'_>) -> Option<BarAction> {
    let t = Tokens::of(ui);
    let mut action = None;
    let width = ui.available_width();
    EguiPanel::top("top bar")
        .exact_size(METRICS.top_bar)
        .resizable(false)
        .show_separator_line(false)
        .frame(Frame::new().fill(t.panel))
        .show(ui, |ui| {
            let rect = ui.max_rect();
            ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, t.app));
            ui.spacing_mut().item_spacing.x = 4.0;
            // Both ends are laid out on their own: the bar of menus would take all the room that is left.
            let layout = Layout::left_to_right(Align::Center);
            let mut left = ui.new_child(UiBuilder::new().id_salt("left").max_rect(rect).layout(layout));
            left.add_space(12.0);
            mark(&mut left);
            left.add_space(6.0);
            let mut end = if width < FOLD_MENUS && bar.pack.is_some() {
                folded_menus(&mut left, bar, &mut action);
                left.min_rect().right()
            } else {
                menus(&mut left, bar, &mut action)
            };
            if bar.context.workspace.is_some() {
                let room = rect.with_min_x(end);
                let mut middle = ui.new_child(UiBuilder::new().id_salt("workspaces").max_rect(room).layout(layout));
                workspaces(&mut middle, bar, &mut action);
                end = middle.min_rect().right();
            }
            let room = rect.with_min_x(end + 16.0);
            let layout = Layout::right_to_left(Align::Center);
            let mut right = ui.new_child(UiBuilder::new().id_salt("right").max_rect(room).layout(layout));
            right_end(&mut right, bar, &mut action);
        });
    action
}

/// The menus side by side; where the last one ends.
fn menus(ui: &mut Ui, bar: &TopBar<'_>, action: &mut Option<BarAction>) -> f32 {
    let t = Tokens::of(ui);
    let mut end = ui.cursor().min.x;
    MenuBar::new().style(|style: &mut egui::Style| flat(style, t)).ui(ui, |ui| {
        for menu in MENUS {
            let words = RichText::new(menu).font(body()).color(t.text2);
            let (response, _) = MenuButton::from_button(egui::Button::new(words)).ui(ui, |ui| fill(ui, menu, bar, action));
            end = response.rect.right();
        }
    });
    end
}

/// The names of the workspaces; the one that is shown has a line of the accent below it.
fn workspaces(ui: &mut Ui, bar: &TopBar<'_>, action: &mut Option<BarAction>) {
    let t = Tokens::of(ui);
    ui.add_space(8.0);
    let (line, _) = ui.allocate_exact_size(vec2(1.0, 20.0), Sense::hover());
    ui.painter().rect_filled(line, 0.0, t.border);
    ui.add_space(8.0);
    ui.spacing_mut().item_spacing.x = 0.0;
    for workspace in Workspace::ALL {
        let command = Command::Show(workspace);
        let shown = bar.context.workspace == Some(workspace);
        let trouble = bar.troubles.iter().find(|(other, _, count)| *other == workspace && *count > 0);
        let response = workspace_tab(ui, workspace, shown, trouble.map(|(_, tone, count)| (*tone, *count)));
        let rested = files_rest_on(ui, &response);
        if (tip(response, command.title(bar.context).as_str(), &bar.shortcuts.text(command)).clicked() || rested) && !shown {
            *action = Some(BarAction::Run(command));
        }
    }
}

/// Whether dragged files have rested on a workspace's name for a while: then it opens, so that they can be dropped there.
fn files_rest_on(ui: &Ui, tab: &egui::Response) -> bool {
    const REST: f64 = 0.4;
    let id = tab.id.with("files rest here");
    if drag::dragged(ui.ctx()).is_none() || !ui.rect_contains_pointer(tab.rect) {
        ui.data_mut(|data| data.remove::<f64>(id));
        return false;
    }
    let now = ui.input(|input| input.time);
    let since = ui.data_mut(|data| *data.get_temp_mut_or(id, now));
    now - since >= REST
}

fn workspace_tab(ui: &mut Ui, workspace: Workspace, shown: bool, trouble: Option<(Tone, usize)>) -> egui::Response {
    let t = Tokens::of(ui);
    let font = if shown { strong() } else { body() };
    let words = elided(ui, workspace.title(), font, Color32::PLACEHOLDER, 200.0);
    let count = trouble.map(|(tone, count)| (tone, elided(ui, &count.to_string(), caption_medium(), tone.colors(t).0, 48.0)));
    let badge = count.as_ref().map_or(0.0, |(_, digits)| 8.0 + (digits.size().x + 8.0).ceil().max(16.0));
    let size = vec2((12.0 + 24.0 + words.size().x + badge + 12.0).ceil(), METRICS.top_bar - 1.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Tab, ui.is_enabled(), shown, workspace.title()));
    let color = if shown || response.hovered() { t.text } else { t.text2 };
    if response.has_focus() {
        crate::widgets::focus_ring(ui, rect, 0, false);
    }
    if shown {
        ui.painter().rect_filled(rect.with_min_y(rect.bottom() - 2.0), 0.0, t.accent);
    }
    workspace.icon().paint(ui, Rect::from_min_size(rect.min + vec2(12.0, 0.0), vec2(16.0, rect.height())), 16.0, color);
    let at = rect.with_min_x(rect.left() + 36.0);
    let end = Align2::LEFT_CENTER.align_size_within_rect(words.size(), at);
    ui.painter().galley(end.min.round(), words, color);
    if let Some((tone, digits)) = count {
        let width = (digits.size().x + 8.0).ceil().max(16.0);
        let ground = Rect::from_min_size(pos2(end.right() + 8.0, rect.center().y - 8.0), vec2(width, 16.0));
        ui.painter().rect_filled(ground, CornerRadius::same(METRICS.radius_small), tone.colors(t).1);
        paint_text(ui, ground, Align2::CENTER_CENTER, &digits);
    }
    response
}

/// Menus whose buttons have neither fill nor edge until the pointer is over them.
fn flat(style: &mut egui::Style, t: &Tokens) {
    style.spacing.button_padding = vec2(8.0, 2.0);
    style.spacing.interact_size.y = METRICS.control;
    let widgets = &mut style.visuals.widgets;
    widgets.inactive.weak_bg_fill = Color32::TRANSPARENT;
    for visuals in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.open] {
        visuals.bg_stroke = Stroke::NONE;
    }
    widgets.hovered.weak_bg_fill = t.hover;
    widgets.open.weak_bg_fill = t.active;
}

/// The program's mark.
fn mark(ui: &mut Ui) {
    let t = Tokens::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
    paint_mark(ui, rect, t);
}

pub(crate) fn paint_mark(ui: &Ui, rect: Rect, t: &Tokens) {
    ui.painter().rect_filled(rect, CornerRadius::same(METRICS.radius), t.accent_fill);
    let size = rect.height() * 0.72;
    let letter = elided(ui, "T", heading(size), t.on_fill, rect.width());
    paint_text(ui, rect.translate(vec2(-1.0, 0.0)), Align2::CENTER_CENTER, &letter);
    let dot = pos2(rect.right() - rect.width() * 0.24, rect.bottom() - rect.height() * 0.27);
    ui.painter().circle_filled(dot, rect.width() * 0.07, t.on_fill);
}

fn folded_menus(ui: &mut Ui, bar: &TopBar<'_>, action: &mut Option<BarAction>) {
    let response = icon_button(ui, Icon::ListView, "Menu", "", false, None, 28.0);
    egui::Popup::menu(&response).show(|ui| {
        let t = Tokens::of(ui);
        flat(ui.style_mut(), t);
        ui.set_min_width(140.0);
        for menu in MENUS {
            let words = RichText::new(menu).font(body()).color(t.text);
            let button = egui::Button::new(words).right_text(Icon::ChevronRight.image(14.0).tint(t.text2));
            SubMenuButton::from_button(button).ui(ui, |ui| fill(ui, menu, bar, action));
        }
    });
}

fn right_end(ui: &mut Ui, bar: &TopBar<'_>, action: &mut Option<BarAction>) {
    let t = Tokens::of(ui);
    let mut run = |command| *action = Some(BarAction::Run(command));
    ui.add_space(12.0);
    let keys = |command| bar.shortcuts.text(command);
    let blocked = |command: Command| command.enabled(bar.context).err();
    let Some((name, version)) = bar.pack else {
        let icon = if t.dark { Icon::Sun } else { Icon::Moon };
        let theme = if t.dark { "Light" } else { "Dark" };
        if icon_button(ui, icon, theme, &keys(Command::ToggleTheme), false, None, 28.0).clicked() {
            run(Command::ToggleTheme);
        }
        if icon_button(ui, Icon::Search, "All commands", &keys(Command::CommandPalette), false, None, 28.0).clicked() {
            run(Command::CommandPalette);
        }
        return;
    };
    let publish = Button::main("Publish").icon(Icon::Publish).blocked(blocked(Command::Publish));
    if tip(ui.add(publish), "Send the pack to its repository", &keys(Command::Publish)).clicked() {
        run(Command::Publish);
    }
    ui.add_space(4.0);
    let save = Button::control("Save").icon(Icon::Save).size(ButtonSize::Form).blocked(blocked(Command::Save));
    if tip(ui.add(save), "Write the manifest and the scene", &keys(Command::Save)).clicked() {
        run(Command::Save);
    }
    ui.add_space(8.0);
    let buttons = [(Command::CommandPalette, Icon::Search), (Command::Redo, Icon::Redo), (Command::Undo, Icon::Undo)];
    for (command, icon) in buttons {
        let title = command.title(bar.context);
        if icon_button(ui, icon, title.trim_end_matches('…'), &keys(command), false, blocked(command), 28.0).clicked() {
            run(command);
        }
    }
    ui.add_space(8.0);
    let room = ui.available_rect_before_wrap();
    pack_title(ui, room, name, version, bar.context.unsaved);
}

fn pack_title(ui: &mut Ui, room: Rect, name: &str, version: &str, unsaved: usize) {
    let t = Tokens::of(ui);
    let mut right = room.right();
    if unsaved > 0 {
        let dot = Rect::from_center_size(pos2(right - 4.0, room.center().y), vec2(12.0, 24.0));
        ui.painter().circle_filled(dot.center(), 3.5, t.accent);
        let response = ui.interact(dot, ui.scope_id().with("unsaved"), Sense::hover());
        let words = if unsaved == 1 { "1 unsaved change".to_owned() } else { format!("{unsaved} unsaved changes") };
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &words));
        tip(response, &words, "");
        right -= 16.0;
    }
    let version = elided(ui, version, mono(), t.text3, 120.0);
    let at = paint_text(ui, room.with_max_x(right), Align2::RIGHT_CENTER, &version);
    let gap = if version.size().x > 0.0 { 8.0 } else { 0.0 };
    let words = room.with_max_x(at.left() - gap);
    let galley = elided(ui, name, heading(13.0), t.text, words.width() - 16.0);
    let at = paint_text(ui, words, Align2::RIGHT_CENTER, &galley);
    let response = ui.interact(at, ui.scope_id().with("pack name"), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, name));
}

/// Fills one of the menus.
fn fill(ui: &mut Ui, menu: &str, bar: &TopBar<'_>, action: &mut Option<BarAction>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let groups: &[&[Command]] = match menu {
        "File" => &[
            &[Command::OpenFolder, Command::NewPack, Command::NewFromSample],
            &[Command::Import],
            &[Command::Save, Command::Publish],
            &[Command::RevealFolder, Command::RevealBin, Command::ClosePack],
            &[Command::Settings],
            &[Command::Quit],
        ],
        "Edit" => &[
            &[Command::Undo, Command::Redo],
            &[Command::Find, Command::FindEverywhere],
            &[Command::Duplicate, Command::Rename, Command::Delete],
            &[Command::Deselect],
        ],
        "View" => &[
            &[Command::FrameSelection, Command::FrameAll, Command::TopView, Command::ToggleOrtho],
            &[Command::ResetLayout],
            &[Command::ZoomIn, Command::ZoomOut, Command::ZoomReset],
            &[Command::ToggleTheme, Command::FullScreen],
        ],
        "Pack" => &[
            &[Command::CheckNow, Command::NextProblem, Command::PreviousProblem, Command::FixHere, Command::FixAllSafe],
            &[Command::Variants, Command::NextVariant, Command::PreviousVariant, Command::ToggleScope],
        ],
        _ => &[&[Command::CommandPalette], &[Command::Guide, Command::Explain, Command::ProblemCodes], &[Command::About]],
    };
    for (index, group) in groups.iter().enumerate() {
        if index > 0 {
            line(ui);
        }
        for command in *group {
            item(ui, *command, bar, action);
        }
        match (menu, index) {
            ("File", 0) => recent_menu(ui, bar, action),
            ("View", 0) => {
                line(ui);
                for workspace in Workspace::ALL {
                    workspace_item(ui, workspace, bar, action);
                }
                line(ui);
                let here = |panel: &Panel| bar.context.workspace.is_none_or(|workspace| workspace.has(*panel));
                for panel in Panel::ALL.into_iter().filter(|panel| !panel.is_home() && here(panel)) {
                    panel_item(ui, panel, bar, action);
                }
            }
            ("Pack", 1) if bar.context.variants.len() > 1 => {
                line(ui);
                for place in 1..=bar.context.variants.len().min(9) {
                    item(ui, Command::ShowVariant(place as u8), bar, action);
                }
            }
            _ => {}
        }
    }
}

fn line(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(180.0, 9.0), Sense::hover());
    let whole = ui.min_rect().x_range();
    ui.painter().hline(whole, rect.center().y, Stroke::new(1.0, Tokens::of(ui).border_subtle));
}

fn item(ui: &mut Ui, command: Command, bar: &TopBar<'_>, action: &mut Option<BarAction>) {
    let title = command.title(bar.context);
    let shown = matches!(command, Command::ShowVariant(place) if bar.context.shown == Some(usize::from(place) - 1));
    let blocked = if shown { None } else { command.enabled(bar.context).err() };
    if menu_item(ui, Some(command.icon()), &title, &bar.shortcuts.text(command), shown, blocked) && !shown {
        *action = Some(BarAction::Run(command));
    }
}

fn workspace_item(ui: &mut Ui, workspace: Workspace, bar: &TopBar<'_>, action: &mut Option<BarAction>) {
    let command = Command::Show(workspace);
    let shown = bar.context.workspace == Some(workspace);
    let blocked = if shown { None } else { command.enabled(bar.context).err() };
    let keys = bar.shortcuts.text(command);
    if menu_item(ui, Some(workspace.icon()), workspace.title(), &keys, shown, blocked) && !shown {
        *action = Some(BarAction::Run(command));
    }
}

fn panel_item(ui: &mut Ui, panel: Panel, bar: &TopBar<'_>, action: &mut Option<BarAction>) {
    let command = Command::TogglePanel(panel);
    let open = bar.open_panels.contains(&panel);
    let blocked = command.enabled(bar.context).err();
    if menu_item(ui, Some(panel.icon()), panel.title(), &bar.shortcuts.text(command), open, blocked) {
        *action = Some(BarAction::Run(command));
    }
}

fn recent_menu(ui: &mut Ui, bar: &TopBar<'_>, action: &mut Option<BarAction>) {
    if bar.recents.list().is_empty() {
        return;
    }
    let t = Tokens::of(ui);
    ui.scope(|ui| {
        flat(ui.style_mut(), t);
        ui.spacing_mut().button_padding = vec2(8.0, 4.0);
        let words = RichText::new("Open recent").font(body()).color(t.text);
        let clock = Icon::Clock.image(16.0).tint(t.text2);
        let button = egui::Button::new((clock, words)).gap(8.0).right_text(Icon::ChevronRight.image(14.0).tint(t.text2));
        SubMenuButton::from_button(button).ui(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for recent in bar.recents.list().iter().take(10) {
                let path = recent.path.display().to_string();
                let name = if recent.name.is_empty() { path.as_str() } else { recent.name.as_str() };
                let place = recent.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                if menu_item(ui, Some(Icon::Folder), name, &place, false, None) {
                    *action = Some(BarAction::OpenRecent(recent.path.clone()));
                }
            }
        });
    });
}

/// What the status bar shows.
#[derive(Debug, Clone, Default)]
pub struct StatusBar<'a> {
    /// The branch that is checked out, and words about it (*2 ahead of main*); nothing where there is no repository.
    pub branch: Option<(&'a str, &'a str)>,
    /// Edits that are not saved.
    pub unsaved: usize,
    /// The running job that is due to be shown.
    pub job: Option<&'a JobView>,
    /// How many errors, warnings and pieces of advice there are; nothing before the first check.
    pub counts: Option<[usize; 3]>,
    /// Words at the left where no pack is open: the program's version.
    pub version: &'a str,
}

/// The status bar: 24 points at the lower edge of `ui`.
pub fn status_bar(ui: &mut Ui, bar: &StatusBar<'_>, shortcuts: &Shortcuts) -> Option<BarAction> {
    let t = Tokens::of(ui);
    let mut action = None;
    let frame = Frame::new().fill(t.panel).inner_margin(Margin::symmetric(12, 0));
    EguiPanel::bottom("status bar").exact_size(METRICS.status_bar).resizable(false).show_separator_line(false).frame(frame).show(
        ui,
        |ui| {
            let rect = ui.max_rect();
            ui.painter().hline(rect.x_range().expand(12.0), rect.top(), Stroke::new(1.0, t.app));
            ui.spacing_mut().item_spacing.x = 12.0;
            ui.horizontal_centered(|ui| {
                left_end(ui, bar);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if let Some(counts) = bar.counts {
                        problems(ui, counts, &mut action);
                    } else if !bar.version.is_empty() {
                        hint(ui, Icon::Keyboard, &format!("{} for every command", shortcuts.text(Command::CommandPalette)));
                    }
                    if let Some(view) = bar.job {
                        job(ui, view, &mut action);
                    }
                });
            });
        },
    );
    action
}

fn left_end(ui: &mut Ui, bar: &StatusBar<'_>) {
    let t = Tokens::of(ui);
    if !bar.version.is_empty() {
        ui.label(RichText::new(bar.version).font(small()).color(t.text3));
    }
    if let Some((branch, state)) = bar.branch {
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.add(Icon::Branch.image(14.0).tint(t.text2));
            ui.label(RichText::new(branch).font(small()).color(t.text2));
            if !state.is_empty() {
                ui.label(RichText::new(state).font(small()).color(t.text3));
            }
        });
    }
    if bar.unsaved > 0 {
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let (dot, _) = ui.allocate_exact_size(vec2(8.0, 16.0), Sense::hover());
            ui.painter().circle_filled(dot.center(), 3.5, t.accent);
            let words = if bar.unsaved == 1 { "1 unsaved change".to_owned() } else { format!("{} unsaved changes", bar.unsaved) };
            ui.label(RichText::new(words).font(small()).color(t.text2));
        });
    }
}

fn hint(ui: &mut Ui, icon: Icon, words: &str) {
    let t = Tokens::of(ui);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(RichText::new(words).font(small()).color(t.text2));
        ui.add(icon.image(14.0).tint(t.text2));
    });
}

/// Right to left: advice, warnings, errors. A click opens the problems.
fn problems(ui: &mut Ui, [errors, warnings, advice]: [usize; 3], action: &mut Option<BarAction>) {
    let name = |count: usize, one: &'static str, many: &'static str| if count == 1 { one } else { many };
    let counts = [
        (Tone::Advice, advice, "advice"),
        (Tone::Warning, warnings, name(warnings, "warning", "warnings")),
        (Tone::Error, errors, name(errors, "error", "errors")),
    ];
    for (tone, count, name) in counts {
        if tip(severity_count(ui, tone, count, name), &format!("{count} {name}"), "").clicked() {
            *action = Some(BarAction::Run(Command::TogglePanel(Panel::Problems)));
        }
    }
}

fn job(ui: &mut Ui, view: &JobView, action: &mut Option<BarAction>) {
    let t = Tokens::of(ui);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let reason = view.stopping.then_some("it stops after this step");
        if icon_button(ui, Icon::Close, "Cancel", "", false, reason, 24.0).clicked() {
            *action = Some(BarAction::CancelJob(view.id));
        }
        let figures = elided(ui, &view.figures(), small(), t.text2, 160.0);
        // Room for the widest figures of this job, so that the bar does not move as they grow.
        let widest = elided(ui, &format!("{} of {}", view.total, view.total), small(), t.text2, 160.0).size().x;
        let room = if view.total > 0 { widest.ceil() } else { figures.size().x.ceil() };
        let (rect, _) = ui.allocate_exact_size(vec2(room, 16.0), Sense::hover());
        paint_text(ui, rect, Align2::LEFT_CENTER, &figures);
        progress(ui, &view.name, view.share(), 116.0);
        let words = if view.stopping { "Stopping…" } else { view.name.as_str() };
        ui.label(RichText::new(words).font(small()).color(t.text2));
    });
}
