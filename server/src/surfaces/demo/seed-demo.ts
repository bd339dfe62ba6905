/** The demo: two sandbox merchants that can pay, one for each HTTP status mode. Seeding again changes nothing. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import {
  changeMerchant,
  findOrCreateApiClient,
  findOrCreateMember,
  findOrCreateMerchant,
  findOrCreateOrganization,
  hasPassword,
  type StatusMode,
} from "#access";
import { listBankConnections, openWallet, readRegisteredAccount, setRegisteredAccount } from "#fund-sources";
import type { Context } from "#lib/context";
import { demoFilePath, readSecret, writeDemoFile, type DemoClient, type DemoFile } from "./demo-file.ts";
import { callSimulator, connectSimulatedBanks, startClockInPast, type SimulatedBanks } from "#sandbox";
import { beginningOfHistory } from "./plan-history.ts";
import { REGISTERED_ACCOUNT } from "./business.ts";

/** An invented ID; simulated banks accept any token requestor. */
const TOKEN_REQUESTOR_ID = "50110030273";

const ORGANIZATION = "Demo Traders";
const ADMIN_EMAIL = "admin@demo.vitaran.example";

/** Members to try the demo with, one of each role and a second approver, all with one password. */
const MEMBERS = [
  { email: ADMIN_EMAIL, name: "Demo Admin", role: "owner" },
  { email: "initiator@demo.vitaran.example", name: "Meera Initiator", role: "initiator" },
  { email: "approver@demo.vitaran.example", name: "Asha Approver", role: "approver" },
  { email: "second.approver@demo.vitaran.example", name: "Vikram Approver", role: "approver" },
  { email: "developer@demo.vitaran.example", name: "Kabir Developer", role: "developer" },
  { email: "viewer@demo.vitaran.example", name: "Tara Viewer", role: "viewer" },
] as const;
const OPENING_BALANCE = "1000000.00";
const RATE_PER_MINUTE = 600_000;

const MERCHANTS: readonly { name: string; httpStatus: StatusMode }[] = [
  { name: "Demo Traders", httpStatus: "rest" },
  { name: "Demo Traders (classic clients)", httpStatus: "always-200" },
];

/** Makes what is missing, and returns the present credentials, which it also stores in the file (mode 0600). */
export async function seedDemo(
  ctx: Context,
  { baseUrl, ...banks }: SimulatedBanks & { baseUrl: string },
): Promise<DemoFile> {
  const path = demoFilePath(ctx);
  const earlier = existsSync(path) ? (JSON.parse(await readFile(path, "utf8")) as DemoFile) : null;
  const password = earlier?.dashboard.password ?? randomBytes(12).toString("base64url");
  const { organizationId } = await findOrCreateOrganization(ctx, { name: ORGANIZATION });
  const members = await Promise.all(
    MEMBERS.map(async (member) => {
      const { memberId } = await findOrCreateMember(ctx, { ...member, organizationId, password });
      return { memberId, ...member };
    }),
  );
  const clients: DemoClient[] = [];
  for (const [nth, merchant] of MERCHANTS.entries()) {
    const { merchantId } = await findOrCreateMerchant(ctx, {
      organizationId,
      name: merchant.name,
      mode: "sandbox",
    });
    const beginsInPast = nth === 0 && ctx.config.demoHistory === "on";
    const keys = await seedMerchant(ctx, merchantId, { ...merchant, banks, beginsInPast });
    clients.push({ ...merchant, merchantId, ...keys });
  }
  const [admin] = members;
  const isCurrent = await hasPassword(ctx, { organizationId, memberId: admin!.memberId, password });
  const dashboard = { email: ADMIN_EMAIL, password: isCurrent ? password : null };
  const demo: DemoFile = { baseUrl, dashboard, organizationId, members, clients };
  await writeDemoFile(ctx, demo);
  return demo;
}

interface MerchantToSeed {
  name: string;
  httpStatus: StatusMode;
  banks: SimulatedBanks;
  beginsInPast: boolean;
}

async function seedMerchant(
  ctx: Context,
  merchantId: string,
  { name, httpStatus, banks, beginsInPast }: MerchantToSeed,
): Promise<{ clientId: string; clientSecret: string }> {
  await changeMerchant(ctx, merchantId, {
    settings: { allowLoopbackWebhooks: true, tokenRequestorId: TOKEN_REQUESTOR_ID },
  });
  const known = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  if (beginsInPast && known.length === 0)
    await startClockInPast(ctx, merchantId, { from: beginningOfHistory(new Date()) });
  await openWallet(ctx, merchantId);
  await connectSimulatedBanks(ctx, merchantId, banks);
  await registerAccount(ctx, merchantId);
  await fillWallet(ctx, merchantId, banks);
  const settings = { name, statusMode: httpStatus, ratePerMinute: RATE_PER_MINUTE };
  const { clientId } = await findOrCreateApiClient(ctx, merchantId, settings);
  return { clientId, clientSecret: await readSecret(ctx, merchantId) };
}

/** Withdrawals go to this account from the first day on, and the opening balance comes from it. */
async function registerAccount(ctx: Context, merchantId: string): Promise<void> {
  const registered = await ctx.db.inMerchant(merchantId, readRegisteredAccount);
  if (registered === null)
    await setRegisteredAccount(ctx, merchantId, { ...REGISTERED_ACCOUNT, by: "system" });
}

/** The opening balance arrives as a bank credit. It arrives once, because the UTR stays the same. */
async function fillWallet(ctx: Context, merchantId: string, { simulatorUrl }: SimulatedBanks): Promise<void> {
  const utr = `DEMO${merchantId.replaceAll("-", "").slice(-12).toUpperCase()}`;
  const [connection] = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const { bankId, debitAccount } = connection!;
  const { holderName: name, ...account } = REGISTERED_ACCOUNT;
  const from = { name, ...account };
  const body = { bankId, account: debitAccount, amount: OPENING_BALANCE, utr, from };
  await callSimulator(simulatorUrl, { method: "POST", path: "/sim/credits", body });
}
