//! Every code that a problem can have: what it means, why, who gives it, what to do, and where the rule is from. The help
//! shows one page a code from this table.
//!
//! Codes that the platform's documents name are used as they are; rules of our own have codes that begin with `tw-`.
//! Codes that only the platform's server can give stand here too, so that its refusals can be explained.

mod rows;

pub use rows::CATALOGUE;

/// Who gives a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Emitter {
    /// [`super::check`].
    Check,
    /// The platform's server, when a pack is registered, hosted or changed there.
    Registry,
    /// The preview of the lobby that a player would see.
    LobbyPreview,
}

/// When the platform would refuse or warn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// When a document is parsed: nothing after it is looked at.
    Parse,
    /// When the pack is published: the scanner, which only sees manifests that parse.
    Publish,
    /// Never: the rule is ours.
    Ours,
}

/// What is known about one code.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The code.
    pub code: &'static str,
    /// A heading.
    pub title: &'static str,
    /// Who gives it.
    pub emitters: &'static [Emitter],
    /// When the platform would.
    pub stage: Stage,
    /// What it means, one sentence.
    pub meaning: &'static str,
    /// Why the platform minds, or why we do; where a rule is not the platform's whole rule, that too.
    pub why: &'static str,
    /// How to mend it.
    pub remedy: &'static str,
    /// The document and section that the rule is from, or that it is ours.
    pub source: &'static str,
}

/// The entry of `code`.
pub fn entry(code: &str) -> Option<&'static Entry> {
    CATALOGUE.iter().find(|entry| entry.code == code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::RULES;
    use std::collections::HashSet;

    #[test]
    fn every_code_of_every_rule_is_explained() {
        for rule in RULES {
            assert!(!rule.codes.is_empty() && !rule.name.is_empty());
            for code in rule.codes {
                let entry = entry(code).unwrap_or_else(|| panic!("“{}” gives {code}, which is not in the catalogue", rule.name));
                assert!(entry.emitters.contains(&Emitter::Check), "{code}");
            }
        }
        let names: HashSet<_> = RULES.iter().map(|rule| rule.name).collect();
        assert_eq!(names.len(), RULES.len());
    }

    #[test]
    fn entries_are_whole_and_stand_once() {
        let mut seen = HashSet::new();
        for entry in CATALOGUE {
            assert!(seen.insert(entry.code), "{} stands twice", entry.code);
            assert!(!entry.title.is_empty() && !entry.title.ends_with('.') && !entry.emitters.is_empty());
            for text in [entry.meaning, entry.why, entry.remedy, entry.source] {
                assert!(text.len() > 10 && text.ends_with('.') && !text.contains("  "), "{}: {text}", entry.code);
            }
            assert!(entry.code.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", entry.code);
            assert_eq!(entry.code.starts_with("tw-"), entry.emitters == [Emitter::Check], "{}", entry.code);
        }
    }
}
