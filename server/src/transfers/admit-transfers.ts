/** Takes up what was accepted without funds: scheduled transfers whose time has come, those that queue for money. */
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { tellWaiters } from "./await-outcome.ts";
import { decideAdmissions } from "./decide-admissions.ts";
import { readAdmissionFacts } from "./read-admission-facts.ts";
import { runtimeOf } from "./runtime.ts";
import { transferColumns, type Transfer } from "./transfer.ts";
import { wakeWorkers } from "./wake.ts";
import { writeChanges } from "./write-changes.ts";

const SET_MAX = 500;

/**
 * Admits one set of a merchant's waiting transfers and answers how many of them moved. Who waits for money goes in
 * turn: by fund source, the higher priority first, then the earlier order; no one overtakes one who is too dear.
 * One whose time in the queue has passed fails.
 */
export async function admitTransfers(ctx: Context, merchantId: string): Promise<number> {
  const runtime = runtimeOf(ctx);
  if (runtime.stopping) return 0;
  const moved = await ctx.db.inMerchant(merchantId, admitInTransaction);
  crashPoint("transfers.admit.committed");
  tellWaiters(runtime, moved);
  return moved.length;
}

async function admitInTransaction(tx: Tx): Promise<Transfer[]> {
  // One after the other: both lock, and two statements of one transaction see one order of locks.
  const waiting = [...(await lockDue(tx)), ...(await lockQueues(tx))];
  if (waiting.length === 0) return [];
  crashPoint("transfers.admit.locked");
  const changes = decideAdmissions(waiting, await readAdmissionFacts(tx, waiting));
  await writeChanges(tx, changes);
  if (changes.some(({ after }) => after.status === "ready")) await wakeWorkers(tx);
  crashPoint("transfers.admit.written");
  return changes.filter(({ before, after }) => before.status !== after.status).map(({ after }) => after);
}

/** Scheduled ones whose time has come, and queued ones whose time has passed. */
function lockDue(tx: Tx): Promise<Transfer[]> {
  return tx.query<Transfer>(
    `select ${transferColumns}
     from transfers.transfer
     where merchant_id = $1
       and due_at <= $2
       and waiting_for in ('schedule', 'funds')
     order by due_at, reference_id
     limit $3
     for update`,
    [tx.merchantId, tx.now, SET_MAX],
  );
}

/** The heads of the queues whose first can be paid. */
function lockQueues(tx: Tx): Promise<Transfer[]> {
  return tx.query<Transfer>(
    `select turn.*
     from fund_sources.fund_source as source
     join ledger.account as available
       on available.merchant_id = source.merchant_id
      and available.account_no = source.ledger_account_no
     cross join lateral (
       select amount_paise + fee_paise + tax_paise + reserve_paise as total
       from transfers.transfer
       where merchant_id = $1
         and source_no = source.source_no
         and waiting_for = 'funds'
         and due_at > $2
       order by priority desc, reference_id
       limit 1
     ) as head
     cross join lateral (
       select ${transferColumns}
       from transfers.transfer
       where merchant_id = $1
         and source_no = source.source_no
         and waiting_for = 'funds'
         and due_at > $2
       order by priority desc, reference_id
       limit $3
       for update
     ) as turn
     where source.merchant_id = $1
       and head.total <= available.balance_paise + available.overdraft_limit_paise`,
    [tx.merchantId, tx.now, SET_MAX],
  );
}
