import { randomInt } from "node:crypto";
import {
  LENDER_ID,
  listBankConnections,
  openRegisteredAccounts,
  ORIGINATOR_ID,
  readFundSources,
  readRegisteredAccount,
  topUp,
  WALLET_ID,
} from "#fund-sources";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { formatRupees } from "#lib/money";
import { SandboxError } from "./errors.ts";
import { callSimulator } from "./simulator.ts";

export interface SimulatedArrival {
  readonly fundSourceId: string;
  readonly amountPaise: bigint;
  /** True if it comes from the registered account, if there is one; money from others does not count. */
  readonly isFromRegistered: boolean;
  readonly simulatorUrl: string;
}

const LEDGERS: readonly string[] = [LENDER_ID, ORIGINATOR_ID];

const STRANGER = { name: "Somebody Else", accountNumber: "50100000009999", ifsc: "HDFC0000001" } as const;

/**
 * Lets money arrive for a fund source of a sandbox merchant: for the wallet at a simulated bank, which
 * reports it as a bank would; for connected accounts and ledgers of co-lending as if their bank had. Throws
 * SandboxError.bank_not_found, source_takes_nothing or simulator_refused.
 */
export async function arriveAtSource(
  ctx: Context,
  merchantId: string,
  arrival: SimulatedArrival,
): Promise<{ utr: string }> {
  const { fundSourceId, amountPaise } = arrival;
  const { banks, source, registered } = await ctx.db.inMerchant(merchantId, async (tx) => ({
    banks: await listBankConnections(ctx, tx),
    source: (await readFundSources(tx)).find((one) => one.fundSourceId === fundSourceId),
    registered: await readRegisteredSender(ctx, tx),
  }));
  const bank = banks.find(({ bankId }) => source?.bankId === null || bankId === source?.bankId);
  if (bank === undefined) throw SandboxError.bank_not_found({ fundSourceId });
  if (fundSourceId === WALLET_ID) {
    const from = arrival.isFromRegistered ? registered : STRANGER;
    return arriveAtBank(arrival, bank, from);
  }
  if (source?.kind !== "bank_account" && !LEDGERS.includes(fundSourceId)) {
    throw SandboxError.source_takes_nothing({ fundSourceId });
  }
  const utr = `SANDBOX${Date.now()}${randomInt(1_000)}`;
  await topUp(ctx, merchantId, { bankId: bank.bankId, utr, amountPaise, fundSourceId });
  return { utr };
}

async function arriveAtBank(
  { amountPaise, simulatorUrl }: SimulatedArrival,
  { bankId, debitAccount }: { bankId: string; debitAccount: string },
  from: object | undefined,
): Promise<{ utr: string }> {
  const credit = { bankId, account: debitAccount, amount: formatRupees(amountPaise) };
  const body = from === undefined ? credit : { ...credit, from };
  const { utr } = await callSimulator(simulatorUrl, { method: "POST", path: "/sim/credits", body });
  return { utr: String(utr) };
}

/** Returns the registered account as a sender; undefined if none is registered. */
export async function readRegisteredSender(
  ctx: Pick<Context, "vault">,
  tx: Tx,
): Promise<Record<string, string> | undefined> {
  const registered = await readRegisteredAccount(tx);
  if (registered === null) return undefined;
  const { version } = registered;
  const { holderName, ...account } = (await openRegisteredAccounts(tx, ctx.vault, [version])).get(version)!;
  return { name: holderName, ...account };
}
