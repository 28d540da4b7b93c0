//! A definition as the game reads it: with the defaults of what is not there.

use super::table;
use crate::json::{Document, EditError, Ref, Value};
use crate::scene::members_once;
use crate::shape::{Rule, Shape};

/// The definition `root` with its defaults filled in, also in loadouts. What is there keeps its text and its order, of a key
/// that stands twice the last value; what is not follows in the table's order.
///
/// # Errors
/// Where `root` nests as deep as documents can.
pub fn effective(root: Ref<'_>) -> Result<Document, EditError> {
    Document::new(object(root, &table::DEFINITION))
}

fn filled(value: Ref<'_>, rule: &'static Rule) -> Value {
    match rule.plain() {
        Rule::Object(shape) if value.is_object() => object(value, shape),
        Rule::List(_, _, of) if value.is_array() => Value::Array(value.items().map(|item| filled(item, of)).collect()),
        _ => value.share(),
    }
}

fn object(value: Ref<'_>, shape: &'static Shape) -> Value {
    let there = members_once(value).into_iter().map(|(key, member)| {
        let filled = shape.field(key).map_or_else(|| member.share(), |field| filled(member, &field.rule));
        (key.to_owned(), filled)
    });
    let mut members: Vec<(String, Value)> = there.collect();
    for field in shape.fields.iter().filter(|field| value.get(field.key).is_none()) {
        if let Ok(default) = Document::parse(field.default.as_bytes()) {
            members.push((field.key.to_owned(), default.root().to_value()));
        }
    }
    Value::Object(members)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_come_to_what_is_there() {
        let text = r#"{"Id":"A","X":51.0,"MaxPlayers":4.0,"Id":"B","StartLoadouts":[{"Id":"l"}],"Rewards":[7]}"#;
        let document = Document::parse(text.as_bytes()).unwrap();
        let filled: serde_json::Value = serde_json::from_str(&effective(document.root()).unwrap().text()).unwrap();
        assert_eq!(filled["Id"], "B");
        assert_eq!((&filled["GameType"], &filled["MinPlayers"]), (&"GENERIC".into(), &1.into()));
        assert_eq!(filled["StartLoadouts"][0], serde_json::json!({"Id": "l", "Items": [], "PlayerCustomizable": false}));
        assert!(filled.get("Name").is_none(), "what must be there is not made up");
        let text = effective(document.root()).unwrap().text();
        assert!(text.contains("51.0") && text.contains("4.0"), "{text}");
    }
}
