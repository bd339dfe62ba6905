/**
 * Formula injection: a spreadsheet program runs a text that begins with = + - or @ (their full-width forms
 * too), also after blanks, and takes a leading tab or line end away first. What we write gets an apostrophe
 * before it; what we read loses exactly that one.
 */
const RUNS = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

const CONTROLS = /[^\P{Cc}\t\n\r]/gu;

/** A text as it may stand in a file: no control characters, nothing that runs. */
export function guardText(text: string): string {
  const clean = text.toWellFormed().replaceAll(CONTROLS, " ");
  return RUNS.test(clean) ? `'${clean}` : clean;
}

/** Takes away the apostrophe that `guardText` put there. */
export function unguardText(text: string): string {
  return text.startsWith("'") && RUNS.test(text) ? text.slice(1) : text;
}
