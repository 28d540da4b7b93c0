//! What is known to be wrong with packs, so that a check can refuse what is new and tolerate the rest until it is mended.
//!
//! A finding is recognised again by its file, its code and its *place*: the pointer with the elements of lists named by
//! what identifies them where they have that, so that a new entity at the front of the scene does not make every known
//! finding a new one. Neither lines nor messages count; where several findings have all three in common, their number
//! does.

use super::diagnostic::Diagnostic;
use super::report::Report;
use super::subject::Subject;
use crate::error::{Error, ErrorKind, Result};
use crate::finding::DocId;
use crate::json::{Document, Pointer, Ref, quote};
use std::collections::BTreeMap;
use std::fmt;

/// The member that tells a baseline from other JSON, and its version.
const MARK: &str = "tablewrightBaseline";
const VERSION: usize = 1;

/// What tells one finding of a pack from another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Known {
    /// The file, relative to the pack.
    pub file: String,
    /// The place in it.
    pub place: String,
    /// The code.
    pub code: String,
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, place, code } = self;
        let place = if place.is_empty() { "the whole file" } else { place };
        write!(f, "{code} in {file} at {place}")
    }
}

/// The known findings of any number of packs, each with how many there are of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Baseline {
    packs: BTreeMap<String, BTreeMap<Known, usize>>,
}

impl Baseline {
    /// Reads what [`Self::to_text`] wrote.
    ///
    /// # Errors
    /// [`ErrorKind::Format`] where the text is something else, with the place.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        let not_ours = |why: String| {
            Error::new(ErrorKind::Format, format!("This is no baseline: {why}"))
                .hint("Name a file that `tablewright check --write-baseline` made, or have it write a new one elsewhere.")
        };
        let document = Document::parse(bytes).map_err(|error| not_ours(error.to_string()))?;
        let version = document.root().get(MARK).ok_or_else(|| not_ours(format!("it has no member “{MARK}”")))?;
        if version.as_f64() != Some(VERSION as f64) {
            return Err(Error::new(ErrorKind::Format, "This baseline has a version that this program does not know")
                .hint("Use the version of Tablewright that wrote it, or write it anew."));
        }
        let packs = document.root().get("packs").filter(|packs| packs.is_object());
        let packs = packs.ok_or_else(|| not_ours("“packs” is not an object".to_owned()))?;
        let mut baseline = Self::default();
        for (pack, findings) in packs.members() {
            let known = baseline.packs.entry(pack.to_owned()).or_default();
            let at = Pointer::root().join("packs").join(pack);
            if !findings.is_array() {
                return Err(not_ours(format!("a list of findings is expected at {at}")));
            }
            for (index, finding) in findings.items().enumerate() {
                let (finding, count) = entry(finding)
                    .ok_or_else(|| not_ours(format!("file, code and place of a finding are expected at {}", at.join(index))))?;
                *known.entry(finding).or_default() += count;
            }
        }
        Ok(baseline)
    }

    /// The file's text: sorted, a line a finding, so that a change of it reads well.
    pub fn to_text(&self) -> String {
        let pack = |(name, known): (&String, &BTreeMap<Known, usize>)| {
            let findings: Vec<String> = known.iter().map(line).collect();
            let list = if findings.is_empty() { "[]".to_owned() } else { format!("[\n{}\n    ]", findings.join(",\n")) };
            format!("    {}: {list}", quote(name))
        };
        let packs: Vec<String> = self.packs.iter().map(pack).collect();
        let packs = if packs.is_empty() { "{}".to_owned() } else { format!("{{\n{}\n  }}", packs.join(",\n")) };
        format!("{{\n  \"{MARK}\": {VERSION},\n  \"packs\": {packs}\n}}\n")
    }

    /// Makes all that `report` says the known findings of `pack`; other packs stay as they are. The name should not
    /// change from one machine to the next.
    pub fn put(&mut self, pack: &str, report: &Report) {
        let mut known = BTreeMap::new();
        for finding in report.findings().map(known_of) {
            *known.entry(finding).or_default() += 1;
        }
        self.packs.insert(pack.to_owned(), known);
    }

    /// Takes what is known of `pack` out of `report` and counts it there. Gives what is known and was not found any more;
    /// `None` where the baseline knows nothing of such a pack, not even that nothing was found.
    pub fn sift(&self, pack: &str, report: &mut Report) -> Option<Vec<Known>> {
        let mut left = self.packs.get(pack).cloned().unwrap_or_default();
        let mut is_known = |finding: Known| match left.get_mut(&finding) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        };
        let mut new: Vec<bool> = Vec::with_capacity(report.diagnostics.len());
        new.extend(report.findings().map(|finding| !is_known(known_of(finding))));
        report.known = Some(new.iter().filter(|new| !**new).count());
        let keep = |at: &mut usize| {
            *at += 1;
            new[*at - 1]
        };
        let (mut diagnostic, mut place) = (0, 0);
        report.diagnostics.retain(|_| keep(&mut diagnostic));
        report.places.retain(|_| keep(&mut place));
        self.packs.contains_key(pack).then(|| left.into_iter().filter(|(_, count)| *count > 0).map(|(known, _)| known).collect())
    }

    /// The packs that it knows, sorted.
    pub fn packs(&self) -> impl Iterator<Item = &str> {
        self.packs.keys().map(String::as_str)
    }
}

fn known_of((diagnostic, place): (&Diagnostic, &str)) -> Known {
    Known { file: diagnostic.file.clone(), place: place.to_owned(), code: diagnostic.code.to_owned() }
}

fn line((known, count): (&Known, &usize)) -> String {
    let Known { file, place, code } = known;
    let count = if *count > 1 { format!(", \"count\": {count}") } else { String::new() };
    format!("      {{ \"file\": {}, \"place\": {}, \"code\": {}{count} }}", quote(file), quote(place), quote(code))
}

fn entry(finding: Ref) -> Option<(Known, usize)> {
    let text = |key| finding.get(key).and_then(Ref::as_str).map(std::borrow::Cow::into_owned);
    let count = match finding.get("count") {
        None => 1,
        // A whole number that fits; no pack has that many findings.
        Some(count) => count.as_f64().filter(|n| n.fract() == 0.0 && (1.0..=1e9).contains(n))? as usize,
    };
    Some((Known { file: text("file")?, place: text("place")?, code: text("code")? }, count))
}

/// The place of `diagnostic`: its pointer, with `[…]` for an element of a list that is a text or has an identity.
pub(super) fn place(subject: &Subject, diagnostic: &Diagnostic) -> String {
    let document = match diagnostic.document {
        DocId::Manifest => subject.manifest,
        DocId::Scene => subject.scene,
    };
    let mut here = document.ok().map(Document::root);
    let mut place = Pointer::root();
    for token in diagnostic.pointer.tokens() {
        let child = here.and_then(|here| here.child(token));
        let name = child.filter(|_| here.is_some_and(Ref::is_array)).and_then(identity);
        place = match name {
            Some(name) => place.join(format!("[{name}]")),
            None => place.join(token),
        };
        here = child;
    }
    place.to_string()
}

/// What identifies an element of a list: itself, or the first of the members that do so in packs.
fn identity(element: Ref) -> Option<String> {
    let short = |text: Ref| text.as_str().filter(|text| !text.is_empty() && text.len() <= 200).map(std::borrow::Cow::into_owned);
    short(element).or_else(|| ["id", "key", "role", "path"].into_iter().find_map(|key| element.get(key).and_then(short)))
}

#[cfg(test)]
mod tests {
    use super::super::report::testing::{problem, report};
    use super::*;
    use crate::finding::Severity;
    use crate::pack::Fault;

    fn with(places: &[&str]) -> Report {
        let diagnostics = places.iter().map(|_| problem(Severity::Error, 1)).collect();
        Report { diagnostics, places: places.iter().map(|p| (*p).to_owned()).collect(), ..report() }
    }

    fn baseline(places: &[&str]) -> Baseline {
        let mut baseline = Baseline::default();
        baseline.put("go", &with(places));
        baseline
    }

    #[test]
    fn what_is_known_goes_and_what_is_new_stays() {
        let known = baseline(&["/a", "/b", "/b"]);
        let mut report = with(&["/b", "/new", "/a", "/b", "/b"]);
        assert_eq!(known.sift("go", &mut report), Some(vec![]));
        assert_eq!((report.known, &report.places[..]), (Some(3), &["/new".to_owned(), "/b".to_owned()][..]), "a third is new");
        assert_eq!(report.diagnostics.len(), 2);
        let mut better = with(&["/b"]);
        let gone: Vec<String> = known.sift("go", &mut better).unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(gone, ["schema in diceytable.mod.json at /a", "schema in diceytable.mod.json at /b"]);
        assert_eq!((better.known, better.diagnostics.len()), (Some(1), 0));
    }

    #[test]
    fn another_packs_baseline_knows_nothing() {
        let mut report = with(&["/a"]);
        assert_eq!(baseline(&["/a"]).sift("chess", &mut report), None);
        assert_eq!((report.known, report.diagnostics.len()), (Some(0), 1));
        assert_eq!(baseline(&[]).sift("go", &mut report), Some(vec![]), "known to be clean");
    }

    #[test]
    fn its_text_is_sorted_and_reads_back() {
        let mut known = baseline(&["/b", "/a", "/b"]);
        known.put("chess \"x\"", &with(&[]));
        let text = known.to_text();
        assert_eq!(
            text,
            r#"{
  "tablewrightBaseline": 1,
  "packs": {
    "chess \"x\"": [],
    "go": [
      { "file": "diceytable.mod.json", "place": "/a", "code": "schema" },
      { "file": "diceytable.mod.json", "place": "/b", "code": "schema", "count": 2 }
    ]
  }
}
"#
        );
        assert_eq!(Baseline::parse(text.as_bytes()).unwrap(), known);
        assert_eq!(Baseline::parse(Baseline::default().to_text().as_bytes()).unwrap(), Baseline::default());
        assert_eq!(known.packs().collect::<Vec<_>>(), ["chess \"x\"", "go"]);
    }

    #[test]
    fn other_text_is_refused() {
        let list = |entry: &str| format!("{{\"tablewrightBaseline\":1,\"packs\":{{\"go\":{entry}}}}}");
        for (text, why) in [
            ("", "no baseline"),
            ("null", "no baseline"),
            ("{\"packs\":{}}", "no member"),
            ("{\"tablewrightBaseline\":2,\"packs\":{}}", "version"),
            ("{\"tablewrightBaseline\":\"1\",\"packs\":{}}", "version"),
            ("{\"tablewrightBaseline\":1}", "packs"),
            (&list("{}"), "/packs/go"),
            (&list("[7]"), "/packs/go/0"),
            (&list(r#"[{"file":"a","place":"","code":1}]"#), "/packs/go/0"),
            (&list(r#"[{"file":"a","place":"","code":"x","count":0}]"#), "/packs/go/0"),
            (&list(r#"[{"file":"a","place":"","code":"x","count":1.5}]"#), "/packs/go/0"),
            (&list(r#"[{"file":"a","place":"","code":"x","count":1e99}]"#), "/packs/go/0"),
        ] {
            let error = Baseline::parse(text.as_bytes()).unwrap_err();
            assert!(error.kind() == ErrorKind::Format && error.to_string().contains(why), "{text}: {error}");
        }
        assert!(Baseline::parse(list(r#"[{"file":"a","place":"","code":"x","count":1}]"#).as_bytes()).is_ok());
    }

    #[test]
    fn places_name_elements_by_what_they_are() {
        let text = br#"{"objects":[{"n":1},{"id":"die","position":{}},{"id":7}],"assets":["a/b.png",""],"o":{"0":{"id":"x"}}}"#;
        let scene = Document::parse(text).unwrap();
        let subject = Subject::of_documents(Err(&Fault::Missing), Ok(&scene));
        let of = |pointer: &str| {
            let pointer = pointer.parse().unwrap();
            place(&subject, &Diagnostic { document: DocId::Scene, pointer, ..problem(Severity::Error, 1) })
        };
        assert_eq!(of(""), "");
        assert_eq!(of("/objects/1/position/x"), "/objects/[die]/position/x");
        assert_eq!(of("/objects/0/n"), "/objects/0/n");
        assert_eq!(of("/objects/2/id"), "/objects/2/id");
        assert_eq!(of("/objects/9/id"), "/objects/9/id");
        assert_eq!(of("/assets/0"), "/assets/[a~1b.png]");
        assert_eq!(of("/assets/1"), "/assets/1");
        assert_eq!(of("/o/0/id"), "/o/0/id");
        let unread = problem(Severity::Error, 1);
        assert_eq!(place(&subject, &unread), "/a~1b/0");
    }
}
