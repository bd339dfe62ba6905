/** Invariants of approvals: nothing was released without enough approvals. */
import type { Check } from "./checks.ts";

export const CHECKS_OF_APPROVALS: readonly Check[] = [
  {
    name: "approved-by-a-quorum",
    says: "What is approved has the approvals of just this content that its policy asked for, none a maker's.",
    sql: `
      with agreed as (
        select request.merchant_id, request.request_id, count(decision.member_id) as count
        from approvals.request
        left join approvals.decision
          on decision.merchant_id = request.merchant_id
          and decision.request_id = request.request_id
          and decision.revision = request.revision
          and decision.content_hash = request.content_hash
          and decision.verdict = 'approve'
          and decision.member_id = any (request.approver_ids)
          and decision.member_id <> all (request.maker_ids)
        where request.status = 'approved'
        group by request.merchant_id, request.request_id
      ), needed as (
        select merchant_id, request_id, sum((one ->> 'approvers')::int) as count
        from approvals.request
        cross join lateral jsonb_array_elements(levels) as one
        where status = 'approved'
        group by merchant_id, request_id
      )
      select agreed.merchant_id, agreed.request_id::text as subject,
        format('%s of %s agreed', agreed.count, needed.count) as detail
      from agreed
      join needed on needed.merchant_id = agreed.merchant_id and needed.request_id = agreed.request_id
      where agreed.count < needed.count`,
  },
  {
    name: "released-when-approved",
    says: "A transfer that had to be approved went on only by an approved request for just what it says.",
    sql: `
      select transfer.merchant_id, transfer.transfer_key as subject, format('went on to %s', step.to_status) as detail
      from transfers.step
      join transfers.transfer
        on transfer.merchant_id = step.merchant_id
        and transfer.transfer_id = step.transfer_id
      where step.from_status = 'awaiting_approval'
        and step.to_status in ('waiting', 'ready')
        and not exists (
          select from approvals.request
          where request.merchant_id = transfer.merchant_id
            and request.subject_kind = 'transfer'
            and request.subject_id = transfer.transfer_id::text
            and request.status = 'approved'
            and request.content_hash = transfer.content_hash
        )`,
  },
  {
    name: "what-waits-is-asked-for",
    says: "A transfer that waits for approval has an open request, and an open request of one its transfer.",
    sql: `
      with asked as (
        select merchant_id, subject_id
        from approvals.request
        where subject_kind = 'transfer' and status = 'pending'
      ), waiting as (
        select merchant_id, transfer_id::text as subject_id
        from transfers.transfer
        where status = 'awaiting_approval'
      )
      select coalesce(asked.merchant_id, waiting.merchant_id) as merchant_id,
        coalesce(asked.subject_id, waiting.subject_id) as subject,
        case when asked.subject_id is null then 'waits, and no one was asked' else 'asked for, and nothing waits' end
          as detail
      from asked
      full join waiting on waiting.merchant_id = asked.merchant_id and waiting.subject_id = asked.subject_id
      where asked.subject_id is null or waiting.subject_id is null`,
  },
  {
    name: "beneficiaries-that-wait-are-asked-for",
    says: "A beneficiary that awaits approval has an open request to add it, and is not paid.",
    sql: `
      with waiting as (
        select merchant_id, beneficiary_id
        from beneficiaries.beneficiary
        where status = 'awaiting_approval'
          and removed_at is null
      ), paid as (
        select distinct waiting.merchant_id, waiting.beneficiary_id
        from waiting
        join transfers.transfer
          on transfer.merchant_id = waiting.merchant_id
          and transfer.beneficiary_id = waiting.beneficiary_id
      )
      select waiting.merchant_id, waiting.beneficiary_id::text as subject,
        case when request.subject_id is null then 'waits, and no one was asked' else 'was paid before' end as detail
      from waiting
      left join paid on paid.merchant_id = waiting.merchant_id and paid.beneficiary_id = waiting.beneficiary_id
      left join approvals.request
        on request.merchant_id = waiting.merchant_id
        and request.subject_kind = 'beneficiary'
        and request.subject_id = waiting.beneficiary_id::text
        and request.status = 'pending'
        and request.proposal ->> 'change' = 'add'
      where request.subject_id is null
         or paid.beneficiary_id is not null`,
  },
];
