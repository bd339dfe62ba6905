/** A payout in RazorpayX's words; its form is checked before anything in it is trusted. */
import type { Enquiry, Instruction, Outcome, WireAnswer } from "#banks";
import { isMasked, isObject, isPlain, isText, readObject, shortened } from "#banks/json";
import { MODES } from "./capabilities.ts";
import {
  API_ERRORS,
  type RazorpayxError,
  CREDITED_REASON,
  NO_REASON,
  type RazorpayxReason,
  REASONS,
  STATUSES,
} from "./payout-words.ts";
import { payeeKeyOf } from "./write-requests.ts";

// The outcome of a payout. Only words in the tables mean yes or no; everything else is unknown.

/** The values that the payout must agree with, as far as the caller knows them. */
interface ExpectedPayout {
  readonly reference: string;
  readonly amountPaise?: bigint;
  readonly mode?: string;
  readonly payee?: string;
}

/** Returns the outcome that the payout proves. */
export function judgePayout(payout: Payout, expected: ExpectedPayout): Outcome {
  const clash = clashOf(payout, expected);
  if (clash !== undefined) return { kind: "unknown", detail: clash, alarm: clash };
  const status = Object.hasOwn(STATUSES, payout.status) ? STATUSES[payout.status] : undefined;
  if (status === undefined) return doubt(`status ${wordOf(payout.status)} is not documented`);
  const code = payout.reason || payout.status;
  const text = payout.description || status.text;
  switch (status.evidence) {
    case "POS":
      return judgeProcessed(payout, { code, text });
    case "UNK":
      return { kind: "pending", code, text, deemed: false };
    case "NEG":
    case "RET": {
      const why = reasonOf(payout);
      if (why === undefined)
        return doubt(`${payout.status} with ${wordOf(payout.reason)}, which is not documented`);
      const { reason, otherBank, alarm = false } = why;
      if (status.evidence === "RET") return { kind: "returned", code, text, utr: payout.utr, reason };
      return { kind: "failed", code, text, reason, otherBank, ...(alarm ? { alarm: text } : {}) };
    }
    default: {
      const never: never = status.evidence;
      throw new Error(`unknown evidence ${String(never)}`);
    }
  }
}

/** Says how the answer is about another payout, or differs from our order; a person must look. */
function clashOf(
  payout: Payout,
  { reference, amountPaise, mode, payee }: ExpectedPayout,
): string | undefined {
  if (payout.reference !== reference) return "the answer has another reference";
  if (amountPaise !== undefined && payout.amountPaise !== amountPaise) return "the answer has another amount";
  if (mode !== undefined && payout.mode !== mode) return "the answer has another rail";
  if (payee !== undefined && payout.payee !== undefined && payout.payee !== payee)
    return "the answer has another payee";
  return undefined;
}

/**
 * The UTR may come later than the status (webhooks/payouts.md, payout.updated); until then, the payout is in progress.
 */
function judgeProcessed({ reason, utr }: Payout, { code, text }: { code: string; text: string }): Outcome {
  if (reason !== "" && reason !== CREDITED_REASON) return doubt(`processed with ${wordOf(reason)}`);
  if (utr === "") return { kind: "pending", code, text: "processed, the UTR is not told yet", deemed: false };
  return { kind: "succeeded", code, text, utr, credited: reason === CREDITED_REASON };
}

function reasonOf({ reason }: Payout): RazorpayxReason | undefined {
  if (reason === "") return NO_REASON;
  return Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined;
}

function doubt(detail: string): Outcome {
  return { kind: "unknown", detail, alarm: detail };
}

function wordOf(text: string): string {
  return text.replace(/\W/g, "?");
}

interface Payout {
  readonly id: string;
  /** Our reference; null for a payout that was created without one, e.g. on RazorpayX's own pages. */
  readonly reference: string | null;
  readonly amountPaise: bigint;
  readonly mode: string;
  readonly status: string;
  /** Empty until RazorpayX has it. */
  readonly utr: string;
  /** Empty if there are no status details. */
  readonly reason: string;
  readonly description: string;
  /** The payee, as far as the answer repeats it. */
  readonly payee: string | undefined;
}

/** Reads the payout in an object, or returns the name of the field that is wrong. */
export function readPayout(value: unknown): Payout | string {
  if (!isObject(value) || value["entity"] !== "payout") return "no payout";
  const { id, reference_id: reference = null, amount, currency, mode, status, utr } = value;
  if (!isPlain(id, 40) || id === "") return "no id";
  if (reference !== null && !isPlain(reference, 40)) return "a reference_id that is none";
  if (!isPaise(amount)) return "no amount";
  if (currency !== "INR") return "another currency";
  if (!isPlain(mode, 20)) return "no mode";
  if (!isPlain(status, 20)) return "no status";
  const details = isObject(value["status_details"]) ? value["status_details"] : {};
  const { reason, description } = details;
  if (!isAbsent(reason) && !isPlain(reason, 60)) return "a reason that is none";
  if (!isAbsent(utr) && !isPlain(utr, 35)) return "an utr that is none";
  return {
    id,
    reference: reference === "" ? null : reference,
    amountPaise: BigInt(amount),
    mode,
    status,
    utr: isAbsent(utr) ? "" : (utr as string),
    reason: isAbsent(reason) ? "" : (reason as string),
    description: isText(description, 500) ? shortened(description) : "",
    payee: payeeOf(value["fund_account"]),
  };
}

/** Returns the account number, VPA or phone of a fund account in lower case, if it is complete. */
function payeeOf(fundAccount: unknown): string | undefined {
  if (!isObject(fundAccount)) return undefined;
  const { bank_account: account, vpa, wallet } = fundAccount;
  const told =
    (isObject(account) ? account["account_number"] : undefined) ??
    (isObject(vpa) ? vpa["address"] : undefined) ??
    (isObject(wallet) ? wallet["phone"] : undefined);
  return typeof told === "string" && !isMasked(told) ? told.toLowerCase() : undefined;
}

/** True for whole paise that a JSON number holds exactly. */
export function isPaise(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

/** The examples write a missing text as null, as an absent field, and as "null". */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "null";
}

/** Returns what the answer to an instruction proves. */
export function readPayment(answer: WireAnswer, instruction: Instruction): Outcome {
  const { reference, amountPaise, rail, sentBefore = false } = instruction;
  const object = readObject(answer);
  if (typeof object === "string") return unknown(object);
  if (answer.httpStatus !== 200) return judgeError(answer, { error: object["error"], sentBefore });
  const payout = readPayout(object);
  if (typeof payout === "string") return unknown(`HTTP 200 with ${payout}`);
  const mode = MODES[rail];
  return judgePayout(payout, {
    reference,
    amountPaise,
    payee: payeeKeyOf(instruction),
    ...(mode === undefined ? {} : { mode }),
  });
}

/** Returns what the answer to an enquiry proves. If there is no payout with a reference, that proves nothing. */
export function readEnquiry(answer: WireAnswer, { reference, amountPaise }: Enquiry): Outcome {
  const object = readObject(answer);
  if (typeof object === "string") return unknown(object);
  const { entity, items } = object;
  if (answer.httpStatus !== 200 || entity !== "collection" || !Array.isArray(items)) {
    return unknown(`HTTP ${answer.httpStatus} with no collection`);
  }
  const [found, ...more] = items;
  if (found === undefined) return { kind: "not_found" };
  const payout = readPayout(found);
  if (typeof payout === "string") return unknown(`HTTP 200 with ${payout}`);
  if (more.length > 0) {
    const detail = "more than one payout under this reference";
    return { kind: "unknown", detail, alarm: detail };
  }
  return judgePayout(payout, { reference, amountPaise });
}

/** A refusal of the request only refuses the payout if it cannot have been sent before. */
function judgeError(
  { httpStatus }: WireAnswer,
  { error, sentBefore }: { error: unknown; sentBefore: boolean },
): Outcome {
  if (!isObject(error)) return unknown(`HTTP ${httpStatus} with no error`);
  const { reason, description } = error;
  const said = isText(description, 500) ? shortened(description) : "";
  const known = API_ERRORS.find((row) => fits(row, httpStatus, [reason, description]));
  if (known === undefined) return unknown(`HTTP ${httpStatus}: ${said}`);
  const { text, refused, alarm } = known;
  const alarmed = alarm ? { alarm: text } : {};
  if (!refused || sentBefore) return { ...unknown(`HTTP ${httpStatus}: ${text}`), ...alarmed };
  return {
    kind: "failed",
    code: isPlain(reason, 60) && /^\w+$/.test(reason) ? reason : `HTTP_${httpStatus}`,
    text: said || text,
    reason: known.reason ?? "BANK_GATEWAY_ERROR",
    otherBank: true,
    ofRequest: true,
    ...alarmed,
  };
}

function fits(row: RazorpayxError, httpStatus: number, words: readonly unknown[]): boolean {
  return (
    row.httpStatus === httpStatus && words.some((word) => typeof word === "string" && row.matches.test(word))
  );
}

function unknown(detail: string): Extract<Outcome, { kind: "unknown" }> {
  return { kind: "unknown", detail };
}
