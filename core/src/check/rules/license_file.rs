//! The LICENSE file at the pack's root says the same as the manifest's `license`, as far as both can be recognised (manifest
//! reference, `license`: make it the one that matches the file). The field is free text, so what is not recognised is not
//! judged.

use super::Rule;
use crate::check::{Context, Sink};
use crate::finding::Severity;
use crate::manifest::ManifestView;
use crate::pack::PackPath;
use crate::pointer;
use std::fmt;

pub(super) const RULE: Rule = Rule { name: "the licence file", codes: &["tw-license-differs"], run };

/// The names that a licence file has.
const FILES: [&str; 8] =
    ["LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "LICENCE.md", "LICENCE.txt", "COPYING", "license.txt"];

fn run(context: &Context, sink: &mut Sink) {
    if context.options.documents {
        return;
    }
    let Some(declared) = context.manifest.and_then(ManifestView::license) else { return };
    let wanted = named(&declared);
    if wanted.is_empty() {
        return;
    }
    let file = FILES.iter().find_map(|name| Some((name, context.subject.files.text(&PackPath::parse(name).ok()?)?)));
    let Some((name, text)) = file else { return };
    let present = recognised(&text);
    if let Some(first) = present.first()
        && !present.iter().any(|p| wanted.iter().any(|w| p.agrees(w)))
    {
        let message = format!("The file {name} is the licence {first}, and the manifest says “{declared}”. Make both the same.");
        sink.manifest("tw-license-differs", Severity::Advice, pointer!["license"], message);
    }
}

/// A licence: its family, and what sets members of the family apart where that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Licence {
    family: &'static str,
    version: Option<String>,
}

impl Licence {
    fn agrees(&self, other: &Self) -> bool {
        let versions = self.version.as_ref().zip(other.version.as_ref());
        self.family == other.family && versions.is_none_or(|(a, b)| a == b)
    }
}

impl fmt::Display for Licence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.version {
            Some(version) => write!(f, "{}-{version}", self.family),
            None => f.write_str(self.family),
        }
    }
}

fn licence(family: &'static str, version: Option<&str>) -> Licence {
    Licence { family, version: version.map(str::to_owned) }
}

/// The licences that a text of licences holds.
fn recognised(text: &str) -> Vec<Licence> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    // The GNU licences name each other; which one a text is stands at its top. A text by Creative Commons likewise.
    let head: String = text.chars().take(400).collect();
    let mut found = Vec::new();
    let mut add = |is: bool, licence: Licence| {
        if is {
            found.push(licence);
        }
    };
    add(text.contains("permission is hereby granted, free of charge, to any person obtaining a copy"), licence("MIT", None));
    add(head.contains("apache license") && head.contains("version 2.0"), licence("Apache", Some("2.0")));
    let gnu = [("affero general public", "AGPL"), ("lesser general public", "LGPL"), ("gnu general public", "GPL")];
    if let Some((_, family)) = gnu.iter().find(|(name, _)| head.contains(&format!("{name} license"))) {
        let version = ["3", "2.1", "2"].into_iter().find(|v| head.contains(&format!("version {v}")));
        add(true, licence(family, version));
    }
    if text.contains("redistribution and use in source and binary forms") {
        let clauses = if text.contains("neither the name") { "3" } else { "2" };
        add(true, licence("BSD", Some(clauses)));
    }
    add(head.contains("cc0 1.0") || head.contains("creative commons zero"), licence("CC0", None));
    if !head.contains("cc0")
        && (head.contains("creative commons") || head.contains("attribution"))
        && head.contains("attribution")
    {
        add(true, licence("CC-BY", Some(&creative_commons(&head))));
    }
    add(head.contains("mozilla public license"), licence("MPL", None));
    add(text.contains("this is free and unencumbered software released into the public domain"), licence("Unlicense", None));
    add(text.contains("permission to use, copy, modify, and/or distribute this software for any purpose"), licence("ISC", None));
    found
}

/// The parts of a licence by Creative Commons beyond naming the author, in the order of their usual names.
fn creative_commons(text: &str) -> String {
    let squeezed: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let parts = [("NC", "noncommercial"), ("ND", "noderiv"), ("SA", "sharealike")];
    let has: Vec<&str> = parts.iter().filter(|(_, word)| squeezed.contains(word)).map(|(short, _)| *short).collect();
    has.join("-")
}

/// The licences that the manifest's free text names, also several of them.
fn named(declared: &str) -> Vec<Licence> {
    let lower = declared.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '.').filter(|word| !word.is_empty()).collect();
    let has = |word: &str| words.iter().any(|w| *w == word || w.strip_prefix(word).is_some_and(is_version));
    let mut found = Vec::new();
    for (family, own) in
        [("MIT", "mit"), ("Apache", "apache"), ("MPL", "mpl"), ("Unlicense", "unlicense"), ("ISC", "isc"), ("CC0", "cc0")]
    {
        if has(own) {
            found.push(licence(family, None));
        }
    }
    let gnu = [("AGPL", "agpl", "affero"), ("LGPL", "lgpl", "lesser"), ("GPL", "gpl", "gnu")];
    if let Some((family, _, _)) = gnu.iter().find(|(_, short, long)| has(short) || has(long)) {
        let version = ["3", "2.1", "2"].into_iter().find(|v| words.iter().any(|word| version_of(word).starts_with(v)));
        found.push(licence(family, version));
    }
    if has("bsd") {
        let clauses = ["2", "3"].into_iter().find(|n| words.contains(n));
        found.push(licence("BSD", clauses));
    }
    if has("mozilla") {
        found.push(licence("MPL", None));
    }
    let cc = has("cc") || lower.contains("creative commons");
    if cc && (has("by") || lower.contains("attribution")) {
        let short = [("NC", "nc"), ("ND", "nd"), ("SA", "sa")];
        let short: Vec<&str> = short.iter().filter(|(_, word)| has(word)).map(|(name, _)| *name).collect();
        let parts = if short.is_empty() { creative_commons(&lower) } else { short.join("-") };
        found.push(licence("CC-BY", Some(&parts)));
    }
    found
}

/// `v3`, `3.0`, `2`: what may stand right behind a short name.
fn is_version(text: &str) -> bool {
    let digits = text.strip_prefix('v').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

fn version_of(word: &str) -> &str {
    word.trim_start_matches(|c: char| c.is_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{Texts, found_in, with};
    use crate::check::{Options, Subject};
    use crate::json::Document;
    use crate::pack::Fault;

    /// The phrases that each text is told by, as the texts have them, over lines.
    const TEXTS: &[(&str, &str)] = &[
        ("MIT", "Copyright 2026 A\n\nPermission is hereby granted, free of charge, to any person\nobtaining a copy of this"),
        ("Apache-2.0", "   Apache License\n   Version 2.0, January 2004"),
        ("GPL-3", "GNU GENERAL PUBLIC LICENSE\n  Version 3, 29 June 2007 … see also the GNU Affero things"),
        ("GPL-2", "GNU GENERAL PUBLIC LICENSE\n  Version 2, June 1991"),
        ("LGPL-2.1", "GNU LESSER GENERAL PUBLIC LICENSE\n Version 2.1"),
        ("AGPL-3", "GNU AFFERO GENERAL PUBLIC LICENSE\n Version 3"),
        ("BSD-3", "Redistribution and use in source and binary forms … Neither the name of"),
        ("BSD-2", "Redistribution and use in source and binary forms, with"),
        ("CC0", "Creative Commons Legal Code\n\nCC0 1.0 Universal"),
        ("CC-BY-SA", "Attribution-ShareAlike 4.0 International\n====\nCreative Commons Corporation"),
        ("CC-BY-NC-ND", "Creative Commons Attribution-NonCommercial-NoDerivatives 4.0"),
        ("CC-BY-", "Creative Commons Attribution 4.0 International"),
        ("MPL", "Mozilla Public License Version 2.0"),
        ("Unlicense", "This is free and unencumbered software released into the public domain."),
        ("ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose"),
    ];

    #[test]
    fn texts_are_recognised() {
        for (name, text) in TEXTS {
            let found: Vec<String> = recognised(text).iter().map(ToString::to_string).collect();
            assert_eq!(found, [*name], "{text}");
        }
        for text in ["", "All rights reserved.", "You may play it."] {
            assert!(recognised(text).is_empty());
        }
    }

    #[test]
    fn names_are_recognised_as_people_write_them() {
        for (declared, names) in [
            ("MIT", &["MIT"][..]),
            ("The MIT Licence", &["MIT"]),
            ("Apache-2.0", &["Apache"]),
            ("Apache 2", &["Apache"]),
            ("GPL-3.0-or-later", &["GPL-3"]),
            ("GPLv2", &["GPL-2"]),
            ("GNU General Public License v3", &["GPL-3"]),
            ("LGPL-2.1-only", &["LGPL-2.1"]),
            ("AGPL-3.0", &["AGPL-3"]),
            ("GPL", &["GPL"]),
            ("BSD-3-Clause", &["BSD-3"]),
            ("BSD", &["BSD"]),
            ("CC0-1.0", &["CC0"]),
            ("CC BY-SA 4.0", &["CC-BY-SA"]),
            ("Creative Commons Attribution-NonCommercial", &["CC-BY-NC"]),
            ("CC-BY-4.0", &["CC-BY-"]),
            ("MPL-2.0", &["MPL"]),
            ("MIT OR Apache-2.0", &["MIT", "Apache"]),
            ("whatever I want", &[]),
            ("permit", &[]),
            ("UNLICENSED", &[]),
        ] {
            let found: Vec<String> = named(declared).iter().map(ToString::to_string).collect();
            assert_eq!(found, names, "{declared}");
        }
    }

    fn found(declared: &str, files: &[(&str, &str)], documents: bool) -> Vec<String> {
        let document = Document::parse(with("license", &format!("\"{declared}\"")).as_bytes()).unwrap();
        let files = Texts(files);
        let subject = Subject { files: &files, ..Subject::of_documents(Ok(&document), Err(&Fault::NotNamed)) };
        found_in(&RULE, &subject, Options { documents })
    }

    #[test]
    fn only_two_that_are_recognised_can_differ() {
        let (mit, gpl, by_sa) = (TEXTS[0].1, TEXTS[2].1, TEXTS[9].1);
        let told = ["advice tw-license-differs /license"];
        assert_eq!(found("GPL-3.0", &[("LICENSE", mit)], false), told);
        assert_eq!(found("GPL-2.0", &[("COPYING", gpl)], false), told);
        assert_eq!(found("CC-BY-4.0", &[("LICENSE.md", by_sa)], false), told);
        assert!(found("GPL-2.0", &[("COPYING", gpl)], true).is_empty());
        for (declared, files) in [
            ("MIT", &[("LICENSE", mit)][..]),
            ("GPL", &[("LICENSE", gpl)]),
            ("GPL-3.0-or-later", &[("LICENSE", gpl)]),
            ("MIT OR Apache-2.0", &[("LICENSE", mit)]),
            ("whatever I want", &[("LICENSE", mit)]),
            ("MIT", &[("LICENSE", "Ask me.")]),
            ("MIT", &[("docs/LICENSE", gpl)]),
            ("MIT", &[]),
        ] {
            assert!(found(declared, files, false).is_empty(), "{declared}");
        }
    }
}
