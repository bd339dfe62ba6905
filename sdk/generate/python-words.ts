/** Names and docstrings as Python writes them. */
import { wrapText } from "./wrap-text.ts";

const KEYWORDS = new Set([
  "as",
  "class",
  "from",
  "global",
  "import",
  "in",
  "is",
  "not",
  "or",
  "pass",
  "return",
]);
const CAMEL_CASE = /\b[a-z]+[0-9]*(?:[A-Z][a-z0-9]*)+\b/g;

/** `transferId` as `transfer_id`. Fails where that could not be turned back. */
export function pythonName(name: string): string {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const back = snake.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const isName = /^[a-z][a-z0-9_]*$/.test(snake) && !KEYWORDS.has(snake);
  if (back !== name || !isName) throw new Error(`No name in Python for ${name}`);
  return snake;
}

/** Texts of the contract, with the fields named as in Python. */
export const namingFields =
  (fields: ReadonlySet<string>) =>
  (text: string): string =>
    text.replaceAll(CAMEL_CASE, (word) => (fields.has(word) ? pythonName(word) : word));

/** A docstring of paragraphs, in lines that can be read; nothing for nothing. */
export function writeDocstring(paragraphs: readonly string[], indent: string): string {
  const texts = paragraphs.filter((text) => text !== "").map((text) => text.replaceAll("\\", "\\\\"));
  const [only = ""] = texts;
  if (texts.length === 0) return "";
  if (texts.length === 1 && only.length + indent.length < 90) return `${indent}"""${only}"""\n`;
  const blocks = texts.map((text) => wrapBlock(text, indent));
  return `${indent}"""${blocks.join("\n\n").trimStart()}\n${indent}"""\n`;
}

/** A paragraph, or a section: lines under a heading, each with a hanging indent. */
function wrapBlock(text: string, indent: string): string {
  const [first = "", ...rest] = text.split("\n");
  const lines = [
    ...wrap(first, indent, indent),
    ...rest.flatMap((line) => wrap(line, `${indent}    `, `${indent}        `)),
  ];
  return lines.join("\n");
}

function wrap(text: string, indent: string, hanging: string): string[] {
  return wrapText(text, 100 - hanging.length).map((line, at) => (at === 0 ? indent : hanging) + line);
}
