import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";

/** Together longer than PostgreSQL keeps an idle transaction open: by then a lost one has ended. */
const ASK_TIMES = 60;
const ASK_EVERY_MS = 200;

/** Reads PostgreSQL's number of the transaction, to look up its end if the answer to COMMIT is lost. */
export async function readTransactionNumber(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ number: string }>("select pg_current_xact_id()::text as number");
  return row!.number;
}

/**
 * Returns true if that very transaction was committed. Its rows would not show it, because another worker may
 * have written the same rows since. A transaction that does not end in time counts as not committed.
 */
export async function awaitCommit(ctx: Context, merchantId: string, number: string): Promise<boolean> {
  for (let times = 0; times < ASK_TIMES; times += 1) {
    const [row] = await ctx.db.inMerchant(merchantId, (tx) =>
      tx.query<{ status: string | null }>("select pg_xact_status($1::text::xid8) as status", [number]),
    );
    if (row?.status !== "in progress") return row?.status === "committed";
    await sleep(ASK_EVERY_MS);
  }
  return false;
}
