// Cuts the part of a section's text that surrounds the words of a question.
import { wordsOf } from "./search-words.ts";

/** The length of an excerpt, in characters. */
const shownMax = 110;

/** Never cuts inside a word. Three dots mark text that was left out. */
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
