/** A row on its way: what it says, and what was decided of it. */
import type { Failure } from "./failures.ts";
import type { RowFields } from "./formats.ts";

/** An open row with what it says. */
export interface OpenRow {
  readonly rowNo: number;
  readonly fields: RowFields;
  /** Whom it pays; null: not known yet. */
  readonly payee: RowPayee | null;
}

/** The listed beneficiary that a row pays. */
export interface RowPayee {
  readonly beneId: string;
  /** Our id of exactly that one: anyone who takes its place under the same `beneId` is not paid. */
  readonly beneficiaryId: string;
}

/** What became of a row. */
export type Decision =
  | { readonly rowNo: number; readonly kind: "accepted"; readonly transfer: TransferIds | null }
  | {
      readonly rowNo: number;
      readonly kind: "rejected";
      readonly failure: Failure;
      /** A transfer that was stored as rejected. */
      readonly transfer: TransferIds | null;
    }
  /** It alone brought its transaction down; `hopeless` when by what it says, otherwise it is tried again. */
  | { readonly rowNo: number; readonly kind: "tried"; readonly hopeless: boolean };

/** The ids of a transfer. */
export interface TransferIds {
  readonly transferId: string;
  readonly referenceId: bigint;
}
