/** The columns of this module that may have details of payees: see `#lib/erase-rows`. */
import type { Tx } from "#lib/db";
import type { PartToErase } from "#lib/erase-rows";

const OF_TRANSFER = "transfer_id = any ($3::uuid[])";

export const PARTS_TO_ERASE: readonly PartToErase[] = [
  {
    table: "transfers.transfer",
    key: { transfer_id: "uuid" },
    own: OF_TRANSFER,
    texts: ["remarks"],
  },
  {
    table: "transfers.fact",
    key: { transfer_id: "uuid", attempt: "smallint", fact_key: "text" },
    own: OF_TRANSFER,
    texts: ["detail"],
  },
  {
    table: "transfers.contradiction",
    key: { transfer_id: "uuid", attempt: "smallint", kind: "text" },
    own: OF_TRANSFER,
    texts: ["detail"],
  },
  {
    table: "transfers.stray_news",
    key: { bank_id: "text", reference: "text", fact_key: "text" },
    own: "false",
    isAnywhere: true,
    documents: ["news"],
  },
];

/** A transfer to a payee whose details are to be erased. */
export interface TransferToPayee {
  readonly transferId: string;
  /** True if it may still be paid, or its outcome is not known yet. */
  readonly isUnderWay: boolean;
  /** The moment at which money left; null if none did. */
  readonly paidAt: Date | null;
}

/** Reads all transfers to payees. */
export async function readTransfersTo(tx: Tx, beneficiaryIds: readonly string[]): Promise<TransferToPayee[]> {
  return tx.query<TransferToPayee>(READ_TRANSFERS_TO, [tx.merchantId, beneficiaryIds]);
}

const READ_TRANSFERS_TO = `
  select transfer_id as "transferId",
    status not in ('succeeded', 'failed', 'rejected', 'cancelled', 'reversed') as "isUnderWay",
    -- A payment that succeeded after it had failed keeps its status.
    case
      when status in ('succeeded', 'reversed') or exists (
        select from transfers.contradiction as late
        where late.merchant_id = transfer.merchant_id
          and late.transfer_id = transfer.transfer_id
          and late.kind = 'late_success'
      )
      then coalesce(finished_at, accepted_at)
    end as "paidAt"
  from transfers.transfer
  where merchant_id = $1 and beneficiary_id = any ($2::uuid[])`;
