/** The first half of the rehearsal: merchants, people, keys, banks, money. */
import { setTimeout as pass } from "node:timers/promises";
import { OWN_ACCOUNT, PROTOCOLS, type RehearsedProtocol } from "./protocols.ts";
import type { Scratch } from "./scratch.ts";
import { StepError, type Steps } from "./steps.ts";

/** A live merchant that pays through one bank. */
export interface Payer {
  readonly protocol: RehearsedProtocol;
  readonly merchantId: string;
  /** The settings with which its developers run commands. */
  readonly keys: Readonly<Record<string, string>>;
}

const SECRET_OF_CALLBACKS = "callbacks-of-the-rehearsal-0123456789";

/** Sets up a live merchant for each protocol. */
export async function connectAll(scratch: Scratch, steps: Steps): Promise<Payer[]> {
  steps.part("The server");
  await steps.byHand(
    "Set VITARAN_MODE=production, DATABASE_URL, PUBLIC_URL and VITARAN_MASTER_KEY (vitaran make-key), run vitaran " +
      "migrate, and start vitaran api and vitaran worker behind HTTPS.",
    () => requireReady(scratch),
  );
  steps.part("The organization and its people");
  const { organizationId } = await readJson(
    steps.command(["create-organization", "--name", OWN_ACCOUNT.holder]),
  );
  const addMember = async (name: string, role: string): Promise<string> => {
    const words = ["add-member", "--organization", organizationId!, "--name", name, "--may", role];
    const { memberId = "" } = await readJson(
      steps.command([...words, "--email", `${name.toLowerCase()}@example.com`]),
    );
    return memberId;
  };
  const ownerId = await addMember("Asha", "owner");
  await addMember("Ravi", "approver");
  const payers: Payer[] = [];
  for (const protocol of PROTOCOLS) {
    steps.part(`A live merchant that pays through ${protocol.name}`);
    const payer = await openMerchant(scratch, steps, { protocol, organizationId: organizationId!, ownerId });
    await connect(scratch, steps, payer);
    await fund(scratch, steps, payer);
    payers.push(payer);
  }
  return payers;
}

async function requireReady({ url }: Scratch): Promise<void> {
  const { status } = await fetch(`${url}/readyz`);
  if (status !== 200) throw new StepError(`${url}/readyz answers ${status}, not 200.`);
}

async function readJson(output: Promise<string>): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await output) as Record<string, string>;
}

interface MerchantToOpen {
  readonly protocol: RehearsedProtocol;
  readonly organizationId: string;
  readonly ownerId: string;
}

async function openMerchant(
  { url }: Scratch,
  steps: Steps,
  { protocol, organizationId, ownerId }: MerchantToOpen,
): Promise<Payer> {
  const { merchantId = "" } = await readJson(
    steps.command([
      ...["create-merchant", "--organization", organizationId, "--name", `Rehearsal ${protocol.name}`],
      ...["--mode", "live"],
    ]),
  );
  const merchant = ["--merchant", merchantId];
  const { holder, account, ifsc } = OWN_ACCOUNT;
  await steps.command([
    ...["register-account", ...merchant, "--holder", holder],
    ...["--account", account, "--ifsc", ifsc],
  ]);
  const limit = JSON.stringify({ limitPaise: 1_000_000_00 });
  await steps.command([
    ...["add-rule", ...merchant, "--member", ownerId, "--kind", "daily_limit"],
    ...["--parameters", limit, "--effect", "block"],
  ]);
  const { clientId = "", clientSecret = "" } = await readJson(
    steps.command(["create-client", ...merchant, "--name", "Payroll", "--allow", "127.0.0.1,::1"], {
      tell: () => "The secret is shown once; it goes into your secret store.",
    }),
  );
  const keys = { VITARAN_URL: url, VITARAN_CLIENT_ID: clientId, VITARAN_CLIENT_SECRET: clientSecret };
  return { protocol, merchantId, keys };
}

/** Connects the bank: first with mistakes, which must be found, and then rightly. */
async function connect(scratch: Scratch, steps: Steps, { protocol, merchantId }: Payer): Promise<void> {
  const { bankId, adapter, keyId, debitAccount, there } = protocol;
  const apiKey = `key-of-the-rehearsal-at-${bankId}-0123456789`;
  const register = (change: object): Promise<unknown> =>
    scratch.atBank("PUT", `/sim/accounts/${bankId}/${debitAccount}`, change);
  await steps.byHand(there, () => register({ apiKey, openingBalance: "100.00" }));
  const words = [
    ...["connect-bank", "--merchant", merchantId, "--bank", bankId, "--adapter", adapter],
    ...["--base-url", `${scratch.banksUrl}/${bankId}`, "--debit-account", debitAccount],
  ];
  const environment = {
    ...(keyId === null ? {} : { BANK_KEY_ID: keyId }),
    BANK_API_KEY: apiKey,
    BANK_CALLBACK_SECRET: SECRET_OF_CALLBACKS,
  };
  const mistakes = [
    { name: "a wrong key", words, key: `wrong-${apiKey}`, says: /The bank does not accept the key\./ },
    {
      name: "an address at which nothing answers",
      words: words.map((word) => (word.startsWith("http:") ? "http://127.0.0.1:9" : word)),
      key: apiKey,
      says: /The address cannot be reached/,
    },
  ];
  for (const { name, words: mistaken, key, says } of mistakes)
    await steps.command(mistaken, {
      environment: { ...environment, BANK_API_KEY: key },
      code: 1,
      says,
      tell: (out) => `With ${name}:\n${out}`,
    });
  const connected = await steps.command(words, {
    environment,
    says: /The bank accepts the key\./,
    tell: (out) => tellConnected(out),
  });
  const { webhook } = JSON.parse(connected) as { webhook: { address: string; where: string } };
  await steps.byHand(`${webhook.where}: enter ${webhook.address}, the events and the secret.`, () =>
    register({ callbackUrl: webhook.address, callbackSecret: SECRET_OF_CALLBACKS }),
  );
}

function tellConnected(out: string): string {
  const { tested, webhook } = JSON.parse(out) as { tested: string; webhook: { events: string[] } };
  return `${tested}\nEvents to choose: ${webhook.events.join(", ")}`;
}

const FUNDS = "1000.00";
const ARRIVES_WITHIN_MS = 60_000;

/** Money comes in: by a credit that the bank reports or, where it reports none, as an overdraft limit. */
async function fund(scratch: Scratch, steps: Steps, payer: Payer): Promise<void> {
  const { bankId, debitAccount, name, tellsArrivals } = payer.protocol;
  if (!tellsArrivals) {
    await steps.command([
      ...["set-overdraft", "--merchant", payer.merchantId],
      ...["--fund-source", "WALLET_1", "--limit", FUNDS],
    ]);
    return;
  }
  await steps.byHand(
    `Transfer ${FUNDS} rupees from the registered account to the account at ${name}.`,
    async () => {
      const { holder, account, ifsc } = OWN_ACCOUNT;
      await scratch.atBank("POST", "/sim/credits", {
        bankId,
        account: debitAccount,
        amount: FUNDS,
        utr: `REHEARSAL${bankId.toUpperCase()}`,
        from: { name: holder, accountNumber: account, ifsc },
      });
      await awaitFunds(payer);
    },
  );
}

async function awaitFunds({ keys, protocol }: Payer): Promise<void> {
  const until = performance.now() + ARRIVES_WITHIN_MS;
  let available = "";
  while (performance.now() < until) {
    available = await readBalance(keys);
    if (Number(available) >= Number(FUNDS)) return;
    await pass(500);
  }
  throw new StepError(`The wallet of ${protocol.name} has ${available} rupees, not ${FUNDS}.`);
}

async function readBalance(keys: Payer["keys"]): Promise<string> {
  const url = keys["VITARAN_URL"]!;
  const login = {
    "x-client-id": keys["VITARAN_CLIENT_ID"]!,
    "x-client-secret": keys["VITARAN_CLIENT_SECRET"]!,
  };
  const call = async (path: string, request: RequestInit): Promise<Readonly<Record<string, string>>> => {
    const response = await fetch(`${url}${path}`, request);
    return ((await response.json()) as { data?: Record<string, string> }).data ?? {};
  };
  const { token = "" } = await call("/payout/v1/authorize", { method: "POST", headers: login });
  const headers = { authorization: `Bearer ${token}` };
  return (await call("/payout/v1/getBalance", { headers }))["availableBalance"] ?? "none";
}
