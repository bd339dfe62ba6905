/** Calculates what one transfer costs the merchant. */
import { basisPointsOf } from "#lib/money";
import { inForce } from "./dated.ts";
import {
  type FeeGroup,
  PRICE_LISTS,
  type PriceBand,
  type PriceList,
  TAX_RATES,
  VERIFICATION_PRICES,
} from "./pricing.ts";
import type { Rail } from "./rail.ts";

export interface Fee {
  /** The fee itself, in paise. */
  readonly feePaise: bigint;
  /** GST on it, in paise, rounded half up. */
  readonly taxPaise: bigint;
}

/**
 * Returns fee and GST of one transfer by a column of the price list in force. Bounds belong to the lower
 * band: exactly Rs 1,000 costs what "up to 1,000" says, exactly Rs 25,000 what "1,000 to 25,000" says.
 */
export function feeFor(group: FeeGroup, amountPaise: bigint, at: Date): Fee {
  const feePaise = bandOf(pricesAt(at), amountPaise).feePaise[group];
  return { feePaise, taxPaise: basisPointsOf(feePaise, inForce(TAX_RATES, at).basisPoints) };
}

/** Returns fee and GST of one verification; `agreedPaise` is the merchant's own price, null: none. */
export function verificationFee(agreedPaise: bigint | null, at: Date): Fee {
  const feePaise = agreedPaise ?? inForce(VERIFICATION_PRICES, at).feePaise;
  return { feePaise, taxPaise: basisPointsOf(feePaise, inForce(TAX_RATES, at).basisPoints) };
}

/** Returns the price list in force at a moment. */
export function pricesAt(at: Date): PriceList {
  return inForce(PRICE_LISTS, at);
}

function bandOf(list: PriceList, amountPaise: bigint): PriceBand {
  const band = list.bands.find(({ uptoPaise }) => uptoPaise === null || amountPaise <= uptoPaise);
  if (band === undefined) throw new Error(`the price list from ${list.from} has no band without an end`);
  return band;
}

const GROUPS: Readonly<Record<Rail, FeeGroup>> = {
  imps: "instant",
  neft: "neft",
  rtgs: "rtgs",
  upi: "instant",
  paytm: "instant",
  amazonpay: "instant",
  card: "phone",
};

/**
 * Returns the price list's column for a rail; payouts through a phone number (Pay to Phone) have their own.
 */
export function feeGroupOf(rail: Rail, throughPhone = false): FeeGroup {
  return throughPhone ? "phone" : GROUPS[rail];
}
