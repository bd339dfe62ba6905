import { askBanks, compareNames, isPayable, type Outcome } from "#beneficiaries";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { newId } from "#lib/ids";
import { isIndianMobile } from "#rails";
import { insertLookup, type Lookup } from "./lookups.ts";
import { readPhoneSettings } from "./phone-settings.ts";

export interface PhoneOrder {
  /** The merchant's own id of the transfer. */
  readonly transferKey: string;
  readonly phone: string;
  /** The listed beneficiary whose number it is; null: it came with the order. */
  readonly beneId: string | null;
  /** Compared with the bank's, unless the merchant has switched that off; null: there is none to compare. */
  readonly name: string | null;
}

export type Resolution =
  /** `lookupId` is the origin of the transfer. */
  | {
      readonly kind: "resolved";
      readonly lookupId: string;
      readonly vpa: string;
      readonly nameAtBank: string;
    }
  /** No mobile number, or none with a VPA. */
  | { readonly kind: "not_linked" }
  /** No one can tell from the names whether the holder is meant: not to be paid before a person has looked. */
  | { readonly kind: "name_not_comparable" }
  /** The bank has another name: not to be paid. */
  | { readonly kind: "name_differs"; readonly outcome: Outcome; readonly score: number }
  /** No bank of the merchant tells such things, or none answers now. */
  | { readonly kind: "unavailable" };

/**
 * Finds the VPA of a phone number and whether its holder is who is meant. No transaction may be open. Throws
 * OverloadError when too many ask at once.
 */
export async function resolvePhone(
  ctx: Pick<Context, "db" | "vault" | "log">,
  merchantId: string,
  order: PhoneOrder,
): Promise<Resolution> {
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

function judge({ lookupId, vpa, nameAtBank, payable, outcome, score }: Lookup): Resolution {
  if (payable) return { kind: "resolved", lookupId, vpa, nameAtBank };
  return outcome === null || score === null
    ? { kind: "name_not_comparable" }
    : { kind: "name_differs", outcome, score };
}
