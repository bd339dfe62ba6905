/** Callers who wait for a transfer's outcome: told by this process at once, by the database when another did it. */
import type { Context } from "#lib/context";
import { inSlices } from "#lib/in-slices";
import { runtimeOf, type Runtime, type Waiters } from "./runtime.ts";
import { transferColumns, type Transfer } from "./transfer.ts";

const LOOK_EVERY_MS = 250;

/**
 * The transfer once it has an outcome, or as it was when `waitMs` have passed. A transfer that waits for
 * something else than its bank (its rail's hours, say) is answered at once.
 */
export async function awaitOutcome(ctx: Context, transfer: Transfer, waitMs: number): Promise<Transfer> {
  if (!isUnderWay(transfer)) return transfer;
  const { merchantId, transferId } = transfer;
  const { waiting } = runtimeOf(ctx);
  const waiters: Waiters = waiting.get(transferId) ?? { merchantId, tell: new Set() };
  waiting.set(transferId, waiters);
  lookWhileAnyoneWaits(ctx);
  return new Promise<Transfer>((resolve) => {
    const finish = (latest: Transfer): void => {
      clearTimeout(timer);
      waiters.tell.delete(finish);
      if (waiters.tell.size === 0) waiting.delete(transferId);
      resolve(latest);
    };
    const timer = setTimeout(() => finish(transfer), waitMs);
    waiters.tell.add(finish);
  });
}

/** Tells all that wait in this process; called after the commit that moved the transfers. */
export function tellWaiters({ waiting }: Runtime, transfers: Iterable<Transfer>): void {
  if (waiting.size === 0) return;
  const awaited = [...transfers].filter((one) => !isUnderWay(one) && waiting.has(one.transferId));
  inSlices(awaited, (transfer) => {
    for (const tell of waiting.get(transfer.transferId)?.tell ?? []) tell(transfer);
  });
}

/** What the scheme counts as settled is not waited for: the confirmation takes hours. */
function isUnderWay({ status, deemed }: Transfer): boolean {
  return (status === "ready" || status === "sent") && !deemed;
}

/** Looks in the database for outcomes that another process recorded; ends when no one waits any more. */
function lookWhileAnyoneWaits(ctx: Context): void {
  const runtime = runtimeOf(ctx);
  if (runtime.looking !== null) return;
  runtime.looking = setInterval(() => {
    if (runtime.waiting.size === 0) {
      clearInterval(runtime.looking ?? undefined);
      runtime.looking = null;
      return;
    }
    const ids = Map.groupBy(runtime.waiting.keys(), (id) => runtime.waiting.get(id)!.merchantId);
    for (const [merchantId, waited] of ids) {
      runtime.background("looking for outcomes", readFinished(ctx, merchantId, waited));
    }
  }, LOOK_EVERY_MS);
}

async function readFinished(ctx: Context, merchantId: string, ids: readonly string[]): Promise<void> {
  const found = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<Transfer>(
      `select ${transferColumns}
       from unnest($2::uuid[]) as wanted (id)
       join transfers.transfer
         on merchant_id = $1
        and transfer_id = wanted.id
       where status not in ('ready', 'sent')
          or deemed`,
      [merchantId, ids],
    ),
  );
  tellWaiters(runtimeOf(ctx), found);
}
