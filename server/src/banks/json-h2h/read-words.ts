/** From the bytes of an answer to the bank's words: everything is checked before anything is believed. */
import type { WireAnswer } from "#banks";
import type { Rail } from "#rails";
import { isRail } from "#rails";

/** A payment in the bank's words. Undefined: the bank did not say. */
export interface Words {
  readonly reference: string;
  readonly status: string;
  readonly code: string;
  readonly message: string;
  readonly utr: string;
  readonly credited: boolean;
  readonly amountPaise: bigint | undefined;
  readonly accountTail: string | undefined;
  readonly rail: Rail | undefined;
  readonly voided: boolean | undefined;
}

/** The JSON of an HTTP answer, or the sentence why there is none. */
function readJson({ httpStatus, contentType, body }: WireAnswer): { value: unknown } | string {
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

/** The words of an HTTP answer, or the sentence why there are none. */
export function readWords(answer: WireAnswer): Words | string {
  const json = readJson(answer);
  if (typeof json === "string") return json;
  const words = wordsOf(json.value);
  return typeof words === "string" ? `HTTP ${answer.httpStatus} with ${words}` : words;
}

/** The JSON object of an HTTP answer, its fields not trusted yet. */
export function readObject(answer: WireAnswer): Readonly<Record<string, unknown>> | string {
  const json = readJson(answer);
  if (typeof json === "string") return json;
  const { value } = json;
  return isObject(value) ? value : `HTTP ${answer.httpStatus} with no JSON object`;
}

/** The words of a payment object, or the name of the field that is wrong. */
export function wordsOf(value: unknown): Words | string {
  if (!isObject(value)) return "no JSON object";
  const { reference, status, code, message, utr, credited, amount, accountTail, rail, voided } = value;
  if (!isPlain(reference, 64) || reference === "") return "no reference";
  if (!isPlain(status, 20)) return "no status";
  if (!isPlain(code, 20)) return "no code";
  if (!isPlain(utr, 35)) return "no utr";
  if (typeof credited !== "boolean") return "no credited";
  if (accountTail !== undefined && !isText(accountTail, 4)) return "an accountTail that is none";
  if (voided !== undefined && typeof voided !== "boolean") return "a voided that is none";
  const amountPaise = amount === undefined ? undefined : paiseOf(amount);
  if (amountPaise === null) return "an amount that is none";
  const railName = typeof rail === "string" ? rail.toLowerCase() : undefined;
  if (rail !== undefined && !isRail(railName)) return "a rail that is none";
  return {
    reference,
    status,
    code,
    message: isText(message, 500) ? shortened(message) : "",
    utr,
    credited,
    amountPaise,
    accountTail,
    rail: isRail(railName) ? railName : undefined,
    voided,
  };
}

/** Paise of "100.00"; null for anything else. */
export function paiseOf(amount: unknown): bigint | null {
  if (typeof amount !== "string" || !/^\d{1,13}\.\d{2}$/.test(amount)) return null;
  return BigInt(amount.replace(".", ""));
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

function isText(value: unknown, lengthMax: number): value is string {
  return typeof value === "string" && value.length <= lengthMax;
}

/** What is kept word for word: plain ASCII, for there are characters that no table takes. */
export function isPlain(value: unknown, lengthMax: number): value is string {
  return isText(value, lengthMax) && !/[^\x20-\x7e]/.test(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
