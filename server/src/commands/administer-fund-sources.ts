/** What an operator does about fund sources: the registered account, bank accounts and shares. */
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
import { QUEUING_HOURS_DEFAULT, setQueuingTime } from "#transfers";
import { creditRefund, retryRefund } from "#withdrawals";
import { print, printFor } from "./print-result.ts";
import { OptionError, readId, readWhole, readWord } from "./option-values.ts";

type Options = Readonly<Record<string, string>>;

const by = "system" as const;

const OFF = "off";
const HOURS_MAX = 240;

/** Adds the operator's commands about fund sources to the command line. */
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
    .description("the business's own bank account: recharges count only from it, withdrawals go only to it")
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
    .description("makes a bank account at a connected bank a fund source beside the wallet")
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
    .description("what kind of business an organization is; some banks take some kinds only")
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
    .description("which part of the orders that name no fund source each one pays; nothing: the wallet pays")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--shares <shares>", "e.g. WALLET_1=30,BANK_1=70")
    .action(({ merchant, shares }: Options) =>
      printFor(merchant!, (ctx) => setShares(ctx, merchant!, { shares: readShares(shares!), by })),
    );
  for (const active of [true, false])
    program
      .command(active ? "switch-on-fund-source" : "switch-off-fund-source")
      .description(`a connected bank account pays ${active ? "again" : "nothing new"}`)
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
    .description("lets transfers wait for money, in their turn, for 1 to 240 hours; or not at all")
    .requiredOption("--merchant <id>", "", readId)
    .option("--hours <hours>", "a whole number of hours, or off", readHours, QUEUING_HOURS_DEFAULT)
    .action(({ merchant, hours }: { merchant: string; hours: number | typeof OFF }) =>
      printFor(merchant, async (ctx) => {
        await setQueuingTime(ctx, merchant, { hours: hours === OFF ? null : hours, by });
        return { hours };
      }),
    );
}

function addRefunds(program: Command): void {
  program
    .command("retry-refund")
    .description("tries once more to send back money that came from another account than the registered one")
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
    .description("lets such money count as a recharge after all")
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
    .description("what a merchant has asked for as overdraft limits, and what was said to it")
    .requiredOption("--merchant <id>", "", readId)
    .action(({ merchant }: Options) =>
      printFor(merchant!, (ctx) => ctx.db.inMerchant(merchant!, listOverdraftRequests)),
    );
  for (const verdict of ["grant", "decline"] as const)
    program
      .command(`${verdict}-overdraft`)
      .description(verdict === "grant" ? "the limit that was asked for holds at once" : "says no, and why")
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

// Not null: commander takes that for an option without a value.
const readHours = (text: string): number | typeof OFF => (text === OFF ? OFF : readWhole(1, HOURS_MAX)(text));

function readShares(text: string): Share[] {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  return parts.map((part) => {
    const [, fundSourceId, percent] = /^\s*(\w+)=(\d{1,3})\s*$/.exec(part) ?? [];
    if (fundSourceId === undefined) throw new OptionError(`--shares ${part} is not NAME=PERCENT`);
    return { fundSourceId, percent: Number(percent) };
  });
}
