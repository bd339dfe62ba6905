/** JSON that a bank sends: read only when it is whole, and never believed before each field is checked. */
import type { WireAnswer } from "./adapter.ts";

/** The JSON of an HTTP answer, or the sentence why there is none. */
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

/** The JSON object of an HTTP answer, its fields not trusted yet. */
export function readObject(answer: WireAnswer): Readonly<Record<string, unknown>> | string {
  const json = readJson(answer);
  if (typeof json === "string") return json;
  const { value } = json;
  return isObject(value) ? value : `HTTP ${answer.httpStatus} with no JSON object`;
}

/**
 * Fit for a log and a screen: no control characters, no long numbers (an account could hide in them), not
 * long.
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

/** What is kept word for word: plain ASCII, for there are characters that no table takes. */
export function isPlain(value: unknown, lengthMax: number): value is string {
  return isText(value, lengthMax) && !/[^\x20-\x7e]/.test(value);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A bank's free text of a name: without control characters, at most 100 characters; empty when it is none. */
export function nameOf(value: unknown): string {
  return typeof value === "string"
    ? value
        .replace(/\p{C}+/gu, " ")
        .trim()
        .slice(0, 100)
    : "";
}

/** Whether an account number or address is shown in part only, so that nothing can be compared with it. */
export function isMasked(told: string): boolean {
  return /[*•…]|x{3}/i.test(told);
}
