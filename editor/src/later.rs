//! A value that takes a while: worked out on a thread whenever what it follows from has changed, and shown as it was before
//! until the new one is there.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// A value of `V` that follows from a `K`.
pub struct Later<K, V> {
    known: Option<(K, V)>,
    running: Option<(K, Receiver<V>)>,
}

/// What is known of the value now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known<'a, V> {
    /// The latest value; `None` before the first.
    pub value: Option<&'a V>,
    /// Whether a newer one is on its way.
    pub stale: bool,
}

impl<K, V> Default for Later<K, V> {
    fn default() -> Self {
        Self { known: None, running: None }
    }
}

impl<K: PartialEq + Clone, V: Send + 'static> Later<K, V> {
    /// The value for `key`. Where it is not known and nothing is going on, `work` runs on a thread of its own and the window
    /// of `ctx` is woken at its end.
    pub fn get(&mut self, ctx: &egui::Context, key: &K, work: impl FnOnce() -> V + Send + 'static) -> Known<'_, V> {
        self.take();
        let fits = self.known.as_ref().is_some_and(|(known, _)| known == key);
        if !fits && self.running.is_none() {
            let (send, receive) = channel();
            let wake = ctx.clone();
            let run = move || {
                // Nobody listens when the panel has gone; then the value has no use.
                drop(send.send(work()));
                wake.request_repaint();
            };
            if std::thread::Builder::new().name("later".to_owned()).spawn(run).is_ok() {
                self.running = Some((key.clone(), receive));
            }
        }
        Known { value: self.known.as_ref().map(|(_, value)| value), stale: !fits }
    }

    fn take(&mut self) {
        let Some((key, receive)) = self.running.take() else { return };
        match receive.try_recv() {
            Ok(value) => self.known = Some((key, value)),
            Err(TryRecvError::Empty) => self.running = Some((key, receive)),
            // The work failed of itself; the next frame that asks tries again.
            Err(TryRecvError::Disconnected) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait<'a>(later: &'a mut Later<u32, u32>, key: u32) -> Known<'a, u32> {
        let ctx = egui::Context::default();
        while later.get(&ctx, &key, move || key * 2).stale {
            std::thread::yield_now();
        }
        later.get(&ctx, &key, || unreachable!("it is known"))
    }

    #[test]
    fn the_old_value_stays_until_the_new_one_is_there() {
        let ctx = egui::Context::default();
        let mut later = Later::default();
        assert_eq!(later.get(&ctx, &1, || 2), Known { value: None, stale: true });
        assert_eq!(wait(&mut later, 1), Known { value: Some(&2), stale: false });
        let (go, gate) = channel::<()>();
        let slow = move || {
            gate.recv().ok();
            6
        };
        assert_eq!(later.get(&ctx, &3, slow), Known { value: Some(&2), stale: true });
        go.send(()).unwrap();
        assert_eq!(wait(&mut later, 3), Known { value: Some(&6), stale: false });
    }
}
