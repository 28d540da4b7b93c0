//! Which keys run which command: the defaults, what a person changed, and reading them from the input.

use std::collections::BTreeMap;

use egui::{Event, Key, KeyboardShortcut, ModifierNames, Modifiers};

use crate::commands::{Command, Context, Reach};

/// The keys of all commands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortcuts {
    keys: Vec<(Command, Vec<KeyboardShortcut>)>,
}

impl Default for Shortcuts {
    fn default() -> Self {
        Self { keys: Command::all().into_iter().map(|command| (command, command.default_keys())).collect() }
    }
}

/// What a person changed: a command's [`Command::id`] and its keys as [`write`] gives them; an empty text takes the keys away.
pub type Changes = BTreeMap<String, String>;

/// Gives a command other keys, or none; keys that are its first ones anyway leave no trace.
pub fn change(changes: &mut Changes, command: Command, keys: Option<KeyboardShortcut>) {
    if keys == command.default_keys().first().copied() {
        changes.remove(&command.id());
    } else {
        changes.insert(command.id(), keys.as_ref().map(write).unwrap_or_default());
    }
}

impl Shortcuts {
    /// The defaults with a person's changes. Changes that name no command, or keys that cannot be read, are left out.
    pub fn with(changes: &Changes) -> Self {
        let mut shortcuts = Self::default();
        for (command, keys) in &mut shortcuts.keys {
            let former = || command.former_id().and_then(|id| changes.get(&id));
            match changes.get(&command.id()).or_else(former).map(String::as_str) {
                Some("") => keys.clear(),
                Some(text) => {
                    if let Some(shortcut) = read(text) {
                        *keys = vec![shortcut];
                    }
                }
                None => {}
            }
        }
        shortcuts
    }

    /// The keys of a command; the first is the one that is shown.
    pub fn of(&self, command: Command) -> &[KeyboardShortcut] {
        self.keys.iter().find(|(other, _)| *other == command).map_or(&[], |(_, keys)| keys)
    }

    /// A command's keys for a person: `Ctrl Shift P`, or nothing.
    pub fn text(&self, command: Command) -> String {
        self.of(command).first().map(show).unwrap_or_default()
    }

    /// The command that has these keys already.
    pub fn holder(&self, shortcut: KeyboardShortcut) -> Option<Command> {
        self.keys.iter().find(|(_, keys)| keys.contains(&shortcut)).map(|(command, _)| *command)
    }

    /// Takes the keys of this frame out of the input and returns the commands they mean, in the order they were pressed.
    /// What cannot run now is taken as well, so that its key does nothing else. While a field is being typed in, keys that
    /// mean something in a text are left to it.
    pub fn take(&self, ctx: &egui::Context, state: &Context) -> Vec<Command> {
        let typing = ctx.text_edit_focused();
        let listing = crate::widgets::list_has_keyboard(ctx);
        let behind = ctx.memory(egui::Memory::top_modal_layer).is_some();
        let mut commands = Vec::new();
        ctx.input_mut(|input| {
            input.events.retain(|event| {
                let Event::Key { key, pressed: true, modifiers, repeat, .. } = event else { return true };
                let Some(command) = self.find(*key, *modifiers) else { return true };
                if typing && (command.reach() == Reach::OutsideFields || is_typed(*key, *modifiers)) {
                    return true;
                }
                // Behind a dialog nothing runs but what changes how the dialog itself looks.
                if behind && !matches!(command, Command::ZoomIn | Command::ZoomOut | Command::ZoomReset | Command::FullScreen) {
                    return true;
                }
                if listing && is_for_lists(*key, *modifiers) {
                    return true;
                }
                // Holding the keys down repeats steps, never a save or a dialog.
                let steps = matches!(
                    command,
                    Command::Undo
                        | Command::Redo
                        | Command::ZoomIn
                        | Command::ZoomOut
                        | Command::NextVariant
                        | Command::PreviousVariant
                        | Command::NextProblem
                        | Command::PreviousProblem
                        | Command::NextDifference
                        | Command::PreviousDifference
                );
                if command.enabled(state).is_ok() && (!*repeat || steps) {
                    commands.push(command);
                }
                false
            });
        });
        commands
    }

    fn find(&self, key: Key, modifiers: Modifiers) -> Option<Command> {
        let fits = |shortcut: &KeyboardShortcut| shortcut.logical_key == key && modifiers.matches_exact(shortcut.modifiers);
        self.keys.iter().find(|(_, keys)| keys.iter().any(fits)).map(|(command, _)| *command)
    }
}

/// Whether a key writes into a text rather than command something.
fn is_typed(key: Key, modifiers: Modifiers) -> bool {
    let plain = !modifiers.command && !modifiers.ctrl && !modifiers.alt;
    let function = key.name().len() > 1 && key.name().starts_with('F');
    plain && !function && key != Key::Escape
}

/// Whether a list that has the keyboard wants the key: letters find rows, the others move.
fn is_for_lists(key: Key, modifiers: Modifiers) -> bool {
    is_typed(key, modifiers) && !matches!(key, Key::Delete | Key::Backspace | Key::Tab)
}

/// Keys for a person: `Ctrl Shift P`; on a Mac with its own names.
pub fn show(shortcut: &KeyboardShortcut) -> String {
    let mac = cfg!(target_os = "macos");
    let names = ModifierNames { concat: " ", ..ModifierNames::NAMES };
    let mut held = shortcut.modifiers;
    if !mac && held.command {
        held.ctrl = true;
    }
    let modifiers = names.format(&held, mac);
    let key = match shortcut.logical_key {
        Key::Plus => "+",
        Key::Minus => "−",
        Key::Comma => ",",
        Key::Period => ".",
        Key::Equals => "=",
        Key::ArrowUp => "Up",
        Key::ArrowDown => "Down",
        Key::ArrowLeft => "Left",
        Key::ArrowRight => "Right",
        Key::Delete => "Del",
        other => other.name(),
    };
    if modifiers.is_empty() { key.to_owned() } else { format!("{modifiers} {key}") }
}

/// Keys for the settings file: `ctrl+shift+P`. `ctrl` is Cmd on a Mac.
pub fn write(shortcut: &KeyboardShortcut) -> String {
    let held = shortcut.modifiers;
    let mut text = String::new();
    for (on, name) in [(held.command || held.ctrl, "ctrl+"), (held.alt, "alt+"), (held.shift, "shift+")] {
        if on {
            text.push_str(name);
        }
    }
    text + shortcut.logical_key.name()
}

/// Reads what [`write`] wrote.
pub fn read(text: &str) -> Option<KeyboardShortcut> {
    let mut modifiers = Modifiers::NONE;
    let mut rest = text.trim();
    while let Some((name, after)) = rest.split_once('+') {
        match name.to_ascii_lowercase().as_str() {
            "ctrl" => modifiers.command = true,
            "alt" => modifiers.alt = true,
            "shift" => modifiers.shift = true,
            _ => break,
        }
        rest = after;
    }
    Key::from_name(rest).map(|key| KeyboardShortcut::new(modifiers, key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_share_keys() {
        let shortcuts = Shortcuts::default();
        let mut seen: Vec<(KeyboardShortcut, Command)> = Vec::new();
        for (command, keys) in &shortcuts.keys {
            for shortcut in keys {
                if let Some((_, other)) = seen.iter().find(|(taken, _)| taken == shortcut) {
                    panic!("{} runs {other:?} and {command:?}", show(shortcut));
                }
                seen.push((*shortcut, *command));
            }
        }
    }

    #[test]
    fn single_letters_wait_until_no_field_is_typed_in() {
        for (command, keys) in Shortcuts::default().keys {
            for shortcut in keys {
                let letter = shortcut.modifiers.is_none() && shortcut.logical_key.name().len() == 1;
                assert!(!letter || command.reach() == Reach::OutsideFields, "{command:?}");
            }
        }
    }

    #[test]
    fn keys_survive_the_settings_file() {
        for (_, keys) in Shortcuts::default().keys {
            for shortcut in keys {
                assert_eq!(read(&write(&shortcut)), Some(shortcut), "{}", write(&shortcut));
            }
        }
        assert_eq!(read("hyper+P"), None);
        assert_eq!(read(""), None);
    }

    #[test]
    fn a_person_can_change_and_take_away_keys() {
        let changes = Changes::from([
            ("save".to_owned(), "ctrl+shift+S".to_owned()),
            ("quit".to_owned(), String::new()),
            ("undo".to_owned(), "nonsense".to_owned()),
            ("no-such-command".to_owned(), "ctrl+L".to_owned()),
        ]);
        let shortcuts = Shortcuts::with(&changes);
        assert_eq!(write(&shortcuts.of(Command::Save)[0]), "ctrl+shift+S");
        assert!(shortcuts.of(Command::Quit).is_empty());
        assert_eq!(shortcuts.of(Command::Undo), Shortcuts::default().of(Command::Undo));
    }

    #[test]
    fn changing_back_leaves_no_trace() {
        let mut changes = Changes::new();
        change(&mut changes, Command::Save, None);
        assert_eq!(changes.get("save").map(String::as_str), Some(""));
        change(&mut changes, Command::Save, read("alt+S"));
        assert_eq!(changes.get("save").map(String::as_str), Some("alt+S"));
        change(&mut changes, Command::Save, read("ctrl+S"));
        change(&mut changes, Command::About, None);
        assert!(changes.is_empty());
    }

    fn press(key: Key, modifiers: Modifiers) -> egui::RawInput {
        let event = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
        egui::RawInput { events: vec![event], ..egui::RawInput::default() }
    }

    #[test]
    fn the_most_exact_keys_win() {
        let ctx = egui::Context::default();
        let shortcuts = Shortcuts::default();
        let state = Context { pack: true, undo: Some("x".into()), redo: Some("y".into()), ..Context::default() };
        let ctrl = Modifiers { ctrl: true, command: true, ..Modifiers::NONE };
        let run = |modifiers| {
            let mut taken = Vec::new();
            let mut output = ctx.run_ui(press(Key::Z, modifiers), |ui| taken.extend(shortcuts.take(ui, &state)));
            output.textures_delta.clear();
            taken
        };
        assert_eq!(run(ctrl), [Command::Undo]);
        assert_eq!(run(Modifiers { shift: true, ..ctrl }), [Command::Redo]);
        assert_eq!(run(Modifiers { alt: true, ..ctrl }), []);
        assert_eq!(run(Modifiers::NONE), []);
    }

    #[test]
    fn a_field_keeps_its_letters() {
        let ctx = egui::Context::default();
        let shortcuts = Shortcuts::default();
        let state = Context { pack: true, scene: true, selected: 1, unsaved: 1, ..Context::default() };
        let ctrl = Modifiers { ctrl: true, command: true, ..Modifiers::NONE };
        let mut text = String::new();
        let mut frame = |input: egui::RawInput| {
            let mut taken = Vec::new();
            let mut output = ctx.run_ui(input, |ui| {
                taken.extend(shortcuts.take(ui, &state));
                let response = ui.text_edit_singleline(&mut text);
                response.request_focus();
            });
            output.textures_delta.clear();
            taken
        };
        assert_eq!(frame(press(Key::F, Modifiers::NONE)), [Command::FrameSelection], "no field has the keyboard yet");
        frame(egui::RawInput::default());
        assert_eq!(frame(press(Key::F, Modifiers::NONE)), []);
        assert_eq!(frame(press(Key::Delete, Modifiers::NONE)), []);
        assert_eq!(frame(press(Key::S, ctrl)), [Command::Save]);
    }
}
