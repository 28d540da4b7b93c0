//! What a person agrees to by signing a record: our own wording, by version.
//!
//! A signed record names the version of the text that was on the screen (manifest reference,
//! `credits.attestation.termsVersion`), so a text is never changed and never taken out: another wording is another version
//! at the end of [`VERSIONS`], and a test holds each text to its hash.

use super::Origin;

/// The texts of one version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// What stands in `termsVersion`.
    pub version: &'static str,
    own_work: &'static str,
    third_party: &'static str,
    disclaimed: &'static str,
    /// Says whose wording this is; shown wherever a record is signed.
    pub whose: &'static str,
}

impl Terms {
    /// What signing a record of this origin says.
    pub fn text(&self, origin: Origin) -> &'static str {
        match origin {
            Origin::OwnWork => self.own_work,
            Origin::ThirdParty => self.third_party,
            Origin::Disclaimed => self.disclaimed,
        }
    }
}

/// Every wording that this program ever showed, the present one last.
pub const VERSIONS: &[Terms] = &[Terms {
    version: "tablewright-1",
    own_work: "I made these files, or I hold the rights that I need to publish them. What this record says of them is true.",
    third_party: "Somebody else made these files. The creator, the links and the licence that this record names are right, the \
                  licence lets me publish the files in this pack, and I keep to its terms.",
    disclaimed: "I publish these files without saying where they come from. I take full responsibility for them, and I \
                 indemnify DiceyTable and its owner against every claim that is made because of them.",
    whose: "This is Tablewright’s own wording. The platform’s wording was not shown, and the record says so.",
}];

/// The wording that is shown now.
pub const CURRENT: &Terms = match VERSIONS.last() {
    Some(terms) => terms,
    None => panic!("there is no wording"),
};

/// Whose wording a record was signed under.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wording {
    /// A text of this program, which can be shown.
    Ours(&'static Terms),
    /// A text of a later version of this program.
    OursLater,
    /// The platform's text: its versions are dates with a number behind them, such as `2026-09-07.1`.
    Platform,
    /// Neither.
    Unknown,
}

impl Wording {
    /// Whose wording `version` names.
    pub fn of(version: &str) -> Self {
        match VERSIONS.iter().find(|terms| terms.version == version) {
            Some(terms) => Self::Ours(terms),
            None if version.starts_with("tablewright-") => Self::OursLater,
            None if is_platform_version(version) => Self::Platform,
            None => Self::Unknown,
        }
    }

    /// Whose it is, for a person.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Ours(_) => "Tablewright’s wording",
            Self::OursLater => "wording of a later Tablewright",
            Self::Platform => "the platform’s wording",
            Self::Unknown => "wording that this editor does not know",
        }
    }
}

/// Four digits, two, two, and a number: every `termsVersion` of published packs is such a date.
fn is_platform_version(version: &str) -> bool {
    let digits = |text: &str, len: usize| text.len() == len && text.bytes().all(|b| b.is_ascii_digit());
    let Some((date, number)) = version.split_once('.') else { return false };
    let parts: Vec<&str> = date.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    digits(year, 4) && digits(month, 2) && digits(day, 2) && digits(number, number.len()) && !number.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::Hash;

    /// A text that was shown is what people signed: it stays as it is for ever. Where this fails, take the change back and
    /// add a version.
    #[test]
    fn texts_that_were_shown_never_change() {
        let hashes: Vec<String> = VERSIONS
            .iter()
            .map(|terms| {
                let texts = Origin::ALL.map(|origin| terms.text(origin)).join("\n");
                format!("{} {}", terms.version, &Hash::of(format!("{texts}\n{}", terms.whose).as_bytes()).to_string()[..16])
            })
            .collect();
        assert_eq!(hashes, ["tablewright-1 57ea0665ec8585e0"]);
    }

    #[test]
    fn versions_are_told_apart() {
        assert_eq!(Wording::of("tablewright-1"), Wording::Ours(&VERSIONS[0]));
        assert_eq!(Wording::of(CURRENT.version), Wording::Ours(CURRENT));
        assert_eq!(Wording::of("tablewright-99"), Wording::OursLater);
        for version in ["2026-09-07.1", "2027-01-31.12"] {
            assert_eq!(Wording::of(version), Wording::Platform, "{version}");
        }
        for version in ["", "1", "2026-09-07", "2026-09-07.", "2026-9-07.1", "2026-09-07.x", "26-09-07.1", "2026-09-07-1.1"] {
            assert_eq!(Wording::of(version), Wording::Unknown, "{version}");
        }
    }

    #[test]
    fn no_version_is_longer_than_a_record_may_name() {
        assert!(VERSIONS.iter().all(|terms| (1..=40).contains(&terms.version.len())));
    }
}
