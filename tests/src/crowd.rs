//! A pack of four variants that share most of many pieces: for tests and benchmarks of variants side by side. Made from
//! numbers alone, the same bytes in every run.

use std::fmt::Write as _;
use std::{fs, io, path::Path};

/// The ids of its variants; the first is the base.
pub const VARIANTS: [&str; 4] = ["first", "second", "third", "fourth"];

/// Writes the pack into `folder`, which must exist. Each variant has `pieces`, of eight kinds; each but the first takes
/// away, changes and adds a fiftieth of them.
///
/// # Errors
/// Where the folder cannot be written to.
pub fn write(folder: &Path, pieces: usize) -> io::Result<()> {
    fs::write(folder.join("setup.json"), scene(pieces))?;
    fs::write(folder.join("diceytable.mod.json"), manifest())
}

fn manifest() -> String {
    let variants = VARIANTS.map(|id| format!(r#"{{"id":"{id}","name":"The {id}"}}"#)).join(",");
    format!(
        r#"{{"schemaVersion":"1.0","id":"example.crowd","name":"Crowd","slug":"crowd","version":"1.0.0","type":"game-pack",
        "entry":{{"setup":"setup.json"}},"compatibility":{{"engine":">=0.1 <1.0"}},"license":"MIT","variants":[{variants}]}}"#
    )
}

fn scene(pieces: usize) -> String {
    let share = (pieces / 50).max(1);
    let base: Vec<String> = (0..pieces).map(|i| piece(&format!("e{i}"), i, 0.03)).collect();
    let mut deltas = String::new();
    for (number, id) in VARIANTS.into_iter().enumerate().skip(1) {
        let first = number * 3 * share;
        let removed: Vec<String> = (first..first + share).map(|i| format!("\"e{i}\"")).collect();
        let changed = (first + share..first + 2 * share).map(|i| piece(&format!("e{i}"), i, 0.09));
        let added = (first..first + share).map(|i| piece(&format!("{id}{i}"), i, 0.06));
        let objects: Vec<String> = changed.chain(added).collect();
        let comma = if number > 1 { "," } else { "" };
        // Writing into a text never fails.
        let _ok = write!(deltas, r#"{comma}"{id}":{{"removed":[{}],"objects":[{}]}}"#, removed.join(","), objects.join(","));
    }
    format!(
        r##"{{"schemaVersion":2,"sceneId":"crowd","name":"Crowd","environment":{{"tableSurfaceColor":"#2e5d4b",
        "tableSurfaceTextureAssetId":null,"ambientColor":"#ffffff","fogEnabled":false,"fogColor":"#000000","fogDensity":0,
        "skyboxAssetId":null}},"objects":[{}],"variants":{{"base":"{}","deltas":{{{deltas}}}}}}}"##,
        base.join(","),
        VARIANTS[0],
    )
}

fn piece(id: &str, i: usize, y: f64) -> String {
    const KINDS: [&str; 8] = ["card", "token", "die", "board", "bag", "deck", "button", "card-holder"];
    let (x, z) = ((i % 71) as f64 * 0.06 - 2.1, (i / 71) as f64 * 0.06 - 2.1);
    format!(
        r##"{{"id":"{id}","kind":"{}","displayName":"{id}","color":"#a08060","position":{{"x":{x:.3},"y":{y},"z":{z:.3}}},"rotation":{{"x":0,"y":0,"z":0}},"scale":{{"x":0.05,"y":0.02,"z":0.05}}}}"##,
        KINDS[i % KINDS.len()],
    )
}
