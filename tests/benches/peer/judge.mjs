// Judging a pack by its documents, as `tablewright check --documents` does: both schemas in Zod, the rest by hand.

import { manifestSchema } from "./manifest.mjs";
import { agreement, publishRules } from "./publish.mjs";
import { isEditScene, sceneSchema } from "./scene.mjs";
import { isObject } from "./shared.mjs";

const NOT_JSON = Symbol("not JSON");

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

// Keys and indices as a JSON pointer.
const pointer = (path) => path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

// A judge, with the schemas built once. What only our editor gives as advice (unknown keys, the order of lists) is left out.
export function judge(z) {
  const schemas = { manifest: manifestSchema(z), scene: sceneSchema(z) };

  // What the schema says of a document; the document, where it says nothing.
  function read(text, schema, report) {
    const document = parse(text);
    if (document === NOT_JSON) return void report("json", []);
    if (!isObject(document)) return void report("schema", []);
    // The older format has no variants and another schema; it is not looked into.
    if (schema === schemas.scene && !isEditScene(document)) return void report("tw-setup-older-format", [], "warning");
    const { error } = schema.safeParse(document);
    if (error === undefined) return document;
    for (const issue of error.issues) {
      for (const key of issue.keys ?? [undefined]) {
        report("schema", key === undefined ? issue.path : [...issue.path, key], "error", issue.message);
      }
    }
  }

  // `with` says which rules run after the schemas.
  function run(rules, { manifestText, setupText, files = () => undefined }) {
    const diagnostics = [];
    const report = (code, path, severity = "error", message = undefined) => {
      diagnostics.push({ code, pointer: pointer(path), severity, message });
    };
    const manifest = read(manifestText, schemas.manifest, report);
    const names = setupText !== undefined && (manifest === undefined || manifest.entry.setup !== undefined);
    const scene = names ? read(setupText, schemas.scene, report) : undefined;
    rules(manifest, scene, files, report);
    return diagnostics;
  }

  return {
    // Every rule. Those of publishing wait for a manifest that passes its schema.
    check: (pack) =>
      run((manifest, scene, files, report) => {
        agreement(manifest, scene, report);
        if (manifest !== undefined) publishRules(manifest, scene, files, report);
      }, pack),
    // Whether the two halves of the variants agree.
    agree: (pack) => run((manifest, scene, _, report) => agreement(manifest, scene, report), pack),
    // What is wrong with a scene alone.
    scene(text) {
      const diagnostics = [];
      const scene = read(text, schemas.scene, (code, path) => diagnostics.push({ code, pointer: pointer(path), severity: "error" }));
      return { scene, diagnostics };
    },
  };
}
