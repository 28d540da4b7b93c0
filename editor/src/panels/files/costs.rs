//! What each variant costs a player: triangles, textures and bytes, measured on a thread.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Weak};

use egui::{RichText, ScrollArea, Ui};
use tablewright_core::assets::{Cost, Memory, cost};
use tablewright_core::job::Quiet;

use super::preview::{counted, inset};
use crate::session::{Look, Session};
use crate::theme::{Tokens, body, small, strong};
use crate::widgets::hairline;
use crate::widgets::units::bytes;

/// The latest figures, and what is measured now.
#[derive(Default)]
pub(super) struct Costs {
    /// The look that the figures are of, or will be.
    of: Weak<Look>,
    coming: Option<Receiver<(Vec<Cost>, Memory)>>,
    known: Option<Vec<Cost>>,
    /// What was measured, so that only changed files are read again.
    memory: Option<Memory>,
}

impl Costs {
    /// Draws the figures of all variants. Older ones stand there until new ones come.
    pub(super) fn show(&mut self, ui: &mut Ui, session: &Session, look: &Arc<Look>) {
        self.take();
        self.start(ui.ctx(), session, look);
        let t = Tokens::of(ui);
        ScrollArea::vertical().id_salt("costs").auto_shrink(false).show(ui, |ui| {
            inset(ui, |ui| {
                ui.add_space(16.0);
                ui.label(RichText::new("What each variant costs a player").font(strong()).color(t.text));
                let help = "What stands on the table and in the room when it opens. Select a file to look at it.";
                ui.add(egui::Label::new(RichText::new(help).font(small()).color(t.text2)).wrap());
            });
            let Some(known) = &self.known else {
                inset(ui, |ui| {
                    ui.add_space(8.0);
                    ui.label(RichText::new("Measuring…").font(small()).color(t.text3));
                });
                return;
            };
            for cost in known {
                ui.add_space(12.0);
                hairline(ui);
                inset(ui, |ui| one(ui, session, cost, self.coming.is_some()));
            }
        });
    }

    fn take(&mut self) {
        let Some(coming) = &self.coming else { return };
        match coming.try_recv() {
            Ok((costs, memory)) => (self.known, self.memory, self.coming) = (Some(costs), Some(memory), None),
            Err(TryRecvError::Disconnected) => self.coming = None,
            Err(TryRecvError::Empty) => {}
        }
    }

    /// Measures what a new look found; one thread at a time.
    fn start(&mut self, ctx: &egui::Context, session: &Session, look: &Arc<Look>) {
        let same = std::ptr::eq(self.of.as_ptr(), Arc::as_ptr(look));
        if same || self.coming.is_some() || look.revision != session.revision() {
            return;
        }
        self.of = Arc::downgrade(look);
        let (root, roots, look) = (session.root().to_path_buf(), session.history().roots().clone(), Arc::clone(look));
        let memory = self.memory.take();
        let (sender, receiver) = channel();
        self.coming = Some(receiver);
        let ctx = ctx.clone();
        std::thread::spawn(move || {
            let mut memory = memory.unwrap_or_else(|| look.memory.clone());
            let costs = cost(&root, &roots, &look.survey, &mut memory, &Quiet).unwrap_or_default();
            // The window may be closed by now: then nobody needs the answer.
            sender.send((costs, memory)).ok();
            ctx.request_repaint();
        });
    }
}

fn one(ui: &mut Ui, session: &Session, cost: &Cost, is_stale: bool) {
    let t = Tokens::of(ui);
    let (first, second) = if is_stale { (t.text3, t.text3) } else { (t.text, t.text2) };
    let name = if cost.id.is_empty() { "The scene" } else { session.variant_name(&cost.id) };
    ui.add_space(12.0);
    ui.label(RichText::new(name).font(body()).color(first));
    for line in lines(cost) {
        ui.add(egui::Label::new(RichText::new(line).font(small()).color(second)).wrap());
    }
}

/// A cost in words, a line each.
fn lines(cost: &Cost) -> Vec<String> {
    let count = |count: u64, what| counted(usize::try_from(count).unwrap_or(usize::MAX), what);
    let textures = counted(cost.textures, "texture");
    let pixels = if cost.pixels > 0 { format!(", {:.1} million pixels", cost.pixels as f64 / 1e6) } else { String::new() };
    let mut lines = vec![format!("{}, {textures}{pixels}", count(cost.triangles, "triangle"))];
    let late = if cost.late > 0 { format!(", {} of it only when it is shown", bytes(cost.late)) } else { String::new() };
    lines.push(format!("{} on the table{late}", bytes(cost.shown)));
    if !cost.unmeasured.is_empty() {
        lines.push(format!("{} could not be measured", counted(cost.unmeasured.len(), "file")));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_told_in_words() {
        let plain = Cost { triangles: 1, textures: 2, shown: 40, ..Cost::default() };
        assert_eq!(lines(&plain), ["1 triangle, 2 textures", "40 B on the table"]);
        let path = tablewright_core::pack::PackPath::parse("a.glb").unwrap();
        let more = Cost { triangles: 12_340, pixels: 4_194_304, late: 1_000, shown: 5_000, unmeasured: vec![path], ..plain };
        let told = [
            "12,340 triangles, 2 textures, 4.2 million pixels",
            "5.0 KB on the table, 1.0 KB of it only when it is shown",
            "1 file could not be measured",
        ];
        assert_eq!(lines(&more), told);
    }
}
