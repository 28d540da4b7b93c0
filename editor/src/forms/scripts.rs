//! What the entry script does, as the platform's scan reads it: on a thread of its own, and again when the file changed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use tablewright_core::check::script_scan::capabilities_used;

use crate::viewport::assets::path_in_pack;

/// A longer script is not read.
const MAX_FILE: u64 = 16 << 20;

/// What is known of a script's capabilities.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Uses {
    /// There is no script.
    #[default]
    None,
    /// It is being read.
    Coming,
    /// Why it cannot be read, as a sentence without its full stop.
    Unread(String),
    /// It was read.
    Read {
        /// The capabilities that it is known to use.
        uses: Vec<&'static str>,
        /// Its text.
        text: Arc<str>,
    },
}

/// The entry script of a pack.
#[derive(Default)]
pub struct ScriptUses {
    asked: Option<(PathBuf, String)>,
    known: Uses,
    coming: Option<Receiver<Uses>>,
}

impl ScriptUses {
    /// Reads the script again when it is asked for next.
    pub fn look_again(&mut self) {
        self.asked = None;
    }

    /// What the script at `path` uses, as far as it is known.
    pub fn uses(&mut self, root: &Path, path: &str, ctx: &egui::Context) -> Uses {
        if let Some(known) = self.coming.as_ref().and_then(|coming| coming.try_recv().ok()) {
            self.known = known;
            self.coming = None;
        }
        if path.is_empty() || path.len() > 1000 {
            self.asked = None;
            return Uses::None;
        }
        let asked = Some((root.to_path_buf(), path.to_owned()));
        if self.asked != asked {
            let (send, receive) = channel();
            let (root, path, wake) = (root.to_path_buf(), path.to_owned(), ctx.clone());
            let worker = std::thread::Builder::new().name("entry script".to_owned()).spawn(move || {
                // Nobody waits for the answer any more where sending it fails.
                if send.send(read(&root, &path)).is_ok() {
                    wake.request_repaint();
                }
            });
            // What was known stays in sight while the same script is read again.
            if self.asked.is_some() || self.known == Uses::None {
                self.known = Uses::Coming;
            }
            self.coming = worker.is_ok().then_some(receive);
            self.asked = asked;
        }
        self.known.clone()
    }
}

fn read(root: &Path, path: &str) -> Uses {
    let text = path_in_pack(root, path).and_then(|file| {
        let size = std::fs::metadata(&file).map_err(|error| error.to_string())?.len();
        if size > MAX_FILE {
            return Err(format!("it has {} MB", size >> 20));
        }
        std::fs::read(&file).map_err(|error| error.to_string())
    });
    match text {
        Ok(bytes) => {
            let text = String::from_utf8_lossy(&bytes);
            Uses::Read { uses: capabilities_used(&text), text: text.into() }
        }
        Err(why) => Uses::Unread(why),
    }
}
