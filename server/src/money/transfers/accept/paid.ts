import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Rail } from "#rails";
import { referenceOf } from "../send/route-transfers.ts";
import { type Transfer, transferColumns } from "../transfer.ts";
import { type TransferView, viewTransfer } from "../states.ts";

// Finds payments made before a restore of the database, for transfers that were ordered again after it.

/** A bank's knowledge of a transfer that, as far as we know, was never sent. */
export interface PaidBefore {
  readonly bankId: string;
  readonly attempt: number;
  /** True if the reference is a UPI one, which is longer. */
  readonly isUpi: boolean;
}

/** A transfer to be sent: the transfer key and the last attempt that is known here. */
interface ToSend {
  readonly transferKey: string;
  readonly attempt: number;
}

/** At most this many attempts of a transfer are assumed to be lost. */
const ATTEMPTS_MAX = 16;
const RAILS: readonly Rail[] = ["upi", "imps"];

/**
 * Returns, by transfer key, those transfers to be sent whose references a bank has already reported. They
 * must not be sent again, because not every bank pays a reference only once. Only these are held back, so
 * that a reference whose transfer is never found does not block anything.
 */
export async function readPaidBefore(
  ctx: Context,
  tx: Tx,
  due: readonly ToSend[],
): Promise<ReadonlyMap<string, PaidBefore>> {
  if (due.length === 0) return new Map();
  const [any] = await tx.query(
    "select from transfers.stray_news where merchant_id = $1 and matched_at is null limit 1",
    [tx.merchantId],
  );
  if (any === undefined) return new Map();
  const asked = due.flatMap((transfer) => referencesOf(ctx, tx.merchantId, transfer));
  const rows = await tx.query<{ bankId: string; reference: string }>(
    `select bank_id as "bankId", reference
     from transfers.stray_news
     where merchant_id = $1
       and matched_at is null
       and reference = any ($2::text[])
       and news #>> '{outcome,kind}' in ('succeeded', 'pending', 'returned')`,
    [tx.merchantId, asked.map(({ reference }) => reference)],
  );
  const bankOf = new Map(rows.map(({ bankId, reference }) => [reference, bankId]));
  return new Map(
    asked.flatMap(({ transferKey, reference, attempt, isUpi }) => {
      const bankId = bankOf.get(reference);
      return bankId === undefined ? [] : [[transferKey, { bankId, attempt, isUpi }] as const];
    }),
  );
}

function referencesOf(
  ctx: Context,
  merchantId: string,
  { transferKey, attempt: last }: ToSend,
): { transferKey: string; reference: string; attempt: number; isUpi: boolean }[] {
  return Array.from({ length: ATTEMPTS_MAX }, (_, index) => last + index + 1).flatMap((attempt) =>
    RAILS.map((rail) => ({
      transferKey,
      reference: referenceOf(ctx, { merchantId, transferKey, attempt, rail }),
      attempt,
      isUpi: rail === "upi",
    })),
  );
}

/** Figures of the payments to a payee. */
export interface PaidFigures {
  /** Number and total in paise of the payments of the last 90 days that arrived and were not returned. */
  readonly count: number;
  readonly paise: bigint;
  /** The time of the last payment that arrived, however long ago. Null means that none did. */
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

/** Lists a payee's newest transfers, at most `limit`, and only those before `beforeReferenceId` if given. */
export async function listPaymentsTo(
  tx: Tx,
  beneficiaryId: string,
  { limit, beforeReferenceId }: { limit: number; beforeReferenceId?: bigint | undefined },
): Promise<TransferView[]> {
  const rows = await tx.query<Transfer>(
    `select ${transferColumns}
     from transfers.transfer
     where merchant_id = $1
       and beneficiary_id = $2
       and ($3::bigint is null or reference_id < $3)
     order by reference_id desc
     limit $4`,
    [tx.merchantId, beneficiaryId, beforeReferenceId ?? null, limit],
  );
  return rows.map(viewTransfer);
}
