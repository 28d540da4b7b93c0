use super::bots::Handler;
use super::*;
use crate::json::Document;
use crate::scene::view::SceneView;
use crate::variants::Resolver;

fn doc(text: &str) -> Document {
    Document::parse(text.as_bytes()).unwrap()
}

/// A game for 2 to 4 with a plain variant, a big one for 2 to 12, and a ranked one for 2.
fn lobby(more: &str) -> Lobby {
    Lobby::of(&doc(&format!(
        r#"{{"type":"game-pack","players":{{"min":2,"max":4}},"variants":[
            {{"id":"plain","name":"Plain"}},
            {{"id":"big","name":" Big table ","description":"For a crowd.","players":{{"min":5,"max":12}}}},
            {{"id":"duel","name":"Duel","players":{{"min":2,"max":2}},"rulesEnforced":true,"ranking":{{}}}}]{more}}}"#
    )))
}

#[test]
fn the_dropdown_is_the_manifests_list_with_its_ranges_and_badges() {
    let lobby = lobby("");
    let told: Vec<(&str, Option<String>, bool, bool)> =
        lobby.choices.iter().map(|c| (c.name.as_str(), c.players.map(Range::words), c.rules_enforced, c.ranked)).collect();
    let words = |text: &str| Some(text.to_owned());
    assert_eq!(
        told,
        [
            ("Plain", words("2–4 players"), false, false),
            ("Big table", words("5–12 players"), false, false),
            ("Duel", words("2 players"), true, true)
        ]
    );
    assert!(lobby.is_game && lobby.has_choice());
}

#[test]
fn ranked_play_wants_a_fully_scripted_variant() {
    let lobby = Lobby::of(&doc(r#"{"variants":[{"id":"a","ranking":{}},{"id":"b","rulesEnforced":true,"ranking":7}]}"#));
    assert!(lobby.choices.iter().all(|choice| !choice.ranked) && !lobby.is_game);
}

#[test]
fn a_room_opens_on_what_it_stored_else_on_the_first() {
    let lobby = lobby("");
    let mut room = Room::default();
    assert_eq!(room.choice(&lobby).unwrap().id, "plain");
    assert_eq!(room.lost(&lobby), None);
    room.variant = Some("duel".to_owned());
    assert_eq!(room.choice(&lobby).unwrap().id, "duel");
    room.variant = Some("gone".to_owned());
    assert_eq!((room.choice(&lobby).unwrap().id.as_str(), room.lost(&lobby)), ("plain", Some("gone")));
    let without = Lobby::of(&doc(r#"{"type":"game-pack","players":{"min":1,"max":3}}"#));
    assert_eq!(room.choice(&without), None);
    assert_eq!(room.range(&without).unwrap().max, 3);
    assert_eq!(room.played(&without).to_json(), r#"{ "id": null, "rulesEnforced": false, "ranked": false }"#);
}

#[test]
fn a_seat_cap_lies_in_the_range_and_at_most_at_ten() {
    let lobby = lobby("");
    let mut room = Room { variant: Some("big".to_owned()), ..Room::default() };
    for (cap, fine) in [(4, false), (5, true), (10, true), (11, false), (12, false), (0, false)] {
        assert_eq!(room.cap_seats(&lobby, Some(cap)).is_ok(), fine, "{cap}");
    }
    assert_eq!(room.seat_cap, Some(10));
    assert!(room.cap_seats(&lobby, None).is_ok() && room.seat_cap.is_none());
}

#[test]
fn a_choice_clears_a_cap_that_it_cannot_seat_and_says_so() {
    let lobby = lobby("");
    let mut room = Room { seat_cap: Some(4), ..Room::default() };
    let said = room.choose(&lobby, "big");
    assert_eq!((room.seat_cap, said.len()), (None, 1));
    assert!(said[0].contains("Big table") && said[0].contains("4"), "{said:?}");
    room.seat_cap = Some(5);
    assert!(room.choose(&lobby, "big").is_empty() && room.seat_cap == Some(5));
}

#[test]
fn a_choice_switches_ranked_off_and_takes_bots_off_their_seats() {
    let lobby = lobby("");
    let mut room = Room { variant: Some("duel".to_owned()), ranked: true, ..Room::default() };
    assert!(room.played(&lobby).ranked);
    room.bots = vec!["easy".to_owned(), "hard".to_owned()];
    let said = room.choose(&lobby, "plain");
    assert_eq!(said.len(), 1, "{said:?}");
    let said = room.unseat(&lobby, |bot| bot == "hard").unwrap();
    assert!(said.contains("Plain") && room.unseat(&lobby, |bot| bot == "hard").is_none(), "{said}");
    assert_eq!((room.ranked, room.bots.as_slice()), (false, &["easy".to_owned()][..]));
    assert_eq!(room.played(&lobby).to_json(), r#"{ "id": "plain", "rulesEnforced": false, "ranked": false }"#);
}

#[test]
fn after_start_the_variant_is_locked() {
    let lobby = lobby("");
    let mut room = Room { started: true, ..Room::default() };
    assert_eq!(room.choose(&lobby, "big").len(), 1);
    assert_eq!(room.variant, None);
}

#[test]
fn options_come_with_controls_and_defaults_and_odd_ones_are_passed_over() {
    let more = r#","setupOptions":[
        {"key":"hand","label":"Hand size","control":"number","default":5,"min":3,"max":7,"step":2,"help":"Cards."},
        {"key":"open","label":"Open","control":"toggle","default":true},
        {"key":"side","label":"Side","control":"select","default":"b","options":[{"value":"a","label":"A"},{"value":"b"}]},
        {"key":"motto","control":"text","default":"","maxLength":9},
        {"key":"odd","label":"Odd","control":"number","default":"five"},
        {"key":"odder","label":"Odder","control":"slider","default":5}, 7]"#;
    let lobby = lobby(more);
    let keys: Vec<&str> = lobby.options.iter().map(|option| option.key.as_str()).collect();
    assert_eq!(keys, ["hand", "open", "side", "motto"]);
    assert_eq!(lobby.options[0].control, Control::Number { min: Some(3.0), max: Some(7.0), step: Some(2.0) });
    let rows = vec![("a".to_owned(), "A".to_owned()), ("b".to_owned(), "b".to_owned())];
    assert_eq!(lobby.options[2].control, Control::Select(rows));
    assert_eq!((lobby.options[3].label.as_str(), &lobby.options[3].control), ("motto", &Control::Text(Some(9))));
    let mut room = Room::default();
    assert_eq!(room.answer(&lobby, "hand"), Some(&Answer::Number(5.0)));
    room.answers.insert("hand".to_owned(), Answer::Number(7.0));
    assert_eq!(room.answer(&lobby, "hand"), Some(&Answer::Number(7.0)));
    assert_eq!(room.answer(&lobby, "none"), None);
}

#[test]
fn a_requirement_is_named_in_three_places() {
    let more = r#","lobbyRequirements":[
        {"id":"deck","kind":"deck","label":"Your deck","minCards":60,"maxCards":60},
        {"id":"board","kind":"deck","label":"Écran","appliesTo":"owner","required":false,"deckSources":["community","mine"]}]"#;
    let lobby = lobby(more);
    let [deck, board] = &lobby.requirements[..] else { panic!("{:?}", lobby.requirements) };
    assert_eq!(deck.on_the_roster(), "No your deck yet");
    assert_eq!(deck.before_start("sam"), "sam (Your deck) still has to choose before this game can start");
    assert_eq!(
        (deck.required, deck.owner_only, deck.bounds.as_str(), deck.sources.as_slice()),
        (true, false, "60 cards", &["mine".to_owned()][..])
    );
    assert_eq!((board.required, board.owner_only, board.on_the_roster().as_str()), (false, true, "No écran yet"));
    assert_eq!(board.sources, ["community", "mine"]);
}

#[test]
fn a_bot_is_refused_where_no_script_registers_its_handler() {
    let scene = doc(r#"{"objects":[],"scripts":[{"id":"s","source":"bots.add('search', f)"}],
            "variants":{"base":"plain","deltas":{"duel":{"scene":{"sceneScriptIds":["s"]}}}}}"#);
    let resolver = Resolver::new(&scene);
    let registered = |entry: Script<'_>, id: &str| {
        Handler::new(SceneView::of(&scene), entry, "search").is_registered(&resolver.resolve(id, &["plain", "duel"]))
    };
    assert!(!registered(Script::None, "plain") && registered(Script::None, "duel"));
    assert!(registered(Script::Text("x(\"search\")"), "plain") && !registered(Script::Text("research"), "plain"));
    assert!(registered(Script::Unread, "plain"), "a script that cannot be read may register anything");
}

#[test]
fn nothing_odd_is_a_panic() {
    for text in [
        "{}",
        "[]",
        "7",
        r#"{"variants":7,"bots":{},"players":{"min":9,"max":1}}"#,
        r#"{"bots":[{"id":"x","seats":{"max":-1}}]}"#,
    ] {
        let lobby = Lobby::of(&doc(text));
        assert!(lobby.choices.is_empty() && lobby.players.is_none());
        assert!(Room::default().choose(&lobby, "x").is_empty());
    }
}
