//! Reading a pack out of a commit to judge it. The working copy is not looked at, and nothing is written.

use super::subject::Subject;
use super::tree::TreeFs;
use crate::edit::Roots;
use crate::error::{Error, ErrorKind, Result};
use crate::pack::{LEGACY_MANIFEST, MANIFEST, WorkingCopy};
use git2::{Commit, ErrorCode, ObjectType, Repository};
use std::path::{Path, PathBuf};

/// A pack as a commit has it.
pub struct AtCommit {
    copy: WorkingCopy,
    roots: Roots,
    files: TreeFs,
}

impl AtCommit {
    /// Reads the pack at `path` (its folder or its manifest, which need not be there any more) from the commit that `rev`
    /// names in the repository around it. In a repository without a working folder, paths count from the repository.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where there is no repository, no such commit, or no pack in it at that place.
    pub fn read(path: &Path, rev: &str) -> Result<Self> {
        let place = real(path)?;
        let repo = repository(&place, path)?;
        let inside = inside(&repo, &place)?;
        let (root, tree) = {
            let commit = commit(&repo, rev, path)?;
            let short = commit.id().to_string().get(..7).unwrap_or_default().to_owned();
            let (folder, tree) = folder(&repo, &commit, &inside).map_err(|why| why.error(&short, path))?;
            let up = inside.components().count() - folder.components().count();
            (place.ancestors().nth(up).unwrap_or(&place).to_path_buf(), tree)
        };
        let read = |error| git_error("Couldn't read the commit's files", error).at(path);
        let files = TreeFs::new(repo, tree, root.clone()).map_err(read)?;
        // A commit has no unfinished save, so there is no state to look into.
        let (copy, _) = WorkingCopy::open_read_only(&files, &root, &root)?;
        Ok(Self { roots: copy.roots(), copy, files })
    }

    /// The pack, to be judged.
    pub fn subject(&self) -> Subject<'_> {
        Subject::of_working_copy(&self.copy, &self.roots, &self.files)
    }

    /// The pack's folder, where it is or would be in the working copy.
    pub fn root(&self) -> &Path {
        &self.copy.root
    }
}

/// `path` absolute and without links, as far as it is there.
fn real(path: &Path) -> Result<PathBuf> {
    let failed = |error| Error::io("Couldn't open the pack", path, error);
    let absolute = std::path::absolute(path).map_err(failed)?;
    let there = absolute.ancestors().find(|ancestor| ancestor.exists()).unwrap_or(&absolute);
    let rest = absolute.strip_prefix(there).unwrap_or(Path::new(""));
    let there = there.canonicalize().map_err(failed)?;
    Ok(if rest.as_os_str().is_empty() { there } else { there.join(rest) })
}

fn repository(place: &Path, path: &Path) -> Result<Repository> {
    let there = place.ancestors().find(|ancestor| ancestor.is_dir()).unwrap_or(place);
    Repository::discover(there).map_err(|error| match error.code() {
        ErrorCode::NotFound => Error::new(ErrorKind::NotFound, "There is no git repository around this folder")
            .at(path)
            .hint("Name a pack under git, or leave --commit out to judge the files as they stand."),
        ErrorCode::Owner => Error::new(ErrorKind::Access, "The repository belongs to another user, so git doesn't trust it")
            .at(path)
            .hint("If you trust it, add it to git's setting safe.directory, then try again."),
        _ => git_error("The repository can't be read", error).at(path),
    })
}

/// Where `place` is in the repository.
fn inside(repo: &Repository, place: &Path) -> Result<PathBuf> {
    let top = repo.workdir().unwrap_or(repo.path());
    let top = top.canonicalize().map_err(|error| Error::io("Couldn't open the repository", top, error))?;
    // A working folder that was moved elsewhere by a setting may not be around the pack.
    place.strip_prefix(&top).map(Path::to_path_buf).map_err(|_| {
        Error::new(ErrorKind::NotFound, format!("The pack is not in the working folder of its repository, {}", top.display()))
            .at(place)
            .hint("Name the pack in that folder.")
    })
}

fn commit<'r>(repo: &'r Repository, rev: &str, path: &Path) -> Result<Commit<'r>> {
    let object = repo.revparse_single(rev).map_err(|error| match error.code() {
        ErrorCode::NotFound | ErrorCode::UnbornBranch => {
            let hint = if repo.is_shallow() {
                "This is a shallow clone: run `git fetch --unshallow` in it, then try again."
            } else {
                "`git log --oneline --all` lists the commits that are there."
            };
            Error::new(ErrorKind::NotFound, format!("There is no commit “{rev}” in the repository")).at(path).hint(hint)
        }
        ErrorCode::Ambiguous => Error::new(ErrorKind::NotFound, format!("More than one commit begins with “{rev}”"))
            .at(path)
            .hint("Write more digits of it."),
        ErrorCode::InvalidSpec => Error::new(ErrorKind::NotFound, format!("“{rev}” does not name a commit"))
            .at(path)
            .hint("Name a branch, a tag or a commit, such as main or HEAD~1."),
        _ => git_error(format!("Couldn't look for the commit “{rev}”"), error).at(path),
    })?;
    object.peel_to_commit().map_err(|_| {
        Error::new(ErrorKind::NotFound, format!("“{rev}” is not a commit"))
            .at(path)
            .hint("Name a branch, a tag or a commit, such as main or HEAD~1.")
    })
}

/// Why a commit has no pack at a place.
enum NoPack {
    NoFolder(String),
    NoManifest(String),
    Unreadable(git2::Error),
}

impl NoPack {
    fn error(self, commit: &str, path: &Path) -> Error {
        let what = match self {
            Self::NoFolder(folder) => format!("Commit {commit} has no folder `{folder}`"),
            Self::NoManifest(folder) if folder.is_empty() => format!("Commit {commit} has no {MANIFEST}"),
            Self::NoManifest(folder) => format!("Commit {commit} has no {MANIFEST} in `{folder}`"),
            Self::Unreadable(error) => return git_error(format!("Commit {commit} can't be read"), error).at(path),
        };
        Error::new(ErrorKind::NotFound, what).at(path).hint("Name a commit that has the pack, and the pack's place in it.")
    }
}

/// The folder of the pack that `inside` means in `commit`, and its tree.
fn folder(repo: &Repository, commit: &Commit, inside: &Path) -> Result<(PathBuf, git2::Oid), NoPack> {
    let tree = commit.tree().map_err(NoPack::Unreadable)?;
    let is_manifest = |name: &std::ffi::OsStr| name == MANIFEST || name == LEGACY_MANIFEST;
    let is_file = |path: &Path| tree.get_path(path).is_ok_and(|entry| entry.kind() == Some(ObjectType::Blob));
    let folder = match inside.parent() {
        Some(parent) if inside.file_name().is_some_and(is_manifest) && is_file(inside) => parent,
        _ => inside,
    };
    let shown = || folder.display().to_string().replace('\\', "/");
    let id = if folder.as_os_str().is_empty() {
        tree.id()
    } else {
        let entry = tree.get_path(folder).map_err(|_| NoPack::NoFolder(shown()))?;
        if entry.kind() != Some(ObjectType::Tree) {
            return Err(NoPack::NoFolder(shown()));
        }
        entry.id()
    };
    let pack = repo.find_tree(id).map_err(NoPack::Unreadable)?;
    if [MANIFEST, LEGACY_MANIFEST].iter().all(|name| pack.get_name(name).is_none()) {
        return Err(NoPack::NoManifest(shown()));
    }
    Ok((folder.to_path_buf(), id))
}

fn git_error(what: impl Into<String>, error: git2::Error) -> Error {
    let what = format!("{}: {}", what.into(), error.message().trim_end_matches('.'));
    Error::new(ErrorKind::Git, what).hint("Run `git fsck` in the folder to see what is damaged.").because(error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, SCENE};
    use crate::check::{FileSet, FileState, Options, check};
    use crate::pack::{JOURNAL_NAME, PackPath};
    use git2::{Oid, Signature};
    use std::fs;

    /// A repository whose files are written, committed, and changed again.
    struct Repo {
        folder: tempfile::TempDir,
        repo: Repository,
    }

    impl Repo {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let repo = Repository::init(folder.path()).unwrap();
            Self { folder, repo }
        }

        fn path(&self, name: &str) -> PathBuf {
            self.folder.path().join(name)
        }

        fn write(&self, name: &str, text: &str) {
            let path = self.path(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        fn pack(&self, folder: &str) {
            self.write(&format!("{folder}{MANIFEST}"), GOOD);
            self.write(&format!("{folder}setup.json"), SCENE);
            self.write(&format!("{folder}assets/board.png"), "x");
        }

        fn commit(&self) -> Oid {
            let mut index = self.repo.index().unwrap();
            index.add_all(["*"], git2::IndexAddOption::FORCE, None).unwrap();
            index.update_all(["*"], None).unwrap();
            index.write().unwrap();
            let tree = self.repo.find_tree(index.write_tree().unwrap()).unwrap();
            let by = Signature::now("Ann", "ann@example.org").unwrap();
            let parent = self.repo.head().ok().and_then(|head| head.peel_to_commit().ok());
            let parents: Vec<&Commit> = parent.iter().collect();
            self.repo.commit(Some("HEAD"), &by, &by, "x", &tree, &parents).unwrap()
        }
    }

    fn codes(path: &Path, rev: &str) -> Vec<String> {
        let pack = AtCommit::read(path, rev).unwrap();
        check(&pack.subject(), &Options::default()).iter().map(|d| format!("{} {}", d.code, d.pointer)).collect()
    }

    fn refusal(path: &Path, rev: &str) -> String {
        AtCommit::read(path, rev).map(drop).unwrap_err().to_string()
    }

    #[test]
    fn judges_the_commit_and_not_the_folder() {
        let repo = Repo::new();
        repo.pack("");
        repo.commit();
        repo.write(MANIFEST, "{");
        repo.write("setup.json", "[");
        fs::remove_dir_all(repo.path("assets")).unwrap();
        assert!(codes(repo.folder.path(), "HEAD").is_empty());
        assert!(codes(&repo.path(MANIFEST), "HEAD").is_empty(), "the manifest is its pack");
        repo.commit();
        assert_eq!(codes(repo.folder.path(), "HEAD"), ["json ", "json "]);
        assert!(codes(repo.folder.path(), "HEAD~1").is_empty());
        assert_eq!(fs::read_to_string(repo.path(MANIFEST)).unwrap(), "{", "nothing is written");
    }

    #[test]
    fn a_pack_in_a_folder_of_the_repository() {
        let repo = Repo::new();
        repo.pack("packs/my go/");
        repo.write("packs/my go/assets/notes.txt", "x");
        repo.write("other.txt", "x");
        let first = repo.commit();
        let pack = repo.path("packs/my go");
        assert!(codes(&pack, "HEAD").is_empty());
        fs::remove_dir_all(repo.path("packs")).unwrap();
        repo.commit();
        assert!(codes(&pack, &first.to_string()[..8]).is_empty(), "a pack that is gone from the folder");
        assert!(codes(&pack.join(MANIFEST), "HEAD~1").is_empty());
        let why = refusal(&pack, "HEAD");
        assert!(why.contains("has no folder `packs/my go`"), "{why}");
        let why = refusal(repo.folder.path(), "HEAD");
        assert!(why.contains("has no diceytable.mod.json"), "{why}");
    }

    #[test]
    fn files_are_those_of_the_commit() {
        let repo = Repo::new();
        repo.pack("");
        repo.write("assets/Other.png", "x");
        fs::remove_file(repo.path("assets/board.png")).unwrap();
        repo.commit();
        repo.write("assets/board.png", "not committed");
        assert_eq!(codes(repo.folder.path(), "HEAD"), ["tw-not-listed /assets", "tw-missing-file /assets/0"]);
        let pack = AtCommit::read(repo.folder.path(), "HEAD").unwrap();
        let state = |path: &str| pack.files.state(&PackPath::parse(path).unwrap());
        assert_eq!(state("assets"), FileState::Folder);
        assert_eq!(state("assets/Other.png"), FileState::File);
        assert_eq!(state("assets/other.png"), FileState::Missing);
        let text = |path: &str| pack.files.text(&PackPath::parse(path).unwrap());
        assert_eq!((text("assets/Other.png").as_deref(), text("assets"), text("none")), (Some("x"), None, None));
        let other = pack.files.other_case(&PackPath::parse("Assets/other.png").unwrap());
        assert_eq!(other.as_deref(), Some("assets/Other.png"));
    }

    #[cfg(unix)]
    #[test]
    fn links_of_the_commit_are_followed_inside_it() {
        use std::os::unix::fs::symlink;
        let repo = Repo::new();
        repo.pack("");
        fs::rename(repo.path("setup.json"), repo.path("scene.json")).unwrap();
        symlink("scene.json", repo.path("setup.json")).unwrap();
        symlink("assets", repo.path("art")).unwrap();
        symlink("/etc/hostname", repo.path("out.png")).unwrap();
        symlink("nowhere", repo.path("dead.png")).unwrap();
        symlink("round.png", repo.path("round.png")).unwrap();
        repo.commit();
        for name in ["setup.json", "art", "out.png", "dead.png", "round.png"] {
            fs::remove_file(repo.path(name)).unwrap();
        }
        let pack = AtCommit::read(repo.folder.path(), "HEAD").unwrap();
        assert!(pack.subject().scene.is_ok());
        let state = |path: &str| pack.files.state(&PackPath::parse(path).unwrap());
        assert_eq!(state("art/board.png"), FileState::File);
        assert_eq!(state("out.png"), FileState::Outside);
        assert_eq!(state("dead.png"), FileState::Missing);
        assert_ne!(state("round.png"), FileState::File);
    }

    #[test]
    fn a_committed_trace_of_a_save_means_nothing() {
        let repo = Repo::new();
        repo.pack("");
        repo.write(JOURNAL_NAME, "torn");
        repo.commit();
        assert!(codes(repo.folder.path(), "HEAD").is_empty());
    }

    #[test]
    fn a_repository_without_a_working_folder_can_be_asked() {
        let repo = Repo::new();
        repo.pack("packs/go/");
        let id = repo.commit();
        let bare = tempfile::tempdir().unwrap();
        let target = bare.path().join("go.git");
        git2::build::RepoBuilder::new().bare(true).clone(repo.folder.path().to_str().unwrap(), &target).unwrap();
        assert!(codes(&target.join("packs/go"), &id.to_string()).is_empty());
    }

    #[test]
    fn what_is_not_there_is_told() {
        let repo = Repo::new();
        assert!(refusal(repo.folder.path(), "HEAD").contains("There is no commit “HEAD”"));
        repo.pack("");
        repo.commit();
        let path = repo.folder.path();
        assert!(refusal(path, "v9").contains("There is no commit “v9”"));
        assert!(refusal(path, "").contains("does not name a commit"));
        assert!(refusal(path, "HEAD:setup.json").contains("“HEAD:setup.json” is not a commit"));
        assert!(refusal(&path.join("assets"), "HEAD").contains("no diceytable.mod.json in `assets`"));
        assert!(refusal(&path.join("setup.json"), "HEAD").contains("has no folder `setup.json`"));
        let outside = tempfile::tempdir().unwrap();
        assert!(refusal(outside.path(), "HEAD").contains("no git repository"));
        for (rev, why) in [("v9", ErrorKind::NotFound), ("..", ErrorKind::NotFound), ("@{-1", ErrorKind::NotFound)] {
            let error = AtCommit::read(path, rev).map(drop).unwrap_err();
            assert_eq!(error.kind(), why, "{rev}: {error}");
        }
    }
}
