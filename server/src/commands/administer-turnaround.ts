/** What an operator does about late returns: who owes what, the letters that claim it, and where letters go. */
import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { setBankAddress } from "#fund-sources";
import { listOverdue, sumAgeing, writeClaimLetter } from "#turnaround";
import { printFor } from "./print-result.ts";
import { readId } from "./option-values.ts";

type Options = Readonly<Record<string, string>>;

const by = "system" as const;

/** Adds the operator's commands about late returns. */
export function addTurnaround(program: Command): void {
  program
    .command("list-overdue")
    .description(
      "payments that neither arrived nor came back in time, their ageing by bank, and what is owed",
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
    .description("writes the letter that claims what a bank owes, as a PDF file")
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
    .description("the name and address that recall letters and claims to a bank carry")
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
