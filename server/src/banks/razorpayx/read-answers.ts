/** Answers to payouts and to questions about them. */
import type { Enquiry, Instruction, Outcome, WireAnswer } from "#banks";
import { isObject, isPlain, isText, readObject, shortened } from "#banks/json";
import { MODES } from "./capabilities.ts";
import { judgePayout } from "./judge-payout.ts";
import { API_ERRORS, type ApiError } from "./payout-words.ts";
import { readPayout } from "./read-payout.ts";
import { payeeKeyOf } from "./write-requests.ts";

/** What the answer to an instruction proves. */
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

/** What the answer to an enquiry proves. That there is no payout under a reference proves nothing. */
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

/** A refusal of the request refuses the payout only where nothing can have been sent before. */
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

function fits(row: ApiError, httpStatus: number, words: readonly unknown[]): boolean {
  return (
    row.httpStatus === httpStatus && words.some((word) => typeof word === "string" && row.matches.test(word))
  );
}

function unknown(detail: string): Extract<Outcome, { kind: "unknown" }> {
  return { kind: "unknown", detail };
}
