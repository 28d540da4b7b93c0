//! What can be done with the selected rows, and walking through all of them.

use egui::{Align, Align2, Layout, Rect, Ui, UiBuilder, pos2, vec2};
use rustc_hash::FxHashSet;
use tablewright_core::variants::diff::{Mark, Others, Part, Row, RowId};

use super::rows::{STATES, words_for};
use super::{Ask, DifferencesPanel};
use crate::icons::Icon;
use crate::session::Session;
use crate::theme::{METRICS, Tokens, caption, small, strong};
use crate::widgets::{self, Button, elided, icon_button, menu_item, paint_text, units};

/// What was asked for.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Asked {
    Ask(Ask),
    Step(bool),
}

const TITLE: f32 = 36.0;
const BUTTONS: f32 = 64.0;
const STATE: f32 = 32.0;

/// In a panel lower than this the actions are icons beside the title.
const LOW: f32 = 320.0;

/// The height of the footer of a panel with so much room: one row more for a key, whose state can be chosen.
pub(super) fn height(panel: &DifferencesPanel, room: f32) -> f32 {
    let state = if one_key(panel).is_some() { STATE } else { 0.0 };
    if room < LOW { TITLE } else { TITLE + BUTTONS + state }
}

/// The selected row, where it is one key whose state can be chosen.
fn one_key(panel: &DifferencesPanel) -> Option<&Row> {
    let diff = panel.diff()?;
    let [id @ RowId::Part(Part::Key(_))] = panel.selection.as_slice() else { return None };
    diff.find(id).map(|place| &diff.rows[place]).filter(|row| row.state.is_some())
}

/// The variants that something of `of` can be copied to, with their names.
pub(super) fn targets(session: &Session, of: &str) -> Vec<(String, String)> {
    let others = session.variants().iter().filter(|info| info.id != of);
    others.map(|info| (info.id.clone(), if info.is_base { format!("{} (base)", info.name) } else { info.name.clone() })).collect()
}

/// Draws the footer.
pub(super) fn show(ui: &mut Ui, panel: &DifferencesPanel, session: &Session) -> Option<Asked> {
    let low = ui.max_rect().height() <= TITLE;
    widgets::hairline(ui);
    let mut asked = title(ui, panel, low.then_some(session));
    if low {
        return asked;
    }
    if let Some(row) = one_key(panel) {
        ui.horizontal(|ui| {
            ui.add_space(f32::from(METRICS.panel_edge));
            let states: Vec<_> =
                STATES.iter().filter_map(|(state, words)| Some((*state, words_for(row, *state, words)?))).collect();
            let words: Vec<&str> = states.iter().map(|(_, words)| *words).collect();
            let current = states.iter().position(|(state, _)| Some(*state) == row.state).unwrap_or(0);
            let name = format!("What the variant has of {}", row.label.to_lowercase());
            if let Some(chosen) = widgets::segmented(ui, &name, current, &words) {
                asked = Some(Asked::Ask(Ask::State(states[chosen].0)));
            }
        });
        ui.add_space(STATE - METRICS.control);
    }
    buttons(ui, panel, session).map(Asked::Ask).or(asked)
}

/// What is selected, and where that stands among all differences.
fn title(ui: &mut Ui, panel: &DifferencesPanel, actions: Option<&Session>) -> Option<Asked> {
    let t = Tokens::of(ui);
    let rect = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), TITLE - 1.0));
    ui.advance_cursor_after_rect(rect);
    let inner = rect.shrink2(vec2(f32::from(METRICS.panel_edge), 0.0));
    let count = panel.diff().map_or(0, |diff| diff.things().count());
    let place = match (panel.thing_at(), count) {
        (_, 0) => "No difference".to_owned(),
        (Some(at), count) => format!("{} of {count}", at + 1),
        (None, 1) => "1 difference".to_owned(),
        (None, count) => format!("{count} differences"),
    };
    let mut right = ui.new_child(UiBuilder::new().id_salt("walk").max_rect(inner).layout(Layout::right_to_left(Align::Center)));
    right.spacing_mut().item_spacing.x = 4.0;
    let mut asked = actions.and_then(|session| icons(&mut right, panel, session)).map(Asked::Ask);
    let none = (count == 0).then_some("Nothing differs");
    if icon_button(&mut right, Icon::ArrowDown, "Next difference in the list", "N", false, none, 24.0).clicked() {
        asked = Some(Asked::Step(true));
    }
    if icon_button(&mut right, Icon::ArrowUp, "Previous difference in the list", "Shift N", false, none, 24.0).clicked() {
        asked = Some(Asked::Step(false));
    }
    right.add_space(4.0);
    right.label(egui::RichText::new(place).font(small()).color(t.text2));
    let end = right.min_rect().left() - 8.0;
    let room = Rect::from_min_max(inner.min, pos2(end.max(inner.left()), inner.bottom()));
    let mut room = room;
    if let Some(mark) = one_mark(panel) {
        let sign = elided(ui, mark.sign(), strong(), super::rows::mark_color(t, mark), 16.0);
        paint_text(ui, room, Align2::LEFT_CENTER, &sign);
        room.min.x += 18.0;
    }
    let words = selected_words(panel);
    let color = if panel.selection.is_empty() { t.text3 } else { t.text };
    let galley = elided(ui, &words, strong(), color, room.width());
    let at = paint_text(ui, room, Align2::LEFT_CENTER, &galley);
    if let Some(bytes) = panel.diff().filter(|diff| diff.against_base && diff.bytes > 0).map(|diff| diff.bytes) {
        let galley = elided(ui, &format!("{} in all", units::bytes(bytes as u64)), caption(), t.text3, 120.0);
        if room.right() - at.right() > galley.size().x + 8.0 {
            paint_text(ui, room.with_min_x(at.right() + 8.0), Align2::LEFT_CENTER, &galley);
        }
    }
    asked
}

/// What the one selected row is in the variant.
fn one_mark(panel: &DifferencesPanel) -> Option<Mark> {
    let ([id], Some(diff)) = (panel.selection.as_slice(), panel.diff()) else { return None };
    diff.rows[diff.find(id)?].mark
}

fn selected_words(panel: &DifferencesPanel) -> String {
    let Some(diff) = panel.diff() else { return String::new() };
    match panel.selection.as_slice() {
        [] => "Nothing selected".to_owned(),
        [RowId::Section(section)] => super::section_name(*section, diff.against_base).to_owned(),
        [id] => diff.find(id).map(|place| diff.rows[place].label.clone()).unwrap_or_default(),
        rows => format!("{} rows", rows.len()),
    }
}

/// The actions as icons, from the right end leftwards.
fn icons(ui: &mut Ui, panel: &DifferencesPanel, session: &Session) -> Option<Ask> {
    let (none, blocked) = blocked(panel)?;
    let to = &panel.diff()?.to;
    let mut asked = None;
    if icon_button(ui, Icon::Frame, "Show", "Enter", false, none, 24.0).clicked() {
        asked = Some(Ask::Show);
    }
    let copy = icon_button(ui, Icon::Copy, "Copy to variant…", "", false, none, 24.0);
    egui::Popup::menu(&copy).show(|ui| asked = copy_menu(ui, session, to).or(asked.take()));
    let apply = icon_button(ui, Icon::Upload, "Apply to base", "", false, blocked, 24.0);
    egui::Popup::menu(&apply).show(|ui| asked = apply_menu(ui).or(asked.take()));
    if icon_button(ui, Icon::Undo, "Revert to base", "Ctrl R", false, blocked, 24.0).clicked() {
        asked = Some(Ask::Revert);
    }
    ui.add_space(12.0);
    asked
}

fn apply_menu(ui: &mut Ui) -> Option<Ask> {
    if menu_item(ui, None, "For all that follow the base", "", false, None) {
        return Some(Ask::Apply(Others::Follow));
    }
    menu_item(ui, None, "Keep the other variants as they are", "", false, None).then_some(Ask::Apply(Others::Keep))
}

fn copy_menu(ui: &mut Ui, session: &Session, to: &str) -> Option<Ask> {
    let mut asked = None;
    for (id, name) in targets(session, to) {
        if menu_item(ui, Some(Icon::Copy), &name, "", false, None) {
            asked = Some(Ask::Copy(id));
        }
    }
    asked
}

/// Why nothing can be done, and why nothing can be done to or with the base; `None` before there is a tree.
fn blocked(panel: &DifferencesPanel) -> Option<(Option<&'static str>, Option<&'static str>)> {
    let diff = panel.diff()?;
    let selected: FxHashSet<&RowId> = panel.selection.iter().collect();
    // A heading stands for what is below it.
    let below = |place: usize, row: &Row| diff.rows[place..=place + row.below as usize].iter().any(|row| row.own);
    let mut chosen = diff.rows.iter().enumerate().filter(|(_, row)| selected.contains(&row.id));
    let own = chosen.any(|(place, row)| row.own || (matches!(row.id, RowId::Section(_)) && below(place, row)));
    let none = selected.is_empty().then_some("Select a difference first");
    let base = match (diff.to_is_base, own) {
        (true, _) => Some("This is the base"),
        (false, false) => Some("Follows the base already"),
        (false, true) => None,
    };
    Some((none, none.or(base)))
}

fn buttons(ui: &mut Ui, panel: &DifferencesPanel, session: &Session) -> Option<Ask> {
    let (none, blocked) = blocked(panel)?;
    let diff = panel.diff()?;
    let mut asked = None;
    let edge = f32::from(METRICS.panel_edge);
    let width = (ui.available_width() - 2.0 * edge - 8.0) / 2.0;
    for line in 0..2 {
        ui.horizontal(|ui| {
            ui.add_space(edge);
            ui.spacing_mut().item_spacing.x = 8.0;
            for place in 0..2 {
                let layout = Layout::top_down(Align::Min);
                ui.allocate_ui_with_layout(vec2(width, METRICS.control), layout, |ui| {
                    ui.set_width(width);
                    match (line, place) {
                        (0, 0) => {
                            let button = Button::control("Revert to base").icon(Icon::Undo).wide(width).blocked(blocked);
                            if widgets::tip(ui.add(button), "The variant follows the base there again", "Ctrl R").clicked() {
                                asked = Some(Ask::Revert);
                            }
                        }
                        (0, _) => {
                            let button =
                                ui.add(Button::control("Apply to base").icon(Icon::Upload).menu().wide(width).blocked(blocked));
                            egui::Popup::menu(&button).show(|ui| asked = apply_menu(ui).or(asked.take()));
                        }
                        (_, 0) => {
                            let button =
                                ui.add(Button::control("Copy to variant…").icon(Icon::Copy).menu().wide(width).blocked(none));
                            egui::Popup::menu(&button).show(|ui| asked = copy_menu(ui, session, &diff.to).or(asked.take()));
                        }
                        _ => {
                            let button = Button::control("Show").icon(Icon::Frame).wide(width).blocked(none);
                            if widgets::tip(ui.add(button), "Look at it in the scene", "Enter").clicked() {
                                asked = Some(Ask::Show);
                            }
                        }
                    }
                });
            }
        });
        ui.add_space(8.0);
    }
    asked
}
