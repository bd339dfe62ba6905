/** Counts what a member or a program does in seven days, by one row for each day, however often it is done. */
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";

/** `beneficiaries.removed` is counted for programs only, and `beneficiaries.added` for members only. */
type Deed = "transfers.ended" | "beneficiaries.removed" | "beneficiaries.added";

/**
 * Adds to what the actor did today and returns how much that is in seven days, today included. Others who count the
 * same wait until the transaction ends, so that no two of them get the same number.
 */
export async function countInWeek(
  tx: Tx,
  { by, deed, count }: { by: Actor; deed: Deed; count: number },
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(ADD, [tx.merchantId, by, deed, tx.now, count]);
  return row!.count;
}

/** Returns how much that is so far. It takes no lock, so a concurrent change may not be counted yet. */
export async function readInWeek(tx: Tx, { by, deed }: { by: Actor; deed: Deed }): Promise<number> {
  const [row] = await tx.query<{ count: number }>(READ, [tx.merchantId, by, deed, tx.now]);
  return row!.count;
}

const TODAY = "($4::timestamptz at time zone 'Asia/Kolkata')::date";

const ADD = `
  with today as (
    insert into access.deed_count as known (merchant_id, actor, deed, day, count)
    values ($1, $2, $3, ${TODAY}, $5)
    on conflict (merchant_id, actor, deed, day) do update
    set count = known.count + excluded.count
    returning count
  )
  select today.count + (
    select coalesce(sum(earlier.count), 0)::integer
    from access.deed_count as earlier
    where merchant_id = $1
      and actor = $2
      and deed = $3
      and day > ${TODAY} - 7
      and day < ${TODAY}
  ) as count
  from today`;

const READ = `
  select coalesce(sum(count), 0)::integer as count
  from access.deed_count
  where merchant_id = $1
    and actor = $2
    and deed = $3
    and day > ${TODAY} - 7
    and day <= ${TODAY}`;
