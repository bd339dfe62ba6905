/** Reads a merchant's payments and breaks, for tests. */
import assert from "node:assert/strict";
import { verifyLedger } from "#proof";
import { listBreaks, workReconciliation } from "#reconciliation";
import { dispatchTransfers, runtimeOf } from "#transfers";
import type { FaultWorld, Payer } from "#test/faults/fault-world";

export interface Looks {
  /** Does all pending work, and checks that the books are sound. */
  work(merchant: Payer): Promise<void>;
  /** The statuses in the order of their ids. */
  statusesOf(merchant: Payer): Promise<string[]>;
  /** The kinds of the open breaks, sorted. */
  breaksOf(merchant: Payer): Promise<string[]>;
}

export function makeLooks(world: FaultWorld): Looks {
  const { ctx } = world;
  async function work({ merchantId }: Payer): Promise<void> {
    await workReconciliation(ctx, merchantId);
    // A payment that its bank refused looks for another bank, and finds none.
    await dispatchTransfers(ctx, merchantId);
    await runtimeOf(ctx).idle();
    assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
  }

  const statusesOf = async ({ merchantId }: Payer): Promise<string[]> =>
    (
      await world.look<{ status: string }>(
        "select status from transfers.transfer where merchant_id = $1 order by transfer_key",
        [merchantId],
      )
    ).map(({ status }) => status);

  const breaksOf = async ({ merchantId }: Payer): Promise<string[]> =>
    (await listBreaks(ctx, merchantId, { open: true, limit: 50 })).map(({ kind }) => kind).toSorted();
  return { work, statusesOf, breaksOf };
}
