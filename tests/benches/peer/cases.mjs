// Answering acceptance cases: one line of JSON in, one line out, in order. A kind that is none of a browser's is skipped.

import { readFileSync } from "node:fs";

import { judge } from "./judge.mjs";
import { ENGINE, engineRange } from "./publish.mjs";
import { opened, resolveAll } from "./variants.mjs";

export function answerCases(z) {
  const { check, agree, scene: readScene } = judge(z);

  function answer({ kind, input }) {
    switch (kind) {
      case "manifest": {
        const texts = input.files ?? {};
        return { diagnostics: check({ ...input, files: (path) => (Object.hasOwn(texts, path) ? texts[path] : undefined) }) };
      }
      case "engine-range": {
        const diagnostics = [];
        const report = (code, path, severity = "error") => diagnostics.push({ code, pointer: `/${path.join("/")}`, severity });
        engineRange(input.range, input.engine ?? ENGINE, report);
        return { diagnostics };
      }
      case "variants-agree":
        return { diagnostics: agree(input) };
      case "variants-resolve": {
        const { scene, diagnostics } = readScene(input.setupText);
        if (scene === undefined) return { diagnostics };
        const listed = (JSON.parse(input.manifestText ?? "{}").variants ?? []).map((variant) => variant.id);
        const [document] = resolveAll(scene, [opened(input.variantId, listed, scene.variants)]);
        return { document };
      }
      default:
        return { skip: true };
    }
  }

  const lines = readFileSync(0, "utf8").split("\n").filter((line) => line !== "");
  for (const line of lines) console.log(JSON.stringify(answer(JSON.parse(line))));
}
