import type { Context } from "#lib/context";
import { readClock } from "./move-clock.ts";
import { callSimulator } from "./simulator.ts";

/** Lets the simulated banks' clock show what the merchant's does: one of the two may have been moved alone. */
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
  // What is only the time that asking took. Back it goes for a merchant that begins in the past.
  const isSame = behindMs < 1_000 && behindMs + performance.now() - askedAt > -1_000;
  if (isSame || (behindMs < 0 && offsetMs >= 0)) return;
  const body = { debitAccount, advanceMs: behindMs, wait: false };
  await callSimulator(simulatorUrl, { method: "POST", path: "/sim/clock", body });
}
