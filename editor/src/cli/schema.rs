//! `tablewright schema`: the JSON Schema of a file, for people who edit by hand.

use super::args::usage;
use super::{Args, Command, Exit, Io, Outcome};
use lexopt::Arg;
use tablewright_core::manifest::schema;
use tablewright_core::minigame;

pub(super) const COMMAND: Command = Command {
    name: "schema",
    usage: "schema manifest|minigame",
    about: "Print the JSON Schema of the manifest or of a minigame (draft 2020-12)",
    more: "",
    run,
};

fn run(args: &mut Args, io: &mut Io) -> Outcome {
    let mut which = None;
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Value(name) if which.is_none() => which = Some(name),
            other => return Err(other.unexpected().into()),
        }
    }
    match which.as_deref().and_then(std::ffi::OsStr::to_str) {
        Some("manifest") => io.out.write_all(schema::json_schema().as_bytes())?,
        Some("minigame") => io.out.write_all(minigame::json_schema().as_bytes())?,
        Some(other) => return Err(usage(format!("There is no schema of “{other}”: use manifest or minigame"))),
        None => return Err(usage("Name the file that the schema is of: manifest or minigame")),
    }
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::super::testing::tablewright;

    #[test]
    fn the_schema_of_the_manifest_is_printed() {
        let (code, out, err) = tablewright(&["schema", "manifest"]);
        assert_eq!((code, err.as_str()), (0, ""));
        let schema: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert_eq!(schema["properties"]["players"]["properties"]["min"]["minimum"], 1);
        let (code, out, _) = tablewright(&["schema", "minigame"]);
        let schema: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!((code, &schema["properties"]["MaxPlayers"]["default"]), (0, &16.into()));
        assert_eq!(schema["required"], serde_json::json!(["Id", "Name"]));
        for args in [&["schema"][..], &["schema", "setup.json"], &["schema", "manifest", "more"]] {
            assert_eq!(tablewright(args).0, 2, "{args:?}");
        }
    }
}
