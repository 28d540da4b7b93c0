use super::*;
use crate::ErrorKind;
use crate::job::Quiet;
use std::sync::atomic::{AtomicUsize, Ordering};

const MANIFEST: &str = r#"{"name": "Harbour \u0047ame", "players": {"min": 2, "max": 13}, "tags": ["sea", "Se\u00e9"],
  "assets": ["media/cover.png"]}"#;

const SCENE: &str = r#"{"schemaVersion": 2, "name": "Quay", "room": {"floor": "planks"}, "materials": [{"id": "m1", "name": "Oak"}],
  "objects": [
    {"id": "light:1", "displayName": "Lighthouse", "position": {"x": 13, "y": 0.130}, "metadata": {"note": "says \"hello\"\nthere"}},
    {"id": "crane", "label": "Crane", "metadata": {"scriptId": "s2"}}
  ],
  "prefabs": [{"id": "p", "label": "Buoy"}],
  "scripts": [
    {"id": "s1", "name": "Weather", "source": "// 海 first\n\tlet wind = 1;\n\twind += 1;", "compiled": "let wind"},
    {"id": "s2", "name": "Crane", "source": "lift()", "compiled": "lift();\nonlyHere();"}
  ],
  "variants": {"base": "long", "deltas": {"short": {"removed": ["crane"], "objects": [{"id": "tug", "label": "Tug"}],
    "scene": {"room": {"floor": "stone"}}}}}}"#;

fn roots() -> Roots {
    let parse = |text: &str| Some(Document::parse(text.as_bytes()).unwrap());
    Roots { manifest: parse(MANIFEST), scene: parse(SCENE) }
}

fn search(text: &str, match_case: bool) -> Found {
    find(&roots(), &Needle::new(text, match_case).unwrap(), 100, &Quiet).unwrap()
}

/// Pointer, line and excerpt with the mark in brackets.
fn told(text: &str) -> Vec<String> {
    let show = |hit: &Hit| {
        let mut excerpt = hit.excerpt.clone();
        excerpt.insert(hit.mark.end, ']');
        excerpt.insert(hit.mark.start, '[');
        let line = hit.line.map(|line| format!(":{line}")).unwrap_or_default();
        format!("{}{line} {excerpt}", hit.pointer)
    };
    search(text, false).hits.iter().map(show).collect()
}

#[test]
fn texts_are_found_by_any_part_and_read_without_their_escapes() {
    assert_eq!(told("game"), ["/name Harbour [Game]"]);
    assert_eq!(told("seé"), ["/tags/1 [Seé]"]);
    assert_eq!(told(r#""hello""#), [r#"/objects/0/metadata/note:1 says ["hello"]"#]);
    assert_eq!(told("cover.p"), ["/assets/0 media/[cover.p]ng"]);
    assert!(told(r"\u0047").is_empty() && told(r"\n").is_empty());
}

#[test]
fn keys_are_found_in_the_manifest_and_at_the_top_of_the_scene() {
    assert_eq!(told("play"), ["/players [play]ers"]);
    assert_eq!(told("materi"), ["/materials [materi]als"]);
    assert!(told("displayName").is_empty() && told("metadata").is_empty());
}

#[test]
fn numbers_are_found_whole_as_they_are_written() {
    assert_eq!(told("13"), ["/players/max [13]", "/objects/0/position/x [13]"]);
    assert_eq!(told(" 0.130 "), ["/objects/0/position/y [0.130]"]);
    assert!(told("0.13").is_empty());
}

#[test]
fn lines_of_scripts_are_told_apart_and_compiled_text_only_where_the_source_has_none() {
    assert_eq!(told("wind"), ["/scripts/0/source:2 let [wind] = 1;", "/scripts/0/source:3 [wind] += 1;"]);
    assert_eq!(told("onlyhere"), ["/scripts/1/compiled:2 [onlyHere]();"]);
    assert_eq!(told("lift"), ["/scripts/1/source [lift]()"]);
    assert_eq!(told("海"), ["/scripts/0/source:1 // [海] first"]);
}

#[test]
fn groups_stand_in_their_order_with_what_the_place_is_of() {
    let found = search("r", false);
    let mut groups: Vec<Group> = found.hits.iter().map(|hit| hit.group).collect();
    assert!(groups.is_sorted());
    groups.dedup();
    assert_eq!(groups, [Group::Manifest, Group::Entities, Group::Scene, Group::Scripts]);
    let subject =
        |text: &str| search(text, false).hits.iter().map(|hit| (hit.subject.clone(), hit.place.clone())).collect::<Vec<_>>();
    assert_eq!(subject("hello"), [("Lighthouse".to_owned(), "metadata/note".to_owned())]);
    assert_eq!(subject("+= 1"), [("Weather".to_owned(), "source".to_owned())]);
    assert_eq!(subject("stone"), [("short".to_owned(), "scene/room/floor".to_owned())]);
    assert_eq!(subject("planks"), [(String::new(), "room/floor".to_owned())]);
}

#[test]
fn a_place_leads_to_what_a_window_can_show() {
    let target = |text: &str| search(text, false).hits[0].target.clone();
    let entity = |id: &str, variant: Option<&str>| Target::Entity { id: id.to_owned(), variant: variant.map(str::to_owned) };
    assert_eq!(target("harbour"), Some(Target::Field("/name".parse().unwrap())));
    assert_eq!(target("hello"), Some(entity("light:1", None)));
    assert_eq!(target("tug"), Some(entity("tug", Some("short"))));
    assert_eq!(target("lift"), Some(entity("crane", None)), "the entity that the script hangs on");
    assert_eq!(target("+= 1"), None, "a script that hangs on nothing");
    assert_eq!(target("stone"), Some(Target::Variant("short".to_owned())));
    assert_eq!(target("buoy"), None);
}

#[test]
fn case_counts_only_when_asked_for() {
    assert_eq!(search("CRANE", false).total(), 4);
    assert_eq!(search("CRANE", true).total(), 0);
    assert_eq!(search("Crane", true).total(), 2);
}

#[test]
fn beyond_the_limit_places_are_counted_and_not_listed() {
    let needle = Needle::new("a", false).unwrap();
    let all = find(&roots(), &needle, 100, &Quiet).unwrap();
    assert!(!all.is_cut());
    let cut = find(&roots(), &needle, 1, &Quiet).unwrap();
    assert_eq!(cut.counts, all.counts);
    assert!(cut.is_cut());
    assert_eq!(cut.hits.len(), all.counts.iter().filter(|count| **count > 0).count());
}

#[test]
fn long_lines_are_cut_around_what_was_found() {
    let line = format!("{} needle {}", "a".repeat(500), "é".repeat(500));
    let at = line.find("needle").unwrap();
    let (text, mark) = excerpt(&line, &(at..at + 6));
    assert!(text.starts_with('…') && text.ends_with('…') && text.chars().count() <= WHOLE + 2);
    assert_eq!(&text[mark], "needle");
    let (text, mark) = excerpt("  \tif (a)\t{ b }  ", &(7..8));
    assert_eq!((text.as_str(), &text[mark]), ("if (a) { b }", "a"));
    // What was found may itself be longer than the excerpt, and may stand at either end.
    let long = "x".repeat(400);
    let (text, mark) = excerpt(&long, &(0..400));
    assert!(text.ends_with('…') && mark.end <= text.len());
    let (text, mark) = excerpt(&long, &(399..400));
    assert_eq!(&text[mark], "x");
}

/// Stops after so many questions.
struct Stops(AtomicUsize);

impl Watch for Stops {
    fn progress(&self, _what: &str, _done: u64, _total: u64) {}

    fn cancelled(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) == 1
    }
}

#[test]
fn a_long_search_stops_when_it_is_asked_to() {
    let script = "x".repeat(STRETCH);
    let text = format!(r#"{{"scripts": [{{"source": "{script}"}}, {{"source": "{script}"}}, {{"source": "{script}"}}]}}"#);
    let roots = Roots { manifest: None, scene: Some(Document::parse(text.as_bytes()).unwrap()) };
    let needle = Needle::new("y", false).unwrap();
    let stopped = find(&roots, &needle, 10, &Stops(AtomicUsize::new(2)));
    assert_eq!(stopped.unwrap_err().kind(), ErrorKind::Cancelled);
    assert_eq!(find(&roots, &needle, 10, &Stops(AtomicUsize::new(50))).unwrap(), Found::default());
}

#[test]
fn documents_of_any_shape_are_looked_through() {
    for text in ["7", "null", r#""wind""#, "[1]", r#"{"objects": 7, "scripts": {"a": 1}, "variants": [], "prefabs": ["wind"]}"#] {
        let doc = Some(Document::parse(text.as_bytes()).unwrap());
        let roots = Roots { manifest: doc.clone(), scene: doc };
        let found = find(&roots, &Needle::new("wind", false).unwrap(), 10, &Quiet).unwrap();
        assert_eq!(found.total() > 0, text.contains("wind"), "{text}");
    }
    assert_eq!(find(&Roots::default(), &Needle::new("a", false).unwrap(), 10, &Quiet).unwrap(), Found::default());
}
