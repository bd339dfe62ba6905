import type { Tx } from "#lib/db";
import { closeBreaks } from "./close-breaks.ts";
import { withdrawLines } from "./withdraw-lines.ts";
import { noteRepeated, wakeLines, type StatedDay } from "./write-lines.ts";

/** The whole day is here: lines of an earlier statement that are gone are breaks; faults of the day are cleared. */
export async function closeDay(tx: Tx, stated: StatedDay): Promise<void> {
  const { bankId, statement } = stated;
  const { day } = statement;
  await wakeLines(tx, bankId, day);
  await noteRepeated(tx, stated);
  await withdrawLines(tx, stated);
  await tx.execute(
    `update reconciliation.schedule
     set next_day = greatest(next_day, $3::date + 1), problem = null, failing_since = null, failures = 0
     where merchant_id = $1
       and bank_id = $2`,
    [tx.merchantId, bankId, day],
  );
  const cleared = await tx.query<{ sourceKey: string }>(FIND_CLEARED, [tx.merchantId, bankId, day]);
  await closeBreaks(
    tx,
    cleared.map(({ sourceKey }) => sourceKey),
    { resolution: "went_away", note: `the statement of ${day} has arrived`, by: "system" },
  );
}

/** Wrong statements of this day, and the gap that it fills. */
const FIND_CLEARED = `
  select source_key as "sourceKey"
  from reconciliation.break
  where merchant_id = $1
    and bank_id = $2
    and closed_at is null
    and (
      (kind in ('statement_wrong', 'statement_unreadable') and day = $3::date)
      or (
        kind = 'missing_day'
        and day > $3::date
        and not exists (
          select from generate_series($3::date + 1, break.day - 1, interval '1 day') as between_days (day)
          where not exists (
            select from reconciliation.statement
            where statement.merchant_id = $1
              and statement.bank_id = $2
              and statement.whole
              and statement.state = 'imported'
              and statement.day = between_days.day::date
          )
        )
      )
    )`;
