/** Operator commands for fund sources: the registered account, bank accounts and shares. */
import type { Command } from "commander";
import { BUSINESS_TYPES, setBusinessType, type BusinessType } from "#access";
import {
  decideOverdraftRequest,
  listOverdraftRequests,
  openBankAccount,
  setFundSourceActive,
  setRegisteredAccount,
  setShares,
  type Share,
} from "#fund-sources";
import { changeSettings } from "#settings";
import { QUEUING_HOURS_DEFAULT } from "#transfers";
import { creditRefund, retryRefund } from "#withdrawals";
import { print, printFor } from "./print-result.ts";
import { OptionError, readId, readWhole, readWord } from "./option-values.ts";

type Options = Readonly<Record<string, string>>;

const by = "system" as const;

const OFF = "off";
const HOURS_MAX = 240;

/** Adds the operator's commands for fund sources to the command line. */
export function addFundSources(program: Command): void {
  addAccounts(program);
  addSettings(program);
  addQueuing(program);
  addRefunds(program);
  addOverdrafts(program);
}

function addAccounts(program: Command): void {
  program
    .command("register-account")
    .description(
      "register the business's own bank account, the only one that recharges count from and " +
        "withdrawals go to",
    )
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--holder <name>")
    .requiredOption("--account <number>")
    .requiredOption("--ifsc <ifsc>")
    .action(({ merchant, holder, account, ifsc }: Options) =>
      printFor(merchant!, (ctx) => {
        const registered = { holderName: holder!, accountNumber: account!, ifsc: ifsc!, by };
        return setRegisteredAccount(ctx, merchant!, registered);
      }),
    );
  program
    .command("open-bank-account")
    .description("add a bank account at a connected bank as a fund source")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--bank <id>")
    .requiredOption("--name <name>")
    .requiredOption("--account <number>")
    .requiredOption("--ifsc <ifsc>")
    .action(({ merchant, bank, name, account, ifsc }: Options) =>
      printFor(merchant!, (ctx) => {
        const opened = { bankId: bank!, name: name!, accountNumber: account!, ifsc: ifsc!, by };
        return openBankAccount(ctx, merchant!, opened);
      }),
    );
}

function addSettings(program: Command): void {
  program
    .command("set-business-type")
    .description("set an organization's type of business; some banks accept only certain types")
    .requiredOption("--organization <id>", "", readId)
    .requiredOption("--type <type>", BUSINESS_TYPES.join(", "), readWord(BUSINESS_TYPES))
    .action(({ organization, type }: { organization: string; type: BusinessType }) =>
      print(async (ctx) => {
        await setBusinessType(ctx, organization, { businessType: type, by });
        return { businessType: type };
      }),
    );
  program
    .command("set-shares")
    .description(
      "split transfers that name no fund source between fund sources, in percent; without " +
        "shares the wallet pays",
    )
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--shares <shares>", "e.g. WALLET_1=30,BANK_1=70")
    .action(({ merchant, shares }: Options) =>
      printFor(merchant!, (ctx) => setShares(ctx, merchant!, { shares: readShares(shares!), by })),
    );
  for (const active of [true, false])
    program
      .command(active ? "switch-on-fund-source" : "switch-off-fund-source")
      .description(
        active ? "re-enable a connected bank account" : "disable a connected bank account for new payouts",
      )
      .requiredOption("--merchant <id>", "", readId)
      .requiredOption("--fund-source <id>")
      .action(({ merchant, fundSource }: Options) =>
        printFor(merchant!, async (ctx) => {
          await setFundSourceActive(ctx, merchant!, { fundSourceId: fundSource!, active, by });
          return { fundSourceId: fundSource, active };
        }),
      );
}

function addQueuing(program: Command): void {
  program
    .command("set-queuing-time")
    .description(`set how long transfers wait for funds, 1 to ${HOURS_MAX} hours, or turn queuing off`)
    .requiredOption("--merchant <id>", "", readId)
    .option("--hours <hours>", "a whole number of hours, or off", readHours, QUEUING_HOURS_DEFAULT)
    .action(({ merchant, hours }: { merchant: string; hours: number | typeof OFF }) =>
      printFor(merchant, async (ctx) => {
        await changeSettings(ctx, merchant, { queuingHours: hours === OFF ? null : hours, by });
        return { hours };
      }),
    );
}

function addRefunds(program: Command): void {
  program
    .command("retry-refund")
    .description("retry the refund of money that came from an account other than the registered one")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--top-up <id>", "", readId)
    .action(({ merchant, topUp }: Options) =>
      printFor(merchant!, async (ctx) => {
        await retryRefund(ctx, merchant!, { topUpId: topUp!, by });
        return { topUpId: topUp, retried: true };
      }),
    );
  program
    .command("credit-refund")
    .description("credit money from another account as a recharge instead of refunding it")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--top-up <id>", "", readId)
    .requiredOption("--because <reason>")
    .action(({ merchant, topUp, because }: Options) =>
      printFor(merchant!, async (ctx) => {
        await creditRefund(ctx, merchant!, { topUpId: topUp!, because: because!, by });
        return { topUpId: topUp, credited: true };
      }),
    );
}

function addOverdrafts(program: Command): void {
  program
    .command("list-overdraft-requests")
    .description("list a merchant's overdraft requests and the decisions")
    .requiredOption("--merchant <id>", "", readId)
    .action(({ merchant }: Options) =>
      printFor(merchant!, (ctx) => ctx.db.inMerchant(merchant!, listOverdraftRequests)),
    );
  for (const verdict of ["grant", "decline"] as const)
    program
      .command(`${verdict}-overdraft`)
      .description(
        verdict === "grant"
          ? "grant an overdraft request; the limit applies immediately"
          : "decline an overdraft request, with a reason",
      )
      .requiredOption("--merchant <id>", "", readId)
      .requiredOption("--request <id>", "", readId)
      .option("--because <reason>")
      .action(({ merchant, request, because }: Options) =>
        printFor(merchant!, (ctx) => {
          const decision = { requestId: request!, verdict, answer: because ?? null, by };
          return decideOverdraftRequest(ctx, merchant!, decision);
        }),
      );
}

// The result is not null: commander reads null as an option without a value.
const readHours = (text: string): number | typeof OFF => (text === OFF ? OFF : readWhole(1, HOURS_MAX)(text));

function readShares(text: string): Share[] {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  return parts.map((part) => {
    const [, fundSourceId, percent] = /^\s*(\w+)=(\d{1,3})\s*$/.exec(part) ?? [];
    if (fundSourceId === undefined) throw new OptionError(`--shares ${part} is not NAME=PERCENT`);
    return { fundSourceId, percent: Number(percent) };
  });
}
