// How much a confirmation asks for.
import { paiseOf } from "./rupees.ts";

/** 0: sandbox. 1: small, known. 2: the last four digits are typed again. 3: the server asks for a second factor too. */
export type ConfirmTier = 0 | 1 | 2 | 3;

interface Stakes {
  environment: "sandbox" | "live";
  /** Decimal rupees; none for what is not about an amount. */
  amount?: string | undefined;
  /** The payee was added less than a day ago, or the same was paid before. */
  unusual?: boolean;
  /** Batches, keys, roles: always the third tier when live. */
  weighty?: boolean;
}

const retypeFrom = 10_000_00n;
const stepUpFrom = 2_00_000_00n;

/** The tier of what is about to be done. */
export function tierOf({ environment, amount = "0", unusual, weighty }: Stakes): ConfirmTier {
  const paise = paiseOf(amount) ?? 0n;
  if (environment === "sandbox") return 0;
  if (weighty || paise >= stepUpFrom) return 3;
  return unusual || paise >= retypeFrom ? 2 : 1;
}
