//! A key stands once in its object. JSON readers take the last one, so the others are dead text that looks alive.

use super::Rule;
use crate::check::{Context, Sink};
use crate::finding::{Finding, Severity};

pub(super) const RULE: Rule = Rule { name: "keys stand once", codes: &["tw-duplicate-key"], run };

fn run(context: &Context, sink: &mut Sink) {
    for (document, part) in context.parts() {
        let Ok(read) = part else { continue };
        for (pointer, position) in read.duplicates() {
            // The text is the loaded one; what an edit has taken out since is no problem any more.
            if read.at(&pointer).is_none() {
                continue;
            }
            let key = pointer.last().unwrap_or_default();
            let message =
                format!("“{key}” stands more than once in this object, and only the last one counts. Remove the others.");
            let severity = Severity::Warning;
            sink.put(Finding { code: "tw-duplicate-key", severity, document, pointer, message }).at(position);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, assert_one, assert_silent};
    use crate::check::{Options, Subject, check};
    use crate::json::Document;
    use crate::pack::Fault;

    #[test]
    fn once_is_fine() {
        assert_silent(&RULE, GOOD);
        assert_silent(&RULE, r#"{"a":{"b":1},"b":[{"a":1},{"a":2}]}"#);
    }

    #[test]
    fn twice_is_shown_at_the_later_one() {
        assert_one(&RULE, r#"{"a":1,"b":2,"a":3}"#, "warning tw-duplicate-key /a");
        assert_one(&RULE, r#"{"a":[{"b":1,"\u0062":2}]}"#, "warning tw-duplicate-key /a/0/b");
        let document = Document::parse(b"{\n\"a\":1,\n \"a\":2}").unwrap();
        let found = check(&Subject::of_documents(Ok(&document), Err(&Fault::NotNamed)), &Options { documents: true });
        let twice: Vec<_> = found.iter().filter(|d| d.code == "tw-duplicate-key").map(|d| (d.line, d.column)).collect();
        assert_eq!(twice, [(3, 2)]);
    }
}
