// The page of measurements and the record from which it is built.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callersOf, circumstances, costs, loads, others, short } from "#app/facts/measured.ts";
import { parseHtml, textOf } from "#build/parse-html.ts";
import { buildDir } from "./site.ts";

const html = readFileSync(join(buildDir, "client/payout/performance/index.html"), "utf8");
const rows = new Set(
  [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)]
      .map(([, cell = ""]) => parseHtml(cell).map(textOf).join("").trim())
      .join(" | "),
  ),
);

test("the page Performance shows every row of the record of the bench", () => {
  const expected = [
    ...circumstances.map(([name, value]) => `${name} | ${value}`),
    ...loads.map((load) =>
      [
        callersOf(load),
        short(load.perSecond.median),
        `${short(load.perSecond.lowest)} to ${short(load.perSecond.highest)}`,
        load.ratio.median.toFixed(2),
        (load.cpuMs.server + load.cpuMs.postgres).toFixed(2),
        short(load.p50Ms.median),
        short(load.p99Ms.median),
      ].join(" | "),
    ),
    ...costs.map(({ size, rounds, statements, walRecords, walBytes }) =>
      [size, rounds, statements, short(walRecords), short(walBytes)].join(" | "),
    ),
    ...others.map(({ name, value, unit }) => `${name} | ${short(value)} ${unit}`),
  ];
  assert.ok(loads.length >= 5 && costs.length >= 4);
  assert.deepEqual(
    expected.filter((row) => !rows.has(row)),
    [],
  );
});

test("the text of the page Performance has no figure of its own", () => {
  const source = readFileSync(
    new URL("../app/docs/content/performance.mdx", import.meta.url),
    "utf8",
  ).replace(/^---.*?---/s, "");
  assert.deepEqual(source.replaceAll(/p50|p99|99%|TPC-B/g, "").match(/\d+/g), null);
});
