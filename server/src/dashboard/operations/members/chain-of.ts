import type { Session } from "#access";
import { Refusal } from "#http";

/** Whose audit chain is meant: the organization's, or that of one of its merchants. Throws `merchant_not_found`. */
export function chainOf({ organizationId, merchants }: Session, merchantId: string | undefined): string {
  if (merchantId === undefined) return organizationId;
  if (!merchants.some((merchant) => merchant.merchantId === merchantId))
    throw new Refusal("merchant_not_found");
  return merchantId;
}
