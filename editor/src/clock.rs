//! The present instant, as records of a pack write it.

/// Now, ISO 8601 in UTC with `Z`, to the millisecond as the platform's own editor writes it.
pub fn instant() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%S.%3fZ").to_string()
}

/// A fresh id for a credit record.
pub fn fresh_id() -> String {
    uuid::Uuid::new_v4().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_core::credits::{Signature, judge_signature};

    #[test]
    fn a_record_takes_the_instant() {
        let signature = Signature { name: "Ann".to_owned(), at: instant() };
        assert!(signature.at.ends_with('Z') && judge_signature(&signature).is_empty(), "{}", signature.at);
    }
}
