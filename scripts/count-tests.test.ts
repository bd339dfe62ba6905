import assert from "node:assert/strict";
import { test } from "node:test";
import { join, resolve } from "node:path";
import countTests from "./count-tests.ts";

const ROOT = resolve(import.meta.dirname, "..");

test("tests are counted by kind; suites are none, and what was left out is said", async () => {
  const outcomes: [type: string, file: string, more?: object][] = [
    ["test:pass", "server/test/faults/t01-crash-points.test.ts"],
    ["test:fail", "server/test/faults/t02-reply-lost.test.ts"],
    ["test:pass", "web/test/dashboard/tour.deep.test.ts"],
    ["test:pass", "web/test/samples.deep.test.ts", { skip: "no Java" }],
    ["test:pass", "server/src/surfaces/api/repeats.test.ts", { details: { type: "suite" } }],
    ["test:diagnostic", "server/src/surfaces/api/repeats.test.ts"],
    ["test:pass", "server/src/money/ledger/post.test.ts"],
  ];
  const events = outcomes.map(([type, file, more]) => ({
    type,
    data: { file: join(ROOT, file), details: { type: "test" }, ...more },
  }));
  let said = "";
  for await (const part of countTests(eachOf(events))) said += part;

  assert.deepEqual(
    said.split("\n").map((line) => line.trim().replace(/ +/g, " ")),
    [
      "Tests that ran, by kind:",
      "2 faults: crashes, lost replies, races, planted bugs (1 failed)",
      "1 dashboard in a browser",
      "0 programs that the documentation shows (1 skipped)",
      "1 engine, server and commands",
      "",
    ],
  );
});

async function* eachOf<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list;
}
