import assert from "node:assert/strict";
import { test } from "node:test";
import { decideIncidents, type Active } from "./decide-incidents.ts";
import type { Traffic } from "./read-traffic.ts";

const AT = new Date("2026-11-20T10:00:00+05:30");
const HDFC = { entity: "bank", entityCode: "HDFC", mode: "imps" } as const;

const traffic = (offline: number, paid: number, paidSince = 0): Traffic => ({
  ...HDFC,
  offline,
  isWhole: true,
  offlineSampled: offline,
  merchants: 1,
  merchantsMin: 1,
  paid,
  paidSince,
  firstAt: AT,
});
const seen: Active<string> = { ...HDFC, id: "one", severity: "low", source: "traffic" };
const severityOf = (found: Traffic): string | undefined => decideIncidents([found], []).open[0]?.severity;

test("five transfers, and a fifth of those that say anything, open an incident; half of them a bad one", () => {
  assert.equal(severityOf(traffic(4, 0)), undefined);
  assert.equal(severityOf(traffic(5, 0)), "high");
  assert.equal(severityOf(traffic(5, 21)), undefined);
  assert.equal(severityOf(traffic(5, 20)), "low");
  assert.equal(severityOf(traffic(5, 19)), "low");
  assert.equal(severityOf(traffic(5, 6)), "low");
  assert.equal(severityOf(traffic(5, 5)), "high");
  assert.equal(severityOf(traffic(5, 5, 4)), "high");
  assert.equal(severityOf(traffic(5, 5, 5)), undefined);
});

test("one that is open is not opened again, nor one that a notice speaks of", () => {
  for (const source of ["traffic", "notice"] as const)
    assert.deepEqual(decideIncidents([traffic(9, 0)], [{ ...seen, source, severity: "high" }]), {
      open: [],
      raise: [],
      end: [],
    });
  const elsewhere = { ...seen, mode: "neft" } as const;
  assert.equal(decideIncidents([traffic(9, 0)], [elsewhere]).open.length, 1);
});

test("it becomes worse, and never better while it lasts", () => {
  assert.deepEqual(decideIncidents([traffic(5, 6)], [seen]).raise, []);
  assert.deepEqual(decideIncidents([traffic(5, 5)], [seen]).raise, ["one"]);
  assert.deepEqual(decideIncidents([traffic(5, 20)], [{ ...seen, severity: "high" }]).raise, []);
});

test("five payments since the trouble end it, and so does no trouble; a notice ends by the one who gave it", () => {
  assert.deepEqual(decideIncidents([traffic(5, 5, 4)], [seen]).end, []);
  assert.deepEqual(decideIncidents([traffic(5, 5, 5)], [seen]).end, ["one"]);
  assert.deepEqual(decideIncidents([traffic(0, 0)], [seen]).end, ["one"]);
  assert.deepEqual(decideIncidents([traffic(0, 0)], [{ ...seen, source: "notice" }]).end, []);
});

test("what is not known is not over: nothing was read of it, or too much was there to read all", () => {
  assert.deepEqual(decideIncidents([], [seen]).end, []);
  assert.deepEqual(decideIncidents([{ ...traffic(0, 0), isWhole: false }], [seen]).end, []);
});

test("those that met it offline are compared with what was paid among the same transfers, where any are there", () => {
  assert.equal(severityOf({ ...traffic(900, 20), offlineSampled: 4 }), undefined);
  assert.equal(severityOf({ ...traffic(900, 16), offlineSampled: 4 }), "low");
  assert.equal(severityOf({ ...traffic(5, 5), offlineSampled: 0 }), "high");
});

test("where several merchants pay one alone opens nothing and makes nothing worse", () => {
  const alone = { ...traffic(9, 0), merchantsMin: 2 };
  assert.equal(severityOf(alone), undefined);
  assert.deepEqual(decideIncidents([alone], [seen]).raise, []);
  assert.equal(severityOf({ ...alone, merchants: 2 }), "high");
});

test("what looks like no code of a bank and no handle opens nothing", () => {
  const opens = (entity: "bank" | "handle", entityCode: string): boolean =>
    severityOf({ ...traffic(9, 0), entity, entityCode }) !== undefined;
  for (const code of ["hdfc", "HDF", "HDFC0", "H1FC", "", "A B "]) assert.ok(!opens("bank", code), code);
  for (const handle of ["", "u", "1up", "call-me", "a b", "x".repeat(65)])
    assert.ok(!opens("handle", handle), handle);
  assert.ok(opens("bank", "YESB") && opens("handle", "okbank"));
});
