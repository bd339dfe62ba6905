/**
 * Texts as people search for them: a name that was pasted from a document has curly apostrophes and long dashes, but
 * people type plain ones into a search field.
 */

/** Each typographic sign and the one on a keyboard that is typed for it. */
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

/** What a person searches for, as `searchedIn` has it: compare the two by `strpos`. */
export function searchText(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(SIGNS, (sign) => TYPED[sign]!);
}

/** The SQL expression of columns that are searched together, in small letters and keyboard signs. */
export function searchedIn(...columns: readonly string[]): string {
  const from = Object.keys(TYPED).join("");
  const to = Object.values(TYPED).join("").replaceAll("'", "''");
  return `translate(lower(concat_ws(' ', ${columns.join(", ")})), '${from}', '${to}')`;
}
