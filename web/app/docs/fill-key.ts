// Fills the reader's own sandbox key into the samples if a server on this computer offers it.
import { findSandbox } from "./try-it/sandbox-key.ts";

/** The ways in which samples of each language read an environment variable, and in which a command sets it. */
const READS =
  /(?<=export (\w+)=)\S+|process\.env\.(\w+)|os\.environ\["(\w+)"\]|System\.getenv\("(\w+)"\)|getenv\('(\w+)'\)|\$(\w+)/g;

let sandbox: ReturnType<typeof findSandbox> | undefined;

/** Fills the samples of the current page. Call it for each page. Nothing changes if no key is offered. */
export async function fillKey(): Promise<void> {
  const codes = [...document.querySelectorAll("[data-code] pre code")];
  if (codes.length === 0) return;
  const found = await (sandbox ??= findSandbox());
  if (found.kind === "none" || !found.demo) return;
  const { clientId, clientSecret } = found.demo;
  const values = { VITARAN: location.origin, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
  for (const code of codes) fillCode(code, values);
}

function fillCode(code: Element, values: Readonly<Record<string, string>>): void {
  const matches = [...(code.textContent ?? "").matchAll(READS)].reverse();
  for (const match of matches) {
    const name = match.slice(1).find((one) => one !== undefined) ?? "";
    const value = values[name];
    if (value === undefined) continue;
    // In a shell command the value is already inside quotes.
    replace(code, match, match[0].startsWith("$") ? value : JSON.stringify(value));
    if (name !== "VITARAN") code.closest("[data-code]")?.setAttribute("data-filled", "");
  }
}

/** Replaces a part of the text, which may consist of several coloured pieces. */
function replace(code: Element, { index, 0: { length } }: RegExpExecArray, by: string): void {
  const range = document.createRange();
  const [first, from] = placeOf(code, index, false);
  const [last, to] = placeOf(code, index + length, true);
  range.setStart(first, from);
  range.setEnd(last, to);
  range.deleteContents();
  range.insertNode(document.createTextNode(by));
}

/** Returns the text node that contains a position. At the border of two nodes, an end belongs to the first one. */
function placeOf(code: Element, position: number, isEnd: boolean): [Node, number] {
  const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  let before = 0;
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const at = position - before;
    if (isEnd ? at <= text.length : at < text.length) return [text, at];
    before += text.length;
  }
  throw new RangeError(`The sample has no position ${position}`);
}
