//! Ranges of players and the seats for them (Game Variants page, *A different player count*): the platform seats at most
//! ten players whatever is declared, and declaring a range does not build the seats. The platform takes such a pack, so
//! this is advice. A scene that says nothing of seats gets the platform's own; nothing is said of it.

use super::Rule;
use crate::check::{Context, Fix, Sink};
use crate::edit::Roots;
use crate::error::{Error, ErrorKind};
use crate::finding::Severity;
use crate::json::{Pointer, Ref};
use crate::manifest::{ManifestView, PackType};
use crate::pointer;
use crate::scene::view::SceneView;
use crate::variants::{MAX_SEATS, Resolver, Scope, Stage, lay_out_seats, list, listed_ids, seat_count};
use std::borrow::Cow;

pub(super) const RULE: Rule = Rule { name: "players and their seats", codes: &["tw-players-past-ten", "tw-variant-seats"], run };

/// What is declared of one way to play.
struct Way<'a> {
    /// The variant's id; empty where there are no variants.
    id: Cow<'a, str>,
    /// What people call it.
    name: Option<String>,
    /// The most players.
    most: f64,
    /// Where that stands.
    at: Pointer,
}

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest.filter(|m| m.pack_type().is_none_or(|kind| kind == PackType::Game)) else { return };
    past_ten(manifest, sink);
    let Some(scene) = context.scene.filter(|scene| scene.is_edit_scene()) else { return };
    too_few(manifest, scene, sink);
}

/// The most players of a range; only whole numbers that the schema takes.
fn most(players: Ref<'_>) -> Option<f64> {
    players.get("max")?.as_f64().filter(|most| most.fract() == 0.0 && (1.0..=64.0).contains(most))
}

fn past_ten(manifest: ManifestView, sink: &mut Sink) {
    let game = manifest.root().get("players").and_then(most).map(|most| (most, pointer!["players", "max"]));
    let variants = list::entries(manifest.root())
        .filter_map(|entry| Some((entry.value.get("players").and_then(most)?, entry.pointer().join("players").join("max"))));
    for (most, at) in game.into_iter().chain(variants).filter(|(most, _)| *most > MAX_SEATS as f64) {
        let message = format!(
            "The range goes up to {most}, and the platform seats at most {MAX_SEATS} players whatever is declared. Set it to \
             {MAX_SEATS} or fewer, so that the lobby promises what it can keep."
        );
        let draft = sink.manifest("tw-players-past-ten", Severity::Advice, at.clone(), message);
        let label = format!("Set it to {MAX_SEATS}");
        draft.fix(Fix::manifest("cap-players", label, false, move |manifest| manifest.set(&at, (MAX_SEATS as i32).into())));
    }
}

/// Variants whose scene has fewer seats than players can come.
fn too_few(manifest: ManifestView, scene: SceneView, sink: &mut Sink) {
    let game = manifest.root().get("players").and_then(most).map(|most| (most, pointer!["players", "max"]));
    let mut ways: Vec<Way> = Vec::new();
    for entry in list::entries(manifest.root()) {
        let own = entry.value.get("players").and_then(most).map(|most| (most, entry.pointer().join("players").join("max")));
        let (Some(id), Some((most, at))) = (entry.id(), own.or_else(|| game.clone())) else { continue };
        let name = entry.name().unwrap_or_else(|| id.clone()).into_owned();
        ways.push(Way { id, name: Some(name), most, at });
    }
    if ways.is_empty() {
        ways.extend(game.map(|(most, at)| Way { id: "".into(), name: None, most, at }));
    }
    let listed: Vec<String> = listed_ids(manifest.root()).into_iter().map(Cow::into_owned).collect();
    let resolver = Resolver::new(scene.0.document());
    for way in ways {
        let wanted = (way.most as usize).min(MAX_SEATS);
        let Some(seats) = seat_count(&resolver.resolve(&way.id, &listed)).filter(|seats| *seats < wanted) else { continue };
        let whose = way.name.map_or_else(|| "The scene".to_owned(), |name| format!("The scene of “{name}”"));
        let have = if seats == 1 { "1 seat".to_owned() } else { format!("{seats} seats") };
        let message =
            format!("{whose} has {have}, and {wanted} players can come. Lay out {wanted} seats there, or lower the range.");
        let draft = sink.manifest("tw-variant-seats", Severity::Advice, way.at, message);
        let (id, listed) = (way.id.into_owned(), listed.clone());
        draft.fix(Fix::new("add-seats", format!("Lay out {wanted} seats"), false, move |roots| {
            let unread = || Error::new(ErrorKind::Refused, "The scene cannot be read").hint("Correct its text first.");
            let before = roots.scene.as_ref().ok_or_else(unread)?;
            let scene = lay_out_seats(Stage::new(before, &listed, &id), Scope::Only, wanted)?.scene;
            Ok(Roots { manifest: roots.manifest.clone(), scene: Some(scene) })
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, SCENE, found, found_both, with};
    use crate::check::{Options, Subject, check};
    use crate::json::Document;

    fn scene(seats: usize, delta: &str) -> String {
        let seat =
            |n: usize| format!(r#"{{"seat":"s{n}","zones":[],"group":{{"position":{{"x":{n},"y":0,"z":1}},"rotationY":0}}}}"#);
        let seats: Vec<String> = (0..seats).map(seat).collect();
        let block =
            format!(r#""objects":[],"seatZones":[{}],"variants":{{"base":"a","deltas":{{"b":{delta}}}}}"#, seats.join(","));
        SCENE.replace("\"objects\":[]", &block)
    }

    fn manifest(game: &str, a: &str, b: &str) -> String {
        let list = with("variants", &format!(r#"[{{"id":"a","name":"A"{a}}},{{"id":"b","name":"B"{b}}}]"#));
        if game.is_empty() { list } else { list.replace("\"variants\"", &format!("\"players\": {game},\n  \"variants\"")) }
    }

    fn players(most: usize) -> String {
        format!(r#","players":{{"min":1,"max":{most}}}"#)
    }

    #[test]
    fn ranges_past_ten_are_told_where_they_stand() {
        assert!(found(&RULE, &manifest(r#"{"min":2,"max":10}"#, &players(10), "")).is_empty());
        assert_eq!(
            found(&RULE, &manifest(r#"{"min":2,"max":11}"#, &players(10), &players(64))),
            ["advice tw-players-past-ten /players/max", "advice tw-players-past-ten /variants/1/players/max"]
        );
        let table = manifest(r#"{"min":2,"max":11}"#, "", "").replace("game-pack", "table-pack");
        assert!(found(&RULE, &table).is_empty());
    }

    #[test]
    fn variants_with_fewer_seats_than_players_are_told() {
        let told = |manifest: &str, scene: &str| found_both(&RULE, manifest, scene);
        assert!(told(&manifest("", &players(4), &players(4)), &scene(4, "{}")).is_empty());
        let at = |n: usize| format!("advice tw-variant-seats /variants/{n}/players/max");
        assert_eq!(told(&manifest("", &players(4), &players(5)), &scene(4, "{}")), [at(1)]);
        let own = r#"{"scene":{"seatZones":[]}}"#;
        assert_eq!(told(&manifest("", &players(4), &players(1)), &scene(4, own)), [at(1)]);
        // What the game declares counts for variants without a range of their own.
        assert_eq!(
            told(&manifest(r#"{"min":1,"max":5}"#, &players(4), ""), &scene(4, "{}")),
            ["advice tw-variant-seats /players/max"]
        );
        assert_eq!(told(&with("players", r#"{"min":1,"max":5}"#), &scene(4, "{}")), ["advice tw-variant-seats /players/max"]);
        // Ten seats are enough for any range.
        assert_eq!(
            told(&manifest("", &players(11), ""), &scene(10, "{}")),
            ["advice tw-players-past-ten /variants/0/players/max"]
        );
        assert!(told(&with("players", r#"{"min":1,"max":5}"#), SCENE).is_empty(), "no word of seats: the platform puts its own");
    }

    #[test]
    fn each_fix_mends_it_and_nothing_else_comes_up() {
        let roots = Roots {
            manifest: Some(Document::parse(manifest(r#"{"min":1,"max":12}"#, &players(4), "").as_bytes()).unwrap()),
            scene: Some(Document::parse(scene(2, "{}").as_bytes()).unwrap()),
        };
        let problems = |roots: &Roots| {
            let subject = Subject::of_documents(Ok(roots.manifest.as_ref().unwrap()), Ok(roots.scene.as_ref().unwrap()));
            check(&subject, &Options { documents: true })
        };
        let (mut now, mut left) = (roots.clone(), problems(&roots));
        assert_eq!(left.len(), 3, "{left:?}");
        while let Some(problem) = left.first() {
            assert!(!problem.fixes[0].is_safe());
            now = problem.fixes[0].apply(&now).unwrap();
            let after = problems(&now);
            assert_eq!(after.len(), left.len() - 1, "{after:?}");
            left = after;
        }
        let scene = now.scene.unwrap();
        let count = |id: &str| seat_count(&crate::variants::resolve(&scene, id, &["a", "b"]));
        assert_eq!((count("a"), count("b")), (Some(4), Some(10)));
        assert!(found(&RULE, GOOD).is_empty());
    }
}
