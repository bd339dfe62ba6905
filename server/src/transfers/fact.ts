/** A fact: what a bank said about one attempt, reduced to what may move money. */
import { createHash } from "node:crypto";
import { evidenceOf, type Outcome } from "#banks";
import type { Evidence, FailureReason } from "#rails";
import type { Transfer } from "./transfer.ts";

export type Source = "response" | "enquiry" | "callback" | "statement" | "scheme" | "operator";

export interface Fact {
  readonly transferId: string;
  readonly attempt: number;
  /** The bank's own id of the news, or a hash of what it says: the same words twice are one fact. */
  readonly factKey: string;
  readonly source: Source;
  readonly evidence: Evidence;
  /** The beneficiary's bank has confirmed the credit. */
  readonly credited: boolean;
  readonly code: string;
  readonly detail: string;
  readonly utr: string | null;
  readonly reason: FailureReason | null;
  /** A bank other than this one may be tried. */
  readonly otherBank: boolean;
  /** The answer does not fit what was asked (other amount, reference or beneficiary), or our own side is at fault. */
  readonly alarm: boolean;
  /**
   * Says that the request did not get through. It proves that nothing was paid only while no one else can have
   * sent the same reference: see `weighFact`.
   */
  readonly ofRequest: boolean;
}

/** What a bank said, as it reaches `recordNews`. */
export interface News {
  transferId: string;
  attempt: number;
  source: Source;
  outcome: Outcome;
  /** The bank's own id of this news, when it has one. */
  newsId?: string;
  /** Whose money it was, where that is known: then it is locked with the first look. */
  payer?: Pick<Transfer, "sourceNo" | "reservePaise">;
}

/** Reduces news to the fact that is kept. */
export function factOf(news: News): Fact {
  const { transferId, attempt, source, outcome } = news;
  const words = wordsOf(outcome);
  const evidence = evidenceOf(outcome);
  const said = [evidence, words.code, words.utr ?? "", String(words.credited), words.detail].join("|");
  return {
    transferId,
    attempt,
    source,
    evidence,
    ...words,
    factKey: news.newsId ?? createHash("sha256").update(said).digest("base64url").slice(0, 16),
  };
}

/**
 * What a fact weighs once its transfer is locked. After an enquiry the bank may have been given the instruction
 * again, so that the first sender's "it did not get through" proves nothing any more.
 */
export function weighFact(fact: Fact, enquiries: number): Fact {
  return fact.ofRequest && enquiries > 0 ? { ...fact, evidence: "UNK", otherBank: false } : fact;
}

type Words = Pick<
  Fact,
  "credited" | "code" | "detail" | "utr" | "reason" | "otherBank" | "alarm" | "ofRequest"
>;

const NO_WORDS: Words = {
  credited: false,
  code: "",
  detail: "",
  utr: null,
  reason: null,
  otherBank: false,
  alarm: false,
  ofRequest: false,
};

function wordsOf(outcome: Outcome): Words {
  switch (outcome.kind) {
    case "succeeded": {
      const { code, text, utr, credited } = outcome;
      return { ...NO_WORDS, code, detail: text, utr: utrOf(utr), credited };
    }
    case "pending":
      return { ...NO_WORDS, code: outcome.code, detail: outcome.text };
    case "failed": {
      const { code, text, reason, otherBank, ofRequest = false, alarm } = outcome;
      return { ...NO_WORDS, code, detail: text, reason, otherBank, ofRequest, alarm: alarm !== undefined };
    }
    case "returned": {
      const { code, text, utr, reason } = outcome;
      return { ...NO_WORDS, code, detail: text, utr: utrOf(utr), reason };
    }
    case "not_found":
      return { ...NO_WORDS, code: "NOT_FOUND" };
    case "unknown":
      return { ...NO_WORDS, detail: outcome.alarm ?? outcome.detail, alarm: outcome.alarm !== undefined };
    case "not_sent":
      return { ...NO_WORDS, detail: outcome.detail, ofRequest: true };
    default: {
      const never: never = outcome;
      throw new Error(`no such outcome: ${JSON.stringify(never)}`);
    }
  }
}

/** In capitals, as statements' lines and top-ups have it, so that the same number is the same text. */
function utrOf(told: string): string | null {
  return told.trim().toUpperCase() || null;
}

/**
 * What a fact did, who reported it, and the bank's code where there is one. Its sentence may name the payee: that
 * stands sealed with the fact, and nowhere else.
 */
export function wordsOfFact({ source, code }: Pick<Fact, "source" | "code">, done: string): string {
  return code === "" ? `${source}: ${done}` : `${source}: ${done} (${code})`;
}

/** Why someone must look: our own words, or that the bank refused and by which code. */
export function wordsOfAlarm(fact: Pick<Fact, "source" | "code" | "detail">): string {
  return fact.code === "" ? fact.detail : wordsOfFact(fact, "refused");
}
