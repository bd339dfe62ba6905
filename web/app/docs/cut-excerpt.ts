// The piece of a section's text around the words of a question.
import { wordsOf } from "./search-words.ts";

/** Characters of a text that are shown. */
const shownMax = 110;

/** Cuts no word; three dots stand where text is left out. */
export function cutExcerpt(text: string, query: string): string {
  const lower = text.toLowerCase();
  const places = wordsOf(query)
    .map((word) => lower.indexOf(word))
    .filter((place) => place >= 0);
  const at = places.length === 0 ? 0 : Math.min(...places);
  const from = at <= 40 ? 0 : lower.lastIndexOf(" ", at - 40) + 1;
  const rest = text.slice(from).trim();
  const end = rest.length <= shownMax ? rest.length : rest.lastIndexOf(" ", shownMax);
  return `${from > 0 ? "… " : ""}${rest.slice(0, end)}${end < rest.length ? " …" : ""}`;
}
