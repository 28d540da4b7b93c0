//! The file of known findings that `tablewright check` reads and writes. Packs are named in it as seen from its folder, so
//! that it says the same on every machine and wherever the command is given.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind as Io;
use std::path::{Component, Path, PathBuf};
use tablewright_core::check::{Baseline, Known as Finding, Report};
use tablewright_core::{Error, Result};

/// A baseline and its file.
pub(super) struct Remembered {
    file: PathBuf,
    /// The file's folder, absolute and without links.
    folder: PathBuf,
    /// What it knows; with [`Self::write`], what it will know.
    baseline: Baseline,
    /// The bytes that the file has, where it is to be written.
    writing: Option<Vec<u8>>,
    /// How many findings were made known.
    count: usize,
    packs: usize,
}

/// What a baseline says about one pack.
pub(super) enum Known {
    /// All that it names is still found.
    All,
    /// It does not know the pack; a list of those that it knows.
    Nothing {
        /// Their names, or that there are none.
        packs: String,
    },
    /// What it names and is not found any more.
    Gone(Vec<Finding>),
}

impl Remembered {
    /// Reads a baseline to hold findings against.
    pub(super) fn read(file: &Path) -> Result<Self> {
        let bytes = fs::read(file).map_err(|error| Error::io("Couldn't read the baseline", file, error))?;
        let baseline = Baseline::parse(&bytes).map_err(|error| error.at(file))?;
        Ok(Self { file: file.to_path_buf(), folder: folder_of(file)?, baseline, writing: None, count: 0, packs: 0 })
    }

    /// A baseline to be written; what an earlier one in the file knows of other packs is kept, and a file that is something
    /// else is refused.
    pub(super) fn to_write(file: &Path) -> Result<Self> {
        let bytes = match fs::read(file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == Io::NotFound => Vec::new(),
            Err(error) => return Err(Error::io("Couldn't read the baseline", file, error)),
        };
        let baseline =
            if bytes.is_empty() { Baseline::default() } else { Baseline::parse(&bytes).map_err(|error| error.at(file))? };
        let folder = folder_of(file)?;
        Ok(Self { file: file.to_path_buf(), folder, baseline, writing: Some(bytes), count: 0, packs: 0 })
    }

    /// Takes what is known of the pack in `root` out of `report`; what is to be written learns it all first.
    pub(super) fn sift(&mut self, root: &Path, report: &mut Report) -> Known {
        let name = seen_from(&self.folder, root);
        if self.writing.is_some() {
            self.baseline.put(&name, report);
            self.count += report.diagnostics.len();
            self.packs += 1;
        }
        match self.baseline.sift(&name, report) {
            Some(gone) if gone.is_empty() => Known::All,
            Some(gone) => Known::Gone(gone),
            None => Known::Nothing { packs: listed(&self.baseline) },
        }
    }

    /// Writes the file where that was asked for, and says so.
    pub(super) fn write(self) -> Result<Option<String>> {
        let Some(old) = self.writing else { return Ok(None) };
        let text = self.baseline.to_text();
        if old != text.as_bytes() {
            replace(&self.file, text.as_bytes())?;
        }
        let end = |n| if n == 1 { "" } else { "s" };
        Ok(Some(format!(
            "{} knows {} finding{} of {} pack{}.",
            self.file.display(),
            self.count,
            end(self.count),
            self.packs,
            end(self.packs)
        )))
    }

    /// What to say where the file was to be written and is not.
    pub(super) fn given_up(self) -> Option<String> {
        let file = self.file.display();
        self.writing.map(|_| format!("{file} was not written, for not every pack could be judged."))
    }
}

fn listed(baseline: &Baseline) -> String {
    let names: Vec<&str> = baseline.packs().take(5).collect();
    match (names.is_empty(), baseline.packs().count() - names.len()) {
        (true, _) => "no pack".to_owned(),
        (false, 0) => names.join(", "),
        (false, more) => format!("{} and {more} more", names.join(", ")),
    }
}

/// Writes beside the file and renames over it, so that no reader finds half of it.
fn replace(file: &Path, bytes: &[u8]) -> Result<()> {
    // A link stays one.
    let real = file.canonicalize().unwrap_or_else(|_| file.to_path_buf());
    let mut name = OsString::from(".");
    name.push(real.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = real.with_file_name(name);
    fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, &real)).map_err(|error| {
        let _left = fs::remove_file(&temporary).err();
        Error::io("Couldn't write the baseline", file, error)
    })
}

fn folder_of(file: &Path) -> Result<PathBuf> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    folder.canonicalize().map_err(|error| Error::io("Couldn't find the baseline's folder", folder, error))
}

/// The way from the folder `from` to `to`, both absolute and without links, with `/` between the parts.
fn seen_from(from: &Path, to: &Path) -> String {
    let (from, to): (Vec<Component>, Vec<Component>) = (from.components().collect(), to.components().collect());
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if common == 0 {
        // Another drive.
        return to.iter().collect::<PathBuf>().display().to_string();
    }
    let up = std::iter::repeat_n("..".to_owned(), from.len() - common);
    let down = to[common..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    let parts: Vec<String> = up.chain(down).collect();
    if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn packs_are_named_from_the_baselines_folder() {
        let of = |from: &str, to: &str| seen_from(Path::new(from), Path::new(to));
        assert_eq!(of("/a/b", "/a/b/packs/go"), "packs/go");
        assert_eq!(of("/a/b", "/a/b"), ".");
        assert_eq!(of("/a/b/ci", "/a/b/packs/go"), "../packs/go");
        assert_eq!(of("/a", "/b"), "../b");
    }
}
