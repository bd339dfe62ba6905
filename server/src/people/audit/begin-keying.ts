/** Ends the time in which audit records without a code are accepted: from then on each record must have one. */
import type { Context } from "#lib/context";
import { placeText } from "./record-audit.ts";

type Place = Pick<Context, "db">;

/**
 * Reads the moment since which every record must have a code; null if records of the previous version are still
 * accepted.
 */
export async function readKeyingBegun({ db }: Place): Promise<Date | null> {
  const [row] = await db.directory((tx) => tx.query<{ begunAt: Date | null }>(READ_BEGUN));
  return row!.begunAt;
}

/**
 * Vouches for all chains up to their present ends, and from then on accepts no record without a code. This cannot be
 * undone, so no process of the previous version may still run or be started again. If it is interrupted, it can be
 * repeated.
 */
export async function beginKeying(ctx: Place): Promise<Date> {
  const begunAt = await readKeyingBegun(ctx);
  if (begunAt !== null) return begunAt;
  const owners = await ctx.db.sweep((read) => read.query<{ merchantId: string }>(LIST_CHAINS));
  for (const { merchantId } of owners) await drawBoundary(ctx, merchantId);
  await ctx.db.directory((tx) => tx.execute(BEGIN));
  return (await readKeyingBegun(ctx))!;
}

/**
 * Does the same at the first start of a process that has the database to itself. If any record already has a code, this
 * is not the first start: then nothing is vouched for, since missing records may have been removed.
 */
export async function beginKeyingAlone(ctx: Place): Promise<void> {
  if ((await readKeyingBegun(ctx)) !== null) return;
  const found = await ctx.db.sweep((read) => read.query<{ some: boolean }>(HAS_CODES));
  if (!found.some(({ some }) => some)) await beginKeying(ctx);
}

function drawBoundary({ db }: Place, merchantId: string): Promise<void> {
  return db.inMerchant(merchantId, async (tx) => {
    const [end] = await tx.query<{ seq: bigint; hash: Buffer }>(LOCK_END, [merchantId]);
    const mac = tx.vouchFor("audit.boundary", placeText({ merchantId, ...end! }));
    await tx.execute(DRAW, [merchantId, end!.seq, mac]);
  });
}

const READ_BEGUN = 'select begun_at as "begunAt" from audit.keying';

const BEGIN = "update audit.keying set begun_at = clock_timestamp() where begun_at is null";

const LIST_CHAINS = `
  select merchant_id as "merchantId"
  from audit.chain
  order by merchant_id`;

const HAS_CODES = "select exists (select from audit.record where mac is not null) as some";

const LOCK_END = `
  select last_seq as seq, last_hash as hash
  from audit.chain
  where merchant_id = $1
  for update`;

const DRAW = `
  insert into audit.boundary (merchant_id, seq, mac)
  values ($1, $2, $3)
  on conflict (merchant_id) do nothing`;
