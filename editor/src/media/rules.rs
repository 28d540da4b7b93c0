//! The dialogs of rules documents: adding one, writing its text, another PDF, another id.

use std::path::{Path, PathBuf};

use egui::{Context, RichText, Ui};
use tablewright_core::rulebook::pdf::Renderer;
use tablewright_core::rulebook::{self, Kind};

use super::origin::OriginForm;
use super::work::{Rules, Work};
use super::{Ask, ChosenFor};
use crate::icons::Icon;
use crate::session::Session;
use crate::theme::{METRICS, Tokens, small};
use crate::widgets::markdown::{MarkdownField, typed_markdown};
use crate::widgets::{Button, Dialog, DialogEnd, Edit, Field, TextField, Tone, hairline, note, segmented};

/// The width of the labels.
const LABELS: f32 = 72.0;
/// The kinds in the order in which they are offered.
const KINDS: [(Kind, &str); 4] = [(Kind::Markdown, "Text"), (Kind::Pages, "PDF"), (Kind::Link, "Link"), (Kind::Video, "Video")];
/// The name of the field that text is written in.
const TEXT: &str = "Text of the rules";

/// A dialog while it is open.
pub struct RulesDialog {
    sheet: Sheet,
    waiting: bool,
    failed: Option<String>,
}

enum Sheet {
    Add(Box<Add>),
    Write { index: usize, before: String, text: String },
    Pages { index: usize, pdf: Box<Pdf> },
    Rename { index: usize, id: String },
}

/// What a new document is made of, as far as it is known.
struct Add {
    kind: usize,
    title: String,
    text: String,
    link: String,
    pdf: Pdf,
    wants_title: bool,
}

/// A PDF, where it is from, and what is missing to draw it.
struct Pdf {
    path: String,
    origin: OriginForm,
    missing: Option<String>,
}

impl Pdf {
    fn new(session: &Session) -> Self {
        let missing = Renderer::find(std::env::var_os("PATH").as_deref()).err().map(|error| error.to_string());
        Self { path: String::new(), origin: OriginForm::new(session), missing }
    }

    fn blocked(&self, now: &str) -> Option<String> {
        if self.missing.is_some() {
            return Some("PDFs can’t be drawn on this machine".to_owned());
        }
        let file = Path::new(self.path.trim());
        if self.path.trim().is_empty() {
            return Some("Choose a PDF first".to_owned());
        }
        if !file.is_file() {
            return Some("There is no such file".to_owned());
        }
        self.origin.blocked(now)
    }

    fn ui(&mut self, ui: &mut Ui, asked: &mut Vec<Ask>) {
        let t = Tokens::of(ui);
        if let Some(missing) = &self.missing {
            note(ui, Tone::Warning, missing, "", None);
        }
        Field::new("File").form().label_width(LABELS).show(ui, |ui| {
            ui.horizontal(|ui| {
                let shown = self.path.clone();
                let width = (ui.available_width() - 104.0).max(80.0);
                let typed = TextField::new("PDF file", &shown).hint("Path of a PDF").form().mono().width(width).show(ui).0;
                if let Edit::Commit(text) | Edit::Preview(text) = typed {
                    self.path = text;
                }
                if ui.add(Button::control("Choose…").icon(Icon::FolderOpen).form()).clicked() {
                    asked.push(Ask::Choose(ChosenFor::Pdf));
                }
            });
        });
        let words = "Each page becomes a picture that a phone can read, and the PDF is there to download where both fit into 10 MB. \
                     A PDF may have 20 MB and 120 pages; put a larger one on a host for files and add it as a link.";
        ui.label(RichText::new(words).font(small()).color(t.text2));
        hairline(ui);
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            self.origin.show(ui);
        });
    }
}

impl RulesDialog {
    fn of(sheet: Sheet) -> Self {
        Self { sheet, waiting: false, failed: None }
    }

    /// Adding a document.
    pub fn add(session: &Session) -> Self {
        let (title, text, link) = (String::new(), String::new(), String::new());
        Self::of(Sheet::Add(Box::new(Add { kind: 0, title, text, link, pdf: Pdf::new(session), wants_title: true })))
    }

    /// Writing the text of a document.
    pub fn write(index: usize, text: String) -> Self {
        Self::of(Sheet::Write { index, before: text.clone(), text })
    }

    /// Another PDF for the pages of a document.
    pub fn pages(index: usize, session: &Session) -> Self {
        Self::of(Sheet::Pages { index, pdf: Box::new(Pdf::new(session)) })
    }

    /// Another id for a document.
    pub fn rename(index: usize, id: &str) -> Self {
        Self::of(Sheet::Rename { index, id: id.to_owned() })
    }

    /// A file was chosen in the system's dialog.
    pub(super) fn chose(&mut self, path: &Path) {
        let pdf = match &mut self.sheet {
            Sheet::Add(add) => {
                if add.title.trim().is_empty() {
                    add.title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                }
                &mut add.pdf
            }
            Sheet::Pages { pdf, .. } => pdf.as_mut(),
            Sheet::Write { .. } | Sheet::Rename { .. } => return,
        };
        pdf.path = path.display().to_string();
    }

    /// Work ended without its answer.
    pub(super) fn failed(&mut self, why: Option<String>) {
        self.waiting = false;
        self.failed = why;
    }

    /// Draws the dialog; whether it stays open.
    pub(super) fn show(&mut self, ctx: &Context, session: &Session, now: &str, asked: &mut Vec<Ask>) -> bool {
        let blocked = self.blocked(ctx, session, now);
        let Self { sheet, waiting, failed } = self;
        let dialog = match sheet {
            Sheet::Add(_) => Dialog::new("Add rules").width(640.0).main("Add", blocked.as_deref()).help(),
            Sheet::Write { .. } => {
                let height = 560.0 - METRICS.dialog_header - METRICS.dialog_footer;
                Dialog::new("Write the rules").width(920.0).body_height(height).main("Keep it", blocked.as_deref())
            }
            Sheet::Pages { .. } => Dialog::new("Replace the pages").width(640.0).main("Replace", blocked.as_deref()),
            Sheet::Rename { .. } => Dialog::new("Another ID").main("Rename", blocked.as_deref()),
        };
        let writes = matches!(sheet, Sheet::Write { .. } | Sheet::Add(_));
        let dialog = if writes { dialog.keep_on_enter() } else { dialog };
        let response = dialog.show(ctx, |ui| {
            if let Some(why) = failed {
                note(ui, Tone::Error, why, "", None);
            }
            match sheet {
                Sheet::Add(add) => add.ui(ui, asked),
                Sheet::Write { text, .. } => write_ui(ui, text),
                Sheet::Pages { pdf, .. } => pdf.ui(ui, asked),
                Sheet::Rename { id, .. } => rename_ui(ui, id),
            }
        });
        if response.help {
            asked.push(Ask::Guide);
        }
        match response.end {
            None => true,
            Some(DialogEnd::Confirm) => {
                asked.extend(sheet.work(ctx, now).map(|work| Ask::Do(Box::new(work))));
                (*waiting, *failed) = (true, None);
                true
            }
            Some(_) => false,
        }
    }

    fn blocked(&self, ctx: &Context, session: &Session, now: &str) -> Option<String> {
        if self.waiting {
            return Some("It is being made".to_owned());
        }
        match &self.sheet {
            Sheet::Add(add) => add.blocked(session, now),
            Sheet::Write { before, text, .. } => {
                let text = typed_markdown(ctx, TEXT).unwrap_or_else(|| text.clone());
                (text == *before).then(|| "Nothing is changed".to_owned())
            }
            Sheet::Pages { pdf, .. } => pdf.blocked(now),
            Sheet::Rename { id, .. } => rulebook::check_id(id.trim()).err().map(|error| error.what().to_owned()),
        }
    }
}

impl Sheet {
    /// What is to be done.
    fn work(&self, ctx: &Context, now: &str) -> Option<Work> {
        Some(match self {
            Self::Add(add) => add.work(ctx, now),
            Self::Write { index, text, .. } => {
                Work::WriteRules(*index, typed_markdown(ctx, TEXT).unwrap_or_else(|| text.clone()))
            }
            Self::Pages { index, pdf } => Work::ReplacePages(*index, PathBuf::from(pdf.path.trim()), pdf.origin.signed(now)),
            Self::Rename { index, id } => Work::RenameRules(*index, id.trim().to_owned()),
        })
    }
}

impl Add {
    fn kind(&self) -> Kind {
        KINDS[self.kind].0
    }

    fn blocked(&self, session: &Session, now: &str) -> Option<String> {
        let room = session.manifest().map(rulebook::check_room);
        if let Some(Err(error)) = room {
            return Some(error.what().to_owned());
        }
        if self.title.trim().is_empty() {
            return Some("It needs a title".to_owned());
        }
        match self.kind() {
            Kind::Markdown => None,
            Kind::Pages => self.pdf.blocked(now),
            Kind::Link if !self.link.trim().starts_with("https://") => Some("The link has to begin with https://".to_owned()),
            Kind::Video if tablewright_core::manifest::youtube_id(&self.link).is_none() => {
                Some("Paste a link to a video on YouTube".to_owned())
            }
            Kind::Link | Kind::Video => None,
        }
    }

    fn work(&self, ctx: &Context, now: &str) -> Work {
        let signed = if self.kind() == Kind::Pages { self.pdf.origin.signed(now) } else { None };
        let rules = match self.kind() {
            Kind::Markdown => Rules::Text(typed_markdown(ctx, TEXT).unwrap_or_else(|| self.text.clone())),
            Kind::Pages => Rules::Pdf(PathBuf::from(self.pdf.path.trim())),
            Kind::Link => Rules::Link(self.link.clone()),
            Kind::Video => Rules::Video(self.link.clone()),
        };
        Work::AddRules { title: self.title.clone(), rules, signed }
    }

    fn ui(&mut self, ui: &mut Ui, asked: &mut Vec<Ask>) {
        let words = KINDS.map(|(_, words)| words);
        if let Some(chosen) = segmented(ui, "Kind of rules", self.kind, &words) {
            self.kind = chosen;
        }
        let shown = self.title.clone();
        let typed = Field::new("Title").form().label_width(LABELS).show(ui, |ui| {
            let field = TextField::new("Title of the rules", &shown).form().hint("What players see in the list of rules");
            if std::mem::take(&mut self.wants_title) {
                let id = field.id(ui);
                ui.memory_mut(|memory| memory.request_focus(id));
            }
            field.show(ui).0
        });
        if let Edit::Commit(text) | Edit::Preview(text) = typed.inner {
            self.title = text;
        }
        match self.kind() {
            Kind::Markdown => write_ui(ui, &mut self.text),
            Kind::Pages => self.pdf.ui(ui, asked),
            Kind::Link => self.link_ui(
                ui,
                "https://",
                "Rules that are published elsewhere, or too big for a pack. Players see the site’s name and follow the link.",
            ),
            Kind::Video => self.link_ui(
                ui,
                "Link to a video on YouTube",
                "Nothing of it is loaded before a reader presses play. A cover of your own can be set afterwards.",
            ),
        }
    }

    fn link_ui(&mut self, ui: &mut Ui, hint: &str, words: &str) {
        let shown = self.link.clone();
        let typed = Field::new("Link")
            .form()
            .label_width(LABELS)
            .show(ui, |ui| TextField::new("Link to the rules", &shown).form().mono().hint(hint).show(ui).0);
        if let Edit::Commit(text) | Edit::Preview(text) = typed.inner {
            self.link = text;
        }
        ui.label(RichText::new(words).font(small()).color(Tokens::of(ui).text2));
    }
}

fn write_ui(ui: &mut Ui, text: &mut String) {
    let shown = text.clone();
    if let Edit::Commit(new) = MarkdownField::new(TEXT, &shown).hint("How a turn goes, how the game ends…").show(ui).0 {
        *text = new;
    }
}

fn rename_ui(ui: &mut Ui, id: &mut String) {
    let shown = id.clone();
    let typed = Field::new("ID")
        .form()
        .label_width(LABELS)
        .show(ui, |ui| TextField::new("ID of the rules", &shown).form().mono().show(ui).0);
    if let Edit::Commit(text) | Edit::Preview(text) = typed.inner {
        *id = text;
    }
    let words = "Its files and everything that names them move along, in one step.";
    ui.label(RichText::new(words).font(small()).color(Tokens::of(ui).text2));
}
