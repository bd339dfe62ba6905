/** From a transfer to an outcome. Only words of the tables mean yes or no; the rest is unknown. */
import type { Outcome } from "#banks";
import type { Transfer } from "./read-transfer.ts";
import { NO_REASON, type Reason, REASONS, STATUSES, SUCCESS_CODES } from "./transfer-words.ts";

/** What the transfer must agree with, as far as the asker knows it. */
export interface Expected {
  readonly reference: string;
  readonly amountPaise?: bigint;
  readonly payee?: string;
}

/** The outcome that the transfer proves. */
export function judgeTransfer(transfer: Transfer, expected: Expected): Outcome {
  const clash = clashOf(transfer, expected);
  if (clash !== undefined) return { kind: "unknown", detail: clash, alarm: clash };
  const status = Object.hasOwn(STATUSES, transfer.status) ? STATUSES[transfer.status] : undefined;
  if (status === undefined) return doubt(`status ${wordOf(transfer.status)} is not documented`);
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
        return doubt(`${transfer.status} with ${wordOf(transfer.code)}, which is not documented`);
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

/** Another transfer's answer, or this one otherwise than ordered: someone must look. */
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
  if (success === undefined) return doubt(`SUCCESS with ${wordOf(transfer.code)}, which is not documented`);
  const { utr } = transfer;
  if (utr === "") return { kind: "pending", code, text: "paid, the UTR is not told yet", deemed: false };
  return { kind: "succeeded", code, text, utr, credited: success.credited };
}

function reasonOf({ status, code }: Transfer): Reason | undefined {
  if (Object.hasOwn(REASONS, code)) return REASONS[code];
  return code === "" || code === status ? NO_REASON : undefined;
}

function doubt(detail: string): Outcome {
  return { kind: "unknown", detail, alarm: detail };
}

function wordOf(text: string): string {
  return text.replace(/\W/g, "?");
}
