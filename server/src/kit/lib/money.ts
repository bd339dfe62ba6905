/**
 * Inside, money is bigint paise; rupees are text, and only at the edges. No float ever holds an amount. Documents
 * also write amounts as cheques do, by lakh and crore: an amount read in two forms is not confirmed by mistake.
 */

/** The reasons why a text is not an amount; the contract has one sentence for each. */
type RupeesRefusal = "not_an_amount" | "too_many_decimals";

const RUPEES = /^(\d{1,13})(?:\.(\d{1,2}))?$/;
const TOO_FINE = /^\d{1,13}\.\d{3,}$/;

/** The largest amount that can be written: 13 digits of rupees and two of paise. */
export const PAISE_MAX = 9_999_999_999_999_99n;

/**
 * Parses rupees as they stand in a request ("1", "1.5", "1.50", or the number 1.5) and returns paise. A
 * number is read by its shortest decimal text, so 0.1 + 0.2 is refused and 1.10 is exact. Zero is an amount
 * here; the rail's limits say what is too small or too large.
 */
export function parseRupees(value: unknown): bigint | RupeesRefusal {
  if (typeof value !== "string" && typeof value !== "number") return "not_an_amount";
  const text = String(value);
  const parts = RUPEES.exec(text);
  if (parts !== null) return BigInt(parts[1]!) * 100n + BigInt((parts[2] ?? "").padEnd(2, "0"));
  // Numbers below a millionth are written with an exponent: they have too many decimals.
  if (TOO_FINE.test(text) || (typeof value === "number" && /^\d[\d.]*e-\d+$/.test(text)))
    return "too_many_decimals";
  return "not_an_amount";
}

/** Formats paise as the contract's rupees: `formatRupees(100n)` is "1.00", `formatRupees(-5n)` is "-0.05". */
export function formatRupees(paise: bigint): string {
  const { sign, rupees, rest } = split(paise);
  return `${sign}${rupees}.${rest}`;
}

/** Formats paise as people in India read them: `formatRupeesIndian(1_00_000_00n)` is "₹1,00,000.00". */
export function formatRupeesIndian(paise: bigint): string {
  const { sign, rupees, rest } = split(paise);
  return `${sign}₹${rupees.replace(/\d(?=(?:\d\d)+\d$)/g, "$&,")}.${rest}`;
}

function split(paise: bigint): { sign: "-" | ""; rupees: string; rest: string } {
  const digits = String(paise < 0n ? -paise : paise).padStart(3, "0");
  return { sign: paise < 0n ? "-" : "", rupees: digits.slice(0, -2), rest: digits.slice(-2) };
}

/**
 * Returns a share of an amount in basis points (1800 is 18%), rounded half up to whole paise. A negative
 * amount mirrors the positive one, so that a reversal takes back exactly what was charged.
 */
export function basisPointsOf(paise: bigint, basisPoints: bigint): bigint {
  const product = paise * basisPoints;
  return product < 0n ? -((-product + 5_000n) / 10_000n) : (product + 5_000n) / 10_000n;
}

const ONES = [
  "",
  "One",
  "Two",
  "Three",
  "Four",
  "Five",
  "Six",
  "Seven",
  "Eight",
  "Nine",
  "Ten",
  "Eleven",
  "Twelve",
  "Thirteen",
  "Fourteen",
  "Fifteen",
  "Sixteen",
  "Seventeen",
  "Eighteen",
  "Nineteen",
];
const TENS = ["", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"];

/** Returns paise in words: 1_23_456_78n is "Rupees One Lakh Twenty-Three Thousand ... Paise Only". */
export function amountInWords(paise: bigint): string {
  const rupees = paise / 100n;
  const rest = Number(paise % 100n);
  const parts = [
    ...(rupees > 0n || rest === 0 ? [`Rupees ${inIndianWords(rupees)}`] : []),
    ...(rest > 0 ? [`${belowHundred(rest)} ${rest === 1 ? "Paisa" : "Paise"}`] : []),
  ];
  return `${parts.join(" and ")} Only`;
}

function inIndianWords(rupees: bigint): string {
  if (rupees === 0n) return "Zero";
  const crore = rupees / 1_00_00_000n;
  const rest = Number(rupees % 1_00_00_000n);
  const words = [
    crore > 0n ? `${inIndianWords(crore)} Crore` : "",
    named(Math.floor(rest / 1_00_000), "Lakh"),
    named(Math.floor(rest / 1_000) % 100, "Thousand"),
    named(Math.floor(rest / 100) % 10, "Hundred"),
    rest % 100 === 0 ? "" : `${rest >= 100 || crore > 0n ? "and " : ""}${belowHundred(rest % 100)}`,
  ];
  return words.filter((word) => word !== "").join(" ");
}

const named = (count: number, unit: string): string => (count === 0 ? "" : `${belowHundred(count)} ${unit}`);

function belowHundred(count: number): string {
  if (count < 20) return ONES[count]!;
  const ones = ONES[count % 10]!;
  return TENS[Math.floor(count / 10)]! + (ones === "" ? "" : `-${ones}`);
}
