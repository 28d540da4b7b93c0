//! Who we are to a remote: each way of proving it is tried once, then the publish ends with a clear answer.
//!
//! libgit2 asks again and again as long as it gets an answer, also when the answer was wrong (git2-rs issue 1139).
//! [`Tries`] counts.

use std::path::PathBuf;

use git2::{Config, Cred, CredentialType, ErrorClass, ErrorCode};

use crate::error::{Error, ErrorKind};

/// What a remote asks for.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    /// The remote's address, as libgit2 gives it.
    pub url: &'a str,
    /// The user name, where the address or an earlier answer has one.
    pub username: Option<&'a str>,
}

/// A name with a password or an access token.
#[derive(Clone, PartialEq, Eq)]
pub struct UserPassword {
    /// The user name; hosts that take tokens mostly ignore it.
    pub username: String,
    /// The password or the token.
    pub password: String,
}

/// A private key on disk.
#[derive(Clone, PartialEq, Eq)]
pub struct SshKey {
    /// The private key's file.
    pub private: PathBuf,
    /// What unlocks it, where it is locked.
    pub passphrase: Option<String>,
}

impl std::fmt::Debug for UserPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("UserPassword").field("username", &self.username).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for SshKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SshKey").field("private", &self.private).finish_non_exhaustive()
    }
}

/// Answers a remote that wants to know who we are. Called on the thread that publishes, which may wait for a dialog;
/// each question is asked at most once per connection, after the ssh agent or git's credential helpers had their try.
pub trait Credentials {
    /// Whether keys of the running ssh agent may be offered.
    fn uses_agent(&self) -> bool {
        true
    }

    /// Whether the credential helpers of the person's own git configuration may be asked. Those that the pack's
    /// repository configures never are.
    fn uses_helpers(&self) -> bool {
        true
    }

    /// A name with a password or token; `None`: there is none, or the person does not want to say.
    fn user_password(&self, ask: Ask) -> Option<UserPassword> {
        let _ = ask;
        None
    }

    /// A key to offer an ssh server that took none of the agent's; `None`: there is none.
    fn ssh_key(&self, ask: Ask) -> Option<SshKey> {
        let _ = ask;
        None
    }
}

/// The ssh agent and git's credential helpers, and no question to the person.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemCredentials;

impl Credentials for SystemCredentials {}

/// A way of proving who we are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Agent,
    Key,
    Helper,
    Password,
    SingleSignOn,
}

impl Way {
    const ALL: [Self; 5] = [Self::Agent, Self::Key, Self::Helper, Self::Password, Self::SingleSignOn];

    fn kind(self) -> CredentialType {
        match self {
            Self::Agent | Self::Key => CredentialType::SSH_KEY,
            Self::Helper | Self::Password => CredentialType::USER_PASS_PLAINTEXT,
            Self::SingleSignOn => CredentialType::DEFAULT,
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Agent => "the keys of the ssh agent",
            Self::Key => "the ssh key",
            Self::Helper => "git's credential helper",
            Self::Password => "the name and password or token",
            Self::SingleSignOn => "the sign-on of this computer",
        }
    }
}

/// An answer that was given, kept for the next connection of the same publish.
#[derive(Clone)]
enum Answer {
    Agent,
    Key(SshKey),
    Helper,
    Password(UserPassword),
    SingleSignOn,
}

impl Answer {
    fn way(&self) -> Way {
        match self {
            Self::Agent => Way::Agent,
            Self::Key(_) => Way::Key,
            Self::Helper => Way::Helper,
            Self::Password(_) => Way::Password,
            Self::SingleSignOn => Way::SingleSignOn,
        }
    }
}

/// What was tried: one publish makes several connections, and an answer that a remote took once is given again without
/// asking the person again.
pub(super) struct Tries<'a> {
    credentials: &'a dyn Credentials,
    config: Option<Config>,
    asked: bool,
    named: bool,
    done: Vec<Way>,
    offered: Vec<Answer>,
    taken: Option<Answer>,
}

impl<'a> Tries<'a> {
    pub(super) fn new(credentials: &'a dyn Credentials, config: Option<Config>) -> Self {
        Self { credentials, config, asked: false, named: false, done: Vec::new(), offered: Vec::new(), taken: None }
    }

    /// A connection begins.
    pub(super) fn begin(&mut self) {
        self.asked = false;
        self.named = false;
        self.done.clear();
        self.offered.clear();
    }

    /// The connection stands: its last answer was taken.
    pub(super) fn succeeded(&mut self) {
        if let Some(answer) = self.offered.pop() {
            self.taken = Some(answer);
        }
    }

    /// The next answer to a remote; an error once there is none left.
    pub(super) fn answer(&mut self, url: &str, username: Option<&str>, allowed: CredentialType) -> Result<Cred, git2::Error> {
        self.asked = true;
        if allowed.contains(CredentialType::USERNAME) && !self.named {
            self.named = true;
            return Cred::username(username.unwrap_or("git"));
        }
        let first = self.taken.as_ref().map(Answer::way);
        for way in first.into_iter().chain(Way::ALL) {
            if !allowed.contains(way.kind()) || self.done.contains(&way) {
                continue;
            }
            self.done.push(way);
            let ask = Ask { url, username };
            if let Some((answer, cred)) = self.ask(way, ask).and_then(|a| self.cred(&a, ask).map(|c| (a, c))) {
                self.offered.push(answer);
                return Ok(cred);
            }
        }
        Err(git2::Error::new(ErrorCode::Auth, ErrorClass::Callback, "every way of signing in was tried"))
    }

    fn ask(&self, way: Way, ask: Ask) -> Option<Answer> {
        if let Some(taken) = self.taken.as_ref().filter(|a| a.way() == way) {
            return Some(taken.clone());
        }
        match way {
            Way::Agent => self.credentials.uses_agent().then_some(Answer::Agent),
            Way::Key => self.credentials.ssh_key(ask).map(Answer::Key),
            Way::Helper => self.credentials.uses_helpers().then_some(Answer::Helper),
            Way::Password => self.credentials.user_password(ask).map(Answer::Password),
            Way::SingleSignOn => Some(Answer::SingleSignOn),
        }
    }

    fn cred(&self, answer: &Answer, ask: Ask) -> Option<Cred> {
        let user = ask.username.unwrap_or("git");
        match answer {
            Answer::Agent => Cred::ssh_key_from_agent(user).ok(),
            Answer::Key(key) => Cred::ssh_key(user, None, &key.private, key.passphrase.as_deref()).ok(),
            Answer::Helper => Cred::credential_helper(self.config.as_ref()?, ask.url, ask.username).ok(),
            Answer::Password(it) => Cred::userpass_plaintext(&it.username, &it.password).ok(),
            Answer::SingleSignOn => Cred::default().ok(),
        }
    }

    /// Whether the remote wanted to know who we are at all.
    pub(super) fn was_asked(&self) -> bool {
        self.asked
    }

    /// The error for a remote that took none of it.
    pub(super) fn refused(&self, remote: &str) -> Error {
        let offered: Vec<&str> = self.offered.iter().map(|answer| answer.way().label()).collect();
        let what = match offered.split_last() {
            None => format!("{remote} wants to know who you are, and there was nothing to answer with"),
            Some((last, [])) => format!("{remote} didn't take {last}"),
            Some((last, rest)) => format!("{remote} took neither {} nor {last}", rest.join(" nor ")),
        };
        let ssh = self.done.contains(&Way::Agent);
        let hint = if ssh {
            "Add your key to the agent with `ssh-add`, check that its public half is known to the host, then publish again."
        } else {
            "Give your user name and an access token, or set up a git credential helper for this host, then publish again."
        };
        Error::new(ErrorKind::Auth, what).hint(hint)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[derive(Default)]
    struct Wrong {
        asked: Cell<u32>,
    }

    impl Credentials for Wrong {
        fn uses_agent(&self) -> bool {
            false
        }

        fn user_password(&self, _ask: Ask) -> Option<UserPassword> {
            self.asked.set(self.asked.get() + 1);
            Some(UserPassword { username: "ann".into(), password: "wrong".into() })
        }
    }

    #[test]
    fn a_password_is_asked_for_once() {
        let wrong = Wrong::default();
        let mut tries = Tries::new(&wrong, None);
        assert!(tries.answer("https://host/x", None, CredentialType::USER_PASS_PLAINTEXT).is_ok());
        for _ in 0..3 {
            let error = tries.answer("https://host/x", None, CredentialType::USER_PASS_PLAINTEXT).err().unwrap();
            assert_eq!(error.code(), ErrorCode::Auth);
        }
        assert_eq!(wrong.asked.get(), 1);
        let error = tries.refused("origin");
        assert_eq!(error.kind(), ErrorKind::Auth);
        assert_eq!(error.what(), "origin didn't take the name and password or token");
    }

    #[test]
    fn an_answer_that_was_taken_is_given_again_unasked() {
        let wrong = Wrong::default();
        let mut tries = Tries::new(&wrong, None);
        for _ in 0..3 {
            tries.begin();
            assert!(tries.answer("https://host/x", None, CredentialType::USER_PASS_PLAINTEXT).is_ok());
            tries.succeeded();
        }
        assert_eq!(wrong.asked.get(), 1);
    }

    #[test]
    fn an_ssh_server_is_told_a_name_once_and_then_gets_keys() {
        let wrong = Wrong::default();
        let mut tries = Tries::new(&wrong, None);
        let name = tries.answer("ssh://host/x", None, CredentialType::USERNAME).unwrap();
        assert!(name.has_username());
        assert!(tries.answer("ssh://host/x", Some("git"), CredentialType::SSH_KEY).is_err());
        assert!(tries.refused("origin").what().contains("nothing to answer with"));
    }

    #[test]
    fn nothing_secret_is_printed() {
        let answer = UserPassword { username: "ann".into(), password: "hush".into() };
        let key = SshKey { private: "/k".into(), passphrase: Some("hush".into()) };
        assert!(!format!("{answer:?}{key:?}").contains("hush"));
    }
}
