//! The guide: its pages are found by name, gone through by keys, and closed by Escape.

use std::cell::RefCell;
use std::rc::Rc;

use egui::{Key, Role, ThemePreference, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use tablewright::guide::{Guide, Page};
use tablewright_tests::kittest_gl::save_picture;

use crate::harness;

fn window(theme: ThemePreference, page: Page) -> (Harness<'static>, Rc<RefCell<Guide>>) {
    let guide = Rc::new(RefCell::new(Guide::default()));
    guide.borrow_mut().open(page);
    let inner = Rc::clone(&guide);
    let mut harness = harness(theme, vec2(1280.0, 720.0), move |ui| inner.borrow_mut().show(ui.ctx()));
    harness.run_steps(4);
    (harness, guide)
}

fn shows(harness: &Harness<'_>, words: &str) -> bool {
    harness.query_all_by_label_contains(words).next().is_some()
}

#[test]
fn pages_are_gone_through_by_click_and_keys_and_escape_closes() {
    let (mut window, guide) = window(ThemePreference::Dark, Page::Variants);
    assert!(shows(&window, "The base is not the default"));
    save_picture("guide-dark", &window.render().expect("a picture"));
    window.key_press(Key::ArrowDown);
    window.run_steps(3);
    assert!(shows(&window, "Changes apply to"));
    let row = window.get_all_by_label("The lobby preview").next().expect("its row");
    row.click();
    window.run_steps(3);
    assert!(shows(&window, "nothing you choose there changes the pack"));
    window.key_press(Key::Escape);
    window.run_steps(3);
    assert!(!guide.borrow().is_open() && window.query_by_role_and_label(Role::Window, "Guide").is_none());
}
