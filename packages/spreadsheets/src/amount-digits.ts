const CURRENCY = /^(?:₹|₨\.?|rupees|rs\.?|inr)\s*|\s*(?:₹|₨\.?|rupees|rs\.?|inr)$/giu;
const ENDING = /\s*\/[-–—=]*$|\s+only$/iu;
const INDIAN = /^\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d*)?$/;
const WESTERN = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
/** Longer texts are not amounts and are not examined. */
const LENGTH_MAX = 40;

/**
 * Returns the digits of an amount as people write it: "₹1,00,000.00", "Rs. 100,000/-" and "INR 100 000 only"
 * are 100000. Any other grouping ("1,25,0", "1.500,00") could mean two amounts and stays, to be refused.
 */
export function amountDigits(text: string): string {
  if (text.length > LENGTH_MAX) return text;
  const bare = text.trim().replace(ENDING, "").replaceAll(CURRENCY, "").trim();
  const grouped = bare.replaceAll(/(?<=\d)\s(?=\d)/g, ",");
  const digits = INDIAN.test(grouped) || WESTERN.test(grouped) ? grouped.replaceAll(",", "") : bare;
  return /^\d+\.$/.test(digits) ? digits.slice(0, -1) : digits;
}
