/** Invariants of fund sources: money that moves between them, waits in transit, and is paid out. */
import type { Check } from "./checks.ts";

/** Joins to an order of our own the transfer that has its money, if there is one; then it is no longer in transit. */
const JOIN_TRANSFER = (key: string): string => `
  left join transfers.transfer
    on transfer.merchant_id = own.merchant_id
   and transfer.transfer_key = ${key}
   and transfer.status not in ('rejected', 'failed', 'cancelled', 'reversed')`;

export const CHECKS_OF_FUND_SOURCES: readonly Check[] = [
  {
    name: "transit-is-what-leaves",
    says: "What lies in transit is the money of withdrawals and refunds that no transfer has.",
    sql: `
      with wanted as (
        select own.merchant_id, own.amount_paise
        from withdrawals.withdrawal as own
        ${JOIN_TRANSFER("own.transfer_key")}
        where (own.status = 'waiting' and transfer.transfer_id is null)
           or (own.status in ('failed', 'returned') and own.due_at is not null)
        union all
        select top_up.merchant_id, top_up.amount_paise
        from fund_sources.top_up
        left join withdrawals.refund as own
          on own.merchant_id = top_up.merchant_id and own.top_up_id = top_up.top_up_id
        ${JOIN_TRANSFER("format('refund.%s.%s', own.top_up_id, own.tries + 1)")}
        where top_up.suspended
          and (
            own.top_up_id is null
            or own.status = 'stuck'
            or (own.status = 'waiting' and transfer.transfer_id is null)
          )
      ), summed as (
        select merchant_id, sum(amount_paise) as paise
        from wanted
        group by merchant_id
      )
      select account.merchant_id, account.account_no::text as subject,
        format('in transit %s, to leave %s', account.balance_paise, coalesce(summed.paise, 0)) as detail
      from ledger.account
      left join summed on summed.merchant_id = account.merchant_id
      where account.account_no = 31000
        and account.balance_paise <> coalesce(summed.paise, 0)`,
  },
  {
    name: "withdrawals-are-booked",
    says: "Each withdrawal took its amount once, and gave it back once if it was not paid.",
    sql: `
      with booked as (
        select merchant_id, cause_id,
          sum(amount_paise) filter (where line = 1) as taken,
          sum(amount_paise) filter (where line = 2) as given
        from ledger.posting
        where kind = 'withdrawal'
        group by merchant_id, cause_id
      )
      select coalesce(withdrawal.merchant_id, booked.merchant_id) as merchant_id,
        coalesce(withdrawal.withdrawal_id, booked.cause_id)::text as subject,
        format('%s of %s: took %s, gave back %s', status, amount_paise, booked.taken, booked.given) as detail
      from withdrawals.withdrawal
      full join booked
        on booked.merchant_id = withdrawal.merchant_id and booked.cause_id = withdrawal.withdrawal_id
      where withdrawal.amount_paise is distinct from booked.taken
         or coalesce(booked.given, 0) <>
           case when status in ('failed', 'returned') and due_at is null then amount_paise else 0 end`,
  },
  {
    name: "own-transfers-fit-their-orders",
    says: "A withdrawal or refund that is paid has one transfer that succeeded, of its amount; any other has none.",
    sql: `
      with paid as (
        select merchant_id, origin_id, count(*) as transfers, sum(amount_paise) as paise
        from transfers.transfer
        where origin_kind in ('withdrawal', 'refund')
          and status = 'succeeded'
        group by merchant_id, origin_id
      ), own as (
        select merchant_id, withdrawal_id as id, status, amount_paise
        from withdrawals.withdrawal
        union all
        select merchant_id, top_up_id, status, amount_paise
        from withdrawals.refund
      )
      select coalesce(own.merchant_id, paid.merchant_id) as merchant_id,
        coalesce(own.id, paid.origin_id)::text as subject,
        format('%s of %s: %s transfers paid %s', own.status, own.amount_paise, paid.transfers, paid.paise) as detail
      from own
      full join paid on paid.merchant_id = own.merchant_id and paid.origin_id = own.id
      where coalesce(paid.transfers, 0) <> case when own.status = 'paid' then 1 else 0 end
         or coalesce(paid.paise, 0) <> case when own.status = 'paid' then own.amount_paise else 0 end`,
  },
  {
    name: "internal-transfers-are-booked",
    says: "Each internal transfer has its entry between its two fund sources, and every such entry its transfer.",
    sql: `
      select coalesce(moved.merchant_id, posting.merchant_id) as merchant_id,
        coalesce(moved.internal_transfer_id, posting.cause_id)::text as subject,
        format('moved %s, booked %s', moved.amount_paise, posting.amount_paise) as detail
      from (
        select internal_transfer.*, giving.ledger_account_no as debit_no, taking.ledger_account_no as credit_no
        from fund_sources.internal_transfer
        join fund_sources.fund_source as giving
          on giving.merchant_id = internal_transfer.merchant_id and giving.fund_source_id = from_id
        join fund_sources.fund_source as taking
          on taking.merchant_id = internal_transfer.merchant_id and taking.fund_source_id = to_id
      ) as moved
      full join (select * from ledger.posting where kind = 'internal_transfer') as posting
        on posting.merchant_id = moved.merchant_id and posting.cause_id = moved.internal_transfer_id
      where moved.amount_paise is distinct from posting.amount_paise
         or moved.debit_no is distinct from posting.debit_no
         or moved.credit_no is distinct from posting.credit_no`,
  },
  {
    name: "shares-are-whole",
    says: "The shares of a merchant's fund sources total 100 percent, or none has a share.",
    sql: `
      select merchant_id, 'shares' as subject, format('%s percent', sum(share_percent)) as detail
      from fund_sources.fund_source
      group by merchant_id
      having sum(share_percent) not in (0, 100)`,
  },
];
