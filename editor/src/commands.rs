//! Every command of the window: one closed list with title, icon, keys, and why it cannot run now.
//!
//! Menus, the palette and the shortcuts read this list; what a command does is decided where it is carried out.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::dock::{Panel, Workspace};
use crate::icons::Icon;

/// Something the window can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Command {
    /// Ask for a pack's folder and open it.
    OpenFolder,
    /// Ask for the details of a new pack and make it.
    NewPack,
    /// Ask for a folder and write the sample pack there.
    NewFromSample,
    /// Close the pack and show the start page.
    ClosePack,
    /// Show the pack's folder in the system's file manager.
    RevealFolder,
    /// Show what was deleted in the system's file manager.
    RevealBin,
    /// Pre-load the selected files, or load them on demand.
    TogglePreload,
    /// Show or put away the preview of files.
    TogglePreview,
    /// Choose files and bring them into the pack.
    Import,
    /// Write both files.
    Save,
    /// Publish to the remote.
    Publish,
    /// Leave the program.
    Quit,
    /// Take the last edit back.
    Undo,
    /// Do it again.
    Redo,
    /// Take the selection out.
    Delete,
    /// Put a copy of the selection beside it.
    Duplicate,
    /// Rename what is selected.
    Rename,
    /// Select nothing.
    Deselect,
    /// Run all rules anew.
    CheckNow,
    /// Go to the next problem.
    NextProblem,
    /// Go to the previous problem.
    PreviousProblem,
    /// Show the fixes of the current problem.
    FixHere,
    /// Apply all safe fixes.
    FixAllSafe,
    /// Say why the current problem is one.
    Explain,
    /// The pages that tell how the program works.
    Guide,
    /// The page of every problem code.
    ProblemCodes,
    /// Find in the panel that has the focus, or in both files where it has nothing of its own to find in.
    Find,
    /// Find in both files.
    FindEverywhere,
    /// Go to a workspace.
    Show(Workspace),
    /// Show or hide a panel.
    TogglePanel(Panel),
    /// Move the keyboard to the next panel.
    NextPanel,
    /// Move the keyboard to the previous panel.
    PreviousPanel,
    /// Dark to light and back.
    ToggleTheme,
    /// The settings.
    Settings,
    /// The list of all commands.
    CommandPalette,
    /// Larger text.
    ZoomIn,
    /// Smaller text.
    ZoomOut,
    /// Text as designed.
    ZoomReset,
    /// Fill the screen.
    FullScreen,
    /// Put the panels back where they were at first.
    ResetLayout,
    /// The tool that selects.
    SelectTool,
    /// The tool that moves.
    MoveTool,
    /// The tool that turns.
    RotateTool,
    /// Show what is selected.
    FrameSelection,
    /// Show everything.
    FrameAll,
    /// Look from above.
    TopView,
    /// Perspective to orthographic and back.
    ToggleOrtho,
    /// Show the variant at this place of the list, 1 to 9.
    ShowVariant(u8),
    /// Show the next variant.
    NextVariant,
    /// Show the previous variant.
    PreviousVariant,
    /// The dialog that governs the variants.
    Variants,
    /// Switch *Changes apply to*.
    ToggleScope,
    /// Go to the next difference between the variants that are compared.
    NextDifference,
    /// Go to the previous one.
    PreviousDifference,
    /// Lock the cameras of the variants that are compared, or let them go.
    LockCameras,
    /// Tint what differs, or not.
    ToggleTints,
    /// Show what stands elsewhere as a ghost, or not.
    ToggleGhosts,
    /// One more variant beside those that are compared.
    AddView,
    /// Save the picture of the variants that are compared.
    SavePicture,
    /// What the program is, its version and its licences.
    About,
}

/// What the commands look at to know whether they can run. Plain figures, filled in by the window each frame.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Context {
    /// A pack is open.
    pub pack: bool,
    /// The workspace that is shown; `None` where no pack is open.
    pub workspace: Option<Workspace>,
    /// An element of one of the form's lists is selected: *Delete* and *Duplicate* are about it while the form is shown.
    pub element: bool,
    /// How many files are selected in the list of files.
    pub files: usize,
    /// The scene could be read.
    pub scene: bool,
    /// Edits that are not saved.
    pub unsaved: usize,
    /// Label of the edit that *Undo* takes back.
    pub undo: Option<String>,
    /// Label of the edit that *Redo* does again.
    pub redo: Option<String>,
    /// How many things are selected.
    pub selected: usize,
    /// What is selected cannot be taken out or doubled, and why.
    pub selection_fixed: Option<&'static str>,
    /// Names of the listed variants in their order.
    pub variants: Vec<String>,
    /// Place of the shown variant in that list.
    pub shown: Option<usize>,
    /// A gesture is going on: the scope is fixed.
    pub gesture: bool,
    /// How many problems are listed.
    pub problems: usize,
    /// How many of them have a safe fix.
    pub safe_fixes: usize,
    /// *Fix all safe* is going on.
    pub fixing: bool,
    /// Why publishing cannot start now (a publish is going on, the manifest cannot be read).
    pub publish_blocked: Option<&'static str>,
    /// Why saving cannot start now (a save is going on, a file cannot be written).
    pub save_blocked: Option<&'static str>,
}

/// Where a command's keys act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Everywhere, also while a field is being typed in.
    Everywhere,
    /// Not while a field has the keyboard: single letters, and keys that mean something in a text.
    OutsideFields,
}

/// A group of the palette and of the list of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Files and the pack.
    File,
    /// Edits.
    Edit,
    /// The scene's view.
    Scene,
    /// Variants.
    Variants,
    /// Problems.
    Problems,
    /// The window.
    Window,
}

impl Group {
    /// Its name.
    pub fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Scene => "Scene",
            Self::Variants => "Variants",
            Self::Problems => "Problems",
            Self::Window => "Window",
        }
    }
}

const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers { alt: false, ctrl: false, shift: true, mac_cmd: false, command: true };
const CTRL_ALT: Modifiers = Modifiers { alt: true, ctrl: false, shift: false, mac_cmd: false, command: true };

const fn key(modifiers: Modifiers, key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(modifiers, key)
}

const NUMBERS: [Key; 9] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

impl Command {
    /// Every command, in the order in which the palette lists them.
    pub fn all() -> Vec<Self> {
        use Command as C;
        let mut all = vec![
            C::OpenFolder,
            C::NewPack,
            C::NewFromSample,
            C::Import,
            C::Save,
            C::Publish,
            C::RevealFolder,
            C::RevealBin,
            C::TogglePreload,
            C::TogglePreview,
            C::ClosePack,
            C::Quit,
            C::Undo,
            C::Redo,
            C::Duplicate,
            C::Rename,
            C::Delete,
            C::Deselect,
            C::Find,
            C::FindEverywhere,
            C::SelectTool,
            C::MoveTool,
            C::RotateTool,
            C::FrameSelection,
            C::FrameAll,
            C::TopView,
            C::ToggleOrtho,
            C::Variants,
            C::ToggleScope,
            C::NextVariant,
            C::PreviousVariant,
            C::NextDifference,
            C::PreviousDifference,
            C::LockCameras,
            C::ToggleTints,
            C::ToggleGhosts,
            C::AddView,
            C::SavePicture,
        ];
        all.extend((1..=9).map(C::ShowVariant));
        all.extend([C::CheckNow, C::NextProblem, C::PreviousProblem, C::FixHere, C::FixAllSafe, C::Explain]);
        all.extend(Workspace::ALL.map(C::Show));
        all.extend(Panel::ALL.into_iter().filter(|panel| !panel.is_home()).map(C::TogglePanel));
        all.extend([
            C::NextPanel,
            C::PreviousPanel,
            C::ResetLayout,
            C::CommandPalette,
            C::Settings,
            C::ToggleTheme,
            C::ZoomIn,
            C::ZoomOut,
            C::ZoomReset,
            C::FullScreen,
            C::Guide,
            C::ProblemCodes,
            C::About,
        ]);
        all
    }

    /// A short name that stays the same, for the settings file.
    pub fn id(self) -> String {
        match self {
            Self::ShowVariant(place) => format!("show-variant-{place}"),
            Self::Show(workspace) => format!("workspace-{}", workspace.id()),
            Self::TogglePanel(panel) => format!("panel-{}", panel.id()),
            other => {
                // The variant's own name, `OpenFolder`, as `open-folder`.
                let mut id = String::new();
                for letter in format!("{other:?}").chars() {
                    if letter.is_ascii_uppercase() && !id.is_empty() {
                        id.push('-');
                    }
                    id.push(letter.to_ascii_lowercase());
                }
                id
            }
        }
    }

    /// The name that a settings file of an earlier version may have for it.
    pub fn former_id(self) -> Option<String> {
        (self == Self::Show(Workspace::ModDetails)).then(|| format!("panel-{}", Panel::ModDetails.id()))
    }

    /// Its words, in the present state: *Undo move Deep Tray*, *Show 13×13*.
    pub fn title(self, context: &Context) -> String {
        let with = |verb: &str, label: &Option<String>| match label {
            Some(label) => format!("{verb} {label}"),
            None => verb.to_owned(),
        };
        match self {
            Self::Undo => with("Undo", &context.undo),
            Self::Redo => with("Redo", &context.redo),
            Self::ShowVariant(place) => match context.variants.get(usize::from(place).saturating_sub(1)) {
                Some(name) => format!("Show {name}"),
                None => format!("Show variant {place}"),
            },
            other => other.plain_title().to_owned(),
        }
    }

    fn plain_title(self) -> &'static str {
        match self {
            Self::OpenFolder => "Open a folder…",
            Self::NewPack => "New pack…",
            Self::NewFromSample => "New from the sample…",
            Self::ClosePack => "Close the pack",
            Self::RevealFolder => "Show in the file manager",
            Self::RevealBin => "Show the bin in the file manager",
            Self::TogglePreload => "Pre-load the files, or load them on demand",
            Self::TogglePreview => "Show or put away the preview of files",
            Self::Import => "Import…",
            Self::Save => "Save",
            Self::Publish => "Publish…",
            Self::Quit => "Quit",
            Self::Undo => "Undo",
            Self::Redo => "Redo",
            Self::Delete => "Delete",
            Self::Duplicate => "Duplicate",
            Self::Rename => "Rename",
            Self::Deselect => "Select nothing",
            Self::CheckNow => "Check now",
            Self::NextProblem => "Next problem",
            Self::PreviousProblem => "Previous problem",
            Self::FixHere => "Fixes of this problem…",
            Self::FixAllSafe => "Fix all safe",
            Self::Explain => "Explain this",
            Self::Guide => "Guide…",
            Self::ProblemCodes => "Problem codes…",
            Self::Find => "Find in this panel",
            Self::FindEverywhere => "Find in both files",
            Self::Show(Workspace::Scene) => "Go to the scene",
            Self::Show(Workspace::Compare) => "Compare variants",
            Self::Show(Workspace::ModDetails) => "Go to the mod details",
            Self::Show(Workspace::Files) => "Go to the files",
            Self::TogglePanel(panel) => panel.toggle_title(),
            Self::NextPanel => "Next panel",
            Self::PreviousPanel => "Previous panel",
            Self::ToggleTheme => "Switch between dark and light",
            Self::Settings => "Settings…",
            Self::CommandPalette => "All commands…",
            Self::ZoomIn => "Larger text",
            Self::ZoomOut => "Smaller text",
            Self::ZoomReset => "Text of normal size",
            Self::FullScreen => "Full screen",
            Self::ResetLayout => "Put the panels back",
            Self::SelectTool => "Select",
            Self::MoveTool => "Move",
            Self::RotateTool => "Rotate",
            Self::FrameSelection => "Frame the selection",
            Self::FrameAll => "Frame everything",
            Self::TopView => "Look from above",
            Self::ToggleOrtho => "Orthographic view",
            Self::ShowVariant(_) => "Show variant",
            Self::NextVariant => "Next variant",
            Self::PreviousVariant => "Previous variant",
            Self::Variants => "Variants…",
            Self::ToggleScope => "Switch what changes apply to",
            Self::NextDifference => "Next difference",
            Self::PreviousDifference => "Previous difference",
            Self::LockCameras => "Lock the cameras, or let them go",
            Self::ToggleTints => "Tints of what differs",
            Self::ToggleGhosts => "Ghosts of what stands elsewhere",
            Self::AddView => "Add a view",
            Self::SavePicture => "Save the picture…",
            Self::About => "About Tablewright",
        }
    }

    /// Its picture.
    pub fn icon(self) -> Icon {
        match self {
            Self::OpenFolder | Self::RevealFolder => Icon::FolderOpen,
            Self::RevealBin => Icon::Trash,
            Self::TogglePreload => Icon::Download,
            Self::TogglePreview => Icon::Image,
            Self::NewPack => Icon::FilePlus,
            Self::NewFromSample | Self::Duplicate => Icon::Duplicate,
            Self::ClosePack | Self::Quit | Self::Deselect => Icon::Close,
            Self::Import => Icon::Import,
            Self::Save => Icon::Save,
            Self::Publish => Icon::Publish,
            Self::Undo => Icon::Undo,
            Self::Redo => Icon::Redo,
            Self::Delete => Icon::Trash,
            Self::Rename => Icon::Rename,
            Self::CheckNow => Icon::Refresh,
            Self::NextProblem => Icon::ArrowDown,
            Self::PreviousProblem => Icon::ArrowUp,
            Self::FixHere => Icon::Advice,
            Self::FixAllSafe => Icon::Success,
            Self::Explain => Icon::Help,
            Self::Guide | Self::ProblemCodes => Icon::Book,
            Self::Find | Self::FindEverywhere => Icon::Search,
            Self::Show(workspace) => workspace.icon(),
            Self::TogglePanel(panel) => panel.icon(),
            Self::NextPanel => Icon::ArrowRight,
            Self::PreviousPanel => Icon::ArrowLeft,
            Self::ToggleTheme => Icon::Shading,
            Self::Settings => Icon::Settings,
            Self::CommandPalette => Icon::Command,
            Self::ZoomIn => Icon::Plus,
            Self::ZoomOut => Icon::Minus,
            Self::ZoomReset => Icon::Search,
            Self::FullScreen => Icon::Frame,
            Self::ResetLayout => Icon::TableView,
            Self::SelectTool => Icon::Select,
            Self::MoveTool => Icon::Move,
            Self::RotateTool => Icon::Rotate,
            Self::FrameSelection | Self::FrameAll => Icon::Frame,
            Self::TopView => Icon::TopView,
            Self::ToggleOrtho => Icon::Camera,
            Self::ShowVariant(_) | Self::NextVariant | Self::PreviousVariant => Icon::Variants,
            Self::Variants => Icon::Variants,
            Self::ToggleScope => Icon::VariantOnly,
            Self::NextDifference => Icon::ArrowDown,
            Self::PreviousDifference => Icon::ArrowUp,
            Self::LockCameras => Icon::CamerasLinked,
            Self::ToggleTints => Icon::Compare,
            Self::ToggleGhosts => Icon::Ghost,
            Self::AddView => Icon::Plus,
            Self::SavePicture => Icon::Image,
            Self::About => Icon::Info,
        }
    }

    /// Its group.
    pub fn group(self) -> Group {
        match self {
            Self::OpenFolder
            | Self::NewPack
            | Self::NewFromSample
            | Self::ClosePack
            | Self::RevealFolder
            | Self::RevealBin
            | Self::Import
            | Self::Save
            | Self::Publish
            | Self::Quit => Group::File,
            Self::Undo
            | Self::Redo
            | Self::Delete
            | Self::Duplicate
            | Self::Rename
            | Self::Deselect
            | Self::TogglePreload
            | Self::TogglePreview
            | Self::Find
            | Self::FindEverywhere => Group::Edit,
            Self::SelectTool
            | Self::MoveTool
            | Self::RotateTool
            | Self::FrameSelection
            | Self::FrameAll
            | Self::TopView
            | Self::ToggleOrtho => Group::Scene,
            Self::ShowVariant(_)
            | Self::NextVariant
            | Self::PreviousVariant
            | Self::Variants
            | Self::ToggleScope
            | Self::NextDifference
            | Self::PreviousDifference
            | Self::LockCameras
            | Self::ToggleTints
            | Self::ToggleGhosts
            | Self::AddView
            | Self::SavePicture => Group::Variants,
            Self::CheckNow | Self::NextProblem | Self::PreviousProblem | Self::FixHere | Self::FixAllSafe => Group::Problems,
            Self::Show(_)
            | Self::TogglePanel(_)
            | Self::NextPanel
            | Self::PreviousPanel
            | Self::ToggleTheme
            | Self::Settings
            | Self::CommandPalette
            | Self::ZoomIn
            | Self::ZoomOut
            | Self::ZoomReset
            | Self::FullScreen
            | Self::ResetLayout
            | Self::Explain
            | Self::Guide
            | Self::ProblemCodes
            | Self::About => Group::Window,
        }
    }

    /// The keys it has at first, by look.md section 8; the first is the one that is shown.
    pub fn default_keys(self) -> Vec<KeyboardShortcut> {
        const NONE: Modifiers = Modifiers::NONE;
        match self {
            Self::OpenFolder => vec![key(CTRL, Key::O)],
            Self::NewPack => vec![key(CTRL, Key::N)],
            Self::Import => vec![key(CTRL, Key::I)],
            Self::Save => vec![key(CTRL, Key::S)],
            Self::Publish => vec![key(CTRL_SHIFT, Key::Enter)],
            Self::ClosePack => vec![key(CTRL, Key::W)],
            Self::RevealFolder => vec![key(CTRL_SHIFT, Key::R)],
            Self::Quit => vec![key(CTRL, Key::Q)],
            Self::Undo => vec![key(CTRL, Key::Z)],
            Self::Redo => vec![key(CTRL_SHIFT, Key::Z), key(CTRL, Key::Y)],
            Self::Delete => vec![key(NONE, Key::Delete)],
            Self::Duplicate => vec![key(CTRL, Key::D)],
            Self::Rename => vec![key(NONE, Key::F2)],
            Self::TogglePreload => vec![key(CTRL, Key::L)],
            Self::NextProblem => vec![key(NONE, Key::F8)],
            Self::PreviousProblem => vec![key(Modifiers::SHIFT, Key::F8)],
            Self::FixHere => vec![key(CTRL, Key::Period)],
            Self::FixAllSafe => vec![key(CTRL_SHIFT, Key::Period)],
            Self::Explain => vec![key(NONE, Key::F1)],
            Self::Find => vec![key(CTRL, Key::F)],
            Self::FindEverywhere => vec![key(CTRL_SHIFT, Key::F)],
            Self::Show(workspace) => {
                let place = Workspace::ALL.into_iter().position(|other| other == workspace).and_then(|at| NUMBERS.get(at));
                place.map(|number| key(CTRL, *number)).into_iter().collect()
            }
            Self::TogglePanel(Panel::Hierarchy) => vec![key(CTRL, Key::B)],
            Self::TogglePanel(Panel::Inspector) => vec![key(CTRL_ALT, Key::B)],
            Self::TogglePanel(Panel::Problems) => vec![key(CTRL, Key::J)],
            Self::NextPanel => vec![key(NONE, Key::F6)],
            Self::PreviousPanel => vec![key(Modifiers::SHIFT, Key::F6)],
            Self::Settings => vec![key(CTRL, Key::Comma)],
            Self::CommandPalette => vec![key(CTRL_SHIFT, Key::P)],
            Self::ZoomIn => vec![key(CTRL, Key::Plus), key(CTRL, Key::Equals), key(CTRL_SHIFT, Key::Plus)],
            Self::ZoomOut => vec![key(CTRL, Key::Minus)],
            Self::ZoomReset => vec![key(CTRL, Key::Num0)],
            Self::FullScreen => vec![key(NONE, Key::F11)],
            Self::SelectTool => vec![key(NONE, Key::Q)],
            Self::MoveTool => vec![key(NONE, Key::W)],
            Self::RotateTool => vec![key(NONE, Key::E)],
            Self::FrameSelection => vec![key(NONE, Key::F)],
            Self::FrameAll => vec![key(NONE, Key::Home)],
            Self::TopView => vec![key(NONE, Key::T)],
            Self::ToggleOrtho => vec![key(NONE, Key::O)],
            Self::ShowVariant(place) => {
                NUMBERS.get(usize::from(place).wrapping_sub(1)).map(|number| key(Modifiers::ALT, *number)).into_iter().collect()
            }
            Self::NextVariant => vec![key(Modifiers::ALT, Key::ArrowDown)],
            Self::PreviousVariant => vec![key(Modifiers::ALT, Key::ArrowUp)],
            Self::Variants => vec![key(CTRL_SHIFT, Key::V)],
            Self::ToggleScope => vec![key(Modifiers::ALT, Key::S)],
            Self::NextDifference => vec![key(NONE, Key::N)],
            Self::PreviousDifference => vec![key(Modifiers::SHIFT, Key::N)],
            Self::LockCameras => vec![key(Modifiers::ALT, Key::C)],
            Self::ToggleTints => vec![key(Modifiers::ALT, Key::T)],
            Self::ToggleGhosts => vec![key(Modifiers::ALT, Key::G)],
            Self::NewFromSample
            | Self::Deselect
            | Self::CheckNow
            | Self::TogglePanel(_)
            | Self::ToggleTheme
            | Self::ResetLayout
            | Self::Guide
            | Self::AddView
            | Self::SavePicture
            | Self::RevealBin
            | Self::TogglePreview
            | Self::ProblemCodes
            | Self::About => Vec::new(),
        }
    }

    /// Where its keys act.
    pub fn reach(self) -> Reach {
        match self {
            // A text field has its own undo, and these keys move or delete inside a text.
            Self::Undo
            | Self::Redo
            | Self::Delete
            | Self::Duplicate
            | Self::NextVariant
            | Self::PreviousVariant
            | Self::NextDifference
            | Self::PreviousDifference
            | Self::SelectTool
            | Self::MoveTool
            | Self::RotateTool
            | Self::FrameSelection
            | Self::FrameAll
            | Self::TopView
            | Self::ToggleOrtho => Reach::OutsideFields,
            _ => Reach::Everywhere,
        }
    }

    /// Nothing, or why it cannot run now, as a sentence without its full stop.
    pub fn enabled(self, context: &Context) -> Result<(), &'static str> {
        let unless = |blocked: bool, why: &'static str| if blocked { Err(why) } else { Ok(()) };
        let pack = || unless(!context.pack, "No pack is open");
        let scene = || pack().and_then(|()| unless(!context.scene, "The scene can’t be read"));
        let in_scene = || {
            let elsewhere = context.workspace.is_some_and(|workspace| workspace != Workspace::Scene);
            scene().and_then(|()| unless(elsewhere, "This is about the scene, which is not shown now"))
        };
        let in_views = || {
            let seen = matches!(context.workspace, None | Some(Workspace::Scene | Workspace::Compare));
            scene().and_then(|()| unless(!seen, "This is about the scene, which is not shown now"))
        };
        let compared = || {
            let elsewhere = context.workspace.is_some_and(|workspace| workspace != Workspace::Compare);
            scene()
                .and_then(|()| unless(context.variants.len() < 2, "The pack has no variants"))
                .and_then(|()| unless(elsewhere, "No variants are compared now"))
        };
        let selected_in_views = || in_views().and_then(|()| unless(context.selected == 0, "Nothing is selected"));
        let selected = || in_scene().and_then(|()| unless(context.selected == 0, "Nothing is selected"));
        let variants = || scene().and_then(|()| unless(context.variants.len() < 2, "The pack has no variants"));
        let let_go = || unless(context.gesture, "Let go first: the scope is fixed while you drag");
        match self {
            Self::ClosePack | Self::RevealFolder | Self::RevealBin | Self::Import | Self::CheckNow | Self::Variants => pack(),
            Self::Save => pack()
                .and_then(|()| context.save_blocked.map_or(Ok(()), Err))
                .and_then(|()| unless(context.unsaved == 0, "Everything is saved")),
            Self::Publish => pack().and_then(|()| context.publish_blocked.map_or(Ok(()), Err)),
            Self::Undo => pack().and_then(|()| unless(context.undo.is_none(), "Nothing to undo")),
            Self::Redo => pack().and_then(|()| unless(context.redo.is_none(), "Nothing to redo")),
            Self::Deselect | Self::FrameSelection => selected_in_views(),
            Self::Delete | Self::Duplicate if context.workspace == Some(Workspace::ModDetails) => {
                unless(!context.element, "Nothing is selected")
            }
            Self::Delete | Self::Rename if context.workspace == Some(Workspace::Files) => {
                unless(context.files == 0, "No file is selected")
                    .and_then(|()| unless(self == Self::Rename && context.files > 1, "Only one file can be renamed at a time"))
            }
            Self::TogglePreload => pack().and_then(|()| unless(context.files == 0, "No file is selected")),
            Self::TogglePreview => {
                pack().and_then(|()| unless(context.workspace != Some(Workspace::Files), "The files are not shown now"))
            }
            Self::Delete | Self::Duplicate => selected().and_then(|()| context.selection_fixed.map_or(Ok(()), Err)),
            Self::Rename => selected().and_then(|()| unless(context.selected > 1, "Only one thing can be renamed at a time")),
            Self::SelectTool | Self::MoveTool | Self::RotateTool => in_scene(),
            Self::FrameAll | Self::TopView | Self::ToggleOrtho => in_views(),
            Self::NextDifference
            | Self::PreviousDifference
            | Self::LockCameras
            | Self::ToggleTints
            | Self::ToggleGhosts
            | Self::AddView
            | Self::SavePicture => compared(),
            Self::NextProblem | Self::PreviousProblem | Self::FixHere => {
                pack().and_then(|()| unless(context.problems == 0, "No problems"))
            }
            Self::FixAllSafe => pack()
                .and_then(|()| unless(context.fixing, "Safe fixes are being applied"))
                .and_then(|()| unless(context.problems == 0, "No problems"))
                .and_then(|()| unless(context.safe_fixes == 0, "No problem has a safe fix")),
            Self::Find | Self::FindEverywhere => pack(),
            Self::NextVariant | Self::PreviousVariant | Self::ToggleScope => variants().and_then(|()| let_go()),
            Self::ShowVariant(place) => {
                let place = usize::from(place);
                variants()
                    .and_then(|()| let_go())
                    .and_then(|()| unless(place > context.variants.len(), "There are fewer variants"))
                    .and_then(|()| unless(context.shown == Some(place - 1), "It is shown already"))
            }
            Self::Show(workspace) => pack().and_then(|()| unless(context.workspace == Some(workspace), "It is shown already")),
            Self::TogglePanel(_) | Self::NextPanel | Self::PreviousPanel | Self::ResetLayout => pack(),
            Self::OpenFolder
            | Self::NewPack
            | Self::NewFromSample
            | Self::Quit
            | Self::ToggleTheme
            | Self::Settings
            | Self::CommandPalette
            | Self::ZoomIn
            | Self::ZoomOut
            | Self::ZoomReset
            | Self::FullScreen
            | Self::Explain
            | Self::Guide
            | Self::ProblemCodes
            | Self::About => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ids_are_short_and_unique() {
        let ids: Vec<String> = Command::all().into_iter().map(Command::id).collect();
        let set: HashSet<&String> = ids.iter().collect();
        assert_eq!(set.len(), ids.len());
        assert!(ids.contains(&"open-folder".to_owned()) && ids.contains(&"panel-history".to_owned()));
        assert!(ids.iter().all(|id| id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')), "{ids:?}");
    }

    #[test]
    fn titles_are_sentence_case_and_name_what_they_touch() {
        let context = Context {
            undo: Some("move Deep Tray".to_owned()),
            variants: vec!["Large".to_owned(), "13×13".to_owned()],
            ..Context::default()
        };
        assert_eq!(Command::Undo.title(&context), "Undo move Deep Tray");
        assert_eq!(Command::Redo.title(&context), "Redo");
        assert_eq!(Command::ShowVariant(2).title(&context), "Show 13×13");
        assert_eq!(Command::ShowVariant(3).title(&context), "Show variant 3");
        for command in Command::all() {
            let title = command.title(&Context::default());
            assert!(title.chars().next().is_some_and(char::is_uppercase), "{title}");
            assert!(!title.contains('!') && !title.contains("..."), "{title}");
        }
    }

    #[test]
    fn without_a_pack_only_the_windows_own_commands_run() {
        let none = Context::default();
        for command in Command::all() {
            let runs = command.enabled(&none).is_ok();
            let own = matches!(command.group(), Group::Window) || matches!(command.group(), Group::File);
            assert!(!runs || own, "{command:?}");
        }
        assert_eq!(Command::Save.enabled(&none), Err("No pack is open"));
        assert!(Command::OpenFolder.enabled(&none).is_ok());
    }

    #[test]
    fn variants_at_the_edges() {
        let names = |n: usize| (0..n).map(|i| format!("V{i}")).collect::<Vec<_>>();
        let context = |n, shown| Context { pack: true, scene: true, variants: names(n), shown, ..Context::default() };
        assert!(Command::ShowVariant(1).enabled(&context(1, None)).is_err(), "one variant is no choice");
        assert!(Command::ShowVariant(2).enabled(&context(2, Some(0))).is_ok());
        assert!(Command::ShowVariant(3).enabled(&context(2, Some(0))).is_err());
        assert_eq!(Command::ShowVariant(1).enabled(&context(2, Some(0))), Err("It is shown already"));
        let dragging = Context { gesture: true, ..context(2, Some(0)) };
        for command in [Command::ToggleScope, Command::NextVariant, Command::PreviousVariant, Command::ShowVariant(2)] {
            assert!(command.enabled(&dragging).is_err() && command.enabled(&context(2, Some(0))).is_ok(), "{command:?}");
        }
    }
}
