import type { Db } from "#lib/db";

export interface Lease {
  /** Permits that are now this process's to give. */
  readonly leased: number;
  /** Permits of this minute that no process has leased yet. */
  readonly left: number;
  readonly msLeft: number;
}

const WINDOW_MS = 60_000;

/** A lease is at most this part of what is left, so that the last permits go where the calls are. */
const SHARE = 16;

/**
 * Leases permits of the current minute: as many as wanted, or a sixteenth of what is left if that is more;
 * fewer, or none, when fewer are left. The minute is that of the merchant's clock.
 */
export async function leasePermits(
  db: Db,
  request: { merchantId: string; clientId: string; ratePerMinute: number; wanted: number },
): Promise<Lease> {
  const { merchantId, clientId, ratePerMinute, wanted } = request;
  return db.inMerchant(merchantId, async (tx) => {
    const windowStart = new Date(Math.floor(tx.now.getTime() / WINDOW_MS) * WINDOW_MS);
    const first = Math.min(ratePerMinute, Math.max(wanted, Math.floor(ratePerMinute / SHARE)));
    const [row] = await tx.query<{ window_start: Date; used: number; leased: number }>(LEASE, [
      merchantId,
      clientId,
      windowStart,
      ratePerMinute,
      wanted,
      first,
      new Date(windowStart.getTime() + WINDOW_MS),
    ]);
    const { window_start, used, leased } = row!;
    // Dates hold whole milliseconds: one less, lest the lease outlive its minute.
    const msLeft = window_start.getTime() + WINDOW_MS - tx.now.getTime() - 1;
    return { leased, left: Math.max(0, ratePerMinute - used), msLeft };
  });
}

// A window that is later than ours by a minute is the same one, seen by a process that asked just after the
// turn; one that is later still was left behind by a test clock that went back, and counts no more.
const LEASE = `
  insert into access.rate_window as held (merchant_id, client_id, window_start, used, leased)
  values ($1, $2, $3, $6, $6)
  on conflict (merchant_id, client_id) do update
  set (window_start, used, leased) = (
    select case when same then held.window_start else $3 end, base + grant_now, grant_now
    from (select held.window_start between $3 and $7) as window_now (same)
    cross join lateral (select case when same then held.used else 0 end) as use_now (base)
    cross join lateral (
      select greatest(0, least($4 - base, greatest($5, ($4 - base) / ${SHARE})))
    ) as lease_now (grant_now)
  )
  returning window_start, used, leased`;
