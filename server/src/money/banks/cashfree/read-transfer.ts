/**
 * A transfer in Cashfree's words, in an answer or a webhook of version V2 (sdk, PayoutVerifyWebhookSignature;
 * skill, "V2 Webhook Payloads"); its form is checked before anything in it is trusted.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type {
  BankNews,
  Callback,
  CallbackFault,
  Connection,
  Enquiry,
  Instruction,
  Outcome,
  WireAnswer,
} from "#banks";
import { isMasked, isObject, isPlain, isText, readObject, shortened } from "#banks/json";
import { readJsonObject } from "#lib/read-json";
import {
  API_ERRORS,
  type CashfreeError,
  NO_REASON,
  type CashfreeReason,
  REASONS,
  STATUSES,
  SUCCESS_CODES,
} from "./transfer-words.ts";
import { payeeKeyOf } from "./write-requests.ts";

// The outcome of a transfer. Only words in the tables mean yes or no; everything else is unknown.

/** The values that the transfer must agree with, as far as the caller knows them. */
interface Expected {
  readonly reference: string;
  readonly amountPaise?: bigint;
  readonly payee?: string;
}

/** Returns the outcome that the transfer proves. */
function judgeTransfer(transfer: Transfer, expected: Expected): Outcome {
  const clash = clashOf(transfer, expected);
  if (clash !== undefined) return { kind: "unknown", detail: clash, alarm: clash };
  const status = Object.hasOwn(STATUSES, transfer.status) ? STATUSES[transfer.status] : undefined;
  if (status === undefined) return doubt(`status ${shownWordOf(transfer.status)} is not documented`);
  const code = transfer.code || transfer.status;
  const text = transfer.description || status.text;
  switch (status.evidence) {
    case "POS":
      return judgePaid(transfer, { code, text });
    case "UNK":
      return { kind: "pending", code, text, deemed: false };
    case "NEG":
    case "RET": {
      const why = reasonOf(transfer);
      if (why === undefined) {
        return doubt(`${transfer.status} with ${shownWordOf(transfer.code)}, which is not documented`);
      }
      const { reason, otherBank, alarm = false } = why;
      if (status.evidence === "RET") return { kind: "returned", code, text, utr: transfer.utr, reason };
      return { kind: "failed", code, text, reason, otherBank, ...(alarm ? { alarm: text } : {}) };
    }
    default: {
      const never: never = status.evidence;
      throw new Error(`unknown evidence ${String(never)}`);
    }
  }
}

/** Says how the answer is about another transfer, or differs from our order; a person must look. */
function clashOf(transfer: Transfer, { reference, amountPaise, payee }: Expected): string | undefined {
  if (transfer.reference !== reference) return "the answer has another reference";
  if (amountPaise !== undefined && transfer.amountPaise !== amountPaise)
    return "the answer has another amount";
  if (payee !== undefined && transfer.payee !== undefined && transfer.payee !== payee)
    return "the answer has another payee";
  return undefined;
}

function judgePaid(transfer: Transfer, { code, text }: { code: string; text: string }): Outcome {
  const success = SUCCESS_CODES.get(transfer.code);
  if (success === undefined)
    return doubt(`SUCCESS with ${shownWordOf(transfer.code)}, which is not documented`);
  const { utr } = transfer;
  if (utr === "") return { kind: "pending", code, text: "paid, the UTR is not told yet", deemed: false };
  return { kind: "succeeded", code, text, utr, credited: success.credited };
}

function reasonOf({ status, code }: Transfer): CashfreeReason | undefined {
  if (Object.hasOwn(REASONS, code)) return REASONS[code];
  return code === "" || code === status ? NO_REASON : undefined;
}

function doubt(detail: string): Outcome {
  return { kind: "unknown", detail, alarm: detail };
}

function shownWordOf(text: string): string {
  return text.replace(/\W/g, "?");
}

interface Transfer {
  /** Cashfree's ID; empty if the answer leaves it out, as some webhooks do. */
  readonly id: string;
  readonly reference: string;
  readonly amountPaise: bigint;
  readonly status: string;
  readonly code: string;
  readonly description: string;
  /** Empty until Cashfree has it. */
  readonly utr: string;
  /** The payee, as far as the answer repeats it. */
  readonly payee: string | undefined;
}

/** Reads the transfer in an object, or returns the name of the field that is wrong. */
function readTransfer(value: unknown): Transfer | string {
  if (!isObject(value)) return "no transfer";
  const { transfer_id: reference, status, status_description: description } = value;
  const id = textOf(value["cf_transfer_id"]);
  const code = textOf(value["status_code"]);
  const utr = textOf(value["transfer_utr"]);
  if (!isPlain(reference, 64) || reference === "") return "no transfer_id";
  if (!isPlain(id, 40)) return "a cf_transfer_id that is none";
  if (!isPlain(status, 40) || status === "") return "no status";
  if (!isPlain(code, 60)) return "a status_code that is none";
  if (!isPlain(utr, 35)) return "a transfer_utr that is none";
  const amountPaise = paiseOf(value["transfer_amount"]);
  if (amountPaise === undefined) return "no transfer_amount";
  return {
    id,
    reference,
    amountPaise,
    status,
    code,
    description: isText(description, 1_000) ? shortened(description) : "",
    utr,
    payee: payeeOf(value["beneficiary_details"]),
  };
}

/** Accepts a missing field, which some services write as null, and an ID that is a number. */
function textOf(value: unknown): unknown {
  if (value === undefined || value === null) return "";
  return typeof value === "number" ? String(value) : value;
}

/** Returns the account number or VPA of a beneficiary in lower case, if it is complete. */
function payeeOf(beneficiary: unknown): string | undefined {
  const details = isObject(beneficiary) ? beneficiary["beneficiary_instrument_details"] : undefined;
  if (!isObject(details)) return undefined;
  const told = details["bank_account_number"] ?? details["vpa"];
  return typeof told === "string" && told !== "" && !isMasked(told) ? told.toLowerCase() : undefined;
}

/** Reads paise from rupees in a JSON number or a text, digit by digit. */
function paiseOf(amount: unknown): bigint | undefined {
  if (typeof amount !== "number" && typeof amount !== "string") return undefined;
  const digits = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(amount));
  return digits === null ? undefined : BigInt(`${digits[1]}${(digits[2] ?? "").padEnd(2, "0")}`);
}

type Words = Readonly<Record<string, unknown>>;

/** Returns what the answer to an instruction proves. */
export function readPayment(answer: WireAnswer, instruction: Instruction): Outcome {
  const { reference, amountPaise, sentBefore = false } = instruction;
  const words = readObject(answer);
  if (typeof words === "string") return unknown(words);
  if (answer.httpStatus !== 200) return judgeError(answer, words, sentBefore);
  const transfer = readTransfer(words);
  if (typeof transfer === "string") return unknown(`HTTP 200 with ${transfer}`);
  return judgeTransfer(transfer, { reference, amountPaise, payee: payeeKeyOf(instruction) });
}

/** Returns what the answer to an enquiry proves. If Cashfree does not know the reference, that proves nothing. */
export function readEnquiry(answer: WireAnswer, { reference, amountPaise }: Enquiry): Outcome {
  const words = readObject(answer);
  if (typeof words === "string") return unknown(words);
  if (answer.httpStatus === 404 && words["code"] === "transfer_id_not_found") return { kind: "not_found" };
  const transfer = answer.httpStatus === 200 ? readTransfer(words) : "no transfer";
  if (typeof transfer === "string") return unknown(`HTTP ${answer.httpStatus} with ${transfer}`);
  return judgeTransfer(transfer, { reference, amountPaise });
}

/** A refusal of the request only refuses the transfer if it cannot have been sent before. */
function judgeError({ httpStatus }: WireAnswer, { code, message }: Words, sentBefore: boolean): Outcome {
  const said = isText(message, 1_000) ? shortened(message) : "";
  const known = API_ERRORS.find((row) => fits(row, httpStatus, [code, message]));
  if (known === undefined) return unknown(`HTTP ${httpStatus}: ${said}`);
  const { text, refused, otherBank, alarm } = known;
  const alarmed = alarm ? { alarm: text } : {};
  if (!refused || sentBefore) return { ...unknown(`HTTP ${httpStatus}: ${text}`), ...alarmed };
  return {
    kind: "failed",
    code: isPlain(code, 60) && code !== "" ? code : `HTTP_${httpStatus}`,
    text: said || text,
    reason: known.reason ?? "BANK_GATEWAY_ERROR",
    otherBank,
    ofRequest: true,
    ...alarmed,
  };
}

function fits(row: CashfreeError, httpStatus: number, words: readonly unknown[]): boolean {
  return (
    row.httpStatus === httpStatus && words.some((word) => typeof word === "string" && row.matches.test(word))
  );
}

function unknown(detail: string): Extract<Outcome, { kind: "unknown" }> {
  return { kind: "unknown", detail };
}

const MINUTE_MS = 60_000;
const EARLY_MS = 5 * MINUTE_MS;
/** The documentation does not say if a repeated delivery is signed again; the same words are the same fact anyway. */
const AGE_MS_MAX = 25 * 60 * MINUTE_MS;

/**
 * Reads the news in a webhook, or says why it is rejected. Every event that carries a transfer counts, whatever its
 * name: the status of the transfer decides. Other events are accepted without news; for money that arrived, no source
 * shows the form of version V2.
 */
export function readCallback(connection: Connection, callback: Callback): BankNews[] | CallbackFault {
  const forgery = forgeryOf(connection, callback);
  if (forgery !== undefined) return { fault: "forged", detail: forgery };
  const event = readJsonObject(Buffer.from(callback.rawBody));
  if (event === null) return { fault: "unreadable", detail: "no sound JSON object" };
  const { type, data } = event;
  const isTransfer = isObject(data) && "transfer_id" in data;
  const isNamedSo = typeof type === "string" && type.startsWith("TRANSFER_");
  if (!isTransfer && !isNamedSo) return [];
  const transfer = readTransfer(data);
  if (typeof transfer === "string") return { fault: "unreadable", detail: transfer };
  const { id, reference, status, code, utr, amountPaise } = transfer;
  const outcome = judgeTransfer(transfer, { reference });
  const factId = factIdOf([id, reference, status, code, utr]);
  return [{ kind: "payment", reference, outcome, factId, amountPaise }];
}

/** Says why the signature proves nothing; undefined if it is the bank's. The signature covers its time. */
function forgeryOf({ callbackSecret }: Connection, { headers, rawBody, now }: Callback): string | undefined {
  const { "x-webhook-signature": signature, "x-webhook-timestamp": timestamp } = headers;
  if (typeof signature !== "string" || typeof timestamp !== "string") return "no signature";
  if (!/^[A-Za-z0-9+/]{43}=$/.test(signature) || !/^\d{10}(\d{3})?$/.test(timestamp)) return "no signature";
  if (callbackSecret === "") return "no secret to check it with";
  const expected = createHmac("sha256", callbackSecret).update(timestamp).update(rawBody).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, "base64"))) return "wrong signature";
  const ageMs = now.getTime() - Number(timestamp.padEnd(13, "0"));
  return ageMs > AGE_MS_MAX || ageMs < -EARLY_MS ? "not signed lately" : undefined;
}

function factIdOf(words: readonly string[]): string {
  return createHash("sha256").update(words.join("\n")).digest("hex").slice(0, 40);
}
