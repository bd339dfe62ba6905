import type { Context } from "#lib/context";
import { readClock } from "./move-clock.ts";
import { callSimulator } from "./simulator.ts";

/** Aligns the simulated banks' clock with the merchant's: one of the two may have been moved alone. */
export async function alignClock(
  ctx: Context,
  merchantId: string,
  { simulatorUrl, debitAccount }: { simulatorUrl: string; debitAccount: string },
): Promise<void> {
  const { now, offsetMs } = await readClock(ctx, merchantId);
  const askedAt = performance.now();
  const path = `/sim/clock?debitAccount=${debitAccount}`;
  const shown = (await callSimulator(simulatorUrl, { method: "GET", path })) as { now: string };
  const behindMs = now.getTime() - new Date(shown.now).getTime();
  // A small difference is only the request's duration. The clock moves back only for a start in the past.
  const isSame = behindMs < 1_000 && behindMs + performance.now() - askedAt > -1_000;
  if (isSame || (behindMs < 0 && offsetMs >= 0)) return;
  const body = { debitAccount, advanceMs: behindMs, wait: false };
  await callSimulator(simulatorUrl, { method: "POST", path: "/sim/clock", body });
}
