/** Operator commands for what is claimed from banks: recalls, and compensation for late returns. Prints JSON. */
import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { setBankAddress } from "#fund-sources";
import { handOverRecall, listRecalls, readLetter, refuseRecall } from "#recalls";
import type { writeClaimLetter } from "#turnaround";
import { merchantCommand, needed, optional, operationCommand } from "./define-command.ts";
import { readId } from "./option-values.ts";

const LIST_MAX = 1_000;
const RECALL = { recallId: needed("--recall <id>", "", readId) };
const member = needed("--member <id>", "the member who confirms it", readId);

/** Adds the operator's commands for recalls. */
export function addRecalls(program: Command): void {
  merchantCommand(program, {
    name: "list-recalls",
    says: "list a merchant's newest 1,000 recalls",
    run: (ctx, merchantId) => listRecalls(ctx, merchantId, { limit: LIST_MAX }),
  });
  merchantCommand(program, {
    name: "recall-letter",
    says: "print the letter to the bank, as text and as HTML",
    options: RECALL,
    run: readLetter,
  });
  merchantCommand(program, {
    name: "hand-over-recall",
    says: "record that the bank has received a recall",
    options: {
      ...RECALL,
      bankReference: optional("--bank-reference <number>", "the bank's case number"),
      member,
    },
    asks: "manage_settings",
    run: (ctx, merchantId, handed) => handOverRecall(ctx, merchantId, { bankReference: null, ...handed }),
  });
  merchantCommand(program, {
    name: "refuse-recall",
    says: "record that the bank refuses a recall",
    options: { ...RECALL, because: needed("--because <reason>", "the reason the bank gave"), member },
    asks: "manage_settings",
    run: refuseRecall,
  });
}

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
