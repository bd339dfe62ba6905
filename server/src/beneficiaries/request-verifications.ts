import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { violates } from "#lib/db";
import { newId } from "#lib/ids";
import { checkToVerify } from "./check-to-verify.ts";
import { insertVerifications } from "./insert-verifications.ts";
import { wakeVerifying } from "./verification-work.ts";
import { VerificationError } from "./verification-errors.ts";
import type { ToVerify, Verification } from "./verification.ts";

/** The maximum number of rows of one bulk. */
export const BULK_ROWS_MAX = 500;

/**
 * Takes a verification request, about which a worker asks banks. Throws the VerificationError that
 * `checkToVerify` names, or insufficient_balance.
 */
export async function requestVerification(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  subject: ToVerify,
): Promise<Verification> {
  const problem = checkToVerify(subject);
  if (problem !== null) throw VerificationError[problem]();
  const [verification] = await ctx.db.inMerchant(merchantId, (tx) =>
    insertDue(ctx, tx, { subjects: [subject] }),
  );
  return verification!;
}

/**
 * Takes many requests under the merchant's own id; a row without anything to verify fails alone. Throws
 * VerificationError.bulk_key_exists, too_many or insufficient_balance.
 */
export async function requestBulkVerification(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { bulkKey, subjects }: { bulkKey: string; subjects: readonly ToVerify[] },
): Promise<void> {
  if (subjects.length > BULK_ROWS_MAX) throw VerificationError.too_many({ max: BULK_ROWS_MAX });
  const bulkId = newId();
  try {
    await ctx.db.inMerchant(merchantId, async (tx) => {
      await tx.execute(
        `insert into beneficiaries.bulk_verification (merchant_id, bulk_id, bulk_key, row_count, requested_at)
         values ($1, $2, $3, $4, $5)`,
        [merchantId, bulkId, bulkKey, subjects.length, tx.now],
      );
      await insertDue(ctx, tx, { subjects, bulkId });
    });
  } catch (error) {
    if (!violates(error, "bulk_key_once")) throw error;
    throw VerificationError.bulk_key_exists({ bulkKey });
  }
}

async function insertDue(
  ctx: Pick<Context, "vault">,
  tx: Tx,
  { subjects, bulkId = null }: { subjects: readonly ToVerify[]; bulkId?: string | null },
): Promise<Verification[]> {
  const set = subjects.map((subject) => ({
    subject,
    problem: bulkId === null ? null : checkToVerify(subject),
  }));
  const method = bulkId === null ? "async" : "bulk";
  const inserted = await insertVerifications(tx, ctx.vault, { set, method, bulkId, dueAt: tx.now });
  await wakeVerifying(tx);
  return inserted;
}
