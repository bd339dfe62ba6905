import { adapterOf } from "#banks";
import { listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import type { Rail } from "#rails";
import { type BankDrill, diceOf, type DrillFault } from "./bank-drill.ts";
import { SandboxError } from "./errors.ts";
import { readClock } from "./move-clock.ts";
import { type DrilledBank, readBankDrill } from "./read-bank-drill.ts";
import { callSimulator } from "./simulator.ts";

export interface DrillToStart extends DrilledBank {
  readonly rail: Rail;
  /** From 1 to 100. */
  readonly percent: number;
  readonly minutes: number;
  readonly fault: DrillFault;
}

/**
 * Makes a simulated bank fail a share of this merchant's payments by one rail from now on, by the merchant's
 * clock. Makes no payments itself. Throws SandboxError.bank_not_found, rail_not_offered or drill_running.
 */
export async function startBankDrill(
  ctx: Context,
  merchantId: string,
  { bankId, simulatorUrl, rail, percent, minutes, fault }: DrillToStart,
): Promise<BankDrill> {
  const {
    drill: earlier,
    asked,
    debitAccount,
  } = await readBankDrill(ctx, merchantId, { bankId, simulatorUrl });
  const { now } = await readClock(ctx, merchantId);
  if (earlier !== null && earlier.until > now) throw SandboxError.drill_running({ bankId });
  const connections = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const connection = connections.find((one) => one.bankId === bankId)!;
  const { rails } = adapterOf(connection).capabilities(bankId);
  if (!rails.includes(rail)) throw SandboxError.rail_not_offered({ bankId, rail });
  const drill: BankDrill = {
    bankId,
    rail,
    percent,
    fault,
    from: now,
    until: new Date(now.getTime() + minutes * 60_000),
  };
  const path = `/sim/banks/${encodeURIComponent(bankId)}/manner`;
  const body = { ...asked, mishaps: diceOf(drill), debitAccount };
  await callSimulator(simulatorUrl, { method: "PUT", path, body });
  return drill;
}
