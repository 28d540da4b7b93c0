//! The pages of a PDF as pictures, by the renderer of the system.
//!
//! Poppler's `pdftoppm` draws them; one process for the whole document writes page after page, each is packed as it comes,
//! and no more than one is held unpacked. The process is ended where the person cancels or a limit is passed.

use super::{MAX_FINISHED, MAX_PAGES, MAX_PDF, refused};
use crate::error::{Error, ErrorKind, Result};
use crate::job::Watch;
use crate::media::webp;
use crate::pack::Content;
use image::{DynamicImage, RgbImage};
use std::io::{BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// The longer side of a page, in pixels: legible on a phone (manifest reference, the example of `rules`).
pub const PAGE_SIDE: u32 = 1600;
/// How well pages are kept, of 100; the first at which a document fits is taken.
const QUALITIES: [f32; 3] = [80.0, 60.0, 35.0];
/// A page that takes longer is given up.
const PATIENCE: Duration = Duration::from_secs(120);

/// One page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The file, WebP.
    pub bytes: Vec<u8>,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

/// The pages of a PDF, as well kept as they fit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rendered {
    /// The pages in their order.
    pub pages: Vec<Page>,
    /// Whether they are kept less well than usual, to fit.
    pub coarser: bool,
}

/// What draws PDFs on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renderer {
    program: std::path::PathBuf,
}

impl Renderer {
    /// Looks for `pdftoppm` in the folders of `path`, as the variable `PATH` has them.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where it is not installed, with what to install.
    pub fn find(path: Option<&std::ffi::OsStr>) -> Result<Self> {
        let name = if cfg!(windows) { "pdftoppm.exe" } else { "pdftoppm" };
        let folders = path.map(std::env::split_paths).into_iter().flatten();
        let found = folders.map(|folder| folder.join(name)).find(|program| program.is_file());
        found.map(|program| Self { program }).ok_or_else(|| {
            Error::new(ErrorKind::NotFound, "PDFs are drawn by Poppler, which is not installed")
                .hint("Install the package poppler-utils (on macOS: brew install poppler), or add the rules as a link.")
        })
    }

    /// Draws all pages of a PDF.
    ///
    /// # Errors
    /// Refused where the file or its number of pages is more than the document allows or the pages do not fit however
    /// coarse, [`ErrorKind::Format`] where it is no PDF or cannot be drawn, and where the person cancels.
    pub fn render(&self, bytes: &[u8], watch: &dyn Watch) -> Result<Rendered> {
        check(bytes)?;
        let file = scratch(bytes)?;
        let drawn = self.draw(&file.0, watch);
        drop(file);
        fitted(drawn?)
    }

    fn draw(&self, file: &Path, watch: &dyn Watch) -> Result<Vec<[Page; QUALITIES.len()]>> {
        let mut command = Command::new(&self.program);
        // One page more than is allowed tells that there are too many.
        command.args(["-scale-to", &PAGE_SIDE.to_string(), "-l", &(MAX_PAGES + 1).to_string()]).arg(file);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child =
            Ended(command.spawn().map_err(|e| Error::io("Couldn't start the program that draws PDFs", &self.program, e))?);
        let (pages, words) = (child.0.stdout.take(), child.0.stderr.take());
        let (send, come) = sync_channel::<std::io::Result<RgbImage>>(1);
        let read = std::thread::spawn(move || {
            let Some(pages) = pages else { return };
            let mut pages = BufReader::new(pages);
            while let Some(page) = next_page(&mut pages).transpose() {
                let broken = page.is_err();
                if send.send(page).is_err() || broken {
                    return;
                }
            }
        });
        let complaint = std::thread::spawn(move || {
            let mut said = Vec::new();
            // What cannot be read is not told.
            words.map(|words| words.take(4096).read_to_end(&mut said)).transpose().ok();
            String::from_utf8_lossy(&said).into_owned()
        });
        let packed = pack(&come, watch);
        if packed.is_err() {
            // Nobody reads on: the threads end with the process.
            child.0.kill().ok();
        }
        drop(come);
        read.join().ok();
        let complaint = complaint.join().unwrap_or_default();
        let ended = child.0.wait().is_ok_and(|status| status.success());
        let pages = packed?;
        if pages.is_empty() || !ended {
            return Err(cannot_draw(&complaint));
        }
        Ok(pages)
    }
}

/// Ends its process when it is dropped.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// A file that is removed when it is dropped.
struct Scratch(std::path::PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).ok();
    }
}

fn scratch(bytes: &[u8]) -> Result<Scratch> {
    let file = std::env::temp_dir().join(format!("tablewright-{}.pdf", uuid::Uuid::new_v4()));
    let scratch = Scratch(file);
    std::fs::write(&scratch.0, bytes).map_err(|e| Error::io("Couldn't keep the PDF while it is drawn", &scratch.0, e))?;
    Ok(scratch)
}

fn check(bytes: &[u8]) -> Result<()> {
    if Content::of(bytes) != Some(Content::Pdf) {
        return Err(Error::new(ErrorKind::Format, "This is no PDF").hint("Save it as PDF first."));
    }
    if bytes.len() > MAX_PDF {
        let size = bytes.len().div_ceil(1 << 20);
        return Err(refused(format!("The PDF has {size} MB; at most 20 MB can be taken")).hint(ELSEWHERE));
    }
    Ok(())
}

const ELSEWHERE: &str = "Put it on a host for files and add it as a link.";

fn pack(come: &Receiver<std::io::Result<RgbImage>>, watch: &dyn Watch) -> Result<Vec<[Page; QUALITIES.len()]>> {
    let mut pages = Vec::new();
    let mut since = Instant::now();
    loop {
        watch.check()?;
        let page = match come.recv_timeout(Duration::from_millis(100)) {
            Ok(page) => page.map_err(|error| cannot_draw(&error.to_string()))?,
            Err(RecvTimeoutError::Disconnected) => return Ok(pages),
            Err(RecvTimeoutError::Timeout) if since.elapsed() > PATIENCE => {
                return Err(cannot_draw(&format!("page {} takes longer than two minutes", pages.len() + 1)));
            }
            Err(RecvTimeoutError::Timeout) => continue,
        };
        if pages.len() == MAX_PAGES {
            return Err(refused("The PDF has more than 120 pages").hint(ELSEWHERE));
        }
        let (width, height) = page.dimensions();
        let page = DynamicImage::ImageRgb8(page).into_rgba8();
        let mut packed = Vec::with_capacity(QUALITIES.len());
        for quality in QUALITIES {
            packed.push(Page { bytes: webp(&page, quality)?, width, height });
        }
        pages.extend(<[Page; QUALITIES.len()]>::try_from(packed).ok());
        since = Instant::now();
        watch.progress("Draw the pages", pages.len() as u64, 0);
    }
}

/// The best kept pages that fit.
fn fitted(pages: Vec<[Page; QUALITIES.len()]>) -> Result<Rendered> {
    let bytes = |at: usize| pages.iter().map(|page| page[at].bytes.len()).sum::<usize>();
    let Some(at) = (0..QUALITIES.len()).find(|at| bytes(*at) <= MAX_FINISHED) else {
        let size = bytes(QUALITIES.len() - 1).div_ceil(1_000_000);
        let what = format!("The pages have {size} MB in all; a finished document may have 10 MB");
        return Err(refused(what).hint(ELSEWHERE));
    };
    let pages = pages.into_iter().filter_map(|page| page.into_iter().nth(at)).collect();
    Ok(Rendered { pages, coarser: at > 0 })
}

fn cannot_draw(why: &str) -> Error {
    let why = why.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("the program that draws it gave no page");
    let hint = if why.to_lowercase().contains("password") {
        "Save it without a password first."
    } else {
        "Open it in another program and save it anew, then try again."
    };
    let why: String = why.chars().take(200).collect();
    Error::new(ErrorKind::Format, format!("The PDF can’t be drawn: {}", why.trim_end_matches('.'))).hint(hint)
}

/// The next picture of a row of PPM pictures of 8 bits; `None` at their end.
fn next_page(from: &mut impl Read) -> std::io::Result<Option<RgbImage>> {
    let broken = || std::io::Error::from(std::io::ErrorKind::InvalidData);
    let mut magic = [0; 2];
    if from.read(&mut magic[..1])? == 0 {
        return Ok(None);
    }
    from.read_exact(&mut magic[1..])?;
    let (width, height, most) = (number(from)?, number(from)?, number(from)?);
    // A page that is asked for at this size has no larger side.
    let side = 1..=PAGE_SIDE + 1;
    if magic != *b"P6" || most != 255 || !side.contains(&width) || !side.contains(&height) {
        return Err(broken());
    }
    let mut pixels = vec![0; (width * height * 3) as usize];
    from.read_exact(&mut pixels)?;
    RgbImage::from_raw(width, height, pixels).map(Some).ok_or_else(broken)
}

/// A number between white space, of which one byte after it is taken.
fn number(from: &mut impl Read) -> std::io::Result<u32> {
    let mut number = None;
    loop {
        let mut byte = [0];
        from.read_exact(&mut byte)?;
        match byte[0] {
            digit @ b'0'..=b'9' => {
                let next = number.unwrap_or(0_u32).checked_mul(10).and_then(|n| n.checked_add(u32::from(digit - b'0')));
                number = Some(next.ok_or(std::io::ErrorKind::InvalidData)?);
            }
            b' ' | b'\n' | b'\r' | b'\t' => {
                if let Some(number) = number {
                    return Ok(number);
                }
            }
            _ => return Err(std::io::ErrorKind::InvalidData.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Quiet;
    use std::fmt::Write as _;

    /// A PDF of so many pages of half a postcard, each with a bar across it and its number of bars.
    pub(crate) fn pdf(pages: usize) -> Vec<u8> {
        let mut objects = vec![
            "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
            format!(
                "<</Type/Pages/Count {pages}/Kids[{}]>>",
                (0..pages).fold(String::new(), |mut kids, at| {
                    write!(kids, "{} 0 R ", 3 + at * 2).unwrap();
                    kids
                })
            ),
        ];
        for at in 0..pages {
            objects.push(format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 200]/Contents {} 0 R>>", 4 + at * 2));
            let draw = format!("1 0 0 rg 10 {} 80 20 re f", 10 + at % 8 * 20);
            objects.push(format!("<</Length {}>>\nstream\n{draw}\nendstream", draw.len()));
        }
        let mut file = "%PDF-1.4\n".to_owned();
        let mut places = Vec::new();
        for (at, object) in objects.iter().enumerate() {
            places.push(file.len());
            write!(file, "{} 0 obj\n{object}\nendobj\n", at + 1).unwrap();
        }
        let start = file.len();
        write!(file, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).unwrap();
        for place in places {
            writeln!(file, "{place:010} 00000 n ").unwrap();
        }
        write!(file, "trailer\n<</Size {}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1).unwrap();
        file.into_bytes()
    }

    /// The renderer, where it is installed; a machine without it says so and tests what is left.
    fn renderer() -> Option<Renderer> {
        let found = Renderer::find(std::env::var_os("PATH").as_deref());
        if let Err(error) = &found {
            eprintln!("not drawn here: {error}");
        }
        found.ok()
    }

    #[test]
    fn pages_are_drawn_with_their_sizes() {
        let Some(renderer) = renderer() else { return };
        let rendered = renderer.render(&pdf(3), &Quiet).unwrap();
        assert_eq!((rendered.pages.len(), rendered.coarser), (3, false));
        for page in &rendered.pages {
            assert_eq!((page.width, page.height), (800, 1600));
            let facts = crate::media::Facts::of(&page.bytes).unwrap();
            assert_eq!((facts.width, facts.height), (800, 1600));
        }
        let red = |page: &Page| {
            let raster = crate::media::open("page.webp", &page.bytes).unwrap();
            (0..10).position(|at| raster.pixels.get_pixel(400, 1600 - (10 + at * 20 + 10) * 8).0[1] < 90)
        };
        assert_eq!(rendered.pages.iter().map(red).collect::<Vec<_>>(), [Some(0), Some(1), Some(2)], "in their order");
    }

    #[test]
    fn limits_hold_on_both_sides() {
        assert!(check(&pdf(1)).is_ok());
        let mut large = pdf(1);
        large.resize(MAX_PDF, 0);
        assert!(check(&large).is_ok());
        large.push(0);
        assert!(check(&large).unwrap_err().to_string().contains("as a link"));
        assert_eq!(check(b"\x89PNG\r\n\x1a\n").unwrap_err().kind(), ErrorKind::Format);
        let page = |bytes: usize| Page { bytes: vec![0; bytes], width: 1, height: 1 };
        let all = |best: usize, worst: usize| vec![[page(best), page(worst), page(worst)]];
        assert!(!fitted(all(MAX_FINISHED, 1)).unwrap().coarser);
        let coarse = fitted(all(MAX_FINISHED + 1, 7)).unwrap();
        assert_eq!((coarse.coarser, coarse.pages[0].bytes.len()), (true, 7));
        assert!(fitted(all(MAX_FINISHED + 1, MAX_FINISHED + 1)).unwrap_err().what().contains("10 MB"));
    }

    #[test]
    fn too_many_pages_broken_files_and_cancelling_end_the_work() {
        struct Impatient;
        impl Watch for Impatient {
            fn progress(&self, _what: &str, _done: u64, _total: u64) {}
            fn cancelled(&self) -> bool {
                true
            }
        }
        let Some(renderer) = renderer() else { return };
        assert_eq!(renderer.render(&pdf(1), &Impatient).unwrap_err().kind(), ErrorKind::Cancelled);
        let error = renderer.render(b"%PDF-1.4\nnothing\n", &Quiet).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Format, "{error}");
        let left: Vec<_> = std::fs::read_dir(std::env::temp_dir()).unwrap().flatten().map(|entry| entry.file_name()).collect();
        assert!(!left.is_empty() || cfg!(windows));
    }

    #[test]
    fn the_hundred_and_twenty_first_page_is_one_too_many() {
        // Pictures in the renderer's own form, as small as they can be.
        let page = b"P6\n1 1\n255\n\x01\x02\x03".to_vec();
        let packed = |count: usize| {
            let (send, come) = sync_channel(1);
            let bytes = page.repeat(count);
            std::thread::spawn(move || {
                let mut from = &bytes[..];
                while let Some(page) = next_page(&mut from).transpose() {
                    if send.send(page).is_err() {
                        return;
                    }
                }
            });
            pack(&come, &Quiet)
        };
        assert_eq!(packed(MAX_PAGES).unwrap().len(), MAX_PAGES);
        assert!(packed(MAX_PAGES + 1).unwrap_err().what().contains("120 pages"));
    }

    #[test]
    fn what_the_renderer_writes_is_not_believed() {
        let read = |bytes: &[u8]| next_page(&mut &bytes[..]);
        assert_eq!(read(b"P6\n2 1\n255\n\x01\x02\x03\x04\x05\x06").unwrap().unwrap().dimensions(), (2, 1));
        assert!(read(b"").unwrap().is_none());
        for bytes in [
            &b"P5\n2 1\n255\n\x01\x02"[..],
            b"P6\n2 1\n255\n\x01",
            b"P6\n99999 99999\n255\n",
            b"P6\n4294967296 1\n255\n",
            b"P6\n0 1\n255\n",
            b"P6\n2 1\n65535\n",
            b"P",
            b"P6 x",
        ] {
            assert!(read(bytes).is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn a_machine_without_a_renderer_says_what_to_install() {
        for path in [None, Some(std::ffi::OsStr::new("/nowhere:/nor/here"))] {
            let error = Renderer::find(path).unwrap_err();
            assert!(error.kind() == ErrorKind::NotFound && error.to_string().contains("poppler-utils"), "{error}");
        }
        assert!(cannot_draw("\nCommand Line Error: Incorrect password\n").to_string().contains("without a password"));
    }
}
