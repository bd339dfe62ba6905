import { FIELD_LENGTHS } from "./field-lengths.ts";

const CURRENCY = /^(?:₹|rs\.?|inr)\s*|\s*\/-$/gi;
const INDIAN = /^\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d+)?$/;
const WESTERN = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/**
 * An amount as people write it in spreadsheets, as digits: "₹1,00,000.00" and "Rs. 100,000/-" are 100000. Any other
 * grouping is left as it is, to be refused, and so is what is longer than an amount may be.
 */
export function cleanAmount(text: string): string {
  if (text.length > FIELD_LENGTHS.amount) return text;
  const bare = text.trim().replaceAll(CURRENCY, "");
  return INDIAN.test(bare) || WESTERN.test(bare) ? bare.replaceAll(",", "") : bare;
}
