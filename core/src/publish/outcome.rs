//! What a publish says: the steps it names, the plan, and the four ways it can end.

use std::fmt;

/// The branch that keeps every checkpoint.
pub const WIP: &str = "wip";
/// The branch that players get.
pub const MAIN: &str = "main";

/// A commit's full id, 40 lower-case hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CommitId(String);

impl CommitId {
    /// The first 7 digits, for people.
    pub fn short(&self) -> &str {
        self.0.get(..7).unwrap_or(&self.0)
    }

    /// All 40 digits; what a registration needs.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<git2::Oid> for CommitId {
    fn from(id: git2::Oid) -> Self {
        Self(id.to_string())
    }
}

impl fmt::Display for CommitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The steps of a publish, in their order. [`Step::label`] is the text that [`crate::job::Watch::progress`] is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// Ask the remote for its branches and fetch what is not here yet.
    Fetch,
    /// Commit the folder to `wip`.
    Commit,
    /// See whether `main` holds work that `wip` lacks.
    CheckMain,
    /// Make the merge commit for `main`.
    Merge,
    /// Send `wip`.
    PushWip,
    /// Send `main`; both branches go out in one push.
    PushMain,
    /// Ask the remote for its branches again and believe only that.
    ReadBack,
}

impl Step {
    /// All steps in their order.
    pub const ALL: [Self; 7] =
        [Self::Fetch, Self::Commit, Self::CheckMain, Self::Merge, Self::PushWip, Self::PushMain, Self::ReadBack];

    /// The step's name for a person.
    pub fn label(self) -> &'static str {
        match self {
            Self::Fetch => "Fetch",
            Self::Commit => "Commit to wip",
            Self::CheckMain => "Check main",
            Self::Merge => "Merge into main",
            Self::PushWip => "Push wip",
            Self::PushMain => "Push main",
            Self::ReadBack => "Read back",
        }
    }
}

/// A step that was done, and what it did, in a sentence without its full stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepDone {
    /// Which step.
    pub step: Step,
    /// What it did, for example `3 files as 1a2b3c4`.
    pub did: String,
}

/// How a file differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ChangeKind {
    /// It is new.
    Added,
    /// Its content, its executable bit or its type changed.
    Changed,
    /// It is gone.
    Removed,
}

/// A file that differs between two states of the pack.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileChange {
    /// The path below the pack folder, with `/`. Bytes that are not UTF-8 show as U+FFFD.
    pub path: String,
    /// How it differs.
    pub kind: ChangeKind,
    /// Size on disk in bytes; 0 for a removed file.
    pub bytes: u64,
}

/// Where a publish goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteAddress {
    /// The name that the repository has for it, such as `origin`.
    pub name: Option<String>,
    /// Path or URL, without a password.
    pub url: String,
}

impl fmt::Display for RemoteAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name.as_deref().unwrap_or(&self.url))
    }
}

/// A branch of the remote that a publish moves. `to` is `None` where the commit is only made in the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BranchMove {
    /// `wip` or `main`.
    pub branch: &'static str,
    /// Where the remote has it now; `None` where it has no such branch.
    pub from: Option<CommitId>,
    /// Where it goes.
    pub to: Option<CommitId>,
}

/// What a publish is about to do. A dry run ends with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Where it goes.
    pub remote: RemoteAddress,
    /// Whether a repository has to be made in the folder first.
    pub creates_repository: bool,
    /// Whether this is the first publish: `main` is made from `wip`.
    pub first: bool,
    /// What the commit on `wip` changes; empty where the tip of `wip` is the folder already.
    pub commit: Vec<FileChange>,
    /// The message of that commit.
    pub message: String,
    /// What players get that they do not have: the folder against the remote's `main`.
    pub goes_out: Vec<FileChange>,
    /// The message of the merge commit on `main`; `None` where `main` only moves forward to `wip`.
    pub merge: Option<String>,
    /// The branches of the remote that move.
    pub pushes: Vec<BranchMove>,
    /// Things worth knowing that stop nothing, each one sentence.
    pub notes: Vec<String>,
}

/// A publish that the remote confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// What was planned.
    pub plan: Plan,
    /// Where `wip` is on the remote, read back.
    pub wip: CommitId,
    /// Where `main` is on the remote, read back; what a registration pins.
    pub main: CommitId,
    /// What the host said during the push, whole.
    pub host_text: String,
    /// What each step did.
    pub steps: Vec<StepDone>,
    /// The name under which the address was remembered, where the repository had no remote before.
    pub remembered_as: Option<String>,
}

/// Why a host refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The branch moved on while we were publishing.
    MovedOn,
    /// A hook of the host said no; its text says why.
    Hook,
    /// The host protects the branch, or a rule of the host forbids this push.
    Protected,
    /// This account may read but not write, or the repository is read-only.
    Denied,
    /// A file, or the whole push, is larger than the host takes.
    TooLarge,
    /// The host found a password or token in a file.
    Secret,
    /// Something else; the host's text is all there is.
    Other,
}

/// One branch of a push and what the host said of it: `None` where it was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BranchAnswer {
    /// `wip` or `main`.
    pub branch: String,
    /// The host's refusal, as it stands.
    pub refusal: Option<String>,
}

/// A push that the host did not take, or not whole. Nothing local is lost: the commit stays on `wip`, the folder is as it
/// was, and publishing again goes on from there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What was planned.
    pub plan: Plan,
    /// Why.
    pub reason: Reason,
    /// The refusal in plain words, one sentence.
    pub title: String,
    /// What to do, one or two sentences.
    pub next: String,
    /// What the host said, whole.
    pub host_text: String,
    /// The line of `host_text` that decided, where one can be told.
    pub deciding_line: Option<String>,
    /// What it said of each branch.
    pub per_branch: Vec<BranchAnswer>,
    /// Where our commit stands on the local `wip`.
    pub wip: CommitId,
    /// What each step did.
    pub steps: Vec<StepDone>,
}

/// A commit that holds work which we do not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignCommit {
    /// Its id.
    pub id: CommitId,
    /// Who made it.
    pub author: String,
    /// The first line of its message.
    pub subject: String,
}

/// Where work was found that a publish would have passed over. Nothing was pushed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stopped {
    /// The branch that holds the work, as a person names it: `main`, `main on origin`, `wip on origin`.
    pub branch: String,
    /// Its commits that we lack, newest first, at most [`Stopped::MOST`]. Empty where a dry run has not fetched them.
    pub commits: Vec<ForeignCommit>,
    /// The files in which they differ. Empty where a dry run has not fetched them.
    pub files: Vec<FileChange>,
    /// One sentence that says whose work it is.
    pub title: String,
    /// What to do.
    pub next: String,
    /// Our own commit on `wip`, where it was made before the stop.
    pub wip: Option<CommitId>,
    /// What each step did.
    pub steps: Vec<StepDone>,
}

impl Stopped {
    /// The most commits that are listed.
    pub const MOST: usize = 20;
}

/// How a publish ended. An `Err` means that it could not be done; these mean that it was done as far as it should.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The remote has everything already.
    NothingToPublish {
        /// Where we looked.
        remote: RemoteAddress,
        /// Where `main` is there.
        main: CommitId,
    },
    /// A dry run: this is what would be done. Nothing was written.
    Planned(Plan),
    /// The remote has it; read back.
    Published(Published),
    /// The host refused.
    Refused(Refusal),
    /// `main` or `wip` holds work of somebody that would have been passed over.
    Stopped(Stopped),
}

impl Outcome {
    /// The exit code of `tablewright publish` (design.md section 6): 0 published, planned or nothing to publish, 1 refused.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::NothingToPublish { .. } | Self::Planned(_) | Self::Published(_) => 0,
            Self::Refused(_) | Self::Stopped(_) => 1,
        }
    }
}
