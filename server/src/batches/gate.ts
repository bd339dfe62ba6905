/** Whether a batch may be processed: asked once, when its rows have been validated. */
import type { Tx } from "#lib/db";
import type { Batch } from "./batch.ts";

/** What approvers are told of a batch. `contentHash` is what a consent must be bound to. */
export interface BatchToProcess extends Batch {
  /** Rows that may be worked on; the others are rejected already. */
  readonly openRows: number;
}

export type GateAnswer =
  | { readonly kind: "process" }
  /** Until `releaseBatch` or `rejectBatch` is called. */
  | { readonly kind: "wait" }
  | { readonly kind: "reject"; readonly because: string };

type MayProcess = (tx: Tx, batch: BatchToProcess) => Promise<GateAnswer>;

let gate: MayProcess = async () => ({ kind: "process" });

/**
 * Lets `decide` say for every batch whether it may be processed, in the transaction that has validated it. Called once
 * at the start of a process; without it every batch may.
 */
export function decideBatches(decide: MayProcess): void {
  gate = decide;
}

/** Asks the approvers. */
export function mayProcess(tx: Tx, batch: BatchToProcess): Promise<GateAnswer> {
  return gate(tx, batch);
}
