//! The inventory of 2,000 files of 1 GB: every file with its hash, beside reading the same files from the system's memory, and
//! a second look at the unchanged tree.
//!
//! `cargo bench -p tablewright-tests --bench inventory`. Needs 1 GB of free memory for a fair peer; nothing here fails for being slow.
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on ends")]

use std::env;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tablewright_core::assets::{Memory, survey};
use tablewright_core::edit::Roots;
use tablewright_core::job::Quiet;
use tablewright_core::pack::OsFs;

const FILES: usize = 2_000;
const SIZE: usize = 512 << 10;
const ROUNDS: usize = 5;

fn main() {
    // Test runners start benchmarks too, to list or to try them.
    if !env::args().any(|arg| arg == "--bench") {
        eprintln!("run with cargo bench");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let files = write_files(folder.path());
    let reading = median(|| read_all(&files));
    let mut memory = Memory::default();
    let whole = median(|| {
        memory = Memory::default();
        look(folder.path(), &mut memory);
    });
    let before = memory.reads();
    let second = median(|| look(folder.path(), &mut memory));
    println!("{:<44} {:>9} {:>9} {:>6}  target", "work", "ours", "peer", "ratio");
    let ratio = reading.as_secs_f64() / whole.as_secs_f64();
    println!(
        "{:<44} {whole:>9.1?} {reading:>9.1?} {ratio:>6.2}  at least 0.7 of the speed of reading",
        "inventory of 2,000 files / 1 GB"
    );
    println!("{:<44} {second:>9.1?} {:>9} {:>6}  under 50 ms", "a second look at the unchanged tree", "", "");
    println!("{:<44} {:>9} {:>9} {:>6}  0", "files that it reads", memory.reads() - before, "", "");
}

/// Files whose bytes differ, half of them with the end of a line of two characters somewhere.
fn write_files(folder: &Path) -> Vec<PathBuf> {
    let mut state = 1_u64;
    let mut bytes = vec![0; SIZE];
    (0..FILES)
        .map(|index| {
            for eight in bytes.chunks_exact_mut(8) {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                eight.copy_from_slice(&state.to_le_bytes());
            }
            let path = folder.join(format!("textures/{:02}/{index}.webp", index % 50));
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &bytes).unwrap();
            path
        })
        .collect()
}

/// The peer: every file through one buffer, one after the other.
fn read_all(files: &[PathBuf]) {
    let mut buffer = vec![0; 1 << 18];
    for path in files {
        let mut file = fs::File::open(path).unwrap();
        while file.read(&mut buffer).unwrap() > 0 {}
    }
}

fn look(root: &Path, memory: &mut Memory) {
    let found = survey(&OsFs, root, &Roots::default(), memory, &Quiet).unwrap();
    memory.hash(root, &found.listing, &mut |_| true, false, &Quiet).unwrap();
    assert_eq!(found.inventory.rows.len(), FILES);
}

fn median(mut work: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let begun = Instant::now();
            work();
            begun.elapsed()
        })
        .collect();
    times.sort();
    times[ROUNDS / 2]
}
