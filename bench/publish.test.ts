import assert from "node:assert/strict";
import { test } from "node:test";
import type { Figure } from "./figure.ts";
import { makeLoadRow, type LoadRow } from "./load-row.ts";
import { makeHomesRecord, makeRecord } from "./publish.ts";
import type { Report } from "./run-bench.ts";

const round = (perSecond: number) => ({
  perSecond,
  tps: 1_000,
  p50Ms: 2,
  p99Ms: 9,
  cpuMs: { server: 0.25, postgres: 0.5, simulator: 0.1, load: 0.1 },
});
const load: LoadRow = makeLoadRow({ checkout: "this", callers: 16, merchants: 1 }, [
  round(400),
  round(900),
  round(500),
]);
const cost = { size: 8, rounds: 5, statements: 30, walRecords: 20.5, walBytes: 3_000 };
const figures: readonly Figure[] = [
  { name: "sync transfers, 16 callers", value: 500, unit: "transfers/s", load },
  { name: "sync transfers, 16 callers, CPU each", value: 0.75, unit: "ms" },
  { name: "a set of 8, WAL per transfer", value: 3_000, unit: "bytes", cost },
  { name: "npm start", value: 3, unit: "s", details: { seen: 1 } },
  { name: "TPC-B", value: 1_000, unit: "tps" },
];
const report = {
  startedAt: "2026-11-23T00:00:00.000Z",
  scale: "tiny",
  machine: { cpu: "one", cores: 2, commit: "abc" } as Report["machine"],
  yardstick: { program: "pgbench", version: "18.0", perSecond: 1_000 },
  against: null,
  figures,
  proofs: [{ server: "shared", transfers: 3, contradictions: [] }],
  failures: [],
} satisfies Report;

test("rounds of a load are told by their median, lowest and highest, each round by its own yardstick", () => {
  assert.deepEqual(load.perSecond, { median: 500, lowest: 400, highest: 900 });
  assert.deepEqual(load.ratio, { median: 0.5, lowest: 0.4, highest: 0.9 });
  assert.deepEqual([load.rounds, load.cpuMs.postgres], [3, 0.5]);
});

test("a record has loads, costs and what else was measured, each figure once", () => {
  assert.deepEqual(makeRecord(report), {
    startedAt: report.startedAt,
    machine: report.machine,
    pgbench: { version: "18.0", perSecond: 1_000 },
    loads: [load],
    costs: [cost],
    others: [{ name: "npm start", value: 3, unit: "s" }],
  });
});

test("homes have a record of their own, which needs no whole run", () => {
  const homes = { name: "CPU ms each", one: 1, two: 1.02 };
  const figure: Figure = { name: "second home to one home, CPU ms each", value: 1.02, unit: "x", homes };
  const { startedAt, machine } = report;
  const run = { ...report, figures: [...figures, figure] };
  assert.deepEqual(makeHomesRecord(run), { startedAt, machine, figures: [homes] });
  assert.deepEqual(makeRecord(run), makeRecord(report));
  assert.throws(() => makeHomesRecord({ ...run, failures: ["homes: it broke"] }), /homes: it broke/);
});

test("a run that is not whole, not proved or without pgbench is not published", () => {
  const unfit: [Partial<Report>, RegExp][] = [
    [{ yardstick: { program: "own driver", version: null, perSecond: 900 } }, /pgbench was not found/],
    [{ against: "def" }, /another checkout/],
    [{ figures: figures.slice(0, 2) }, /scenarios were left out/],
    [{ failures: ["burst: it broke"] }, /burst: it broke/],
    [
      { proofs: [{ server: "shared", transfers: 3, contradictions: ["a rupee is gone"] }] },
      /a rupee is gone/,
    ],
  ];
  for (const [change, because] of unfit) assert.throws(() => makeRecord({ ...report, ...change }), because);
});
