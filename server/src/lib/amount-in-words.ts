/**
 * Writes amounts as cheques do, by lakh and crore: an amount read in two forms is not confirmed by mistake.
 */

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
