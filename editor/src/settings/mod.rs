//! What a person chose, kept in `settings.toml`: the look, units, the signing name, keys, the layout, recent packs.
//!
//! The file is theirs too: keys that we do not know, comments and order stay as they are, and only what changed here is
//! written, on top of what the file says at that moment. The dialog is in `dialog`; nothing here knows a pack.

mod dialog;
mod places;

pub use dialog::{SettingsDialog, SettingsEvent};
pub use places::Places;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use egui::ThemePreference;
use tablewright_core::{Error, ErrorKind, Result};
use toml_edit::{DocumentMut, Item, Table, value};

use crate::recents::Recents;
use crate::shortcuts::Changes;
use crate::theme::{Look, ZOOM_RANGE};
use crate::widgets::units::Unit;

/// The ids of the workspaces and the keys that their layouts are kept under.
const LAYOUTS: [(&str, &str); 3] = [("scene", "layout"), ("compare", "layout-compare"), ("mod-details", "layout-mod-details")];

/// All that is kept between two starts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Values {
    /// Theme, text size, motion, contrast.
    pub look: Look,
    /// The unit that lengths are shown in.
    pub units: Unit,
    /// The name that signs credits and commits; empty: ask.
    pub name: String,
    /// The e-mail address beside it.
    pub email: String,
    /// Size of the window in points, when it is not full screen.
    pub window: Option<[f32; 2]>,
    /// The layouts of the panels by workspace, as `dock` writes them.
    pub layouts: BTreeMap<&'static str, String>,
    /// What was compared last and how, as the panel writes it; empty: as at first.
    pub compare: String,
    /// Keys that were changed.
    pub keys: Changes,
    /// Packs that were open, the latest first.
    pub recents: Recents,
}

/// The settings and where they are kept.
#[derive(Debug)]
pub struct Settings {
    places: Places,
    loaded: Values,
    /// The present values; change them and call [`Settings::save`].
    pub values: Values,
}

impl Settings {
    /// Reads the settings. Values that cannot be used are left at their defaults; a file that cannot be read at all is
    /// reported beside the defaults and stays untouched until something is saved.
    pub fn load(places: Places) -> (Self, Option<Error>) {
        let (values, error) = match read_document(places.settings_file().as_deref()) {
            Ok(document) => (read_values(&document), None),
            Err(error) => (Values::default(), Some(error)),
        };
        (Self { places, loaded: values.clone(), values }, error)
    }

    /// Settings that are kept nowhere.
    pub fn in_memory() -> Self {
        let places = Places::from(|name| (name == "TABLEWRIGHT_NO_CONFIG").then(|| "1".into()));
        Self { places, loaded: Values::default(), values: Values::default() }
    }

    /// The folder for recovery copies and journals; may not be there yet.
    pub fn state_dir(&self) -> &Path {
        self.places.state_dir()
    }

    /// The file they are kept in, if any.
    pub fn file(&self) -> Option<PathBuf> {
        self.places.settings_file()
    }

    /// Writes what changed since the last load or save, as one step. Another window's changes to other keys stay.
    pub fn save(&mut self) -> Result<()> {
        if self.values == self.loaded {
            return Ok(());
        }
        if let Some(path) = self.places.settings_file() {
            let mut document = match read_document(Some(&path)) {
                Ok(document) => document,
                Err(error) if error.kind() == ErrorKind::Format => {
                    set_aside(&path)?;
                    DocumentMut::new()
                }
                Err(error) => return Err(error),
            };
            // What another window opened meanwhile stays in the list.
            self.values.recents.merge(&read_values(&document).recents, &self.loaded.recents);
            write_values(&mut document, &self.values, &self.loaded);
            write_whole(&path, document.to_string().as_bytes())?;
        }
        self.loaded = self.values.clone();
        Ok(())
    }
}

fn read_document(path: Option<&Path>) -> Result<DocumentMut> {
    let Some(path) = path else { return Ok(DocumentMut::new()) };
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(DocumentMut::new()),
        Err(error) if error.kind() == std::io::ErrorKind::InvalidData => return Err(unreadable(path, "it is not text")),
        Err(error) => return Err(Error::io("Couldn’t read the settings", path, error)),
    };
    text.parse().map_err(|error: toml_edit::TomlError| unreadable(path, error.message()))
}

fn unreadable(path: &Path, why: &str) -> Error {
    let why = why.trim_end_matches('.').replace('\n', ", ");
    Error::new(ErrorKind::Format, format!("The settings can’t be read: {why}"))
        .at(path)
        .hint("The defaults are used. Mend the file, or change a setting to begin a new one; the old one is kept beside it.")
}

/// Keeps a file that cannot be read, under another name.
fn set_aside(path: &Path) -> Result<()> {
    let kept = path.with_extension("toml.unreadable");
    fs::rename(path, &kept).map_err(|error| Error::io("Couldn’t put the unreadable settings aside", path, error))
}

/// Writes a file so that after a crash it is the old one or the new one.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let failed = |error| Error::io("Couldn’t save the settings", path, error);
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(failed)?;
    // A settings file that is a link, for example into a folder of dotfiles, stays one.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let temporary = path.with_extension(format!("toml.{}", std::process::id()));
    let written = (|| {
        let mut file = fs::File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    })();
    written.map_err(|error| {
        // The rest of a failed write is of no use to anyone; the failure itself is what gets reported.
        drop(fs::remove_file(&temporary));
        failed(error)
    })
}

fn read_values(document: &DocumentMut) -> Values {
    let table = |name: &str| document.get(name).and_then(Item::as_table_like);
    let text = |section: &str, key: &str| table(section)?.get(key)?.as_str().map(str::to_owned);
    let flag = |section: &str, key: &str| table(section)?.get(key)?.as_bool();
    let number = |section: &str, key: &str| {
        let item = table(section)?.get(key)?;
        item.as_float().or_else(|| item.as_integer().map(|whole| whole as f64)).map(|number| number as f32)
    };
    let look = Look {
        theme: match text("look", "theme").as_deref() {
            Some("dark") => ThemePreference::Dark,
            Some("light") => ThemePreference::Light,
            _ => ThemePreference::System,
        },
        zoom: number("look", "text-size").filter(|zoom| ZOOM_RANGE.contains(zoom)).unwrap_or(1.0),
        reduce_motion: flag("look", "reduce-motion").unwrap_or(false),
        more_contrast: flag("look", "more-contrast").unwrap_or(false),
    };
    let size = |key| number("window", key).filter(|points| (200.0..=20_000.0).contains(points));
    let keys = table("keys")
        .map(|keys| keys.iter().filter_map(|(command, keys)| Some((command.to_owned(), keys.as_str()?.to_owned()))).collect());
    Values {
        look,
        units: text("look", "units").and_then(|short| Unit::named(&short)).unwrap_or_default(),
        name: text("signature", "name").unwrap_or_default(),
        email: text("signature", "email").unwrap_or_default(),
        window: size("width").zip(size("height")).map(|(width, height)| [width, height]),
        layouts: LAYOUTS.into_iter().filter_map(|(id, key)| Some((id, text("window", key)?))).collect(),
        compare: text("window", "compare").unwrap_or_default(),
        keys: keys.unwrap_or_default(),
        recents: document.get("recent").map(Recents::read).unwrap_or_default(),
    }
}

/// Puts the values that differ from `old` into the document.
fn write_values(document: &mut DocumentMut, new: &Values, old: &Values) {
    let mut put = |section: &str, key: &str, changed: bool, item: Option<Item>| {
        if !changed {
            return;
        }
        let table = document.entry(section).or_insert(Item::Table(Table::new()));
        let Some(table) = table.as_table_like_mut() else { return };
        match (item, table.get_mut(key)) {
            (Some(item), Some(old)) => {
                // Keeps a comment that stands behind the value.
                let decor = old.as_value().map(|value| value.decor().clone());
                *old = item;
                if let (Some(decor), Some(value)) = (decor, old.as_value_mut()) {
                    *value.decor_mut() = decor;
                }
            }
            (Some(item), None) => drop(table.insert(key, item)),
            (None, _) => drop(table.remove(key)),
        }
    };
    let theme = match new.look.theme {
        ThemePreference::Dark => "dark",
        ThemePreference::Light => "light",
        ThemePreference::System => "system",
    };
    // Two decimals are all that the settings and the keys give.
    let zoom = (f64::from(new.look.zoom) * 100.0).round() / 100.0;
    let [width, height] = new.window.map_or([None, None], |size| size.map(|side| Some(value(i64::from(side.round() as i32)))));
    put("look", "theme", new.look.theme != old.look.theme, Some(value(theme)));
    put("look", "text-size", new.look.zoom != old.look.zoom, Some(value(zoom)));
    put("look", "units", new.units != old.units, Some(value(new.units.short())));
    put("look", "reduce-motion", new.look.reduce_motion != old.look.reduce_motion, Some(value(new.look.reduce_motion)));
    put("look", "more-contrast", new.look.more_contrast != old.look.more_contrast, Some(value(new.look.more_contrast)));
    put("signature", "name", new.name != old.name, Some(value(&new.name)));
    put("signature", "email", new.email != old.email, Some(value(&new.email)));
    put("window", "width", new.window != old.window, width);
    put("window", "height", new.window != old.window, height);
    for (id, key) in LAYOUTS {
        let (now, before) = (new.layouts.get(id), old.layouts.get(id));
        put("window", key, now != before, now.map(value));
    }
    put("window", "compare", new.compare != old.compare, Some(value(new.compare.as_str())));
    for (command, keys) in &new.keys {
        put("keys", command, old.keys.get(command) != Some(keys), Some(value(keys)));
    }
    for command in old.keys.keys().filter(|command| !new.keys.contains_key(*command)) {
        put("keys", command, true, None);
    }
    if new.recents != old.recents {
        new.recents.write(document);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a temporary folder")
    }

    fn file_of(folder: &Path) -> PathBuf {
        Places::inside(folder).settings_file().expect("a place for settings")
    }

    fn write_file(folder: &Path, text: &str) -> PathBuf {
        let file = file_of(folder);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        file
    }

    #[test]
    fn nothing_is_written_before_something_changes() {
        let folder = folder();
        let (mut settings, error) = Settings::load(Places::inside(folder.path()));
        assert!(error.is_none());
        settings.save().unwrap();
        assert!(!file_of(folder.path()).exists());
    }

    #[test]
    fn what_is_saved_is_read_again() {
        let folder = folder();
        let (mut settings, _) = Settings::load(Places::inside(folder.path()));
        settings.values = Values {
            look: Look { theme: ThemePreference::Light, zoom: 1.25, reduce_motion: true, more_contrast: true },
            units: Unit::Centimetre,
            name: "Ada \"Countess\" Lovelace".to_owned(),
            email: "ada@example.org".to_owned(),
            window: Some([1280.0, 720.0]),
            layouts: LAYOUTS.into_iter().map(|(id, key)| (id, format!("{{\"{key}\":[]}}"))).collect(),
            compare: "{\"mode\":\"wipe\"}".to_owned(),
            keys: Changes::from([("save".to_owned(), "ctrl+shift+S".to_owned())]),
            recents: Recents::default(),
        };
        settings.save().unwrap();
        let (again, error) = Settings::load(Places::inside(folder.path()));
        assert!(error.is_none());
        assert_eq!(again.values, settings.values);
    }

    #[test]
    fn unknown_keys_comments_and_order_stay() {
        let folder = folder();
        let text = "# mine\nfuture = 1\n\n[look]\ntheme = \"dark\" # at night\nglow = true\n\n[plugins.x]\na = [1, 2]\n";
        let file = write_file(folder.path(), text);
        let (mut settings, _) = Settings::load(Places::inside(folder.path()));
        settings.values.look.theme = ThemePreference::Light;
        settings.save().unwrap();
        assert_eq!(fs::read_to_string(file).unwrap(), text.replace("\"dark\"", "\"light\""));
    }

    #[test]
    fn two_windows_do_not_undo_each_other() {
        let folder = folder();
        let (mut one, _) = Settings::load(Places::inside(folder.path()));
        let (mut two, _) = Settings::load(Places::inside(folder.path()));
        one.values.name = "Ada".to_owned();
        one.save().unwrap();
        two.values.units = Unit::Inch;
        two.save().unwrap();
        let (both, _) = Settings::load(Places::inside(folder.path()));
        assert_eq!((both.values.name.as_str(), both.values.units), ("Ada", Unit::Inch));
    }

    #[test]
    fn values_out_of_range_are_left_at_their_defaults() {
        let folder = folder();
        for (size, want) in [("0.59", 1.0), ("0.6", 0.6), ("2.5", 2.5), ("2.51", 1.0), ("\"big\"", 1.0), ("2", 2.0), ("nan", 1.0)]
        {
            write_file(folder.path(), &format!("[look]\ntext-size = {size}\ntheme = 3\nunits = \"parsec\"\n"));
            let (settings, error) = Settings::load(Places::inside(folder.path()));
            assert!(error.is_none());
            assert_eq!(settings.values.look.zoom, want, "{size}");
            assert_eq!(settings.values.units, Unit::Foot);
        }
    }

    #[test]
    fn an_unreadable_file_is_reported_and_kept() {
        let folder = folder();
        let file = write_file(folder.path(), "[look\ntheme = ");
        let (mut settings, error) = Settings::load(Places::inside(folder.path()));
        let error = error.expect("an error");
        assert_eq!(error.kind(), ErrorKind::Format);
        assert_eq!(error.path(), Some(file.as_path()));
        settings.values.name = "Ada".to_owned();
        settings.save().unwrap();
        assert_eq!(fs::read_to_string(file.with_extension("toml.unreadable")).unwrap(), "[look\ntheme = ");
        assert!(fs::read_to_string(file).unwrap().contains("Ada"));
    }

    #[test]
    fn a_failed_save_says_so_and_leaves_no_rest() {
        let folder = folder();
        // A file where the folder should be.
        fs::write(folder.path().join("config"), "").unwrap();
        let (mut settings, _) = Settings::load(Places::inside(folder.path()));
        settings.values.name = "Ada".to_owned();
        assert!(settings.save().is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_linked_file_stays_a_link() {
        let folder = folder();
        let file = write_file(folder.path(), "");
        let real = folder.path().join("dotfiles.toml");
        fs::rename(&file, &real).unwrap();
        std::os::unix::fs::symlink(&real, &file).unwrap();
        let (mut settings, _) = Settings::load(Places::inside(folder.path()));
        settings.values.name = "Ada".to_owned();
        settings.save().unwrap();
        assert!(fs::symlink_metadata(&file).unwrap().is_symlink());
        assert!(fs::read_to_string(real).unwrap().contains("Ada"));
    }
}
