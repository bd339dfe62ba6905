import type { Tx } from "#lib/db";
import type { Rail } from "#rails";

/** The details of a transfer that an approver sees. The account is masked; amounts are in paise. */
export interface TransferForApproval {
  readonly transferId: string;
  readonly transferKey: string;
  readonly referenceId: bigint;
  readonly mode: string;
  readonly rail: Rail;
  readonly remarks: string;
  readonly amountPaise: bigint;
  readonly feePaise: bigint;
  readonly taxPaise: bigint;
  readonly fundSourceId: string;
  readonly originKind: string | null;
  readonly acceptedAt: Date;
  readonly beneId: string | null;
  readonly name: string;
  readonly accountLast4: string | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
  readonly phone: string | null;
  /** True if a bank has confirmed the payee's name. */
  readonly verified: boolean;
  /** The last payment to exactly this payee. */
  readonly lastAmountPaise: bigint | null;
  readonly lastAt: Date | null;
  /** Another account that was paid under the same name; null: none. */
  readonly otherAccountLast4: string | null;
}

/** Reads a set of transfers by ID for the approvers. */
export function readForApproval(tx: Tx, transferIds: readonly string[]): Promise<TransferForApproval[]> {
  return tx.query<TransferForApproval>(
    `select transfer.transfer_id as "transferId", transfer.transfer_key as "transferKey",
       transfer.reference_id as "referenceId", transfer.mode, transfer.rail, transfer.remarks,
       transfer.amount_paise as "amountPaise", transfer.fee_paise as "feePaise", transfer.tax_paise as "taxPaise",
       transfer.fund_source_id as "fundSourceId", transfer.origin_kind as "originKind",
       transfer.accepted_at as "acceptedAt", payee.bene_id as "beneId", payee.name,
       payee.account_last4 as "accountLast4", payee.ifsc, payee.vpa, payee.phone,
       exists (
         select from beneficiaries.verification as asked
         where asked.merchant_id = $1
           and asked.status = 'found'
           and (
             asked.account_index = payee.account_index
             or asked.vpa_index = payee.vpa_index
           )
       ) as verified, last.amount_paise as "lastAmountPaise",
       last.accepted_at as "lastAt", other.account_last4 as "otherAccountLast4"
     from unnest($2::uuid[]) as wanted (id)
     join transfers.transfer on transfer.merchant_id = $1 and transfer.transfer_id = wanted.id
     join beneficiaries.beneficiary as payee
       on payee.merchant_id = $1 and payee.beneficiary_id = transfer.beneficiary_id
     left join lateral (
       select before.amount_paise, before.accepted_at
       from transfers.transfer as before
       where before.merchant_id = $1
         and before.beneficiary_id = transfer.beneficiary_id
         and before.reference_id < transfer.reference_id
         and before.status = 'succeeded'
       order by before.reference_id desc
       limit 1
     ) as last on true
     left join lateral (
       select like_it.account_last4
       from beneficiaries.beneficiary as like_it
       where like_it.merchant_id = $1
         and last.amount_paise is null
         and payee.account_index is not null
         and like_it.beneficiary_id < payee.beneficiary_id
         and lower(like_it.name) = lower(payee.name)
         and like_it.account_index is distinct from payee.account_index
         and like_it.account_last4 is not null
       order by like_it.beneficiary_id desc
       limit 1
     ) as other on true`,
    [tx.merchantId, transferIds],
  );
}
