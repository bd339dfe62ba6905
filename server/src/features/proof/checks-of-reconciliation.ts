/** Invariants of reconciliation: banks' lines add up, each is booked as what it is, and the rest is in suspense. */
import type { Check } from "./checks.ts";

export const CHECKS_OF_RECONCILIATION: readonly Check[] = [
  {
    name: "statement-days-add-up",
    says: "The lines that are stored of a whole day lead from its opening to its closing balance.",
    sql: `
      with moved as (
        select merchant_id, bank_id, day,
          sum(case side when 'credit' then amount_paise else -amount_paise end) as paise
        from reconciliation.line
        where vanished_at is null
        group by merchant_id, bank_id, day
      )
      select statement.merchant_id, statement.bank_id || ' ' || statement.day as subject,
        format('from %s to %s, lines %s', opening_paise, closing_paise, coalesce(moved.paise, 0)) as detail
      from reconciliation.statement
      left join moved using (merchant_id, bank_id, day)
      where statement.whole
        and statement.state = 'imported'
        and opening_paise + coalesce(moved.paise, 0) + repeated_paise <> closing_paise`,
  },
  {
    name: "suspense-is-open-lines",
    says: "What was put into suspense and not taken out are the unexplained lines, each once.",
    sql: `
      with booked as (
        select merchant_id, cause_id,
          sum(case when credit_no = 12 then amount_paise when debit_no = 12 then -amount_paise end) as paise
        from ledger.posting
        where kind in ('to_suspense', 'from_suspense')
        group by merchant_id, cause_id
      ), wanted as (
        select merchant_id, line_id as cause_id, state,
          case when state <> 'suspense' then 0 when side = 'debit' then -amount_paise else amount_paise end as paise
        from reconciliation.line
      )
      select coalesce(booked.merchant_id, wanted.merchant_id) as merchant_id,
        coalesce(booked.cause_id, wanted.cause_id)::text as subject,
        format('%s: in suspense %s, wanted %s', wanted.state, coalesce(booked.paise, 0), wanted.paise) as detail
      from booked
      full join wanted on wanted.merchant_id = booked.merchant_id and wanted.cause_id = booked.cause_id
      where coalesce(booked.paise, 0) is distinct from wanted.paise`,
  },
  {
    name: "matched-lines-are-booked",
    says: "A matched line has the entry that it stands for: its payment, its return or its top-up, of its amount.",
    sql: `
      with matched as (
        select merchant_id, line_id, side, amount_paise, bank_id, bank_no, transfer_id, top_up_id
        from reconciliation.line
        where state = 'matched'
      ), booked as (
        select distinct matched.merchant_id, matched.line_id
        from matched
        join ledger.posting
          on posting.merchant_id = matched.merchant_id
         and posting.cause_id = matched.transfer_id
         and posting.amount_paise = matched.amount_paise
         and case side
           when 'debit' then posting.kind in ('post', 'late_success')
             and posting.credit_no = 101 + 2 * matched.bank_no
           else posting.kind = 'return' and posting.debit_no = 101 + 2 * matched.bank_no
         end
      )
      select matched.merchant_id, matched.line_id::text as subject,
        format('%s of %s', side, matched.amount_paise) as detail
      from matched
      left join booked on booked.merchant_id = matched.merchant_id and booked.line_id = matched.line_id
      left join transfers.transfer
        on transfer.merchant_id = matched.merchant_id and transfer.transfer_id = matched.transfer_id
      left join fund_sources.top_up
        on top_up.merchant_id = matched.merchant_id and top_up.top_up_id = matched.top_up_id
      where not coalesce(
        case
          when matched.top_up_id is not null then
            side = 'credit' and top_up.amount_paise = matched.amount_paise and top_up.bank_id = matched.bank_id
          else transfer.amount_paise = matched.amount_paise and booked.line_id is not null
        end, false)`,
  },
  {
    name: "pairs-are-two",
    says: "Of an attempt as many debits as reversals were found to be nothing.",
    sql: `
      select merchant_id, transfer_id::text as subject,
        format('attempt %s: %s lines make %s', attempt, count(*),
          sum(case side when 'credit' then amount_paise else -amount_paise end)) as detail
      from reconciliation.line
      where state = 'paired'
      group by merchant_id, transfer_id, attempt
      having sum(case side when 'credit' then amount_paise else -amount_paise end) <> 0`,
  },
  {
    name: "what-is-in-suspense-has-a-break",
    says: "Every line in suspense has a break, so that a person finds it.",
    sql: `
      select line.merchant_id, line.line_id::text as subject, format('%s of %s', side, amount_paise) as detail
      from reconciliation.line
      where state = 'suspense'
        and not exists (
          select from reconciliation.break
          where break.merchant_id = line.merchant_id
            and break.line_id = line.line_id
        )`,
  },
];
