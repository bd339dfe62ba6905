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

/** When a worker takes over from a process that is no more. */
const OURS_FOR_MS = 60_000;

/**
 * Asks now under whose name something stands and answers what the banks say, or that they say nothing. The request is
 * committed before a bank is asked. Throws the VerificationError that `checkToVerify` names, or insufficient_balance;
 * OverloadError when too many ask at once: then nothing is charged.
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
    // Anyone who is told to come again has bought nothing.
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
    // Had we been asleep, a worker would have taken over: then what it heard is what stands.
    return recorded ?? (await readVerification(tx, ended.verification))!;
  });
}
