/** Callers that wait for an outcome: notified by this process, or by polling if another recorded it. */
import type { Context } from "#lib/context";
import { inSlices } from "#lib/in-slices";
import { runtimeOf, type Runtime, type Waiters } from "./runtime.ts";
import { transferColumns, type Transfer } from "./transfer.ts";

const LOOK_EVERY_MS = 250;

/**
 * Resolves with the transfer once it has an outcome, or with `transfer` as given after `waitMs`. Resolves at
 * once if the transfer waits for something other than its bank, such as its rail's hours.
 */
export async function awaitOutcome(ctx: Context, transfer: Transfer, waitMs: number): Promise<Transfer> {
  if (!isUnderWay(transfer)) return transfer;
  const { transferId } = transfer;
  const { waiting, waitUntilMs } = runtimeOf(ctx);
  const waiters: Waiters = waiting.get(transferId) ?? { transfer, tell: new Set() };
  waiting.set(transferId, waiters);
  lookWhileAnyoneWaits(ctx);
  return new Promise<Transfer>((resolve) => {
    const finish = (latest: Transfer): void => {
      clearTimeout(timer);
      waiters.tell.delete(finish);
      if (waiters.tell.size === 0) waiting.delete(transferId);
      resolve(latest);
    };
    const timer = setTimeout(() => finish(transfer), Math.min(waitMs, waitUntilMs - performance.now()));
    waiters.tell.add(finish);
  });
}

/** Callers wait this much longer, in ms, in a process that is about to end. */
const LAST_WAIT_MS = 3_000;

/** Lets all callers of this process, also those to come, wait a moment longer at most. */
export function endWaiting(ctx: Context): void {
  const runtime = runtimeOf(ctx);
  runtime.waitUntilMs = performance.now() + LAST_WAIT_MS;
  const answer = (): void => {
    for (const { transfer, tell } of runtime.waiting.values()) for (const finish of tell) finish(transfer);
  };
  setTimeout(answer, LAST_WAIT_MS).unref();
}

/** Notifies all callers that wait in this process. Call it after the commit that changed the transfers. */
export function tellWaiters({ waiting }: Runtime, transfers: Iterable<Transfer>): void {
  if (waiting.size === 0) return;
  const awaited = [...transfers].filter((one) => !isUnderWay(one) && waiting.has(one.transferId));
  inSlices(awaited, (transfer) => {
    for (const tell of waiting.get(transfer.transferId)?.tell ?? []) tell(transfer);
  });
}

/** A deemed success is not waited for: its confirmation takes hours. */
function isUnderWay({ status, deemed }: Transfer): boolean {
  return (status === "ready" || status === "sent") && !deemed;
}

/** Polls the database for outcomes that another process recorded, as long as there are waiting callers. */
function lookWhileAnyoneWaits(ctx: Context): void {
  const runtime = runtimeOf(ctx);
  if (runtime.looking !== null) return;
  runtime.looking = setInterval(() => {
    if (runtime.waiting.size === 0) {
      clearInterval(runtime.looking ?? undefined);
      runtime.looking = null;
      return;
    }
    const ids = Map.groupBy(runtime.waiting.keys(), (id) => runtime.waiting.get(id)!.transfer.merchantId);
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
