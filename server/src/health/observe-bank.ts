/** Collects observations of banks in this process until they are written, so that no payment waits. */
import { evidenceOf, type Outcome } from "#banks";
import type { Context } from "#lib/context";
import type { FailureReason } from "#rails";
import type { Observation, Sign } from "./bank-health.ts";

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
export function listObserved(ctx: Context): string[] {
  return [...(gathered.get(ctx)?.keys() ?? [])];
}

/** Removes and returns the observations of a merchant's banks. */
export function takeObserved(ctx: Context, merchantId: string): Observation[] {
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
