/** Writes a body as other programs do after parsing it, so that a signature over their text is recognized. */

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The text after a colon and after a comma, and the indentation of each level; null: all on one line. */
interface Layout {
  readonly colon: string;
  readonly comma: string;
  readonly indent: string | null;
}

const LAYOUTS: readonly Layout[] = [
  { colon: ":", comma: ",", indent: null },
  // Python's json.dumps.
  { colon: ": ", comma: ", ", indent: null },
  ...["  ", "    ", "\t"].map((indent) => ({ colon: ": ", comma: ",", indent })),
];

const lower = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
const upper = (char: string): string =>
  `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
const slashes = (text: string): string => text.replaceAll("/", "\\/");
const ascii = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, lower);

/** Escapes of other languages inside a text that JavaScript has written. */
const ESCAPES: readonly ((text: string) => string)[] = [
  (text) => text,
  // Python, and Ruby's ascii_only.
  ascii,
  // PHP, with and without JSON_UNESCAPED_UNICODE.
  (text) => slashes(ascii(text)),
  slashes,
  // Go.
  (text) => text.replaceAll(/[<>&\u2028\u2029]/g, lower),
  // Gson.
  (text) => text.replaceAll(/[<>&='\u2028\u2029]/g, lower),
  // .NET's System.Text.Json.
  (text) => text.replaceAll('\\"', '"').replaceAll(/[^\x20-\x7e]|["<>&'+`]/g, upper),
];

/** Numbers as JavaScript writes them, and as programs do that make every number a fraction. */
const NUMBERS: readonly ((value: number) => string)[] = [
  String,
  (value) => (Number.isInteger(value) ? `${value}.0` : String(value)),
];

/** Returns the texts that other programs make of a body, without the body itself. */
export function rewriteBody(body: string): string[] {
  const trimmed = body.trim();
  const latin1 = Buffer.from(body, "utf8").toString("latin1");
  const texts = new Set([trimmed, `${trimmed}\n`, `${trimmed}\r\n`, `\ufeff${body}`, latin1]);
  for (const value of parse(trimmed))
    for (const layout of LAYOUTS)
      for (const escape of ESCAPES)
        for (const number of NUMBERS) texts.add(write(value, { layout, escape, number }, "\n"));
  texts.delete(body);
  return [...texts];
}

/** Returns the body's value as it is and with sorted keys; nothing for a form: only its space can change. */
function parse(text: string): Json[] {
  try {
    const value = JSON.parse(text) as Json;
    return [value, sortKeys(value)];
  } catch {
    return [];
  }
}

function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, sortKeys(one)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

interface Style {
  readonly layout: Layout;
  readonly escape: (text: string) => string;
  readonly number: (value: number) => string;
}

/** `end` is the end of the line that contains the value, with its indentation. */
function write(value: Json, style: Style, end: string): string {
  const { layout, escape, number } = style;
  const textOf = (text: string): string => `"${escape(JSON.stringify(text).slice(1, -1))}"`;
  if (typeof value === "string") return textOf(value);
  if (typeof value === "number") return number(value);
  if (typeof value !== "object" || value === null) return String(value);
  const inner = end + (layout.indent ?? "");
  const parts = Array.isArray(value)
    ? value.map((one: Json) => write(one, style, inner))
    : Object.entries(value).map(([key, one]) => textOf(key) + layout.colon + write(one, style, inner));
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (parts.length === 0 || layout.indent === null) return open + parts.join(layout.comma) + close;
  return open + inner + parts.join(layout.comma + inner) + end + close;
}
