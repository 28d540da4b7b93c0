//! The manifest stands under its present name, and a copy under the older one is the same (manifest reference, *The
//! filename*): the platform reads the older one whenever fetching the present one fails.

use super::Rule;
use crate::check::{Context, Sink};
use crate::finding::Severity;
use crate::json::Pointer;
use crate::pack::{LEGACY_MANIFEST, MANIFEST, Twin};

pub(super) const RULE: Rule =
    Rule { name: "the manifest's file", codes: &["tw-legacy-manifest-name", "tw-manifest-twins-differ"], run };

fn run(context: &Context, sink: &mut Sink) {
    if context.subject.twin == Twin::LegacyOnly {
        let message = format!("The manifest has its older name. Rename it to {MANIFEST}, which the platform looks for first.");
        sink.manifest("tw-legacy-manifest-name", Severity::Advice, Pointer::root(), message);
    }
    if context.subject.twin == Twin::Differs {
        let message = format!(
            "{LEGACY_MANIFEST} says something else than this file. When the platform fails to fetch {MANIFEST} for any reason it reads \
             {LEGACY_MANIFEST} instead, without saying so. Make both the same or delete the older one."
        );
        sink.manifest("tw-manifest-twins-differ", Severity::Warning, Pointer::root(), message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::found_in;
    use crate::check::{Options, Subject};
    use crate::pack::Fault;

    fn found(twin: Twin) -> Vec<String> {
        let subject = Subject { twin, ..Subject::of_documents(Err(&Fault::Missing), Err(&Fault::Missing)) };
        found_in(&RULE, &subject, Options::default())
    }

    #[test]
    fn one_manifest_or_two_equal_ones_are_fine() {
        assert!(found(Twin::None).is_empty());
        assert!(found(Twin::Same).is_empty());
    }

    #[test]
    fn the_older_name_is_told() {
        assert_eq!(found(Twin::LegacyOnly), ["advice tw-legacy-manifest-name "]);
    }

    #[test]
    fn two_that_differ_are_warned_of() {
        assert_eq!(found(Twin::Differs), ["warning tw-manifest-twins-differ "]);
    }
}
