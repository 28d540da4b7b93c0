//! How long a silent remote may keep us waiting.
//!
//! libgit2 keeps its two timeouts in process-wide variables. They are set here and nowhere else, under a lock that is
//! held as long as they are in use; so one publish at a time talks to the network, and each has its own limits.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use super::repo::git_error;
use crate::error::Result;
use crate::job::Watch;

static NETWORK: Mutex<()> = Mutex::new(());

/// Held while libgit2 may open connections.
pub(super) struct Limits {
    _network: MutexGuard<'static, ()>,
}

impl Limits {
    /// Waits for another publish of this process to end, then sets how long connecting and each wait for an answer may
    /// take.
    pub(super) fn hold(timeout: Duration, watch: &dyn Watch) -> Result<Self> {
        let network = loop {
            match NETWORK.try_lock() {
                Ok(guard) => break guard,
                Err(TryLockError::Poisoned(poisoned)) => break PoisonError::into_inner(poisoned),
                Err(TryLockError::WouldBlock) => {
                    watch.check()?;
                    watch.progress("Wait for another publish", 0, 0);
                    std::thread::sleep(Duration::from_millis(50));
                }
            }
        };
        set(timeout).map_err(|e| git_error("Couldn't limit the wait for the remote", e))?;
        Ok(Self { _network: network })
    }
}

#[allow(unsafe_code)]
fn set(timeout: Duration) -> Result<(), git2::Error> {
    // 0 would mean no limit at all.
    let milliseconds = i32::try_from(timeout.as_millis()).unwrap_or(i32::MAX).max(1);
    // SAFETY: these write two plain integers of libgit2, which it reads when it opens a connection. Both happen only
    // under NETWORK: `Limits` is held around every connection that this crate makes.
    unsafe {
        git2::opts::set_server_connect_timeout_in_milliseconds(milliseconds)?;
        git2::opts::set_server_timeout_in_milliseconds(milliseconds)
    }
}
