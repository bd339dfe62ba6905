import type { Context } from "#lib/context";
import type { Db } from "#lib/db";
import { gather } from "#lib/gather";
import type { Caller } from "./caller.ts";
import { leasePermits } from "./lease-permits.ts";

export interface RatePermit {
  readonly allowed: boolean;
  /** Calls per minute. */
  readonly limit: number;
  /** What is left of this minute, as far as this process knows. */
  readonly remaining: number;
  readonly resetSeconds: number;
}

type RatedCaller = Pick<Caller, "merchantId" | "clientId" | "ratePerMinute">;

/** Permits of one key pair that this process may give in the current minute. */
interface Stock {
  /** The limit that it was leased under. */
  limit: number;
  held: number;
  /** What no process had leased when this one asked last. */
  left: number;
  /** When the minute is over, by `performance.now()`. */
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

/** An answer from the stock: a permit, or a refusal when the minute is known to be used up; else null. */
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
