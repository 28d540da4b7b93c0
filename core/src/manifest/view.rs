//! Reading a manifest by name.

use crate::json::{Document, Ref};
use crate::pack::PackPath;
use crate::pack_type::PackType;
use std::borrow::Cow;

/// A manifest, read through its tree. Nothing is checked: what is not there, or is of another kind than it should be,
/// reads as `None` or as an empty list. Of a key that stands twice the last one counts, as for the platform.
#[derive(Debug, Clone, Copy)]
pub struct ManifestView<'a> {
    root: Ref<'a>,
}

impl<'a> ManifestView<'a> {
    /// The view of a manifest; `None` where the document is not an object.
    pub fn new(document: &'a Document) -> Option<Self> {
        let root = document.root();
        root.is_object().then_some(Self { root })
    }

    /// The whole manifest.
    pub fn root(self) -> Ref<'a> {
        self.root
    }

    fn text(self, key: &str) -> Option<Cow<'a, str>> {
        self.root.get(key)?.as_str()
    }

    /// The pack's identity for the registry and for packs that depend on it.
    pub fn id(self) -> Option<Cow<'a, str>> {
        self.text("id")
    }

    /// The title that people read.
    pub fn name(self) -> Option<Cow<'a, str>> {
        self.text("name")
    }

    /// The release label.
    pub fn version(self) -> Option<Cow<'a, str>> {
        self.text("version")
    }

    /// The licence of the pack, free text.
    pub fn license(self) -> Option<Cow<'a, str>> {
        self.text("license")
    }

    /// The kind of pack; `None` also for a word that is not one of the four.
    pub fn pack_type(self) -> Option<PackType> {
        PackType::parse(&self.text("type")?)
    }

    /// `compatibility.engine`.
    pub fn engine(self) -> Option<Cow<'a, str>> {
        self.root.get("compatibility")?.get("engine")?.as_str()
    }

    /// `entry.setup` as it is written, safe or not.
    pub fn setup(self) -> Option<Cow<'a, str>> {
        self.root.get("entry")?.get("setup")?.as_str()
    }

    /// `entry.script` as it is written, safe or not.
    pub fn script(self) -> Option<Cow<'a, str>> {
        self.root.get("entry")?.get("script")?.as_str()
    }

    /// `entry.setup` where it can name a file of the pack.
    pub fn setup_path(self) -> Option<PackPath> {
        PackPath::parse(&self.setup()?).ok()
    }

    /// The paths in `assets` with their index; elements that are not strings are passed over.
    pub fn assets(self) -> impl Iterator<Item = (usize, Cow<'a, str>)> {
        let list = self.root.get("assets").map(Ref::items);
        list.into_iter().flatten().enumerate().filter_map(|(index, item)| Some((index, item.as_str()?)))
    }

    /// The entries of `variants` in the lobby's order; none where the key is not a list.
    pub fn variants(self) -> impl Iterator<Item = Ref<'a>> {
        self.root.get("variants").map(Ref::items).into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_by_name_and_never_fails() {
        let document = Document::parse(
            br#"{"id":"x","id":"go","name":7,"type":"table-pack","entry":{"setup":"../s.json","script":"a.js"},
                "assets":["a.png",1,"b.png"],"variants":{"not":"a list"},"compatibility":{"engine":">=0.1"}}"#,
        )
        .unwrap();
        let view = ManifestView::new(&document).unwrap();
        assert_eq!(view.id().as_deref(), Some("go"));
        assert_eq!(view.name(), None);
        assert_eq!(view.version(), None);
        assert_eq!(view.pack_type(), Some(PackType::Table));
        assert_eq!(view.engine().as_deref(), Some(">=0.1"));
        assert_eq!(view.setup().as_deref(), Some("../s.json"));
        assert_eq!(view.setup_path(), None);
        assert_eq!(view.script().as_deref(), Some("a.js"));
        assert_eq!(view.assets().collect::<Vec<_>>(), [(0, "a.png".into()), (2, "b.png".into())]);
        assert_eq!(view.variants().count(), 0);
        for text in [&b"[]"[..], b"null", b"1"] {
            assert!(ManifestView::new(&Document::parse(text).unwrap()).is_none());
        }
    }
}
