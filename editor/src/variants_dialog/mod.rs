//! The Variants dialog: the list in the lobby's order at the left, the variant that is chosen at the right. Every change
//! applies at once and is a step of the history; undo is the way back.
//!
//! - [`list`]: the rows, their keys and the drag that reorders them; [`notices`]: what is out of step, over everything
//! - [`detail`]: the chosen variant's fields; [`changes`]: what it changes about the base
//! - [`add`], [`rename`], [`rebase`], [`delete`], [`by_hand`]: the sheets over the dialog, each for one question
//!
//! Nothing here changes a document: what the person wants is collected as wishes.

mod add;
mod by_hand;
mod changes;
mod delete;
mod detail;
mod list;
mod notices;
mod rebase;
mod rename;

use egui::{Context, Key, Modifiers, Rect, Ui, UiBuilder, pos2};
use tablewright_core::variants::list_edit;
use tablewright_core::variants::{MAX_VARIANTS, VariantInfo, list as listing};

use crate::guide::Page;
use crate::icons::Icon;
use crate::panels::Wish;
use crate::session::{Action, Session, VariantEdit};
use crate::theme::{METRICS, Tokens};
use crate::viewport::Thumbnails;
use crate::widgets::{Button, Dialog, Tone, empty_state, tip};

use add::AddSheet;
use by_hand::ByHandSheet;
use changes::Changes;
use delete::DeleteSheet;
use list::ListState;
use rebase::RebaseSheet;
use rename::RenameSheet;

/// The dialog's size, in points.
const WIDTH: f32 = 1060.0;
const HEIGHT: f32 = 724.0;
/// The width of the list.
const LIST: f32 = 432.0;

/// The dialog while it is open, and what it remembers between frames.
#[derive(Default)]
pub struct VariantsDialog {
    open: bool,
    /// The id of the variant whose details are shown.
    chosen: String,
    /// Its number in the list, for when it is gone.
    place: usize,
    /// The ids that were listed in the last frame: what is not among them is new.
    known: Vec<String>,
    sheet: Option<Sheet>,
    list: ListState,
    changes: Changes,
    /// The name's field gets the keyboard.
    wants_name: bool,
}

/// A question over the dialog.
enum Sheet {
    Add(AddSheet),
    Rename(RenameSheet),
    Rebase(RebaseSheet),
    Delete(DeleteSheet),
    ByHand(ByHandSheet),
}

/// A row of the list: the entry's number in the manifest, and what both halves say of it.
type Line<'a> = (usize, &'a VariantInfo);

/// What the dialog's parts see, for one frame.
struct Seen<'a> {
    session: &'a Session,
    lines: Vec<Line<'a>>,
    /// The number of the chosen line.
    place: Option<usize>,
    /// Why nothing can be changed.
    blocked: Option<String>,
}

impl<'a> Seen<'a> {
    fn new(session: &'a Session) -> Self {
        let entries = session.manifest().into_iter().flat_map(|manifest| listing::entries(manifest.root()));
        let mut lines: Vec<Line<'a>> = Vec::new();
        for entry in entries {
            let Some(id) = entry.id() else { continue };
            let info = session.variants().iter().find(|info| info.listed && info.id == id);
            if let Some(info) = info.filter(|info| lines.iter().all(|(_, known)| known.id != info.id)) {
                lines.push((entry.index, info));
            }
        }
        let blocked = list_edit::why_not(session.history().roots()).map(|error| error.what().to_owned());
        Self { session, lines, place: None, blocked }
    }

    fn chosen(&self) -> Option<Line<'a>> {
        self.lines.get(self.place?).copied()
    }

    fn why_not(&self) -> Option<&str> {
        self.blocked.as_deref()
    }
}

/// What was pressed in the footer.
enum Foot {
    Delete,
    Duplicate,
    MakeBase,
}

impl VariantsDialog {
    /// Opens it at the variant that is shown.
    pub fn open(&mut self, session: &Session) {
        *self = Self { open: true, chosen: session.shown().to_owned(), ..Self::default() };
        self.known = session.listed().to_vec();
    }

    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Draws it while it is open; what the person wants. Without `pictures` the rows have none.
    pub fn show(&mut self, ctx: &Context, session: &Session, pictures: Option<&mut Thumbnails>) -> Vec<Wish> {
        let mut wishes = Vec::new();
        if !self.open {
            return wishes;
        }
        let mut seen = Seen::new(session);
        self.follow(&mut seen);
        let count = if seen.lines.is_empty() { String::new() } else { format!("{} of {MAX_VARIANTS}", seen.lines.len()) };
        let mut pressed = None;
        let height = HEIGHT - METRICS.dialog_header - METRICS.dialog_footer - 4.0;
        let response = Dialog::new("Variants")
            .meta(&count)
            .help()
            .width(WIDTH)
            .body_height(height)
            .still()
            .main("Done", None)
            .cancel(None)
            .keep_on_enter()
            .show_with_foot(ctx, |ui| self.body(ui, &seen, pictures, &mut wishes), |ui| pressed = foot(ui, &seen));
        match (pressed, seen.chosen()) {
            (Some(Foot::Delete), Some((_, info))) => self.ask_delete(session, &info.id),
            (Some(Foot::Duplicate), Some((_, info))) => wishes.push(edit(VariantEdit::Duplicate(info.id.clone()))),
            (Some(Foot::MakeBase), Some((_, info))) => self.sheet = Some(Sheet::Rebase(RebaseSheet::new(&info.id))),
            _ => {}
        }
        if response.help {
            wishes.push(Wish::Guide(Page::Variants));
        }
        if self.sheet.is_none() && response.on_top {
            self.keys(ctx, &seen, &mut wishes);
        }
        if response.end.is_some() {
            self.open = false;
        }
        self.show_sheet(ctx, session, &mut wishes);
        // What leads somewhere else is not to be covered.
        if wishes.iter().any(|wish| matches!(wish, Wish::GoTo(_) | Wish::Find(_) | Wish::Open(_))) {
            self.open = false;
        }
        wishes
    }

    /// Keeps the choice where the list has changed: a new variant is chosen, and after one that is gone the next.
    fn follow(&mut self, seen: &mut Seen<'_>) {
        let ids: Vec<&str> = seen.lines.iter().map(|(_, info)| info.id.as_str()).collect();
        let is_new = |id: &&str| !self.known.iter().any(|known| known == id);
        // The first variants made are two: the one that was asked for is the later.
        let first = self.known.is_empty();
        let fresh = if first { ids.iter().rposition(is_new) } else { ids.iter().position(is_new) };
        let place = fresh.or_else(|| ids.iter().position(|id| *id == self.chosen));
        let place = place.or_else(|| ids.len().checked_sub(1).map(|last| self.place.min(last)));
        if let Some(place) = place {
            if fresh.is_some() {
                self.list.reveal();
            }
            self.place = place;
            ids[place].clone_into(&mut self.chosen);
        }
        self.known = ids.iter().map(|id| (*id).to_owned()).collect();
        seen.place = place;
    }

    fn choose(&mut self, id: &str) {
        id.clone_into(&mut self.chosen);
        self.wants_name = false;
    }

    fn ask_delete(&mut self, session: &Session, id: &str) {
        self.sheet = Some(Sheet::Delete(DeleteSheet::new(session, id)));
    }

    fn body(&mut self, ui: &mut Ui, seen: &Seen<'_>, pictures: Option<&mut Thumbnails>, wishes: &mut Vec<Wish>) {
        ui.spacing_mut().item_spacing.y = 0.0;
        if let Some(base) = notices::show(ui, seen, wishes) {
            self.sheet = Some(Sheet::Rebase(RebaseSheet::new(&base)));
        }
        let room = ui.available_rect_before_wrap();
        if seen.lines.is_empty() {
            self.nothing_yet(&mut ui.new_child(UiBuilder::new().max_rect(room)), seen);
            return;
        }
        let split = (room.left() + LIST).min(room.center().x);
        let left = Rect::from_min_max(room.min, pos2(split, room.bottom()));
        let right = Rect::from_min_max(pos2(split + 1.0, room.top()), room.max);
        self.list_ui(&mut ui.new_child(UiBuilder::new().id_salt("list").max_rect(left)), seen, pictures, wishes);
        let t = Tokens::of(ui);
        ui.painter().vline(split + 0.5, room.y_range(), egui::Stroke::new(1.0, t.border_subtle));
        self.detail_ui(&mut ui.new_child(UiBuilder::new().id_salt("detail").max_rect(right)), seen, wishes);
    }

    /// What stands there while there is one way to play.
    fn nothing_yet(&mut self, ui: &mut Ui, seen: &Seen<'_>) {
        let purpose = "Another board, another count of seats, the same game by hand: a variant is the same game, set up \
                       differently, and the room’s owner picks one in the lobby.";
        let button = seen.blocked.is_none().then_some((Icon::Plus, "Add a variant…"));
        if empty_state(ui, Tone::Plain, Icon::Variants, "One way to play it", purpose, button) {
            self.sheet = Some(Sheet::Add(AddSheet::new(seen.session)));
        }
    }

    /// The keys that mean something wherever no text is typed.
    fn keys(&mut self, ctx: &Context, seen: &Seen<'_>, wishes: &mut Vec<Wish>) {
        if ctx.text_edit_focused() {
            return;
        }
        let pressed = |modifiers: Modifiers, key: Key| ctx.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z) || pressed(Modifiers::COMMAND, Key::Y) {
            wishes.push(Wish::Act(Action::Redo));
        }
        if pressed(Modifiers::COMMAND, Key::Z) {
            wishes.push(Wish::Act(Action::Undo));
        }
        let Some((index, info)) = seen.chosen().filter(|_| seen.blocked.is_none()) else { return };
        if pressed(Modifiers::NONE, Key::F2) {
            self.wants_name = true;
        }
        if pressed(Modifiers::COMMAND, Key::D) {
            wishes.push(edit(VariantEdit::Duplicate(info.id.clone())));
        }
        if pressed(Modifiers::NONE, Key::Delete) {
            self.ask_delete(seen.session, &info.id);
        }
        for (key, step) in [(Key::ArrowUp, -1), (Key::ArrowDown, 1)] {
            let to = self.place.checked_add_signed(step).and_then(|place| seen.lines.get(place));
            if pressed(Modifiers::COMMAND, key)
                && let Some((to, _)) = to
            {
                wishes.push(edit(VariantEdit::Move { from: index, to: *to }));
                self.list.reveal();
            }
        }
    }

    fn show_sheet(&mut self, ctx: &Context, session: &Session, wishes: &mut Vec<Wish>) {
        let stays = match &mut self.sheet {
            None => return,
            Some(Sheet::Add(sheet)) => sheet.show(ctx, session, wishes),
            Some(Sheet::Rename(sheet)) => sheet.show(ctx, session, wishes),
            Some(Sheet::Rebase(sheet)) => sheet.show(ctx, session, wishes),
            Some(Sheet::Delete(sheet)) => sheet.show(ctx, session, wishes),
            Some(Sheet::ByHand(sheet)) => sheet.show(ctx, session, wishes),
        };
        if !stays {
            self.sheet = None;
        }
    }
}

fn edit(edit: VariantEdit) -> Wish {
    Wish::Act(Action::Variants(edit))
}

/// The buttons at the left of the footer.
fn foot(ui: &mut Ui, seen: &Seen<'_>) -> Option<Foot> {
    let (_, info) = seen.chosen()?;
    let mut pressed = None;
    ui.spacing_mut().item_spacing.x = 8.0;
    let why = seen.why_not();
    let button = |ui: &mut Ui, button: Button<'_>, words: &str, keys: &str| tip(ui.add(button.form()), words, keys).clicked();
    let delete = Button::danger("Delete").icon(Icon::Trash).blocked(why);
    if button(ui, delete, "Delete this variant; says first what is lost", "Delete") {
        pressed = Some(Foot::Delete);
    }
    let full = (seen.lines.len() >= MAX_VARIANTS).then_some("The list has 12 variants, and a lobby offers no more");
    let duplicate = Button::control("Duplicate").icon(Icon::Duplicate).blocked(why.or(full));
    if button(ui, duplicate, "Put a copy behind it", "Ctrl D") {
        pressed = Some(Foot::Duplicate);
    }
    let is_base = info.is_base.then_some("It is the base already");
    let no_scene = seen.session.scene().is_none().then_some("The scene can’t be read");
    let rebase = Button::control("Make this the base…").icon(Icon::Rebase).blocked(why.or(no_scene).or(is_base));
    if button(ui, rebase, "Keep the other variants as differences from this one", "") {
        pressed = Some(Foot::MakeBase);
    }
    pressed
}
