/**
 * The query of a statement, one statement of SQL so that all of it is of one moment.
 *
 * Postings carry the balance that they left, but in the order in which they took the account's lock, which is not
 * quite that of their times. So the balances are worked out again in the order that is shown: backwards from the
 * balance of now over everything since `from`.
 *
 * $1 merchant, $2 fund source, $3 from (included), $4 to (not included), $5 limit, $6 offset.
 */
export const READ_STATEMENT = `
  with account as (
    select account.account_no, account.balance_paise, source.kind
    from fund_sources.fund_source as source
    join ledger.account
      on account.merchant_id = source.merchant_id
     and account.account_no = source.ledger_account_no
    where source.merchant_id = $1
      and source.fund_source_id = $2
      and source.kind <> 'transit'
  ), later as (
    -- Only summed, so that a statement of long ago costs what happened since, once.
    select coalesce(sum(
        case when posting.credit_no = account.account_no then posting.amount_paise else -posting.amount_paise end
      ), 0)::bigint as change_paise
    from account
    join ledger.posting
      on posting.merchant_id = $1
     and posting.at >= $4
     and (posting.debit_no = account.account_no or posting.credit_no = account.account_no)
  ), booked as (
    select posting.cause_id, posting.kind, posting.at, posting.phase,
      sum(case when posting.credit_no = account.account_no then posting.amount_paise else -posting.amount_paise end)
        as change_paise
    from account
    join ledger.posting
      on posting.merchant_id = $1
     and posting.at >= $3
     and posting.at < $4
     and (posting.debit_no = account.account_no or posting.credit_no = account.account_no)
    -- One cause may take and later get back in the same phase.
    group by posting.cause_id, posting.kind, posting.at, posting.phase, posting.credit_no = account.account_no
  ), noted as (
    -- What went past the wallet: it is told, and changes nothing.
    select top_up.top_up_id, 'unregistered_credit' as kind, top_up.arrived_at as at, top_up.amount_paise
    from account
    join fund_sources.top_up on top_up.merchant_id = $1 and top_up.suspended and top_up.fund_source_id = $2
    where top_up.arrived_at >= $3
      and top_up.arrived_at < $4
    union all
    select refund.top_up_id, 'refund', refund.finished_at, refund.amount_paise
    from account
    join withdrawals.refund on refund.merchant_id = $1 and refund.status = 'paid'
    join fund_sources.top_up
      on top_up.merchant_id = refund.merchant_id
     and top_up.top_up_id = refund.top_up_id
     and top_up.fund_source_id = $2
    where refund.finished_at >= $3
      and refund.finished_at < $4
  ), entry as materialized (
    select cause_id, kind, at, phase, change_paise::bigint as change_paise, abs(change_paise)::bigint as amount_paise
    from booked
    union all
    select top_up_id, kind, at, 0, 0, amount_paise
    from noted
  ), total as (
    select (account.balance_paise - later.change_paise - coalesce(sum(entry.change_paise), 0))::bigint as opening_paise,
      account.balance_paise - later.change_paise as closing_paise,
      count(entry.at) as entry_count
    from account
    cross join later
    left join entry on true
    group by account.balance_paise, later.change_paise
  ), page as (
    select entry.*,
      (total.opening_paise + sum(entry.change_paise) over (
        order by entry.at, entry.cause_id, entry.phase, entry.change_paise
      ))::bigint as balance_paise
    from entry
    cross join total
    order by entry.at, entry.cause_id, entry.phase, entry.change_paise
    limit $5 offset $6
  )
  select total.opening_paise as "openingPaise", total.closing_paise as "closingPaise",
    total.entry_count as "entryCount", page.at, page.kind as "entryKind",
    page.amount_paise - coalesce(transfer.fee_paise + transfer.tax_paise, 0) as "amountPaise",
    page.change_paise as "changePaise", page.balance_paise as "balancePaise",
    coalesce(transfer.fee_paise + transfer.tax_paise, 0) as "chargesPaise",
    coalesce(transfer.transfer_key, internal_transfer.transfer_key, withdrawal.withdrawal_key, loan.loan_key) as key,
    coalesce(transfer.reference_id, internal_transfer.reference_id, disbursal.reference_id) as "referenceId",
    coalesce(transfer.utr, case when page.kind = 'refund' then refund.utr else top_up.utr end, withdrawal.utr,
      disbursal.utr) as utr,
    coalesce(transfer.remarks, internal_transfer.remarks, withdrawal.remarks, disbursal.remarks) as remarks
  from total
  left join page on true
  left join transfers.transfer
    on transfer.merchant_id = $1 and transfer.transfer_id = page.cause_id
  left join fund_sources.top_up
    on top_up.merchant_id = $1 and top_up.top_up_id = page.cause_id
  left join withdrawals.refund
    on refund.merchant_id = $1 and refund.top_up_id = page.cause_id
  left join fund_sources.internal_transfer
    on internal_transfer.merchant_id = $1 and internal_transfer.internal_transfer_id = page.cause_id
  left join withdrawals.withdrawal
    on withdrawal.merchant_id = $1 and withdrawal.withdrawal_id = page.cause_id
  left join lending.loan
    on loan.merchant_id = $1 and loan.loan_id = page.cause_id
  left join transfers.transfer as disbursal
    on disbursal.merchant_id = $1 and disbursal.transfer_key = loan.loan_key
  order by page.at, page.cause_id, page.phase, page.change_paise`;
