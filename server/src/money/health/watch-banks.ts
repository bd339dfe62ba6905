/**
 * Collects observations of banks in this process, so that no payment waits; the background work on bank health
 * writes them, and the changes that are due to time alone.
 */
import { evidenceOf, type Outcome } from "#banks";
import type { Context } from "#lib/context";
import { defineWorker, momentsIn, startWorking, type Working } from "#lib/worker";
import type { FailureReason } from "#rails";
import type { Observation, Sign } from "./bank-health.ts";
import { inScope, LIVE, scopeOf } from "./bank-scope.ts";
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
    findInAll: async () => {
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
  const [merchants, live] = await Promise.all([
    ctx.db.sweepReachable((read) =>
      read.query<{ scopeId: string }>(
        `select merchant_id as "scopeId"
         from health.bank_watch
         where due_at is not null
           and due_at <= lib.now_of(merchant_id)`,
      ),
    ),
    ctx.db.directory((tx) =>
      tx.query<{ scopeId: string }>(
        `select scope as "scopeId"
         from health.live_bank_watch
         where due_at <= now()`,
      ),
    ),
  ]);
  return [...merchants, ...live].map(({ scopeId }) => scopeId);
}

export const banksWorker = defineWorker({
  name: "bank health",
  start: (ctx) => startBankWatch(ctx),
  work: watchBanks,
  /** The times at which time alone changes the health of a merchant's simulated banks. */
  moments: { bank_health: momentsIn("health.bank_watch") },
});

/** By merchant, in the order in which they came. */
const gathered = new WeakMap<Context, Map<string, Observation[]>>();

/** The most unwritten observations of a merchant. Above it, the oldest are dropped, as they say little. */
const KEPT_MAX = 10_000;

/** Records a bank's sign. A crash loses about a second of them, and never money. */
export function observeBank(ctx: Context, merchantId: string, observation: Observation): void {
  const all = gathered.get(ctx) ?? new Map<string, Observation[]>();
  gathered.set(ctx, all);
  const of = all.get(merchantId) ?? [];
  all.set(merchantId, of);
  if (of.length >= KEPT_MAX) of.splice(0, KEPT_MAX / 2);
  of.push(observation);
}

/** Returns the merchants with observations in this process. */
function listObserved(ctx: Context): string[] {
  return [...(gathered.get(ctx)?.keys() ?? [])];
}

/** Removes and returns the observations of a merchant's banks. */
function takeObserved(ctx: Context, merchantId: string): Observation[] {
  const all = gathered.get(ctx);
  const found = all?.get(merchantId) ?? [];
  all?.delete(merchantId);
  return found;
}

/** Refusals with these reasons are trouble of the bank or its scheme. */
const OWN_TROUBLE: ReadonlySet<FailureReason> = new Set([
  "BANK_GATEWAY_ERROR",
  "NPCI_UNAVAILABLE",
  "REINITIALIZE_TRANSFER_LATER",
]);

/**
 * Returns what an outcome shows about the bank; null: nothing. A bank that refuses because of the payee, or
 * because of us, is working. An outcome that only waits for the payee's bank says nothing about ours.
 */
export function signOf(outcome: Outcome): Sign | null {
  switch (outcome.kind) {
    case "succeeded":
      return "paid";
    case "pending":
      return evidenceOf(outcome) === "DEEMED" ? null : "taken";
    case "failed":
      return isOwnTrouble(outcome) && outcome.alarm === undefined ? "refused" : null;
    case "not_sent":
      return "refused";
    case "unknown":
      return "unknown";
    case "returned":
    case "not_found":
      return null;
    default: {
      const never: never = outcome;
      throw new Error(`no such outcome: ${JSON.stringify(never)}`);
    }
  }
}

/** Returns true if another bank might have paid, and the reason is neither the payee nor the amount. */
export function isOwnTrouble({
  otherBank,
  reason,
}: {
  otherBank: boolean;
  reason: FailureReason | null;
}): boolean {
  return otherBank && reason !== null && OWN_TROUBLE.has(reason);
}
