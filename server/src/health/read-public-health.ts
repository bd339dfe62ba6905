/** Bank health for the public: shares with their number of calls, and nothing about any merchant. */
import { partnerBank } from "#banks";
import type { Context } from "#lib/context";
import type { Rail } from "#rails";
import { bankOfKey, type BankState } from "./bank-health.ts";
import { wilson } from "./wilson.ts";

/** One bank on one rail. Shares in hundredths of a percent; null: too few calls. */
export interface PublicHealth {
  /** `simulated`: for sandbox merchants, each by itself. `live`: the real bank, for all live merchants. */
  readonly banks: "simulated" | "live";
  readonly bankId: string;
  readonly bankName: string;
  readonly rail: Rail;
  /** Null for a simulated bank, because its state differs between merchants. */
  readonly state: BankState | null;
  /** The weighed number of each merchant's (live: all merchants') last 200 calls; newer ones count more. */
  readonly calls: number;
  readonly successBp: number | null;
  /** The 95% interval of the share. */
  readonly lowBp: number | null;
  readonly highBp: number | null;
}

/** With fewer calls, no share is published. */
export const CALLS_TOLD_MIN = 20;

/** Reads public health over all merchants, by bank and rail. */
export async function readPublicHealth(
  ctx: Pick<Context, "db">,
): Promise<{ asOf: Date; items: readonly PublicHealth[] }> {
  const rows = await ctx.db.sweep((read) => read.query<Row>(READ));
  const items = rows.map(({ banks, key, state, good, total }): PublicHealth => {
    const { bankId, rail } = bankOfKey(key);
    const bankName = partnerBank(bankId)?.name ?? bankId;
    const about = { banks, bankId, bankName, rail, state, calls: Math.round(total) };
    if (total < CALLS_TOLD_MIN) return { ...about, successBp: null, lowBp: null, highBp: null };
    const { low, high } = wilson(good, total, 1.96);
    const bp = (share: number): number => Math.round(share * 10_000);
    return { ...about, successBp: bp(good / total), lowBp: bp(low), highBp: bp(high) };
  });
  return { asOf: new Date(), items };
}

interface Row {
  readonly banks: "simulated" | "live";
  readonly key: string;
  readonly state: BankState | null;
  readonly good: number;
  readonly total: number;
}

// Keys with a payee's bank are not published: whom merchants pay is their own business.
const READ = `
  with estimate as (
    select 'live' as banks, known.key, known.value ->> 'state' as state, known.value -> 'slow' as memory
    from health.live_bank_watch
    cross join lateral jsonb_each(estimates) as known
    union all
    select 'simulated', known.key, null, known.value -> 'slow'
    from health.bank_watch
    cross join lateral jsonb_each(estimates) as known
  )
  select banks, key, max(state) as state, sum((memory ->> 'good')::float8) as good,
    sum((memory ->> 'good')::float8 + (memory ->> 'refused')::float8 + (memory ->> 'unknown')::float8) as total
  from estimate
  where key not like '% % %'
  group by banks, key
  order by banks, key`;
