//! What the chosen variant changes about the base: how many entities, which keys of its own, and what they cost.

use egui::{Align, Color32, Layout, RichText, Sense, Ui, vec2};
use tablewright_core::check::Diagnostic;
use tablewright_core::json::{Ref, Shared};
use tablewright_core::scene::keys::{Group, KeyRole};
use tablewright_core::scene::view::SceneView;
use tablewright_core::variants::diff::{Diff, KeyState, Mark, Part, Row};
use tablewright_core::variants::{Block, Resolved, VariantInfo};
use tablewright_core::{DocId, pointer};

use super::by_hand::ByHandSheet;
use super::detail::notes_where;
use super::notices::OUT_OF_STEP;
use super::{Seen, Sheet, VariantsDialog, edit};
use crate::dock::Panel;
use crate::icons::Icon;
use crate::panels::Wish;
use crate::panels::details::listing::size_in_words;
use crate::session::{Action, Session, VariantEdit};
use crate::theme::{Tokens, body, small, strong};
use crate::widgets::{Button, diamond, elided, hairline};

/// What is told of a variant, kept until the scene or the choice changes.
#[derive(Default)]
pub(super) struct Changes {
    of: Option<(u64, String)>,
    diff: Option<Diff>,
    scene_bytes: usize,
    by_hand: ByHand,
}

/// What is attached in a variant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ByHand {
    /// Scripts of the scene.
    pub scene: usize,
    /// Entities with a script.
    pub entities: usize,
}

impl ByHand {
    /// Counts what a variant attaches.
    pub(super) fn of(resolved: &Resolved<'_>) -> Self {
        let scene = resolved.scene_key("sceneScriptIds").map_or(0, Ref::len);
        let scripted = |entity: &&tablewright_core::variants::ResolvedEntity<'_>| {
            ["scriptId", "scriptVars"].iter().any(|key| entity.entity().metadata(key).is_some())
        };
        Self { scene, entities: resolved.entities.iter().filter(scripted).count() }
    }

    pub(super) fn in_words(self) -> String {
        let count = |n: usize, one: &str, many: &str| match n {
            0 => None,
            1 => Some(format!("1 {one}")),
            n => Some(format!("{n} {many}")),
        };
        let scene = count(self.scene, "scene script", "scene scripts");
        let entities = count(self.entities, "scripted entity", "scripted entities");
        let parts: Vec<String> = scene.into_iter().chain(entities).collect();
        if parts.is_empty() { "none attached, so it is played by hand".to_owned() } else { parts.join(", ") }
    }
}

impl Changes {
    fn refresh(&mut self, session: &Session, info: &VariantInfo) {
        let of = Some((session.revision(), info.id.clone()));
        if self.of == of {
            return;
        }
        if self.of.as_ref().map(|(revision, _)| *revision) != Some(session.revision()) {
            self.scene_bytes = session.scene().map_or(0, |scene| scene.text().len());
        }
        self.of = of;
        let scene = session.scene();
        let base = scene.and_then(|scene| Some(Block::of(SceneView::of(scene))?.base()?.into_owned()));
        self.diff = scene.zip(base).map(|(scene, base)| Diff::between(scene, session.listed(), &base, &info.id));
        self.by_hand = scene
            .map(|scene| ByHand::of(&tablewright_core::variants::resolve(scene, &info.id, session.listed())))
            .unwrap_or_default();
    }
}

impl VariantsDialog {
    pub(super) fn changes_ui(&mut self, ui: &mut Ui, seen: &Seen<'_>, info: &VariantInfo, wishes: &mut Vec<Wish>) {
        let session = seen.session;
        self.changes.refresh(session, info);
        ui.add_space(8.0);
        let bytes = self.changes.diff.as_ref().map_or(0, |diff| diff.bytes);
        head(ui, info, bytes, self.changes.scene_bytes, wishes);
        ui.spacing_mut().item_spacing.y = 0.0;
        hairline(ui);
        let by_hand = self.changes.by_hand;
        let mut detach = false;
        match &self.changes.diff {
            _ if info.is_base => {
                let said = "The others are kept as differences from it";
                line(ui, Lead::Icon(Icon::Base), "The base", said, None);
                detach = line(ui, Lead::Icon(Icon::Script), "Scripts", &by_hand.in_words(), detach_words(by_hand));
            }
            Some(diff) => {
                entities(ui, diff);
                for group in Group::ALL {
                    let words = if group == Group::Scripts { by_hand.in_words() } else { String::new() };
                    let more = (group == Group::Scripts).then(|| detach_words(by_hand)).flatten();
                    match group_line(ui, diff, group, &words, more) {
                        Some(Asked::Follow(keys)) => {
                            wishes.push(edit(VariantEdit::FollowBase { id: info.id.clone(), keys }));
                        }
                        Some(Asked::Detach) => detach = true,
                        None => {}
                    }
                }
                others(ui, diff, info, wishes);
            }
            None => {
                line(ui, Lead::Icon(Icon::Link), "Nothing", "It is the one scene that the pack has", None);
            }
        }
        if detach {
            self.sheet = Some(Sheet::ByHand(ByHandSheet::new(session, &info.id, by_hand)));
        }
        ui.spacing_mut().item_spacing.y = 10.0;
        ui.add_space(10.0);
        let at = pointer!["variants", "deltas", info.id];
        // What is out of step stands over the whole.
        let of_it = |problem: &Diagnostic| {
            problem.document == DocId::Scene && at.contains(&problem.pointer) && !OUT_OF_STEP.contains(&problem.code)
        };
        notes_where(ui, seen, &of_it, wishes);
        if info.is_base {
            // What stands at the top level and is about this variant alone.
            let seats = |problem: &Diagnostic| {
                problem.document == DocId::Scene
                    && problem.code == "tw-variant-seats"
                    && problem.pointer.tokens().first().is_none_or(|key| key != "variants")
            };
            notes_where(ui, seen, &seats, wishes);
        }
    }
}

fn detach_words(by_hand: ByHand) -> Option<&'static str> {
    (by_hand != ByHand::default()).then_some("Detach all scripts…")
}

fn head(ui: &mut Ui, info: &VariantInfo, bytes: usize, whole: usize, wishes: &mut Vec<Wish>) {
    let t = Tokens::of(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 10.0;
        ui.label(RichText::new("What it changes").font(strong()).color(t.text));
        if bytes > 0 {
            let words = format!("{} of the scene’s {}", size_in_words(bytes as u64), size_in_words(whole as u64));
            ui.label(RichText::new(words).font(small()).color(t.text2));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if !info.is_base && ui.add(Button::link("Show differences")).clicked() {
                wishes.push(Wish::Act(Action::Show(info.id.clone())));
                wishes.push(Wish::Open(Panel::Differences));
            }
        });
    });
}

/// What stands at the left end of a line.
#[derive(Clone, Copy)]
enum Lead {
    Sign(&'static str, Color32),
    Diamond,
    Icon(Icon),
}

/// One line: a mark, what it is about, more about it, and a link at the right end. Returns whether the link was pressed.
fn line(ui: &mut Ui, mark: Lead, what: &str, more: &str, link: Option<&str>) -> bool {
    let t = Tokens::of(ui);
    let mut pressed = false;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 32.0), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, format!("{what}: {more}")));
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center)));
    let ui_ = &mut child;
    ui_.spacing_mut().item_spacing.x = 8.0;
    let (at, _) = ui_.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
    let mut own = ui_.new_child(egui::UiBuilder::new().max_rect(at.shrink2(vec2(4.0, 0.0))));
    match mark {
        Lead::Sign(sign, color) => {
            let galley = elided(ui_, sign, strong(), color, 16.0);
            crate::widgets::paint_text(ui_, at, egui::Align2::CENTER_CENTER, &galley);
        }
        Lead::Diamond => drop(diamond(&mut own)),
        Lead::Icon(icon) => icon.paint(ui_, at, 14.0, t.text3),
    }
    ui_.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if let Some(link) = link
            && ui.add(Button::link(link).name(&format!("{link}: {what}"))).clicked()
        {
            pressed = true;
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.label(RichText::new(what).font(body()).color(t.text));
            ui.add(egui::Label::new(RichText::new(more).font(small()).color(t.text2)).truncate());
        });
    });
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, egui::Stroke::new(1.0, t.border_subtle));
    pressed
}

/// The entities that are added, changed and removed: how many, and the first of them by name.
fn entities(ui: &mut Ui, diff: &Diff) {
    let t = Tokens::of(ui);
    for (mark, word, color) in
        [(Mark::Added, "added", t.added), (Mark::Changed, "changed", t.changed), (Mark::Removed, "removed", t.removed)]
    {
        let is_it = |row: &&Row| row.mark == Some(mark) && matches!(row.id.part(), Some(Part::Entity(_) | Part::Nameless(_)));
        let rows: Vec<&Row> = diff.rows.iter().filter(is_it).collect();
        if rows.is_empty() {
            continue;
        }
        let noun = if rows.len() == 1 { "entity" } else { "entities" };
        let names = match (rows.as_slice(), mark) {
            ([one], Mark::Changed) => changed_in_words(diff, one),
            _ => names_of(rows.iter().map(|row| row.label.as_str())),
        };
        line(ui, Lead::Sign(mark.sign(), color), &format!("{} {noun} {word}", rows.len()), &names, None);
    }
}

/// The first names of many, those that stand more than once with how often: “Board, Black stone × 7 and 12 more”.
fn names_of<'a>(labels: impl Iterator<Item = &'a str>) -> String {
    let mut names: Vec<(&str, usize)> = Vec::new();
    for label in labels {
        match names.iter_mut().find(|(name, _)| *name == label) {
            Some((_, count)) => *count += 1,
            None => names.push((label, 1)),
        }
    }
    let told = names.iter().take(3).map(|(name, count)| match count {
        1 => (*name).to_owned(),
        count => format!("{name} × {count}"),
    });
    let told = told.collect::<Vec<_>>().join(", ");
    match names.iter().skip(3).map(|(_, count)| count).sum::<usize>() {
        0 => told,
        more => format!("{told} and {more} more"),
    }
}

/// The name of a changed entity and what of it differs.
fn changed_in_words(diff: &Diff, row: &Row) -> String {
    let place = diff.find(&row.id).unwrap_or_default();
    let fields: Vec<String> = diff.children(place).map(|child| diff.rows[child].label.to_lowercase()).take(3).collect();
    if fields.is_empty() { row.label.clone() } else { format!("{}, {}", row.label, fields.join(", ")) }
}

/// What is asked for at the end of a group's line.
enum Asked {
    Follow(Vec<String>),
    Detach,
}

/// A group of scene keys: its own copies, or that it follows the base.
fn group_line(ui: &mut Ui, diff: &Diff, group: Group, words: &str, detach: Option<&str>) -> Option<Asked> {
    let own = own_keys(diff, |key| Group::of(key) == Some(group));
    let suffix = if words.is_empty() { String::new() } else { format!(": {words}") };
    if own.is_empty() {
        let pressed = line(ui, Lead::Icon(Icon::Link), group.label(), &format!("Follows the base{suffix}"), detach);
        return pressed.then_some(Asked::Detach);
    }
    let said = own.iter().map(|(_, said)| said.as_str()).collect::<Vec<_>>().join(", ");
    let pressed = line(ui, Lead::Diamond, group.label(), &format!("Own copy: {said}{suffix}"), Some("Follow the base again"));
    let asked = pressed.then(|| Asked::Follow(own.into_iter().map(|(key, _)| key).collect()));
    if let (None, Some(detach)) = (&asked, detach) {
        let pressed =
            line(ui, Lead::Icon(Icon::Script), "By hand", "No script of the scene or of an entity runs here then", Some(detach));
        return pressed.then_some(Asked::Detach);
    }
    asked
}

/// The keys that a variant has of its own and that `wanted` picks, each with a few words about it.
fn own_keys(diff: &Diff, wanted: impl Fn(&str) -> bool) -> Vec<(String, String)> {
    let own = |row: &Row| matches!(row.state, Some(KeyState::Own | KeyState::None)) && row.own;
    let rows = diff.rows.iter().filter_map(|row| match row.id.part() {
        Some(Part::Key(key)) if own(row) && wanted(key) => Some((key, row)),
        _ => None,
    });
    rows.map(|(key, row)| {
        let name = tablewright_core::scene::keys::label(key);
        let count = row.new.as_ref().map(Shared::value).filter(|value| value.is_array()).map(Ref::len);
        let said = match (row.state, row.same_as_base, count, row.differs) {
            (Some(KeyState::None), false, ..) => format!("no {name}"),
            (_, true, ..) => format!("{name}, same as the base"),
            (_, _, Some(1), _) => format!("1 {}", name.trim_end_matches('s')),
            (_, _, Some(count), _) => format!("{count} {name}"),
            (_, _, None, Some((1, of))) if of > 1 => format!("{name}, 1 of {of} values differs"),
            (_, _, None, Some((differs, of))) if of > 1 => format!("{name}, {differs} of {of} values differ"),
            _ => name.to_owned(),
        };
        (key.clone(), said)
    })
    .collect()
}

/// Own copies of keys that belong to no group.
fn others(ui: &mut Ui, diff: &Diff, info: &VariantInfo, wishes: &mut Vec<Wish>) {
    for (key, said) in own_keys(diff, |key| Group::of(key).is_none()) {
        let can = KeyRole::of(&key).is_used_in_variant().then_some("Follow the base again");
        if line(ui, Lead::Diamond, &key, &format!("Own copy: {said}"), can) {
            wishes.push(edit(VariantEdit::FollowBase { id: info.id.clone(), keys: vec![key] }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_stand_often_are_counted() {
        assert_eq!(names_of(["a", "b", "a", "c"].into_iter()), "a × 2, b, c");
        assert_eq!(names_of(["a", "b", "c", "d", "e", "d"].into_iter()), "a, b, c and 3 more");
        assert_eq!(names_of(std::iter::empty()), "");
    }

    #[test]
    fn what_is_attached_is_counted() {
        let told = |scene, entities| ByHand { scene, entities }.in_words();
        assert_eq!(told(0, 0), "none attached, so it is played by hand");
        assert_eq!(told(1, 2), "1 scene script, 2 scripted entities");
        assert_eq!(told(2, 1), "2 scene scripts, 1 scripted entity");
    }
}
