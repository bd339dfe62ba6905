/** Invariants of the ledger as a whole: balances, holds, money that is with banks, and receivables. */
import type { Check } from "./checks.ts";

const AMOUNT_HELD = `
  case
    when (status = 'awaiting_approval' and held_in_approval is not true) or waiting_for in ('schedule', 'funds') then 0
    when status in ('awaiting_approval', 'waiting', 'ready') then amount_paise + fee_paise + tax_paise + reserve_paise
    when status in ('sent', 'review') then fee_paise + tax_paise + reserve_paise
    else 0
  end`;

export const CHECKS_OF_BOOKS: readonly Check[] = [
  {
    name: "postings-make-sense",
    says: "Every posting moves a positive amount between two different ledger accounts that exist.",
    sql: `
      select posting.merchant_id, posting.cause_id::text as subject, posting.kind as detail
      from ledger.posting
      left join ledger.account as debit
        on debit.merchant_id = posting.merchant_id and debit.account_no = posting.debit_no
      left join ledger.account as credit
        on credit.merchant_id = posting.merchant_id and credit.account_no = posting.credit_no
      where posting.amount_paise <= 0
         or posting.debit_no = posting.credit_no
         or debit.account_no is null
         or credit.account_no is null`,
  },
  {
    name: "balances-are-their-postings",
    says: "The balance of every running account is the sum of its postings.",
    sql: `
      with moved as (
        select merchant_id, debit_no as account_no, -sum(amount_paise) as paise
        from ledger.posting
        group by merchant_id, debit_no
        union all
        select merchant_id, credit_no, sum(amount_paise)
        from ledger.posting
        group by merchant_id, credit_no
      ), summed as (
        select merchant_id, account_no, sum(paise) as paise
        from moved
        group by merchant_id, account_no
      )
      select account.merchant_id, account.account_no::text as subject,
        format('balance %s, postings %s', account.balance_paise, coalesce(summed.paise, 0)) as detail
      from ledger.account
      left join summed
        on summed.merchant_id = account.merchant_id and summed.account_no = account.account_no
      where account.running
        and account.balance_paise <> coalesce(summed.paise, 0)`,
  },
  {
    name: "never-below-overdraft",
    says: "No account that can be spent from is below minus its overdraft limit.",
    sql: `
      select merchant_id, account_no::text as subject, format('balance %s', balance_paise) as detail
      from ledger.account
      where kind in ('wallet', 'bank_account', 'lender', 'originator')
        and balance_paise < -overdraft_limit_paise`,
  },
  {
    name: "held-is-what-is-open",
    says: "What is held in flight is what the open transfers of the fund source hold.",
    sql: `
      with held as (
        select merchant_id, (account_no - 1000) / 10 as source_no, sum(balance_paise) as paise
        from ledger.account
        where kind in ('held_in', 'held_out')
        group by merchant_id, (account_no - 1000) / 10
      ), wanted as (
        select merchant_id, source_no, sum(${AMOUNT_HELD}) as paise
        from transfers.transfer
        group by merchant_id, source_no
      )
      select held.merchant_id, held.source_no::text as subject,
        format('held %s, open transfers hold %s', held.paise, coalesce(wanted.paise, 0)) as detail
      from held
      left join wanted on wanted.merchant_id = held.merchant_id and wanted.source_no = held.source_no
      where held.paise <> coalesce(wanted.paise, 0)`,
  },
  {
    name: "clearing-returns-to-zero",
    says: "A bank's clearing account holds, per transfer, the amount while it is with the bank and nothing after.",
    sql: `
      with cleared as (
        select posting.merchant_id, posting.cause_id,
          sum(case
            when credit_no between 100 and 999 and credit_no % 2 = 0 then amount_paise
            when debit_no between 100 and 999 and debit_no % 2 = 0 then -amount_paise
            else 0
          end) as paise
        from ledger.posting
        where kind in ('send', 'unsend', 'post', 'release')
        group by posting.merchant_id, posting.cause_id
      )
      select cleared.merchant_id, cleared.cause_id::text as subject,
        format('%s: clearing holds %s', transfer.status, cleared.paise) as detail
      from cleared
      left join transfers.transfer
        on transfer.merchant_id = cleared.merchant_id and transfer.transfer_id = cleared.cause_id
      where cleared.paise <>
        case when transfer.status in ('sent', 'review') then transfer.amount_paise else 0 end`,
  },
  {
    name: "charges-are-owed-once",
    says: "Fees and tax owed are those of the transfers that succeeded and did not come back.",
    sql: `
      with owed as (
        select merchant_id,
          sum(case when credit_no in (10, 11) then amount_paise when debit_no in (10, 11) then -amount_paise else 0 end)
            as paise
        from ledger.posting
        where kind in ('post', 'return')
          and not exists (
            select from ledger.posting as late
            where late.merchant_id = posting.merchant_id
              and late.cause_id = posting.cause_id
              and late.kind = 'late_success'
          )
        group by merchant_id
      ), wanted as (
        select merchant_id, sum(fee_paise + tax_paise) as paise
        from transfers.transfer
        where status = 'succeeded'
          and not exists (
            select from ledger.posting as late
            where late.merchant_id = transfer.merchant_id
              and late.cause_id = transfer.transfer_id
              and late.kind = 'late_success'
          )
        group by merchant_id
      )
      select coalesce(owed.merchant_id, wanted.merchant_id) as merchant_id, 'fees and tax' as subject,
        format('owed %s, succeeded transfers %s', coalesce(owed.paise, 0), coalesce(wanted.paise, 0)) as detail
      from owed
      full join wanted on wanted.merchant_id = owed.merchant_id
      where coalesce(owed.paise, 0) <> coalesce(wanted.paise, 0)`,
  },
  {
    name: "top-ups-are-booked",
    says: "Every top-up has its entry, of its amount, and every such entry its top-up.",
    sql: `
      select coalesce(top_up.merchant_id, posting.merchant_id) as merchant_id,
        coalesce(top_up.top_up_id, posting.cause_id)::text as subject,
        format('credited %s, booked %s', top_up.amount_paise, posting.amount_paise) as detail
      from fund_sources.top_up
      full join (select * from ledger.posting where kind = 'top_up') as posting
        on posting.merchant_id = top_up.merchant_id and posting.cause_id = top_up.top_up_id
      where top_up.amount_paise is distinct from posting.amount_paise`,
  },
];
