//! The frame of the window: bars, menus, docked panels, start page, palette, settings, toasts.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use egui::{Key, Modifiers, Role, ThemePreference, Ui, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tablewright::bars::{BarAction, StatusBar, TopBar, status_bar, top_bar};
use tablewright::commands::{Command, Context};
use tablewright::dock::{Dock, Panel, Workspace};
use tablewright::icons::Icon;
use tablewright::palette::{Palette, PaletteEvent, PaletteItem, command_items};
use tablewright::recents::{Recent, Recents};
use tablewright::settings::{SettingsDialog, SettingsEvent, Values};
use tablewright::shortcuts::{Changes, Shortcuts, change};
use tablewright::start::{StartAction, StartPage};
use tablewright::toasts::{Toast, Toasts};
use tablewright::widgets::{self, Row, Selection, Tone};
use tablewright_tests::kittest_gl::{count_pixels, save_picture};

use crate::harness;

fn context() -> Context {
    Context {
        pack: true,
        workspace: Some(Workspace::Scene),
        scene: true,
        unsaved: 3,
        undo: Some("move Deep Tray".to_owned()),
        selected: 1,
        variants: vec!["Large Board (19x19)".into(), "Medium Board (13x13)".into(), "Small Board (9x9)".into()],
        shown: Some(1),
        problems: 3,
        ..Context::default()
    }
}

/// A window without a pack behind it: the frame, with rows and fields in the panels.
#[derive(Default)]
struct Frame {
    dock: Dock,
    shortcuts: Shortcuts,
    changes: Changes,
    recents: Recents,
    palette: Palette,
    toasts: Toasts<&'static str>,
    seen: Vec<BarAction>,
    ran: Vec<Command>,
}

impl Frame {
    fn draw(&mut self, ui: &mut Ui) {
        let context = context();
        self.ran.extend(self.shortcuts.take(ui, &context));
        let open: Vec<Panel> = Panel::ALL.into_iter().filter(|panel| self.dock.is_open(*panel)).collect();
        let bar = TopBar {
            pack: Some(("Go", "1.0.3")),
            context: &context,
            shortcuts: &self.shortcuts,
            recents: &self.recents,
            open_panels: &open,
            troubles: &[(Workspace::ModDetails, Tone::Error, 1)],
        };
        self.seen.extend(top_bar(ui, &bar));
        let status =
            StatusBar { branch: Some(("wip", "2 ahead of main")), unsaved: 3, counts: Some([1, 2, 0]), ..StatusBar::default() };
        self.seen.extend(status_bar(ui, &status, &self.shortcuts));
        let counts = |panel| if panel == Panel::Problems { vec![(Tone::Error, 1), (Tone::Warning, 2)] } else { Vec::new() };
        self.dock.show(ui, &counts, |ui, panel, state| draw_panel(ui, panel, state.focused));
        self.toasts.show(ui, 24.0);
        let items = command_items(&context, &self.shortcuts);
        match self.palette.show(ui, &items) {
            Some(PaletteEvent::Run(command)) => self.ran.push(command),
            Some(PaletteEvent::SetKeys(command, keys)) => {
                change(&mut self.changes, command, keys);
                self.shortcuts = Shortcuts::with(&self.changes);
            }
            None => {}
        }
    }
}

fn draw_panel(ui: &mut Ui, panel: Panel, focused: bool) {
    match panel {
        Panel::Hierarchy => {
            ui.spacing_mut().item_spacing.y = 0.0;
            for name in ["Go Web", "Deep Tray"] {
                let selection = Selection::of(name == "Deep Tray", focused);
                Row::new(name).tree(1, None).icon(Icon::Board).selected(selection).show(ui);
            }
        }
        Panel::Inspector => {
            widgets::section(ui, "Identity", |ui| {
                widgets::field(ui, "Label", None, |ui| widgets::TextField::new("Label", "Deep Tray").show(ui));
            });
        }
        Panel::Scene => {
            ui.painter().rect_filled(ui.max_rect(), 0.0, tablewright::theme::Tokens::of(ui).viewport);
        }
        Panel::Problems => {
            widgets::empty_state(ui, Tone::Success, Icon::Success, "No problems", "The platform would accept this pack.", None);
        }
        Panel::Variants
        | Panel::Compare
        | Panel::Differences
        | Panel::Matrix
        | Panel::Lobby
        | Panel::ModDetails
        | Panel::Files
        | Panel::Find
        | Panel::History => {
            ui.label(panel.title());
        }
    }
}

fn window(theme: ThemePreference, width: f32, height: f32, frame: Frame) -> (Harness<'static>, Rc<RefCell<Frame>>) {
    let frame = Rc::new(RefCell::new(frame));
    let inner = Rc::clone(&frame);
    let mut harness = harness(theme, vec2(width, height), move |ui| inner.borrow_mut().draw(ui));
    harness.run_steps(4);
    (harness, frame)
}

#[test]
fn the_frame_is_drawn_in_both_themes_and_small() {
    for (name, theme, width, height) in [
        ("frame-dark", ThemePreference::Dark, 1440.0, 900.0),
        ("frame-light", ThemePreference::Light, 1440.0, 900.0),
        ("frame-small", ThemePreference::Dark, 1280.0, 720.0),
    ] {
        let frame = Frame { dock: Dock::new(Workspace::Scene, width), ..Frame::default() };
        let (mut harness, frame) = window(theme, width, height, frame);
        frame.borrow_mut().toasts.push(
            Toast::new(Tone::Only, "13x13 now has its own room settings; changes to the base’s no longer reach it.")
                .action("Undo", "undo")
                .stays(),
        );
        harness.run_steps(4);
        let picture = harness.render().expect("a picture");
        save_picture(name, &picture);
        let tokens = if theme == ThemePreference::Light { &tablewright::theme::LIGHT } else { &tablewright::theme::DARK };
        assert!(count_pixels(&picture, tokens.viewport) > 100_000, "the scene has most of the room");
        assert!(count_pixels(&picture, tokens.accent_fill) > 500, "one filled button");
    }
}

#[test]
fn menus_run_commands_and_say_why_not() {
    let (mut harness, frame) = window(ThemePreference::Dark, 1440.0, 900.0, Frame::default());
    harness.get_by_role_and_label(Role::Button, "Edit").click();
    harness.run_steps(3);
    save_picture("menu-edit", &harness.render().expect("a picture"));
    assert!(harness.get_by_role_and_label(Role::MenuItem, "Redo").accesskit_node().is_disabled());
    harness.get_by_role_and_label(Role::MenuItem, "Undo move Deep Tray").click();
    harness.run_steps(3);
    assert_eq!(frame.borrow().seen, [BarAction::Run(Command::Undo)]);
    harness.get_by_role_and_label(Role::Button, "View").click();
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::MenuItem, "History").click();
    harness.run_steps(3);
    assert_eq!(frame.borrow().seen.last(), Some(&BarAction::Run(Command::TogglePanel(Panel::History))));
}

#[test]
fn in_a_small_window_the_menus_fold_into_one_button() {
    let (mut harness, frame) =
        window(ThemePreference::Dark, 1280.0, 720.0, Frame { dock: Dock::new(Workspace::Scene, 1280.0), ..Frame::default() });
    assert!(harness.query_by_role_and_label(Role::Button, "Edit").is_none());
    harness.get_by_label("Menu").click();
    harness.run_steps(3);
    harness.get_by_label("File").hover();
    harness.run_steps(10);
    harness.get_by_label("File").click();
    harness.run_steps(4);
    save_picture("menu-folded", &harness.render().expect("a picture"));
    harness.get_by_role_and_label(Role::MenuItem, "Close the pack").click();
    harness.run_steps(3);
    assert_eq!(frame.borrow().seen, [BarAction::Run(Command::ClosePack)]);
}

#[test]
fn buttons_of_the_bars_do_what_they_say() {
    let (mut harness, frame) = window(ThemePreference::Dark, 1440.0, 900.0, Frame::default());
    for name in ["Publish", "Save", "Undo move Deep Tray", "All commands", "1 error"] {
        harness.get_by_role_and_label(Role::Button, name).click();
        harness.run_steps(2);
    }
    let want = [Command::Publish, Command::Save, Command::Undo, Command::CommandPalette, Command::TogglePanel(Panel::Problems)];
    assert_eq!(frame.borrow().seen, want.map(BarAction::Run));
}

#[test]
fn tabs_bring_their_panel_to_the_front() {
    let (mut harness, frame) = window(ThemePreference::Dark, 1440.0, 900.0, Frame::default());
    let named = harness.query_all_by_role_and_label(Role::Tab, "Scene").count();
    assert_eq!(named, 1, "the scene alone has no tab: the one is the workspace's in the top bar");
    harness.get_by_role_and_label(Role::Tab, "History").click();
    harness.run_steps(3);
    assert!(frame.borrow().dock.is_open(Panel::History));
    assert_eq!(frame.borrow().dock.focused(), Panel::History);
    assert!(frame.borrow_mut().dock.take_changed());
    harness.get_by_label("Fold to the bar").click();
    harness.run_steps(3);
    assert!(!frame.borrow().dock.is_open(Panel::History));
    harness.get_by_role_and_label(Role::Tab, "Problems").click();
    harness.run_steps(3);
    assert!(frame.borrow().dock.is_open(Panel::Problems), "a chosen tab unfolds");
}

#[test]
fn the_palette_finds_runs_and_explains() {
    let (mut harness, frame) = window(ThemePreference::Dark, 1440.0, 900.0, Frame::default());
    frame.borrow_mut().palette.open();
    harness.run_steps(3);
    harness.get_by_label("What do you want to do?").type_text("fra");
    harness.run_steps(3);
    save_picture("palette", &harness.render().expect("a picture"));
    harness.key_press(Key::ArrowDown);
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    assert_eq!(frame.borrow().ran, [Command::FrameAll]);
    assert!(!frame.borrow().palette.is_open());
    frame.borrow_mut().palette.open();
    harness.run_steps(3);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run_steps(2);
    assert_eq!(frame.borrow().ran.len(), 1, "commands wait while something stands in front of the window");
    harness.get_by_label("What do you want to do?").type_text("redo");
    harness.run_steps(3);
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    assert!(frame.borrow().palette.is_open(), "what cannot run now does not run");
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert!(!frame.borrow().palette.is_open());
    assert_eq!(frame.borrow().ran.len(), 1);
}

#[test]
fn keys_are_set_in_the_palette() {
    let (mut harness, frame) = window(ThemePreference::Dark, 1440.0, 900.0, Frame::default());
    frame.borrow_mut().palette.open();
    harness.run_steps(3);
    harness.get_by_label("What do you want to do?").type_text("check now");
    harness.run_steps(3);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.run_steps(2);
    save_picture("palette-keys", &harness.render().expect("a picture"));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run_steps(2);
    assert!(frame.borrow().changes.is_empty(), "keys that are taken are not given twice");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::M);
    harness.run_steps(3);
    assert_eq!(frame.borrow().shortcuts.text(Command::CheckNow), "Ctrl M");
    assert!(frame.borrow().palette.is_open());
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::M);
    harness.run_steps(2);
    assert_eq!(frame.borrow().ran, [Command::CheckNow]);
}

#[test]
fn the_palette_holds_other_things_than_commands() {
    let chosen = RefCell::new(None);
    let palette = RefCell::new(Palette::default());
    palette.borrow_mut().open();
    let item = |title: &str, target: u32| PaletteItem {
        group: "Files",
        icon: Icon::Texture,
        title: title.to_owned(),
        context: "textures/".to_owned(),
        keys: None,
        blocked: None,
        target,
    };
    let items = [item("goban.webp", 1), item("stone.webp", 2)];
    let mut harness = harness(ThemePreference::Light, vec2(900.0, 600.0), |ui| {
        if let Some(PaletteEvent::Run(target)) = palette.borrow_mut().show(ui, &items) {
            chosen.replace(Some(target));
        }
    });
    harness.run_steps(4);
    harness.get_by_role_and_label(Role::ListBoxOption, "stone.webp").click();
    harness.run_steps(2);
    drop(harness);
    assert_eq!(chosen.into_inner(), Some(2));
}

fn recents(folder: &std::path::Path) -> Recents {
    let mut recents = Recents::default();
    for (index, name) in ["Validation game", "Reversi", "Checkers", "Go"].into_iter().enumerate() {
        let id = name.to_lowercase().replace(' ', "-");
        let path = folder.join(&id);
        let cover = if name == "Go" { "cover.png".to_owned() } else { String::new() };
        if index > 0 {
            std::fs::create_dir(&path).expect("a folder");
        }
        if !cover.is_empty() {
            let picture = image::RgbaImage::from_fn(120, 90, |x, y| image::Rgba([200, 150, 80 + (x + y) as u8 / 2, 255]));
            picture.save(path.join(&cover)).expect("a picture");
        }
        let opened = 1_700_000_000 + index as i64 * 90_000;
        recents.opened(Recent { path, name: name.to_owned(), id, version: "1.0.3".to_owned(), cover, opened });
    }
    recents
}

#[test]
fn the_start_page_opens_what_is_there() {
    let (actions, page) = (RefCell::new(Vec::new()), RefCell::new(StartPage::default()));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (context, shortcuts, recents) = (Context::default(), Shortcuts::default(), recents(folder.path()));
    let mut harness = harness(ThemePreference::Dark, vec2(1440.0, 900.0), |ui| {
        let open = [];
        let bar =
            TopBar { pack: None, context: &context, shortcuts: &shortcuts, recents: &recents, open_panels: &open, troubles: &[] };
        top_bar(ui, &bar);
        let status = StatusBar { version: "Tablewright 0.1.0", ..StatusBar::default() };
        status_bar(ui, &status, &shortcuts);
        actions.borrow_mut().extend(page.borrow_mut().show(ui, &recents, 1_700_300_000, &context, &shortcuts));
    });
    for _ in 0..200 {
        harness.run_steps(1);
        if harness.query_by_label("Find it…").is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    harness.run_steps(2);
    save_picture("start", &harness.render().expect("a picture"));
    harness.key_press(Key::ArrowDown);
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    let second = recents.list()[1].path.clone();
    assert_eq!(actions.borrow().last(), Some(&StartAction::Open(second)));
    let lost = folder.path().join("validation-game");
    harness.get_by_label("Find it…").click();
    harness.run_steps(2);
    assert_eq!(actions.borrow().last(), Some(&StartAction::Find(lost.clone())));
    harness.get_by_label("Remove from list").click();
    harness.run_steps(2);
    assert_eq!(actions.borrow().last(), Some(&StartAction::Remove(lost)));
    let count = actions.borrow().len();
    harness.get_by_role_and_label(Role::ListItem, "Validation game").click();
    harness.run_steps(2);
    assert_eq!(actions.borrow().len(), count, "a lost folder does not open");
    harness.get_by_role_and_label(Role::Button, "New from the sample…").click();
    harness.run_steps(2);
    assert_eq!(actions.borrow().last(), Some(&StartAction::Run(Command::NewFromSample)));
}

#[test]
fn settings_apply_at_once_and_close_by_escape() {
    let values = RefCell::new(Values::default());
    let dialog = RefCell::new(SettingsDialog::default());
    let events = RefCell::new(Vec::new());
    dialog.borrow_mut().open();
    let mut harness = harness(ThemePreference::Dark, vec2(900.0, 640.0), |ui| {
        events.borrow_mut().extend(dialog.borrow_mut().show(ui, &mut values.borrow_mut()));
    });
    harness.run_steps(4);
    save_picture("settings", &harness.render().expect("a picture"));
    harness.get_by_role_and_label(Role::RadioButton, "Light").click();
    harness.run_steps(2);
    assert_eq!(values.borrow().look.theme, ThemePreference::Light);
    harness.get_by_role_and_label(Role::CheckBox, "More contrast").click();
    harness.run_steps(2);
    assert!(values.borrow().look.more_contrast);
    harness.get_by_role_and_label(Role::TextInput, "Your name").click();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::TextInput, "Your name").type_text("Ada");
    harness.run_steps(2);
    harness.key_press(Key::Tab);
    harness.run_steps(3);
    assert_eq!(values.borrow().name, "Ada");
    assert!(events.borrow().iter().all(|event| *event == SettingsEvent::Changed));
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert!(dialog.borrow().is_open(), "the first Escape leaves the field that has the keyboard");
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert_eq!(events.borrow().last(), Some(&SettingsEvent::Closed));
}

#[test]
fn a_dialog_confirms_by_enter_but_never_the_final_step() {
    for (dangerous, want) in [(false, Some(widgets::DialogEnd::Confirm)), (true, None)] {
        let end = Cell::new(None);
        let mut harness = harness(ThemePreference::Dark, vec2(700.0, 400.0), |ui| {
            let dialog = widgets::Dialog::new("Delete 3 files").main("Delete 3 files", None);
            let dialog = if dangerous { dialog.dangerous() } else { dialog };
            let response = dialog.show(ui, |ui| {
                ui.label("They go to the bin.");
            });
            if response.end.is_some() {
                end.set(response.end);
            }
        });
        harness.run_steps(3);
        if dangerous {
            save_picture("dialog", &harness.render().expect("a picture"));
        }
        harness.key_press(Key::Enter);
        harness.run_steps(2);
        assert_eq!(end.get(), want);
        harness.key_press(Key::Escape);
        harness.run_steps(2);
        assert_eq!(end.get(), Some(widgets::DialogEnd::Cancel));
    }
}

#[test]
fn a_list_with_the_keyboard_keeps_its_letters() {
    let (ran, keys) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
    let (shortcuts, context) = (Shortcuts::default(), context());
    let mut harness = harness(ThemePreference::Dark, vec2(300.0, 300.0), |ui| {
        ran.borrow_mut().extend(shortcuts.take(ui, &context));
        let rect = ui.available_rect_before_wrap();
        let list = widgets::List::begin(ui, "Hierarchy", rect.with_max_y(rect.top() + 100.0));
        if *list.keys() != widgets::ListKeys::default() {
            keys.borrow_mut().push(list.keys().clone());
        }
        if Row::new("Board").show(ui).response.clicked() {
            list.claim(ui);
        }
    });
    harness.run_steps(3);
    harness.key_press(Key::F);
    harness.run_steps(2);
    assert_eq!(ran.borrow().as_slice(), [Command::FrameSelection]);
    harness.get_by_role_and_label(Role::ListItem, "Board").click();
    harness.run_steps(3);
    harness.key_press(Key::F);
    harness.key_press(Key::ArrowDown);
    harness.run_steps(2);
    assert_eq!(ran.borrow().len(), 1);
    assert_eq!(keys.borrow().iter().map(|keys| keys.step).sum::<isize>(), 1);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run_steps(2);
    assert_eq!(ran.borrow().last(), Some(&Command::Save));
}
