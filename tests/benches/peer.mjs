// The JavaScript side of the benchmarks: what a browser does with the same pack, warm, in one process.
//
// node peer.mjs PACK ROUNDS [FOLDER-WITH-ZOD]
//
// Prints one line of JSON: the median of each work in milliseconds. `check` is JSON.parse of both documents and the
// rules of the schema in Zod, the rest by hand; without a folder in which Zod is installed it is `null`.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve as absolute } from "node:path";

const [pack, rounds, zodFolder] = process.argv.slice(2);
const file = (name) => readFileSync(join(pack, name), "utf8");
const manifestText = file("diceytable.mod.json");
const setupText = file("setup.json");

function median(work) {
  const times = [];
  for (let round = -5; round < Number(rounds); round += 1) {
    const start = performance.now();
    const kept = work();
    const time = performance.now() - start;
    if (kept === undefined) throw new Error("a work without a result");
    if (round >= 0) times.push(time);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}

// Every variant with its entity list; entities are shared with the parsed scene.
function resolveAll(scene, listed) {
  const { variants, ...top } = scene;
  return listed.map((id) => {
    const delta = id === variants.base ? undefined : variants.deltas[id];
    if (delta === undefined) return { ...top };
    const removed = new Set(delta.removed ?? []);
    const own = new Map((delta.objects ?? []).map((entity) => [entity.id, entity]));
    const objects = [];
    for (const entity of top.objects) {
      if (removed.has(entity.id)) continue;
      const mine = own.get(entity.id);
      if (mine !== undefined) own.delete(entity.id);
      objects.push(mine ?? entity);
    }
    objects.push(...own.values());
    return { ...top, ...delta.scene, objects };
  });
}

function schemas(z) {
  const text = (min = 0, max = Infinity) => {
    let schema = z.string();
    if (min > 0) schema = schema.min(min);
    return max < Infinity ? schema.max(max) : schema;
  };
  const number = z.number();
  const bag = z.record(z.string(), z.unknown());
  const vector = z.object({ x: number, y: number, z: number });
  const color = z.string().regex(/^#[0-9a-f]{6}$/i);
  const seat = text(0, 40).nullable();
  const kinds = z.enum(["card", "deck", "die", "token", "board", "bag", "custom", "card-holder", "button"]);
  const sounds = z.enum(["wood", "cardboard", "metal", "plastic", "card", "tile", "generic", "silent"]);
  const tags = z.array(text(1, 32).regex(/^[a-z0-9_-]+$/)).max(100);
  const count = z.number().int().min(1).max(1000);
  const common = {
    rotation: vector.optional(),
    scale: vector.optional(),
    color: color.optional(),
    ownerSeat: seat.optional(),
    faceDown: z.boolean().optional(),
    locked: z.boolean().optional(),
    stackCount: count.optional(),
    containerMode: z.enum(["random", "stack", "queue"]).optional(),
    capacityLimit: count.optional(),
    container: z.object({ form: text() }).optional(),
    tags: tags.optional(),
    material: sounds.optional(),
    soundSetOverrides: bag.optional(),
    metadata: bag.optional(),
  };
  const entity = z.object({
    id: text(),
    kind: kinds,
    label: text(),
    position: vector,
    ...common,
    displayName: text().nullable().optional(),
    parentId: text().nullable().optional(),
    physics: z.unknown().optional(),
    materialSlots: z.unknown().optional(),
    velocity: vector.optional(),
    angularVelocity: vector.optional(),
  });
  const prefab = z
    .object({ id: text(1, 96).regex(/^[a-z0-9][a-z0-9._-]*[a-z0-9]$/), kind: kinds, label: text(1, 80), ...common })
    .refine((p) => p.stackCount === undefined || p.kind === "deck")
    .refine((p) => p.faceDown === undefined || p.kind === "deck" || p.kind === "card");
  const zones = z.array(
    z.object({
      id: text().optional(),
      position: vector.optional(),
      type: z.enum(["hand", "area", "hidden", "scripting", "reveal", "layout", "randomize", "fog-of-war", "drop"]).optional(),
    }),
  );
  const oneHand = (of) => (of.zones ?? []).filter((zone) => zone.type === "hand").length <= 1;
  const script = z.object({
    id: text(1, 96),
    name: text(1, 120),
    description: text(0, 500).optional(),
    language: z.literal("typescript").optional(),
    source: text(0, 262_144),
    compiled: text(0, 524_288).nullable().optional(),
    refKind: kinds.nullable().optional(),
    variables: z.array(bag).max(32).optional(),
    updatedAt: text().optional(),
  });
  const keys = {
    roomSettings: bag.nullish(),
    materials: z.array(bag).max(256).nullish(),
    textures: z.array(bag).max(512).nullish(),
    prefabs: z.array(prefab).nullish(),
    zones: z.array(bag).nullish(),
    seatZones: z.array(z.object({ seat: text().optional(), zones: zones.optional() }).refine(oneHand)).nullish(),
    snapPoints: z.array(z.object({ id: text().optional(), position: vector.optional() })).nullish(),
    snapPointGrids: z
      .array(z.object({ id: text().optional(), center: vector.optional(), rows: number.optional(), cols: number.optional() }))
      .nullish(),
    scripts: z.array(script).max(64).nullish(),
    sceneScriptIds: z.array(text()).nullish(),
  };
  const environment = z.object({
    tableSurfaceColor: text().optional(),
    ambientColor: text().optional(),
    fogEnabled: z.boolean().optional(),
    fogColor: text().optional(),
    fogDensity: number.optional(),
  });
  const delta = z.object({
    removed: z.array(text()).optional(),
    objects: z.array(entity).optional(),
    scene: z.object({ environment: environment.optional(), ...keys }).optional(),
  });
  const scene = z.object({
    schemaVersion: z.union([z.literal(1), z.literal(2)]),
    sceneId: text(),
    name: text(),
    environment,
    objects: z.array(entity),
    ...keys,
    variants: z.object({ base: text(), deltas: z.record(z.string(), delta).optional() }).nullish(),
  });
  const path = text(1, 240).refine((p) => !/^\/|^[a-z]+:|\\|(^|\/)\.\.?(\/|$)/i.test(p));
  const manifest = z.object({
    schemaVersion: z.literal("1.0"),
    id: text(3, 96).regex(/^[a-z0-9][a-z0-9._-]*[a-z0-9]$/i),
    name: text(1, 80),
    version: z.string().regex(/^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.-]+)?$/),
    type: z.enum(["game-pack", "component-pack", "table-pack", "room-pack"]),
    entry: z.object({ setup: path.optional(), script: path.optional() }),
    assets: z.array(path).max(2000).optional(),
    compatibility: z.object({ engine: text(1, 40) }),
    license: text(1, 80),
    variants: z
      .array(
        z.strictObject({
          id: text(),
          name: text(),
          description: text().optional(),
          players: z.object({ min: z.number().int(), max: z.number().int() }).optional(),
          rulesEnforced: z.boolean().optional(),
          ranking: bag.optional(),
        }),
      )
      .max(12)
      .optional(),
  });
  return { manifest, scene };
}

// What no schema says: ids that stand twice, and the two halves of the variants.
function problems(manifest, scene) {
  let found = 0;
  const ids = (list) => {
    const seen = new Set();
    for (const { id } of list) {
      if (seen.has(id)) found += 1;
      seen.add(id);
    }
    return seen;
  };
  found += manifest.assets.length - new Set(manifest.assets).size;
  const listed = ids(manifest.variants);
  const base = ids(scene.objects);
  if (!listed.has(scene.variants.base)) found += 1;
  for (const [id, delta] of Object.entries(scene.variants.deltas)) {
    if (!listed.has(id)) found += 1;
    ids(delta.objects ?? []);
    for (const gone of delta.removed ?? []) if (!base.has(gone)) found += 1;
  }
  return found;
}

function check() {
  if (zodFolder === undefined) return null;
  const { manifest, scene } = schemas(createRequire(join(absolute(zodFolder), "package.json"))("zod"));
  return median(() => {
    const read = manifest.safeParse(JSON.parse(manifestText));
    const table = scene.safeParse(JSON.parse(setupText));
    if (!read.success || !table.success) throw new Error(`the pack is refused: ${read.error ?? table.error}`);
    return problems(read.data, table.data);
  });
}

const scene = JSON.parse(setupText);
const listed = JSON.parse(manifestText).variants.map((variant) => variant.id);
const figures = {
  parse: median(() => JSON.parse(setupText)),
  open: median(() => [JSON.parse(file("diceytable.mod.json")), JSON.parse(file("setup.json"))]),
  resolve: median(() => resolveAll(scene, listed)),
  check: check(),
};
console.log(JSON.stringify(figures));
