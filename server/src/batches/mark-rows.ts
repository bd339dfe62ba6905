import type { Tx } from "#lib/db";
import { failureOf } from "./failures.ts";
import type { Decision } from "./rows-to-work.ts";

/** A row that has brought its transaction down so often is given up, some four minutes after the first time. */
const TRIES_MAX = 8;

type Tried = Extract<Decision, { kind: "tried" }>;

/** Writes what became of rows, in the caller's transaction. A row that is decided already stays as it is. */
export async function markRows(tx: Tx, batchId: string, decisions: readonly Decision[]): Promise<void> {
  const decided = decisions.filter((decision) => decision.kind !== "tried");
  const tried = decisions.filter((decision) => decision.kind === "tried");
  if (decided.length > 0) {
    await tx.execute(
      `update batches.batch_row as row
       set status = decided.status,
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
        decided.map((row) => row.rowNo),
        decided.map((row) => row.kind),
        decided.map((row) => (row.kind === "rejected" ? row.failure.failure : null)),
        decided.map((row) => (row.kind === "rejected" ? row.failure.because : null)),
        decided.map((row) => row.transfer?.transferId ?? null),
        decided.map((row) => row.transfer?.referenceId ?? null),
      ],
    );
  }
  if (tried.length > 0) await countTries(tx, batchId, tried);
}

/** A row is given up only if no transfer of this batch stands under its key: what was accepted is never called no. */
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

/** Marks open rows whose transfers this batch has made already, for when it is not worked on any further. */
export async function markMade(tx: Tx, batchId: string): Promise<void> {
  await tx.execute(
    `update batches.batch_row as row
     set status = 'accepted',
         transfer_id = transfer.transfer_id,
         reference_id = transfer.reference_id
     from transfers.transfer
     where row.merchant_id = $1
       and row.batch_id = $2
       and row.status = 'open'
       and transfer.merchant_id = $1
       and transfer.origin_id = $2
       and transfer.transfer_key = row.row_key
       and transfer.status <> 'rejected'`,
    [tx.merchantId, batchId],
  );
}
