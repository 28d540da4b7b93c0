//! The exhaustive run: every access of a save × every way to fail or crash × every scenario, and the same for recovery.
//!
//! The same suite must find fault with savers that cut a corner; otherwise it would prove nothing about ours.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind as Io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::fault::{FaultFs, Loss};
use super::names::{Tag, staged_name};
use super::save::{SaveFile, SaveOptions, SaveSet, Saved, save};
use super::*;
use crate::error::Result;

const PACK: &str = "/home/pack";
const STATE: &str = "/home/state";
const KINDS: [Io; 4] = [Io::Other, Io::StorageFull, Io::PermissionDenied, Io::ResourceBusy];

type Tree = BTreeMap<PathBuf, Vec<u8>>;
/// Disks from which the pack opened well, with what had to be there.
type Good = BTreeSet<(Hash, Option<bool>)>;
type Saver = fn(&FaultFs, &SaveSet) -> Result<Saved>;

/// One starting point: for each file its old content (`None`: not there) and the new one.
struct Scenario {
    name: &'static str,
    files: &'static [(&'static str, Option<&'static str>, &'static str)],
    others: &'static [(&'static str, &'static str)],
}

const SCENARIOS: [Scenario; 7] = [
    Scenario {
        name: "both dirty",
        files: &[("diceytable.mod.json", Some("{\"old\":1}"), "{\"new\":22}"), ("setup.json", Some("[1,2]"), "[1,2,3,4]")],
        others: &[(".git/info/exclude", "# mine\n")],
    },
    Scenario {
        name: "one dirty",
        files: &[("setup.json", Some("[1,2]"), "[1,2,3,4]")],
        others: &[("diceytable.mod.json", "{}")],
    },
    Scenario {
        name: "first save",
        files: &[("diceytable.mod.json", None, "{\"new\":22}"), ("setup.json", None, "[1,2,3,4]")],
        others: &[("readme.md", "hello")],
    },
    Scenario {
        name: "legacy twin",
        files: &[
            ("diceytable.mod.json", Some("{\"old\":1}"), "{\"new\":22}"),
            ("gametable.mod.json", Some("{\"old\":1}"), "{\"new\":22}"),
            ("setup.json", Some("[1,2]"), "[1,2,3,4]"),
        ],
        others: &[],
    },
    Scenario {
        name: "target missing",
        files: &[("diceytable.mod.json", Some("{\"old\":1}"), "{\"new\":22}"), ("setup.json", None, "[1,2,3,4]")],
        others: &[],
    },
    Scenario {
        name: "in two folders",
        files: &[("diceytable.mod.json", Some("{\"old\":1}"), "{\"new\":22}"), ("scene/setup.json", Some("[1,2]"), "[1,2,3,4]")],
        others: &[],
    },
    Scenario {
        name: "in a new folder",
        files: &[("diceytable.mod.json", Some("{\"old\":1}"), "{\"new\":22}"), ("scene/a/setup.json", None, "[1,2,3,4]")],
        others: &[],
    },
];

impl Scenario {
    fn fs(&self) -> FaultFs {
        let fs = FaultFs::with_files([("/home/pack/.keep", "")]);
        let old = self.files.iter().filter_map(|(name, old, _)| old.map(|old| (*name, old)));
        for (name, content) in old.chain(self.others.iter().copied()) {
            fs.put(&at(name), content.as_bytes());
        }
        fs
    }

    fn set(&self) -> SaveSet {
        let file = |&(name, old, new): &(&str, Option<&str>, &str)| SaveFile {
            path: PackPath::parse(name).unwrap(),
            expected: old.map(|old| Hash::of(old.as_bytes())),
            bytes: Arc::from(new.as_bytes()),
        };
        SaveSet { root: PACK.into(), files: self.files.iter().map(file).collect() }
    }

    /// `Some(true)`: all new, `Some(false)`: all old, `None`: a mixture or something else.
    fn state(&self, fs: &FaultFs) -> Option<bool> {
        let disk = fs.files();
        let is = |name: &str, content: Option<&str>| disk.get(&at(name)).map(Vec::as_slice) == content.map(str::as_bytes);
        if self.files.iter().all(|(name, _, new)| is(name, Some(new))) {
            return Some(true);
        }
        self.files.iter().all(|(name, old, _)| is(name, *old)).then_some(false)
    }

    /// Opens the pack as the editor does and checks all that must hold then; a disk that did well before is not tried again.
    fn reopen(&self, fs: &FaultFs, must_be: Option<bool>, good: &mut Good) -> std::result::Result<(), String> {
        let disk = (fingerprint(&fs.files()), must_be);
        if !good.contains(&disk) {
            self.reopen_now(fs, must_be)?;
            good.insert(disk);
        }
        Ok(())
    }

    fn reopen_now(&self, fs: &FaultFs, must_be: Option<bool>) -> std::result::Result<(), String> {
        let foreseen = self.foreseen(fs)?;
        let recovery = recover(fs, Path::new(PACK), Path::new(STATE)).map_err(|error| format!("recovery failed: {error}"))?;
        if let Outcome::Undecided { .. } = recovery.outcome {
            return Err("undecided, though nobody else wrote".into());
        }
        let state = self.state(fs).ok_or_else(|| format!("neither old nor new: {:?}", pack_files(fs)))?;
        if must_be.is_some_and(|must| must != state) {
            return Err(format!("all {}", if state { "new" } else { "old" }));
        }
        if foreseen != pack_content(fs) {
            return Err("peek foresaw something else".into());
        }
        if let Some(left) = pack_files(fs).keys().find(|path| is_ours(&path.file_name().unwrap().to_string_lossy())) {
            return Err(format!("{} left behind", left.display()));
        }
        let before = fs.files();
        let again = recover(fs, Path::new(PACK), Path::new(STATE)).map_err(|error| format!("second recovery: {error}"))?;
        if again.outcome != Outcome::Clean || fs.files() != before {
            return Err(format!("a second recovery did something: {:?}", again.outcome));
        }
        Ok(())
    }

    /// The pack's files as `peek` says that recovery will leave them; it must not change anything.
    fn foreseen(&self, fs: &FaultFs) -> std::result::Result<Tree, String> {
        let before = fs.files();
        let seen = peek(fs, Path::new(PACK), Path::new(STATE)).map_err(|error| format!("peek failed: {error}"))?;
        if fs.files() != before {
            return Err("peek wrote something".into());
        }
        let mut content = pack_content(fs);
        if let Some(seen) = seen {
            for (path, bytes) in seen.files() {
                content.insert(path.join(Path::new(PACK)), bytes.to_vec());
            }
        }
        Ok(content)
    }
}

fn fingerprint(files: &Tree) -> Hash {
    let mut all = Vec::new();
    for (path, bytes) in files {
        all.extend_from_slice(path.as_os_str().as_encoded_bytes());
        all.extend_from_slice(&bytes.len().to_le_bytes());
        all.extend_from_slice(bytes);
    }
    Hash::of(&all)
}

fn at(name: &str) -> PathBuf {
    Path::new(PACK).join(name)
}

fn pack_files(fs: &FaultFs) -> Tree {
    fs.files().into_iter().filter(|(path, _)| path.starts_with(PACK)).collect()
}

/// The pack's files without ours and git's.
fn pack_content(fs: &FaultFs) -> Tree {
    let mut files = pack_files(fs);
    files.retain(|path, _| !is_ours(&path.file_name().unwrap().to_string_lossy()) && !path.starts_with(at(".git")));
    files
}

fn ours(fs: &FaultFs, set: &SaveSet) -> Result<Saved> {
    save(fs, set, &SaveOptions { state_dir: Path::new(STATE), verify: &|_, _| Ok(()), in_place: false })
}

fn ours_in_place(fs: &FaultFs, set: &SaveSet) -> Result<Saved> {
    save(fs, set, &SaveOptions { state_dir: Path::new(STATE), verify: &|_, _| Ok(()), in_place: true })
}

/// Every finding of the suite about one saver in one scenario; sound savers give none.
fn suite(scenario: &Scenario, saver: Saver) -> Vec<String> {
    let mut findings = Vec::new();
    let mut find = |what: String, result: std::result::Result<(), String>| {
        if let Err(why) = result {
            findings.push(format!("{}: {what}: {why}", scenario.name));
        }
    };
    let mut good = Good::new();
    let fs = scenario.fs();
    let clean = saver(&fs, &scenario.set());
    let ops = fs.ops();
    find("clean run".into(), clean.map(drop).map_err(|error| error.to_string()));
    for loss in fs.losses() {
        find(format!("power cut after success, {loss:?}"), scenario.reopen(&fs.reboot(loss), Some(true), &mut good));
    }
    for op in 0..ops {
        let fs = scenario.fs();
        fs.crash_after(op);
        saver(&fs, &scenario.set()).ok();
        for loss in fs.losses() {
            let disk = fs.reboot(loss);
            find(format!("crash after {op}, {loss:?}"), scenario.reopen(&disk, None, &mut good));
        }
        for kind in KINDS {
            for stays in [false, true] {
                find(format!("{kind:?} at {op}, stays: {stays}"), one_error(scenario, saver, (op, kind, stays), &mut good));
            }
        }
    }
    findings
}

/// One run with an error: memory and disk must agree about what happened, whatever comes next.
fn one_error(
    scenario: &Scenario,
    saver: Saver,
    (op, kind, stays): (u64, Io, bool),
    good: &mut Good,
) -> std::result::Result<(), String> {
    let fs = scenario.fs();
    fs.fail_at(op, kind, stays);
    let saved = saver(&fs, &scenario.set());
    fs.heal();
    if saved.is_err() && scenario.state(&fs) != Some(false) {
        return Err("an error was reported, but the disk is not as it was".into());
    }
    // What the caller was told decides what a power cut at this moment may leave.
    let told_new = saved.as_ref().is_ok_and(|saved| saved.pending.is_none());
    for loss in fs.losses() {
        scenario
            .reopen(&fs.reboot(loss), told_new.then_some(true), good)
            .map_err(|why| format!("then a power cut, {loss:?}: {why}"))?;
    }
    match saved {
        Ok(_) => scenario.reopen(&fs, Some(true), good),
        Err(_) => {
            if !stays
                && let Some(left) = pack_files(&fs).keys().find(|path| is_ours(&path.file_name().unwrap().to_string_lossy()))
            {
                return Err(format!("{} left behind by an error", left.display()));
            }
            saver(&fs, &scenario.set()).map_err(|error| format!("saving again: {error}"))?;
            scenario.reopen(&fs, Some(true), good)
        }
    }
}

fn assert_sound(saver: Saver) {
    for scenario in &SCENARIOS {
        let findings = suite(scenario, saver);
        assert!(
            findings.is_empty(),
            "{} findings, the first:\n{}",
            findings.len(),
            findings[..findings.len().min(12)].join("\n")
        );
    }
}

#[test]
fn no_failure_and_no_crash_of_a_save_leaves_a_mixture() {
    assert_sound(ours);
}

#[test]
fn nor_does_one_of_a_save_in_place() {
    assert_sound(ours_in_place);
}

#[test]
fn nor_does_one_of_the_recovery_after_it() {
    for scenario in &SCENARIOS {
        for saver in [ours as Saver, ours_in_place] {
            let seen = disks_after_crashes(scenario, saver);
            assert!(seen.len() > 4, "{}: only {} different packs", scenario.name, seen.len());
            let mut good = Good::new();
            for fs in seen.values() {
                recovery_survives(scenario, fs, &mut good);
            }
        }
    }
}

/// The packs that crashes of a save leave, each different one once; what the state folder holds besides does not steer a
/// recovery.
fn disks_after_crashes(scenario: &Scenario, saver: Saver) -> BTreeMap<Hash, FaultFs> {
    let count = scenario.fs();
    saver(&count, &scenario.set()).unwrap();
    let mut disks = BTreeMap::new();
    for op in 0..count.ops() {
        let fs = scenario.fs();
        fs.crash_after(op);
        saver(&fs, &scenario.set()).ok();
        for loss in fs.losses() {
            let disk = fs.reboot(loss);
            disks.entry(fingerprint(&pack_files(&disk))).or_insert(disk);
        }
    }
    disks
}

/// Crashes and fails every access of the recovery from the disk `start`.
fn recovery_survives(scenario: &Scenario, start: &FaultFs, good: &mut Good) {
    let copy = || start.reboot(Loss::Nothing);
    let run = copy();
    recover(&run, Path::new(PACK), Path::new(STATE)).unwrap();
    for op in 0..run.ops() {
        let fs = copy();
        fs.crash_after(op);
        recover(&fs, Path::new(PACK), Path::new(STATE)).ok();
        for loss in fs.losses() {
            let disk = fs.reboot(loss);
            scenario.reopen(&disk, None, good).unwrap_or_else(|why| panic!("{}: {op}, {loss:?}: {why}", scenario.name));
        }
        for stays in [false, true] {
            let fs = copy();
            fs.fail_at(op, Io::PermissionDenied, stays);
            recover(&fs, Path::new(PACK), Path::new(STATE)).ok();
            fs.heal();
            scenario.reopen(&fs, None, good).unwrap_or_else(|why| panic!("{}: error at {op}: {why}", scenario.name));
        }
    }
}

/// The negative controls.
mod corners_cut {
    use super::*;
    use crate::error::Error;

    fn done(set: &SaveSet, result: std::io::Result<()>) -> Result<Saved> {
        result.map_err(|error| Error::io("Couldn't save", &set.root, error))?;
        Ok(Saved { files: Vec::new(), notes: Vec::new(), pending: None })
    }

    /// Truncate and write: what a plain `fs::write` does.
    fn plain(fs: &FaultFs, set: &SaveSet) -> Result<Saved> {
        let write = |file: &SaveFile| match fs.overwrite(&file.path.join(&set.root), &file.bytes) {
            Err(error) if error.kind() == Io::NotFound => fs.write_new(&file.path.join(&set.root), &file.bytes, None),
            other => other,
        };
        done(set, set.files.iter().try_for_each(write))
    }

    /// Each file for itself, by a name beside it; `synced` or not.
    fn renaming(fs: &FaultFs, set: &SaveSet, synced: bool) -> Result<Saved> {
        let write = |file: &SaveFile| {
            let target = file.path.join(&set.root);
            let beside = target.with_file_name(staged_name(file.path.name(), &Tag::fresh(fs)));
            let written = fs.write_new(&beside, &file.bytes, None).and_then(|()| {
                if synced {
                    fs.sync_file(&beside)?;
                }
                fs.rename(&beside, &target)?;
                if synced { fs.sync_dir(target.parent().unwrap()) } else { Ok(()) }
            });
            if written.is_err() {
                fs.remove_file(&beside).ok();
            }
            written
        };
        done(set, set.files.iter().try_for_each(write))
    }

    fn synced(fs: &FaultFs, set: &SaveSet) -> Result<Saved> {
        renaming(fs, set, true)
    }

    fn unsynced(fs: &FaultFs, set: &SaveSet) -> Result<Saved> {
        renaming(fs, set, false)
    }

    fn findings(scenario: &Scenario, saver: Saver, about: &str) -> usize {
        suite(scenario, saver).iter().filter(|finding| finding.contains(about)).count()
    }

    #[test]
    fn truncating_fails_the_suite_everywhere() {
        for scenario in SCENARIOS.iter().filter(|scenario| scenario.name != "in a new folder") {
            assert!(findings(scenario, plain, "crash after") > 0, "{}", scenario.name);
            assert!(findings(scenario, plain, "power cut after success") > 0, "{}", scenario.name);
        }
    }

    #[test]
    fn a_file_at_a_time_fails_the_suite_where_there_are_two() {
        assert!(findings(&SCENARIOS[0], synced, "neither old nor new") > 0);
        assert!(findings(&SCENARIOS[0], synced, "the disk is not as it was") > 0);
        assert_eq!(findings(&SCENARIOS[0], synced, "power cut after success"), 0, "that much it gets right");
    }

    #[test]
    fn renaming_without_syncing_fails_the_suite_even_for_one() {
        assert!(findings(&SCENARIOS[1], unsynced, "Content") > 0);
    }
}
