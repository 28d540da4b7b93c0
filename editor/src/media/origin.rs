//! *Where is this from?* for one picture or PDF: three answers, the fields of the one that is chosen, and the signature.

use egui::{RichText, Ui};
use tablewright_core::credits::licences::SHORTLIST;
use tablewright_core::credits::terms::CURRENT;
use tablewright_core::credits::{Answer, Field, Origin, Record, Signature, judge, judge_signature, records};

use super::work::Signed;
use crate::session::Session;
use crate::theme::{Tokens, heading, small, strong};
use crate::widgets::{Edit, TextField, Tone, note, picker, picker_row, segmented};

/// The answer while it is given.
#[derive(Debug, Clone)]
pub(super) struct OriginForm {
    answer: Option<Answer>,
    name: String,
    /// It is what it is, and only signed.
    fixed: Option<&'static str>,
}

impl OriginForm {
    /// Nothing is answered; the name is the one that signed last.
    pub(super) fn new(session: &Session) -> Self {
        let signed = session.manifest().into_iter().flat_map(records).filter_map(Record::signed);
        let last = signed.max_by(|a, b| a.at.cmp(&b.at)).map(|signed| signed.name);
        Self { answer: None, name: last.unwrap_or_default(), fixed: None }
    }

    /// A picture of the person's own scene.
    pub(super) fn own_scene(&mut self) {
        self.answer = Some(Answer::new(Origin::OwnWork));
        self.fixed = Some("A picture of your scene is credited as your own work.");
    }

    /// Begins with what is known.
    pub(super) fn known(&mut self, origin: Option<(Answer, String)>) {
        self.fixed = None;
        self.answer = origin.map(|(answer, _)| answer);
    }

    /// Why it cannot be signed yet.
    pub(super) fn blocked(&self, now: &str) -> Option<String> {
        let Some(answer) = &self.answer else { return Some("Say first where it is from".to_owned()) };
        let refused = judge(answer).into_iter().find(|remark| remark.refuses);
        let refused = refused.or_else(|| judge_signature(&self.signature(now)).into_iter().find(|remark| remark.refuses));
        refused.map(|remark| remark.message)
    }

    /// The answer with its signature.
    pub(super) fn signed(&self, now: &str) -> Option<Signed> {
        Some(Signed { answer: self.answer.clone()?, signature: self.signature(now) })
    }

    fn signature(&self, now: &str) -> Signature {
        Signature { name: self.name.trim().to_owned(), at: now.to_owned() }
    }

    /// Draws it over the width that is left.
    pub(super) fn show(&mut self, ui: &mut Ui) {
        let t = Tokens::of(ui);
        ui.label(RichText::new("Where is this from?").font(heading(13.0)).color(t.text));
        match self.fixed {
            Some(words) => {
                ui.label(RichText::new(words).font(small()).color(t.text2));
            }
            None => self.choices(ui),
        }
        let Some(answer) = &self.answer else { return };
        if answer.origin == Origin::ThirdParty && self.fixed.is_none() {
            self.third_party(ui);
        }
        let Some(answer) = &self.answer else { return };
        ui.add_space(4.0);
        ui.label(RichText::new("Signed by").font(strong()).color(t.text));
        let shown = self.name.clone();
        let typed = TextField::new("Your name", &shown).hint("Your name").form().show(ui).0;
        if let Edit::Commit(text) | Edit::Preview(text) = typed {
            self.name = text;
        }
        let text = CURRENT.text(answer.origin);
        if answer.origin == Origin::Disclaimed {
            note(ui, Tone::Error, text, CURRENT.whose, None);
        } else {
            ui.label(RichText::new(format!("{text} {}", CURRENT.whose)).font(small()).color(t.text3));
        }
    }

    fn choices(&mut self, ui: &mut Ui) {
        let current = self.answer.as_ref().map_or(usize::MAX, |answer| match answer.origin {
            Origin::OwnWork => 0,
            Origin::ThirdParty => 1,
            Origin::Disclaimed => 2,
        });
        let words = ["My own", "Someone else’s", "Not saying"];
        if let Some(chosen) = segmented(ui, "Where is this from?", current, &words) {
            let origin = [Origin::OwnWork, Origin::ThirdParty, Origin::Disclaimed][chosen];
            let kept = self.answer.take();
            self.answer = Some(Answer { origin, ..kept.unwrap_or_else(|| Answer::new(origin)) });
        }
    }

    fn third_party(&mut self, ui: &mut Ui) {
        let t = Tokens::of(ui);
        let Some(answer) = &mut self.answer else { return };
        let remarks = judge(answer);
        for (field, label, hint) in [
            (Field::Creator, "Creator", "Who made it"),
            (Field::SourceUrl, "Link to the work", "https://"),
            (Field::LicenseName, "Licence", "By name"),
        ] {
            ui.label(RichText::new(label).font(strong()).color(t.text));
            let shown = answer.text(field).to_owned();
            let typed = TextField::new(label, &shown).hint(hint).form().show(ui).0;
            if let (Edit::Commit(text) | Edit::Preview(text), Some(place)) = (typed, answer.text_mut(field)) {
                *place = text;
            }
            if let Some(remark) = remarks.iter().find(|remark| remark.field == field && !shown.is_empty()) {
                ui.label(RichText::new(&remark.message).font(small()).color(if remark.refuses { t.error } else { t.warning }));
            }
        }
        picker(ui, "Usual licences", "Usual licences", ui.available_width().min(200.0), |ui| {
            for licence in SHORTLIST {
                if picker_row(ui, None, licence.name, "", answer.text(Field::LicenseName) == licence.name) {
                    answer.set_licence(licence);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_needs_its_fields_and_a_name() {
        let now = "2026-12-01T03:40:00.000Z";
        let mut form = OriginForm { answer: None, name: String::new(), fixed: None };
        assert_eq!(form.blocked(now).as_deref(), Some("Say first where it is from"));
        form.own_scene();
        assert!(form.blocked(now).is_some_and(|why| why.contains("your name")) && form.fixed.is_some());
        form.name = " Ann ".to_owned();
        assert_eq!(form.blocked(now), None);
        assert_eq!(form.signed(now).map(|signed| signed.signature.name).as_deref(), Some("Ann"));
        form.known(Some((Answer::new(Origin::ThirdParty), "Bea".to_owned())));
        assert!(form.blocked(now).is_some() && form.fixed.is_none());
        assert_eq!(form.name, " Ann ", "whoever signed before does not sign again");
    }
}
