import { Fragment } from "react";

/** Text in which backquotes mark code. */
export function Words({ text }: { text: string }) {
  return text
    .split("`")
    .map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : <Fragment key={at}>{part}</Fragment>));
}
