//! Which bots a variant can seat: a lobby refuses one whose handler no script registers that runs there (Game Variants
//! page, *Playing by hand*, `bot-variant-no-handler`). How a script registers a handler no document that we have says; a
//! script that does not even hold the handler's name as a string cannot.

use crate::scene::view::SceneView;
use crate::variants::{Resolved, attached};

/// The entry script, which runs in every variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script<'a> {
    /// The pack has none.
    None,
    /// It has one that cannot be read, which may register anything.
    Unread,
    /// Its text.
    Text(&'a str),
}

/// What a scene's scripts register, for one handler: asked once, then of each variant.
pub struct Handler<'a> {
    everywhere: bool,
    scripts: attached::Ids<'a>,
}

impl<'a> Handler<'a> {
    /// Looks for `handler` in the entry script and in the scene's library.
    pub fn new(scene: SceneView<'a>, entry: Script<'_>, handler: &str) -> Self {
        let in_entry = match entry {
            Script::None => false,
            Script::Unread => true,
            Script::Text(text) => holds(text, handler),
        };
        if in_entry {
            return Self { everywhere: true, scripts: attached::Ids::default() };
        }
        let scripts = attached::scripts_that(scene, |text| holds(text, handler));
        Self { everywhere: attached::to_a_prefab(scene, &scripts), scripts }
    }

    /// Whether a script that runs in every variant registers it.
    pub fn is_everywhere(&self) -> bool {
        self.everywhere
    }

    /// Whether a script that runs in this variant registers it.
    pub fn is_registered(&self, variant: &Resolved<'_>) -> bool {
        self.everywhere || attached::to_the_variant(variant, &self.scripts)
    }
}

/// Whether the name stands in `script` as a whole string.
fn holds(script: &str, name: &str) -> bool {
    ['"', '\'', '`'].iter().any(|quote| script.contains(&format!("{quote}{name}{quote}")))
}
