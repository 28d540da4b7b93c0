//! Keys that nothing reads on a pack of this type (manifest reference, *Which fields your pack type can use*). The scanner
//! refuses most of them when the pack is published; a player count on a room or asset pack is refused by nobody.
//!
//! Which keys these are stands in the [field table](crate::manifest::table).

use super::Rule;
use crate::check::{Context, Fix, Sink};
use crate::finding::Severity;
use crate::json::Ref;
use crate::manifest::{ManifestView, PackType, table};
use crate::pointer;
use crate::shape::Refuser;

pub(super) const RULE: Rule = Rule {
    name: "keys that nothing reads on this type of pack",
    codes: &["setup-options-unreadable", "lobby-requirements-unread", "rules-unread", "dice-unread", "tw-key-unused"],
    run,
};

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest else { return };
    let Some(kind) = manifest.pack_type() else { return };
    for field in table::MANIFEST.fields {
        let Some(carriers) = field.carriers.filter(|carriers| !carriers.types.contains(&kind)) else { continue };
        if manifest.root().get(field.key).is_some() {
            unread(field.key, carriers.refuser, kind, sink);
        }
    }
    setup_options(manifest, kind, sink);
}

/// A key that nothing reads on a pack of this type. An empty list is no different: the key is there.
fn unread(key: &'static str, refuser: Refuser, kind: PackType, sink: &mut Sink) {
    let why = match key {
        "lobbyRequirements" => "a lobby asks only what its game requires",
        "rules" => "the Rules button opens the rules of the room's game alone",
        "dice" => "the table offers the dice of the room's game alone",
        "diceEnabled" => "the table looks at the room's game alone for it",
        "players" => "nobody sits down to it",
        _ => "only the room's game is asked for it",
    };
    match refuser {
        // Told by the schema; or by a rule of its own, which knows more.
        Refuser::Schema => {}
        Refuser::Scanner("setup-options-unreadable" | "tw-variant-not-a-game") => {}
        Refuser::Scanner(code) => {
            let message = format!("“{key}” on {} is read by nothing: {why}. Remove it, or publish it with a game pack.", a(kind));
            sink.manifest(code, Severity::Error, pointer![key], message).at_key().fix(remove(key, true));
        }
        Refuser::Nobody => {
            let message = format!("“{key}” is a key that {} cannot use: {why}. Remove it.", a(kind));
            sink.manifest("tw-key-unused", Severity::Advice, pointer![key], message).at_key().fix(remove(key, true));
        }
    }
}

/// Options need a script of the room's game to read the answers.
fn setup_options(manifest: ManifestView, kind: PackType, sink: &mut Sink) {
    let Some(options) = manifest.root().get("setupOptions") else { return };
    // No options are asked for nothing; the key does no harm then.
    if options.is_empty() || (kind == PackType::Game && manifest.root().get("entry").and_then(|e| e.get("script")).is_some()) {
        return;
    }
    let first = options.items().find_map(|option| option.get("key").and_then(Ref::as_str));
    let asked = first.map_or_else(|| "The setup options".to_owned(), |key| format!("The setup option “{key}”"));
    let end = match kind {
        PackType::Game => "no script could read the answer. Name a script in entry.script, or remove “setupOptions”.".to_owned(),
        PackType::Asset => "only a game's own script is given answers, and an asset pack is never a room's game. Remove \
                            “setupOptions”, or publish the pack as a game pack."
            .to_owned(),
        PackType::Table | PackType::Room => {
            format!("{} runs no script that could read the answer. Remove “setupOptions”, or publish it as a game pack.", a(kind))
        }
    };
    let message = format!("{asked} would be asked in vain: {end}");
    sink.manifest("setup-options-unreadable", Severity::Error, pointer!["setupOptions"], message)
        .at_key()
        .fix(remove("setupOptions", false));
}

/// “a game pack”, “an asset pack”.
fn a(kind: PackType) -> String {
    let article = if kind == PackType::Asset { "an" } else { "a" };
    format!("{article} {}", kind.label())
}

/// Takes the key away. Safe where nothing else would do for a pack of this type.
fn remove(key: &'static str, safe: bool) -> Fix {
    Fix::manifest("remove-unread-key", format!("Remove “{key}”"), safe, move |manifest| manifest.remove(&pointer![key]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, assert_one, assert_silent, fixed, message_of, with};

    const OPTIONS: &str = r#"[{"key":"hand_size","label":"L","control":"toggle","default":true},{"key":"b"}]"#;

    fn of_type(kind: PackType, key: &str, value: &str) -> String {
        with(key, value).replace("game-pack", kind.as_str())
    }

    #[test]
    fn a_game_may_carry_them() {
        for (key, value) in
            [("rules", "[]"), ("dice", "[]"), ("diceEnabled", "false"), ("lobbyRequirements", "[]"), ("players", "{}")]
        {
            assert_silent(&RULE, &with(key, value));
        }
        for kind in PackType::ALL {
            assert_silent(&RULE, &GOOD.replace("game-pack", kind.as_str()));
        }
        assert_silent(&RULE, &with("dice", "[]").replace("game-pack", "game"));
    }

    #[test]
    fn no_other_pack_may() {
        for kind in [PackType::Asset, PackType::Table, PackType::Room] {
            for (key, value, code) in [
                ("rules", "[]", "rules-unread"),
                ("dice", "[]", "dice-unread"),
                ("diceEnabled", "true", "dice-unread"),
                ("lobbyRequirements", "[{}]", "lobby-requirements-unread"),
            ] {
                let text = of_type(kind, key, value);
                assert_one(&RULE, &text, &format!("error {code} /{key}"));
                assert_eq!(fixed(&text, "remove-unread-key"), GOOD.replace("game-pack", kind.as_str()));
            }
        }
    }

    #[test]
    fn players_are_for_what_people_sit_down_to() {
        for (kind, told) in [(PackType::Game, false), (PackType::Table, false), (PackType::Room, true), (PackType::Asset, true)] {
            let text = of_type(kind, "players", r#"{"min":1,"max":2}"#);
            if told { assert_one(&RULE, &text, "advice tw-key-unused /players") } else { assert_silent(&RULE, &text) }
        }
    }

    #[test]
    fn options_need_a_script_of_a_game() {
        let scripted =
            |kind| of_type(kind, "setupOptions", OPTIONS).replace("\"setup.json\"", "\"setup.json\",\"script\":\"a.js\"");
        assert_silent(&RULE, &scripted(PackType::Game));
        assert_silent(&RULE, &with("setupOptions", "[]"));
        let told = "error setup-options-unreadable /setupOptions";
        assert_one(&RULE, &with("setupOptions", OPTIONS), told);
        for kind in [PackType::Asset, PackType::Table, PackType::Room] {
            assert_one(&RULE, &of_type(kind, "setupOptions", OPTIONS), told);
            assert_one(&RULE, &scripted(kind), told);
        }
        assert_eq!(fixed(&with("setupOptions", OPTIONS), "remove-unread-key"), GOOD);
    }

    #[test]
    fn the_message_names_the_first_option_and_what_can_be_done() {
        let game = message_of(&RULE, &with("setupOptions", OPTIONS));
        assert!(game.contains("“hand_size”") && game.contains("entry.script"), "{game}");
        let room = message_of(&RULE, &of_type(PackType::Room, "setupOptions", OPTIONS));
        assert!(room.contains("“hand_size”") && room.contains("as a game pack") && !room.contains("entry.script"), "{room}");
        let nameless = message_of(&RULE, &with("setupOptions", "[5]"));
        assert!(nameless.starts_with("The setup options"), "{nameless}");
    }
}
