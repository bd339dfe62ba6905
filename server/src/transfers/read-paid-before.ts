/** Finds payments made before a restore of the database, for transfers that were ordered again after it. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Rail } from "#rails";
import { referenceOf } from "./route-transfers.ts";

/** A bank's knowledge of a transfer that, as far as we know, was never sent. */
export interface PaidBefore {
  readonly bankId: string;
  readonly attempt: number;
  /** True if the reference is a UPI one, which is longer. */
  readonly isUpi: boolean;
}

/** A transfer to be sent: the transfer key and the last attempt that is known here. */
export interface ToSend {
  readonly transferKey: string;
  readonly attempt: number;
}

/** At most so many attempts of a transfer are assumed to be lost. */
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
