import type { Context } from "#lib/context";
import { type AskedManner, type BankDrill, drillOf } from "./bank-drill.ts";
import { SandboxError } from "./errors.ts";
import { findDebitAccount } from "./find-debit-account.ts";
import { callSimulator } from "./simulator.ts";

/** A merchant's simulated bank, and the URL of its controls. */
export interface DrilledBank {
  readonly bankId: string;
  readonly simulatorUrl: string;
}

export interface FoundDrill {
  /** The last drill, even if it is over; null: there was none, or the bank's behaviour was changed since. */
  readonly drill: BankDrill | null;
  readonly asked: AskedManner | null;
  readonly debitAccount: string;
}

/** Reads the drill that a simulated bank has. Throws SandboxError.bank_not_found. */
export async function readBankDrill(
  ctx: Context,
  merchantId: string,
  { bankId, simulatorUrl }: DrilledBank,
): Promise<FoundDrill> {
  const debitAccount = await findDebitAccount(ctx, merchantId, bankId);
  if (debitAccount === null) throw SandboxError.bank_not_found({ bankId });
  const path = `/sim/accounts/${encodeURIComponent(bankId)}/${debitAccount}`;
  const account = await callSimulator(simulatorUrl, { method: "GET", path });
  const asked = (account["manner"] ?? null) as AskedManner | null;
  return { drill: drillOf(bankId, asked), asked, debitAccount };
}
