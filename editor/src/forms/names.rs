//! What people call the manifest's places and words.

use tablewright_core::json::Pointer;
use tablewright_core::manifest::PackType;
use tablewright_core::manifest::table;
use tablewright_core::shape::{Field, Rule, Shape};

/// Words of closed lists that say more to people than their spelling does.
const WORDS: [(&str, &str); 29] = [
    ("game-pack", "Game pack"),
    ("component-pack", "Asset pack"),
    ("table-pack", "Table pack"),
    ("room-pack", "Room pack"),
    ("markdown", "Text (Markdown)"),
    ("pages", "Pages of a PDF"),
    ("link", "Link"),
    ("video", "Video"),
    ("toggle", "On or off"),
    ("select", "One of several choices"),
    ("players", "Every player"),
    ("owner", "The room’s owner"),
    ("mine", "The player’s own decks"),
    ("community", "Public decks of others"),
    ("database", "A deck site"),
    ("own-work", "Own work"),
    ("third-party", "Somebody else’s"),
    ("disclaimed", "Not said"),
    ("youtube", "YouTube"),
    ("preset", "The platform’s library"),
    ("plugin", "A plugin’s library"),
    ("die-d4", "d4"),
    ("die-d6", "d6"),
    ("die-d8", "d8"),
    ("die-d10", "d10"),
    ("die-d12", "d12"),
    ("die-d20", "d20"),
    ("die-piecepack", "Piecepack die"),
    ("ui", "UI"),
];

/// A word of a closed list, for people.
pub fn word(word: &str) -> String {
    if let Some((_, words)) = WORDS.iter().find(|(id, _)| *id == word) {
        return (*words).to_owned();
    }
    let shouted = word.len() > 1 && word.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
    if shouted {
        return capital(&word.to_lowercase().replace('_', " "));
    }
    capital(&word.replace('-', " "))
}

/// The text with a capital at its start.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A label as it stands inside a sentence: *Page address* becomes *page address*, *ID* stays.
pub fn inside(label: &str) -> String {
    let mut letters = label.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(letters).collect(),
        _ => label.to_owned(),
    }
}

/// What a form calls a field, which for a table differs once.
pub fn label(field: &'static Field, kind: Option<PackType>) -> &'static str {
    match field.key {
        "players" if kind == Some(PackType::Table) => "Seats",
        key if field.label.is_empty() => key,
        _ => field.label,
    }
}

/// What a form calls the place that these steps lead to: *Players, at most*; *Setup option 2, choice 1, value*.
pub fn place(at: &Pointer, kind: Option<PackType>) -> String {
    place_in(&table::MANIFEST_RULE, at, kind)
}

/// The same in a document with this field table.
pub fn place_in(table: &'static Rule, at: &Pointer, kind: Option<PackType>) -> String {
    let mut rule = table;
    let mut parts: Vec<String> = Vec::new();
    for token in at.tokens() {
        let field = match rule.plain() {
            Rule::Object(shape) => shape.field(token),
            Rule::Tagged { cases, .. } => cases.iter().find_map(|(_, shape)| shape.field(token)),
            Rule::List(_, _, of) => {
                rule = of;
                let number = token.parse::<usize>().map_or_else(|_| token.clone(), |index| (index + 1).to_string());
                match (noun(of), parts.last_mut()) {
                    (Some(noun), Some(last)) => *last = format!("{noun} {number}"),
                    (None, Some(last)) => *last += &format!(" {number}"),
                    (_, None) => parts.push(number),
                }
                continue;
            }
            Rule::Map(of) => {
                rule = of;
                parts.push(token.clone());
                continue;
            }
            _ => None,
        };
        match field {
            Some(field) => {
                parts.push(label(field, kind).to_owned());
                rule = &field.rule;
            }
            None => parts.push(token.clone()),
        }
    }
    // A group of one field is called as the field is.
    parts.dedup();
    let mut parts = parts.into_iter();
    let first = parts.next().map_or_else(|| "Raw".to_owned(), |first| capital(&first));
    parts.fold(first, |all, part| format!("{all}, {}", inside(&part)))
}

/// What one element of such a list is called.
pub fn noun(of: &'static Rule) -> Option<&'static str> {
    shape_of(of).map(|shape| shape.noun).filter(|noun| !noun.is_empty())
}

/// The shape of an object, the first one where it has several.
pub fn shape_of(rule: &'static Rule) -> Option<&'static Shape> {
    match rule.plain() {
        Rule::Object(shape) => Some(shape),
        Rule::Tagged { cases, .. } => cases.first().map(|(_, shape)| *shape),
        _ => None,
    }
}

/// A whole number with its thousands apart: `20,000`.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_core::pointer;

    #[test]
    fn places_have_names() {
        for (at, name) in [
            (pointer!["name"], "Name"),
            (pointer!["players", "max"], "Players, at most"),
            (pointer!["setupOptions", 1, "options", 0, "value"], "Setup option 2, choice 1, value"),
            (pointer!["soundSets", 0, "variants", 3], "Sound set 1, clips 4"),
            (pointer!["rules", 2, "url"], "Rules document 3, link"),
            (pointer!["tags", 0], "Tags 1"),
            (pointer!["pluginSettings", "org.a", "limit"], "Plugin settings, org.a, limit"),
            (pointer!["assetManifest", 0, "sha256"], "File 1, SHA-256"),
            (pointer!["rules", 0, "video", "id"], "Rules document 1, video"),
            (pointer!["compatibility", "engine"], "Works with"),
            (pointer!["later", "x"], "Later, x"),
            (Pointer::root(), "Raw"),
        ] {
            assert_eq!(place(&at, None), name, "{at}");
        }
        assert_eq!(place(&pointer!["players"], Some(PackType::Table)), "Seats");
    }

    #[test]
    fn words_and_numbers_for_people() {
        assert_eq!(word("abstract-strategy"), "Abstract strategy");
        assert_eq!(word("die-d6"), "d6");
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (20_000, "20,000"), (10_485_760, "10,485,760")] {
            assert_eq!(grouped(number), text);
        }
    }
}
