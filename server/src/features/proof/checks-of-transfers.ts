/** Invariants of each transfer: its entries, amounts, attempts, history, events, and the proof behind them. */
import type { Check } from "./checks.ts";

export const CHECKS_OF_TRANSFERS: readonly Check[] = [
  {
    name: "entries-fit-the-status",
    says: "Each transfer has exactly the entries that its status asks for: held once, resolved once, returned once.",
    sql: `
      with entry as (
        select merchant_id, cause_id,
          count(*) filter (where kind = 'hold') as holds,
          count(*) filter (where kind = 'send') as sends,
          count(*) filter (where kind = 'unsend') as unsends,
          count(*) filter (where kind = 'post' and line = 1) as posts,
          count(*) filter (where kind = 'release' and line = 1) as releases,
          count(*) filter (where kind = 'return' and line % 10 = 0) as returns,
          count(*) filter (where kind = 'late_success' and line % 10 = 0) as lates
        from ledger.posting
        group by merchant_id, cause_id
      )
      select transfer.merchant_id, transfer.transfer_id::text as subject,
        format('%s: hold %s send %s unsend %s post %s release %s return %s late %s', status, holds, sends, unsends,
          posts, releases, returns, lates) as detail
      from transfers.transfer
      left join entry on entry.merchant_id = transfer.merchant_id and entry.cause_id = transfer.transfer_id
      where not coalesce(
        case
          when status = 'awaiting_approval' and held_in_approval is not true then holds is null
          when waiting_for in ('schedule', 'funds') then holds is null
          when status in ('awaiting_approval', 'waiting', 'ready') then
            holds = 1 and sends = unsends and posts + releases = 0 and returns <= lates
          when status in ('sent', 'review') then
            holds = 1 and sends = unsends + 1 and posts + releases = 0 and returns <= lates
          when status = 'succeeded' then
            holds = 1 and sends = unsends + 1 and posts = 1 and releases = 0 and returns <= lates
          when status = 'reversed' then
            holds = 1 and sends = unsends + 1 and posts = 1 and releases = 0 and returns between 1 and 1 + lates
          when status in ('failed', 'rejected', 'cancelled') then
            posts = 0 and returns <= lates
            and ((holds = 1 and releases = 1 and sends - unsends in (0, 1)) or holds is null)
        end, holds is null)`,
  },
  {
    name: "amounts-fit-the-order",
    says: "A transfer takes from the merchant its amount with fee and tax, or nothing; never more, never a part.",
    sql: `
      with net as (
        select merchant_id, cause_id,
          sum(case
            when debit_no = 13 or (debit_no >= 1000 and debit_no % 10 = 0) then -amount_paise
            when credit_no = 13 or (credit_no >= 1000 and credit_no % 10 = 0) then amount_paise
            else 0
          end) as paise,
          count(*) filter (where kind = 'late_success' and line % 10 = 0) as lates
        from ledger.posting
        group by merchant_id, cause_id
      )
      select transfer.merchant_id, transfer.transfer_id::text as subject,
        format('%s: net %s of %s', status, net.paise, amount_paise + fee_paise + tax_paise) as detail
      from transfers.transfer
      join net on net.merchant_id = transfer.merchant_id and net.cause_id = transfer.transfer_id
      where net.lates = 0
        and net.paise <>
          case
            when status in ('failed', 'cancelled', 'reversed', 'rejected') then 0
            else -(amount_paise + fee_paise + tax_paise)
          end`,
  },
  {
    name: "payments-are-booked-once",
    says: "What the books say has left for a transfer are its attempts that a bank called paid, each of them once.",
    sql: `
      with said as (
        select merchant_id, transfer_id,
          count(distinct attempt) filter (where evidence = 'POS') as paid,
          count(distinct attempt) filter (where evidence in ('POS', 'RET')) as paid_or_back
        from transfers.fact
        group by merchant_id, transfer_id
      ), booked as (
        select merchant_id, cause_id, count(*) as payments
        from ledger.posting
        where (kind = 'post' and line = 1)
           or (kind = 'late_success' and line % 10 = 0)
        group by merchant_id, cause_id
      )
      select said.merchant_id, said.transfer_id::text as subject,
        format('%s attempts paid, %s booked', paid, coalesce(payments, 0)) as detail
      from said
      left join booked on booked.merchant_id = said.merchant_id and booked.cause_id = said.transfer_id
      where coalesce(payments, 0) not between paid and paid_or_back`,
  },
  {
    name: "one-live-attempt",
    says: "At most one attempt of a transfer may still pay, and each one before it was proved to pay nothing.",
    sql: `
      select merchant_id, transfer_id::text as subject, format('%s live attempts', count(*)) as detail
      from transfers.attempt
      where live
      group by merchant_id, transfer_id
      having count(*) > 1
      union all
      select later.merchant_id, later.transfer_id::text, format('attempt %s after an open one', later.attempt)
      from transfers.attempt as later
      join transfers.attempt as earlier
        on earlier.merchant_id = later.merchant_id
       and earlier.transfer_id = later.transfer_id
       and earlier.attempt = later.attempt - 1
      join transfers.transfer
        on transfer.merchant_id = later.merchant_id
       and transfer.transfer_id = later.transfer_id
      -- One that was paid after all is taken up again, past those that came after it.
      where transfer.attempt <> earlier.attempt
        and (
          earlier.live
          or earlier.evidence is null
          or earlier.evidence not in ('NEG', 'NOSEND')
        )`,
  },
  {
    name: "reference-once-per-bank",
    says: "No bank was ever given the same reference for two attempts.",
    sql: `
      select min(merchant_id::text)::uuid as merchant_id, reference as subject,
        format('%s attempts', count(*)) as detail
      from transfers.attempt
      group by bank_id, reference
      having count(*) > 1`,
  },
  {
    name: "nothing-is-forgotten",
    says: "Each transfer that is to be sent or has no outcome yet is due at some time, or among the latest.",
    sql: `
      select transfer.merchant_id, transfer.transfer_id::text as subject, format('%s, due never', status) as detail
      from transfers.transfer
      left join transfers.watched on watched.merchant_id = transfer.merchant_id
      where due_at is null
        and (
          status in ('waiting', 'ready', 'review')
          or (status = 'sent' and transfer.reference_id <= coalesce(watched.reference_id, 0))
        )`,
  },
  {
    name: "history-is-whole",
    says: "Each transfer's steps are numbered without gaps, follow from one another and end in its status.",
    sql: `
      with walked as (
        select merchant_id, transfer_id, step, from_status, to_status,
          row_number() over steps as position,
          lag(to_status, 1, 'received') over steps as came_from,
          lead(step) over steps is null as is_last
        from transfers.step
        window steps as (partition by merchant_id, transfer_id order by step)
      )
      select transfer.merchant_id, transfer.transfer_id::text as subject,
        format('%s after %s steps', transfer.status, transfer.steps) as detail
      from transfers.transfer
      left join walked
        on walked.merchant_id = transfer.merchant_id and walked.transfer_id = transfer.transfer_id
      where walked.transfer_id is null
         or walked.step <> walked.position
         or walked.from_status <> walked.came_from
         or (walked.is_last and (walked.to_status <> transfer.status or walked.position <> transfer.steps))`,
  },
  {
    name: "events-are-whole",
    says: "Each transfer's events are numbered without gaps, and each end that a merchant is told of has its event.",
    sql: `
      with told as (
        select merchant_id, subject_id, max(seq) as last, count(*) as events,
          bool_or(type = 'TRANSFER_SUCCESS') as success, bool_or(type = 'TRANSFER_FAILED') as failed,
          bool_or(type = 'TRANSFER_REVERSED') as reversed, bool_or(type = 'TRANSFER_REJECTED') as rejected
        from webhooks.event
        group by merchant_id, subject_id
      )
      select transfer.merchant_id, transfer.transfer_id::text as subject,
        format('%s: %s events, counted %s', status, coalesce(told.events, 0), transfer.events) as detail
      from transfers.transfer
      left join told on told.merchant_id = transfer.merchant_id and told.subject_id = transfer.transfer_id
      where coalesce(told.events, 0) <> transfer.events
         or coalesce(told.last, 0) <> transfer.events
         or not coalesce(
           case
             -- What made these tells of them in words of its own.
             when origin_kind in ('link', 'withdrawal', 'refund') then transfer.events = 0
             when status = 'succeeded' then told.success
             when status = 'failed' then told.failed
             when status = 'reversed' then told.success and told.reversed
             when status in ('rejected', 'cancelled') then told.rejected
             else true
           end, false)`,
  },
  {
    name: "late-successes-are-told",
    says: "Each payment after a failure, and each return of one, has its event; the reason says what stands.",
    sql: `
      with late as (
        select merchant_id, cause_id,
          count(*) filter (where kind = 'late_success') as paid,
          count(*) filter (where kind = 'return') as back
        from ledger.posting
        where line % 10 = 0 and line > 0 and kind in ('late_success', 'return')
        group by merchant_id, cause_id
        having bool_or(kind = 'late_success')
      ), told as (
        select merchant_id, subject_id,
          count(*) filter (where type = 'TRANSFER_PAID_LATE') as paid,
          count(*) filter (where type = 'TRANSFER_PAID_LATE_RETURNED') as back
        from webhooks.event
        where type in ('TRANSFER_PAID_LATE', 'TRANSFER_PAID_LATE_RETURNED')
        group by merchant_id, subject_id
      )
      select transfer.merchant_id, transfer.transfer_id::text as subject,
        format('%s (%s): paid late %s, told %s; back %s, told %s', status, reason, late.paid, coalesce(told.paid, 0),
          late.back, coalesce(told.back, 0)) as detail
      from late
      join transfers.transfer
        on transfer.merchant_id = late.merchant_id and transfer.transfer_id = late.cause_id
      left join told on told.merchant_id = late.merchant_id and told.subject_id = late.cause_id
      where (coalesce(origin_kind, '') not in ('link', 'withdrawal', 'refund') and (
          coalesce(told.paid, 0) <> late.paid
          -- The attempt that the transfer ended by may have come back besides.
          or coalesce(told.back, 0) <> late.back - case when status = 'reversed' then 1 else 0 end
        ))
        or (status in ('failed', 'rejected', 'cancelled') and reason is distinct from
          case when late.paid > late.back then 'PAID_AFTER_FAILURE' else 'PAID_LATE_AND_RETURNED' end)
        or (status = 'succeeded' and reason is distinct from case when late.paid > late.back then 'PAID_TWICE' end)`,
  },
  {
    name: "money-moves-on-proof",
    says: "Paid, released and returned only on the class of evidence that allows it; never on silence.",
    sql: `
      with proof as (
        select merchant_id, transfer_id,
          bool_or(evidence = 'POS') as paid, bool_or(evidence = 'RET') as back, bool_or(evidence = 'NEG') as refused
        from transfers.fact
        group by merchant_id, transfer_id
      )
      select posting.merchant_id, posting.cause_id::text as subject, format('%s without proof', posting.kind) as detail
      from ledger.posting
      left join proof on proof.merchant_id = posting.merchant_id and proof.transfer_id = posting.cause_id
      where (posting.kind in ('post', 'late_success') and not coalesce(proof.paid or proof.back, false))
         or (posting.kind = 'return' and not coalesce(proof.back, false))
         or (
           posting.kind = 'release'
           and posting.debit_no between 100 and 999
           and not coalesce(proof.refused, false)
         )`,
  },
];
