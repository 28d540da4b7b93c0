//! Sounds: how long each is, read on a thread of its own, and playing them with the system's player.
//!
//! Nothing is linked against a sound system: a sound is decoded here and handed, as a WAV, to the player that the desktop
//! has. Where there is none, it says what to install.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};

use egui::Context;
use rustc_hash::FxHashMap;
use tablewright_core::pack::{OsFs, PackPath, resolve_inside};
use tablewright_core::sound::{self, Facts};
use tablewright_core::{Error, ErrorKind, Result};

/// Players that take the path of a WAV as their last argument.
#[cfg(target_os = "macos")]
const PLAYERS: [(&str, &[&str]); 1] = [("afplay", &[])];
/// Players that take the path of a WAV as their last argument.
#[cfg(not(target_os = "macos"))]
const PLAYERS: [(&str, &[&str]); 5] = [
    ("pw-play", &[]),
    ("paplay", &[]),
    ("aplay", &["-q"]),
    ("ffplay", &["-nodisp", "-autoexit", "-loglevel", "quiet"]),
    ("mpv", &["--no-video", "--really-quiet"]),
];

/// A player of the system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    program: PathBuf,
    before: &'static [&'static str],
}

impl Player {
    /// The first player that is found in the folders of `path`, as the variable `PATH` has them.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`], with what to install.
    pub fn find(path: Option<&std::ffi::OsStr>) -> Result<Self> {
        let folders: Vec<PathBuf> = path.map(std::env::split_paths).into_iter().flatten().collect();
        let found = PLAYERS.iter().find_map(|(name, before)| {
            let program = folders.iter().map(|folder| folder.join(name)).find(|program| program.is_file())?;
            Some(Self { program, before })
        });
        found.ok_or_else(|| {
            Error::new(ErrorKind::NotFound, "Nothing on this machine plays sounds")
                .hint("Install pipewire-bin, pulseaudio-utils or alsa-utils.")
        })
    }
}

/// What is known of a sound.
#[derive(Debug, Clone, PartialEq)]
pub enum Known {
    /// It is being read.
    Reading,
    /// It is a sound.
    Sound(Facts),
    /// Why it is none.
    Failed(String),
}

enum Wanted {
    Facts(String),
    Wav(String),
}

enum Come {
    Facts(String, Result<Facts>),
    Wav(String, Result<PathBuf>),
}

/// A sound that plays. It ends, and its file goes, when this is dropped.
struct Playing {
    path: String,
    /// The process; `None` while the sound is being decoded.
    child: Option<(Child, PathBuf)>,
}

impl Drop for Playing {
    fn drop(&mut self) {
        if let Some((child, file)) = &mut self.child {
            child.kill().ok();
            child.wait().ok();
            std::fs::remove_file(file).ok();
        }
    }
}

/// The sounds of a pack.
#[derive(Default)]
pub struct Sounds {
    root: PathBuf,
    known: FxHashMap<String, Known>,
    worker: Option<(Sender<(PathBuf, Wanted)>, Receiver<(PathBuf, Come)>)>,
    playing: Option<Playing>,
    trouble: Option<(String, String)>,
}

impl Sounds {
    /// Reads every sound again when it is asked for next.
    pub fn look_again(&mut self) {
        self.known.clear();
        self.worker = None;
        self.trouble = None;
    }

    /// What is known of the sound at a path of the pack; asks for it where nothing is.
    pub fn get(&mut self, root: &Path, path: &str, ctx: &Context) -> Known {
        self.take(root, ctx);
        if let Some(known) = self.known.get(path) {
            return known.clone();
        }
        let asked = self.ask(ctx, Wanted::Facts(path.to_owned()));
        let known = if asked { Known::Reading } else { Known::Failed("There is no thread to read it.".to_owned()) };
        self.known.insert(path.to_owned(), known.clone());
        known
    }

    /// Whether the sound at this path plays, or is about to.
    pub fn plays(&self, path: &str) -> bool {
        self.playing.as_ref().is_some_and(|playing| playing.path == path)
    }

    /// Why the sound at this path could not be played.
    pub fn trouble(&self, path: &str) -> Option<&str> {
        self.trouble.as_ref().filter(|(at, _)| at == path).map(|(_, why)| why.as_str())
    }

    /// Plays the sound at a path of the pack, in the place of the one that plays.
    pub fn play(&mut self, root: &Path, path: &str, ctx: &Context) {
        self.take(root, ctx);
        self.stop();
        self.trouble = None;
        if self.ask(ctx, Wanted::Wav(path.to_owned())) {
            self.playing = Some(Playing { path: path.to_owned(), child: None });
        }
    }

    /// Stops what plays.
    pub fn stop(&mut self) {
        self.playing = None;
    }

    fn ask(&mut self, ctx: &Context, wanted: Wanted) -> bool {
        if self.worker.is_none() {
            self.worker = start(ctx);
        }
        self.worker.as_ref().is_some_and(|(ask, _)| ask.send((self.root.clone(), wanted)).is_ok())
    }

    /// Takes in what came and what ended.
    fn take(&mut self, root: &Path, ctx: &Context) {
        if self.root != root {
            *self = Self { root: root.to_path_buf(), ..Self::default() };
        }
        let come: Vec<(PathBuf, Come)> = self.worker.iter().flat_map(|(_, come)| come.try_iter()).collect();
        for (_, come) in come.into_iter().filter(|(of, _)| of == root) {
            match come {
                Come::Facts(path, facts) => {
                    let known = facts.map_or_else(|error| Known::Failed(error.to_string()), Known::Sound);
                    self.known.insert(path, known);
                }
                Come::Wav(path, file) => self.begin(&path, file),
            }
        }
        let ended = self.playing.as_mut().and_then(|playing| playing.child.as_mut()).map(|(child, _)| child.try_wait());
        match ended {
            Some(Ok(None)) => ctx.request_repaint_after(std::time::Duration::from_millis(100)),
            Some(Ok(Some(status))) if !status.success() => {
                let path = self.playing.take().map(|playing| playing.path.clone()).unwrap_or_default();
                self.trouble =
                    Some((path, "The player ended with an error. Check that this machine has a sound output.".to_owned()));
            }
            Some(_) => self.playing = None,
            None => {}
        }
    }

    /// Hands a decoded sound to the player, where it is still wanted.
    fn begin(&mut self, path: &str, file: Result<PathBuf>) {
        let wanted = self.playing.as_ref().is_some_and(|playing| playing.path == path && playing.child.is_none());
        let started = file.and_then(|file| {
            if !wanted {
                std::fs::remove_file(&file).ok();
                return Ok(None);
            }
            let player = Player::find(std::env::var_os("PATH").as_deref());
            let child = player.and_then(|player| {
                let mut command = Command::new(&player.program);
                command.args(player.before).arg(&file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
                command.spawn().map_err(|error| Error::io("Couldn’t start the player", &player.program, error))
            });
            match child {
                Ok(child) => Ok(Some((child, file))),
                Err(error) => {
                    std::fs::remove_file(&file).ok();
                    Err(error)
                }
            }
        });
        match started {
            Ok(Some(child)) => {
                if let Some(playing) = &mut self.playing {
                    playing.child = Some(child);
                }
            }
            Ok(None) => {}
            Err(error) => {
                self.playing = None;
                self.trouble = Some((path.to_owned(), error.to_string()));
            }
        }
    }
}

type Worker = (Sender<(PathBuf, Wanted)>, Receiver<(PathBuf, Come)>);

fn start(ctx: &Context) -> Option<Worker> {
    let (ask, wanted) = channel::<(PathBuf, Wanted)>();
    let (answer, come) = channel();
    let wake = ctx.clone();
    let work = move || {
        for (root, wanted) in wanted {
            let come = match wanted {
                Wanted::Facts(path) => {
                    let facts = read(&root, &path).and_then(|bytes| Facts::of(name_of(&path), &bytes));
                    Come::Facts(path, facts)
                }
                Wanted::Wav(path) => {
                    let file = decoded(&root, &path);
                    Come::Wav(path, file)
                }
            };
            if answer.send((root, come)).is_err() {
                return;
            }
            wake.request_repaint();
        }
    };
    std::thread::Builder::new().name("sounds".to_owned()).spawn(work).ok()?;
    Some((ask, come))
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn read(root: &Path, path: &str) -> Result<Vec<u8>> {
    let file = resolve_inside(&OsFs, root, &PackPath::parse(path)?)?;
    let failed = |error| Error::io("Couldn’t read the sound", &file, error);
    let size = std::fs::metadata(&file).map_err(failed)?.len();
    if size > sound::MAX_FILE as u64 {
        return Err(Error::new(ErrorKind::Refused, format!("It has {} MB; at most 100 MB can be opened", size >> 20)));
    }
    std::fs::read(&file).map_err(failed)
}

/// A WAV of the sound, in a file of its own.
fn decoded(root: &Path, path: &str) -> Result<PathBuf> {
    let wav = sound::wav(name_of(path), &read(root, path)?)?;
    let file = std::env::temp_dir().join(format!("tablewright-{}.wav", uuid::Uuid::new_v4()));
    std::fs::write(&file, wav).map_err(|error| Error::io("Couldn’t keep the sound while it is played", &file, error))?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let tone: Vec<i16> = (0..8000).map(|at| (at % 80) * 200 - 8000).collect();
        std::fs::write(folder.path().join("a.wav"), sound::wav_of(&tone, 1, 16_000)).expect("writable");
        std::fs::write(folder.path().join("b.wav"), "no sound").expect("writable");
        folder
    }

    fn settled(sounds: &mut Sounds, root: &Path, path: &str) -> Known {
        loop {
            match sounds.get(root, path, &Context::default()) {
                Known::Reading => std::thread::yield_now(),
                known => return known,
            }
        }
    }

    #[test]
    fn lengths_come_from_a_thread_and_what_is_no_sound_says_so() {
        let (folder, mut sounds) = (pack(), Sounds::default());
        let Known::Sound(facts) = settled(&mut sounds, folder.path(), "a.wav") else { panic!("a sound") };
        assert!((facts.seconds - 0.5).abs() < 0.01);
        for (path, words) in [("b.wav", "no WAV"), ("none.wav", "not there"), ("../x.wav", "leads out")] {
            let Known::Failed(why) = settled(&mut sounds, folder.path(), path) else { panic!("{path} is a sound") };
            assert!(why.contains(words), "{path}: {why}");
        }
    }

    #[test]
    fn a_machine_without_a_player_says_what_to_install() {
        let error = Player::find(Some(std::ffi::OsStr::new("/nowhere"))).expect_err("there is none");
        assert!(error.to_string().contains("alsa-utils"), "{error}");
    }

    #[cfg(all(unix, not(target_os = "macos")))]
    #[test]
    fn a_player_is_found_by_its_name() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("aplay"), "").expect("writable");
        let player = Player::find(Some(folder.path().as_os_str())).expect("it is there");
        assert_eq!((player.program, player.before), (folder.path().join("aplay"), &["-q"][..]));
    }

    #[test]
    fn what_is_decoded_is_a_wav_that_goes_again() {
        let folder = pack();
        let file = decoded(folder.path(), "a.wav").expect("a sound");
        assert!(Facts::of("x.wav", &std::fs::read(&file).expect("it is there")).is_ok());
        std::fs::remove_file(file).expect("it was there");
        assert!(decoded(folder.path(), "b.wav").is_err());
    }
}
