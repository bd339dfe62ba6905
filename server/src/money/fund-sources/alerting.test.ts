import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { setLowBalanceThreshold, lowBalancesWorker, topUp, WALLET_ID } from "#fund-sources";
import { postEntries, sourceAccounts, SUSPENSE } from "#ledger";
import { newId } from "#lib/ids";
import { makeWorld, type TestMerchant } from "#test/world";

const world = await makeWorld();
const { ctx } = world;

const spend = ({ merchantId }: TestMerchant, amountPaise: bigint) =>
  ctx.db.inMerchant(merchantId, (tx) => {
    const line = { debit: sourceAccounts(0).available, credit: SUSPENSE, amountPaise };
    return postEntries(tx, [{ causeId: newId(), kind: "hold", lines: [line] }]);
  });

const earn = ({ merchantId }: TestMerchant, amountPaise: bigint) =>
  topUp(ctx, merchantId, {
    bankId: "meghdoot",
    utr: newId().replaceAll("-", ""),
    amountPaise,
    fundSourceId: WALLET_ID,
  });

const watch = ({ merchantId }: TestMerchant, notify: boolean, thresholdPaise = 50_00n) => {
  const by = "api-key:test" as const;
  return setLowBalanceThreshold(ctx, merchantId, { fundSourceId: WALLET_ID, thresholdPaise, notify, by });
};

const alertsOf = async ({ merchantId }: TestMerchant): Promise<string[]> => {
  const rows = await world.look<{ balance: string }>(
    `select data ->> 'currentBalance' as balance
     from webhooks.event where merchant_id = $1 and type = 'LOW_BALANCE_ALERT' order by at`,
    [merchantId],
  );
  return rows.map(({ balance }) => balance);
};

/** Waits until the workers have seen a balance below its threshold, or above it again. */
async function untilSeen({ merchantId }: TestMerchant, low: boolean): Promise<void> {
  for (;;) {
    const [source] = await world.look<{ low: boolean }>(
      "select low_since is not null as low from fund_sources.fund_source where merchant_id = $1",
      [merchantId],
    );
    if (source!.low === low) return;
    await sleep(50);
  }
}

test("workers of two processes announce each crossing once, and only where it is wanted", async () => {
  const [watched, silent] = await Promise.all([
    world.makeMerchant({ balancePaise: 100_00n }),
    world.makeMerchant({ balancePaise: 100_00n }),
  ]);
  const workers = [await lowBalancesWorker.start(ctx), await lowBalancesWorker.start(world.openContext())];
  try {
    await Promise.all([watch(watched, true), watch(silent, false)]);
    // A balance at the threshold is not below it.
    await Promise.all([spend(watched, 50_00n), spend(silent, 60_00n)]);
    await sleep(1_500);
    await spend(watched, 1n);
    await untilSeen(watched, true);
    await spend(watched, 10_00n);
    await sleep(1_500);
    await earn(watched, 10_01n);
    await untilSeen(watched, false);
    await spend(watched, 20_00n);
    await untilSeen(watched, true);
    assert.deepEqual(await alertsOf(watched), ["49.99", "30.00"]);
    // A new threshold is checked anew.
    await watch(watched, true, 40_00n);
    await untilSeen(watched, true);
    assert.deepEqual(await alertsOf(watched), ["49.99", "30.00", "30.00"]);
    assert.deepEqual(await alertsOf(silent), []);
    await watch(silent, true);
    await untilSeen(silent, true);
    assert.deepEqual(await alertsOf(silent), ["40.00"]);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
});
