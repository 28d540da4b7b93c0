//! Outside repositories are named by a full commit hash (manifest reference, `assetRepos.ref`). Registration warns of
//! anything else and refuses nothing over it: a short hash is also a legal name of a branch.

use super::Rule;
use crate::check::{Context, Sink};
use crate::finding::Severity;
use crate::json::Ref;
use crate::pointer;

pub(super) const RULE: Rule = Rule { name: "pinned asset repositories", codes: &["asset-repo-unpinned"], run };

fn run(context: &Context, sink: &mut Sink) {
    let repos = context.manifest.and_then(|manifest| manifest.root().get("assetRepos"));
    for (index, repo) in repos.into_iter().flat_map(Ref::items).enumerate() {
        let Some(at) = repo.get("ref").and_then(Ref::as_str).filter(|at| !at.is_empty()) else { continue };
        let full = at.len() == 40 && at.bytes().all(|b| b.is_ascii_hexdigit());
        if !full {
            let message = format!(
                "“{at}” can come to mean other files, and the platform keeps them for minutes only. Where the repository is yours, \
                 name a commit by its whole hash, 40 characters."
            );
            sink.manifest("asset-repo-unpinned", Severity::Warning, pointer!["assetRepos", index, "ref"], message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{assert_one, assert_silent, with};

    #[test]
    fn only_a_whole_hash_is_a_pin() {
        let at = |name: &str| {
            with("assetRepos", &format!(r#"[{{"ref":"{0}"}},{{"owner":"o","repo":"r","ref":"{name}"}}]"#, "0".repeat(40)))
        };
        for full in ["f".repeat(40), "0123456789abcdef0123456789abcdef01234567".to_owned()] {
            assert_silent(&RULE, &at(&full));
        }
        let hash = "a".repeat(39);
        for name in ["main", "v1.0.0", "refs/tags/v1", "cafe1234", &hash, &format!("{hash}aa"), &format!("{hash}g")] {
            assert_one(&RULE, &at(name), "warning asset-repo-unpinned /assetRepos/1/ref");
        }
        assert_silent(&RULE, &with("assetRepos", r#"[{"ref":7},{"ref":""},7]"#));
    }
}
