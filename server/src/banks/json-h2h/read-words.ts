/** From the bytes of an answer to the bank's words: everything is checked before anything is believed. */
import type { WireAnswer } from "#banks";
import { isObject, isPlain, isText, readJson, shortened } from "#banks/json";
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

/** The words of an HTTP answer, or the sentence why there are none. */
export function readWords(answer: WireAnswer): Words | string {
  const json = readJson(answer);
  if (typeof json === "string") return json;
  const words = wordsOf(json.value);
  return typeof words === "string" ? `HTTP ${answer.httpStatus} with ${words}` : words;
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
