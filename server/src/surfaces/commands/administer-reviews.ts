/** Operator commands for transfers that wait for a person: list them, and end a review. Prints JSON. */
import type { Command } from "commander";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import { POLLING_MS } from "#rails";
import {
  listReviews,
  publicStatus,
  readTransfers,
  resolveReview,
  TransferError,
  type AtBank,
} from "#transfers";
import { DECIDER, merchantCommand, needed, optional } from "./define-command.ts";
import { readWord } from "./option-values.ts";

const HOURS = POLLING_MS / 3_600_000;

/** Adds the operator's commands for reviews and contradictions. */
export function addReviews(program: Command): void {
  merchantCommand(program, {
    name: "list-reviews",
    says:
      `list what a person must check: transfers without a bank response for ${HOURS} hours, and ` +
      "banks that contradicted themselves",
    run: showReviews,
  });
  merchantCommand(program, {
    name: "resolve-review",
    says: "record the outcome of a transfer in review, with your proof",
    options: {
      transferKey: needed("--transfer <transferId>", "the merchant's own ID of the transfer"),
      outcome: needed("--outcome <outcome>", "paid or unpaid", readWord(["paid", "unpaid"])),
      because: needed("--because <proof>", "the proof: the bank's letter, statement line or call"),
      member: DECIDER,
      utr: optional("--utr <utr>", "the bank's reference, if it was paid"),
    },
    run: async (ctx, merchantId, { transferKey, outcome, ...found }) => {
      const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: [transferKey] });
      if (transfer === undefined) throw TransferError.not_found({ transferKey });
      const review = { ...found, transferId: transfer.transferId, paid: outcome === "paid" };
      const { status, referenceId } = await resolveReview(ctx, merchantId, review);
      return { transferId: transferKey, referenceId, status };
    },
  });
}

async function showReviews(ctx: Context, merchant: string): Promise<unknown> {
  const { reviews, contradictions } = await listReviews(ctx, merchant);
  return {
    reviews: reviews.map(({ since, ...review }) => ({ ...showAttempt(review), since })),
    contradictions: contradictions.map(({ kind, detail, attempt, openedAt, status, ...about }) => ({
      ...showAttempt(about),
      status: publicStatus[status],
      attempt,
      kind,
      detail,
      openedAt,
    })),
  };
}

/** Writes the first fields of both lists. Amounts are in rupees. */
function showAttempt({ transferKey, referenceId, amountPaise, bankId, reference }: AtBank): object {
  return { transferId: transferKey, referenceId, amount: formatRupees(amountPaise), bank: bankId, reference };
}
