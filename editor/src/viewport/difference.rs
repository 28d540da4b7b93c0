//! How a difference between variants looks in the scene, in both themes (look.md, section 2).

use egui::Color32;
use tablewright_core::variants::diff::Mark;

/// What the scene shows of a [`Mark`].
pub trait Shown {
    /// The colour of its tint, outline and ghost.
    fn hue(self) -> Color32;

    /// How much of the hue is mixed into the piece's lit colour, 0 to 1.
    fn amount(self) -> f32;

    /// What its chip says: the sign and the word, for colour alone tells nothing to some.
    fn chip(self) -> &'static str;
}

impl Shown for Mark {
    fn hue(self) -> Color32 {
        match self {
            Self::Added => Color32::from_rgb(0x4f, 0xbd, 0xec),
            Self::Changed => Color32::from_rgb(0xf0, 0xd2, 0x55),
            Self::Removed => Color32::from_rgb(0xe7, 0x43, 0x6d),
        }
    }

    fn amount(self) -> f32 {
        match self {
            Self::Added => 0.66,
            Self::Changed => 0.40,
            Self::Removed => 0.50,
        }
    }

    fn chip(self) -> &'static str {
        match self {
            Self::Added => "+ Added",
            Self::Changed => "~ Changed",
            Self::Removed => "− Removed",
        }
    }
}
