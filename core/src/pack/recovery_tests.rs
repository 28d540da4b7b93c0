//! Interrupted saves with which something happened before the pack was opened again.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use proptest::prelude::*;
use proptest::sample::Index;

use super::fault::{FaultFs, Loss};
use super::names::{JOURNAL_NAME, is_staged};
use super::*;
use crate::error::ErrorKind;

const PACK: &str = "/pack";
const STATE: &str = "/state";
const FILES: [(&str, &str, &str); 2] =
    [("diceytable.mod.json", "{\"old\":1}", "{\"new\":22}"), ("setup.json", "[1,2]", "[1,2,3,4]")];

fn at(name: &str) -> PathBuf {
    Path::new(PACK).join(name)
}

fn fresh() -> FaultFs {
    let fs = FaultFs::default();
    for (name, old, _) in FILES {
        fs.put(&at(name), old.as_bytes());
    }
    fs
}

fn set() -> SaveSet {
    let file = |(name, old, new): (&str, &str, &str)| SaveFile {
        path: PackPath::parse(name).unwrap(),
        expected: Some(Hash::of(old.as_bytes())),
        bytes: Arc::from(new.as_bytes()),
    };
    SaveSet { root: PACK.into(), files: FILES.map(file).to_vec() }
}

fn try_save(fs: &FaultFs) -> crate::Result<Saved> {
    save(fs, &set(), &SaveOptions { state_dir: Path::new(STATE), verify: &|_, _| Ok(()), in_place: false })
}

fn reopen(fs: &FaultFs) -> Recovery {
    recover(fs, Path::new(PACK), Path::new(STATE)).unwrap()
}

fn text(fs: &FaultFs, name: &str) -> String {
    String::from_utf8_lossy(&fs.files()[&at(name)]).into_owned()
}

fn both(fs: &FaultFs) -> [String; 2] {
    FILES.map(|(name, ..)| text(fs, name))
}

/// A committed save that died when `renamed` of its two files were new.
fn interrupted(renamed: usize) -> FaultFs {
    static FOUND: OnceLock<[FaultFs; 3]> = OnceLock::new();
    FOUND.get_or_init(|| [0, 1, 2].map(find_interrupted))[renamed].reboot(Loss::Nothing)
}

fn find_interrupted(renamed: usize) -> FaultFs {
    let died = |op| {
        let fs = fresh();
        fs.crash_after(op);
        try_save(&fs).ok();
        fs.reboot(Loss::Nothing)
    };
    let there = |fs: &FaultFs| {
        let new = FILES.iter().filter(|(name, _, new)| text(fs, name) == *new).count();
        fs.files().contains_key(&at(JOURNAL_NAME)) && new == renamed
    };
    (0..500).map(died).find(there).expect("a save passes through this state")
}

fn staged(fs: &FaultFs) -> Vec<PathBuf> {
    fs.files().into_keys().filter(|path| is_staged(&path.file_name().unwrap().to_string_lossy())).collect()
}

#[test]
fn a_change_before_the_first_rename_sets_the_save_aside() {
    let fs = interrupted(0);
    fs.put(&at("setup.json"), b"theirs");
    let seen = peek(&fs, Path::new(PACK), Path::new(STATE)).unwrap().unwrap();
    assert_eq!((seen.verdict, seen.files().count()), (Verdict::SetAside, 0));
    let Outcome::SetAside { reason: SetAsideReason::ChangedSince, files, folder } = reopen(&fs).outcome else { panic!() };
    assert_eq!(files.len(), 2);
    assert_eq!(both(&fs), [FILES[0].1, "theirs"], "the disk is as they left it");
    let kept: Vec<String> = fs
        .files()
        .iter()
        .filter(|(path, _)| path.starts_with(&folder))
        .map(|(_, bytes)| String::from_utf8(bytes.clone()).unwrap())
        .collect();
    for (_, _, new) in FILES {
        assert!(kept.iter().any(|text| text == new), "what would have been saved is kept: {kept:?}");
    }
    assert!(staged(&fs).is_empty() && !fs.files().contains_key(&at(JOURNAL_NAME)));
    assert_eq!(reopen(&fs).outcome, Outcome::Clean);
}

#[test]
fn a_file_deleted_before_the_first_rename_counts_as_changed() {
    let fs = interrupted(0);
    fs.take_away(&at("setup.json"));
    assert!(matches!(reopen(&fs).outcome, Outcome::SetAside { .. }));
    assert!(!fs.files().contains_key(&at("setup.json")), "nothing comes back by itself");
}

/// One file was renamed, and then somebody wrote the other one.
fn contested() -> FaultFs {
    let fs = interrupted(1);
    fs.put(&at("setup.json"), b"theirs");
    fs
}

#[test]
fn a_change_after_the_first_rename_is_for_the_person() {
    let fs = contested();
    let before = fs.files();
    let Outcome::Undecided { files } = reopen(&fs).outcome else { panic!() };
    let read = |path: &Option<PathBuf>| String::from_utf8(fs.files()[path.as_ref().unwrap()].clone()).unwrap();
    for (file, (name, old, new)) in files.iter().zip(FILES) {
        assert_eq!((file.path.as_str(), read(&file.saved), read(&file.before)), (name, new.into(), old.into()));
    }
    assert_eq!(files.iter().map(|file| file.state).collect::<Vec<_>>(), [FileState::Done, FileState::Changed]);
    let seen = peek(&fs, Path::new(PACK), Path::new(STATE)).unwrap().unwrap();
    assert_eq!((seen.verdict, seen.files().count()), (Verdict::Undecided, 0));
    assert!(matches!(reopen(&fs).outcome, Outcome::Undecided { .. }), "until it is settled");
    assert_eq!(try_save(&fs).unwrap_err().kind(), ErrorKind::Refused);
    let mut after = fs.files();
    after.retain(|path, _| before.contains_key(path));
    assert_eq!(after, before, "nothing was touched");
}

#[test]
fn the_person_settles_it_one_way_or_the_other() {
    for (keep, result) in [
        (Keep::Saved, [FILES[0].2, FILES[1].2]),
        (Keep::SavedInPlace, [FILES[0].2, FILES[1].2]),
        (Keep::Before, [FILES[0].1, FILES[1].1]),
        (Keep::Disk, [FILES[0].2, "theirs"]),
    ] {
        let fs = contested();
        let done = settle(&fs, Path::new(PACK), Path::new(STATE), keep).unwrap();
        assert_eq!(both(&fs), result, "{keep:?}");
        let copied = done.notes.iter().find_map(|note| if let Note::Copied(path) = note { Some(path) } else { None });
        match keep {
            Keep::Disk => assert!(matches!(done.outcome, Outcome::SetAside { reason: SetAsideReason::Chosen, .. })),
            _ => assert_eq!(fs.files()[copied.unwrap()], b"theirs", "{keep:?}: what they wrote is kept"),
        }
        assert!(staged(&fs).is_empty() && !fs.files().contains_key(&at(JOURNAL_NAME)), "{keep:?}");
        assert_eq!(reopen(&fs).outcome, Outcome::Clean, "{keep:?}");
    }
}

#[test]
fn a_version_that_is_gone_is_refused_and_nothing_changes() {
    let fs = contested();
    for path in staged(&fs) {
        fs.take_away(&path);
    }
    let before = both(&fs);
    let error = settle(&fs, Path::new(PACK), Path::new(STATE), Keep::Saved).unwrap_err();
    assert_eq!((error.kind(), both(&fs)), (ErrorKind::Refused, before));
    settle(&fs, Path::new(PACK), Path::new(STATE), Keep::Before).unwrap();
    assert_eq!(both(&fs), [FILES[0].1, FILES[1].1]);
}

#[test]
fn settling_survives_crashes_too() {
    for keep in [Keep::Saved, Keep::Before, Keep::SavedInPlace, Keep::Disk] {
        let run = contested();
        let before = run.ops();
        settle(&run, Path::new(PACK), Path::new(STATE), keep).unwrap();
        let result = both(&run);
        for op in 0..run.ops() - before {
            let fs = contested();
            fs.crash_after(op);
            settle(&fs, Path::new(PACK), Path::new(STATE), keep).ok();
            let trace = fs.trace();
            for loss in fs.losses() {
                let fs = fs.reboot(loss);
                match reopen(&fs).outcome {
                    Outcome::Undecided { .. } => {
                        settle(&fs, Path::new(PACK), Path::new(STATE), keep)
                            .unwrap_or_else(|error| panic!("{keep:?}, {op}, {loss:?}: {error}\n{trace}"));
                        assert_eq!(both(&fs), result, "{keep:?}, {op}, {loss:?}");
                    }
                    _ => assert_eq!(both(&fs), result, "{keep:?}, {op}, {loss:?}"),
                }
            }
        }
    }
}

#[test]
fn a_save_that_cannot_rename_is_finished_in_place_when_asked() {
    let fs = interrupted(1);
    let done = settle(&fs, Path::new(PACK), Path::new(STATE), Keep::SavedInPlace).unwrap();
    assert!(matches!(done.outcome, Outcome::Finished { .. }));
    assert_eq!(both(&fs), [FILES[0].2, FILES[1].2]);
    assert!(staged(&fs).is_empty());
    assert!(fs.trace().contains("overwrite /pack/setup.json"));
}

#[test]
fn the_next_save_finishes_the_one_before() {
    let fs = interrupted(1);
    let saved = try_save(&fs).unwrap();
    assert!(matches!(saved.notes[..], [Note::Earlier(Outcome::Finished { .. })]));
    assert!(saved.files.iter().all(|file| !file.written), "it had the same content");
    assert_eq!(both(&fs), [FILES[0].2, FILES[1].2]);
}

#[test]
fn a_damaged_journal_is_judged_by_its_copy() {
    for (renamed, result) in [(0, [FILES[0].1, FILES[1].1]), (1, [FILES[0].2, FILES[1].2]), (2, [FILES[0].2, FILES[1].2])] {
        let fs = interrupted(renamed);
        fs.put(&at(JOURNAL_NAME), b"garbage");
        let outcome = reopen(&fs).outcome;
        assert_eq!(both(&fs), result, "{renamed}: {outcome:?}");
        assert_eq!(matches!(outcome, Outcome::SetAside { reason: SetAsideReason::Damaged, .. }), renamed == 0);
        assert!(fs.files().values().any(|bytes| bytes == b"garbage"), "{renamed}: the damaged journal is kept");
        assert_eq!(reopen(&fs).outcome, Outcome::Clean);
    }
}

#[test]
fn a_damaged_journal_without_any_copy_goes_aside_with_all_that_was_staged() {
    let fs = fresh();
    fs.put(&at(JOURNAL_NAME), b"");
    fs.put(&at("scene/.setup.json.0123abcd.stage"), b"waits");
    let Outcome::SetAside { reason: SetAsideReason::Damaged, files, folder } = reopen(&fs).outcome else { panic!() };
    assert!(files.is_empty());
    assert_eq!(fs.files()[&folder.join("setup.json.0123abcd.stage")], b"waits");
    assert_eq!(both(&fs), [FILES[0].1, FILES[1].1]);
    assert!(staged(&fs).iter().all(|path| path.starts_with(&folder)));
}

#[test]
fn leftovers_without_a_journal_are_swept_and_nothing_else() {
    let fs = fresh();
    fs.put(&at("scene/.setup.json.0123abcd.stage"), b"half");
    for other in ["scene/.setup.json.stage", ".env", "node_modules/.x.0123abcd.stage", ".git/.x.0123abcd.stage"] {
        fs.put(&at(other), b"theirs");
    }
    assert_eq!(reopen(&fs), Recovery { outcome: Outcome::Clean, notes: Vec::new() });
    assert!(!fs.files().contains_key(&at("scene/.setup.json.0123abcd.stage")));
    for other in ["scene/.setup.json.stage", ".env", "node_modules/.x.0123abcd.stage", ".git/.x.0123abcd.stage"] {
        assert!(fs.files().contains_key(&at(other)), "{other}");
    }
}

#[test]
fn something_else_under_the_journals_name_is_left_alone() {
    let fs = fresh();
    fs.put(&at(".pack-save.journal/notes.txt"), b"theirs");
    let recovery = reopen(&fs);
    assert_eq!(recovery.outcome, Outcome::Clean);
    assert_eq!(recovery.notes, [Note::NotAJournal(at(JOURNAL_NAME))]);
    assert!(peek(&fs, Path::new(PACK), Path::new(STATE)).unwrap().is_none());
    assert_eq!(try_save(&fs).unwrap_err().kind(), ErrorKind::Refused);
    assert_eq!(both(&fs), [FILES[0].1, FILES[1].1]);
}

/// What somebody, or a failing disk, does to one file.
#[derive(Debug, Clone)]
enum Harm {
    Flip(Index, u8),
    Cut(Index),
    Insert(Index, Vec<u8>),
    Replace(Vec<u8>),
}

impl Harm {
    fn apply(&self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        match self {
            Self::Flip(at, bits) if !bytes.is_empty() => {
                let at = at.index(bytes.len());
                bytes[at] ^= bits;
            }
            Self::Flip(..) => {}
            Self::Cut(at) => bytes.truncate(at.index(bytes.len() + 1)),
            Self::Insert(at, more) => {
                let at = at.index(bytes.len() + 1);
                bytes.splice(at..at, more.iter().copied());
            }
            Self::Replace(with) => bytes.clone_from(with),
        }
        bytes
    }
}

fn harm() -> impl Strategy<Value = Harm> {
    let some = proptest::collection::vec(any::<u8>(), 0..40);
    prop_oneof![
        (any::<Index>(), 1..=255u8).prop_map(|(at, bits)| Harm::Flip(at, bits)),
        any::<Index>().prop_map(Harm::Cut),
        (any::<Index>(), some.clone()).prop_map(|(at, more)| Harm::Insert(at, more)),
        some.prop_map(Harm::Replace),
    ]
}

/// Whether the pair is one old and one new file, which nobody but the save itself can have made.
fn is_mixed(fs: &FaultFs) -> bool {
    let now = both(fs);
    let new = FILES.iter().zip(&now).filter(|((_, _, new), now)| *new == now.as_str()).count();
    let old = FILES.iter().zip(&now).filter(|((_, old, _), now)| *old == now.as_str()).count();
    (old, new) == (1, 1)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_corrupted_journal_never_panics_and_never_gives_a_mixture(renamed in 0..=2usize, harm in harm()) {
        let fs = interrupted(renamed);
        let journal = fs.files()[&at(JOURNAL_NAME)].clone();
        fs.put(&at(JOURNAL_NAME), &harm.apply(&journal));
        let outcome = reopen(&fs).outcome;
        let undecided = matches!(outcome, Outcome::Undecided { .. });
        let now = both(&fs);
        let whole = now == FILES.map(|(_, old, _)| old) || now == FILES.map(|(_, _, new)| new);
        prop_assert!(whole || undecided, "{outcome:?}: {now:?}");
        prop_assert!(undecided || reopen(&fs).outcome == Outcome::Clean);
    }

    #[test]
    fn nor_does_harm_to_any_file_of_the_save(renamed in 0..=2usize, which in any::<Index>(), harm in harm()) {
        let fs = interrupted(renamed);
        let files: Vec<_> = fs.files().into_iter().filter(|(path, _)| path.starts_with(PACK)).collect();
        let (path, bytes) = &files[which.index(files.len())];
        let harmed = harm.apply(bytes);
        // A file that ends up as the other version by chance was renamed, as far as anybody can tell.
        prop_assume!(FILES.iter().all(|(_, old, new)| harmed != old.as_bytes() && harmed != new.as_bytes()));
        fs.put(path, &harmed);
        peek(&fs, Path::new(PACK), Path::new(STATE)).unwrap();
        let outcome = reopen(&fs).outcome;
        prop_assert!(!is_mixed(&fs) || matches!(outcome, Outcome::Undecided { .. }), "{outcome:?}: {:?}", both(&fs));
        let again = reopen(&fs).outcome;
        prop_assert!(again == Outcome::Clean || again == outcome, "{outcome:?}, then {again:?}");
    }

    #[test]
    fn what_was_saved_is_what_is_loaded(first in any::<Vec<u8>>(), second in any::<Vec<u8>>()) {
        let fs = fresh();
        let mut set = set();
        set.files[0].bytes = first.clone().into();
        set.files[1].bytes = second.clone().into();
        let options = SaveOptions { state_dir: Path::new(STATE), verify: &|_, _| Ok(()), in_place: false };
        save(&fs, &set, &options).unwrap();
        let disk = fs.reboot(Loss::Everything).files();
        prop_assert_eq!((&disk[&at(FILES[0].0)], &disk[&at(FILES[1].0)]), (&first, &second));
    }
}
