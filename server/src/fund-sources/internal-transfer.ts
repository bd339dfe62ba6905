/** Money moved between two fund sources: what is asked for, what is kept, and why it may be refused. */
import type { Actor } from "#audit";

/** Money to be moved between two fund sources of the merchant. */
export interface InternalTransferOrder {
  /** The merchant's own id of it: the same id is always the same internal transfer. Null: we make one. */
  readonly transferKey: string | null;
  readonly fromId: string;
  /** The fund source, or its account number. */
  readonly to: { readonly fundSourceId: string } | { readonly accountNumber: string };
  readonly amountPaise: bigint;
  readonly remarks: string;
  readonly by: Actor;
}

export interface InternalTransfer {
  readonly transferKey: string;
  readonly referenceId: bigint;
  readonly fromId: string;
  readonly toId: string;
  readonly amountPaise: bigint;
  readonly remarks: string;
}

/** Why nothing was moved. Nothing is stored, and the id stays free. */
export type InternalTransferRefusal =
  | "recharge_account_not_found"
  | "fund_source_not_available"
  /** From or to itself, or too little of the money is at the bank that the other fund source pays from. */
  | "not_movable"
  | "insufficient_balance"
  /** The id stands for another internal transfer. */
  | "transfer_id_exists";

export type InternalTransferOutcome =
  | { readonly kind: "moved"; readonly transfer: InternalTransfer; readonly repeated: boolean }
  | {
      readonly kind: "refused";
      readonly code: InternalTransferRefusal;
      /** How much more money it would take; null where money is not what is missing. */
      readonly missingPaise: bigint | null;
    };
