// Calculates the price of transfers in paise. The functions are pure. The page passes in the engine's prices, so they
// are never written here.
import { amountDigits } from "@vitaran/spreadsheets/amount-digits";
import { rupees } from "#site/rupees.ts";

interface PricedMode {
  id: string;
  name: string;
  /** The column of the price list. */
  group: string;
  minPaise: string;
  maxPaise: string;
  arrives: string;
}

/** The prices as they are in the page. Amounts are texts, because JSON has no bigint. */
export interface PriceBook {
  bands: readonly { uptoPaise: string | null; feePaise: Readonly<Record<string, string>> }[];
  taxBasisPoints: string;
  modes: readonly PricedMode[];
}

/** The values as the visitor typed them. */
export interface Asked {
  amount: string;
  mode: string;
  count: string;
}

export interface Price {
  mode: PricedMode;
  amountPaise: bigint;
  count: bigint;
  eachPaise: bigint;
  feesPaise: bigint;
  gstPaise: bigint;
  totalPaise: bigint;
}

/** One crore of transfers. */
const COUNT_MAX = 10_000_000n;

const withoutSigns = (text: string) => text.replace(/[₹,\s]/g, "");

/** Returns rupees with at most two decimals as paise, or undefined for any other text. */
export function readRupees(text: string): bigint | undefined {
  const [, whole, decimals = ""] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(amountDigits(text)) ?? [];
  return whole === undefined ? undefined : BigInt(whole + decimals.padEnd(2, "0"));
}

/**
 * Returns the fee and the GST of `count` transfers, or a text that says what is wrong with the input. GST is rounded
 * half up for each transfer, the same as in the engine.
 */
export function priceOf(book: PriceBook, asked: Asked): Price | string {
  const mode = book.modes.find(({ id }) => id === asked.mode);
  const amountPaise = readRupees(asked.amount);
  const countText = withoutSigns(asked.count);
  if (mode === undefined) return "Choose a mode.";
  if (amountPaise === undefined) return "Enter an amount in rupees, such as 10,000 or 1,250.50.";
  if (amountPaise < BigInt(mode.minPaise)) return `${mode.name} starts at ${rupees(BigInt(mode.minPaise))}.`;
  if (amountPaise > BigInt(mode.maxPaise))
    return `${mode.name} takes up to ${rupees(BigInt(mode.maxPaise))} per transfer.`;
  if (!/^\d{1,8}$/.test(countText) || BigInt(countText) < 1n || BigInt(countText) > COUNT_MAX)
    return "Enter a whole number of transfers, from 1 to 1,00,00,000.";
  const band = book.bands.find(({ uptoPaise }) => uptoPaise === null || amountPaise <= BigInt(uptoPaise));
  const count = BigInt(countText);
  const eachPaise = BigInt(band?.feePaise[mode.group] ?? "0");
  const feesPaise = eachPaise * count;
  const gstPaise = ((eachPaise * BigInt(book.taxBasisPoints) + 5_000n) / 10_000n) * count;
  return { mode, amountPaise, count, eachPaise, feesPaise, gstPaise, totalPaise: feesPaise + gstPaise };
}
