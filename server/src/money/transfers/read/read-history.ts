import type { Tx } from "#lib/db";
import type { Evidence, FailureReason, Rail } from "#rails";
import type { Source } from "../fact.ts";
import type { Status } from "../machine.ts";
import type { Contradiction } from "../write-changes.ts";

export interface TakenStep {
  readonly step: number;
  readonly from: Status;
  readonly to: Status;
  readonly because: string;
  readonly at: Date;
}

/** One instruction to one bank. */
interface TriedBank {
  readonly attempt: number;
  readonly bankId: string;
  readonly rail: Rail;
  /** Our reference, by which the bank knows the attempt. */
  readonly reference: string;
  readonly live: boolean;
  readonly evidence: Evidence | null;
  readonly decisionId: string;
  readonly at: Date;
}

interface BankMessage {
  readonly attempt: number;
  readonly source: Source;
  readonly evidence: Evidence;
  readonly code: string;
  readonly detail: string;
  readonly utr: string | null;
  readonly reason: FailureReason | null;
  readonly credited: boolean;
  readonly at: Date;
}

/** Everything that happened to a transfer, each kind in order. Nothing in it is secret or sealed. */
export interface TransferHistory {
  readonly steps: readonly TakenStep[];
  readonly attempts: readonly TriedBank[];
  readonly messages: readonly BankMessage[];
  readonly contradictions: readonly (Contradiction & { readonly at: Date })[];
  /** The member who ordered it on the dashboard. */
  readonly makerId: string | null;
}

/** Reads the history of one transfer; everything is empty if the transfer does not exist. */
export async function readHistory(tx: Tx, transferId: string): Promise<TransferHistory> {
  const values = [tx.merchantId, transferId];
  const [steps, attempts, messages, contradictions, makers] = await Promise.all([
    tx.query<TakenStep>(STEPS, values),
    tx.query<TriedBank>(ATTEMPTS, values),
    tx.query<BankMessage>(MESSAGES, values),
    tx.query<Contradiction & { at: Date }>(CONTRADICTIONS, values),
    tx.query<{ makerId: string }>(MAKER, values),
  ]);
  const makerId = makers[0]?.makerId ?? null;
  return { steps: steps.flatMap(asMoves), attempts, messages, contradictions, makerId };
}

/** Returns the moves of a step. A transfer that was sent with its order had its money held first. */
function asMoves(step: TakenStep): readonly TakenStep[] {
  if (step.from !== "received" || step.to !== "sent") return [step];
  return [
    { ...step, to: "ready", because: "accepted, funds held" },
    { ...step, from: "ready" },
  ];
}

const STEPS = `
  select step, from_status as "from", to_status as "to", because, at
  from transfers.step
  where merchant_id = $1 and transfer_id = $2
  order by step`;

const ATTEMPTS = `
  select attempt, bank_id as "bankId", rail, reference, live, evidence, decision_id as "decisionId", at
  from transfers.attempt
  where merchant_id = $1 and transfer_id = $2
  order by attempt`;

const MESSAGES = `
  select attempt, source, evidence, code, detail, utr, reason, credited, at
  from transfers.fact
  where merchant_id = $1 and transfer_id = $2
  order by at, fact_key`;

const CONTRADICTIONS = `
  select attempt, kind, detail, opened_at as at
  from transfers.contradiction
  where merchant_id = $1 and transfer_id = $2
  order by opened_at`;

const MAKER = `
  select member_id as "makerId"
  from transfers.maker
  where merchant_id = $1 and transfer_id = $2`;
