/** Answers to payments, enquiries and voids. */
import type {
  Enquiry,
  Instruction,
  Outcome,
  VerificationOutcome,
  VerificationQuestion,
  WireAnswer,
} from "#banks";
import { isPlain, readObject, shortened } from "#banks/json";
import { isVpa } from "#rails";
import { judgeWords, meaningOf, paiseOf, readWords } from "./judge-words.ts";
import { payeeKeyOf } from "./write-requests.ts";

/** Returns what the answer says; an answer that contradicts the question says nothing. */
export function readVerification(answer: WireAnswer, question: VerificationQuestion): VerificationOutcome {
  const words = readObject(answer);
  if (typeof words === "string") return unknownName(words);
  const { reference, status, code, message } = words;
  if (!isPlain(status, 20) || !isPlain(code, 20)) return unknownName("no status or code");
  const text = typeof message === "string" ? shortened(message) : "";
  const meaning = meaningOf(code, "failed", question.kind === "account" ? "imps" : "upi");
  // A refused request names no reference if the bank could not read it.
  if (status === "FAILED" && meaning.ofRequest) {
    const alarm = meaning.alarm ? { alarm: meaning.text } : {};
    return { kind: "unavailable", code, text: text || meaning.text, refused: meaning.alarm, ...alarm };
  }
  if (reference !== question.reference) return contradiction("another reference");
  if (answer.httpStatus !== 200) return unknownName(`HTTP ${answer.httpStatus} with ${shortened(status)}`);
  if (status === "FAILED" && code === "H02") {
    return { kind: "unavailable", code, text: text || meaning.text, refused: true };
  }
  if (words.accountTail !== tailOf(question)) return contradiction("another payee");
  switch (status) {
    case "VALID":
      return readFound(words, question);
    case "INVALID":
      return meaning.evidence === "NEG"
        ? { kind: "not_found", code, text: text || meaning.text }
        : unknownName(`INVALID with ${shortened(code)}`);
    case "UNAVAILABLE":
      return { kind: "unavailable", code, text: text || meaning.text, refused: false };
    default:
      return unknownName(`status ${shortened(status)}`);
  }
}

const NAME_LENGTH_MAX = 200;

function readFound(
  words: Readonly<Record<string, unknown>>,
  question: VerificationQuestion,
): VerificationOutcome {
  const { code, name, vpa, utr, amount } = words;
  if (code !== "00") return unknownName(`VALID with ${shortened(String(code))}`);
  const depositedPaise = paiseOf(amount);
  if (depositedPaise === null) return unknownName("an amount that is none");
  if (typeof utr !== "string" || !/^[A-Za-z0-9]{0,35}$/.test(utr)) return unknownName("a utr that is none");
  const holder = typeof name === "string" ? name.replace(/\p{C}+/gu, " ").trim() : "";
  if (holder === "" || holder.length > NAME_LENGTH_MAX) return unknownName("no name");
  if (question.kind === "account") return { kind: "found", name: holder, vpa: null, utr, depositedPaise };
  if (typeof vpa !== "string" || !isVpa(vpa)) return unknownName("no vpa");
  if (question.kind === "vpa" && vpa.toLowerCase() !== question.vpa.toLowerCase())
    return contradiction("another VPA");
  return { kind: "found", name: holder, vpa, utr, depositedPaise };
}

/** The end of the value that we asked about, as the bank repeats it. */
function tailOf(question: VerificationQuestion): string {
  const { accountNumber, vpa, phone } = question as { accountNumber?: string; vpa?: string; phone?: string };
  return (accountNumber ?? vpa ?? phone ?? "").toLowerCase().slice(-4);
}

function unknownName(detail: string): VerificationOutcome {
  return { kind: "unknown", detail };
}

function contradiction(detail: string): VerificationOutcome {
  return { kind: "unknown", detail, alarm: `a verification answered for ${detail}` };
}

/** Returns what the answer to an instruction proves. */
export function readPayment(answer: WireAnswer, instruction: Instruction): Outcome {
  const { reference, amountPaise, rail, sentBefore = false } = instruction;
  const words = readWords(answer);
  if (typeof words === "string") return unknownOutcome(words);
  const accountTail = payeeKeyOf(instruction).slice(-4);
  const outcome = judgeWords(words, { reference, amountPaise, accountTail, rail, refusable: !sentBefore });
  // Under any status other than 200, the contract has only refusals.
  const fits = answer.httpStatus === 200 || outcome.kind === "failed" || outcome.kind === "unknown";
  return fits ? outcome : unknownOutcome(`HTTP ${answer.httpStatus} with ${words.status}`);
}

/** Returns what the answer to an enquiry proves. If the bank does not know the reference, that proves nothing. */
export function readEnquiry(answer: WireAnswer, { reference, amountPaise }: Enquiry): Outcome {
  const words = readWords(answer);
  if (typeof words === "string") return unknownOutcome(words);
  if (answer.httpStatus === 404 && words.code === "NOT_FOUND" && words.reference === reference) {
    return { kind: "not_found" };
  }
  const outcome = judgeWords(words, { reference, amountPaise, refusable: false });
  return answer.httpStatus === 200 || outcome.kind === "unknown"
    ? outcome
    : unknownOutcome(`HTTP ${answer.httpStatus} with ${words.status}`);
}

/** Returns `failed` if the bank promises not to pay; otherwise the payment as it is. */
export function readVoid(answer: WireAnswer, reference: string): Outcome {
  const words = readWords(answer);
  if (typeof words === "string") return unknownOutcome(words);
  const outcome = judgeWords(words, { reference, refusable: false });
  if (answer.httpStatus !== 200 || words.voided === undefined) {
    return outcome.kind === "unknown"
      ? outcome
      : unknownOutcome(`HTTP ${answer.httpStatus} does not say whether it is void`);
  }
  if (!words.voided) return outcome.kind === "failed" ? unknownOutcome("failed, yet not void") : outcome;
  if (words.reference !== reference) return outcome;
  if (words.status !== "FAILED") return unknownOutcome(`void with ${words.status}`);
  if (outcome.kind === "failed") return outcome;
  // The promise holds whatever the reason of an earlier failure.
  const { text, reason } = meaningOf("H06", "failed", undefined);
  return { kind: "failed", code: "H06", text, reason: reason ?? "FAILED", otherBank: true };
}

function unknownOutcome(detail: string): Outcome {
  return { kind: "unknown", detail };
}
