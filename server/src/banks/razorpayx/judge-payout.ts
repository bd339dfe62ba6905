/** From a payout to an outcome. Only words of the tables mean yes or no; the rest is unknown. */
import type { Outcome } from "#banks";
import { CREDITED_REASON, NO_REASON, type Reason, REASONS, STATUSES } from "./payout-words.ts";
import type { Payout } from "./read-payout.ts";

/** What the payout must agree with, as far as the asker knows it. */
export interface Expected {
  readonly reference: string;
  readonly amountPaise?: bigint;
  readonly mode?: string;
  readonly payee?: string;
}

/** The outcome that the payout proves. */
export function judgePayout(payout: Payout, expected: Expected): Outcome {
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

/** Another payout's answer, or this one otherwise than ordered: someone must look. */
function clashOf(payout: Payout, { reference, amountPaise, mode, payee }: Expected): string | undefined {
  if (payout.reference !== reference) return "the answer has another reference";
  if (amountPaise !== undefined && payout.amountPaise !== amountPaise) return "the answer has another amount";
  if (mode !== undefined && payout.mode !== mode) return "the answer has another rail";
  if (payee !== undefined && payout.payee !== undefined && payout.payee !== payee)
    return "the answer has another payee";
  return undefined;
}

/** The UTR may come later than the status (webhooks/payouts.md, payout.updated): until then it is on its way. */
function judgeProcessed({ reason, utr }: Payout, { code, text }: { code: string; text: string }): Outcome {
  if (reason !== "" && reason !== CREDITED_REASON) return doubt(`processed with ${wordOf(reason)}`);
  if (utr === "") return { kind: "pending", code, text: "processed, the UTR is not told yet", deemed: false };
  return { kind: "succeeded", code, text, utr, credited: reason === CREDITED_REASON };
}

function reasonOf({ reason }: Payout): Reason | undefined {
  if (reason === "") return NO_REASON;
  return Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined;
}

function doubt(detail: string): Outcome {
  return { kind: "unknown", detail, alarm: detail };
}

function wordOf(text: string): string {
  return text.replace(/\W/g, "?");
}
