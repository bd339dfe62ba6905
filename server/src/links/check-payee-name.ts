import { isPayable, verifyNow, VerificationError, type Verification } from "#beneficiaries";
import type { Context } from "#lib/context";
import { openClaimAccount, type Claim } from "./claim.ts";
import type { Link } from "./link.ts";

/**
 * Why a claim may not be paid as far as its name is concerned; null when the bank has the account or UPI ID under the
 * payee's name, well enough to pay. A wallet is the payee's own phone, which the one-time password has proved. The
 * bank's answer is charged to the merchant like every verification.
 */
export async function checkPayeeName(ctx: Context, link: Link, claim: Claim): Promise<string | null> {
  const { vpa, ifsc } = claim;
  const accountNumber = openClaimAccount(ctx.vault, link.merchantId, claim);
  const about = { name: link.name, phone: null, remarks: null, userKey: null };
  try {
    if (vpa !== null) return judge(await verifyNow(ctx, link.merchantId, { ...about, kind: "vpa", vpa }));
    if (accountNumber === null || ifsc === null) return null;
    return judge(await verifyNow(ctx, link.merchantId, { ...about, kind: "account", accountNumber, ifsc }));
  } catch (error) {
    if (VerificationError.is(error, "insufficient_balance")) return "INSUFFICIENT_BALANCE";
    throw error;
  }
}

/** Silence is no match: the payee is asked to come again. Where no bank can tell names, another way is to be chosen. */
function judge({ status, outcome, failure }: Verification): string | null {
  switch (status) {
    case "found":
      return outcome !== null && isPayable(outcome) ? null : "BENE_NAME_DIFFERS";
    case "not_found":
      return "INVALID_ACCOUNT_FAIL";
    case "failed":
      return failure === "unsupported" ? "DISABLED_MODE" : "NAME_NOT_CHECKED";
    case "waiting":
      return "NAME_NOT_CHECKED";
    default: {
      const never: never = status;
      return never;
    }
  }
}
