//! The engine range lets the present engine in (manifest reference, `compatibility`). The range is not semver: at most
//! one `>=` and one `<` bound are read and all else is ignored, so a range without such a bound lets every engine in.

use super::{Rule, fields};
use crate::check::{Context, Sink};
use crate::finding::Severity;
use crate::manifest::{ManifestView, engine_bounds};
use crate::pointer;
use std::cmp::Ordering;

pub(super) const RULE: Rule = Rule { name: "the engine range", codes: &["engine-incompatible", "tw-engine-range-open"], run };

/// The engine that the manifest reference names as current.
const ENGINE_VERSION: &str = "0.1.0";

fn run(context: &Context, sink: &mut Sink) {
    let Some(range) = context.manifest.and_then(ManifestView::engine) else { return };
    if range.is_empty() {
        return;
    }
    let at = pointer!["compatibility", "engine"];
    let (lower, upper) = engine_bounds(&range);
    if lower.is_none() && upper.is_none() {
        let message =
            "This range has no bound that the platform knows, so every engine counts as fitting. Write it like >=0.1 <1.0.";
        let fix = fields::engine(&at);
        sink.manifest("tw-engine-range-open", Severity::Warning, at, message).fix(fix);
        return;
    }
    let below = lower.is_some_and(|lower| compare(ENGINE_VERSION, lower) == Ordering::Less);
    let above = upper.is_some_and(|upper| compare(ENGINE_VERSION, upper) != Ordering::Less);
    if below || above {
        // The documents' own words.
        let message = format!("Mod targets {range}; current engine is {ENGINE_VERSION}.");
        let fix = fields::engine(&at);
        sink.manifest("engine-incompatible", Severity::Error, at, message).fix(fix);
    }
}

/// Compares versions part by part, as numbers of any length; a part that is not there is 0.
fn compare(a: &str, b: &str) -> Ordering {
    let count = a.split('.').count().max(b.split('.').count());
    let parts = |text: &str| -> Vec<String> {
        let part = |p: &str| p.trim_start_matches('0').to_owned();
        text.split('.').map(part).chain(std::iter::repeat(String::new())).take(count).collect()
    };
    let key = |part: &String| (part.len(), part.clone());
    parts(a).iter().map(key).cmp(parts(b).iter().map(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{assert_one, assert_silent, fixed, with};

    fn engine(range: &str) -> String {
        with("compatibility", &format!("{{\"engine\":\"{range}\"}}"))
    }

    #[test]
    fn lets_the_present_engine_in() {
        for range in [
            ">=0.1 <1.0",
            ">=0.1.0",
            ">=0.1",
            "<0.1.1",
            "<0.2",
            "<1.0 >=0.0.9",
            ">= 0.1",
            ">=0.0.99 <00.2",
            "<99999999999999999999",
        ] {
            assert_silent(&RULE, &engine(range));
        }
    }

    #[test]
    fn keeps_it_out() {
        for range in [">=0.1.1", "<0.1.0", "<0.1", ">=0.1 <0.1", ">=1.0 <2.0", ">=0.0 <0.1", "<1.0 >=0.2", "<0.0.9"] {
            assert_one(&RULE, &engine(range), "error engine-incompatible /compatibility/engine");
            assert_eq!(fixed(&engine(range), "set-engine-range"), engine(">=0.1 <1.0"));
        }
    }

    #[test]
    fn warns_of_a_range_that_says_nothing() {
        for range in ["latest", "~9.0", "^9.0.0", "9.x", "x", ">9.0.0", "<=0.0.1", ">="] {
            assert_one(&RULE, &engine(range), "warning tw-engine-range-open /compatibility/engine");
        }
    }
}
