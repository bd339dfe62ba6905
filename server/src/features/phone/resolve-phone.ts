import { askBanks, compareNames, isPayable, type MatchOutcome } from "#beneficiaries";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { newId } from "#lib/ids";
import { isIndianMobile } from "#rails";
import { insertLookup, type Lookup, readPhoneSettings } from "./phone-settings.ts";

interface PhoneOrder {
  /** The merchant's own ID of the transfer. */
  readonly transferKey: string;
  readonly phone: string;
  /** The listed beneficiary with this number. Null if the order itself gave the number. */
  readonly beneId: string | null;
  /**
   * The payee's name, which is compared with the bank's unless the merchant has turned that off. Null if there is no
   * name to compare.
   */
  readonly name: string | null;
}

type PhoneResolution =
  /** `lookupId` is the origin of the transfer. */
  | {
      readonly kind: "resolved";
      readonly lookupId: string;
      readonly vpa: string;
      readonly nameAtBank: string;
    }
  /** The phone number is not a mobile number, or has no UPI ID. */
  | { readonly kind: "not_linked" }
  /** The names cannot be compared, so a person must check them before anything is paid. */
  | { readonly kind: "name_not_comparable" }
  /** The bank has another name, so the number must not be paid. */
  | { readonly kind: "name_differs"; readonly outcome: MatchOutcome; readonly score: number }
  /** No bank of the merchant offers such lookups, or none responds at present. */
  | { readonly kind: "unavailable" };

/**
 * Finds the UPI ID of a phone number, and checks that its holder is the intended payee. No transaction may be open.
 * Throws OverloadError if there are too many requests at once.
 */
export async function resolvePhone(
  ctx: Pick<Context, "db" | "vault" | "log">,
  merchantId: string,
  order: PhoneOrder,
): Promise<PhoneResolution> {
  if (!isIndianMobile(order.phone)) return { kind: "not_linked" };
  const phone = order.phone.slice(-10);
  const { checkName } = await ctx.db.inMerchant(merchantId, readPhoneSettings);
  const { outcome, bankId } = await askBanks(ctx, merchantId, { kind: "phone", phone });
  crashPoint("phone.resolve.answered");
  if (outcome.kind === "not_found") return { kind: "not_linked" };
  if (outcome.kind !== "found" || outcome.vpa === null) return { kind: "unavailable" };
  const { transferKey, beneId, name } = order;
  const isChecked = name !== null && checkName;
  const match = isChecked ? compareNames(name, outcome.name) : null;
  const lookup: Lookup = {
    lookupId: newId(),
    transferKey,
    phone,
    beneId,
    givenName: name,
    bankId: bankId!,
    vpa: outcome.vpa,
    nameAtBank: outcome.name,
    score: match?.score ?? null,
    outcome: match?.outcome ?? null,
    payable: !isChecked || (match !== null && isPayable(match.outcome)),
  };
  await ctx.db.inMerchant(merchantId, (tx) => insertLookup(tx, lookup));
  return judge(lookup);
}

function judge({ lookupId, vpa, nameAtBank, payable, outcome, score }: Lookup): PhoneResolution {
  if (payable) return { kind: "resolved", lookupId, vpa, nameAtBank };
  return outcome === null || score === null
    ? { kind: "name_not_comparable" }
    : { kind: "name_differs", outcome, score };
}
