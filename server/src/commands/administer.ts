/** Operator commands for merchants, keys and banks, and those of the neighbouring files. Prints JSON. */
import type { Command } from "commander";
import {
  createApiClient,
  createMerchant,
  createOrganization,
  type Mode,
  RATE_PER_MINUTE_BY_COMMAND,
  type StatusMode,
} from "#access";
import { askAtOpening, setStartingPolicies } from "#approvals";
import { adapterOf, UPSTREAMS } from "#banks";
import { connectBank, learnAddedBanks, openWallet, revealFundSourceAccount } from "#fund-sources";
import type { Context } from "#lib/context";
import { beginSealing } from "#lib/seal-rows";
import { readFeedback } from "#site";
import { readSealing } from "#worker";
import { addAccess } from "./administer-access.ts";
import { addAudit } from "./administer-audit.ts";
import { addBanks } from "./administer-banks.ts";
import { addFundSources } from "./administer-fund-sources.ts";
import { addHealth } from "./administer-health.ts";
import { addIfscs } from "./administer-ifscs.ts";
import { addKeys } from "./administer-keys.ts";
import { addLending } from "./administer-lending.ts";
import { addPeople } from "./administer-people.ts";
import { addRecalls } from "./administer-recalls.ts";
import { addReconciliation } from "./administer-reconciliation.ts";
import { addReviews } from "./administer-reviews.ts";
import { addRisk } from "./administer-risk.ts";
import { addRouting } from "./administer-routing.ts";
import { addMerchantSettings, addMoneySettings } from "./administer-settings.ts";
import { addTurnaround } from "./administer-turnaround.ts";
import { addVerdicts } from "./administer-verdicts.ts";
import { addWebhooks } from "./administer-webhooks.ts";
import { addBeneficiaryImport } from "./import-beneficiary-file.ts";
import { OptionError, readAddresses, readId, readRupees, readWhole, readWord } from "./option-values.ts";
import { print, printFor } from "./print-result.ts";
import { terminal } from "./terminal.ts";

type Options = Readonly<Record<string, string>>;

interface ToMake {
  readonly organization: string;
  readonly name: string;
  readonly mode: Mode;
  readonly overdraft?: bigint;
}

interface Keys {
  readonly merchant: string;
  readonly name: string;
  readonly allow?: string[];
  readonly statusMode?: StatusMode;
  readonly rate: number;
}

const RATE_MAX = 10_000_000;

/** Adds the operator's commands to the command line. */
export function addAdministration(program: Command): void {
  addMerchants(program);
  addKeys(program);
  addMerchantSettings(program);
  addConnections(program);
  addBanks(program);
  addIfscs(program);
  addReviews(program);
  addWebhooks(program);
  addFundSources(program);
  addMoneySettings(program);
  addLending(program);
  addHealth(program);
  addPeople(program);
  addBeneficiaryImport(program);
  addAccess(program);
  addRecalls(program);
  addTurnaround(program);
  addReconciliation(program);
  addRisk(program);
  addRouting(program);
  addVerdicts(program);
  addSealing(program);
  addAudit(program);
  addSite(program);
}

function addMerchants(program: Command): void {
  program
    .command("create-organization")
    .description("create an organization: a business that uses the platform")
    .requiredOption("--name <name>")
    .action((options: Options) => print((ctx) => createOrganization(ctx, { name: options.name! })));
  program
    .command("create-merchant")
    .description("create a merchant: one environment of an organization, with its wallet")
    .requiredOption("--organization <id>", "", readId)
    .requiredOption("--name <name>")
    .requiredOption("--mode <mode>", "sandbox or live", readWord(["sandbox", "live"]))
    .option("--overdraft <rupees>", "how far below zero the wallet can go; default: 0", readRupees)
    .action((options: ToMake) => print((ctx) => makeMerchant(ctx, options)));
  program
    .command("create-client")
    .description("create a merchant's key pair; the secret is shown only once")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--name <name>")
    .option(
      "--allow <addresses>",
      "IP addresses or networks that can call, separated by commas; other callers of a live merchant must sign",
      readAddresses,
    )
    .option(
      "--status-mode <mode>",
      "rest or always-200; default: the installation's",
      readWord(["rest", "always-200"]),
    )
    .option("--rate <calls>", "calls per minute", readWhole(1, RATE_MAX), RATE_PER_MINUTE_BY_COMMAND)
    .action((options: Keys) => printFor(options.merchant, (ctx) => makeClient(ctx, options)));
}

function addConnections(program: Command): void {
  program
    .command("connect-bank")
    .description(
      "connect a merchant's account at a bank; secrets are read from BANK_API_KEY and " +
        "BANK_CALLBACK_SECRET, and from BANK_KEY_ID if the key has two parts",
    )
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--bank <id>", "ID of the bank: razorpayx, cashfree, or one from add-bank")
    .requiredOption("--adapter <name>", "protocol: json-h2h, iso20022, razorpayx or cashfree")
    .requiredOption("--base-url <url>")
    .requiredOption("--debit-account <number>")
    .action((options: Options) => printFor(options.merchant!, (ctx) => makeConnection(ctx, options)));
}

async function makeMerchant(
  ctx: Context,
  { organization, name, mode, overdraft = 0n }: ToMake,
): Promise<unknown> {
  const { merchantId, withheld } = await createMerchant(ctx, { organizationId: organization, name, mode });
  if (mode === "live") await setStartingPolicies(ctx, merchantId);
  await askAtOpening(ctx, merchantId, withheld);
  const { fundSourceId } = await openWallet(ctx, merchantId, { overdraftLimitPaise: overdraft });
  return { merchantId, fundSourceId, ...(await revealFundSourceAccount(ctx, merchantId, fundSourceId)) };
}

function makeClient(ctx: Context, { merchant, name, allow = [], statusMode, rate }: Keys): Promise<unknown> {
  return createApiClient(ctx, merchant, {
    name,
    statusMode: statusMode ?? ctx.config.statusMode,
    ipAllowlist: allow,
    ratePerMinute: rate,
  });
}

async function makeConnection(
  ctx: Context,
  { merchant, bank, adapter, baseUrl, debitAccount }: Options,
): Promise<unknown> {
  const {
    BANK_API_KEY: apiKey,
    BANK_CALLBACK_SECRET: callbackSecret,
    BANK_KEY_ID: keyId,
  } = terminal().environment;
  if (!apiKey || !callbackSecret) throw new OptionError("BANK_API_KEY and BANK_CALLBACK_SECRET are not set");
  const isUpstream = UPSTREAMS.some(({ id }) => id === adapter);
  if (isUpstream && !keyId) throw new OptionError("BANK_KEY_ID is not set");
  await ctx.db.directory(learnAddedBanks);
  // Payments through a bank that the adapter does not know would be impossible.
  adapterOf({ adapter: adapter! }).capabilities(bank!);
  return connectBank(ctx, merchant!, {
    bankId: bank!,
    adapter: adapter!,
    baseUrl: baseUrl!,
    debitAccount: debitAccount!,
    ...(keyId ? { keyId } : {}),
    apiKey,
    callbackSecret,
    simulated: false,
  });
}

/** Adds the operator's commands for sealing to the command line. */
function addSealing(program: Command): void {
  program
    .command("sealing")
    .description(
      "show, table by table, how many rows with payees' details are encrypted with the newest master key",
    )
    .action(() => print(readSealing));
  program
    .command("begin-sealing")
    .description(
      "after an upgrade, once every process of the old version has stopped: encrypt payees' details from now on, " +
        "and the existing ones in the background; the old version cannot read them",
    )
    .action(() => print(async (ctx) => ({ begunAt: await beginSealing(ctx) })));
}

const MONTHS_MAX = 120;

/** Adds the operator's commands for the site to the command line. */
function addSite(program: Command): void {
  program
    .command("feedback")
    .description("show the responses to 'Was this page helpful?', least helpful page first")
    .option("--months <number>", "how many months, including the current one", "12")
    .action(({ months }: Readonly<Record<string, string>>) => {
      const count = Number(months);
      if (!Number.isInteger(count) || count < 1 || count > MONTHS_MAX) {
        throw new OptionError(`--months ${months} is not a whole number from 1 to ${MONTHS_MAX}`);
      }
      return print((ctx) => readFeedback(ctx, { months: count }));
    });
}
