// A text in which the words of a question are marked.
import { Fragment } from "react";
import { wordsOf } from "./search-words.ts";

/** As in the index: a word is found by itself, and by its beginning if that has three letters or more. */
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
