// Lists keep their filters in the address, and charts place their values correctly.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeQuery, readFilter, writeFilter } from "#dashboard/ui/table/filter-grammar.ts";
import { pickColumns } from "#dashboard/ui/table/columns.ts";
import { bandPath, linearScale, linePath } from "#dashboard/ui/chart/scale.ts";

test("filters are written and read as they were, whatever they hold", () => {
  assert.deepEqual(readFilter("list", "failed,reversed"), ["failed", "reversed"]);
  assert.deepEqual(readFilter("list", ""), []);
  assert.deepEqual(readFilter("range", "50000.00..200000.00"), { from: "50000.00", to: "200000.00" });
  assert.deepEqual(readFilter("range", "..5"), { to: "5" });
  assert.deepEqual(readFilter("range", "5.."), { from: "5" });
  assert.deepEqual(readFilter("range", "2026-11-01"), { from: "2026-11-01", to: "2026-11-01" });
  for (const [kind, text] of [
    ["list", "a,b"],
    ["range", "1..2"],
    ["range", "..2"],
    ["text", "AXIS 2345"],
  ] as const) {
    assert.equal(writeFilter(readFilter(kind, text)), text);
  }
});

test("the address carries its version while a filter is set, and keeps what is not ours", () => {
  const set = changeQuery(new URLSearchParams("open=tr_8"), { status: ["failed"] });
  assert.equal(set.toString(), "f=1&open=tr_8&status=failed");
  assert.equal(changeQuery(set, { status: [], open: "" }).toString(), "");
});

test("columns stand in the table's order; one that links to the row cannot be taken away", () => {
  const cell = () => null;
  const columns = [
    { id: "a", header: "A", cell, fixed: true },
    { id: "b", header: "B", cell },
    { id: "c", header: "C", cell, optional: true },
  ];
  const ids = (picked: string[]) => pickColumns(columns, picked).map(({ id }) => id);
  assert.deepEqual(ids([]), ["a", "b"]);
  assert.deepEqual(ids(["c", "nonsense"]), ["a", "c"]);
});

test("scales end on round values and hold every value", () => {
  for (const [least, most] of [
    [0, 1],
    [0, 97],
    [92.4, 99.9],
    [0, 0],
    [-5, 12_345_678],
  ] as const) {
    const scale = linearScale([least, most], [200, 0]);
    assert.ok(scale.low <= least && scale.high >= most && scale.low < scale.high, `${least} ${most}`);
    assert.equal(scale.at(scale.low), 200);
    assert.equal(scale.at(scale.high), 0);
    assert.ok(scale.ticks.length >= 2 && scale.ticks.length <= 8, scale.ticks.join(" "));
  }
});

test("a day without data is a gap, not a zero", () => {
  assert.equal(linePath([[0, 1], null, [2, 3], [4, 5]]), "M0 1M2 3L4 5");
  assert.equal(bandPath([[], [{ x: 1, low: 4, high: 2 }]]), "M1 2L1 4Z");
});
