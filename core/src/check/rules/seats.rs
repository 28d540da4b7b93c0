//! Ranges of players and the seats for them (Game Variants page, *A different player count*): the platform seats at most
//! ten players whatever is declared, and declaring a range does not build the seats. The platform takes such a pack, so
//! this is advice. A scene that says nothing of seats gets the platform's own; nothing is said of it.

use super::Rule;
use crate::check::{Context, Fix, Sink};
use crate::edit::Roots;
use crate::error::{Error, ErrorKind};
use crate::finding::{DocId, Finding, Severity};
use crate::json::{Pointer, Ref};
use crate::manifest::{ManifestView, PackType};
use crate::pointer;
use crate::scene::view::SceneView;
use crate::variants::{Block, MAX_SEATS, Resolver, Scope, Stage, lay_out_seats, list, listed_ids, seat_count};
use std::borrow::Cow;

pub(super) const RULE: Rule = Rule { name: "players and their seats", codes: &["tw-players-past-ten", "tw-variant-seats"], run };

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

/// Scenes with fewer seats than players can come. Each is told where it can be mended: at the variant's range, where it has
/// one; at its own seats, where the game's range counts; else once at the base's seats, for all that follow those.
fn too_few(manifest: ManifestView, scene: SceneView, sink: &mut Sink) {
    let game = manifest.root().get("players").and_then(most);
    let listed: Vec<String> = listed_ids(manifest.root()).into_iter().map(Cow::into_owned).collect();
    let resolver = Resolver::new(scene.0.document());
    let mut following: Vec<String> = Vec::new();
    for entry in list::entries(manifest.root()) {
        let Some(id) = entry.id() else { continue };
        let resolved = resolver.resolve(&id, &listed);
        let own_seats = resolved.keys.iter().any(|key| key.key == "seatZones" && key.own);
        let own_range = entry.value.get("players").and_then(most);
        let Some(most) = own_range.or_else(|| game.filter(|_| own_seats)) else {
            following.push(id.into_owned());
            continue;
        };
        let at = match own_range {
            Some(_) => (DocId::Manifest, entry.pointer().join("players").join("max")),
            None => (DocId::Scene, resolved.key_pointer("seatZones")),
        };
        let name = entry.name().unwrap_or_else(|| id.clone());
        tell(&format!("The scene of “{name}”"), most, seat_count(&resolved), at, &listed, vec![id.into_owned()], sink);
    }
    let Some(most) = game.filter(|_| listed.is_empty() || !following.is_empty()) else { return };
    let base = resolver.block().and_then(Block::base).map(Cow::into_owned).unwrap_or_default();
    let seats = seat_count(&resolver.resolve(&base, &listed));
    // Laid out in the base where it is one of them: the others follow it then.
    following.sort_by_key(|id| *id != base);
    tell("The scene", most, seats, (DocId::Scene, pointer!["seatZones"]), &listed, following, sink);
}

/// Tells of too few seats, where there are; `named` are the variants that get more, the first the one that they are laid
/// out in.
fn tell(
    whose: &str,
    most: f64,
    seats: Option<usize>,
    (document, pointer): (DocId, Pointer),
    listed: &[String],
    named: Vec<String>,
    sink: &mut Sink,
) {
    let wanted = (most as usize).min(MAX_SEATS);
    let Some(seats) = seats.filter(|seats| *seats < wanted) else { return };
    let have = if seats == 1 { "1 seat".to_owned() } else { format!("{seats} seats") };
    let message = format!("{whose} has {have}, and {wanted} players can come. Lay out {wanted} seats there, or lower the range.");
    let draft = sink.put(Finding { code: "tw-variant-seats", severity: Severity::Advice, document, pointer, message });
    let listed = listed.to_vec();
    draft.fix(Fix::new("add-seats", format!("Lay out {wanted} seats"), false, move |roots| {
        let unread = || Error::new(ErrorKind::Refused, "The scene cannot be read").hint("Correct its text first.");
        let before = roots.scene.as_ref().ok_or_else(unread)?;
        let shown = named.first().map_or("", String::as_str);
        let stage = Stage { also: &named, ..Stage::new(before, &listed, shown) };
        let scene = lay_out_seats(stage, Scope::Only, wanted)?.scene;
        Ok(Roots { manifest: roots.manifest.clone(), scene: Some(scene) })
    }));
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
        // What the game declares counts for variants without a range of their own: once for all that follow the base's
        // seats, and for each that has its own.
        let game = manifest(r#"{"min":1,"max":5}"#, &players(4), "");
        assert_eq!(told(&game, &scene(4, "{}")), ["advice tw-variant-seats scene:/seatZones"]);
        let five = manifest(r#"{"min":1,"max":5}"#, "", "");
        assert_eq!(told(&five, &scene(5, own)), ["advice tw-variant-seats scene:/variants/deltas/b/scene/seatZones"]);
        assert_eq!(told(&with("players", r#"{"min":1,"max":5}"#), &scene(4, "{}")), ["advice tw-variant-seats scene:/seatZones"]);
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
