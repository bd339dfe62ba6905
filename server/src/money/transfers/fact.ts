/** A fact: what a bank reported about one attempt, reduced to what can move money. */
import { createHash } from "node:crypto";
import { evidenceOf, type Outcome } from "#banks";
import type { Besides } from "#fund-sources";
import type { Tx, UntimedTx } from "#lib/db";
import { boolean, defineRow, insertRows, nullable, smallint, text, timestamptz, uuid } from "#lib/rows";
import { sealWords } from "#lib/seals";
import type { Evidence, FailureReason } from "#rails";
import type { AttemptRow } from "./attempt.ts";
import type { Transfer } from "./transfer.ts";

export type Source = "response" | "enquiry" | "callback" | "statement" | "scheme" | "operator";

export interface Fact {
  readonly transferId: string;
  readonly attempt: number;
  /** The bank's own ID of the news, or a hash of its content: the same words twice are one fact. */
  readonly factKey: string;
  readonly source: Source;
  readonly evidence: Evidence;
  /** True if the beneficiary's bank has confirmed the credit. */
  readonly credited: boolean;
  readonly code: string;
  readonly detail: string;
  readonly utr: string | null;
  readonly reason: FailureReason | null;
  /** True if another bank can be tried. */
  readonly otherBank: boolean;
  /** The response does not fit the instruction (amount, reference or beneficiary), or we made a mistake. */
  readonly alarm: boolean;
  /**
   * True if the fact says that the request did not get through. That proves that nothing was paid only while
   * no other sender can have sent the same reference: see `weighFact`.
   */
  readonly ofRequest: boolean;
  /** The recharges that are other money than this return. */
  readonly besides?: Besides;
}

/** An attempt as this process wrote it: what a bank reports about it can be decided without asking. */
export interface SentAttempt {
  readonly transfer: Transfer;
  readonly attempt: AttemptRow;
  /** The transaction that wrote them, as the rows' `xmin`. */
  readonly xid: string;
  /** The merchant's time, less this process's monotonic clock, in ms. */
  readonly clockMs: number;
}

/** A bank's report, as it is passed to `recordNews`. */
export interface News {
  transferId: string;
  attempt: number;
  source: Source;
  outcome: Outcome;
  /** The bank's own ID of this news, if it has one. */
  newsId?: string;
  /** The recharges that have named the payment and are other money for certain, if it came back. */
  besides?: Besides;
  /** The payer, if known: then the accounts are locked in the first round trip. */
  payer?: Pick<Transfer, "sourceNo" | "reservePaise">;
  /** The attempt as this process wrote it; null if others may have changed it. */
  sent?: SentAttempt | null;
}

export function factOf(news: News): Fact {
  const { transferId, attempt, source, outcome, besides } = news;
  const words = wordsOf(outcome);
  const evidence = evidenceOf(outcome);
  const said = [evidence, words.code, words.utr ?? "", String(words.credited), words.detail].join("|");
  return {
    transferId,
    attempt,
    source,
    evidence,
    ...words,
    ...(besides !== undefined && { besides }),
    factKey: news.newsId ?? createHash("sha256").update(said).digest("base64url").slice(0, 16),
  };
}

/**
 * Weighs a fact once its transfer is locked. After an enquiry the instruction may have been sent again, so
 * that the first sender's "it did not get through" no longer proves anything.
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

/** Returns the UTR in capitals, as statement lines and top-ups have it, so that it compares equal. */
function utrOf(told: string): string | null {
  return told.trim().toUpperCase() || null;
}

/**
 * Describes what happened, who reported it, and the bank's code if there is one. The bank's own sentence is
 * left out because it may name the payee: it is stored only with the fact, sealed.
 */
export function wordsOfFact({ source, code }: Pick<Fact, "source" | "code">, done: string): string {
  return code === "" ? `${source}: ${done}` : `${source}: ${done} (${code})`;
}

/** Explains why a person must look: in our own words, or by the code of the bank's refusal. */
export function wordsOfAlarm(fact: Pick<Fact, "source" | "code" | "detail">): string {
  return fact.code === "" ? fact.detail : wordsOfFact(fact, "refused");
}

/** A fact as it is stored; its words are sealed. */
export const FACT = defineRow("transfers.fact", {
  transferId: uuid,
  attempt: smallint,
  factKey: text(),
  source: text<Source>(),
  evidence: text<Evidence>(),
  credited: boolean,
  code: text(),
  detail: text(),
  utr: nullable(text()),
  reason: nullable(text<FailureReason>()),
  otherBank: boolean,
  at: timestamptz,
});

/** Reads all facts about transfers, in the order in which they came. */
export function readFacts(tx: UntimedTx, transferIds: readonly string[]): Promise<Fact[]> {
  return tx.query<Fact>(
    `select ${FACT.columns}, false as alarm, false as "ofRequest"
     from unnest($2::uuid[]) as wanted (id)
     join transfers.fact
       on merchant_id = $1
      and transfer_id = wanted.id
     order by at, fact_key`,
    [tx.merchantId, transferIds],
  );
}

/** Stores facts that were not known before. */
export async function insertFacts(tx: Tx, facts: readonly Fact[]): Promise<void> {
  const rows = facts.map((fact) => ({ ...fact, detail: sealWords(tx, fact.detail.slice(0, 500)) }));
  await insertRows(tx, FACT, rows, { at: tx.now });
}
