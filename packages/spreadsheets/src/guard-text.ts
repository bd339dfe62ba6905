/**
 * Formula injection: a spreadsheet program runs a text that begins with = + - or @ (or their full-width
 * forms), also after blanks, and first drops a leading tab or line end. What we write gets an apostrophe
 * before it; what we read loses exactly that one.
 */
const RUNS = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

const CONTROLS = /[^\P{Cc}\t\n\r]/gu;

/** Returns a text as it may be written to a file: no control characters, nothing that runs. */
export function guardText(text: string): string {
  const clean = text.toWellFormed().replaceAll(CONTROLS, " ");
  return RUNS.test(clean) ? `'${clean}` : clean;
}

/** Removes the apostrophe that `guardText` added. */
export function unguardText(text: string): string {
  return text.startsWith("'") && RUNS.test(text) ? text.slice(1) : text;
}
