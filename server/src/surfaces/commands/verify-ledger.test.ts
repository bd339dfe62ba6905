import assert from "node:assert/strict";
import { test } from "node:test";
import { showChecks } from "./verify-ledger.ts";
import type { Out } from "./terminal.ts";

const ended = { name: "history-is-whole", says: "", findings: 0, tookMs: 1_240 };
const begun = { done: 0, of: 41, running: ["history-is-whole", "events-are-whole"] };

/** Stands for a terminal or a file, and stores what is written. */
function makeOut(isTTY: boolean): { out: Out; written: string[] } {
  const written: string[] = [];
  return { out: { isTTY, columns: 80, write: (text) => written.push(text) }, written };
}

/** Reports two checks that end, and returns what is written to a file. */
function writeLines(soonMs?: number): string[] {
  const { out, written } = makeOut(false);
  const progress = showChecks(out, soonMs);
  progress.at(begun);
  progress.at({ done: 1, of: 41, running: [], ended });
  progress.at({ done: 2, of: 41, running: [], ended: { ...ended, name: "events-are-whole", findings: 3 } });
  progress.end();
  return written;
}

test("without a terminal each check that ends is a plain line", () => {
  assert.deepEqual(writeLines(0), [
    "proof: 1 of 41  holds   history-is-whole, 1.2 s\n",
    "proof: 2 of 41  BROKEN  events-are-whole, 1.2 s\n",
  ]);
});

test("without a terminal nothing is said of a proof that is soon over", () => {
  assert.deepEqual(writeLines(), []);
});

test("on a terminal one line says how many of how many, for how long, and which", () => {
  const { out, written } = makeOut(true);
  const progress = showChecks(out);
  progress.at({ ...begun, done: 20 });
  progress.end();
  assert.match(written[0]!, /^\rproof {2}█+░+ {2}20 of 41 {2}0\.0 s {2}history-is-whole/);
  assert.equal(written.at(-1), "\r\u001b[K");
  const shown = written[0]!.replace("\r", "").replace("\u001b[K", "");
  assert.ok(shown.length < 80, "a line that breaks could not be written over");
});
