/** Makes a merchant that can pay: organization, key pair, wallet, banks, money. */
import { randomBytes, randomInt } from "node:crypto";
import { createApiClient, createMerchant, createOrganization, makeSignatureKeys } from "#access";
import { connectBank, openWallet, topUp } from "#fund-sources";
import type { Context } from "#lib/context";
import type { Simulator } from "./simulator.ts";

export interface MerchantToMake {
  readonly mode?: "sandbox" | "live";
  /** The balance of the wallet at the start; default 0. */
  readonly balancePaise?: bigint;
  readonly statusMode?: "rest" | "always-200";
  readonly name?: string;
  /** The merchant's home; by default the one with the fewest merchants. */
  readonly home?: string | undefined;
  /** The simulator with its banks; default: an address where nothing answers. */
  readonly simulator?: Simulator;
  /** The banks to which it is connected, the preferred one first; default only meghdoot. */
  readonly bankIds?: readonly string[];
  /** The address that its banks call back; default none. */
  readonly callbackUrl?: (bankId: string) => string;
}

export interface TestMerchant {
  readonly organizationId: string;
  readonly merchantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly publicKeyPem: string;
  /** The wallet. */
  readonly fundSourceId: string;
  /**
   * The account that its banks debit. No other merchant has it, so it identifies the merchant in the simulator's books.
   */
  readonly debitAccount: string;
}

/** The discard port: payments through it fail because the connection is refused. */
const NOBODY = "http://127.0.0.1:9";

let made = 0;

// Making a pair takes 0.1 s, and no test needs two merchants with different ones.
let sharedKeys: ReturnType<typeof makeSignatureKeys> | null = null;

export async function makeMerchant(ctx: Context, wanted: MerchantToMake): Promise<TestMerchant> {
  made += 1;
  const { name = `Merchant ${made}`, mode = "sandbox", statusMode = "rest", balancePaise = 0n } = wanted;
  const { organizationId } = await createOrganization(ctx, { name });
  const { merchantId } = await createMerchant(ctx, { organizationId, name, mode, home: wanted.home });
  const signatureKeys = await (sharedKeys ??= makeSignatureKeys());
  const keys = await createApiClient(ctx, merchantId, { name: "Tests", statusMode, signatureKeys });
  const { fundSourceId } = await openWallet(ctx, merchantId);
  const debitAccount = String(randomInt(10 ** 11, 10 ** 12));
  const [bankId = "meghdoot", ...otherBankIds] = wanted.bankIds ?? [];
  for (const id of [bankId, ...otherBankIds])
    await connect(ctx, { merchantId, bankId: id, debitAccount, wanted });
  if (balancePaise > 0n) {
    await topUp(ctx, merchantId, {
      bankId,
      utr: `OPENING-${merchantId.slice(-12)}`,
      amountPaise: balancePaise,
      fundSourceId,
    });
  }
  return { organizationId, merchantId, ...keys, fundSourceId, debitAccount };
}

interface BankOfMerchant {
  merchantId: string;
  bankId: string;
  debitAccount: string;
  wanted: MerchantToMake;
}

async function connect(
  ctx: Context,
  { merchantId, bankId, debitAccount, wanted }: BankOfMerchant,
): Promise<void> {
  const { simulator, callbackUrl, mode = "sandbox" } = wanted;
  const [apiKey, callbackSecret] = [randomBytes(16).toString("hex"), randomBytes(16).toString("hex")];
  await simulator?.control("PUT", `/sim/accounts/${bankId}/${debitAccount}`, {
    apiKey,
    callbackSecret,
    ...(callbackUrl === undefined ? {} : { callbackUrl: callbackUrl(bankId) }),
  });
  await connectBank(ctx, merchantId, {
    bankId,
    adapter: "json-h2h",
    baseUrl: `${simulator?.url ?? NOBODY}/${bankId}`,
    apiKey,
    callbackSecret,
    debitAccount,
    simulated: mode === "sandbox",
  });
}
