/** Invariants of the cost of verifications, and of payments to phone numbers. */
import type { Check } from "./checks.ts";

export const CHECKS_OF_VERIFICATIONS: readonly Check[] = [
  {
    name: "verifications-are-booked",
    says: "A verification costs its charges while it waits and when it was answered, and nothing without an answer.",
    sql: `
      with booked as (
        select merchant_id, cause_id,
          sum(case when credit_no in (10, 11) then amount_paise else -amount_paise end) as paise
        from ledger.posting
        where kind = 'verification'
        group by merchant_id, cause_id
      )
      select coalesce(verification.merchant_id, booked.merchant_id) as merchant_id,
        coalesce(verification.verification_id, booked.cause_id)::text as subject,
        format('%s: charges %s, booked %s', verification.status, verification.fee_paise + verification.tax_paise,
          coalesce(booked.paise, 0)) as detail
      from beneficiaries.verification
      full join booked
        on booked.merchant_id = verification.merchant_id and booked.cause_id = verification.verification_id
      where coalesce(booked.paise, 0) is distinct from
        case when verification.status = 'failed' then 0 else verification.fee_paise + verification.tax_paise end`,
  },
  {
    name: "phone-payments-have-their-lookup",
    says: "A transfer to a phone number pays the VPA that a bank told for it, to a holder who may be paid.",
    sql: `
      select transfer.merchant_id, transfer.transfer_id::text as subject,
        format('paid a VPA at %s; what was told for the number: %s', payee.vpa_handle,
          case when lookup.vpa_index = payee.vpa_index then 'the same' else 'another, or none' end) as detail
      from transfers.transfer
      join beneficiaries.beneficiary as payee
        on payee.merchant_id = transfer.merchant_id and payee.beneficiary_id = transfer.beneficiary_id
      left join phone.lookup
        on lookup.merchant_id = transfer.merchant_id and lookup.lookup_id = transfer.origin_id
      where transfer.origin_kind = 'phone'
        and (
          lookup.payable is distinct from true
          -- Of rows that are not sealed yet what they hold in clear.
          or case
            when lookup.vpa_index is null and payee.vpa_index is null then lookup.vpa is distinct from payee.vpa
            when num_nulls(lookup.vpa_index, payee.vpa_index) = 0 then lookup.vpa_index <> payee.vpa_index
            else lookup.vpa is null or payee.vpa is null
          end
          or lookup.transfer_key is distinct from transfer.transfer_key
        )`,
  },
];
