/** Operator commands for recalls: the letter to the bank, and the bank's response. Prints JSON. */
import type { Command } from "commander";
import { handOverRecall, listRecalls, readLetter, refuseRecall } from "#recalls";
import { printBy, printFor } from "./print-result.ts";
import { readId } from "./option-values.ts";

type Options = Readonly<Record<string, string | undefined>>;

const LIST_MAX = 1_000;

/** Adds the operator's commands for recalls. */
export function addRecalls(program: Command): void {
  program
    .command("list-recalls")
    .description("list a merchant's newest 1,000 recalls")
    .requiredOption("--merchant <id>", "", readId)
    .action(({ merchant }: Options) =>
      printFor(merchant!, (ctx) => listRecalls(ctx, merchant!, { limit: LIST_MAX })),
    );
  describe(
    program.command("recall-letter").description("print the letter to the bank, as text and as HTML"),
  ).action(({ merchant, recall }: Options) =>
    printFor(merchant!, (ctx) => readLetter(ctx, merchant!, { recallId: recall! })),
  );
  describe(program.command("hand-over-recall").description("record that the bank has received a recall"))
    .option("--bank-reference <number>", "the bank's case number")
    .requiredOption("--member <id>", "the member who confirms it", readId)
    .action(({ merchant, recall, bankReference, member }: Options) =>
      printBy({ merchant: merchant!, member, asks: "manage_settings" }, (ctx, by) => {
        const handed = { recallId: recall!, bankReference: bankReference ?? null, by };
        return handOverRecall(ctx, merchant!, handed);
      }),
    );
  describe(program.command("refuse-recall").description("record that the bank refuses a recall"))
    .requiredOption("--because <reason>", "the reason the bank gave")
    .requiredOption("--member <id>", "the member who confirms it", readId)
    .action(({ merchant, recall, because, member }: Options) =>
      printBy({ merchant: merchant!, member, asks: "manage_settings" }, (ctx, by) =>
        refuseRecall(ctx, merchant!, { recallId: recall!, because: because!, by }),
      ),
    );
}

function describe(command: Command): Command {
  return command.requiredOption("--merchant <id>", "", readId).requiredOption("--recall <id>", "", readId);
}
