/** The smallest and largest amount of one transfer, per rail and date. A bank may allow less. */
import { PAISE_MAX } from "#lib/money";
import { type Dated, inForce } from "#lib/ist";
import { RAILS, type Rail, type TransferMode } from "./rail.ts";

/** Inclusive bounds of one transfer, in paise. */
export interface Limits {
  readonly minPaise: bigint;
  readonly maxPaise: bigint;
}

interface LimitRow extends Dated, Limits {
  readonly source: string;
}

const ONE_RUPEE = 1_00n;
const LAKH = 1_00_000_00n;

/** Oldest first. A rail without a ceiling of its own has the largest amount that can be written. */
export const LIMITS: Readonly<Record<Rail, readonly [LimitRow, ...LimitRow[]]>> = {
  imps: [
    { from: "2010-11-22", minPaise: ONE_RUPEE, maxPaise: 2n * LAKH, source: "IMPS at its start" },
    { from: "2021-10-08", minPaise: ONE_RUPEE, maxPaise: 5n * LAKH, source: "RBI, 8 October 2021" },
  ],
  neft: [{ from: "2005-11-21", minPaise: ONE_RUPEE, maxPaise: PAISE_MAX, source: "RBI sets no ceiling" }],
  rtgs: [{ from: "2010-11-15", minPaise: 2n * LAKH, maxPaise: PAISE_MAX, source: "RBI sets no ceiling" }],
  upi: [{ from: "2016-04-11", minPaise: ONE_RUPEE, maxPaise: LAKH, source: "NPCI, person to person" }],
  paytm: [{ from: "2017-01-01", minPaise: ONE_RUPEE, maxPaise: LAKH, source: "wallet, with KYC" }],
  amazonpay: [{ from: "2017-01-01", minPaise: ONE_RUPEE, maxPaise: LAKH / 10n, source: "wallet" }],
  // Networks and issuers set the real ceiling; until an adapter states its own, the usual one lakh.
  card: [{ from: "2017-01-01", minPaise: ONE_RUPEE, maxPaise: LAKH, source: "our default" }],
};

/** Returns the bounds of one transfer by a rail at a moment. */
export function limits(rail: Rail, at: Date): Limits {
  return inForce(LIMITS[rail], at);
}

/** Returns the bounds of a mode: those of its rail, or for `banktransfer` of all bank rails together. */
export function modeLimits(mode: TransferMode, at: Date): Limits {
  if (mode !== "banktransfer") return limits(mode, at);
  const bounds = BANK_RAILS.map((rail) => limits(rail, at));
  return {
    minPaise: bounds.reduce((least, { minPaise }) => (minPaise < least ? minPaise : least), PAISE_MAX),
    maxPaise: bounds.reduce((most, { maxPaise }) => (maxPaise > most ? maxPaise : most), 0n),
  };
}

const BANK_RAILS = RAILS.filter((rail) => rail === "imps" || rail === "neft" || rail === "rtgs");

/** An amount outside a mode's bounds, with the bound it broke. */
export type AmountProblem =
  | { readonly kind: "below_minimum"; readonly minPaise: bigint }
  | { readonly kind: "above_maximum"; readonly maxPaise: bigint };

/** Checks an amount for a mode at a moment; null if it is allowed. */
export function checkAmount(mode: TransferMode, amountPaise: bigint, at: Date): AmountProblem | null {
  const { minPaise, maxPaise } = modeLimits(mode, at);
  if (amountPaise < minPaise) return { kind: "below_minimum", minPaise };
  if (amountPaise > maxPaise) return { kind: "above_maximum", maxPaise };
  return null;
}
