//! The top-level keys of a scene: which of them a variant can own, in which group, and which are shared by all.

/// A heading under which a variant's own scene keys are shown. The names are the platform editor's ways of thinking
/// while authoring (“What a variant can have its own copy of”); a group is never copied as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// The surroundings, the room and the packs that bring table and room.
    TableAndRoom,
    /// Where players sit and what their zones do.
    SeatsAndZones,
    /// Single snap points and the grids that they are made from.
    SnapPoints,
    /// Which scene scripts are attached, and with which settings.
    Scripts,
}

impl Group {
    /// All groups, in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::TableAndRoom, Self::SeatsAndZones, Self::SnapPoints, Self::Scripts];

    /// The heading.
    pub fn label(self) -> &'static str {
        match self {
            Self::TableAndRoom => "Table & room",
            Self::SeatsAndZones => "Seats & zones",
            Self::SnapPoints => "Snap points",
            Self::Scripts => "Scripts",
        }
    }

    /// The top-level keys of the group, in the order in which the platform's editor writes them.
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Self::TableAndRoom => &["environment", "room", "roomSettings", "packRefs"],
            Self::SeatsAndZones => &["zones", "seatZones", "tableZones", "seatTemplate"],
            Self::SnapPoints => &["snapPoints", "snapPointGrids"],
            Self::Scripts => &["sceneScriptIds", "sceneScriptVars"],
        }
    }

    /// The group that the top-level key `key` belongs to.
    pub fn of(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|group| group.keys().contains(&key))
    }
}

/// The libraries and the identity of the document: one copy that every variant reads.
pub const SHARED: [&str; 8] = ["scripts", "materials", "textures", "prefabs", "schemaVersion", "sceneId", "name", "variants"];

/// Keys that are known from real packs and belong to no group: what a table pack or a room pack is, and the retired
/// `entityPatches`, which nothing reads any more.
const OTHER: [&str; 3] = ["tablePack", "roomPack", "entityPatches"];

/// What a top-level key of a scene is to variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyRole {
    /// `objects`: variants differ in it entity by entity.
    Entities,
    /// One copy for all variants; under a variant's `scene` it is not used.
    Shared,
    /// A variant can have its own copy.
    Owned(Group),
    /// Known, but of no group: a variant's own copy is read, none is made.
    Other,
    /// A key that this editor does not know: a variant's own copy is read, none is made.
    Unknown,
}

impl KeyRole {
    /// The role of the top-level key `key`.
    pub fn of(key: &str) -> Self {
        if key == "objects" {
            Self::Entities
        } else if SHARED.contains(&key) {
            Self::Shared
        } else if let Some(group) = Group::of(key) {
            Self::Owned(group)
        } else if OTHER.contains(&key) {
            Self::Other
        } else {
            Self::Unknown
        }
    }

    /// Whether the key is used where it stands under a variant's `scene`.
    pub fn is_used_in_variant(self) -> bool {
        !matches!(self, Self::Entities | Self::Shared)
    }

    /// Whether an edit may give a variant its own copy of the key.
    pub fn can_be_owned(self) -> bool {
        matches!(self, Self::Owned(_))
    }
}

/// The key that must agree with `key` and is therefore copied with it: a grid with its points, the seats with their
/// template.
pub fn partner(key: &str) -> Option<&'static str> {
    match key {
        "snapPoints" => Some("snapPointGrids"),
        "snapPointGrids" => Some("snapPoints"),
        "seatZones" => Some("seatTemplate"),
        "seatTemplate" => Some("seatZones"),
        _ => None,
    }
}

/// What the key is called in the window: a noun in lower case; a key without a name of its own goes by itself.
pub fn label(key: &str) -> &str {
    match key {
        "environment" => "surroundings",
        "room" => "room",
        "roomSettings" => "room settings",
        "packRefs" => "table and room packs",
        "zones" => "older zones",
        "seatZones" => "seats",
        "seatTemplate" => "seat template",
        "tableZones" => "table zones",
        "snapPoints" => "snap points",
        "snapPointGrids" => "snap grids",
        "sceneScriptIds" => "attached scripts",
        "sceneScriptVars" => "script settings",
        "objects" => "pieces",
        "scripts" => "scripts",
        "materials" => "materials",
        "textures" => "textures",
        "prefabs" => "prefabs",
        "tablePack" => "table",
        "roomPack" => "decor",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_one_role() {
        for group in Group::ALL {
            for key in group.keys() {
                assert_eq!(KeyRole::of(key), KeyRole::Owned(group));
                assert!(!SHARED.contains(key) && !OTHER.contains(key), "{key}");
            }
        }
        assert_eq!(KeyRole::of("objects"), KeyRole::Entities);
        assert_eq!(KeyRole::of("scripts"), KeyRole::Shared);
        assert_eq!(KeyRole::of("variants"), KeyRole::Shared);
        assert_eq!(KeyRole::of("tablePack"), KeyRole::Other);
        assert_eq!(KeyRole::of("Room"), KeyRole::Unknown);
    }

    #[test]
    fn partners_are_of_one_group_and_mutual() {
        for group in Group::ALL {
            for key in group.keys() {
                if let Some(other) = partner(key) {
                    assert_eq!(partner(other), Some(*key));
                    assert_eq!(Group::of(other), Some(group));
                }
            }
        }
        assert_eq!(partner("room"), None);
    }
}
