//! Names that are made from others: a page address from a title, the next release label, a video's id from its address.

use super::table::{is_version, is_youtube};

/// The page address that a title gives: lower-case letters and digits with single dashes between them, at most 60
/// (manifest reference, `slug`). Empty where the title has neither letters nor digits that can be written so.
pub fn slug_of(name: &str) -> String {
    let mut slug = String::new();
    let mut gap = false;
    for c in name.chars().flat_map(char::to_lowercase) {
        let plain = plain(c);
        if plain.is_empty() {
            // An apostrophe joins, as in "king's"; anything else parts.
            gap |= !matches!(c, '\'' | '’' | '\u{300}'..='\u{36f}');
            continue;
        }
        if slug.len() + usize::from(gap) + plain.len() > 60 {
            break;
        }
        if gap && !slug.is_empty() {
            slug.push('-');
        }
        gap = false;
        slug.push_str(plain);
    }
    slug
}

/// A lower-case letter or digit without what it wears above or below; empty for anything else.
fn plain(c: char) -> &'static str {
    const ASCII: &str = "abcdefghijklmnopqrstuvwxyz0123456789";
    if let Some(at) = ASCII.find(c) {
        return &ASCII[at..=at];
    }
    match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' => "a",
        'æ' => "ae",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'ł' | 'ĺ' | 'ļ' | 'ľ' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => "o",
        'œ' => "oe",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ß' => "ss",
        'ţ' | 'ť' | 'ț' => "t",
        'þ' => "th",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        // The sign in "9×9" stands for the letter that ids spell it with.
        '×' => "x",
        _ => "",
    }
}

/// The release label after this one (manifest reference, `version`: a published label keeps its meaning, so the next
/// publish needs another): a pre-release becomes its release, anything else gets the next patch number, and build
/// metadata goes. `None` where it is no label.
pub fn next_patch(version: &str) -> Option<String> {
    if !is_version(version) {
        return None;
    }
    let (release, label) = version.find(['-', '+']).map_or((version, ""), |at| version.split_at(at));
    if label.starts_with('-') {
        return Some(release.to_owned());
    }
    let (rest, patch) = release.rsplit_once('.')?;
    Some(format!("{rest}.{}", after(patch)))
}

/// The number after one of any length.
fn after(number: &str) -> String {
    let kept = number.trim_end_matches('9');
    let nines = number.len() - kept.len();
    let raised = match kept.char_indices().next_back() {
        Some((at, digit)) => format!("{}{}", &kept[..at], digit.to_digit(10).unwrap_or(0) + 1),
        None => "1".to_owned(),
    };
    raised + &"0".repeat(nines)
}

/// The id of a video on YouTube in any usual form of its address: a watch page, a short link, a Short, a live or an
/// embedded one, or the id alone.
pub fn youtube_id(text: &str) -> Option<String> {
    let text = text.trim();
    if is_youtube(text) {
        return Some(text.to_owned());
    }
    let address = text.split_once("://").map_or(text, |(_, rest)| rest);
    let (host, path) = address.split_once('/')?;
    let host = host.to_ascii_lowercase();
    let host = ["www.", "m.", "music."].iter().find_map(|sub| host.strip_prefix(sub)).unwrap_or(&host).to_owned();
    let head = |text: &str| text.split(['?', '&', '#', '/']).next().unwrap_or_default().to_owned();
    let id = match host.as_str() {
        "youtu.be" => head(path),
        "youtube.com" | "youtube-nocookie.com" => {
            let query = path.split_once('?').map(|(_, query)| query.split('#').next().unwrap_or_default());
            let named = query.and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("v=")));
            let below = ["shorts/", "embed/", "live/", "v/"].iter().find_map(|kind| path.strip_prefix(kind));
            named.map(head).or_else(|| below.map(head))?
        }
        _ => return None,
    };
    is_youtube(&id).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_label_is_one_patch_higher() {
        for (label, next) in [
            ("1.0.0", Some("1.0.1")),
            ("0.0.199", Some("0.0.200")),
            ("1.2.99999999999999999999999", Some("1.2.100000000000000000000000")),
            ("0.1.9", Some("0.1.10")),
            ("01.2.3", Some("01.2.4")),
            ("2.0.0-rc.1", Some("2.0.0")),
            ("2.0.0+build", Some("2.0.1")),
            ("1.0", None),
            ("1.0.18446744073709551615", Some("1.0.18446744073709551616")),
        ] {
            assert_eq!(next_patch(label).as_deref(), next, "{label}");
        }
    }

    #[test]
    fn addresses_of_videos_give_their_id() {
        for text in [
            "aqz-KE-bpKQ",
            " aqz-KE-bpKQ\n",
            "https://www.youtube.com/watch?v=aqz-KE-bpKQ",
            "http://youtube.com/watch?list=x&v=aqz-KE-bpKQ&t=3s#top",
            "m.youtube.com/watch?v=aqz-KE-bpKQ",
            "https://youtu.be/aqz-KE-bpKQ?t=30",
            "https://www.youtube.com/shorts/aqz-KE-bpKQ",
            "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0",
            "https://youtube.com/live/aqz-KE-bpKQ",
        ] {
            assert_eq!(youtube_id(text).as_deref(), Some("aqz-KE-bpKQ"), "{text}");
        }
        for text in [
            "",
            "short",
            "https://vimeo.com/123",
            "https://youtu.be/short",
            "https://evil.example/watch?v=aqz-KE-bpKQ",
            "youtube.com",
        ] {
            assert_eq!(youtube_id(text), None, "{text}");
        }
    }
}
