//! The dialogs of the window: each draws from its own state and says how it ended.

use egui::{RichText, ScrollArea, Ui};
use similar::{ChangeTag, TextDiff};
use tablewright_core::Error;
use tablewright_core::credits;
use tablewright_core::manifest::PackType;
use tablewright_core::pack::{Draft, PackPath};
use tablewright_core::publish::{Author, Outcome, Step};

use super::minigames::PushDialog;
use super::picture::PictureDialog;
use super::{After, App, Pick};
use crate::icons::Icon;
use crate::session::{Action, PENDING_FILE, Pending, Session, read_pending};
use crate::settings::Values;
use crate::theme::{Tokens, body, heading, mono, small};
use crate::widgets::{Button, Dialog, DialogEnd, Edit, Field, TextField, Tone, check, note, picker, picker_row, progress};

/// The dialog in front of the window; one at a time.
pub(super) enum DialogKind {
    NewPack(NewPackDialog),
    Publish(PublishDialog),
    Unsaved(After),
    Recovery(RecoveryDialog),
    Compare(CompareDialog),
    Picture(PictureDialog),
    PushMinigames(PushDialog),
    About(AboutDialog),
}

/// Asks for the kind and the name of a new pack.
#[derive(Debug)]
pub(super) struct NewPackDialog {
    pack_type: PackType,
    name: String,
}

impl Default for NewPackDialog {
    fn default() -> Self {
        Self { pack_type: PackType::Game, name: String::new() }
    }
}

fn type_words(pack_type: PackType) -> &'static str {
    match pack_type {
        PackType::Game => "Game",
        PackType::Table => "Table",
        PackType::Room => "Room",
        PackType::Asset => "Asset pack",
    }
}

/// The program, its version and its licences.
#[derive(Debug, Clone, Copy)]
pub(super) struct AboutDialog;

/// Offers what was not saved when the program ended.
pub(super) struct RecoveryDialog {
    draft: Draft,
    difference: Option<Vec<(char, String)>>,
}

impl RecoveryDialog {
    pub(super) fn new(draft: Draft) -> Self {
        Self { draft, difference: None }
    }
}

/// Both sides of an outside change.
pub(super) struct CompareDialog {
    files: Vec<(PackPath, Vec<(char, String)>)>,
}

impl CompareDialog {
    pub(super) fn new(files: Vec<(PackPath, String, String)>) -> Self {
        Self { files: files.into_iter().map(|(path, mine, theirs)| (path, difference(&theirs, &mine))).collect() }
    }
}

/// The lines that differ, with some around them; at most 400.
fn difference(before: &str, after: &str) -> Vec<(char, String)> {
    // Scenes that stand on one line are compared by value rather than by line.
    let split = |text: &str| if text.lines().count() < 3 { text.replace(",\"", ",\n\"") } else { text.to_owned() };
    let (before, after) = (split(before), split(after));
    let diff = TextDiff::from_lines(&before, &after);
    let mut lines = Vec::new();
    for group in diff.grouped_ops(2) {
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let sign = match change.tag() {
                ChangeTag::Delete => '−',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            let line: String = change.value().trim_end().chars().take(200).collect();
            lines.push((sign, line));
        }
        if lines.len() > 400 {
            break;
        }
    }
    lines
}

fn difference_ui(ui: &mut Ui, lines: &[(char, String)]) {
    let t = Tokens::of(ui);
    for (sign, line) in lines {
        let color = match sign {
            '+' => t.added,
            '−' => t.removed,
            _ => t.text3,
        };
        ui.label(RichText::new(format!("{sign} {line}")).font(mono()).color(color));
    }
}

/// Where the publish dialog is.
enum Stage {
    /// Asking: remote, message, author, signature.
    Ask,
    /// The edits are being saved first.
    Saving,
    /// The publish runs.
    Running,
    /// It ended.
    Ended(Box<Outcome>),
    /// It failed on this machine.
    Failed(String),
}

/// Publishing, from the questions to what the host said.
pub(super) struct PublishDialog {
    stage: Stage,
    pub(super) remote: String,
    pub(super) message: String,
    pub(super) name: String,
    pub(super) email: String,
    pub(super) sign: bool,
    unsigned: usize,
    statement: String,
    errors: usize,
}

impl PublishDialog {
    pub(super) fn new(session: &Session, values: &Values) -> Self {
        let unsigned = session.manifest().map_or(0, |m| credits::unsigned(m).len());
        let errors = session.problems().iter().filter(|p| p.severity == tablewright_core::Severity::Error).count();
        Self {
            stage: Stage::Ask,
            remote: session.git().and_then(|git| git.remote.clone()).unwrap_or_default(),
            message: format!("{} {}", session.manifest_text("name"), session.manifest_text("version")).trim().to_owned(),
            name: values.name.clone(),
            email: values.email.clone(),
            sign: false,
            unsigned,
            statement: session.manifest().map(credits::statement).unwrap_or_default(),
            errors,
        }
    }

    pub(super) fn is_running(&self) -> bool {
        matches!(self.stage, Stage::Running | Stage::Saving)
    }

    pub(super) fn waits_for_save(&self) -> bool {
        matches!(self.stage, Stage::Saving)
    }

    pub(super) fn saving(&mut self) {
        self.stage = Stage::Saving;
    }

    pub(super) fn running(&mut self) {
        self.stage = Stage::Running;
    }

    pub(super) fn failed(&mut self, error: &Error) {
        self.stage = Stage::Failed(error.to_string());
    }

    pub(super) fn ended(&mut self, outcome: Outcome) {
        self.stage = Stage::Ended(Box::new(outcome));
    }

    pub(super) fn author(&self) -> Option<Author> {
        let (name, email) = (self.name.trim(), self.email.trim());
        (!name.is_empty() && !email.is_empty()).then(|| Author { name: name.to_owned(), email: email.to_owned() })
    }

    /// Why publishing cannot begin yet.
    fn blocked(&self) -> Option<&'static str> {
        if self.remote.trim().is_empty() {
            return Some("Say where to publish to");
        }
        if self.unsigned > 0 && !self.sign {
            return Some("The credits want a signature");
        }
        (self.unsigned > 0 && self.name.trim().is_empty()).then_some("A signature needs your name")
    }

    fn ask_ui(&mut self, ui: &mut Ui) {
        let row = |ui: &mut Ui, label: &str, hint: &str, value: &mut String, rows: usize| {
            let shown = value.clone();
            let edit = Field::new(label)
                .form()
                .label_width(112.0)
                .show(ui, |ui| TextField::new(label, &shown).hint(hint).form().rows(rows).show(ui).0);
            if let Edit::Commit(text) | Edit::Preview(text) = edit.inner {
                *value = text;
            }
        };
        if self.errors > 0 {
            let what = if self.errors == 1 { "1 error".to_owned() } else { format!("{} errors", self.errors) };
            note(
                ui,
                Tone::Error,
                &format!("The platform would refuse this pack: {what}."),
                "Problems lists them, each with its place. The files can still be sent to the remote.",
                None,
            );
        }
        row(ui, "Publish to", "A path, https:// or ssh:// address", &mut self.remote, 1);
        row(ui, "Message", "What is new", &mut self.message, 3);
        row(ui, "Your name", "As it stands in commits", &mut self.name, 1);
        row(ui, "E-mail", "name@example.com", &mut self.email, 1);
        if self.unsigned > 0 {
            ui.add_space(8.0);
            check(ui, &mut self.sign, "Sign the credits with my name");
            let t = Tokens::of(ui);
            ui.label(RichText::new(&self.statement).font(small()).color(t.text2));
        }
    }

    fn running_ui(&self, ui: &mut Ui, step: Option<&str>) {
        let t = Tokens::of(ui);
        let at = step.and_then(|step| Step::ALL.iter().position(|s| s.label() == step));
        for (number, step) in Step::ALL.iter().enumerate() {
            let (icon, color) = match at {
                Some(at) if number < at => (Icon::Success, t.success),
                Some(at) if number == at => (Icon::Running, t.accent),
                _ => (Icon::Pending, t.text3),
            };
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(egui::vec2(16.0, 20.0), egui::Sense::hover());
                icon.paint(ui, rect, 16.0, color);
                ui.label(RichText::new(step.label()).font(body()).color(if Some(number) == at { t.text } else { t.text2 }));
            });
        }
        ui.add_space(8.0);
        progress(ui, "Publishing", at.map(|at| at as f32 / Step::ALL.len() as f32), ui.available_width());
    }

    fn ended_ui(ui: &mut Ui, outcome: &Outcome) {
        let t = Tokens::of(ui);
        let words = |ui: &mut Ui, title: &str, next: &str| {
            ui.label(RichText::new(title).font(heading(13.0)).color(t.text));
            ui.label(RichText::new(next).font(body()).color(t.text2));
        };
        match outcome {
            Outcome::NothingToPublish { .. } => words(ui, "Nothing to publish", "The remote has all of this already."),
            Outcome::Planned(_) => words(ui, "Planned", "Nothing was sent."),
            Outcome::Published(published) => {
                words(
                    ui,
                    "Published",
                    &format!(
                        "wip is at {}, main at {}: read back from the remote.",
                        published.wip.short(),
                        published.main.short()
                    ),
                );
                for step in &published.steps {
                    ui.label(RichText::new(format!("{}  {}", step.step.label(), step.did)).font(small()).color(t.text3));
                }
            }
            Outcome::Refused(refusal) => {
                words(ui, &refusal.title, &refusal.next);
                if !refusal.host_text.is_empty() {
                    ui.add_space(8.0);
                    ui.label(RichText::new("What the host said").font(small()).color(t.text2));
                    ScrollArea::vertical().max_height(160.0).show(ui, |ui| {
                        ui.label(RichText::new(&refusal.host_text).font(mono()).color(t.text));
                    });
                }
                ui.add_space(8.0);
                ui.label(
                    RichText::new("Your files, your edits and the commit on wip are as they were.").font(small()).color(t.text3),
                );
            }
            Outcome::Stopped(stopped) => {
                words(ui, &stopped.title, &stopped.next);
                for commit in &stopped.commits {
                    let line = format!("{}  {}  {}", commit.id.short(), commit.author, commit.subject);
                    ui.label(RichText::new(line).font(mono()).color(t.text2));
                }
            }
        }
    }
}

impl App {
    /// Whether a dialog has the keyboard.
    pub(super) fn dialog_is_open(&self) -> bool {
        self.dialog.is_some()
            || self.settings_dialog.is_open()
            || self.palette.is_open()
            || self.codes.is_open()
            || self.guide.is_open()
            || self.variants.is_open()
            || self.import.is_open()
            || self.media.is_open()
            || self.minigames_ask()
    }

    /// Draws the dialog that is open and does what it ends with.
    pub(super) fn show_dialog(&mut self, ctx: &egui::Context) {
        let Some(dialog) = self.dialog.take() else { return };
        let keep = match dialog {
            DialogKind::NewPack(dialog) => self.new_pack_dialog(ctx, dialog),
            DialogKind::Publish(dialog) => self.publish_dialog(ctx, dialog),
            DialogKind::Unsaved(after) => self.unsaved_dialog(ctx, after),
            DialogKind::Recovery(dialog) => self.recovery_dialog(ctx, dialog),
            DialogKind::Compare(dialog) => self.compare_dialog(ctx, dialog),
            DialogKind::Picture(dialog) => self.picture_dialog(ctx, dialog),
            DialogKind::PushMinigames(dialog) => self.push_dialog(ctx, dialog),
            DialogKind::About(dialog) => about_dialog(ctx, dialog),
        };
        if self.dialog.is_none() {
            self.dialog = keep;
        }
    }

    fn new_pack_dialog(&mut self, ctx: &egui::Context, mut dialog: NewPackDialog) -> Option<DialogKind> {
        let blocked = dialog.name.trim().is_empty().then_some("A pack needs a name");
        let frame = Dialog::new("New pack").main("Choose a folder…", blocked);
        let response = frame.show(ctx, |ui| {
            let shown = dialog.name.clone();
            let edit = Field::new("Name")
                .form()
                .label_width(80.0)
                .show(ui, |ui| TextField::new("Name", &shown).hint("What players see").form().show(ui).0);
            if let Edit::Commit(text) | Edit::Preview(text) = edit.inner {
                dialog.name = text;
            }
            Field::new("Type").form().label_width(80.0).show(ui, |ui| {
                picker(ui, "Type", type_words(dialog.pack_type), 200.0, |ui| {
                    for pack_type in PackType::ALL {
                        if picker_row(ui, None, type_words(pack_type), "", dialog.pack_type == pack_type) {
                            dialog.pack_type = pack_type;
                        }
                    }
                });
            });
        });
        match response.end {
            None => Some(DialogKind::NewPack(dialog)),
            Some(DialogEnd::Confirm) => {
                let name = dialog.name.trim().to_owned();
                self.pick(Pick::NewPack { pack_type: dialog.pack_type, name }, "Choose a folder for the new pack");
                None
            }
            Some(_) => None,
        }
    }

    fn unsaved_dialog(&mut self, ctx: &egui::Context, after: After) -> Option<DialogKind> {
        let steps = self.session.as_ref().map_or(0, Session::unsaved_steps);
        let waiting: Vec<String> =
            self.session.as_ref().map(|s| s.all_pending().values().map(Pending::sentence).collect()).unwrap_or_default();
        let frame = Dialog::new("Save the changes?").width(440.0).main("Save", None).other("Don’t save");
        let response = frame.show(ctx, |ui| {
            if steps > 0 {
                let what = if steps == 1 { "1 change is".to_owned() } else { format!("{steps} changes are") };
                ui.label(RichText::new(format!("{what} not on the disk yet.")).font(body()));
            }
            // A save leaves these out, so the window stays open after it.
            for sentence in waiting.iter().take(4) {
                ui.label(RichText::new(sentence.replacen("Not saved", "Cannot be saved", 1)).font(body()));
            }
        });
        match response.end {
            None => Some(DialogKind::Unsaved(after)),
            Some(DialogEnd::Confirm) => {
                self.after = Some(after);
                self.save();
                None
            }
            Some(DialogEnd::Other) => {
                match self.session.as_mut().map(Session::take_files_back) {
                    // Who gives edits up that cannot be given up whole decides that knowing it.
                    Some(Err(error)) => self.fail(&error),
                    _ => self.go_on(after),
                }
                None
            }
            Some(DialogEnd::Cancel) => None,
        }
    }

    fn recovery_dialog(&mut self, ctx: &egui::Context, mut dialog: RecoveryDialog) -> Option<DialogKind> {
        let frame = Dialog::new("Edits that were not saved")
            .width(680.0)
            .main("Take them", None)
            .other("Discard them")
            .cancel(Some("Later"));
        let session = self.session.as_ref();
        let lines = dialog.difference.get_or_insert_with(|| {
            let text = |name: &str| {
                let copy = session.map(Session::copy);
                let part = copy.and_then(|c| [&c.manifest, &c.scene].into_iter().find(|part| part.path.as_str() == name));
                part.and_then(|part| part.document()).map(tablewright_core::json::Document::text).unwrap_or_default()
            };
            dialog
                .draft
                .files
                .iter()
                .flat_map(|file| match file.name.as_str() {
                    PENDING_FILE => read_pending(&file.bytes)
                        .into_iter()
                        .map(|(_, pending)| {
                            ('+', format!("{}: {}", pending.label, pending.text.chars().take(200).collect::<String>()))
                        })
                        .collect(),
                    name => difference(&text(name), &String::from_utf8_lossy(&file.bytes)),
                })
                .collect()
        });
        let response = frame.show(ctx, |ui| {
            let words =
                "The program ended before these edits were saved. Taking them changes nothing on the disk until you save.";
            ui.label(RichText::new(words).font(body()));
            ui.add_space(8.0);
            ScrollArea::vertical().max_height(320.0).show(ui, |ui| difference_ui(ui, lines));
        });
        match response.end {
            None => return Some(DialogKind::Recovery(dialog)),
            Some(DialogEnd::Cancel) => return None,
            Some(DialogEnd::Confirm) => {
                let taken = self.session.as_mut().map_or(Ok(()), |session| session.take_draft(&dialog.draft.files));
                if let Err(error) = taken {
                    self.fail(&error);
                    return None;
                }
            }
            Some(DialogEnd::Other) => {}
        }
        if let Err(error) = dialog.draft.discard(&tablewright_core::pack::OsFs) {
            self.fail(&error);
        }
        None
    }

    fn compare_dialog(&mut self, ctx: &egui::Context, dialog: CompareDialog) -> Option<DialogKind> {
        let frame = Dialog::new("Mine and theirs").width(760.0).main("Keep mine", None).other("Take theirs");
        let response = frame.show(ctx, |ui| {
            ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
                for (path, lines) in &dialog.files {
                    ui.label(RichText::new(path.as_str()).font(heading(13.0)));
                    difference_ui(ui, lines);
                    ui.add_space(8.0);
                }
                if dialog.files.is_empty() {
                    ui.label(RichText::new("Both say the same.").font(body()));
                }
            });
        });
        match response.end {
            None => return Some(DialogKind::Compare(dialog)),
            Some(DialogEnd::Confirm) => self.keep_mine(),
            Some(DialogEnd::Other) => self.take_theirs(),
            Some(DialogEnd::Cancel) => {}
        }
        None
    }

    pub(super) fn keep_mine(&mut self) {
        if let Some(Err(error)) = self.session.as_mut().map(Session::keep_mine) {
            self.fail(&error);
        }
    }

    pub(super) fn take_theirs(&mut self) {
        if let Some(Err(error)) = self.session.as_mut().map(Session::take_theirs) {
            self.fail(&error);
        }
    }

    fn publish_dialog(&mut self, ctx: &egui::Context, mut dialog: PublishDialog) -> Option<DialogKind> {
        let step = self.jobs.shown(std::time::Instant::now()).0.map(|job| job.name);
        let blocked = dialog.blocked();
        let frame = Dialog::new("Publish").width(560.0);
        let frame = match &dialog.stage {
            Stage::Ask => frame.main("Publish", blocked),
            Stage::Saving | Stage::Running => frame.cancel(Some("Stop")),
            Stage::Ended(outcome) if matches!(**outcome, Outcome::Published(_) | Outcome::NothingToPublish { .. }) => {
                frame.main("Done", None).cancel(None)
            }
            Stage::Ended(_) | Stage::Failed(_) => frame.main("Try again", None).cancel(Some("Close")),
        };
        let response = frame.show(ctx, |ui| match &dialog.stage {
            Stage::Ask => dialog.ask_ui(ui),
            Stage::Saving => dialog.running_ui(ui, None),
            Stage::Running => dialog.running_ui(ui, step.as_deref()),
            Stage::Ended(outcome) => PublishDialog::ended_ui(ui, outcome),
            Stage::Failed(why) => {
                note(ui, Tone::Error, why, "Nothing on this machine was changed beyond what the steps say.", None);
            }
        });
        let done = matches!(&dialog.stage, Stage::Ended(outcome) if matches!(**outcome, Outcome::Published(_) | Outcome::NothingToPublish { .. }));
        match response.end {
            Some(DialogEnd::Confirm) if done => return None,
            Some(DialogEnd::Confirm) if matches!(dialog.stage, Stage::Ask) => {
                self.begin_publish(dialog);
                return None;
            }
            Some(DialogEnd::Confirm) => dialog.stage = Stage::Ask,
            Some(_) if dialog.is_running() => {
                if let Some(id) = self.publishing {
                    self.jobs.cancel(id);
                }
            }
            Some(_) => return None,
            None => {}
        }
        Some(DialogKind::Publish(dialog))
    }

    /// Signs what is unsigned, saves what is unsaved, and starts the publish.
    fn begin_publish(&mut self, mut dialog: PublishDialog) {
        let Some(session) = &mut self.session else { return };
        if dialog.sign {
            let now = jiff::Timestamp::from_second(jiff::Timestamp::now().as_second()).unwrap_or_default();
            session.act(Action::SignCredits { name: dialog.name.trim().to_owned(), at: now.to_string() });
        }
        self.settings.values.name = dialog.name.trim().to_owned();
        self.settings.values.email = dialog.email.trim().to_owned();
        // The lists of files are made true before anything goes out, edited or not.
        let job = session.save_job().with_lists();
        dialog.saving();
        self.dialog = Some(DialogKind::Publish(dialog));
        self.keep_settings();
        self.start_save(job);
    }

    /// Starts the publish job of the dialog that is open.
    pub(super) fn start_publish(&mut self) {
        let (Some(session), Some(DialogKind::Publish(dialog))) = (&self.session, &mut self.dialog) else { return };
        dialog.running();
        let options = tablewright_core::publish::PublishOptions {
            message: Some(dialog.message.trim().to_owned()).filter(|message| !message.is_empty()),
            author: dialog.author(),
            remote: Some(dialog.remote.trim().to_owned()),
            version: session.manifest().and_then(|m| m.root().get("version")?.as_str()).map(std::borrow::Cow::into_owned),
            ..Default::default()
        };
        let root = session.root().to_path_buf();
        let job = self.jobs.start("Publishing", session.revision(), move |watch| {
            use tablewright_core::publish::{SaveLeftovers, SystemCredentials, publish};
            publish(&root, &options, &SaveLeftovers, &SystemCredentials, watch)
                .map(|outcome| super::Answer::Published(Box::new(outcome)))
        });
        self.publishing = Some(job);
    }
}

fn about_dialog(ctx: &egui::Context, dialog: AboutDialog) -> Option<DialogKind> {
    let response = Dialog::new("Tablewright").width(480.0).main("Close", None).cancel(None).show(ctx, |ui| {
        let t = Tokens::of(ui);
        let version = format!("Version {}", env!("CARGO_PKG_VERSION"));
        ui.label(RichText::new(version).font(heading(13.0)).color(t.text));
        for line in [
            "An editor for tabletop game packs: see the variants, change a piece for one of them or for all, publish.",
            "Open a pack, pick a variant under the scene, and say in the scene’s upper left what your changes apply to.",
            "Problems lists what the platform would refuse, with the place and a fix. Save writes both files as one step.",
            "Publish sends the pack to its repository and believes only what the remote says afterwards.",
            "Ctrl Shift P finds every command. MIT licence. Inter and JetBrains Mono are under the SIL Open Font Licence.",
        ] {
            ui.add_space(4.0);
            ui.label(RichText::new(line).font(body()).color(t.text2));
        }
    });
    response.end.is_none().then_some(DialogKind::About(dialog))
}

/// The banner over the panels while the files on the disk are not the ones that are being edited.
pub(super) fn outside_banner(ui: &mut Ui, files: &[PackPath]) -> Option<DialogEnd> {
    let names = files.iter().map(PackPath::as_str).collect::<Vec<_>>().join(" and ");
    let sentence = format!("{names} changed on the disk while you have edits that are not saved.");
    let ends = [DialogEnd::Confirm, DialogEnd::Cancel, DialogEnd::Other];
    question_banner(ui, Tone::Warning, &sentence, &["Compare", "Keep mine", "Take theirs"]).map(|answer| ends[answer])
}

/// A banner over the panels that asks something; the number of the answer that was pressed.
pub(super) fn question_banner(ui: &mut Ui, tone: Tone, sentence: &str, answers: &[&str]) -> Option<usize> {
    let t = Tokens::of(ui);
    let mut pressed = None;
    egui::Frame::new().fill(tone.colors(t).1).inner_margin(egui::Margin::symmetric(12, 6)).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(sentence).font(body()).color(t.text));
            for (number, words) in answers.iter().enumerate() {
                if ui.add(Button::control(words)).clicked() {
                    pressed = Some(number);
                }
            }
            // The fill reaches across the window.
            ui.allocate_space(egui::vec2(ui.available_width(), 0.0));
        });
    });
    pressed
}
