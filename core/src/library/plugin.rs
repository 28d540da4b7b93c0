//! What a plugin says of itself in `diceytable.plugin.json`.

use crate::error::{Error, ErrorKind, Result};
use crate::json::{Document, Ref, Value};

/// A plugin's manifest, as far as a pack needs it. What is missing or of another kind reads as empty.
#[derive(Debug, Clone)]
pub struct PluginManifest {
    /// The id that packs call it by.
    pub id: String,
    /// Its title; the id where it has none.
    pub name: String,
    /// Its release label.
    pub version: String,
    /// One line about it.
    pub summary: String,
    /// Its licence.
    pub license: String,
    /// What scripts can call.
    pub functions: Vec<Function>,
    /// What a pack can answer. The documents tell of such a form and not of its key; it is read under `settings`.
    pub settings: Vec<Setting>,
    /// Whether it can be a lobby's deck site.
    pub imports_decks: bool,
}

/// A function of a plugin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// What scripts call it by.
    pub name: String,
    /// What it does.
    pub summary: String,
}

/// The element that a setting is answered with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ControlKind {
    /// A line of text.
    Text,
    /// A number.
    Number,
    /// On or off.
    Toggle,
    /// One of several choices.
    Select,
}

/// A question of a plugin to the packs that use it.
#[derive(Debug, Clone)]
pub struct Setting {
    /// What the answer is filed under.
    pub key: String,
    /// What stands beside the control.
    pub label: String,
    /// The line under it.
    pub help: String,
    /// How it is answered.
    pub control: ControlKind,
    /// The answer where a pack gives none.
    pub default: Option<Value>,
    /// What there is to choose from: values and what people read.
    pub choices: Vec<(String, String)>,
    /// The least number.
    pub min: Option<f64>,
    /// The most.
    pub max: Option<f64>,
    /// The most characters, in UTF-16 units.
    pub max_length: Option<usize>,
}

/// The file that holds it.
pub const PLUGIN_FILE: &str = "diceytable.plugin.json";

impl PluginManifest {
    /// The names that the file can have.
    pub const FILES: [&'static str; 1] = [PLUGIN_FILE];

    /// Reads the file's text.
    ///
    /// # Errors
    /// [`ErrorKind::Refused`] where it is not JSON, not an object, or has no id.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let refuse = |why: String| Error::new(ErrorKind::Refused, why).hint(format!("Choose the {PLUGIN_FILE} of a plugin."));
        let document = Document::parse(bytes).map_err(|e| refuse(format!("The plugin’s manifest isn’t JSON: {e}")))?;
        let root = document.root();
        let id = text(root, "id");
        if id.is_empty() || root.get("exposedApi").is_none() && root.get("endpoints").is_none() && root.get("resources").is_none()
        {
            return Err(refuse("This isn’t the manifest of a plugin".to_owned()));
        }
        let list = |key: &str| root.get(key).map(Ref::items).into_iter().flatten();
        let function = |entry: Ref<'_>| Function { name: text(entry, "name"), summary: text(entry, "summary") };
        Ok(Self {
            name: Some(text(root, "name")).filter(|name| !name.is_empty()).unwrap_or_else(|| id.clone()),
            version: text(root, "version"),
            summary: text(root, "summary"),
            license: text(root, "license"),
            functions: list("exposedApi").map(function).filter(|function| !function.name.is_empty()).collect(),
            settings: list("settings").filter_map(setting).collect(),
            imports_decks: root.get("deckImport").is_some_and(Ref::is_object),
            id,
        })
    }
}

fn text(value: Ref<'_>, key: &str) -> String {
    value.get(key).and_then(Ref::as_str).map(std::borrow::Cow::into_owned).unwrap_or_default()
}

fn setting(entry: Ref<'_>) -> Option<Setting> {
    let key = Some(text(entry, "key")).filter(|key| !key.is_empty())?;
    let control = match text(entry, "control").as_str() {
        "text" => ControlKind::Text,
        "number" => ControlKind::Number,
        "toggle" => ControlKind::Toggle,
        "select" => ControlKind::Select,
        _ => return None,
    };
    let number = |key: &str| entry.get(key).and_then(Ref::as_f64).filter(|n| n.is_finite());
    let choice = |choice: Ref<'_>| {
        let value = choice.as_str().map_or_else(|| text(choice, "value"), std::borrow::Cow::into_owned);
        let label = Some(text(choice, "label")).filter(|label| !label.is_empty()).unwrap_or_else(|| value.clone());
        (value, label)
    };
    Some(Setting {
        label: Some(text(entry, "label")).filter(|label| !label.is_empty()).unwrap_or_else(|| key.clone()),
        key,
        help: text(entry, "help"),
        control,
        default: entry.get("default").map(Ref::to_value),
        choices: entry.get("options").map(Ref::items).into_iter().flatten().map(choice).collect(),
        min: number("min"),
        max: number("max"),
        max_length: number("maxLength").filter(|n| *n >= 0.0).map(|n| n as usize),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) const PLUGIN: &str = r#"{
      "schemaVersion": "1.0", "id": "org.example.cards", "name": "Example cards", "version": "1.2.0",
      "summary": "Lists of cards.", "license": "MIT", "deckImport": {},
      "exposedApi": [{"name": "find", "summary": "Finds a card."}, {"name": "all"}, {"summary": "no name"}],
      "settings": [
        {"key": "set", "label": "Set", "control": "select", "default": "core",
         "options": [{"value": "core", "label": "Core"}, {"value": "all"}]},
        {"key": "promos", "control": "toggle", "default": false},
        {"key": "size", "label": "Page size", "control": "number", "default": 20, "min": 1, "max": 100},
        {"key": "x", "control": "slider"}
      ]}"#;

    #[test]
    fn functions_and_settings_are_read() {
        let plugin = PluginManifest::read(PLUGIN.as_bytes()).unwrap();
        assert_eq!((plugin.id.as_str(), plugin.version.as_str()), ("org.example.cards", "1.2.0"));
        let names: Vec<_> = plugin.functions.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["find", "all"]);
        let keys: Vec<_> = plugin.settings.iter().map(|s| (s.key.as_str(), s.label.as_str(), s.control)).collect();
        assert_eq!(
            keys,
            [
                ("set", "Set", ControlKind::Select),
                ("promos", "promos", ControlKind::Toggle),
                ("size", "Page size", ControlKind::Number)
            ]
        );
        assert_eq!(plugin.settings[0].choices, [("core".into(), "Core".into()), ("all".into(), "all".into())]);
        assert_eq!((plugin.settings[2].min, plugin.settings[2].max), (Some(1.0), Some(100.0)));
        assert!(plugin.imports_decks);
    }

    #[test]
    fn other_files_are_refused() {
        for text in ["", "[]", "{}", r#"{"id":"a"}"#, r#"{"id":7,"exposedApi":[]}"#] {
            assert_eq!(PluginManifest::read(text.as_bytes()).unwrap_err().kind(), ErrorKind::Refused, "{text}");
        }
    }
}
