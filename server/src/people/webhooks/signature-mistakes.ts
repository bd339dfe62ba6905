/**
 * The usual mistakes in verifying a signature, each with the text that it would have signed. A body is written as other
 * programs do after parsing it, so that a signature over their text is recognized.
 */
import {
  fieldsOf,
  joinValues,
  SCHEME_TABLE,
  SCHEMES,
  signAs,
  signedFields,
  type Encoding,
  type Key,
  type Material,
  type Scheme,
} from "./signature-schemes.ts";

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The text after a colon and after a comma, and the indentation of each level. Null means all on one line. */
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
function rewriteBody(body: string): string[] {
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

/** A signature that a mistake would have made. */
interface Guess {
  readonly base: string;
  readonly key: Key;
  readonly encoding?: Encoding;
  readonly scheme?: Scheme;
}

type Guesses = (material: Material, scheme: Scheme) => readonly Guess[];

/** Makes guesses about the signed text, each with every right key. */
const bases =
  (schemes: readonly Scheme[], make: (material: Material) => readonly string[]): Guesses =>
  (material, scheme) => {
    if (!schemes.includes(scheme)) return [];
    return make(material).flatMap((base) => keysOf(material, scheme).map((key) => ({ base, key })));
  };

const keysOf = (material: Material, scheme: Scheme): readonly Key[] => SCHEME_TABLE[scheme].keys(material);
const baseOf = (material: Material, scheme: Scheme): string => SCHEME_TABLE[scheme].base(material);

/** In the order in which they are checked. The names are published. */
const TABLE = {
  /** The values were joined in the order received instead of sorted by name. */
  not_sorted: bases(["fields"], ({ body }) => [
    joinValues(fieldsOf(body).filter(([name]) => name !== "signature")),
  ]),
  /** The field `signature` was signed as well. */
  signature_included: bases(["fields"], ({ body }) => {
    const all = fieldsOf(body);
    return [joinValues(all.toSorted(([a], [b]) => (a < b ? -1 : 1))), joinValues(all)];
  }),
  /** `name=value` with separators was signed instead of only the values. */
  names_included: bases(["fields"], ({ body }) => {
    const fields = signedFields(body);
    const pairs = fields.map(([name, value]) => `${name}=${value}`);
    return [pairs.join("&"), pairs.join(""), fields.map(([, value]) => value).join("&")];
  }),
  /** The values were taken from the form without decoding them. */
  not_decoded: bases(["fields"], ({ body }) => [
    joinValues(signedFields(body).map(([name, value]) => [name, encodeURIComponent(value)])),
    joinValues(signedFields(body).map(([name, value]) => [name, formEncode(value)])),
  ]),
  /** The body was parsed and written again, or lost or gained white space. */
  body_rewritten: (material, scheme) =>
    rewriteBody(material.body).flatMap((body) =>
      keysOf(material, scheme).map((key) => ({ base: baseOf({ ...material, body }, scheme), key })),
    ),
  /** The timestamp (and the ID) was left out, or is in the wrong unit. */
  timestamp_missing: bases(["v2", "standard"], ({ body, timestamp, webhookId }) => [
    body,
    `${timestamp}.${body}`,
    `${webhookId}.${body}`,
    `${timestamp.slice(0, 10)}${body}`,
    `${webhookId}${timestamp}${body}`,
  ]),
  /** The signature is hexadecimal instead of base64, or the reverse. */
  wrong_encoding: (material, scheme) =>
    keysOf(material, scheme).map((key) => ({
      base: baseOf(material, scheme),
      key,
      encoding: SCHEME_TABLE[scheme].encoding === "hex" ? "base64" : "hex",
    })),
  /** The text `whsec_...` was used as the key, with its prefix or undecoded. */
  key_not_decoded: (material, scheme) =>
    scheme !== "standard"
      ? []
      : material.standardSecrets.flatMap((secret) =>
          [secret, secret.slice("whsec_".length)].map((key) => ({ base: baseOf(material, scheme), key })),
        ),
  /** The client secret was used instead of the endpoint's own key, or the reverse. */
  wrong_key: (material, scheme) => {
    const keys: readonly Key[] =
      scheme === "standard"
        ? [material.clientSecret]
        : material.standardSecrets.flatMap((secret) => [secret, ...keysOf(material, "standard")]);
    return keys.map((key) => ({ base: baseOf(material, scheme), key }));
  },
  /** It is another one of the request's signatures. */
  wrong_signature: (material, scheme) =>
    SCHEMES.filter((other) => other !== scheme).flatMap((other) =>
      keysOf(material, other).map((key) => ({ base: baseOf(material, other), key, scheme: other })),
    ),
} as const satisfies Record<string, Guesses>;

/** A mistake in the signed text or the method. The clock and old keys are checked separately. */
export type Mistake = keyof typeof TABLE;

export const MISTAKES = Object.keys(TABLE) as readonly Mistake[];

/** Returns the first mistake that makes one of these signatures. Null means that none does. */
export function findMistake(
  material: Material,
  scheme: Scheme,
  signatures: readonly string[],
): Mistake | null {
  const given = new Set(signatures.map(withoutPrefix));
  const isMadeBy = (mistake: Mistake): boolean =>
    TABLE[mistake](material, scheme).some(({ base, key, encoding, scheme: other }: Guess) =>
      given.has(withoutPrefix(signAs(other ?? scheme, base, key, encoding))),
    );
  return MISTAKES.find(isMadeBy) ?? null;
}

const withoutPrefix = (signature: string): string => signature.replace(/^v1,/, "");

const formEncode = (value: string): string => new URLSearchParams({ v: value }).toString().slice(2);
