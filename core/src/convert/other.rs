//! Formats that nothing here converts, with the tools that do.

use crate::pack::extension;

/// What a person does with a model of a format that is not read here: the tool, and how. `None` for what is no such model.
pub fn tool_for(name: &str) -> Option<&'static str> {
    Some(match extension(name)?.to_lowercase().as_str() {
        "fbx" => {
            "Import it into Blender (File > Import > FBX) and export it as glTF 2.0, binary (.glb); the program FBX2glTF does the \
             same from a command line."
        }
        "blend" => "Open it in Blender and export it as glTF 2.0, binary (.glb).",
        "dae" | "stl" | "ply" | "abc" | "usd" | "usda" | "usdc" | "usdz" => {
            "Import it into Blender and export it as glTF 2.0, binary (.glb)."
        }
        "3ds" | "max" => "Open it in 3ds Max, or import it into an older Blender, and export it as glTF 2.0, binary (.glb).",
        "ma" | "mb" => "Export it from Maya as FBX, import that into Blender, and export it as glTF 2.0, binary (.glb).",
        "c4d" => "Export it from Cinema 4D as glTF, binary (.glb).",
        "skp" => "Export it from SketchUp as glTF, binary (.glb).",
        "vox" => "Open it in MagicaVoxel, export it as .obj, and bring that in with its .mtl and its picture.",
        _ => return None,
    })
}
