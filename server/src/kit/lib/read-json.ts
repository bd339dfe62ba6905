/**
 * Reads a body from outside as strict JSON: one object, no duplicate keys, no key that reaches a prototype,
 * not too deep.
 */
import { isUtf8 } from "node:buffer";

type Fields = Readonly<Record<string, unknown>>;

const DEPTH_MAX = 16;

/**
 * Returns the text of a body: UTF-8, with or without a byte-order mark, or UTF-16 with one, as some programs
 * on Windows send it; null if it is none of these. The bytes stay as they are, since signatures cover them.
 */
export function readBodyText(raw: Buffer): string | null {
  const [first, second] = raw;
  const wide =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : null;
  if (wide !== null) return decodeWide(wide, raw);
  if (!isUtf8(raw)) return null;
  const hasMark = first === 0xef && second === 0xbb && raw[2] === 0xbf;
  return raw.toString("utf8", hasMark ? 3 : 0);
}

function decodeWide(encoding: string, raw: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(raw);
  } catch {
    return null;
  }
}

/** Returns the fields, or null if the body is empty or not one strict JSON object. */
export function readJsonObject(raw: unknown): Fields | null {
  if (!Buffer.isBuffer(raw) || raw.length === 0) return null;
  const text = readBodyText(raw);
  if (text === null) return null;
  const value = parse(text);
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  // JSON.parse keeps the last of two equal keys, so the text then has more keys than the value.
  return countKeys(value, 0) === countColons(text) ? (value as Fields) : null;
}

/** Returns true if a body that should be empty is harmless: absent, blank, or any JSON. */
export function isIdleBody(raw: unknown): boolean {
  if (!Buffer.isBuffer(raw) || raw.length === 0) return true;
  const text = readBodyText(raw);
  return text !== null && (text.trim() === "" || parse(text) !== undefined);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Broken JSON is an expected outcome (undefined is not a JSON value), not a fault.
    return undefined;
  }
}

/** Counts all keys of the value and of what it holds; NaN, which equals nothing, if it is not allowed. */
function countKeys(value: object, depth: number): number {
  if (depth > DEPTH_MAX) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value)
      if (item !== null && typeof item === "object") count += countKeys(item, depth + 1);
    return count;
  }
  for (const key of Object.keys(value)) {
    if (key === "__proto__") return Number.NaN;
    const item = (value as Fields)[key];
    count += item !== null && typeof item === "object" ? 1 + countKeys(item, depth + 1) : 1;
  }
  return count;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;

/** Counts the colons outside strings: in valid JSON, there is one for each key. */
function countColons(text: string): number {
  let count = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) inString = !inString;
    else if (inString) {
      if (char === BACKSLASH) at += 1;
    } else if (char === COLON) count += 1;
  }
  return count;
}
