/** Invariants of co-lending: what came in for each loan, where it is now, and that no party lost or gained a paisa. */
import type { Check } from "./checks.ts";

/** True if a loan's transfer has taken the disbursal and the fee, and has neither released nor returned them. */
const HAS_TRANSFER_MONEY = `
  (
    transfer.status not in ('awaiting_approval', 'rejected', 'failed', 'cancelled', 'reversed')
    and transfer.waiting_for is distinct from 'schedule'
    and transfer.waiting_for is distinct from 'funds'
  )`;

export const CHECKS_OF_LENDING: readonly Check[] = [
  {
    name: "loans-are-split-whole",
    says: "A loan's shares are its amount by the agreed split, and so are its disbursal and its charges.",
    sql: `
      with charged as (
        select merchant_id, loan_id, sum(amount_paise) as paise,
          sum(amount_paise) filter (where party = 'lender') as lenders
        from lending.charge
        group by merchant_id, loan_id
      )
      select loan.merchant_id, loan.loan_id::text as subject,
        format('%s: shares %s and %s, disbursal %s, charges %s', loan.amount_paise, loan.lender_paise,
          originator_paise, disbursal_paise, coalesce(charged.paise, 0)) as detail
      from lending.loan
      left join lending.agreement
        on agreement.merchant_id = loan.merchant_id and agreement.version = loan.agreement_version
      left join charged on charged.merchant_id = loan.merchant_id and charged.loan_id = loan.loan_id
      where loan.lender_paise is distinct from loan.amount_paise * agreement.lender_percent / 100
         or loan.lender_paise + loan.originator_paise <> loan.amount_paise
         or loan.disbursal_paise + coalesce(charged.paise, 0) <> loan.amount_paise
         or loan.lender_charges_paise <> coalesce(charged.lenders, 0)`,
  },
  {
    name: "loans-are-booked",
    says: "Each loan took both shares once, passed its charges on once, and gave back once what was not lent.",
    sql: `
      with booked as (
        select merchant_id, cause_id,
          coalesce(sum(amount_paise) filter (where kind = 'loan' and debit_no = 31030), 0) as lent,
          coalesce(sum(amount_paise) filter (where kind = 'loan' and debit_no = 31020), 0) as originated,
          coalesce(sum(amount_paise) filter (where kind = 'loan' and debit_no = 1000), 0) as paid,
          coalesce(sum(amount_paise) filter (where kind = 'loan_charges' and credit_no = 31030), 0) as lender_charges,
          coalesce(sum(amount_paise) filter (where kind = 'loan_charges' and credit_no = 31020), 0) as own_charges,
          coalesce(sum(case when credit_no = 31030 then amount_paise when debit_no = 31030 then -amount_paise end)
            filter (where kind = 'loan_return'), 0) as lender_back,
          coalesce(sum(case when credit_no = 1000 then amount_paise end) filter (where kind = 'loan_return'), 0)
            as paid_back,
          coalesce(sum(case when credit_no = 31010 then amount_paise else -amount_paise end), 0) as left_over,
          coalesce(sum(amount_paise) filter (where debit_no = 13), 0) as owed
        from ledger.posting
        where kind in ('loan', 'loan_charges', 'loan_return')
        group by merchant_id, cause_id
      ), given as (
        -- What the wallet got back of the fee when the transfer was paid by a rail that cost less.
        select transfer.merchant_id, transfer.origin_id, sum(posting.amount_paise) as paise
        from transfers.transfer
        join ledger.posting
          on posting.merchant_id = transfer.merchant_id
         and posting.cause_id = transfer.transfer_id
         and posting.kind = 'post'
         and posting.credit_no = 1000
        where transfer.origin_kind = 'loan'
        group by transfer.merchant_id, transfer.origin_id
      )
      select coalesce(loan.merchant_id, booked.merchant_id) as merchant_id,
        coalesce(loan.loan_id, booked.cause_id)::text as subject,
        format('%s: %s', loan.status, to_json(booked)) as detail
      from lending.loan
      full join booked on booked.merchant_id = loan.merchant_id and booked.cause_id = loan.loan_id
      left join given on given.merchant_id = loan.merchant_id and given.origin_id = loan.loan_id
      where not coalesce(
        booked.lent = loan.lender_paise
        and booked.originated = loan.originator_paise
        and booked.paid = loan.fee_paise
        and booked.lender_charges = case when charges_passed_on_at is null then 0 else lender_charges_paise end
        and booked.own_charges = case when charges_passed_on_at is null then 0 else originator_charges_paise end
        and booked.paid_back = case when given_back_at is null then 0 else fee_paise - coalesce(given.paise, 0) end
        and (
          owed > 0
          or lender_back = case when given_back_at is null then 0 else lender_paise - booked.lender_charges end
        )
        -- What has left the ledger for good is the disbursal and the fee, while the transfer has them.
        and booked.left_over = case
          when given_back_at is not null then coalesce(given.paise, 0)
          when charges_passed_on_at is not null then disbursal_paise + fee_paise
          else amount_paise + fee_paise
        end, false)`,
  },
  {
    name: "intermediate-is-what-is-between",
    says: "In the intermediate ledger lies, of each loan, what its transfer has not taken and no one has got: no more.",
    sql: `
      with wanted as (
        select loan.merchant_id,
          case when charges_passed_on_at is null then lender_charges_paise + originator_charges_paise else 0 end
          + case when ${HAS_TRANSFER_MONEY} then 0 else disbursal_paise + loan.fee_paise end as paise
        from lending.loan
        left join transfers.transfer
          on transfer.merchant_id = loan.merchant_id
         and transfer.origin_kind = 'loan'
         and transfer.origin_id = loan.loan_id
        where given_back_at is null
      ), summed as (
        select merchant_id, sum(paise) as paise
        from wanted
        group by merchant_id
      )
      select account.merchant_id, account.account_no::text as subject,
        format('in the ledger %s, between %s', account.balance_paise, coalesce(summed.paise, 0)) as detail
      from ledger.account
      left join summed on summed.merchant_id = account.merchant_id
      where account.account_no = 31010
        and account.balance_paise <> coalesce(summed.paise, 0)`,
  },
  {
    name: "loans-fit-their-transfers",
    says: "Each loan has one transfer, of its disbursal and fee, and stands as that stands; no other is a loan's.",
    sql: `
      select coalesce(loan.merchant_id, transfer.merchant_id) as merchant_id,
        coalesce(loan.loan_id, transfer.origin_id)::text as subject,
        format('%s: transfer %s of %s', loan.status, transfer.status, transfer.amount_paise) as detail
      from lending.loan
      full join (select * from transfers.transfer where origin_kind = 'loan') as transfer
        on transfer.merchant_id = loan.merchant_id and transfer.origin_id = loan.loan_id
      where transfer.transfer_key is distinct from loan.loan_key
         or transfer.amount_paise is distinct from loan.disbursal_paise
         or transfer.fee_paise + transfer.tax_paise + transfer.reserve_paise is distinct from loan.fee_paise
         or transfer.source_no is distinct from 3001
         or loan.status is distinct from
           case
             when transfer.status = 'succeeded' then 'disbursed'
             when transfer.status in ('failed', 'rejected', 'cancelled') then 'failed'
             when transfer.status = 'reversed' then 'returned'
             else 'disbursing'
           end`,
  },
];
