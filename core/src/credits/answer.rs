//! The answer to *Where is this from?*, and what is wrong with one before it is signed.
//!
//! Bounds and forms of the fields are the manifest's field table's; what a record of each origin needs is said here in the
//! words of a dialog (manifest reference, `credits.origin`).

use crate::json::{Document, Value};
use crate::manifest::table;
use crate::shape::{Rule, passes, wanted};

/// Which of the three things a record says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    /// The author made the files, or holds the rights.
    OwnWork,
    /// Somebody else made them.
    ThirdParty,
    /// They are published without saying.
    Disclaimed,
}

impl Origin {
    /// All three, in the order of the documents.
    pub const ALL: [Self; 3] = [Self::OwnWork, Self::ThirdParty, Self::Disclaimed];

    /// What stands in `origin`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OwnWork => "own-work",
            Self::ThirdParty => "third-party",
            Self::Disclaimed => "disclaimed",
        }
    }

    /// The origin that a word of a manifest names.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|origin| origin.as_str() == word)
    }

    /// What the choice is called.
    pub fn label(self) -> &'static str {
        match self {
            Self::OwnWork => "My own work",
            Self::ThirdParty => "Somebody else’s",
            Self::Disclaimed => "Publish without saying",
        }
    }
}

/// A field of the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// What the work is called.
    Title,
    /// Who made it.
    Creator,
    /// A link to whoever made it.
    CreatorUrl,
    /// A link to the work.
    SourceUrl,
    /// The licence by name.
    LicenseName,
    /// The licence by link.
    LicenseUrl,
    /// What else there is to say.
    Notes,
    /// The name that signs.
    SignedName,
    /// The instant of the signature.
    RecordedAt,
}

impl Field {
    /// The fields that a record keeps of an answer, in the order of the manifest.
    pub const ANSWERED: [Self; 7] =
        [Self::Title, Self::Creator, Self::CreatorUrl, Self::SourceUrl, Self::LicenseName, Self::LicenseUrl, Self::Notes];

    /// The keys that lead to it in a record.
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Title => &["title"],
            Self::Creator => &["creator"],
            Self::CreatorUrl => &["creatorUrl"],
            Self::SourceUrl => &["sourceUrl"],
            Self::LicenseName => &["licenseName"],
            Self::LicenseUrl => &["licenseUrl"],
            Self::Notes => &["notes"],
            Self::SignedName => &["attestation", "signedName"],
            Self::RecordedAt => &["recordedAt"],
        }
    }

    /// Whether only somebody else's work has it; the documents ignore it on the others.
    pub fn is_of_third_party(self) -> bool {
        matches!(self, Self::Creator | Self::CreatorUrl | Self::SourceUrl | Self::LicenseName | Self::LicenseUrl)
    }

    fn rule(self) -> Option<&'static Rule> {
        let path: Vec<String> = ["credits", "0"].iter().chain(self.keys()).map(|&key| key.to_owned()).collect();
        table::row_at(&path).map(|row| row.rule)
    }

    /// The longest text that it takes, in UTF-16 units.
    pub fn longest(self) -> usize {
        match self.rule() {
            Some(Rule::Text(_, most) | Rule::Trimmed(_, most) | Rule::Pattern(_, most, _)) => *most,
            _ => usize::MAX,
        }
    }
}

/// What a person answered. An empty text is no answer; space around one does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The choice.
    pub origin: Origin,
    /// What the work is called.
    pub title: String,
    /// Who made it.
    pub creator: String,
    /// A link to whoever made it.
    pub creator_url: String,
    /// A link to the work.
    pub source_url: String,
    /// The licence by name.
    pub license_name: String,
    /// The licence by link.
    pub license_url: String,
    /// What else there is to say.
    pub notes: String,
}

impl Answer {
    /// The choice with nothing filled in.
    pub fn new(origin: Origin) -> Self {
        let empty = String::new;
        Self {
            origin,
            title: empty(),
            creator: empty(),
            creator_url: empty(),
            source_url: empty(),
            license_name: empty(),
            license_url: empty(),
            notes: empty(),
        }
    }

    /// What was typed into a field, without space around it; empty for the fields of the signature.
    pub fn text(&self, field: Field) -> &str {
        let text = match field {
            Field::Title => &self.title,
            Field::Creator => &self.creator,
            Field::CreatorUrl => &self.creator_url,
            Field::SourceUrl => &self.source_url,
            Field::LicenseName => &self.license_name,
            Field::LicenseUrl => &self.license_url,
            Field::Notes => &self.notes,
            Field::SignedName | Field::RecordedAt => "",
        };
        text.trim()
    }

    /// The place to type a field into; `None` for the fields of the signature.
    pub fn text_mut(&mut self, field: Field) -> Option<&mut String> {
        Some(match field {
            Field::Title => &mut self.title,
            Field::Creator => &mut self.creator,
            Field::CreatorUrl => &mut self.creator_url,
            Field::SourceUrl => &mut self.source_url,
            Field::LicenseName => &mut self.license_name,
            Field::LicenseUrl => &mut self.license_url,
            Field::Notes => &mut self.notes,
            Field::SignedName | Field::RecordedAt => return None,
        })
    }

    /// Fills name and link of a licence of the [shortlist](super::licences::SHORTLIST).
    pub fn set_licence(&mut self, licence: &super::Licence) {
        licence.name.clone_into(&mut self.license_name);
        licence.url.clone_into(&mut self.license_url);
    }

    /// What a record of this answer says in a field: what is no matter of its origin is left out.
    pub(super) fn kept(&self, field: Field) -> &str {
        if field.is_of_third_party() && self.origin != Origin::ThirdParty { "" } else { self.text(field) }
    }
}

/// Who signs, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The name as it was typed.
    pub name: String,
    /// The instant, ISO 8601 in UTC with `Z`. The record has the same.
    pub at: String,
}

/// What is to be said about a field before the answer is signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The field.
    pub field: Field,
    /// Whether the answer cannot be signed like this; else it is a hint.
    pub refuses: bool,
    /// For a person, one or two sentences.
    pub message: String,
}

/// What is wrong with an answer, and what could be better; in the order of the fields.
pub fn judge(answer: &Answer) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for field in Field::ANSWERED {
        let text = answer.kept(field);
        let broken = if text.is_empty() { None } else { misfit(field, text) };
        let needed = (answer.origin == Origin::ThirdParty).then(|| needed(answer, field)).flatten().map(str::to_owned);
        if let Some(message) = broken.or(needed) {
            remarks.push(Remark { field, refuses: true, message });
        } else if let Some(message) = hint(answer, field) {
            remarks.push(Remark { field, refuses: false, message });
        }
    }
    remarks
}

/// What is wrong with a signature.
pub fn judge_signature(signature: &Signature) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let name = signature.name.trim();
    if name.is_empty() {
        let message = "Type your name: that is the signature.".to_owned();
        remarks.push(Remark { field: Field::SignedName, refuses: true, message });
    } else if let Some(message) = misfit(Field::SignedName, name) {
        remarks.push(Remark { field: Field::SignedName, refuses: true, message });
    }
    if let Some(message) = misfit(Field::RecordedAt, &signature.at) {
        remarks.push(Remark { field: Field::RecordedAt, refuses: true, message });
    }
    remarks
}

/// Why the field table does not take `text`.
fn misfit(field: Field, text: &str) -> Option<String> {
    let rule = field.rule()?;
    let document = Document::new(Value::from(text)).ok()?;
    if passes(document.root(), rule) {
        return None;
    }
    let length = text.encode_utf16().count();
    Some(match rule {
        Rule::Pattern(_, most, pattern) if length <= *most => {
            pattern.message.map_or_else(|| format!("This must be {}.", pattern.words), str::to_owned)
        }
        _ if length > field.longest() => {
            format!("This has {length} characters; {} are the most.", field.longest())
        }
        rule => format!("This must be {}.", wanted(rule)),
    })
}

/// What somebody else's work lacks in a field.
fn needed(answer: &Answer, field: Field) -> Option<&'static str> {
    let empty = |field| answer.text(field).is_empty();
    match field {
        Field::Creator if empty(Field::Creator) => Some("Say who made it, as they write their name."),
        Field::SourceUrl if empty(Field::SourceUrl) && empty(Field::CreatorUrl) => Some(
            "Give a link to the work or to its creator. Where there is none, the honest choice is to publish without saying.",
        ),
        Field::LicenseName if empty(Field::LicenseName) && empty(Field::LicenseUrl) => {
            Some("Say under which licence you use it: choose one, or type its name or link.")
        }
        _ => None,
    }
}

/// What could be better in a field that is good enough.
fn hint(answer: &Answer, field: Field) -> Option<String> {
    let text = answer.kept(field);
    let front_page = |field| site_of_front_page(answer.text(field));
    match field {
        Field::SourceUrl => front_page(field).map(|site| {
            format!("This is only the front page of {site}. The page of the work itself is what a reader needs to find it.")
        }),
        // Of a creator with a site of their own the front page is right, as long as the work can be found.
        Field::CreatorUrl if answer.text(Field::SourceUrl).is_empty() => front_page(field).map(|site| {
            format!("This is only the front page of {site}. Give the creator’s own page there, or a link to the work.")
        }),
        Field::LicenseUrl => front_page(field)
            .filter(|_| super::licences::named(text).is_none())
            .map(|site| format!("This is only the front page of {site}. Link to the text of the licence.")),
        Field::LicenseName => {
            let care = super::licences::named(text)?.care;
            (!care.is_empty()).then(|| care.to_owned())
        }
        _ => None,
    }
}

/// The site whose front page a link is; `None` where it leads further.
fn site_of_front_page(link: &str) -> Option<&str> {
    let (_, rest) = link.split_once("://")?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (site, path) = rest.split_at(end);
    (!site.is_empty() && matches!(path, "" | "/")).then_some(site)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theirs() -> Answer {
        Answer {
            creator: "Ann".into(),
            source_url: "https://art.example/boards/7".into(),
            license_name: "CC BY 4.0".into(),
            ..Answer::new(Origin::ThirdParty)
        }
    }

    fn refused(answer: &Answer) -> Vec<Field> {
        judge(answer).into_iter().filter(|remark| remark.refuses).map(|remark| remark.field).collect()
    }

    fn hinted(answer: &Answer) -> Vec<Field> {
        judge(answer).into_iter().filter(|remark| !remark.refuses).map(|remark| remark.field).collect()
    }

    #[test]
    fn only_somebody_elses_work_needs_more_than_the_choice() {
        assert!(judge(&Answer::new(Origin::OwnWork)).is_empty() && judge(&Answer::new(Origin::Disclaimed)).is_empty());
        assert!(judge(&theirs()).is_empty());
        let empty = Answer::new(Origin::ThirdParty);
        assert_eq!(refused(&empty), [Field::Creator, Field::SourceUrl, Field::LicenseName]);
        assert_eq!(refused(&Answer { creator: " \u{a0}".into(), ..theirs() }), [Field::Creator]);
        let by_creator = Answer { creator_url: "https://ann.example/me".into(), source_url: String::new(), ..theirs() };
        assert!(judge(&by_creator).is_empty());
        let by_link = Answer { license_url: "https://l.example/text".into(), license_name: String::new(), ..theirs() };
        assert!(judge(&by_link).is_empty());
    }

    #[test]
    fn bounds_are_the_field_tables_on_both_sides() {
        for (field, most) in [(Field::Title, 160), (Field::Creator, 160), (Field::LicenseName, 120), (Field::Notes, 1000)] {
            assert_eq!(field.longest(), most);
            let with = |length: usize| {
                let mut answer = theirs();
                *answer.text_mut(field).unwrap() = "x".repeat(length);
                refused(&answer)
            };
            assert_eq!((with(most), with(most + 1)), (vec![], vec![field]), "{field:?}");
            // An emoji outside the basic plane counts twice.
            let mut answer = theirs();
            *answer.text_mut(field).unwrap() = "🎲".repeat(most / 2 + 1);
            assert_eq!(refused(&answer), [field]);
        }
        for field in [Field::CreatorUrl, Field::SourceUrl, Field::LicenseUrl] {
            let with = |text: String| {
                let mut answer = theirs();
                *answer.text_mut(field).unwrap() = text;
                judge(&answer).into_iter().find(|remark| remark.field == field && remark.refuses).map(|remark| remark.message)
            };
            let link = |length: usize| format!("https://a.example/{}", "x".repeat(length - 18));
            assert_eq!(with(link(500)), None);
            assert!(with(link(501)).unwrap().contains("500"));
            assert_eq!(with("ftp://a.example/b".into()).as_deref(), Some("Use a full http(s):// link."));
        }
    }

    #[test]
    fn what_is_ignored_is_not_judged() {
        let answer = Answer { creator_url: "nonsense".into(), ..Answer::new(Origin::OwnWork) };
        assert!(judge(&answer).is_empty() && answer.kept(Field::CreatorUrl).is_empty());
    }

    #[test]
    fn a_front_page_gets_a_hint() {
        for link in ["https://art.example", "https://art.example/", "http://art.example:8080/"] {
            assert_eq!(hinted(&Answer { source_url: link.into(), ..theirs() }), [Field::SourceUrl], "{link}");
            let creator = Answer { creator_url: link.into(), source_url: String::new(), ..theirs() };
            assert_eq!(hinted(&creator), [Field::CreatorUrl], "{link}");
            assert!(hinted(&Answer { creator_url: link.into(), ..theirs() }).is_empty(), "the work is linked");
        }
        for link in ["https://art.example/a", "https://art.example/?id=7", "https://art.example#7"] {
            assert!(judge(&Answer { source_url: link.into(), ..theirs() }).is_empty(), "{link}");
        }
        assert_eq!(hinted(&Answer { license_url: "https://art.example".into(), ..theirs() }), [Field::LicenseUrl]);
        assert!(hinted(&Answer { license_url: "https://unlicense.org/".into(), ..theirs() }).is_empty());
        assert_eq!(hinted(&Answer { license_name: "CC BY-ND 4.0".into(), ..theirs() }), [Field::LicenseName]);
    }

    #[test]
    fn a_signature_is_a_name_and_an_instant() {
        let judged = |name: &str, at: &str| -> Vec<Field> {
            let signature = Signature { name: name.into(), at: at.into() };
            judge_signature(&signature).into_iter().map(|remark| remark.field).collect()
        };
        let now = "2026-12-01T03:40:00Z";
        assert!(judged("A", now).is_empty() && judged(&"x".repeat(120), now).is_empty());
        for name in ["", "  ", &"x".repeat(121)] {
            assert_eq!(judged(name, now), [Field::SignedName], "{name}");
        }
        for at in ["", "2026-12-01", "2026-12-01T03:40:00+01:00", "2026-02-29T00:00:00Z"] {
            assert_eq!(judged("A", at), [Field::RecordedAt], "{at}");
        }
    }

    #[test]
    fn the_words_are_the_tables() {
        assert_eq!(Origin::ALL.map(Origin::as_str), table::ORIGINS);
        for origin in Origin::ALL {
            assert_eq!(Origin::parse(origin.as_str()), Some(origin));
        }
        assert_eq!(Origin::parse("own"), None);
        assert!(Field::ANSWERED.iter().all(|field| field.rule().is_some()));
    }
}
