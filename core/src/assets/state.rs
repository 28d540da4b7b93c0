//! How a file reaches players, and what is wrong with it.

use super::class::Never;
use crate::pack::PackPath;

/// How a file reaches players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivery {
    /// In `assets`: downloaded before the table opens.
    Preloaded,
    /// In `excludedAssets`: fetched when something uses it.
    OnDemand,
    /// Not declared, and this is why.
    Never(Never),
    /// It could be declared and is in neither list: the next save lists it.
    NotListed,
    /// A file of the platform, which no pack holds.
    Platform,
}

/// A file with more bytes is slow for everybody who plays, and GitHub warns of it: 50 MiB.
pub const LARGE: u64 = 50 << 20;

/// GitHub takes no file with more bytes: 100 MiB.
pub const TOO_LARGE: u64 = 100 << 20;

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// It is named and not there.
    Missing,
    /// It is named in another spelling than the file has: letter case, or the way accents are written.
    CaseDiffers(PackPath),
    /// Git ignores it, and it is declared or used: it would not be published.
    Ignored,
    /// Only a pointer to large-file storage is there.
    LfsPointer,
    /// It is not a plain file.
    NotPlain(NotPlain),
    /// It is larger than [`LARGE`], or than [`TOO_LARGE`] where `refused`.
    TooLarge {
        /// Whether hosts refuse it.
        refused: bool,
    },
    /// Another file differs from it in letter case or in accents alone, so on some disks there can be only one of them.
    Twin(PackPath),
    /// It cannot be read; the system's words.
    Unreadable(String),
    /// Nothing uses it.
    Unused,
}

/// What stands there in place of a plain file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotPlain {
    /// A symbolic link: players would get its text.
    Link,
    /// A pipe, a socket or a device.
    Device,
    /// Its name is not Unicode text, or has a character that no path in a pack can have.
    Name,
}

/// The states that a list of files can be filtered by. A file is in one or several of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum State {
    /// See [`Delivery::Preloaded`].
    Preloaded,
    /// See [`Delivery::OnDemand`].
    OnDemand,
    /// See [`Delivery::Never`].
    NeverDeclared,
    /// See [`Delivery::NotListed`].
    NotListed,
    /// See [`Delivery::Platform`].
    Platform,
    /// See [`Trouble::Missing`].
    Missing,
    /// See [`Trouble::Unused`].
    Unused,
    /// See [`Trouble::CaseDiffers`] and [`Trouble::Twin`].
    CaseDiffers,
    /// See [`Trouble::TooLarge`].
    TooLarge,
    /// See [`Trouble::LfsPointer`].
    LfsPointer,
    /// See [`Trouble::NotPlain`] and [`Trouble::Unreadable`].
    NotPlain,
    /// See [`Trouble::Ignored`].
    Ignored,
}

impl State {
    /// Every state, in the order in which a filter shows them.
    pub const ALL: [Self; 12] = [
        Self::Preloaded,
        Self::OnDemand,
        Self::NeverDeclared,
        Self::NotListed,
        Self::Missing,
        Self::Unused,
        Self::CaseDiffers,
        Self::TooLarge,
        Self::LfsPointer,
        Self::NotPlain,
        Self::Ignored,
        Self::Platform,
    ];

    /// What the state is called.
    pub fn label(self) -> &'static str {
        match self {
            Self::Preloaded => "Pre-loaded",
            Self::OnDemand => "On demand",
            Self::NeverDeclared => "Never declared",
            Self::NotListed => "Not listed yet",
            Self::Platform => "Platform’s",
            Self::Missing => "Missing",
            Self::Unused => "Unused",
            Self::CaseDiffers => "Case differs",
            Self::TooLarge => "Too large",
            Self::LfsPointer => "LFS pointer",
            Self::NotPlain => "Not plain",
            Self::Ignored => "Ignored by git",
        }
    }

    /// The word by which machines know the state.
    pub fn word(self) -> &'static str {
        match self {
            Self::Preloaded => "pre-loaded",
            Self::OnDemand => "on-demand",
            Self::NeverDeclared => "never-declared",
            Self::NotListed => "not-listed",
            Self::Platform => "platform",
            Self::Missing => "missing",
            Self::Unused => "unused",
            Self::CaseDiffers => "case-differs",
            Self::TooLarge => "too-large",
            Self::LfsPointer => "lfs-pointer",
            Self::NotPlain => "not-plain",
            Self::Ignored => "ignored",
        }
    }
}

impl Delivery {
    /// The state that this is.
    pub fn state(&self) -> State {
        match self {
            Self::Preloaded => State::Preloaded,
            Self::OnDemand => State::OnDemand,
            Self::Never(_) => State::NeverDeclared,
            Self::NotListed => State::NotListed,
            Self::Platform => State::Platform,
        }
    }

    /// Why, in one sentence.
    pub fn reason(&self) -> String {
        match self {
            Self::Preloaded => "Players download it before the table opens.".to_owned(),
            Self::OnDemand => "Players fetch it when something uses it.".to_owned(),
            Self::Never(why) => format!("It {}.", why.why()),
            Self::NotListed => "It can be pre-loaded and is not listed yet; the next save lists it.".to_owned(),
            Self::Platform => "It is the platform’s own, and no pack holds it.".to_owned(),
        }
    }
}

impl Trouble {
    /// The state that this is.
    pub fn state(&self) -> State {
        match self {
            Self::Missing => State::Missing,
            Self::CaseDiffers(_) | Self::Twin(_) => State::CaseDiffers,
            Self::Ignored => State::Ignored,
            Self::LfsPointer => State::LfsPointer,
            Self::NotPlain(_) | Self::Unreadable(_) => State::NotPlain,
            Self::TooLarge { .. } => State::TooLarge,
            Self::Unused => State::Unused,
        }
    }

    /// Why, in one or two sentences.
    pub fn reason(&self) -> String {
        match self {
            Self::Missing => "It is named and not there.".to_owned(),
            Self::CaseDiffers(other) => format!("It is named, and the file is called “{other}”. Letter case and accents count."),
            Self::Ignored => "Git ignores it, so it would not be published. Take the pattern out of .gitignore.".to_owned(),
            Self::LfsPointer => {
                "Only its pointer to large-file storage is here, and players would get that. Run `git lfs pull`.".to_owned()
            }
            Self::NotPlain(NotPlain::Link) => {
                "It is a link, and players would get the link’s text. Put the file itself there.".to_owned()
            }
            Self::NotPlain(NotPlain::Device) => "It is no file: a pipe, a socket or a device.".to_owned(),
            Self::NotPlain(NotPlain::Name) => "No path in a pack can name it. Rename it.".to_owned(),
            Self::TooLarge { refused: true } => "It has more than 100 MB, and GitHub takes no such file.".to_owned(),
            Self::TooLarge { refused: false } => "It has more than 50 MB, which GitHub warns of and players wait for.".to_owned(),
            Self::Twin(other) => {
                format!("“{other}” differs from it in letter case or accents alone; some disks can hold only one of them.")
            }
            Self::Unreadable(why) => format!("It cannot be read: {why}."),
            Self::Unused => "Nothing names it.".to_owned(),
        }
    }

    /// Whether the pack cannot be published well with it.
    pub fn is_serious(&self) -> bool {
        !matches!(self, Self::Unused | Self::Twin(_) | Self::TooLarge { refused: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_a_name_of_its_own() {
        let words: std::collections::BTreeSet<&str> = State::ALL.into_iter().map(State::word).collect();
        let labels: std::collections::BTreeSet<&str> = State::ALL.into_iter().map(State::label).collect();
        assert_eq!((words.len(), labels.len()), (State::ALL.len(), State::ALL.len()));
    }
}
