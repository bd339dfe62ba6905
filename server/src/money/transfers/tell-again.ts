/** Notifies modules again about changes of their transfers that they could not process before. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { tellOne, type TransferChange } from "./follow-transfers.ts";
import type { Status } from "./machine.ts";
import { lockTransfers } from "./transfer.ts";

const SET_MAX = 100;
const AGAIN_MINUTES_MAX = 60;

/** Repeats a merchant's due notifications one by one, so that none blocks another, and counts them. */
export async function tellAgain(ctx: Context, merchantId: string): Promise<number> {
  const due = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ transferId: string }>(
      `select transfer_id as "transferId"
       from transfers.untold
       where merchant_id = $1
         and due_at <= $2
       order by due_at
       limit $3`,
      [merchantId, tx.now, SET_MAX],
    ),
  );
  let told = 0;
  for (const { transferId } of due) {
    const fault = await ctx.db.inMerchant(merchantId, (tx) => tellInTransaction(tx, transferId));
    if (fault === null) told += 1;
    else
      ctx.log.error({ transferId, err: fault }, "what happened to a transfer cannot be told to what made it");
  }
  return told;
}

async function tellInTransaction(tx: Tx, transferId: string): Promise<Error | null> {
  const [after] = await lockTransfers(tx, [transferId]);
  const [untold] = await tx.query<{ status: Status; tries: number }>(
    `select status_before as status, tries
     from transfers.untold
     where merchant_id = $1
       and transfer_id = $2
       and due_at <= $3
     for update`,
    [tx.merchantId, transferId, tx.now],
  );
  if (after === undefined || untold === undefined) return null;
  const change: TransferChange = { before: { ...after, status: untold.status }, after };
  const fault = await tellOne(tx, after.originKind!, [change]);
  const minutes = Math.min(2 ** untold.tries, AGAIN_MINUTES_MAX);
  await tx.execute(
    `update transfers.untold
     set tries = tries + 1,
       because = coalesce($3, because),
       due_at = case when $3::text is not null then $4::timestamptz + make_interval(mins => $5) end
     where merchant_id = $1
       and transfer_id = $2`,
    [tx.merchantId, transferId, fault?.message.slice(0, 500) ?? null, tx.now, minutes],
  );
  return fault;
}
