//! Reading a record of `credits`.

use super::answer::{Answer, Field, Origin};
use super::terms::Wording;
use crate::json::{Document, Pointer, Ref};
use crate::pointer;
use std::borrow::Cow;

/// A record, read through the manifest's tree. Nothing is checked: what is not there, or is of another kind than it should
/// be, reads as `None` or as nothing.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    /// Its place in the list.
    pub index: usize,
    /// The record itself.
    pub value: Ref<'a>,
}

/// A signature as it stands in a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    /// The name.
    pub name: String,
    /// The instant.
    pub at: String,
    /// The version of the wording that was signed.
    pub terms: String,
    /// Whose wording that is.
    pub wording: Wording,
}

/// The records of a manifest that are objects.
pub fn records(manifest: &Document) -> impl Iterator<Item = Record<'_>> {
    let list = manifest.root().get("credits").into_iter().flat_map(Ref::items).enumerate();
    list.filter(|(_, value)| value.is_object()).map(|(index, value)| Record { index, value })
}

impl<'a> Record<'a> {
    /// Record number `index`.
    pub fn at(manifest: &'a Document, index: usize) -> Option<Self> {
        let value = manifest.at(&pointer!["credits", index])?;
        value.is_object().then_some(Self { index, value })
    }

    /// Where it stands in the manifest.
    pub fn pointer(self) -> Pointer {
        pointer!["credits", self.index]
    }

    /// The text of a member.
    pub fn text(self, key: &str) -> Option<Cow<'a, str>> {
        self.value.get(key)?.as_str()
    }

    /// The paths with their index.
    pub fn paths(self) -> impl Iterator<Item = (usize, Cow<'a, str>)> {
        let list = self.value.get("paths").filter(|list| list.is_array());
        list.into_iter().flat_map(Ref::items).enumerate().filter_map(|(index, path)| Some((index, path.as_str()?)))
    }

    /// What it says; `None` for a word that is none of the three.
    pub fn origin(self) -> Option<Origin> {
        Origin::parse(&self.text("origin")?)
    }

    /// Whether it is a library's own record: it cannot be edited, signed, merged or deleted, and leaves with its files.
    pub fn is_locked(self) -> bool {
        self.value.get("locked").and_then(Ref::as_bool) == Some(true)
    }

    /// Who signed it.
    pub fn signed(self) -> Option<Signed> {
        let signature = self.value.get("attestation").filter(|value| value.is_object())?;
        let text = |key: &str| signature.get(key).and_then(Ref::as_str).unwrap_or_default().into_owned();
        let terms = text("termsVersion");
        Some(Signed { name: text("signedName"), at: text("acceptedAt"), wording: Wording::of(&terms), terms })
    }

    /// The library item that it names under `key` (`source`, `derivedFrom`), for a person.
    pub fn library_item(self, key: &str) -> Option<String> {
        let item = self.value.get(key).filter(|value| value.is_object())?;
        let text = |key: &str| item.get(key).and_then(Ref::as_str).unwrap_or_default().into_owned();
        Some(match &*text("type") {
            "plugin" => {
                let commit = text("commitSha");
                let short = commit.get(..commit.len().min(8)).unwrap_or_default();
                format!("{} of the plugin {}, commit {short}", text("resourcePath"), text("pluginId"))
            }
            "preset" => format!("{} (the platform’s {} library)", text("presetId"), text("presetKind")),
            other => format!("an item of “{other}”"),
        })
    }

    /// What it says, as the answer to the question; where it names no known origin, as one's own work.
    pub fn answer(self) -> Answer {
        let mut answer = Answer::new(self.origin().unwrap_or(Origin::OwnWork));
        for field in Field::ANSWERED {
            if let (Some(place), Some(text)) = (answer.text_mut(field), self.text(field.keys()[0])) {
                *place = text.into_owned();
            }
        }
        answer
    }

    /// Whether both say the same of their files: everything but the id, the paths, the instant and the signature is equal,
    /// what this editor does not know included. A locked record is like no other.
    pub fn says_same(self, other: Self) -> bool {
        const OWN: [&str; 4] = ["id", "paths", "recordedAt", "attestation"];
        let said = |record: Self| record.value.members().filter(|(key, _)| !OWN.contains(key)).count();
        let all_alike = || {
            let mut members = self.value.members().filter(|(key, _)| !OWN.contains(key));
            members.all(|(key, value)| other.value.get(key).is_some_and(|theirs| value.equals(theirs)))
        };
        !self.is_locked() && !other.is_locked() && said(self) == said(other) && all_alike()
    }

    /// Whether both carry the same signature, or none.
    pub fn signed_alike(self, other: Self) -> bool {
        match (self.value.get("attestation"), other.value.get("attestation")) {
            (Some(mine), Some(theirs)) => mine.equals(theirs),
            (mine, theirs) => mine.is_none_or(Ref::is_null) && theirs.is_none_or(Ref::is_null),
        }
    }
}
