import { sayPerson, showPeople } from "#access";
import type { Tx } from "#lib/db";
import { formatRupeesIndian } from "#lib/money";
import { istText } from "#rails";
import { noteEvents } from "./note-events.ts";

/**
 * Notes the requests for approval that were made in a period (`until` not included) and are still pending. A request
 * that was decided in the meantime needs no one. They are read from the requests themselves, because accepting an order
 * writes no audit record of them.
 */
export async function collectRequests(tx: Tx, { from, until }: { from: Date; until: Date }): Promise<void> {
  const waiting = await tx.query<WaitingRequest>(READ_WAITING, [tx.merchantId, from, until]);
  const people = await showPeople(
    tx,
    waiting.flatMap(({ memberId }) => memberId ?? []),
  );
  const saidOf = (memberId: string | null): string | null => {
    const person = people.get(memberId ?? "");
    return person === undefined ? null : sayPerson(person);
  };
  await noteEvents(
    tx,
    waiting.map(({ requestId, kind, name, memberId, amountPaise, policyName, processOn, openedAt }) => ({
      category: "approval_waiting",
      sourceKey: `approval_${requestId}`,
      what: WORDS[kind] ?? kind,
      id: saidOf(memberId) ?? name,
      detail: [
        ...(amountPaise === null ? [] : [formatRupeesIndian(amountPaise)]),
        ...(processOn === null ? [] : [`scheduled for ${istText(processOn)} IST`]),
        policyName,
      ].join(", "),
      at: openedAt,
    })),
  );
}

interface WaitingRequest {
  readonly requestId: string;
  readonly kind: string;
  /** The name by which the merchant knows it; empty if there is only one. */
  readonly name: string;
  /** The member whose rights it is about; null if it is about something else. */
  readonly memberId: string | null;
  readonly amountPaise: bigint | null;
  readonly policyName: string;
  /** The time when a transfer is to be sent; null if it is sent as soon as it is approved. */
  readonly processOn: Date | null;
  readonly openedAt: Date;
}

const WORDS: Readonly<Record<string, string>> = {
  transfer: "Transfer",
  batch: "Batch",
  beneficiary: "Beneficiary",
  key_reset: "Reset of the API keys",
  limit: "Rule",
  rights: "Rights",
  policy: "Approval policies",
  credit: "Credits and bank services",
};

const READ_WAITING = `
  with waiting as materialized (
    select request_id, subject_kind, amount_paise, policy_name, proposal, opened_at,
      case when subject_kind in ('transfer', 'batch') then subject_id::uuid end as paying_id
    from approvals.request
    join notifications.category
      on category.merchant_id = $1
      and category.category = 'approval_waiting'
      and category.active_since <= request.opened_at
    where request.merchant_id = $1
      and request.status = 'pending'
      and request.opened_at >= $2
      and request.opened_at < $3
  )
  select waiting.request_id as "requestId", waiting.subject_kind as kind, waiting.amount_paise as "amountPaise",
    waiting.policy_name as "policyName", transfer.process_on as "processOn", waiting.opened_at as "openedAt",
    coalesce(
      transfer.transfer_key, batch.batch_key, batch.name, waiting.proposal ->> 'beneId',
      waiting.proposal ->> 'kind', waiting.proposal ->> 'name',
      waiting.proposal ->> 'subject', ''
    ) as name,
    waiting.proposal ->> 'memberId' as "memberId"
  from waiting
  left join transfers.transfer
    on transfer.merchant_id = $1
    and transfer.transfer_id = waiting.paying_id
  left join batches.batch
    on batch.merchant_id = $1
    and batch.batch_id = waiting.paying_id`;
