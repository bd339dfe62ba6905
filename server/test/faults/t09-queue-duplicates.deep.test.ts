/** Eight workers that are woken again and again for the same due transfers send each of them once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DatabaseUnavailableError } from "#lib/db";
import { acceptTransfers, runtimeOf, workTransfers } from "#transfers";
import { assertSound, makeFaultWorld, orderTo, settle, tiered } from "./fault-world.ts";

const ITEMS = tiered({ deep: 2_000, nightly: 20_000 });
const WORKERS = 8;

const world = await makeFaultWorld();

test(`${ITEMS} due transfers, ${WORKERS} workers, each woken five times: one attempt each`, async () => {
  const merchant = await world.makePayer();
  const accepting = { ...world.ctx };
  runtimeOf(accepting).payers.take(merchant.merchantId, 1_000);
  for (let from = 0; from < ITEMS; from += 250) {
    const orders = Array.from({ length: 250 }, (_, n) => orderTo(`due_${from + n}`));
    const answers = await acceptTransfers(accepting, merchant.merchantId, orders);
    assert.ok(answers.every((answer) => answer.kind === "accepted" && answer.transfer.status === "ready"));
  }
  const workers = Array.from({ length: WORKERS }, () => ({ ...world.ctx }));
  const wakings = workers.flatMap((ctx) =>
    Array.from({ length: 5 }, () => workTransfers(ctx, merchant.merchantId)),
  );
  // On a slow machine some workers wait too long for a connection and do nothing; the next round does their work.
  const refused = (await Promise.allSettled(wakings)).flatMap((one) =>
    one.status === "rejected" ? [one.reason] : [],
  );
  assert.deepEqual(
    refused.filter((reason) => !(reason instanceof DatabaseUnavailableError)),
    [],
  );
  for (const ctx of workers) await settle(world, ctx, merchant);
  const [attempts] = await world.look<{ attempts: number; transfers: number }>(
    `select count(*)::int as attempts, count(distinct transfer_id)::int as transfers
     from transfers.attempt
     where merchant_id = $1`,
    [merchant.merchantId],
  );
  assert.deepEqual(attempts, { attempts: ITEMS, transfers: ITEMS });
  await assertSound(world, [merchant]);
});
