/** A sandbox merchant is opened so that it can pay at once, with accounts at the simulated banks. */
import { createHash, randomBytes } from "node:crypto";
import { changeMerchant, createMerchant } from "#access";
import { listBankConnections, openWallet, setRegisteredAccount, topUp, connectBank } from "#fund-sources";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import { isName } from "#rails";
import { alignClock } from "./advance-clock.ts";
import { callSimulator } from "./simulator.ts";

/** The opening balance of a new sandbox merchant. */
export const OPENING_PAISE = 1_000_000_00n;

interface SandboxToOpen extends SimulatedBanks {
  readonly organizationId: string;
  readonly name: string;
}

const HOME_IFSC = "HDFC0000001";
/** This ID is invented. Simulated banks accept every token. */
const TOKEN_REQUESTOR_ID = "50110030273";

/**
 * Opens an organization's sandbox merchant so that it can pay at once: a wallet with ₹10,00,000.00, accounts
 * at the simulated banks and a registered account, from which the money came.
 */
export async function openSandboxMerchant(
  ctx: Context,
  { organizationId, name, ...banks }: SandboxToOpen,
): Promise<{ merchantId: string }> {
  const { merchantId } = await createMerchant(ctx, { organizationId, name, mode: "sandbox" });
  // On a private computer, webhooks may go to a program on the same computer.
  const allowLoopbackWebhooks = ctx.config.publicUrl === null;
  const settings = { allowLoopbackWebhooks, tokenRequestorId: TOKEN_REQUESTOR_ID };
  await changeMerchant(ctx, merchantId, { settings });
  const { fundSourceId } = await openWallet(ctx, merchantId);
  await connectSimulatedBanks(ctx, merchantId, banks);
  const account = {
    holderName: isName(name) ? name : "Sandbox Business",
    accountNumber: homeAccountOf(merchantId),
    ifsc: HOME_IFSC,
  };
  await setRegisteredAccount(ctx, merchantId, { ...account, by: "system" });
  await fill(ctx, merchantId, { fundSourceId, account, simulatorUrl: banks.simulatorUrl });
  return { merchantId };
}

interface Opening {
  readonly fundSourceId: string;
  readonly account: { readonly holderName: string; readonly accountNumber: string; readonly ifsc: string };
  readonly simulatorUrl: string;
}

/** Lets the money arrive at a simulated bank, which sends a callback; books it here in case that is lost. */
async function fill(
  ctx: Context,
  merchantId: string,
  { fundSourceId, account, simulatorUrl }: Opening,
): Promise<void> {
  const utr = `OPEN${merchantId.replaceAll("-", "").slice(-12).toUpperCase()}`;
  const [connection] = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const { bankId, debitAccount } = connection!;
  const { holderName, ...number } = account;
  const from = { name: holderName, ...number };
  const credit = { bankId, account: debitAccount, amount: formatRupees(OPENING_PAISE), utr, from };
  await callSimulator(simulatorUrl, { method: "POST", path: "/sim/credits", body: credit });
  await topUp(ctx, merchantId, { bankId, utr, amountPaise: OPENING_PAISE, fundSourceId, from });
}

/** Returns the business's account elsewhere; its number begins unlike any simulated payee's. */
function homeAccountOf(merchantId: string): string {
  const digest = createHash("sha256").update(`home account of ${merchantId}`).digest();
  return `5029${digest.readBigUInt64BE().toString().padStart(20, "0").slice(-10)}`;
}

export interface SimulatedBanks {
  /** The URL of the bank simulator. */
  simulatorUrl: string;
  /** The URL of this server, for callbacks of the banks. */
  ownUrl: string;
}

const ADAPTER = "json-h2h";

/**
 * Gives a sandbox merchant an account at each simulated bank, and sets the banks' callback URL. This is
 * repeated at each start: URLs may have changed, and the banks' clock must show the merchant's time.
 */
export async function connectSimulatedBanks(
  ctx: Context,
  merchantId: string,
  { simulatorUrl, ownUrl }: SimulatedBanks,
): Promise<void> {
  const { banks } = (await callSimulator(simulatorUrl, { method: "GET", path: "/sim/banks" })) as {
    banks: { id: string }[];
  };
  const known = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const debitAccount = debitAccountOf(merchantId);
  for (const { id: bankId } of banks) {
    const earlier = known.find((one) => one.bankId === bankId);
    const apiKey = earlier?.apiKey ?? randomBytes(18).toString("base64url");
    const callbackSecret = earlier?.callbackSecret ?? randomBytes(32).toString("base64url");
    const baseUrl = `${simulatorUrl}/${bankId}`;
    if (earlier?.baseUrl !== baseUrl) {
      const connection = { bankId, adapter: ADAPTER, baseUrl, apiKey, callbackSecret, debitAccount };
      await connectBank(ctx, merchantId, { ...connection, simulated: true });
    }
    const callbackUrl = `${ownUrl}/banks/${merchantId}/${bankId}/callbacks`;
    const path = `/sim/accounts/${bankId}/${debitAccount}`;
    await callSimulator(simulatorUrl, { method: "PUT", path, body: { callbackUrl, callbackSecret, apiKey } });
  }
  await alignClock(ctx, merchantId, { simulatorUrl, debitAccount });
}

/** Returns an account number that belongs to the merchant at every simulated bank. */
function debitAccountOf(merchantId: string): string {
  const digest = createHash("sha256").update(`debit account of ${merchantId}`).digest();
  return `9${digest.readBigUInt64BE().toString().padStart(20, "0").slice(-13)}`;
}
