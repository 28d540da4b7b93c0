//! Which files of the folder never go into a commit.

use crate::pack::is_ours;

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

/// Passes over what an unfinished save leaves in the folder: its journal and its staged files.
#[derive(Debug, Clone, Copy, Default)]
pub struct SaveLeftovers;

impl FileFilter for SaveLeftovers {
    fn leaves_out(&self, path: &str) -> bool {
        is_ours(path.rsplit('/').next().unwrap_or(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_save_leaves_is_passed_over() {
        for path in [".pack-save.journal", ".setup.json.0a1b2c3d.stage", "scripts/.main.js.0a1b2c3d.stage"] {
            assert!(SaveLeftovers.leaves_out(path), "{path}");
        }
        for path in ["setup.json", ".setup.json.0a1b2c3.stage", ".main.js.0a1b2c3d.stage/main.js", ".gitignore"] {
            assert!(!SaveLeftovers.leaves_out(path), "{path}");
        }
    }
}
