//! A check's result as SARIF 2.1.0, the form that code scanning services read.
//!
//! One log with one run holds all packs. The rules are the [catalogue](super::catalogue), so that a reader is told what a
//! code means without a page on the web. A finding is recognised again by its code, file and [place](super::baseline),
//! not by its line: a scene may be one line of five megabytes.

use super::catalogue::{self, Emitter, Entry};
use super::diagnostic::Diagnostic;
use super::report::Report;
use crate::finding::Severity;
use crate::json::quote;
use crate::pack::Hash;
use std::collections::HashMap;
use std::path::{Component, Path, Prefix};

/// The log of `reports`, ended by a line feed. `failures` says what could not be judged at all, a sentence each.
pub fn sarif(reports: &[Report], failures: &[String]) -> String {
    let codes: Vec<&Entry> = catalogue::CATALOGUE.iter().filter(|entry| entry.emitters.contains(&Emitter::Check)).collect();
    let index: HashMap<&str, usize> = codes.iter().enumerate().map(|(index, entry)| (entry.code, index)).collect();
    let rules: Vec<String> = codes.iter().map(|entry| rule(entry)).collect();
    let results: Vec<String> = reports.iter().flat_map(|report| results(report, &index)).collect();
    let notes: Vec<String> = failures.iter().map(|text| format!("{{\"level\":\"error\",\"message\":{}}}", said(text))).collect();
    let list = |items: &[String]| if items.is_empty() { "[]".to_owned() } else { format!("[\n{}\n]", items.join(",\n")) };
    let known: Vec<usize> = reports.iter().filter_map(|report| report.known).collect();
    let properties =
        if known.is_empty() { String::new() } else { format!(",\n\"properties\":{{\"known\":{}}}", known.iter().sum::<usize>()) };
    format!(
        "{{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json\",\
         \"version\":\"2.1.0\",\"runs\":[{{\n\
         \"tool\":{{\"driver\":{{\"name\":\"Tablewright\",\"version\":{version},\"semanticVersion\":{version},\"rules\":{rules}}}}},\n\
         \"columnKind\":\"unicodeCodePoints\",\n\
         \"invocations\":[{{\"executionSuccessful\":{successful},\"toolExecutionNotifications\":{notes}}}],\n\
         \"results\":{results}{properties}\n}}]}}\n",
        version = quote(env!("CARGO_PKG_VERSION")),
        rules = list(&rules),
        successful = failures.is_empty(),
        notes = list(&notes),
        results = list(&results),
    )
}

/// A message object.
fn said(text: &str) -> String {
    format!("{{\"text\":{}}}", quote(text))
}

fn rule(entry: &Entry) -> String {
    format!(
        "{{\"id\":{},\"shortDescription\":{},\"fullDescription\":{},\"help\":{}}}",
        quote(entry.code),
        said(entry.title),
        said(entry.meaning),
        said(&format!("{}\n\n{}\n\n{}\n\nFrom: {}", entry.meaning, entry.why, entry.remedy, entry.source)),
    )
}

/// The results of one pack, each with a fingerprint of its own.
fn results(report: &Report, index: &HashMap<&str, usize>) -> Vec<String> {
    let mut times: HashMap<String, usize> = HashMap::new();
    let mut one = |(diagnostic, place): (&Diagnostic, &str)| {
        let Diagnostic { code, file, .. } = diagnostic;
        let hash = Hash::of(format!("{code}\0{file}\0{place}").as_bytes()).short(32);
        let count = times.entry(hash.clone()).or_default();
        *count += 1;
        result(report, diagnostic, &format!("{hash}:{count}"), index)
    };
    report.findings().map(&mut one).collect()
}

fn result(report: &Report, diagnostic: &Diagnostic, print: &str, index: &HashMap<&str, usize>) -> String {
    let Diagnostic { code, severity, file, pointer, line, column, message, .. } = diagnostic;
    let level = match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "note",
    };
    let rule = index.get(code).map(|index| format!("\"ruleIndex\":{index},")).unwrap_or_default();
    format!(
        "{{\"ruleId\":{},{rule}\"level\":\"{level}\",\"message\":{},\"locations\":[{{\"physicalLocation\":{{\"artifactLocation\":\
         {{\"uri\":{}}},\"region\":{{\"startLine\":{line},\"startColumn\":{column}}}}},\"logicalLocations\":\
         [{{\"fullyQualifiedName\":{}}}]}}],\"partialFingerprints\":{{\"primaryLocationLineHash\":{print}}}}}",
        quote(code),
        said(message),
        quote(&uri(&report.folder.join(file))),
        quote(&pointer.to_string()),
        print = quote(print),
    )
}

/// A path as a URI reference: relative where it is, else with the scheme `file`. Everything but letters, digits and
/// `-._~/` is percent-encoded, a colon too, which in a first part would be read as a scheme.
fn uri(path: &Path) -> String {
    let mut out = String::new();
    for component in path.components() {
        match component {
            Component::Prefix(prefix) => {
                out.push_str("file:///");
                match prefix.kind() {
                    Prefix::Disk(letter) | Prefix::VerbatimDisk(letter) => out.extend([char::from(letter), ':']),
                    _ => encode(prefix.as_os_str().as_encoded_bytes(), &mut out),
                }
            }
            Component::RootDir if out.is_empty() => out.push_str("file://"),
            Component::RootDir | Component::CurDir => {}
            Component::ParentDir | Component::Normal(_) => {
                if !out.is_empty() || path.is_absolute() {
                    out.push('/');
                }
                encode(component.as_os_str().as_encoded_bytes(), &mut out);
            }
        }
    }
    out
}

fn encode(bytes: &[u8], out: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in bytes {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(byte) {
            out.push(char::from(*byte));
        } else {
            out.extend(['%', char::from(HEX[usize::from(byte >> 4)]), char::from(HEX[usize::from(byte & 15)])]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::report::testing::{problem, report};
    use super::*;

    fn log(reports: &[Report], failures: &[String]) -> serde_json::Value {
        serde_json::from_str(&sarif(reports, failures)).unwrap()
    }

    #[test]
    fn a_result_says_what_where_and_how_bad() {
        let log = log(&[report()], &[]);
        let run = &log["runs"][0];
        let first = &run["results"][0];
        assert_eq!((&log["version"], &first["ruleId"], &first["level"]), (&"2.1.0".into(), &"schema".into(), &"error".into()));
        let location = &first["locations"][0];
        assert_eq!(location["physicalLocation"]["artifactLocation"]["uri"], "packs/go/diceytable.mod.json");
        assert_eq!(location["physicalLocation"]["region"], serde_json::json!({"startLine": 3, "startColumn": 7}));
        assert_eq!(location["logicalLocations"][0]["fullyQualifiedName"], "/a~1b/0");
        assert_eq!(run["results"][1]["level"], "note");
        let rule = &run["tool"]["driver"]["rules"][first["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], "schema");
        assert!(rule["help"]["text"].as_str().unwrap().contains(catalogue::entry("schema").unwrap().remedy));
        assert!(rule["help"]["text"].as_str().unwrap().contains(catalogue::entry("schema").unwrap().source));
        assert_eq!(run["invocations"][0]["executionSuccessful"], true);
        assert!(run.get("properties").is_none());
    }

    #[test]
    fn fingerprints_follow_the_place_and_not_the_line() {
        let prints = |report: Report| -> Vec<String> {
            let results = log(&[report], &[])["runs"][0]["results"].as_array().unwrap().clone();
            results.iter().map(|r| r["partialFingerprints"]["primaryLocationLineHash"].as_str().unwrap().to_owned()).collect()
        };
        let at = |place: &str, line| (problem(Severity::Error, line), place.to_owned());
        let of = |found: Vec<(Diagnostic, String)>| {
            let (diagnostics, places) = found.into_iter().unzip();
            prints(Report { diagnostics, places, ..report() })
        };
        let before = of(vec![at("/a", 3), at("/b", 4), at("/b", 4)]);
        let after = of(vec![at("/new", 1), at("/a", 30), at("/b", 40), at("/b", 41)]);
        assert_eq!(before, after[1..]);
        assert_eq!(before.iter().collect::<std::collections::HashSet<_>>().len(), 3, "each its own");
    }

    #[test]
    fn what_could_not_be_judged_is_in_the_log() {
        let log = log(&[], &["No pack there.".to_owned()]);
        let invocation = &log["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false);
        assert_eq!(invocation["toolExecutionNotifications"][0]["message"]["text"], "No pack there.");
        assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
    }

    #[test]
    fn known_findings_are_counted() {
        let with = |known| Report { known, ..report() };
        assert_eq!(log(&[with(Some(2)), with(Some(3))], &[])["runs"][0]["properties"]["known"], 5);
    }

    #[test]
    fn paths_are_encoded() {
        let of = |path: &str| uri(Path::new(path));
        assert_eq!(of("packs/go/a.json"), "packs/go/a.json");
        assert_eq!(of("./a.json"), "a.json");
        assert_eq!(of("../a b/100%,#?/a:b\n.json"), "../a%20b/100%25%2C%23%3F/a%3Ab%0A.json");
        assert_eq!(of("a:b.json"), "a%3Ab.json");
        assert_eq!(of("囲.json"), "%E5%9B%B2.json");
        #[cfg(unix)]
        assert_eq!(of("/home/an n/a.json"), "file:///home/an%20n/a.json");
        #[cfg(windows)]
        assert_eq!(of(r"\\?\C:\an n\a.json"), "file:///C:/an%20n/a.json");
    }
}
