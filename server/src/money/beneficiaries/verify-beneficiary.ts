import { memberOf, requireOfMember } from "#access";
import { type Actor, listRecords, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { OverloadError } from "#lib/gather";
import { openAccountNumber } from "./account-number.ts";
import { askAbout } from "./ask-banks.ts";
import {
  checkToVerify,
  readVerification,
  type ToVerify,
  type Verification,
  VerificationError,
  type VerificationResult,
} from "./verification.ts";
import { BeneficiaryError } from "./errors.ts";
import { type Ended, recordVerifications } from "./record-verifications.ts";
import { insertVerifications } from "./request-verifications.ts";

/**
 * Asks the merchant's banks for the holder's name of a listed beneficiary's account or, without one, of its
 * VPA. Throws BeneficiaryError.not_found, nothing_to_verify, too_many_verifications, and the errors of `verifyNow`;
 * AccessError.not_permitted for a member who may not manage beneficiaries.
 */
export async function verifyBeneficiary(
  ctx: Pick<Context, "db" | "vault" | "log">,
  merchantId: string,
  { beneficiaryId, by }: { beneficiaryId: string; by: Actor },
): Promise<Verification> {
  const row = await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_beneficiaries");
    const [found] = await tx.query<Row>(READ, [merchantId, beneficiaryId]);
    if (found === undefined) throw BeneficiaryError.not_found({ beneficiaryId });
    await countVerification(tx, { by, subject: `beneficiary:${beneficiaryId}` });
    return found;
  });
  const { beneId, name, phone, sealedAccount, ifsc, vpa } = row;
  const about = { name, phone, remarks: null, userKey: beneId };
  return verifyNow(ctx, merchantId, { ...about, ...subjectOf() });

  function subjectOf(): Pick<ToVerify & { kind: "account" }, "kind" | "accountNumber" | "ifsc"> | VpaSubject {
    if (sealedAccount !== null && ifsc !== null) {
      return { kind: "account", accountNumber: openAccountNumber(ctx, merchantId, sealedAccount), ifsc };
    }
    if (vpa !== null) return { kind: "vpa", vpa };
    throw BeneficiaryError.nothing_to_verify({ beneficiaryId });
  }
}

const ASKED = "beneficiaries.verification_asked";
/** Each verification costs a fee. One member asks for at most this many in 24 hours. */
const VERIFICATIONS_OF_DAY_MAX = 100;
const DAY_MS = 86_400_000;

/**
 * Records that someone asks a bank for a name, about the subject. Throws BeneficiaryError.too_many_verifications for a
 * member who has asked for too many in 24 hours. The new record counts too. It holds the chain, so that several at once
 * are all counted.
 */
async function countVerification(tx: Tx, { by, subject }: { by: Actor; subject: string }): Promise<void> {
  await recordAudit(tx, [{ actor: by, action: ASKED, subject }]);
  if (memberOf(by) === null) return;
  const from = new Date(tx.now.getTime() - DAY_MS);
  const limit = VERIFICATIONS_OF_DAY_MAX + 1;
  const asked = await listRecords(tx, { actors: [by], actions: [ASKED], from, limit });
  if (asked.length > VERIFICATIONS_OF_DAY_MAX)
    throw BeneficiaryError.too_many_verifications({ max: VERIFICATIONS_OF_DAY_MAX });
}

type VpaSubject = Pick<ToVerify & { kind: "vpa" }, "kind" | "vpa">;

interface Row {
  readonly beneId: string;
  readonly name: string;
  readonly phone: string | null;
  readonly sealedAccount: Buffer | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
}

const READ = `
  select bene_id as "beneId", name, phone, sealed_account as "sealedAccount", ifsc, vpa
  from beneficiaries.beneficiary
  where merchant_id = $1
    and listed
    and beneficiary_id = $2
    and removed_at is null`;

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
