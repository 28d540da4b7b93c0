//! What always holds of documents: bytes in, bytes out; edits that touch nothing else; no panic on any bytes.

use super::*;
use crate::pointer;
use proptest::collection::vec;
use proptest::prelude::*;

fn doc(text: &str) -> Document {
    Document::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{e}: {text}"))
}

fn fails(text: &str) -> ParseError {
    Document::parse(text.as_bytes()).expect_err(text)
}

#[test]
fn unedited_text_comes_back_byte_for_byte() {
    let deep = format!("{}1{}", "[".repeat(500), "]".repeat(500));
    let texts = [
        "{}",
        " [ ] ",
        "\u{feff}{\"a\":1}",
        "{\r\n\t\"a\" : [1 , 2],\r\n\t\"b\":{}\r\n}\r\n",
        r#"{"a":1e400,"b":-0,"c":1.0,"d":0.09999999999999987,"e":1E+2,"f":"\u00e9\/\ud800"}"#,
        r#"{"a":1,"a":2,"":3}"#,
        "\n\n  null\n",
        &deep,
    ];
    for text in texts {
        let doc = doc(text);
        assert_eq!(doc.text(), text);
        // Taking a value out and putting it back as it was is an edit that changes nothing.
        if let Some((key, _)) = doc.root().members().next() {
            let again = doc.set(&pointer![key], doc.at(&pointer![key]).unwrap().share()).unwrap();
            assert_eq!(again.text(), text);
        }
    }
}

#[test]
fn bad_text_is_refused_with_its_place() {
    let cases = [
        ("", 1, 1, "a value", "the end of the text"),
        ("{\"a\":1,}", 1, 8, "a key in quotes", "“}”"),
        ("[1,\n 2,]", 2, 4, "a value", "“]”"),
        ("{\"a\" 1}", 1, 6, "“:”", "“1”"),
        ("[1 2]", 1, 4, "“,” or “]”", "“2”"),
        ("{\"é\":tru}", 1, 9, "“true”", "“}”"),
        ("01", 1, 2, "the end of the text", "“1”"),
        ("-", 1, 2, "a digit", "the end of the text"),
        ("1.", 1, 3, "a digit after the point", "the end of the text"),
        ("1e+", 1, 4, "a digit in the exponent", "the end of the text"),
        ("\"a\nb\"", 1, 3, "an escape such as \\n (a string stands on one line)", "the control character U+000A"),
        ("\"\\x\"", 1, 3, "one of \" \\ / b f n r t u after the backslash", "“x”"),
        ("\"\\u12G4\"", 1, 6, "four hexadecimal digits after \\u", "“G”"),
        ("\"abcdefghij", 1, 12, "“\"” at the end of the string", "the end of the text"),
        ("NaN", 1, 1, "a value", "“N”"),
        ("\u{feff} x", 1, 2, "a value", "“x”"),
    ];
    for (text, line, column, expected, found) in cases {
        let error = fails(text);
        assert_eq!(error.position, Position { line, column }, "{text}");
        assert_eq!((error.expected.as_str(), error.found.as_str()), (expected, found), "{text}");
    }
    let error = Document::parse(b"{\"a\":\n\"\xff\"}").expect_err("not UTF-8");
    assert_eq!(error.to_string(), "Line 2, column 2: expected UTF-8 text, found byte 0xff, which is not UTF-8");
}

#[test]
fn nesting_is_read_up_to_the_limit_and_refused_above_it() {
    let nested = |open: &str, close: &str, n: usize| format!("{}{}", open.repeat(n), close.repeat(n));
    assert!(Document::parse(nested("[", "]", MAX_DEPTH).as_bytes()).is_ok());
    let error = fails(&nested("[", "]", MAX_DEPTH + 1));
    assert_eq!(error.expected, "at most 512 levels of nesting");
    assert_eq!(error.offset, MAX_DEPTH);
    assert!(Document::parse("[".repeat(100_000_000).as_bytes()).is_err());
    let edge = doc(&nested("[", "]", MAX_DEPTH));
    let innermost: Pointer = vec![0; MAX_DEPTH - 1].into_iter().collect();
    assert!(edge.insert_item(&innermost, 0, Value::Null).is_ok());
    assert!(matches!(edge.insert_item(&innermost, 0, Value::Array(vec![])), Err(EditError::TooDeep(_))));
    let fuller = edge.insert_item(&innermost, 0, Value::Null).unwrap();
    assert!(Document::parse(fuller.text().as_bytes()).is_ok());
}

#[test]
fn duplicate_keys_are_kept_told_and_read_as_javascript_reads_them() {
    let text = "{\"a\": 1, \"b\": [{\"x\": 1,\n \"x\": 2}], \"a\": 3}";
    let doc = doc(text);
    let told: Vec<_> = doc.duplicates().into_iter().map(|(p, at)| (p.to_string(), at.line, at.column)).collect();
    assert_eq!(told, [("/b/0/x".to_owned(), 2, 2), ("/a".to_owned(), 2, 12)]);
    assert_eq!(doc.at(&pointer!["a"]).unwrap().as_f64(), Some(3.0));
    assert_eq!(doc.set(&pointer!["a"], 4.into()).unwrap().text(), text.replace('3', "4"));
    assert_eq!(doc.remove(&pointer!["a"]).unwrap().text(), "{\"b\": [{\"x\": 1,\n \"x\": 2}]}");
}

/// An edit and the text it gives.
fn after(text: &str, edit: impl Fn(&Document) -> Result<Document, EditError>) -> String {
    let edited = edit(&doc(text)).unwrap();
    let written = edited.text();
    let again = doc(&written);
    assert!(again.root().equals(edited.root()), "reads back as another value: {written}");
    written
}

#[test]
fn an_edit_changes_only_its_own_bytes() {
    let text = "{\n\t\"a\" : 1.0,\n\n\t\"b\":[ 1,2 ],  \"c\": \"x\" }\n";
    let cases: [(&str, Value, &str); 4] = [
        ("/a", 2.5.into(), "{\n\t\"a\" : 2.5,\n\n\t\"b\":[ 1,2 ],  \"c\": \"x\" }\n"),
        ("/b/1", "y".into(), "{\n\t\"a\" : 1.0,\n\n\t\"b\":[ 1,\"y\" ],  \"c\": \"x\" }\n"),
        ("/c", Value::Null, "{\n\t\"a\" : 1.0,\n\n\t\"b\":[ 1,2 ],  \"c\": null }\n"),
        ("/b", Value::array([7, 8, 9]), "{\n\t\"a\" : 1.0,\n\n\t\"b\":[ 7,8,9 ],  \"c\": \"x\" }\n"),
    ];
    for (at, value, expected) in cases {
        assert_eq!(after(text, |d| d.set(&at.parse().unwrap(), value.clone())), expected);
    }
}

#[test]
fn members_and_elements_come_and_go_in_the_style_around_them() {
    let pretty = "{\n  \"a\": 1,\n  \"list\": [\n    { \"x\": 1 },\n    { \"x\": 2 }\n  ],\n  \"none\": {}\n}";
    let point = || Value::object([("x", Value::from(3)), ("y", Value::array([1]))]);
    assert_eq!(
        after(pretty, |d| d.insert_item(&pointer!["list"], 2, point())),
        pretty.replace("2 }\n", "2 },\n    { \"x\": 3, \"y\": [ 1 ] }\n")
    );
    assert_eq!(
        after(pretty, |d| d.insert_item(&pointer!["list"], 0, point())),
        pretty.replace("[\n", "[\n    { \"x\": 3, \"y\": [ 1 ] },\n")
    );
    assert_eq!(after(pretty, |d| d.remove(&pointer!["list", 0])), pretty.replace("    { \"x\": 1 },\n", ""));
    assert_eq!(after(pretty, |d| d.remove(&pointer!["list", 1])), pretty.replace(",\n    { \"x\": 2 }", ""));
    assert_eq!(after(pretty, |d| d.remove(&pointer!["none"])), pretty.replace(",\n  \"none\": {}", ""));
    assert_eq!(
        after(pretty, |d| d.set(&pointer!["z"], true.into())),
        pretty.replace("\"none\": {}", "\"none\": {},\n  \"z\": true")
    );
    assert_eq!(
        after(pretty, |d| d.insert_member(&pointer![], 0, "z", Value::Array(vec![]))),
        pretty.replace("{\n  \"a\"", "{\n  \"z\": [],\n  \"a\"")
    );
    assert_eq!(after(pretty, |d| d.rename_member(&pointer!["list"], "rows")), pretty.replace("\"list\"", "\"rows\""));
    assert_eq!(
        after("{\n  \"a\": 1\n}", |d| d.set(&pointer!["b"], Value::object([("c", Value::array([1, 2]))]))),
        "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": [\n      1,\n      2\n    ]\n  }\n}"
    );
}

#[test]
fn a_one_line_file_stays_one_line() {
    let text = r#"{"a":[{"x":1}],"b":{},"c":[]}"#;
    let value = || Value::object([("p", Value::from(1)), ("q", Value::array([1, 2]))]);
    assert_eq!(after(text, |d| d.set(&pointer!["b"], value())), text.replace("{}", r#"{"p":1,"q":[1,2]}"#));
    assert_eq!(after(text, |d| d.insert_item(&pointer!["c"], 0, value())), text.replace("[]", r#"[{"p":1,"q":[1,2]}]"#));
    assert_eq!(after(text, |d| d.insert_item(&pointer!["a"], 1, value())), text.replace("1}]", r#"1},{"p":1,"q":[1,2]}]"#));
    assert_eq!(after(text, |d| d.set(&pointer!["b", "k"], 1.into())), text.replace("{}", r#"{"k":1}"#));
}

#[test]
fn crlf_and_tabs_are_kept_in_what_is_new() {
    let text = "{\r\n\t\"a\": {\r\n\t\t\"b\": 1\r\n\t}\r\n}\r\n";
    assert_eq!(
        after(text, |d| d.set(&pointer!["c"], Value::object([("d", Value::Null)]))),
        "{\r\n\t\"a\": {\r\n\t\t\"b\": 1\r\n\t},\r\n\t\"c\": {\r\n\t\t\"d\": null\r\n\t}\r\n}\r\n"
    );
}

#[test]
fn a_copy_keeps_number_text_escapes_and_its_way_of_writing() {
    let text = "{\n  \"objects\": [\n    {\n      \"id\": \"\\u0061\",\n      \"at\": { \"x\": 1.0 }\n    }\n  ],\n  \"deltas\": {\n    \"v\": {\n      \"objects\": []\n    }\n  }\n}\n";
    let copied = after(text, |d| {
        let entity = d.at(&pointer!["objects", 0]).unwrap().share();
        let d = d.insert_item(&pointer!["deltas", "v", "objects"], 0, entity)?;
        d.set(&pointer!["deltas", "v", "objects", 0, "at", "x"], 2.into())
    });
    let copy = "[\n        {\n          \"id\": \"\\u0061\",\n          \"at\": { \"x\": 2 }\n        }\n      ]";
    assert_eq!(copied, text.replace("[]", copy));
}

#[test]
fn moving_an_element_moves_its_text() {
    let text = "[\n  {\"a\": 1},\n  2,\n  [ ]\n]";
    assert_eq!(after(text, |d| d.move_entry(&Pointer::root(), 0, 2)), "[\n  2,\n  [ ],\n  {\"a\": 1}\n]");
    assert_eq!(after("[1, 2,  3]", |d| d.move_entry(&Pointer::root(), 2, 0)), "[3, 1, 2]");
}

#[test]
fn edits_that_cannot_be_made_say_why() {
    let d = doc(r#"{"a":[1],"b":2}"#);
    assert!(matches!(d.set(&pointer!["x", "y"], Value::Null), Err(EditError::Missing(_))));
    assert!(matches!(d.set(&pointer!["a", 1], Value::Null), Err(EditError::Missing(_))));
    assert!(matches!(d.set(&pointer!["b", "c"], Value::Null), Err(EditError::WrongKind(_))));
    assert!(matches!(d.remove(&pointer!["a", "0x"]), Err(EditError::Missing(_))));
    assert!(matches!(d.remove(&pointer!["a", "00"]), Err(EditError::Missing(_))));
    assert!(matches!(d.insert_member(&pointer![], 0, "a", Value::Null), Err(EditError::Exists(_))));
    assert!(matches!(d.rename_member(&pointer!["a"], "b"), Err(EditError::Exists(_))));
    assert!(matches!(d.set(&pointer!["b"], f64::NAN.into()), Err(EditError::NotANumber(_))));
    assert!(matches!(d.set(&pointer!["b"], Value::Number("01".into())), Err(EditError::NotANumber(_))));
}

#[test]
fn a_difference_is_found_where_it_is() {
    let before = doc(r#"{"a":[1,2,3],"b":{"c":1,"d":[]}}"#);
    let after = before.remove(&pointer!["a", 1]).unwrap().set(&pointer!["b", "c"], 5.into()).unwrap();
    let changes: Vec<_> =
        diff(&before, &after).iter().map(|c| (c.pointer.to_string(), c.before.is_some(), c.after.is_some())).collect();
    assert_eq!(changes, [("/a/1".to_owned(), true, false), ("/b/c".to_owned(), true, true)]);
    assert!(diff(&after, &after.clone()).is_empty());
}

#[test]
fn equality_is_javascripts() {
    let pairs = [("1", "1.0", true), ("1e400", "1e500", true), ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", true)];
    let unequal = [("1", "\"1\"", false), ("\"\\ud800\"", "\"\\udc00x\"", false), ("{\"a\":1}", "{\"a\":1,\"b\":1}", false)];
    for (a, b, same) in pairs.into_iter().chain(unequal) {
        assert_eq!(doc(a).root().equals(doc(b).root()), same, "{a} {b}");
    }
    // Of a key that stands twice the last value counts, wherever the keys stand.
    let twice = doc(r#"{"a":1,"b":0,"a":2}"#);
    for (other, same) in [
        (r#"{"a":2,"b":0}"#, true),
        (r#"{"a":3,"b":0,"a":2}"#, true),
        (r#"{"a":1,"b":0,"a":3}"#, false),
        (r#"{"a":1,"b":1,"a":2}"#, false),
        (r#"{"b":0,"a":1,"a":2}"#, true),
    ] {
        assert_eq!(twice.root().equals(doc(other).root()), same, "{other}");
        assert_eq!(doc(other).root().equals(twice.root()), same, "{other}");
    }
}

/// JSON text in every style: spacing, escapes and number forms as people and programs write them.
fn any_json() -> impl Strategy<Value = String> {
    let gap = || prop_oneof![4 => Just(""), 2 => Just(" "), 1 => Just("\n  "), 1 => Just("\r\n\t"), 1 => Just("\n")];
    let number = prop_oneof!["-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,18})?([eE][+-]?[0-9]{1,3})?"];
    let string = || "\"([a-zé中😀 ]|\\\\[\"\\\\/bfnrt]|\\\\u[0-9a-fA-F]{4}){0,9}\"";
    let leaf = prop_oneof![Just("null".to_owned()), Just("true".to_owned()), Just("false".to_owned()), number, string()];
    let tree = leaf.prop_recursive(6, 60, 6, move |inner| {
        let spaced = (gap(), inner, gap()).prop_map(|(a, v, b)| format!("{a}{v}{b}"));
        let member = (gap(), "\"[a-f\\\\n]{0,3}\"", gap(), spaced.clone())
            .prop_map(|(a, k, b, v)| format!("{a}{}{b}:{v}", k.replace("\\n", "n").replace('\\', "")));
        prop_oneof![
            (vec(spaced, 0..6), gap()).prop_map(|(v, g)| if v.is_empty() {
                format!("[{g}]")
            } else {
                format!("[{}]", v.join(","))
            }),
            (vec(member, 0..6), gap()).prop_map(|(v, g)| if v.is_empty() {
                format!("{{{g}}}")
            } else {
                format!("{{{}}}", v.join(","))
            }),
        ]
    });
    (gap(), tree, gap(), any::<bool>()).prop_map(|(a, v, b, bom)| format!("{}{a}{v}{b}", if bom { "\u{feff}" } else { "" }))
}

/// Every place of a document that a pointer reaches: of duplicate members the last.
fn places(value: Ref<'_>, at: &Pointer, out: &mut Vec<Pointer>) {
    out.push(at.clone());
    for (key, child) in value.members() {
        if value.get(key).is_some_and(|reached| std::ptr::eq(reached.node, child.node)) {
            places(child, &at.join(key), out);
        }
    }
    for (i, child) in value.items().enumerate() {
        places(child, &at.join(i), out);
    }
}

/// Makes the edit that the numbers pick; the document as it is where it cannot be made.
fn random_edit(doc: &Document, (kind, place, other): (u8, usize, usize)) -> Document {
    let mut all = Vec::new();
    places(doc.root(), &Pointer::root(), &mut all);
    let at = &all[place % all.len()];
    let elsewhere = doc.at(&all[other % all.len()]).unwrap();
    let made = match kind % 8 {
        0 => doc.set(at, Value::from(other)),
        1 => doc.set(at, elsewhere.share()),
        2 => doc.remove(at),
        3 => doc.insert_item(at, other % 4, elsewhere.share()),
        4 => doc.insert_member(at, other % 4, &format!("new {}", other % 5), elsewhere.to_value()),
        5 => doc.rename_member(at, "renamed\n"),
        6 => doc.move_entry(at, place % 3, other % 3),
        _ => doc.set(at, Value::object([("k", Value::array([1, 2])), ("e", Value::Object(vec![]))])),
    };
    made.unwrap_or_else(|_| doc.clone())
}

proptest! {
    #[test]
    fn bytes_in_are_bytes_out(text in any_json()) {
        prop_assert_eq!(doc(&text).text(), text);
    }

    #[test]
    fn what_is_written_reads_back_as_the_tree(text in any_json(), edits in vec(any::<(u8, usize, usize)>(), 1..12)) {
        let loaded = doc(&text);
        let mut states = vec![loaded.clone()];
        for edit in edits {
            let next = random_edit(&states[states.len() - 1], edit);
            let written = next.text();
            let again = Document::parse(written.as_bytes());
            prop_assert!(again.is_ok(), "{:?} in {written:?} from {text:?}", again.err());
            prop_assert!(again.unwrap().root().equals(next.root()), "{written:?} from {text:?}");
            states.push(next);
        }
        // Undo keeps the states: the first one still writes the bytes that were read.
        prop_assert_eq!(states[0].text(), text);
        prop_assert!(states[0].same(&loaded));
    }

    #[test]
    fn an_edited_leaf_leaves_every_other_byte(text in any_json(), place in any::<usize>()) {
        let loaded = doc(&text);
        let mut all = Vec::new();
        places(loaded.root(), &Pointer::root(), &mut all);
        all.retain(|p| loaded.at(p).unwrap().raw().is_some());
        let Some(at) = all.get(place % all.len().max(1)) else { return Ok(()) };
        let value = loaded.at(at).unwrap();
        let edited = loaded.set(at, "new".into()).unwrap().text();
        let offset = loaded.offset(at);
        let expected = format!("{}\"new\"{}", &text[..offset], &text[offset + value.raw().unwrap().len()..]);
        prop_assert_eq!(edited, expected);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in vec(any::<u8>(), 0..200)) {
        if let Ok(doc) = Document::parse(&bytes) {
            prop_assert_eq!(doc.text().into_bytes(), &bytes[..]);
        }
    }

    #[test]
    fn no_damaged_text_makes_it_panic(text in any_json(), at in any::<usize>(), byte in any::<u8>(), cut in any::<usize>()) {
        let mut bytes = text.into_bytes();
        let len = bytes.len();
        bytes[at % len] = byte;
        bytes.truncate(cut % (len + 1));
        if let Ok(doc) = Document::parse(&bytes) {
            prop_assert_eq!(doc.text().into_bytes(), &bytes[..]);
        }
    }

    #[test]
    fn accepts_and_refuses_as_serde_json_does(bytes in vec(prop_oneof![Just(b'{'), Just(b'}'), Just(b'['), Just(b']'), Just(b','), Just(b':'),
        Just(b'"'), Just(b'\\'), Just(b'u'), Just(b'0'), Just(b'1'), Just(b'-'), Just(b'.'), Just(b'e'), Just(b' '), Just(b'a')], 0..14)) {
        let theirs = serde_json::from_slice::<serde_json::Value>(&bytes).is_ok();
        prop_assert_eq!(Document::parse(&bytes).is_ok(), theirs, "{:?}", String::from_utf8_lossy(&bytes));
    }
}
