import type { Tx } from "#lib/db";
import { closeBreaks } from "./close-breaks.ts";
import { withdrawLines } from "./withdraw-lines.ts";
import { noteRepeated, wakeLines, type StatedDay } from "./write-lines.ts";

/** Called when the whole day is here: lines missing from it become breaks; faults of the day are cleared. */
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

/** Finds wrong statements of this day. */
const FIND_CLEARED = `
  select source_key as "sourceKey"
  from reconciliation.break
  where merchant_id = $1
    and bank_id = $2
    and closed_at is null
    and kind in ('statement_wrong', 'statement_unreadable', 'statement_changed')
    and day = $3::date`;
