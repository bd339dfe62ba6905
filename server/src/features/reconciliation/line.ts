/** A line of a statement as the database holds it. */
import type { LineKind } from "#banks";
import type { Tx } from "#lib/db";
import { bigint, day, defineRow, nullable, type RowOf, smallint, text, timestamptz, uuid } from "#lib/rows";
import type { FailureReason } from "#rails";
import type { BookedAttempt } from "./decide-attempt.ts";

/** `vanished`: the statement of the whole day does not contain it. */
type LineState = "new" | "matched" | "paired" | "suspense" | "vanished";

/** The rules by which a line can be tied, from the strongest on. */
type TyingRule = "reference" | "utr" | "likeness" | "arrival" | "by_hand";

export const LINE = defineRow("reconciliation.line", {
  lineId: uuid,
  bankId: text(),
  bankNo: smallint,
  /** The IST day of its statement. */
  day,
  bookedAt: timestamptz,
  arrivedAt: timestamptz,
  side: text<"debit" | "credit">(),
  amountPaise: bigint,
  kind: text<LineKind>(),
  reference: nullable(text()),
  utr: nullable(text()),
  narration: text(),
  code: text(),
  reason: nullable(text<FailureReason>()),
  counterpartyName: nullable(text()),
  counterpartyLast4: nullable(text()),
  counterpartyIfsc: nullable(text()),
  state: text<LineState>(),
  rule: nullable(text<TyingRule>()),
  transferId: nullable(uuid),
  attempt: nullable(smallint),
  topUpId: nullable(uuid),
  heldUntil: nullable(timestamptz),
  /** The number of times it went into suspense. */
  suspended: smallint,
});

export type Line = RowOf<typeof LINE>;

/** Returns how attempts are booked, by `keyOfAttempt`. */
export async function readBookedAttempts(
  tx: Tx,
  attempts: readonly Tied[],
): Promise<ReadonlyMap<string, BookedAttempt>> {
  const rows = await tx.query<BookedAttempt>(READ, [
    tx.merchantId,
    attempts.map(({ transferId }) => transferId),
    attempts.map(({ attempt }) => attempt),
  ]);
  return new Map(rows.map((row) => [keyOfAttempt(row), row]));
}

export interface Tied {
  readonly transferId: string;
  readonly attempt: number;
}

export function keyOfAttempt({ transferId, attempt }: Tied): string {
  return `${transferId} ${attempt}`;
}

// Entries that can exist once per attempt reserve ten line numbers for each (linesOfAttempt).
const READ = `
  select wanted.transfer_id as "transferId", wanted.attempt, transfer.amount_paise as "amountPaise",
    case
      when late.paid or (transfer.attempt = wanted.attempt and transfer.status in ('succeeded', 'reversed')) then 'paid'
      when attempt.live then 'open'
      else 'refused'
    end as standing,
    late.returned or (transfer.attempt = wanted.attempt and transfer.status = 'reversed') as returned,
    transfer.attempt = wanted.attempt and transfer.status in ('succeeded', 'reversed') and transfer.utr is null
      as "lacksUtr",
    case when not attempt.live then (
      select min(fact.at)
      from transfers.fact
      where fact.merchant_id = $1
        and fact.transfer_id = wanted.transfer_id
        and fact.attempt = wanted.attempt
        and fact.evidence = 'NEG'
    ) end as "refusedAt"
  from unnest($2::uuid[], $3::smallint[]) as wanted (transfer_id, attempt)
  join transfers.transfer on transfer.merchant_id = $1 and transfer.transfer_id = wanted.transfer_id
  join transfers.attempt
    on attempt.merchant_id = $1
   and attempt.transfer_id = wanted.transfer_id
   and attempt.attempt = wanted.attempt
  cross join lateral (
    select
      exists (
        select from ledger.posting
        where merchant_id = $1 and cause_id = wanted.transfer_id and phase = 6 and line = wanted.attempt * 10
      ) as paid,
      exists (
        select from ledger.posting
        where merchant_id = $1 and cause_id = wanted.transfer_id and phase = 5 and line = wanted.attempt * 10
          and kind = 'return'
      ) as returned
  ) as late`;
