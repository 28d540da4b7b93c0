//! Reads out of a host's answer why it refused, and says what to do about it.

use super::outcome::{BranchAnswer, Reason};

/// What a host's answer comes to.
pub(super) struct Verdict {
    pub(super) reason: Reason,
    pub(super) title: String,
    pub(super) next: String,
    pub(super) deciding_line: Option<String>,
}

/// Phrases of hosts in lower case, the most telling first: a host that found a file too large also says that its hook
/// declined. Sources: GitHub's GH001, GH006 and GH013 texts, GitLab's and Gitea's pre-receive texts, git's own
/// receive-pack.
const PHRASES: &[(&str, Reason)] = &[
    ("gh001", Reason::TooLarge),
    ("large files detected", Reason::TooLarge),
    ("file size limit", Reason::TooLarge),
    ("exceeds maximum allowed size", Reason::TooLarge),
    ("exceeds the maximum", Reason::TooLarge),
    ("status code: 413", Reason::TooLarge),
    ("push cannot contain secrets", Reason::Secret),
    ("secret scanning", Reason::Secret),
    ("gh006", Reason::Protected),
    ("gh013", Reason::Protected),
    ("protected branch", Reason::Protected),
    ("protected ref", Reason::Protected),
    ("archived", Reason::Denied),
    ("read-only", Reason::Denied),
    ("status code: 403", Reason::Denied),
    ("permission denied", Reason::Denied),
    ("not allowed to push", Reason::Denied),
    ("write access to repository not granted", Reason::Denied),
    ("non-fast-forward", Reason::MovedOn),
    ("fetch first", Reason::MovedOn),
    ("non-fastforwardable", Reason::MovedOn),
    ("not present locally", Reason::MovedOn),
    ("but expected", Reason::MovedOn),
    ("hook declined", Reason::Hook),
];

/// Judges a refusal by what the host said of each branch, its text, and the error that ended the push.
pub(super) fn judge(remote: &str, per_branch: &[BranchAnswer], host_text: &str, error: Option<&str>) -> Verdict {
    let statuses = per_branch.iter().filter_map(|answer| answer.refusal.as_deref());
    let lines: Vec<&str> = host_text.lines().flat_map(|l| l.split('\r')).chain(statuses).chain(error).collect();
    let hit = PHRASES.iter().find_map(|(phrase, reason)| {
        lines.iter().find(|line| line.to_lowercase().contains(phrase)).map(|line| (*reason, (*line).trim().to_owned()))
    });
    let hit = hit.or_else(|| denied_by_name(&lines));
    let (reason, line) = hit.map_or((Reason::Other, None), |(reason, line)| (reason, Some(line)));
    let deciding_line = match reason {
        Reason::Hook | Reason::Other => telling_line(host_text),
        _ => line,
    };
    let (title, next) = words(reason, remote);
    Verdict { reason, title, next, deciding_line }
}

/// `Permission to ann/go.git denied to bob.`
fn denied_by_name(lines: &[&str]) -> Option<(Reason, String)> {
    let line = lines.iter().find(|line| {
        let line = line.to_lowercase();
        line.contains("permission to ") && line.contains(" denied")
    })?;
    Some((Reason::Denied, line.trim().to_owned()))
}

/// The line of a hook's text that most likely says why.
fn telling_line(host_text: &str) -> Option<String> {
    let lines = || host_text.lines().map(str::trim).filter(|l| !l.is_empty());
    let loud = |line: &&str| {
        let line = line.to_lowercase();
        ["error", "fatal", "denied", "declined", "refuse", "reject", "not allowed"].iter().any(|word| line.contains(word))
    };
    lines().find(loud).or_else(|| lines().next_back()).map(str::to_owned)
}

fn words(reason: Reason, remote: &str) -> (String, String) {
    let (title, next) = match reason {
        Reason::MovedOn => {
            ("Someone else published meanwhile".to_owned(), "Publish again: their work is fetched and shown first.")
        }
        Reason::Hook => (
            format!("{remote} refused: one of its own checks said no"),
            "Read what the host said, mend that in the pack, then publish again.",
        ),
        Reason::Protected => (
            format!("{remote} protects this branch"),
            "Allow pushes to wip and main for your account in the host's branch settings, then publish again.",
        ),
        Reason::Denied => (
            format!("{remote} doesn't let this account write"),
            "Sign in with an account that may write there, or publish to a repository of your own.",
        ),
        Reason::TooLarge => (
            format!("{remote} refused: a file is too large for it"),
            "Make the file smaller. If it is in an earlier commit of wip too, the host counts that one as well: take it out of that commit.",
        ),
        Reason::Secret => (
            format!("{remote} refused: it found a password or token in a file"),
            "Take the secret out of the file and of the commit that the host names, and make a new one: this one counts as known.",
        ),
        Reason::Other => (format!("{remote} refused"), "Read what the host said, then publish again."),
    };
    (title, next.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(branch: &str, refusal: Option<&str>) -> BranchAnswer {
        BranchAnswer { branch: branch.into(), refusal: refusal.map(str::to_owned) }
    }

    fn reason(status: &str, text: &str) -> Reason {
        judge("origin", &[answer("wip", None), answer("main", Some(status))], text, None).reason
    }

    #[test]
    fn a_file_that_is_too_large_is_not_called_moved_on() {
        let text = "error: Trace: 1a2b\nerror: GH001: Large files detected. You may want to try something smaller.\n\
                    error: File models/board.glb is 120.00 MB; this exceeds GitHub's file size limit of 100.00 MB\n";
        let verdict = judge("origin", &[answer("wip", Some("pre-receive hook declined"))], text, None);
        assert_eq!(verdict.reason, Reason::TooLarge);
        assert!(verdict.deciding_line.unwrap().contains("GH001"));
    }

    #[test]
    fn each_kind_of_refusal_is_told() {
        for (status, text, expected) in [
            ("pre-receive hook declined", "no Mondays\n", Reason::Hook),
            ("hook declined", "", Reason::Hook),
            (
                "protected branch hook declined",
                "error: GH006: Protected branch update failed for refs/heads/main.\n",
                Reason::Protected,
            ),
            (
                "push declined due to repository rule violations",
                "error: GH013: Repository rule violations found\n",
                Reason::Protected,
            ),
            (
                "push declined due to repository rule violations",
                "error: GH013: Repository rule violations found\n- Push cannot contain secrets\n",
                Reason::Secret,
            ),
            ("pre-receive hook declined", "GitLab: You are not allowed to push code to this project.\n", Reason::Denied),
            ("non-fast-forward", "", Reason::MovedOn),
            ("fetch first", "", Reason::MovedOn),
            ("failed to update ref", "error: cannot lock ref 'refs/heads/main': is at 1a but expected 2b\n", Reason::MovedOn),
            ("unpacker error", "", Reason::Other),
        ] {
            assert_eq!(reason(status, text), expected, "{status} / {text}");
        }
    }

    #[test]
    fn an_error_without_a_text_is_read_too() {
        let verdict = judge("origin", &[], "", Some("unexpected http status code: 403"));
        assert_eq!(verdict.reason, Reason::Denied);
        let verdict = judge("origin", &[], "ERROR: Permission to ann/go.git denied to bob.\n", None);
        assert_eq!(verdict.reason, Reason::Denied);
    }

    #[test]
    fn the_line_that_says_why_is_picked_from_a_hooks_text() {
        let text = "checking the pack\nerror: cover is missing\nbye\n";
        let verdict = judge("origin", &[answer("main", Some("pre-receive hook declined"))], text, None);
        assert_eq!(verdict.deciding_line.as_deref(), Some("error: cover is missing"));
        let verdict = judge("origin", &[answer("main", Some("pre-receive hook declined"))], "one\ntwo\n", None);
        assert_eq!(verdict.deciding_line.as_deref(), Some("two"));
    }
}
