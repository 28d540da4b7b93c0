//! A long text laid out line by line: a line that is as it was is not laid out again, and a text that is as it was costs a look.

use std::hash::Hasher;
use std::sync::Arc;

use egui::text::{ByteIndex, LayoutJob, LayoutSection, TextFormat};
use egui::{Color32, Galley, Ui};
use rustc_hash::{FxHashMap, FxHasher};

use super::Part;
use crate::theme::{Tokens, mono};

/// How high a line is.
const LINE: f32 = 18.0;

/// A line of more bytes is broken to the width of the view: drawing a line draws all of it.
const LONG: usize = 1_000;

/// What is kept of a text between frames.
#[derive(Default)]
pub(super) struct Layout {
    known: Option<Known>,
}

struct Known {
    hash: u64,
    length: usize,
    width: f32,
    look: Look,
    whole: Arc<Galley>,
    lines: FxHashMap<u64, Arc<Galley>>,
}

/// What a layout depends on besides the text.
#[derive(Clone)]
struct Look {
    dark: bool,
    pixels_per_point: f32,
    /// A text that egui keeps as long as it keeps its glyphs: another one says that they have moved, and with them all that
    /// was laid out.
    probe: Arc<Galley>,
}

impl PartialEq for Look {
    fn eq(&self, other: &Self) -> bool {
        let same = self.dark == other.dark && self.pixels_per_point.total_cmp(&other.pixels_per_point).is_eq();
        same && Arc::ptr_eq(&self.probe, &other.probe)
    }
}

impl Layout {
    /// The text laid out; `parts` says how it is coloured, `width` where very long lines are broken.
    pub(super) fn of(&mut self, ui: &Ui, text: &str, parts: fn(&str) -> Vec<(Part, usize)>, width: f32) -> Arc<Galley> {
        let width = width.max(200.0).round();
        let t = Tokens::of(ui);
        let probe = LayoutJob::single_section("the glyphs".to_owned(), format(Part::Sign, t));
        let probe = ui.fonts_mut(|fonts| fonts.layout_job(probe));
        let look = Look { dark: t.dark, pixels_per_point: ui.ctx().pixels_per_point(), probe };
        let hash = hash(text.as_bytes(), &[]);
        if let Some(known) = &self.known
            && (known.hash, known.length, known.width.to_bits(), &known.look) == (hash, text.len(), width.to_bits(), &look)
        {
            return Arc::clone(&known.whole);
        }
        let old = self.known.take().filter(|known| known.look == look).map(|known| known.lines).unwrap_or_default();
        let mut lines = FxHashMap::default();
        let mut galleys = Vec::new();
        for (line, parts) in split(text, &parts(text)) {
            let width = if line.len() > LONG { width } else { f32::INFINITY };
            let key = self::hash(line.as_bytes(), &parts) ^ u64::from(width.to_bits());
            let galley = lines.entry(key).or_insert_with(|| match old.get(&key) {
                Some(galley) => Arc::clone(galley),
                None => ui.fonts_mut(|fonts| fonts.layout_job(job(line, &parts, width, t))),
            });
            galleys.push(Arc::clone(galley));
        }
        // The rows are laid out already; a job without any section would be taken for no text at all.
        let job = LayoutJob::single_section(text.to_owned(), format(Part::Sign, t));
        let whole = Arc::new(Galley::concat(Arc::new(job), &galleys, look.pixels_per_point));
        self.known = Some(Known { hash, length: text.len(), width, look, whole: Arc::clone(&whole), lines });
        whole
    }
}

fn hash(bytes: &[u8], parts: &[(Part, usize)]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    for (part, end) in parts {
        hasher.write_usize(*end);
        hasher.write_u8(*part as u8);
    }
    hasher.finish()
}

/// The lines of a text, each with its own parts, whose ends count from the line's start.
fn split<'t>(text: &'t str, parts: &[(Part, usize)]) -> Vec<(&'t str, Vec<(Part, usize)>)> {
    let mut lines = Vec::new();
    let (mut start, mut part) = (0, 0);
    for line in text.split('\n') {
        let end = start + line.len();
        let mut own = Vec::new();
        while let Some((kind, until)) = parts.get(part) {
            if (*until).min(end) > start {
                own.push((*kind, (*until).min(end) - start));
            }
            // A part that reaches over the line's end goes on in the next one.
            if *until > end {
                break;
            }
            part += 1;
        }
        lines.push((line, own));
        start = end + 1;
    }
    lines
}

fn format(part: Part, t: &Tokens) -> TextFormat {
    let color: Color32 = match part {
        Part::Key => t.text,
        Part::Text => t.text2,
        Part::Literal => t.accent,
        Part::Sign => t.text3,
    };
    TextFormat { line_height: Some(LINE), ..TextFormat::simple(mono(), color) }
}

fn job(line: &str, parts: &[(Part, usize)], width: f32, t: &Tokens) -> LayoutJob {
    let mut start = 0;
    let sections = parts.iter().map(|(part, end)| {
        let byte_range = ByteIndex(start)..ByteIndex(*end);
        start = *end;
        LayoutSection { leading_space: 0.0, byte_range, format: format(*part, t) }
    });
    let mut sections: Vec<LayoutSection> = sections.collect();
    if sections.is_empty() {
        // An empty line has the height of one all the same.
        sections.push(LayoutSection {
            leading_space: 0.0,
            byte_range: ByteIndex(0)..ByteIndex(0),
            format: format(Part::Sign, t),
        });
    }
    let mut job = LayoutJob { text: line.to_owned(), sections, ..LayoutJob::default() };
    job.wrap.max_width = width;
    job.wrap.break_anywhere = true;
    job
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::code::json_parts;

    #[test]
    fn lines_have_their_own_parts() {
        let text = "{\n \"a\": \"b\",\n\n 1}\n";
        let lines = split(text, &json_parts(text));
        let shown: Vec<String> = lines
            .iter()
            .map(|(line, parts)| {
                let mut start = 0;
                let pieces = parts.iter().map(|(part, end)| {
                    let piece = format!("{part:?}:{}", &line[start..*end]);
                    start = *end;
                    piece
                });
                let pieces: Vec<String> = pieces.collect();
                assert_eq!(start, line.len(), "{line:?}");
                pieces.join("|")
            })
            .collect();
        assert_eq!(shown, ["Sign:{", "Sign: |Key:\"a\"|Sign:: |Text:\"b\"|Sign:,", "", "Sign: |Literal:1|Sign:}", ""]);
    }

    #[test]
    fn what_stays_is_not_laid_out_again() {
        let ctx = egui::Context::default();
        crate::theme::install(&ctx, &crate::theme::Look::default());
        let mut layout = Layout::default();
        let mut seen: Vec<(Arc<Galley>, usize)> = Vec::new();
        let long = format!("[{}0]\n1", "0,".repeat(LONG));
        for text in ["{\n  \"a\": 1\n}\n", "{\n  \"a\": 1\n}\n", "{\n  \"a\": 12\n}\n", &long] {
            // The first pass of a context takes in its fonts.
            for _ in 0..2 {
                let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
                    let galley = layout.of(ui, text, json_parts, 400.0);
                    seen.push((galley, layout.known.as_ref().map_or(0, |known| known.lines.len())));
                });
                output.textures_delta.clear();
            }
        }
        let broken = &seen[7].0;
        assert!(broken.rows.len() > 10 && broken.rows.iter().filter(|row| row.ends_with_newline).count() == 1);
        assert!(broken.rect.width() <= 401.0, "{}", broken.rect.width());
        let last: Vec<&Arc<Galley>> = [1, 3, 5].map(|i| &seen[i].0).into();
        assert!(Arc::ptr_eq(last[0], last[1]), "the same text is the same layout");
        assert!(!Arc::ptr_eq(last[1], last[2]));
        assert_eq!(last[2].rows.len(), 4);
        assert_eq!(last[2].text(), "{\n  \"a\": 12\n}\n");
        assert!(!last[2].is_empty() && last[2].num_vertices > 0, "it is drawn");
        assert!(Arc::ptr_eq(&last[1].rows[0].row, &last[2].rows[0].row), "a line that stays is shared");
        let heights: Vec<f32> = last[2].rows.iter().map(|row| row.rect().height()).collect();
        assert!(heights.iter().all(|height| (height - LINE).abs() < 0.51), "{heights:?}");
    }
}
