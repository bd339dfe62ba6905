/**
 * Texts as people search for them: a name that was pasted from a document has curly apostrophes and long
 * dashes, but people type plain ones into a search field.
 */

/** Each typographic sign, with the keyboard sign that people type for it. */
const TYPED: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  ʼ: "'",
  "´": "'",
  "`": "'",
  "‐": "-",
  "‑": "-",
  "–": "-",
  "—": "-",
  "\u{a0}": " ",
};

const SIGNS = new RegExp(`[${Object.keys(TYPED).join("")}]`, "g");

/** Signs around a value that was copied from a sheet, a message or a receipt. */
const AROUND = /^["'“”‘’`*#([{<,;:\s]+|["'“”‘’`*)\]}>,;:\s]+$/g;
const HONORIFIC = /^(?:m\/s|mrs?|ms|dr|shri|smt)\.?\s+(?=\S)/i;
/** A label before a value: "A/c 5010...", "Ph: 98...", "transferId: T1". */
const LABEL = /^(?:a\/?c|acct|account)(?:\s*(?:no|number))?[\s.:#-]+(?=[\d*•x])|^\p{L}[\p{L} ]{0,20}:\s*/iu;
/** A masked account as lists and receipts show it. */
const MASKED = /^(?:[x*•.…\s-]*[x*•…]{2,}|ending(?: (?:in|with))?)[\s-]*(\d{4})$/i;
/** Digits of the Indian scripts; each script has them at the same place of its block. */
const INDIAN_DIGIT = /[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/g;
const FIRST_DIGIT = 0x66;

/**
 * Returns the value in a text that was copied with something around it: quotes, a label, an honorific, a mask
 * before the last four digits, Indian digits, blanks in a row. The case stays. A text of nothing else is only
 * trimmed.
 */
export function unwrapText(text: string): string {
  const bare = text
    .replaceAll(INDIAN_DIGIT, (digit) => String((digit.charCodeAt(0) & 0x7f) - FIRST_DIGIT))
    .replaceAll(AROUND, "")
    .replace(LABEL, "")
    .replace(HONORIFIC, "")
    .replaceAll(AROUND, "")
    .replaceAll(/\s+/g, " ");
  const last4 = MASKED.exec(text.trim().replace(LABEL, ""))?.[1];
  return last4 ?? (bare === "" ? text.trim() : bare);
}

/** Returns what a person searches for in the form of `searchedIn`: compare the two by `strpos`. */
export function searchText(text: string): string {
  return unwrapText(text)
    .toLowerCase()
    .replaceAll(SIGNS, (sign) => TYPED[sign]!);
}

/**
 * Returns an SQL expression for columns that are searched together. It converts them to lower case and to the signs of
 * a keyboard.
 */
export function searchedIn(...columns: readonly string[]): string {
  const from = Object.keys(TYPED).join("");
  const to = Object.values(TYPED).join("").replaceAll("'", "''");
  return `translate(lower(concat_ws(' ', ${columns.join(", ")})), '${from}', '${to}')`;
}
