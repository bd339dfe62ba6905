const CURRENCY = /^(?:₹|rs\.?|inr)\s*|\s*\/-$/gi;
const INDIAN = /^\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d+)?$/;
const WESTERN = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/**
 * An amount as people write it in spreadsheets, as digits: "₹1,00,000.00" and "Rs. 100,000/-" are 100000. Any other
 * grouping is left as it is, to be refused.
 */
export function cleanAmount(text: string): string {
  const bare = text.trim().replaceAll(CURRENCY, "");
  return INDIAN.test(bare) || WESTERN.test(bare) ? bare.replaceAll(",", "") : bare;
}
