//! The icon set: every file of `icons/`, embedded, drawn white on a 16 px grid and tinted where it is used.

use egui::{Color32, Image, Rect, Ui, Vec2, vec2};

macro_rules! icons {
    ($($variant:ident => $name:literal,)*) => {
        /// One icon; its name is its file's name in `icons/`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "each variant is the picture of its name")]
        pub enum Icon {
            $($variant,)*
        }

        impl Icon {
            /// All icons, in the order of their names.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The file's name without its ending.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            const fn uri(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!("bytes://icon/", $name, ".svg"),)*
                }
            }

            const fn bytes(self) -> &'static [u8] {
                match self {
                    $(Self::$variant => include_bytes!(concat!("../../icons/", $name, ".svg")),)*
                }
            }
        }
    };
}

icons! {
    Advice => "advice",
    Align => "align",
    ArrowDown => "arrow-down",
    ArrowLeft => "arrow-left",
    ArrowRight => "arrow-right",
    ArrowUp => "arrow-up",
    Bag => "bag",
    Base => "base",
    Blocked => "blocked",
    Board => "board",
    Book => "book",
    Bot => "bot",
    Brain => "brain",
    Branch => "branch",
    Button => "button",
    Camera => "camera",
    CamerasLinked => "cameras-linked",
    Card => "card",
    Check => "check",
    ChevronDown => "chevron-down",
    ChevronRight => "chevron-right",
    Chevrons => "chevrons",
    Clock => "clock",
    Close => "close",
    Command => "command",
    Commit => "commit",
    Compare => "compare",
    Copy => "copy",
    Credits => "credits",
    Deck => "deck",
    Default => "default",
    Die => "die",
    Distribute => "distribute",
    Download => "download",
    Drop => "drop",
    Duplicate => "duplicate",
    Error => "error",
    External => "external",
    Eye => "eye",
    EyeOff => "eye-off",
    File => "file",
    FilePlus => "file-plus",
    Filter => "filter",
    Folder => "folder",
    FolderOpen => "folder-open",
    Frame => "frame",
    Gallery => "gallery",
    Ghost => "ghost",
    Globe => "globe",
    GridView => "grid-view",
    Grip => "grip",
    Group => "group",
    Help => "help",
    History => "history",
    Holder => "holder",
    Image => "image",
    Import => "import",
    Info => "info",
    Json => "json",
    Key => "key",
    Keyboard => "keyboard",
    Light => "light",
    Link => "link",
    ListView => "list-view",
    Lock => "lock",
    Magnet => "magnet",
    Material => "material",
    Measure => "measure",
    Merge => "merge",
    Minus => "minus",
    Model => "model",
    Moon => "moon",
    More => "more",
    Move => "move",
    Orbit => "orbit",
    OwnCopy => "own-copy",
    PanelBottom => "panel-bottom",
    PanelLeft => "panel-left",
    PanelRight => "panel-right",
    Paste => "paste",
    Pending => "pending",
    Pin => "pin",
    Plugin => "plugin",
    Plus => "plus",
    Prefab => "prefab",
    Publish => "publish",
    Rebase => "rebase",
    Redo => "redo",
    Refresh => "refresh",
    Rename => "rename",
    Room => "room",
    Rotate => "rotate",
    Running => "running",
    Save => "save",
    Scale => "scale",
    Script => "script",
    Search => "search",
    Seat => "seat",
    Select => "select",
    Server => "server",
    Settings => "settings",
    Shading => "shading",
    Shield => "shield",
    Signature => "signature",
    SnapGrid => "snap-grid",
    SnapPoint => "snap-point",
    Sound => "sound",
    Success => "success",
    Sun => "sun",
    Table => "table",
    TableView => "table-view",
    Tag => "tag",
    Texture => "texture",
    Token => "token",
    TopView => "top-view",
    Trash => "trash",
    Trophy => "trophy",
    Undo => "undo",
    Unlink => "unlink",
    Unlock => "unlock",
    Upload => "upload",
    User => "user",
    Users => "users",
    VariantOnly => "variant-only",
    Variants => "variants",
    Warning => "warning",
    Wipe => "wipe",
    Zone => "zone",
}

impl Icon {
    /// The icon as an egui image of `size` points (14, 16 or 20), white; tint it with [`Image::tint`].
    pub fn image(self, size: f32) -> Image<'static> {
        Image::from_bytes(self.uri(), self.bytes()).fit_to_exact_size(Vec2::splat(size)).alt_text("")
    }

    /// Paints the icon in the middle of `rect`, `size` points large, without taking room.
    pub fn paint(self, ui: &Ui, rect: Rect, size: f32, color: Color32) {
        let at = Rect::from_center_size(rect.center(), vec2(size, size));
        // On whole points the strokes stay crisp.
        let at = Rect::from_min_size(at.min.round(), at.size());
        self.image(size).tint(color).paint_at(ui, at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_table_and_the_folder_agree() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../icons");
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .expect("the icons stand beside the package")
            .map(|entry| entry.expect("a readable entry").file_name().to_string_lossy().into_owned())
            .filter_map(|name| name.strip_suffix(".svg").map(str::to_owned))
            .filter(|name| !name.starts_with("tablewright"))
            .collect();
        let table: BTreeSet<String> = Icon::ALL.iter().map(|icon| icon.name().to_owned()).collect();
        assert_eq!(files, table);
    }

    #[test]
    fn every_icon_is_drawn_on_the_grid() {
        for icon in Icon::ALL {
            let text = std::str::from_utf8(icon.bytes()).expect("SVG is text");
            assert!(text.contains("viewBox=\"0 0 16 16\""), "{}", icon.name());
        }
    }
}
