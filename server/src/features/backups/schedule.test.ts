import assert from "node:assert/strict";
import { test } from "node:test";
import type { Drill } from "./drill-backup.ts";
import { isDue } from "./keep-backups.ts";
import { chooseOld } from "./remove-old.ts";
import type { StoredBackup } from "./stored-backups.ts";

const at = (text: string): Date => new Date(`${text}+05:30`);
const atMinutes = [150, 870];
const dueAt = (now: string, good: string | null, tried: string | null = null, tries = 1): boolean =>
  isDue(
    {
      now: at(now),
      goodAt: good === null ? null : at(good),
      triedAt: tried === null ? null : at(tried),
      tries,
    },
    { atMinutes },
  );

test("a backup is due at each time of the schedule, and at once if there was none", () => {
  assert.equal(dueAt("2026-11-20T01:00", null), true);
  assert.equal(dueAt("2026-11-20T02:29", "2026-11-19T14:30"), false);
  assert.equal(dueAt("2026-11-20T02:30", "2026-11-19T14:31"), true);
  assert.equal(dueAt("2026-11-20T02:31", "2026-11-20T02:30"), false);
  assert.equal(dueAt("2026-11-20T14:30", "2026-11-20T02:30"), true);
  assert.equal(dueAt("2026-11-20T23:59", "2026-11-20T14:30"), false);
  assert.equal(dueAt("2026-11-21T00:10", "2026-11-20T14:30"), false);
  assert.equal(dueAt("2026-11-24T12:00", "2026-11-20T14:30"), true, "the processes were stopped for days");
});

test("a backup that failed is tried again after a quarter of an hour", () => {
  const good = "2026-11-19T14:30";
  assert.equal(dueAt("2026-11-20T02:40", good, "2026-11-20T02:30"), false);
  assert.equal(dueAt("2026-11-20T02:45", good, "2026-11-20T02:30"), true);
  assert.equal(dueAt("2026-11-20T02:30", good, "2026-11-20T02:29"), true);
  assert.equal(dueAt("2026-11-20T02:59", good, "2026-11-20T02:30", 2), false, "the pause doubles");
  assert.equal(dueAt("2026-11-20T03:00", good, "2026-11-20T02:30", 2), true);
  assert.equal(dueAt("2026-11-20T06:29", good, "2026-11-20T02:30", 2_000), false);
  assert.equal(dueAt("2026-11-20T06:30", good, "2026-11-20T02:30", 2_000), true, "four hours at most");
  assert.equal(
    dueAt("2026-11-20T14:30", good, "2026-11-20T14:00", 9),
    true,
    "the next planned one is not late",
  );
});

/** Makes backups, the newest first: p proved, u not proved, b refuted. */
function makeBackups(kinds: string): StoredBackup[] {
  const drill = (findings: number) => ({ differing: [] as string[], findings }) as unknown as Drill;
  return [...kinds].map((kind, index) => ({
    name: `${kind}${index}`,
    installation: "0123abcd",
    home: "first",
    at: "",
    bytes: 1,
    tables: 1,
    rows: 1,
    drill: kind === "u" ? null : drill(kind === "b" ? 1 : 0),
  }));
}

test("the newest stay, the last proved one always does, and refuted ones push none out", () => {
  const old = (kinds: string, keep: number): string[] =>
    chooseOld(makeBackups(kinds), keep).map(({ name }) => name);
  assert.deepEqual(old("ppp", 3), []);
  assert.deepEqual(old("pppp", 2), ["p2", "p3"]);
  assert.deepEqual(old("uuup", 2), ["u2"]);
  assert.deepEqual(old("uuupp", 1), ["u1", "u2", "p4"]);
  assert.deepEqual(old("bbp", 2), []);
  assert.deepEqual(old("bbbp", 1), ["b1", "b2"], "a failure that lasts fills no store");
  assert.deepEqual(old("bpb", 1), ["b2"]);
  assert.deepEqual(old("bbb", 1), ["b1", "b2"], "a refuted backup is more than none");
  assert.deepEqual(old("uuu", 1), ["u1", "u2"]);
  assert.deepEqual(old("", 1), []);
});
