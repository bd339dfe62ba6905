/** Answers to the question under whose name something stands. */
import type { VerificationOutcome, VerificationQuestion, WireAnswer } from "#banks";
import { isPlain, readObject, shortened } from "#banks/json";
import { isVpa } from "#rails";
import { meaningOf } from "./host-codes.ts";
import { paiseOf } from "./read-words.ts";

/** What the answer says; what contradicts the question says nothing. */
export function readVerification(answer: WireAnswer, question: VerificationQuestion): VerificationOutcome {
  const words = readObject(answer);
  if (typeof words === "string") return unknown(words);
  const { reference, status, code, message } = words;
  if (!isPlain(status, 20) || !isPlain(code, 20)) return unknown("no status or code");
  const text = typeof message === "string" ? shortened(message) : "";
  const meaning = meaningOf(code, "failed", question.kind === "account" ? "imps" : "upi");
  // A refused request names no reference when it could not be read.
  if (status === "FAILED" && meaning.ofRequest) {
    const alarm = meaning.alarm ? { alarm: meaning.text } : {};
    return { kind: "unavailable", code, text: text || meaning.text, refused: meaning.alarm, ...alarm };
  }
  if (reference !== question.reference) return contradiction("another reference");
  if (answer.httpStatus !== 200) return unknown(`HTTP ${answer.httpStatus} with ${shortened(status)}`);
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
        : unknown(`INVALID with ${shortened(code)}`);
    case "UNAVAILABLE":
      return { kind: "unavailable", code, text: text || meaning.text, refused: false };
    default:
      return unknown(`status ${shortened(status)}`);
  }
}

const NAME_LENGTH_MAX = 200;

function readFound(
  words: Readonly<Record<string, unknown>>,
  question: VerificationQuestion,
): VerificationOutcome {
  const { code, name, vpa, utr, amount } = words;
  if (code !== "00") return unknown(`VALID with ${shortened(String(code))}`);
  const depositedPaise = paiseOf(amount);
  if (depositedPaise === null) return unknown("an amount that is none");
  if (typeof utr !== "string" || !/^[A-Za-z0-9]{0,35}$/.test(utr)) return unknown("a utr that is none");
  const holder = typeof name === "string" ? name.replace(/\p{C}+/gu, " ").trim() : "";
  if (holder === "" || holder.length > NAME_LENGTH_MAX) return unknown("no name");
  if (question.kind === "account") return { kind: "found", name: holder, vpa: null, utr, depositedPaise };
  if (typeof vpa !== "string" || !isVpa(vpa)) return unknown("no vpa");
  if (question.kind === "vpa" && vpa.toLowerCase() !== question.vpa.toLowerCase())
    return contradiction("another VPA");
  return { kind: "found", name: holder, vpa, utr, depositedPaise };
}

/** The end of what was asked for, as the bank repeats it. */
function tailOf(question: VerificationQuestion): string {
  const { accountNumber, vpa, phone } = question as { accountNumber?: string; vpa?: string; phone?: string };
  return (accountNumber ?? vpa ?? phone ?? "").toLowerCase().slice(-4);
}

function unknown(detail: string): VerificationOutcome {
  return { kind: "unknown", detail };
}

function contradiction(detail: string): VerificationOutcome {
  return { kind: "unknown", detail, alarm: `a verification answered for ${detail}` };
}
