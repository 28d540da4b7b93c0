//! Talking to a remote: which one, its branches, fetching, pushing, and what its errors mean.
//!
//! A push is believed only where the remote's branches, read back, say so. libgit2's transport for paths and `file://`
//! runs in this process: the other repository's hooks and deny rules do not run there. They do over https and ssh.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use git2::{
    AutotagOption, CertificateCheckStatus, Direction, ErrorClass, ErrorCode, FetchOptions, Oid, ProxyOptions, PushOptions,
    Remote, RemoteCallbacks, Repository,
};

use super::credentials::{Credentials, Tries};
use super::outcome::{BranchAnswer, MAIN, RemoteAddress, Step, WIP};
use super::repo::git_error;
use crate::error::{Error, ErrorKind, Result};
use crate::job::Watch;

/// The remote that a publish goes to.
#[derive(Debug, Clone)]
pub(super) struct Target {
    /// Its name in the repository.
    pub(super) name: Option<String>,
    /// The address that is used; paths are absolute.
    pub(super) url: String,
    /// Open it by its address: it has no name, or the address differs from the configured one.
    by_address: bool,
}

impl Target {
    pub(super) fn address(&self) -> RemoteAddress {
        RemoteAddress { name: self.name.clone(), url: without_password(&self.url) }
    }

    fn open<'r>(&self, repo: Option<&'r Repository>) -> Result<Remote<'r>, git2::Error> {
        match (repo, &self.name) {
            (Some(repo), Some(name)) if !self.by_address => repo.find_remote(name),
            (Some(repo), _) => repo.remote_anonymous(&self.url),
            (None, _) => Remote::create_detached(self.url.as_str()),
        }
    }
}

/// Finds the remote: the one that `wanted` names or addresses; without it the one that `wip` follows, `origin`, or the
/// only one there is. Paths are taken from the pack folder.
pub(super) fn target(repo: Option<&Repository>, root: &Path, wanted: Option<&str>) -> Result<Target> {
    let configured = match repo {
        Some(repo) => configured(repo)?,
        None => Vec::new(),
    };
    let Some(wanted) = wanted.map(str::trim).filter(|w| !w.is_empty()) else {
        let followed = repo.and_then(|r| r.config().ok()).and_then(|c| c.get_string("branch.wip.remote").ok());
        let by_name = |name: &str| configured.iter().find(|r| r.name == name);
        let found = followed.as_deref().and_then(by_name).or_else(|| by_name("origin"));
        let found = found.or_else(|| configured.first().filter(|_| configured.len() == 1));
        return match found {
            Some(remote) => remote.target(root),
            None => Err(no_remote(&configured)),
        };
    };
    if let Some(remote) = configured.iter().find(|r| r.name == wanted) {
        return remote.target(root);
    }
    if let Some((scheme, _)) = wanted.split_once("://")
        && !SCHEMES.contains(&scheme)
    {
        return Err(unknown_scheme(&without_password(wanted)));
    }
    let path = root.join(wanted);
    if !looks_like_address(wanted) && !path.exists() {
        let known: Vec<&str> = configured.iter().map(|r| r.name.as_str()).collect();
        let hint = if known.is_empty() {
            "The pack has no remote yet. Give an address (https, ssh or file) or the path of a bare repository.".to_owned()
        } else {
            format!("The pack's remotes are: {}. Or give an address or the path of a bare repository.", known.join(", "))
        };
        return Err(Error::new(ErrorKind::NotFound, format!("There is no remote and no folder called {wanted}")).hint(hint));
    }
    let url = if path.exists() { absolute(&path) } else { wanted.to_owned() };
    if let Some(remote) = configured.iter().find(|r| r.url == wanted || r.url == url) {
        return remote.target(root);
    }
    check_folder(root, &url)?;
    Ok(Target { name: None, url, by_address: true })
}

/// The names of a remote, with the commits that they stand for.
struct Names(Vec<(String, Oid)>);

/// What is fetched of a remote.
struct Want {
    refs: Vec<String>,
    commit: Oid,
    /// The commit may lie anywhere in the history of these names.
    deep: bool,
}

impl Names {
    fn of(&self, name: &str) -> Option<Oid> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, tip)| *tip)
    }

    /// The newest commit of a branch alone.
    fn branch(&self, branch: &str) -> Option<Want> {
        let name = format!("refs/heads/{branch}");
        self.of(&name).map(|commit| Want { refs: vec![name], commit, deep: false })
    }

    /// A commit: by itself where a branch ends in it, else with the history of all branches.
    fn commit(&self, commit: Oid) -> Want {
        let is_branch = |name: &str| name.starts_with("refs/heads/");
        match self.0.iter().find(|(name, tip)| *tip == commit && is_branch(name)) {
            Some((name, _)) => Want { refs: vec![name.clone()], commit, deep: false },
            None => Want {
                refs: self.0.iter().filter(|(name, _)| is_branch(name)).map(|(n, _)| n.clone()).collect(),
                commit,
                deep: true,
            },
        }
    }
}

/// What libgit2 can push to.
const SCHEMES: [&str; 6] = ["https", "http", "ssh", "git+ssh", "ssh+git", "file"];

fn unknown_scheme(name: &str) -> Error {
    Error::new(ErrorKind::Refused, format!("{name} has an address of a kind that can't be published to"))
        .hint("Use https, ssh, file, or the path of a bare repository.")
}

/// A remote of the repository's configuration.
struct Configured {
    name: String,
    /// Where it is pushed to.
    url: String,
    /// Whether that differs from where it is fetched from.
    split: bool,
}

fn configured(repo: &Repository) -> Result<Vec<Configured>> {
    let names = repo.remotes().map_err(|e| git_error("Couldn't list the remotes", e))?;
    let mut found = Vec::new();
    for name in names.iter_bytes() {
        let name = String::from_utf8_lossy(name).into_owned();
        let remote = repo.find_remote(&name).map_err(|e| git_error(format!("Couldn't read the remote {name}"), e))?;
        let push = remote.pushurl_bytes();
        let url = String::from_utf8_lossy(push.unwrap_or_else(|| remote.url_bytes())).into_owned();
        found.push(Configured { name, url, split: push.is_some_and(|p| p != remote.url_bytes()) });
    }
    Ok(found)
}

impl Configured {
    /// Where it has a push address of its own, everything is read there too: only the place that is written to can tell
    /// what it has. A relative path counts from the pack folder, whatever folder the program was started in.
    fn target(&self, root: &Path) -> Result<Target> {
        check_folder(root, &self.url)?;
        let (url, moved) = match local_path(root, &self.url) {
            Some(path) if !self.url.starts_with("file:") => (absolute(&path), true),
            _ => (self.url.clone(), self.split),
        };
        Ok(Target { name: Some(self.name.clone()), url, by_address: moved })
    }
}

fn no_remote(configured: &[Configured]) -> Error {
    let names: Vec<&str> = configured.iter().map(|r| r.name.as_str()).collect();
    if names.is_empty() {
        Error::new(ErrorKind::Refused, "The pack has no remote to publish to yet")
            .hint("Make an empty repository at your host and give its address, for example https://github.com/you/your-game.git.")
    } else {
        Error::new(ErrorKind::Refused, format!("The pack has several remotes ({}), and none is called origin", names.join(", ")))
            .hint("Say which one to publish to.")
    }
}

/// `scheme://…` or `user@host:path`.
fn looks_like_address(text: &str) -> bool {
    if text.contains("://") {
        return true;
    }
    match text.split_once(':') {
        // One letter before the colon is a drive.
        Some((host, _)) => host.len() > 1 && !host.contains(['/', '\\']),
        None => false,
    }
}

/// The folder that an address means, where it means one.
fn local_path(root: &Path, url: &str) -> Option<PathBuf> {
    if let Some(rest) = url.strip_prefix("file://") {
        return (!rest.contains('%')).then(|| PathBuf::from(rest.strip_prefix("localhost").unwrap_or(rest)));
    }
    (!looks_like_address(url)).then(|| root.join(url))
}

fn absolute(path: &Path) -> String {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    path.to_string_lossy().into_owned()
}

fn check_folder(root: &Path, url: &str) -> Result<()> {
    let Some(path) = local_path(root, url) else { return Ok(()) };
    if path.is_dir() {
        return Ok(());
    }
    let command = format!("git init --bare {}", path.display());
    Err(Error::new(ErrorKind::NotFound, "The folder to publish to isn't there")
        .at(&path)
        .hint(format!("Plug the disk in, or make the repository with `{command}`, then publish again.")))
}

/// An address as it may be shown: a password or token in it is left out.
pub(super) fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let end = rest.find('/').unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    match authority.rsplit_once('@') {
        Some((user, host)) => {
            let user = user.split_once(':').map_or(user, |(name, _)| name);
            // A lone name before a web host is mostly a token.
            if scheme.starts_with("http") {
                format!("{scheme}://{host}{path}")
            } else {
                format!("{scheme}://{user}@{host}{path}")
            }
        }
        None => url.to_owned(),
    }
}

/// Where the two branches are on the remote.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Heads {
    pub(super) main: Option<Oid>,
    pub(super) wip: Option<Oid>,
}

impl Heads {
    pub(super) fn each(&self) -> impl Iterator<Item = (&'static str, Oid)> {
        [(WIP, self.wip), (MAIN, self.main)].into_iter().filter_map(|(branch, id)| Some((branch, id?)))
    }
}

/// How a push went, as far as the push itself tells.
#[derive(Default)]
pub(super) struct PushAnswer {
    pub(super) per_branch: Vec<BranchAnswer>,
    pub(super) host_text: String,
    /// What ended it early.
    pub(super) error: Option<git2::Error>,
}

/// One publish's dealings with its remote.
pub(super) struct Session<'a> {
    repo: Option<&'a Repository>,
    target: &'a Target,
    tries: RefCell<Tries<'a>>,
    host_key: RefCell<Option<String>>,
    timeout: Duration,
    watch: &'a dyn Watch,
    /// Set when an upload begins: from then on the truth about the remote is worth more than a quick end.
    committed: Cell<bool>,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        repo: Option<&'a Repository>,
        target: &'a Target,
        credentials: &'a dyn Credentials,
        timeout: Duration,
        watch: &'a dyn Watch,
    ) -> Self {
        // The pack's own configuration may come from a stranger, and a credential helper is a command line.
        let config = git2::Config::open_default().ok();
        let tries = RefCell::new(Tries::new(credentials, config));
        Self { repo, target, tries, host_key: RefCell::new(None), timeout, watch, committed: Cell::new(false) }
    }

    /// Goes on with a repository that was made meanwhile. What the person answered is kept.
    pub(super) fn attach<'b>(self, repo: &'b Repository) -> Session<'b>
    where
        'a: 'b,
    {
        let Self { repo: _, target, tries, host_key, timeout, watch, committed } = self;
        let tries: Tries<'b> = tries.into_inner();
        Session { repo: Some(repo), target, tries: RefCell::new(tries), host_key, timeout, watch, committed }
    }

    fn cancelled(&self) -> bool {
        !self.committed.get() && self.watch.cancelled()
    }

    fn check(&self) -> Result<()> {
        if self.committed.get() { Ok(()) } else { self.watch.check() }
    }

    /// The remote as a person names it.
    pub(super) fn name(&self) -> String {
        self.target.address().to_string()
    }

    fn callbacks<'s>(&'s self) -> RemoteCallbacks<'s> {
        let mut callbacks = RemoteCallbacks::new();
        callbacks.credentials(|url, username, allowed| {
            if self.cancelled() {
                return Err(git2::Error::new(ErrorCode::User, ErrorClass::Callback, "cancelled"));
            }
            self.tries.borrow_mut().answer(url, username, allowed)
        });
        callbacks.certificate_check(|certificate, _host| {
            if let Some(key) = certificate.as_hostkey() {
                let kind = key.hostkey_type().map_or("", |k| k.short_name());
                let print = key.hash_sha256().map(|hash| format!("{kind} SHA256:{}", base64(hash)));
                *self.host_key.borrow_mut() = print;
            }
            // libgit2's own verdict (certificate store, known_hosts) counts.
            Ok(CertificateCheckStatus::CertificatePassthrough)
        });
        callbacks
    }

    fn proxy<'p>() -> ProxyOptions<'p> {
        let mut proxy = ProxyOptions::new();
        proxy.auto();
        proxy
    }

    /// Asks the remote where its branches are.
    pub(super) fn heads(&self) -> Result<Heads> {
        self.check()?;
        self.tries.borrow_mut().begin();
        let ask = || -> Result<Heads, git2::Error> {
            let mut remote = self.target.open(self.repo)?;
            let connection = remote.connect_auth(Direction::Fetch, Some(self.callbacks()), Some(Self::proxy()))?;
            let mut heads = Heads::default();
            for head in connection.list()? {
                // git2 panics on a branch whose name is not UTF-8; such a branch is none of ours.
                let name = catch_unwind(AssertUnwindSafe(|| head.name()));
                match name {
                    Ok("refs/heads/main") => heads.main = Some(head.oid()),
                    Ok("refs/heads/wip") => heads.wip = Some(head.oid()),
                    _ => {}
                }
            }
            Ok(heads)
        };
        let heads = ask().map_err(|e| self.error(e))?;
        self.tries.borrow_mut().succeeded();
        Ok(heads)
    }

    /// Fetches the commits of both branches, and lets the remote-tracking branches follow where the remote has a name.
    pub(super) fn fetch(&self, heads: &Heads) -> Result<()> {
        self.check()?;
        self.tries.borrow_mut().begin();
        let specs: Vec<String> = heads
            .each()
            .map(|(branch, _)| match &self.target.name {
                Some(name) => format!("+refs/heads/{branch}:refs/remotes/{name}/{branch}"),
                None => format!("refs/heads/{branch}"),
            })
            .collect();
        let mut callbacks = self.callbacks();
        callbacks.transfer_progress(|stats| {
            let (done, total) = (stats.received_objects() as u64, stats.total_objects() as u64);
            self.watch.progress(Step::Fetch.label(), done, total);
            !self.cancelled()
        });
        callbacks.sideband_progress(|_| !self.cancelled());
        let mut options = FetchOptions::new();
        options
            .remote_callbacks(callbacks)
            .proxy_options(Self::proxy())
            .download_tags(AutotagOption::None)
            .update_fetchhead(false);
        let fetched = self
            .target
            .open(self.repo)
            .and_then(|mut remote| remote.fetch(&specs, Some(&mut options), Some("tablewright: fetch")));
        fetched.map_err(|e| self.error(e))?;
        self.tries.borrow_mut().succeeded();
        Ok(())
    }

    /// Fetches the newest commit of the branch that the remote's `HEAD` names, and gives it. Its history stays there where
    /// the transport can leave it: the one for folders of this computer cannot.
    pub(super) fn fetch_default_branch(&self) -> Result<Oid> {
        self.fetched(|names| names.of("HEAD").map(|tip| Want { refs: vec!["HEAD".to_owned()], commit: tip, deep: false }))?
            .ok_or_else(|| {
                Error::new(ErrorKind::NotFound, format!("{} has no commit yet", self.name())).hint("Check the address.")
            })
    }

    /// Fetches the commit that `wanted` names, a branch or all 40 digits of a commit's id, and gives it; without it the top
    /// of `main`, and where there is none that of the default branch.
    pub(super) fn fetch_commit(&self, wanted: Option<&str>) -> Result<Oid> {
        let Some(wanted) = wanted else {
            let main = self.fetched(|names| names.branch(MAIN))?;
            return main.map_or_else(|| self.fetch_default_branch(), Ok);
        };
        let missing = || {
            Error::new(ErrorKind::NotFound, format!("There is no {wanted} in {}", self.name()))
                .hint("Name a branch, or all 40 digits of a commit’s id.")
        };
        let id = Oid::from_str(wanted).ok().filter(|_| wanted.len() == 40);
        self.fetched(|names| match id {
            Some(id) => Some(names.commit(id)),
            None => names.branch(wanted),
        })?
        .ok_or_else(missing)
    }

    /// Connects, lets `choose` pick what to fetch of what there is, and fetches it. `None` where nothing was picked.
    fn fetched(&self, choose: impl FnOnce(&Names) -> Option<Want>) -> Result<Option<Oid>> {
        self.check()?;
        self.tries.borrow_mut().begin();
        let fetched = self.try_fetch(choose).map_err(|e| self.error(e))?;
        self.tries.borrow_mut().succeeded();
        Ok(fetched)
    }

    fn try_fetch(&self, choose: impl FnOnce(&Names) -> Option<Want>) -> Result<Option<Oid>, git2::Error> {
        let mut remote = self.target.open(self.repo)?;
        let names = {
            let connection = remote.connect_auth(Direction::Fetch, Some(self.callbacks()), Some(Self::proxy()))?;
            // As in `heads`: a name that is not UTF-8 makes git2 panic.
            let name = |head: &git2::RemoteHead<'_>| catch_unwind(AssertUnwindSafe(|| head.name().to_owned())).ok();
            Names(connection.list()?.iter().filter_map(|head| Some((name(head)?, head.oid()))).collect())
        };
        let Some(want) = choose(&names) else { return Ok(None) };
        let mut callbacks = self.callbacks();
        callbacks.transfer_progress(|stats| {
            let (done, total) = (stats.received_objects() as u64, stats.total_objects() as u64);
            self.watch.progress(Step::Fetch.label(), done, total);
            !self.cancelled()
        });
        let mut options = FetchOptions::new();
        options.remote_callbacks(callbacks).proxy_options(Self::proxy()).download_tags(AutotagOption::None);
        if !want.deep && self.target.url.contains("://") && !self.target.url.starts_with("file:") {
            options.depth(1);
        }
        remote.fetch(&want.refs, Some(&mut options), None)?;
        Ok(Some(want.commit))
    }

    /// Sends commits to branches, in one push and without force. Cancelling is heard until the upload begins; from then
    /// on the answer is awaited, so that what is said of the remote is true.
    pub(super) fn push(&self, moves: &[(&str, Oid)]) -> Result<PushAnswer> {
        self.check()?;
        self.tries.borrow_mut().begin();
        let specs: Vec<String> = moves.iter().map(|(branch, id)| format!("{id}:refs/heads/{branch}")).collect();
        let text = RefCell::new(Vec::new());
        let answers = RefCell::new(Vec::new());
        let result = {
            let mut callbacks = self.callbacks();
            callbacks.sideband_progress(|bytes| {
                text.borrow_mut().extend_from_slice(bytes);
                true
            });
            callbacks.push_negotiation(|_| {
                if self.cancelled() {
                    return Err(git2::Error::new(ErrorCode::User, ErrorClass::Callback, "cancelled"));
                }
                self.committed.set(true);
                Ok(())
            });
            callbacks.push_transfer_progress(|done, total, _bytes| {
                self.watch.progress(Step::PushWip.label(), done as u64, total as u64);
            });
            callbacks.push_update_reference(|name, refusal| {
                let branch = name.strip_prefix("refs/heads/").unwrap_or(name).to_owned();
                if branch == MAIN {
                    self.watch.progress(Step::PushMain.label(), 1, 1);
                }
                answers.borrow_mut().push(BranchAnswer { branch, refusal: refusal.map(str::to_owned) });
                Ok(())
            });
            let mut options = PushOptions::new();
            // 0: as many threads as there are cores, as git does.
            options.remote_callbacks(callbacks).proxy_options(Self::proxy()).packbuilder_parallelism(0);
            self.target.open(self.repo).and_then(|mut remote| remote.push(&specs, Some(&mut options)))
        };
        match &result {
            Ok(()) => self.tries.borrow_mut().succeeded(),
            Err(_) => self.check()?,
        }
        let host_text = String::from_utf8_lossy(&text.into_inner()).into_owned();
        let mut per_branch = answers.into_inner();
        per_branch.sort_by_key(|answer| answer.branch == MAIN);
        Ok(PushAnswer { per_branch, host_text, error: result.err() })
    }

    /// What an error of a connection means.
    pub(super) fn error(&self, error: git2::Error) -> Error {
        if self.cancelled() {
            return Error::new(ErrorKind::Cancelled, "Cancelled").because(error);
        }
        let name = self.name();
        let text = error.message().trim().trim_end_matches('.').to_owned();
        let lower = text.to_lowercase();
        let tries = self.tries.borrow();
        // Over TLS libgit2 tells a wait that was too long by the system's word for "nothing there yet".
        let late = ["timed out", "resource temporarily unavailable"].iter().any(|text| lower.contains(text));
        let told = if error.code() == ErrorCode::Timeout || late {
            let seconds = self.timeout.as_secs_f32();
            Error::new(ErrorKind::Network, format!("{name} didn't answer within {seconds} s"))
                .hint("Check the connection and whether the host is up, then publish again.")
        } else if error.code() == ErrorCode::Certificate || error.class() == ErrorClass::Ssl {
            self.certificate_error(&name, &text)
        } else if error.code() == ErrorCode::Auth
            || lower.contains("status code: 401")
            || (tries.was_asked() && lower.contains("authenticat"))
        {
            tries.refused(&name)
        } else if lower.contains("status code: 403") {
            Error::new(ErrorKind::Auth, format!("{name} doesn't let this account in"))
                .hint("Sign in with an account that may read and write there, then publish again.")
        } else if lower.contains("status code: 404") || lower.contains("repository not found") || lower.contains("does not exist")
        {
            Error::new(ErrorKind::NotFound, format!("{name} has no such repository, or hides it from this account"))
                .hint("Check the address, make the repository at the host, or sign in with another account.")
        } else if lower.contains("failed to resolve address") || lower.contains("failed to connect") {
            Error::new(ErrorKind::Network, format!("{name} can't be reached: {text}"))
                .hint("Check the connection and the address, then publish again.")
        } else if lower.contains("unsupported url protocol") {
            unknown_scheme(&name)
        } else if lower.contains("non-bare") {
            Error::new(ErrorKind::Refused, format!("{name} is a folder that somebody works in, not a bare repository"))
                .hint("Publish to a repository made with `git init --bare`.")
        } else if matches!(error.class(), ErrorClass::Net | ErrorClass::Http | ErrorClass::Ssh) {
            Error::new(ErrorKind::Network, format!("Talking to {name} failed: {text}"))
                .hint("Check the connection and the address, then publish again.")
        } else {
            return git_error(format!("Couldn't use the remote {name}"), error);
        };
        told.because(error)
    }

    fn certificate_error(&self, name: &str, text: &str) -> Error {
        match &*self.host_key.borrow() {
            Some(print) => {
                Error::new(ErrorKind::Network, format!("The ssh key of {name} is not known on this computer ({print})")).hint(
                    "Compare that with what the host publishes, then connect once with `ssh` to accept it, and publish again.",
                )
            }
            None => Error::new(ErrorKind::Network, format!("The certificate of {name} can't be trusted: {text}"))
                .hint("Check the address and this computer's clock; behind a company proxy its certificate has to be installed."),
        }
    }
}

/// Base64 without padding, as ssh prints fingerprints.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..=chunk.len() {
            text.push(LETTERS[(bits >> (18 - 6 * place) & 63) as usize] as char);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        assert_eq!(without_password("https://ann:secret@host.example/a.git"), "https://host.example/a.git");
        assert_eq!(without_password("https://ghp_token@host.example/a.git"), "https://host.example/a.git");
        assert_eq!(without_password("ssh://git@host.example/a.git"), "ssh://git@host.example/a.git");
        assert_eq!(without_password("ssh://git:pw@host.example:22/a.git"), "ssh://git@host.example:22/a.git");
        assert_eq!(without_password("git@host.example:a.git"), "git@host.example:a.git");
        assert_eq!(without_password("/srv/a@b.git"), "/srv/a@b.git");
    }

    #[test]
    fn addresses_are_told_from_paths() {
        for address in ["https://h/x.git", "file:///srv/x.git", "git@h:x.git", "hub:x.git"] {
            assert!(looks_like_address(address), "{address}");
        }
        for path in ["/srv/x.git", "../x.git", "x.git", "C:/x.git", r"C:\x.git", "./a:b.git", "origin"] {
            assert!(!looks_like_address(path), "{path}");
        }
    }

    #[test]
    fn fingerprints_read_as_ssh_prints_them() {
        assert_eq!(base64(b""), "");
        assert_eq!(base64(b"f"), "Zg");
        assert_eq!(base64(b"fo"), "Zm8");
        assert_eq!(base64(b"foo"), "Zm9v");
        assert_eq!(base64(b"foobar"), "Zm9vYmFy");
    }

    #[test]
    fn without_any_remote_the_person_is_told_what_to_make() {
        let folder = tempfile::tempdir().unwrap();
        let error = target(None, folder.path(), None).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused);
        let error = target(None, folder.path(), Some("upstream")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
        assert!(error.what().contains("upstream"), "{error}");
        let error = target(None, folder.path(), Some("svn://host/x")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused);
        let error = target(None, folder.path(), Some("file:///nowhere/at/all.git")).unwrap_err();
        assert!(error.hint_text().unwrap().contains("git init --bare"), "{error}");
        std::fs::create_dir(folder.path().join("up.git")).unwrap();
        assert!(target(None, folder.path(), Some("up.git")).unwrap().url.ends_with("up.git"));
    }
}
