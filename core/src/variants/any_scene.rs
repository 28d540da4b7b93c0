//! Whatever stands in both documents, reading and editing variants never panics, and what an edit gives can be read again.

use super::list_edit::{self, NewVariant, Start, UnlistedToo};
use super::*;
use crate::edit::Roots;
use crate::json::{Document, Pointer, Value};
use crate::lobby::{Lobby, Room};
use crate::pointer;
use proptest::prelude::*;
use proptest::sample::select;

const IDS: [&str; 5] = ["a", "b", "c", "", "ünï/~"];
const KEYS: [&str; 14] = [
    "id",
    "x",
    "position",
    "metadata",
    "scriptId",
    "parentId",
    "objects",
    "scene",
    "removed",
    "base",
    "deltas",
    "seat",
    "role",
    "snapPoints",
];

fn leaf() -> impl Strategy<Value = String> {
    let words = ["null", "true", "0", "1e400", "-0.0", "\"\"", "\"a\"", "\"b\"", "\"c\"", "\"\\ud800\"", "\"ünï/~\"", "[]", "{}"];
    select(words.to_vec()).prop_map(str::to_owned)
}

fn object(members: &[(&'static str, String)]) -> String {
    let members: Vec<String> = members.iter().map(|(key, value)| format!("{key:?}:{value}")).collect();
    format!("{{{}}}", members.join(","))
}

fn anything() -> impl Strategy<Value = String> {
    leaf().prop_recursive(3, 24, 4, |inner| {
        let members = prop::collection::vec((select(KEYS.to_vec()), inner.clone()), 0..5);
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(|items| format!("[{}]", items.join(","))),
            members.prop_map(|members| object(&members)),
        ]
    })
}

/// A value that is mostly what it should be.
fn mostly(good: impl Strategy<Value = String> + 'static) -> BoxedStrategy<String> {
    prop_oneof![6 => good.boxed(), 1 => anything().boxed()].boxed()
}

fn entities() -> BoxedStrategy<String> {
    let id = select(IDS.to_vec()).prop_map(|id| format!("{id:?}"));
    let entity =
        (mostly(id), anything()).prop_map(|(id, rest)| format!("{{\"id\":{id},\"position\":{rest},\"metadata\":{rest}}}"));
    mostly(prop::collection::vec(mostly(entity), 0..5).prop_map(|all| format!("[{}]", all.join(","))))
}

fn ids() -> BoxedStrategy<String> {
    let id = select(IDS.to_vec()).prop_map(|id| format!("{id:?}"));
    mostly(prop::collection::vec(mostly(id), 0..4).prop_map(|all| format!("[{}]", all.join(","))))
}

fn scene_keys() -> BoxedStrategy<String> {
    let keys = [
        "environment",
        "zones",
        "seatZones",
        "snapPoints",
        "snapPointGrids",
        "sceneScriptIds",
        "packRefs",
        "scripts",
        "objects",
        "odd",
    ];
    mostly(prop::collection::vec((select(keys.to_vec()), anything()), 0..4).prop_map(|members| object(&members)))
}

fn delta() -> BoxedStrategy<String> {
    let parts = (ids(), entities(), scene_keys(), anything(), 0..16u8);
    mostly(parts.prop_map(|(removed, objects, scene, odd, which)| {
        let all = [("removed", removed), ("objects", objects), ("scene", scene), ("odd", odd)];
        let some: Vec<_> =
            all.into_iter().enumerate().filter(|(bit, _)| which >> bit & 1 == 1).map(|(_, member)| member).collect();
        object(&some)
    }))
}

fn scene() -> impl Strategy<Value = String> {
    let id = || select(IDS.to_vec());
    let deltas = mostly(prop::collection::vec((id(), delta()), 0..4).prop_map(|members| object(&members)));
    let base = mostly(id().prop_map(|id| format!("{id:?}")));
    let block = mostly((base, deltas).prop_map(|(base, deltas)| object(&[("base", base), ("deltas", deltas)])));
    let whole = (entities(), scene_keys(), block).prop_map(|(objects, keys, block)| {
        let keys = keys.strip_prefix('{').and_then(|keys| keys.strip_suffix('}')).filter(|keys| !keys.is_empty());
        let keys = keys.map(|keys| format!(",{keys}")).unwrap_or_default();
        format!("{{\"objects\":{objects}{keys},\"variants\":{block}}}")
    });
    mostly(whole)
}

fn manifest() -> impl Strategy<Value = String> {
    let entry = (mostly(select(IDS.to_vec()).prop_map(|id| format!("{id:?}"))), anything())
        .prop_map(|(id, odd)| format!("{{\"id\":{id},\"name\":{odd},\"players\":{odd}}}"));
    let list = mostly(prop::collection::vec(mostly(entry), 0..5).prop_map(|all| format!("[{}]", all.join(","))));
    mostly(list.prop_map(|list| format!("{{\"type\":\"game-pack\",\"name\":\"G\",\"variants\":{list}}}")))
}

/// What an edit gave can be written and read.
fn reads(roots: &Roots) {
    for document in [&roots.manifest, &roots.scene].into_iter().flatten() {
        Document::parse(document.text().as_bytes()).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_and_editing_never_panic(manifest in manifest(), scene in scene(), id in select(IDS.to_vec()), other in select(IDS.to_vec())) {
        let [Ok(manifest), Ok(scene)] = [manifest, scene].map(|text| Document::parse(text.as_bytes())) else {
            return Ok(()); // A lone surrogate may be refused.
        };
        let listed: Vec<String> = listed_ids(manifest.root()).into_iter().map(std::borrow::Cow::into_owned).collect();
        let lobby = Lobby::of(&manifest);
        Room::default().choose(&lobby, id);
        variant_infos(Some(&manifest), Some(&scene));
        agree::findings(Some(&manifest), Some(&scene));
        let resolver = Resolver::new(&scene);
        for id in IDS {
            if let Ok(document) = resolver.resolve(id, &listed).to_document() {
                Document::parse(document.text().as_bytes()).unwrap();
            }
        }
        let roots = Roots { manifest: Some(manifest), scene: Some(scene.clone()) };
        if let Ok(rebased) = make_base(&scene, &listed, id) {
            prop_assert!(rebased.proof.iter().all(|line| line.holds));
            reads(&Roots { manifest: None, scene: Some(rebased.scene) });
        }
        let new = |start| NewVariant { name: "New one".to_owned(), id: None, start, at: None };
        let edits = [
            list_edit::add(&roots, &new(Start::Base)).map(|added| added.roots),
            list_edit::add(&roots, &new(Start::Empty)).map(|added| added.roots),
            list_edit::add(&roots, &new(Start::Variant(other.to_owned()))).map(|added| added.roots),
            list_edit::duplicate(&roots, id).map(|added| added.roots),
            list_edit::rename_id(&roots, id, "fresh"),
            list_edit::reorder(&roots, 0, 1),
            list_edit::remove(&roots, id, UnlistedToo::Ask).map(|removed| removed.roots),
            list_edit::remove(&roots, id, UnlistedToo::AddBack).map(|removed| removed.roots),
            list_edit::remove(&roots, id, UnlistedToo::Remove).map(|removed| removed.roots),
            list_edit::add_all_back_to_list(&roots),
            list_edit::remove_unlisted(&roots, &[id]),
        ];
        edits.iter().flatten().for_each(reads);
        // What is told can be acted on, wherever it stands.
        let told = Diff::between(&scene, &listed, id, other);
        let parts: Vec<diff::Part> = told.rows.iter().filter_map(|row| row.id.part().cloned()).collect();
        let stage = Stage::new(&scene, &listed, other);
        let actions = [
            diff::revert(stage, &parts),
            diff::apply_to_base(stage, &parts, diff::Others::Follow),
            diff::apply_to_base(stage, &parts, diff::Others::Keep),
            diff::copy_to(stage, &parts, &[id]),
            diff::none_here(stage, &["zones", "odd"]),
            diff::make_own(stage, &["zones", "odd"]),
            lay_out_seats(stage, Scope::Only, 4),
        ];
        for edited in actions.into_iter().flatten() {
            reads(&Roots { manifest: None, scene: Some(edited.scene) });
        }
        matrix::csv(&Matrix::of(&scene, &listed));
        let also = [other.to_owned()];
        for scope in [Scope::All, Scope::Only] {
            let stage = Stage { also: &also, ..Stage::new(&scene, &listed, id) };
            let change = EntityChange { id: other.to_owned(), nth: 0, at: pointer!["position"], value: Some(Value::from(7)) };
            let edits = [
                set_entities(stage, scope, &[change]),
                delete_entities(stage, scope, &[other], Children::Take),
                set_scene_value(stage, scope, "environment", &pointer!["fogDensity"], Some(Value::from(1))),
                set_scene_value(stage, scope, "zones", &Pointer::root(), None),
                revert_entity(stage, other),
            ];
            for edited in edits.into_iter().flatten() {
                reads(&Roots { manifest: None, scene: Some(edited.scene) });
            }
            drop(duplicate_entities(stage, scope, &[other], [0.1, 0.0, 0.1]));
            drop(detach_scripts(stage));
        }
    }
}
