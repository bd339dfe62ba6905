import type { Context } from "#lib/context";
import type { Db, Tx } from "#lib/db";
import { gather } from "#lib/gather";
import type { Caller } from "./caller.ts";

export interface RatePermit {
  readonly allowed: boolean;
  /** Calls per minute. */
  readonly limit: number;
  /** The calls that are left in this minute, as far as this process knows. */
  readonly remaining: number;
  readonly resetSeconds: number;
}

type RatedCaller = Pick<Caller, "merchantId" | "clientId" | "ratePerMinute">;

/** Permits of one key pair that this process may give in the current minute. */
interface Stock {
  /** The limit that it was leased under. */
  limit: number;
  held: number;
  /** The number of calls that no process had leased when this one last asked. */
  left: number;
  /** The time when the minute is over, by `performance.now()`. */
  endsAt: number;
}

interface Bucket {
  readonly stock: Stock;
  readonly refill: (caller: RatedCaller) => Promise<RatePermit>;
}

/**
 * Takes one of the calls that a key pair may make in a minute. The limit holds over all processes and
 * restarts: each process leases small parts of it from the database, and never more than are left.
 */
export async function takeRatePermit(ctx: Context, caller: RatedCaller): Promise<RatePermit> {
  const bucket = bucketOf(ctx.db, caller);
  return take(bucket.stock, caller) ?? bucket.refill(caller);
}

/** Returns a permit from the stock, or a refusal if the minute is known to be used up; otherwise null. */
function take(stock: Stock, caller: RatedCaller): RatePermit | null {
  if (stock.limit !== caller.ratePerMinute) return null;
  const msLeft = stock.endsAt - performance.now();
  const allowed = stock.held > 0;
  if (msLeft <= 0 || (!allowed && stock.left > 0)) return null;
  if (allowed) stock.held -= 1;
  return {
    allowed,
    limit: caller.ratePerMinute,
    remaining: stock.held + stock.left,
    resetSeconds: Math.ceil(msLeft / 1000),
  };
}

/** Answers calls that found the stock empty, leasing until each has its answer. */
async function refill(db: Db, stock: Stock, callers: RatedCaller[]): Promise<RatePermit[]> {
  const answers: RatePermit[] = [];
  for (const [index, caller] of callers.entries()) {
    let answer = take(stock, caller);
    while (answer === null) {
      // Measured before asking, so that a lease never lasts longer here than its minute does in the database.
      const askedAt = performance.now();
      const isChanged = stock.limit !== caller.ratePerMinute && askedAt < stock.endsAt;
      const returned = isChanged ? stock.held : 0;
      const lease = await leasePermits(db, { ...caller, wanted: callers.length - index, returned });
      stock.limit = caller.ratePerMinute;
      stock.held = lease.leased;
      stock.left = lease.left;
      stock.endsAt = askedAt + lease.msLeft;
      answer = take(stock, caller);
    }
    answers.push(answer);
  }
  return answers;
}

const BUCKETS_MAX = 10_000;
const bucketsOf = new WeakMap<Db, Map<string, Bucket>>();

function bucketOf(db: Db, caller: RatedCaller): Bucket {
  let buckets = bucketsOf.get(db);
  if (buckets === undefined) bucketsOf.set(db, (buckets = new Map()));
  const known = buckets.get(caller.clientId);
  if (known !== undefined) return known;
  // A bucket thrown away loses the permits it held, never gains any.
  if (buckets.size >= BUCKETS_MAX) buckets.delete(buckets.keys().next().value as string);
  const stock: Stock = { limit: 0, held: 0, left: 0, endsAt: 0 };
  const flush = (callers: RatedCaller[]) => refill(db, stock, callers);
  const bucket: Bucket = { stock, refill: gather({ limit: 10_000, lanes: 1, flush }) };
  buckets.set(caller.clientId, bucket);
  return bucket;
}

interface PermitLease {
  /** Permits that are now this process's to give. */
  readonly leased: number;
  /** Permits of this minute that no process has leased yet. */
  readonly left: number;
  readonly msLeft: number;
}

/** A lease is at most this part of what is left, so that the last permits go where the calls are. */
const SHARE = 16;

interface LeaseRequest {
  readonly merchantId: string;
  readonly clientId: string;
  readonly ratePerMinute: number;
  readonly wanted: number;
  /** Permits of an earlier lease of this minute that are given back unused. */
  readonly returned?: number;
}

/**
 * Leases permits of the current minute: as many as wanted, or a sixteenth of what is left if that is more;
 * fewer, or none, when fewer are left. The minute is the database's: moving a test clock forward buys no extra calls.
 */
async function leasePermits(db: Db, request: LeaseRequest): Promise<PermitLease> {
  const { merchantId, clientId, ratePerMinute, wanted, returned = 0 } = request;
  const first = Math.min(ratePerMinute, Math.max(wanted, Math.floor(ratePerMinute / SHARE)));
  const [row] = await db.inMerchant(merchantId, (tx) =>
    tx.query<Leased>(LEASE, [merchantId, clientId, ratePerMinute, wanted, first, returned]),
  );
  const { used, leased, ms_left } = row!;
  // Parts of a millisecond are dropped, so that the lease does not outlive its minute.
  return { leased, left: Math.max(0, ratePerMinute - used), msLeft: Math.floor(ms_left) - 1 };
}

interface Leased {
  readonly used: number;
  readonly leased: number;
  readonly ms_left: number;
}

// A window that is a minute later than ours is the same one, seen by a process that asked just after the minute ended.
// One that is later still was left behind by a clock that went back, and does not count.
const LEASE = `
  insert into access.rate_window as held (merchant_id, client_id, window_start, used, leased)
  values ($1, $2, date_trunc('minute', statement_timestamp(), 'UTC'), $5, $5)
  on conflict (merchant_id, client_id) do update
  set (window_start, used, leased) = (
    select case when same then held.window_start else excluded.window_start end, base + grant_now, grant_now
    from (
      select held.window_start between excluded.window_start and excluded.window_start + interval '1 minute'
    ) as window_now (same)
    cross join lateral (select case when same then greatest(0, held.used - $6) else 0 end) as use_now (base)
    cross join lateral (
      select greatest(0, least($3 - base, greatest($4, ($3 - base) / ${SHARE})))
    ) as lease_now (grant_now)
  )
  returning used, leased,
    extract(epoch from window_start + interval '1 minute' - statement_timestamp())::float8 * 1000 as ms_left`;

/** The use of a key pair's limit in the present minute. */
interface RateUse {
  /** Calls of this minute that were made, or are held ready by a process. */
  readonly used: number;
  readonly perMinute: number;
}

/** Returns how much of this minute's limit the merchant's key pair has used, or null if there is no key pair. */
export async function readRateUse(tx: Tx): Promise<RateUse | null> {
  const [row] = await tx.query<RateUse>(READ, [tx.merchantId]);
  return row ?? null;
}

const READ = `
  select case when rate.window_start = date_trunc('minute', now(), 'UTC') then rate.used else 0 end as used,
    client.rate_per_minute as "perMinute"
  from access.api_client as client
  left join access.rate_window as rate
    on rate.merchant_id = client.merchant_id and rate.client_id = client.client_id
  where client.merchant_id = $1 and client.active`;
