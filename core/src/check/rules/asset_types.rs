//! What `assets` lists is of a kind that the platform takes (manifest reference, `assets`: 19 extensions, whose list is not
//! printed). Kinds that real packs carry pass; kinds that are usual for games are warned of, because a document that
//! does not name them cannot refuse them; all others are refused.

use super::Rule;
use crate::assets::named;
use crate::check::{Context, Fix, Sink};
use crate::finding::Severity;
use crate::json::{Edit, EditError};
use crate::manifest::MAX_PATH;
use crate::pack::{AssetType, PackPath, asset_type, extension};
use crate::pointer;
use rustc_hash::FxHashSet;

pub(super) const RULE: Rule =
    Rule { name: "kinds of assets", codes: &["unsupported-asset-type", "tw-asset-type-unconfirmed", "tw-rules-in-assets"], run };

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest else { return };
    let rules: FxHashSet<_> = named::rules_files(manifest).into_iter().filter_map(|(_, value)| value.as_str()).collect();
    for (index, path) in manifest.assets() {
        // Other rules speak of paths that cannot be used.
        if PackPath::parse(&path).is_err() || path.encode_utf16().count() > MAX_PATH {
            continue;
        }
        let at = pointer!["assets", index];
        if rules.contains(&path) {
            let message = format!(
                "“{path}” is a file of the rules. Among the assets every player downloads it before the table opens; take it out."
            );
            sink.manifest("tw-rules-in-assets", Severity::Warning, at.clone(), message).fix(take_out(&path, true));
        }
        match asset_type(&path) {
            AssetType::Known => {}
            AssetType::Unconfirmed => {
                let message = format!(
                    "No published pack that we know lists a .{} file, so the platform may not take it.",
                    extension(&path).unwrap_or_default().to_ascii_lowercase()
                );
                sink.manifest("tw-asset-type-unconfirmed", Severity::Warning, at, message);
            }
            AssetType::Refused => {
                // The documents' own words. Whether their extension has its dot they do not show.
                let extension = extension(&path).map_or_else(|| "none".to_owned(), |e| format!(".{}", e.to_lowercase()));
                let message = format!("Unsupported asset type: {extension}.");
                // The platform's own editor never lists such a file.
                sink.manifest("unsupported-asset-type", Severity::Error, at, message).fix(take_out(&path, true));
            }
        }
    }
}

/// Takes a path out of `assets`, wherever it stands by then. The list is derived: nothing is lost with the line.
pub(super) fn take_out(path: &str, safe: bool) -> Fix {
    let path = path.to_owned();
    Fix::manifest("remove-asset", format!("Take “{path}” out of “assets”"), safe, move |manifest| {
        let list = pointer!["assets"];
        let items = manifest.at(&list).ok_or_else(|| EditError::Missing(list.clone()))?.items().enumerate();
        let meant = items.filter(|(_, item)| item.as_str().is_some_and(|text| text == path));
        manifest.edit_many(meant.map(|(index, _)| (list.join(index), Edit::Remove)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, assert_one, assert_silent, fixed, fixed_with, message_of, with};

    #[test]
    fn kinds_of_real_packs_are_fine() {
        assert_silent(&RULE, GOOD);
        assert_silent(&RULE, &with("assets", r#"["a.webp","b.GLB","c.cards.json","d e.ktx2","f.onnx","setup.json"]"#));
        assert_silent(&RULE, &with("assets", r#"["../a.exe","",7]"#));
    }

    #[test]
    fn others_are_refused_in_the_documents_words() {
        for (path, said) in [
            ("LICENSE", "none"),
            ("a/b.c/d", "none"),
            (".png", "none"),
            ("a.exe", ".exe"),
            ("scripts/main.js", ".js"),
            ("a.PSD", ".psd"),
        ] {
            let text = with("assets", &format!("[\"a.png\",\"{path}\"]"));
            assert_one(&RULE, &text, "error unsupported-asset-type /assets/1");
            assert_eq!(message_of(&RULE, &text), format!("Unsupported asset type: {said}."));
            let files = [("a.png", ""), (path, "")];
            assert_eq!(fixed_with(&text, "remove-asset", &files), with("assets", "[\"a.png\"]"));
        }
    }

    #[test]
    fn kinds_that_nobody_has_seen_are_warned_of() {
        assert_one(&RULE, &with("assets", r#"["sfx/a.mp3"]"#), "warning tw-asset-type-unconfirmed /assets/0");
    }

    #[test]
    fn rules_are_no_assets() {
        let rules = r#"[{"kind":"pages","pages":[{"path":"rules/a/page-001.webp"}]},{"kind":"link","url":"https://a.example"}]"#;
        let text = with("rules", rules).replace("assets/board.png", "rules/a/page-001.webp");
        assert_one(&RULE, &text, "warning tw-rules-in-assets /assets/0");
        assert!(fixed(&text, "remove-asset").contains("\"assets\": []"));
        assert_silent(&RULE, &text.replace("\"assets\": [\"rules/a/", "\"assets\": [\"rules/b/"));
    }
}
