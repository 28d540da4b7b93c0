//! Publishing, as people do it: to a path, to a server, again, and into everything that can be in the way.

#![allow(clippy::unwrap_used, reason = "helpers of tests: a failure here is a failed test")]

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tablewright_core::job::{Quiet, Watch};
use tablewright_core::publish::{
    Ask, Author, Blocked, ChangeKind, Credentials, Head, Outcome, PublishOptions, Published, Reason, Refusal, SaveLeftovers,
    Stopped, SystemCredentials, UserPassword, git_state, init, publish,
};
use tablewright_core::{Error, ErrorKind};
use tablewright_tests::git_server::{self, GitServer, git, try_git};
use tempfile::TempDir;

/// A pack folder and a place for remotes beside it.
struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Self {
        git_server::isolate();
        let desk = Self { folder: tempfile::tempdir().unwrap() };
        fs::create_dir_all(desk.pack().join("textures")).unwrap();
        fs::create_dir_all(desk.projects()).unwrap();
        desk.write("diceytable.mod.json", "{ \"id\": \"go\", \"version\": \"1.0.0\" }\n");
        desk.write("setup.json", "{ \"objects\": [] }\n");
        desk.write("textures/board.png", "not really a picture");
        desk
    }

    fn pack(&self) -> PathBuf {
        self.folder.path().join("pack")
    }

    fn projects(&self) -> PathBuf {
        self.folder.path().join("projects")
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.pack().join(path), text).unwrap();
    }

    fn bare(&self) -> PathBuf {
        git_server::bare(&self.projects(), "go.git")
    }

    fn git(&self, args: &[&str]) -> String {
        git(&self.pack(), args)
    }

    /// Another person's clone of the bare repository.
    fn clone_of(&self, bare: &Path, name: &str) -> PathBuf {
        git(self.folder.path(), &["clone", "--quiet", &bare.to_string_lossy(), name]);
        self.folder.path().join(name)
    }

    fn publish(&self, options: &PublishOptions) -> Result<Outcome, Error> {
        publish(&self.pack(), options, &SaveLeftovers, &SystemCredentials, &Quiet)
    }

    fn published(&self, options: &PublishOptions) -> Published {
        match self.publish(options).unwrap() {
            Outcome::Published(published) => published,
            other => panic!("not published: {other:?}"),
        }
    }

    fn refused(&self, options: &PublishOptions) -> Refusal {
        match self.publish(options).unwrap() {
            Outcome::Refused(refusal) => refusal,
            other => panic!("not refused: {other:?}"),
        }
    }

    fn stopped(&self, options: &PublishOptions) -> Stopped {
        match self.publish(options).unwrap() {
            Outcome::Stopped(stopped) => stopped,
            other => panic!("not stopped: {other:?}"),
        }
    }

    /// Every file below the pack with its bytes, `.git` included.
    fn listing(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.pack()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    found.insert(path.clone(), Vec::new());
                    folders.push(path);
                } else {
                    found.insert(path.clone(), fs::read(&path).unwrap());
                }
            }
        }
        found
    }
}

fn ann() -> Option<Author> {
    Some(Author { name: "Ann Lee".into(), email: "ann@example.org".into() })
}

fn to(remote: impl AsRef<str>) -> PublishOptions {
    let remote = Some(remote.as_ref().to_owned());
    PublishOptions { author: ann(), remote, timeout: Duration::from_secs(20), ..PublishOptions::default() }
}

fn to_path(bare: &Path) -> PublishOptions {
    to(bare.to_string_lossy())
}

fn dry(options: PublishOptions) -> PublishOptions {
    PublishOptions { dry_run: true, ..options }
}

fn rev(folder: &Path, name: &str) -> String {
    git(folder, &["rev-parse", name]).trim().to_owned()
}

#[test]
fn a_first_publish_makes_the_repository_and_main_from_wip() {
    let desk = Desk::new();
    let bare = desk.bare();
    let published = desk.published(&PublishOptions { version: Some("1.0.0".into()), ..to_path(&bare) });
    assert!(published.plan.first && published.plan.creates_repository);
    assert_eq!(published.wip, published.main);
    assert_eq!(published.main.as_str().len(), 40);
    assert_eq!(published.plan.goes_out.len(), 3);
    assert_eq!(rev(&bare, "main"), published.main.as_str());
    assert_eq!(rev(&bare, "wip"), published.wip.as_str());
    assert_eq!(git(&bare, &["log", "--format=%an <%ae> %s", "main"]), "Ann Lee <ann@example.org> Publish 1.0.0\n");
    assert_eq!(git(&bare, &["show", "main:textures/board.png"]), "not really a picture");
    // The fresh repository is on main, and git finds nothing changed.
    assert_eq!(desk.git(&["symbolic-ref", "HEAD"]).trim(), "refs/heads/main");
    assert_eq!(desk.git(&["status", "--porcelain"]), "");
    // The address is known from now on.
    assert_eq!(published.remembered_as.as_deref(), Some("origin"));
    let again = desk.publish(&PublishOptions { author: ann(), ..PublishOptions::default() }).unwrap();
    assert!(matches!(again, Outcome::NothingToPublish { ref main, .. } if main.as_str() == rev(&bare, "main")));
    assert_eq!(again.exit_code(), 0);
}

#[test]
fn a_second_publish_of_one_file_over_http_is_a_merge_of_main_and_wip() {
    let desk = Desk::new();
    let bare = desk.bare();
    let server = GitServer::open_to_all(&desk.projects());
    let first = desk.published(&to(server.url("go.git")));
    desk.write("setup.json", "{ \"objects\": [1] }\n");
    let second = desk.published(&to(server.url("go.git")));
    let names: Vec<_> = second.plan.goes_out.iter().map(|f| (f.path.as_str(), f.kind)).collect();
    assert_eq!(names, [("setup.json", ChangeKind::Changed)]);
    assert_eq!(rev(&bare, "main"), second.main.as_str());
    assert_eq!(rev(&bare, "main^1"), first.main.as_str());
    assert_eq!(rev(&bare, "main^2"), second.wip.as_str());
    assert_eq!(rev(&bare, "wip^1"), first.wip.as_str());
    assert_eq!(rev(&bare, "main^{tree}"), rev(&bare, "wip^{tree}"));
    assert_eq!(rev(&desk.pack(), "main"), second.main.as_str());
    assert_eq!(rev(&desk.pack(), "origin/main"), second.main.as_str());
    assert_eq!(desk.git(&["status", "--porcelain"]), "");
    git(&bare, &["fsck", "--strict"]);
    git(&desk.pack(), &["fsck", "--strict"]);
}

#[test]
fn steps_are_named_in_their_order() {
    struct Noted(std::sync::Mutex<Vec<String>>);
    impl Watch for Noted {
        fn progress(&self, what: &str, _done: u64, _total: u64) {
            let mut seen = self.0.lock().unwrap();
            if seen.last().is_none_or(|last| last != what) {
                seen.push(what.to_owned());
            }
        }
        fn cancelled(&self) -> bool {
            false
        }
    }
    let desk = Desk::new();
    desk.bare();
    let server = GitServer::open_to_all(&desk.projects());
    let noted = Noted(std::sync::Mutex::default());
    publish(&desk.pack(), &to(server.url("go.git")), &SaveLeftovers, &SystemCredentials, &noted).unwrap();
    let seen = noted.0.into_inner().unwrap();
    assert_eq!(seen, ["Fetch", "Commit to wip", "Check main", "Merge into main", "Push wip", "Push main", "Read back"]);
}

#[test]
fn what_git_ignores_and_what_a_save_left_is_not_published() {
    let desk = Desk::new();
    let bare = desk.bare();
    desk.write(".gitignore", "notes/\n*.psd\n");
    desk.write("art.psd", "source");
    desk.write(".setup.json.0a1b2c3d.stage", "half a scene");
    fs::create_dir(desk.pack().join("notes")).unwrap();
    desk.write("notes/todo.txt", "mine");
    desk.published(&to_path(&bare));
    let files = git(&bare, &["ls-tree", "-r", "--name-only", "main"]);
    assert_eq!(files, ".gitignore\ndiceytable.mod.json\nsetup.json\ntextures/board.png\n");
}

#[cfg(unix)]
#[test]
fn links_executables_and_line_ends_are_committed_as_git_does() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let bare = desk.bare();
    desk.write(".gitattributes", "*.json text=auto eol=lf\n*.txt text\n*.bin -text\n");
    desk.write("setup.json", "{\r\n}\r\n");
    desk.write("readme.txt", "a\r\nb\r\n");
    desk.write("raw.bin", "a\r\nb\r\n");
    desk.write("run.sh", "#!/bin/sh\n");
    fs::set_permissions(desk.pack().join("run.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    std::os::unix::fs::symlink("textures/board.png", desk.pack().join("link.png")).unwrap();
    desk.published(&to_path(&bare));
    // The same folder committed by git itself gives the same tree.
    let theirs = desk.clone_of(&bare, "theirs");
    let compare = desk.folder.path().join("compare");
    fs::create_dir(&compare).unwrap();
    git(&compare, &["init", "--quiet"]);
    let (compare_git, pack) = (compare.join(".git"), desk.pack());
    let env = [format!("--git-dir={}", compare_git.display()), format!("--work-tree={}", pack.display())];
    git(&pack, &[&env[0], &env[1], "add", "--all"]);
    assert_eq!(git(&pack, &[&env[0], &env[1], "write-tree"]).trim(), rev(&theirs, "main^{tree}"));
    assert_eq!(desk.git(&["status", "--porcelain"]), "");
    // Only the line ends in the folder change, and git would commit nothing.
    desk.write("setup.json", "{\n}\n");
    assert!(matches!(desk.publish(&to_path(&bare)).unwrap(), Outcome::NothingToPublish { .. }));
    // A bit and a removed file do go out.
    fs::set_permissions(desk.pack().join("raw.bin"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::remove_file(desk.pack().join("link.png")).unwrap();
    let published = desk.published(&to_path(&bare));
    let kinds: Vec<_> = published.plan.goes_out.iter().map(|f| (f.path.as_str(), f.kind)).collect();
    assert_eq!(kinds, [("link.png", ChangeKind::Removed), ("raw.bin", ChangeKind::Changed)]);
}

#[test]
fn a_hooks_refusal_is_shown_whole_and_a_retry_works_when_it_is_gone() {
    let desk = Desk::new();
    let bare = desk.bare();
    let server = GitServer::open_to_all(&desk.projects());
    let first = desk.published(&to(server.url("go.git")));
    git_server::add_hook(&bare, "pre-receive", "echo 'Looking at the pack' >&2\necho 'error: no cover, no game' >&2\nexit 1");
    desk.write("setup.json", "{ \"objects\": [2] }\n");
    let refusal = desk.refused(&to(server.url("go.git")));
    assert_eq!(refusal.reason, Reason::Hook);
    assert!(refusal.host_text.contains("Looking at the pack\nerror: no cover, no game"), "{}", refusal.host_text);
    assert_eq!(refusal.deciding_line.as_deref(), Some("error: no cover, no game"));
    assert!(refusal.per_branch.iter().all(|b| b.refusal.as_deref() == Some("pre-receive hook declined")), "{refusal:?}");
    assert_eq!(Outcome::Refused(refusal.clone()).exit_code(), 1);
    // Nothing is lost: the commit is on wip, main is where it was, the file is as it was edited.
    assert_eq!(rev(&desk.pack(), "wip"), refusal.wip.as_str());
    assert_eq!(rev(&desk.pack(), "main"), first.main.as_str());
    assert_eq!(rev(&bare, "main"), first.main.as_str());
    assert_eq!(desk.git(&["status", "--porcelain"]), " M setup.json\n");
    git_server::remove_hook(&bare, "pre-receive");
    let published = desk.published(&to(server.url("go.git")));
    assert_eq!(published.wip, refusal.wip);
    assert_eq!(rev(&bare, "main"), published.main.as_str());
    assert_eq!(desk.git(&["status", "--porcelain"]), "");
}

#[test]
fn a_host_that_takes_wip_and_refuses_main_is_told_apart() {
    let desk = Desk::new();
    let bare = desk.bare();
    git_server::add_hook(
        &bare,
        "update",
        "[ \"$1\" = refs/heads/wip ] && exit 0\necho 'error: GH006: Protected branch update failed' >&2\nexit 1",
    );
    let server = GitServer::open_to_all(&desk.projects());
    let refusal = desk.refused(&to(server.url("go.git")));
    assert_eq!(refusal.reason, Reason::Protected);
    let answers: Vec<_> = refusal.per_branch.iter().map(|b| (b.branch.as_str(), b.refusal.as_deref())).collect();
    assert_eq!(answers, [("wip", None), ("main", Some("hook declined"))]);
    assert_eq!(rev(&bare, "wip"), refusal.wip.as_str());
    assert!(!try_git(&desk.pack(), &["rev-parse", "--verify", "-q", "main"]).status.success());
    git_server::remove_hook(&bare, "update");
    let published = desk.published(&to(server.url("go.git")));
    assert_eq!(rev(&bare, "main"), published.main.as_str());
}

/// Answers with a fixed name and password, and counts.
struct Fixed {
    password: &'static str,
    asked: Cell<u32>,
}

impl Fixed {
    fn new(password: &'static str) -> Self {
        Self { password, asked: Cell::new(0) }
    }
}

impl Credentials for Fixed {
    fn user_password(&self, _ask: Ask) -> Option<UserPassword> {
        self.asked.set(self.asked.get() + 1);
        Some(UserPassword { username: "ann".into(), password: self.password.into() })
    }
}

#[test]
fn credential_helpers_of_the_packs_own_configuration_are_never_started() {
    let desk = Desk::new();
    init(&desk.pack()).unwrap();
    let started = desk.folder.path().join("started");
    let helper = format!("!touch '{}'; echo username=ann; echo password=right", started.display());
    desk.git(&["config", "credential.helper", &helper]);
    desk.bare();
    let server = GitServer::with_password(&desk.projects(), "ann", "right");
    let error = desk.publish(&to(server.url("go.git"))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Auth, "{error}");
    assert!(!started.exists(), "the pack's credential helper was started");
}

#[test]
fn a_password_is_asked_for_once_and_a_wrong_one_ends_the_publish() {
    let desk = Desk::new();
    let bare = desk.bare();
    let server = GitServer::with_password(&desk.projects(), "ann", "right");
    let wrong = Fixed::new("wrong");
    let error = publish(&desk.pack(), &to(server.url("go.git")), &SaveLeftovers, &wrong, &Quiet).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Auth);
    assert_eq!(wrong.asked.get(), 1);
    assert!(server.requests() < 10, "{} requests", server.requests());
    // A remote that lets nobody in leaves no repository behind.
    assert!(!desk.pack().join(".git").exists());
    let right = Fixed::new("right");
    let outcome = publish(&desk.pack(), &to(server.url("go.git")), &SaveLeftovers, &right, &Quiet).unwrap();
    assert!(matches!(outcome, Outcome::Published(_)), "{outcome:?}");
    assert_eq!(right.asked.get(), 1);
    assert_eq!(rev(&bare, "main"), rev(&desk.pack(), "main"));
}

#[test]
fn without_an_answer_a_closed_server_says_what_to_do() {
    let desk = Desk::new();
    let server = GitServer::always_unauthorized();
    let error = desk.publish(&to(server.url("go.git"))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Auth);
    assert!(error.hint_text().unwrap().contains("token"), "{error}");
    let known = Fixed::new("any");
    let error = publish(&desk.pack(), &to(server.url("go.git")), &SaveLeftovers, &known, &Quiet).unwrap_err();
    assert_eq!((error.kind(), known.asked.get()), (ErrorKind::Auth, 1));
}

#[test]
fn statuses_of_a_server_are_put_into_words() {
    let desk = Desk::new();
    for (status, kind) in
        [("403 Forbidden", ErrorKind::Auth), ("404 Not Found", ErrorKind::NotFound), ("500 Oops", ErrorKind::Network)]
    {
        let server = GitServer::always(status);
        let error = desk.publish(&to(server.url("go.git"))).unwrap_err();
        assert_eq!(error.kind(), kind, "{status}: {error}");
        assert!(error.hint_text().is_some(), "{error}");
    }
}

#[test]
fn a_remote_that_hangs_ends_in_an_error_and_leaves_the_edits() {
    let desk = Desk::new();
    let bare = desk.bare();
    desk.published(&to_path(&bare));
    desk.write("setup.json", "{ \"objects\": [3] }\n");
    let before = desk.listing();
    let server = GitServer::silent();
    let options = PublishOptions { timeout: Duration::from_millis(300), ..to(server.url("go.git")) };
    let error = desk.publish(&options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Network, "{error}");
    assert!(error.what().contains("didn't answer within 0.3 s"), "{error}");
    assert_eq!(desk.listing(), before);
    // The same with encryption, where the wait is for the handshake.
    let options = PublishOptions { remote: Some(server.url("go.git").replace("http:", "https:")), ..options };
    let error = desk.publish(&options).unwrap_err();
    assert!(error.what().contains("didn't answer within 0.3 s"), "{error}");
    // A port on which nobody listens.
    let gone = {
        let server = GitServer::silent();
        server.url("go.git")
    };
    let error = desk.publish(&to(gone)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Network, "{error}");
    assert_eq!(desk.listing(), before);
}

#[test]
fn work_that_somebody_pushed_to_main_stops_the_publish_until_it_is_here() {
    let desk = Desk::new();
    let bare = desk.bare();
    desk.published(&to_path(&bare));
    let theirs = desk.clone_of(&bare, "theirs");
    fs::write(theirs.join("README.md"), "How to play\n").unwrap();
    git(&theirs, &["add", "README.md"]);
    git(&theirs, &["commit", "--quiet", "-m", "Explain the game"]);
    git(&theirs, &["push", "--quiet", "origin", "main"]);
    let main = rev(&bare, "main");
    desk.write("setup.json", "{ \"objects\": [4] }\n");
    // A dry run may not fetch, so it can only say that there is something.
    let before = desk.listing();
    let stopped = desk.stopped(&dry(to_path(&bare)));
    assert_eq!(stopped.branch, "main on origin");
    assert_eq!(desk.listing(), before);
    let stopped = desk.stopped(&to_path(&bare));
    assert_eq!(stopped.branch, "main on origin");
    assert_eq!(stopped.commits.len(), 1);
    assert_eq!((stopped.commits[0].author.as_str(), stopped.commits[0].subject.as_str()), ("Bob Smith", "Explain the game"));
    assert_eq!(stopped.files.iter().map(|f| f.path.as_str()).collect::<Vec<_>>(), ["README.md"]);
    assert!(stopped.title.contains("Bob Smith"), "{}", stopped.title);
    assert_eq!(Outcome::Stopped(stopped.clone()).exit_code(), 1);
    // The checkpoint is kept, nothing was pushed.
    assert_eq!(rev(&desk.pack(), "wip"), stopped.wip.unwrap().as_str());
    assert_eq!(rev(&bare, "main"), main);
    // Doing what it says lets the same publish through, with both people's work.
    desk.git(&["stash", "--quiet"]);
    desk.git(&["pull", "--quiet", "--ff-only", "origin", "main"]);
    desk.git(&["stash", "pop", "--quiet"]);
    let published = desk.published(&to_path(&bare));
    assert_eq!(rev(&bare, "main^1"), main);
    assert_eq!(git(&bare, &["show", "main:README.md"]), "How to play\n");
    assert_eq!(git(&bare, &["show", "main:setup.json"]), "{ \"objects\": [4] }\n");
    assert_eq!(rev(&bare, "main"), published.main.as_str());
    assert_eq!(desk.git(&["status", "--porcelain"]), "");
}

#[test]
fn work_that_somebody_pushed_to_wip_stops_the_publish() {
    let desk = Desk::new();
    let bare = desk.bare();
    desk.published(&to_path(&bare));
    let theirs = desk.clone_of(&bare, "theirs");
    git(&theirs, &["switch", "--quiet", "wip"]);
    fs::write(theirs.join("setup.json"), "{ \"objects\": [\"bob\"] }\n").unwrap();
    git(&theirs, &["commit", "--quiet", "-am", "Add bowls"]);
    git(&theirs, &["push", "--quiet", "origin", "wip"]);
    let wip = rev(&bare, "wip");
    let local = rev(&desk.pack(), "wip");
    desk.write("textures/board.png", "a better board");
    let stopped = desk.stopped(&to_path(&bare));
    assert_eq!(stopped.branch, "wip on origin");
    assert_eq!(stopped.commits[0].subject, "Add bowls");
    assert_eq!(stopped.files.iter().map(|f| f.path.as_str()).collect::<Vec<_>>(), ["setup.json"]);
    assert_eq!((rev(&bare, "wip"), rev(&desk.pack(), "wip")), (wip.clone(), local));
    assert_eq!(desk.git(&["status", "--porcelain"]), " M textures/board.png\n");
    // With their file taken over, wip goes on from their commit.
    desk.git(&["pull", "--quiet", "--ff-only", "origin", "wip"]);
    let published = desk.published(&to_path(&bare));
    assert_eq!(rev(&bare, "wip^1"), wip);
    assert_eq!(rev(&bare, "wip"), published.wip.as_str());
    assert_eq!(git(&bare, &["show", "main:setup.json"]), "{ \"objects\": [\"bob\"] }\n");
}

#[test]
fn wip_that_went_apart_here_and_there_is_never_forced() {
    let desk = Desk::new();
    let bare = desk.bare();
    let server = GitServer::open_to_all(&desk.projects());
    desk.published(&to(server.url("go.git")));
    let theirs = desk.clone_of(&bare, "theirs");
    git_server::add_hook(&bare, "pre-receive", "exit 1");
    desk.write("setup.json", "mine");
    desk.refused(&to(server.url("go.git")));
    git_server::remove_hook(&bare, "pre-receive");
    git(&theirs, &["switch", "--quiet", "wip"]);
    fs::write(theirs.join("README.md"), "theirs").unwrap();
    git(&theirs, &["add", "."]);
    git(&theirs, &["commit", "--quiet", "-m", "Their way"]);
    git(&theirs, &["push", "--quiet", "origin", "wip"]);
    let there = rev(&bare, "wip");
    let stopped = desk.stopped(&to(server.url("go.git")));
    assert_eq!(stopped.branch, "wip on origin");
    assert_eq!(stopped.commits.iter().map(|c| c.subject.as_str()).collect::<Vec<_>>(), ["Their way"]);
    assert_eq!(rev(&bare, "wip"), there);
}

#[test]
fn work_on_the_local_main_that_the_folder_lacks_stops_the_publish() {
    let desk = Desk::new();
    let bare = desk.bare();
    desk.published(&to_path(&bare));
    // Somebody works on wip here and committed to main from elsewhere.
    desk.git(&["switch", "--quiet", "wip"]);
    let other = desk.folder.path().join("other");
    desk.git(&["worktree", "add", "--quiet", &other.to_string_lossy(), "main"]);
    fs::write(other.join("rules.md"), "rules").unwrap();
    git(&other, &["add", "."]);
    git(&other, &["commit", "--quiet", "-m", "Write the rules"]);
    desk.write("setup.json", "{ \"objects\": [5] }\n");
    // While main is checked out there, it must not move at all.
    let error = desk.publish(&to_path(&bare)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert!(error.what().contains("main checked out"), "{error}");
    desk.git(&["worktree", "remove", &other.to_string_lossy()]);
    let stopped = desk.stopped(&to_path(&bare));
    assert_eq!(stopped.branch, "main");
    assert_eq!(stopped.commits[0].subject, "Write the rules");
    assert_eq!(stopped.files[0].path, "rules.md");
    assert_eq!(git(&bare, &["log", "--format=%s", "main"]).lines().count(), 1);
    // wip is checked out and got the checkpoint: git finds nothing changed.
    assert_eq!(desk.git(&["status", "--porcelain"]), "");
}

#[test]
fn a_readme_that_the_host_made_is_not_overwritten() {
    let desk = Desk::new();
    let bare = desk.bare();
    let theirs = desk.clone_of(&bare, "theirs");
    fs::write(theirs.join("README.md"), "# go\n").unwrap();
    git(&theirs, &["add", "."]);
    git(&theirs, &["commit", "--quiet", "-m", "Initial commit"]);
    git(&theirs, &["push", "--quiet", "origin", "HEAD:main"]);
    let stopped = desk.stopped(&to_path(&bare));
    assert_eq!(stopped.files[0].path, "README.md");
    assert!(stopped.wip.is_none());
    assert_eq!(git(&bare, &["log", "--format=%s", "main"]), "Initial commit\n");
}

#[test]
fn a_clone_of_a_published_pack_publishes_on_top_of_it() {
    let desk = Desk::new();
    let bare = desk.bare();
    let first = desk.published(&to_path(&bare));
    let clone = desk.clone_of(&bare, "clone");
    fs::write(clone.join("setup.json"), "{ \"objects\": [6] }\n").unwrap();
    let options = PublishOptions { author: ann(), ..PublishOptions::default() };
    let outcome = publish(&clone, &options, &SaveLeftovers, &SystemCredentials, &Quiet).unwrap();
    let Outcome::Published(published) = outcome else { panic!("{outcome:?}") };
    assert_eq!(rev(&bare, "wip^"), first.wip.as_str());
    assert_eq!(rev(&bare, "main^1"), first.main.as_str());
    assert_eq!(rev(&clone, "main"), published.main.as_str());
    assert_eq!(git(&clone, &["status", "--porcelain", "--branch"]), "## main...origin/main\n");
}

#[test]
fn the_branch_index_and_files_of_the_person_stay_as_they_are() {
    let desk = Desk::new();
    let bare = desk.bare();
    desk.git(&["init", "--quiet", "--initial-branch=ideas"]);
    desk.git(&["add", "setup.json"]);
    desk.git(&["commit", "--quiet", "-m", "Start"]);
    desk.write("setup.json", "{ \"objects\": [7] }\n");
    desk.git(&["add", "setup.json"]);
    desk.write("setup.json", "{ \"objects\": [8] }\n");
    let status = desk.git(&["status", "--porcelain", "--branch"]);
    let before = desk.listing();
    let published = desk.published(&to_path(&bare));
    assert_eq!(git(&bare, &["show", "main:setup.json"]), "{ \"objects\": [8] }\n");
    assert_eq!(rev(&bare, "wip^"), rev(&desk.pack(), "ideas"));
    assert_eq!(published.wip, published.main);
    let after = desk.listing();
    let own = |path: &Path| !path.starts_with(desk.pack().join(".git"));
    assert!(before.iter().filter(|(p, _)| own(p)).eq(after.iter().filter(|(p, _)| own(p))));
    for name in [".git/index", ".git/HEAD", ".git/refs/heads/ideas"] {
        let path = desk.pack().join(name);
        assert_eq!(before.get(&path), after.get(&path), "{name}");
    }
    assert_eq!(desk.git(&["status", "--porcelain", "--branch"]), status);
}

#[test]
fn on_wip_the_status_is_clean_after_a_refusal_too_and_staged_leftovers_stay_staged() {
    let desk = Desk::new();
    let bare = desk.bare();
    let server = GitServer::open_to_all(&desk.projects());
    desk.published(&to(server.url("go.git")));
    desk.git(&["switch", "--quiet", "wip"]);
    git_server::add_hook(&bare, "pre-receive", "exit 1");
    desk.write("setup.json", "{ \"objects\": [9] }\n");
    desk.write("new.txt", "new");
    fs::remove_file(desk.pack().join("textures/board.png")).unwrap();
    desk.write(".setup.json.0a1b2c3d.stage", "left");
    desk.git(&["add", ".setup.json.0a1b2c3d.stage", "new.txt"]);
    desk.refused(&to(server.url("go.git")));
    assert_eq!(desk.git(&["status", "--porcelain", "--branch"]), "## wip\nA  .setup.json.0a1b2c3d.stage\n");
    assert_eq!(desk.git(&["show", "--name-status", "--format=", "HEAD"]), "A\tnew.txt\nM\tsetup.json\nD\ttextures/board.png\n");
    assert!(!desk.pack().join(".git/index.lock").exists());
    assert!(!desk.pack().join(".git/index.tablewright").exists());
}

#[test]
fn files_hidden_from_the_folder_by_git_are_not_removed_from_the_pack() {
    let desk = Desk::new();
    let bare = desk.bare();
    desk.published(&to_path(&bare));
    desk.git(&["update-index", "--skip-worktree", "textures/board.png"]);
    fs::remove_file(desk.pack().join("textures/board.png")).unwrap();
    desk.write("setup.json", "{ \"objects\": [10] }\n");
    desk.published(&to_path(&bare));
    assert_eq!(git(&bare, &["show", "main:textures/board.png"]), "not really a picture");
    assert_eq!(desk.git(&["status", "--porcelain"]), "");
}

#[test]
fn a_dry_run_writes_nothing_at_all() {
    let desk = Desk::new();
    let bare = desk.bare();
    let before = desk.listing();
    let planned = desk.publish(&dry(to_path(&bare))).unwrap();
    let Outcome::Planned(plan) = &planned else { panic!("{planned:?}") };
    assert!(plan.creates_repository && plan.first && plan.merge.is_none());
    assert_eq!(
        plan.goes_out.iter().map(|f| f.path.as_str()).collect::<Vec<_>>(),
        ["diceytable.mod.json", "setup.json", "textures/board.png"]
    );
    assert_eq!(planned.exit_code(), 0);
    assert_eq!(desk.listing(), before);

    desk.published(&to_path(&bare));
    let there = rev(&bare, "main");
    desk.write("setup.json", "{ \"objects\": [11] }\n");
    desk.write("cover.png", "cover");
    let before = desk.listing();
    let planned = desk.publish(&dry(to_path(&bare))).unwrap();
    let Outcome::Planned(plan) = planned else { panic!("{planned:?}") };
    let commit: Vec<_> = plan.commit.iter().map(|f| (f.path.as_str(), f.kind, f.bytes)).collect();
    assert_eq!(commit, [("cover.png", ChangeKind::Added, 5), ("setup.json", ChangeKind::Changed, 20)]);
    assert_eq!(plan.commit, plan.goes_out);
    assert_eq!(plan.pushes.iter().map(|p| (p.branch, p.to.is_none())).collect::<Vec<_>>(), [("wip", true), ("main", true)]);
    assert_eq!(plan.pushes[1].from.as_ref().unwrap().as_str(), there);
    assert!(plan.merge.is_some());
    assert_eq!(desk.listing(), before);
    assert_eq!(rev(&bare, "main"), there);
}

#[test]
fn without_a_name_the_publish_asks_for_one_and_changes_nothing() {
    let desk = Desk::new();
    let bare = desk.bare();
    let nameless = PublishOptions { author: None, ..to_path(&bare) };
    let before = desk.listing();
    let error = desk.publish(&nameless).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert!(error.hint_text().unwrap().contains("git config --global user.name"), "{error}");
    assert_eq!(desk.listing(), before);
    init(&desk.pack()).unwrap();
    desk.git(&["config", "user.name", "Ann Lee"]);
    let error = desk.publish(&nameless).unwrap_err();
    assert!(error.what().contains("an e-mail address"), "{error}");
    desk.git(&["config", "user.email", "ann@example.org"]);
    desk.published(&nameless);
}

#[test]
fn a_git_lock_that_stays_is_named_and_not_deleted() {
    let desk = Desk::new();
    let bare = desk.bare();
    desk.published(&to_path(&bare));
    desk.write("setup.json", "{ \"objects\": [12] }\n");
    let lock = desk.pack().join(".git/index.lock");
    fs::write(&lock, "").unwrap();
    let before = desk.listing();
    let error = desk.publish(&to_path(&bare)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Busy);
    assert_eq!(error.path().unwrap().canonicalize().unwrap(), lock.canonicalize().unwrap());
    assert!(error.what().contains("since "), "{error}");
    assert_eq!(desk.listing(), before);
    fs::remove_file(lock).unwrap();
    desk.published(&to_path(&bare));
}

#[test]
fn states_that_cannot_be_published_are_named() {
    let desk = Desk::new();
    let bare = desk.bare();
    desk.published(&to_path(&bare));
    desk.git(&["checkout", "--quiet", "--detach"]);
    let error = desk.publish(&to_path(&bare)).unwrap_err();
    assert_eq!((error.kind(), error.what()), (ErrorKind::Refused, Blocked::DetachedHead.what()));
    let state = git_state(&desk.pack(), &SaveLeftovers).unwrap().unwrap();
    assert_eq!(state.blocked, Some(Blocked::DetachedHead));
    assert!(matches!(state.head, Head::Detached(ref id) if id.len() == 7));
    desk.git(&["switch", "--quiet", "main"]);
    // A merge with a conflict.
    desk.git(&["switch", "--quiet", "-c", "other"]);
    desk.write("setup.json", "theirs");
    desk.git(&["commit", "--quiet", "-am", "Theirs"]);
    desk.git(&["switch", "--quiet", "main"]);
    desk.write("setup.json", "ours");
    desk.git(&["commit", "--quiet", "-am", "Ours"]);
    assert!(!try_git(&desk.pack(), &["merge", "other"]).status.success());
    let error = desk.publish(&to_path(&bare)).unwrap_err();
    assert_eq!((error.kind(), error.what()), (ErrorKind::Refused, Blocked::Merging.what()));
    // The same files, with git told to forget the merge itself.
    fs::remove_file(desk.pack().join(".git/MERGE_HEAD")).unwrap();
    let error = desk.publish(&to_path(&bare)).unwrap_err();
    assert_eq!((error.kind(), error.what()), (ErrorKind::Refused, Blocked::Conflicts.what()));
    desk.git(&["reset", "--quiet", "--hard"]);
    // A bare repository opened as a pack.
    let error = publish(&bare, &to_path(&bare), &SaveLeftovers, &SystemCredentials, &Quiet).unwrap_err();
    assert_eq!(error.what(), Blocked::Bare.what());
}

#[test]
fn a_pack_inside_another_repository_is_not_published_from_there() {
    let desk = Desk::new();
    let bare = desk.bare();
    git(desk.folder.path(), &["init", "--quiet"]);
    let error = desk.publish(&to_path(&bare)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert!(error.what().contains("inside another repository"), "{error}");
    assert!(!desk.pack().join(".git").exists());
    // One that is told to ignore the pack makes no claim on it.
    fs::write(desk.folder.path().join(".gitignore"), "/pack/\n").unwrap();
    desk.published(&to_path(&bare));
}

#[cfg(unix)]
#[test]
fn a_remote_with_a_branch_that_is_not_utf8_is_published_to() {
    use std::os::unix::ffi::OsStrExt;
    let desk = Desk::new();
    let bare = desk.bare();
    desk.published(&to_path(&bare));
    let mut command = git_server::git_command(&bare);
    command.args(["branch".as_ref(), std::ffi::OsStr::from_bytes(b"caf\xe9"), "main".as_ref()]);
    assert!(command.status().unwrap().success());
    desk.write("setup.json", "{ \"objects\": [18] }\n");
    desk.published(&to_path(&bare));
}

#[test]
fn a_pack_whose_save_was_cut_short_is_not_published() {
    let desk = Desk::new();
    let bare = desk.bare();
    desk.write(".pack-save.journal", "half a save");
    let error = desk.publish(&to_path(&bare)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert!(error.path().unwrap().ends_with(".pack-save.journal"));
    assert!(!desk.pack().join(".git").exists());
}

#[test]
fn a_broken_dot_git_is_not_overwritten() {
    let desk = Desk::new();
    let bare = desk.bare();
    desk.write(".git", "gitdir: ../nowhere\n");
    let error = desk.publish(&to_path(&bare)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Git, "{error}");
    assert_eq!(fs::read_to_string(desk.pack().join(".git")).unwrap(), "gitdir: ../nowhere\n");
    assert!(git_state(&desk.pack(), &SaveLeftovers).is_err());
}

#[test]
fn a_connection_that_breaks_during_the_push_keeps_the_commit_and_what_arrived_counts() {
    /// Takes the server away when the push begins.
    struct Unplugs {
        server: std::sync::Mutex<Option<GitServer>>,
        at: &'static str,
    }
    impl Watch for Unplugs {
        fn progress(&self, what: &str, _done: u64, _total: u64) {
            if what == self.at {
                drop(self.server.lock().unwrap().take());
            }
        }
        fn cancelled(&self) -> bool {
            false
        }
    }
    let desk = Desk::new();
    let bare = desk.bare();
    let server = GitServer::open_to_all(&desk.projects());
    let address = server.url("go.git");
    let watch = Unplugs { server: std::sync::Mutex::new(Some(server)), at: "Push wip" };
    let error = publish(&desk.pack(), &to(address), &SaveLeftovers, &SystemCredentials, &watch).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Network);
    assert!(error.what().contains("Your commit is kept on wip"), "{error}");
    let wip = rev(&desk.pack(), "wip");
    assert!(!try_git(&desk.pack(), &["rev-parse", "--verify", "-q", "main"]).status.success());
    // Broken after the upload: it arrived, and the next publish finds that out.
    let server = GitServer::open_to_all(&desk.projects());
    let address = server.url("go.git");
    let watch = Unplugs { server: std::sync::Mutex::new(Some(server)), at: "Read back" };
    let error = publish(&desk.pack(), &to(address), &SaveLeftovers, &SystemCredentials, &watch).unwrap_err();
    assert!(error.what().contains("whether it arrived is not known"), "{error}");
    assert_eq!(rev(&bare, "wip"), wip);
    assert!(matches!(desk.publish(&to_path(&bare)).unwrap(), Outcome::NothingToPublish { .. }));
}

#[test]
fn files_in_large_file_storage_are_refused_by_name() {
    let desk = Desk::new();
    let bare = desk.bare();
    desk.write(".gitattributes", "*.png filter=lfs diff=lfs merge=lfs -text\n");
    let error = desk.publish(&to_path(&bare)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert!(error.what().starts_with("textures/board.png is kept in large-file storage"), "{error}");
    fs::remove_file(desk.pack().join(".gitattributes")).unwrap();
    desk.write("textures/board.png", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12345\n");
    let error = desk.publish(&to_path(&bare)).unwrap_err();
    assert!(error.what().starts_with("textures/board.png is only a pointer"), "{error}");
    assert!(!try_git(&bare, &["rev-parse", "--verify", "-q", "main"]).status.success());
}

#[test]
fn a_repository_inside_the_pack_stays_out_and_is_noted() {
    let desk = Desk::new();
    let bare = desk.bare();
    let inner = desk.pack().join("vendor");
    fs::create_dir(&inner).unwrap();
    git(&inner, &["init", "--quiet"]);
    fs::write(inner.join("a.txt"), "a").unwrap();
    git(&inner, &["add", "."]);
    git(&inner, &["commit", "--quiet", "-m", "Inner"]);
    let published = desk.published(&to_path(&bare));
    assert!(
        published.plan.notes.iter().any(|n| n.starts_with("vendor is a repository of its own")),
        "{:?}",
        published.plan.notes
    );
    assert_eq!(git(&bare, &["ls-tree", "-r", "--name-only", "main"]), "diceytable.mod.json\nsetup.json\ntextures/board.png\n");
}

#[test]
fn a_shallow_clone_says_what_it_is() {
    let desk = Desk::new();
    let bare = desk.bare();
    desk.published(&to_path(&bare));
    desk.write("setup.json", "{ \"objects\": [13] }\n");
    desk.published(&to_path(&bare));
    let url = format!("file://{}", bare.display());
    git(desk.folder.path(), &["clone", "--quiet", "--depth=1", "--no-single-branch", &url, "shallow"]);
    let shallow = desk.folder.path().join("shallow");
    let state = git_state(&shallow, &SaveLeftovers).unwrap().unwrap();
    assert!(state.shallow);
    fs::write(shallow.join("setup.json"), "{ \"objects\": [14] }\n").unwrap();
    let options = PublishOptions { author: ann(), ..PublishOptions::default() };
    match publish(&shallow, &options, &SaveLeftovers, &SystemCredentials, &Quiet) {
        // Either the history that is there is enough, or the error says how to get the rest.
        Ok(Outcome::Published(published)) => assert_eq!(rev(&bare, "main"), published.main.as_str()),
        Ok(other) => panic!("{other:?}"),
        Err(error) => assert!(error.hint_text().unwrap().contains("git fetch --unshallow"), "{error}"),
    }
}

#[test]
fn remotes_that_are_not_there_are_told_before_anything_is_done() {
    let desk = Desk::new();
    let before = desk.listing();
    let error = desk.publish(&PublishOptions { author: ann(), ..PublishOptions::default() }).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    let missing = desk.projects().join("missing.git");
    let error = desk.publish(&to_path(&missing)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert_eq!(desk.listing(), before);
    // A folder that somebody works in.
    let worked = desk.folder.path().join("worked");
    fs::create_dir(&worked).unwrap();
    git(&worked, &["init", "--quiet", "--initial-branch=main"]);
    let error = desk.publish(&to_path(&worked)).unwrap_err();
    assert!(error.what().contains("not a bare repository"), "{error}");
}

#[test]
fn a_relative_path_counts_from_the_pack() {
    let desk = Desk::new();
    let bare = desk.bare();
    init(&desk.pack()).unwrap();
    desk.git(&["remote", "add", "backup", "../projects/go.git"]);
    let published = desk.published(&PublishOptions { author: ann(), ..PublishOptions::default() });
    assert_eq!(rev(&bare, "main"), published.main.as_str());
    assert_eq!(rev(&desk.pack(), "backup/main"), published.main.as_str());
    assert_eq!(published.remembered_as, None);
    desk.write("setup.json", "{ \"objects\": [15] }\n");
    desk.published(&to("../projects/go.git"));
    desk.write("setup.json", "{ \"objects\": [16] }\n");
    desk.published(&to(format!("file://{}", bare.display())));
    assert_eq!(git(&bare, &["show", "main:setup.json"]), "{ \"objects\": [16] }\n");
}

#[test]
fn cancelling_before_the_push_leaves_the_remote_alone() {
    struct AtMerge(AtomicBool);
    impl Watch for AtMerge {
        fn progress(&self, what: &str, _done: u64, _total: u64) {
            if what == "Merge into main" {
                self.0.store(true, Ordering::SeqCst);
            }
        }
        fn cancelled(&self) -> bool {
            self.0.load(Ordering::SeqCst)
        }
    }
    let desk = Desk::new();
    let bare = desk.bare();
    let watch = AtMerge(AtomicBool::new(false));
    let error = publish(&desk.pack(), &to_path(&bare), &SaveLeftovers, &SystemCredentials, &watch).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
    assert!(!try_git(&bare, &["rev-parse", "--verify", "-q", "wip"]).status.success());
    desk.published(&to_path(&bare));
}

#[test]
fn somebody_who_publishes_at_the_same_moment_is_not_overwritten() {
    /// Pushes another person's commit just before ours goes out.
    struct Rival {
        clone: PathBuf,
        done: AtomicBool,
    }
    impl Watch for Rival {
        fn progress(&self, what: &str, _done: u64, _total: u64) {
            if what == "Merge into main" && !self.done.swap(true, Ordering::SeqCst) {
                git(&self.clone, &["push", "--quiet", "origin", "HEAD:main"]);
            }
        }
        fn cancelled(&self) -> bool {
            false
        }
    }
    let desk = Desk::new();
    let bare = desk.bare();
    let server = GitServer::open_to_all(&desk.projects());
    desk.published(&to(server.url("go.git")));
    for (round, remote) in [server.url("go.git"), bare.to_string_lossy().into_owned()].into_iter().enumerate() {
        let clone = desk.clone_of(&bare, &format!("rival-{round}"));
        fs::write(clone.join(format!("rules-{round}.md")), "rules").unwrap();
        git(&clone, &["add", "."]);
        git(&clone, &["commit", "--quiet", "-m", "Rules"]);
        desk.write("setup.json", &format!("{{ \"round\": {round} }}\n"));
        let rival = Rival { clone: clone.clone(), done: AtomicBool::new(false) };
        let outcome = publish(&desk.pack(), &to(remote), &SaveLeftovers, &SystemCredentials, &rival).unwrap();
        let Outcome::Refused(refusal) = outcome else { panic!("{outcome:?}") };
        assert_eq!((refusal.reason, refusal.title.as_str()), (Reason::MovedOn, "Someone else published meanwhile"));
        assert_eq!(rev(&bare, "main"), rev(&clone, "HEAD"));
        // Publishing again, as it says, tells whose work it is.
        assert_eq!(desk.stopped(&to(server.url("go.git"))).commits[0].subject, "Rules");
        desk.git(&["stash", "--quiet"]);
        desk.git(&["pull", "--quiet", "--ff-only", "origin", "main"]);
        desk.git(&["stash", "pop", "--quiet"]);
        desk.published(&to(server.url("go.git")));
    }
}

#[test]
fn edits_of_the_same_length_in_the_same_instant_are_seen() {
    let desk = Desk::new();
    let bare = desk.bare();
    for round in 10..40 {
        desk.write("setup.json", &format!("{{ \"round\": {round} }}\n"));
        desk.published(&to_path(&bare));
        assert_eq!(git(&bare, &["show", "main:setup.json"]), format!("{{ \"round\": {round} }}\n"));
    }
}

#[test]
fn the_status_bar_knows_what_is_not_published() {
    let desk = Desk::new();
    let bare = desk.bare();
    assert_eq!(git_state(&desk.pack(), &SaveLeftovers).unwrap(), None);
    init(&desk.pack()).unwrap();
    let state = git_state(&desk.pack(), &SaveLeftovers).unwrap().unwrap();
    assert_eq!((state.head, state.dirty, state.ahead_of_main, state.remote), (Head::Unborn("main".into()), 3, 0, None));
    desk.published(&to_path(&bare));
    let server = GitServer::open_to_all(&desk.projects());
    git_server::add_hook(&bare, "pre-receive", "exit 1");
    desk.write("setup.json", "{ \"objects\": [17] }\n");
    let before = desk.listing();
    let state = git_state(&desk.pack(), &SaveLeftovers).unwrap().unwrap();
    assert_eq!((state.dirty, state.ahead_of_main, state.blocked), (1, 0, None));
    assert_eq!(state.remote.as_deref(), Some("origin"));
    assert_eq!(desk.listing(), before);
    desk.refused(&to(server.url("go.git")));
    let state = git_state(&desk.pack(), &SaveLeftovers).unwrap().unwrap();
    assert_eq!((state.head, state.dirty, state.ahead_of_main), (Head::Branch("main".into()), 0, 1));
}
