/** Answers to transfers and to questions about them. */
import type { Enquiry, Instruction, Outcome, WireAnswer } from "#banks";
import { isPlain, isText, readObject, shortened } from "#banks/json";
import { judgeTransfer } from "./judge-transfer.ts";
import { readTransfer } from "./read-transfer.ts";
import { API_ERRORS, type ApiError } from "./transfer-words.ts";
import { payeeKeyOf } from "./write-requests.ts";

type Words = Readonly<Record<string, unknown>>;

/** What the answer to an instruction proves. */
export function readPayment(answer: WireAnswer, instruction: Instruction): Outcome {
  const { reference, amountPaise, sentBefore = false } = instruction;
  const words = readObject(answer);
  if (typeof words === "string") return unknown(words);
  if (answer.httpStatus !== 200) return judgeError(answer, words, sentBefore);
  const transfer = readTransfer(words);
  if (typeof transfer === "string") return unknown(`HTTP 200 with ${transfer}`);
  return judgeTransfer(transfer, { reference, amountPaise, payee: payeeKeyOf(instruction) });
}

/** What the answer to an enquiry proves. That Cashfree does not know the reference proves nothing. */
export function readEnquiry(answer: WireAnswer, { reference, amountPaise }: Enquiry): Outcome {
  const words = readObject(answer);
  if (typeof words === "string") return unknown(words);
  if (answer.httpStatus === 404 && words["code"] === "transfer_id_not_found") return { kind: "not_found" };
  const transfer = answer.httpStatus === 200 ? readTransfer(words) : "no transfer";
  if (typeof transfer === "string") return unknown(`HTTP ${answer.httpStatus} with ${transfer}`);
  return judgeTransfer(transfer, { reference, amountPaise });
}

/** A refusal of the request refuses the transfer only where nothing can have been sent before. */
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

function fits(row: ApiError, httpStatus: number, words: readonly unknown[]): boolean {
  return (
    row.httpStatus === httpStatus && words.some((word) => typeof word === "string" && row.matches.test(word))
  );
}

function unknown(detail: string): Extract<Outcome, { kind: "unknown" }> {
  return { kind: "unknown", detail };
}
