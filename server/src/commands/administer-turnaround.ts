/** Operator commands for late returns: the debts, the claim letters, and the addresses for them. */
import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { setBankAddress } from "#fund-sources";
import { listOverdue, sumAgeing, writeClaimLetter } from "#turnaround";
import { printFor } from "./print-result.ts";
import { readId } from "./option-values.ts";

type Options = Readonly<Record<string, string>>;

const by = "system" as const;

/** Adds the operator's commands for late returns. */
export function addTurnaround(program: Command): void {
  program
    .command("list-overdue")
    .description(
      "list payments that were neither credited nor returned in time, with their age by bank " +
        "and the compensation owed",
    )
    .requiredOption("--merchant <id>", "", readId)
    .action(({ merchant }: Options) =>
      printFor(merchant!, async (ctx) => {
        const overdue = await listOverdue(ctx, merchant!);
        return { ...overdue, banks: sumAgeing(overdue.credits) };
      }),
    );
  program
    .command("claim-letter")
    .description("write the letter that claims compensation from a bank, as a PDF")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--bank <id>")
    .requiredOption("--file <path>")
    .action(({ merchant, bank, file }: Options) =>
      printFor(merchant!, async (ctx) => {
        const { number, owedPaise, pdf } = await writeClaimLetter(ctx, merchant!, { bankId: bank! });
        await writeFile(file!, pdf);
        return { number, owedPaise, file };
      }),
    );
  program
    .command("set-bank-address")
    .description("set a bank's name and address for recall letters and claims")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--bank <id>")
    .requiredOption("--name <name>")
    .requiredOption("--address <address>", "on one line")
    .action(({ merchant, bank, name, address }: Options) =>
      printFor(merchant!, (ctx) =>
        setBankAddress(ctx, merchant!, { bankId: bank!, name: name!, address: address!, by }),
      ),
    );
}
