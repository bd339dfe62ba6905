// The price of a transfer in rupees, before taxes and bank charges, read from the table that the engine uses.
import { FEE_GROUPS, PRICE_LISTS, TAX_RATES } from "#app/facts/from-the-engine.ts";
import type { FeeGroup, PriceBand } from "#app/facts/from-the-engine.ts";
import { rupees } from "./rupees.ts";

const rupeesOf = (paise: string | null): string => rupees(BigInt(paise ?? 0));

interface PriceRow {
  amount: string;
  fees: Record<FeeGroup, string>;
}

const labels: Record<FeeGroup, string> = {
  neft: "NEFT",
  rtgs: "RTGS",
  instant: "IMPS / UPI / wallet",
  phone: "Pay to Phone",
};

export const priceColumns = FEE_GROUPS.map((id) => ({ id, label: labels[id] }));

function amountOf(band: PriceBand, before: PriceBand | undefined): string {
  const from = before?.uptoPaise;
  if (from === undefined || from === null) return `Up to ${rupeesOf(band.uptoPaise)}`;
  return band.uptoPaise === null
    ? `Above ${rupeesOf(from)}`
    : `${rupeesOf(from)} to ${rupeesOf(band.uptoPaise)}`;
}

const newest = PRICE_LISTS.at(-1)!;

export const priceRows: PriceRow[] = newest.bands.map((band, at, bands) => ({
  amount: amountOf(band, bands[at - 1]),
  fees: {
    neft: rupeesOf(band.feePaise.neft),
    rtgs: rupeesOf(band.feePaise.rtgs),
    instant: rupeesOf(band.feePaise.instant),
    phone: rupeesOf(band.feePaise.phone),
  },
}));

const taxBasisPoints = TAX_RATES.at(-1)!.basisPoints;
export const gstPercent = `${BigInt(taxBasisPoints) / 100n}%`;

/** The price list and the tax in a form that a page can pass to the calculator. */
export const priceBook = {
  bands: newest.bands.map(({ uptoPaise, feePaise }) => ({
    uptoPaise,
    feePaise: Object.fromEntries(FEE_GROUPS.map((group) => [group, feePaise[group]])),
  })),
  taxBasisPoints,
};
