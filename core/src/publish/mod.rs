//! Publishing a pack over git: checkpoint, merge, push, read back, and what a host says when it refuses.
//!
//! A publish is what the platform's own editor does before it registers a pack: the folder becomes a commit on `wip`,
//! `wip` is merged into `main` (a merge commit with the parents `main` and `wip` and the tree of `wip`; the first publish
//! makes `main` from `wip`), and both branches are pushed. Never with force. Only what the remote says when its branches
//! are read back counts as published.
//!
//! What lives here: [`publish`], [`pull`](fn@pull) (what a player's machine does with what was published), the states of a repository ([`git_state`], [`Blocked`]), credentials, and reading a
//! host's refusal. What may not: rules about a pack's content (those are `check`), writing the pack's own files, a
//! thread of its own, a question to the person other than through [`Credentials`].
//!
//! Promises, each with a test:
//! - **The branch that is checked out is never switched, and no file of the folder is touched.** The commit is built with
//!   an index in memory.
//! - **The index on disk is written in one case:** when `wip` or `main` is the branch that is checked out and moves on, the
//!   index follows it under `index.lock`, so that `git status` says the truth. Lines staged by hand for a file that was
//!   published are then simply published; what was staged and passed over stays staged.
//! - **Nothing is lost by a refusal.** The commit stays on the local `wip`; the local `main` moves only once the remote
//!   has the merge. Publishing again goes on from there.
//! - **Nobody's work is passed over.** Where `main` or `wip` holds work that the folder lacks, the publish stops and says
//!   whose.
//! - **A dry run writes nothing:** no branch, commit, object or file, and it fetches nothing. Where it would have to, it
//!   says so.
//!
//! Remotes are a path, `file://`, https and ssh. libgit2 handles paths and `file://` in this process: hooks and deny rules
//! of such a repository are not run, so it refuses nothing but what is not a fast-forward.
//!
//! Hooks of this computer (`pre-commit`, `pre-push`) are not run and commits are not signed; the plan notes it. Files that
//! git would hand to a filter (large-file storage) are refused, because players would get the pointers.

mod changes;
mod credentials;
mod filter;
mod limits;
mod lock;
mod moved;
mod notes;
mod outcome;
mod plain;
mod pull;
mod read_remote;
mod refusal;
mod remote;
mod repo;
mod run;

use std::time::Duration;

pub use credentials::{Ask, Credentials, SshKey, SystemCredentials, UserPassword};
pub use filter::{FileFilter, SaveLeftovers};
pub use outcome::{
    BranchAnswer, BranchMove, ChangeKind, CommitId, FileChange, ForeignCommit, MAIN, Outcome, Plan, Published, Reason, Refusal,
    RemoteAddress, Step, StepDone, Stopped, WIP,
};
pub use plain::{Pushed, push_branch};
pub use pull::{Came, PullOptions, Pulled, pull};
pub use read_remote::{MAX_REMOTE_FILE, RemoteFile, read_remote_file};
pub use repo::{Blocked, GitState, Head, PublishedAs, git_state, init};
pub use run::publish;

/// Who signs a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author {
    /// The name.
    pub name: String,
    /// The e-mail address.
    pub email: String,
}

/// What a person can say about a publish.
#[derive(Debug, Clone)]
pub struct PublishOptions {
    /// The message of the commit on `wip`; without it `Publish` and the version.
    pub message: Option<String>,
    /// Who signs; without it git's `user.name` and `user.email`.
    pub author: Option<Author>,
    /// A remote's name, a URL, or a path (from the pack folder); without it the remote that `wip` follows, `origin`, or
    /// the only one there is.
    pub remote: Option<String>,
    /// The version label that is published; only for the messages.
    pub version: Option<String>,
    /// Say what would be done, and write nothing.
    pub dry_run: bool,
    /// How long connecting, and each wait for an answer, may take.
    pub timeout: Duration,
}

impl PublishOptions {
    /// How long a silent remote is waited for when nothing else is said: a host may take long over a large push.
    pub const TIMEOUT: Duration = Duration::from_secs(60);
}

impl Default for PublishOptions {
    fn default() -> Self {
        Self { message: None, author: None, remote: None, version: None, dry_run: false, timeout: Self::TIMEOUT }
    }
}
