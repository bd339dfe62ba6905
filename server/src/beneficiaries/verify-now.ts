import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { OverloadError } from "#lib/gather";
import { askAbout } from "./ask-about.ts";
import { checkToVerify } from "./check-to-verify.ts";
import { insertVerifications } from "./insert-verifications.ts";
import { readVerification } from "./read-verifications.ts";
import { recordVerifications, type Ended } from "./record-verifications.ts";
import { VerificationError } from "./verification-errors.ts";
import type { ToVerify, Verification, VerificationResult } from "./verification.ts";

/** The time after which a worker takes over from a dead process. */
const OURS_FOR_MS = 60_000;

/**
 * Asks the banks for the holder's name now, and returns their answer or that they gave none. The request is
 * committed before a bank is asked. Throws the VerificationError that `checkToVerify` names, or
 * insufficient_balance; OverloadError if too many ask at once, and then nothing is charged.
 */
export async function verifyNow(
  ctx: Pick<Context, "db" | "vault" | "log">,
  merchantId: string,
  subject: ToVerify,
): Promise<Verification> {
  const problem = checkToVerify(subject);
  if (problem !== null) throw VerificationError[problem]();
  const [verification] = await ctx.db.inMerchant(merchantId, (tx) => {
    const dueAt = new Date(tx.now.getTime() + OURS_FOR_MS);
    return insertVerifications(tx, ctx.vault, {
      set: [{ subject, problem: null }],
      method: "direct",
      bulkId: null,
      dueAt,
    });
  });
  crashPoint("beneficiaries.verify.requested");
  const { result } = await askAbout(ctx, merchantId, verification!).catch(async (error: unknown) => {
    // A caller that is told to come back later is not charged.
    if (error instanceof OverloadError)
      await record(ctx, merchantId, { verification: verification!, result: UNASKED });
    throw error;
  });
  crashPoint("beneficiaries.verify.answered");
  return record(ctx, merchantId, { verification: verification!, result });
}

const UNASKED: VerificationResult = { status: "failed", failure: "unavailable", code: null };

function record(ctx: Pick<Context, "db">, merchantId: string, ended: Ended): Promise<Verification> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const [recorded] = await recordVerifications(tx, [ended]);
    // If we were too slow, a worker has taken over, and its result counts.
    return recorded ?? (await readVerification(tx, ended.verification))!;
  });
}
