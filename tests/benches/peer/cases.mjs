// Answering acceptance cases: one line of JSON in, one line out, in order. A kind that is none of a browser's is skipped.

import { readFileSync } from "node:fs";

import { findings, judge } from "./judge.mjs";
import { ENGINE, engineRange } from "./publish.mjs";
import { opened, resolveAll } from "./variants.mjs";

export function answerCases(z) {
  const { check, agree, readScene } = judge(z);

  function answer({ kind, input }) {
    const { diagnostics, report } = findings();
    switch (kind) {
      case "manifest":
        check(input, report, (path) => (Object.hasOwn(input.files ?? {}, path) ? input.files[path] : undefined));
        return { diagnostics };
      case "engine-range":
        engineRange(input.range, input.engine ?? ENGINE, report);
        return { diagnostics };
      case "variants-agree":
        agree(input, report);
        return { diagnostics };
      case "variants-resolve": {
        const scene = readScene(input.setupText, report);
        if (scene === undefined) return { diagnostics };
        const listed = (JSON.parse(input.manifestText ?? "{}").variants ?? []).map((variant) => variant.id);
        return { document: resolveAll(scene, [opened(input.variantId, listed, scene.variants)])[0] };
      }
      default:
        return { skip: true };
    }
  }

  for (const line of readFileSync(0, "utf8").split("\n")) {
    if (line !== "") console.log(JSON.stringify(answer(JSON.parse(line))));
  }
}
