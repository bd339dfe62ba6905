/**
 * Records the outcome of rows. Workers that accept rows and workers that reject rows take turns at a batch: one
 * waits for the other, and then sees the result.
 */
import type { Tx } from "#lib/db";
import { failureOf, NO_REASON, TRANSFER_REJECTED, type FieldProblem } from "./failures.ts";
import type { RowFields } from "./formats.ts";
import type { RowOutcome, OpenRow } from "./process-batch.ts";

/** A row whose transaction has failed this often is given up, about four minutes after the first time. */
const TRIES_MAX = 8;

type Tried = Extract<RowOutcome, { kind: "tried" }>;
type Rejected = Extract<RowOutcome, { kind: "rejected" }>;
type Stored = Exclude<RowOutcome, Tried>;

/**
 * Records the outcome of rows in the caller's transaction. A row that is already decided stays as it is. If another
 * worker has made a transfer of a row, that is its outcome, whatever result this worker got.
 */
export async function markRows(tx: Tx, batchId: string, decisions: readonly RowOutcome[]): Promise<void> {
  const stored: Stored[] = [];
  const refused: Rejected[] = [];
  const tried: Tried[] = [];
  for (const decision of decisions) {
    if (decision.kind === "tried") tried.push(decision);
    else if (decision.kind === "rejected" && decision.transfer === null) refused.push(decision);
    else stored.push(decision);
  }
  if (refused.length + tried.length > 0) await waitForAcceptances(tx, batchId);
  if (stored.length > 0) await markStored(tx, batchId, stored);
  if (refused.length > 0) await markRefused(tx, batchId, refused);
  if (tried.length > 0) await countTries(tx, batchId, tried);
}

async function markStored(tx: Tx, batchId: string, stored: readonly Stored[]): Promise<void> {
  await tx.execute(
    `update batches.batch_row as row
     set status = decided.status,
         sealed_card = null,
         failure = decided.failure,
         because = decided.because,
         transfer_id = decided.transfer_id,
         reference_id = decided.reference_id
     from unnest($3::smallint[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::bigint[])
       as decided (row_no, status, failure, because, transfer_id, reference_id)
     where row.merchant_id = $1
       and row.batch_id = $2
       and row.row_no = decided.row_no
       and row.status = 'open'`,
    [
      tx.merchantId,
      batchId,
      stored.map((row) => row.rowNo),
      stored.map((row) => row.kind),
      stored.map((row) => (row.kind === "rejected" ? row.failure.failure : null)),
      stored.map((row) => (row.kind === "rejected" ? row.failure.because : null)),
      stored.map((row) => row.transfer?.transferId ?? null),
      stored.map((row) => row.transfer?.referenceId ?? null),
    ],
  );
}

/** Marks rows that were refused with nothing stored; another worker may have made a transfer meanwhile. */
async function markRefused(tx: Tx, batchId: string, refused: readonly Rejected[]): Promise<void> {
  await tx.execute(
    `with verdict as (
       select refused.row_no, transfer.transfer_id, transfer.reference_id,
         coalesce(transfer.status <> 'rejected', false) as accepted,
         case when transfer.status = 'rejected' then $6 else refused.failure end as failure,
         case when transfer.status = 'rejected' then coalesce(transfer.reason, $7) else refused.because end as because
       from unnest($3::smallint[], $4::text[], $5::text[]) as refused (row_no, failure, because)
       join batches.batch_row as row
         on row.merchant_id = $1
        and row.batch_id = $2
        and row.row_no = refused.row_no
       left join transfers.transfer
         on transfer.merchant_id = $1
        and transfer.origin_id = $2
        and transfer.transfer_key = row.row_key
     )
     update batches.batch_row as row
     set status = case when accepted then 'accepted' else 'rejected' end,
         sealed_card = null,
         failure = case when not accepted then verdict.failure end,
         because = case when not accepted then verdict.because end,
         transfer_id = verdict.transfer_id,
         reference_id = verdict.reference_id
     from verdict
     where row.merchant_id = $1
       and row.batch_id = $2
       and row.row_no = verdict.row_no
       and row.status = 'open'`,
    [
      tx.merchantId,
      batchId,
      refused.map((row) => row.rowNo),
      refused.map((row) => row.failure.failure),
      refused.map((row) => row.failure.because),
      TRANSFER_REJECTED,
      NO_REASON,
    ],
  );
}

/** Gives up rows for which this batch made no transfer: no accepted row is reported as rejected. */
async function countTries(tx: Tx, batchId: string, tried: readonly Tried[]): Promise<void> {
  const { failure, because } = failureOf("unworkable");
  await tx.execute(
    `with judged as (
       select row.row_no, row.tries + 1 as tries,
         (tried.hopeless or row.tries + 1 >= $5) and not exists (
           select from transfers.transfer
           where transfer.merchant_id = $1
             and transfer.origin_id = $2
             and transfer.transfer_key = row.row_key
         ) as given_up
       from unnest($3::smallint[], $4::boolean[]) as tried (row_no, hopeless)
       join batches.batch_row as row
         on row.merchant_id = $1
        and row.batch_id = $2
        and row.row_no = tried.row_no
     )
     update batches.batch_row as row
     set tries = judged.tries,
         status = case when given_up then 'rejected' else 'open' end,
         sealed_card = case when not given_up then row.sealed_card end,
         failure = case when given_up then $6 end,
         because = case when given_up then $7 end
     from judged
     where row.merchant_id = $1
       and row.batch_id = $2
       and row.row_no = judged.row_no
       and row.status = 'open'`,
    [
      tx.merchantId,
      batchId,
      tried.map((row) => row.rowNo),
      tried.map((row) => row.hopeless),
      TRIES_MAX,
      failure,
      because,
    ],
  );
}

/**
 * Marks open rows whose transfers this batch has already made, before work on it pauses or stops. The batch
 * is locked, so that no worker can make another transfer meanwhile.
 */
export async function markMade(tx: Tx, batchId: string): Promise<void> {
  await tx.execute(
    `update batches.batch_row as row
     set status = case when transfer.status = 'rejected' then 'rejected' else 'accepted' end,
         failure = case when transfer.status = 'rejected' then $3 end,
         because = case when transfer.status = 'rejected' then coalesce(transfer.reason, $4) end,
         sealed_card = null,
         transfer_id = transfer.transfer_id,
         reference_id = transfer.reference_id
     from transfers.transfer
     where row.merchant_id = $1
       and row.batch_id = $2
       and row.status = 'open'
       and transfer.merchant_id = $1
       and transfer.origin_id = $2
       and transfer.transfer_key = row.row_key`,
    [tx.merchantId, batchId, TRANSFER_REJECTED, NO_REASON],
  );
}

/** An open row with what its fields request. */
export type CheckedRow<T> = Omit<OpenRow, "fields"> & { readonly asked: T };

/**
 * Reads what open rows request. Each was valid when it came; one that is not valid any more, because a rule
 * became stricter while it waited, is rejected now.
 */
export async function checkAgain<T extends object>(
  tx: Tx,
  batchId: string,
  { rows, check }: { rows: readonly OpenRow[]; check: (fields: RowFields) => T | FieldProblem },
): Promise<CheckedRow<T>[]> {
  const sound: CheckedRow<T>[] = [];
  const refused: RowOutcome[] = [];
  for (const { fields, ...row } of rows) {
    const asked = check(fields);
    if (typeof asked === "object") sound.push({ ...row, asked });
    else refused.push({ rowNo: row.rowNo, kind: "rejected", failure: failureOf(asked), transfer: null });
  }
  await markRows(tx, batchId, refused);
  return sound;
}

/** Another worker has just decided rows that were open. */
export class RowsDecidedError extends Error {
  constructor() {
    super("rows of the batch were decided by another worker");
    this.name = "RowsDecidedError";
  }
}

/**
 * Prevents the rejection of any row of the batch until the transaction, which accepts rows, ends. Several may
 * accept at once. Throws RowsDecidedError unless all these rows are open.
 */
export async function holdOpenRows(tx: Tx, batchId: string, rowNos: readonly number[]): Promise<void> {
  const [, [open]] = await Promise.all([
    tx.query("select batch_id from batches.batch where merchant_id = $1 and batch_id = $2 for share", [
      tx.merchantId,
      batchId,
    ]),
    // This is read after the lock, so that it sees what was done before.
    tx.query<{ count: number }>(
      `select count(*)::int as count
       from batches.batch_row
       where merchant_id = $1
         and batch_id = $2
         and row_no = any ($3::smallint[])
         and status = 'open'`,
      [tx.merchantId, batchId, rowNos],
    ),
  ]);
  if (open!.count < rowNos.length) throw new RowsDecidedError();
}

/** Called before rejecting rows: acceptances of the batch have ended before, or begin afterwards. */
async function waitForAcceptances(tx: Tx, batchId: string): Promise<void> {
  await tx.query(
    "select batch_id from batches.batch where merchant_id = $1 and batch_id = $2 for no key update",
    [tx.merchantId, batchId],
  );
}
