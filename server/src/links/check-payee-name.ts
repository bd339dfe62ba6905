import { isPayable, readVerification, verifyNow, VerificationError, type Verification } from "#beneficiaries";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { nameKeyOf, openClaimAccount, type Claim } from "./claim.ts";
import type { Link } from "./link.ts";

/** `unknown`: the bank is being asked; it is known later. `refused`: the claim may not be paid, for a reason. */
export type NameVerdict =
  | { readonly kind: "matches" }
  | { readonly kind: "unknown" }
  | { readonly kind: "refused"; readonly reason: string };

const MATCHES: NameVerdict = { kind: "matches" };
const UNKNOWN: NameVerdict = { kind: "unknown" };
const refuse = (reason: string): NameVerdict => ({ kind: "refused", reason });

/**
 * Whether a claim may be paid as far as its name is concerned: the bank has the account or UPI ID under the payee's
 * name, well enough to pay. A wallet is the payee's own phone, which the one-time password has proved. The bank is
 * asked, and the merchant charged for it, once for each claim: a later caller reads what the first one heard.
 */
export async function checkPayeeName(ctx: Context, link: Link, claim: Claim): Promise<NameVerdict> {
  const subject = subjectOf(ctx, link, claim);
  if (subject === null) return MATCHES;
  const { merchantId } = link;
  const isOurs = await ctx.db.inMerchant(merchantId, (tx) => beginAsking(tx, claim));
  crashPoint("links.name.begun");
  if (!isOurs) return ctx.db.inMerchant(merchantId, (tx) => readAsked(tx, claim));
  try {
    return judge(await verifyNow(ctx, merchantId, subject));
  } catch (error) {
    if (VerificationError.is(error, "insufficient_balance")) return refuse("INSUFFICIENT_BALANCE");
    throw error;
  }
}

function subjectOf({ vault }: Context, { merchantId, name }: Link, claim: Claim) {
  const { vpa, ifsc } = claim;
  const about = { name, phone: null, remarks: null, userKey: nameKeyOf(claim) };
  if (vpa !== null) return { ...about, kind: "vpa", vpa } as const;
  const accountNumber = openClaimAccount(vault, merchantId, claim);
  if (accountNumber === null || ifsc === null) return null;
  return { ...about, kind: "account", accountNumber, ifsc } as const;
}

/** Committed before anybody is charged, so that of all processes only one ever asks. */
async function beginAsking(tx: Tx, { linkId, claim }: Claim): Promise<boolean> {
  const begun = await tx.execute(
    `update links.claim
     set name_asked_at = clock_timestamp()
     where merchant_id = $1
       and link_id = $2
       and claim = $3
       and status = 'ordered'
       and name_asked_at is null`,
    [tx.merchantId, linkId, claim],
  );
  return begun > 0;
}

/** What another process heard. One that went away before it asked has charged nothing: the payee comes again. */
async function readAsked(tx: Tx, claim: Claim): Promise<NameVerdict> {
  const [verification, [asked]] = await Promise.all([
    readVerification(tx, { userKey: nameKeyOf(claim) }),
    tx.query<{ longAgo: boolean }>(
      `select coalesce(name_asked_at < clock_timestamp() - interval '60 s', false) as "longAgo"
       from links.claim
       where merchant_id = $1
         and link_id = $2
         and claim = $3`,
      [tx.merchantId, claim.linkId, claim.claim],
    ),
  ]);
  if (verification !== null) return judge(verification);
  return asked!.longAgo ? refuse("NAME_NOT_CHECKED") : UNKNOWN;
}

/** Silence is no match: the payee is asked to come again. Where no bank can tell names, another way is to be chosen. */
function judge({ status, outcome, failure }: Verification): NameVerdict {
  switch (status) {
    case "found":
      // Names in scripts that cannot be compared do not differ.
      if (outcome === null) return refuse("NAME_NOT_CHECKED");
      return isPayable(outcome) ? MATCHES : refuse("BENE_NAME_DIFFERS");
    case "not_found":
      return refuse("INVALID_ACCOUNT_FAIL");
    case "failed":
      return refuse(failure === "unsupported" ? "DISABLED_MODE" : "NAME_NOT_CHECKED");
    case "waiting":
      return UNKNOWN;
    default: {
      const never: never = status;
      return never;
    }
  }
}
