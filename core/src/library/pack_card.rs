//! What another pack says of itself, and how it stands to the pin of this one.

use crate::error::{Error, ErrorKind, Result};
use crate::json::Document;
use crate::manifest::{ManifestView, PackType, table};
use crate::pack::{LEGACY_MANIFEST, MANIFEST};
use std::cmp::Ordering;

/// Another pack, by its manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackCard {
    /// The id that a dependency names.
    pub id: String,
    /// Its title.
    pub name: String,
    /// Its release label.
    pub version: String,
    /// Its licence, which whoever depends on it keeps to.
    pub license: String,
    /// What kind of pack it is.
    pub kind: Option<PackType>,
    /// The commit that it was read at, where it was read over git.
    pub commit: Option<String>,
}

/// The pin of a dependency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pinned {
    /// The version label.
    pub version: String,
    /// The commit, where the pin has it.
    pub commit: Option<String>,
}

impl PackCard {
    /// The names that the file can have.
    pub const FILES: [&'static str; 2] = [MANIFEST, LEGACY_MANIFEST];

    /// Reads the manifest's text.
    ///
    /// # Errors
    /// [`ErrorKind::Refused`] where it is no manifest, or has no id or no version that can be pinned.
    pub fn read(bytes: &[u8], commit: Option<String>) -> Result<Self> {
        let refuse =
            |why: String| Error::new(ErrorKind::Refused, why).hint("Choose the folder or repository of a published pack.");
        let document = Document::parse(bytes).map_err(|e| refuse(format!("The pack’s manifest isn’t JSON: {e}")))?;
        let view = ManifestView::new(&document).ok_or_else(|| refuse("The pack’s manifest isn’t an object".to_owned()))?;
        let text = |value: Option<std::borrow::Cow<'_, str>>| value.map(std::borrow::Cow::into_owned).unwrap_or_default();
        let card = Self {
            id: text(view.id()),
            name: text(view.name()),
            version: text(view.version()),
            license: text(view.license()),
            kind: view.pack_type(),
            commit,
        };
        if card.id.is_empty() || !table::is_version(&card.version) {
            return Err(refuse("The pack’s manifest has no id, or no version that can be pinned".to_owned()));
        }
        Ok(card)
    }
}

/// Whether `found` is a later release than the pin. A pre-release comes before its release; other labels behind the three
/// numbers say nothing about order.
pub fn newer(pinned: &Pinned, found: &PackCard) -> bool {
    order(&found.version, &pinned.version) == Ordering::Greater
}

fn order(a: &str, b: &str) -> Ordering {
    let parts = |text: &str| -> (Vec<(usize, String)>, bool) {
        let (numbers, label) = text.find(['-', '+']).map_or((text, None), |at| (&text[..at], text[at..].chars().next()));
        // As numbers of any length: longer is larger, once zeros in front are gone.
        let part = |part: &str| {
            let digits = part.trim_start_matches('0').to_owned();
            (digits.len(), digits)
        };
        (numbers.split('.').map(part).collect(), label != Some('-'))
    };
    parts(a).cmp(&parts(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(version: &str) -> PackCard {
        let text = format!(r#"{{"id":"a.b","name":"B","version":"{version}","type":"room-pack","license":"MIT"}}"#);
        PackCard::read(text.as_bytes(), None).unwrap()
    }

    #[test]
    fn a_later_release_is_told() {
        for (pin, found, later) in [
            ("1.0.0", "1.0.1", true),
            ("1.9.0", "1.10.0", true),
            ("1.0.0", "1.0.0", false),
            ("2.0.0", "1.9.9", false),
            ("1.0.0-rc.1", "1.0.0", true),
            ("1.0.0", "1.0.0-rc.1", false),
            ("1.0.0", "99999999999999999999.0.0", true),
        ] {
            let pinned = Pinned { version: pin.into(), commit: None };
            assert_eq!(newer(&pinned, &card(found)), later, "{pin} and {found}");
        }
    }

    #[test]
    fn what_is_no_pack_is_refused() {
        assert_eq!(card("1.0.0").kind, Some(PackType::Room));
        for text in ["", "[]", "{}", r#"{"id":"a","version":"latest"}"#] {
            assert_eq!(PackCard::read(text.as_bytes(), None).unwrap_err().kind(), ErrorKind::Refused, "{text}");
        }
    }
}
