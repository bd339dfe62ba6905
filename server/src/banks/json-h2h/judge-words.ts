/**
 * From the bank's words to an outcome. Only explicit words that fit together mean yes or no; the rest is
 * unknown.
 */
import type { Outcome } from "#banks";
import type { Rail } from "#rails";
import { type Meaning, meaningOf } from "./host-codes.ts";
import type { Words } from "./read-words.ts";

/** What the words must agree with, as far as the asker knows it. */
export interface Expected {
  readonly reference: string;
  readonly amountPaise?: bigint;
  readonly accountTail?: string;
  readonly rail?: Rail;
  /** Whether a refusal of the request refuses the payment: only for the first sending of an instruction. */
  readonly refusable: boolean;
}

/** The outcome that the words prove. */
export function judgeWords(words: Words, expected: Expected): Outcome {
  const clash = clashOf(words, expected);
  if (clash !== undefined) return { kind: "unknown", detail: clash, alarm: clash };
  switch (words.status) {
    case "SUCCESS":
      return judgePaid(words);
    case "PENDING":
    case "DEEMED":
      return judgePending(words);
    case "FAILED":
      return judgeFailed(words, expected.refusable);
    case "RETURNED":
      return judgeReturned(words, meaningOf(words.code, "returned", words.rail));
    case "DUPLICATE":
      return { kind: "unknown", detail: "the bank has seen this reference before" };
    default:
      return { kind: "unknown", detail: `status ${words.status.replace(/\W/g, "?")} is not in the contract` };
  }
}

/** Another payment's answer, or this payment otherwise than ordered: someone must look. */
function clashOf(words: Words, expected: Expected): string | undefined {
  if (words.reference !== expected.reference) return "the answer has another reference";
  if (differs(words.amountPaise, expected.amountPaise)) return "the answer has another amount";
  if (differs(words.accountTail, expected.accountTail)) return "the answer has another payee";
  if (differs(words.rail, expected.rail)) return "the answer has another rail";
  return undefined;
}

function differs<T>(said: T | undefined, expected: T | undefined): boolean {
  return said !== undefined && expected !== undefined && said !== expected;
}

function judgePaid(words: Words): Outcome {
  const { code, utr, credited } = words;
  const meaning = meaningOf(code, "paid", words.rail);
  if (meaning.evidence !== "POS") return doubt(words, meaning);
  if (isVague(words) || utr === "") return { kind: "unknown", detail: "success without amount, rail or UTR" };
  return { kind: "succeeded", code, text: textOf(words, meaning), utr, credited };
}

/** The bank has it, whatever the code adds; a code that no one knows does not take that back. */
function judgePending(words: Words): Outcome {
  const deemed = words.status === "DEEMED";
  const meaning = meaningOf(words.code, deemed ? "deemed" : "pending", words.rail);
  if (isVague(words)) return { kind: "unknown", detail: "pending without amount or rail" };
  if (deemed && meaning.evidence !== "DEEMED") return doubt(words, meaning);
  const text = textOf(words, meaning);
  return { kind: "pending", code: words.code, text, deemed: meaning.evidence === "DEEMED" };
}

function judgeFailed(words: Words, refusable: boolean): Outcome {
  const { code } = words;
  const meaning = meaningOf(code, "failed", words.rail);
  const text = textOf(words, meaning);
  // Alarms are kept in clear, and the bank's own text may name the payee.
  const alarm = meaning.alarm ? { alarm: meaning.text } : {};
  if (meaning.evidence === "RET") return judgeReturned(words, meaning);
  if (meaning.evidence !== "NEG") return doubt(words, meaning);
  if (meaning.ofRequest && !refusable)
    return { kind: "unknown", detail: `the bank did not listen: ${text}`, ...alarm };
  return {
    kind: "failed",
    code,
    text,
    reason: meaning.reason ?? "FAILED",
    otherBank: meaning.otherBank,
    ...(meaning.ofRequest ? { ofRequest: true } : {}),
    ...alarm,
  };
}

function judgeReturned(words: Words, meaning: Meaning): Outcome {
  const { code, utr } = words;
  if (meaning.evidence !== "RET" && meaning.evidence !== "NEG") return doubt(words, meaning);
  if (isVague(words)) return { kind: "unknown", detail: "returned without amount or rail" };
  const reason = meaning.reason ?? "RETURNED_FROM_BENEFICIARY";
  return { kind: "returned", code, text: textOf(words, meaning), utr, reason };
}

/** A status that its code does not bear out. */
function doubt(words: Words, meaning: Meaning): Outcome {
  const detail = `${words.status} with ${words.code.replace(/[^A-Za-z0-9]/g, "?")}: ${meaning.text}`;
  return meaning.alarm ? { kind: "unknown", detail, alarm: detail } : { kind: "unknown", detail };
}

/** The contract wants amount and rail with every word about money that moved. */
function isVague(words: Words): boolean {
  return words.amountPaise === undefined || words.rail === undefined;
}

function textOf(words: Words, meaning: Meaning): string {
  return words.message === "" ? meaning.text : words.message;
}
