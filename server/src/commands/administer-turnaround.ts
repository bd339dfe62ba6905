/** Operator commands for late returns: the debts, the claim letters, and the addresses for them. */
import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { setBankAddress } from "#fund-sources";
import type { writeClaimLetter } from "#turnaround";
import { merchantCommand, needed, operationCommand } from "./define-command.ts";

/** Adds the operator's commands for late returns. */
export function addTurnaround(program: Command): void {
  operationCommand(program, "listOverdueCredits", {
    name: "list-overdue",
    says:
      "list payments that were neither credited nor returned in time, with their age by bank " +
      "and the compensation owed",
  });
  operationCommand(program, "getClaimLetter", {
    name: "claim-letter",
    says: "write the letter that claims compensation from a bank, as a PDF",
    options: { bankId: "--bank <id>", file: needed("--file <path>") },
    print: async (_ctx, _merchantId, letter: Letter, { file }) => {
      await writeFile(file as string, letter.pdf);
      return { number: letter.number, owedPaise: letter.owedPaise, file };
    },
  });
  merchantCommand(program, {
    name: "set-bank-address",
    says: "set a bank's name and address for recall letters and claims",
    options: {
      bankId: needed("--bank <id>"),
      name: needed("--name <name>"),
      address: needed("--address <address>", "on one line"),
    },
    run: setBankAddress,
  });
}

type Letter = Awaited<ReturnType<typeof writeClaimLetter>>;
