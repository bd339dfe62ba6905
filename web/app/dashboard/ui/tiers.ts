// The tiers of confirmations.
import { paiseOf } from "./rupees.ts";

/**
 * 0 is for the sandbox. 1 is for small, ordinary payments. In 2, the last four digits are typed again. In 3, the server
 * also asks for a second factor.
 */
export type ConfirmTier = 0 | 1 | 2 | 3;

interface Stakes {
  environment: "sandbox" | "live";
  /** Decimal rupees. Undefined if no amount is involved. */
  amount?: string | undefined;
  /** True if the payee was added less than a day ago, or the same payment was made before. */
  unusual?: boolean;
  /** True for batches, keys and roles, which always have the third tier in live. */
  weighty?: boolean;
}

const retypeFrom = 10_000_00n;
const stepUpFrom = 2_00_000_00n;

/** Returns the tier of an action. */
export function tierOf({ environment, amount = "0", unusual, weighty }: Stakes): ConfirmTier {
  const paise = paiseOf(amount) ?? 0n;
  if (environment === "sandbox") return 0;
  if (weighty || paise >= stepUpFrom) return 3;
  return unusual || paise >= retypeFrom ? 2 : 1;
}
