//! What is remembered of the panel: which views, how they stand and how they are marked; one line in the settings.

use serde_json::{Value, json};

use crate::compare::{MOST_VIEWS, Marking, Tints};

/// How the views stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Beside one another.
    #[default]
    SideBySide,
    /// The first two over one another, with a line between.
    Wipe,
}

/// What is remembered. Variants are named by their ids; another pack has none of them and begins anew.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    /// How the views stand.
    pub mode: Mode,
    /// The variant of each view.
    pub views: Vec<String>,
    /// The views whose camera goes its own way.
    pub unlocked: Vec<usize>,
    /// What the views are held against; the first view's variant where there is none.
    pub against: Option<String>,
    /// Whether pieces that differ are tinted.
    pub tints: bool,
    /// Whether what stands elsewhere is shown as a ghost.
    pub ghosts: bool,
    /// Whether snap points are drawn.
    pub snap: bool,
    /// Where the line of a wipe stands, from 0 to 1.
    pub wipe: f32,
}

impl Default for Kept {
    fn default() -> Self {
        Self {
            mode: Mode::SideBySide,
            views: Vec::new(),
            unlocked: Vec::new(),
            against: None,
            tints: true,
            ghosts: true,
            snap: false,
            wipe: 0.5,
        }
    }
}

impl Kept {
    /// How differences are marked.
    pub fn marking(&self) -> Marking {
        let tints = match (self.tints, self.mode) {
            (false, _) => Tints::Off,
            (true, Mode::SideBySide) => Tints::Full,
            (true, Mode::Wipe) => Tints::Outlines,
        };
        Marking { tints, ghosts: self.ghosts }
    }

    /// As one line of text.
    pub fn write(&self) -> String {
        let mode = if self.mode == Mode::Wipe { "wipe" } else { "side-by-side" };
        // Whole percents, so that a line that was not moved reads the same again.
        let wipe = (self.wipe * 100.0).round() as i64;
        json!({
            "mode": mode, "views": self.views, "unlocked": self.unlocked, "against": self.against,
            "tints": self.tints, "ghosts": self.ghosts, "snap": self.snap, "wipe": wipe,
        })
        .to_string()
    }

    /// Reads what [`Kept::write`] wrote; what cannot be read is as at first.
    pub fn read(text: &str) -> Self {
        let first = Self::default();
        let Ok(value) = serde_json::from_str::<Value>(text) else { return first };
        let flag = |key: &str, other: bool| value[key].as_bool().unwrap_or(other);
        let texts = |key: &str| {
            let items = value[key].as_array().into_iter().flatten();
            items.filter_map(|item| item.as_str().map(str::to_owned)).take(MOST_VIEWS).collect()
        };
        let numbers = value["unlocked"].as_array().into_iter().flatten().filter_map(Value::as_u64);
        Self {
            mode: if value["mode"] == "wipe" { Mode::Wipe } else { Mode::SideBySide },
            views: texts("views"),
            unlocked: numbers.filter_map(|n| usize::try_from(n).ok()).filter(|n| *n < MOST_VIEWS).collect(),
            against: value["against"].as_str().map(str::to_owned),
            tints: flag("tints", first.tints),
            ghosts: flag("ghosts", first.ghosts),
            snap: flag("snap", first.snap),
            wipe: value["wipe"].as_f64().map_or(first.wipe, |percent| (percent / 100.0).clamp(0.0, 1.0) as f32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_again() {
        let kept = Kept {
            mode: Mode::Wipe,
            views: vec!["a".to_owned(), "b \"quoted\"".to_owned(), "a".to_owned()],
            unlocked: vec![2],
            against: Some("c".to_owned()),
            tints: false,
            ghosts: false,
            snap: true,
            wipe: 0.47,
        };
        assert_eq!(Kept::read(&kept.write()), kept);
        assert_eq!(Kept::read(&Kept::default().write()), Kept::default());
    }

    #[test]
    fn anything_at_all_can_be_read() {
        for text in ["", "{", "3", "[]", r#"{"views":7,"wipe":"x","mode":1}"#] {
            assert_eq!(Kept::read(text), Kept::default(), "{text}");
        }
        let much = Kept::read(r#"{"views":["a","b","c","d","e"],"wipe":700,"unlocked":[0,9,-1]}"#);
        assert_eq!((much.views.len(), much.wipe, much.unlocked.as_slice()), (MOST_VIEWS, 1.0, [0].as_slice()));
    }

    #[test]
    fn a_wipe_is_marked_with_outlines_alone() {
        let marks = |mode, tints| Kept { mode, tints, ..Kept::default() }.marking().tints;
        assert_eq!(marks(Mode::SideBySide, true), Tints::Full);
        assert_eq!(marks(Mode::Wipe, true), Tints::Outlines);
        assert_eq!(marks(Mode::Wipe, false), Tints::Off);
    }
}
