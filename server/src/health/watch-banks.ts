/** The background work on bank health: writes observations, and changes that are due to time alone. */
import type { Context } from "#lib/context";
import { startWorking, type Working } from "#lib/work-loop";
import { defineWorker, momentsIn } from "#lib/worker";
import type { Observation } from "./bank-health.ts";
import { inScope, LIVE, scopeOf } from "./bank-scope.ts";
import { listObserved, takeObserved } from "./observe-bank.ts";
import { writeBankHealth } from "./write-bank-health.ts";

const WRITE_EVERY_MS = 500;
const LOOK_EVERY_MS = 2_000;

/**
 * Writes the observations of this process, in one transaction for each sandbox merchant and one for all live
 * ones. With a merchant given, only those of its scope, and the changes by time there too.
 */
export async function watchBanks(ctx: Context, merchantId?: string): Promise<void> {
  const scopes = new Map<string, Observation[]>();
  const merchantIds = merchantId === undefined || merchantId === LIVE ? listObserved(ctx) : [merchantId];
  if (merchantId === LIVE) scopes.set(LIVE, []);
  for (const one of merchantIds) {
    const scopeId = await scopeOf(ctx, one);
    if (merchantId === LIVE && scopeId !== LIVE) continue;
    scopes.set(scopeId, [...(scopes.get(scopeId) ?? []), ...takeObserved(ctx, one)]);
  }
  for (const [scopeId, observations] of scopes) {
    const inOrder = observations.toSorted((a, b) => a.at - b.at);
    await inScope(ctx, scopeId, (scope) => writeBankHealth(scope, inOrder));
  }
}

/** Starts it in this process. Processes without `turns`, which only serve calls, just write observations. */
export function startBankWatch(ctx: Context, { turns = true } = {}): Working {
  let lookedAt = -Infinity;
  return startWorking(ctx, {
    name: "bank health",
    channel: "bank health",
    everyMs: WRITE_EVERY_MS,
    findMerchants: async () => {
      const observed = await Promise.all(listObserved(ctx).map((merchantId) => scopeOf(ctx, merchantId)));
      if (!turns || performance.now() - lookedAt < LOOK_EVERY_MS) return [...new Set(observed)];
      lookedAt = performance.now();
      return [...new Set([...observed, ...(await findTurns(ctx))])];
    },
    work: (scopeId) => watchBanks(ctx, scopeId),
  });
}

/** Finds scopes with a change by time that is due now. */
async function findTurns(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.sweep((read) =>
    read.query<{ scopeId: string }>(
      `select merchant_id as "scopeId"
       from health.bank_watch
       where due_at is not null
         and due_at <= lib.now_of(merchant_id)
       union all
       select scope
       from health.live_bank_watch
       where due_at <= now()`,
    ),
  );
  return rows.map(({ scopeId }) => scopeId);
}

export const banksWorker = defineWorker({
  name: "bank health",
  start: (ctx) => startBankWatch(ctx),
  work: watchBanks,
  /** The times at which time alone changes the health of a merchant's simulated banks. */
  moments: { bank_health: momentsIn("health.bank_watch") },
});
