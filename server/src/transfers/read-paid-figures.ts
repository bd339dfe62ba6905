import type { Tx } from "#lib/db";

/** Figures of the payments to a payee. */
export interface PaidFigures {
  /** Number and total in paise of the payments of the last 90 days that arrived and were not returned. */
  readonly count: number;
  readonly paise: bigint;
  /** The time of the last payment that arrived, however long ago; null: none did. */
  readonly lastPaidAt: Date | null;
}

const NOTHING: PaidFigures = { count: 0, paise: 0n, lastPaidAt: null };

/** Reads the figures of a set of payees by ID. Every payee of the set is in the result. */
export async function readPaidFigures(
  tx: Tx,
  beneficiaryIds: readonly string[],
): Promise<ReadonlyMap<string, PaidFigures>> {
  const rows = await tx.query<PaidFigures & { beneficiaryId: string }>(READ, [
    tx.merchantId,
    beneficiaryIds,
    tx.now,
  ]);
  const found = new Map(rows.map(({ beneficiaryId, ...figures }) => [beneficiaryId, figures]));
  return new Map(beneficiaryIds.map((id) => [id, found.get(id) ?? NOTHING]));
}

const READ = `
  select wanted.id as "beneficiaryId", paid.*
  from unnest($2::uuid[]) as wanted (id)
  cross join lateral (
    select
      count(*) filter (where finished_at >= $3::timestamptz - interval '90 days')::int as count,
      coalesce(sum(amount_paise) filter (where finished_at >= $3::timestamptz - interval '90 days'), 0)::bigint
        as paise,
      max(finished_at) as "lastPaidAt"
    from transfers.transfer
    where merchant_id = $1
      and beneficiary_id = wanted.id
      and status = 'succeeded'
  ) as paid`;
