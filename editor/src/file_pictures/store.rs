//! Small pictures on the disk: one PNG each, named by the hash of the file that it shows.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use image::RgbaImage;
use tablewright_core::pack::Hash;

/// At most so many are kept, the latest made: about 200 MB.
const MOST: usize = 10_000;

/// A folder of small pictures. Nothing that goes wrong in it matters: what is not there is made anew.
#[derive(Debug, Clone)]
pub(super) struct Store {
    folder: PathBuf,
}

impl Store {
    pub(super) fn in_folder(state_dir: &Path) -> Self {
        Self { folder: super::folder(state_dir) }
    }

    pub(super) fn read(&self, hash: &Hash) -> Option<RgbaImage> {
        let bytes = std::fs::read(self.place(hash)).ok()?;
        let image = image::load_from_memory_with_format(&bytes, image::ImageFormat::Png).ok()?.into_rgba8();
        // What somebody else put there is no small picture of ours.
        (image.width() <= super::SIDE && image.height() <= super::SIDE).then_some(image)
    }

    /// Keeps a picture. Two programs may do so at once: each writes a file of its own and moves it into place.
    pub(super) fn write(&self, hash: &Hash, image: &RgbaImage) {
        let temporary = self.folder.join(format!("{hash}.{}.part", std::process::id()));
        let written = std::fs::create_dir_all(&self.folder)
            .map_err(image::ImageError::from)
            .and_then(|()| image.save_with_format(&temporary, image::ImageFormat::Png))
            .and_then(|()| std::fs::rename(&temporary, self.place(hash)).map_err(image::ImageError::from));
        if written.is_err() {
            // It is made anew the next time.
            std::fs::remove_file(&temporary).ok();
        }
    }

    /// Takes away the oldest beyond what is kept.
    pub(super) fn prune(&self) {
        self.prune_to(MOST);
    }

    fn prune_to(&self, most: usize) {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return };
        let made =
            |entry: &std::fs::DirEntry| entry.metadata().and_then(|meta| meta.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        let mut all: Vec<(SystemTime, PathBuf)> = entries.flatten().map(|entry| (made(&entry), entry.path())).collect();
        if all.len() <= most {
            return;
        }
        all.sort();
        let extra = all.len() - most;
        for (_, path) in all.into_iter().take(extra) {
            std::fs::remove_file(path).ok();
        }
    }

    fn place(&self, hash: &Hash) -> PathBuf {
        self.folder.join(format!("{hash}.png"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_only_so_much_stays() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::in_folder(folder.path());
        let hashes = [1u8, 2, 3].map(|n| Hash::of(&[n]));
        assert!(store.read(&hashes[0]).is_none());
        for (age, hash) in hashes.iter().enumerate() {
            store.write(hash, &RgbaImage::from_pixel(4, 2, image::Rgba([age as u8, 0, 0, 128])));
            let when = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1000 + age as u64);
            std::fs::File::options().write(true).open(store.place(hash)).unwrap().set_modified(when).unwrap();
        }
        assert_eq!(store.read(&hashes[1]).unwrap().get_pixel(0, 0).0, [1, 0, 0, 128]);
        store.prune_to(2);
        assert!(store.read(&hashes[0]).is_none() && store.read(&hashes[1]).is_some() && store.read(&hashes[2]).is_some());
        std::fs::write(store.place(&hashes[0]), "no picture").unwrap();
        assert!(store.read(&hashes[0]).is_none());
    }
}
