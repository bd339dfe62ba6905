/**
 * Creates further merchants beside a server's own, each with two fund sources that share its payments. This is a
 * separate program because it loads the modules of the server's checkout: `make-merchants.ts <checkout> <count> <base
 * URL> <simulator's URL>`, with the server's environment. Prints the merchants' keys as JSON.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Access from "@vitaran/server/src/people/access/index.ts";
import type * as FundSources from "@vitaran/server/src/money/fund-sources/index.ts";
import type * as OpenEngine from "@vitaran/server/src/surfaces/commands/open-engine.ts";
import type * as Sandbox from "@vitaran/server/src/surfaces/sandbox/index.ts";

const BANK_ID = "meghdoot";
const RATE_PER_MINUTE = 600_000;
/** The same amount as the wallet receives. */
const BALANCE_PAISE = 90_000_000_00n;

const [root, count, ownUrl, simulatorUrl] = process.argv.slice(2) as [string, string, string, string];
const load = <M>(path: string): Promise<M> =>
  import(pathToFileURL(resolve(root, "server/src", path)).href) as Promise<M>;
const { createApiClient, createOrganization } = await load<typeof Access>("people/access/index.ts");
const { openBankAccount, setShares, topUp } = await load<typeof FundSources>("money/fund-sources/index.ts");
const { openEngine } = await load<typeof OpenEngine>("surfaces/commands/open-engine.ts");
const { openSandboxMerchant, setSimulatorSecret } = await load<typeof Sandbox>("surfaces/sandbox/index.ts");

const { ctx, close } = await openEngine(undefined, { join: true });
setSimulatorSecret(ctx.config.simulatorSecret!);
try {
  const { organizationId } = await createOrganization(ctx, { name: "Bench" });
  const clients = [];
  for (let nth = 1; nth <= Number(count); nth += 1) clients.push(await open(organizationId, nth));
  console.log(JSON.stringify(clients));
} finally {
  await close();
}

async function open(
  organizationId: string,
  nth: number,
): Promise<{ clientId: string; clientSecret: string }> {
  const banks = { simulatorUrl, ownUrl };
  const name = `Bench ${nth}`;
  const { merchantId } = await openSandboxMerchant(ctx, { organizationId, name, ...banks });
  const account = { accountNumber: String(50_200_000_000_000 + nth), ifsc: "HDFC0000001" };
  const opened = { bankId: BANK_ID, name: "Second account", ...account, by: "system" } as const;
  const { fundSourceId } = await openBankAccount(ctx, merchantId, opened);
  const credit = { bankId: BANK_ID, utr: `BENCH${nth}`, amountPaise: BALANCE_PAISE, fundSourceId };
  await topUp(ctx, merchantId, credit);
  const shares = ["WALLET_1", fundSourceId].map((one) => ({ fundSourceId: one, percent: 50 }));
  await setShares(ctx, merchantId, { shares, by: "system" });
  const { clientId, clientSecret } = await createApiClient(ctx, merchantId, {
    name,
    statusMode: "rest",
    ratePerMinute: RATE_PER_MINUTE,
  });
  return { clientId, clientSecret };
}
