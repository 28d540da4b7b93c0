//! Benchmarks at the caps: 5 MB of scene, 9,000 entities, 2,000 assets, 12 variants. Each figure stands beside that of a
//! named peer from the same run, and beside what the design asks for; nothing here fails for being slow.
//!
//! `cargo bench -p tablewright-tests` runs all, `cargo bench -p tablewright-tests -- save edit` those two. The JavaScript
//! peers need `node` on the path. `TABLEWRIGHT_ZOD` names a folder in which Zod 4 is installed (`npm install zod@4`);
//! without it, `check` has no peer. The rows of the program itself need a release build of it: `cargo build --release`.
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on ends")]

use std::env;
use std::fs;
use std::hint::black_box;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tablewright_core::check::{Options, Subject, check};
use tablewright_core::edit::{History, Roots};
use tablewright_core::json::{Document, Value};
use tablewright_core::manifest::PackType;
use tablewright_core::pack::new::{NewPack, create};
use tablewright_core::pack::{MANIFEST, OsFs, SETUP, WorkingCopy};
use tablewright_core::pointer;
use tablewright_core::variants::diff::Diff;
use tablewright_core::variants::{self, Scope, Stage, entity_marks, make_base, resolve_all, set_entity, variant_infos};
use tablewright_tests::caps::{Caps, Pack};

/// How often each side of a comparison runs; the median counts.
const ROUNDS: usize = 21;

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    // Test runners start benchmarks too, to list or to try them.
    if !args.iter().any(|arg| arg == "--bench") {
        eprintln!("run with cargo bench");
        return;
    }
    let asked: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    let bench = Bench::new();
    eprintln!("{}", machine());
    println!("{:<58} {:>10} {:>10} {:>7}  target", "work", "ours", "peer", "ratio");
    let parts: [(&str, fn(&Bench)); 9] = [
        ("parse", parse),
        ("open", open),
        ("resolve", resolve),
        ("rebase", rebase),
        ("diff", diff),
        ("check", judge),
        ("save", save),
        ("edit", edit),
        ("growth", growth),
    ];
    for (name, run) in parts {
        if asked.is_empty() || asked.iter().any(|asked| name.contains(asked.as_str())) {
            run(&bench);
        }
    }
}

/// What every benchmark uses: the pack, in memory and on disk, and what the JavaScript peers took.
struct Bench {
    pack: Pack,
    folder: tempfile::TempDir,
    node: Option<serde_json::Value>,
}

impl Bench {
    fn new() -> Self {
        let pack = Caps::default().pack();
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("pack")).unwrap();
        pack.write(&folder.path().join("pack")).unwrap();
        let node = node(&folder.path().join("pack"));
        Self { pack, folder, node }
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("pack")
    }

    fn state_dir(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    fn documents(&self) -> (Document, Document) {
        let read = |text: &str| Document::parse(text.as_bytes()).unwrap();
        (read(&self.pack.manifest), read(&self.pack.setup))
    }

    /// What a work took in JavaScript, where that could be measured.
    fn node(&self, work: &str) -> Option<Duration> {
        let millis = self.node.as_ref()?.get(work)?.as_f64()?;
        Some(Duration::from_secs_f64(millis / 1_000.0))
    }
}

fn peer() -> Command {
    let mut command = Command::new("node");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peer.mjs")).stderr(Stdio::inherit());
    command
}

/// Fails unless the JavaScript peers resolve a small pack and change its base as we do: a wrong peer may be any fast.
fn assert_right(folder: &Path) {
    let small = Caps::of_entities(300).pack();
    fs::create_dir(folder).unwrap();
    small.write(folder).unwrap();
    let [manifest, scene] = [&small.manifest, &small.setup].map(|text| Document::parse(text.as_bytes()).unwrap());
    let listed = listed(&manifest);
    let output = peer().arg("--right").arg(folder).arg(&listed[1]).output().unwrap();
    assert!(output.status.success(), "the JavaScript peers failed");
    let theirs = Document::parse(&output.stdout).unwrap();
    let rebased = Document::parse(theirs.at(&pointer!["rebased"]).unwrap().to_text().as_bytes()).unwrap();
    let ours = make_base(&scene, &listed, &listed[1]).unwrap().scene;
    for id in &listed {
        let played = variants::resolve(&scene, id, &listed).to_document().unwrap();
        assert!(theirs.at(&pointer!["resolved", id]).unwrap().equals(played.root()), "the peer plays {id} otherwise");
        // Where a variant's own entities stand in its list may differ.
        let parts = |scene: &Document| {
            let resolved = variants::resolve(scene, id, &listed);
            let entities = resolved.entities.iter().map(|entity| entity.value.to_text());
            let keys = resolved.keys.iter().filter_map(|key| Some(format!("{} {}", key.key, key.value?.to_text())));
            let mut parts: Vec<String> = entities.chain(keys).collect();
            parts.sort_unstable();
            parts
        };
        assert!(parts(&rebased) == parts(&ours), "the peer's new base changes {id}");
        assert_eq!(delta_size(&rebased, id), delta_size(&ours, id), "the peer stores other differences of {id}");
    }
}

/// How much a variant's differences hold: ids taken away, entities, keys.
fn delta_size(scene: &Document, id: &str) -> [usize; 3] {
    let part = |part: &str| scene.at(&pointer!["variants", "deltas", id, part]).map_or(0, tablewright_core::json::Ref::len);
    [part("removed"), part("objects"), part("scene")]
}

/// Runs the JavaScript peers; `None` where there is no node. The peer of `check` fails unless it accepts the pack.
fn node(pack: &Path) -> Option<serde_json::Value> {
    let mut command = peer();
    command.arg(pack).arg(ROUNDS.to_string());
    match env::var_os("TABLEWRIGHT_ZOD") {
        Some(zod) => {
            command.arg(zod);
        }
        None => eprintln!("TABLEWRIGHT_ZOD is not set: check has no peer"),
    }
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("node: {error}; the JavaScript peers are missing");
            return None;
        }
    };
    assert!(output.status.success(), "the JavaScript peers failed, or refuse the pack");
    assert_right(&pack.with_file_name("small"));
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

fn machine() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().filter(|load| !load.is_empty()).unwrap_or("unknown");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{cores} cores, load {load} at the start; medians of {ROUNDS}")
}

/// Prints one row.
fn row(work: &str, ours: Duration, peer: Option<Duration>, target: &str) {
    let millis = |time: Duration| format!("{:.3} ms", time.as_secs_f64() * 1_000.0);
    let ratio = peer.map_or_else(|| "-".to_owned(), |peer| format!("{:.3}", ours.as_secs_f64() / peer.as_secs_f64()));
    let peer = peer.map_or_else(|| "missing".to_owned(), millis);
    println!("{work:<58} {:>10} {peer:>10} {ratio:>7}  {target}", millis(ours));
    std::io::stdout().flush().unwrap();
}

/// Prints one row for work that has no peer.
fn row_alone(work: &str, ours: Duration, target: &str) {
    let millis = format!("{:.3} ms", ours.as_secs_f64() * 1_000.0);
    println!("{work:<58} {millis:>10} {:>10} {:>7}  {target}", "", "");
}

/// How long one run takes; what it gives is dropped after the clock has stopped.
fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let given = black_box(work());
    let time = start.elapsed();
    drop(given);
    time
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn median_of<T>(mut work: impl FnMut() -> T) -> Duration {
    drop(black_box(work()));
    median((0..ROUNDS).map(|_| time(&mut work)).collect())
}

/// Both sides in turn, so that whatever else the machine does falls on both.
fn in_turn<A, B>(mut ours: impl FnMut() -> A, mut peer: impl FnMut() -> B) -> (Duration, Duration) {
    drop(black_box((ours(), peer())));
    let (ours, peer) = (0..ROUNDS).map(|_| (time(&mut ours), time(&mut peer))).unzip();
    (median(ours), median(peer))
}

fn serde(bytes: &[u8]) -> serde_json::Value {
    serde_json::from_slice(bytes).unwrap()
}

fn parse(bench: &Bench) {
    let bytes = bench.pack.setup.as_bytes();
    // A file as it was read becomes the document's own text, so each round takes one.
    let mut files = vec![bytes.to_vec(); ROUNDS + 1];
    let (ours, peer) = in_turn(|| Document::parse_owned(files.pop().unwrap()).unwrap(), || serde(bytes));
    row("parse the scene / serde_json (order, any precision)", ours, Some(peer), "0.17");
    row("parse the scene / JSON.parse, warm", ours, bench.node("parse"), "-");
}

fn open(bench: &Bench) {
    let (root, state) = (bench.root(), bench.state_dir());
    let ours = || {
        let (copy, _) = WorkingCopy::open(&OsFs, &root, &state).unwrap();
        let variants = variant_infos(copy.manifest.document(), copy.scene.document());
        assert_eq!(variants.len(), Caps::default().variants);
        (copy, variants)
    };
    let peer = || [MANIFEST, SETUP].map(|name| serde(&fs::read(root.join(name)).unwrap()));
    let (ours, peer) = in_turn(ours, peer);
    row("open, variants listed / both files by serde_json", ours, Some(peer), "-");
    row("open, variants listed / both files by JSON.parse, warm", ours, bench.node("open"), "-");
}

fn resolve(bench: &Bench) {
    let (manifest, scene) = bench.documents();
    let listed = listed(&manifest);
    let ours = median_of(|| {
        let all = resolve_all(&scene, &listed);
        assert_eq!(all.len(), Caps::default().variants);
        all
    });
    row("resolve all 12, entities listed / JavaScript, warm", ours, bench.node("resolve"), "0.2");
}

fn rebase(bench: &Bench) {
    let (manifest, scene) = bench.documents();
    let listed = listed(&manifest);
    let ours = median_of(|| {
        let rebased = make_base(&scene, &listed, &listed[1]).unwrap();
        assert!(rebased.proof.len() == listed.len() && rebased.proof.iter().all(|line| line.holds));
        rebased
    });
    row("make another variant the base, proven / JavaScript, warm", ours, bench.node("rebase"), "0.05");
}

fn diff(bench: &Bench) {
    let (manifest, scene) = bench.documents();
    let listed = listed(&manifest);
    let [base, one, other] = [&listed[0], &listed[1], &listed[2]];
    for (what, from, to) in [("a variant against the base", base, one), ("two variants", one, other)] {
        let ours = median_of(|| {
            let rows = Diff::between(&scene, &listed, from, to);
            assert!(!rows.is_same());
            rows
        });
        row_alone(&format!("differences of {what}, as rows"), ours, "-");
    }
    let resolved = resolve_all(&scene, &listed);
    let ours = median_of(|| resolved[1..].iter().map(|(_, other)| entity_marks(&resolved[0].1, other)).collect::<Vec<_>>());
    row_alone("marks for tints, 11 variants against the base", ours, "-");
}

fn listed(manifest: &Document) -> Vec<String> {
    variant_infos(Some(manifest), None).into_iter().map(|variant| variant.id).collect()
}

const DOCUMENTS: Options = Options { documents: true };

fn judge(bench: &Bench) {
    let ours = median_of(|| {
        let (manifest, scene) = bench.documents();
        let found = check(&Subject::of_documents(Ok(&manifest), Ok(&scene)), &DOCUMENTS);
        assert!(found.is_empty(), "{:?}", found.first());
        (manifest, scene)
    });
    row("check --documents, in process / JSON.parse + Zod 4, warm", ours, bench.node("check"), "0.12");
    let program = program();
    if !program.is_file() {
        eprintln!("{} is not built: its rows are missing", program.display());
        return;
    }
    let run = |pack: &Path, more: &[&str]| {
        let mut command = Command::new(&program);
        command.arg("check").arg(pack).args(more).stdout(Stdio::null());
        assert!(command.status().unwrap().success(), "check refuses {}", pack.display());
    };
    let ours = median_of(|| run(&bench.root(), &["--documents"]));
    row("check --documents, whole process / JSON.parse + Zod 4, warm", ours, bench.node("check"), "0.2");
    let sample = bench.folder.path().join("sample");
    create(&sample, &NewPack { pack_type: PackType::Game, name: "Sample".to_owned(), sample: true }).unwrap();
    row_alone("check of the sample pack, whole process", median_of(|| run(&sample, &[])), "100 ms");
}

/// The release build of the program, which stands beside the folder of this one.
fn program() -> PathBuf {
    let mut path = env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.join(format!("tablewright{}", env::consts::EXE_SUFFIX))
}

fn save(bench: &Bench) {
    for (what, with_manifest, target) in [("both files", true, "4, 60 ms"), ("one file", false, "40 ms")] {
        let (mut copy, _) = WorkingCopy::open(&OsFs, &bench.root(), &bench.state_dir()).unwrap();
        let beside = bench.root().join("peer");
        fs::create_dir_all(&beside).unwrap();
        let (mut ours, mut peer) = (Vec::new(), Vec::new());
        for round in 0..=ROUNDS {
            let Roots { manifest: Some(manifest), scene: Some(scene) } = copy.roots() else { panic!("no documents") };
            let manifest = manifest.set(&pointer!["version"], format!("1.0.{round}").into()).unwrap();
            let scene = scene.set(&pointer!["objects", round, "locked"], (round % 2 == 0).into()).unwrap();
            let manifest = Some(&manifest).filter(|_| with_manifest);
            ours.push(time(|| copy.save(&OsFs, manifest, Some(&scene), &bench.state_dir()).unwrap()));
            let texts: Vec<(&str, String)> =
                manifest.map(|manifest| (MANIFEST, manifest.text())).into_iter().chain([(SETUP, scene.text())]).collect();
            peer.push(time(|| texts.iter().for_each(|(name, text)| replace(&beside, name, text.as_bytes()))));
        }
        // The first round is for warming up.
        let (ours, peer) = (median(ours.split_off(1)), median(peer.split_off(1)));
        row(&format!("save {what} after an edit / temp + fsync + rename"), ours, Some(peer), target);
        fs::remove_dir_all(beside).unwrap();
    }
}

/// What a careful program does for one file that stands alone.
fn replace(dir: &Path, name: &str, bytes: &[u8]) {
    let mut file = tempfile::NamedTempFile::new_in(dir).unwrap();
    file.write_all(bytes).unwrap();
    file.as_file().sync_all().unwrap();
    file.persist(dir.join(name)).unwrap();
    if cfg!(unix) {
        fs::File::open(dir).unwrap().sync_all().unwrap();
    }
}

fn edit(bench: &Bench) {
    for (name, scope) in [("all variants", Scope::All), ("only the one shown", Scope::Only)] {
        for entities in [1_000, 9_000, 50_000] {
            row_alone(&format!("one edit, {name}, {entities} entities"), Edit::of_entities(entities).time(scope), "1 ms");
        }
    }
    let (manifest, scene) = bench.documents();
    let listed = listed(&manifest);
    let stage = Stage::new(&scene, &listed, "table-03");
    let id = scene.at(&pointer!["objects", 5_000, "id"]).unwrap().as_str().unwrap();
    let edited = set_entity(stage, Scope::All, &id, &pointer!["position"], Some(position(1))).unwrap().scene;
    let ours = median_of(|| check(&Subject::of_documents(Ok(&manifest), Ok(&edited)), &DOCUMENTS));
    row_alone("its problems, 9,000 entities", ours, "16 ms");
}

fn position(round: usize) -> Value {
    Value::object([("x", Value::from(round as f64 / 8.0)), ("y", 2.1.into()), ("z", 0.into())])
}

/// One entity of the base being moved, step after step, on a history.
struct Edit {
    manifest: Document,
    scene: Document,
    listed: Vec<String>,
}

impl Edit {
    fn of_entities(entities: usize) -> Self {
        let pack = Caps::of_entities(entities).pack();
        let read = |text: &str| Document::parse(text.as_bytes()).unwrap();
        let (manifest, scene) = (read(&pack.manifest), read(&pack.setup));
        Self { listed: listed(&manifest), manifest, scene }
    }

    fn time(&self, scope: Scope) -> Duration {
        let objects = self.scene.at(&pointer!["objects"]).unwrap();
        let middle = objects.index(objects.len() / 2).unwrap();
        let id = middle.get("id").unwrap().as_str().unwrap();
        let mut history = History::new(Roots { manifest: Some(self.manifest.clone()), scene: Some(self.scene.clone()) });
        let mut round = 0;
        median_of(|| {
            round += 1;
            let before = history.roots().clone();
            let stage = Stage::new(before.scene.as_ref().unwrap(), &self.listed, "table-03");
            let edited = set_entity(stage, scope, &id, &pointer!["position"], Some(position(round))).unwrap();
            assert!(history.apply("Move", Roots { scene: Some(edited.scene), ..before.clone() }, None));
        })
    }
}

/// How each work grows with the entities: 1 is linear or better, whatever stays the same for every scene aside.
fn growth(_: &Bench) {
    let (few, many) = (Edit::of_entities(1_000), Edit::of_entities(50_000));
    let size = |pack: &Edit| pack.scene.loaded_text().len() as f64;
    let grown = |work: &str, by: f64, target: &str, run: &dyn Fn(&Edit) -> Duration| {
        let (small, large) = (run(&few), run(&many));
        let per = large.as_secs_f64() / small.as_secs_f64() / by;
        let millis = |time: Duration| format!("{:.3} ms", time.as_secs_f64() * 1_000.0);
        println!("{:<58} {:>10} {:>10} {per:>7.3}  {target}", format!("growth of {work}"), millis(large), millis(small));
    };
    let by_size = size(&many) / size(&few);
    grown("parse, 50,000 / 1,000 entities, a byte", by_size, "1", &|pack| {
        median_of(|| Document::parse(pack.scene.loaded_text().as_bytes()).unwrap())
    });
    grown("resolve all 12, 50,000 / 1,000 entities, an entity", 50.0, "1", &|pack| {
        median_of(|| resolve_all(&pack.scene, &pack.listed))
    });
    grown("check, 50,000 / 1,000 entities, a byte", by_size, "1", &|pack| {
        median_of(|| check(&Subject::of_documents(Ok(&pack.manifest), Ok(&pack.scene)), &DOCUMENTS))
    });
    grown("writing the text after an edit, a byte", by_size, "1", &|pack| {
        let edited = pack.scene.set(&pointer!["name"], "Another".into()).unwrap();
        median_of(|| edited.text())
    });
    grown("one edit, all variants, 50,000 / 1,000 entities", 1.0, "2", &|pack| pack.time(Scope::All));
    grown("one edit, only one, 50,000 / 1,000 entities", 1.0, "2", &|pack| pack.time(Scope::Only));
}
