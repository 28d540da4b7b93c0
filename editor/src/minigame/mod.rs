//! The minigames workspace: the definitions of a project as a list, each as a form, with what players will see beside it.
//!
//! - [`session`]: the open project, its steps, and every way in which it changes; knows no egui
//! - `view`: the list, the form in the reference's groups, and the preview
//! - `hud`: the heads-up display and the timeline
//!
//! The form is that of Mod details ([`crate::forms`]) with another field table.

mod hud;
pub mod session;
mod view;

pub use session::{Edit, MinigameSession};
pub use view::{Ask, MinigameView};
