//! The patterns of the manifest, as the manifest reference prints them.

use crate::shape::Pattern;

const fn pattern(test: fn(&str) -> bool, regex: &'static str, words: &'static str) -> Pattern {
    Pattern { test, regex, words, message: None }
}

/// An id of a pack or a plugin. The reference prints a lower-case pattern and says that it is read without regard to case;
/// a published pack is called `Casino`.
pub(super) static ID: Pattern = pattern(
    is_id,
    "^[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9]$",
    "letters a to z, digits, dots, dashes and underscores, with a letter or digit at both ends,",
);

fn is_id(text: &str) -> bool {
    let bytes = text.as_bytes();
    let plain = |b: &u8| b.is_ascii_alphanumeric();
    bytes.len() >= 2
        && bytes.iter().all(|b| plain(b) || matches!(b, b'.' | b'_' | b'-'))
        && bytes.first().is_some_and(plain)
        && bytes.last().is_some_and(plain)
}

/// A page's address.
pub(super) static SLUG: Pattern = Pattern {
    message: Some("Use lowercase letters, numbers, and single dashes."),
    ..pattern(is_slug, "^[a-z0-9]+(?:-[a-z0-9]+)*$", "lower-case letters, digits and single dashes between them,")
};

/// Whether `text` has the form of a slug, whatever its length.
pub fn is_slug(text: &str) -> bool {
    text.split('-').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()))
}

/// A category: the platform has a list of 66, of which we know some, all of this form.
pub(super) static CATEGORY: Pattern =
    pattern(is_slug, "^[a-z0-9]+(?:-[a-z0-9]+)*$", "a category such as abstract-strategy: lower-case letters, digits and dashes");

const VERSION_REGEX: &str = "^\\d+\\.\\d+\\.\\d+(?:[-+][0-9A-Za-z.-]+)?$";

/// A release label.
pub(super) static VERSION: Pattern =
    Pattern { message: Some("Use semver, for example 1.0.0"), ..pattern(is_version, VERSION_REGEX, "a version such as 1.0.0") };

/// The same of a pack that this one builds on.
pub(super) static EXACT_VERSION: Pattern = Pattern {
    message: Some(
        "Pin an exact version, for example 1.0.0. Ranges (^, ~, x, >=) are not supported: a range makes a table \
         non-reproducible between two peers who resolved it at different times.",
    ),
    ..pattern(is_version, VERSION_REGEX, "an exact version such as 1.0.0,")
};

/// Whether `text` is a release label: `^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.-]+)?$`, which is less strict than semver, for
/// leading zeros are fine.
pub fn is_version(text: &str) -> bool {
    let (numbers, label) = match text.find(['-', '+']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let three = numbers.split('.').count() == 3 && numbers.split('.').all(digits);
    three && label.is_none_or(|l| !l.is_empty() && l.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-')))
}

/// A tag. The reference says that it is read without regard to case.
pub(super) static TAG: Pattern = pattern(
    |text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'),
    "^[A-Za-z0-9-]+$",
    "letters a to z, digits and dashes",
);

fn is_hex(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'a'..=b'f'))
}

/// The SHA-256 of a file.
pub(super) static SHA256: Pattern = pattern(|text| is_hex(text, 64), "^[a-f0-9]{64}$", "64 lower-case hexadecimal digits");

/// A commit of git.
pub(super) static COMMIT: Pattern = pattern(is_commit, "^[a-f0-9]{40}$", "40 lower-case hexadecimal digits");

/// Whether `text` is the full hash of a commit.
pub fn is_commit(text: &str) -> bool {
    is_hex(text, 40)
}

/// An account or an organisation on GitHub.
pub(super) static OWNER: Pattern = pattern(
    |text| {
        let plain = |b: &u8| b.is_ascii_alphanumeric();
        let bytes = text.as_bytes();
        bytes.iter().all(|b| plain(b) || *b == b'-') && bytes.first().is_some_and(plain) && bytes.last().is_some_and(plain)
    },
    "^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$",
    "letters, digits and dashes, with a letter or digit at both ends,",
);

/// A repository's name.
pub(super) static REPO: Pattern = pattern(
    |text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-')),
    "^[A-Za-z0-9._-]+$",
    "letters, digits, dots, dashes and underscores",
);

/// A commit, a branch or a tag, also with `refs/heads/` or `refs/tags/` before it.
pub(super) static REF: Pattern = pattern(
    |text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-' | b'/')),
    "^(?:refs\\/(?:heads|tags)\\/)?[A-Za-z0-9._/-]+$",
    "a commit, branch or tag of letters, digits, dots, dashes, underscores and slashes",
);

/// A name that a script sees: the key of a setup option, the id of a lobby requirement.
pub(super) static KEY: Pattern =
    pattern(is_key, "^[a-z][a-z0-9_]*$", "lower-case letters, digits and underscores, with a letter first,");

fn is_key(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// A function of a plugin.
pub(super) static FUNCTION: Pattern = pattern(
    |text| text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'),
    "^[a-zA-Z][a-zA-Z0-9_]*$",
    "letters, digits and underscores, with a letter first,",
);

/// A sound set's name. The prints of upper case differ; what is printed here is refused.
pub(super) static SOUND_NAME: Pattern = pattern(
    |text| {
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
        text.bytes().next().is_some_and(plain) && text.bytes().all(|b| plain(b) || matches!(b, b'.' | b'_' | b'-'))
    },
    "^[a-z0-9][a-z0-9._-]*$",
    "lower-case letters, digits, dots, dashes and underscores, with a letter or digit first,",
);

/// The id of a video on YouTube.
pub(super) static YOUTUBE: Pattern =
    pattern(is_youtube, "^[A-Za-z0-9_-]{11}$", "the 11 characters that stand behind “watch?v=” in the video's address");

/// Whether `text` is the id of a video on YouTube.
pub fn is_youtube(text: &str) -> bool {
    text.len() == 11 && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
}

/// A link that a reader can follow.
pub(super) static LINK: Pattern = Pattern {
    message: Some("Use a full http(s):// link."),
    ..pattern(|text| starts_with_any(text, &["http://", "https://"]), "^[Hh][Tt][Tt][Pp][Ss]?://", "a full http(s):// link")
};

/// A link to rules: a plain-http page would not show on the platform's pages.
pub(super) static HTTPS: Pattern = pattern(
    |text| starts_with_any(text, &["https://"]) && text.len() > "https://".len(),
    "^[Hh][Tt][Tt][Pp][Ss]://.+",
    "a link that begins with https://",
);

fn starts_with_any(text: &str, starts: &[&str]) -> bool {
    starts.iter().any(|start| text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start)))
}

/// An instant in UTC: `2026-09-19T10:20:30.000Z`. The reference prints the pattern; the calendar is in it.
pub(super) static INSTANT: Pattern = pattern(
    is_instant,
    "^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-\
     (?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):\
     [0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)?(?:Z))$",
    "an instant in UTC such as 2026-01-31T12:00:00Z",
);

fn is_instant(text: &str) -> bool {
    let Some((date, time)) = text.split_once('T') else { return false };
    is_date(date) && time.strip_suffix('Z').is_some_and(is_time)
}

/// `digits` of the given length as a number.
fn number(text: &str, length: usize) -> Option<u32> {
    (text.len() == length && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) = (
        parts.next().and_then(|p| number(p, 4)),
        parts.next().and_then(|p| number(p, 2)),
        parts.next().and_then(|p| number(p, 2)),
        parts.next(),
    ) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return false,
    };
    (1..=days).contains(&day)
}

fn is_time(text: &str) -> bool {
    let (text, fraction) = match text.split_once('.') {
        Some((text, fraction)) => (text, Some(fraction)),
        None => (text, None),
    };
    let parts: Vec<_> = text.split(':').map(|part| number(part, 2)).collect();
    let clock = |hour: u32, minute: u32, second: u32| hour < 24 && minute < 60 && second < 60;
    match parts[..] {
        [Some(hour), Some(minute)] => fraction.is_none() && clock(hour, minute, 0),
        [Some(hour), Some(minute), Some(second)] => {
            clock(hour, minute, second) && fraction.is_none_or(|f| !f.is_empty() && f.bytes().all(|b| b.is_ascii_digit()))
        }
        _ => false,
    }
}
