/** Payments of transfers that are here again after a restore of the database, and that their banks made before it. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Rail } from "#rails";
import { referenceOf } from "./route-transfers.ts";

/** How a bank knows a transfer that was never sent as far as we know. */
export interface PaidBefore {
  readonly bankId: string;
  /** Which attempt it was. */
  readonly attempt: number;
  /** Whether the reference is one of UPI, which is longer. */
  readonly isUpi: boolean;
}

/** What is to be sent: the merchant's own id, and the last attempt that is known here. */
export interface ToSend {
  readonly transferKey: string;
  readonly attempt: number;
}

/** So many attempts of a transfer may have been lost. */
const ATTEMPTS_MAX = 16;
const RAILS: readonly Rail[] = ["upi", "imps"];

/**
 * Of a set of transfers that are to be sent, by the merchant's own ids, those whose references a bank has spoken of
 * already: they must not be sent again, for not every bank pays a reference once. Only these are held back, so that
 * a reference that nothing is ever found for holds back nothing.
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
