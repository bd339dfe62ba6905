/** Operator commands for fund sources: the registered account, bank accounts, shares, and the ledgers of co-lending. */
import type { Command } from "commander";
import { BUSINESS_TYPES, setBusinessType } from "#access";
import {
  decideOverdraftRequest,
  openBankAccount,
  setFundSourceActive,
  setRegisteredAccount,
  type Share,
} from "#fund-sources";
import { endAgreement, fundLedger, setAgreement } from "#lending";
import { changeSettings } from "#settings";
import { QUEUING_HOURS_DEFAULT } from "#transfers";
import { creditRefund, retryRefund } from "#withdrawals";
import { command, merchantCommand, needed, operationCommand, optional, usually } from "./define-command.ts";
import { OptionError, readId, readWhole, readWord, readRupees } from "./option-values.ts";

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

const ACCOUNT = { accountNumber: needed("--account <number>"), ifsc: needed("--ifsc <ifsc>") };

function addAccounts(program: Command): void {
  merchantCommand(program, {
    name: "register-account",
    says:
      "register the business's own bank account, the only one that recharges count from and " +
      "withdrawals go to",
    options: { holderName: needed("--holder <name>"), ...ACCOUNT },
    run: setRegisteredAccount,
  });
  merchantCommand(program, {
    name: "open-bank-account",
    says: "add a bank account at a connected bank as a fund source",
    options: { bankId: needed("--bank <id>"), name: needed("--name <name>"), ...ACCOUNT },
    run: openBankAccount,
  });
}

function addSettings(program: Command): void {
  command(program, {
    name: "set-business-type",
    says: "set an organization's type of business; some banks accept only certain types",
    options: {
      organization: needed("--organization <id>", "", readId),
      businessType: needed("--type <type>", BUSINESS_TYPES.join(", "), readWord(BUSINESS_TYPES)),
    },
    run: async (ctx, { organization, businessType }) => {
      await setBusinessType(ctx, organization, { businessType, by: "system" });
      return { businessType };
    },
  });
  operationCommand(program, "setShares", {
    name: "set-shares",
    says:
      "split transfers that name no fund source between fund sources, in percent; without " +
      "shares the wallet pays",
    options: { shares: needed("--shares <shares>", "e.g. WALLET_1=30,BANK_1=70", readShares) },
  });
  for (const active of [true, false])
    merchantCommand(program, {
      name: active ? "switch-on-fund-source" : "switch-off-fund-source",
      says: active
        ? "re-enable a connected bank account"
        : "disable a connected bank account for new payouts",
      options: { fundSourceId: needed("--fund-source <id>") },
      run: async (ctx, merchantId, { fundSourceId, by }) => {
        await setFundSourceActive(ctx, merchantId, { fundSourceId, active, by });
        return { fundSourceId, active };
      },
    });
}

function addQueuing(program: Command): void {
  const hoursOrOff = optional("--hours <hours>", "a whole number of hours, or off", readHours);
  merchantCommand(program, {
    name: "set-queuing-time",
    says: `set how long transfers wait for funds, 1 to ${HOURS_MAX} hours, or turn queuing off`,
    options: { hours: usually(hoursOrOff, QUEUING_HOURS_DEFAULT) },
    run: async (ctx, merchantId, { hours, by }) => {
      await changeSettings(ctx, merchantId, { queuingHours: hours === OFF ? null : hours, by });
      return { hours };
    },
  });
}

const readHours = (text: string): number | typeof OFF => (text === OFF ? OFF : readWhole(1, HOURS_MAX)(text));

const TOP_UP = { topUpId: needed("--top-up <id>", "", readId) };

function addRefunds(program: Command): void {
  merchantCommand(program, {
    name: "retry-refund",
    says: "retry the refund of money that came from an account other than the registered one",
    options: TOP_UP,
    run: async (ctx, merchantId, refund) => {
      await retryRefund(ctx, merchantId, refund);
      return { topUpId: refund.topUpId, retried: true };
    },
  });
  merchantCommand(program, {
    name: "credit-refund",
    says: "credit money from another account as a recharge instead of refunding it",
    options: { ...TOP_UP, because: needed("--because <reason>") },
    run: async (ctx, merchantId, refund) => {
      await creditRefund(ctx, merchantId, refund);
      return { topUpId: refund.topUpId, credited: true };
    },
  });
}

function addOverdrafts(program: Command): void {
  operationCommand(program, "listOverdraftRequests", {
    name: "list-overdraft-requests",
    says: "list a merchant's overdraft requests and the decisions",
  });
  for (const verdict of ["grant", "decline"] as const)
    merchantCommand(program, {
      name: `${verdict}-overdraft`,
      says:
        verdict === "grant"
          ? "grant an overdraft request; the limit applies immediately"
          : "decline an overdraft request, with a reason",
      options: { requestId: needed("--request <id>", "", readId), because: optional("--because <reason>") },
      run: (ctx, merchantId, { requestId, because: answer = null, by }) =>
        decideOverdraftRequest(ctx, merchantId, { requestId, verdict, answer, by }),
    });
}

function readShares(text: string): Share[] {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  return parts.map((part) => {
    const [, fundSourceId, percent] = /^\s*(\w+)=(\d{1,3})\s*$/.exec(part) ?? [];
    if (fundSourceId === undefined) throw new OptionError(`--shares ${part} is not NAME=PERCENT`);
    return { fundSourceId, percent: Number(percent) };
  });
}

const readPercent = readWhole(0, 100);

/** Adds the operator's commands for co-lending to the command line. */
export function addLending(program: Command): void {
  merchantCommand(program, {
    name: "set-co-lending",
    says: "set up co-lending with a lender: the shares of each loan total 100 percent; opens the ledgers",
    options: {
      lenderName: needed("--lender <name>"),
      lenderPercent: needed("--lender-percent <percent>", "", readPercent),
      originatorPercent: needed("--originator-percent <percent>", "", readPercent),
    },
    run: setAgreement,
  });
  merchantCommand(program, {
    name: "end-co-lending",
    says: "stop new loans; loans in progress continue",
    run: endAgreement,
  });
  merchantCommand(program, {
    name: "fund-co-lending",
    says: "credit the lender's or the originator's ledger with money that arrived at a bank, once per UTR",
    options: {
      party: needed("--ledger <party>", "lender or originator", readWord(["lender", "originator"])),
      bankId: needed("--bank <id>"),
      utr: needed("--utr <utr>"),
      amountPaise: needed("--amount <rupees>", "", readRupees),
    },
    run: (ctx, merchantId, { by: _operator, ...credit }) => fundLedger(ctx, merchantId, credit),
  });
}
