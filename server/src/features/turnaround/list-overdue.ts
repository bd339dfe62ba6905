/** Lists payments that neither arrived nor came back in time, and what is owed for them. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { firstIdAt } from "#lib/ids";
import { CALENDARS, latenessOf, type Lateness, type Rail } from "#rails";

/** The list contains overdue payments of this many past days. */
export const LOOK_BACK_DAYS = 180;

/** Says what is known about the money. The README explains each word. */
type CreditStanding = "returned" | "deemed" | "debited" | "unknown";

export interface OverdueCredit extends Omit<Lateness, "source"> {
  readonly transferId: string;
  readonly transferKey: string;
  readonly referenceId: bigint;
  readonly bankId: string;
  /** Our reference, by which the bank knows the instruction. */
  readonly reference: string;
  readonly rail: Rail;
  readonly amountPaise: bigint;
  readonly utr: string | null;
  readonly sentAt: Date;
  /** The time of the return. Null means that it has not come back. */
  readonly returnedAt: Date | null;
  readonly standing: CreditStanding;
}

/** All overdue payments of a merchant; those that were sent first come first. */
export interface Overdue {
  /** The merchant's clock, by which days are counted. */
  readonly at: Date;
  readonly credits: readonly OverdueCredit[];
  /** True if there are more than could be listed. */
  readonly isCut: boolean;
}

const LOOK_BACK_MS = LOOK_BACK_DAYS * 86_400_000;
const LIST_MAX = 5_000;
/** No rule makes a payment late before this. */
const SOONEST_MS = 3_600_000;

/** Lists the overdue payments of a merchant, of the last 180 days and at most 5,000. */
export function listOverdue(ctx: Context, merchantId: string): Promise<Overdue> {
  return ctx.db.inMerchant(merchantId, (tx) => readOverdue(ctx, tx));
}

/** Does the same in the caller's transaction. */
export async function readOverdue({ config }: Context, tx: Tx): Promise<Overdue> {
  const since = new Date(tx.now.getTime() - LOOK_BACK_MS);
  const rows = await tx.query<Row>(READ, [
    tx.merchantId,
    since,
    new Date(tx.now.getTime() - SOONEST_MS),
    firstIdAt(tx, since),
    LIST_MAX + 1,
  ]);
  const calendar = CALENDARS[config.railCalendar];
  const credits = rows.slice(0, LIST_MAX).flatMap((row) => {
    const { rail, amountPaise, sentAt: debitedAt, returnedAt } = row;
    const until = returnedAt ?? tx.now;
    const { dueAt, days, owedPaise } = latenessOf({ rail, amountPaise, debitedAt, until, calendar });
    return days === 0
      ? []
      : [{ ...row, dueAt, days, owedPaise: row.standing === "unknown" ? 0n : owedPaise }];
  });
  return { at: tx.now, credits, isCut: rows.length > LIST_MAX };
}

type Row = Omit<OverdueCredit, "dueAt" | "days" | "owedPaise">;

// Each branch uses its own index: of deemed facts, of debits on statements, of due times, and of reasons.
const READ = `
  with candidate as (
    select transfer_id, attempt, min(standing) as standing
    from (
      select transfer_id, attempt, 'deemed' as standing
      from transfers.fact
      where merchant_id = $1
        and evidence = 'DEEMED'
        and at >= $2
      union all
      select transfer_id, attempt, 'debited'
      from transfers.fact
      where merchant_id = $1
        and source = 'statement'
        and evidence = 'POS'
        and at >= $2
    ) as unconfirmed
    group by transfer_id, attempt
    union all
    select transfer_id, attempt, 'unknown'
    from transfers.transfer
    where merchant_id = $1
      and due_at is not null
      and status in ('sent', 'review')
      and not deemed
    union all
    select transfer_id, attempt, 'returned'
    from transfers.transfer
    where merchant_id = $1
      and reason is not null
      and status = 'reversed'
      and transfer_id >= $4
  )
  select transfer.transfer_id as "transferId", transfer_key as "transferKey", reference_id as "referenceId",
    attempt.bank_id as "bankId", reference, attempt.rail, amount_paise as "amountPaise", utr, sent_at as "sentAt",
    case when standing = 'returned' then finished_at end as "returnedAt", standing
  from candidate
  join transfers.transfer
    on transfer.merchant_id = $1
   and transfer.transfer_id = candidate.transfer_id
   -- What was said of an attempt that was given up is not said of this one.
   and transfer.attempt = candidate.attempt
  join transfers.attempt
    on attempt.merchant_id = $1
   and attempt.transfer_id = transfer.transfer_id
   and attempt.attempt = transfer.attempt
  where sent_at between $2 and $3
    -- An unconfirmed payment leaves when it is confirmed, comes back or turns out not to be paid.
    and (standing not in ('deemed', 'debited')
      or (not acknowledged and status in ('sent', 'review', 'succeeded')))
    -- What comes back because the payer asked for it had arrived.
    and (standing <> 'returned' or not exists (
      select from recalls.recall
      where recall.merchant_id = $1
        and recall.transfer_id = transfer.transfer_id
        and asked_at <= finished_at
    ))
  order by sent_at, reference_id
  limit $5`;
