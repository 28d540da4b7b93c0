//! Faces and text styles: Inter in three weights from one variable file, JetBrains Mono for ids, paths and code.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::epaint::text::{FontTweak, VariationCoords};
use egui::{FontData, FontDefinitions, FontFamily, FontId, TextStyle};

const INTER: &[u8] = include_bytes!("../../fonts/Inter-wght.ttf");
const JETBRAINS_MONO: &[u8] = include_bytes!("../../fonts/JetBrainsMono-Regular.ttf");

const MEDIUM: &str = "Medium";
const SEMIBOLD: &str = "SemiBold";

fn family(name: &'static str) -> FontFamily {
    FontFamily::Name(name.into())
}

/// Rows, values, sentences: Inter 400, 13.
pub fn body() -> FontId {
    FontId::new(13.0, FontFamily::Proportional)
}

/// Form labels, buttons, the name in a row that also has a meta: Inter 500, 13.
pub fn strong() -> FontId {
    FontId::new(13.0, family(MEDIUM))
}

/// Inspector labels and fields, meta, help, status bar: Inter 400, 12.
pub fn small() -> FontId {
    FontId::new(12.0, FontFamily::Proportional)
}

/// Tabs and small buttons: Inter 500, 12.
pub fn small_medium() -> FontId {
    FontId::new(12.0, family(MEDIUM))
}

/// Counts, table heads, axis letters: Inter 400, 11.
pub fn caption() -> FontId {
    FontId::new(11.0, FontFamily::Proportional)
}

/// Chips: Inter 500, 11.
pub fn caption_medium() -> FontId {
    FontId::new(11.0, family(MEDIUM))
}

/// Titles of dialogs and pages: Inter 600, 16.
pub fn title() -> FontId {
    FontId::new(16.0, family(SEMIBOLD))
}

/// Groups inside a page (13) and sections of a panel (12): Inter 600 of the given size in points.
pub fn heading(size: f32) -> FontId {
    FontId::new(size, family(SEMIBOLD))
}

/// Ids, paths, hashes, versions, code: JetBrains Mono, 12.
pub fn mono() -> FontId {
    FontId::new(12.0, FontFamily::Monospace)
}

/// The same inside rows: JetBrains Mono, 11.
pub fn mono_small() -> FontId {
    FontId::new(11.0, FontFamily::Monospace)
}

/// The faces, with egui's own fonts as fallback for signs that ours lack.
pub(super) fn definitions() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let fallback = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let mono_fallback = fonts.families.get(&FontFamily::Monospace).cloned().unwrap_or_default();
    let weights =
        [("Inter", FontFamily::Proportional, 400.0), (MEDIUM, family(MEDIUM), 500.0), (SEMIBOLD, family(SEMIBOLD), 600.0)];
    for (name, family, weight) in weights {
        let tweak = FontTweak { coords: VariationCoords::new([(b"wght", weight)]), ..FontTweak::default() };
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(INTER).tweak(tweak)));
        let chain = std::iter::once(name.to_owned()).chain(fallback.iter().cloned()).collect();
        fonts.families.insert(family, chain);
    }
    let mono = "JetBrains Mono";
    fonts.font_data.insert(mono.to_owned(), Arc::new(FontData::from_static(JETBRAINS_MONO)));
    let chain = std::iter::once(mono.to_owned()).chain(mono_fallback).collect();
    fonts.families.insert(FontFamily::Monospace, chain);
    fonts
}

/// The styles that egui's own widgets use.
pub(super) fn text_styles() -> BTreeMap<TextStyle, FontId> {
    [
        (TextStyle::Heading, heading(13.0)),
        (TextStyle::Body, body()),
        (TextStyle::Button, strong()),
        (TextStyle::Small, small()),
        (TextStyle::Monospace, mono()),
        (TextStyle::Name("Title".into()), title()),
        (TextStyle::Name("Strong".into()), strong()),
        (TextStyle::Name("Caption".into()), caption()),
    ]
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_come_from_one_file_and_differ() {
        let fonts = definitions();
        let axes = fonts.font_data["Inter"].variation_axes();
        let weight = axes.iter().find(|axis| axis.tag == *b"wght").expect("Inter has a weight axis");
        assert!(weight.range.min <= 400.0 && weight.range.max >= 600.0);
        let ctx = egui::Context::default();
        ctx.set_fonts(fonts);
        let mut widths = Vec::new();
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            widths.clear();
            for font in [body(), strong(), heading(13.0)] {
                let galley = ui.painter().layout_no_wrap("Medium Board".to_owned(), font, egui::Color32::WHITE);
                widths.push(galley.size().x);
            }
        });
        output.textures_delta.clear();
        assert!(widths[0] < widths[1] && widths[1] < widths[2], "{widths:?}");
    }

    #[test]
    fn digits_have_one_width() {
        let ctx = egui::Context::default();
        ctx.set_fonts(definitions());
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let width = |text: &str| ui.painter().layout_no_wrap(text.to_owned(), small(), egui::Color32::WHITE).size().x;
            assert!((width("1111") - width("0808")).abs() < 0.01);
        });
        output.textures_delta.clear();
    }
}
