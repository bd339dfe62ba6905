/** Answers to payments, enquiries and voids. */
import type { Enquiry, Instruction, Outcome, WireAnswer } from "#banks";
import { meaningOf } from "./host-codes.ts";
import { judgeWords } from "./judge-words.ts";
import { readWords } from "./read-words.ts";
import { payeeKeyOf } from "./write-requests.ts";

/** What the answer to an instruction proves. */
export function readPayment(answer: WireAnswer, instruction: Instruction): Outcome {
  const { reference, amountPaise, rail, sentBefore = false } = instruction;
  const words = readWords(answer);
  if (typeof words === "string") return unknown(words);
  const accountTail = payeeKeyOf(instruction).slice(-4);
  const outcome = judgeWords(words, { reference, amountPaise, accountTail, rail, refusable: !sentBefore });
  // Beside 200, the contract has refusals only.
  const fits = answer.httpStatus === 200 || outcome.kind === "failed" || outcome.kind === "unknown";
  return fits ? outcome : unknown(`HTTP ${answer.httpStatus} with ${words.status}`);
}

/** What the answer to an enquiry proves. That the bank does not know the reference proves nothing. */
export function readEnquiry(answer: WireAnswer, { reference, amountPaise }: Enquiry): Outcome {
  const words = readWords(answer);
  if (typeof words === "string") return unknown(words);
  if (answer.httpStatus === 404 && words.code === "NOT_FOUND" && words.reference === reference) {
    return { kind: "not_found" };
  }
  const outcome = judgeWords(words, { reference, amountPaise, refusable: false });
  return answer.httpStatus === 200 || outcome.kind === "unknown"
    ? outcome
    : unknown(`HTTP ${answer.httpStatus} with ${words.status}`);
}

/** `failed` when the bank promises not to pay; otherwise the payment as it stands. */
export function readVoid(answer: WireAnswer, reference: string): Outcome {
  const words = readWords(answer);
  if (typeof words === "string") return unknown(words);
  const outcome = judgeWords(words, { reference, refusable: false });
  if (answer.httpStatus !== 200 || words.voided === undefined) {
    return outcome.kind === "unknown"
      ? outcome
      : unknown(`HTTP ${answer.httpStatus} does not say whether it is void`);
  }
  if (!words.voided) return outcome.kind === "failed" ? unknown("failed, yet not void") : outcome;
  if (words.reference !== reference) return outcome;
  if (words.status !== "FAILED") return unknown(`void with ${words.status}`);
  if (outcome.kind === "failed") return outcome;
  // The promise holds for whatever reason the payment had failed before.
  const { text, reason } = meaningOf("H06", "failed", undefined);
  return { kind: "failed", code: "H06", text, reason: reason ?? "FAILED", otherBank: true };
}

function unknown(detail: string): Outcome {
  return { kind: "unknown", detail };
}
