import { runtimeOf, workTransfers } from "#transfers";
import type { Context } from "#lib/context";
import { callSimulator, moveClock, readClock } from "#sandbox";
import type { Actor } from "#audit";
import type { Person } from "./happening.ts";
import type { Receiver } from "./receiver.ts";

/** The demo business while its history is written. */
export interface Business {
  readonly ctx: Context;
  readonly organizationId: string;
  readonly merchantId: string;
  readonly clientId: string;
  readonly simulatorUrl: string;
  readonly debitAccount: string;
  readonly receiver: Receiver;
  /** Member ids. */
  readonly people: Readonly<Record<Person, string>>;
}

/** The business's own program. */
export const erp = ({ clientId }: Business): Actor => `api-key:${clientId}`;

/** Lets time pass until `moment`, here and at the banks; does nothing when it is past already. */
export async function waitUntil(business: Business, moment: Date): Promise<void> {
  const { ctx, merchantId, simulatorUrl, debitAccount } = business;
  const { now } = await readClock(ctx, merchantId);
  const advanceMs = moment.getTime() - now.getTime();
  if (advanceMs > 0) await moveClock(ctx, merchantId, { advanceMs, simulatorUrl, debitAccount });
}

/** Lets transfers do all that is due and hears what banks say to it, before time goes on. */
export async function settle({ ctx, merchantId }: Business): Promise<void> {
  await runtimeOf(ctx).idle();
  await workTransfers(ctx, merchantId);
  await runtimeOf(ctx).idle();
}

/** How long the bank that most is paid by takes to answer meanwhile: at once, as a simulated one may, no bank does. */
const BANK = "meghdoot";
const ANSWERS_AFTER_MS = 2_000;

/** Makes the bank as slow as banks are, or lets it be itself again. */
export async function setBankManner(business: Business, manner: "slow" | "its own"): Promise<void> {
  const { simulatorUrl, debitAccount } = business;
  const body = { debitAccount, ...(manner === "slow" && { completeAfterMs: ANSWERS_AFTER_MS }) };
  await callSimulator(simulatorUrl, { method: "PUT", path: `/sim/banks/${BANK}/manner`, body });
}
