// What publishing refuses or warns of in a pack whose documents pass their schemas. Each rule is given what it reads and
// `report(code, path, severity)`, an error where it names no severity.

import { CAPABILITY_OF, capabilityCalls, pluginCalls } from "./script.mjs";
import { isSecret } from "./secrets.mjs";
import { resolveAll } from "./variants.mjs";

export const ENGINE = "0.1.0";

// `files` gives the text of a file by its path in the pack, where the file is there.
export function publishRules(manifest, scene, files, report) {
  engineRange(manifest.compatibility.engine, ENGINE, report);
  paths(manifest, report);
  assets(manifest, report);
  unread(manifest, report);
  scripts(manifest, files, report);
  secrets(manifest.setupOptions ?? [], report);
  outsideArt(manifest, files, report);
  dependencies(manifest, report);
  deckDatabases(manifest, report);
  for (const [index, variant] of (manifest.variants ?? []).entries()) {
    if ("scripts" in variant) report("variant-scripts-removed", ["variants", index, "scripts"]);
  }
  if (manifest.type === "game-pack") ranked(manifest, scene, report);
}

// The range is not semver: one lower and one upper bound are read, all else is passed over.
export function engineRange(range, engine, report) {
  const bound = (pattern) => pattern.exec(range)?.[1];
  const lower = bound(/>=\s*(\d[\d.]*)/);
  const upper = bound(/<\s*(\d[\d.]*)/);
  if (lower === undefined && upper === undefined) {
    report("tw-engine-range-open", ["compatibility", "engine"], "warning");
  } else if ((lower && compare(engine, lower) < 0) || (upper && compare(engine, upper) >= 0)) {
    report("engine-incompatible", ["compatibility", "engine"]);
  }
}

// Versions part by part, as whole numbers of any length; a part that is not there is 0.
function compare(a, b) {
  const [left, right] = [a, b].map((version) => version.split(".").map((part) => BigInt(part || 0)));
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [one, other] = [left[index] ?? 0n, right[index] ?? 0n];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

// Absolute, an address, with a drive, a backslash, a control character, an empty part, `..`, or git's own folder.
const UNSAFE =
  /^$|^\/|\/\/|\/$|^[a-z]:|[\\\u0000-\u001f\u007f-\u009f]|(?:^|\/)(?:\.\.|(?:\.git|git~1)[. ]*)(?:\/|$)|^(?:\.\/)*\.$/i;
const isPath = (text) => !UNSAFE.test(text);
const plain = (path) => path.replace(/(^|\/)(?:\.\/)+/g, "$1").replace(/\/\.$/, "");

function paths(manifest, report) {
  const judge = (path, place, severity) => {
    if (path !== undefined && !isPath(path)) report("unsafe-path", place, severity);
  };
  judge(manifest.entry.setup, ["entry", "setup"]);
  judge(manifest.entry.script, ["entry", "script"]);
  for (const [set, { variants }] of (manifest.soundSets ?? []).entries()) {
    for (const [index, path] of variants.entries()) judge(path, ["soundSets", set, "variants", index]);
  }
  for (const [place, path] of rulesFiles(manifest)) judge(path, place);
  // Nothing is refused over a path of these two.
  for (const [index, path] of (manifest.excludedAssets ?? []).entries()) judge(path, ["excludedAssets", index], "warning");
  for (const [index, { path }] of (manifest.assetManifest ?? []).entries()) {
    judge(path, ["assetManifest", index, "path"], "warning");
  }
  const picture = (path, place) => {
    if (path !== undefined && !(isPath(path) && plain(path).startsWith("media/"))) report("media-path-invalid", place);
  };
  picture(manifest.coverImage, ["coverImage"]);
  for (const [index, { path }] of (manifest.screenshots ?? []).entries()) picture(path, ["screenshots", index, "path"]);
}

function* rulesFiles({ rules = [] }) {
  for (const [index, document] of rules.entries()) {
    if (document.kind === "markdown") yield [["rules", index, "path"], document.path];
    for (const [page, { path }] of (document.pages ?? []).entries()) yield [["rules", index, "pages", page, "path"], path];
    for (const key of ["source", "cover"]) {
      if (document[key] !== undefined) yield [["rules", index, key, "path"], document[key].path];
    }
  }
}

// The platform's 19 extensions are printed nowhere. The first nine are seen in published packs and documents; the rest
// are usual for games, so a list that nobody has seen cannot be said to lack them.
const KNOWN = new Set(["webp", "png", "jpg", "glb", "json", "hdr", "ktx2", "onnx", "wav"]);
const UNCONFIRMED = new Set(
  "jpeg gif avif svg gltf bin obj mtl fbx mp3 ogg m4a flac opus mp4 webm ttf otf woff woff2 exr basis dds".split(" "),
);
const EXTENSION = /[^/]\.([^./]+)$/;

function assets(manifest, report) {
  const { assets: list = [], entry } = manifest;
  const ofRules = new Set(Array.from(rulesFiles(manifest), ([, path]) => path));
  const seen = new Set();
  for (let index = 0; index < list.length; index += 1) {
    const path = list[index];
    if (seen.has(path)) report("tw-duplicate-asset", ["assets", index], "warning");
    seen.add(path);
    if (!isPath(path)) {
      report("unsafe-path", ["assets", index]);
      continue;
    }
    if (ofRules.has(path)) report("tw-rules-in-assets", ["assets", index], "warning");
    const extension = EXTENSION.exec(path)?.[1].toLowerCase();
    // The entry files are fetched as what they are.
    if (KNOWN.has(extension) || path === entry.setup || path === entry.script) continue;
    if (UNCONFIRMED.has(extension)) report("tw-asset-type-unconfirmed", ["assets", index], "warning");
    else report("unsupported-asset-type", ["assets", index]);
  }
}

// What only the room's game is asked for, and only where somebody could hear the answer.
function unread(manifest, report) {
  const isGame = manifest.type === "game-pack";
  if (!isGame) {
    if (manifest.lobbyRequirements !== undefined) report("lobby-requirements-unread", ["lobbyRequirements"]);
    if (manifest.rules !== undefined) report("rules-unread", ["rules"]);
    for (const key of ["dice", "diceEnabled"]) if (manifest[key] !== undefined) report("dice-unread", [key]);
  }
  if (manifest.setupOptions?.length > 0 && !(isGame && manifest.entry.script !== undefined)) {
    report("setup-options-unreadable", ["setupOptions"]);
  }
}

function scripts(manifest, files, report) {
  const path = manifest.entry.script;
  if (path === undefined || !isPath(path)) return;
  if (!path.endsWith(".js")) report("unsupported-script-type", ["entry", "script"]);
  const text = files(plain(path));
  if (text === undefined) return;
  const allowed = new Set(manifest.capabilities?.allowed ?? ["log"]);
  for (const call of capabilityCalls(text)) {
    if (!allowed.has(CAPABILITY_OF[call])) report("undeclared-capability", ["capabilities", "allowed"]);
  }
  for (const target of pluginCalls(text)) {
    if (target === undefined) report("dynamic-plugin-call", ["entry", "script"]);
    else if (!listsFunction(manifest, ...target)) report("undeclared-plugin-call", ["plugins"]);
  }
}

const listsFunction = ({ plugins = [] }, id, name) =>
  plugins.some((plugin) => plugin.id === id && plugin.functions.includes(name));

function secrets(options, report) {
  const judge = (text, place, severity) => {
    if (typeof text === "string" && isSecret(text)) report("manifest-secret", place, severity);
  };
  for (const [index, option] of options.entries()) {
    judge(option.label, ["setupOptions", index, "label"]);
    judge(option.default, ["setupOptions", index, "default"]);
    judge(option.help, ["setupOptions", index, "help"], "warning");
    for (const [choice, { value, label }] of (option.options ?? []).entries()) {
      judge(value, ["setupOptions", index, "options", choice, "value"]);
      judge(label, ["setupOptions", index, "options", choice, "label"]);
    }
  }
}

// Repositories that card catalogues take pictures from, as their addresses spell them; a solidus may be escaped.
const ADDRESS = /:\/\/raw\.githubusercontent\.com\/([^/\s"]+)\/([^/\s"]+)\/([^\s"]+)/g;
const REF = /^(?:refs\/(?:heads|tags)\/)?[^/]+(?=\/.)/;

function outsideArt({ assetRepos = [], assets: list = [] }, files, report) {
  for (const [index, { ref }] of assetRepos.entries()) {
    if (!/^[0-9a-f]{40}$/i.test(ref)) report("asset-repo-unpinned", ["assetRepos", index, "ref"], "warning");
  }
  const isDeclared = (owner, repo, rest) =>
    assetRepos.some(
      (known) =>
        known.owner.toLowerCase() === owner.toLowerCase() &&
        known.repo.toLowerCase() === repo.toLowerCase() &&
        rest.startsWith(`${known.ref}/`),
    );
  for (let index = 0; index < list.length; index += 1) {
    if (!list[index].endsWith(".cards.json") || !isPath(list[index])) continue;
    const text = files(plain(list[index])) ?? "";
    for (const [, owner, repo, rest] of text.replaceAll("\\/", "/").matchAll(ADDRESS)) {
      if (!REF.test(rest) || isDeclared(owner, repo, rest)) continue;
      report("catalogue-art-undeclared", ["assets", index], "warning");
      break;
    }
  }
}

function dependencies({ id, dependencies: list = [] }, report) {
  const seen = new Set();
  for (const [index, { packId }] of list.entries()) {
    if (packId === id) report("tw-dependency-self", ["dependencies", index, "packId"]);
    else if (seen.has(packId)) report("tw-dependency-twice", ["dependencies", index, "packId"]);
    seen.add(packId);
  }
}

function deckDatabases(manifest, report) {
  for (const [index, { deckDatabase }] of (manifest.lobbyRequirements ?? []).entries()) {
    if (deckDatabase === undefined) continue;
    const { pluginId, listFunction } = deckDatabase;
    if (listsFunction(manifest, pluginId, listFunction)) continue;
    const key = manifest.plugins?.some((plugin) => plugin.id === pluginId) ? "listFunction" : "pluginId";
    report("tw-deck-database-undeclared", ["lobbyRequirements", index, "deckDatabase", key]);
  }
}

// Only a fully scripted variant may be ranked, and a script that is attached to it reports the result.
function ranked({ variants = [] }, scene, report) {
  const all = [...variants.entries()].filter(([, variant]) => variant.ranking !== undefined);
  for (const [index, { rulesEnforced }] of all) {
    if (!rulesEnforced) report("tw-ranked-not-enforced", ["variants", index, "rulesEnforced"]);
  }
  if (all.length === 0 || scene === undefined || isBlank(scene)) return;
  const reporting = new Set();
  for (const { id, source, compiled } of scene.scripts ?? []) {
    if (source.includes("match.end(") || compiled?.includes("match.end(")) reporting.add(id);
  }
  const scripted = (piece) => reporting.has(piece.metadata?.scriptId);
  // A prefab's script runs in every variant.
  if (scene.prefabs?.some(scripted)) return;
  const played = resolveAll(scene, all.map(([, { id }]) => id));
  for (const [number, [index]] of all.entries()) {
    const { sceneScriptIds, objects } = played[number];
    if (!sceneScriptIds?.some((id) => reporting.has(id)) && !objects.some(scripted)) {
      report("tw-ranked-no-result", ["variants", index, "ranking"]);
    }
  }
}

// A scene in which nothing was made yet says nothing about scripts.
const isBlank = (scene) =>
  scene.objects.length === 0 && ["variants", "scripts", "sceneScriptIds", "prefabs"].every((key) => scene[key] == null);

// The manifest's list of variants and the scene's differences agree. Either document may be missing.
export function agreement(manifest, scene, report) {
  const listed = new Set();
  if (manifest?.variants !== undefined) {
    if (manifest.type !== "game-pack") report("tw-variant-not-a-game", ["variants"]);
    if (manifest.variants.length < 2) report("tw-variant-list-short", ["variants"], "warning");
    for (const [index, { id }] of manifest.variants.entries()) {
      if (listed.has(id)) report("tw-duplicate-id", ["variants", index, "id"], "warning");
      listed.add(id);
    }
  }
  if (!scene) return;
  const base = idsOnce(scene.objects, ["objects"], report);
  const block = scene.variants;
  if (!block) return;
  if (manifest !== undefined) {
    if (listed.size === 0) report("tw-variant-list-missing", ["variants"]);
    else if (!listed.has(block.base)) report("tw-variant-base-unlisted", ["variants", "base"]);
  }
  for (const [id, delta] of Object.entries(block.deltas ?? {})) {
    const place = ["variants", "deltas", id];
    if (listed.size > 0 && !listed.has(id)) report("tw-variant-delta-unlisted", place);
    if (delta.objects !== undefined) idsOnce(delta.objects, [...place, "objects"], report);
    for (const [index, gone] of (delta.removed ?? []).entries()) {
      if (!base.has(gone)) report("tw-variant-removed-unknown", [...place, "removed", index], "warning");
    }
  }
}

function idsOnce(entities, place, report) {
  const seen = new Set();
  for (let index = 0; index < entities.length; index += 1) {
    const { id } = entities[index];
    if (seen.has(id)) report("tw-duplicate-id", [...place, index, "id"], "warning");
    seen.add(id);
  }
  return seen;
}
