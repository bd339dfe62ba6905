/** Operator commands for recalls: the letter to the bank, and the bank's response. Prints JSON. */
import type { Command } from "commander";
import { handOverRecall, listRecalls, readLetter, refuseRecall } from "#recalls";
import { merchantCommand, needed, optional } from "./define-command.ts";
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
