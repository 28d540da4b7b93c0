//! The starting counts of the dice fit into one roll (manifest reference, `dice.defaultCount`: a roll is capped at 40).

use super::Rule;
use crate::check::{Context, Sink};
use crate::finding::Severity;
use crate::json::Ref;
use crate::pointer;

pub(super) const RULE: Rule = Rule { name: "starting counts of the dice", codes: &["tw-dice-count-high"], run };

/// The most dice in one roll.
const MAX_ROLL: f64 = 40.0;

fn run(context: &Context, sink: &mut Sink) {
    let dice = context.manifest.and_then(|manifest| manifest.root().get("dice"));
    let counts = dice.into_iter().flat_map(Ref::items).filter_map(|die| die.get("defaultCount")?.as_f64());
    // A count that the schema refuses is told there.
    let total: f64 = counts.filter(|count| (0.0..=MAX_ROLL).contains(count)).sum();
    if total > MAX_ROLL {
        let message =
            format!("The dice start at {total} together, and one roll takes at most {MAX_ROLL}. Lower some of the counts.");
        sink.manifest("tw-dice-count-high", Severity::Advice, pointer!["dice"], message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{assert_one, assert_silent, with};

    fn dice(counts: &[&str]) -> String {
        let all: Vec<String> = counts.iter().map(|count| format!(r#"{{"preset":"die-d6","defaultCount":{count}}}"#)).collect();
        with("dice", &format!("[{{\"preset\":\"die-d4\"}},{}]", all.join(",")))
    }

    #[test]
    fn forty_fit_into_a_roll() {
        for counts in [&["40"][..], &["39", "1"], &["20", "20", "0"], &["41"], &["40", "-1"], &["40", "\"9\""]] {
            assert_silent(&RULE, &dice(counts));
        }
        for counts in [&["40", "1"][..], &["21", "20"]] {
            assert_one(&RULE, &dice(counts), "advice tw-dice-count-high /dice");
        }
    }
}
