/** The kinds of business that each bank serves as a fund source. Unlisted banks serve all of them. */
import type { BusinessType } from "#access";
import { FundSourceError } from "./errors.ts";

const SERVED: Readonly<Record<string, readonly BusinessType[]>> = {
  himshikhar: ["private_limited", "partnership"],
};

/** Returns the kinds of business that a bank serves as a fund source; null: all of them. */
export function businessTypesServed(bankId: string): readonly BusinessType[] | null {
  return Object.hasOwn(SERVED, bankId) ? SERVED[bankId]! : null;
}

/** Throws FundSourceError.business_type_unknown or business_type_not_served. */
export function requireBusinessType(bankId: string, businessType: BusinessType | null): void {
  const served = businessTypesServed(bankId);
  if (served === null) return;
  if (businessType === null) throw FundSourceError.business_type_unknown({ bankId, served: [...served] });
  if (served.includes(businessType)) return;
  throw FundSourceError.business_type_not_served({ bankId, businessType, served: [...served] });
}
