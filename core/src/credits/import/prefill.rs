//! What can be filled in before a person answers: by what the files say of themselves, by a LICENSE or README beside them,
//! and by the names that known libraries give their files. Every value says where it was read; a person confirms all of it.

use super::super::answer::{Answer, Field, Origin};
use super::super::licences::{self, SHORTLIST};
use super::metadata::{self, Said};
use std::collections::BTreeMap;

/// A value that could stand in a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The value.
    pub value: String,
    /// Where it was read, for a person: `hull.glb, asset.copyright`.
    pub from: String,
}

/// What is known of the origin of several files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Suggestion {
    /// What could stand in the fields.
    pub found: BTreeMap<Field, Found>,
    /// The fields in which the files say different things: they want to be credited separately.
    pub differ: Vec<Field>,
}

impl Suggestion {
    /// The answer with what was found filled in: somebody else's work where a creator or licence was found, else `last`, the
    /// answer given before, else one's own work.
    pub fn answer(&self, last: Option<&Answer>) -> Answer {
        let is_theirs =
            [Field::Creator, Field::LicenseName, Field::LicenseUrl].iter().any(|field| self.found.contains_key(field));
        if !is_theirs && let Some(last) = last {
            return last.clone();
        }
        let mut answer = Answer::new(if is_theirs { Origin::ThirdParty } else { Origin::OwnWork });
        for (field, found) in &self.found {
            if let Some(place) = answer.text_mut(*field) {
                place.clone_from(&found.value);
            }
        }
        answer
    }

    /// Adds what is said, where the field is still free.
    fn fill(&mut self, said: impl IntoIterator<Item = (Field, Found)>) {
        for (field, found) in said {
            if !self.differ.contains(&field) {
                self.found.entry(field).or_insert(found);
            }
        }
    }
}

/// What a file says, with its name. Of a field that it says twice the first counts.
pub(super) fn of_file(name: &str, said: Vec<Said>) -> BTreeMap<Field, Found> {
    let mut found = BTreeMap::new();
    for (field, value, place) in said {
        found.entry(field).or_insert_with(|| Found { value, from: format!("{name}, {place}") });
    }
    found
}

/// What several files say together. A field that two files fill differently stays empty; the title of one of several files is
/// not the title of all.
pub(super) fn common(files: &[&BTreeMap<Field, Found>]) -> Suggestion {
    let mut suggestion = Suggestion::default();
    let several = files.len() > 1;
    for field in Field::ANSWERED {
        let mut values = files.iter().filter_map(|found| found.get(&field));
        let Some(first) = values.next() else { continue };
        if values.any(|other| other.value != first.value) {
            if field != Field::Title && field != Field::SourceUrl {
                suggestion.differ.push(field);
            }
        } else if !several || field != Field::Title || files.iter().all(|found| found.contains_key(&field)) {
            suggestion.found.insert(field, first.clone());
        }
    }
    suggestion
}

/// Adds what a text beside the files says: the licence that it is or names, and who made the files.
pub(super) fn fill_from_text(suggestion: &mut Suggestion, name: &str, text: &str) {
    let mut said = Vec::new();
    if let Some(licence) = licences::in_text(text) {
        said.push((Field::LicenseName, licence.name.to_owned(), ""));
        said.push((Field::LicenseUrl, licence.url.to_owned(), ""));
    }
    if let Some(line) = text.lines().take(60).find_map(maker) {
        metadata::say_copyright(&mut said, line, "");
    }
    let found = said.into_iter().map(|(field, value, _)| (field, Found { value, from: name.to_owned() }));
    // A licence is name and link together: half of another one must not stand beside it.
    let has_licence = [Field::LicenseName, Field::LicenseUrl].iter().any(|field| suggestion.found.contains_key(field));
    let is_licence = |field: Field| matches!(field, Field::LicenseName | Field::LicenseUrl);
    suggestion.fill(found.filter(|(field, _)| !(has_licence && is_licence(*field))));
}

/// Who a line says made the work.
fn maker(line: &str) -> Option<&str> {
    const LEADS: [&str; 12] = [
        "created/distributed by ",
        "created by ",
        "made by ",
        "models by ",
        "textures by ",
        "art by ",
        "author:",
        "artist:",
        "creator:",
        "by ",
        "copyright ",
        "© ",
    ];
    let line = line.trim().trim_start_matches(['#', '*', '-', '=', ' ']);
    let lower = line.to_ascii_lowercase();
    let lead = LEADS.iter().find(|lead| lower.starts_with(*lead))?;
    let rest = line.get(lead.len()..)?.trim();
    // `copyright notice`, `copyright holder` and the like are the licence's own words.
    let is_prose = ["notice", "holder", "owner", "and ", "license", "law", "in ", "to ", "interest", "statement"];
    let lower = rest.to_ascii_lowercase();
    (!rest.is_empty() && rest.len() <= 120 && !is_prose.iter().any(|word| lower.starts_with(word))).then_some(rest)
}

/// A library whose files are known by their names.
pub(super) struct Library {
    pub(super) name: &'static str,
    creator: &'static str,
    link: &'static str,
    spdx: &'static str,
    is_named: fn(&str) -> bool,
}

const LIBRARIES: &[Library] = &[
    Library {
        name: "Kenney",
        creator: "Kenney",
        link: "https://kenney.nl/assets",
        spdx: "CC0-1.0",
        is_named: |name| word_in(name, "kenney"),
    },
    Library {
        name: "KayKit",
        creator: "Kay Lousberg",
        link: "https://kaylousberg.com/game-assets",
        spdx: "CC0-1.0",
        is_named: |name| word_in(name, "kaykit"),
    },
    Library {
        name: "Quaternius",
        creator: "Quaternius",
        link: "https://quaternius.com/packs.html",
        spdx: "CC0-1.0",
        is_named: |name| word_in(name, "quaternius"),
    },
    Library {
        name: "Poly Haven",
        creator: "Poly Haven",
        link: "https://polyhaven.com/all",
        spdx: "CC0-1.0",
        is_named: |name| word_in(name, "polyhaven") || name.to_lowercase().contains("poly_haven"),
    },
    Library {
        name: "ambientCG",
        creator: "ambientCG",
        link: "https://ambientcg.com/list",
        spdx: "CC0-1.0",
        is_named: |name| is_of_ambientcg(name.rsplit('/').next().unwrap_or(name)),
    },
];

/// Whether the name has this word, with no letter right before or behind it.
fn word_in(name: &str, word: &str) -> bool {
    let name = name.to_lowercase();
    name.match_indices(word).any(|(at, _)| {
        let before = name[..at].chars().next_back();
        let behind = name[at + word.len()..].chars().next();
        !before.is_some_and(char::is_alphabetic) && !behind.is_some_and(char::is_alphabetic)
    })
}

/// `Wood008_4K-JPG_Color.jpg`: a word with three digits, the size, the format.
fn is_of_ambientcg(name: &str) -> bool {
    let mut parts = name.split(['_', '-', '.']);
    let (Some(first), Some(size), Some(format)) = (parts.next(), parts.next(), parts.next()) else { return false };
    let word = first.trim_end_matches(|c: char| c.is_ascii_uppercase());
    let digits = word.len() - word.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let letters = &word[..word.len() - digits];
    let is_word = digits == 3 && letters.len() > 2 && letters.bytes().all(|b| b.is_ascii_alphabetic());
    let is_size = size.strip_suffix('K').is_some_and(|n| matches!(n, "1" | "2" | "4" | "8" | "12" | "16"));
    is_word && is_size && matches!(format, "JPG" | "PNG" | "EXR" | "HDR" | "TONEMAPPED")
}

/// The library that a name, folders and zip in front of it included, tells of.
pub(super) fn library_of(name: &str) -> Option<&'static Library> {
    LIBRARIES.iter().find(|library| (library.is_named)(name))
}

/// Adds what a known name tells.
pub(super) fn fill_from_library(suggestion: &mut Suggestion, name: &str, library: &Library) {
    let from = || format!("{name}, named as {} names its files", library.name);
    let mut found = vec![
        (Field::Creator, Found { value: library.creator.to_owned(), from: from() }),
        (Field::CreatorUrl, Found { value: library.link.to_owned(), from: from() }),
    ];
    // Another creator, or a licence that the files carry, is better than a guess by the name.
    let by_others = suggestion.found.get(&Field::Creator).is_some_and(|f| f.value != library.creator);
    if by_others {
        return;
    }
    let has_licence = [Field::LicenseName, Field::LicenseUrl].iter().any(|field| suggestion.found.contains_key(field));
    if !has_licence && let Some(licence) = SHORTLIST.iter().find(|licence| licence.spdx == library.spdx) {
        found.push((Field::LicenseName, Found { value: licence.name.to_owned(), from: from() }));
        found.push((Field::LicenseUrl, Found { value: licence.url.to_owned(), from: from() }));
    }
    suggestion.fill(found);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_known_by_how_they_name_files() {
        for (name, library) in [
            ("kenney_boardgame-pack.zip/PNG/a.png", Some("Kenney")),
            ("Wood008_4K-JPG_Color.jpg", Some("ambientCG")),
            ("textures/PavingStones128_1K-PNG_NormalGL.png", Some("ambientCG")),
            ("WoodFloor051A_2K_JPG.zip", Some("ambientCG")),
            ("KayKit_DungeonRemastered_1.1.zip/a.glb", Some("KayKit")),
            ("Ultimate Space Kit by Quaternius.zip/a.glb", Some("Quaternius")),
            ("mckenneys.png", None),
            ("wood_4K_JPG.jpg", None),
            ("Wood008_3K-JPG.jpg", None),
            ("board.png", None),
        ] {
            assert_eq!(library_of(name).map(|library| library.name), library, "{name}");
        }
    }

    #[test]
    fn a_text_beside_the_files_names_licence_and_maker() {
        let text = "\n\tBoardgame Pack (1.0)\n\n\tCreated/distributed by Kenney (https://www.kenney.nl/x)\n\n\tLicense: (Creative Commons Zero, CC0)\n\thttp://creativecommons.org/publicdomain/zero/1.0/\n";
        let mut suggestion = Suggestion::default();
        fill_from_text(&mut suggestion, "License.txt", text);
        let values: Vec<(Field, &str)> = suggestion.found.iter().map(|(field, found)| (*field, found.value.as_str())).collect();
        assert_eq!(
            values,
            [
                (Field::Creator, "Kenney"),
                (Field::CreatorUrl, "https://www.kenney.nl/x"),
                (Field::LicenseName, "CC0 1.0 (Public Domain)"),
                (Field::LicenseUrl, "https://creativecommons.org/publicdomain/zero/1.0/"),
            ]
        );
        assert!(suggestion.found.values().all(|found| found.from == "License.txt"));
        assert_eq!(suggestion.answer(None).origin, Origin::ThirdParty);
        for line in ["copyright notice and", "Copyright holders", "", "I made this", "by "] {
            assert_eq!(maker(line), None, "{line}");
        }
        assert_eq!(maker("# Author: Kim"), Some("Kim"));
    }

    #[test]
    fn files_that_differ_leave_a_field_open() {
        let file = |creator: &str, title: &str| {
            let found = |value: &str| Found { value: value.into(), from: String::new() };
            BTreeMap::from([(Field::Creator, found(creator)), (Field::Title, found(title))])
        };
        let (a, b, c) = (file("Kim", "A"), file("Lee", "A"), file("Kim", "C"));
        let two = common(&[&a, &b]);
        assert_eq!((two.differ, two.found.get(&Field::Creator)), (vec![Field::Creator], None));
        let two = common(&[&a, &c]);
        assert!(two.differ.is_empty() && two.found.contains_key(&Field::Creator) && !two.found.contains_key(&Field::Title));
        assert_eq!(common(&[&a]).found.len(), 2);
        let last = Answer { title: "Last".into(), ..Answer::new(Origin::Disclaimed) };
        assert_eq!(Suggestion::default().answer(Some(&last)), last);
        assert_eq!(common(&[&a]).answer(Some(&last)).creator, "Kim");
        assert_eq!(Suggestion::default().answer(None), Answer::new(Origin::OwnWork));
    }
}
