//! Stills: small pictures of scenes, such as those of the variants' cards. Many are shown at once, so nothing of a still's
//! scene stays on the graphics card but its finished picture; what is needed to draw one is used for the next.

use std::collections::HashMap;

use tablewright_core::Result;
use three_d::{RenderTarget, ScissorBox, Texture2D, Viewport};

use super::{Frame, Renderer, View, ViewId, outline_key, picture_key, undrawable};

/// What is kept of stills.
#[derive(Default)]
pub(super) struct Stills {
    kept: HashMap<ViewId, Still>,
    /// What the last one was drawn with.
    scratch: View,
}

struct Still {
    key: u64,
    picture: Texture2D,
}

impl Renderer {
    /// Whether the still of a view shows what `frame` asks for.
    pub fn still_is_current(&self, view: ViewId, frame: &Frame<'_>, size: (u32, u32)) -> bool {
        self.stills.kept.get(&view).is_some_and(|still| still.key == self.still_key(frame, size))
    }

    /// Draws a still into a viewport of `target`, within a clip, `size` being its own size in pixels. With `anew` it is made
    /// again where what it shows has changed; else the one that was made last is shown, or nothing.
    ///
    /// # Errors
    /// Where the driver refuses.
    pub fn draw_still(
        &mut self,
        target: &RenderTarget<'_>,
        (viewport, clip): (Viewport, ScissorBox),
        view: ViewId,
        frame: &Frame<'_>,
        size: (u32, u32),
        anew: bool,
    ) -> Result<()> {
        if viewport.width == 0 || viewport.height == 0 {
            return Ok(());
        }
        if anew && !self.still_is_current(view, frame, size) {
            let mut scratch = std::mem::take(&mut self.stills.scratch);
            let made = self.prepare(&mut scratch, frame, size);
            let pictures = scratch.pictures.take();
            self.stills.scratch = scratch;
            made.map_err(undrawable)?;
            if let Some(pictures) = pictures {
                // Drawing may have read assets, so the key is taken now.
                let still = Still { key: self.still_key(frame, size), picture: pictures.finished };
                self.stills.kept.insert(view, still);
            }
        }
        match self.stills.kept.get(&view) {
            Some(still) => self.copy_to(target, viewport, clip, &still.picture).map_err(undrawable),
            None => Ok(()),
        }
    }

    /// Lets go of all stills.
    pub fn forget_stills(&mut self) {
        self.stills = Stills::default();
    }

    fn still_key(&self, frame: &Frame<'_>, size: (u32, u32)) -> u64 {
        picture_key(outline_key(self.scene_key(frame), frame), frame, size)
    }
}
