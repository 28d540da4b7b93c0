//! Applying safe fixes until none is left: what *Fix all safe* and `tablewright fix` do.
//!
//! Mending one thing can bring up the next, so the pack is judged again after each round. Within a round fixes go from
//! the end of a file to its beginning, so that one which takes an element out of a list does not move the places of
//! those that follow; a fix whose place no longer holds what was judged waits for the next round.

use super::diagnostic::Diagnostic;
use super::fix::Fix;
use crate::edit::Roots;
use crate::error::Error;
use crate::finding::DocId;
use crate::json::{Document, Pointer};
use std::collections::HashSet;

/// The most rounds that are done. Fixes that undo each other end here; real packs need two or three.
pub const MAX_ROUNDS: usize = 32;

/// One fix that was applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// The code of the problem that it mended.
    pub code: &'static str,
    /// What the fix's button says.
    pub label: String,
    /// The file of the problem, relative to the pack.
    pub file: String,
    /// The place of the problem as it was when the fix was applied.
    pub pointer: Pointer,
}

/// What [`fix_all_safe`] did.
#[derive(Debug)]
pub struct Fixed {
    /// The documents with everything mended that could be; the very ones that were given where nothing was.
    pub roots: Roots,
    /// What was applied, in that order: round by round, in each from the beginning of the manifest to the end of the scene.
    pub applied: Vec<Applied>,
    /// Fixes that were offered and could not be applied, with the reason.
    pub failed: Vec<(Applied, Error)>,
    /// What is still found in [`Self::roots`].
    pub left: Vec<Diagnostic>,
}

/// Applies the safe fixes of what `check` finds in `roots`, of one `code` alone where that is given, until there is none
/// left or they lead nowhere. Where a problem has several safe fixes the first, which is the best, is taken.
pub fn fix_all_safe(roots: &Roots, code: Option<&str>, check: impl Fn(&Roots) -> Vec<Diagnostic>) -> Fixed {
    let mut fixed = Fixed { roots: roots.clone(), applied: Vec::new(), failed: Vec::new(), left: check(roots) };
    let mut tried = HashSet::new();
    for _ in 0..MAX_ROUNDS {
        if !round(&mut fixed, code, &mut tried) {
            break;
        }
        fixed.left = check(&fixed.roots);
    }
    fixed
}

/// A problem and its fix: what leaves the problem as it was is not tried again.
type Tried = (&'static str, &'static str, DocId, Pointer, String);

/// Goes once through the problems. Whether anything has changed.
fn round(fixed: &mut Fixed, code: Option<&str>, tried: &mut HashSet<Tried>) -> bool {
    let judged = fixed.roots.clone();
    let mut applied = Vec::new();
    for problem in fixed.left.iter().rev().filter(|problem| code.is_none_or(|code| code == problem.code)) {
        let Some(fix) = problem.fixes.iter().find(|fix| fix.is_safe()) else { continue };
        if !is_untouched(&judged, &fixed.roots, problem) || !tried.insert(key(problem, fix)) {
            continue;
        }
        let told = Applied {
            code: problem.code,
            label: fix.label().to_owned(),
            file: problem.file.clone(),
            pointer: problem.pointer.clone(),
        };
        match fix.apply(&fixed.roots) {
            Ok(after) if after.same(&fixed.roots) => {}
            Ok(after) => {
                fixed.roots = after;
                applied.push(told);
            }
            Err(error) => fixed.failed.push((told, error)),
        }
    }
    let changed = !applied.is_empty();
    fixed.applied.extend(applied.into_iter().rev());
    changed
}

fn key(problem: &Diagnostic, fix: &Fix) -> Tried {
    (problem.code, fix.id(), problem.document, problem.pointer.clone(), problem.message.clone())
}

/// Whether the place of `problem` holds in `now` what it held in `judged`.
fn is_untouched(judged: &Roots, now: &Roots, problem: &Diagnostic) -> bool {
    let (Some(judged), Some(now)) = (document(judged, problem.document), document(now, problem.document)) else {
        return true;
    };
    match (judged.at(&problem.pointer), now.at(&problem.pointer)) {
        (Some(judged), Some(now)) => judged.same(now) || judged.equals(now),
        (None, None) => lists_are_as_long(judged, now, &problem.pointer),
        _ => false,
    }
}

fn document(roots: &Roots, which: DocId) -> Option<&Document> {
    match which {
        DocId::Manifest => roots.manifest.as_ref(),
        DocId::Scene => roots.scene.as_ref(),
    }
}

/// Whether no list on the way to `place` has grown or shrunk, so that its numbers mean the same elements.
fn lists_are_as_long(judged: &Document, now: &Document, place: &Pointer) -> bool {
    let (mut judged, mut now) = (judged.root(), now.root());
    for token in place.tokens() {
        if judged.is_array() != now.is_array() || (judged.is_array() && judged.len() != now.len()) {
            return false;
        }
        match (judged.child(token), now.child(token)) {
            (Some(a), Some(b)) => (judged, now) = (a, b),
            _ => break,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Options, Subject, check};
    use crate::finding::Severity;
    use crate::json::EditError;
    use crate::pack::Fault;
    use crate::pointer;

    fn roots(manifest: &str) -> Roots {
        Roots { manifest: Some(Document::parse(manifest.as_bytes()).unwrap()), scene: None }
    }

    fn text(roots: &Roots) -> String {
        roots.manifest.as_ref().unwrap().text()
    }

    fn problem(pointer: Pointer, message: &str, fixes: Vec<Fix>) -> Diagnostic {
        let (document, file) = (DocId::Manifest, "m.json".to_owned());
        let (code, severity, message) = ("schema", Severity::Error, message.to_owned());
        Diagnostic { code, severity, document, file, pointer, line: 1, column: 1, message, fixes }
    }

    fn edit(id: &'static str, safe: bool, edit: fn(&Document) -> Result<Document, EditError>) -> Fix {
        Fix::manifest(id, id, safe, edit)
    }

    /// Every `x` in the list is to go; each finding takes out what stands at its own place.
    fn xs(roots: &Roots) -> Vec<Diagnostic> {
        let list = roots.manifest.as_ref().unwrap().at(&pointer!["list"]).unwrap();
        let bad = list.items().enumerate().filter(|(_, item)| item.as_str().is_some_and(|s| s.starts_with('x')));
        bad.map(|(index, _)| {
            let at = pointer!["list", index];
            let place = at.clone();
            problem(at, "An x", vec![Fix::manifest("out", "Take it out", true, move |d| d.remove(&place))])
        })
        .collect()
    }

    #[test]
    fn taking_elements_out_never_hits_a_neighbour() {
        let before = roots(r#"{"list":["x1","a","x2","x3","b","x4","x4"]}"#);
        let fixed = fix_all_safe(&before, None, xs);
        assert_eq!(text(&fixed.roots), r#"{"list":["a","b"]}"#);
        let places: Vec<String> = fixed.applied.iter().map(|a| a.pointer.to_string()).collect();
        assert_eq!(places, ["/list/0", "/list/2", "/list/3", "/list/5", "/list/6"]);
        assert!(fixed.left.is_empty() && fixed.failed.is_empty());
    }

    #[test]
    fn a_place_that_another_fix_has_changed_waits_for_the_next_round() {
        let sort = |d: &Document| d.move_entry(&pointer!["list"], 1, 0);
        let check = move |roots: &Roots| {
            let mut found = xs(roots);
            let first = roots.manifest.as_ref().unwrap().at(&pointer!["list", 0]).unwrap();
            if first.as_str().unwrap() != "a" {
                found.push(problem(pointer!["z"], "Not sorted", vec![edit("sort", true, sort)]));
            }
            found
        };
        let fixed = fix_all_safe(&roots(r#"{"list":["x","a","b"],"z":1}"#), None, check);
        assert_eq!(text(&fixed.roots), r#"{"list":["a","b"],"z":1}"#);
        assert_eq!(fixed.applied.iter().map(|a| &a.label[..]).collect::<Vec<_>>(), ["sort", "Take it out"]);
    }

    #[test]
    fn what_is_missing_in_an_element_is_not_put_into_its_neighbour() {
        let check = |roots: &Roots| {
            let list = roots.manifest.as_ref().unwrap().at(&pointer!["list"]).unwrap();
            let mut found = Vec::new();
            for (index, item) in list.items().enumerate() {
                let at = pointer!["list", index, "id"];
                let (place, name) = (at.clone(), item.get("n").unwrap().as_str().unwrap().into_owned());
                let fix = Fix::manifest("id", "Give it an id", true, move |d| d.set(&place, name.as_str().into()));
                if item.get("id").is_none() {
                    found.push(problem(at, "No id", vec![fix]));
                }
            }
            let drop_first = |d: &Document| d.remove(&pointer!["list", 0]);
            if list.len() == 3 {
                found.push(problem(pointer!["z"], "One too many", vec![edit("drop", true, drop_first)]));
            }
            found
        };
        let fixed = fix_all_safe(&roots(r#"{"list":[{"n":"a"},{"n":"b"},{"n":"c"}],"z":1}"#), None, check);
        assert_eq!(text(&fixed.roots), r#"{"list":[{"n":"b","id":"b"},{"n":"c","id":"c"}],"z":1}"#);
    }

    #[test]
    fn unsafe_fixes_and_other_codes_are_left_alone() {
        let unsafe_only = |_: &Roots| vec![problem(pointer!["a"], "A", vec![edit("go", false, |d| d.remove(&pointer!["a"]))])];
        let before = roots(r#"{"a":1}"#);
        let fixed = fix_all_safe(&before, None, unsafe_only);
        assert!(fixed.roots.same(&before) && fixed.applied.is_empty() && fixed.left.len() == 1);
        let fixed = fix_all_safe(&roots(r#"{"list":["x"]}"#), Some("tw-other"), xs);
        assert!(fixed.applied.is_empty() && fixed.left.len() == 1);
        assert_eq!(fix_all_safe(&roots(r#"{"list":["x"]}"#), Some("schema"), xs).applied.len(), 1);
    }

    #[test]
    fn fixes_that_lead_nowhere_end() {
        let flip = |roots: &Roots| {
            let value = roots.manifest.as_ref().unwrap().at(&pointer!["a"]).unwrap().as_f64().unwrap();
            let fix = if value > 0.0 {
                edit("down", true, |d| d.set(&pointer!["a"], 0.into()))
            } else {
                edit("up", true, |d| d.set(&pointer!["a"], 1.into()))
            };
            vec![problem(pointer!["a"], "Never right", vec![fix])]
        };
        let fixed = fix_all_safe(&roots(r#"{"a":1}"#), None, flip);
        assert!(fixed.applied.len() == 2 && fixed.left.len() == 1, "{:?}", fixed.applied);
        let counting = |roots: &Roots| {
            let value = roots.manifest.as_ref().unwrap().at(&pointer!["a"]).unwrap().as_f64().unwrap();
            let fix = Fix::manifest("up", "One more", true, move |d| d.set(&pointer!["a"], (value + 1.0).into()));
            vec![problem(pointer!["a"], &format!("{value} is too few"), vec![fix])]
        };
        assert_eq!(fix_all_safe(&roots(r#"{"a":1}"#), None, counting).applied.len(), MAX_ROUNDS);
    }

    #[test]
    fn a_fix_that_fails_is_told_and_the_others_are_applied() {
        let check = |roots: &Roots| {
            let mut found = xs(roots);
            found.push(problem(pointer!["b"], "B", vec![edit("gone", true, |d| d.remove(&pointer!["nothing"]))]));
            found
        };
        let fixed = fix_all_safe(&roots(r#"{"list":["x"],"b":1}"#), None, check);
        assert_eq!((fixed.applied.len(), fixed.failed.len()), (1, 1));
        assert_eq!(fixed.failed[0].0.label, "gone");
    }

    #[test]
    fn the_rules_own_fixes_come_to_an_end() {
        let judge = |roots: &Roots| {
            let missing = Fault::NotNamed;
            let subject = Subject::of_documents(roots.manifest.as_ref().ok_or(&missing), roots.scene.as_ref().ok_or(&missing));
            check(&subject, &Options { documents: true })
        };
        let good = crate::check::rules::testing::with("assets", r#"["a.png","b.png","a.png","c.png","a.png"]"#);
        let fixed = fix_all_safe(&roots(&good.replace("\"1.0\",", "\"2.0\",")), None, judge);
        assert!(text(&fixed.roots).contains(r#"["a.png", "b.png", "c.png"]"#), "{}", text(&fixed.roots));
        assert!(text(&fixed.roots).contains(r#""schemaVersion": "1.0","#));
        assert!(fixed.left.iter().all(|d| d.fixes.iter().all(|f| !f.is_safe())), "{:?}", fixed.left);
    }
}
