//! A save of this pack was cut short. What is judged is what the next opening gives.

use super::Rule;
use crate::check::{Context, Sink};
use crate::finding::Severity;
use crate::json::Pointer;
use crate::pack::Verdict;

pub(super) const RULE: Rule = Rule { name: "no save was cut short", codes: &["tw-save-interrupted"], run };

fn run(context: &Context, sink: &mut Sink) {
    let Some(interruption) = context.subject.interruption else { return };
    let message = match interruption {
        Verdict::RollForward => {
            "A save of this pack was cut short. It was judged as the next opening will leave it, with that save finished."
        }
        Verdict::SetAside => {
            "A save of this pack was cut short and the files changed since. They were judged as they stand; the next opening keeps \
             the unfinished save aside."
        }
        Verdict::Undecided => {
            "A save of this pack was cut short and some files changed since. They were judged as they stand; open the pack to choose \
             which to keep."
        }
    };
    sink.manifest("tw-save-interrupted", Severity::Warning, Pointer::root(), message);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::found_in;
    use crate::check::{Options, Subject};
    use crate::pack::Fault;

    #[test]
    fn tells_of_a_save_that_was_cut_short() {
        let plain = Subject::of_documents(Err(&Fault::Missing), Err(&Fault::Missing));
        assert!(found_in(&RULE, &plain, Options::default()).is_empty());
        for how in [Verdict::RollForward, Verdict::SetAside, Verdict::Undecided] {
            let subject = Subject { interruption: Some(how), ..plain };
            assert_eq!(found_in(&RULE, &subject, Options::default()), ["warning tw-save-interrupted "]);
        }
    }
}
