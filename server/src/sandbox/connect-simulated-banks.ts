import { createHash, randomBytes } from "node:crypto";
import { connectBank, listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import { alignClock } from "./advance-clock.ts";
import { callSimulator } from "./simulator.ts";

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
