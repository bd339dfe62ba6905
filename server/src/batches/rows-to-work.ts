/** A row in progress: its content, and the decision on it. */
import type { Failure } from "./failures.ts";
import type { RowFields } from "./formats.ts";

/** An open row with its content. */
export interface OpenRow {
  readonly rowNo: number;
  readonly fields: RowFields;
  /** The beneficiary that it pays; null: not known yet. */
  readonly payee: RowPayee | null;
}

/** The listed beneficiary that a row pays. */
export interface RowPayee {
  readonly beneId: string;
  /** Our id of exactly that beneficiary; one that replaces it under the same `beneId` is not paid. */
  readonly beneficiaryId: string;
}

/** The outcome of a row. */
export type Decision =
  | { readonly rowNo: number; readonly kind: "accepted"; readonly transfer: TransferIds | null }
  | {
      readonly rowNo: number;
      readonly kind: "rejected";
      readonly failure: Failure;
      /** A transfer that was stored as rejected. */
      readonly transfer: TransferIds | null;
    }
  /** It alone made its transaction fail; `hopeless` if due to its content, otherwise it is retried. */
  | { readonly rowNo: number; readonly kind: "tried"; readonly hopeless: boolean };

/** The ids of a transfer. */
export interface TransferIds {
  readonly transferId: string;
  readonly referenceId: bigint;
}
