//! The keyboard of a list or tree: one stop of Tab for the whole of it, arrows, Home, End, Enter, typing that finds.

use egui::{Event, EventFilter, Id, Key, Rect, Role, Sense, Ui, WidgetInfo};

/// What the keys of this frame ask a list to do. Read the fields that make sense for the list.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ListKeys {
    /// Rows to move by: −1 up, 1 down, more for a page.
    pub step: isize,
    /// To the first row.
    pub home: bool,
    /// To the last row.
    pub end: bool,
    /// Fold, or go to the parent.
    pub left: bool,
    /// Unfold, or go to the first child.
    pub right: bool,
    /// Open the row.
    pub enter: bool,
    /// Toggle the row.
    pub space: bool,
    /// Shift was held: extend the selection.
    pub extend: bool,
    /// Letters typed lately: go to the next row that begins so.
    pub find: Option<String>,
}

impl ListKeys {
    /// Takes a key in; false where lists have no use for it.
    fn take(&mut self, key: Key) -> bool {
        match key {
            Key::ArrowDown => self.step += 1,
            Key::ArrowUp => self.step -= 1,
            Key::PageDown => self.step += PAGE,
            Key::PageUp => self.step -= PAGE,
            Key::Home => self.home = true,
            Key::End => self.end = true,
            Key::ArrowLeft => self.left = true,
            Key::ArrowRight => self.right = true,
            Key::Enter => self.enter = true,
            Key::Space => self.space = true,
            _ => return false,
        }
        true
    }

    /// The row to go to in a flat list of `len` rows from `current`; `None` where the keys do not move.
    pub fn target(&self, current: Option<usize>, len: usize) -> Option<usize> {
        let last = len.checked_sub(1)?;
        if self.home {
            return Some(0);
        }
        if self.end {
            return Some(last);
        }
        match (self.step, current) {
            (0, _) => None,
            (step, None) => Some(if step > 0 { 0 } else { last }),
            (step, Some(at)) => Some(at.saturating_add_signed(step).min(last)),
        }
    }

    /// The row that typing goes to: the next after `current` (or `current` itself while more letters come) whose name
    /// begins with what was typed.
    pub fn found<'a>(&self, current: Option<usize>, names: impl ExactSizeIterator<Item = &'a str> + Clone) -> Option<usize> {
        let typed = self.find.as_deref()?.to_lowercase();
        let len = names.len();
        let start = current.map_or(0, |at| if typed.chars().count() > 1 { at } else { at + 1 });
        let hits: Vec<usize> =
            names.enumerate().filter(|(_, name)| name.to_lowercase().starts_with(&typed)).map(|(i, _)| i).collect();
        hits.iter().copied().find(|hit| *hit >= start && *hit < len).or_else(|| hits.first().copied())
    }
}

/// The keyboard's side of a list. Make one before the rows; [`List::claim`] when a row is clicked.
#[derive(Debug)]
pub struct List {
    id: Id,
    focused: bool,
    keys: ListKeys,
}

/// Rows that PageUp and PageDown move by.
const PAGE: isize = 10;
/// Seconds without a letter after which typing begins a new word.
const PAUSE: f64 = 0.8;

impl List {
    /// A list called `name` that fills `rect`. Tab stops at it once.
    pub fn begin(ui: &mut Ui, name: &str, rect: Rect) -> Self {
        let id = ui.make_persistent_id(("list", name));
        let response = ui.interact(rect, id, Sense::focusable_noninteractive());
        response.widget_info(|| WidgetInfo::labeled(Role::List, ui.is_enabled(), name));
        // A press anywhere else takes the keyboard away, so that letters are commands again.
        if response.has_focus() && ui.input(|input| input.pointer.any_pressed()) && !ui.rect_contains_pointer(rect) {
            response.surrender_focus();
        }
        let focused = response.has_focus();
        if !focused {
            return Self { id, focused, keys: ListKeys::default() };
        }
        ui.data_mut(|data| data.insert_temp(keyboard_id(), id));
        let arrows = EventFilter { vertical_arrows: true, horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, arrows));
        Self { id, focused, keys: read_keys(ui, id) }
    }

    /// Whether the keyboard is here.
    pub fn focused(&self) -> bool {
        self.focused
    }

    /// What the keys ask for.
    pub fn keys(&self) -> &ListKeys {
        &self.keys
    }

    /// Takes the keyboard: after a click on a row, or when the panel is shown by a key.
    pub fn claim(&self, ui: &Ui) {
        ui.memory_mut(|memory| memory.request_focus(self.id));
    }
}

fn keyboard_id() -> Id {
    Id::unique("tablewright list with the keyboard")
}

/// Whether the keyboard is at a list, whose letters then find rows instead of running commands.
pub fn list_has_keyboard(ctx: &egui::Context) -> bool {
    let list: Option<Id> = ctx.data(|data| data.get_temp(keyboard_id()));
    list.is_some_and(|list| ctx.memory(|memory| memory.has_focus(list)))
}

fn read_keys(ui: &Ui, id: Id) -> ListKeys {
    let mut keys = ListKeys::default();
    let mut typed = String::new();
    let now = ui.input_mut(|input| {
        input.events.retain(|event| match event {
            // Keys with Ctrl or Alt are commands, not movements.
            Event::Key { key, pressed: true, modifiers, .. } if !modifiers.command && !modifiers.ctrl && !modifiers.alt => {
                keys.extend |= modifiers.shift;
                !keys.take(*key)
            }
            Event::Text(text) => {
                typed.push_str(text);
                false
            }
            _ => true,
        });
        input.time
    });
    // A space alone toggles; inside a word that is being typed it is a letter.
    if typed == " " {
        typed.clear();
    }
    if !typed.is_empty() {
        keys.find = Some(ui.data_mut(|data| {
            let (last, so_far): (f64, String) = data.get_temp(id).unwrap_or_default();
            let word = if now - last < PAUSE { so_far + &typed } else { typed };
            data.insert_temp(id, (now, word.clone()));
            word
        }));
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movement_stays_in_the_list() {
        let step = |step| ListKeys { step, ..ListKeys::default() };
        assert_eq!(step(1).target(Some(2), 3), Some(2));
        assert_eq!(step(1).target(Some(1), 3), Some(2));
        assert_eq!(step(-1).target(Some(0), 3), Some(0));
        assert_eq!(step(-1).target(None, 3), Some(2));
        assert_eq!(step(1).target(None, 3), Some(0));
        assert_eq!(step(PAGE).target(Some(0), 3), Some(2));
        assert_eq!(step(0).target(Some(1), 3), None);
        assert_eq!(step(1).target(None, 0), None);
        let end = ListKeys { end: true, ..ListKeys::default() };
        assert_eq!(end.target(Some(0), 3), Some(2));
    }

    #[test]
    fn typing_finds_and_goes_round() {
        let names = ["Board", "Bag", "Bowl", "Table"];
        let find =
            |word: &str, at| ListKeys { find: Some(word.to_owned()), ..ListKeys::default() }.found(at, names.iter().copied());
        assert_eq!(find("b", Some(0)), Some(1));
        assert_eq!(find("b", Some(2)), Some(0));
        assert_eq!(find("bo", Some(0)), Some(0));
        assert_eq!(find("T", None), Some(3));
        assert_eq!(find("x", None), None);
    }
}
