//! Who uses a file, and what a file needs: places in words, and where a press on one leads.

use tablewright_core::assets::{Holder, Naming, Role};
use tablewright_core::find::Target;
use tablewright_core::json::{Pointer, Ref};
use tablewright_core::manifest::table;

use super::model::{folder_of, name_of};
use crate::icons::Icon;
use crate::session::{Look, Session};

/// Where a press leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Jump {
    /// A place of the documents.
    To(Target),
    /// A file of this list.
    File(String),
}

/// One user, or one file that is needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct User {
    pub icon: Icon,
    pub name: String,
    pub meta: String,
    pub jump: Option<Jump>,
}

/// Who uses the file at `path`, each once.
pub(super) fn users(session: &Session, look: &Look, path: &str) -> Vec<User> {
    let mut users: Vec<User> = Vec::new();
    for naming in look.survey.references.uses(path) {
        let user = user(session, naming);
        if !users.contains(&user) {
            users.push(user);
        }
    }
    users
}

/// The files that the file at `path` needs: those that it names, and those beside it.
pub(super) fn needs(look: &Look, path: &str) -> Vec<User> {
    let own =
        |naming: &&Naming| naming.role.is_use() && matches!(&naming.holder, Holder::File(holder) if holder.as_str() == path);
    let mut paths: Vec<&str> = look.survey.references.all().iter().filter(own).map(|naming| naming.path.as_str()).collect();
    paths.sort_unstable();
    paths.dedup();
    paths.into_iter().map(file).collect()
}

fn file(path: &str) -> User {
    let jump = Some(Jump::File(path.to_owned()));
    User { icon: Icon::File, name: name_of(path).to_owned(), meta: folder_of(path).to_owned(), jump }
}

fn user(session: &Session, naming: &Naming) -> User {
    match &naming.holder {
        Holder::Manifest => in_manifest(&naming.at),
        Holder::Scene => in_scene(session, naming),
        Holder::File(path) => {
            let words = match (naming.role, naming.line) {
                (Role::Script, Some(line)) => format!("line {line}"),
                (Role::Beside, _) => "beside it".to_owned(),
                _ => folder_of(path.as_str()).to_owned(),
            };
            User { meta: words, icon: if naming.role == Role::Script { Icon::Script } else { Icon::File }, ..file(path.as_str()) }
        }
    }
}

fn in_manifest(at: &Pointer) -> User {
    let key = at.tokens().first().map(String::as_str).unwrap_or_default();
    let label = table::MANIFEST.field(key).map_or(key, |field| field.label);
    User {
        icon: Icon::ListView,
        name: label.to_owned(),
        meta: "Mod details".to_owned(),
        jump: Some(Jump::To(Target::Field(at.clone()))),
    }
}

fn in_scene(session: &Session, naming: &Naming) -> User {
    let variant = naming.variant.as_deref().map(|id| session.variant_name(id).to_owned()).unwrap_or_default();
    if let Some((variant_id, id)) = session.entity_at(&naming.at) {
        let name = title_at(session, &naming.at).unwrap_or_else(|| session.title(&id));
        let jump = Some(Jump::To(Target::Entity { id, variant: variant_id }));
        return User { icon: Icon::Board, name, meta: variant, jump };
    }
    let tokens: Vec<&str> = naming.at.tokens().iter().map(String::as_str).collect();
    let shared =
        [("prefabs", Icon::Prefab, "Prefab"), ("materials", Icon::Material, "Material"), ("scripts", Icon::Script, "Script")];
    if let [list, index, ..] = tokens.as_slice()
        && let Some((_, icon, word)) = shared.iter().find(|(key, ..)| key == list)
    {
        let at: Pointer = [*list, *index].into_iter().collect();
        let name = title_at(session, &at).unwrap_or_else(|| (*word).to_owned());
        return User { icon: *icon, name, meta: (*word).to_owned(), jump: None };
    }
    let jump = session.variant_at(&naming.at).map(|variant| Jump::To(Target::Variant(variant)));
    let key = tokens.iter().rev().find(|token| token.parse::<usize>().is_err()).copied().unwrap_or("scene");
    User { icon: Icon::Table, name: words_of(key), meta: variant, jump }
}

/// The name that the nearest object above `at` gives itself.
fn title_at(session: &Session, at: &Pointer) -> Option<String> {
    let scene = session.scene()?;
    let tokens = at.tokens();
    (1..=tokens.len()).rev().find_map(|length| {
        let above: Pointer = tokens[..length].iter().map(String::as_str).collect();
        let value = scene.at(&above)?;
        let text = |key: &str| value.get(key).and_then(Ref::as_str).filter(|text| !text.trim().is_empty());
        ["displayName", "name", "label"].into_iter().find_map(text).map(std::borrow::Cow::into_owned)
    })
}

/// A key as words: `tableSurfaceTextureAssetId` is *Table surface texture*.
fn words_of(key: &str) -> String {
    let key = ["AssetId", "Path"].iter().find_map(|end| key.strip_suffix(end)).unwrap_or(key);
    let mut words = String::new();
    for letter in key.chars() {
        if letter.is_ascii_uppercase() {
            words.push(' ');
            words.push(letter.to_ascii_lowercase());
        } else if words.is_empty() {
            words.extend(letter.to_uppercase());
        } else {
            words.push(letter);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_become_words() {
        assert_eq!(words_of("tableSurfaceTextureAssetId"), "Table surface texture");
        assert_eq!(words_of("skybox"), "Skybox");
    }

    #[test]
    fn the_manifests_fields_have_their_names() {
        let user = in_manifest(&["coverImage"].into_iter().collect());
        assert_eq!(user.jump, Some(Jump::To(Target::Field(["coverImage"].into_iter().collect()))));
        assert_ne!(user.name, "coverImage");
    }
}
