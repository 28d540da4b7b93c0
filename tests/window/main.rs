//! Tests of the window: real pixels through a context without a display, and everything found by its AccessKit name.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop there")]

use egui::{Ui, Vec2};
use egui_kittest::Harness;
use tablewright::theme::{self, Look, Tokens};
use tablewright_tests::kittest_gl::GlowRenderer;

mod compare;
mod controls;
mod credits;
mod details;
mod differences;
mod files;
mod guide;
mod import;
mod journey;
mod library;
mod listing;
mod lobby;
mod matrix;
mod media;
mod minigame;
mod outside;
mod panels;
mod problems;
mod raw;
mod rules_documents;
mod scope;
mod shell;
mod story;
mod variants;

/// A window of `size` points that shows `draw`, in the look of the program.
fn harness<'a>(theme: egui::ThemePreference, size: Vec2, mut draw: impl FnMut(&mut Ui) + 'a) -> Harness<'a> {
    let look = Look { theme, reduce_motion: true, ..Look::default() };
    let mut ready = false;
    Harness::builder().with_size(size).renderer(GlowRenderer::new().expect("a drawing context without a display")).build_ui(
        move |ui| {
            if !ready {
                theme::install(ui.ctx(), &look);
                ready = true;
                // Fonts take effect with the next pass.
                ui.ctx().request_discard("fonts");
                return;
            }
            ui.painter().rect_filled(ui.ctx().content_rect(), 0.0, Tokens::of(ui).panel);
            // Without the margin that the harness puts around everything.
            draw(&mut ui.new_child(egui::UiBuilder::new().max_rect(ui.ctx().content_rect())));
        },
    )
}
