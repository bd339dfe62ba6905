/** What banks answer, gathered in this process until it is written down: nothing of it is on the path of a payment. */
import { evidenceOf, type Outcome } from "#banks";
import type { Context } from "#lib/context";
import type { FailureReason } from "#rails";
import type { Observation, Sign } from "./bank-health.ts";

/** By merchant, in the order in which they came. */
const gathered = new WeakMap<Context, Map<string, Observation[]>>();

/** Of one merchant, until they are written: of more the older ones say too little to be kept. */
const KEPT_MAX = 10_000;

/** Notes what a bank's answer says of it. What a crash loses is about the last second, and is never money. */
export function observeBank(ctx: Context, merchantId: string, observation: Observation): void {
  const all = gathered.get(ctx) ?? new Map<string, Observation[]>();
  gathered.set(ctx, all);
  const of = all.get(merchantId) ?? [];
  all.set(merchantId, of);
  if (of.length >= KEPT_MAX) of.splice(0, KEPT_MAX / 2);
  of.push(observation);
}

/** Merchants of whose banks something is gathered in this process. */
export function listObserved(ctx: Context): string[] {
  return [...(gathered.get(ctx)?.keys() ?? [])];
}

/** Takes out what is gathered of a merchant's banks. */
export function takeObserved(ctx: Context, merchantId: string): Observation[] {
  const all = gathered.get(ctx);
  const found = all?.get(merchantId) ?? [];
  all?.delete(merchantId);
  return found;
}

/** Refusals with these reasons are the bank's own trouble, or its scheme's. */
const OWN_TROUBLE: ReadonlySet<FailureReason> = new Set([
  "BANK_GATEWAY_ERROR",
  "NPCI_UNAVAILABLE",
  "REINITIALIZE_TRANSFER_LATER",
]);

/**
 * What an outcome says of the bank; null: nothing. A refusal for the payee's sake, or because our side is at fault, is
 * a bank at work; an outcome that only waits for the payee's bank is none of ours.
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

/** Whether another bank might have done better, for a reason that is no word about payee or amount. */
export function isOwnTrouble({
  otherBank,
  reason,
}: {
  otherBank: boolean;
  reason: FailureReason | null;
}): boolean {
  return otherBank && reason !== null && OWN_TROUBLE.has(reason);
}
