// What a variant plays.

// One copy for all variants; under a variant's `scene` these are not used.
const IDENTITY = ["schemaVersion", "sceneId", "name", "variants"];
const SHARED = new Set([...IDENTITY, "objects", "scripts", "materials", "textures", "prefabs"]);

// Every variant with its entity list; entities are shared with the parsed scene.
export function resolveAll(scene, ids) {
  const { variants, ...top } = scene;
  return ids.map((id) => resolve(top, variants, id));
}

// The id that a room plays which asks for `id`: an unknown one opens on the list's first.
export function opened(id, listed, block) {
  const known = listed.includes(id) || id === block?.base || Object.hasOwn(block?.deltas ?? {}, id);
  return known ? id : (listed[0] ?? block?.base);
}

function resolve(top, block, id) {
  const scene = { ...top };
  if (!block || id === block.base || !Object.hasOwn(block.deltas ?? {}, id)) return scene;
  const delta = block.deltas[id];
  const removed = new Set(delta.removed);
  const own = new Map(delta.objects?.map((entity) => [entity.id, entity]));
  const objects = [];
  for (const entity of top.objects) {
    if (removed.has(entity.id)) continue;
    const mine = own.get(entity.id);
    if (mine !== undefined) own.delete(entity.id);
    objects.push(mine ?? entity);
  }
  for (const entity of own.values()) objects.push(entity);
  scene.objects = objects;
  for (const [key, value] of Object.entries(delta.scene ?? {})) {
    if (SHARED.has(key)) continue;
    if (value === null) delete scene[key];
    else scene[key] = value;
  }
  return scene;
}
