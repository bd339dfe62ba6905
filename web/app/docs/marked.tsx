// Shows a text and marks the words of a question in it.
import { Fragment } from "react";
import { wordsOf } from "./search-words.ts";

/** The same rule as in the index: a word matches itself, and its beginning if that has three letters or more. */
const answers = (word: string, asked: string): boolean =>
  word === asked || (asked.length > 2 && word.startsWith(asked));

export function Marked({ text, query }: { text: string; query: string }) {
  const asked = wordsOf(query);
  const isAsked = (part: string) => wordsOf(part).some((word) => asked.some((one) => answers(word, one)));
  return text.split(/([\p{L}\d_]+)/u).map((part, at) => {
    const place = `${at} ${part}`;
    return isAsked(part) ? <mark key={place}>{part}</mark> : <Fragment key={place}>{part}</Fragment>;
  });
}
