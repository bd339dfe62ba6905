/** What an operator does by hand about co-lending: the agreement, and money of the parties that arrived. */
import type { Command } from "commander";
import { endAgreement, fundLedger, setAgreement } from "#lending";
import { parseRupees } from "#lib/money";
import { print } from "./print-result.ts";
import { OptionError, readId } from "./option-values.ts";

type Options = Readonly<Record<string, string>>;

const by = "system" as const;

/** Adds the operator's commands about co-lending to the command line. */
export function addLending(program: Command): void {
  program
    .command("set-co-lending")
    .description(
      "agrees with a lender on the shares of each loan, which total 100 percent; opens the ledgers",
    )
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--lender <name>")
    .requiredOption("--lender-percent <percent>")
    .requiredOption("--originator-percent <percent>")
    .action(({ merchant, lender, lenderPercent, originatorPercent }: Options) =>
      print((ctx) => {
        const shares = { lenderPercent: Number(lenderPercent), originatorPercent: Number(originatorPercent) };
        return setAgreement(ctx, merchant!, { lenderName: lender!, ...shares, by });
      }),
    );
  program
    .command("end-co-lending")
    .description("no new loans; those under way go on")
    .requiredOption("--merchant <id>", "", readId)
    .action(({ merchant }: Options) => print((ctx) => endAgreement(ctx, merchant!, { by })));
  program
    .command("fund-co-lending")
    .description(
      "credits the lender's or the originator's ledger with money that arrived at a bank, once per UTR",
    )
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--ledger <party>", "lender or originator")
    .requiredOption("--bank <id>")
    .requiredOption("--utr <utr>")
    .requiredOption("--amount <rupees>")
    .action((options: Options) => print((ctx) => fundLedger(ctx, options.merchant!, readCredit(options))));
}

function readCredit({ ledger, bank, utr, amount }: Options): Parameters<typeof fundLedger>[2] {
  if (ledger !== "lender" && ledger !== "originator")
    throw new OptionError("--ledger is lender or originator");
  const amountPaise = parseRupees(amount);
  if (typeof amountPaise !== "bigint") throw new OptionError(`--amount ${amount} is no amount of rupees`);
  return { party: ledger, bankId: bank!, utr: utr!, amountPaise };
}
