//! How the tiles share the room, and the layout as text.

use std::collections::HashSet;

use egui::vec2;
use egui_tiles::{Container, LinearDir, Tile, TileId, Tiles, Tree};
use serde_json::{Value, json};

use super::{Panel, Workspace};
use crate::theme::METRICS;

pub(super) fn linear(tiles: &mut Tiles<Panel>, dir: LinearDir, children: &[(TileId, f32)]) -> TileId {
    let mut linear = egui_tiles::Linear::new(dir, children.iter().map(|(child, _)| *child).collect());
    for (child, size) in children {
        linear.shares.set_share(*child, *size);
    }
    tiles.insert_container(linear)
}

pub(super) fn holds(tiles: &Tiles<Panel>, tile: TileId, panel: Panel) -> bool {
    match tiles.get(tile) {
        Some(Tile::Pane(pane)) => *pane == panel,
        Some(Tile::Container(container)) => container.children().any(|child| holds(tiles, *child, panel)),
        None => false,
    }
}

/// Makes the shares of every row and column their sizes in points, and gives a change of size to the side that holds
/// the home panel. `keep` is the folded tile, which stays as high as its bar.
pub(super) fn fit(tiles: &mut Tiles<Panel>, tile: TileId, size: egui::Vec2, home: Panel, keep: Option<TileId>) {
    let Some(container) = tiles.get_container(tile) else { return };
    let children: Vec<TileId> = container.children().copied().filter(|child| tiles.is_visible_in_layout(*child)).collect();
    let dir = match container {
        Container::Tabs(_) => {
            let inner = vec2(size.x, size.y - METRICS.tab_bar);
            children.into_iter().for_each(|child| fit(tiles, child, inner, home, keep));
            return;
        }
        Container::Linear(linear) => linear.dir,
        Container::Grid(_) => return,
    };
    let scene = children.iter().copied().find(|child| holds(tiles, *child, home));
    let whole = if dir == LinearDir::Horizontal { size.x } else { size.y };
    let room = (whole - (children.len().saturating_sub(1)) as f32).max(1.0);
    let Some(Tile::Container(Container::Linear(linear))) = tiles.get_mut(tile) else { return };
    let mut sizes: Vec<f32> = children.iter().map(|child| linear.shares[*child].max(1.0)).collect();
    // Shares of 1 are what a tile gets that was just dropped here; as points they would be nothing.
    let fresh = sizes.iter().filter(|size| **size <= 1.5).count();
    if fresh > 0 {
        let typical = room / children.len() as f32;
        sizes.iter_mut().filter(|size| **size <= 1.5).for_each(|size| *size = typical.min(280.0));
    }
    share_out(&mut sizes, &children, room, scene, keep, dir);
    for (child, size) in children.iter().zip(&sizes) {
        linear.shares.set_share(*child, *size);
    }
    for (child, length) in children.into_iter().zip(sizes) {
        let inner = if dir == LinearDir::Horizontal { vec2(length, size.y) } else { vec2(size.x, length) };
        fit(tiles, child, inner, home, keep);
    }
}

/// Least size of the scene's side and of the others, in points.
fn least(dir: LinearDir, scene: bool) -> f32 {
    match (dir, scene) {
        (LinearDir::Horizontal, true) => 320.0,
        (LinearDir::Horizontal, false) => 200.0,
        (LinearDir::Vertical, true) => 160.0,
        (LinearDir::Vertical, false) => METRICS.tab_bar,
    }
}

fn share_out(sizes: &mut [f32], tiles: &[TileId], room: f32, scene: Option<TileId>, keep: Option<TileId>, dir: LinearDir) {
    let Some(scene_at) = tiles.iter().position(|tile| Some(*tile) == scene) else {
        let factor = room / sizes.iter().sum::<f32>().max(1.0);
        sizes.iter_mut().for_each(|size| *size *= factor);
        return;
    };
    for (index, size) in sizes.iter_mut().enumerate() {
        if Some(tiles[index]) == keep {
            *size = METRICS.tab_bar;
        } else if index != scene_at {
            *size = size.max(least(dir, false));
        }
    }
    let others: f32 = sizes.iter().enumerate().filter(|(index, _)| *index != scene_at).map(|(_, size)| size).sum();
    let most = (room - least(dir, true)).max(0.0);
    if others > most && others > 0.0 {
        // No room for all: the others shrink together before the scene gets too small.
        let factor = most / others;
        for (index, size) in sizes.iter_mut().enumerate() {
            if index != scene_at {
                *size *= factor;
            }
        }
    }
    let others: f32 = sizes.iter().enumerate().filter(|(index, _)| *index != scene_at).map(|(_, size)| size).sum();
    sizes[scene_at] = (room - others).max(1.0);
}

/// `gave_way` is closed for the moment only, and is written as open.
pub(super) fn write_tile(tree: &Tree<Panel>, id: TileId, gave_way: Option<Panel>) -> Option<Value> {
    let hidden = !tree.is_visible(id) && tree.tiles.get_pane(&id).copied() != gave_way;
    match tree.tiles.get(id)? {
        Tile::Pane(panel) if hidden => Some(json!({ "hidden": panel.id() })),
        Tile::Pane(panel) => Some(json!(panel.id())),
        Tile::Container(Container::Tabs(tabs)) => {
            let children: Vec<Value> = tabs.children.iter().filter_map(|child| write_tile(tree, *child, gave_way)).collect();
            let active = tabs.active.and_then(|active| tabs.children.iter().position(|child| *child == active));
            Some(json!({ "tabs": children, "active": active }))
        }
        Tile::Container(Container::Linear(linear)) => {
            let children: Vec<Value> = linear.children.iter().filter_map(|child| write_tile(tree, *child, gave_way)).collect();
            let sizes: Vec<i64> = linear.children.iter().map(|child| linear.shares[*child].round() as i64).collect();
            let key = if linear.dir == LinearDir::Horizontal { "row" } else { "column" };
            Some(json!({ key: children, "sizes": sizes }))
        }
        Tile::Container(Container::Grid(_)) => None,
    }
}

pub(super) fn read_tile(
    tiles: &mut Tiles<Panel>,
    value: &Value,
    workspace: Workspace,
    seen: &mut HashSet<Panel>,
    depth: usize,
) -> Option<TileId> {
    if depth > 8 {
        return None;
    }
    let mut pane = |tiles: &mut Tiles<Panel>, id: &str| {
        let panel = Panel::named(id)?;
        seen.insert(panel).then(|| tiles.insert_pane(panel))
    };
    if let Some(id) = value.as_str() {
        return pane(tiles, id);
    }
    if let Some(id) = value.get("hidden").and_then(Value::as_str) {
        let tile = pane(tiles, id)?;
        tiles.set_visible(tile, Panel::named(id) == Some(workspace.home()));
        return Some(tile);
    }
    let (key, children) = ["tabs", "row", "column"].into_iter().find_map(|key| Some((key, value.get(key)?.as_array()?)))?;
    let strange = |child: &Value| {
        let id = child.as_str().or_else(|| child.get("hidden")?.as_str());
        id.and_then(Panel::named).is_some_and(|panel| !workspace.has(panel))
    };
    let children: Vec<&Value> = children.iter().filter(|child| !strange(child)).collect();
    if children.is_empty() {
        return None;
    }
    let read: Option<Vec<TileId>> =
        children.into_iter().map(|child| read_tile(tiles, child, workspace, seen, depth + 1)).collect();
    let read = read?;
    if key == "tabs" {
        let active = value.get("active").and_then(Value::as_u64).and_then(|active| read.get(active as usize)).copied();
        let mut tabs = egui_tiles::Tabs::new(read);
        if let Some(active) = active {
            tabs.set_active(active);
        }
        return Some(tiles.insert_container(tabs));
    }
    let dir = if key == "row" { LinearDir::Horizontal } else { LinearDir::Vertical };
    let sizes = value.get("sizes").and_then(Value::as_array);
    let size =
        |index: usize| sizes.and_then(|sizes| sizes.get(index)).and_then(Value::as_f64).unwrap_or(280.0).clamp(2.0, 10_000.0);
    let sized: Vec<(TileId, f32)> = read.into_iter().enumerate().map(|(index, tile)| (tile, size(index) as f32)).collect();
    Some(linear(tiles, dir, &sized))
}
