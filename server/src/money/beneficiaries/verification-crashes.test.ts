/** A process may die anywhere in a verification: each gets at most one answer, and is charged for that. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Context } from "#lib/context";
import { verifyLedger } from "#proof";
import { armCrashPoints, crashed, makeProcess, runAs, type Process } from "#test/faults/crashes";
import { startSimulator } from "#test/simulator";
import { makeWorld } from "#test/world";
import { requestBulkVerification, requestVerification } from "./request-verifications.ts";
import { setBeneficiarySettings } from "./beneficiary-settings.ts";
import { workVerifications } from "./ask-banks.ts";
import type { ToVerify } from "./verification.ts";
import { verifyNow } from "./verify-beneficiary.ts";

const world = await makeWorld();
const simulator = await startSimulator(world);
armCrashPoints();

const subject = (accountNumber: string): ToVerify => ({
  kind: "account",
  accountNumber,
  ifsc: "HDFC0000001",
  name: "Asha Rao",
  phone: null,
  remarks: null,
  userKey: null,
});

/** A holder that is found, one that is not, and one about which no bank answers. */
const SUBJECTS = ["919191919101", "909090909001", "909090909032"].map(subject);
const FEE_PAISE = 2_00n;
const CHARGE_PAISE = 2_36n;

const SCENARIOS: Readonly<Record<string, (ctx: Context, merchantId: string) => Promise<void>>> = {
  async direct(ctx, merchantId) {
    for (const one of SUBJECTS) await verifyNow(ctx, merchantId, one);
  },
  async async(ctx, merchantId) {
    for (const one of SUBJECTS) await requestVerification(ctx, merchantId, one);
    await workVerifications(ctx, merchantId);
  },
  async bulk(ctx, merchantId) {
    await requestBulkVerification(ctx, merchantId, { bulkKey: "all", subjects: [...SUBJECTS, ...SUBJECTS] });
    await workVerifications(ctx, merchantId);
  },
};

const advance = (merchantId: string): Promise<unknown> =>
  world.look(
    `insert into lib.merchant_clock as clock (merchant_id, offset_ms)
     values ($1, 3600000)
     on conflict (merchant_id) do update set offset_ms = clock.offset_ms + excluded.offset_ms`,
    [merchantId],
  );

/** Runs a process with its own merchant until it dies, then time and other processes finish its work. */
async function live(process: Process, scenario: string): Promise<void> {
  const { merchantId } = await world.makeMerchant({ balancePaise: 100_00n, simulator });
  await setBeneficiarySettings(world.ctx, merchantId, { verificationFeePaise: FEE_PAISE, by: "system" });
  await runAs(process, () => SCENARIOS[scenario]!({ ...world.ctx }, merchantId));
  for (let hours = 0; hours < 8; hours += 1) {
    await advance(merchantId);
    await workVerifications(world.ctx, merchantId);
  }
  const rows = await world.look<{ status: string; account: string; outcome: string | null }>(
    `select status, account_last4 as account, outcome
     from beneficiaries.verification
     where merchant_id = $1`,
    [merchantId],
  );
  const expected: Readonly<Record<string, string>> = {
    "9101": "found",
    "9001": "not_found",
    "9032": "failed",
  };
  for (const { status, account } of rows) assert.equal(status, expected[account], account);
  const answered = rows.filter(({ status }) => status !== "failed").length;
  const [wallet] = await world.look<{ balance: string }>(
    "select balance_paise::text as balance from ledger.account where merchant_id = $1 and kind = 'wallet'",
    [merchantId],
  );
  assert.equal(BigInt(wallet!.balance), 100_00n - BigInt(answered) * CHARGE_PAISE);
}

for (const scenario of Object.keys(SCENARIOS)) {
  test(`${scenario} verifications outlive their process, wherever that dies`, async (context) => {
    const whole = makeProcess();
    await live(whole, scenario);
    const points = [...whole.passed.keys()];
    assert.ok(points.some((point) => point.startsWith("beneficiaries.")));
    for (const point of points) {
      // Points of every transaction are passed often; the first visits cover each kind of transaction.
      for (let visit = 1; visit <= Math.min(4, whole.passed.get(point)!); visit += 1)
        await live(makeProcess(point, visit), scenario);
      assert.ok((crashed.get(point) ?? 0) > 0, `no process died at ${point}`);
    }
    assert.deepEqual((await verifyLedger(world.ctx)).findings, []);
    context.diagnostic(`${points.length} points: ${points.join(" ")}`);
  });
}
