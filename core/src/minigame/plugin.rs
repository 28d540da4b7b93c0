//! The manifest of the Hytale plugin or asset pack that the definitions stand in: `manifest.json`, read and never written.

use crate::json::{Document, Ref};
use crate::pack::{Fs, PackPath};
use std::path::Path;

/// The name of the file.
pub const NAME: &str = "manifest.json";

/// Where the sources of a plugin stand, and what they may be written in.
const SOURCES: [(&str, &str); 2] = [("src/main/java", "java"), ("src/main/kotlin", "kt")];

/// What a manifest says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plugin {
    /// The file, from the project's folder.
    pub path: String,
    /// Whose plugin it is: the part before the colon of what others call it.
    pub group: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The class that is started.
    pub main: String,
    /// The servers that it is for.
    pub server: String,
    /// What it needs: names and version ranges.
    pub dependencies: Vec<(String, String)>,
    /// What it uses where it is there.
    pub optional: Vec<(String, String)>,
    /// What it names and what is not so, each in a sentence.
    pub broken: Vec<String>,
}

impl Plugin {
    /// Reads the manifest beside the definitions in `folder`, at the root of the resources that they stand in.
    pub(super) fn read(fs: &dyn Fs, root: &Path, folder: Option<&PackPath>) -> Option<Self> {
        let folder = folder.map(PackPath::as_str).unwrap_or_default();
        let resources = folder.strip_suffix("Server/Minigames")?;
        let path = format!("{resources}{NAME}");
        let file = PackPath::parse(&path).ok()?.join(root);
        let bytes = fs.read(&file).ok()?;
        let mut plugin = match Document::parse_owned(bytes) {
            Ok(document) => Self::of(document.root()),
            Err(error) => {
                let (line, expected) = (error.position.line, error.expected);
                let broken = vec![format!("It is not JSON: line {line} should have {expected}.")];
                Self { broken, ..Self::default() }
            }
        };
        plugin.path = path;
        if plugin.broken.is_empty() {
            plugin.broken = plugin.broken_names(fs, root);
        }
        Some(plugin)
    }

    fn of(root: Ref<'_>) -> Self {
        let text = |key: &str| root.get(key).and_then(Ref::as_str).map(std::borrow::Cow::into_owned).unwrap_or_default();
        let names = |key: &str| {
            let members = root.get(key).into_iter().flat_map(Ref::members);
            let range = |value: Ref<'_>| value.as_str().map(std::borrow::Cow::into_owned).unwrap_or_default();
            members.map(|(name, value)| (name.to_owned(), range(value))).collect()
        };
        let mut broken = Vec::new();
        if !root.is_object() {
            broken.push("It is no object in braces.".to_owned());
        }
        Self {
            path: String::new(),
            group: text("Group"),
            name: text("Name"),
            version: text("Version"),
            main: text("Main"),
            server: text("ServerVersion"),
            dependencies: names("Dependencies"),
            optional: names("OptionalDependencies"),
            broken,
        }
    }

    /// What other plugins call it.
    pub fn full_name(&self) -> String {
        match (self.group.is_empty(), self.name.is_empty()) {
            (false, false) => format!("{}:{}", self.group, self.name),
            _ => format!("{}{}", self.group, self.name),
        }
    }

    fn broken_names(&self, fs: &dyn Fs, root: &Path) -> Vec<String> {
        let mut broken = Vec::new();
        for (key, value) in [("Group", &self.group), ("Name", &self.name)] {
            if value.trim().is_empty() {
                broken.push(format!("It has no {key}, so nothing can depend on it."));
            }
        }
        for (name, _) in self.dependencies.iter().chain(&self.optional) {
            if *name == self.full_name() {
                broken.push(format!("It depends on itself: “{name}”."));
            } else if !name.split_once(':').is_some_and(|(group, name)| !group.is_empty() && !name.is_empty()) {
                broken.push(format!("The dependency “{name}” has not the form Group:Name, so it finds nothing."));
            }
        }
        for (name, _) in &self.optional {
            if self.dependencies.iter().any(|(needed, _)| needed == name) {
                broken.push(format!("“{name}” is both needed and optional."));
            }
        }
        broken.extend(self.missing_main(fs, root));
        broken
    }

    /// That the class that is started is in none of the folders of sources; nothing where there are none.
    fn missing_main(&self, fs: &dyn Fs, root: &Path) -> Option<String> {
        let there: Vec<_> = SOURCES.iter().filter(|(folder, _)| fs.read_dir(&root.join(folder)).is_ok()).collect();
        if self.main.trim().is_empty() || there.is_empty() {
            return None;
        }
        let class = self.main.replace('.', "/");
        let found = there.iter().any(|(folder, extension)| {
            PackPath::parse(&format!("{folder}/{class}.{extension}")).is_ok_and(|path| fs.exists(&path.join(root)))
        });
        let folders: Vec<&str> = there.iter().map(|(folder, _)| *folder).collect();
        (!found).then(|| format!("Main names “{}”, which is not in {}.", self.main, folders.join(" or ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::OsFs;

    fn read(manifest: &str, files: &[&str]) -> Plugin {
        let home = tempfile::tempdir().unwrap();
        let at = |path: &str| home.path().join(path);
        std::fs::create_dir_all(at("src/main/resources/Server/Minigames")).unwrap();
        std::fs::write(at("src/main/resources/manifest.json"), manifest).unwrap();
        for file in files {
            std::fs::create_dir_all(at(file).parent().unwrap()).unwrap();
            std::fs::write(at(file), "").unwrap();
        }
        let folder = PackPath::parse("src/main/resources/Server/Minigames").unwrap();
        Plugin::read(&OsFs, home.path(), Some(&folder)).unwrap()
    }

    #[test]
    fn names_and_dependencies_are_read() {
        let text = r#"{"Group":"event","Name":"Games","Version":"1.2.0","Main":"a.b.Games","ServerVersion":"*",
            "Dependencies":{"Hytale:Volumes":"*"},"OptionalDependencies":{"event:Coins":">=1"}}"#;
        let plugin = read(text, &["src/main/java/a/b/Games.java"]);
        assert_eq!((plugin.full_name().as_str(), plugin.path.as_str()), ("event:Games", "src/main/resources/manifest.json"));
        assert_eq!(plugin.dependencies, [("Hytale:Volumes".to_owned(), "*".to_owned())]);
        assert_eq!((plugin.optional.len(), plugin.broken), (1, Vec::<String>::new()));
    }

    #[test]
    fn broken_references_are_named() {
        let text = r#"{"Group":"g","Name":"N","Main":"a.Gone","Dependencies":{"loose":"*","g:N":"*","g:M":"*"},
            "OptionalDependencies":{"g:M":"*"}}"#;
        let plugin = read(text, &["src/main/java/a/Other.java"]);
        let told = plugin.broken.join("\n");
        for part in ["“loose” has not the form", "itself: “g:N”", "“g:M” is both", "“a.Gone”, which is not in src/main/java"]
        {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert!(read(r#"{"Group":"g","Name":"N","Main":"a.Gone"}"#, &[]).broken.is_empty(), "an asset pack has no sources");
        assert!(read("{", &[]).broken[0].contains("not JSON"));
        assert_eq!(read("{}", &[]).broken.len(), 2);
    }
}
