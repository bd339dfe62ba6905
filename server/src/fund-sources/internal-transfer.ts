/** Internal transfers between two fund sources: the request, the record, and the refusals. */
import type { Actor } from "#audit";

/** A request to move money between two fund sources of the merchant. */
export interface InternalTransferOrder {
  /** The merchant's own id; the same id is always the same internal transfer. Null: we generate one. */
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

/** The reasons why nothing was moved. Nothing is stored, and the id stays free. */
export type InternalTransferRefusal =
  | "recharge_account_not_found"
  | "fund_source_not_available"
  /** From or to itself, or too little money is at the bank from which the other fund source pays. */
  | "not_movable"
  /** Payments from there need an approval that those from the other fund source do not need. */
  | "leaves_policy"
  | "insufficient_balance"
  /** Another internal transfer has the id. */
  | "transfer_id_exists";

export type InternalTransferOutcome =
  | { readonly kind: "moved"; readonly transfer: InternalTransfer; readonly repeated: boolean }
  | {
      readonly kind: "refused";
      readonly code: InternalTransferRefusal;
      /** The amount that is missing; null if the reason is not missing money. */
      readonly missingPaise: bigint | null;
      /** The policy that the money would leave. */
      readonly policyName?: string;
    };
