/** Transfers that end before they are sent to a bank no longer use up limits. */
import type { Tx } from "#lib/db";
import { idIn, isCounted, SCOPES, subjectOf, type Scoped } from "./scope.ts";
import { startOfDay, startOfMinute } from "./usage.ts";

/** A transfer that ends, with the time of its release by the merchant's clock. */
interface GivenBack extends Scoped {
  readonly amountPaise: bigint;
  readonly releasedAt: Date;
}

/** Subtracts the transfers from all counts in one statement. */
export async function giveBack(tx: Tx, transfers: readonly GivenBack[]): Promise<void> {
  const rows = transfers.filter(isCounted).flatMap((transfer) =>
    SCOPES.flatMap((scope) => {
      const subject = subjectOf(scope, idIn(scope, transfer));
      const { amountPaise, releasedAt } = transfer;
      return [
        { span: "day", subject, amountPaise, startsAt: startOfDay(releasedAt) },
        { span: "minute", subject, amountPaise, startsAt: startOfMinute(releasedAt) },
      ];
    }),
  );
  if (rows.length === 0) return;
  await tx.execute(GIVE_BACK, [
    tx.merchantId,
    rows.map(({ span }) => span),
    rows.map(({ subject }) => subject),
    rows.map(({ startsAt }) => startsAt),
    rows.map(({ amountPaise }) => amountPaise),
  ]);
}

// The rows are locked in the order in which acceptance writes them. A count that no rule needs any more may be too low.
const GIVE_BACK = `
  with ended as (
    select span, subject, starts_at, count(*)::integer as transfers, sum(paise)::bigint as paise
    from unnest($2::text[], $3::text[], $4::timestamptz[], $5::bigint[]) as ended (span, subject, starts_at, paise)
    group by span, subject, starts_at
  ), locked as (
    select ended.*
    from ended
    join risk.usage
      on usage.merchant_id = $1
     and usage.span = ended.span
     and usage.subject = ended.subject
     and usage.starts_at = ended.starts_at
    order by usage.span, usage.subject collate "C", usage.starts_at
    for update of usage
  )
  update risk.usage as usage
  set transfers = greatest(usage.transfers - locked.transfers, 0),
      paise = greatest(usage.paise - locked.paise, 0)
  from locked
  where usage.merchant_id = $1
    and usage.span = locked.span
    and usage.subject = locked.subject
    and usage.starts_at = locked.starts_at`;
