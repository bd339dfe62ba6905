/** The demo: two sandbox merchants that can pay, one for each HTTP status mode. Seeding again changes nothing. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  changeMerchant,
  findOrCreateApiClient,
  findOrCreateMember,
  findOrCreateMerchant,
  findOrCreateOrganization,
  resetApiClient,
  type Role,
  type StatusMode,
} from "#access";
import { listBankConnections, openWallet } from "#fund-sources";
import type { Context } from "#lib/context";
import { connectSimulatedBanks, type SimulatedBanks } from "./connect-simulated-banks.ts";
import { callSimulator } from "./simulator.ts";

/** What `.data/demo.json` holds, for people and for programs that try the server. */
export interface DemoFile {
  baseUrl: string;
  dashboard: { email: string; password: string };
  /** For the operator's commands, as are the ids below. */
  organizationId: string;
  members: DemoMember[];
  clients: DemoClient[];
}

export interface DemoMember {
  memberId: string;
  email: string;
  name: string;
  role: Role;
}

export interface DemoClient {
  name: string;
  merchantId: string;
  clientId: string;
  clientSecret: string;
  httpStatus: StatusMode;
}

/** Invented; simulated banks take the tokens of anybody. */
const TOKEN_REQUESTOR_ID = "50110030273";

const ORGANIZATION = "Demo Traders";
const ADMIN_EMAIL = "admin@demo.vitaran.example";

/** People to play with, all with one password: two who may approve, so that nobody needs to approve their own. */
const MEMBERS = [
  { email: ADMIN_EMAIL, name: "Demo Admin", role: "admin" },
  { email: "initiator@demo.vitaran.example", name: "Meera Initiator", role: "initiator" },
  { email: "approver@demo.vitaran.example", name: "Asha Approver", role: "approver" },
  { email: "second.approver@demo.vitaran.example", name: "Vikram Approver", role: "approver" },
] as const;
const OPENING_BALANCE = "1000000.00";
const RATE_PER_MINUTE = 600_000;

const MERCHANTS: readonly { name: string; httpStatus: StatusMode }[] = [
  { name: "Demo Traders", httpStatus: "rest" },
  { name: "Demo Traders (classic clients)", httpStatus: "always-200" },
];

/** Makes what is missing and answers (and keeps, mode 0600) the credentials. */
export async function seedDemo(
  ctx: Context,
  { baseUrl, ...banks }: SimulatedBanks & { baseUrl: string },
): Promise<DemoFile> {
  const path = join(ctx.config.dataDir, "demo.json");
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
  for (const merchant of MERCHANTS) {
    const { merchantId } = await findOrCreateMerchant(ctx, {
      organizationId,
      name: merchant.name,
      mode: "sandbox",
    });
    const keys = await seedMerchant(ctx, merchantId, { ...merchant, earlier, banks });
    clients.push({ ...merchant, merchantId, ...keys });
  }
  const dashboard = { email: ADMIN_EMAIL, password };
  const demo: DemoFile = { baseUrl, dashboard, organizationId, members, clients };
  await writeFile(path, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  return demo;
}

interface MerchantToSeed {
  name: string;
  httpStatus: StatusMode;
  earlier: DemoFile | null;
  banks: SimulatedBanks;
}

async function seedMerchant(
  ctx: Context,
  merchantId: string,
  { name, httpStatus, earlier, banks }: MerchantToSeed,
): Promise<{ clientId: string; clientSecret: string }> {
  await changeMerchant(ctx, merchantId, {
    settings: { allowLoopbackWebhooks: true, tokenRequestorId: TOKEN_REQUESTOR_ID },
  });
  await openWallet(ctx, merchantId);
  await connectSimulatedBanks(ctx, merchantId, banks);
  await fillWallet(ctx, merchantId, banks);
  const settings = { name, statusMode: httpStatus, ratePerMinute: RATE_PER_MINUTE };
  const keys = await findOrCreateApiClient(ctx, merchantId, settings);
  if (keys.clientSecret !== null) return { clientId: keys.clientId, clientSecret: keys.clientSecret };
  const kept = earlier?.clients.find(({ clientId }) => clientId === keys.clientId)?.clientSecret;
  if (kept !== undefined) return { clientId: keys.clientId, clientSecret: kept };
  // The credentials file was lost; a secret is shown only once, so there is a new one.
  return resetApiClient(ctx, merchantId);
}

/** The opening balance arrives once, as a bank credit under a UTR of its own. */
async function fillWallet(ctx: Context, merchantId: string, { simulatorUrl }: SimulatedBanks): Promise<void> {
  const utr = `DEMO${merchantId.replaceAll("-", "").slice(-12).toUpperCase()}`;
  const [known] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query(`select from fund_sources.top_up where merchant_id = $1 and utr = $2`, [merchantId, utr]),
  );
  if (known !== undefined) return;
  const [connection] = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const { bankId, debitAccount } = connection!;
  const body = { bankId, account: debitAccount, amount: OPENING_BALANCE, utr };
  await callSimulator(simulatorUrl, { method: "POST", path: "/sim/credits", body });
}
