//! *Lay out N seats*: seats round the table for a variant that wants more players than its scene has seats.
//!
//! What a seat looks like in the file is known from real packs (the field guide, section 3): a linked seat holds what its
//! template makes of it at the seat's place, in the scene's measures; one of its own has the hand zone and the name that
//! a fresh draft gives it. How a template stands to the middle of the table differs from pack to pack, so new seats
//! are turned as those that are there.

use super::key_edit::{SceneChange, set_scene_values};
use super::resolve::{Resolved, Resolver};
use super::scope::{Adjust, Edited, Scope, Stage, refused};
use crate::json::{Pointer, Ref, Value};
use crate::scene::view::vector;
use crate::{Result, pointer};
use std::borrow::Cow;

/// The colours of seats, in the order in which they are given out. The platform seats no more players than these.
pub const SEAT_COLORS: [&str; MAX_SEATS] =
    ["red", "blue", "green", "yellow", "purple", "orange", "pink", "cyan", "white", "brown"];

/// “The platform seats at most ten players whatever a manifest declares” (Game Variants page).
pub const MAX_SEATS: usize = 10;

/// Half the width and half the depth of the ring of seats in a fresh draft, and the height of its zones, in feet.
const DRAFT: [f64; 3] = [2.43, 1.14, 0.05];

/// How far outside its place a seat's name lies in a fresh draft, in feet.
const NAME_OUTSIDE: f64 = 0.45;

/// How many seats the variant has; `None` where its scene says nothing of seats, for then the platform puts its own.
pub fn seat_count(resolved: &Resolved<'_>) -> Option<usize> {
    resolved.scene_key("seatZones").filter(|seats| seats.is_array()).map(Ref::len)
}

/// Gives the variant shown, and by the scope others, so many seats that it has `seats`. Those that are there stay as they
/// are; new ones stand in the gaps between them, evenly, and take the colours that are free.
///
/// # Errors
/// Refused where that many are there, where they are more than the platform seats, and as [`set_scene_values`].
pub fn lay_out_seats(stage: Stage<'_>, scope: Scope, seats: usize) -> Result<Edited> {
    if seats > MAX_SEATS {
        return Err(refused(
            format!("{seats} seats are more than the platform seats: at most {MAX_SEATS}"),
            format!("Lay out {MAX_SEATS} seats or fewer."),
        ));
    }
    let resolved = Resolver::new(stage.scene).resolve(stage.shown, stage.listed);
    let there: Vec<Ref<'_>> = resolved.scene_key("seatZones").into_iter().flat_map(Ref::items).collect();
    if there.len() >= seats {
        let have = if there.len() == 1 { "There is 1 seat".to_owned() } else { format!("There are {} seats", there.len()) };
        return Err(refused(format!("{have} already"), "Ask for more seats than there are, or take seats away one by one."));
    }
    let taken: Vec<Cow<'_, str>> = there.iter().filter_map(|seat| seat.get("seat")?.as_str()).collect();
    let free = SEAT_COLORS.into_iter().filter(|color| !taken.iter().any(|taken| taken == color));
    let ring = Ring::of(&there);
    let template = resolved.scene_key("seatTemplate").filter(|template| template.is_object());
    let new: Vec<(&str, Value)> = free
        .zip(ring.gaps(seats - there.len()))
        .map(|(color, place)| {
            let seat = template.map_or_else(|| drafted(color, &place), |template| linked(color, &place, template));
            (color, seat)
        })
        .collect();
    let changes = if resolved.scene_key("seatZones").is_some() {
        new.into_iter().map(|(color, seat)| SceneChange::new("seatZones", pointer![color], Some(seat))).collect()
    } else {
        let list = Value::Array(new.into_iter().map(|(_, seat)| seat).collect());
        vec![SceneChange::new("seatZones", Pointer::root(), Some(list))]
    };
    set_scene_values(stage, scope, &changes, &Adjust::default())
}

/// Where a seat stands: in feet, and turned by degrees about the upright axis.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Place {
    position: [f64; 3],
    turn: f64,
}

impl Place {
    /// Where something `local` to the seat is in the scene.
    fn out(&self, local: [f64; 3]) -> [f64; 3] {
        let (sin, cos) = self.turn.to_radians().sin_cos();
        let [x, y, z] = local;
        let turned = [x * cos + z * sin, y, z * cos - x * sin];
        [0, 1, 2].map(|axis| neat(self.position[axis] + turned[axis]))
    }
}

/// A number of feet or degrees without the dust of sines: nine decimals, as fresh drafts have them.
fn neat(value: f64) -> f64 {
    (value * 1e9).round() / 1e9 + 0.0
}

/// An ellipse round the table, and where on it seats stand already. Angles are parameters of the ellipse in degrees, 0 at
/// the near side (+z), 90 at +x.
struct Ring {
    half: [f64; 2],
    height: f64,
    /// By how much a seat is turned more than outwards.
    turned: f64,
    angles: Vec<f64>,
}

impl Ring {
    fn of(seats: &[Ref<'_>]) -> Self {
        let places: Vec<Place> = seats.iter().filter_map(|seat| place_of(*seat)).collect();
        let [wide, deep, height] = DRAFT;
        let farthest = |axis: usize| places.iter().map(|place| place.position[axis].abs()).fold(0.0, f64::max);
        // A side on which nobody sits yet is as far away as in a fresh draft, or as the other sides are.
        let or = |seen: f64, draft: f64| if seen > 0.1 { seen } else { draft };
        let half_z = or(farthest(2), deep);
        let half = [or(farthest(0), wide.max(half_z)), half_z];
        let first = places.first();
        let turned = first.map_or(180.0, |place| place.turn - place.position[0].atan2(place.position[2]).to_degrees());
        let angle = |place: &Place| (place.position[0] / half[0]).atan2(place.position[2] / half[1]).to_degrees();
        let mut angles: Vec<f64> = places.iter().map(|place| angle(place).rem_euclid(360.0)).collect();
        angles.sort_by(f64::total_cmp);
        Self { half, height: first.map_or(height, |place| place.position[1]), turned, angles }
    }

    /// Places for so many new seats: each gap between two seats gets its share, evenly spaced.
    fn gaps(&self, new: usize) -> Vec<Place> {
        let mut gaps: Vec<(f64, f64, usize)> = match self.angles.as_slice() {
            // Round the whole table, the first at the near side.
            [] => return (0..new).map(|n| self.place(n as f64 * 360.0 / new as f64)).collect(),
            angles => {
                let next = angles.iter().skip(1).copied().chain([angles[0] + 360.0]);
                angles.iter().zip(next).map(|(from, to)| (*from, to - from, 0)).collect()
            }
        };
        for _ in 0..new {
            let share = |(_, wide, count): &(f64, f64, usize)| wide / (*count as f64 + 1.0);
            if let Some(widest) = gaps.iter_mut().reduce(|a, b| if share(b) > share(a) + 1e-6 { b } else { a }) {
                widest.2 += 1;
            }
        }
        let inside = |(from, wide, count): &(f64, f64, usize)| {
            let step = wide / (*count as f64 + 1.0);
            let from = *from;
            (1..=*count).map(move |n| from + step * n as f64).collect::<Vec<_>>()
        };
        gaps.iter().flat_map(inside).map(|angle| self.place(angle)).collect()
    }

    fn place(&self, angle: f64) -> Place {
        let (sin, cos) = angle.to_radians().sin_cos();
        let [x, z] = [self.half[0] * sin, self.half[1] * cos];
        let turn = (x.atan2(z).to_degrees() + self.turned).rem_euclid(360.0);
        Place { position: [neat(x), self.height, neat(z)], turn: neat(turn) % 360.0 }
    }
}

/// Where a seat of the file stands: its group, or its first zone in files from before seats had groups.
fn place_of(seat: Ref<'_>) -> Option<Place> {
    let stands = seat.get("group").filter(|group| group.is_object()).or_else(|| seat.get("zones")?.index(0))?;
    let position = stands.get("position").and_then(vector)?;
    let turn = stands.get("rotationY").and_then(Ref::as_f64).unwrap_or(0.0);
    // One in the middle of the table says nothing about where seats are.
    (position[0].hypot(position[2]) > 0.1).then_some(Place { position, turn })
}

fn xyz([x, y, z]: [f64; 3]) -> Value {
    Value::object([("x", x), ("y", y), ("z", z)].map(|(axis, value)| (axis, Value::from(value))))
}

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::object(members)
}

/// A seat as a fresh draft has it: a hand before the player, and the name behind it.
fn drafted(color: &str, place: &Place) -> Value {
    let hand = object([
        ("id", format!("seat-zone-{color}-0").into()),
        ("position", xyz(place.position)),
        ("size", object([("x", 1.6.into()), ("z", 0.5.into())])),
        ("rotationY", place.turn.into()),
        ("type", "hand".into()),
        ("primary", true.into()),
        ("hideFromOthers", true.into()),
        ("faceUpOnEnter", false.into()),
        ("cardOverlap", "left-over-right".into()),
        ("newCardEnd", "right".into()),
        ("sortMethods", Value::Array(Vec::new())),
        ("defaultSortMethodId", Value::Null),
    ]);
    let [x, y, z] = place.position;
    let away = x.hypot(z);
    let outside = [x, z].map(|at| neat(at + at / away * NAME_OUTSIDE));
    let label = object([
        ("position", xyz([outside[0], y, outside[1]])),
        ("size", object([("width", 1.2.into()), ("height", 0.35.into())])),
        ("rotationY", place.turn.into()),
        ("fontSize", 0.3.into()),
    ]);
    object([("seat", color.into()), ("zones", Value::array([hand])), ("label", label), ("group", group(place))])
}

fn group(place: &Place) -> Value {
    object([("position", xyz(place.position)), ("rotationY", place.turn.into())])
}

/// A seat that follows the template, with what that makes of it at its place.
fn linked(color: &str, place: &Place, template: Ref<'_>) -> Value {
    let scale = template.get("scale").and_then(Ref::as_f64).unwrap_or(1.0);
    let zones = template.get("zones").into_iter().flat_map(Ref::items).enumerate();
    let zones = zones.map(|(number, zone)| {
        let id = ("id".to_owned(), format!("seat-zone-{color}-{number}").into());
        let rest = made(zone, place, scale).into_iter().filter(|(key, _)| key != "id");
        Value::Object([id].into_iter().chain(rest).collect())
    });
    let mut seat = vec![("seat".to_owned(), color.into()), ("zones".to_owned(), Value::Array(zones.collect()))];
    if let Some(label) = template.get("label").filter(|label| label.is_object()) {
        seat.push(("label".to_owned(), Value::Object(made(label, place, scale))));
    }
    seat.push(("group".to_owned(), group(place)));
    seat.push(("templateLink".to_owned(), "linked".into()));
    Value::Object(seat)
}

/// The members of a part of the template as a seat at `place` has them.
fn made(part: Ref<'_>, place: &Place, scale: f64) -> Vec<(String, Value)> {
    let member = |(key, value): (&str, Ref<'_>)| {
        let new = match key {
            "position" => vector(value).map(|local| xyz(place.out(local.map(|at| at * scale)))),
            "rotationY" => value.as_f64().map(|turn| (turn + place.turn).into()),
            "fontSize" => value.as_f64().filter(|_| scale != 1.0).map(|size| (size * scale).into()),
            "size" if scale != 1.0 => Some(Value::Object(
                value
                    .members()
                    .map(|(side, of)| (side.to_owned(), of.as_f64().map_or(of.share(), |of| (of * scale).into())))
                    .collect(),
            )),
            _ => None,
        };
        (key.to_owned(), new.unwrap_or_else(|| value.share()))
    };
    part.members().map(member).collect()
}

#[cfg(test)]
mod tests {
    use super::super::test_scene::{ALL, ONLY, Scene};
    use super::*;
    use crate::json::Document;
    use crate::scene::{SceneView, schema};
    use std::collections::BTreeSet;

    fn game(keys: &str, deltas: &str) -> Scene {
        let text = format!(
            r##"{{"schemaVersion":2,"sceneId":"s","name":"S","environment":{{"tableSurfaceColor":"#2e5d4b"}},"objects":[]{keys},"variants":{{"base":"big","deltas":{{{deltas}}}}}}}"##
        );
        Scene::new(&text, "big small")
    }

    fn seats(scene: &Document, variant: &str) -> Vec<(String, [f64; 3], f64)> {
        let resolved = super::super::resolve(scene, variant, &["big", "small"]);
        let list = resolved.scene_key("seatZones").into_iter().flat_map(Ref::items);
        list.map(|seat| {
            let place = place_of(seat).unwrap();
            (seat.get("seat").unwrap().as_str().unwrap().into_owned(), place.position, place.turn)
        })
        .collect()
    }

    /// A seat as go has them: turned outwards where the drafts turn inwards.
    const RED: &str = r#"{"seat":"red","zones":[],"label":{},"group":{"position":{"x":0,"y":2,"z":1.5},"rotationY":0},"templateLink":"linked"}"#;

    #[test]
    fn a_table_without_seats_gets_them_all_round() {
        for count in 1..=MAX_SEATS {
            let scene = game("", "");
            let edited = lay_out_seats(scene.stage("small"), ONLY, count).unwrap();
            let found = seats(&edited.scene, "small");
            assert_eq!(found.iter().map(|(seat, ..)| seat.as_str()).collect::<Vec<_>>(), SEAT_COLORS[..count]);
            let places: BTreeSet<String> = found.iter().map(|(_, at, _)| format!("{at:?}")).collect();
            assert_eq!(places.len(), count, "each has a place of its own");
            assert!(schema::findings(SceneView::of(&edited.scene)).is_empty());
            assert!(seats(&edited.scene, "big").is_empty(), "only the variant shown gets them");
            assert_eq!(edited.reach.changed, ["small"]);
        }
        // The first sits where a fresh draft has red, turned as it is there.
        let edited = lay_out_seats(game("", "").stage("big"), ALL, 4).unwrap();
        let found = seats(&edited.scene, "big");
        assert_eq!(found[0], ("red".to_owned(), [0.0, 0.05, 1.14], 180.0));
        assert_eq!(found[1], ("blue".to_owned(), [2.43, 0.05, 0.0], 270.0));
        assert_eq!(found[2], ("green".to_owned(), [0.0, 0.05, -1.14], 0.0));
    }

    #[test]
    fn seats_that_are_there_stay_and_new_ones_fill_the_gaps() {
        let far = RED.replace("red", "purple").replace("1.5", "-1.5").replace(r#""rotationY":0"#, r#""rotationY":180"#);
        let scene =
            game(&format!(r#","seatZones":[{RED},{far}],"seatTemplate":{{"id":"seat-template","zones":[],"scale":1}}"#), "");
        let edited = lay_out_seats(scene.stage("big"), ALL, 6).unwrap();
        let found = seats(&edited.scene, "big");
        let names: Vec<&str> = found.iter().map(|(seat, ..)| seat.as_str()).collect();
        assert_eq!(names, ["red", "purple", "blue", "green", "yellow", "orange"], "the free colours in their order");
        assert!(edited.scene.text().contains(&format!("[{RED},{far},")), "what was there keeps every byte");
        // Two on each side, at the height of the others, looking where they look.
        let sides = found[2..].iter().map(|(_, [x, ..], _)| *x > 0.0).filter(|right| *right).count();
        assert_eq!(sides, 2);
        for (seat, [x, y, z], turn) in &found {
            let outwards = x.atan2(*z).to_degrees().rem_euclid(360.0);
            assert!((outwards - turn).abs() < 1e-6 && *y == 2.0, "{seat}");
        }
    }

    #[test]
    fn a_linked_seat_holds_what_the_template_makes_of_it() {
        let template = r#","seatTemplate":{"id":"seat-template","zones":[{"id":"h","position":{"x":1,"y":0.5,"z":2},"size":{"x":1,"z":0.5},"rotationY":10,"type":"hand","primary":true}],"label":{"position":{"x":0,"y":0,"z":-1},"rotationY":180,"fontSize":0.3},"holders":[],"scale":2}"#;
        let scene = game(&format!(r#","seatZones":[{RED}]{template}"#), "");
        let edited = lay_out_seats(scene.stage("big"), ALL, 2).unwrap();
        let seat = edited.scene.at(&pointer!["seatZones", 1]).unwrap();
        // Opposite, so turned by 180 degrees; the template is twice as large.
        assert_eq!(
            seat.to_text(),
            concat!(
                r#"{"seat":"blue","zones":[{"id":"seat-zone-blue-0","position":{"x":-2,"y":3,"z":-5.5},"size":{"x":2,"z":1},"rotationY":190,"type":"hand","primary":true}],"#,
                r#""label":{"position":{"x":0,"y":2,"z":0.5},"rotationY":360,"fontSize":0.6},"#,
                r#""group":{"position":{"x":0,"y":2,"z":-1.5},"rotationY":180},"templateLink":"linked"}"#
            )
        );
        assert!(schema::findings(SceneView::of(&edited.scene)).is_empty());
    }

    #[test]
    fn a_variant_gets_its_own_seats_and_the_base_keeps_its_two() {
        let two = format!(r#","seatZones":[{RED},{}]"#, RED.replace("red", "blue").replace("1.5", "-1.5"));
        let scene = game(&format!(r#"{two},"seatTemplate":{{"scale":1}}"#), "");
        let edited = lay_out_seats(scene.stage("small"), ONLY, 4).unwrap();
        assert_eq!((seats(&edited.scene, "big").len(), seats(&edited.scene, "small").len()), (2, 4));
        assert!(edited.scene.at(&pointer!["variants", "deltas", "small", "scene", "seatTemplate"]).is_some());
    }

    #[test]
    fn too_many_and_too_few_are_refused() {
        let scene = game(&format!(r#","seatZones":[{RED}]"#), "");
        let refusal = |count| scene.refusal("big", |stage| lay_out_seats(stage, ALL, count));
        assert!(refusal(11).starts_with("11 seats are more than the platform seats"));
        assert!(refusal(1).starts_with("There is 1 seat already"));
        assert!(lay_out_seats(scene.stage("big"), ALL, 10).is_ok());
    }

    #[test]
    fn seats_are_counted_where_the_scene_says_anything_of_them() {
        let count = |keys: &str| seat_count(&super::super::resolve(&game(keys, "").doc, "small", &["big", "small"]));
        assert_eq!(count(""), None);
        assert_eq!(count(r#","seatZones":[]"#), Some(0));
        assert_eq!(count(&format!(r#","seatZones":[{RED}]"#)), Some(1));
        assert_eq!(count(r#","seatZones":7"#), None);
    }
}
