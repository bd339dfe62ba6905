/** Operator commands for co-lending: the agreement, and money of the parties that arrived. */
import type { Command } from "commander";
import { endAgreement, fundLedger, setAgreement } from "#lending";
import { merchantCommand, needed } from "./define-command.ts";
import { readRupees, readWhole, readWord } from "./option-values.ts";

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
