/** Tests that the statements with planted faults, on which T16 relies, are what they claim to be. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { generateStatements, type PlantedStatement, STYLES } from "./statement-generator.ts";
import { FAULT_NAMES, lieOf } from "./statement-lies.ts";
import { dayAfter, planPayments, startOf } from "./statement-plan.ts";

const FIRST_DAY = "2026-02-03";
const DAYS = FAULT_NAMES.length + 3;

function generate(seed: string, style = STYLES[0]!): PlantedStatement[] {
  const payments = planPayments(seed, { firstDay: FIRST_DAY, days: DAYS }).map((payment, nth) => ({
    ...payment,
    reference: `REF${String(nth).padStart(6, "0")}`,
    utr: `6034${String(nth).padStart(8, "0")}`,
  }));
  const openingPaise = 10_00_00_000_00n;
  return generateStatements(seed, {
    debitAccount: "900010001001",
    firstDay: FIRST_DAY,
    days: DAYS,
    openingPaise,
    style,
    payments,
  });
}

const addsUp = ({ statement: { openingPaise, closingPaise, lines } }: PlantedStatement): boolean =>
  closingPaise ===
  lines.reduce(
    (sum, { side, amountPaise }) => sum + (side === "debit" ? -amountPaise : amountPaise),
    openingPaise,
  );

test("a seed makes the same statements again; another makes others", () => {
  assert.deepEqual(generate("1"), generate("1"));
  assert.notDeepEqual(generate("1"), generate("2"));
});

test("every fault that is to be reported is in a chain that is long enough, and a contradiction is one", () => {
  const silent = new Set(["given-twice", "truncated", "nameless"]);
  for (const [nth, style] of STYLES.entries()) {
    const statements = generate(String(nth), style);
    const reported = new Set(statements.flatMap(({ reports }) => reports.map(({ fault }) => fault)));
    assert.deepEqual(
      FAULT_NAMES.filter((name) => !reported.has(name)),
      FAULT_NAMES.filter((name) => silent.has(name)),
    );
    for (const planted of statements) {
      assert.equal(addsUp(planted), !planted.contradictsItself, JSON.stringify(planted.reports[0]?.fault));
      assert.equal(planted.truth.length, planted.statement.lines.length);
    }
    const codes = new Set([...reported].map((fault) => lieOf(fault).code));
    assert.deepEqual([...codes].sort(), ["F52", "F53", "F54", "F55", "F57", "F58"]);
  }
});

test("no day is left out in the end, and each opens where the one before closed", () => {
  const statements = generate("7");
  const days = Array.from({ length: DAYS }, (_, nth) => dayAfter(FIRST_DAY, nth));
  assert.deepEqual([...new Set(statements.map(({ statement }) => statement.day))].sort(), days);
  const last = new Map(statements.map(({ statement }) => [statement.day, statement]));
  const jumps = days.slice(1).filter((day) => {
    return last.get(day)!.openingPaise !== last.get(dayAfter(day, -1))!.closingPaise;
  });
  const overlaps = statements.flatMap(({ reports }) => reports.filter(({ fault }) => fault === "overlap"));
  assert.deepEqual(
    jumps,
    overlaps.map(({ day }) => day),
  );
});

test("amounts are of one payment only, but for the twins; a line says no more than its style", () => {
  const planned = planPayments("3", { firstDay: FIRST_DAY, days: DAYS });
  const byAmount = Map.groupBy(planned, ({ amountPaise }) => amountPaise);
  assert.ok([...byAmount.values()].every(({ length }) => length === 1 || length === 2));
  assert.equal([...byAmount.values()].filter(({ length }) => length === 2).length, DAYS);
  assert.ok(
    planned.every(({ day, at }) => at.getTime() - startOf(day) < 86_400_000 && at.getTime() > startOf(day)),
  );
  const lines = generate("3", STYLES[2]).flatMap(({ statement, truth }) =>
    statement.lines.filter((_, nth) => truth[nth] !== null),
  );
  assert.ok(lines.every(({ lineId, utr }) => lineId === null && utr === null));
  assert.ok(lines.some(({ reference }) => reference !== null));
});
