/** Decides once, after its rows were validated, if a batch may be processed. */
import type { Tx } from "#lib/db";
import type { Batch } from "./batch.ts";

/** The description of a batch for approvers. An approval must be bound to `contentHash`. */
export interface BatchToProcess extends Batch {
  /** Rows that may be processed; the others are already rejected. */
  readonly openRows: number;
}

export type GateAnswer =
  | { readonly kind: "process" }
  /** The batch waits until `releaseBatch` or `rejectBatch` is called. */
  | { readonly kind: "wait" }
  | { readonly kind: "reject"; readonly because: string };

type MayProcess = (tx: Tx, batch: BatchToProcess) => Promise<GateAnswer>;

let gate: MayProcess = async () => ({ kind: "process" });

/**
 * Sets the function that decides for every batch if it may be processed, in the transaction that validated
 * it. Called once at the start of a process; without it every batch may.
 */
export function decideBatches(decide: MayProcess): void {
  gate = decide;
}

export function mayProcess(tx: Tx, batch: BatchToProcess): Promise<GateAnswer> {
  return gate(tx, batch);
}
