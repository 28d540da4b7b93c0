//! The picture of a comparison: what *Save picture…* writes, and `tablewright render` with several variants.

use std::path::{Path, PathBuf};

use tablewright_core::job::Watch;
use tablewright_core::json::Document;
use tablewright_core::variants::{Fallback, Resolver, listed_ids, variant_infos};
use tablewright_core::{Error, ErrorKind, Result};

use super::{Comparison, Models, title};
use crate::viewport::{Arrangement, Camera, Composition, Marks, Rendered, Still, Style};

/// A picture to make. It owns all that it needs, so that a job can.
#[derive(Debug, Clone)]
pub struct Picture {
    /// The pack's folder.
    pub root: PathBuf,
    /// The manifest, for the list and the names.
    pub manifest: Option<Document>,
    /// The scene.
    pub scene: Document,
    /// What is compared.
    pub comparison: Comparison,
    /// How the views stand.
    pub arrangement: Arrangement,
    /// From where each view is seen; empty: all from one place that has everything in sight.
    pub cameras: Vec<Camera>,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// The theme's colours.
    pub style: Style,
    /// Whether snap points are drawn.
    pub snap: bool,
}

impl Picture {
    /// Draws it. Ids that nobody knows are shown as a room would open them, and said in the second value.
    ///
    /// # Errors
    /// As [`Composition::draw`].
    pub fn draw(&self, watch: &dyn Watch) -> Result<(Rendered, Vec<String>)> {
        let manifest = self.manifest.as_ref();
        let infos = variant_infos(manifest, Some(&self.scene));
        let listed = manifest.map(|manifest| listed_ids(manifest.root())).unwrap_or_default();
        let listed: Vec<String> = listed.into_iter().map(std::borrow::Cow::into_owned).collect();
        let (comparison, notes) = self.known(&listed);
        let look = Models::default().look(&self.scene, &listed, &self.root, &comparison);
        let stills: Vec<Still<'_>> = look
            .views
            .iter()
            .map(|seen| Still {
                title: title(manifest, infos.iter().find(|info| info.id == seen.variant), &seen.variant),
                model: &seen.model,
                marked: &seen.marked,
            })
            .collect();
        let composition = Composition {
            stills: &stills,
            arrangement: self.arrangement,
            cameras: &self.cameras,
            size: self.size,
            style: self.style,
            marks: Marks { snap: self.snap, ..Marks::default() },
            named: false,
        };
        Ok((composition.draw(watch)?, notes))
    }

    /// The comparison with ids that are known, and sentences about those that are not.
    fn known(&self, listed: &[String]) -> (Comparison, Vec<String>) {
        let resolver = Resolver::new(&self.scene);
        let mut notes = Vec::new();
        let mut known = |id: &String| {
            let fallback = resolver.resolve(id, listed).fallback;
            notes.extend(fallback.as_ref().map(Fallback::note));
            fallback.and_then(|fallback| fallback.shown).unwrap_or_else(|| id.clone())
        };
        let views = self.comparison.views.iter().map(&mut known).collect();
        let against = self.comparison.against.as_ref().map(&mut known);
        notes.dedup();
        (Comparison { views, against, ..self.comparison }, notes)
    }
}

/// Writes a picture as a PNG; a file that is there is replaced.
///
/// # Errors
/// Where the file can't be written.
pub fn write_png(picture: &image::RgbaImage, out: &Path) -> Result<()> {
    let failed = |e: image::ImageError| {
        Error::new(ErrorKind::Io, format!("Couldn't write the picture: {e}"))
            .at(out)
            .hint("Check that the folder is there and can be written to.")
    };
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).map_err(failed)?;
    std::fs::write(out, bytes.into_inner()).map_err(|e| Error::io("Couldn't write the picture", out, e))
}
