/** The scopes of bank health: one sandbox merchant with its simulated banks, or all live merchants. */
import type { Context } from "#lib/context";
import type { DirectoryTx } from "#lib/db";

/** Used for all live merchants in place of a merchant's ID. */
export const LIVE = "00000000-0000-0000-0000-000000000000";

/** A transaction in which bank health is written, and its clock. */
export interface BankScope {
  readonly tx: DirectoryTx;
  /** The merchant's ID, or `LIVE`. */
  readonly scopeId: string;
  readonly now: Date;
}

/** The tables of a scope, and the column that names it. */
export function tablesOf(scopeId: string): {
  column: string;
  watch: string;
  snapshot: string;
  place: string;
} {
  return scopeId === LIVE
    ? {
        column: "scope",
        watch: "health.live_bank_watch",
        snapshot: "health.live_bank_snapshot",
        place: "health.live_bank_place",
      }
    : {
        column: "merchant_id",
        watch: "health.bank_watch",
        snapshot: "health.bank_snapshot",
        place: "health.bank_place",
      };
}

const modes = new WeakMap<Context, Map<string, boolean>>();

/** Returns the scope of a merchant. It never changes, so each process asks once. */
export async function scopeOf(ctx: Context, merchantId: string): Promise<string> {
  const known = modes.get(ctx) ?? new Map<string, boolean>();
  modes.set(ctx, known);
  let isLive = known.get(merchantId);
  if (isLive === undefined) {
    const [merchant] = await ctx.db.look(merchantId, (ask) =>
      ask.query<{ mode: string }>("select mode from access.merchant where merchant_id = $1", [merchantId]),
    );
    isLive = merchant?.mode === "live";
    if (merchant !== undefined) known.set(merchantId, isLive);
  }
  return isLive ? LIVE : merchantId;
}

export function inScope<T>(
  ctx: Context,
  scopeId: string,
  work: (scope: BankScope) => Promise<T>,
): Promise<T> {
  if (scopeId !== LIVE) return ctx.db.inMerchant(scopeId, (tx) => work({ tx, scopeId, now: tx.now }));
  return ctx.db.directory(async (tx) => {
    const [clock] = await tx.query<{ now: Date }>("select clock_timestamp() as now");
    return work({ tx, scopeId, now: clock!.now });
  });
}
