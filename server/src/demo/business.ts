import { runtimeOf, workTransfers } from "#transfers";
import type { Context } from "#lib/context";
import { callSimulator, shiftClock } from "#sandbox";
import type { Actor } from "#audit";
import type { Person } from "./happening.ts";
import type { Receiver } from "./receiver.ts";

/** The demo business, while its history is written. */
export interface Business {
  readonly ctx: Context;
  readonly organizationId: string;
  readonly merchantId: string;
  readonly clientId: string;
  readonly simulatorUrl: string;
  readonly debitAccount: string;
  readonly receiver: Receiver;
  /** The offset of its clock, below 0 as it is behind; `waitUntil` updates it. */
  offsetMs: number;
  /** Member ids. */
  readonly people: Readonly<Record<Person, string>>;
}

/** The business's own program. */
export const erp = ({ clientId }: Business): Actor => `api-key:${clientId}`;

/**
 * Moves the clock to `moment`, here and at the banks, which then report what has happened. Does nothing if it is past.
 */
export async function waitUntil(business: Business, moment: Date): Promise<void> {
  const { ctx, merchantId, simulatorUrl, debitAccount } = business;
  const advanceMs = Math.round(moment.getTime() - Date.now() - business.offsetMs);
  if (advanceMs <= 0) return;
  await shiftClock(ctx, merchantId, { advanceMs, simulatorUrl, debitAccount });
  business.offsetMs += advanceMs;
}

/** Does all of the transfers' due work before time goes on. */
export async function settle({ ctx, merchantId }: Business): Promise<void> {
  await workTransfers(ctx, merchantId);
  await runtimeOf(ctx).idle();
}

/** The bank that pays most transfers. A simulated bank answers at once, a real one does not. */
const BANK = "meghdoot";
const ANSWERS_AFTER_MS = 2_000;

/** Makes the bank as slow as real ones are, or restores its own behaviour. */
export async function setBankManner(business: Business, manner: "slow" | "its own"): Promise<void> {
  const { simulatorUrl, debitAccount } = business;
  const body = { debitAccount, ...(manner === "slow" && { completeAfterMs: ANSWERS_AFTER_MS }) };
  await callSimulator(simulatorUrl, { method: "PUT", path: `/sim/banks/${BANK}/manner`, body });
}
