// The price of a transfer in rupees, before taxes and bank charges, read from the table that the engine uses.
import { FEE_GROUPS, PRICE_LISTS, TAX_RATES } from "#app/facts/from-the-engine.ts";
import type { FeeGroup, PriceBand } from "#app/facts/from-the-engine.ts";
import { rupees } from "./rupees.ts";

export interface PriceRow {
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
  if (from === undefined || from === null) return `Up to ${rupees(band.uptoPaise ?? 0n)}`;
  return band.uptoPaise === null ? `Above ${rupees(from)}` : `${rupees(from)} to ${rupees(band.uptoPaise)}`;
}

const newest = PRICE_LISTS.at(-1) ?? PRICE_LISTS[0];

export const priceRows: PriceRow[] = newest.bands.map((band, at, bands) => ({
  amount: amountOf(band, bands[at - 1]),
  fees: {
    neft: rupees(band.feePaise.neft),
    rtgs: rupees(band.feePaise.rtgs),
    instant: rupees(band.feePaise.instant),
    phone: rupees(band.feePaise.phone),
  },
}));

const taxBasisPoints = (TAX_RATES.at(-1) ?? TAX_RATES[0]).basisPoints;
export const gstPercent = `${taxBasisPoints / 100n}%`;

/** The price list and the tax in a form that a page can pass to the calculator. */
export const priceBook = {
  bands: newest.bands.map(({ uptoPaise, feePaise }) => ({
    uptoPaise: uptoPaise === null ? null : String(uptoPaise),
    feePaise: Object.fromEntries(FEE_GROUPS.map((group) => [group, String(feePaise[group])])),
  })),
  taxBasisPoints: String(taxBasisPoints),
};
