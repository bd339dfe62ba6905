import assert from "node:assert/strict";
import { test } from "node:test";
import { COLUMNS, goodRow, HEADER } from "@vitaran/spreadsheets/test/hostile-file";
import { readTableInTurn } from "./read-table-in-turn.ts";
import type { TableError } from "@vitaran/spreadsheets";

const rows = Array.from({ length: 2_000 }, (_, at) => goodRow(at));
const csv = Buffer.from([HEADER, ...rows].map((row) => row.join(",")).join("\r\n"));

test("an owner has one thread and eight that wait; another owner's file comes before those", async () => {
  const ended: string[] = [];
  const read = (owner: string) =>
    readTableInTurn(csv, { columns: COLUMNS, deadlineMs: 1, owner })
      .then(
        () => "read",
        (error: TableError) => error.code,
      )
      .finally(() => ended.push(owner));
  const ofOne = Array.from({ length: 12 }, () => read("a"));
  const ofOther = read("b");
  const codes = await Promise.all(ofOne);
  assert.notEqual(await ofOther, "busy");
  assert.deepEqual(
    codes.map((code) => code === "busy"),
    Array.from({ length: 12 }, (_, at) => at >= 9),
  );
  assert.ok(ended.indexOf("b") < 12, "it did not wait for all of them");
});

test("a file whose sender has left is not read, nor read to its end", async () => {
  const gone = new AbortController();
  const reads = Array.from({ length: 3 }, () =>
    readTableInTurn(csv, { columns: COLUMNS, owner: "gone", signal: gone.signal }),
  );
  const reason = new Error("the sender has left");
  gone.abort(reason);
  assert.deepEqual(
    await Promise.allSettled(reads),
    reads.map(() => ({ status: "rejected", reason })),
  );
  assert.ok((await readTableInTurn(csv, { columns: COLUMNS, owner: "gone" })).rows.length > 0);
});
