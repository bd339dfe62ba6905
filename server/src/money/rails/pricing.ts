/**
 * The price of a transfer, in paise, before tax: data with dates; and what one transfer costs the merchant by it.
 */
import { basisPointsOf } from "#lib/money";
import { inForce } from "#lib/ist";
import type { Rail } from "./rail.ts";

/** The columns of the price list. */
export const FEE_GROUPS = ["neft", "rtgs", "instant", "phone"] as const;
/** `instant`: IMPS, UPI and wallets. `phone`: Pay to Phone, and Pay to Phone + CC (cards). */
export type FeeGroup = (typeof FEE_GROUPS)[number];

export interface PriceBand {
  /** The largest amount of the band, included. Null means no end. */
  readonly uptoPaise: bigint | null;
  readonly label: string;
  /** The fee of one transfer. */
  readonly feePaise: Readonly<Record<FeeGroup, bigint>>;
}

interface PriceList {
  /** First date (IST, `YYYY-MM-DD`) of the list. */
  readonly from: string;
  readonly plan: string;
  readonly bands: readonly PriceBand[];
}

/** Oldest first; the newest list that has begun counts. */
export const PRICE_LISTS: readonly [PriceList, ...PriceList[]] = [
  {
    from: "2025-01-01",
    plan: "Wallets / Connected BaaS",
    bands: [
      {
        uptoPaise: 1_000_00n,
        label: "up to 1,000",
        feePaise: { neft: 3_00n, rtgs: 4_00n, instant: 6_00n, phone: 7_00n },
      },
      {
        uptoPaise: 25_000_00n,
        label: "1,000 to 25,000",
        feePaise: { neft: 5_00n, rtgs: 6_00n, instant: 8_00n, phone: 9_00n },
      },
      {
        uptoPaise: null,
        label: "above 25,000",
        feePaise: { neft: 8_00n, rtgs: 10_00n, instant: 15_00n, phone: 18_00n },
      },
    ],
  },
];

/** GST on fees, in basis points (1800 is 18%), by first date (IST). Oldest first. */
export const TAX_RATES: readonly [TaxRate, ...TaxRate[]] = [{ from: "2017-07-01", basisPoints: 1_800n }];

interface TaxRate {
  readonly from: string;
  readonly basisPoints: bigint;
}

/** The price, before tax, of asking who holds a bank account or VPA. */
interface VerificationPrice {
  readonly from: string;
  readonly feePaise: bigint;
}

/** The price list has none, so it is free unless a merchant's settings say otherwise. Oldest first. */
const VERIFICATION_PRICES: readonly [VerificationPrice, ...VerificationPrice[]] = [
  { from: "2025-01-01", feePaise: 0n },
];

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
function pricesAt(at: Date): PriceList {
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
