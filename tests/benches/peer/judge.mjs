// Judging a pack by its documents, as `tablewright check --documents` does: both schemas in Zod, the rest by hand. What
// only our editor gives as advice (unknown keys, the order of lists) is left out, so the peer has a little less to do.

import { manifestSchema } from "./manifest.mjs";
import { agreement, publishRules } from "./publish.mjs";
import { isEditScene, sceneSchema } from "./scene.mjs";

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// Keys and indices as a JSON pointer.
const pointer = (path) => path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

// What is found in a pack, and the function that rules report with.
export function findings() {
  const diagnostics = [];
  const report = (code, path, severity = "error", message = undefined) => {
    diagnostics.push({ code, pointer: pointer(path), severity, message });
  };
  return { diagnostics, report };
}

// What is in `text`; `undefined` where that is no JSON.
function parse(text, report) {
  try {
    return JSON.parse(text);
  } catch {
    report("json", []);
  }
}

// The document; `undefined` where the schema refuses it. Zod's copy has no use: rules read what was parsed.
function held(document, schema, report) {
  if (document === undefined) return;
  const { error } = schema.safeParse(document);
  if (error === undefined) return document;
  for (const { path, keys = [], message } of error.issues) {
    if (keys.length === 0) report("schema", path, "error", message);
    for (const key of keys) report("schema", [...path, key], "error", message);
  }
}

// Functions that judge, with the schemas built once.
export function judge(z) {
  const schemas = { manifest: manifestSchema(z), scene: sceneSchema(z) };

  // `setupText` is what the manifest names as its scene; of a manifest that cannot be read that is not known.
  function both({ manifestText, setupText }, report) {
    const manifest = held(parse(manifestText, report), schemas.manifest, report);
    const named = setupText !== undefined && (manifest === undefined || manifest.entry.setup !== undefined);
    return { manifest, scene: named ? readScene(setupText, report) : undefined };
  }

  // The scene in `text`; `undefined` also where it has the older format, which has another schema and no variants.
  function readScene(text, report) {
    const document = parse(text, report);
    if (!isObject(document) || isEditScene(document)) return held(document, schemas.scene, report);
    report("tw-setup-older-format", [], "warning");
  }

  return {
    readScene,
    // Whether the two halves of the variants agree.
    agree(pack, report) {
      const { manifest, scene } = both(pack, report);
      agreement(manifest, scene, report);
    },
    // Every rule. Those of publishing wait for a manifest that passes its schema. `files` gives the text of a file by its
    // path in the pack, where it is there.
    check(pack, report, files = () => undefined) {
      const { manifest, scene } = both(pack, report);
      agreement(manifest, scene, report);
      if (manifest !== undefined) publishRules(manifest, scene, files, report);
    },
  };
}
