//! Card catalogues show pictures from declared repositories only (manifest reference, `assetRepos`). The platform reads every
//! `*.cards.json` among the assets, takes owner, repository and ref of each absolute raw.githubusercontent.com address as
//! it is spelled, and warns of those that the manifest does not declare; its editor declares them at publish. So does the
//! fix: it only adds, sorted, and stops at four.

use super::Rule;
use crate::assets::repos::{self, MAX_REPOS, Repository, undeclared};
use crate::check::{Context, Fix, Sink};
use crate::finding::Severity;
use crate::manifest::ManifestView;
use crate::pack::PackPath;
use crate::pointer;
use std::collections::BTreeSet;

pub(super) const RULE: Rule = Rule { name: "card art from outside", codes: &["catalogue-art-undeclared"], run };

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest else { return };
    let mut all = BTreeSet::new();
    let mut of_each = Vec::new();
    for (index, path) in manifest.assets().filter(|(_, path)| path.ends_with(".cards.json")) {
        let Some(text) = PackPath::parse(&path).ok().and_then(|path| context.subject.files.text(&path)) else { continue };
        let missing = undeclared(manifest, &text);
        if !missing.is_empty() {
            all.extend(missing.iter().cloned());
            of_each.push((index, path, missing));
        }
    }
    for (index, path, missing) in of_each {
        let named: Vec<String> = missing.iter().take(MAX_REPOS).map(ToString::to_string).collect();
        let more = if missing.len() > MAX_REPOS { format!(" and {} more", missing.len() - MAX_REPOS) } else { String::new() };
        let message = format!(
            "“{path}” shows pictures from {}{more}, which “assetRepos” does not declare, so they load slowly. Declare what the \
             addresses spell; there is room for {MAX_REPOS}.",
            named.join(", ")
        );
        let fix = declare(manifest, &all);
        let draft = sink.manifest("catalogue-art-undeclared", Severity::Warning, pointer!["assets", index], message);
        if let Some(fix) = fix {
            draft.fix(fix);
        }
    }
}

/// Declares what there is room for. `None` where nothing could be added.
fn declare(manifest: ManifestView, missing: &BTreeSet<Repository>) -> Option<Fix> {
    if !repos::has_room(manifest) || !missing.iter().any(Repository::is_valid) {
        return None;
    }
    let missing = missing.clone();
    Some(Fix::new("declare-repositories", "Declare the repositories", true, move |roots| {
        repos::declare(roots, &missing).map(|(roots, _)| roots)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::repos::declared;
    use crate::check::rules::testing::{Texts, checked_with, fixed_with, found_with, with};
    use crate::json::Document;

    const SHA: &str = "0123456789abcdef0123456789abcdef01234567";
    const TOLD: &str = "warning catalogue-art-undeclared /assets/1";

    fn manifest(repos: &[(&str, &str, &str)]) -> String {
        let text = with("assets", r#"["a.png","data/core.cards.json"]"#);
        if repos.is_empty() {
            return text;
        }
        let entry = |(owner, repo, at): &(&str, &str, &str)| format!(r#"{{"owner":"{owner}","repo":"{repo}","ref":"{at}"}}"#);
        let all: Vec<String> = repos.iter().map(entry).collect();
        text.replace("\"license\"", &format!("\"assetRepos\": [{}],\n  \"license\"", all.join(",")))
    }

    fn cards(paths: &[&str]) -> String {
        let all: Vec<String> =
            paths.iter().map(|path| format!(r#"{{"image":"https://raw.githubusercontent.com/{path}"}}"#)).collect();
        format!("{{\"cards\":[{}]}}", all.join(","))
    }

    fn found(repos: &[(&str, &str, &str)], paths: &[&str]) -> Vec<String> {
        found_with(&RULE, &manifest(repos), &[("data/core.cards.json", &cards(paths))])
    }

    #[test]
    fn declared_places_are_fine() {
        let at_sha = format!("Org/Art/{SHA}/a.png");
        assert!(found(&[("org", "art", SHA)], &[&at_sha]).is_empty());
        assert!(found(&[("Org", "Art", "refs/heads/main")], &["Org/Art/refs/heads/main/x/a.png"]).is_empty());
        assert!(found(&[("Org", "Art", "feature/x")], &["Org/Art/feature/x/a.png"]).is_empty());
        assert!(found(&[], &[]).is_empty());
        assert!(found_with(&RULE, &manifest(&[]), &[]).is_empty());
        let elsewhere = r#"{"cards":[{"image":"https://example.com/Org/Art/main/a.png"},{"image":"art/a.png"}]}"#;
        assert!(found_with(&RULE, &manifest(&[]), &[("data/core.cards.json", elsewhere)]).is_empty());
        let other_file = manifest(&[]).replace("core.cards.json", "core.json");
        assert!(found_with(&RULE, &other_file, &[("data/core.json", &cards(&["Org/Art/main/a.png"]))]).is_empty());
    }

    #[test]
    fn others_are_told_once_for_the_catalogue() {
        assert_eq!(found(&[], &["Org/Art/main/a.png", "Org/Art/main/b.png", "Org/Other/main/a.png"]), [TOLD]);
        assert_eq!(found(&[("Org", "Art", SHA)], &["Org/Art/main/a.png"]), [TOLD]);
        assert_eq!(found(&[("Org", "Art", "main")], &["Org/Art/refs/heads/main/a.png"]), [TOLD]);
        assert_eq!(found(&[("Org", "Art", "mai")], &["Org/Art/main/a.png"]), [TOLD]);
        let escaped = r#"{"image":"https:\/\/raw.githubusercontent.com\/Org\/Art\/main\/a.png"}"#;
        assert_eq!(found_with(&RULE, &manifest(&[]), &[("data/core.cards.json", escaped)]), [TOLD]);
        // Text that is no JSON is read as well as it can be.
        assert_eq!(found_with(&RULE, &manifest(&[]), &[("data/core.cards.json", &cards(&["o/r/b/a.png"])[1..])]), [TOLD]);
    }

    #[test]
    fn addresses_that_name_no_file_are_passed_over() {
        assert!(found(&[], &["", "Org", "Org/Art", "Org/Art/main", "Org/Art/main/", "Org/Art/refs/heads/main"]).is_empty());
    }

    fn after(repos: &[(&str, &str, &str)], paths: &[&str]) -> Vec<String> {
        let text = fixed_with(&manifest(repos), "declare-repositories", &[("data/core.cards.json", &cards(paths))]);
        let document = Document::parse(text.as_bytes()).unwrap();
        declared(ManifestView::new(&document).unwrap()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_fix_adds_sorted_and_takes_nothing_away() {
        let paths = ["z/Art/main/a.png", "a/Art/refs/heads/release/a.png", "Z/art/main/b.png"];
        assert_eq!(after(&[], &paths), ["a/Art at refs/heads/release", "z/Art at main"]);
        assert_eq!(
            after(&[("stale", "x", SHA)], &paths),
            [&format!("stale/x at {SHA}"), "a/Art at refs/heads/release", "z/Art at main"]
        );
    }

    #[test]
    fn the_fix_stops_at_four_and_passes_over_what_is_no_declaration() {
        let files = |paths: &[&str]| cards(paths);
        let paths = ["c/r/m/1", "b/r/m/1", "a/r/m/1", "d/r/m/1", "-/r/m/1", "e/r/m%20x/1"];
        let document = Document::parse(manifest(&[("o", "r", "m")]).as_bytes()).unwrap();
        let catalogue = files(&paths);
        let files = Texts(&[("data/core.cards.json", &catalogue)]);
        let problem = checked_with(&document, &files).into_iter().find(|d| d.code == "catalogue-art-undeclared").unwrap();
        let roots = crate::edit::Roots { manifest: Some(document), scene: None };
        let fixed = problem.fixes[0].apply(&roots).unwrap().manifest.unwrap();
        let owners: Vec<String> = declared(ManifestView::new(&fixed).unwrap()).into_iter().map(|place| place.owner).collect();
        assert_eq!(owners, ["o", "a", "b", "c"]);
        let full = [("a", "r", "m"), ("b", "r", "m"), ("c", "r", "m"), ("d", "r", "m")];
        let full = Document::parse(manifest(&full).as_bytes()).unwrap();
        let told = checked_with(&full, &files).into_iter().find(|d| d.code == "catalogue-art-undeclared").unwrap();
        assert!(told.fixes.is_empty(), "there is no room");
    }
}
