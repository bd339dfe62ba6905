/** JSON from a bank is read only when it is complete, and each field is checked before it is trusted. */
import type { WireAnswer } from "./adapter.ts";

/** Returns the JSON of an HTTP answer, or a sentence that says why there is none. */
export function readJson({ httpStatus, contentType, body }: WireAnswer): { value: unknown } | string {
  const where = `HTTP ${httpStatus}`;
  if (httpStatus >= 500 || (httpStatus >= 300 && httpStatus < 400)) return `${where} is no answer`;
  if (!/^application\/json\s*(;|$)/.test(contentType))
    return `${where} with ${shortened(contentType) || "no type"}`;
  try {
    return { value: JSON.parse(body) };
  } catch {
    return body === "" ? `${where} without a body` : `${where} with JSON that does not parse`;
  }
}

/** Returns the JSON object of an HTTP answer, with fields that are not trusted yet. */
export function readObject(answer: WireAnswer): Readonly<Record<string, unknown>> | string {
  const json = readJson(answer);
  if (typeof json === "string") return json;
  const { value } = json;
  return isObject(value) ? value : `HTTP ${answer.httpStatus} with no JSON object`;
}

/**
 * Makes a text safe for a log and a screen: no control characters, no long numbers (they may be account numbers), and
 * shortened.
 */
export function shortened(text: string): string {
  return text
    .replace(/[^\x20-\x7e]/g, "?")
    .replace(/\d{5,}(?=\d{4})/g, "…")
    .slice(0, 140);
}

export function isText(value: unknown, lengthMax: number): value is string {
  return typeof value === "string" && value.length <= lengthMax;
}

/** True if the text can be stored unchanged: plain ASCII, because some characters cannot be stored in a table. */
export function isPlain(value: unknown, lengthMax: number): value is string {
  return isText(value, lengthMax) && !/[^\x20-\x7e]/.test(value);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads a name from a bank's free text: without control characters, at most 100 characters; empty if it is not a text.
 */
export function nameOf(value: unknown): string {
  return typeof value === "string"
    ? value
        .replace(/\p{C}+/gu, " ")
        .trim()
        .slice(0, 100)
    : "";
}

/** True if an account number or address is partly masked, so that nothing can be compared with it. */
export function isMasked(told: string): boolean {
  return /[*•…]|x{3}/i.test(told);
}
