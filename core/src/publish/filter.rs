//! Which files of the folder never go into a commit.

/// Says which files a publish passes over: they are neither added, changed nor removed, whatever stands on disk.
pub trait FileFilter {
    /// Whether the file at `path` (below the pack folder, with `/`) is passed over.
    fn leaves_out(&self, path: &str) -> bool;
}

impl<F: Fn(&str) -> bool> FileFilter for F {
    fn leaves_out(&self, path: &str) -> bool {
        self(path)
    }
}

/// Passes over what an unfinished save leaves in the folder: the journal `.pack-save.journal` and staged files
/// `.<name>.<8 hex digits>.stage`.
#[derive(Debug, Clone, Copy, Default)]
pub struct SaveLeftovers;

impl FileFilter for SaveLeftovers {
    fn leaves_out(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        path == ".pack-save.journal" || is_staged(name)
    }
}

fn is_staged(name: &str) -> bool {
    let Some(inner) = name.strip_prefix('.').and_then(|n| n.strip_suffix(".stage")) else { return false };
    let Some((stem, hex)) = inner.rsplit_once('.') else { return false };
    !stem.is_empty() && hex.len() == 8 && hex.bytes().all(|b| b.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_save_leaves_is_passed_over() {
        for path in [".pack-save.journal", ".setup.json.0a1b2c3d.stage", "scripts/.main.js.0A1B2C3D.stage"] {
            assert!(SaveLeftovers.leaves_out(path), "{path}");
        }
        for path in [
            "setup.json",
            "a/.pack-save.journal",
            ".setup.json.0a1b2c3.stage",
            ".setup.json.0a1b2c3d4.stage",
            ".setup.json.0a1b2c3g.stage",
            "setup.json.0a1b2c3d.stage",
            ".0a1b2c3d.stage",
        ] {
            assert!(!SaveLeftovers.leaves_out(path), "{path}");
        }
    }
}
