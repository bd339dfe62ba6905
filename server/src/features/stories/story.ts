/** The story of a transfer: all that the modules know about it, and what follows from that for a reader. */
import type { RequestCourse } from "#approvals";
import type { NamedBatch } from "#batches";
import type { PayeeFacts } from "#beneficiaries";
import type { ShownPosting } from "#ledger";
import { defineErrors } from "#lib/errors";
import type { Rail } from "#rails";
import type { RecallDetails } from "#recalls";
import type { KeptVerdict } from "#risk";
import type { RouteExplanation } from "#routing";
import type { LateSuccess, QueuePlace, Transfer, TransferHistory } from "#transfers";
import type { SubjectDelivery, SubjectEvent } from "#webhooks";
import type { TransferExplanation } from "./explain-transfer.ts";
import type { Sentence } from "./sentences.ts";

/** The facts of each module about one transfer. Account numbers are not among them, neither open nor sealed. */
export interface StoryParts {
  readonly transfer: Transfer;
  readonly payee: PayeeFacts;
  readonly history: TransferHistory;
  /** Set if its bank paid after it had reported a failure. */
  readonly paidLate: LateSuccess | null;
  readonly verdicts: readonly KeptVerdict[];
  readonly routes: ReadonlyMap<string, RouteExplanation>;
  readonly postings: readonly ShownPosting[];
  /** Its place in the queue of its fund source, under its ID; empty if no other transfer is concerned. */
  readonly places: ReadonlyMap<string, QueuePlace>;
  readonly approvals: readonly RequestCourse[];
  readonly events: readonly SubjectEvent[];
  readonly deliveries: readonly SubjectDelivery[];
  readonly recalls: readonly RecallDetails[];
  readonly batch: NamedBatch | null;
  readonly linkKey: string | null;
  readonly makerName: string | null;
  readonly fundSourceName: string;
  /** The bank that holds the money of the fund source. Null if any bank may pay the transfer. */
  readonly sourceBankId: string | null;
}

export const EVENT_KINDS = [
  "request",
  "check",
  "approval",
  "queue",
  "routing",
  "bank",
  "ledger",
  "webhook",
  "recall",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** One thing that happened. */
export interface StoryEvent {
  /** Its place in the timeline, from 1, which links name. */
  readonly no: number;
  readonly at: Date;
  readonly kind: EventKind;
  readonly sentence: Sentence;
  /** Facts beyond the sentence, by name. */
  readonly details: Readonly<Record<string, string>>;
}

export interface Story extends StoryParts {
  readonly explanation: TransferExplanation;
  readonly timeline: readonly StoryEvent[];
}

export const StoryError = defineErrors("stories", {
  not_found: "The transfer does not exist.",
  not_paid: "There is no receipt before the bank has paid.",
});

const RAILS: Readonly<Record<Rail, string>> = {
  imps: "IMPS",
  neft: "NEFT",
  rtgs: "RTGS",
  upi: "UPI",
  paytm: "Paytm",
  amazonpay: "Amazon Pay",
  card: "Card",
};

export function showRail(rail: Rail): string {
  return RAILS[rail];
}

/** Returns the name of a bank; a bank that is not chosen yet is "the bank". */
export function showBank(bankId: string | null): string {
  if (bankId === null) return "the bank";
  return bankId
    .split(/[-_ ]/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join(" ");
}
