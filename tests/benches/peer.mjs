// The JavaScript side of the benchmarks: what a browser does with the same pack, warm, in one process.
//
// node peer.mjs PACK ROUNDS [FOLDER-WITH-ZOD]
//
// Prints one line of JSON: the median of each work in milliseconds. `check` is JSON.parse of both documents, their schemas
// in Zod and the rules of publishing by hand; it fails where it finds anything in the pack. Without a folder in which Zod 4
// is installed (`npm install zod@4`) it is `null`.
//
// node peer.mjs --right PACK ID
//
// Prints what every variant plays, and the scene with ID as its base, so that it can be seen that both are right.
//
// node peer.mjs --cases FOLDER-WITH-ZOD
//
// Answers acceptance cases on stdin, so that it can be seen that these are the same rules: every case of the kinds
// `manifest`, `engine-range`, `variants-agree` and `variants-resolve` is accepted or refused as it should be
// (`node run_cases.mjs --level verdict -- node peer.mjs --cases FOLDER-WITH-ZOD`, beside the cases).

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve as absolute } from "node:path";

import { answerCases } from "./peer/cases.mjs";
import { findings, judge } from "./peer/judge.mjs";
import { makeBase } from "./peer/rebase.mjs";
import { resolveAll } from "./peer/variants.mjs";

const zodOf = (folder) => createRequire(join(absolute(folder), "package.json"))("zod");

function median(rounds, work) {
  const times = [];
  for (let round = -5; round < rounds; round += 1) {
    const start = performance.now();
    const kept = work();
    const time = performance.now() - start;
    if (kept === undefined) throw new Error("a work without a result");
    if (round >= 0) times.push(time);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}

function documents(pack) {
  const file = (name) => readFileSync(join(pack, name), "utf8");
  const manifestText = file("diceytable.mod.json");
  const setupText = file("setup.json");
  const listed = JSON.parse(manifestText).variants.map((variant) => variant.id);
  return { file, manifestText, setupText, scene: JSON.parse(setupText), listed };
}

function right(pack, id) {
  const { scene, listed } = documents(pack);
  const played = resolveAll(scene, listed);
  const resolved = Object.fromEntries(listed.map((variant, number) => [variant, played[number]]));
  return { resolved, rebased: makeBase(scene, listed, id).scene };
}

function figures(pack, rounds, zodFolder) {
  const { file, manifestText, setupText, scene, listed } = documents(pack);
  const timed = (work) => median(rounds, work);

  function checked() {
    if (zodFolder === undefined) return null;
    const { check } = judge(zodOf(zodFolder));
    return timed(() => {
      const { diagnostics, report } = findings();
      check({ manifestText, setupText }, report);
      if (diagnostics.length > 0) throw new Error(`the pack is not fine: ${JSON.stringify(diagnostics[0])}`);
      return diagnostics;
    });
  }

  return {
    parse: timed(() => JSON.parse(setupText)),
    open: timed(() => [JSON.parse(file("diceytable.mod.json")), JSON.parse(file("setup.json"))]),
    resolve: timed(() => resolveAll(scene, listed)),
    rebase: timed(() => makeBase(scene, listed, listed[1])),
    check: checked(),
  };
}

const [first, second, zodFolder] = process.argv.slice(2);
if (first === "--cases") answerCases(zodOf(second));
else if (first === "--right") console.log(JSON.stringify(right(second, zodFolder)));
else console.log(JSON.stringify(figures(first, Number(second), zodFolder)));
