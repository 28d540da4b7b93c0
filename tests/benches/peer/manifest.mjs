// The schema of the manifest: what the platform refuses when it parses one.

import { parts, refuse } from "./shared.mjs";

const CAPABILITIES = [
  "log",
  "spawn-object",
  "register-action",
  "read-context",
  "read-world",
  "read-hidden-information",
  "object-action",
  "saved-data",
  "subscribe-events",
  "ui",
  "play-sound",
  "plugin-call",
  // These three are in no document; published packs have them.
  "read-cards",
  "read-decks",
  "host-message",
];
const DICE = ["die-d4", "die-d6", "die-d8", "die-d10", "die-d12", "die-d20", "die-piecepack"];
const ID = /^[a-z0-9][a-z0-9._-]*[a-z0-9]$/i;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.-]+)?$/;
const COMMIT = /^[a-f0-9]{40}$/;
// Names that answers are filed under.
const KEY = /^[a-z][a-z0-9_]*$/;
// An instant in UTC, with the calendar in it.
const LEAP_DAY = /(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29/.source;
const OTHER_DAY =
  /\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))/.source;
const TIME = /(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?Z/.source;
const INSTANT = new RegExp(`^(?:${LEAP_DAY}|${OTHER_DAY})T${TIME}$`);

export function manifestSchema(z) {
  const { text, integer, bag, materials } = parts(z);
  const path = text(1, 180);
  const scalar = z.union([z.string(), z.number(), z.boolean()]);
  const link = text(0, 500).regex(/^https?:\/\//i, "Use a full http(s):// link.");
  const version = z.string().regex(VERSION, "Use semver, for example 1.0.0");

  const players = z
    .object({ min: integer(1, 64), max: integer(1, 64) })
    .refine(({ min, max }) => max >= min, "players.max must be greater than or equal to players.min.");

  // The listing.

  const part = z.number().min(0).max(1);
  const size = z.number().gt(0).max(1);
  const crop = z
    .object({ x: part, y: part, w: size, h: size })
    .refine(
      ({ x, y, w, h }) => x + w <= 1.0001 && y + h <= 1.0001,
      "Crop rectangle must stay within the image bounds (x+w and y+h ≤ 1).",
    );
  const video = z.object({
    provider: z.literal("youtube"),
    id: z.string().regex(/^[A-Za-z0-9_-]{11}$/),
    title: text(1, 120).optional(),
  });
  const screenshot = z
    .object({ path: path.optional(), crop: crop.optional(), video: video.optional() })
    .refine(
      (entry) => entry.path !== undefined || entry.video !== undefined,
      "A gallery entry needs either an image path or a video.",
    );

  // What the game is played with.

  const picture = z.object({ path, width: z.number(), height: z.number(), bytes: z.number() });
  const rulebook = { id: z.string(), title: z.string() };
  const original = z.object({ path, bytes: z.number(), filename: z.string() });
  const rules = z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("markdown"), ...rulebook, path }),
    z.object({ kind: z.literal("pages"), ...rulebook, pages: z.array(picture), source: original.optional() }),
    z.object({ kind: z.literal("link"), ...rulebook, url: z.string().regex(/^https:\/\/./is) }),
    z.object({ kind: z.literal("video"), ...rulebook, video, cover: picture.optional() }),
  ]);
  const die = z.object({
    preset: z.enum(DICE),
    label: z.string().trim().min(1).max(40).optional(),
    defaultCount: integer(0, 40).optional(),
  });
  const dice = z
    .array(die)
    .max(7)
    .refine((list) => new Set(list.map((entry) => entry.preset)).size === list.length, "Each die may be declared once.");
  const soundSet = z.object({
    name: text(1, 80).regex(/^[a-z0-9][a-z0-9._-]*$/),
    variants: z.array(path).min(1).max(16),
    material: materials.optional(),
    action: z.string().optional(),
    loop: z.boolean().optional(),
  });

  // What is asked before the table opens.

  const setupOption = z
    .object({
      key: text(1, 64).regex(KEY),
      label: text(1, 80),
      control: z.enum(["text", "number", "toggle", "select"]),
      help: text(0, 240).optional(),
      default: scalar,
      options: z
        .array(z.object({ value: text(1, 120), label: text(1, 120) }))
        .max(32)
        .optional(),
      min: z.number().optional(),
      max: z.number().optional(),
      step: z.number().gt(0).optional(),
      maxLength: integer(1, 2000).optional(),
    })
    .superRefine(oneControl);
  const deckDatabase = z.object({ pluginId: text(1, 120), listFunction: text(1, 80), label: text(0, 60).optional() });
  const requirement = z
    .object({
      id: text(1, 64).regex(KEY),
      kind: z.literal("deck"),
      label: text(1, 80),
      help: text(0, 240).optional(),
      appliesTo: z.enum(["players", "owner"]).optional(),
      required: z.boolean().optional(),
      formatId: text(0, 64).optional(),
      minCards: integer(0, 100_000).optional(),
      maxCards: integer(1, 100_000).optional(),
      deckSources: z
        .array(z.enum(["mine", "community", "database"]))
        .min(1)
        .max(3)
        .optional(),
      deckDatabase: deckDatabase.optional(),
    })
    .superRefine(oneDeck);

  // Where files and other packs come from.

  const source = z.discriminatedUnion("type", [
    z.object({
      type: z.literal("preset"),
      presetKind: z.enum(["model", "material", "texture", "deck"]),
      presetId: z.string(),
    }),
    z.object({
      type: z.literal("plugin"),
      pluginId: z.string(),
      commitSha: z.string().regex(COMMIT),
      resourcePath: z.string(),
    }),
  ]);
  const instant = z.string().regex(INSTANT);
  const credit = z
    .object({
      id: text(1, 64),
      paths: z.array(text(1, 300)).min(1).max(2000),
      origin: z.enum(["own-work", "third-party", "disclaimed"]),
      title: text(0, 160).optional(),
      creator: text(0, 160).optional(),
      creatorUrl: link.optional(),
      sourceUrl: link.optional(),
      licenseName: text(0, 120).optional(),
      licenseUrl: link.optional(),
      notes: text(0, 1000).optional(),
      recordedAt: instant,
      attestation: z.object({ termsVersion: text(1, 40), acceptedAt: instant, signedName: text(1, 120) }).optional(),
      source: source.optional(),
      locked: z.literal(true).optional(),
      derivedFrom: source.optional(),
    })
    .superRefine(accountable);
  const dependency = z.object({
    packId: text(1, 96),
    version: text(1, 40).regex(
      VERSION,
      "Pin an exact version, for example 1.0.0. Ranges (^, ~, x, >=) are not supported: a range makes a table " +
        "non-reproducible between two peers who resolved it at different times.",
    ),
    commitSha: z.string().regex(COMMIT).optional(),
  });
  const assetRepo = z.object({
    owner: text(1, 39).regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/),
    repo: text(1, 100).regex(/^[A-Za-z0-9._-]+$/),
    ref: text(1, 120).regex(/^(?:refs\/(?:heads|tags)\/)?[A-Za-z0-9._/-]+$/),
  });
  const plugin = z.object({
    id: text(3, 96).regex(ID),
    functions: z.array(text(1, 64).regex(/^[a-zA-Z][a-zA-Z0-9_]*$/)).max(24),
  });

  // An unknown key of an entry is refused. `scripts` was one once and is refused at publish, under a code of its own.
  const variant = z.strictObject({
    id: z.string(),
    name: z.string(),
    description: z.string().optional(),
    players: players.optional(),
    rulesEnforced: z.boolean().optional(),
    ranking: bag.optional(),
    scripts: z.unknown().optional(),
  });

  return z
    .object({
      schemaVersion: z.literal("1.0"),
      id: text(3, 96).regex(ID),
      name: text(1, 80),
      version,
      type: z.enum(["game-pack", "component-pack", "table-pack", "room-pack"]),
      entry: z.object({ setup: path.optional(), script: path.optional() }),
      assets: z.array(path).max(2000).optional(),
      compatibility: z.object({ engine: text(1, 40) }),
      capabilities: z
        .object({ version: z.literal("1").optional(), allowed: z.array(z.enum(CAPABILITIES)).max(20).optional() })
        .optional(),
      license: text(1, 80),
      tags: z
        .array(text(1, 32).regex(/^[a-z0-9-]+$/i))
        .max(20)
        .optional(),
      slug: text(1, 60).regex(SLUG, "Use lowercase letters, numbers, and single dashes.").optional(),
      summary: z.string().trim().max(200).optional(),
      description: text(0, 20_000).optional(),
      // Of the platform's 66 categories only some are known, so their form alone is held.
      category: z.string().regex(SLUG).optional(),
      players: players.optional(),
      coverImage: path.optional(),
      screenshots: z.array(screenshot).max(12).optional(),
      assetManifest: z
        .array(z.object({ path, sha256: z.string().regex(/^[a-f0-9]{64}$/).optional() }))
        .max(2000)
        .optional(),
      excludedAssets: z.array(path).max(2000).optional(),
      assetRepos: z.array(assetRepo).max(4).optional(),
      rules: z.array(rules).max(8).optional(),
      dice: dice.optional(),
      diceEnabled: z.boolean().optional(),
      soundSets: z.array(soundSet).max(64).optional(),
      plugins: z.array(plugin).max(8).optional(),
      pluginSettings: z.record(z.string(), z.record(z.string(), scalar)).optional(),
      dependencies: z.array(dependency).max(24).optional(),
      setupOptions: z.array(setupOption).max(12).optional(),
      lobbyRequirements: z.array(requirement).max(4).optional(),
      credits: z.array(credit).max(500).optional(),
      variants: z.array(variant).max(12).optional(),
    })
    .superRefine((manifest, context) => {
      (manifest.type === "room-pack" || manifest.type === "table-pack" ? noScript : pluginCalls)(manifest, context);
      namesOnce(manifest, "setupOptions", "key", context);
      namesOnce(manifest, "lobbyRequirements", "id", context);
      creditedOnce(manifest, context);
    });
}

// The members of a setup option that belong to one control each.
const CONTROL_OF = { options: "select", min: "number", max: "number", step: "number", maxLength: "text" };

function oneControl(option, context) {
  const { control, options, min, max } = option;
  for (const key in CONTROL_OF) {
    if (option[key] !== undefined && CONTROL_OF[key] !== control) {
      refuse(context, [key], `Only a ${CONTROL_OF[key]} takes ${key}`);
    }
  }
  if (control === "select") {
    if (options === undefined) refuse(context, ["options"], "A select needs its choices");
    const seen = new Set();
    for (const [index, { value }] of (options ?? []).entries()) {
      if (seen.has(value)) refuse(context, ["options", index, "value"], "Two choices have this value");
      seen.add(value);
    }
  }
  if (control === "number" && min > max) refuse(context, ["min"], "min is above max");
  if (!isAnswer(option)) refuse(context, ["default"], `No ${control} takes this default`);
}

function isAnswer({ control, default: value, options, min = -Infinity, max = Infinity, maxLength = 2000 }) {
  switch (control) {
    case "toggle":
      return typeof value === "boolean";
    case "number":
      return typeof value === "number" && value >= min && value <= max;
    case "text":
      return typeof value === "string" && value.length <= maxLength;
    default:
      return typeof value === "string" && (options?.some((choice) => choice.value === value) ?? true);
  }
}

function oneDeck({ minCards, maxCards, deckSources, deckDatabase }, context) {
  if (minCards > maxCards) refuse(context, ["minCards"], "minCards is above maxCards");
  if ((deckSources?.includes("database") ?? false) !== (deckDatabase !== undefined)) {
    refuse(context, ["deckDatabase"], "A deck database and the source “database” need each other");
  }
}

const filled = (text) => text !== undefined && text.trim() !== "";

function accountable(credit, context) {
  const { origin, locked, derivedFrom, source, attestation } = credit;
  if (origin === "third-party") {
    if (!filled(credit.creator)) refuse(context, ["creator"], "Say who made it");
    if (!filled(credit.creatorUrl) && !filled(credit.sourceUrl)) refuse(context, ["creatorUrl"], "Give a link");
    if (!filled(credit.licenseName) && !filled(credit.licenseUrl)) refuse(context, ["licenseName"], "Name the licence");
  }
  if (locked && source === undefined) refuse(context, ["source"], "A locked record names its source");
  if (locked && derivedFrom !== undefined) refuse(context, ["derivedFrom"], "A locked record is derived from nothing");
  if (attestation === undefined && (origin === "disclaimed" || !(locked || derivedFrom !== undefined))) {
    refuse(context, ["attestation"], "The record is not signed");
  }
}

// A room or a table runs no script, so it declares none and nothing that a script could do.
function noScript(manifest, context) {
  if (manifest.entry.script !== undefined) refuse(context, ["entry", "script"], "This type of pack runs no script");
  for (const key of ["plugins", "pluginSettings"]) {
    if (manifest[key] !== undefined) refuse(context, [key], "This type of pack calls no plugin");
  }
  for (const [index, capability] of (manifest.capabilities?.allowed ?? []).entries()) {
    if (capability !== "log") refuse(context, ["capabilities", "allowed", index], "This type of pack runs no script");
  }
}

function pluginCalls(manifest, context) {
  const calling = manifest.plugins?.findIndex((plugin) => plugin.functions.length > 0) ?? -1;
  if (calling >= 0 && !manifest.capabilities?.allowed?.includes("plugin-call")) {
    refuse(context, ["plugins", calling, "functions"], "Calling a plugin needs the capability plugin-call");
  }
}

// Answers are filed under these names, so none stands twice or means something on every object.
function namesOnce(manifest, list, key, context) {
  const seen = new Set(["constructor", "prototype"]);
  for (const [index, { [key]: name }] of (manifest[list] ?? []).entries()) {
    if (seen.has(name)) refuse(context, [list, index, key], "This name is taken");
    seen.add(name);
  }
}

// A file stands in one record. Twice in the same one says nothing new.
function creditedOnce({ credits = [] }, context) {
  const first = new Map();
  for (let record = 0; record < credits.length; record += 1) {
    const { paths } = credits[record];
    for (let index = 0; index < paths.length; index += 1) {
      const earlier = first.get(paths[index]);
      if (earlier === undefined) first.set(paths[index], record);
      else if (earlier !== record) refuse(context, ["credits", record, "paths", index], "Another record has this file");
    }
  }
}
