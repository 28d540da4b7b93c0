// The schema of setup.json in the format of Edit Mode, with the differences of its variants.

import { KINDS, parts, refuse } from "./shared.mjs";

// The types of a script's variables: four that name something, six that hold a value.
const REFERENCES = ["object", "objectList", "spawnable", "zone"];
const VARIABLE_TYPES = [...REFERENCES, "number", "string", "boolean", "vector3", "color", "seat"];
const COLOR = /^#[0-9a-f]{6}$/i;
const MAX_VARIANTS = 12;

// The options of seat zones that belong to one type each.
const OPTIONS_OF = {
  hand: ["primary", "hideFromOthers", "faceUpOnEnter", "cardOverlap", "newCardEnd", "sortMethods", "defaultSortMethodId"],
  hidden: ["hides"],
  area: [
    "centerSnapPoint",
    "arrange",
    "arrangeColumns",
    "arrangeRows",
    "arrangeCellSize",
    "arrangeGutter",
    "trayLanes",
    "trayRotation",
    "traySpacing",
    "trayInfinite",
  ],
};
const ZONE_OPTIONS = Object.entries(OPTIONS_OF).flatMap(([type, options]) => options.map((option) => [option, type]));
const ZONE_TYPES = ["hand", "area", "hidden", "scripting", "reveal", "layout", "randomize", "fog-of-war", "drop"];

// An edit-scene, as the platform tells it from the older format.
export const isEditScene = (scene) => "schemaVersion" in scene && "environment" in scene;

export function sceneSchema(z) {
  const { text, integer, bag, materials } = parts(z);
  const number = z.number();
  const string = z.string();
  const vector = z.object({ x: number, y: number, z: number });
  const kind = z.enum(KINDS);
  const count = integer(1, 1000);

  // What entities and prefabs have in common.
  const piece = {
    rotation: vector.optional(),
    scale: vector.optional(),
    color: string.regex(COLOR).optional(),
    ownerSeat: text(0, 40).nullable().optional(),
    faceDown: z.boolean().optional(),
    locked: z.boolean().optional(),
    stackCount: count.optional(),
    containerMode: z.enum(["random", "stack", "queue"]).optional(),
    capacityLimit: count.optional(),
    container: z.object({ form: string }).optional(),
    tags: z
      .array(text(1, 32).regex(/^[a-z0-9_-]+$/))
      .max(100)
      .optional(),
    material: materials.optional(),
    soundSetOverrides: bag.optional(),
    metadata: bag.optional(),
  };
  const entity = z.object({
    id: string,
    kind,
    label: string,
    position: vector,
    ...piece,
    displayName: string.nullable().optional(),
    parentId: string.nullable().optional(),
    velocity: vector.optional(),
    angularVelocity: vector.optional(),
  });
  const prefab = z
    .object({ id: text(1, 96).regex(/^[a-z0-9][a-z0-9._-]*[a-z0-9]$/), kind, label: text(1, 80), ...piece })
    .refine((of) => of.stackCount === undefined || of.kind === "deck", { path: ["stackCount"] })
    .refine((of) => of.faceDown === undefined || of.kind === "deck" || of.kind === "card", { path: ["faceDown"] });

  const zone = z
    .object({
      id: string.optional(),
      position: vector.optional(),
      type: z.enum(ZONE_TYPES).optional(),
      name: string.optional(),
      ...Object.fromEntries(ZONE_OPTIONS.map(([option]) => [option, z.unknown().optional()])),
    })
    .superRefine(optionsOfType);
  const zones = z.array(zone).superRefine(oneHand).optional();

  const variable = z
    .object({
      name: text(1, 64).regex(/^[A-Za-z_$][A-Za-z0-9_$]*$/),
      type: z.enum(VARIABLE_TYPES),
      label: text(0, 80).optional(),
      description: text(0, 240).optional(),
      kind: kind.optional(),
      tag: text(0, 32).optional(),
      min: number.optional(),
      max: number.optional(),
      default: z.unknown().optional(),
    })
    .superRefine(ofItsType);
  const script = z.object({
    id: text(1, 96),
    name: text(1, 120),
    description: text(0, 500).optional(),
    language: z.literal("typescript").optional(),
    source: text(0, 262_144),
    compiled: text(0, 524_288).nullable().optional(),
    refKind: kind.nullable().optional(),
    variables: z.array(variable).max(32).superRefine(namesOnce).optional(),
    updatedAt: string.optional(),
  });

  const environment = z.object({
    tableSurfaceColor: string.optional(),
    tableSurfaceTextureAssetId: string.nullable().optional(),
    ambientColor: string.optional(),
    fogEnabled: z.boolean().optional(),
    fogColor: string.optional(),
    fogDensity: number.optional(),
    skyboxAssetId: string.nullable().optional(),
  });
  const snapGrid = z.object({
    id: string.optional(),
    label: string.optional(),
    center: vector.optional(),
    rows: number.optional(),
    cols: number.optional(),
    spacingX: number.optional(),
    spacingZ: number.optional(),
    rotationY: number.optional(),
    snapRadius: number.optional(),
    ownerSeat: string.nullable().optional(),
    metadata: bag.optional(),
  });
  // The keys that a variant can have its own copy of; `null` stands for none.
  const own = {
    room: bag.nullish(),
    roomSettings: bag.nullish(),
    zones: z.array(bag).nullish(),
    seatZones: z.array(z.object({ seat: string.optional(), zones })).nullish(),
    seatTemplate: z.object({ scale: number.optional(), zones }).nullish(),
    snapPoints: z.array(z.object({ id: string.optional(), position: vector.optional() })).nullish(),
    snapPointGrids: z.array(snapGrid).nullish(),
    sceneScriptIds: z.array(string).nullish(),
  };
  const delta = z.object({
    removed: z.array(string).optional(),
    objects: z.array(entity).optional(),
    scene: z.object({ environment: environment.optional(), ...own }).optional(),
  });
  const variants = z
    .object({ base: string, deltas: z.record(string, delta).optional() })
    .superRefine(deltasOfOthers)
    .nullish();

  return z.object({
    schemaVersion: z.literal([1, 2]),
    sceneId: string,
    name: string,
    environment,
    objects: z.array(entity),
    ...own,
    materials: z.array(bag).max(256).nullish(),
    textures: z.array(bag).max(512).nullish(),
    prefabs: z.array(prefab).nullish(),
    scripts: z.array(script).max(64).nullish(),
    variants,
  });
}

// A zone without a type was saved before there were types, and may hold the options of any.
function optionsOfType(zone, context) {
  if (zone.type === undefined) return;
  for (const [option, type] of ZONE_OPTIONS) {
    if (type !== zone.type && option in zone) refuse(context, [option], `Only a ${type} zone has ${option}`);
  }
}

function oneHand(zones, context) {
  let hands = 0;
  for (let index = 0; index < zones.length; index += 1) {
    if (zones[index].type === "hand" && (hands += 1) === 2) refuse(context, [index], "A seat has one hand zone");
  }
}

function namesOnce(variables, context) {
  const seen = new Set();
  for (const [index, { name }] of variables.entries()) {
    if (seen.has(name)) refuse(context, [index, "name"], "Another variable has this name");
    seen.add(name);
  }
}

// What a default may be. Types that name something have none.
const DEFAULT_OF = {
  number: (value) => typeof value === "number",
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  vector3: (value) => Array.isArray(value) && value.length === 3 && value.every((axis) => typeof axis === "number"),
  color: (value) => typeof value === "string" && COLOR.test(value),
  seat: (value) => typeof value === "string" || value === null,
};

function ofItsType(variable, context) {
  const { type, min, max } = variable;
  const only = (keys, fits) => {
    for (const key of keys) if (variable[key] !== undefined && !fits) refuse(context, [key], `A ${type} has no ${key}`);
  };
  only(["kind", "tag"], type === "object" || type === "objectList");
  only(["min", "max"], type === "number");
  only(["default"], DEFAULT_OF[type]?.(variable.default));
  if (min > max) refuse(context, ["min"], "min is above max");
}

function deltasOfOthers({ base, deltas = {} }, context) {
  if (Object.keys(deltas).length > MAX_VARIANTS) refuse(context, ["deltas"], `At most ${MAX_VARIANTS} variants differ`);
  if (Object.hasOwn(deltas, base)) refuse(context, ["deltas", base], "The base has no differences");
}
