//! Licences by name and link: the shortlist that fills both fields of a record, and recognising one in what people and tools
//! write (manifest reference, `credits.licenseName`: one licence is written in many ways, and none of them links anywhere).

/// A licence of the shortlist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Licence {
    /// Its name in the list of SPDX.
    pub spdx: &'static str,
    /// What stands in `licenseName`.
    pub name: &'static str,
    /// What stands in `licenseUrl`.
    pub url: &'static str,
    /// What to know before publishing files under it; may be empty.
    pub care: &'static str,
}

const NON_COMMERCIAL: &str = "It forbids commercial use, by you and by whoever plays.";
const NO_CHANGES: &str = "It forbids publishing a changed copy, a smaller picture included.";
const SAME_TERMS: &str = "A changed copy must be under the same licence.";

/// The shortlist, the freest first.
pub const SHORTLIST: &[Licence] = &[
    Licence {
        spdx: "CC0-1.0",
        name: "CC0 1.0 (Public Domain)",
        url: "https://creativecommons.org/publicdomain/zero/1.0/",
        care: "",
    },
    by("CC-BY-4.0", "CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/", ""),
    by("CC-BY-3.0", "CC BY 3.0", "https://creativecommons.org/licenses/by/3.0/", ""),
    by("CC-BY-SA-4.0", "CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/", SAME_TERMS),
    by("CC-BY-SA-3.0", "CC BY-SA 3.0", "https://creativecommons.org/licenses/by-sa/3.0/", SAME_TERMS),
    by("CC-BY-NC-4.0", "CC BY-NC 4.0", "https://creativecommons.org/licenses/by-nc/4.0/", NON_COMMERCIAL),
    by("CC-BY-NC-SA-4.0", "CC BY-NC-SA 4.0", "https://creativecommons.org/licenses/by-nc-sa/4.0/", NON_COMMERCIAL),
    by("CC-BY-ND-4.0", "CC BY-ND 4.0", "https://creativecommons.org/licenses/by-nd/4.0/", NO_CHANGES),
    by("CC-BY-NC-ND-4.0", "CC BY-NC-ND 4.0", "https://creativecommons.org/licenses/by-nc-nd/4.0/", NO_CHANGES),
    by("MIT", "MIT", "https://spdx.org/licenses/MIT.html", ""),
    by("Apache-2.0", "Apache 2.0", "https://www.apache.org/licenses/LICENSE-2.0", ""),
    by("OFL-1.1", "SIL Open Font Licence 1.1", "https://openfontlicense.org/open-font-license-official-text/", ""),
    by("GPL-3.0", "GPL 3.0", "https://www.gnu.org/licenses/gpl-3.0.html", SAME_TERMS),
    by("Unlicense", "Unlicense (Public Domain)", "https://unlicense.org/", ""),
];

const fn by(spdx: &'static str, name: &'static str, url: &'static str, care: &'static str) -> Licence {
    Licence { spdx, name, url, care }
}

fn listed(spdx: &str) -> Option<&'static Licence> {
    SHORTLIST.iter().find(|licence| licence.spdx == spdx)
}

/// The licence that `text`, the content of a licence field, names: `CC-BY`, `cc by 4.0`, a link, a whole name. `None` where
/// it names none of the shortlist, or leaves open which.
pub fn named(text: &str) -> Option<&'static Licence> {
    only(&find(text))
}

/// The one licence that a longer text (a LICENSE, a README) is or names; `None` where it names several.
pub fn in_text(text: &str) -> Option<&'static Licence> {
    // What stands at the top is what the text is about.
    let head: String = text.chars().take(16_000).collect();
    only(&find(&head))
}

fn only(found: &[&'static Licence]) -> Option<&'static Licence> {
    match found {
        [one] => Some(one),
        _ => None,
    }
}

/// The licences that `text` names, each once.
fn find(text: &str) -> Vec<&'static Licence> {
    let mut found: Vec<&'static Licence> = Vec::new();
    let mut add = |licence: Option<&'static Licence>| {
        if let Some(licence) = licence.filter(|licence| !found.contains(licence)) {
            found.push(licence);
        }
    };
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '.').map(|w| w.trim_matches('.')).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    creative_commons(&words).into_iter().for_each(|spdx| add(listed(&spdx)));
    let has = |phrase: &[&str]| words.windows(phrase.len()).any(|window| window == phrase);
    for (spdx, phrases) in PHRASES {
        if phrases.iter().any(|phrase| has(phrase)) {
            add(listed(spdx));
        }
    }
    found
}

/// What each licence that is not by Creative Commons is told by, in words.
const PHRASES: &[(&str, &[&[&str]])] = &[
    ("CC0-1.0", &[&["cc0"], &["creative", "commons", "zero"], &["publicdomain", "zero"], &["cc", "zero"], &["cc", "0"]]),
    (
        "MIT",
        &[
            &["mit", "license"],
            &["mit", "licence"],
            &["licenses", "mit"],
            &["licenses", "mit.html"],
            &["permission", "is", "hereby", "granted", "free"],
        ],
    ),
    ("Apache-2.0", &[&["apache", "license"], &["apache", "2.0"], &["apache", "licence"], &["www.apache.org", "licenses"]]),
    ("OFL-1.1", &[&["sil", "open", "font"], &["ofl", "1.1"], &["open", "font", "license"], &["openfontlicense.org"]]),
    (
        "GPL-3.0",
        &[
            &["gpl", "3.0"],
            &["gplv3"],
            &["licenses", "gpl", "3.0.html"],
            &["gnu", "general", "public", "license", "version", "3"],
        ],
    ),
    ("Unlicense", &[&["unlicense"], &["unlicense.org"], &["free", "and", "unencumbered", "software"]]),
];

/// Every licence with *attribution* that the words name, by its SPDX name: `cc by-sa 4.0`, `licenses/by-nc/3.0`,
/// `attribution-noncommercial 4.0 international`. Without a version it is 4.0.
fn creative_commons(words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let before = index.checked_sub(1).map(|i| words[i]);
        let begins = match *word {
            "by" => matches!(before, Some("cc" | "licenses")) || before.is_some_and(|b| b.ends_with("commons")),
            "attribution" => before == Some("commons") || words.contains(&"creative") || words.contains(&"cc"),
            "ccby" => true,
            _ => false,
        };
        if !begins {
            continue;
        }
        let (mut parts, mut version) = (["", "", ""], "4.0");
        for word in &words[index + 1..words.len().min(index + 8)] {
            match *word {
                "nc" | "noncommercial" => parts[0] = "-NC",
                "nd" | "noderivatives" | "noderivs" => parts[1] = "-ND",
                "sa" | "sharealike" => parts[2] = "-SA",
                "non" | "commercial" | "no" | "derivatives" | "share" | "alike" if *word != "commercial" => {}
                "commercial" => parts[0] = "-NC",
                "4.0" | "4" => break,
                "3.0" | "3" => {
                    version = "3.0";
                    break;
                }
                // Another version of the licence is another licence, and we have no link to it.
                "2.0" | "2.5" | "1.0" => {
                    version = "";
                    break;
                }
                "generic" | "license" | "licence" | "v4.0" | "international" | "v3.0" | "unported" => {}
                _ => break,
            }
        }
        if !version.is_empty() {
            found.push(format!("CC-BY{}{}{}-{version}", parts[0], parts[1], parts[2]));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_licence_is_written_in_many_ways() {
        for (text, spdx) in [
            ("CC-BY", "CC-BY-4.0"),
            ("cc by 4.0", "CC-BY-4.0"),
            ("creative commons attribution 4.0 international", "CC-BY-4.0"),
            ("CC-BY-4.0 (http://creativecommons.org/licenses/by/4.0/)", "CC-BY-4.0"),
            ("http://creativecommons.org/licenses/by-sa/3.0/", "CC-BY-SA-3.0"),
            ("CC BY-NC-SA 4.0", "CC-BY-NC-SA-4.0"),
            ("Creative Commons Attribution-NonCommercial 4.0", "CC-BY-NC-4.0"),
            ("CC Attribution-NoDerivs", "CC-BY-ND-4.0"),
            ("CC Attribution-NonCommercial-NoDerivs", "CC-BY-NC-ND-4.0"),
            ("CC0", "CC0-1.0"),
            ("CC0 1.0 (Public Domain)", "CC0-1.0"),
            ("https://creativecommons.org/publicdomain/zero/1.0/", "CC0-1.0"),
            ("License: (Creative Commons Zero, CC0)", "CC0-1.0"),
            ("MIT License", "MIT"),
            ("Apache 2.0", "Apache-2.0"),
        ] {
            assert_eq!(named(text).map(|licence| licence.spdx), Some(spdx), "{text}");
        }
        for text in
            ["", "CC", "by Ann", "Purchased / commercial licence", "CC BY 2.0", "Standard licence", "attribution", "stand by 4.0"]
        {
            assert_eq!(named(text), None, "{text}");
        }
    }

    #[test]
    fn every_name_and_link_of_the_shortlist_names_itself() {
        for licence in SHORTLIST {
            // A short name on its own may be a word of another meaning.
            let name = if licence.name == "MIT" { "MIT licence" } else { licence.name };
            for text in [name, licence.url] {
                assert_eq!(named(text), Some(licence), "{text}");
            }
            assert!(licence.url.starts_with("https://") && licence.name.len() <= 120);
        }
    }

    #[test]
    fn a_text_that_names_two_licences_tells_none() {
        let text = "Code: MIT License. Pictures: CC BY 4.0.";
        assert_eq!(in_text(text), None);
        let text = "Game icons\n\nCreated by Ann.\nLicence: CC BY 3.0, see https://creativecommons.org/licenses/by/3.0/";
        assert_eq!(in_text(text).map(|licence| licence.spdx), Some("CC-BY-3.0"));
    }
}
