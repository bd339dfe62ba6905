/** The price of a transfer, in paise, before tax: data with dates. */

/** The columns of the price list. */
export const FEE_GROUPS = ["neft", "rtgs", "instant", "phone"] as const;
/** `instant`: IMPS, UPI and wallets. `phone`: Pay to Phone, and Pay to Phone + CC (cards). */
export type FeeGroup = (typeof FEE_GROUPS)[number];

export interface PriceBand {
  /** The largest amount of the band, included; null: no end. */
  readonly uptoPaise: bigint | null;
  readonly label: string;
  /** The fee of one transfer. */
  readonly feePaise: Readonly<Record<FeeGroup, bigint>>;
}

export interface PriceList {
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

export interface TaxRate {
  readonly from: string;
  readonly basisPoints: bigint;
}

/** The price, before tax, of asking who holds a bank account or VPA. */
export interface VerificationPrice {
  readonly from: string;
  readonly feePaise: bigint;
}

/** The price list has none, so it is free unless a merchant's settings say otherwise. Oldest first. */
export const VERIFICATION_PRICES: readonly [VerificationPrice, ...VerificationPrice[]] = [
  { from: "2025-01-01", feePaise: 0n },
];
