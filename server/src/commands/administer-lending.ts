/** Operator commands for co-lending: the agreement, and money of the parties that arrived. */
import type { Command } from "commander";
import { endAgreement, fundLedger, setAgreement, type Party } from "#lending";
import { printFor } from "./print-result.ts";
import { readId, readRupees, readWhole, readWord } from "./option-values.ts";

type Options = Readonly<Record<string, string>>;

interface Agreed {
  readonly merchant: string;
  readonly lender: string;
  readonly lenderPercent: number;
  readonly originatorPercent: number;
}

interface Credit {
  readonly merchant: string;
  readonly ledger: Party;
  readonly bank: string;
  readonly utr: string;
  readonly amount: bigint;
}

const by = "system" as const;

const readPercent = readWhole(0, 100);

/** Adds the operator's commands for co-lending to the command line. */
export function addLending(program: Command): void {
  program
    .command("set-co-lending")
    .description(
      "set up co-lending with a lender: the shares of each loan total 100 percent; opens the ledgers",
    )
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--lender <name>")
    .requiredOption("--lender-percent <percent>", "", readPercent)
    .requiredOption("--originator-percent <percent>", "", readPercent)
    .action(({ merchant, lender, ...shares }: Agreed) =>
      printFor(merchant, (ctx) => {
        const { lenderPercent, originatorPercent } = shares;
        return setAgreement(ctx, merchant, { lenderName: lender, lenderPercent, originatorPercent, by });
      }),
    );
  program
    .command("end-co-lending")
    .description("stop new loans; loans in progress continue")
    .requiredOption("--merchant <id>", "", readId)
    .action(({ merchant }: Options) => printFor(merchant!, (ctx) => endAgreement(ctx, merchant!, { by })));
  program
    .command("fund-co-lending")
    .description(
      "credit the lender's or the originator's ledger with money that arrived at a bank, once per UTR",
    )
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--ledger <party>", "lender or originator", readWord(["lender", "originator"]))
    .requiredOption("--bank <id>")
    .requiredOption("--utr <utr>")
    .requiredOption("--amount <rupees>", "", readRupees)
    .action(({ merchant, ledger, bank, utr, amount }: Credit) =>
      printFor(merchant, (ctx) =>
        fundLedger(ctx, merchant, { party: ledger, bankId: bank, utr, amountPaise: amount }),
      ),
    );
}
