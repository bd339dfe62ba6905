/** Writes what is stored about contradicting banks, besides the change of the transfer. */
import type { Tx } from "#lib/db";
import type { Change } from "./write-changes.ts";

/** Raises contradictions; one of each kind for each attempt. */
export async function insertContradictions(tx: Tx, changes: readonly Change[]): Promise<void> {
  const rows = changes.flatMap(({ before, contradiction }) =>
    contradiction === undefined ? [] : [{ transferId: before.transferId, ...contradiction }],
  );
  if (rows.length === 0) return;
  await tx.execute(
    `insert into transfers.contradiction (merchant_id, transfer_id, attempt, kind, detail, opened_at)
     select $1, transfer_id, attempt, kind, detail, $2
     from unnest($3::uuid[], $4::smallint[], $5::text[], $6::text[]) as found (transfer_id, attempt, kind, detail)
     on conflict do nothing`,
    [
      tx.merchantId,
      tx.now,
      rows.map((row) => row.transferId),
      rows.map((row) => row.attempt),
      rows.map((row) => row.kind),
      rows.map((row) => row.detail),
    ],
  );
}

/** Keeps the published reason of failed transfers that now say that they were paid. */
export async function keepFirstReasons(tx: Tx, changes: readonly Change[]): Promise<void> {
  const late = changes.filter(
    ({ before, after, late }) =>
      late !== undefined && before.status !== "succeeded" && before.reason !== after.reason,
  );
  if (late.length === 0) return;
  await tx.execute(
    `update transfers.transfer
     set failed_because = coalesce(failed_because, changed.reason)
     from unnest($2::uuid[], $3::text[]) as changed (transfer_id, reason)
     where transfer.merchant_id = $1
       and transfer.transfer_id = changed.transfer_id`,
    [
      tx.merchantId,
      late.map(({ before }) => before.transferId),
      late.map(({ before }) => before.reason ?? ""),
    ],
  );
}
