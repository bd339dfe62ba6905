/** Two thousand callers race for money that is sufficient for a thousand: exactly a thousand get it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setOverdraftLimit } from "#fund-sources";
import { acceptTransfer } from "#transfers";
import { assertSound, makeFaultWorld, orderTo, settle } from "./fault-world.ts";

const RACERS = 2_000;
const WINNERS = 1_000;
/** 100.00 by IMPS costs 6.00 and 18 % tax. */
const TAKEN = 107_08n;

const world = await makeFaultWorld();

for (const overdraftPaise of [0n, 500n * TAKEN]) {
  test(`${RACERS} racers on funds for ${WINNERS}, overdraft ${overdraftPaise} paise`, async () => {
    const merchant = await world.makePayer({ balancePaise: BigInt(WINNERS) * TAKEN - overdraftPaise });
    const { merchantId, fundSourceId } = merchant;
    await setOverdraftLimit(world.ctx, merchantId, {
      fundSourceId,
      limitPaise: overdraftPaise,
      by: "system",
    });
    // There are two processes, so that no queue in memory can keep the callers apart.
    const processes = [world.openContext(), world.openContext()];
    const answers = await Promise.all(
      Array.from({ length: RACERS }, (_, n) =>
        acceptTransfer(processes[n % 2]!, merchantId, orderTo(`race_${n}`)),
      ),
    );
    const accepted = answers.filter((answer) => answer.kind === "accepted");
    const failed = answers.filter((answer) => answer.kind === "failed");
    assert.equal(accepted.length, WINNERS);
    assert.equal(failed.length, RACERS - WINNERS);
    assert.ok(failed.every((answer) => "code" in answer && answer.code === "insufficient_balance"));
    const [wallet] = await world.look<{ balance: string }>(
      "select balance_paise::text as balance from ledger.account where merchant_id = $1 and account_no = 1000",
      [merchantId],
    );
    assert.equal(wallet?.balance, String(-overdraftPaise));
    for (const ctx of [...processes, world.ctx]) await settle(world, ctx, merchant);
    await assertSound(world, [merchant]);
  });
}
