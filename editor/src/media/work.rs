//! What is done off the window's thread: reading and cutting pictures, drawing PDFs, and the steps that come of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tablewright_core::assets::{Memory, Pack, list, survey};
use tablewright_core::credits::{self, Answer, Origin, Signature};
use tablewright_core::edit::{FileEdit, Roots};
use tablewright_core::job::Watch;
use tablewright_core::json::Document;
use tablewright_core::media::listing::{self, Framed, Slot, Source};
use tablewright_core::media::{Crop, Raster, open, smaller};
use tablewright_core::pack::{FileOp, OsFs, PackPath, resolve_inside};
use tablewright_core::rulebook::pdf::Renderer;
use tablewright_core::rulebook::{self, New, change};
use tablewright_core::{Error, ErrorKind, Result, convert};

use super::{From, Loaded, Target};
use crate::clock::fresh_id;
use crate::session::{FileWork, Session};
use crate::viewport::{Arrangement, Camera, Composition, Marks, SceneModel, Still, Style};

/// The size of a picture of the scene, in pixels.
const CAPTURE: (u32, u32) = (2560, 1440);

/// What is kept of a picture beside what is cut from it.
#[derive(Debug, Clone)]
pub enum Kept {
    /// Its file becomes the original.
    File(Arc<[u8]>),
    /// The original is there.
    Original,
    /// There is no original.
    Nothing,
}

/// Where files are from, signed.
#[derive(Debug, Clone)]
pub struct Signed {
    /// The answer.
    pub answer: Answer,
    /// The signature.
    pub signature: Signature,
}

impl Signed {
    /// The change with the record of where its files are from.
    fn credit(this: Option<Self>, edit: FileEdit) -> FileEdit {
        match this {
            Some(Self { answer, signature }) => listing::credited(edit, answer, signature, fresh_id()),
            None => edit,
        }
    }
}

/// How a file of the pack is made better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Better {
    /// A smaller copy takes the place of a picture.
    Smaller,
    /// A `.glb` takes the place of a model.
    Convert,
}

/// The content that takes the place of a file.
#[derive(Debug)]
pub struct Replacement {
    /// The file.
    pub path: PackPath,
    /// Its path afterwards.
    pub to: PackPath,
    /// The content.
    pub bytes: Arc<[u8]>,
    /// What is written beside that.
    pub beside: Vec<FileOp>,
    /// What is said of it.
    pub said: String,
}

/// What a new rules document is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rules {
    /// Text that is written here.
    Text(String),
    /// A link.
    Link(String),
    /// A link to a video.
    Video(String),
    /// The pages of a PDF.
    Pdf(PathBuf),
}

/// Work that ends in one step of the history.
#[derive(Debug, Clone)]
pub enum Work {
    /// Put the window of a picture where it belongs.
    Place {
        /// What for.
        target: Target,
        /// The picture.
        raster: Arc<Raster>,
        /// What is kept of it, and what it is called.
        kept: Kept,
        /// Its name.
        name: String,
        /// The window.
        crop: Crop,
        /// Where it is from.
        signed: Option<Signed>,
    },
    /// Take an entry out of the gallery, with its files.
    TakeOutEntry(usize),
    /// Add a rules document.
    AddRules {
        /// What players see in the list.
        title: String,
        /// What it is.
        rules: Rules,
        /// Where it is from.
        signed: Option<Signed>,
    },
    /// Put another PDF in the place of a document's pages.
    ReplacePages(usize, PathBuf, Option<Signed>),
    /// Write another text for a rules document.
    WriteRules(usize, String),
    /// Give a rules document another id.
    RenameRules(usize, String),
    /// Take a rules document out, with its files.
    TakeOutRules(usize),
}

/// What work sees of the pack.
#[derive(Debug, Clone)]
pub struct Seen {
    /// The documents.
    pub roots: Roots,
    /// The folder.
    pub root: PathBuf,
}

impl Seen {
    /// The pack as it is now.
    pub fn of(session: &Session) -> Self {
        Self { roots: session.history().roots().clone(), root: session.root().to_path_buf() }
    }

    fn manifest(&self) -> Result<&Document> {
        self.roots.manifest.as_ref().ok_or_else(|| {
            Error::new(ErrorKind::Refused, "The manifest can’t be read, so it can’t be changed")
                .hint("Mend it as Problems shows it, then try again.")
        })
    }

    fn files(&self, watch: &dyn Watch) -> Result<Vec<PackPath>> {
        Ok(list(&OsFs, &self.root, watch)?.files.into_iter().map(|file| file.path).collect())
    }

    fn read(&self, path: &PackPath) -> Result<Vec<u8>> {
        read(&resolve_inside(&OsFs, &self.root, path)?)
    }
}

/// Reads a file that is not too large to be opened.
fn read(file: &Path) -> Result<Vec<u8>> {
    let failed = |error| Error::io("Couldn’t read the file", file, error);
    let size = std::fs::metadata(file).map_err(failed)?.len();
    if size > tablewright_core::media::MAX_FILE as u64 {
        return Err(Error::new(ErrorKind::Refused, format!("The file has {} MB; at most 100 MB can be opened", size >> 20))
            .at(file)
            .hint("Choose a smaller one."));
    }
    std::fs::read(file).map_err(failed)
}

fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

impl Work {
    /// What it is called while it runs.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Place { .. } => "Cutting the picture",
            Self::AddRules { rules: Rules::Pdf(_), .. } | Self::ReplacePages(..) => "Drawing the PDF",
            Self::TakeOutEntry(_) | Self::TakeOutRules(_) => "Taking it out",
            Self::AddRules { .. } | Self::WriteRules(..) | Self::RenameRules(..) => "Writing the rules",
        }
    }

    /// Makes the step.
    ///
    /// # Errors
    /// What the parts say, each in words for a person.
    pub fn run(self, seen: &Seen, watch: &dyn Watch) -> Result<FileWork> {
        let manifest = seen.manifest()?;
        let files = seen.files(watch)?;
        let (edit, said) = match self {
            Self::Place { target, raster, kept, name, crop, signed } => {
                let (edit, said) = match target {
                    Target::Listing(slot) => {
                        let source = match kept {
                            Kept::File(bytes) => Source::Chosen { name, bytes },
                            Kept::Original => Source::Original,
                            Kept::Nothing => Source::Published,
                        };
                        let framed = Framed { source, raster: &raster, crop, credit: None };
                        let said = if slot == Slot::Cover { "The cover is set." } else { "The picture is in the gallery." };
                        (listing::place(manifest, slot, &framed, &files)?, said)
                    }
                    Target::RulesCover(index) => (change::set_cover(manifest, index, &raster, crop)?, "The cover is set."),
                };
                (Signed::credit(signed, edit), said)
            }
            Self::TakeOutEntry(index) => (listing::take_out(manifest, index, &files)?, "It is out of the gallery."),
            Self::AddRules { title, rules, signed } => {
                let new = New { manifest, title: &title, files: &files };
                let edit = match rules {
                    Rules::Text(text) => new.markdown(&text)?,
                    Rules::Link(url) => new.link(&url)?,
                    Rules::Video(link) => new.video(&link)?,
                    Rules::Pdf(file) => {
                        rulebook::check_room(manifest)?;
                        let pdf = read(&file)?;
                        new.pages(renderer()?.render(&pdf, watch)?, &pdf, &name_of(&file))?
                    }
                };
                (Signed::credit(signed, edit), "The rules document is added.")
            }
            Self::ReplacePages(index, file, signed) => {
                let pdf = read(&file)?;
                let rendered = renderer()?.render(&pdf, watch)?;
                let edit = change::set_pages(manifest, index, rendered, &pdf, &name_of(&file), &files)?;
                (Signed::credit(signed, edit), "The pages are new.")
            }
            Self::WriteRules(index, text) => (change::set_text(manifest, index, &text)?, ""),
            Self::RenameRules(index, id) => {
                let mut memory = Memory::default();
                let found = survey(&OsFs, &seen.root, &seen.roots, &mut memory, watch)?;
                let pack = Pack { fs: &OsFs, root: &seen.root, roots: &seen.roots, survey: &found, memory: &memory };
                let plan = change::rename(&pack, index, &id)?;
                return Ok(FileWork::of_plan(format!("Give the rules the ID {id}"), plan));
            }
            Self::TakeOutRules(index) => (change::take_out(manifest, index, &files)?, "The rules document is taken out."),
        };
        watch.check()?;
        let told: Vec<&str> =
            std::iter::once(said).chain(edit.told.iter().map(String::as_str)).filter(|s| !s.is_empty()).collect();
        let said = told.join(" ");
        Ok(FileWork::of_edit(edit).saying(said))
    }
}

fn renderer() -> Result<Renderer> {
    Renderer::find(std::env::var_os("PATH").as_deref())
}

/// A picture of the scene to be taken.
pub struct Capture {
    /// The scene as it is shown.
    pub model: Arc<SceneModel>,
    /// From where it is seen; without one everything is in sight.
    pub camera: Option<Camera>,
    /// Its colours.
    pub style: Style,
}

impl Capture {
    /// Takes it.
    ///
    /// # Errors
    /// Where nothing can be drawn.
    fn take(&self, watch: &dyn Watch) -> Result<(Raster, Arc<[u8]>)> {
        let still = Still { title: String::new(), model: &self.model, marked: &[] };
        let composition = Composition {
            stills: &[still],
            arrangement: Arrangement::SideBySide,
            cameras: self.camera.as_slice(),
            size: CAPTURE,
            style: self.style,
            marks: Marks { snap: false, ..Marks::default() },
            named: false,
        };
        let drawn = composition.draw(watch)?;
        let mut file = std::io::Cursor::new(Vec::new());
        drawn
            .picture
            .write_to(&mut file, image::ImageFormat::Png)
            .map_err(|error| Error::new(ErrorKind::Refused, format!("The picture of the scene couldn’t be kept: {error}")))?;
        let bytes: Arc<[u8]> = file.into_inner().into();
        let mut raster = open("scene.png", &bytes)?;
        raster.notes = drawn
            .problems
            .iter()
            .take(3)
            .map(|problem| format!("{} is shown as a placeholder: {}.", problem.path, problem.why))
            .collect();
        Ok((raster, bytes))
    }
}

/// Reads a picture for the crop tool. `capture` takes one of the scene.
///
/// # Errors
/// Where it cannot be read, is no picture, or is too large; each in words for a person.
pub fn load(seen: &Seen, target: Target, from: &From, capture: Option<&Capture>, watch: &dyn Watch) -> Result<Loaded> {
    let manifest = seen.manifest()?;
    let fresh = |raster: Raster, bytes: Arc<[u8]>, name: String, origin| Loaded {
        crop: Crop::largest(raster.size(), target.aspect()),
        raster: Arc::new(raster),
        kept: Kept::File(bytes),
        name,
        only_tighter: false,
        origin,
        asks_origin: true,
    };
    match from {
        From::File(file) => {
            let bytes: Arc<[u8]> = read(file)?.into();
            let name = name_of(file);
            Ok(fresh(open(&name, &bytes)?, bytes, name, None))
        }
        From::Pack(path) => {
            let path = PackPath::parse(path)?;
            let bytes: Arc<[u8]> = seen.read(&path)?.into();
            let said = credits::records(manifest).find(|record| record.paths().any(|(_, other)| other == path.as_str()));
            let said = said.filter(|record| record.origin().is_some()).map(|record| {
                let name = record.signed().map(|signed| signed.name).unwrap_or_default();
                (record.answer(), name)
            });
            Ok(fresh(open(path.name(), &bytes)?, bytes, path.name().to_owned(), said))
        }
        From::Scene => {
            let capture = capture.ok_or_else(|| {
                Error::new(ErrorKind::Refused, "There is no view of the scene to take a picture of")
                    .hint("Mend the scene as Problems shows it, then try again.")
            })?;
            let (raster, bytes) = capture.take(watch)?;
            Ok(fresh(raster, bytes, "scene.png".to_owned(), Some((Answer::new(Origin::OwnWork), String::new()))))
        }
        From::Again => {
            let nothing = || Error::new(ErrorKind::NotFound, "There is no picture to cut again").hint("Choose one.");
            let files = seen.files(watch)?;
            let (path, crop, only_tighter) = match target {
                Target::Listing(slot) => {
                    let again = listing::again(manifest, slot, &files).ok_or_else(nothing)?;
                    (again.path, again.crop, again.only_tighter)
                }
                Target::RulesCover(index) => (rulebook::entry(manifest, index)?.cover().ok_or_else(nothing)?, Crop::WHOLE, true),
            };
            let bytes = seen.read(&path)?;
            let raster = open(path.name(), &bytes)?;
            let crop = crop.fitted(raster.size(), target.aspect());
            let kept = if only_tighter { Kept::Nothing } else { Kept::Original };
            let name = path.as_str().to_owned();
            Ok(Loaded { raster: Arc::new(raster), kept, name, crop, only_tighter, origin: None, asks_origin: false })
        }
    }
}

/// The text of a rules document, for the one who writes it.
///
/// # Errors
/// Where it cannot be read, or is no text.
pub fn text_of(seen: &Seen, index: usize) -> Result<String> {
    let document = rulebook::entry(seen.manifest()?, index)?;
    let path = document.path().ok_or_else(|| Error::new(ErrorKind::Refused, "This document names no file of the pack"))?;
    let file = resolve_inside(&OsFs, &seen.root, &path)?;
    if !file.exists() {
        // One that is not there yet begins empty.
        return Ok(String::new());
    }
    String::from_utf8(read(&file)?).map_err(|_| {
        Error::new(ErrorKind::Format, format!("“{path}” is no text in UTF-8")).hint("Save it as UTF-8 in a text editor.")
    })
}

/// Makes what takes the place of a file of the pack.
///
/// # Errors
/// Refused where it is good as it is, and what reading and converting refuse.
pub fn better(seen: &Seen, better: Better, path: &str) -> Result<Replacement> {
    let path = PackPath::parse(path)?;
    let bytes = seen.read(&path)?;
    let text = path.as_str();
    let stem = text.rsplit_once('.').map_or(text, |(stem, _)| stem);
    match better {
        Better::Smaller => {
            let raster = open(path.name(), &bytes)?;
            let copy = smaller(&raster, bytes.len())?.ok_or_else(|| {
                Error::new(ErrorKind::Refused, format!("“{path}” is packed well already: a copy would hardly be smaller"))
            })?;
            let said = format!(
                "{} has {:.1} KB now, {} × {} pixels.",
                path.name(),
                copy.bytes.len() as f64 / 1e3,
                copy.width,
                copy.height
            );
            let kept = PackPath::parse(&format!("originals/{path}"))?;
            let beside = vec![FileOp::Write { path: kept, bytes: bytes.into() }];
            Ok(Replacement { to: PackPath::parse(&format!("{stem}.webp"))?, path, bytes: copy.bytes.into(), beside, said })
        }
        Better::Convert => {
            let folder = path.parent();
            let beside = |part: &str| -> Option<Arc<[u8]>> {
                let inside = convert::beside(folder.as_ref(), part)?;
                Some(seen.read(&inside).ok()?.into())
            };
            let made = convert::model(path.name(), &bytes, &beside)?;
            let said = std::iter::once(format!("{} is a .glb now.", path.name())).chain(made.notes).collect::<Vec<_>>().join(" ");
            let to = PackPath::parse(&format!("{stem}.glb"))?;
            Ok(Replacement { to, path, bytes: made.glb.into(), beside: Vec::new(), said })
        }
    }
}
