//! A maintainer looks who made a pack's files, and which are not accounted for.

use super::{GOOD, Workshop};
use serde_json::json;

const RECORDS: &str = r#""credits": [
    {"id":"a","paths":["textures/a.png","textures/old.png"],"origin":"third-party","title":"Boards","creator":"Kim",
     "sourceUrl":"https://art.example/1","licenseName":"CC0 1.0 (Public Domain)","recordedAt":"2026-09-21T04:00:18.858Z",
     "attestation":{"termsVersion":"2026-09-07.1","acceptedAt":"2026-09-21T04:00:18.858Z","signedName":"Ann"}},
    {"id":"l","paths":["models/stone.glb"],"origin":"own-work","title":"Stones","recordedAt":"2026-09-21T04:00:18.858Z",
     "source":{"type":"preset","presetKind":"model","presetId":"stone"},"locked":true},
    {"id":"b","paths":["media/cover.webp"],"origin":"own-work","recordedAt":"2026-12-01T00:00:00Z",
     "attestation":{"termsVersion":"tablewright-1","acceptedAt":"2026-12-01T00:00:00Z","signedName":"Ann"}}
  ],
  "license""#;

fn pack() -> Workshop {
    let shop = Workshop::new();
    shop.pack("go", &GOOD.replace("\"license\"", RECORDS));
    for file in
        ["textures/a.png", "textures/new.png", "models/stone.glb", "media/cover.webp", "work/draft.png", "a.meta.json", "LICENSE"]
    {
        shop.write(&format!("go/{file}"), "x");
    }
    assert_eq!(shop.git(&["init", "--quiet", "--template="]).code, 0);
    shop.write(".gitignore", "work/\n");
    shop
}

#[test]
fn the_ledger_is_listed_by_origin() {
    let shop = pack();
    let manifest = shop.read("go/diceytable.mod.json");
    let ran = shop.run(&["credits", "go", "list"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    assert_eq!(
        ran.out,
        "My own work: 2 files
  2. Stones (1 file), locked, from stone (the platform’s model library)
  3. media/cover.webp (1 file), signed by Ann under Tablewright’s wording
Somebody else’s: 2 files
  1. Boards (2 files), by Kim, CC0 1.0 (Public Domain), signed by Ann under the platform’s wording, 1 file gone: textures/old.png
Not yet accounted for: 1 file (`uncredited` lists them)
"
    );
    assert_eq!(shop.read("go/diceytable.mod.json"), manifest);
}

#[test]
fn programs_get_all_of_it() {
    let shop = pack();
    let ledger = shop.run(&["credits", "go", "list", "--format", "json"]).json();
    assert_eq!(ledger["uncredited"], json!(["textures/new.png"]));
    assert_eq!(ledger["alike"], json!([]));
    let records = &ledger["records"];
    assert_eq!((&records[0]["gone"], &records[0]["locked"]), (&json!(["textures/old.png"]), &json!(false)));
    assert_eq!(records[0]["signed"]["termsVersion"], json!("2026-09-07.1"));
    assert_eq!((&records[1]["locked"], &records[1]["signed"]), (&json!(true), &json!(null)));
    let ran = shop.run(&["credits", "go", "uncredited", "--format", "json"]);
    assert_eq!(ran.json(), json!({"uncredited": ["textures/new.png"]}));
    assert_eq!(shop.run(&["credits", "go", "uncredited"]).out, "textures/new.png\n");
}

#[test]
fn what_is_left_over_is_advice_and_refuses_nothing() {
    let shop = pack();
    let assets = r#""assets": ["models/stone.glb", "textures/a.png", "textures/new.png"],
  "credits""#;
    let manifest = shop.read("go/diceytable.mod.json").replace("\"credits\"", assets);
    shop.pack("go", &manifest);
    let ran = shop.run(&["check", "go", "--deny", "warning"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    for code in ["tw-uncredited", "tw-credit-gone"] {
        assert!(ran.out.contains(&format!("advice[{code}]")), "{code}: {ran:?}");
    }
    shop.write("go/textures/a.png", "GIF89a");
    let ran = shop.run(&["check", "go", "--deny", "warning"]);
    assert!(ran.code == 1 && ran.out.contains("warning[tw-content-differs]"), "{ran:?}");
}

#[test]
fn what_cannot_be_read_is_said() {
    let shop = pack();
    shop.pack("empty", GOOD);
    assert_eq!(shop.run(&["credits", "empty", "list"]).out, "This pack has no credit records.\n");
    assert_eq!(shop.run(&["credits", "empty", "uncredited"]).out, "");
    shop.pack("broken", "{");
    let ran = shop.run(&["credits", "broken", "list"]);
    assert!(ran.code == 1 && ran.out.contains("error[json]"), "{ran:?}");
    let ran = shop.run(&["credits", "broken", "uncredited", "--format", "json"]);
    assert_eq!((ran.code, &ran.json()["diagnostics"][0]["code"]), (1, &json!("json")));
    for args in [&["credits"][..], &["credits", "go"], &["credits", "go", "sign"], &["credits", "none", "list"]] {
        let ran = shop.run(args);
        assert!(ran.code == 2 && !ran.err.is_empty(), "{ran:?}");
    }
}
