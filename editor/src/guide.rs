//! The guide: a page for each part of the program, with a list at the left. The pages are Markdown files of `docs/guide`.

use egui::{Frame, Key, Margin, Modifiers, RichText, ScrollArea, UiBuilder, vec2};

use crate::theme::{METRICS, Tokens, title};
use crate::widgets::markdown::markdown;
use crate::widgets::{Dialog, Row, Selection};

/// A page of the guide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// Opening a pack, looking around, finding things.
    Start,
    /// What variants are, and the dialog that manages them.
    Variants,
    /// *Changes apply to*.
    Scope,
    /// Differences and the matrix.
    Differences,
    /// Variants side by side.
    Compare,
    /// The lobby preview.
    Lobby,
    /// The pack's files.
    Files,
    /// Importing files, and saying where they are from.
    Credits,
    /// Problems and fixes.
    Problems,
    /// Cover, screenshots, rules and sounds.
    Pictures,
    /// Saving and publishing.
    Publish,
    /// Hytale minigame definitions.
    Minigames,
}

impl Page {
    /// All pages, in their order.
    pub const ALL: [Self; 12] = [
        Self::Start,
        Self::Variants,
        Self::Scope,
        Self::Differences,
        Self::Compare,
        Self::Lobby,
        Self::Files,
        Self::Credits,
        Self::Pictures,
        Self::Problems,
        Self::Minigames,
        Self::Publish,
    ];

    fn title(self) -> &'static str {
        match self {
            Self::Start => "First steps",
            Self::Variants => "Variants",
            Self::Scope => "Where an edit lands",
            Self::Differences => "What differs",
            Self::Compare => "Side by side",
            Self::Lobby => "The lobby preview",
            Self::Files => "Files",
            Self::Credits => "Importing and credits",
            Self::Problems => "Problems and fixes",
            Self::Pictures => "Pictures, rules and sounds",
            Self::Publish => "Saving and publishing",
            Self::Minigames => "Minigames",
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::Start => include_str!("../docs/guide/start.md"),
            Self::Variants => include_str!("../docs/guide/variants.md"),
            Self::Scope => include_str!("../docs/guide/scope.md"),
            Self::Differences => include_str!("../docs/guide/differences.md"),
            Self::Compare => include_str!("../docs/guide/compare.md"),
            Self::Lobby => include_str!("../docs/guide/lobby.md"),
            Self::Files => include_str!("../docs/guide/files.md"),
            Self::Credits => include_str!("../docs/guide/credits.md"),
            Self::Problems => include_str!("../docs/guide/problems.md"),
            Self::Pictures => include_str!("../docs/guide/pictures.md"),
            Self::Publish => include_str!("../docs/guide/publish.md"),
            Self::Minigames => include_str!("../docs/guide/minigames.md"),
        }
    }

    fn step(self, by: isize) -> Self {
        let at = Self::ALL.iter().position(|page| *page == self).unwrap_or_default();
        let next = at.saturating_add_signed(by).min(Self::ALL.len() - 1);
        Self::ALL[next]
    }
}

/// The dialog with the pages.
#[derive(Debug, Default)]
pub struct Guide {
    open: Option<Page>,
}

const WIDTH: f32 = 880.0;
const HEIGHT: f32 = 560.0;
const LIST: f32 = 216.0;

impl Guide {
    /// Opens a page.
    pub fn open(&mut self, page: Page) {
        self.open = Some(page);
    }

    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Shows it while it is open.
    pub fn show(&mut self, ctx: &egui::Context) {
        let Some(mut page) = self.open else { return };
        let pressed = |key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if pressed(Key::ArrowDown) {
            page = page.step(1);
        }
        if pressed(Key::ArrowUp) {
            page = page.step(-1);
        }
        let height = HEIGHT.min(ctx.content_rect().height() - 48.0 - METRICS.dialog_header - 4.0);
        let response = Dialog::new("Guide").width(WIDTH).flush().body_height(height).cancel(None).show(ctx, |ui| {
            let (room, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), egui::Sense::hover());
            let split = room.left() + LIST.min(room.width() * 0.35);
            let list = UiBuilder::new().id_salt("pages").max_rect(room.with_max_x(split));
            let mut list = ui.new_child(list);
            list.spacing_mut().item_spacing.y = 0.0;
            list.add_space(8.0);
            for other in Page::ALL {
                let row = Row::new(other.title()).edge(12.0).selected(Selection::of(other == page, true));
                if list.push_id(other.title(), |ui| row.show(ui)).inner.response.clicked() {
                    page = other;
                }
            }
            let t = Tokens::of(ui);
            ui.painter().vline(split, room.y_range(), egui::Stroke::new(1.0, t.border_subtle));
            let text = UiBuilder::new().id_salt("page").max_rect(room.with_min_x(split + 1.0));
            let mut text = ui.new_child(text);
            ScrollArea::vertical().id_salt(page.title()).auto_shrink(false).show(&mut text, |ui| {
                Frame::new().inner_margin(Margin { left: 24, right: 24, top: 16, bottom: 24 }).show(ui, |ui| {
                    ui.set_width(ui.available_width().min(600.0));
                    ui.spacing_mut().item_spacing.y = 6.0;
                    ui.label(RichText::new(page.title()).font(title()).color(t.text));
                    markdown(ui, page.title(), page.text());
                });
            });
        });
        self.open = response.end.is_none().then_some(page);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_words_and_the_arrows_end_at_the_ends() {
        for page in Page::ALL {
            assert!(page.text().split_whitespace().count() > 40, "{page:?}");
        }
        assert_eq!(Page::Start.step(-1), Page::Start);
        assert_eq!(Page::Start.step(1), Page::Variants);
        assert_eq!(Page::Publish.step(1), Page::Publish);
    }
}
