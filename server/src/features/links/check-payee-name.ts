import { memberOf } from "#access";
import { listRecords, recordAudit } from "#audit";
import { isPayable, readVerification, verifyNow, VerificationError, type Verification } from "#beneficiaries";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { nameKeyOf, openClaimAccount, type Claim } from "./claim.ts";
import type { Link } from "./link.ts";

/**
 * `unknown`: the verification is still in progress. `used_up`: no check is left today at the link, or at all links of
 * its maker. `refused`: the claim must not be paid.
 */
type NameVerdict =
  | { readonly kind: "matches" }
  | { readonly kind: "unknown" }
  | { readonly kind: "used_up" }
  | { readonly kind: "refused"; readonly reason: string };

const MATCHES: NameVerdict = { kind: "matches" };
const UNKNOWN: NameVerdict = { kind: "unknown" };
const refuse = (reason: string): NameVerdict => ({ kind: "refused", reason });

/**
 * Checks whether a claim can be paid to its name: the bank must have the account or UPI ID under a name close
 * enough to the payee's. A wallet belongs to the payee's phone, which the one-time password has proved. The
 * bank is asked, and the merchant charged, once for each claim; later callers read the stored result. The checks of a
 * member's links are counted.
 */
export async function checkPayeeName(ctx: Context, link: Link, claim: Claim): Promise<NameVerdict> {
  const subject = subjectOf(ctx, link, claim);
  if (subject === null) return MATCHES;
  const { merchantId } = link;
  try {
    const isOurs = await ctx.db.inMerchant(merchantId, (tx) => beginAsking(tx, link, claim));
    crashPoint("links.name.begun");
    if (!isOurs) return await ctx.db.inMerchant(merchantId, (tx) => readAsked(tx, claim));
    return judge(await verifyNow(ctx, merchantId, subject));
  } catch (error) {
    if (error instanceof NoCheckLeft) return { kind: "used_up" };
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

/** Committed before the merchant is charged, so that only one of all processes ever asks. */
async function beginAsking(tx: Tx, link: Link, { linkId, claim }: Claim): Promise<boolean> {
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
  if (begun > 0 && memberOf(link.createdBy) !== null) await countCheck(tx, link);
  return begun > 0;
}

const ASKED = "links.name_asked";
const DAY_MS = 86_400_000;

/**
 * Each check costs a fee. A payee, who can claim again and again, has this many checked in 24 hours, and the payees of
 * all links that one member made have 100.
 */
const CHECKS_AT_LINK_MAX = 5;
const CHECKS_OF_MAKER_MAX = 100;

/** Undoes the beginning of a check that would be one too many. */
class NoCheckLeft extends Error {}

/** Records a check; throws NoCheckLeft above a limit. It holds the audit chain, so that checks at once all count. */
async function countCheck(tx: Tx, { linkId, createdBy }: Link): Promise<void> {
  const subject = `link:${linkId}`;
  await recordAudit(tx, [{ actor: createdBy, action: ASKED, subject }]);
  const recent = {
    actors: [createdBy],
    actions: [ASKED],
    from: new Date(tx.now.getTime() - DAY_MS),
    limit: CHECKS_OF_MAKER_MAX + 1,
  };
  const [ofMaker, atLink] = await Promise.all([
    listRecords(tx, recent),
    listRecords(tx, { ...recent, subject }),
  ]);
  if (ofMaker.length > CHECKS_OF_MAKER_MAX || atLink.length > CHECKS_AT_LINK_MAX) throw new NoCheckLeft();
}

/** Reads another process's result. If that process died before it asked, the payee must try again. */
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

/** No response is no match: the payee must try again, or use another mode if no bank can verify names. */
function judge({ status, outcome, failure }: Verification): NameVerdict {
  switch (status) {
    case "found":
      // Names whose scripts cannot be compared do not count as different.
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
