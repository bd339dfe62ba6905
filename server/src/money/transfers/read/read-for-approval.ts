import { compareNames, formerOf, isPayable } from "#beneficiaries";
import type { Tx } from "#lib/db";
import { instrumentOf, TRANSFER_MODES, withPaidOnly, type Rail, type TransferMode } from "#rails";

/**
 * The details of a transfer that an approver sees. The account is masked, and amounts are in paise. Of the payee it
 * contains only what is paid: the account, UPI ID, phone number or card that the mode pays.
 */
export interface TransferForApproval {
  readonly transferId: string;
  readonly transferKey: string;
  readonly referenceId: bigint;
  readonly mode: TransferMode;
  readonly rail: Rail;
  readonly remarks: string;
  readonly amountPaise: bigint;
  readonly feePaise: bigint;
  readonly taxPaise: bigint;
  readonly fundSourceId: string;
  readonly originKind: string | null;
  readonly acceptedAt: Date;
  /** The time at which it is to be sent. Null means as soon as it is approved. */
  readonly processOn: Date | null;
  /** True if its money is already held. */
  readonly heldInApproval: boolean;
  readonly beneId: string | null;
  readonly name: string;
  readonly accountLast4: string | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
  readonly phone: string | null;
  readonly cardLast4: string | null;
  /** The newest name that a bank gave for what the mode pays. Null means none. */
  readonly nameAtBank: string | null;
  /** True if that name is the payee's. */
  readonly verified: boolean;
  /** The last payment to exactly this payee, in the same way. */
  readonly lastAmountPaise: bigint | null;
  readonly lastAt: Date | null;
  /**
   * Another account or UPI ID that is known under the same name, or that belonged to its beneficiary ID lately; null:
   * none.
   */
  readonly otherAccountLast4: string | null;
  readonly otherVpa: string | null;
}

type Row = Omit<TransferForApproval, "verified">;

/** Reads a set of transfers by ID for the approvers. */
export async function readForApproval(
  tx: Tx,
  transferIds: readonly string[],
): Promise<TransferForApproval[]> {
  const rows = await tx.query<Row>(READ, [
    tx.merchantId,
    transferIds,
    TRANSFER_MODES,
    TRANSFER_MODES.map((mode) => instrumentOf(mode)),
    tx.now,
  ]);
  return rows.map((row) => ({
    ...withPaidOnly(row.mode, row),
    verified: row.nameAtBank !== null && isSameName(row.name, row.nameAtBank),
  }));
}

/** Names that cannot be compared count as different, so that a person looks. */
function isSameName(name: string, nameAtBank: string): boolean {
  const match = compareNames(name, nameAtBank);
  return match !== null && isPayable(match.outcome);
}

const READ = `
with paying as (
  select * from unnest($3::text[], $4::text[]) as paying (mode, instrument)
)
select transfer.transfer_id as "transferId", transfer.transfer_key as "transferKey",
  transfer.reference_id as "referenceId", transfer.mode, transfer.rail, transfer.remarks,
  transfer.amount_paise as "amountPaise", transfer.fee_paise as "feePaise", transfer.tax_paise as "taxPaise",
  transfer.fund_source_id as "fundSourceId", transfer.origin_kind as "originKind",
  transfer.accepted_at as "acceptedAt",
  coalesce(transfer.held_in_approval, false) as "heldInApproval",
  transfer.process_on as "processOn", payee.bene_id as "beneId", payee.name,
  beneficiaries.shown_end(payee.account_last4, payee.sealed_account) as "accountLast4", payee.ifsc,
  payee.vpa, payee.phone, payee.card_last4 as "cardLast4",
  asked.name_at_bank as "nameAtBank", last.amount_paise as "lastAmountPaise", last.accepted_at as "lastAt",
  case when former.name is null then other.account_last4 else former.account_last4 end as "otherAccountLast4",
  case
    when former.name is null then other.vpa
    when former.account_last4 is null then former.vpa
  end as "otherVpa"
from unnest($2::uuid[]) as wanted (id)
join transfers.transfer on transfer.merchant_id = $1 and transfer.transfer_id = wanted.id
join paying on paying.mode = transfer.mode
join beneficiaries.beneficiary as payee
  on payee.merchant_id = $1 and payee.beneficiary_id = transfer.beneficiary_id
left join lateral (
  select verification.name_at_bank
  from beneficiaries.verification
  where verification.merchant_id = $1
    and verification.status = 'found'
    and (
      verification.account_index = case paying.instrument when 'account' then payee.account_index end
      or verification.vpa_index = case paying.instrument when 'vpa' then payee.vpa_index end
    )
  order by verification.verification_no desc
  limit 1
) as asked on true
left join lateral (
  select before.amount_paise, before.accepted_at
  from transfers.transfer as before
  join paying as in_the_way on in_the_way.mode = before.mode
  where before.merchant_id = $1
    and before.beneficiary_id = transfer.beneficiary_id
    and before.reference_id < transfer.reference_id
    and before.status = 'succeeded'
    and in_the_way.instrument = paying.instrument
  order by before.reference_id desc
  limit 1
) as last on true
left join lateral (${formerOf("payee")}) as former
  on last.amount_paise is null or former.removed_at > $5::timestamptz - interval '90 days'
left join lateral (
  select beneficiaries.shown_end(like_it.account_last4, like_it.sealed_account) as account_last4,
    case when like_it.account_last4 is null then like_it.vpa end as vpa
  from beneficiaries.beneficiary as like_it
  where like_it.merchant_id = $1
    and last.amount_paise is null
    and like_it.beneficiary_id < payee.beneficiary_id
    and lower(like_it.name) = lower(payee.name)
    and case paying.instrument
      when 'account' then like_it.account_index is distinct from payee.account_index
        and like_it.account_last4 is not null
      when 'vpa' then like_it.vpa_index is distinct from payee.vpa_index
        and num_nonnulls(like_it.account_last4, like_it.vpa) > 0
      else false
    end
  order by like_it.beneficiary_id desc
  limit 1
) as other on true`;
