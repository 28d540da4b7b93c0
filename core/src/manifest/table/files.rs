//! Which files players download, and repositories that art is read from.

use super::{patterns, shape};
use crate::manifest::{MAX_ASSETS, MAX_PATH};
use crate::shape::{Field, Look, Rule, Shape, may, must};

const GROUP: &str = "Files";

static PATH: Rule = Rule::Text(1, MAX_PATH);

pub(super) const ASSETS: Field = may("assets", Rule::List(0, MAX_ASSETS, &PATH))
    .says(
        "Pre-loaded files",
        "The files that players download before the table opens, at most 2,000. The list follows the files of the pack: what \
         is taken out by hand comes back with the next save unless it is set to load on demand.",
    )
    .default("[]")
    .from("Manifest reference, assets")
    .look(Look::Path(&[]))
    .on(GROUP);

static ASSET_REF_RULE: Rule = Rule::Object(&ASSET_REF);

pub(super) const ASSET_MANIFEST: Field = may("assetManifest", Rule::List(0, MAX_ASSETS, &ASSET_REF_RULE))
    .says(
        "Checked files",
        "The pre-loaded files with the hash of each, by which a player's machine knows that a download is whole. Where it is \
         present it takes the place of the list above.",
    )
    .from("Manifest reference, assetManifest")
    .on(GROUP);

static ASSET_REF: Shape = shape(
    "file",
    "path",
    &[
        must("path", Rule::Text(1, MAX_PATH))
            .says("Path", "The file's path in the pack, letter case included.")
            .from("Manifest reference, modAssetRefSchema.path")
            .look(Look::Path(&[])),
        may("sha256", Rule::Pattern(0, crate::shape::ANY_LENGTH, &patterns::SHA256))
            .says("SHA-256", "The hash of the file's bytes. A wrong one makes players fetch the file anew every time.")
            .from("Manifest reference, modAssetRefSchema.sha256")
            .look(Look::Mono),
    ],
);

pub(super) const EXCLUDED_ASSETS: Field = may("excludedAssets", Rule::List(0, MAX_ASSETS, &PATH))
    .says(
        "On demand",
        "Files that are left out of the first download and fetched when something uses them. Good for large files that most \
         games never show.",
    )
    .from("Manifest reference, excludedAssets")
    .look(Look::Path(&[]))
    .on(GROUP);

static ASSET_REPO_RULE: Rule = Rule::Object(&ASSET_REPO);

/// The page tells of a further rule over a whole entry without saying it; nothing is asked for it.
pub(super) const ASSET_REPOS: Field = may("assetRepos", Rule::List(0, 4, &ASSET_REPO_RULE))
    .says(
        "Art from other repositories",
        "Public GitHub repositories that card catalogues take their pictures from, at most 4. Publishing adds those that the \
         catalogues name.",
    )
    .from("Manifest reference, assetRepos")
    .on(GROUP);

static ASSET_REPO: Shape = shape(
    "repository",
    "repo",
    &[
        must("owner", Rule::Pattern(1, 39, &patterns::OWNER))
            .says("Owner", "The account or organisation on GitHub. Letter case does not matter.")
            .from("Manifest reference, assetRepos.owner")
            .look(Look::Mono),
        must("repo", Rule::Pattern(1, 100, &patterns::REPO))
            .says("Repository", "Its name there, without “.git”.")
            .from("Manifest reference, assetRepos.repo")
            .look(Look::Mono),
        must("ref", Rule::Pattern(1, 120, &patterns::REF))
            .says(
                "Commit, branch or tag",
                "Where the pictures are read, exactly as their addresses spell it. A full commit hash is served from a cache for \
                 a year, a branch for minutes.",
            )
            .from("Manifest reference, assetRepos.ref")
            .look(Look::Mono),
    ],
);
