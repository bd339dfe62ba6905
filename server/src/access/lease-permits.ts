import type { Db } from "#lib/db";

export interface Lease {
  /** Permits that are now this process's to give. */
  readonly leased: number;
  /** Permits of this minute that no process has leased yet. */
  readonly left: number;
  readonly msLeft: number;
}

/** A lease is at most this part of what is left, so that the last permits go where the calls are. */
const SHARE = 16;

export interface LeaseRequest {
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
export async function leasePermits(db: Db, request: LeaseRequest): Promise<Lease> {
  const { merchantId, clientId, ratePerMinute, wanted, returned = 0 } = request;
  const first = Math.min(ratePerMinute, Math.max(wanted, Math.floor(ratePerMinute / SHARE)));
  const [row] = await db.inMerchant(merchantId, (tx) =>
    tx.query<Leased>(LEASE, [merchantId, clientId, ratePerMinute, wanted, first, returned]),
  );
  const { used, leased, ms_left } = row!;
  // Less than a whole millisecond counts for nothing, lest the lease outlive its minute.
  return { leased, left: Math.max(0, ratePerMinute - used), msLeft: Math.floor(ms_left) - 1 };
}

interface Leased {
  readonly used: number;
  readonly leased: number;
  readonly ms_left: number;
}

// A window that is later than ours by a minute is the same one, seen by a process that asked just after the
// turn; one that is later still was left behind by a clock that went back, and counts no more.
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
