//! The controls in both themes: drawn whole, named, and doing what they say.

use egui::{Color32, Key, Role, Ui};
use egui_kittest::kittest::Queryable as _;
use tablewright::icons::Icon;
use tablewright::theme::{self, Tokens};
use tablewright::widgets::{self, Button, Edit, Row, Selection, Tone};
use tablewright_tests::kittest_gl::save_picture;

use crate::harness;

fn column(ui: &mut Ui, title: &str, width: f32, add: impl FnOnce(&mut Ui)) {
    ui.vertical(|ui| {
        ui.set_width(width);
        ui.label(egui::RichText::new(title).font(theme::heading(13.0)));
        ui.add_space(4.0);
        add(ui);
    });
}

fn buttons(ui: &mut Ui) {
    ui.horizontal(|ui| {
        ui.add(Button::main("Publish").icon(Icon::Publish));
        ui.add(Button::control("Import…").form());
        ui.add(Button::quiet("Manage…").form());
    });
    ui.horizontal(|ui| {
        ui.add(Button::danger("Delete").form());
        ui.add(Button::final_step("Delete 3 files"));
        widgets::icon_button(ui, Icon::Move, "Move", "W", false, None, 24.0);
        widgets::icon_button(ui, Icon::Magnet, "Snap", "", true, None, 24.0);
    });
    ui.horizontal(|ui| {
        ui.add(Button::main("Save").blocked(Some("Nothing has changed")));
        ui.add(Button::control("Undo").form().icon(Icon::Undo).blocked(Some("Nothing to undo")));
        ui.add(Button::link("Bump to 1.0.4"));
        ui.add(Button::quiet("Perspective").menu());
    });
    widgets::key_caps(ui, "Ctrl Shift P", false);
    ui.horizontal(|ui| {
        widgets::chip(ui, Tone::Plain, "Base");
        widgets::chip(ui, Tone::All, "All variants");
        widgets::chip(ui, Tone::Only, "Only 13x13");
        widgets::diamond(ui);
    });
    ui.horizontal(|ui| {
        widgets::chip(ui, Tone::Added, "Added");
        widgets::chip(ui, Tone::Changed, "Changed");
        widgets::chip(ui, Tone::Removed, "Removed");
        widgets::badge(ui, Tone::Plain, 5);
        widgets::badge(ui, Tone::Error, 1);
        widgets::badge(ui, Tone::Warning, 2);
    });
    ui.horizontal(|ui| {
        widgets::chip(ui, Tone::Error, "Error");
        widgets::chip(ui, Tone::Warning, "Warning");
        widgets::chip(ui, Tone::Advice, "Advice");
        widgets::chip(ui, Tone::Success, "Ready");
    });
    let mut on = true;
    let mut off = false;
    ui.horizontal(|ui| {
        widgets::check(ui, &mut on, "Players can’t move it");
        widgets::check(ui, &mut off, "Off");
        widgets::check_mixed(ui, None, "Mixed");
    });
    ui.horizontal(|ui| {
        widgets::switch(ui, &mut on, "Never runs out");
        widgets::switch(ui, &mut off, "Off");
        widgets::segmented(ui, "Space", 0, &["World", "Own"]);
    });
    widgets::progress(ui, "Reading", Some(0.4), 200.0);
}

fn inspector(ui: &mut Ui, own: bool) {
    ui.spacing_mut().interact_size.y = 24.0;
    widgets::section(ui, "Identity", |ui| {
        widgets::field(ui, "Label", None, |ui| widgets::TextField::new("Label", "Deep Tray").show(ui));
        widgets::field(ui, "Display name", None, |ui| widgets::TextField::new("Display name", "").hint("Same as label").show(ui));
        widgets::field(ui, "Kind", None, |ui| widgets::picker(ui, "Kind", "Bag", ui.available_width(), |_| {}));
        widgets::field(ui, "Id", None, |ui| {
            widgets::TextField::new("Id", "go-the-game").mono().locked(Some("Locked since it was published")).show(ui)
        });
    });
    widgets::section_with(
        ui,
        "Transform",
        true,
        |ui| {
            widgets::segmented(ui, "Space of the numbers", 0, &["World", "Own"]);
        },
        |ui| {
            let feet = widgets::NumberKind::Length(widgets::units::Unit::Foot);
            let base = own.then_some(widgets::Own { base: "1.661, 2.164, 1.661" });
            widgets::field(ui, "Position", base, |ui| widgets::vec3(ui, "Position", [1.51, 2.164, 1.51], [false; 3], feet));
            widgets::field(ui, "Rotation", None, |ui| {
                widgets::vec3(ui, "Rotation", [0.0, 90.0, -45.5], [false; 3], widgets::NumberKind::Angle)
            });
            widgets::field(ui, "Scale", None, |ui| {
                widgets::vec3(ui, "Scale", [0.45, 0.191, 0.45], [false, true, false], widgets::NumberKind::Scalar)
            });
        },
    );
    widgets::section(ui, "Appearance", |ui| {
        widgets::field(ui, "Colour", None, |ui| widgets::color_field(ui, "Colour", "#7257a6"));
        let mut locked = true;
        widgets::field(ui, "Locked", None, |ui| widgets::check(ui, &mut locked, "Players can’t move it"));
        widgets::field(ui, "Version", None, |ui| widgets::TextField::new("Version", "1.0").mono().error(true).show(ui));
        widgets::note(ui, Tone::Error, "Three numbers, like 1.0.0", "", Some("Make it 1.0.0"));
    });
}

fn rows(ui: &mut Ui) {
    ui.spacing_mut().item_spacing.y = 0.0;
    Row::new("Entities").tree(0, Some(true)).icon(Icon::Group).meta("3, and 1 removed").show(ui);
    Row::new("Go Web").tree(1, None).icon(Icon::Board).own(true).show_with(ui, |ui, _| {
        widgets::icon_button(ui, Icon::Lock, "Unlock", "L", false, None, 24.0);
    });
    Row::new("Deep Tray").tree(1, None).icon(Icon::Bag).own(true).meta("white stones").selected(Selection::Focused).show(ui);
    Row::new("Deep Tray").tree(1, None).icon(Icon::Bag).meta("black stones").selected(Selection::Elsewhere).ring(true).show(ui);
    Row::new("Go Board Textured Web of a long name").tree(1, None).icon(Icon::Ghost).faded(true).show_with(ui, |ui, _| {
        widgets::chip(ui, Tone::Removed, "Removed");
    });
    Row::new("Red").tree(1, None).dot(Color32::from_rgb(0xdd, 0x55, 0x55)).show(ui);
    let t = Tokens::of(ui);
    Row::new("Version 1.0.3 was published from another commit.")
        .icon_colored(Icon::Error, t.error)
        .edge(12.0)
        .meta_mono("version")
        .show_with(ui, |ui, _| {
            ui.add(Button::link("Bump to 1.0.4"));
        });
    Row::new("Medium Board (13x13)").second("5 changes, 2 players").icon(Icon::Variants).bold().edge(12.0).show(ui);
    ui.add_space(12.0);
    let counts = vec![(Tone::Error, 1), (Tone::Warning, 2)];
    let tabs = [widgets::Tab { title: "Problems", counts }, widgets::Tab { title: "History", counts: Vec::new() }];
    widgets::tab_bar(ui, &tabs, 0);
    let mut words = String::new();
    widgets::search(ui, "Find in the hierarchy", &mut words, "Name, tag, kind, text", ui.available_width());
    ui.add_space(8.0);
    widgets::note(ui, Tone::Warning, "cover-thumb.webp is named by nothing.", "", None);
    ui.add_space(8.0);
    widgets::note(ui, Tone::Only, "1 field differs from the base", "", Some("Revert"));
    ui.allocate_ui(egui::vec2(ui.available_width(), 160.0), |ui| {
        widgets::empty_state(
            ui,
            Tone::Plain,
            Icon::Zone,
            "No zones yet",
            "Zones hold hands and piles.",
            Some((Icon::Plus, "Add a zone")),
        );
    });
}

fn gallery(ui: &mut Ui) {
    ui.add_space(16.0);
    ui.horizontal_top(|ui| {
        ui.add_space(16.0);
        ui.spacing_mut().item_spacing.x = 24.0;
        column(ui, "Buttons", 420.0, |ui| {
            ui.spacing_mut().item_spacing = egui::vec2(8.0, 10.0);
            buttons(ui);
        });
        column(ui, "Fields", 312.0, |ui| inspector(ui, true));
        column(ui, "Rows", 420.0, rows);
    });
}

#[test]
fn the_gallery_is_drawn_in_both_themes() {
    for (name, theme) in [("dark", egui::ThemePreference::Dark), ("light", egui::ThemePreference::Light)] {
        let mut harness = harness(theme, egui::vec2(1260.0, 680.0), gallery);
        harness.run_steps(4);
        let picture = harness.render().expect("a picture");
        save_picture(&format!("controls-{name}"), &picture);
        let tokens = if name == "dark" { &theme::DARK } else { &theme::LIGHT };
        for color in [tokens.panel, tokens.input, tokens.accent_fill, tokens.scope_only_bg, tokens.error_fill] {
            let seen = tablewright_tests::kittest_gl::count_pixels(&picture, color);
            assert!(seen > 100, "{color:?} covers {seen} pixels in {name}");
        }
    }
}

#[test]
fn a_text_field_commits_once_and_gives_back_on_escape() {
    let edits = std::cell::RefCell::new(Vec::new());
    let mut harness = harness(egui::ThemePreference::Dark, egui::vec2(320.0, 80.0), |ui| {
        let (edit, _) = widgets::TextField::new("Label", "Tray").show(ui);
        if edit != Edit::Idle {
            edits.borrow_mut().push(edit);
        }
    });
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::TextInput, "Label").click();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::TextInput, "Label").type_text("s");
    harness.run_steps(2);
    assert!(matches!(edits.borrow().last(), Some(Edit::Preview(_))), "{:?}", edits.borrow());
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert_eq!(edits.borrow().last(), Some(&Edit::Cancel));
    edits.borrow_mut().clear();
    harness.get_by_role_and_label(Role::TextInput, "Label").click();
    harness.run_steps(2);
    harness.key_press(Key::End);
    harness.get_by_role_and_label(Role::TextInput, "Label").type_text("s");
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    let commits: Vec<_> = edits.borrow().iter().filter(|edit| matches!(edit, Edit::Commit(_))).cloned().collect();
    assert_eq!(commits, [Edit::Commit("Trays".to_owned())]);
}

#[test]
fn a_number_takes_units_and_arrow_steps() {
    let value = std::cell::Cell::new(1.0);
    let feet = widgets::NumberKind::Length(widgets::units::Unit::Foot);
    let mut harness = harness(egui::ThemePreference::Dark, egui::vec2(320.0, 80.0), |ui| {
        if let Some(new) = widgets::NumberField::new("Width", value.get(), feet).show(ui).committed() {
            value.set(new);
        }
    });
    harness.run_steps(3);
    harness.get_by_label("Width").click();
    harness.run_steps(3);
    harness.get_by_label("Width").type_text("18in+6in");
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    assert_eq!(value.get(), 2.0);
    harness.get_by_label("Width").click();
    harness.run_steps(3);
    harness.key_press(Key::ArrowUp);
    harness.run_steps(2);
    assert_eq!(value.get(), 2.01);
    harness.key_press_modifiers(egui::Modifiers::SHIFT, Key::ArrowUp);
    harness.run_steps(2);
    assert_eq!(value.get(), 2.11);
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert_eq!(value.get(), 2.11);
}

#[test]
fn looking_at_a_number_does_not_change_it() {
    let commits = std::cell::Cell::new(0);
    let mut harness = harness(egui::ThemePreference::Dark, egui::vec2(320.0, 80.0), |ui| {
        let edit = widgets::NumberField::new("Height", 0.099_999_999_999_999_87, widgets::NumberKind::Scalar).show(ui);
        commits.set(commits.get() + usize::from(matches!(edit, Edit::Commit(_))));
    });
    harness.run_steps(3);
    harness.get_by_label("Height").click();
    harness.run_steps(3);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    assert_eq!(commits.get(), 0);
}

#[test]
fn one_drag_is_previews_and_one_commit() {
    let edits = std::cell::RefCell::new(Vec::new());
    let mut harness = harness(egui::ThemePreference::Dark, egui::vec2(320.0, 80.0), |ui| {
        let edit = widgets::NumberField::new("Height", 1.0, widgets::NumberKind::Scalar).width(100.0).show(ui);
        if edit != Edit::Idle {
            edits.borrow_mut().push(edit);
        }
    });
    harness.run_steps(3);
    let center = harness.get_by_label("Height").rect().center();
    harness.drag_at(center);
    harness.run_steps(2);
    for step in 1..=5 {
        harness.hover_at(center + egui::vec2(step as f32 * 10.0, 0.0));
        harness.run_steps(1);
    }
    harness.drop_at(center + egui::vec2(50.0, 0.0));
    harness.run_steps(3);
    let edits = edits.borrow();
    assert!(edits.len() > 2, "{edits:?}");
    let Some(Edit::Commit(last)) = edits.last() else { panic!("{edits:?}") };
    assert!(*last > 1.3 && *last < 1.7, "{last}");
    assert!(edits[..edits.len() - 1].iter().all(|edit| matches!(edit, Edit::Preview(_))), "{edits:?}");
}

#[test]
fn fields_rows_and_buttons_have_names() {
    let mut harness = harness(egui::ThemePreference::Dark, egui::vec2(1260.0, 680.0), gallery);
    harness.run_steps(4);
    for (role, name) in [
        (Role::TextInput, "Label"),
        (Role::TreeItem, "Go Web"),
        (Role::Button, "Publish"),
        (Role::Button, "Unlock"),
        (Role::Button, "Take the base’s position"),
        (Role::Button, "Bump to 1.0.4"),
        (Role::SpinButton, "Position X"),
        (Role::Tab, "Problems"),
    ] {
        assert!(harness.query_all_by_role_and_label(role, name).count() >= 1, "{role:?} {name}");
    }
}
