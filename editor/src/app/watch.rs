//! Noticing that somebody else writes to the pack. An event means "look again", nothing more: content is compared.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use notify::{EventKind, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

/// Several writes of one save come as one event.
const SETTLE: Duration = Duration::from_millis(400);
/// Where the system gives no events the folder is looked at this often.
const POLL: Duration = Duration::from_secs(5);
/// More folders than this are not watched; the window's focus is then what makes us look.
const MOST_FOLDERS: usize = 400;

/// Watches the folders of one pack until it is dropped.
pub(crate) struct PackWatch {
    changed: Arc<AtomicBool>,
    debouncer: Option<Debouncer<RecommendedWatcher, RecommendedCache>>,
    /// The folders that are watched.
    watched: HashSet<PathBuf>,
    polled: Option<Instant>,
}

impl PackWatch {
    pub(crate) fn new(root: &Path, ctx: &egui::Context) -> Self {
        let changed = Arc::new(AtomicBool::new(false));
        let (flag, wake) = (Arc::clone(&changed), ctx.clone());
        let on_event = move |events: DebounceEventResult| {
            if tells_of_a_change(&events) {
                flag.store(true, Ordering::Relaxed);
                wake.request_repaint();
            }
        };
        let mut watch =
            Self { changed, debouncer: new_debouncer(SETTLE, None, on_event).ok(), watched: HashSet::new(), polled: None };
        watch.follow(root);
        watch
    }

    /// Watches the folders that came since.
    pub(crate) fn follow(&mut self, root: &Path) {
        let folders = folders(root);
        self.watched.retain(|folder| folders.contains(folder));
        let mut failed = self.debouncer.is_none();
        if let Some(debouncer) = &mut self.debouncer {
            for folder in folders {
                if self.watched.contains(&folder) {
                    continue;
                }
                match debouncer.watch(&folder, RecursiveMode::NonRecursive) {
                    Ok(()) => drop(self.watched.insert(folder)),
                    // It went while we looked.
                    Err(_) if !folder.is_dir() => {}
                    Err(_) => failed = true,
                }
            }
        }
        // Without events (a network drive, no watches left) the disk is polled.
        if failed && self.polled.is_none() {
            self.polled = Some(Instant::now());
        }
    }

    /// Whether it is time to look at the disk.
    pub(crate) fn take(&mut self, ctx: &egui::Context) -> bool {
        if let Some(last) = self.polled {
            if last.elapsed() >= POLL {
                self.polled = Some(Instant::now());
                self.changed.store(true, Ordering::Relaxed);
            }
            ctx.request_repaint_after(POLL);
        }
        self.changed.swap(false, Ordering::Relaxed)
    }
}

/// Whether somebody may have written. Reading is an event too, our own looking included; an error means that events may
/// have been lost.
fn tells_of_a_change(events: &DebounceEventResult) -> bool {
    match events {
        Ok(events) => events.iter().any(|event| !matches!(event.kind, EventKind::Access(_))),
        Err(_) => true,
    }
}

/// The pack's folders, without hidden ones: never `.git`.
fn folders(root: &Path) -> Vec<PathBuf> {
    let mut found = vec![root.to_path_buf()];
    let mut next = 0;
    while let Some(folder) = found.get(next).cloned() {
        next += 1;
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let hidden = entry.file_name().to_string_lossy().starts_with('.') || entry.file_name() == "node_modules";
            if !hidden && entry.file_type().is_ok_and(|kind| kind.is_dir()) && found.len() < MOST_FOLDERS {
                found.push(entry.path());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::event::{AccessKind, AccessMode, CreateKind, DataChange, ModifyKind};
    use notify_debouncer_full::DebouncedEvent;

    fn told(kinds: &[EventKind]) -> bool {
        let event = |kind: &EventKind| DebouncedEvent { event: notify::Event::new(*kind), time: Instant::now() };
        tells_of_a_change(&Ok(kinds.iter().map(event).collect()))
    }

    #[test]
    fn reading_is_no_change() {
        assert!(!told(&[]));
        assert!(!told(&[EventKind::Access(AccessKind::Open(AccessMode::Any)), EventKind::Access(AccessKind::Read)]));
        assert!(told(&[EventKind::Access(AccessKind::Read), EventKind::Create(CreateKind::File)]));
        assert!(told(&[EventKind::Modify(ModifyKind::Data(DataChange::Any))]));
        assert!(tells_of_a_change(&Err(Vec::new())));
    }

    #[test]
    fn hidden_folders_are_not_watched() {
        let root = tempfile::tempdir().unwrap();
        for folder in ["textures/boards", ".git/objects", "node_modules/x"] {
            std::fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        let mut found: Vec<_> = folders(root.path()).iter().map(|f| f.strip_prefix(root.path()).unwrap().to_path_buf()).collect();
        found.sort();
        assert_eq!(found, ["", "textures", "textures/boards"].map(PathBuf::from));
    }
}
