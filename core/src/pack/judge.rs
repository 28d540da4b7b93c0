//! What a save that was cut short left behind, and what recovery makes of it. Reads only; [`recover`](super::recover())
//! acts on the same judgement.

use std::path::{Path, PathBuf};

use super::backup;
use super::fs::{FileKind, Fs};
use super::hash::Hash;
use super::journal::{self, Entry, Found, Journal, Way};
use super::lock::wait_for_writer;
use super::path::{PackPath, canonical_root, resolve_inside};
use crate::error::{Error, ErrorKind, Result};

/// How far an interrupted save came with one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileState {
    /// The file has its new content.
    Done,
    /// The file has its old content, and the new content waits beside it.
    Waiting,
    /// The file has a content that the save does not know, or its new content is gone: somebody wrote since.
    Changed,
}

/// What recovery does about an interrupted save.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Gives every file its new content.
    RollForward,
    /// Keeps the files as they are on the disk and puts the unfinished save into the recovery folder.
    SetAside,
    /// Leaves everything as it is until the person has picked: some files are new, others were changed since.
    Undecided,
}

/// One file of a save that only the person can settle. Each path can be read, to show the versions side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contested {
    /// The file in the pack.
    pub path: PackPath,
    /// How far the save came with it.
    pub state: FileState,
    /// Where its present content is.
    pub disk: PathBuf,
    /// Where the content is that the save was to give it; `None` if that is gone.
    pub saved: Option<PathBuf>,
    /// Where the content is that it had before the save; `None` if there was none or the backup is gone.
    pub before: Option<PathBuf>,
}

/// An interrupted save, as [`peek`] finds it: what recovery would give.
#[derive(Debug, Clone)]
pub struct Interrupted {
    /// What recovery would do.
    pub verdict: Verdict,
    root: PathBuf,
    files: Vec<(PackPath, Vec<u8>)>,
}

impl Interrupted {
    /// The files whose content after recovery is not what stands on the disk now. Real paths, links followed.
    pub fn files(&self) -> impl Iterator<Item = (&PackPath, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path, &bytes[..]))
    }

    /// What recovery would give for `path`, links followed; `None` where that is what stands on the disk.
    pub fn bytes(&self, fs: &dyn Fs, path: &PackPath) -> Result<Option<&[u8]>> {
        let real = PackPath::below(&self.root, &resolve_inside(fs, &self.root, path)?)?;
        Ok(self.files().find(|(path, _)| **path == real).map(|(_, bytes)| bytes))
    }
}

/// Looks whether a save of the pack at `root` was interrupted, and what recovery would give. Writes nothing anywhere; a save
/// that is just running is waited for (at most two seconds); `state_dir` need not exist. For readers that must not change a pack, such as `check`.
pub fn peek(fs: &dyn Fs, root: &Path, state_dir: &Path) -> Result<Option<Interrupted>> {
    let root = canonical_root(fs, root)?;
    if matches!(journal::find(fs, &root)?, Found::Nothing) {
        return Ok(None);
    }
    let _held = wait_for_writer(fs, &root, state_dir);
    let (verdict, known) = match judge(fs, &root, state_dir)? {
        Judgement::Nothing | Judgement::NotOurs => return Ok(None),
        Judgement::Hopeless { .. } => (Verdict::SetAside, None),
        Judgement::Known(known) => (known.verdict, Some(known)),
    };
    let mut files = Vec::new();
    if let (Verdict::RollForward, Some(known)) = (verdict, known) {
        for (entry, state) in known.journal.entries.iter().zip(&known.states) {
            if *state != FileState::Done {
                let staged = entry.staged(&root, &known.journal.tag);
                let bytes =
                    fs.read(&staged).map_err(|e| Error::io(format!("Couldn't read the saved `{}`", entry.path), staged, e))?;
                files.push((entry.path.clone(), bytes));
            }
        }
    }
    Ok(Some(Interrupted { verdict, root, files }))
}

/// What stands in a pack under the journal's name, and what follows from it.
#[derive(Debug)]
pub(crate) enum Judgement {
    Nothing,
    NotOurs,
    /// A damaged journal, and no copy of it anywhere: nothing says which files it was about.
    Hopeless {
        text: Vec<u8>,
    },
    Known(Known),
}

#[derive(Debug)]
pub(crate) struct Known {
    pub journal: Journal,
    pub states: Vec<FileState>,
    pub verdict: Verdict,
    /// The journal's text, where it is damaged and `journal` is the copy that the backups keep.
    pub damaged: Option<Vec<u8>>,
}

impl Known {
    /// Every file with where its versions are.
    pub fn contested(&self, fs: &dyn Fs, root: &Path, state_dir: &Path) -> Vec<Contested> {
        let backups = backup::folder_of(root, state_dir);
        let file = |(entry, state): (&Entry, &FileState)| {
            let (target, staged) = (entry.target(root), entry.staged(root, &self.journal.tag));
            let direct = is_direct(fs, root, entry).unwrap_or(false);
            let saved = match state {
                FileState::Done => Some(target.clone()),
                FileState::Waiting => Some(staged),
                FileState::Changed => (direct && content(fs, entry, &staged) == Content::After).then_some(staged),
            };
            let before = entry.before.and_then(|hash| backup::find(fs, &backups, &self.journal.tag, &entry.path, hash));
            Contested { path: entry.path.clone(), state: *state, disk: target, saved, before }
        };
        self.journal.entries.iter().zip(&self.states).map(file).collect()
    }
}

/// Judges the pack at `root` (canonical).
pub(crate) fn judge(fs: &dyn Fs, root: &Path, state_dir: &Path) -> Result<Judgement> {
    let (journal, damaged) = match journal::find(fs, root)? {
        Found::Nothing => return Ok(Judgement::Nothing),
        Found::NotAFile => return Ok(Judgement::NotOurs),
        Found::Whole(journal) => (journal, None),
        Found::Damaged(text) => {
            let folder = backup::folder_of(root, state_dir);
            let copy = backup::newest_journal(fs, &folder).map_err(|e| Error::io("Couldn't read the backups", &folder, e))?;
            match copy {
                Some(journal) => (journal, Some(text)),
                None => return Ok(Judgement::Hopeless { text }),
            }
        }
    };
    let states = journal.entries.iter().map(|entry| state_of(fs, root, &journal, entry)).collect::<Result<Vec<_>>>()?;
    let verdict = verdict(&states, damaged.is_some());
    Ok(Judgement::Known(Known { journal, states, verdict, damaged }))
}

fn verdict(states: &[FileState], damaged: bool) -> Verdict {
    let none_done = !states.contains(&FileState::Done);
    let finishable = !states.contains(&FileState::Changed);
    match (finishable, none_done) {
        // Journals appear whole: one that is not and of which nothing was carried out never was a commit point.
        (true, true) if damaged => Verdict::SetAside,
        (true, _) => Verdict::RollForward,
        (false, true) => Verdict::SetAside,
        (false, false) => Verdict::Undecided,
    }
}

/// Whether no link is on the way to the entry's file. A folder may have become a link since, or the journal may have come
/// with somebody's pack: then it is not about what lies behind the link, and nothing there is read, written or removed.
pub(crate) fn is_direct(fs: &dyn Fs, root: &Path, entry: &Entry) -> Result<bool> {
    match resolve_inside(fs, root, &entry.path) {
        Ok(real) => Ok(real == entry.target(root)),
        Err(error) if error.kind() == ErrorKind::UnsafePath => Ok(false),
        Err(error) => Err(error),
    }
}

fn state_of(fs: &dyn Fs, root: &Path, journal: &Journal, entry: &Entry) -> Result<FileState> {
    if !is_direct(fs, root, entry)? {
        return Ok(FileState::Changed);
    }
    let failed = |error| Error::io(format!("Couldn't read `{}`", entry.path), entry.target(root), error);
    let target = read_content(fs, entry, &entry.target(root)).map_err(failed)?;
    if target == Content::After {
        return Ok(FileState::Done);
    }
    let staged = read_content(fs, entry, &entry.staged(root, &journal.tag)).map_err(failed)?;
    // In place, a target is neither old nor new while it is being written, and the staged file stays until the end.
    let waiting = staged == Content::After && (target == Content::Before || journal.way == Way::InPlace);
    Ok(if waiting { FileState::Waiting } else { FileState::Changed })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Before,
    After,
    Other,
}

fn content(fs: &dyn Fs, entry: &Entry, path: &Path) -> Content {
    read_content(fs, entry, path).unwrap_or(Content::Other)
}

/// Which of the entry's contents stands at `path`; a link or a folder is neither.
fn read_content(fs: &dyn Fs, entry: &Entry, path: &Path) -> std::io::Result<Content> {
    let hash = match fs.metadata_if_there(path)? {
        None => None,
        Some(meta) if meta.kind == FileKind::File => Some(Hash::of(&fs.read(path)?)),
        Some(_) => return Ok(Content::Other),
    };
    Ok(match hash {
        Some(hash) if hash == entry.after => Content::After,
        hash if hash == entry.before => Content::Before,
        _ => Content::Other,
    })
}
