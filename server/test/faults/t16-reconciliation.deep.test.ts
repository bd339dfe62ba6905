/** T16: statements with every kind of planted fault. Every anomaly is reported, and no line is ever misinterpreted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyLedger } from "#proof";
import { importStatement, lineKeysOf, listBreaks, matchLines, resolveBreak } from "#reconciliation";

import { acceptTransfers, runtimeOf } from "#transfers";
import { advance, makeFaultWorld, orderTo, tiered, type Payer } from "./fault-world.ts";
import { generateStatements, STYLES, type PlantedStatement, type Style } from "./statement-generator.ts";
import { FAULT_NAMES, type Anomaly, type FaultName } from "./statement-lies.ts";
import { dayAfter, planPayments, startOf, type MadePayment, type PlannedPayment } from "./statement-plan.ts";

const FIRST_DAY = "2026-02-03";
const DAYS = FAULT_NAMES.length + 3;
/** A chain has about 25 statements. */
const CHAINS = tiered({ deep: STYLES.length, nightly: 40 });

const world = await makeFaultWorld({ start: new Date(`${FIRST_DAY}T05:00:00+05:30`) });
const { ctx } = world;

/** The kinds of break that report a fault. For an unannounced credit, the top-up is the report. */
const REPORTED_AS: Readonly<Record<FaultName, readonly string[]>> = {
  "unknown-debit": ["unknown_debit"],
  "unannounced-credit": ["top_up"],
  "given-twice": [],
  overlap: ["opening_differs"],
  "identical-lines": ["unknown_debit"],
  truncated: [],
  nameless: [],
  "nameless-twins": ["ambiguous"],
  "wrong-closing": ["statement_wrong"],
  "missing-line": ["statement_wrong"],
  "repeated-line": ["statement_wrong"],
  "wrong-amount": ["statement_wrong"],
  "wrong-sign": ["statement_wrong"],
  "other-amount": ["amount_differs"],
  "debited-twice": ["double_debit"],
  retracted: ["line_vanished"],
  "missing-day": ["missing_day"],
  "skipped-number": ["missing_day"],
};

test(`${CHAINS} chains of statements: every anomaly is reported, no line is matched with what it is not`, async (t) => {
  let [statements, lines, matched, reports] = [0, 0, 0, 0];
  for (let chain = 0; chain < CHAINS; chain += 1) {
    const merchant = await world.makePayer();
    const style = STYLES[chain % STYLES.length]!;
    const given = await makeChain(merchant, String(chain), style);
    for (const { statement } of given) {
      await importStatement(ctx, merchant.merchantId, { bankId: merchant.bankId, statement });
      await matchLines(ctx, merchant.merchantId);
      await acceptGaps(merchant);
    }
    const counted = await compare(merchant, given);
    await assertReported(merchant, given, `chain ${chain}`);
    statements += given.length;
    lines += counted.lines;
    matched += counted.matched;
    reports += given.flatMap((one) => one.reports).length;
  }
  t.diagnostic(
    `${statements} statements, ${lines} lines, ${matched} matched, ${reports} anomalies reported, 0 false`,
  );
  const { findings } = await verifyLedger(ctx);
  assert.deepEqual(findings, []);
});

/** A person accepts statements that do not follow; until then, no credit of theirs or of later days is trusted. */
async function acceptGaps({ merchantId }: Payer): Promise<void> {
  const gaps = await listBreaks(ctx, merchantId, {
    open: true,
    kinds: ["opening_differs", "missing_day"],
    limit: 10,
  });
  if (gaps.length === 0) return;
  for (const { breakId } of gaps)
    await resolveBreak(ctx, merchantId, { breakId, resolution: "explained", note: "seen", by: "system" });
  await matchLines(ctx, merchantId);
}

/** Makes the planned payments, day by day, and lets a seed make their statements. */
async function makeChain(merchant: Payer, seed: string, style: Style): Promise<PlantedStatement[]> {
  const planned = planPayments(seed, { firstDay: FIRST_DAY, days: DAYS });
  const payments: MadePayment[] = [];
  for (let nth = 0; nth < DAYS; nth += 1) {
    const day = dayAfter(FIRST_DAY, nth);
    const ofDay = planned.filter((payment) => payment.day === day);
    payments.push(...(await payDay(merchant, nth, ofDay)));
    await advance(world, merchant, startOf(dayAfter(day, 1)) - startOf(day));
  }
  const { debitAccount } = merchant;
  const openingPaise = 10_00_00_000_00n;
  return generateStatements(seed, {
    debitAccount,
    firstDay: FIRST_DAY,
    days: DAYS,
    openingPaise,
    style,
    payments,
  });
}

async function payDay(
  merchant: Payer,
  nth: number,
  ofDay: readonly PlannedPayment[],
): Promise<MadePayment[]> {
  const orders = ofDay.map(({ amountPaise, accountNumber, name }, index) => ({
    ...orderTo(`${nth}-${index}`),
    amountPaise,
    payee: { inline: { name, accountNumber, ifsc: "YESB0000262" } },
  }));
  await acceptTransfers(ctx, merchant.merchantId, orders);
  await runtimeOf(ctx).idle();
  const made = await world.look<{ key: string; reference: string; utr: string }>(
    `select transfer_key as key, reference, utr
     from transfers.transfer join transfers.attempt using (merchant_id, transfer_id, attempt)
     where merchant_id = $1 and status = 'succeeded'`,
    [merchant.merchantId],
  );
  return ofDay.map((payment, index) => {
    const { reference, utr } = made.find(({ key }) => key === `${nth}-${index}`)!;
    return { ...payment, reference, utr };
  });
}

/** Compares the interpretation of each line with the truth. */
async function compare(
  { merchantId }: Payer,
  given: readonly PlantedStatement[],
): Promise<{ lines: number; matched: number }> {
  const truth = new Map<string, string | null>();
  for (const { statement, truth: of, contradictsItself } of given) {
    if (contradictsItself) continue;
    lineKeysOf(ctx.vault, { merchantId, sealsDetails: true }, statement.lines).own.forEach((key, place) =>
      truth.set(key, of[place]!),
    );
  }
  const stored = await world.look<{ key: string; state: string; reference: string | null }>(
    `select line_key as key, state, attempt.reference
     from reconciliation.line
     left join transfers.attempt using (merchant_id, transfer_id, attempt)
     where merchant_id = $1`,
    [merchantId],
  );
  assert.deepEqual(new Set(stored.map(({ key }) => key)), new Set(truth.keys()), "each line is stored once");
  const settled = stored.filter(({ state }) => state === "matched" || state === "paired");
  for (const { key, reference } of settled)
    assert.equal(reference, truth.get(key), `${key} is what it was taken for`);
  assert.ok(stored.every(({ state }) => state !== "new"));
  return { lines: stored.length, matched: settled.length };
}

async function assertReported(
  { merchantId }: Payer,
  given: readonly PlantedStatement[],
  where: string,
): Promise<void> {
  const found = await world.look<{ kind: string; day: string; amount: string | null }>(
    `select kind, day::text as day, amount_paise::text as amount from reconciliation.break where merchant_id = $1
     union all
     select 'top_up', line.day::text, line.amount_paise::text
     from reconciliation.line
     where merchant_id = $1 and top_up_id is not null`,
    [merchantId],
  );
  const left = [...found];
  const missing = given
    .flatMap(({ reports }) => reports)
    .filter((report) => {
      const at = left.findIndex((one) => isReportOf(one, report));
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  assert.deepEqual(missing, [], where);
  assert.deepEqual(left, [], `${where}: nothing is reported that is right`);
}

function isReportOf(
  { kind, day, amount }: { kind: string; day: string; amount: string | null },
  report: Anomaly,
): boolean {
  // A missing day is noticed when the next one comes.
  const days = report.fault === "missing-day" ? [report.day, dayAfter(report.day, 1)] : [report.day];
  const fits = report.amountPaise === null || String(report.amountPaise) === amount;
  return REPORTED_AS[report.fault].includes(kind) && days.includes(day) && fits;
}
