//! A maintainer who edits by hand lets an editor of theirs check the manifest by the schema that the program prints.

use super::{GOOD, Workshop};
use serde_json::Value;

#[test]
fn the_manifests_schema_is_one_and_judges_manifests() {
    let schema = Workshop::new().run(&["schema", "manifest"]).json();
    assert!(jsonschema::draft202012::meta::is_valid(&schema));
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let good: Value = serde_json::from_str(GOOD).unwrap();
    let errors: Vec<String> = validator.iter_errors(&good).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let bad: [(&str, Value); 4] =
        [("name", 7.into()), ("id", "x".into()), ("type", "poem".into()), ("compatibility", Value::Null)];
    for (key, value) in bad {
        let mut manifest = good.clone();
        manifest[key] = value;
        assert!(!validator.is_valid(&manifest), "{key}");
        let mut manifest = good.clone();
        manifest.as_object_mut().unwrap().remove(key);
        assert!(!validator.is_valid(&manifest), "without {key}");
    }
}
