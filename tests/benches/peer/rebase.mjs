// *Make this the base*, as a program for browsers would do it: play every variant, take the chosen one as the top level,
// store each other one as the least that it changes about that, and prove on the trees that every variant plays the same.

import { resolveAll } from "./variants.mjs";

// What stays at the top level whoever is the base.
const SHARED = new Set(["schemaVersion", "sceneId", "name", "scripts", "materials", "textures", "prefabs"]);

// Whether two trees say the same; what is shared is the same without a look.
export function same(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => same(item, b[index]));
  }
  if (Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}

const byId = (entities) => new Map(entities.map((entity) => [entity.id, entity]));

const keysOf = (scene) => Object.keys(scene).filter((key) => key !== "objects" && key !== "variants" && !SHARED.has(key));

// What `variant` changes about `base`, both played; nothing where they are the same.
function difference(base, baseById, variant) {
  const mine = byId(variant.objects);
  const removed = base.objects.filter((entity) => !mine.has(entity.id)).map((entity) => entity.id);
  const objects = variant.objects.filter((entity) => !same(entity, baseById.get(entity.id)));
  const scene = {};
  for (const key of new Set([...keysOf(base), ...keysOf(variant)])) {
    if (!Object.hasOwn(variant, key)) scene[key] = null;
    else if (!same(variant[key], base[key])) scene[key] = variant[key];
  }
  const delta = {};
  if (removed.length > 0) delta.removed = removed;
  if (objects.length > 0) delta.objects = objects;
  if (Object.keys(scene).length > 0) delta.scene = scene;
  return Object.keys(delta).length > 0 ? delta : undefined;
}

// Whether a variant has the same set of entities with equal content and the same scene keys in both.
function playsTheSame(before, after) {
  const was = byId(before.objects);
  return (
    before.objects.length === after.objects.length &&
    after.objects.every((entity) => same(entity, was.get(entity.id))) &&
    keysOf(before).length === keysOf(after).length &&
    keysOf(before).every((key) => Object.hasOwn(after, key) && same(before[key], after[key]))
  );
}

// The scene with `id` as its base, and whether each variant plays the same in it.
export function makeBase(scene, listed, id) {
  const ids = [...new Set([scene.variants.base, ...listed, ...Object.keys(scene.variants.deltas)])];
  const before = resolveAll(scene, ids);
  const base = before[ids.indexOf(id)];
  const baseById = byId(base.objects);
  const deltas = {};
  ids.forEach((other, number) => {
    const delta = other === id ? undefined : difference(base, baseById, before[number]);
    if (delta !== undefined) deltas[other] = delta;
  });
  const made = { ...base, variants: { base: id, deltas } };
  const after = resolveAll(made, ids);
  const proof = ids.map((other, number) => ({ id: other, holds: playsTheSame(before[number], after[number]) }));
  if (!proof.every((line) => line.holds)) throw new Error(`a variant plays something else: ${JSON.stringify(proof)}`);
  return { scene: made, proof };
}
