import type { Context } from "#lib/context";
import { type BankDrill, diceOf } from "./bank-drill.ts";
import { SandboxError } from "./errors.ts";
import { readClock } from "./move-clock.ts";
import { type DrilledBank, readBankDrill } from "./read-bank-drill.ts";
import { callSimulator } from "./simulator.ts";

/** Ends a drill early. Throws SandboxError.bank_not_found or drill_not_running. */
export async function endBankDrill(
  ctx: Context,
  merchantId: string,
  { bankId, simulatorUrl }: DrilledBank,
): Promise<BankDrill> {
  const { drill, asked, debitAccount } = await readBankDrill(ctx, merchantId, { bankId, simulatorUrl });
  const { now } = await readClock(ctx, merchantId);
  if (drill === null || drill.until <= now) throw SandboxError.drill_not_running({ bankId });
  const ended = { ...drill, until: now };
  const path = `/sim/banks/${encodeURIComponent(bankId)}/manner`;
  const body = { ...asked, mishaps: diceOf(ended), debitAccount };
  await callSimulator(simulatorUrl, { method: "PUT", path, body });
  return ended;
}
