//! What a long piece of work needs from whoever started it: a way to say how far it is, and to hear that it should stop.

use crate::error::{Error, ErrorKind, Result};

/// Watches a long piece of work. Implemented by the window's jobs, by the command line (progress on standard error) and
/// by [`Quiet`].
pub trait Watch: Sync {
    /// `done` of `total` units are finished (`total` 0: unknown); `what` names the present step for a person.
    fn progress(&self, what: &str, done: u64, total: u64);

    /// Whether the person asked to stop.
    fn cancelled(&self) -> bool;

    /// An error of kind [`ErrorKind::Cancelled`] when the person asked to stop; call it between steps.
    fn check(&self) -> Result<()> {
        if self.cancelled() { Err(Error::new(ErrorKind::Cancelled, "Cancelled")) } else { Ok(()) }
    }
}

/// Watches nothing and never cancels.
#[derive(Debug, Clone, Copy, Default)]
pub struct Quiet;

impl Watch for Quiet {
    fn progress(&self, _what: &str, _done: u64, _total: u64) {}

    fn cancelled(&self) -> bool {
        false
    }
}
