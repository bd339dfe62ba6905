// The page of measurements and the record from which it is built.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  callersOf,
  circumstances,
  costs,
  loads,
  others,
  sayMeasured,
  short,
  titleOf,
} from "#app/facts/measured.ts";
import { comparedWork, comparisons, rateText } from "#app/facts/peers.ts";
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
    ...others.map((one) => `${titleOf(one)} | ${sayMeasured(one)}`),
    ...comparedWork.map((cells) => cells.join(" | ")),
  ];
  assert.ok(loads.length >= 5 && costs.length >= 4);
  for (const { callers, vitaran, blnk, formance } of comparisons) {
    const row = [callers, rateText(vitaran), rateText(blnk), rateText(formance)].join(" | ");
    assert.ok(
      [...rows].some((one) => one.startsWith(row)),
      row,
    );
  }
  assert.deepEqual(
    expected.filter((row) => !rows.has(row)),
    [],
  );
});

test("every other measurement has words for readers, and a precision that they can use", () => {
  for (const one of others) assert.notEqual(titleOf(one), one.name, one.name);
  const of = (value: number, unit: string) => sayMeasured({ name: "", value, unit });
  assert.deepEqual(
    [of(209_670_000, "bytes"), of(5_228.8, "bytes"), of(-3.5273, "%"), of(7.9431, "%"), of(1.1573, "x")],
    ["210 MB", "5,200 bytes", "none", "8%", "1.2 times as long"],
  );
  assert.deepEqual([of(110.22, "ms"), of(4.2493, "s"), of(22.631, "s")], ["110 ms", "4.2 s", "23 s"]);
});

test("the text of the page Performance has no figure of its own", () => {
  const source = readFileSync(
    new URL("../app/docs/content/performance.mdx", import.meta.url),
    "utf8",
  ).replace(/^---.*?---/s, "");
  assert.deepEqual(source.replaceAll(/p50|p99|99%|TPC-B/g, "").match(/\d+/g), null);
});
