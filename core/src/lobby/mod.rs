//! The lobby of a room that plays a game pack, as far as the pack decides it: what the room's owner chooses, what a guest
//! sees, and what scripts are told (Game Variants page, *In the lobby*; manifest reference, `setupOptions` and
//! `lobbyRequirements`).
//!
//! - [`Lobby`]: what the manifest offers, read once
//! - [`Room`]: what the owner has chosen so far, and what each choice does to the rest
//! - [`bots`]: which bots a variant can seat
//!
//! Reading never fails: what is malformed is passed over here and reported by the rules. Nothing here edits a pack.

pub mod bots;
mod offer;
mod room;

pub use bots::Script;
pub use offer::{Answer, Bot, Choice, Control, Lobby, Range, Requirement, SetupOption};
pub use room::{Played, Room};

/// The most players that the platform seats, whatever a manifest declares (Game Variants page, *A different player count*).
pub const MOST_SEATED: u32 = 10;

#[cfg(test)]
mod tests;
