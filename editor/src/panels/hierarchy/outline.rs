//! What the hierarchy lists, as plain data: made once for each state of the documents, so that drawing thousands of rows
//! costs no more than drawing those that are seen.

use std::borrow::Cow;
use std::sync::Arc;

use egui::Color32;
use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_core::json::Ref;
use tablewright_core::scene::Entity;
use tablewright_core::scene::keys::Group;
use tablewright_core::variants::{Origin, Resolved, ResolvedEntity};

use crate::icons::Icon;
use crate::session::Picked;
use crate::viewport::seat_color;

/// What stands above other rows without being a thing of the scene itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Head {
    TableAndRoom,
    Lights,
    Entities,
    Seats,
    Snap,
    LoosePoints,
    Scripts,
    /// The title above what no variant can have its own copy of.
    Shared,
    Materials,
    Prefabs,
    Textures,
}

/// Names a row for as long as the thing that it shows is there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Head(Head),
    /// An entity of the variant shown, by id; the number tells entities with the same id apart.
    Entity(Arc<str>, u32),
    /// An entity that only the base has.
    Ghost(Arc<str>),
    /// An entity without an id, by its place.
    Nameless(u32),
    /// Anything else, by its place below its head.
    Item(Head, u32),
}

/// One row.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub key: Key,
    pub depth: u32,
    pub icon: Icon,
    pub dot: Option<Color32>,
    pub name: String,
    pub meta: String,
    /// The variant's own.
    pub own: bool,
    /// Where an entity comes from.
    pub origin: Option<Origin>,
    pub locked: bool,
    /// Whether what it holds is shown before anybody has chosen.
    pub open_at_first: bool,
    /// What the filter looks through, in lower case.
    hay: String,
    /// The row that holds it.
    parent: u32,
    /// The row after the last that it holds.
    end: u32,
}

/// No row holds it.
const ROOT: u32 = u32::MAX;

impl Node {
    fn new(key: Key, depth: u32, icon: Icon, name: impl Into<String>) -> Self {
        Self {
            key,
            depth,
            icon,
            dot: None,
            name: name.into(),
            meta: String::new(),
            own: false,
            origin: None,
            locked: false,
            open_at_first: true,
            hay: String::new(),
            parent: ROOT,
            end: 0,
        }
    }

    fn head(head: Head, icon: Icon, name: &str) -> Self {
        Self::new(Key::Head(head), 0, icon, name)
    }

    fn meta(mut self, meta: impl Into<String>) -> Self {
        self.meta = meta.into();
        self
    }

    fn own(mut self, own: bool) -> Self {
        self.own = own;
        self
    }

    /// What a click on it selects, where it is no entity.
    pub fn picks(&self) -> Option<Picked> {
        let (Key::Head(head) | Key::Item(head, _)) = &self.key else { return None };
        match head {
            Head::TableAndRoom | Head::Lights => Some(Picked::Group(Group::TableAndRoom)),
            Head::Seats => Some(Picked::Group(Group::SeatsAndZones)),
            Head::Snap | Head::LoosePoints => Some(Picked::Group(Group::SnapPoints)),
            Head::Scripts => Some(Picked::Group(Group::Scripts)),
            Head::Materials | Head::Prefabs | Head::Textures => Some(Picked::Shared),
            Head::Entities | Head::Shared => None,
        }
    }

    /// The entity's id, where it is one of the variant shown.
    pub fn entity_id(&self) -> Option<&str> {
        match &self.key {
            Key::Entity(id, _) => Some(id),
            _ => None,
        }
    }
}

/// All rows, each followed by what it holds.
#[derive(Debug, Default)]
pub(super) struct Outline {
    pub nodes: Vec<Node>,
}

impl Outline {
    /// The rows of a variant. `shared` is the title above what all variants share.
    pub fn of(resolved: &Resolved<'_>, shared: &str) -> Self {
        let mut build = Build { resolved, nodes: Vec::new() };
        build.table_and_room();
        build.entities();
        build.seats();
        build.snap_points();
        build.scripts();
        build.nodes.push(Node::head(Head::Shared, Icon::Link, shared));
        build.library(Head::Materials, "materials", "Materials", Icon::Material);
        build.library(Head::Prefabs, "prefabs", "Prefabs", Icon::Prefab);
        build.library(Head::Textures, "textures", "Textures", Icon::Texture);
        Self { nodes: tied(build.nodes) }
    }

    /// Whether the row holds others.
    pub fn holds_rows(&self, index: usize) -> bool {
        self.nodes[index].end as usize > index + 1
    }

    /// The row that holds this one.
    pub fn parent(&self, index: usize) -> Option<usize> {
        Some(self.nodes[index].parent).filter(|parent| *parent != ROOT).map(|parent| parent as usize)
    }

    /// The place of the first entity with this id.
    pub fn find_entity(&self, id: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node.entity_id() == Some(id))
    }

    /// The rows that folding leaves.
    pub fn unfolded(&self, is_open: impl Fn(&Node) -> bool) -> Vec<u32> {
        let mut rows = Vec::new();
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            rows.push(at as u32);
            at = if is_open(node) { at + 1 } else { node.end as usize };
        }
        rows
    }

    /// The rows that have every word of `filter` in them, and those that hold them.
    pub fn filtered(&self, filter: &str) -> Vec<u32> {
        let filter = filter.to_lowercase();
        let words: Vec<&str> = filter.split_whitespace().collect();
        let mut keep = vec![false; self.nodes.len()];
        let mut shared = None;
        let mut any_shared = false;
        for (at, node) in self.nodes.iter().enumerate().rev() {
            if node.key == Key::Head(Head::Shared) {
                shared = Some(at);
                any_shared = keep[at..].contains(&true);
                continue;
            }
            keep[at] |= !matches!(node.key, Key::Head(_)) && words.iter().all(|word| node.hay.contains(word));
            if keep[at] && node.parent != ROOT {
                keep[node.parent as usize] = true;
            }
        }
        if let Some(at) = shared {
            keep[at] = any_shared;
        }
        (0..self.nodes.len() as u32).filter(|at| keep[*at as usize]).collect()
    }
}

/// Finds out for each row which one holds it and where what it holds ends.
fn tied(mut nodes: Vec<Node>) -> Vec<Node> {
    let mut open: Vec<usize> = Vec::new();
    for at in 0..nodes.len() {
        while let Some(last) = open.last().copied().filter(|last| nodes[*last].depth >= nodes[at].depth) {
            nodes[last].end = at as u32;
            open.pop();
        }
        nodes[at].parent = open.last().map_or(ROOT, |parent| *parent as u32);
        open.push(at);
    }
    for last in open {
        nodes[last].end = nodes.len() as u32;
    }
    nodes
}

fn text<'a>(value: Ref<'a>, key: &str) -> Option<Cow<'a, str>> {
    value.get(key)?.as_str().filter(|text| !text.trim().is_empty())
}

/// `1 point`, `2 points`.
pub(in crate::panels) fn count(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// The first letter large, as in a title.
pub(in crate::panels) fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The picture of a kind of entity.
pub(in crate::panels) fn kind_icon(kind: &str) -> Icon {
    match kind {
        "card" => Icon::Card,
        "deck" => Icon::Deck,
        "die" => Icon::Die,
        "token" => Icon::Token,
        "board" => Icon::Board,
        "bag" => Icon::Bag,
        "custom" => Icon::Model,
        "card-holder" => Icon::Holder,
        "button" => Icon::Button,
        _ => Icon::Help,
    }
}

/// What people call a kind of entity; one that is not known goes by itself.
pub(in crate::panels) fn kind_name(kind: &str) -> &str {
    match kind {
        "card" => "Card",
        "deck" => "Deck",
        "die" => "Die",
        "token" => "Token",
        "board" => "Board",
        "bag" => "Bag",
        "custom" => "Custom model",
        "card-holder" => "Card holder",
        "button" => "Button",
        other => other,
    }
}

/// What a bag holds, or how many cards a deck has.
pub(in crate::panels) fn contents(entity: Entity<'_>) -> String {
    let source = entity.0.get("container").and_then(|container| container.get("source")?.get("definition"));
    if let Some(source) = source {
        return Entity(source).title().into_owned();
    }
    let cards = entity.stack_count().filter(|_| entity.kind().as_deref() == Some("deck"));
    cards.map_or_else(String::new, |cards| format!("{} cards", crate::widgets::plain(cards)))
}

struct Build<'r, 'a> {
    resolved: &'r Resolved<'a>,
    nodes: Vec<Node>,
}

impl<'a> Build<'_, 'a> {
    fn key(&self, key: &str) -> Option<Ref<'a>> {
        self.resolved.scene_key(key)
    }

    fn list(&self, key: &str) -> Vec<Ref<'a>> {
        self.key(key).into_iter().flat_map(Ref::items).filter(|item| item.is_object()).collect()
    }

    /// Whether the variant has its own copy of a key of the scene.
    fn owns(&self, key: &str) -> bool {
        self.resolved.keys.iter().any(|entry| entry.key == key && entry.own)
    }

    /// Whether it has its own copy of any key of a group.
    fn owns_of(&self, group: Group) -> bool {
        group.keys().iter().any(|key| self.owns(key))
    }

    /// Adds a row; `more` is what the filter finds it by besides what it shows.
    fn push(&mut self, mut node: Node, more: &str) {
        node.hay = format!("{}\n{}\n{more}", node.name, node.meta).to_lowercase();
        self.nodes.push(node);
    }

    fn table_and_room(&mut self) {
        const HEAD: Head = Head::TableAndRoom;
        self.nodes.push(Node::head(HEAD, Icon::Room, "Table & room").own(self.owns_of(Group::TableAndRoom)));
        let packs = self.list("packRefs");
        let pack = |role: &str| {
            let found = packs.iter().find(|pack| text(**pack, "role").as_deref() == Some(role))?;
            text(*found, "packId").map(Cow::into_owned)
        };
        let refs = self.owns("packRefs");
        let own_room = self.owns("room");
        let room = self.key("room").filter(|room| room.is_object());
        let set_up = if room.is_some() { "set up here" } else { "the platform’s" };
        let words = pack("room").unwrap_or_else(|| set_up.to_owned());
        self.push(Node::new(Key::Item(HEAD, 0), 1, Icon::Room, "Room").meta(words).own(refs || own_room), "");
        let own_table = if self.key("tablePack").is_some() { "this pack" } else { "the platform’s" };
        let words = pack("table").unwrap_or_else(|| own_table.to_owned());
        self.push(Node::new(Key::Item(HEAD, 1), 1, Icon::Table, "Table").meta(words).own(refs), "");
        for (number, other) in packs.iter().enumerate() {
            let role = text(*other, "role").unwrap_or(Cow::Borrowed("pack"));
            if role != "room" && role != "table" {
                let node = Node::new(Key::Item(HEAD, 2 + number as u32), 1, Icon::Plugin, capital(&role));
                self.push(node.meta(text(*other, "packId").unwrap_or_default()).own(refs), "");
            }
        }
        let lights = room.and_then(|room| room.get("lights"));
        let lights: Vec<_> = lights.into_iter().flat_map(Ref::items).filter(|light| light.is_object()).collect();
        if !lights.is_empty() {
            let mut node = Node::new(Key::Head(Head::Lights), 1, Icon::Light, "Lights").meta(lights.len().to_string());
            node.open_at_first = false;
            self.nodes.push(node.own(own_room));
            for (number, light) in lights.into_iter().enumerate() {
                let name = text(light, "label").unwrap_or(Cow::Borrowed("Light"));
                let node = Node::new(Key::Item(Head::Lights, number as u32), 2, Icon::Light, name);
                self.push(node.meta(text(light, "type").unwrap_or_default()), "light");
            }
        }
    }

    fn entities(&mut self) {
        let (entities, removed) = (&self.resolved.entities, &self.resolved.removed);
        let meta = match (entities.len(), removed.len()) {
            (0, 0) => "none".to_owned(),
            (all, 0) => all.to_string(),
            (all, gone) => format!("{all}, and {gone} removed"),
        };
        self.nodes.push(Node::head(Head::Entities, Icon::Group, "Entities").meta(meta));
        let mut seen: FxHashMap<Cow<'_, str>, u32> = FxHashMap::default();
        let keys: Vec<Key> = entities.iter().enumerate().map(|(at, entity)| entity_key(entity, at, &mut seen)).collect();
        for (at, depth) in family(entities) {
            let node = entity_node(&entities[at], keys[at].clone(), depth + 1);
            let more = entity_words(entities[at].entity());
            self.push(node, &more);
        }
        for (at, ghost) in removed.iter().enumerate() {
            let entity = ghost.entity();
            let key = entity.id().map_or(Key::Nameless(at as u32), |id| Key::Ghost(Arc::from(&*id)));
            let more = format!("removed {}", entity_words(entity));
            self.push(Node::new(key, 1, Icon::Ghost, entity.title()), &more);
        }
    }

    fn seats(&mut self) {
        const HEAD: Head = Head::Seats;
        let seats = self.list("seatZones");
        let zones: Vec<_> =
            ["tableZones", "zones"].iter().flat_map(|key| self.list(key).into_iter().map(|z| (*key, z))).collect();
        let none = if seats.is_empty() && zones.is_empty() { "none" } else { "" };
        self.nodes.push(Node::head(HEAD, Icon::Seat, "Seats & zones").meta(none).own(self.owns_of(Group::SeatsAndZones)));
        let own = self.owns("seatZones");
        let mut number = 0;
        let mut next = || {
            number += 1;
            Key::Item(HEAD, number)
        };
        for seat in seats {
            let id = text(seat, "seat").unwrap_or(Cow::Borrowed("Seat"));
            let name = text(seat, "labelTextOverride").map_or_else(|| capital(&id), Cow::into_owned);
            let mut node = Node::new(next(), 1, Icon::Seat, name).own(own);
            node.dot = Some(
                seat.get("color")
                    .and_then(Ref::as_str)
                    .and_then(|c| Color32::from_hex(&c).ok())
                    .unwrap_or_else(|| seat_color(&id)),
            );
            self.push(node, &format!("seat {id}"));
            for zone in seat.get("zones").into_iter().flat_map(Ref::items) {
                self.push(zone_node(zone, next(), 2), "zone");
            }
        }
        for (key, zone) in zones {
            let own = self.owns(key);
            self.push(zone_node(zone, next(), 1).own(own), "zone");
        }
    }

    fn snap_points(&mut self) {
        const HEAD: Head = Head::Snap;
        let (grids, points) = (self.list("snapPointGrids"), self.list("snapPoints"));
        let none = if grids.is_empty() && points.is_empty() { "none" } else { "" };
        self.nodes.push(Node::head(HEAD, Icon::SnapPoint, "Snap points").meta(none).own(self.owns_of(Group::SnapPoints)));
        let ids: FxHashSet<_> = grids.iter().filter_map(|grid| text(*grid, "id")).collect();
        let mut of_grid: FxHashMap<Cow<'_, str>, usize> = FxHashMap::default();
        let mut loose = Vec::new();
        for point in &points {
            match text(*point, "groupId").filter(|group| ids.contains(group)) {
                Some(group) => *of_grid.entry(group).or_default() += 1,
                None => loose.push(*point),
            }
        }
        let own = self.owns("snapPointGrids");
        for (number, grid) in grids.iter().enumerate() {
            let side = |key: &str| grid.get(key).and_then(Ref::as_f64).unwrap_or(0.0);
            let (rows, cols) = (side("rows"), side("cols"));
            let size = format!("{} × {}", crate::widgets::plain(rows), crate::widgets::plain(cols));
            let name = text(*grid, "label").map_or_else(|| format!("Snap grid {size}"), Cow::into_owned);
            // A grid whose points are not written out still has one at each crossing.
            let counted = text(*grid, "id").and_then(|id| of_grid.get(&id).copied());
            let points = counted.unwrap_or((rows * cols).clamp(0.0, 1e9) as usize);
            let node = Node::new(Key::Item(HEAD, number as u32), 1, Icon::SnapGrid, name);
            self.push(node.meta(count(points, "point")).own(own), &format!("snap grid {size}"));
        }
        if loose.is_empty() {
            return;
        }
        let mut node = Node::new(Key::Head(Head::LoosePoints), 1, Icon::SnapPoint, "Single points").meta(loose.len().to_string());
        node.open_at_first = false;
        let own = self.owns("snapPoints");
        self.nodes.push(node.own(own));
        for (number, point) in loose.into_iter().enumerate() {
            let name = text(point, "label").unwrap_or(Cow::Borrowed("Snap point"));
            let node = Node::new(Key::Item(Head::LoosePoints, number as u32), 2, Icon::SnapPoint, name);
            self.push(node, "snap point");
        }
    }

    fn scripts(&mut self) {
        let scripts = self.list("scripts");
        let attached: FxHashSet<_> =
            self.key("sceneScriptIds").into_iter().flat_map(Ref::items).filter_map(Ref::as_str).collect();
        let mut carriers: FxHashMap<Cow<'_, str>, usize> = FxHashMap::default();
        for id in self.resolved.entities.iter().filter_map(|entity| entity.entity().script_id()) {
            *carriers.entry(id).or_default() += 1;
        }
        let none = match (scripts.is_empty(), attached.is_empty() && carriers.is_empty()) {
            (true, _) => "none",
            (false, true) => "none attached",
            (false, false) => "",
        };
        self.nodes.push(Node::head(Head::Scripts, Icon::Script, "Scripts").meta(none).own(self.owns_of(Group::Scripts)));
        let own = self.owns("sceneScriptIds");
        for (number, script) in scripts.into_iter().enumerate() {
            let id = text(script, "id").unwrap_or_default();
            let name = text(script, "name").unwrap_or(Cow::Borrowed("Script"));
            let scene = attached.contains(&id);
            let meta = match (scene, carriers.get(&id)) {
                (true, None) => "on the scene".to_owned(),
                (true, Some(pieces)) => format!("on the scene and {}", count(*pieces, "piece")),
                (false, Some(pieces)) => format!("on {}", count(*pieces, "piece")),
                (false, None) => "not attached".to_owned(),
            };
            let node = Node::new(Key::Item(Head::Scripts, number as u32), 1, Icon::Script, name);
            self.push(node.meta(meta).own(own && scene), "script");
        }
    }

    fn library(&mut self, head: Head, key: &str, name: &str, icon: Icon) {
        let items = self.list(key);
        self.nodes.push(Node::head(head, icon, name).meta(items.len().to_string()));
        let kind = name.to_lowercase();
        for (number, item) in items.into_iter().enumerate() {
            let found = ["name", "displayName", "label", "path", "assetPath", "id"].iter().find_map(|key| text(item, key));
            let node = Node::new(Key::Item(head, number as u32), 1, icon, found.unwrap_or(Cow::Borrowed("Unnamed")));
            let more = format!("{kind} {} {}", text(item, "id").unwrap_or_default(), text(item, "kind").unwrap_or_default());
            self.push(node, &more);
        }
    }
}

fn zone_node(zone: Ref<'_>, key: Key, depth: u32) -> Node {
    let kind = text(zone, "type").map_or_else(String::new, |kind| kind.replace('-', " "));
    let name = text(zone, "name").map_or_else(|| format!("{} zone", capital(&kind)).trim().to_owned(), Cow::into_owned);
    let named = text(zone, "name").is_some();
    Node::new(key, depth, Icon::Zone, capital(&name)).meta(if named { kind } else { String::new() })
}

fn entity_key<'a>(entity: &ResolvedEntity<'a>, at: usize, seen: &mut FxHashMap<Cow<'a, str>, u32>) -> Key {
    let Some(id) = entity.entity().id() else { return Key::Nameless(at as u32) };
    let key = Arc::from(&*id);
    let number = seen.entry(id).and_modify(|number| *number += 1).or_insert(0);
    Key::Entity(key, *number)
}

fn entity_node(resolved: &ResolvedEntity<'_>, key: Key, depth: u32) -> Node {
    let entity = resolved.entity();
    let icon = kind_icon(&entity.kind().unwrap_or_default());
    let mut node = Node::new(key, depth, icon, entity.title()).meta(contents(entity));
    node.own = resolved.origin != Origin::Base;
    node.origin = Some(resolved.origin);
    node.locked = entity.locked();
    node
}

/// What an entity is found by besides its title: id, label, kind, tags, seat and the texts of its metadata.
fn entity_words(entity: Entity<'_>) -> String {
    let mut words = String::new();
    let mut add = |word: &str| {
        words.push_str(word);
        words.push('\n');
    };
    [entity.id(), entity.label(), entity.kind(), entity.owner_seat()].iter().flatten().for_each(|word| add(word));
    add(kind_name(&entity.kind().unwrap_or_default()));
    entity.tags().for_each(|tag| add(&tag));
    let metadata = entity.0.get("metadata").into_iter().flat_map(Ref::members);
    metadata.filter_map(|(_, value)| value.as_str()).for_each(|text| add(&text));
    words
}

/// The entities in the order of the tree that `parentId` makes, each with how deep it stands. Those whose parent is not
/// there, or that stand in a circle, are roots.
fn family(entities: &[ResolvedEntity<'_>]) -> Vec<(usize, u32)> {
    let mut places: FxHashMap<Cow<'_, str>, usize> = FxHashMap::default();
    for (at, entity) in entities.iter().enumerate() {
        if let Some(id) = entity.entity().id() {
            places.entry(id).or_insert(at);
        }
    }
    let mut children: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    let mut roots = Vec::new();
    for (at, entity) in entities.iter().enumerate() {
        let parent = entity.entity().parent_id().and_then(|id| places.get(&id).copied()).filter(|parent| *parent != at);
        match parent {
            Some(parent) => children.entry(parent).or_default().push(at),
            None => roots.push(at),
        }
    }
    let mut order = Vec::with_capacity(entities.len());
    let mut seen = vec![false; entities.len()];
    // After the roots, what no root reaches: the first of each circle stands in for its root.
    for root in roots.into_iter().chain(0..entities.len()) {
        let mut next = vec![(root, 0)];
        while let Some((at, depth)) = next.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            order.push((at, depth));
            next.extend(children.get(&at).into_iter().flatten().rev().map(|child| (*child, depth + 1)));
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_core::json::Document;
    use tablewright_core::variants::resolve;

    fn outline(scene: &str, shown: &str) -> Outline {
        let document = Document::parse(scene.as_bytes()).unwrap();
        Outline::of(&resolve(&document, shown, &["big".to_owned(), "small".to_owned()]), "Shared by all variants")
    }

    fn names(outline: &Outline, rows: &[u32]) -> String {
        let name = |row: &u32| {
            let node = &outline.nodes[*row as usize];
            format!("{}{}", "-".repeat(node.depth as usize), node.name)
        };
        rows.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    const SCENE: &str = r#"{"objects":[{"id":"c","kind":"token","label":"child","parentId":"p"},
        {"id":"p","kind":"board","label":"parent","tags":["wood"]},{"id":"x","kind":"die","label":"x","parentId":"y"},
        {"id":"y","kind":"die","label":"y","parentId":"x"},{"id":"z","kind":"bag","label":"z","parentId":"gone"}],
        "snapPointGrids":[{"id":"g","rows":2,"cols":3}],
        "snapPoints":[{"id":"1","groupId":"g"},{"id":"2","groupId":"h"},{"id":"3"}],
        "variants":{"base":"big","deltas":{"small":{"removed":["z"],"objects":[{"id":"p","kind":"board","label":"mine"}]}}}}"#;

    #[test]
    fn children_follow_their_parents_and_circles_are_shown() {
        let outline = outline(SCENE, "big");
        let rows = outline.filtered("bag");
        assert_eq!(names(&outline, &rows), "Entities -z");
        let entities: Vec<u32> =
            (0..outline.nodes.len() as u32).filter(|at| outline.nodes[*at as usize].entity_id().is_some()).collect();
        assert_eq!(names(&outline, &entities), "-parent --child -z -x --y");
    }

    #[test]
    fn filtering_finds_words_of_several_kinds_and_keeps_what_holds_them() {
        let outline = outline(SCENE, "big");
        assert_eq!(names(&outline, &outline.filtered("WOOD")), "Entities -parent");
        assert_eq!(names(&outline, &outline.filtered("child")), "Entities -parent --child");
        assert_eq!(names(&outline, &outline.filtered("token child")), "Entities -parent --child");
        assert!(outline.filtered("token wood").is_empty());
    }

    #[test]
    fn folding_leaves_out_what_a_row_holds() {
        let outline = outline(SCENE, "big");
        let parent = outline.find_entity("p").unwrap();
        assert!(outline.holds_rows(parent) && !outline.holds_rows(parent + 1));
        assert_eq!(outline.parent(parent + 1), Some(parent));
        let rows = outline.unfolded(|node| node.entity_id() != Some("p"));
        assert!(!names(&outline, &rows).contains("child"));
        assert_eq!(rows.len(), outline.nodes.len() - 1);
    }

    #[test]
    fn a_variant_shows_what_is_its_own_and_what_it_lacks() {
        let outline = outline(SCENE, "small");
        let own: Vec<&str> = outline.nodes.iter().filter(|node| node.own).map(|node| node.name.as_str()).collect();
        assert_eq!(own, ["mine"]);
        let ghosts: Vec<&str> =
            outline.nodes.iter().filter(|node| matches!(node.key, Key::Ghost(_))).map(|node| node.name.as_str()).collect();
        assert_eq!(ghosts, ["z"]);
        let entities = outline.nodes.iter().find(|node| node.key == Key::Head(Head::Entities)).unwrap();
        assert_eq!(entities.meta, "4, and 1 removed");
    }

    #[test]
    fn points_belong_to_their_grid_or_to_nobody() {
        let outline = outline(SCENE, "big");
        let meta = |name: &str| outline.nodes.iter().find(|node| node.name == name).unwrap().meta.clone();
        assert_eq!(meta("Snap grid 2 × 3"), "1 point");
        assert_eq!(meta("Single points"), "2");
    }

    #[test]
    fn anything_can_stand_where_lists_should() {
        for scene in [
            "{}",
            r#"{"objects":3,"room":[],"packRefs":{},"seatZones":"x","snapPoints":[1,null],"scripts":{"a":1},"materials":null}"#,
            r#"{"objects":[1,{},{"id":"a"},{"id":"a"}],"room":{"lights":3},"seatZones":[{"zones":[3]}],"zones":[{}]}"#,
        ] {
            assert!(outline(scene, "big").nodes.len() >= 9, "{scene}");
        }
    }
}
