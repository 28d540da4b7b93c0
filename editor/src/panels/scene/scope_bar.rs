//! *Changes apply to*: where the next edit lands, in the scene view's own frame.

use egui::{Align, CornerRadius, Frame, Layout, Margin, Rect, RichText, Stroke, StrokeKind, Ui, UiBuilder, vec2};
use tablewright_core::variants::Scope;

use super::super::{View, Wish};
use crate::icons::Icon;
use crate::session::{Action, Picked, Session};
use crate::theme::{METRICS, Tokens, small, small_medium};
use crate::widgets::{self, elided, icon_button, paint_text};

/// How long it flashes after another variant was chosen, in seconds.
const FLASH: f32 = 0.6;

/// The bar's own state.
#[derive(Default)]
pub(super) struct ScopeBar {
    /// How many variants an edit of the base alone would give copies, and what that was counted for.
    copies: Option<(Counted, usize)>,
}

/// What the number of copies depends on.
#[derive(PartialEq)]
struct Counted {
    revision: u64,
    shown: String,
    also: Vec<String>,
    selection: Vec<String>,
    picked: Option<Picked>,
}

impl Counted {
    fn of(session: &Session) -> Self {
        Self {
            revision: session.revision(),
            shown: session.shown().to_owned(),
            also: session.also().to_vec(),
            selection: session.selection().to_vec(),
            picked: session.picked(),
        }
    }

    fn is_of(&self, session: &Session) -> bool {
        self.revision == session.revision()
            && self.shown == session.shown()
            && self.also == session.also()
            && self.selection == session.selection()
            && self.picked == session.picked()
    }
}

impl ScopeBar {
    /// Draws the bar at the upper left of the scene view, which covers `rect`. Hidden where there is nothing to choose.
    pub fn show(&mut self, ui: &mut Ui, rect: Rect, view: View<'_>, dragging: bool, wishes: &mut Vec<Wish>) {
        let session = view.session;
        if !session.has_scope() {
            return;
        }
        let t = Tokens::of(ui);
        let narrow = rect.width() < 620.0;
        let since = session.shown_changed().map_or(f32::MAX, |at| at.elapsed().as_secs_f32());
        let flash = since < FLASH && crate::theme::motion(ui) > 0.0;
        if flash {
            ui.ctx().request_repaint();
        }
        let edge = if flash { t.accent } else { t.border };
        let area = Rect::from_min_size(rect.min + vec2(10.0, 8.0), vec2(rect.width() - 200.0, 32.0));
        let mut child =
            ui.new_child(UiBuilder::new().id_salt("scope").max_rect(area).layout(Layout::left_to_right(Align::Center)));
        let frame = Frame::new()
            .fill(t.raised)
            .stroke(Stroke::new(1.0, edge))
            .corner_radius(CornerRadius::same(METRICS.radius_card))
            .inner_margin(Margin::symmetric(4, 2));
        frame.show(&mut child, |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if !narrow {
                ui.add_space(4.0);
                ui.label(RichText::new("Changes apply to").font(small()).color(t.text2));
                ui.add_space(4.0);
            }
            if session.picked() == Some(Picked::Shared) {
                let shared = Choice { words: "Shared by all variants", icon: Icon::Link, on: true, only: false };
                shared.show(ui, narrow);
                return;
            }
            choices(ui, session, dragging, narrow, wishes);
            also_menu(ui, session, dragging, wishes);
            self.copies(ui, session);
        });
    }

    /// Says beforehand how many variants get copies, where the base is changed and others follow it.
    fn copies(&mut self, ui: &mut Ui, session: &Session) {
        if session.scope() != Scope::Only {
            return;
        }
        let count = match &self.copies {
            Some((counted, count)) if counted.is_of(session) => *count,
            _ => {
                let count = session.copies_needed();
                self.copies = Some((Counted::of(session), count));
                count
            }
        };
        if count == 0 {
            return;
        }
        let words = if count == 1 { "1 gets a copy".to_owned() } else { format!("{count} get copies") };
        let response = ui.label(RichText::new(words).font(small()).color(Tokens::of(ui).scope_only));
        let sentence = "The other variants follow the base here. Those that are not named get copies of what they have first, \
                        so that they stay as they are.";
        widgets::tip(response, sentence, "");
        ui.add_space(4.0);
    }
}

/// *All variants* and *Only …*, both always visible. Fixed while a piece is being moved.
fn choices(ui: &mut Ui, session: &Session, dragging: bool, narrow: bool, wishes: &mut Vec<Wish>) {
    let only = session.only_words();
    for (scope, words, icon) in [(Scope::All, "All variants", Icon::Variants), (Scope::Only, only.as_str(), Icon::VariantOnly)] {
        let choice = Choice { words, icon, on: session.scope() == scope, only: scope == Scope::Only };
        if choice.show(ui, narrow).clicked() && !dragging {
            wishes.push(Wish::Act(Action::SetScope(scope)));
        }
    }
}

/// The menu of the other variants that *Only* can name along with the one shown.
fn also_menu(ui: &mut Ui, session: &Session, dragging: bool, wishes: &mut Vec<Wish>) {
    let blocked = dragging.then_some("A piece is being moved");
    let more = icon_button(ui, Icon::ChevronDown, "Only several variants", "", !session.also().is_empty(), blocked, 24.0);
    let menu = egui::Popup::menu(&more).close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    menu.show(|ui| {
        ui.set_max_width(280.0);
        ui.label(RichText::new(format!("Only {} and", session.variant_name(session.shown()))).font(small()));
        for info in session.variants().iter().filter(|info| info.id != session.shown()) {
            let mut on = session.also().contains(&info.id);
            if widgets::check(ui, &mut on, &info.name).changed() {
                let mut also = session.also().to_vec();
                also.retain(|id| *id != info.id);
                also.extend(on.then(|| info.id.clone()));
                wishes.push(Wish::Act(Action::OnlyAlso(also)));
            }
        }
    });
}

/// One half of *Changes apply to*: the chosen one has its ground and edge.
struct Choice<'a> {
    words: &'a str,
    icon: Icon,
    on: bool,
    /// In the colours of *Only*.
    only: bool,
}

impl Choice<'_> {
    fn show(&self, ui: &mut Ui, narrow: bool) -> egui::Response {
        let t = Tokens::of(ui);
        let (color, ground) = if self.only { (t.scope_only, t.scope_only_bg) } else { (t.scope_all, t.scope_all_bg) };
        let ink = if self.on { color } else { t.text2 };
        let galley = elided(ui, self.words, small_medium(), ink, if narrow { 110.0 } else { 260.0 });
        let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x + 38.0, 26.0), egui::Sense::click());
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, ui.is_enabled(), self.on, self.words));
        let radius = CornerRadius::same(METRICS.radius);
        if self.on {
            ui.painter().rect(rect, radius, ground, Stroke::new(1.0, color), StrokeKind::Inside);
        } else if response.hovered() {
            ui.painter().rect_filled(rect, radius, t.hover);
        }
        if response.has_focus() {
            widgets::focus_ring(ui, rect, METRICS.radius, false);
        }
        let at = Rect::from_min_size(rect.left_center() + vec2(8.0, -7.0), vec2(14.0, 14.0));
        self.icon.paint(ui, at, 14.0, ink);
        paint_text(ui, rect.with_min_x(rect.left() + 28.0), egui::Align2::LEFT_CENTER, &galley);
        if galley.elided { widgets::tip(response, self.words, "") } else { response }
    }
}
