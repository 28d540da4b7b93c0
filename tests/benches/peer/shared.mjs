// What the schemas of both documents are built from.

export const KINDS = ["card", "deck", "die", "token", "board", "bag", "custom", "card-holder", "button"];
export const SOUND_MATERIALS = ["wood", "cardboard", "metal", "plastic", "card", "tile", "generic", "silent"];

// Says that the member at `path` of what is refined does not fit, as a refinement does.
export const refuse = (context, path, message) => context.addIssue({ code: "custom", path, message });

export function parts(z) {
  return {
    text(min = 0, max = Infinity) {
      let schema = z.string();
      if (min > 0) schema = schema.min(min);
      return max < Infinity ? schema.max(max) : schema;
    },
    integer: (min, max) => z.number().int().min(min).max(max),
    // An object of which nothing more is told. A record would copy it, and nobody reads the copy.
    bag: z.object({}),
    materials: z.enum(SOUND_MATERIALS),
  };
}
