//! The ledger as the panel keeps it.

use std::sync::Arc;

use tablewright_core::credits::Ledger;
use tablewright_core::json::Document;

use crate::session::{Look, Session};

/// A ledger with what it was made of.
#[derive(Default)]
pub(super) struct Kept(Option<(Document, Arc<Look>, Arc<Ledger>)>);

impl Kept {
    /// The ledger of the pack as it is; `None` until its files were looked at.
    pub(super) fn get(&mut self, session: &Session) -> Option<Arc<Ledger>> {
        let (manifest, look) = (session.manifest()?, session.look()?);
        if let Some((of, at, ledger)) = &self.0
            && of.same(manifest)
            && Arc::ptr_eq(at, look)
        {
            return Some(Arc::clone(ledger));
        }
        let mut files: Vec<&str> = look.survey.listing.files.iter().map(|entry| entry.path.as_str()).collect();
        files.sort_by(|a, b| super::order(a, b));
        let ledger = Arc::new(Ledger::of(manifest, files));
        self.0 = Some((manifest.clone(), Arc::clone(look), Arc::clone(&ledger)));
        Some(ledger)
    }
}
