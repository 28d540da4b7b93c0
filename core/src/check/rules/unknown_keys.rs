//! Keys that this editor does not know. The platform strips them, or a newer one reads them; they are kept either way.

use super::Rule;
use crate::check::{Context, Sink};
use crate::finding::Severity;
use crate::manifest::TOP_LEVEL_KEYS;
use crate::pointer;
use rustc_hash::FxHashSet;

pub(super) const RULE: Rule = Rule { name: "keys newer than this editor", codes: &["tw-unknown-key"], run };

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest else { return };
    // A key that stands twice is told once.
    let mut told = FxHashSet::default();
    for (key, _) in manifest.root().members() {
        if !TOP_LEVEL_KEYS.contains(&key) && told.insert(key) {
            let message = format!("“{key}” is newer than this editor, or misspelled. It is kept as it is.");
            sink.manifest("tw-unknown-key", Severity::Advice, pointer![key], message).at_key();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, assert_one, assert_silent, found, with};
    use crate::check::{Options, Subject, check};
    use crate::json::Document;
    use crate::pack::Fault;

    #[test]
    fn documented_keys_and_those_of_real_packs_are_known() {
        assert_silent(&RULE, GOOD);
        let all: Vec<String> = TOP_LEVEL_KEYS.iter().map(|key| format!("\"{key}\":0")).collect();
        assert_silent(&RULE, &format!("{{{}}}", all.join(",")));
    }

    #[test]
    fn others_are_told_at_their_key() {
        assert_one(&RULE, &with("Name", "1"), "advice tw-unknown-key /Name");
        assert_eq!(
            found(&RULE, r#"{"a/b":1,"a/b":2,"__proto__":{}}"#),
            ["advice tw-unknown-key /a~1b", "advice tw-unknown-key /__proto__"]
        );
        let document = Document::parse(b"{\n  \"colour\":\n  1}").unwrap();
        let found = check(&Subject::of_documents(Ok(&document), Err(&Fault::NotNamed)), &Options { documents: true });
        let told = found.iter().find(|d| d.code == "tw-unknown-key").unwrap();
        assert_eq!((told.line, told.column), (2, 3));
    }
}
