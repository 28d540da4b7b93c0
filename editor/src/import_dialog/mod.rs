//! *Where is this from?*: the question that is asked before a file comes into a pack, and again where a record is to say
//! something else.
//!
//! - [`sheet`]: what the dialog is about and what was answered; [`draft`]: one answer in the making
//! - [`files`]: the left side, where each file will go; [`question`]: the right side; [`thumbnails`]: small pictures
//!
//! Nothing here reads a disk or changes a pack: the dialog ends with a [`Decision`] that the window carries out.

mod draft;
mod files;
mod question;
mod sheet;
mod thumbnails;

use egui::{Context, Rect, RichText, Ui, UiBuilder, pos2};
use tablewright_core::credits::import::Plan;
use tablewright_core::credits::{Answer, Entry, Origin, terms};

use crate::clock::instant;
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, mono_small, small, strong};
use crate::widgets::{Button, Dialog, DialogEnd};

pub use sheet::{Decision, pasted_paths};
use sheet::{Sheet, Subject};
use thumbnails::Thumbnails;

/// The dialog's size, in points.
const WIDTH: f32 = 1048.0;
const HEIGHT: f32 = 656.0;
/// The width of the list of files.
const LIST: f32 = 312.0;

/// What the question is asked about.
#[derive(Debug, Clone)]
pub enum Ask {
    /// Files of the pack that no record names.
    Files(Vec<String>),
    /// A record that is to say something else.
    Record(Box<Entry>),
    /// Records that say the same, to be signed as one.
    Merge(Vec<Entry>),
}

/// The dialog while it is open, and what was answered last.
#[derive(Default)]
pub struct ImportDialog {
    sheet: Option<Sheet>,
    last: Option<Answer>,
}

/// What came of the dialog in this frame.
#[derive(Default)]
pub struct Outcome {
    /// It was confirmed.
    pub decided: Option<Decision>,
    /// The page that explains it is wanted.
    pub help: bool,
}

impl ImportDialog {
    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.sheet.is_some()
    }

    /// Closes it; nothing is imported.
    pub fn close(&mut self) {
        self.sheet = None;
    }

    /// Asks about files from outside.
    pub fn import(&mut self, ctx: &Context, plan: Plan) {
        let thumbnails = Thumbnails::start(ctx, &plan);
        let mut sheet = Sheet::import(Box::new(plan));
        sheet.thumbnails = Some(thumbnails);
        self.sheet = Some(sheet);
    }

    /// Asks about what is in the pack already.
    pub fn ask(&mut self, ask: Ask) {
        self.sheet = match ask {
            Ask::Files(paths) => Some(Sheet::files(paths)),
            Ask::Record(entry) => Some(Sheet::record(&entry)),
            Ask::Merge(entries) => Sheet::merge(&entries.iter().collect::<Vec<_>>()),
        };
    }

    /// Draws it while it is open.
    pub fn show(&mut self, ctx: &Context) -> Outcome {
        let mut outcome = Outcome::default();
        let Some(sheet) = &mut self.sheet else { return outcome };
        if let Some(thumbnails) = &mut sheet.thumbnails {
            thumbnails.take(ctx);
        }
        let words = Words::of(sheet);
        let lacks = sheet.lacks(&instant());
        let offer = self.last.as_ref().filter(|last| sheet.is_open() && **last != sheet.draft().answer);
        let offer = offer.map(|last| format!("Use the last answer: {}", draft::in_short(last)));
        let height = HEIGHT - METRICS.dialog_header - METRICS.dialog_footer - 4.0;
        let mut reads_terms = false;
        let response = Dialog::new(words.title)
            .width(WIDTH)
            .body_height(height)
            .still()
            .help()
            .aside(offer.as_deref().map(|words| (Icon::History, words)))
            .main(&words.main, lacks.as_deref())
            .cancel(Some(words.cancel))
            .keep_on_enter()
            .show_with_foot(ctx, |ui| body(ui, sheet), |ui| reads_terms = foot(ui, words.foot));
        if response.aside
            && let Some(last) = &self.last
        {
            sheet.take_last(last);
        }
        outcome.help = response.help;
        if reads_terms {
            sheet.shows_terms = true;
        }
        if sheet.shows_terms {
            sheet.shows_terms = terms_sheet(ctx);
        }
        match response.end {
            Some(DialogEnd::Confirm) => {
                if let Some(sheet) = self.sheet.take() {
                    let (decision, last) = sheet.decide();
                    self.last = Some(last);
                    outcome.decided = Some(decision);
                }
            }
            Some(_) => self.sheet = None,
            None => {}
        }
        outcome
    }
}

/// What the frame of the dialog says.
struct Words {
    title: &'static str,
    main: String,
    cancel: &'static str,
    foot: &'static str,
}

impl Words {
    fn of(sheet: &Sheet) -> Self {
        let files = match sheet.count() {
            1 => "1 file".to_owned(),
            count => format!("{count} files"),
        };
        let (title, main, cancel, foot) = match &sheet.subject {
            Subject::Import(_) => {
                let foot = "Nothing is copied into the pack until you answer.";
                ("Where is this from?", format!("Import {files}"), "Import nothing", foot)
            }
            Subject::Files(_) => ("Where is this from?", format!("Credit {files}"), "Cancel", "The files stay as they are."),
            Subject::Record { .. } => {
                let foot = "What a record says anew wants a new signature.";
                ("Edit the credit record", "Sign the record".to_owned(), "Cancel", foot)
            }
            Subject::Merge { indices, .. } => {
                let foot = "The signatures of the records before give way to yours.";
                ("Merge credit records", format!("Merge {} records", indices.len()), "Cancel", foot)
            }
        };
        Self { title, main, cancel, foot }
    }
}

fn body(ui: &mut Ui, sheet: &mut Sheet) {
    let room = ui.available_rect_before_wrap();
    let split = (room.left() + LIST).min(room.center().x);
    let left = Rect::from_min_max(room.min, pos2(split, room.bottom()));
    let right = Rect::from_min_max(pos2(split + 1.0, room.top()), room.max);
    let in_list = files::show(&mut ui.new_child(UiBuilder::new().id_salt("list").max_rect(left)), sheet);
    let t = Tokens::of(ui);
    ui.painter().vline(split + 0.5, room.y_range(), egui::Stroke::new(1.0, t.border_subtle));
    let mut side = ui.new_child(UiBuilder::new().id_salt("question side").max_rect(right));
    if sheet.count() == 0 {
        side.add_space(20.0);
        egui::Frame::new().inner_margin(egui::Margin::symmetric(24, 0)).show(&mut side, files::nothing);
        return;
    }
    let answered = question::show(&mut side, sheet);
    // What was typed is for the files that were selected while it was typed.
    match answered {
        Some(question::Did::Draft(draft)) => sheet.set_draft(&draft),
        Some(question::Did::Name(name)) => sheet.name = name,
        Some(question::Did::Separate) => sheet.set_separate(true),
        None => {}
    }
    match in_list {
        Some(files::Did::Select { item, more, range }) => select(sheet, item, more, range),
        Some(files::Did::LeaveOut(item)) => sheet.leave_out(item),
        Some(files::Did::Put(item, path)) => sheet.put(item, &path),
        Some(files::Did::Replace(item, on)) => sheet.set_replace(item, on),
        Some(files::Did::Separate(on)) => sheet.set_separate(on),
        None => {}
    }
}

/// Selects a file, as lists do: alone, with Ctrl beside the others, with Shift up to it.
fn select(sheet: &mut Sheet, item: usize, more: bool, range: bool) {
    match sheet.selected.first().copied().filter(|_| range) {
        Some(first) => sheet.selected.extend(first.min(item)..=first.max(item)),
        None if more && sheet.selected.contains(&item) && sheet.selected.len() > 1 => {
            sheet.selected.remove(&item);
        }
        None => {
            if !more {
                sheet.selected.clear();
            }
            sheet.selected.insert(item);
        }
    }
}

/// The left of the footer; whether the terms are to be read.
fn foot(ui: &mut Ui, words: &str) -> bool {
    let t = Tokens::of(ui);
    ui.spacing_mut().item_spacing.x = 4.0;
    ui.label(RichText::new(words).font(small()).color(t.text2));
    ui.label(RichText::new("Terms").font(small()).color(t.text2));
    ui.label(RichText::new(format!("{},", terms::CURRENT.version)).font(mono_small()).color(t.text2));
    ui.add(Button::link("read them")).clicked()
}

/// The terms in full; whether they stay open.
fn terms_sheet(ctx: &Context) -> bool {
    let response =
        Dialog::new("What signing says").meta(terms::CURRENT.version).width(560.0).main("Done", None).cancel(None).show(
            ctx,
            |ui| {
                let t = Tokens::of(ui);
                for origin in Origin::ALL {
                    ui.label(RichText::new(origin.label()).font(strong()).color(t.text));
                    let text = RichText::new(terms::CURRENT.text(origin)).font(small()).color(t.text2);
                    ui.add(egui::Label::new(text).wrap().selectable(true));
                }
                ui.add(egui::Label::new(RichText::new(terms::CURRENT.whose).font(small()).color(t.text3)).wrap());
            },
        );
    response.end.is_none()
}
