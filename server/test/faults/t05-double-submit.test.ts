/** The same transfer, submitted fifty times at once to two processes, is one transfer; other content is refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { topUp } from "#fund-sources";
import { acceptTransfer, type Acceptance, type TransferOrder } from "#transfers";
import { assertSound, makeFaultWorld, orderTo, settle } from "./fault-world.ts";

const IDS = 200;
const TIMES = 50;

const world = await makeFaultWorld();

test(`${IDS} ids, each submitted ${TIMES} times in parallel, make ${IDS} transfers`, async () => {
  const merchant = await world.makePayer();
  const processes = [world.openContext(), world.openContext()];
  const submissions = Array.from({ length: IDS * TIMES }, (_, n) => ({
    order: orderTo(`double_${n % IDS}`),
    ctx: processes[Math.floor(n / IDS) % 2]!,
  }));
  const answers = await Promise.all(
    submissions.map(({ order: one, ctx }) => acceptTransfer(ctx, merchant.merchantId, one)),
  );
  const first = new Map<string, string>();
  for (const answer of answers) {
    assert.ok(answer.kind === "accepted" || answer.kind === "repeated");
    const { transferKey, transferId } = answer.transfer;
    assert.equal(first.get(transferKey) ?? transferId, transferId, "every caller hears of the same transfer");
    first.set(transferKey, transferId);
  }
  assert.equal(answers.filter((answer) => answer.kind === "accepted").length, IDS);
  assert.equal(first.size, IDS);
  const altered = await Promise.all(
    Array.from({ length: IDS }, (_, n) => acceptTransfer(processes[n % 2]!, merchant.merchantId, other(n))),
  );
  assert.ok(altered.every(isRefusedAsOther));
  for (const ctx of processes) await settle(world, ctx, merchant);
  const [count] = await world.look<{ count: number }>(
    "select count(*)::int as count from transfers.transfer where merchant_id = $1",
    [merchant.merchantId],
  );
  assert.equal(count?.count, IDS);
  await assertSound(world, [merchant]);
});

test("an id that failed for want of money stays failed, whatever money comes", async () => {
  const merchant = await world.makePayer({ balancePaise: 1_00n });
  const once = await acceptTransfer(world.ctx, merchant.merchantId, orderTo("double_1"));
  assert.equal(once.kind, "failed");
  const credit = {
    bankId: "meghdoot",
    utr: "LATER1",
    amountPaise: 1_000_00n,
    fundSourceId: merchant.fundSourceId,
  };
  await topUp(world.ctx, merchant.merchantId, credit);
  const again = await acceptTransfer(world.ctx, merchant.merchantId, orderTo("double_1"));
  assert.ok(again.kind === "repeated" && again.transfer.status === "failed" && again.sameContent);
});

/** Returns an order with the same ID for another amount. */
function other(n: number): TransferOrder {
  return { ...orderTo(`double_${n}`), amountPaise: 101_00n };
}

function isRefusedAsOther(answer: Acceptance): boolean {
  return answer.kind === "repeated" && !answer.sameContent;
}
