//! Credits: where each file came from, and who vouches for it.
//!
//! Here lives what the manifest's `credits` mean beyond their shape: which records still want a signature, and signing
//! them. Rules about their shape are in [`crate::check`]; nothing here reads files or clocks.

use crate::error::Result;
use crate::json::{Document, Pointer, Ref, Value};
use crate::pointer;

/// The version of the attestation's wording that we show and record (`credits.attestation.termsVersion`).
pub const TERMS_VERSION: &str = "2026-09-07.1";

/// The longest name that signs a record, in UTF-16 units (manifest reference, `credits.attestation.signedName`).
pub const MAX_NAME: usize = 120;

/// The records that carry no signature and can carry one: locked records are somebody else's statement. Such records
/// pass the platform's rules where they say what they derive from; whoever publishes them is asked all the same.
pub fn unsigned(manifest: &Document) -> Vec<Pointer> {
    let records = manifest.root().get("credits").into_iter().flat_map(Ref::items).enumerate();
    let wants_one = |record: &Ref<'_>| {
        record.is_object()
            && record.get("locked").and_then(Ref::as_bool) != Some(true)
            && record.get("attestation").is_none_or(Ref::is_null)
    };
    records.filter(|(_, record)| wants_one(record)).map(|(index, _)| pointer!["credits", index]).collect()
}

/// What a person agrees to by signing the records.
pub fn statement(records: usize) -> String {
    let what = if records == 1 {
        "the 1 credit record without a signature".to_owned()
    } else {
        format!("the {records} credit records without a signature")
    };
    format!(
        "I confirm that {what} say truly where the files came from, and that I may publish them under the licences they name."
    )
}

/// The manifest with `name` signed under the records at `places`, at the instant `at` (ISO 8601, UTC). What a record
/// says besides stays as it is.
///
/// # Errors
/// Where a record is no longer there.
pub fn sign(manifest: &Document, places: &[Pointer], name: &str, at: &str) -> Result<Document> {
    let mut signed = manifest.clone();
    for place in places {
        let attestation = Value::object([
            ("termsVersion", Value::from(TERMS_VERSION)),
            ("acceptedAt", Value::from(at)),
            ("signedName", Value::from(name)),
        ]);
        signed = signed.set(&place.join("attestation"), attestation)?;
    }
    Ok(signed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{"credits":[{"id":"a"},{"id":"b","locked":true},{"id":"c","attestation":{"signedName":"A"}},{"id":"d","attestation":null},7]}"#;

    #[test]
    fn only_records_that_can_be_signed_want_a_signature() {
        let manifest = Document::parse(TEXT.as_bytes()).unwrap();
        assert_eq!(unsigned(&manifest), [pointer!["credits", 0], pointer!["credits", 3]]);
        assert!(unsigned(&Document::parse(b"{}").unwrap()).is_empty());
    }

    #[test]
    fn signing_adds_the_attestation_and_nothing_else() {
        let manifest = Document::parse(TEXT.as_bytes()).unwrap();
        let signed = sign(&manifest, &unsigned(&manifest), "B. Author", "2026-01-02T03:04:05Z").unwrap();
        assert!(unsigned(&signed).is_empty());
        let signature = r#"{"termsVersion":"2026-09-07.1","acceptedAt":"2026-01-02T03:04:05Z","signedName":"B. Author"}"#;
        let expected = TEXT
            .replace(r#"{"id":"a"}"#, &format!(r#"{{"id":"a","attestation":{signature}}}"#))
            .replace("\"attestation\":null", &format!("\"attestation\":{signature}"));
        assert_eq!(signed.text(), expected);
    }
}
