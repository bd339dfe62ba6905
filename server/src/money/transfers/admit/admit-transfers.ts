/** Admits transfers accepted without funds: scheduled ones that are due, and those that queue for money. */
import { readLoneSteps } from "#approvals";
import { openBooks, sourceAccounts } from "#ledger";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { wakeWorker } from "#lib/worker";
import { askAboutOrphans } from "./ask-about-orphans.ts";
import { tellWaiters } from "../await-outcome.ts";
import { type AdmissionFacts, decideAdmissions } from "./decide-admissions.ts";
import { QUEUING_STEPS, secondsOf } from "./queuing-time.ts";
import { runtimeOf } from "../runtime.ts";
import { type Transfer, transferColumns } from "../transfer.ts";
import { writeChanges } from "../write-changes.ts";

/** Reads what admitting a set of locked transfers needs, and locks their fund sources. */
export async function readAdmissionFacts(tx: Tx, waiting: readonly Transfer[]): Promise<AdmissionFacts> {
  const sources = [...new Set(waiting.map(({ sourceNo }) => sourceNo))];
  const [books, queueSeconds, steps, queued] = await Promise.all([
    openBooks(
      tx,
      sources.flatMap((sourceNo) => [sourceAccounts(sourceNo).available, sourceAccounts(sourceNo).heldIn]),
    ),
    readQueueSeconds(tx),
    readLoneSteps(tx, QUEUING_STEPS),
    readQueuedSources(tx, sources),
  ]);
  const available = (sourceNo: number): bigint => books.available(sourceAccounts(sourceNo).available);
  const queueSecondsOf = (acceptedAt: Date): number | null => {
    // The latest step comes first, so this is the first one after the acceptance.
    const shortened = steps.findLast(({ at }) => at > acceptedAt);
    return shortened === undefined ? queueSeconds : secondsOf(shortened.before as number | null);
  };
  return { now: tx.now, available, queueSeconds: queueSecondsOf, queued };
}

async function readQueueSeconds(tx: Tx): Promise<number | null> {
  const [counter] = await tx.query<{ seconds: number | null }>(
    "select queue_seconds as seconds from transfers.counter where merchant_id = $1",
    [tx.merchantId],
  );
  return counter?.seconds ?? null;
}

/** Returns those fund sources that have transfers waiting for money. */
async function readQueuedSources(tx: Tx, sources: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ sourceNo: number }>(
    `select source_no as "sourceNo"
     from unnest($3::smallint[]) as asked (source_no)
     where exists (
       select from transfers.transfer
       where merchant_id = $1
         and transfer.source_no = asked.source_no
         and waiting_for = 'funds'
         and due_at > $2
     )`,
    [tx.merchantId, tx.now, sources],
  );
  return rows.map(({ sourceNo }) => sourceNo);
}

const SET_MAX = 500;

/**
 * Admits one set of a merchant's waiting transfers and returns how many of them changed status. Transfers
 * that wait for money go by fund source, priority, then order of acceptance. If the first of a queue is too
 * expensive, the ones behind it wait too. A transfer that has waited too long fails.
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
  // Both statements lock rows. They run one after the other so that rows are always locked in the same order.
  const waiting = [...(await lockDue(tx)), ...(await lockQueues(tx))];
  if (waiting.length === 0) return [];
  crashPoint("transfers.admit.locked");
  const decided = decideAdmissions(waiting, await readAdmissionFacts(tx, waiting));
  const released = decided.filter(({ after }) => after.status === "ready");
  const asked = await askAboutOrphans(
    tx,
    released.map(({ before }) => before),
  );
  const changes = decided.map((change) => asked.get(change.before.transferId) ?? change);
  await writeChanges(tx, changes);
  if (changes.some(({ after }) => after.status === "ready")) await wakeWorker(tx, "transfers");
  crashPoint("transfers.admit.written");
  return changes.filter(({ before, after }) => before.status !== after.status).map(({ after }) => after);
}

/** Locks the scheduled transfers that are due and the queued ones that have waited too long. */
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

/** Locks the first transfers of each queue whose first one can be paid. */
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
