/** Operator commands that connect merchants to banks, after a test of key, address and account. Print JSON. */
import type { Command } from "commander";
import { adapterOf, callbackSetUp, type Connection, UPSTREAMS } from "#banks";
import {
  type BankConnection,
  connectBank,
  describeFailure,
  describeSuccess,
  FundSourceError,
  learnAddedBanks,
  listBankConnections,
  testConnection,
} from "#fund-sources";
import type { Context } from "#lib/context";
import { CommandError } from "./command-error.ts";
import { mark, merchantCommand, needed } from "./define-command.ts";
import { OptionError } from "./option-values.ts";
import { terminal } from "./terminal.ts";

const UNTESTED = mark("--untested", "store it without a test: the first payment is then the test");
const BANK = needed("--bank <id>", "one of the merchant's banks");

/** Adds the operator's commands for connections to the command line. */
export function addConnections(program: Command): void {
  merchantCommand(program, {
    name: "connect-bank",
    says:
      "connect a merchant's account at a bank, after a test of key, address and account that moves no money; secrets " +
      "are read from BANK_API_KEY and BANK_CALLBACK_SECRET, and from BANK_KEY_ID if the key has two parts",
    options: {
      bankId: needed("--bank <id>", "ID of the bank: razorpayx, cashfree, or one from add-bank"),
      adapter: needed("--adapter <name>", "protocol: json-h2h, iso20022, razorpayx or cashfree"),
      baseUrl: needed("--base-url <url>"),
      debitAccount: needed("--debit-account <number>"),
      untested: UNTESTED,
    },
    run: async (ctx, merchantId, { by, untested = false, ...where }) => {
      const connection = { ...where, ...readSecrets(where.adapter) };
      await ctx.db.directory(learnAddedBanks);
      return connect(ctx, merchantId, { connection, untested, by });
    },
  });
  merchantCommand(program, {
    name: "set-bank-key",
    says:
      "replace the key of a connected bank, after a test; it is read from BANK_API_KEY, and from BANK_KEY_ID and " +
      "BANK_CALLBACK_SECRET if they change too",
    options: { bankId: BANK, untested: UNTESTED },
    run: async (ctx, merchantId, { by, bankId, untested = false }) => {
      const { environment } = terminal();
      const { BANK_API_KEY: apiKey, BANK_KEY_ID, BANK_CALLBACK_SECRET } = environment;
      if (!apiKey) throw new OptionError("BANK_API_KEY is not set");
      const known = await readConnection(ctx, merchantId, bankId);
      const keyId = BANK_KEY_ID || known.keyId;
      const connection = {
        ...whereOf(known),
        ...(keyId === undefined ? {} : { keyId }),
        apiKey,
        callbackSecret: BANK_CALLBACK_SECRET || known.callbackSecret,
      };
      return connect(ctx, merchantId, { connection, untested, by });
    },
  });
  merchantCommand(program, {
    name: "test-bank",
    says: "test key, address and account of a connected bank by a call that moves no money, and show its webhook",
    options: { bankId: BANK },
    run: async (ctx, merchantId, { bankId }) => {
      const known = await readConnection(ctx, merchantId, bankId);
      const { keyId, apiKey, callbackSecret } = known;
      const connection = {
        ...whereOf(known),
        ...(keyId === undefined ? {} : { keyId }),
        apiKey,
        callbackSecret,
      };
      const tested = await requireWorking(ctx, { ...connection, simulated: known.simulated }, "");
      return { bankId, tested, webhook: describeWebhook(ctx, merchantId, connection) };
    },
  });
}

interface ToConnect {
  readonly connection: Connection;
  readonly untested: boolean;
  readonly by: NonNullable<Parameters<typeof connectBank>[2]["by"]>;
}

/** Nothing is stored if the test fails. */
async function connect(
  ctx: Context,
  merchantId: string,
  { connection, untested, by }: ToConnect,
): Promise<object> {
  // Payments through a bank that the adapter does not know would be impossible.
  adapterOf(connection).capabilities(connection.bankId);
  const input = { ...connection, simulated: false };
  const tested = untested
    ? "It was not tested. The command test-bank tests it later."
    : await requireWorking(ctx, input, "Nothing was stored. ");
  const { bankNo } = await connectBank(ctx, merchantId, { ...input, by });
  return { bankNo, tested, webhook: describeWebhook(ctx, merchantId, connection) };
}

/** Returns what a test has proved; throws a CommandError with what the failure means. */
async function requireWorking(
  ctx: Context,
  connection: Parameters<typeof testConnection>[1],
  consequence: string,
): Promise<string> {
  const test = await testConnection(ctx, connection);
  if (test.kind === "works") return describeSuccess(test, connection);
  throw new CommandError(`${consequence}${describeFailure(test)}`);
}

/** Returns the address of the bank's callbacks and what to enter at the bank, or null if the bank sends none. */
function describeWebhook({ config }: Pick<Context, "config">, merchantId: string, connection: Connection) {
  const setUp = callbackSetUp(connection);
  if (setUp === null) return null;
  const ownUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  return { address: `${ownUrl}/banks/${merchantId}/${connection.bankId}/callbacks`, ...setUp };
}

/** Throws FundSourceError.bank_not_connected. */
async function readConnection(ctx: Context, merchantId: string, bankId: string): Promise<BankConnection> {
  const connections = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const found = connections.find((one) => one.bankId === bankId);
  if (found === undefined) throw FundSourceError.bank_not_connected({ bankId });
  return found;
}

const whereOf = ({ bankId, adapter, baseUrl, debitAccount }: BankConnection) => ({
  bankId,
  adapter,
  baseUrl,
  debitAccount,
});

function readSecrets(adapter: string) {
  const {
    BANK_API_KEY: apiKey,
    BANK_CALLBACK_SECRET: callbackSecret,
    BANK_KEY_ID: keyId,
  } = terminal().environment;
  if (!apiKey || !callbackSecret) throw new OptionError("BANK_API_KEY and BANK_CALLBACK_SECRET are not set");
  if (UPSTREAMS.some(({ id }) => id === adapter) && !keyId) throw new OptionError("BANK_KEY_ID is not set");
  return { ...(keyId ? { keyId } : {}), apiKey, callbackSecret };
}
